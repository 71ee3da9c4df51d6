-- Searches for better routes. request: what was asked for. progress: from 0 to 1. basis: the versions that the proposal was
-- made from. proposal: the best so far, and at the end what can be applied. applied: what applying has changed, for its
-- undoing. lease_owner, lease_until: which instance searches, and until when, in milliseconds since the epoch. Of orders
-- there are ids, keys and times in it, no names and no places.
create table optimisations (
  environment_id text not null,
  optimisation_id text not null,
  state text not null,
  day text not null,
  mode text not null,
  actor text not null,
  request text not null,
  progress double precision not null,
  message text,
  figures text,
  basis text,
  proposal text,
  applied text,
  lease_owner text,
  lease_until bigint not null,
  created text not null,
  updated text not null,
  primary key (environment_id, optimisation_id)
);
create index optimisations_open on optimisations (environment_id, state);
