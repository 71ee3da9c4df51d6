-- Finding orders: what lists filter and sort by, apart from the orders themselves, so that looking at thousands of them
-- reads little, and a change of anything else writes none of it. `~` stands for a time that is not set and sorts behind
-- all others; '' for a key that is not set.
-- words: what the search looks at, in lower case, each word behind a blank; those that start with = are filters.
-- summary: JSON of what a compact list shows of the consignee.
create table consignment_list (
  environment_id text not null,
  consignment_id text not null,
  type text not null,
  depot_key text not null,
  channel_key text not null,
  area_key text not null,
  required_from text not null,
  required_to text not null,
  planned text not null,
  late bigint not null,
  located bigint not null,
  assigned bigint not null,
  words text not null,
  summary text not null,
  primary key (environment_id, consignment_id),
  constraint consignment_list_consignment foreign key (environment_id, consignment_id) references consignments (environment_id, consignment_id) on delete cascade
) without rowid;
create index consignment_list_required_from on consignment_list (environment_id, required_from, consignment_id);
create index consignment_list_required_to on consignment_list (environment_id, required_to, consignment_id);
create index consignment_list_planned on consignment_list (environment_id, planned, consignment_id);
create index consignment_list_unassigned on consignment_list (environment_id, consignment_id) where assigned = 0;
create index consignments_updated on consignments (environment_id, updated, consignment_id);

create index loads_created on loads (environment_id, created, load_id);
create index loads_planned_start on loads (environment_id, coalesce(planned_start, '~'), load_id);

-- only sqlite
-- The index of words has no texts of its own, and knows its rows by number.
create table search_rows (
  row_id integer not null primary key,
  environment_id text not null,
  consignment_id text not null,
  constraint search_rows_consignment unique (environment_id, consignment_id)
);
create virtual table search_words using fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '='");
create virtual table search_terms using fts5vocab('search_words', 'row');
-- end

-- only postgres
-- Each word with the end of the environment's id before it, so that a search walks the orders of its environment only.
create index consignment_list_words on consignment_list using gin (array_to_tsvector(string_to_array(substr(replace(words, ' ', ' ' || right(environment_id, 12)), 2), ' ')));
-- end
