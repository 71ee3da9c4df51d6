-- The processes that serve this database at the same time, where there may be several: each tells the others in its row
-- what it has let in of the tokens that are busy, so that a rate limit holds over all of them.
-- seen: milliseconds since the epoch. uses: JSON, by token.
create table instances (
  instance_id text not null primary key,
  seen bigint not null,
  uses text not null
);
