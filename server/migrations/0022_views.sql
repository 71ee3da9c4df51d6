-- Views of the list of orders that everybody of an environment has. search: the query of its address in the console.
create table views (
  environment_id text not null,
  view_id text not null,
  name text not null,
  search text not null,
  created text not null,
  primary key (environment_id, view_id)
);

-- Lists are sorted by the postal code as well; `~` where there is none. What compact lists show of an order, phone and note,
-- stands in summary, which the service makes itself for the orders that are there already.
alter table consignment_list add column postal_code text not null default '~';
create index consignment_list_postal_code on consignment_list (environment_id, postal_code, consignment_id);
