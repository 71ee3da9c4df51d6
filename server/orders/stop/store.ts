// Stores loads and their stops.
import { driveLimits } from '../../../contract/drive.ts'
import { type Load, loadSchemas, type loadSorts, type Stop } from '../../../contract/load.ts'
import { buildColumns, lastSortKeyConstant } from '../../platform/database/columns.ts'
import {
  type Awaitable,
  buildValueList,
  joinFragments,
  piece,
  type ReadTransaction,
  retryOnConflict,
  type SqlQuery,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import { createStoredNormaliser } from '../../platform/value/normaliser.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { calculateLatestTime } from '../../platform/value/times.ts'
import * as consignments from '../record/store.ts'

/** Columns that identify a load. They never change. */
const identity = buildColumns(['loadId', 'created'])
/** Planned columns, which a client sets, in the sequence of fields in the load's history. */
const planned = buildColumns([
  'key',
  'startDepotKey',
  'endDepotKey',
  'plannedStart',
  'weightCapacity',
  'volumeCapacity',
  'vehicleKey',
  'driverKey',
  'packageCapacity',
])
/** Progress columns, which the service sets. */
const progress = buildColumns(['status', 'version', 'updated', 'actualStart', 'actualEnd'])

type LoadColumns = typeof identity | typeof planned | typeof progress
export type LoadRow = Pick<Load, LoadColumns['names'][number]>

/** Returns the planned columns, which a client sets. */
export const plannedOf = createStoredNormaliser(loadSchemas, {}, planned.names)

export interface StopRow extends Omit<Stop, 'postcodePosition'> {
  loadId: string
  depotKey: string | null
  orderVersion: number
}

const loadColumns = joinFragments(identity.select('r'), piece`, `, planned.select('r'), piece`, `, progress.select('r'))
const byId = (environmentId: string, loadId: string): SqlQuery =>
  joinFragments(
    piece`select `,
    loadColumns,
    piece` from loads r where r.environment_id = ${environmentId} and r.load_id = ${loadId}`,
  )

export const findLoad = (tx: ReadTransaction, environmentId: string, loadId: string): Awaitable<LoadRow | undefined> =>
  tx.get<LoadRow>(byId(environmentId, loadId))

/** Locks a load until the transaction ends. */
export const lockLoad = (tx: WriteTransaction, environmentId: string, loadId: string): Awaitable<LoadRow | undefined> =>
  tx.lock<LoadRow>(byId(environmentId, loadId))

export const findLoadId = async (
  tx: ReadTransaction,
  environmentId: string,
  key: string,
): Promise<string | undefined> =>
  (
    await tx.get<{ loadId: string }>(
      sql`select load_id as "loadId" from loads where environment_id = ${environmentId} and key = ${key}`,
    )
  )?.loadId

export type LoadSort = (typeof loadSorts)[number]
export interface LoadListPosition {
  place: string
  loadId: string
}
export interface LoadListRange {
  sort: LoadSort
  descending: boolean
  after: LoadListPosition | undefined
  upTo: LoadListPosition | undefined
}
export interface LoadFilter {
  /** Searched part of the key. */
  search: string
  statuses: readonly string[]
  /** Keys of start depots. An empty key means loads without a start depot. Undefined means all loads. */
  starts: readonly string[] | undefined
  ends: readonly string[] | undefined
  /** Keys of drivers. An empty key means loads without a driver. Undefined means all loads. */
  drivers: readonly string[] | undefined
  planned: { from: string; to: string } | undefined
}
/** Largest number of loads in a list without pages. */
export const loadsMax = 100_000

/** Planned start for sorting and for ranges. Loads without a planned start are last. */
const plannedStartKey = joinFragments(piece`coalesce(r.planned_start, `, lastSortKeyConstant, piece`)`)
const sortColumns: Record<LoadSort, SqlQuery> = {
  created: piece`r.created`,
  key: piece`r.key`,
  plannedStart: plannedStartKey,
}
const keysMax = 20
const keyIn = (column: SqlQuery, keys: readonly string[] | undefined): SqlQuery =>
  joinFragments(
    piece` and (${keys ? 0 : 1} = 1 or coalesce(`,
    column,
    piece`, '') in `,
    buildValueList(keys ?? [''], keysMax),
    piece`)`,
  )

/** Returns the `like` pattern of a search text. Both databases ignore the case of ASCII letters. */
const patternOf = (text: string) =>
  `%${text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[\\%_]/g, '\\$&')}%`

function conditionsOf({ search, statuses, starts, ends, drivers, planned }: LoadFilter): SqlQuery {
  const { from, to } = planned ?? { from: '', to: lastSortKey }
  return joinFragments(
    piece` and lower(r.key) like ${patternOf(search)} escape '\\'
      and `,
    plannedStartKey,
    piece` || '' between ${from} and ${to} and r.status in `,
    buildValueList(statuses, 5),
    keyIn(piece`r.start_depot_key`, starts),
    keyIn(piece`r.end_depot_key`, ends),
    keyIn(piece`r.driver_key`, drivers),
  )
}

function stretched(select: SqlQuery, environmentId: string, stretch: LoadListRange, conditions: SqlQuery[]): SqlQuery {
  const { sort, descending, upTo } = stretch
  const start = stretch.after ?? (descending ? last : first)
  const column = sortColumns[sort]
  const position = joinFragments(piece` and (`, column, piece`, r.load_id)`)
  return joinFragments(
    piece`select `,
    column,
    select,
    piece` from loads r where r.environment_id = ${environmentId}`,
    position,
    descending ? piece` < (${start.place}, ${start.loadId})` : piece` > (${start.place}, ${start.loadId})`,
    ...(upTo
      ? [position, descending ? piece` >= (${upTo.place}, ${upTo.loadId})` : piece` <= (${upTo.place}, ${upTo.loadId})`]
      : []),
    ...conditions,
    piece` order by `,
    column,
    descending ? piece` desc, r.load_id desc` : piece`, r.load_id`,
  )
}
const first: LoadListPosition = { place: '', loadId: '' }
/** Text that sorts after every key and every id. */
const highest = '\u{10ffff}'.repeat(129)
const last: LoadListPosition = { place: highest, loadId: highest }

const listColumns = joinFragments(piece` as place, `, loadColumns)
export const buildLoadPageQuery = (
  environmentId: string,
  stretch: LoadListRange,
  filter: LoadFilter,
  limit: number,
): SqlQuery =>
  joinFragments(stretched(listColumns, environmentId, stretch, [conditionsOf(filter)]), piece` limit ${limit}`)

/** Returns the position of load number `count` in a part of the list; undefined if no further load follows. */
export async function findPageEnd(
  tx: ReadTransaction,
  environmentId: string,
  stretch: LoadListRange,
  count: number,
): Promise<LoadListPosition | undefined> {
  const [end, more] = await tx.all<LoadListPosition>(
    joinFragments(
      stretched(piece` as place, r.load_id as "loadId"`, environmentId, stretch, []),
      piece` limit 2 offset ${count - 1}`,
    ),
  )
  return more && end
}

export const countLoads = async (
  tx: ReadTransaction,
  environmentId: string,
  stretch: LoadListRange,
  filter: LoadFilter,
): Promise<number> =>
  (await tx.get<{ count: number }>(
    joinFragments(
      piece`select count(*) as count from (`,
      stretched(piece``, environmentId, stretch, [conditionsOf(filter)]),
      piece`) as counted`,
    ),
  ))!.count

/**
 * Finds the loads of a driver that are released, started, or completed since `since`, sorted by planned start. If there
 * are too many, loads with a planned start since then take precedence. The latest of the other loads follow.
 */
export const findDriverLoads = (
  tx: ReadTransaction,
  environmentId: string,
  driverKey: string,
  since: string,
): Awaitable<LoadRow[]> =>
  tx.all<LoadRow>(
    joinFragments(
      piece`select * from (select `,
      loadColumns,
      piece` from loads r where r.environment_id = ${environmentId} and r.driver_key = ${driverKey}
        and (r.status in ('released', 'started')
          or (r.status = 'completed' and coalesce(r.actual_end, r.updated) >= ${since}))
      order by case when r.planned_start < ${since} then 1 else 0 end,
        case when r.planned_start < ${since} then '' else `,
      plannedStartKey,
      piece` end,
        r.planned_start desc, r.load_id
      limit ${driveLimits.loads}) as kept order by coalesce("plannedStart", ${lastSortKey}), "loadId"`,
    ),
  )

/** Inserts a load. Returns false if the key is taken. Repeats the transaction if the id is taken. */
export const insertLoad = async (tx: WriteTransaction, environmentId: string, load: LoadRow): Promise<boolean> =>
  (await retryOnConflict('loads_pkey', () =>
    tx.run(
      joinFragments(
        piece`insert into loads (environment_id, `,
        identity.list,
        piece`, `,
        planned.list,
        piece`, `,
        progress.list,
        piece`) values (${environmentId}, `,
        identity.values(load),
        piece`, `,
        planned.values(load),
        piece`, `,
        progress.values(load),
        piece`) on conflict (environment_id, key) do nothing`,
      ),
    ),
  )) === 1

export const updateLoad = (tx: WriteTransaction, environmentId: string, load: LoadRow): Awaitable<number> =>
  retryOnConflict('loads_key', () =>
    tx.run(
      joinFragments(
        piece`update loads set `,
        planned.set(load),
        piece`, `,
        progress.set(load),
        piece` where environment_id = ${environmentId} and load_id = ${load.loadId}`,
      ),
    ),
  )

/** Raises the version of a load whose stops have changed. Returns its key, version and time. */
export const incrementVersion = async (
  tx: WriteTransaction,
  environmentId: string,
  loadId: string,
  now: string,
): Promise<{ key: string; version: number; updated: string }> =>
  (await tx.get<{ key: string; version: number; updated: string }>(
    sql`update loads set version = version + 1,
        updated = case when updated > ${now} and updated < ${calculateLatestTime(now)} then updated else ${now} end
      where environment_id = ${environmentId} and load_id = ${loadId} returning key, version, updated`,
  ))!

export const deleteLoad = (tx: WriteTransaction, environmentId: string, loadId: string): Awaitable<number> =>
  tx.run(sql`delete from loads where environment_id = ${environmentId} and load_id = ${loadId}`)

const stopColumns = piece`select s.load_id as "loadId", s.position, s.consignment_id as "consignmentId",
    c.key, c.type, c.depot_key as "depotKey", c.weight, c.volume, c.version as "orderVersion",
    coalesce(c.time_at_stop, c.joined_time_at_stop, e.stop_duration) as "timeAtStop"`
const stopsFrom = (environmentId: string): SqlQuery =>
  piece` from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
    join settings e on e.environment_id = s.environment_id
    where s.environment_id = ${environmentId}`
/** Returns a statement that selects stops of an environment. The caller adds conditions and the sequence. */
const stopsOf = (environmentId: string): SqlQuery => joinFragments(stopColumns, stopsFrom(environmentId))

export const listStops = (tx: ReadTransaction, environmentId: string, loadId: string): Awaitable<StopRow[]> =>
  tx.all<StopRow>(joinFragments(stopsOf(environmentId), piece` and s.load_id = ${loadId} order by s.position`))

/** Lists the stops of up to 500 loads. */
export const listLoadStops = (
  tx: ReadTransaction,
  environmentId: string,
  loadIds: readonly string[],
): Awaitable<StopRow[]> =>
  loadIds.length === 0
    ? []
    : tx.all<StopRow>(
        joinFragments(
          stopsOf(environmentId),
          piece` and s.load_id in `,
          buildValueList(loadIds, loadIds.length <= 50 ? 50 : 500),
          piece` order by s.load_id, s.position`,
        ),
      )

export interface SizedStopRow extends StopRow {
  /** Size of the order's document, in bytes. */
  documentBytes: number
}
/**
 * Lists the stops of up to 50 loads, with the sizes of their orders' documents. The databases measure a size without
 * reading the document.
 */
export const listSizedStops = (
  tx: ReadTransaction,
  environmentId: string,
  loadIds: readonly string[],
): Awaitable<SizedStopRow[]> =>
  loadIds.length === 0
    ? []
    : tx.all<SizedStopRow>(
        joinFragments(
          stopColumns,
          piece`, octet_length(c.document) as "documentBytes"`,
          stopsFrom(environmentId),
          piece` and s.load_id in `,
          buildValueList(loadIds, 50),
          piece` order by s.load_id, s.position`,
        ),
      )

/** Lists the stops of all loads, from which the largest quantities on each load are calculated. */
export const listEnvironmentStops = (tx: ReadTransaction, environmentId: string): Awaitable<StopRow[]> =>
  tx.all<StopRow>(joinFragments(stopsOf(environmentId), piece` order by s.load_id, s.position`))

const candidateColumns = piece`select c.consignment_id as "consignmentId", c.key, c.type,
    c.depot_key as "depotKey", c.weight, c.volume, c.skills, s.load_id as "loadId", r.status as "loadStatus",
    case when l.required_to = ${lastSortKey} then null else l.required_to end as "requiredTo"
    from consignments c
    join consignment_list l on l.environment_id = c.environment_id and l.consignment_id = c.consignment_id
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join loads r on r.environment_id = s.environment_id and r.load_id = s.load_id`

/** Fields of an order that decide whether it fits a load. */
export interface LoadCandidate {
  consignmentId: string
  key: string
  type: 'delivery' | 'collection'
  depotKey: string | null
  weight: number | null
  volume: number | null
  requiredTo: string | null
  /** JSON list of the skills that the vehicle needs. */
  skills: string | null
  /** Id of the order's current load; null without a load. */
  loadId: string | null
  loadStatus: string | null
}

/** Finds up to 500 orders, with the fields that decide whether they fit a load. */
export const findCandidates = (
  tx: ReadTransaction,
  environmentId: string,
  ids: readonly string[],
): Awaitable<LoadCandidate[]> =>
  tx.all<LoadCandidate>(
    joinFragments(
      candidateColumns,
      piece` where c.environment_id = ${environmentId} and c.consignment_id in `,
      buildValueList(ids, ids.length <= 50 ? 50 : 500),
    ),
  )
export const findCandidatesByKey = (
  tx: ReadTransaction,
  environmentId: string,
  keys: readonly string[],
): Awaitable<LoadCandidate[]> =>
  tx.all<LoadCandidate>(
    joinFragments(
      candidateColumns,
      piece` where c.environment_id = ${environmentId} and c.key in `,
      buildValueList(keys, keys.length <= 50 ? 50 : 500),
    ),
  )

/** Returns whether a proof exists for a load. */
export const isProved = async (tx: ReadTransaction, environmentId: string, loadId: string): Promise<boolean> =>
  (await tx.get(
    sql`select pod_id from pods where environment_id = ${environmentId} and load_id = ${loadId} limit 1`,
  )) !== undefined

/** Returns the id of an order's load, or null. */
export const loadOf = async (tx: ReadTransaction, environmentId: string, orderId: string): Promise<string | null> =>
  (
    await tx.get<{ loadId: string }>(
      sql`select load_id as "loadId"
        from stops
        where environment_id = ${environmentId} and consignment_id = ${orderId}`,
    )
  )?.loadId ?? null

/**
 * Adds a stop at the end of a load, and returns its position. The caller has locked the load, so no other transaction
 * takes the position.
 */
export async function appendStop(
  tx: WriteTransaction,
  environmentId: string,
  loadId: string,
  consignmentId: string,
): Promise<number> {
  const { stops } = (await tx.get<{ stops: number }>(
    sql`select count(*) as stops from stops where environment_id = ${environmentId} and load_id = ${loadId}`,
  ))!
  const position = stops + 1
  await tx.runOn(
    sql`insert into stops (environment_id, consignment_id, load_id, position)
      values (${environmentId}, ${consignmentId}, ${loadId}, ${position})`,
  )
  await consignments.updateAssignment(tx, environmentId, consignmentId, true)
  return position
}

/**
 * Removes a stop, and moves later stops forward. Returns the former position, or undefined if the order had no stop.
 */
export async function removeStop(
  tx: WriteTransaction,
  environmentId: string,
  loadId: string,
  consignmentId: string,
): Promise<number | undefined> {
  const stop = await tx.get<{ position: number }>(
    sql`delete from stops
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}
      returning position`,
  )
  if (!stop) return undefined
  await tx.runOn(
    sql`update stops set position = position - 1
      where environment_id = ${environmentId} and load_id = ${loadId} and position > ${stop.position}`,
  )
  await consignments.updateAssignment(tx, environmentId, consignmentId, false)
  return stop.position
}

export const setStopPosition = (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  position: number,
): Awaitable<unknown> =>
  tx.runOn(
    sql`update stops set position = ${position}
      where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
