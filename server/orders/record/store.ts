// Stores orders: the `consignments` table, their rows in the order list, and their search words.
import { cancelledReason } from '../../../contract/reasons.ts'
import type { OutcomeName } from '../../../contract/road.ts'
import {
  buildValueList,
  createTemplate,
  joinFragments,
  piece,
  type ReadTransaction,
  retryOnConflict,
  type SqlQuery,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { calculateChecksum } from '../../platform/value/checksum.ts'
import { calculateLatestTime } from '../../platform/value/times.ts'
import { indexedColumns, type OrderColumns, plainColumns } from './columns.ts'
import type { OrderDraft } from './draft.ts'
import { insertListRow, updateListRow } from './list-row-store.ts'
import { encodeListedVersion, type ListRow, versionStep } from './listing.ts'

/** Order with the values that a read takes from its stop, its depot and the settings. */
export interface ConsignmentRow extends OrderColumns {
  consignmentId: string
  version: number
  created: string
  updated: string
  effectiveTimeAtStop: number
  document: string
  /** Checksum of the document (CRC-32); null if 0.2 wrote the order last. */
  checksum: number | null
  ownReferences: string | null
  outcome: OutcomeName | null
  outcomeTime: string | null
  loadId: string | null
  stopPosition: number | null
  /** JSON of the order's depot; null without a depot. */
  depot: string | null
}

const ordersText = joinFragments(
  piece`select c.consignment_id as "consignmentId", `,
  indexedColumns.select('c'),
  piece`, `,
  plainColumns.select('c'),
  piece`, c.version, c.created, c.updated, c.document, c.own_references as "ownReferences",
      coalesce(c.time_at_stop, c.joined_time_at_stop, e.stop_duration) as "effectiveTimeAtStop",
      case when c.listed >= c.version * 1000 then c.checksum end as checksum, c.outcome,
      c.outcome_time as "outcomeTime", s.load_id as "loadId", s.position as "stopPosition", d.document as depot
    from consignments c
    join settings e on e.environment_id = c.environment_id
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join depots d on d.environment_id = c.environment_id and d.key = c.depot_key
    where c.environment_id = ${''}`,
).strings

/** Returns the statement that selects the complete orders of an environment. The caller adds further conditions. */
export const buildOrdersQuery = (environmentId: string): SqlQuery => ({ strings: ordersText, values: [environmentId] })

// Statements that are built once, because reading one order is the most frequent request.
const byIdText = joinFragments(buildOrdersQuery(''), piece` and c.consignment_id = ${''}`).strings
const byKeyText = joinFragments(buildOrdersQuery(''), piece` and c.key = ${''}`).strings

const byId = (environmentId: string, consignmentId: string): SqlQuery => ({
  strings: byIdText,
  values: [environmentId, consignmentId],
})

export const findById = (tx: ReadTransaction, environmentId: string, consignmentId: string) =>
  tx.get<ConsignmentRow>(byId(environmentId, consignmentId))

/** Reads and locks an order, so that other transactions do not change it until this one ends. */
export const lockById = (tx: WriteTransaction, environmentId: string, consignmentId: string) =>
  tx.lock<ConsignmentRow>(byId(environmentId, consignmentId))

export const findByKey = (tx: ReadTransaction, environmentId: string, key: string) =>
  tx.get<ConsignmentRow>({ strings: byKeyText, values: [environmentId, key] })

/** Locks an order, so that other transactions do not change it until this one ends. */
export const lockOrder = (tx: WriteTransaction, environmentId: string, consignmentId: string) =>
  tx.lock<{ version: number; updated: string }>(
    sql`select version, updated from consignments
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Order with the size of its document. The database measures the size without sending the document. */
export interface DocumentSize {
  consignmentId: string
  bytes: number
}

/** Finds the orders among these ids whose recipient's address has a location. */
export const findLocatedOrders = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<DocumentSize>(
    joinFragments(
      piece`select c.consignment_id as "consignmentId", octet_length(c.document) as bytes from consignments c
    join consignment_list l on l.environment_id = c.environment_id and l.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and l.located = 1 and c.consignment_id in `,
      buildValueList(ids, locatedAtOnce),
    ),
  )
const locatedAtOnce = 400

/** Documents per statement. */
export const documentsAtOnce = 50

export const findDocuments = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<{ consignmentId: string; document: string }>(
    joinFragments(
      piece`select consignment_id as "consignmentId", document from consignments
        where environment_id = ${environmentId} and consignment_id in `,
      buildValueList(ids, ids.length === 1 ? 1 : documentsAtOnce),
    ),
  )

export const findOrderId = async (tx: ReadTransaction, environmentId: string, key: string) =>
  (
    await tx.get<{ consignmentId: string }>(
      sql`select consignment_id as "consignmentId" from consignments
        where environment_id = ${environmentId} and key = ${key}`,
    )
  )?.consignmentId

/** Keys per statement; the template has one parameter for each. */
const keysAtOnce = 50
const keysTemplate = createTemplate(
  'select key from consignments where environment_id = ',
  ' and key in (',
  ...Array<string>(keysAtOnce - 1).fill(', '),
  ')',
)

/** Returns the keys among these that existing orders have. */
export async function findExistingKeys(
  tx: ReadTransaction,
  environmentId: string,
  keys: readonly (string | undefined)[],
): Promise<Set<string>> {
  const requestedKeys = [...new Set(keys)].filter((key) => key !== undefined)
  const existingKeys = new Set<string>()
  for (let start = 0; start < requestedKeys.length; start += keysAtOnce) {
    const batch = requestedKeys.slice(start, start + keysAtOnce)
    const values = [environmentId, ...batch, ...Array<string>(keysAtOnce - batch.length).fill(batch[0]!)]
    for (const { key } of await tx.all<{ key: string }>({ strings: keysTemplate, values })) existingKeys.add(key)
  }
  return existingKeys
}

/** Inserts an order and its row in the order list. Returns false if another order has the key. */
export const insertOrder = async (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  { draft, joinedTimeAtStop, now }: { draft: OrderDraft; joinedTimeAtStop: number | null; now: string },
): Promise<boolean> => {
  const inserted = await tx.run(
    joinFragments(
      piece`insert into consignments (environment_id, consignment_id, version, created, updated, joined_time_at_stop,
        document, own_references, listed, closes, checksum, `,
      indexedColumns.list,
      piece`, `,
      plainColumns.list,
      piece`) values (${environmentId}, ${consignmentId}, 1, ${now}, ${now}, ${joinedTimeAtStop}, ${draft.document},
        ${draft.ownReferences}, ${encodeListedVersion(1)}, ${draft.listing!.closes},
        ${calculateChecksum(draft.document)}, `,
      indexedColumns.values(draft),
      piece`, `,
      plainColumns.values(draft),
      piece`) on conflict (environment_id, key) do nothing`,
    ),
  )
  if (inserted === 0) return false
  await insertListRow(tx, environmentId, consignmentId, { listing: draft.listing!, assigned: draft.loadId !== null })
  return true
}

interface NewVersion {
  version: number
  draft: OrderDraft
  joinedTimeAtStop: number | null
  now: string
}

export async function updateOrder(
  tx: WriteTransaction,
  environmentId: string,
  row: Pick<ConsignmentRow, 'consignmentId' | 'key' | 'depotKey'>,
  { version, draft, joinedTimeAtStop, now }: NewVersion,
): Promise<void> {
  const { consignmentId } = row
  await tx.runOn(
    joinFragments(
      piece`update consignments set `,
      plainColumns.set(draft),
      piece`, version = ${version}, updated = ${now},
          joined_time_at_stop = coalesce(joined_time_at_stop, ${joinedTimeAtStop}), document = ${draft.document},
          checksum = ${calculateChecksum(draft.document)}, own_references = ${draft.ownReferences},
          listed = coalesce(${draft.listing ? encodeListedVersion(version) : null},
            listed + (${version} - version) * ${versionStep}),
          closes = coalesce(${draft.listing?.closes ?? null}, closes)
        where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    ),
  )
  // Sets the indexed columns in a separate statement and only after a change, because setting one writes its index even
  // if the value is the same.
  if (!indexedColumns.isSame(draft, row))
    await retryOnConflict('consignments_key', () =>
      tx.run(
        joinFragments(
          piece`update consignments set `,
          indexedColumns.set(draft),
          piece` where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
        ),
      ),
    )
  if (draft.listing) await updateListRow(tx, environmentId, consignmentId, draft.listing)
}

/**
 * Records in the order list whether an order is on a load. Also sets the order's outcome, which can change when the
 * order joins or leaves a load.
 */
export async function updateAssignment(
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  assigned: boolean,
): Promise<void> {
  await tx.runOn(
    sql`update consignment_list set assigned = ${assigned ? 1 : 0}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and assigned = ${assigned ? 0 : 1}`,
  )
  await updateOutcome(tx, environmentId, consignmentId)
}

/** Sets the outcome of an order. Its version and its `updated` time stay the same. */
export const setOutcome = (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  { outcome, outcomeTime, reached }: Pick<ConsignmentRow, 'outcome' | 'outcomeTime'> & { reached: string | null },
) =>
  tx.runOn(
    sql`update consignments set outcome = ${outcome}, outcome_time = ${outcomeTime}, reached = ${reached}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Returns the outcome of an order, or null if it has none. */
export const findOutcome = async (tx: ReadTransaction, environmentId: string, consignmentId: string) =>
  (
    await tx.get<{ outcome: OutcomeName | null }>(
      sql`select outcome from consignments
        where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    )
  )?.outcome ?? null

/** Lists the ids of orders after an id, in ascending sequence. */
export const listOrderIds = (tx: ReadTransaction, environmentId: string, lastId: string, limit: number) =>
  tx.all<{ consignmentId: string }>(
    sql`select consignment_id as "consignmentId" from consignments
      where environment_id = ${environmentId} and consignment_id > ${lastId} order by consignment_id limit ${limit}`,
  )

/**
 * Lists orders with an outdated list row, which an instance of an earlier release has written. The index
 * `consignments_behind` contains the version of the format (the last 1), so a new format needs a new index.
 */
export const findOutdatedListRows = (tx: ReadTransaction, environmentId: string, limit: number) =>
  tx.all<{ consignmentId: string }>(
    sql`select consignment_id as "consignmentId" from consignments
      where environment_id = ${environmentId} and listed < version * 1000 + 1 order by consignment_id limit ${limit}`,
  )

/**
 * Marks the list row of an order as up to date. `listing` is undefined if the order cannot be parsed. Calculates a
 * missing checksum, because a release without checksums has written the document. Keeps an existing checksum, because a
 * new one would declare a damaged document intact.
 */
export const setListed = (
  tx: WriteTransaction,
  environmentId: string,
  { consignmentId, version, document }: Pick<ConsignmentRow, 'consignmentId' | 'version' | 'document'>,
  listing: ListRow | undefined,
) =>
  tx.runOn(
    sql`update consignments set listed = ${encodeListedVersion(version)},
        checksum = case when listed >= version * 1000 and checksum is not null then checksum
          else ${calculateChecksum(document)} end,
        closes = coalesce(${listing?.closes ?? null}, closes)
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}
        and listed < ${encodeListedVersion(version)}`,
  )

const ordersToFill = (environmentId: string, lastId: string): SqlQuery =>
  piece`select c.consignment_id as "consignmentId", c.key, c.type, c.depot_key as "depotKey", c.document,
      s.load_id as "loadId"
    from consignments c
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id > ${lastId}`

/** Lists a page of orders, sorted by id, for a migration that fills the order list. */
export const listFillPage = (tx: Pick<ReadTransaction, 'all'>, environmentId: string, lastId: string) =>
  tx.all<Pick<ConsignmentRow, 'consignmentId' | 'key' | 'type' | 'depotKey' | 'loadId' | 'document'>>(
    joinFragments(ordersToFill(environmentId, lastId), piece` order by c.consignment_id limit 500`),
  )

/** Lists a page of orders with a committed time, sorted by id, for a migration. */
export const listCommittedPage = (
  tx: Pick<ReadTransaction, 'all'>,
  environmentId: string,
  lastId: string,
): ReturnType<typeof listFillPage> =>
  tx.all(
    joinFragments(
      ordersToFill(environmentId, lastId),
      piece` and c.document not like '%"committed":null%' order by c.consignment_id limit 500`,
    ),
  )

/** Lists a page of order documents to check, by order id. The checksum is null if 0.2 wrote the document last. */
export const listCheckPage = (tx: Pick<ReadTransaction, 'all'>, environmentId: string, lastId: string) =>
  tx.all<
    Pick<ConsignmentRow, 'consignmentId' | 'key' | 'document' | 'checksum'>
  >(sql`select consignment_id as "consignmentId", key, document,
      case when listed >= version * 1000 then checksum end as checksum
    from consignments where environment_id = ${environmentId} and consignment_id > ${lastId}
    order by consignment_id limit 500`)

export const setChecksum = (
  tx: Pick<WriteTransaction, 'runOn'>,
  environmentId: string,
  { consignmentId, document }: Pick<ConsignmentRow, 'consignmentId' | 'document'>,
) =>
  tx.runOn(
    sql`update consignments set checksum = ${calculateChecksum(document)}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export const setCloses = (
  tx: Pick<WriteTransaction, 'run'>,
  environmentId: string,
  { consignmentId, closes }: { consignmentId: string; closes: string },
) =>
  tx.run(
    sql`update consignments set closes = ${closes}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Sets `closes` of all orders to the end of their required time window. */
export const setAllCloses = (tx: Pick<WriteTransaction, 'run'>, environmentId: string) =>
  tx.run(
    sql`update consignments set closes = (select l.required_to from consignment_list l
        where l.environment_id = ${environmentId} and l.consignment_id = consignments.consignment_id)
      where environment_id = ${environmentId}`,
  )

/**
 * Raises the version of an order that joins or leaves a load. When an order joins, this stores the time at the stop
 * that applies then.
 */
export const incrementVersion = async (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  { joinedTimeAtStop, now }: { joinedTimeAtStop: number | null; now: string },
) =>
  (await tx.get<{ key: string; version: number; updated: string }>(
    sql`update consignments set version = version + 1, listed = listed + ${versionStep},
    updated = case when updated > ${now} and updated < ${calculateLatestTime(now)} then updated else ${now} end,
    joined_time_at_stop = coalesce(joined_time_at_stop, time_at_stop, ${joinedTimeAtStop})
    where environment_id = ${environmentId} and consignment_id = ${consignmentId} returning key, version, updated`,
  ))!

/** Sets the version of an order. Its other fields stay the same. */
export const raiseVersion = (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  { version, now }: { version: number; now: string },
) =>
  tx.runOn(
    sql`update consignments set version = ${version}, updated = ${now},
        listed = listed + (${version} - version) * ${versionStep}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export async function deleteOrder(tx: WriteTransaction, environmentId: string, consignmentId: string): Promise<void> {
  await tx.unindex(environmentId, consignmentId)
  await tx.runOn(
    sql`delete from consignments where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
}

/**
 * Pattern that finds the reason in the document of a proof. It cannot match the text of a field, because JSON escapes
 * the quotes.
 */
const cancelledPattern = `%"failureReasonCode":"${cancelledReason}"%`

/**
 * Returns SQL that is 1 for an unplanned order, else 0. Lists can be filtered by it, and an optimisation plans these
 * orders. An order that was cancelled on a load is unplanned after a planner removes it from the load. An order that
 * was cancelled outside a load is not unplanned.
 */
export const isUnplanned = (environmentId: string): SqlQuery =>
  piece`(case when l.assigned = 1 then 0 else coalesce((
      select case
        when o.outcome = 'success' then 0
        when o.outcome = 'failed' then 1 - coalesce((
          select max(1) from pods p
          where p.environment_id = ${environmentId} and p.consignment_id = l.consignment_id and p.replaced_by is null
            and p.load_id is null and p.outcome = 'failed' and p.time = o.outcome_time
            and p.document like ${cancelledPattern}), 0)
        else 1 end
      from consignments o
      where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id), 1) end)`

/** Selects a value of an order's deciding proof. `findLatestProof` is this rule in TypeScript. */
const decidingProof = (value: SqlQuery): SqlQuery =>
  joinFragments(
    piece`(select `,
    value,
    piece` from pods p
      left join stops s on s.environment_id = p.environment_id and s.consignment_id = p.consignment_id
      where p.environment_id = ${''} and p.consignment_id = ${''} and p.replaced_by is null
        and (s.load_id is null or s.load_id = p.load_id or p.outcome = 'success')
      order by p.time desc, p.received desc, p.pod_id desc limit 1)`,
  )
const recountText = joinFragments(
  piece`update consignments set outcome = `,
  decidingProof(piece`p.outcome`),
  piece`, outcome_time = `,
  decidingProof(piece`p.time`),
  piece`, reached = `,
  decidingProof(piece`coalesce(p.reached, p.time)`),
  piece` where environment_id = ${''} and consignment_id = ${''}
    and exists (select 1 from pods x where x.environment_id = ${''} and x.consignment_id = ${''})`,
).strings

/**
 * Sets the outcome of an order to the outcome of its deciding proof. Runs for every order that joins or leaves a load.
 * Most of these orders have no proof and do not change, so the caller does not wait for the statement.
 */
const updateOutcome = (tx: WriteTransaction, environmentId: string, consignmentId: string) =>
  tx.runOn({ strings: recountText, values: Array(5).fill([environmentId, consignmentId]).flat() })
