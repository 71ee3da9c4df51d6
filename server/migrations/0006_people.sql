-- People, their roles in environments, their sessions, their one-time links, and failed attempts to sign in.
-- A person may be in several environments, so these tables are the same for all of them, as environments is: few rows,
-- on every node of a distributed database. Of every secret only a hash is kept.

-- email: in lower case. password: an argon2id hash with its parameters, none until one is set. subject: who this is at
-- the single sign-on, once that was used.
create table people (
  person_id text not null primary key,
  email text not null,
  name text not null,
  password text,
  subject text,
  created text not null,
  disabled text,
  constraint people_email unique (email),
  constraint people_subject unique (subject)
);

create table memberships (
  environment_id text not null,
  person_id text not null,
  role text not null,
  created text not null,
  primary key (environment_id, person_id),
  constraint memberships_environment foreign key (environment_id) references environments (environment_id) on delete cascade,
  constraint memberships_person foreign key (person_id) references people (person_id) on delete cascade
) without rowid;
create index memberships_of_person on memberships (person_id);

-- session_id names a session to its owner; the cookie holds another secret, whose hash is the key.
create table sessions (
  token_hash text not null primary key,
  session_id text not null,
  person_id text not null,
  created bigint not null,
  last_used bigint not null,
  expires bigint not null,
  device text not null,
  constraint sessions_person foreign key (person_id) references people (person_id) on delete cascade
) without rowid;
create index sessions_of_person on sessions (person_id);

-- kind: owner (the first one), invitation (email, environment_id, role) or reset (person_id).
create table links (
  link_id text not null primary key,
  token_hash text not null,
  kind text not null,
  created bigint not null,
  expires bigint not null,
  email text,
  person_id text,
  environment_id text,
  role text,
  constraint links_token unique (token_hash)
);
create index links_of_environment on links (environment_id);

-- subject: a hash of the account or address that attempts are counted for, until `ends`.
create table attempts (
  subject text not null primary key,
  failures bigint not null,
  ends bigint not null
) without rowid;
