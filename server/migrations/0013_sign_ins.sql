-- What happened at the doors of an account, for those who look after its people: kept for a time, and the newest only.
-- way: password, link or single-sign-on. address: of the network; none for what the command line did.
create table sign_ins (
  sign_in_id text not null primary key,
  person_id text not null,
  at bigint not null,
  kind text not null,
  way text not null,
  address text,
  device text not null,
  constraint sign_ins_person foreign key (person_id) references people (person_id) on delete cascade
) without rowid;
create index sign_ins_of_person on sign_ins (person_id, sign_in_id);

-- Browsers that a person has signed in with before: what others guess elsewhere does not shut those out.
-- token_hash: of a cookie that says nothing else.
create table devices (
  token_hash text not null,
  person_id text not null,
  last_used bigint not null,
  primary key (token_hash, person_id),
  constraint devices_person foreign key (person_id) references people (person_id) on delete cascade
) without rowid;
create index devices_of_person on devices (person_id);
