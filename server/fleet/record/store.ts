// Depots, vehicles and drivers in the database. A deleted record stays in the database for the orders and loads that
// refer to it.
import {
  type Awaitable,
  buildValueList,
  createTemplate,
  joinFragments,
  type ReadTransaction,
  type SqlQuery,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { calculateLatestTime } from '../../platform/value/times.ts'

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
export type RecordStamp = Omit<FleetRow, 'document'>
export interface NewRow {
  key: string
  document: string
  now: string
  /** Usual vehicle of a driver. */
  vehicleKey?: string | null
}
interface Deletion {
  version: number
  now: string
}

/** Builds the statements of a table once, so that the engines reuse them. Each `?` is a value. */
function statementsOf(table: string, hasUsualVehicle: boolean) {
  const statement = (text: string) => createTemplate(...text.split('?'))
  const recordClause = `from ${table} where environment_id = ? and key = ?`
  const keyCondition = 'where environment_id = ? and key = ?'
  const vehicle = (text: string) => (hasUsualVehicle ? text : '')
  return {
    find: statement(`select version, updated, document ${recordClause} and deleted is null`),
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
      `update ${table} set version = ?, updated = ?, document = ?${vehicle(', vehicle_key = ?')} ${keyCondition}`,
    ),
    // The name and the phone number of a deleted driver are erased.
    remove: statement(
      `update ${table} set version = ?, deleted = ?${vehicle(", vehicle_key = null, document = '{}'")} ${keyCondition}`,
    ),
  }
}

function recordsIn(table: string, hasUsualVehicle = false) {
  const statements = statementsOf(table, hasUsualVehicle)
  const buildFindQuery = (environmentId: string, key: string): SqlQuery => ({
    strings: statements.find,
    values: [environmentId, key],
  })
  const usual = (vehicleKey: string | null = null) => (hasUsualVehicle ? [vehicleKey] : [])
  return {
    find: (tx: ReadTransaction, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.get<FleetRow>(buildFindQuery(environmentId, key)),

    lock: (tx: WriteTransaction, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.lock<FleetRow>(buildFindQuery(environmentId, key)),

    /** Returns a record that a change names. No other transaction deletes it before this transaction ends. */
    hold: (tx: WriteTransaction, environmentId: string, key: string): Awaitable<FleetRow | undefined> =>
      tx.share<FleetRow>(buildFindQuery(environmentId, key)),

    list: (tx: ReadTransaction, environmentId: string): Awaitable<KeyedRow[]> =>
      tx.all<KeyedRow>({ strings: statements.list, values: [environmentId] }),

    /** Returns the records with these keys, at most 500, deleted records included. */
    named: (tx: ReadTransaction, environmentId: string, keys: readonly string[]): Awaitable<KeyedRow[]> =>
      keys.length === 0
        ? []
        : tx.all<KeyedRow>(
            joinFragments(
              { strings: statements.named, values: [environmentId] },
              buildValueList(keys, keys.length <= 2 ? keys.length : keys.length <= 50 ? 50 : 500),
            ),
          ),

    /** Returns some keys, at most 200, for the hint of an error. */
    someKeys: (tx: ReadTransaction, environmentId: string): Awaitable<{ key: string }[]> =>
      tx.all<{ key: string }>({ strings: statements.someKeys, values: [environmentId] }),

    /** Returns the version, or undefined if the key is taken. The key of a deleted record restores that record. */
    insert: (tx: WriteTransaction, environmentId: string, { key, document, now, vehicleKey }: NewRow) =>
      tx.get<RecordStamp>({
        strings: statements.insert,
        values: [environmentId, key, now, now, document, ...usual(vehicleKey), calculateLatestTime(now)],
      }),

    update: (
      tx: WriteTransaction,
      environmentId: string,
      { key, version, document, now, vehicleKey }: NewRow & { version: number },
    ) =>
      tx.run({
        strings: statements.update,
        values: [version, now, document, ...usual(vehicleKey), environmentId, key],
      }),

    remove: (tx: WriteTransaction, environmentId: string, key: string, { version, now }: Deletion): Awaitable<number> =>
      tx.run({ strings: statements.remove, values: [version, now, environmentId, key] }),
  }
}

/** Depots that a transaction has already locked, so that it need not read them again. */
const lockedDepots = new WeakMap<WriteTransaction, Set<string>>()
const depotRecords = recordsIn('depots')

export const depotTable = {
  ...depotRecords,

  /** Returns whether a depot exists. No other transaction deletes it before this transaction ends. */
  isHeld: (tx: WriteTransaction, environmentId: string, key: string): Awaitable<boolean> =>
    lockedDepots.get(tx)?.has(`${environmentId} ${key}`) ? true : holdDepot(tx, environmentId, key),

  remove(tx: WriteTransaction, environmentId: string, key: string, deletion: Deletion): Awaitable<number> {
    lockedDepots.get(tx)?.delete(`${environmentId} ${key}`)
    return depotRecords.remove(tx, environmentId, key, deletion)
  },
}

async function holdDepot(tx: WriteTransaction, environmentId: string, key: string): Promise<boolean> {
  const found = await tx.share(
    sql`select key from depots where environment_id = ${environmentId} and key = ${key} and deleted is null`,
  )
  if (found === undefined) return false
  lockedDepots.set(tx, (lockedDepots.get(tx) ?? new Set()).add(`${environmentId} ${key}`))
  return true
}

export const vehicleTable = recordsIn('vehicles')

export const driverTable = {
  ...recordsIn('drivers', true),

  /** Returns the drivers whose usual vehicle has this key. */
  ofVehicle: (tx: ReadTransaction, environmentId: string, vehicleKey: string): Awaitable<KeyedRow[]> =>
    tx.all<KeyedRow>(
      sql`select key, version, document
        from drivers
        where environment_id = ${environmentId} and vehicle_key = ${vehicleKey} and deleted is null
        order by key`,
    ),
}
