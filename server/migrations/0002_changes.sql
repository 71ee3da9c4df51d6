-- Every change of a consignment, depot, load or of the environment's settings, one row each: their history, and the
-- events that others follow. A version of a record is made once, so it is the key, and a history is read in one piece.
-- position: the place in the order of commits. Where transactions overlap it is given after the commit, by whoever
-- reads first. at: milliseconds since the epoch. differences: JSON of what differs, [{path, old, new}].
create table changes (
  environment_id text not null,
  record text not null,
  record_id text not null,
  version bigint not null,
  change_id text not null,
  position bigint,
  at bigint not null,
  type text not null,
  record_key text not null,
  actor text not null,
  request_id text not null,
  differences text not null,
  primary key (environment_id, record, record_id, version),
  constraint changes_position unique (environment_id, position)
) without rowid;
create index changes_without_position on changes (environment_id, change_id) where position is null;
-- Whoever asks for a deleted order knows its key rather than its id.
create index changes_deleted on changes (environment_id, record_key) where type = 'consignment.deleted';
