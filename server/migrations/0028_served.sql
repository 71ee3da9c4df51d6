-- Lists of what was handed over in a month, or failed today, find it by the time of its outcome.
create index consignments_served on consignments (environment_id, outcome_time, consignment_id) where outcome_time is not null;
