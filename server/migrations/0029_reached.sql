-- reached: when the stop of a proof was reached; empty where nobody was there, and null where nothing else is known than the time of the
-- outcome, as releases before this one leave it. Of an order the same by the proof that counts, and null without an outcome.
-- closes: until when the stop of an order is to be reached; `~` where nothing was agreed or asked for.
alter table pods add column reached text;
alter table consignments add column reached text;
alter table consignments add column closes text;
create index consignments_reached_late on consignments (environment_id, outcome_time, consignment_id) where reached > closes;
