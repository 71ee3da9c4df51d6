// Stores orders: the `consignments` table, their rows in the order list, and their search words.
import { cancelledReason } from '../../../contract/reasons.ts'
import type { OutcomeName } from '../../../contract/road.ts'
import {
  type Awaitable,
  join,
  listed,
  piece,
  type Query,
  type Reader,
  sql,
  template,
  unlessTaken,
  type Writer,
} from '../../platform/database/database.ts'
import { checksumOf } from '../../platform/value/checksum.ts'
import { aheadAtMost } from '../../platform/value/times.ts'
import { keys, type OwnRow, own } from './columns.ts'
import type { Draft } from './draft.ts'
import { enlist, relist } from './list-row-store.ts'
import { type Listing, listedAs, versionStep } from './listing.ts'

/** Consignment row: an order with the columns that a read takes from its stop, its depot and the settings. */
export interface ConsignmentRow extends OwnRow {
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
  /** JSON of the depot. */
  depot: string | null
}

const ordersText = join(
  piece`select c.consignment_id as "consignmentId", `,
  keys.select('c'),
  piece`, `,
  own.select('c'),
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

/** Selects the complete orders of an environment. A caller joins further conditions to it. */
export const ordersOf = (environmentId: string): Query => ({ strings: ordersText, values: [environmentId] })

// Joined once, because the read of one order is the most frequent request.
const byIdText = join(ordersOf(''), piece` and c.consignment_id = ${''}`).strings
const byKeyText = join(ordersOf(''), piece` and c.key = ${''}`).strings

const byId = (environmentId: string, consignmentId: string): Query => ({
  strings: byIdText,
  values: [environmentId, consignmentId],
})

export const findById = (
  tx: Reader,
  environmentId: string,
  consignmentId: string,
): Awaitable<ConsignmentRow | undefined> => tx.get<ConsignmentRow>(byId(environmentId, consignmentId))

/** Reads an order and locks it, so that no other transaction changes it until this transaction ends. */
export const lockById = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
): Awaitable<ConsignmentRow | undefined> => tx.lock<ConsignmentRow>(byId(environmentId, consignmentId))

export const findByKey = (tx: Reader, environmentId: string, key: string): Awaitable<ConsignmentRow | undefined> =>
  tx.get<ConsignmentRow>({ strings: byKeyText, values: [environmentId, key] })

/** Locks an order, so that no other transaction changes it until this transaction ends. */
export const lock = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
): Awaitable<{ version: number; updated: string } | undefined> =>
  tx.lock(
    sql`select version, updated from consignments
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** An order with the size of its document, which the database measures without sending the document. */
export interface DocumentSize {
  consignmentId: string
  bytes: number
}

/** Finds the located orders among these ids: their recipient's address has a location. */
export const located = (tx: Reader, environmentId: string, ids: readonly string[]): Awaitable<DocumentSize[]> =>
  tx.all<DocumentSize>(
    join(
      piece`select c.consignment_id as "consignmentId", octet_length(c.document) as bytes from consignments c
    join consignment_list l on l.environment_id = c.environment_id and l.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and l.located = 1 and c.consignment_id in `,
      listed(ids, locatedAtOnce),
    ),
  )
const locatedAtOnce = 400

/** Documents per statement. */
export const documentsAtOnce = 50

export const documents = (
  tx: Reader,
  environmentId: string,
  ids: readonly string[],
): Awaitable<{ consignmentId: string; document: string }[]> =>
  tx.all(
    join(
      piece`select consignment_id as "consignmentId", document from consignments
        where environment_id = ${environmentId} and consignment_id in `,
      listed(ids, ids.length === 1 ? 1 : documentsAtOnce),
    ),
  )

export const idOfKey = async (tx: Reader, environmentId: string, key: string): Promise<string | undefined> =>
  (
    await tx.get<{ consignmentId: string }>(
      sql`select consignment_id as "consignmentId" from consignments
        where environment_id = ${environmentId} and key = ${key}`,
    )
  )?.consignmentId

/** Keys per statement; the template has one parameter for each. */
const keysAtOnce = 50
const keysTemplate = template(
  'select key from consignments where environment_id = ',
  ' and key in (',
  ...Array<string>(keysAtOnce - 1).fill(', '),
  ')',
)

/** Returns the keys that are there among these: an order has them. */
export async function keysThere(
  tx: Reader,
  environmentId: string,
  keys: readonly (string | undefined)[],
): Promise<Set<string>> {
  const wanted = [...new Set(keys)].filter((key) => key !== undefined)
  const there = new Set<string>()
  for (let from = 0; from < wanted.length; from += keysAtOnce) {
    const some = wanted.slice(from, from + keysAtOnce)
    const values = [environmentId, ...some, ...Array<string>(keysAtOnce - some.length).fill(some[0]!)]
    for (const { key } of await tx.all<{ key: string }>({ strings: keysTemplate, values })) there.add(key)
  }
  return there
}

/** Inserts an order and its row in the order list. Returns false if another order has the key. */
export const insert = async (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { draft, joinedTimeAtStop, now }: { draft: Draft; joinedTimeAtStop: number | null; now: string },
): Promise<boolean> => {
  const inserted = await tx.run(
    join(
      piece`insert into consignments (environment_id, consignment_id, version, created, updated, joined_time_at_stop,
        document, own_references, listed, closes, checksum, `,
      keys.list,
      piece`, `,
      own.list,
      piece`) values (${environmentId}, ${consignmentId}, 1, ${now}, ${now}, ${joinedTimeAtStop}, ${draft.document},
        ${draft.ownReferences}, ${listedAs(1)}, ${draft.listing!.closes}, ${checksumOf(draft.document)}, `,
      keys.values(draft),
      piece`, `,
      own.values(draft),
      piece`) on conflict (environment_id, key) do nothing`,
    ),
  )
  if (inserted === 0) return false
  await enlist(tx, environmentId, consignmentId, { listing: draft.listing!, assigned: draft.loadId !== null })
  return true
}

interface NewVersion {
  version: number
  draft: Draft
  joinedTimeAtStop: number | null
  now: string
}

export async function update(
  tx: Writer,
  environmentId: string,
  row: Pick<ConsignmentRow, 'consignmentId' | 'key' | 'depotKey'>,
  { version, draft, joinedTimeAtStop, now }: NewVersion,
): Promise<void> {
  const { consignmentId } = row
  await tx.runOn(
    join(
      piece`update consignments set `,
      own.set(draft),
      piece`, version = ${version}, updated = ${now},
          joined_time_at_stop = coalesce(joined_time_at_stop, ${joinedTimeAtStop}), document = ${draft.document},
          checksum = ${checksumOf(draft.document)}, own_references = ${draft.ownReferences},
          listed = coalesce(${draft.listing ? listedAs(version) : null},
            listed + (${version} - version) * ${versionStep}),
          closes = coalesce(${draft.listing?.closes ?? null}, closes)
        where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    ),
  )
  // A separate statement, because setting an indexed column writes its index again, even if the value is the same.
  if (!keys.isSame(draft, row))
    await unlessTaken('consignments_key', () =>
      tx.run(
        join(
          piece`update consignments set `,
          keys.set(draft),
          piece` where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
        ),
      ),
    )
  if (draft.listing) await relist(tx, environmentId, consignmentId, draft.listing)
}

/** Assigns a load to an order in the order list or removes it, and updates its outcome to the one on that load. */
export async function assign(
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  assigned: boolean,
): Promise<void> {
  await tx.runOn(
    sql`update consignment_list set assigned = ${assigned ? 1 : 0}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and assigned = ${assigned ? 0 : 1}`,
  )
  await recount(tx, environmentId, consignmentId)
}

/** Sets the outcome of an order. Its version and its `updated` time stay the same. */
export const setOutcome = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { outcome, outcomeTime, reached }: Pick<ConsignmentRow, 'outcome' | 'outcomeTime'> & { reached: string | null },
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set outcome = ${outcome}, outcome_time = ${outcomeTime}, reached = ${reached}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Returns the outcome of an order, or null if it has none. */
export const outcomeOf = async (
  tx: Reader,
  environmentId: string,
  consignmentId: string,
): Promise<OutcomeName | null> =>
  (
    await tx.get<{ outcome: OutcomeName | null }>(
      sql`select outcome from consignments
        where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    )
  )?.outcome ?? null

/** Lists order ids after this one, in ascending sequence. */
export const idsAfter = (
  tx: Reader,
  environmentId: string,
  after: string,
  limit: number,
): Awaitable<{ consignmentId: string }[]> =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments
      where environment_id = ${environmentId} and consignment_id > ${after} order by consignment_id limit ${limit}`,
  )

/**
 * Lists orders with an outdated list row: an instance of an earlier release wrote them last. The index
 * `consignments_behind` contains the same number of the form, so a new form needs a new index.
 */
export const behind = (tx: Reader, environmentId: string, limit: number): Awaitable<{ consignmentId: string }[]> =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments
      where environment_id = ${environmentId} and listed < version * 1000 + 1 order by consignment_id limit ${limit}`,
  )

/**
 * Marks the list row of an order as up to date; `listing` is undefined for an order that cannot be parsed. If a release
 * without checksums wrote the document, this computes its checksum. A valid checksum stays, because a new one would
 * declare a damaged document intact.
 */
export const setListed = (
  tx: Writer,
  environmentId: string,
  { consignmentId, version, document }: Pick<ConsignmentRow, 'consignmentId' | 'version' | 'document'>,
  listing: Listing | undefined,
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set listed = ${listedAs(version)},
        checksum = case when listed >= version * 1000 and checksum is not null then checksum
          else ${checksumOf(document)} end,
        closes = coalesce(${listing?.closes ?? null}, closes)
      where environment_id = ${environmentId} and consignment_id = ${consignmentId} and listed < ${listedAs(version)}`,
  )

const ordersToFill = (environmentId: string, after: string): Query =>
  piece`select c.consignment_id as "consignmentId", c.key, c.type, c.depot_key as "depotKey", c.document,
      s.load_id as "loadId"
    from consignments c
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id > ${after}`

/** Lists orders by id, for a migration that fills the order list. */
export const pageToFill = (
  tx: Pick<Reader, 'all'>,
  environmentId: string,
  after: string,
): Awaitable<Pick<ConsignmentRow, 'consignmentId' | 'key' | 'type' | 'depotKey' | 'loadId' | 'document'>[]> =>
  tx.all(join(ordersToFill(environmentId, after), piece` order by c.consignment_id limit 500`))

/** Lists a page of orders with an agreed (committed) time by id, for a migration. */
export const pageOfAgreed = (
  tx: Pick<Reader, 'all'>,
  environmentId: string,
  after: string,
): ReturnType<typeof pageToFill> =>
  tx.all(
    join(
      ordersToFill(environmentId, after),
      piece` and c.document not like '%"committed":null%' order by c.consignment_id limit 500`,
    ),
  )

/** Lists a page of order documents to check, by order id. The checksum is null if 0.2 wrote the document last. */
export const pageToCheck = (
  tx: Pick<Reader, 'all'>,
  environmentId: string,
  after: string,
): Awaitable<Pick<ConsignmentRow, 'consignmentId' | 'key' | 'document' | 'checksum'>[]> =>
  tx.all(sql`select consignment_id as "consignmentId", key, document,
      case when listed >= version * 1000 then checksum end as checksum
    from consignments where environment_id = ${environmentId} and consignment_id > ${after}
    order by consignment_id limit 500`)

export const setChecksum = (
  tx: Pick<Writer, 'runOn'>,
  environmentId: string,
  { consignmentId, document }: Pick<ConsignmentRow, 'consignmentId' | 'document'>,
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set checksum = ${checksumOf(document)}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export const setCloses = (
  tx: Pick<Writer, 'run'>,
  environmentId: string,
  { consignmentId, closes }: { consignmentId: string; closes: string },
): Awaitable<unknown> =>
  tx.run(
    sql`update consignments set closes = ${closes}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Sets `closes` of all orders to the end of their required time window. */
export const setAllCloses = (tx: Pick<Writer, 'run'>, environmentId: string): Awaitable<unknown> =>
  tx.run(
    sql`update consignments set closes = (select l.required_to from consignment_list l
        where l.environment_id = ${environmentId} and l.consignment_id = consignments.consignment_id)
      where environment_id = ${environmentId}`,
  )

/** Raises the version of an order that joins or leaves a load. Joining fixes the order's time at the stop. */
export const touch = async (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { joinedTimeAtStop, now }: { joinedTimeAtStop: number | null; now: string },
): Promise<{ key: string; version: number; updated: string }> =>
  (await tx.get<{ key: string; version: number; updated: string }>(
    sql`update consignments set version = version + 1, listed = listed + ${versionStep},
    updated = case when updated > ${now} and updated < ${aheadAtMost(now)} then updated else ${now} end,
    joined_time_at_stop = coalesce(joined_time_at_stop, time_at_stop, ${joinedTimeAtStop})
    where environment_id = ${environmentId} and consignment_id = ${consignmentId} returning key, version, updated`,
  ))!

/** Sets the version of an order and leaves its fields as they are. */
export const raiseVersion = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { version, now }: { version: number; now: string },
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set version = ${version}, updated = ${now},
        listed = listed + (${version} - version) * ${versionStep}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export async function remove(tx: Writer, environmentId: string, consignmentId: string): Promise<void> {
  await tx.unindex(environmentId, consignmentId)
  await tx.runOn(
    sql`delete from consignments where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
}

/** Matches the reason in the document of a proof. No other text matches, because JSON escapes its quotes. */
const cancelledMark = `%"failureReasonCode":"${cancelledReason}"%`

/**
 * Returns SQL that is 1 for an unplanned order, else 0. Lists filter by it, and an optimisation plans these orders.
 * An order that was cancelled on a load is unplanned after a planner removes it from the load.
 * An order that was cancelled outside a load is not unplanned.
 */
export const isUnplanned = (environmentId: string): Query =>
  piece`(case when l.assigned = 1 then 0 else coalesce((
      select case
        when o.outcome = 'success' then 0
        when o.outcome = 'failed' then 1 - coalesce((
          select max(1) from pods p
          where p.environment_id = ${environmentId} and p.consignment_id = l.consignment_id and p.replaced_by is null
            and p.load_id is null and p.outcome = 'failed' and p.time = o.outcome_time
            and p.document like ${cancelledMark}), 0)
        else 1 end
      from consignments o
      where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id), 1) end)`

/** Selects a value of the proof that decides an order's outcome: the SQL form of `latestOf`. */
const decidingProof = (value: Query): Query =>
  join(
    piece`(select `,
    value,
    piece` from pods p
      left join stops s on s.environment_id = p.environment_id and s.consignment_id = p.consignment_id
      where p.environment_id = ${''} and p.consignment_id = ${''} and p.replaced_by is null
        and (s.load_id is null or s.load_id = p.load_id or p.outcome = 'success')
      order by p.time desc, p.received desc, p.pod_id desc limit 1)`,
  )
const recountText = join(
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
 * Sets the outcome of an order to the outcome of the proof which counts on its current load. It runs for every order
 * that joins or leaves a load. Most of them have no proof, so the statement changes no row, and the caller does not
 * wait for it.
 */
export const recount = (tx: Writer, environmentId: string, consignmentId: string): Awaitable<unknown> =>
  tx.runOn({ strings: recountText, values: Array(5).fill([environmentId, consignmentId]).flat() })
