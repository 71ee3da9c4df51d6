// Reads the order list: parts of a sorted list, the conditions of filters, and the rows of a page.
import type { consignmentSorts } from '../../../contract/consignments.ts'
import type { OutcomeName } from '../../../contract/road.ts'
import {
  type Awaitable,
  buildValueList,
  joinFragments,
  piece,
  type ReadTransaction,
  type SqlQuery,
  sql,
} from '../../platform/database/database.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import type { ListRow, SortSlot } from '../record/listing.ts'
import { buildOrdersQuery, type ConsignmentRow, isUnplanned } from '../record/store.ts'

/** Position of an order in a sorted list: the value of the sort column, and the id. Equal values are sorted by id. */
export interface ListPosition {
  place: string
  consignmentId: string
}
export type ListSort = (typeof consignmentSorts)[number] | SortSlot
/** Part of a sorted list, after one position and up to another. Undefined means the start or the end of the list. */
export interface ListRange {
  sort: ListSort
  descending: boolean
  after: ListPosition | undefined
  upTo: ListPosition | undefined
}

/** Tables from which a sorted list is read, the column of the sort, and the columns with the ids. */
interface Source {
  tables: SqlQuery
  environment: SqlQuery
  column: SqlQuery
  id: SqlQuery
}
const ordersBy = (column: SqlQuery): Source => ({
  tables: piece`consignments c`,
  environment: piece`c.environment_id`,
  column,
  id: piece`c.consignment_id`,
})
const listBy = (column: SqlQuery): Source => ({
  tables: piece`consignment_list l`,
  environment: piece`l.environment_id`,
  column,
  id: piece`l.consignment_id`,
})
/** Filters use `l`. The cross join makes SQLite read `consignments` first, so that its index gives the sequence. */
const listedOrdersBy = (column: SqlQuery): Source => ({
  tables: piece`consignments c cross join consignment_list l`,
  environment: piece`l.environment_id = c.environment_id and l.consignment_id = c.consignment_id and c.environment_id`,
  column,
  id: piece`c.consignment_id`,
})
/**
 * Returns the sources for a sort by a custom field. The column is null unless the environment sorts by a custom field.
 */
const placedBy = (column: SqlQuery): { plain: Source; filtered: Source } => {
  const source = { ...listBy(column), environment: joinFragments(column, piece` is not null and l.environment_id`) }
  return { plain: source, filtered: source }
}
const sources: Record<ListSort, { plain: Source; filtered: Source }> = {
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

/** Conditions of filters on `consignment_list l`. Each starts with `and`, and none can use an index. */
export type ListConditions = SqlQuery[]

const first: ListPosition = { place: '', consignmentId: '' }
/** Last position of all. Its text is longer than any key. */
const last: ListPosition = { place: '\u{10ffff}'.repeat(129), consignmentId: lastSortKey }

/** Selects the positions of an environment's orders. */
const selectPlaces = ({ tables, environment, column, id }: Source, environmentId: string): SqlQuery =>
  joinFragments(
    piece`select `,
    column,
    piece` as place, `,
    id,
    piece` as "consignmentId" from `,
    tables,
    piece` where `,
    environment,
    piece` = ${environmentId}`,
  )

/** Selects the positions in a part of a list, in its sequence and without a limit. */
function stretched(environmentId: string, stretch: ListRange, conditions: ListConditions): SqlQuery {
  const { sort, descending, upTo } = stretch
  // With conditions, SQLite uses the index of the sort only if the range has a start, so `first` or `last` is the
  // default. Without a start, it would use the primary key.
  const start = stretch.after ?? (conditions.length === 0 ? undefined : descending ? last : first)
  const source = sources[sort][conditions.length > 0 ? 'filtered' : 'plain']
  const { column, id } = source
  const positionColumns = joinFragments(piece` and (`, column, piece`, `, id, piece`)`)
  return joinFragments(
    selectPlaces(source, environmentId),
    ...(start ? [positionColumns, descending ? isSmaller(start) : isGreater(start)] : []),
    ...(upTo ? [positionColumns, descending ? isNotSmaller(upTo) : isNotGreater(upTo)] : []),
    ...conditions,
    piece` order by `,
    column,
    descending ? piece` desc, ` : piece`, `,
    id,
    descending ? piece` desc` : piece``,
  )
}
const isSmaller = ({ place, consignmentId }: ListPosition) => piece` < (${place}, ${consignmentId})`
const isGreater = ({ place, consignmentId }: ListPosition) => piece` > (${place}, ${consignmentId})`
const isNotSmaller = ({ place, consignmentId }: ListPosition) => piece` >= (${place}, ${consignmentId})`
const isNotGreater = ({ place, consignmentId }: ListPosition) => piece` <= (${place}, ${consignmentId})`

export const buildPageQuery = (
  environmentId: string,
  stretch: ListRange,
  conditions: ListConditions,
  { limit, offset = 0 }: { limit: number; offset?: number },
): SqlQuery => joinFragments(stretched(environmentId, stretch, conditions), piece` limit ${limit} offset ${offset}`)

export const buildCountQuery = (
  environmentId: string,
  stretch: ListRange,
  conditions: ListConditions,
  limit: number,
): SqlQuery =>
  conditions.length === 0
    ? sql`select count(*) as count
      from (select 1 from consignments where environment_id = ${environmentId} limit ${limit}) as counted`
    : joinFragments(
        piece`select count(*) as count from (`,
        stretched(environmentId, stretch, conditions),
        piece` limit ${limit}) as counted`,
      )

/** Ids per statement. */
export const idsAtOnce = 500

/** Selects the positions of these orders, without orders that fail a condition. */
export function buildPositionsQuery(
  environmentId: string,
  sort: ListSort,
  ids: readonly string[],
  conditions: ListConditions,
): SqlQuery {
  const source = sources[sort].filtered
  return joinFragments(
    selectPlaces(source, environmentId),
    piece` and `,
    source.id,
    piece` in `,
    buildValueList(ids, idsAtOnce),
    ...conditions,
  )
}

/** Keys of which an order must have one. An empty text means orders without a key. */
export type KeyFilter = readonly string[] | undefined
const keysMax = 20
const anyKey = (keys: KeyFilter) => (keys === undefined ? 1 : 0)
const keyList = (keys: KeyFilter) => buildValueList(keys ?? [''], keysMax)

export const hasKeys = (type: string | undefined, depots: KeyFilter, channels: KeyFilter, areas: KeyFilter): SqlQuery =>
  joinFragments(
    piece` and l.type >= ${type ?? ''} and l.type <= ${type ?? lastSortKey}
      and (${anyKey(depots)} = 1 or l.depot_key in `,
    keyList(depots),
    piece`) and (${anyKey(channels)} = 1 or l.channel_key in `,
    keyList(channels),
    piece`) and (${anyKey(areas)} = 1 or l.area_key in `,
    keyList(areas),
    piece`)`,
  )

/** Accepted values of a column with 0 and 1: 0 to 0, 1 to 1, or 0 to 1 for both. */
export interface FlagRange {
  least: number
  most: number
}
// Keeps orders that are part of these loads. Two ranges also limit whether orders are assigned to a load, and whether
// they are listed for export. Subqueries repeat the environment id, so that Citus sends the whole statement to one
// node.
export const isPartOf = (environmentId: string, loads: KeyFilter, assigned: FlagRange, listed: FlagRange): SqlQuery =>
  joinFragments(
    piece` and l.assigned >= ${assigned.least} and l.assigned <= ${assigned.most}
    and coalesce((select 1 from export_list x
        where x.environment_id = ${environmentId} and x.consignment_id = l.consignment_id), 0)
      between ${listed.least} and ${listed.most}
    and (${anyKey(loads)} = 1 or coalesce((select s.load_id from stops s
        where s.environment_id = ${environmentId} and s.consignment_id = l.consignment_id), '') in `,
    keyList(loads),
    piece`)`,
  )

/** Keeps orders by the state of their plan: unplanned orders, planned orders, or both. */
export const hasPlanState = (environmentId: string, { least, most }: FlagRange): SqlQuery =>
  joinFragments(piece` and `, isUnplanned(environmentId), piece` between ${least} and ${most}`)

const outcomesMax = 4
/** Keeps orders with one of these outcomes. An empty text means orders without an outcome. */
export const hasOutcome = (environmentId: string, outcomes: readonly string[]): SqlQuery =>
  joinFragments(
    piece` and coalesce((select o.outcome from consignments o
        where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id), '') in `,
    buildValueList(outcomes, outcomesMax),
  )

// Keeps orders by the time of their outcome and by lateness. The ranges are in a select list, because PostgreSQL may
// scan an index for the whole range per row if they are in the `where` clause.
export const isServed = (environmentId: string, { from, to }: ValueRange, late: FlagRange): SqlQuery =>
  piece` and (select case when coalesce(o.outcome_time, '') >= ${from} and coalesce(o.outcome_time, '') <= ${to}
    and (case when o.reached > o.closes then 1 else 0 end) between ${late.least} and ${late.most} then 1 end
    from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id) = 1`

export const hasConsigneeCode = (codes: readonly string[]): SqlQuery =>
  joinFragments(piece` and coalesce(l.consignee_code, '') in `, buildValueList(codes, keysMax))

/**
 * Texts to find in a list column. A row matches if it contains one of `included`, or if it does not contain `missing`.
 */
export interface SearchTexts {
  included: readonly string[]
  missing: string | undefined
}
/**
 * Numbers of texts for which a statement exists. Each row is compared with all texts of the statement, so a short list
 * uses the shorter one.
 */
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

export function hasTexts(column: 'tags' | 'fields', { included, missing }: SearchTexts): SqlQuery {
  const size = sizes.find((max) => included.length <= max)!
  const needles = Array.from({ length: size }, (_, index) => included[index] ?? included[0] ?? nothing)
  const conditions = needles.flatMap((needle, index) => [...(index === 0 ? [open] : [or]), contained[column](needle)])
  return joinFragments(...conditions, lacked[column](missing ?? nothing, missing === undefined ? 0 : 1))
}

/** Keeps orders with a custom field between two values. */
export const isBetween = (slot: SortSlot, { from, to }: ValueRange): SqlQuery =>
  joinFragments(piece` and `, sources[slot].plain.column, piece` between ${from} and ${to}`)

export interface ValueRange {
  from: string
  to: string
}
export const isInTime = (planned: ValueRange, window: ValueRange & { mode: 'any' | 'overlaps' | 'within' }): SqlQuery =>
  piece` and coalesce(l.planned, '') between ${planned.from} and ${planned.to}
    and (${window.mode} <> 'overlaps'
      or (l.required_to >= ${window.from} and (l.required_from <= ${window.to} or l.required_from = ${lastSortKey})
        and (l.required_from <> ${lastSortKey} or l.required_to <> ${lastSortKey})))
    and (${window.mode} <> 'within'
      or (l.required_from >= ${window.from} and l.required_from <= ${window.to}
        and l.required_to >= ${window.from} and l.required_to <= ${window.to}))`

/** Keeps orders by lateness, location, and up to eight patterns of words such as `% word%`. */
export const searchCondition = (late: FlagRange, located: FlagRange, patterns: readonly string[]): SqlQuery => {
  const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, index) => patterns[index] ?? '%') as string[]
  return piece` and l.late >= ${late.least} and l.late <= ${late.most}
    and l.located >= ${located.least} and l.located <= ${located.most}
    and l.words like ${a!} and l.words like ${b!} and l.words like ${c!} and l.words like ${d!}
    and l.words like ${e!} and l.words like ${f!} and l.words like ${g!} and l.words like ${h!}`
}

export const isStamped = (environmentId: string, created: ValueRange, updated: ValueRange): SqlQuery =>
  piece` and (select case when o.created >= ${created.from} and o.created <= ${created.to}
      and o.updated >= ${updated.from} and o.updated <= ${updated.to} then 1 end
    from consignments o where o.environment_id = ${environmentId} and o.consignment_id = l.consignment_id) = 1`

// Each of the following functions finds the ids of orders that pass one filter, up to a limit.

type Ids = Awaitable<{ consignmentId: string }[]>

const idsFrom =
  (table: SqlQuery) =>
  (tx: ReadTransaction, environmentId: string, condition: SqlQuery, limit: number): Ids =>
    tx.all(
      joinFragments(
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

export const findOrderIds = (tx: ReadTransaction, environmentId: string, keys: readonly string[]) =>
  idsFromOrders(tx, environmentId, joinFragments(piece`key in `, buildValueList(keys, idsAtOnce)), idsAtOnce)

export const findLoadOrderIds = (tx: ReadTransaction, environmentId: string, loads: readonly string[], limit: number) =>
  idsFromStops(tx, environmentId, joinFragments(piece`load_id in `, buildValueList(loads, keysMax)), limit)

export const findExportListIds = (tx: ReadTransaction, environmentId: string, limit: number): Ids =>
  tx.all(
    sql`select consignment_id as "consignmentId" from export_list
      where environment_id = ${environmentId} limit ${limit}`,
  )

export const findUnassignedIds = (tx: ReadTransaction, environmentId: string, limit: number) =>
  idsFromList(tx, environmentId, piece`assigned = 0`, limit)

export const findOutcomeIds = (
  tx: ReadTransaction,
  environmentId: string,
  outcomes: readonly string[],
  limit: number,
) => idsFromOrders(tx, environmentId, joinFragments(piece`outcome in `, buildValueList(outcomes, outcomesMax)), limit)

const servedWithin = ({ from, to }: ValueRange) => piece`outcome_time >= ${from} and outcome_time <= ${to}`

/** Finds orders with an outcome in a range of time. */
export const findServedIds = (tx: ReadTransaction, environmentId: string, range: ValueRange, limit: number) =>
  idsFromOrders(tx, environmentId, servedWithin(range), limit)

/** Finds orders that were reached too late, with an outcome in a range of time. */
export const findServedLateIds = (tx: ReadTransaction, environmentId: string, range: ValueRange, limit: number) =>
  idsFromOrders(tx, environmentId, joinFragments(servedWithin(range), piece` and reached > closes`), limit)

export const findConsigneeCodeIds = (
  tx: ReadTransaction,
  environmentId: string,
  codes: readonly string[],
  limit: number,
) => idsFromList(tx, environmentId, joinFragments(piece`consignee_code in `, buildValueList(codes, keysMax)), limit)

/** Finds orders with a custom field between two values. */
export const findFieldRangeIds = (
  tx: ReadTransaction,
  environmentId: string,
  { slot, from, to }: ValueRange & { slot: SortSlot },
  limit: number,
): Ids => {
  const { column } = sources[slot].plain
  return idsFromList(tx, environmentId, joinFragments(column, piece` >= ${from} and `, column, piece` <= ${to}`), limit)
}

export const findPlannedIds = (tx: ReadTransaction, environmentId: string, range: ValueRange, limit: number) =>
  idsFromList(tx, environmentId, piece`planned >= ${range.from} and planned <= ${range.to}`, limit)

export const findRequiredFromIds = (tx: ReadTransaction, environmentId: string, range: ValueRange, limit: number) =>
  idsFromList(tx, environmentId, piece`required_from >= ${range.from} and required_from <= ${range.to}`, limit)

export const findRequiredToIds = (tx: ReadTransaction, environmentId: string, earliest: string, limit: number) =>
  idsFromList(tx, environmentId, piece`required_to >= ${earliest}`, limit)

/** Finds orders that were created in a range of time. An id begins with the time of creation. */
export const findIssuedIds = (tx: ReadTransaction, environmentId: string, range: ValueRange, limit: number) =>
  idsFromOrders(tx, environmentId, piece`consignment_id >= ${range.from} and consignment_id <= ${range.to}`, limit)

export const findUpdatedIds = (tx: ReadTransaction, environmentId: string, range: ValueRange, limit: number) =>
  idsFromOrders(tx, environmentId, piece`updated >= ${range.from} and updated <= ${range.to}`, limit)

const idList = (ids: readonly string[]) => buildValueList(ids, ids.length <= 50 ? 50 : idsAtOnce)

/** Reads complete orders, in no particular sequence. */
export const findByIds = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<ConsignmentRow>(joinFragments(buildOrdersQuery(environmentId), piece` and c.consignment_id in `, idList(ids)))

export interface SummaryRow extends Omit<ListRow, 'words' | 'postalCode' | 'sorts' | 'closes'> {
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
  /** Document of the deciding proof if it records a failure; null after a success. */
  failure: string | null
  weight: number | null
  volume: number | null
  /** Time since which the order is on the export list, in microseconds; null if it is not listed. */
  since: number | null
}

export const findSummaries = (tx: ReadTransaction, environmentId: string, ids: readonly string[]) =>
  tx.all<SummaryRow>(
    joinFragments(
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
      idList(ids),
      // If several proofs have the outcome and the time of an order, the last one is used.
      piece` order by p.received, p.pod_id`,
    ),
  )
