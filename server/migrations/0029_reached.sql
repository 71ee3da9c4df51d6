-- reached: when the stop of a proof was reached, and of an order by the proof that counts; null where nobody was there.
-- closes: until when the stop of an order is to be reached; `~` where nothing was agreed or asked for.
alter table pods add column reached text;
update pods set reached = time;
alter table consignments add column reached text;
alter table consignments add column closes text;
create index consignments_reached_late on consignments (environment_id, outcome_time, consignment_id) where reached > closes;
