-- The whole service. Portable between SQLite and PostgreSQL: text, bigint, double precision only.
-- `without rowid` (an engine that clusters by key anyway leaves it out) is for tables whose rows are little more than
-- their key. Every key and index of what an environment owns starts with environment_id, so that the schema can be
-- distributed by it. Instants are ISO text in UTC, or milliseconds since the
-- epoch where they are compared with the clock; export_list.since is in microseconds and strictly ascending.

-- The few tables that are the same for all environments.
create table environments (
  environment_id text not null primary key,
  name text not null,
  created text not null,
  constraint environments_name unique (name)
);

create table signing_keys (
  key_id text not null primary key,
  public_key text not null,
  private_key text not null,
  created text not null,
  retired text
);

-- Ids of tokens and clients that are refused, kept until they would have expired anyway.
create table revocations (
  subject_id text not null primary key,
  revoked bigint not null,
  expires bigint not null
) without rowid;
create index revocations_revoked on revocations (revoked);

create table settings (
  environment_id text not null primary key,
  version bigint not null,
  updated text not null,
  stop_duration bigint not null,
  document text not null
);

create table depots (
  environment_id text not null,
  key text not null,
  version bigint not null,
  created text not null,
  updated text not null,
  deleted text,
  document text not null,
  primary key (environment_id, key)
);

create table loads (
  environment_id text not null,
  load_id text not null,
  key text not null,
  status text not null,
  version bigint not null,
  created text not null,
  updated text not null,
  start_depot_key text,
  end_depot_key text,
  planned_start text,
  weight_capacity double precision,
  volume_capacity double precision,
  primary key (environment_id, load_id),
  constraint loads_key unique (environment_id, key),
  constraint loads_start_depot foreign key (environment_id, start_depot_key) references depots (environment_id, key),
  constraint loads_end_depot foreign key (environment_id, end_depot_key) references depots (environment_id, key)
);

-- document: every member of a read that changes only with the order itself; the columns hold the rest.
-- own_references: what the client called the packages and product lines, in the order of their issued ids.
create table consignments (
  environment_id text not null,
  consignment_id text not null,
  key text not null,
  type text not null,
  version bigint not null,
  created text not null,
  updated text not null,
  depot_key text,
  time_at_stop bigint,
  joined_time_at_stop bigint,
  weight double precision,
  volume double precision,
  document text not null,
  own_references text,
  primary key (environment_id, consignment_id),
  constraint consignments_key unique (environment_id, key),
  constraint consignments_depot foreign key (environment_id, depot_key) references depots (environment_id, key)
);

-- Positions live apart from the order, so that moving a stop rewrites no order.
create table stops (
  environment_id text not null,
  consignment_id text not null,
  load_id text not null,
  position bigint not null,
  primary key (environment_id, consignment_id),
  constraint stops_consignment foreign key (environment_id, consignment_id) references consignments (environment_id, consignment_id) on delete cascade,
  constraint stops_load foreign key (environment_id, load_id) references loads (environment_id, load_id)
) without rowid;
create index stops_of_load on stops (environment_id, load_id, position);

-- version: that of the order at its last change; acknowledging compares it under this row's own lock.
create table export_list (
  environment_id text not null,
  consignment_id text not null,
  version bigint not null,
  since bigint not null,
  reason text not null,
  primary key (environment_id, consignment_id),
  constraint export_list_consignment foreign key (environment_id, consignment_id) references consignments (environment_id, consignment_id) on delete cascade
) without rowid;
create index export_list_since on export_list (environment_id, since, consignment_id);

create table idempotency (
  environment_id text not null,
  idempotency_key text not null,
  fingerprint text not null,
  created bigint not null,
  status bigint not null,
  etag text,
  body text not null,
  primary key (environment_id, idempotency_key)
);
create index idempotency_created on idempotency (environment_id, created);

create table tokens (
  environment_id text not null,
  token_id text not null,
  name text,
  scopes text not null,
  created text not null,
  active_from text,
  active_to text not null,
  revoked text,
  last_used text,
  primary key (environment_id, token_id)
);

create table clients (
  environment_id text not null,
  client_id text not null,
  name text,
  scopes text not null,
  secret_hash text not null,
  created text not null,
  revoked text,
  last_used text,
  primary key (environment_id, client_id)
);
