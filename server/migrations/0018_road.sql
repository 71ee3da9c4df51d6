-- The road: drivers' devices, what became of orders, files, letters, tracking and positions.

-- token_hash: of what a device shows. A link or code that lets a device in is a row of driver_links until it is used.
create table driver_devices (
  environment_id text not null,
  device_id text not null,
  token_hash text not null,
  driver_key text not null,
  device text not null,
  created text not null,
  last_used text not null,
  expires text not null,
  primary key (environment_id, device_id)
);
create index driver_devices_of_driver on driver_devices (environment_id, driver_key);

-- kind: link or code. secret_hash: of the secret in the link, or of the typed code.
create table driver_links (
  environment_id text not null,
  secret_hash text not null,
  driver_key text not null,
  kind text not null,
  created text not null,
  expires text not null,
  actor text not null,
  primary key (environment_id, secret_hash)
);
create index driver_links_of_driver on driver_links (environment_id, driver_key);

alter table loads add column actual_start text;
alter table loads add column actual_end text;
create index loads_of_driver on loads (environment_id, driver_key, status);

-- The latest outcome that counts, and when it happened; of the list, for its filter.
alter table consignments add column outcome text;
alter table consignments add column outcome_time text;
alter table consignment_list add column outcome text;
create index consignment_list_outcome on consignment_list (environment_id, outcome, consignment_id) where outcome is not null;

-- What became of an order at its stop. fingerprint: of the content that was sent, to tell a repeat from a conflict.
-- pending: how many of its files have not arrived. replaces, replaced_by: the proof that it corrects, and the one that
-- corrects it. document: the rest of what a read returns, with the ids of its files.
create table pods (
  environment_id text not null,
  pod_id text not null,
  consignment_id text not null,
  consignment_key text not null,
  load_id text,
  stop_position bigint not null,
  outcome text not null,
  time text not null,
  received text not null,
  fingerprint text not null,
  version bigint not null,
  created text not null,
  updated text not null,
  pending bigint not null,
  driver_key text,
  replaces text,
  replaced_by text,
  document text not null,
  primary key (environment_id, pod_id)
);
create index pods_of_consignment on pods (environment_id, consignment_id, time);
create index pods_of_load on pods (environment_id, load_id);
create index pods_by_time on pods (environment_id, received, pod_id);

-- The bytes are in the file store, under the environment and the file's id. state: pending, stored, expired, erased, or
-- removed, which is one whose proof has gone. A row stays until its bytes are gone.
create table files (
  environment_id text not null,
  file_id text not null,
  pod_id text not null,
  kind text not null,
  type text not null,
  bytes bigint not null,
  sha256 text not null,
  width bigint,
  height bigint,
  state text not null,
  created text not null,
  updated text not null,
  primary key (environment_id, file_id)
);
create index files_of_pod on files (environment_id, pod_id);
create index files_by_state on files (environment_id, state, updated);

-- version, since: as in export_list.
create table pod_export_list (
  environment_id text not null,
  pod_id text not null,
  version bigint not null,
  since bigint not null,
  reason text not null,
  primary key (environment_id, pod_id)
);
create index pod_export_list_since on pod_export_list (environment_id, since, pod_id);

-- Letters: decided with what they tell of, sent afterwards. dedupe: what there is one letter of. state: waiting, sent,
-- failed, suppressed (with its reason). recipient: consignee, fixed (an address of the settings) or named (by hand).
-- attempts: JSON list of what the mail server said.
create table notices (
  environment_id text not null,
  notice_id text not null,
  consignment_id text not null,
  pod_id text,
  kind text not null,
  dedupe text not null,
  recipient text not null,
  address text not null,
  state text not null,
  reason text,
  created text not null,
  updated text not null,
  due bigint not null,
  tries bigint not null,
  attempts text not null,
  primary key (environment_id, notice_id)
);
create unique index notices_dedupe on notices (environment_id, dedupe);
create index notices_due on notices (environment_id, state, due);
create index notices_of_consignment on notices (environment_id, consignment_id);

-- Which instance sends the letters of an environment, and until when. There from its first letter on.
create table notice_senders (
  environment_id text not null,
  lease_owner text,
  lease_until bigint not null,
  primary key (environment_id)
);

-- token: of the page's address, what comes behind the environment. expires: of an order without an outcome.
create table tracking (
  environment_id text not null,
  consignment_id text not null,
  token text not null,
  created text not null,
  expires text not null,
  primary key (environment_id, consignment_id)
);
create unique index tracking_token on tracking (environment_id, token);

-- Where a load was last, and the way it went.
create table load_positions (
  environment_id text not null,
  load_id text not null,
  lat double precision not null,
  lng double precision not null,
  accuracy double precision,
  time text not null,
  primary key (environment_id, load_id)
);
create table positions (
  environment_id text not null,
  load_id text not null,
  time text not null,
  lat double precision not null,
  lng double precision not null,
  accuracy double precision,
  primary key (environment_id, load_id, time)
);
create index positions_by_time on positions (environment_id, time);
