// Lists loads, all or page by page, and checks orders against a load.
import type { BodyOf, DataOf, QueryOf } from '../../../contract/endpoint.ts'
import type { Vehicle } from '../../../contract/fleet.ts'
import {
  type checkLoad,
  type LoadPage,
  type LoadStatus,
  type LoadSummary,
  type listLoads,
  loadStatuses,
  type OrderFit,
} from '../../../contract/load.ts'
import { pageLimits } from '../../../contract/page.ts'
import { getRequestZone } from '../../access/environment/zone.ts'
import { vehicleTable } from '../../fleet/record/store.ts'
import * as store from '../../orders/stop/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import {
  parseKeys,
  parsePage,
  parseValues,
  readCursor,
  stripEscapes,
  writeCursor,
} from '../../platform/operation/page.ts'
import { formatInstant, isWritable, parseDateTime } from '../../platform/value/times.ts'
import { calculateFigures, noFigures } from '../calculation/figures.ts'
import { countPackagesOfLoads } from '../calculation/packages.ts'
import { addOrders, checkCapacity, checkFit, isCrowded, type VehicleSkills } from './check.ts'
import { buildSummary, measurePeak } from './read.ts'

type LoadQuery = QueryOf<typeof listLoads>

async function conditionsOf(tx: ReadTransaction, call: OperationCall<LoadQuery>): Promise<store.LoadFilter> {
  const { query } = call
  const instant = async (name: 'plannedFrom' | 'plannedTo'): Promise<string | undefined> => {
    const text = query[name]
    if (text === undefined) return undefined
    const parsed = parseDateTime(text)!
    const found = formatInstant(parsed, parsed.offsetMinutes === undefined ? await getRequestZone(tx, call) : 'UTC')
    if (!isWritable(found))
      throw createBadRequest(`?${name}`, 'out_of_range', 'In UTC, this time is outside the years 0001 to 9999.')
    return found
  }
  const statuses = parseValues('status', query.status, loadStatuses.length)?.map(stripEscapes)
  const strange = statuses?.find((status) => !loadStatuses.includes(status as LoadStatus))
  if (strange !== undefined)
    throw createBadRequest('?status', 'not_allowed', `must be one or more of ${loadStatuses.join(', ')}.`, {
      allowed: loadStatuses,
    })
  const [from, to] = [await instant('plannedFrom'), await instant('plannedTo')]
  const planned =
    from === undefined && to === undefined ? undefined : { from: from ?? '', to: to ?? '9999-12-31T23:59:59Z' }
  return {
    search: query.search ?? '',
    statuses: statuses ?? loadStatuses,
    starts: parseKeys('startDepotKey', query.startDepotKey),
    ends: parseKeys('endDepotKey', query.endDepotKey),
    drivers: parseKeys('driverKey', query.driverKey),
    planned,
  }
}

const noSkills: VehicleSkills = new Map()
const vehiclesMax = 500

/** Returns the skills of the vehicles of these loads. */
async function skillsOf(
  tx: ReadTransaction,
  environmentId: string,
  rows: readonly store.LoadRow[],
): Promise<VehicleSkills> {
  const keys = [...new Set(rows.flatMap(({ vehicleKey }) => vehicleKey ?? []))]
  const skills = new Map<string, readonly string[]>()
  for (let start = 0; start < keys.length; start += vehiclesMax)
    for (const { key, document } of await vehicleTable.named(tx, environmentId, keys.slice(start, start + vehiclesMax)))
      skills.set(key, (JSON.parse(document) as Vehicle).skills)
  return skills
}

async function candidateOf(tx: ReadTransaction, environmentId: string, orderId: string): Promise<store.LoadCandidate> {
  const [order] = await store.findCandidates(tx, environmentId, [orderId])
  if (!order) throw new ApiProblem('NOT_FOUND', { message: 'This order does not exist in this environment.' })
  return order
}

async function summaries(
  tx: ReadTransaction,
  call: OperationCall<LoadQuery>,
  rows: store.LoadRow[],
  order: store.LoadCandidate | undefined,
): Promise<LoadSummary[]> {
  const { environmentId, query } = call
  const zone = query.dateTimes === 'local' ? await getRequestZone(tx, call) : undefined
  const stops = Map.groupBy(
    rows.length > pageLimits.rows
      ? await store.listEnvironmentStops(tx, environmentId)
      : await store.listLoadStops(
          tx,
          environmentId,
          rows.map(({ loadId }) => loadId),
        ),
    ({ loadId }) => loadId,
  )
  const stopsOf = ({ loadId }: store.LoadRow) => stops.get(loadId) ?? []
  const fitInput = {
    skills: order?.skills ? await skillsOf(tx, environmentId, rows) : noSkills,
    packages: await countPackagesOfLoads(tx, environmentId, rows, order ? [order] : []),
  }
  const visibleRows = rows.filter(
    (row) => !order || (order.loadId !== row.loadId && checkFit(order, row, stopsOf(row), fitInput).fits),
  )
  const figuresById = query.figures === 'true' ? await calculateFigures(tx, environmentId, visibleRows) : undefined
  return visibleRows.map((row) =>
    buildSummary(row, stopsOf(row), { environmentId, zone, figures: figuresById?.get(row.loadId) ?? noFigures }),
  )
}

export async function listLoadSummaries(
  tx: ReadTransaction,
  call: OperationCall<LoadQuery>,
): Promise<LoadSummary[] | LoadPage> {
  const { environmentId, query } = call
  const { limit } = parsePage(query)
  const filter = await conditionsOf(tx, call)
  const order = query.fits === undefined ? undefined : await candidateOf(tx, environmentId, query.fits)
  const sort = (query.sort ?? '-created').replace(/^-/, '') as store.LoadSort
  const descending = (query.sort ?? '-').startsWith('-')
  const read = (start: store.LoadListPosition | undefined, upTo: store.LoadListPosition | undefined, most: number) =>
    tx.all<store.LoadRow & { place: string }>(
      store.buildLoadPageQuery(environmentId, { sort, descending, after: start, upTo }, filter, most),
    )
  if (query.limit === undefined && query.cursor === undefined)
    return summaries(tx, call, await read(undefined, undefined, store.loadsMax), order)
  const cursors = { environmentId, list: 'loads', sort: query.sort ?? '-created' }
  const start = query.cursor === undefined ? undefined : readCursor(cursors, query.cursor)
  const afterPosition = start && { place: start[0], loadId: start[1] }
  const end = await store.findPageEnd(
    tx,
    environmentId,
    { sort, descending, after: afterPosition, upTo: undefined },
    pageLimits.looks,
  )
  const rows = await read(afterPosition, end, limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : end
  return {
    loads: await summaries(tx, call, page, order),
    next: last ? writeCursor(cursors, [last.place, last.loadId]) : null,
    ...(query.total === 'true' ? { total: await total(tx, environmentId, filter) } : {}),
  }
}

async function total(tx: ReadTransaction, environmentId: string, filter: store.LoadFilter) {
  const range = { sort: 'created' as const, descending: true, after: undefined }
  const end = await store.findPageEnd(tx, environmentId, { ...range, upTo: undefined }, pageLimits.countedLooks)
  const count = await store.countLoads(tx, environmentId, { ...range, upTo: end }, filter)
  return { count, exact: end === undefined }
}

/** Checks whether these orders could join the load: each alone, and all together. */
export async function checkOrders(
  tx: ReadTransaction,
  call: OperationCall<unknown, unknown, BodyOf<typeof checkLoad>>,
): Promise<DataOf<typeof checkLoad>> {
  const { environmentId, body } = call
  const { loadId, loadKey, consignmentIds: ids, keys } = body
  if ((loadId == null) === (loadKey == null))
    throw createBadRequest('/loadId', 'one_of', 'Send either `loadId` or `loadKey`.')
  if ((ids == null) === (keys == null))
    throw createBadRequest('/consignmentIds', 'one_of', 'Send either `consignmentIds` or `keys`.')
  const id = loadId ?? (await store.findLoadId(tx, environmentId, loadKey!))
  const load = id === undefined ? undefined : await store.findLoad(tx, environmentId, id)
  if (!load) throw new ApiProblem('NOT_FOUND', { message: 'This load does not exist in this environment.' })
  const stops = await store.listStops(tx, environmentId, load.loadId)
  const found = ids
    ? await store.findCandidates(tx, environmentId, ids)
    : await store.findCandidatesByKey(tx, environmentId, keys!)
  const skills = found.some((order) => order.skills) ? await skillsOf(tx, environmentId, [load]) : noSkills
  const packages = await countPackagesOfLoads(tx, environmentId, [load], found)
  const byName = new Map(found.map((order) => [ids ? order.consignmentId : order.key, order]))
  const names = (ids ?? keys)!
  const consignments = names.map((name): OrderFit => {
    const order = byName.get(name)
    if (order) return checkFit(order, load, stops, { skills, packages })
    const message = `The order \`${name}\` does not exist in this environment.`
    return {
      consignmentId: ids ? name : null,
      key: ids ? null : name,
      fits: false,
      loadId: null,
      reasons: [{ code: 'unknown_consignment', message, values: { key: name } }],
    }
  })
  // The orders would join in the sequence of the request.
  const orders = [...new Set(names)].flatMap((name) => byName.get(name) ?? [])
  const allStops = addOrders(stops, orders)
  const crowded = allStops.length > stops.length ? checkCapacity(load, allStops, packages) : []
  const eachFits = consignments.every(({ reasons }) => reasons.every(isCrowded))
  return {
    loadId: load.loadId,
    key: load.key,
    fits: eachFits && crowded.length === 0,
    reasons: crowded,
    peakWeight: measurePeak(allStops, 'weight'),
    peakVolume: measurePeak(allStops, 'volume'),
    consignments,
  }
}
