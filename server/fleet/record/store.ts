// Depots, vehicles and drivers in the database. A deleted record stays for the orders and loads that name it.
import {
  type Awaitable,
  join,
  listed,
  type Query,
  type Reader,
  sql,
  template,
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
/** Stamp of a record after a change: its version and time. */
export type Stamp = Omit<FleetRow, 'document'>
export interface NewRow {
  key: string
  document: string
  now: string
  /** Usual vehicle of a driver. */
  vehicleKey?: string | null
}
interface Gone {
  version: number
  now: string
}

/** Builds the statements of a table once, so that the engines reuse them. Each `?` is a value. */
function statementsOf(table: string, hasUsualVehicle: boolean) {
  const statement = (text: string) => template(...text.split('?'))
  const one = `from ${table} where environment_id = ? and key = ?`
  const where = 'where environment_id = ? and key = ?'
  const vehicle = (text: string) => (hasUsualVehicle ? text : '')
  return {
    find: statement(`select version, updated, document ${one} and deleted is null`),
    list: statement(
      `select key, version, document from ${table} where environment_id = ? and deleted is null order by key`,
    ),
    named: statement(`select key, version, document from ${table} where environment_id = ? and key in `),
    someKeys: statement(`select key from ${table} where environment_id = ? and deleted is null order by key limit 200`),
    insert: statement(
      `insert into ${table} (environment_id, key, version, created, updated, document${vehicle(', vehicle_key')})
        values (?, ?, 1, ?, ?, ?${vehicle(', ?')})
        on conflict (environment_id, key) do update set version = ${table}.version + 1, created = excluded.created,
          deleted = null, document = excluded.document${vehicle(', vehicle_key = excluded.vehicle_key')},
          updated = case when ${table}.deleted > excluded.updated and ${table}.deleted < ?
            then ${table}.deleted else excluded.updated end
        where ${table}.deleted is not null returning version, updated`,
    ),
    update: statement(
      `update ${table} set version = ?, updated = ?, document = ?${vehicle(', vehicle_key = ?')} ${where}`,
    ),
    // The name and the phone number of a deleted driver are erased.
    remove: statement(
      `update ${table} set version = ?, deleted = ?${vehicle(", vehicle_key = null, document = '{}'")} ${where}`,
    ),
  }
}

function recordsIn(table: string, hasUsualVehicle = false) {
  const statements = statementsOf(table, hasUsualVehicle)
  const one = (environmentId: string, key: string): Query => ({
    strings: statements.find,
    values: [environmentId, key],
  })
  const usual = (vehicleKey: string | null = null) => (hasUsualVehicle ? [vehicleKey] : [])
  return {
    find: (tx: Reader, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.get<FleetRow>(one(environmentId, key)),

    lock: (tx: Writer, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.lock<FleetRow>(one(environmentId, key)),

    /** Returns a record that a change names. No other transaction deletes it before this transaction ends. */
    hold: (tx: Writer, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.share<FleetRow>(one(environmentId, key)),

    list: (tx: Reader, environmentId: string): Awaitable<KeyedRow[]> =>
      tx.all<KeyedRow>({ strings: statements.list, values: [environmentId] }),

    /** Returns the records with these keys, at most 500, deleted records included. */
    named: (tx: Reader, environmentId: string, keys: readonly string[]): Awaitable<KeyedRow[]> =>
      keys.length === 0
        ? []
        : tx.all<KeyedRow>(
            join(
              { strings: statements.named, values: [environmentId] },
              listed(keys, keys.length <= 2 ? keys.length : keys.length <= 50 ? 50 : 500),
            ),
          ),

    /** Returns some keys, at most 200, for the hint of an error. */
    someKeys: (tx: Reader, environmentId: string): Awaitable<{ key: string }[]> =>
      tx.all<{ key: string }>({ strings: statements.someKeys, values: [environmentId] }),

    /** Returns the version, or undefined if the key is taken. The key of a deleted record restores that record. */
    insert: (
      tx: Writer,
      environmentId: string,
      { key, document, now, vehicleKey }: NewRow,
    ): Awaitable<Stamp | undefined> =>
      tx.get<Stamp>({
        strings: statements.insert,
        values: [environmentId, key, now, now, document, ...usual(vehicleKey), aheadAtMost(now)],
      }),

    update: (
      tx: Writer,
      environmentId: string,
      { key, version, document, now, vehicleKey }: NewRow & { version: number },
    ): Awaitable<number> =>
      tx.run({
        strings: statements.update,
        values: [version, now, document, ...usual(vehicleKey), environmentId, key],
      }),

    remove: (tx: Writer, environmentId: string, key: string, { version, now }: Gone): Awaitable<number> =>
      tx.run({ strings: statements.remove, values: [version, now, environmentId, key] }),
  }
}

/** Depots that a transaction holds already; it need not read them again. */
const held = new WeakMap<Writer, Set<string>>()
const depotRecords = recordsIn('depots')

export const depots = {
  ...depotRecords,

  /** Returns whether a depot exists. No other transaction deletes it before this transaction ends. */
  isHeld: (tx: Writer, environmentId: string, key: string): Awaitable<boolean> =>
    held.get(tx)?.has(`${environmentId} ${key}`) ? true : holdDepot(tx, environmentId, key),

  remove(tx: Writer, environmentId: string, key: string, gone: Gone): Awaitable<number> {
    held.get(tx)?.delete(`${environmentId} ${key}`)
    return depotRecords.remove(tx, environmentId, key, gone)
  },
}

async function holdDepot(tx: Writer, environmentId: string, key: string): Promise<boolean> {
  const found = await tx.share(
    sql`select key from depots where environment_id = ${environmentId} and key = ${key} and deleted is null`,
  )
  if (found === undefined) return false
  held.set(tx, (held.get(tx) ?? new Set()).add(`${environmentId} ${key}`))
  return true
}

export const vehicles = recordsIn('vehicles')

export const drivers = {
  ...recordsIn('drivers', true),

  /** Returns the drivers whose usual vehicle it is. */
  ofVehicle: (tx: Reader, environmentId: string, vehicleKey: string): Awaitable<KeyedRow[]> =>
    tx.all<KeyedRow>(
      sql`select key, version, document
        from drivers
        where environment_id = ${environmentId} and vehicle_key = ${vehicleKey} and deleted is null
        order by key`,
    ),
}
