// Vehicles and drivers in the database. A deleted one stays for the loads that name it.

import {
  type Awaitable,
  join,
  listed,
  piece,
  type Query,
  type Reader,
  sql,
  type Writer,
} from '../../platform/database/database.ts'
import { aheadAtMost } from '../../platform/value/times.ts'

export interface FleetRow {
  version: number
  updated: string
  /** The whole record as a read returns it. */
  document: string
}
export interface KeyedRow extends Omit<FleetRow, 'updated'> {
  key: string
}
/** What one has become. */
export type Stamp = Omit<FleetRow, 'document'>
export interface NewRow {
  key: string
  document: string
  now: string
  /** Of a driver: the usual vehicle. */
  vehicleKey?: string | null
}

/** What both tables have in common, which is nearly all. */
function recordsIn(table: Query) {
  const one = (environmentId: string, key: string): Query =>
    join(
      piece`select version, updated, document from `,
      table,
      piece` where environment_id = ${environmentId} and key = ${key} and deleted is null`,
    )
  return {
    find: (tx: Reader, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.get<FleetRow>(one(environmentId, key)),

    lock: (tx: Writer, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.lock<FleetRow>(one(environmentId, key)),

    /** The same for one that is about to be named: nobody deletes it before this transaction ends. */
    hold: (tx: Writer, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.share<FleetRow>(one(environmentId, key)),

    list: (tx: Reader, environmentId: string): Awaitable<KeyedRow[]> =>
      tx.all<KeyedRow>(
        join(
          piece`select key, version, document from `,
          table,
          piece` where environment_id = ${environmentId} and deleted is null order by key`,
        ),
      ),

    /** Up to 500 of them, deleted ones too. */
    named: (tx: Reader, environmentId: string, keys: readonly string[]): Awaitable<KeyedRow[]> =>
      keys.length === 0
        ? []
        : tx.all<KeyedRow>(
            join(
              piece`select key, version, document from `,
              table,
              piece` where environment_id = ${environmentId} and key in `,
              listed(keys, keys.length === 1 ? 1 : keys.length <= 50 ? 50 : 500),
            ),
          ),

    /** A few keys, to tell what there is instead of an unknown one. */
    someKeys: (tx: Reader, environmentId: string): Awaitable<{ key: string }[]> =>
      tx.all<{ key: string }>(
        join(
          piece`select key from `,
          table,
          piece` where environment_id = ${environmentId} and deleted is null order by key limit 200`,
        ),
      ),
  }
}

export const vehicles = {
  ...recordsIn(piece`vehicles`),

  /** Answers what it has become; nothing when the key is taken. A deleted vehicle comes back. */
  insert: (tx: Writer, environmentId: string, { key, document, now }: NewRow): Awaitable<Stamp | undefined> =>
    tx.get<Stamp>(
      sql`insert into vehicles (environment_id, key, version, created, updated, document) values (${environmentId}, ${key}, 1, ${now}, ${now}, ${document})
    on conflict (environment_id, key) do update set version = vehicles.version + 1, created = excluded.created, deleted = null, document = excluded.document,
    updated = case when vehicles.deleted > excluded.updated and vehicles.deleted < ${aheadAtMost(now)} then vehicles.deleted else excluded.updated end
    where vehicles.deleted is not null returning version, updated`,
    ),

  update: (
    tx: Writer,
    environmentId: string,
    { key, version, document, now }: NewRow & { version: number },
  ): Awaitable<number> =>
    tx.run(
      sql`update vehicles set version = ${version}, updated = ${now}, document = ${document} where environment_id = ${environmentId} and key = ${key}`,
    ),

  remove: (
    tx: Writer,
    environmentId: string,
    key: string,
    { version, now }: { version: number; now: string },
  ): Awaitable<number> =>
    tx.run(
      sql`update vehicles set version = ${version}, deleted = ${now} where environment_id = ${environmentId} and key = ${key}`,
    ),
}

/** Stands for a driver who is deleted: who it was is nobody's business any more. */
const nobody = '{}'

export const drivers = {
  ...recordsIn(piece`drivers`),

  /** Answers what it has become; nothing when the key is taken. A deleted driver comes back. */
  insert: (
    tx: Writer,
    environmentId: string,
    { key, document, now, vehicleKey = null }: NewRow,
  ): Awaitable<Stamp | undefined> =>
    tx.get<Stamp>(
      sql`insert into drivers (environment_id, key, version, created, updated, vehicle_key, document) values (${environmentId}, ${key}, 1, ${now}, ${now}, ${vehicleKey}, ${document})
    on conflict (environment_id, key) do update set version = drivers.version + 1, created = excluded.created, deleted = null, vehicle_key = excluded.vehicle_key, document = excluded.document,
    updated = case when drivers.deleted > excluded.updated and drivers.deleted < ${aheadAtMost(now)} then drivers.deleted else excluded.updated end
    where drivers.deleted is not null returning version, updated`,
    ),

  update: (
    tx: Writer,
    environmentId: string,
    { key, version, document, now, vehicleKey = null }: NewRow & { version: number },
  ): Awaitable<number> =>
    tx.run(
      sql`update drivers set version = ${version}, updated = ${now}, vehicle_key = ${vehicleKey}, document = ${document} where environment_id = ${environmentId} and key = ${key}`,
    ),

  /** With the name and the number. */
  remove: (
    tx: Writer,
    environmentId: string,
    key: string,
    { version, now }: { version: number; now: string },
  ): Awaitable<number> =>
    tx.run(
      sql`update drivers set version = ${version}, deleted = ${now}, vehicle_key = null, document = ${nobody} where environment_id = ${environmentId} and key = ${key}`,
    ),

  /** Those whose usual vehicle it is. */
  ofVehicle: (tx: Reader, environmentId: string, vehicleKey: string): Awaitable<KeyedRow[]> =>
    tx.all<KeyedRow>(
      sql`select key, version, document from drivers where environment_id = ${environmentId} and vehicle_key = ${vehicleKey} and deleted is null order by key`,
    ),
}
