-- What a geocoder has found for addresses, so that it is not asked again for some days. It can be lost at any time, and no
-- copy has it. server: which one. address: a digest of what was asked for. answer: JSON of the proposals, which tell where
-- somebody lives: an erasure forgets them all. stored: milliseconds since the epoch.
create table geocodes (
  environment_id text not null,
  server text not null,
  address text not null,
  answer text not null,
  stored bigint not null,
  primary key (environment_id, server, address)
) without rowid;
create index geocodes_stored on geocodes (environment_id, stored);
