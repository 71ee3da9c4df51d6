-- Times and ways that a server of roads has told, so that it is not asked again for some days. They can be lost at any
-- time, and no copy has them.
-- server: which one, and by which profile. from_place, to_place: latitude and longitude to five digits, in one number.
-- seconds, metres: -1 where there is no way. stored: milliseconds since the epoch.
create table travel_times (
  environment_id text not null,
  server text not null,
  from_place bigint not null,
  to_place bigint not null,
  seconds bigint not null,
  metres bigint not null,
  stored bigint not null,
  primary key (environment_id, server, from_place, to_place)
) without rowid;
create index travel_times_stored on travel_times (environment_id, stored);
