-- Orders whose consignee was erased, by their ids alone: after an older state of the database was put back, they are
-- erased again. erased: milliseconds since the epoch.
create table erasures (
  environment_id text not null,
  consignment_id text not null,
  erased bigint not null,
  actor text not null,
  request_id text not null,
  primary key (environment_id, consignment_id)
) without rowid;
