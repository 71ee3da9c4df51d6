-- The fleet: vehicles, and the drivers who usually drive them; and what loads and orders say of them. A deleted one stays
-- for what names it, as a depot does; of a deleted driver nothing but the key. document: the whole record as a read
-- returns it. vehicle_key of a driver: the usual vehicle. Loads name both without a foreign key, which SQLite cannot add
-- to a table that is there: the rules hold the record while a load takes its key, and none is ever removed alone.
create table vehicles (
  environment_id text not null,
  key text not null,
  version bigint not null,
  created text not null,
  updated text not null,
  deleted text,
  document text not null,
  primary key (environment_id, key)
);

create table drivers (
  environment_id text not null,
  key text not null,
  version bigint not null,
  created text not null,
  updated text not null,
  deleted text,
  vehicle_key text,
  document text not null,
  primary key (environment_id, key)
);
create index drivers_of_vehicle on drivers (environment_id, vehicle_key);

alter table loads add column vehicle_key text;
alter table loads add column driver_key text;
alter table loads add column package_capacity bigint;

-- skills: JSON list.
alter table consignments add column priority bigint;
alter table consignments add column skills text;
alter table consignments add column max_late_minutes bigint;
