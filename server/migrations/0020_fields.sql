-- Custom fields and tags of orders, and what webhooks send.

-- tags: JSON list. custom_fields: JSON object, its members by their keys. Both null where there are none.
alter table consignments add column tags text;
alter table consignments add column custom_fields text;

-- What lists keep of them: all tags, the fields that are filtered by or shown, and the places of the order by the fields
-- that lists are sorted by. In an environment that sorts by such a field every order has a place; `~` is that of an order
-- without a value. Elsewhere there is none, nor an entry of an index.
alter table consignment_list add column consignee_code text;
alter table consignment_list add column tags text;
alter table consignment_list add column fields text;
alter table consignment_list add column sort_a text;
alter table consignment_list add column sort_b text;
alter table consignment_list add column sort_c text;
alter table consignment_list add column sort_d text;

-- only sqlite
update consignment_list set consignee_code = (
  select json_extract(c.document, '$.consigneeCode') from consignments c
  where c.environment_id = consignment_list.environment_id and c.consignment_id = consignment_list.consignment_id);
-- end
-- only postgres
update consignment_list l set consignee_code = c.document::json ->> 'consigneeCode'
from consignments c where c.environment_id = l.environment_id and c.consignment_id = l.consignment_id;
-- end

create index consignment_list_consignee_code on consignment_list (environment_id, consignee_code, consignment_id) where consignee_code is not null;
create index consignment_list_sort_a on consignment_list (environment_id, sort_a, consignment_id) where sort_a is not null;
create index consignment_list_sort_b on consignment_list (environment_id, sort_b, consignment_id) where sort_b is not null;
create index consignment_list_sort_c on consignment_list (environment_id, sort_c, consignment_id) where sort_c is not null;
create index consignment_list_sort_d on consignment_list (environment_id, sort_d, consignment_id) where sort_d is not null;

-- relist_after: the order up to which lists know the orders by the fields as they are defined now; null when all are.
alter table settings add column relist_after text;

-- include: `record` where the whole record is sent with an event. format: standard or cloudevents.
alter table webhooks add column include text;
alter table webhooks add column format text;
