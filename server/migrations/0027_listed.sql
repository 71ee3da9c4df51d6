-- listed: of which version of an order, and in which form, lists know it: version * 1000 + form. An instance of a release before
-- leaves it as it was, or writes a lower form, so the order is behind, and is listed anew by an instance that knows the form.
alter table consignments add column listed bigint not null default 0;
update consignments set listed = version * 1000 + 1;
create index consignments_behind on consignments (environment_id, consignment_id) where listed < version * 1000 + 1;
