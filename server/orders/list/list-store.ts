// The lists of orders in the database: stretches of a sorted list, filters, and the rows of a page.
import type { consignmentSorts } from '../../../contract/consignments.ts'
import type { OutcomeName } from '../../../contract/road.ts'
import { type Awaitable, join, listed, piece, type Query, type Reader, sql } from '../../platform/database/database.ts'
import type { Listing, SortSlot } from '../record/listing.ts'
import { type ConsignmentRow, isUnplanned, ordersOf } from '../record/store.ts'

/** Where an order stands in a sorted list. Those with the same place come by their ids. */
export interface Place {
  place: string
  consignmentId: string
}
export type Sort = (typeof consignmentSorts)[number] | SortSlot
/** Places between which a list is read: behind the first, up to the last; from its start and to its end without them. */
export interface Stretch {
  sort: Sort
  descending: boolean
  after: Place | undefined
  upTo: Place | undefined
}

/** What a list is read from, and by which columns. */
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
/** Filters look at `l`. A cross join keeps SQLite from taking the list first, whose order would not be the one that is wanted. */
const listedOrdersBy = (place: Query): Source => ({
  from: piece`consignments c cross join consignment_list l`,
  environment: piece`l.environment_id = c.environment_id and l.consignment_id = c.consignment_id and c.environment_id`,
  place,
  id: piece`c.consignment_id`,
})
/** Only orders of environments that sort by a custom field have a place here. */
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
/** Longer than any key, and behind all of them. */
const last: Place = { place: '\u{10ffff}'.repeat(129), consignmentId: '~' }

/** The rows of a stretch in their order, without a limit. */
function stretched(environmentId: string, stretch: Stretch, conditions: Conditions): Query {
  const { sort, descending, upTo } = stretch
  // Where there are conditions, only an end that is a place leads SQLite to the index of the sort rather than to the key.
  const after = stretch.after ?? (conditions.length === 0 ? undefined : descending ? last : first)
  const { from, environment, place, id } = sources[sort][conditions.length > 0 ? 'filtered' : 'plain']
  const places = join(piece` and (`, place, piece`, `, id, piece`)`)
  return join(
    piece`select `,
    place,
    piece` as place, `,
    id,
    piece` as "consignmentId" from `,
    from,
    piece` where `,
    environment,
    piece` = ${environmentId}`,
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
    ? sql`select count(*) as count from (select 1 from consignments where environment_id = ${environmentId} limit ${limit}) as counted`
    : join(
        piece`select count(*) as count from (`,
        stretched(environmentId, stretch, conditions),
        piece` limit ${limit}) as counted`,
      )

/** How many ids a statement takes at once. */
export const idsAtOnce = 500

/** Where those of these orders that pass stand. */
export function placesOf(environmentId: string, sort: Sort, ids: readonly string[], conditions: Conditions): Query {
  const { from, environment, place, id } = sources[sort].filtered
  return join(
    piece`select `,
    place,
    piece` as place, `,
    id,
    piece` as "consignmentId" from `,
    from,
    piece` where `,
    environment,
    piece` = ${environmentId} and `,
    id,
    piece` in `,
    listed(ids, idsAtOnce),
    ...conditions,
  )
}

/** Keys of which an order must have one; '' stands for none. */
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

/** From 0 to 1: neither, one of them, or both. */
export interface Flags {
  least: number
  most: number
}
// What they look up beside the list they look up by the environment itself: so Citus knows that one node has it all.
export const isPartOf = (environmentId: string, loads: Keys, assigned: Flags, onExportList: Flags): Query =>
  join(
    piece` and l.assigned >= ${assigned.least} and l.assigned <= ${assigned.most}
    and coalesce((select 1 from export_list x where x.environment_id = ${environmentId} and x.consignment_id = l.consignment_id), 0) between ${onExportList.least} and ${onExportList.most}
    and (${anyKey(loads)} = 1 or coalesce((select s.load_id from stops s where s.environment_id = ${environmentId} and s.consignment_id = l.consignment_id), '') in `,
    keyList(loads),
    piece`)`,
  )

/** Keeps unplanned orders, all others, or both. */
export const hasPlanState = (environmentId: string, { least, most }: Flags): Query =>
  join(piece` and `, isUnplanned(environmentId), piece` between ${least} and ${most}`)

const outcomesMax = 4
/** '' stands for none. */
export const hasOutcome = (environmentId: string, outcomes: readonly string[]): Query =>
  join(
    piece` and coalesce((select o.outcome from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id), '') in `,
    listed(outcomes, outcomesMax),
  )

// Ranges stand outside of what finds the row: else PostgreSQL may look in an index for all that is in the range, row by row.
export const wasServed = (environmentId: string, { from, to }: Range, late: Flags): Query =>
  piece` and (select case when coalesce(o.outcome_time, '') >= ${from} and coalesce(o.outcome_time, '') <= ${to}
    and (case when o.reached > o.closes then 1 else 0 end) between ${late.least} and ${late.most} then 1 end
    from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id) = 1`

export const hasConsigneeCode = (codes: readonly string[]): Query =>
  join(piece` and coalesce(l.consignee_code, '') in `, listed(codes, keysMax))

/** What an order has one of, as it stands in the texts of the list: one of these pieces, or, where none will do, not this one. */
export interface Needles {
  any: readonly string[]
  none: string | undefined
}
/** Each row is compared with every piece: few of them have a statement of their own. */
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
/** Stands in none of the texts. */
const nothing = '\n'

export function holds(column: 'tags' | 'fields', { any, none }: Needles): Query {
  const size = sizes.find((each) => any.length <= each)!
  const needles = Array.from({ length: size }, (_, index) => any[index] ?? any[0] ?? nothing)
  const parts = needles.flatMap((needle, index) => [...(index === 0 ? [open] : [or]), contained[column](needle)])
  return join(...parts, lacked[column](none ?? nothing, none === undefined ? 0 : 1))
}

/** Where it stands by a custom field. */
export const isBetween = (slot: SortSlot, { from, to }: Range): Query =>
  join(piece` and `, sources[slot].plain.place, piece` between ${from} and ${to}`)

export interface Range {
  from: string
  to: string
}
export const isInTime = (planned: Range, window: Range & { how: 'any' | 'overlaps' | 'within' }): Query =>
  piece` and coalesce(l.planned, '') between ${planned.from} and ${planned.to}
    and (${window.how} <> 'overlaps' or (l.required_to >= ${window.from} and (l.required_from <= ${window.to} or l.required_from = '~') and (l.required_from <> '~' or l.required_to <> '~')))
    and (${window.how} <> 'within' or (l.required_from >= ${window.from} and l.required_from <= ${window.to} and l.required_to >= ${window.from} and l.required_to <= ${window.to}))`

/** Eight patterns, such as `% word%`. */
export const says = (late: Flags, located: Flags, patterns: readonly string[]): Query => {
  const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, index) => patterns[index] ?? '%') as string[]
  return piece` and l.late >= ${late.least} and l.late <= ${late.most} and l.located >= ${located.least} and l.located <= ${located.most}
    and l.words like ${a!} and l.words like ${b!} and l.words like ${c!} and l.words like ${d!} and l.words like ${e!} and l.words like ${f!} and l.words like ${g!} and l.words like ${h!}`
}

export const isStamped = (environmentId: string, created: Range, updated: Range): Query =>
  piece` and (select case when o.created >= ${created.from} and o.created <= ${created.to} and o.updated >= ${updated.from} and o.updated <= ${updated.to} then 1 end
    from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id) = 1`

// Ids of orders that one filter lets through, at most so many. None of them knows the other filters.

type Ids = Awaitable<{ consignmentId: string }[]>
export const idsOfKeys = (tx: Reader, environmentId: string, keys: readonly string[]): Ids =>
  tx.all(
    join(
      piece`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and key in `,
      listed(keys, idsAtOnce),
    ),
  )

export const idsInLoads = (tx: Reader, environmentId: string, loads: readonly string[], limit: number): Ids =>
  tx.all(
    join(
      piece`select consignment_id as "consignmentId" from stops where environment_id = ${environmentId} and load_id in `,
      listed(loads, keysMax),
      piece` limit ${limit}`,
    ),
  )

export const idsOnExportList = (tx: Reader, environmentId: string, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from export_list where environment_id = ${environmentId} limit ${limit}`,
  )

export const idsUnassigned = (tx: Reader, environmentId: string, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignment_list where environment_id = ${environmentId} and assigned = 0 limit ${limit}`,
  )

export const idsOfOutcomes = (tx: Reader, environmentId: string, outcomes: readonly string[], limit: number): Ids =>
  tx.all(
    join(
      piece`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and outcome in `,
      listed(outcomes, outcomesMax),
      piece` limit ${limit}`,
    ),
  )

export const idsServed = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and outcome_time >= ${from} and outcome_time <= ${to} limit ${limit}`,
  )

/** The same, only those that were reached too late. */
export const idsServedLate = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and outcome_time >= ${from} and outcome_time <= ${to} and reached > closes limit ${limit}`,
  )

export const idsOfConsigneeCodes = (tx: Reader, environmentId: string, codes: readonly string[], limit: number): Ids =>
  tx.all(
    join(
      piece`select consignment_id as "consignmentId" from consignment_list where environment_id = ${environmentId} and consignee_code in `,
      listed(codes, keysMax),
      piece` limit ${limit}`,
    ),
  )

export const idsBetween = (
  tx: Reader,
  environmentId: string,
  { slot, from, to }: Range & { slot: SortSlot },
  limit: number,
): Ids => {
  const { place } = sources[slot].plain
  return tx.all(
    join(
      piece`select l.consignment_id as "consignmentId" from consignment_list l where l.environment_id = ${environmentId} and `,
      place,
      piece` >= ${from} and `,
      place,
      piece` <= ${to} limit ${limit}`,
    ),
  )
}

export const idsPlanned = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignment_list where environment_id = ${environmentId} and planned >= ${from} and planned <= ${to} limit ${limit}`,
  )

export const idsRequiredFrom = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignment_list where environment_id = ${environmentId} and required_from >= ${from} and required_from <= ${to} limit ${limit}`,
  )

export const idsRequiredTo = (tx: Reader, environmentId: string, from: string, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignment_list where environment_id = ${environmentId} and required_to >= ${from} limit ${limit}`,
  )

export const idsIssued = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and consignment_id >= ${from} and consignment_id <= ${to} limit ${limit}`,
  )

export const idsUpdated = (tx: Reader, environmentId: string, { from, to }: Range, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and updated >= ${from} and updated <= ${to} limit ${limit}`,
  )

const idsAtOnceOf = (ids: readonly string[]) => listed(ids, ids.length <= 50 ? 50 : idsAtOnce)

/** Whole orders, in any order. */
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
  /** Whether it was reached too late: 0 or 1. */
  wasLate: number
  driverKey: string | null
  /** Document of the proof that counts, where it tells a reason. */
  failure: string | null
  weight: number | null
  volume: number | null
  /** When it came on the export list. */
  since: number | null
}

export const findSummaries = (tx: Reader, environmentId: string, ids: readonly string[]): Awaitable<SummaryRow[]> =>
  tx.all<SummaryRow>(
    join(
      piece`select c.consignment_id as "consignmentId", c.key, c.version, c.created, c.updated, c.outcome, c.outcome_time as "outcomeTime", case when c.reached > c.closes then 1 else 0 end as "wasLate", c.weight, c.volume,
    l.type, l.depot_key as "depotKey", l.channel_key as "channelKey", l.area_key as "areaKey", l.required_from as "requiredFrom", l.required_to as "requiredTo", l.planned, l.late, l.located, l.summary, l.tags, l.fields, l.consignee_code as "consigneeCode",
    p.driver_key as "driverKey", case when p.outcome = 'success' then null else p.document end as failure,
    s.load_id as "loadId", s.position as "stopPosition", r.key as "loadKey", x.since
    from consignments c
    join consignment_list l on l.environment_id = c.environment_id and l.consignment_id = c.consignment_id
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join loads r on r.environment_id = s.environment_id and r.load_id = s.load_id
    left join export_list x on x.environment_id = c.environment_id and x.consignment_id = c.consignment_id
    left join pods p on p.environment_id = c.environment_id and p.consignment_id = c.consignment_id and p.replaced_by is null and p.outcome = c.outcome and p.time = c.outcome_time
    where c.environment_id = ${environmentId} and c.consignment_id in `,
      idsAtOnceOf(ids),
      // Where two proofs of an order say the same at the same time, the last one counts.
      piece` order by p.received, p.pod_id`,
    ),
  )
