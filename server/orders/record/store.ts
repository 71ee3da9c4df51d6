// Consignments in the database.
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
import { type Listing, listedAs, versionStep } from './listing.ts'

/** A consignment with what its load, its depot and its environment add to a read. */
export interface ConsignmentRow extends OwnRow {
  consignmentId: string
  version: number
  created: string
  updated: string
  effectiveTimeAtStop: number
  document: string
  /** CRC-32 of the document; null if 0.2 wrote the order last. */
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
  piece`, c.version, c.created, c.updated, coalesce(c.time_at_stop, c.joined_time_at_stop, e.stop_duration) as "effectiveTimeAtStop",
    c.document, case when c.listed >= c.version * 1000 then c.checksum end as checksum, c.own_references as "ownReferences", c.outcome, c.outcome_time as "outcomeTime", s.load_id as "loadId", s.position as "stopPosition", d.document as depot
    from consignments c
    join settings e on e.environment_id = c.environment_id
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join depots d on d.environment_id = c.environment_id and d.key = c.depot_key
    where c.environment_id = ${''}`,
).strings

/** Whole orders of an environment; others add which ones. */
export const ordersOf = (environmentId: string): Query => ({ strings: ordersText, values: [environmentId] })

// Joined once: a read of one order is what is asked for most.
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

/** The same, and nobody else changes the order until the transaction ends. */
export const lockById = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
): Awaitable<ConsignmentRow | undefined> => tx.lock<ConsignmentRow>(byId(environmentId, consignmentId))

export const findByKey = (tx: Reader, environmentId: string, key: string): Awaitable<ConsignmentRow | undefined> =>
  tx.get<ConsignmentRow>({ strings: byKeyText, values: [environmentId, key] })

/** Keeps others from changing the order until the transaction ends. */
export const lock = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
): Awaitable<{ version: number; updated: string } | undefined> =>
  tx.lock(
    sql`select version, updated from consignments where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** An order, and how large its document is: to know that, nobody has to read it. */
export interface DocumentSize {
  consignmentId: string
  bytes: number
}

/** Those of these orders whose consignees have a position. */
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

/** So many documents are read at once. */
export const documentsAtOnce = 50

export const documents = (
  tx: Reader,
  environmentId: string,
  ids: readonly string[],
): Awaitable<{ consignmentId: string; document: string }[]> =>
  tx.all(
    join(
      piece`select consignment_id as "consignmentId", document from consignments where environment_id = ${environmentId} and consignment_id in `,
      listed(ids, ids.length === 1 ? 1 : documentsAtOnce),
    ),
  )

export const idOfKey = async (tx: Reader, environmentId: string, key: string): Promise<string | undefined> =>
  (
    await tx.get<{ consignmentId: string }>(
      sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and key = ${key}`,
    )
  )?.consignmentId

/** So many keys are looked for at once; the template has a place for each. */
const keysAtOnce = 50
const keysTemplate = template(
  'select key from consignments where environment_id = ',
  ' and key in (',
  ...Array<string>(keysAtOnce - 1).fill(', '),
  ')',
)

/** Which of these keys consignments have. */
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

/** Answers false when the key is taken. */
export const insert = async (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { draft, joinedTimeAtStop, now }: { draft: Draft; joinedTimeAtStop: number | null; now: string },
): Promise<boolean> => {
  const inserted = await tx.run(
    join(
      piece`insert into consignments (environment_id, consignment_id, version, created, updated, joined_time_at_stop, document, own_references, listed, closes, checksum, `,
      keys.list,
      piece`, `,
      own.list,
      piece`) values (${environmentId}, ${consignmentId}, 1, ${now}, ${now}, ${joinedTimeAtStop}, ${draft.document}, ${draft.ownReferences}, ${listedAs(1)}, ${draft.listing!.closes}, ${checksumOf(draft.document)}, `,
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

/** Puts an order on the lists. */
async function enlist(
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { listing, assigned }: { listing: Listing; assigned: boolean },
): Promise<void> {
  const [a, b, c, d] = listing.sorts
  await tx.runOn(
    sql`insert into consignment_list (environment_id, consignment_id, type, depot_key, channel_key, area_key, required_from, required_to, planned, late, located, assigned, words, summary, postal_code, consignee_code, tags, fields, sort_a, sort_b, sort_c, sort_d)
    values (${environmentId}, ${consignmentId}, ${listing.type}, ${listing.depotKey}, ${listing.channelKey}, ${listing.areaKey}, ${listing.requiredFrom}, ${listing.requiredTo}, ${listing.planned}, ${listing.late}, ${listing.located}, ${assigned ? 1 : 0}, ${listing.words}, ${listing.summary}, ${listing.postalCode}, ${listing.consigneeCode}, ${listing.tags}, ${listing.fields}, ${a!}, ${b!}, ${c!}, ${d!})`,
  )
  await tx.index(environmentId, consignmentId, listing.words)
}

/** The same in a database whose lists do not have all their columns yet. */
export async function enlistFirst(
  tx: Pick<Writer, 'runOn' | 'index'>,
  environmentId: string,
  consignmentId: string,
  { listing, assigned }: { listing: Listing; assigned: boolean },
): Promise<void> {
  await tx.runOn(
    sql`insert into consignment_list (environment_id, consignment_id, type, depot_key, channel_key, area_key, required_from, required_to, planned, late, located, assigned, words, summary)
    values (${environmentId}, ${consignmentId}, ${listing.type}, ${listing.depotKey}, ${listing.channelKey}, ${listing.areaKey}, ${listing.requiredFrom}, ${listing.requiredTo}, ${listing.planned}, ${listing.late}, ${listing.located}, ${assigned ? 1 : 0}, ${listing.words}, ${listing.summary})`,
  )
  await tx.index(environmentId, consignmentId, listing.words)
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
      piece`, version = ${version}, updated = ${now}, joined_time_at_stop = coalesce(joined_time_at_stop, ${joinedTimeAtStop}),
    document = ${draft.document}, checksum = ${checksumOf(draft.document)}, own_references = ${draft.ownReferences},
    listed = coalesce(${draft.listing ? listedAs(version) : null}, listed + (${version} - version) * ${versionStep}),
    closes = coalesce(${draft.listing?.closes ?? null}, closes)
    where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    ),
  )
  // Apart, because setting an indexed column writes its index anew, changed or not.
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

export async function relist(
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  listing: Listing,
): Promise<void> {
  const [a, b, c, d] = listing.sorts
  await tx.runOn(
    sql`update consignment_list set type = ${listing.type}, depot_key = ${listing.depotKey}, channel_key = ${listing.channelKey}, area_key = ${listing.areaKey}, required_from = ${listing.requiredFrom}, required_to = ${listing.requiredTo}, planned = ${listing.planned}, late = ${listing.late}, located = ${listing.located}, summary = ${listing.summary}, postal_code = ${listing.postalCode},
    consignee_code = ${listing.consigneeCode}, tags = ${listing.tags}, fields = ${listing.fields}, sort_a = ${a!}, sort_b = ${b!}, sort_c = ${c!}, sort_d = ${d!}
    where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
  await setWords(tx, environmentId, consignmentId, listing.words)
}

/** What lists show of an order that is there already. */
export async function setSummary(
  tx: Pick<Writer, 'run'>,
  environmentId: string,
  consignmentId: string,
  { summary, postalCode }: Pick<Listing, 'summary' | 'postalCode'>,
): Promise<void> {
  await tx.run(
    sql`update consignment_list set summary = ${summary}, postal_code = ${postalCode} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
}

export async function setWords(
  tx: Pick<Writer, 'run' | 'index'>,
  environmentId: string,
  consignmentId: string,
  words: string,
): Promise<void> {
  const changed = await tx.run(
    sql`update consignment_list set words = ${words} where environment_id = ${environmentId} and consignment_id = ${consignmentId} and words <> ${words}`,
  )
  if (changed > 0) await tx.index(environmentId, consignmentId, words)
}

/** Notes on the lists whether an order has a load, and at the order what has become of it there. */
export async function assign(
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  assigned: boolean,
): Promise<void> {
  await tx.runOn(
    sql`update consignment_list set assigned = ${assigned ? 1 : 0} where environment_id = ${environmentId} and consignment_id = ${consignmentId} and assigned = ${assigned ? 0 : 1}`,
  )
  await recount(tx, environmentId, consignmentId)
}

/** What became of an order. Neither its version nor what was said of it changes by that. */
export const setOutcome = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { outcome, outcomeTime, reached }: Pick<ConsignmentRow, 'outcome' | 'outcomeTime'> & { reached: string | null },
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set outcome = ${outcome}, outcome_time = ${outcomeTime}, reached = ${reached} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** What became of an order, if something has. */
export const outcomeOf = async (
  tx: Reader,
  environmentId: string,
  consignmentId: string,
): Promise<OutcomeName | null> =>
  (
    await tx.get<{ outcome: OutcomeName | null }>(
      sql`select outcome from consignments where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    )
  )?.outcome ?? null

/** The first orders behind this one. */
export const idsAfter = (
  tx: Reader,
  environmentId: string,
  after: string,
  limit: number,
): Awaitable<{ consignmentId: string }[]> =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and consignment_id > ${after} order by consignment_id limit ${limit}`,
  )

/** The first orders that lists do not know as they are now: an instance of a release before has written them. The index knows the form of this release. */
export const behind = (tx: Reader, environmentId: string, limit: number): Awaitable<{ consignmentId: string }[]> =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and listed < version * 1000 + 1 order by consignment_id limit ${limit}`,
  )

/**
 * Marks the list row of an order as up to date; without a listing, of an order that cannot be parsed. The order itself does not
 * change. A release without checksums may have written its text: then this computes the checksum. A checksum that already counts
 * stays, or a damaged text would count as intact.
 */
export const setListed = (
  tx: Writer,
  environmentId: string,
  { consignmentId, version, document }: Pick<ConsignmentRow, 'consignmentId' | 'version' | 'document'>,
  listing: Listing | undefined,
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set listed = ${listedAs(version)}, checksum = case when listed >= version * 1000 and checksum is not null then checksum else ${checksumOf(document)} end, closes = coalesce(${listing?.closes ?? null}, closes) where environment_id = ${environmentId} and consignment_id = ${consignmentId} and listed < ${listedAs(version)}`,
  )

/** Orders of a database that is older than its lists, in the order of their keys. */
export const pageToFill = (
  tx: Pick<Reader, 'all'>,
  environmentId: string,
  consignmentId: string,
): Awaitable<Pick<ConsignmentRow, 'consignmentId' | 'key' | 'type' | 'depotKey' | 'loadId' | 'document'>[]> =>
  tx.all(sql`select c.consignment_id as "consignmentId", c.key, c.type, c.depot_key as "depotKey", c.document, s.load_id as "loadId"
    from consignments c left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id > ${consignmentId} order by c.consignment_id limit 500`)

/** The same, only those with a time that was agreed. */
export const pageOfAgreed = (
  tx: Pick<Reader, 'all'>,
  environmentId: string,
  consignmentId: string,
): ReturnType<typeof pageToFill> =>
  tx.all(sql`select c.consignment_id as "consignmentId", c.key, c.type, c.depot_key as "depotKey", c.document, s.load_id as "loadId"
    from consignments c left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    where c.environment_id = ${environmentId} and c.consignment_id > ${consignmentId} and c.document not like '%"committed":null%' order by c.consignment_id limit 500`)

/** Lists stored texts by the id of their order. The checksum is null if 0.2 wrote the text last. */
export const pageToCheck = (
  tx: Pick<Reader, 'all'>,
  environmentId: string,
  after: string,
): Awaitable<Pick<ConsignmentRow, 'consignmentId' | 'key' | 'document' | 'checksum'>[]> =>
  tx.all(sql`select consignment_id as "consignmentId", key, document, case when listed >= version * 1000 then checksum end as checksum
    from consignments where environment_id = ${environmentId} and consignment_id > ${after} order by consignment_id limit 500`)

export const setChecksum = (
  tx: Pick<Writer, 'runOn'>,
  environmentId: string,
  { consignmentId, document }: Pick<ConsignmentRow, 'consignmentId' | 'document'>,
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set checksum = ${checksumOf(document)} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export const setCloses = (
  tx: Pick<Writer, 'run'>,
  environmentId: string,
  { consignmentId, closes }: { consignmentId: string; closes: string },
): Awaitable<unknown> =>
  tx.run(
    sql`update consignments set closes = ${closes} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

/** Of all orders: when the window ends that was asked for. */
export const setAllCloses = (tx: Pick<Writer, 'run'>, environmentId: string): Awaitable<unknown> =>
  tx.run(
    sql`update consignments set closes = (select l.required_to from consignment_list l where l.environment_id = ${environmentId} and l.consignment_id = consignments.consignment_id) where environment_id = ${environmentId}`,
  )

/** A change that comes from its load: joining (which fixes the time at the stop) or leaving. Answers what it has become. */
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

/** Raises the version of an order without a change of its fields. */
export const raiseVersion = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  { version, now }: { version: number; now: string },
): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set version = ${version}, updated = ${now}, listed = listed + (${version} - version) * ${versionStep}
    where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export async function remove(tx: Writer, environmentId: string, consignmentId: string): Promise<void> {
  await tx.unindex(environmentId, consignmentId)
  await tx.runOn(
    sql`delete from consignments where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
}

/** Matches the reason in the document of a proof; JSON escapes the quotes of every other text. */
const cancelledMark = `%"failureReasonCode":"${cancelledReason}"%`

/**
 * Returns SQL that is 1 for an unplanned order, else 0. Lists filter by it, and an optimisation plans these orders. An order that
 * was cancelled on a load is unplanned once a planner removes it from the load. An order that was cancelled outside a load is not.
 */
export const isUnplanned = (environmentId: string): Query =>
  piece`(case when l.assigned = 1 then 0 else coalesce((select case when o.outcome = 'success' then 0 when o.outcome = 'failed' then 1 - coalesce((
      select max(1) from pods p where p.environment_id = ${environmentId} and p.consignment_id = l.consignment_id and p.replaced_by is null
      and p.load_id is null and p.outcome = 'failed' and p.time = o.outcome_time and p.document like ${cancelledMark}), 0) else 1 end
    from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id), 1) end)`

/**
 * Notes at an order which of its proofs counts in the load that it is in by now, by the rule of `latestOf`. One statement that
 * is not waited for, as most orders that join or leave a load have none.
 */
export const recount = (tx: Writer, environmentId: string, consignmentId: string): Awaitable<unknown> =>
  tx.runOn(
    sql`update consignments set
    outcome = (select p.outcome from pods p left join stops s on s.environment_id = p.environment_id and s.consignment_id = p.consignment_id
      where p.environment_id = ${environmentId} and p.consignment_id = ${consignmentId} and p.replaced_by is null
      and (s.load_id is null or s.load_id = p.load_id or p.outcome = 'success') order by p.time desc, p.received desc, p.pod_id desc limit 1),
    outcome_time = (select p.time from pods p left join stops s on s.environment_id = p.environment_id and s.consignment_id = p.consignment_id
      where p.environment_id = ${environmentId} and p.consignment_id = ${consignmentId} and p.replaced_by is null
      and (s.load_id is null or s.load_id = p.load_id or p.outcome = 'success') order by p.time desc, p.received desc, p.pod_id desc limit 1),
    reached = (select coalesce(p.reached, p.time) from pods p left join stops s on s.environment_id = p.environment_id and s.consignment_id = p.consignment_id
      where p.environment_id = ${environmentId} and p.consignment_id = ${consignmentId} and p.replaced_by is null
      and (s.load_id is null or s.load_id = p.load_id or p.outcome = 'success') order by p.time desc, p.received desc, p.pod_id desc limit 1)
    where environment_id = ${environmentId} and consignment_id = ${consignmentId}
    and exists (select 1 from pods x where x.environment_id = ${environmentId} and x.consignment_id = ${consignmentId})`,
  )
