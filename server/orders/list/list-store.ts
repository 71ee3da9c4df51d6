// Reads the order list: parts of a sorted list, the conditions of filters, and the rows of a page.
import type { consignmentSorts } from '../../../contract/consignments.ts'
import type { OutcomeName } from '../../../contract/road.ts'
import { type Awaitable, join, listed, piece, type Query, type Reader, sql } from '../../platform/database/database.ts'
import type { Listing, SortSlot } from '../record/listing.ts'
import { type ConsignmentRow, isUnplanned, ordersOf } from '../record/store.ts'

/** The position of an order in a sorted list. Orders with the same place are sorted by their ids. */
export interface Place {
  place: string
  consignmentId: string
}
export type Sort = (typeof consignmentSorts)[number] | SortSlot
/** Stretch of a sorted list: after one place and up to another. Undefined is the start or the end of the list. */
export interface Stretch {
  sort: Sort
  descending: boolean
  after: Place | undefined
  upTo: Place | undefined
}

/** The tables of a sorted list, and the columns by which it is read. */
interface Source {
  from: Query
  environment: Query
  place: Query
  id: Query
}
const ordersBy = (place: Query): Source => ({
  from: piece`consignments c`,
  environment: piece`c.environment_id`,
  place,
  id: piece`c.consignment_id`,
})
const listBy = (place: Query): Source => ({
  from: piece`consignment_list l`,
  environment: piece`l.environment_id`,
  place,
  id: piece`l.consignment_id`,
})
/** Filters use `l`. The cross join makes SQLite read `consignments` first, so that its index gives the sequence. */
const listedOrdersBy = (place: Query): Source => ({
  from: piece`consignments c cross join consignment_list l`,
  environment: piece`l.environment_id = c.environment_id and l.consignment_id = c.consignment_id and c.environment_id`,
  place,
  id: piece`c.consignment_id`,
})
/** A source that skips orders without a place: only environments that sort by a custom field set one. */
const placedBy = (place: Query): { plain: Source; filtered: Source } => {
  const source = { ...listBy(place), environment: join(place, piece` is not null and l.environment_id`) }
  return { plain: source, filtered: source }
}
const sources: Record<Sort, { plain: Source; filtered: Source }> = {
  created: { plain: ordersBy(piece`c.consignment_id`), filtered: listBy(piece`l.consignment_id`) },
  updated: { plain: ordersBy(piece`c.updated`), filtered: listedOrdersBy(piece`c.updated`) },
  key: { plain: ordersBy(piece`c.key`), filtered: listedOrdersBy(piece`c.key`) },
  requiredFrom: { plain: listBy(piece`l.required_from`), filtered: listBy(piece`l.required_from`) },
  requiredTo: { plain: listBy(piece`l.required_to`), filtered: listBy(piece`l.required_to`) },
  postalCode: { plain: listBy(piece`l.postal_code`), filtered: listBy(piece`l.postal_code`) },
  planned: { plain: listBy(piece`l.planned`), filtered: listBy(piece`l.planned`) },
  sortA: placedBy(piece`l.sort_a`),
  sortB: placedBy(piece`l.sort_b`),
  sortC: placedBy(piece`l.sort_c`),
  sortD: placedBy(piece`l.sort_d`),
}

/** Conditions of a filter on `consignment_list l`, each starting with `and`; no index leads to them. */
export type Conditions = Query[]

const first: Place = { place: '', consignmentId: '' }
/** Last key: sorts after every key, and is longer than any key. */
const last: Place = { place: '\u{10ffff}'.repeat(129), consignmentId: '~' }

/** Selects the places and ids of an environment's orders. */
const selectPlaces = ({ from, environment, place, id }: Source, environmentId: string): Query =>
  join(
    piece`select `,
    place,
    piece` as place, `,
    id,
    piece` as "consignmentId" from `,
    from,
    piece` where `,
    environment,
    piece` = ${environmentId}`,
  )

/** Selects the places and ids of a part of a list in its sequence, without a limit. */
function stretched(environmentId: string, stretch: Stretch, conditions: Conditions): Query {
  const { sort, descending, upTo } = stretch
  // With conditions, SQLite uses the index of the sort only if the range has an end; otherwise it uses the primary key.
  const after = stretch.after ?? (conditions.length === 0 ? undefined : descending ? last : first)
  const source = sources[sort][conditions.length > 0 ? 'filtered' : 'plain']
  const { place, id } = source
  const places = join(piece` and (`, place, piece`, `, id, piece`)`)
  return join(
    selectPlaces(source, environmentId),
    ...(after ? [places, descending ? before(after) : behind(after)] : []),
    ...(upTo ? [places, descending ? notBefore(upTo) : notBehind(upTo)] : []),
    ...conditions,
    piece` order by `,
    place,
    descending ? piece` desc, ` : piece`, `,
    id,
    descending ? piece` desc` : piece``,
  )
}
const before = ({ place, consignmentId }: Place) => piece` < (${place}, ${consignmentId})`
const behind = ({ place, consignmentId }: Place) => piece` > (${place}, ${consignmentId})`
const notBefore = ({ place, consignmentId }: Place) => piece` >= (${place}, ${consignmentId})`
const notBehind = ({ place, consignmentId }: Place) => piece` <= (${place}, ${consignmentId})`

export const pageOf = (
  environmentId: string,
  stretch: Stretch,
  conditions: Conditions,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Query => join(stretched(environmentId, stretch, conditions), piece` limit ${limit} offset ${offset}`)

export const countOf = (environmentId: string, stretch: Stretch, conditions: Conditions, limit: number): Query =>
  conditions.length === 0
    ? sql`select count(*) as count
      from (select 1 from consignments where environment_id = ${environmentId} limit ${limit}) as counted`
    : join(
        piece`select count(*) as count from (`,
        stretched(environmentId, stretch, conditions),
        piece` limit ${limit}) as counted`,
      )

/** Ids per statement. */
export const idsAtOnce = 500

/** Selects the places of these orders, without the orders that fail a condition. */
export function placesOf(environmentId: string, sort: Sort, ids: readonly string[], conditions: Conditions): Query {
  const source = sources[sort].filtered
  return join(
    selectPlaces(source, environmentId),
    piece` and `,
    source.id,
    piece` in `,
    listed(ids, idsAtOnce),
    ...conditions,
  )
}

/** Keys of which an order must have one. An empty text matches an order without a key. */
export type Keys = readonly string[] | undefined
const keysMax = 20
const anyKey = (keys: Keys) => (keys === undefined ? 1 : 0)
const keyList = (keys: Keys) => listed(keys ?? [''], keysMax)

export const hasKeys = (type: string | undefined, depots: Keys, channels: Keys, areas: Keys): Query =>
  join(
    piece` and l.type >= ${type ?? ''} and l.type <= ${type ?? '~'} and (${anyKey(depots)} = 1 or l.depot_key in `,
    keyList(depots),
    piece`) and (${anyKey(channels)} = 1 or l.channel_key in `,
    keyList(channels),
    piece`) and (${anyKey(areas)} = 1 or l.area_key in `,
    keyList(areas),
    piece`)`,
  )

/** Accepted values of a 0/1 column: 0 to 0, 1 to 1, or 0 to 1 for both. */
export interface Flags {
  least: number
  most: number
}
// Returns whether a row is part of a set. Subqueries repeat the environment id as a parameter, so that Citus sends the
// whole statement to one node.
export const isPartOf = (environmentId: string, loads: Keys, assigned: Flags, onExportList: Flags): Query =>
  join(
    piece` and l.assigned >= ${assigned.least} and l.assigned <= ${assigned.most}
    and coalesce((select 1 from export_list x
        where x.environment_id = ${environmentId} and x.consignment_id = l.consignment_id), 0)
      between ${onExportList.least} and ${onExportList.most}
    and (${anyKey(loads)} = 1 or coalesce((select s.load_id from stops s
        where s.environment_id = ${environmentId} and s.consignment_id = l.consignment_id), '') in `,
    keyList(loads),
    piece`)`,
  )

/** Keeps orders by the state of their plan: unplanned orders, planned orders, or both. */
export const hasPlanState = (environmentId: string, { least, most }: Flags): Query =>
  join(piece` and `, isUnplanned(environmentId), piece` between ${least} and ${most}`)

const outcomesMax = 4
/** Keeps orders with one of these outcomes. An empty text matches an order without an outcome. */
export const hasOutcome = (environmentId: string, outcomes: readonly string[]): Query =>
  join(
    piece` and coalesce((select o.outcome from consignments o
        where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id), '') in `,
    listed(outcomes, outcomesMax),
  )

// The ranges are in the select list: in the `where` clause, PostgreSQL may scan an index for the whole range per row.
export const wasServed = (environmentId: string, { from, to }: Range, late: Flags): Query =>
  piece` and (select case when coalesce(o.outcome_time, '') >= ${from} and coalesce(o.outcome_time, '') <= ${to}
    and (case when o.reached > o.closes then 1 else 0 end) between ${late.least} and ${late.most} then 1 end
    from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id) = 1`

export const hasConsigneeCode = (codes: readonly string[]): Query =>
  join(piece` and coalesce(l.consignee_code, '') in `, listed(codes, keysMax))

/** Texts that are searched for in a list column: the row contains one of `any`, or does not contain `none`. */
export interface Needles {
  any: readonly string[]
  none: string | undefined
}
/** Numbers of texts per statement. Each row is compared with every text, so a short list has a separate statement. */
const sizes = [2, 40] as const
const open = piece` and (`
const contained = {
  tags: (needle: string) => piece`replace(l.tags, ${needle}, '') <> l.tags`,
  fields: (needle: string) => piece`replace(l.fields, ${needle}, '') <> l.fields`,
}
const lacked = {
  tags: (needle: string, isOne: number) =>
    piece` or (${isOne} = 1 and (l.tags is null or replace(l.tags, ${needle}, '') = l.tags)))`,
  fields: (needle: string, isOne: number) =>
    piece` or (${isOne} = 1 and (l.fields is null or replace(l.fields, ${needle}, '') = l.fields)))`,
}
const or = piece` or `
/** A text that no list column contains. */
const nothing = '\n'

export function holds(column: 'tags' | 'fields', { any, none }: Needles): Query {
  const size = sizes.find((each) => any.length <= each)!
  const needles = Array.from({ length: size }, (_, index) => any[index] ?? any[0] ?? nothing)
  const parts = needles.flatMap((needle, index) => [...(index === 0 ? [open] : [or]), contained[column](needle)])
  return join(...parts, lacked[column](none ?? nothing, none === undefined ? 0 : 1))
}

/** Keeps orders with a custom field between two values. */
export const isBetween = (slot: SortSlot, { from, to }: Range): Query =>
  join(piece` and `, sources[slot].plain.place, piece` between ${from} and ${to}`)

export interface Range {
  from: string
  to: string
}
export const isInTime = (planned: Range, window: Range & { how: 'any' | 'overlaps' | 'within' }): Query =>
  piece` and coalesce(l.planned, '') between ${planned.from} and ${planned.to}
    and (${window.how} <> 'overlaps'
      or (l.required_to >= ${window.from} and (l.required_from <= ${window.to} or l.required_from = '~')
        and (l.required_from <> '~' or l.required_to <> '~')))
    and (${window.how} <> 'within'
      or (l.required_from >= ${window.from} and l.required_from <= ${window.to}
        and l.required_to >= ${window.from} and l.required_to <= ${window.to}))`

/** Keeps orders by lateness, location, and up to eight patterns of words such as `% word%`. */
export const says = (late: Flags, located: Flags, patterns: readonly string[]): Query => {
  const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, index) => patterns[index] ?? '%') as string[]
  return piece` and l.late >= ${late.least} and l.late <= ${late.most}
    and l.located >= ${located.least} and l.located <= ${located.most}
    and l.words like ${a!} and l.words like ${b!} and l.words like ${c!} and l.words like ${d!}
    and l.words like ${e!} and l.words like ${f!} and l.words like ${g!} and l.words like ${h!}`
}

export const isStamped = (environmentId: string, created: Range, updated: Range): Query =>
  piece` and (select case when o.created >= ${created.from} and o.created <= ${created.to}
      and o.updated >= ${updated.from} and o.updated <= ${updated.to} then 1 end
    from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id) = 1`

// Each of the following functions finds the ids of orders that pass one filter, up to a limit.

type Ids = Awaitable<{ consignmentId: string }[]>

const idsFrom =
  (table: Query) =>
  (tx: Reader, environmentId: string, condition: Query, limit: number): Ids =>
    tx.all(
      join(
        piece`select consignment_id as "consignmentId" from `,
        table,
        piece` where environment_id = ${environmentId} and `,
        condition,
        piece` limit ${limit}`,
      ),
    )
const idsFromOrders = idsFrom(piece`consignments`)
const idsFromList = idsFrom(piece`consignment_list l`)
const idsFromStops = idsFrom(piece`stops`)

export const idsOfKeys = (tx: Reader, environmentId: string, keys: readonly string[]): Ids =>
  idsFromOrders(tx, environmentId, join(piece`key in `, listed(keys, idsAtOnce)), idsAtOnce)

export const idsInLoads = (tx: Reader, environmentId: string, loads: readonly string[], limit: number): Ids =>
  idsFromStops(tx, environmentId, join(piece`load_id in `, listed(loads, keysMax)), limit)

export const idsOnExportList = (tx: Reader, environmentId: string, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from export_list
      where environment_id = ${environmentId} limit ${limit}`,
  )

export const idsUnassigned = (tx: Reader, environmentId: string, limit: number): Ids =>
  idsFromList(tx, environmentId, piece`assigned = 0`, limit)

export const idsOfOutcomes = (tx: Reader, environmentId: string, outcomes: readonly string[], limit: number): Ids =>
  idsFromOrders(tx, environmentId, join(piece`outcome in `, listed(outcomes, outcomesMax)), limit)

const servedWithin = ({ from, to }: Range) => piece`outcome_time >= ${from} and outcome_time <= ${to}`

/** Finds orders served in a range of time, by their outcome. */
export const idsServed = (tx: Reader, environmentId: string, range: Range, limit: number): Ids =>
  idsFromOrders(tx, environmentId, servedWithin(range), limit)

/** Finds orders that were reached too late, by the time of their outcome. */
export const idsServedLate = (tx: Reader, environmentId: string, range: Range, limit: number): Ids =>
  idsFromOrders(tx, environmentId, join(servedWithin(range), piece` and reached > closes`), limit)

export const idsOfConsigneeCodes = (tx: Reader, environmentId: string, codes: readonly string[], limit: number): Ids =>
  idsFromList(tx, environmentId, join(piece`consignee_code in `, listed(codes, keysMax)), limit)

/** Finds orders with a custom field between two values. */
export const idsBetween = (
  tx: Reader,
  environmentId: string,
  { slot, from, to }: Range & { slot: SortSlot },
  limit: number,
): Ids => {
  const { place } = sources[slot].plain
  return idsFromList(tx, environmentId, join(place, piece` >= ${from} and `, place, piece` <= ${to}`), limit)
}

export const idsPlanned = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  idsFromList(tx, environmentId, piece`planned >= ${from} and planned <= ${to}`, limit)

export const idsRequiredFrom = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  idsFromList(tx, environmentId, piece`required_from >= ${from} and required_from <= ${to}`, limit)

export const idsRequiredTo = (tx: Reader, environmentId: string, from: string, limit: number): Ids =>
  idsFromList(tx, environmentId, piece`required_to >= ${from}`, limit)

/** Finds orders issued in a range of time, by the id that begins with the time of creation. */
export const idsIssued = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  idsFromOrders(tx, environmentId, piece`consignment_id >= ${from} and consignment_id <= ${to}`, limit)

export const idsUpdated = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  idsFromOrders(tx, environmentId, piece`updated >= ${from} and updated <= ${to}`, limit)

const idsAtOnceOf = (ids: readonly string[]) => listed(ids, ids.length <= 50 ? 50 : idsAtOnce)

/** Reads complete orders, in no particular sequence. */
export const findByIds = (tx: Reader, environmentId: string, ids: readonly string[]): Awaitable<ConsignmentRow[]> =>
  tx.all<ConsignmentRow>(join(ordersOf(environmentId), piece` and c.consignment_id in `, idsAtOnceOf(ids)))

export interface SummaryRow extends Omit<Listing, 'words' | 'postalCode' | 'sorts' | 'closes'> {
  consignmentId: string
  key: string
  version: number
  created: string
  updated: string
  loadId: string | null
  loadKey: string | null
  stopPosition: number | null
  outcome: OutcomeName | null
  outcomeTime: string | null
  /** 1 if the order was reached too late, else 0. */
  wasLate: number
  driverKey: string | null
  /** Document of a failure: the proof that decides the outcome, unless that is success. */
  failure: string | null
  weight: number | null
  volume: number | null
  /** Time since which the order is on the export list, in microseconds; null if it is not listed. */
  since: number | null
}

export const findSummaries = (tx: Reader, environmentId: string, ids: readonly string[]): Awaitable<SummaryRow[]> =>
  tx.all<SummaryRow>(
    join(
      piece`select c.consignment_id as "consignmentId", c.key, c.version, c.created, c.updated, c.outcome,
          c.outcome_time as "outcomeTime", case when c.reached > c.closes then 1 else 0 end as "wasLate", c.weight,
          c.volume, l.type, l.depot_key as "depotKey", l.channel_key as "channelKey", l.area_key as "areaKey",
          l.required_from as "requiredFrom", l.required_to as "requiredTo", l.planned, l.late, l.located, l.summary,
          l.tags, l.fields, l.consignee_code as "consigneeCode", p.driver_key as "driverKey",
          case when p.outcome = 'success' then null else p.document end as failure, s.load_id as "loadId",
          s.position as "stopPosition", r.key as "loadKey", x.since
        from consignments c
        join consignment_list l on l.environment_id = c.environment_id and l.consignment_id = c.consignment_id
        left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
        left join loads r on r.environment_id = s.environment_id and r.load_id = s.load_id
        left join export_list x on x.environment_id = c.environment_id and x.consignment_id = c.consignment_id
        left join pods p on p.environment_id = c.environment_id and p.consignment_id = c.consignment_id
          and p.replaced_by is null and p.outcome = c.outcome and p.time = c.outcome_time
        where c.environment_id = ${environmentId} and c.consignment_id in `,
      idsAtOnceOf(ids),
      // If two proofs of an order have the same outcome and time, the last one counts.
      piece` order by p.received, p.pod_id`,
    ),
  )
