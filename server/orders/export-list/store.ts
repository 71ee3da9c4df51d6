// Stores export lists: the statements of every export list, and the list of orders.
import {
  buildValueList,
  createTemplate,
  joinFragments,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'

/** Entry of an export list. `since` is its position, in microseconds. */
export interface ExportListEntry {
  id: string
  version: number
  since: number
  reason: string
}
export interface EntryRow extends ExportListEntry {
  /** Key of the order to which the record belongs. */
  key: string
}
export type ListPosition = Pick<ExportListEntry, 'id' | 'since'>

interface ListOptions {
  table: string
  /** Name of the column with the id of the record, in the list and in the table `records`. */
  id: string
  records: string
  /** Name of the column with the key of the order, in the table `records`. */
  key: string
  /** Whether a change of a listed record replaces the reason of its entry. The version is always replaced. */
  changeReplacesReason: boolean
  /** Whether adding a listed record again replaces the reason of its entry. */
  additionReplacesReason: boolean
}

/**
 * Builds the statements of an export list once, so that the databases reuse them. Each `?` in a statement is a value.
 */
export function exportList({ table, id, records, key, ...replaces }: ListOptions) {
  const statement = (text: string) => createTemplate(...text.split('?'))
  const inEnvironment = `from ${table} where environment_id = ?`
  const insert = `insert into ${table} (environment_id, ${id}, version, since, reason) values (?, ?, ?, ?, ?)`
  const conflict = `${insert} on conflict (environment_id, ${id}) do`
  return {
    insert: statement(insert),
    upsert: statement(
      `${conflict} update set version = excluded.version
        ${replaces.changeReplacesReason ? ', reason = excluded.reason' : ''}`,
    ),
    add: statement(
      `${conflict} ${replaces.additionReplacesReason ? 'update set reason = excluded.reason' : 'nothing'}`,
    ),
    setVersion: statement(`update ${table} set version = ? where environment_id = ? and ${id} = ?`),
    find: statement(`select version ${inEnvironment} and ${id} = ?`),
    remove: statement(`delete ${inEnvironment} and ${id} = ?`),
    removeRead: statement(`delete ${inEnvironment} and ${id} = ? and version = ? and reason like ?`),
    removeAll: statement(`delete ${inEnvironment}`),
    lockSome: statement(`select ${id} ${inEnvironment} and ${id} in `),
    removeSome: statement(`delete ${inEnvironment} and ${id} in `),
    nextIds: statement(`select ${id} as id ${inEnvironment} and ${id} > ? order by ${id} limit ?`),
    last: statement(`select since, ${id} as id ${inEnvironment} order by since desc, ${id} desc limit 1`),
    pageOfIds: statement(
      `select since, ${id} as id ${inEnvironment} and (since, ${id}) > (?, ?) and (since, ${id}) <= (?, ?)
        order by since, ${id} limit ?`,
    ),
    page: statement(
      `select x.${id} as id, r.${key} as key, x.version, x.since, x.reason from ${table} x
        join ${records} r on r.environment_id = x.environment_id and r.${id} = x.${id}
        where x.environment_id = ? and (x.since, x.${id}) > (?, ?) and (x.since, x.${id}) <= (?, ?)
        order by x.since, x.${id} limit ?`,
    ),
    orderById: statement(` order by ${id}`),
    replacesReason: replaces.additionReplacesReason,
  }
}
export type ExportList = ReturnType<typeof exportList>

export const orderExportList = exportList({
  table: 'export_list',
  id: 'consignment_id',
  records: 'consignments',
  key: 'key',
  changeReplacesReason: false,
  additionReplacesReason: true,
})

const valuesOf = (environmentId: string, { id, version, since, reason }: ExportListEntry) => [
  environmentId,
  id,
  version,
  since,
  reason,
]

/** Inserts a record that this transaction created. */
export const insertEntry = (tx: WriteTransaction, list: ExportList, environmentId: string, entry: ExportListEntry) =>
  tx.runOn({ strings: list.insert, values: valuesOf(environmentId, entry) })

/** Adds a changed record. If it is already listed, sets the new version, and keeps the position. */
export const upsertEntry = (tx: WriteTransaction, list: ExportList, environmentId: string, entry: ExportListEntry) =>
  tx.runOn({ strings: list.upsert, values: valuesOf(environmentId, entry) })

/** Sets the version of a listed record. Does nothing for other records. */
export const setVersion = (
  tx: WriteTransaction,
  list: ExportList,
  environmentId: string,
  { id, version }: Pick<ExportListEntry, 'id' | 'version'>,
) => tx.runOn({ strings: list.setVersion, values: [version, environmentId, id] })

/** Adds a record. A listed record keeps its position. Returns whether the record was not listed before. */
export async function addEntry(
  tx: WriteTransaction,
  list: ExportList,
  environmentId: string,
  entry: ExportListEntry,
): Promise<boolean> {
  const wasListed = list.replacesReason && (await isListed(tx, list, environmentId, entry.id))
  const added = await tx.run({ strings: list.add, values: valuesOf(environmentId, entry) })
  return !wasListed && added > 0
}

export const isListed = async (tx: ReadTransaction, list: ExportList, environmentId: string, id: string) =>
  (await tx.get({ strings: list.find, values: [environmentId, id] })) !== undefined

/** Removes an entry. Returns the number of removed entries: 1 or 0. */
export const removeEntry = (tx: WriteTransaction, list: ExportList, environmentId: string, id: string) =>
  tx.run({ strings: list.remove, values: [environmentId, id] })

/** State of an entry, as a client has read it. */
export interface ReadEntry {
  id: string
  version: number
  /** Reason of the entry; any reason if the client omits it. */
  reason?: string | null | undefined
}
/** Removes an entry if it is still in the given state. The row lock prevents changes by other transactions. */
export const removeRead = (
  tx: WriteTransaction,
  list: ExportList,
  environmentId: string,
  { id, version, reason }: ReadEntry,
) => tx.run({ strings: list.removeRead, values: [environmentId, id, version, reason ?? '%'] })

/** Entries per statement that locks entries. */
const entriesMax = 100

/**
 * Locks the entries of these records, sorted by id like acknowledgements. With another sequence, this transaction and
 * an acknowledgement could deadlock.
 */
export async function lockEntries(
  tx: WriteTransaction,
  list: ExportList,
  environmentId: string,
  recordIds: readonly string[],
): Promise<void> {
  // SQLite runs one transaction at a time, so it needs no locks.
  if (tx.oneByOne) return
  for (const ids of splitIntoBatches([...new Set(recordIds)].sort(), entriesMax)) {
    const lockSome = { strings: list.lockSome, values: [environmentId] }
    await tx.lock(joinFragments(lockSome, buildValueList(ids, entriesMax), { strings: list.orderById, values: [] }))
  }
}

/** Removes all entries of the list, in the sequence of their ids. */
export async function clearList(tx: WriteTransaction, list: ExportList, environmentId: string): Promise<void> {
  if (tx.oneByOne) return void (await tx.run({ strings: list.removeAll, values: [environmentId] }))
  for (let lastId = ''; ; ) {
    const rows = await tx.all<{ id: string }>({
      strings: list.nextIds,
      values: [environmentId, lastId, entriesMax],
    })
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await lockEntries(tx, list, environmentId, ids)
    await tx.run(joinFragments({ strings: list.removeSome, values: [environmentId] }, buildValueList(ids, entriesMax)))
    lastId = ids.at(-1)!
  }
}

/** Returns the last position on the list. Entries that are added later have later positions. */
export const findLastPosition = (tx: ReadTransaction, list: ExportList, environmentId: string) =>
  tx.get<ListPosition>({ strings: list.last, values: [environmentId] })

export interface ListRange {
  after: ListPosition
  upTo: ListPosition
  limit: number
}
const stretchOf = (environmentId: string, { after, upTo, limit }: ListRange) => [
  environmentId,
  after.since,
  after.id,
  upTo.since,
  upTo.id,
  limit,
]
export const readIdPage = (tx: ReadTransaction, list: ExportList, environmentId: string, stretch: ListRange) =>
  tx.all<ListPosition>({ strings: list.pageOfIds, values: stretchOf(environmentId, stretch) })

export const readEntryPage = (tx: ReadTransaction, list: ExportList, environmentId: string, stretch: ListRange) =>
  tx.all<EntryRow>({ strings: list.page, values: stretchOf(environmentId, stretch) })

/** Locks a load, so that no order joins or leaves it. Returns undefined if the load does not exist. */
export const lockLoad = (tx: WriteTransaction, environmentId: string, loadId: string) =>
  tx.lock<{ loadId: string }>(
    sql`select load_id as "loadId" from loads where environment_id = ${environmentId} and load_id = ${loadId}`,
  )

/** Returns the orders of a load, in the sequence of their ids. */
export const listLoadOrders = (tx: ReadTransaction, environmentId: string, loadId: string) =>
  tx.all<Pick<ExportListEntry, 'id' | 'version'>>(
    sql`select c.consignment_id as id, c.version from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
    where s.environment_id = ${environmentId} and s.load_id = ${loadId} order by c.consignment_id`,
  )
