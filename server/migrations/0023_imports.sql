-- Imports of files. options: JSON of what was asked for. all_rows: of the file, null until it has been read. read_rows: those
-- that have been dealt with, each once: it moves with what they have stored. columns: JSON of what the columns were taken for.
-- taken_back: how many of the rows of an undo have been dealt with. ended: in milliseconds since the epoch, null until then.
-- lease_owner, lease_until: which instance works on it, and until when, in milliseconds since the epoch. The file itself is in
-- the storage for files, under the id of the import, until it has been dealt with.
create table imports (
  environment_id text not null,
  import_id text not null,
  state text not null,
  name text,
  type text not null,
  options text not null,
  actor text not null,
  request_id text not null,
  columns text,
  all_rows bigint,
  read_rows bigint not null,
  created_rows bigint not null,
  updated_rows bigint not null,
  unchanged_rows bigint not null,
  failed_rows bigint not null,
  repeated bigint not null,
  taken_back bigint not null,
  undone bigint not null,
  kept bigint not null,
  message text,
  lease_owner text,
  lease_until bigint not null,
  created text not null,
  updated text not null,
  ended bigint,
  primary key (environment_id, import_id)
);
create index imports_state on imports (environment_id, state);

-- What became of some rows of an import, which were stored together. first_row: the first of them, counted from 0. stored: JSON
-- of the orders that they have made or changed. failed: JSON of those that failed, with their cells, which may be personal;
-- null when there are none, or when somebody has been erased since.
create table import_parts (
  environment_id text not null,
  import_id text not null,
  first_row bigint not null,
  stored text not null,
  failed text,
  primary key (environment_id, import_id, first_row)
);
create index import_parts_failed on import_parts (environment_id, import_id, first_row) where failed is not null;
