// The table of the limits that store: the columns and the two unique indexes of the orders of the service.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export function openTable(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'limit.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000')
  database.exec(`create table consignments (
    environment_id text not null, consignment_id text not null, key text not null, type text not null,
    version bigint not null, created text not null, updated text not null, depot_key text,
    time_at_stop bigint, joined_time_at_stop bigint, weight double precision, volume double precision,
    document text not null, own_references text,
    primary key (environment_id, consignment_id), unique (environment_id, key))`)
  return database
}

export const environmentId = '01980000-0000-7000-8000-000000000000'

export const insertRow = `insert into consignments (
  environment_id, consignment_id, key, type, version, created, updated,
  depot_key, time_at_stop, weight, volume, document
) values ('${environmentId}', ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`
