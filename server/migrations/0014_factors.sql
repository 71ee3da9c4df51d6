-- Second factors: authenticator apps and passkeys, recovery codes, and what has been begun and not finished yet. Like
-- people they belong to no environment.

-- factor: what the session was begun with beside or instead of a password (totp, passkey, recovery, sso), or nothing.
-- proved: when the person last showed who they are, in milliseconds since the epoch.
alter table sessions add column factor text;
alter table sessions add column proved bigint not null default 0;
update sessions set proved = created;
update sessions set factor = 'sso' where person_id in (select person_id from people where subject is not null);

-- kind: totp or passkey. secret: of an app, as it is needed to check its codes. last_step: the time step of the last code
-- that was taken, so that none is taken twice. The other columns are the passkey's, in the words of WebAuthn.
create table factors (
  factor_id text not null primary key,
  person_id text not null,
  kind text not null,
  name text not null,
  created bigint not null,
  last_used bigint,
  secret text,
  last_step bigint,
  credential_id text,
  public_key text,
  counter bigint,
  transports text,
  backed_up bigint,
  constraint factors_credential unique (credential_id),
  constraint factors_person foreign key (person_id) references people (person_id) on delete cascade
);
create index factors_of_person on factors (person_id);

-- Of each code only a hash is kept, until it is used.
create table recovery_codes (
  person_id text not null,
  code_hash text not null,
  primary key (person_id, code_hash),
  constraint recovery_codes_person foreign key (person_id) references people (person_id) on delete cascade
) without rowid;

-- kind: sign-in (the password was right, the second factor is due), passkey (somebody wants to show one), totp or
-- register (a factor to be added). Whoever began it has the token, and the row is gone when it was used.
-- challenge: what a passkey has to sign. secret: of the app that is to be added.
create table ceremonies (
  token_hash text not null primary key,
  kind text not null,
  person_id text,
  challenge text,
  secret text,
  expires bigint not null,
  constraint ceremonies_person foreign key (person_id) references people (person_id) on delete cascade
) without rowid;
create index ceremonies_of_person on ceremonies (person_id);
