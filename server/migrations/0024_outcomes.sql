-- Lists look for outcomes at the order itself: of a row of the list, every change rewrites the index on words.
drop index consignment_list_outcome;
alter table consignment_list drop column outcome;
create index consignments_outcome on consignments (environment_id, outcome, consignment_id) where outcome is not null;
