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
import { zoneOf } from '../../access/environment/zone.ts'
import { vehicles } from '../../fleet/record/store.ts'
import * as store from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { keysOf, pageOf, plainValue, readCursor, valuesOf, writeCursor } from '../../platform/operation/page.ts'
import { isWritable, parseDateTime, toInstant } from '../../platform/value/times.ts'
import { figures, noFigures } from '../calculation/figures.ts'
import { packagesOf } from '../calculation/packages.ts'
import { capacity, fitOf, isCrowded, type Skills, withOrders } from './check.ts'
import { peak, summary } from './read.ts'

type Wanted = QueryOf<typeof listLoads>

async function conditionsOf(tx: Reader, call: Call<Wanted>): Promise<store.LoadFilter> {
  const { query } = call
  const instant = async (name: 'plannedFrom' | 'plannedTo'): Promise<string | undefined> => {
    const text = query[name]
    if (text === undefined) return undefined
    const parsed = parseDateTime(text)!
    const found = toInstant(parsed, parsed.offsetMinutes === undefined ? await zoneOf(tx, call) : 'UTC')
    if (!isWritable(found))
      throw badRequest(`?${name}`, 'out_of_range', 'In UTC, this time is outside the years 0001 to 9999.')
    return found
  }
  const statuses = valuesOf('status', query.status, loadStatuses.length)?.map(plainValue)
  const strange = statuses?.find((status) => !loadStatuses.includes(status as LoadStatus))
  if (strange !== undefined)
    throw badRequest('?status', 'not_allowed', `must be one or more of ${loadStatuses.join(', ')}.`, {
      allowed: loadStatuses,
    })
  const [from, to] = [await instant('plannedFrom'), await instant('plannedTo')]
  const planned =
    from === undefined && to === undefined ? undefined : { from: from ?? '', to: to ?? '9999-12-31T23:59:59Z' }
  return {
    search: query.search ?? '',
    statuses: statuses ?? loadStatuses,
    starts: keysOf('startDepotKey', query.startDepotKey),
    ends: keysOf('endDepotKey', query.endDepotKey),
    drivers: keysOf('driverKey', query.driverKey),
    planned,
  }
}

const noSkills: Skills = new Map()
const vehiclesAtOnce = 500

/** Returns the skills of the vehicles of these loads. */
async function skillsOf(tx: Reader, environmentId: string, rows: readonly store.LoadRow[]): Promise<Skills> {
  const keys = [...new Set(rows.flatMap(({ vehicleKey }) => vehicleKey ?? []))]
  const skills = new Map<string, readonly string[]>()
  for (let start = 0; start < keys.length; start += vehiclesAtOnce)
    for (const { key, document } of await vehicles.named(tx, environmentId, keys.slice(start, start + vehiclesAtOnce)))
      skills.set(key, (JSON.parse(document) as Vehicle).skills)
  return skills
}

async function candidateOf(tx: Reader, environmentId: string, consignmentId: string): Promise<store.Candidate> {
  const [order] = await store.candidates(tx, environmentId, [consignmentId])
  if (!order) throw new Problem('NOT_FOUND', { message: 'This order does not exist in this environment.' })
  return order
}

async function summaries(
  tx: Reader,
  call: Call<Wanted>,
  rows: store.LoadRow[],
  order: store.Candidate | undefined,
): Promise<LoadSummary[]> {
  const { environmentId, query } = call
  const zone = query.dateTimes === 'local' ? await zoneOf(tx, call) : undefined
  const stops = Map.groupBy(
    rows.length > pageLimits.rows
      ? await store.allStops(tx, environmentId)
      : await store.stopsOfLoads(
          tx,
          environmentId,
          rows.map(({ loadId }) => loadId),
        ),
    ({ loadId }) => loadId,
  )
  const stopsOf = ({ loadId }: store.LoadRow) => stops.get(loadId) ?? []
  const others = {
    skills: order?.skills ? await skillsOf(tx, environmentId, rows) : noSkills,
    packages: await packagesOf(tx, environmentId, rows, order ? [order] : []),
  }
  const shown = rows.filter(
    (row) => !order || (order.loadId !== row.loadId && fitOf(order, row, stopsOf(row), others).fits),
  )
  const known = query.figures === 'true' ? await figures(tx, environmentId, shown) : undefined
  return shown.map((row) =>
    summary(row, stopsOf(row), { environmentId, zone, figures: known?.get(row.loadId) ?? noFigures }),
  )
}

export async function list(tx: Reader, call: Call<Wanted>): Promise<LoadSummary[] | LoadPage> {
  const { environmentId, query } = call
  const { limit } = pageOf(query)
  const filter = await conditionsOf(tx, call)
  const order = query.fits === undefined ? undefined : await candidateOf(tx, environmentId, query.fits)
  const sort = (query.sort ?? '-created').replace(/^-/, '') as store.LoadSort
  const descending = (query.sort ?? '-').startsWith('-')
  const read = (after: store.LoadPlace | undefined, upTo: store.LoadPlace | undefined, most: number) =>
    tx.all<store.LoadRow & { place: string }>(
      store.pageOfLoads(environmentId, { sort, descending, after, upTo }, filter, most),
    )
  if (query.limit === undefined && query.cursor === undefined)
    return summaries(tx, call, await read(undefined, undefined, store.loadsMax), order)
  const cursors = { environmentId, list: 'loads', sort: query.sort ?? '-created' }
  const start = query.cursor === undefined ? undefined : readCursor(cursors, query.cursor)
  const after = start && { place: start[0], loadId: start[1] }
  const end = await store.milestone(tx, environmentId, { sort, descending, after, upTo: undefined }, pageLimits.looks)
  const rows = await read(after, end, limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : end
  return {
    loads: await summaries(tx, call, page, order),
    next: last ? writeCursor(cursors, [last.place, last.loadId]) : null,
    ...(query.total === 'true' ? { total: await total(tx, environmentId, filter) } : {}),
  }
}

async function total(tx: Reader, environmentId: string, filter: store.LoadFilter) {
  const whole = { sort: 'created' as const, descending: true, after: undefined }
  const end = await store.milestone(tx, environmentId, { ...whole, upTo: undefined }, pageLimits.countedLooks)
  const count = await store.countLoads(tx, environmentId, { ...whole, upTo: end }, filter)
  return { count, exact: end === undefined }
}

/** Checks whether these orders could join the load: each alone, and all together. */
export async function check(
  tx: Reader,
  call: Call<unknown, unknown, BodyOf<typeof checkLoad>>,
): Promise<DataOf<typeof checkLoad>> {
  const { environmentId, body } = call
  const { loadId, loadKey, consignmentIds: ids, keys } = body
  if ((loadId == null) === (loadKey == null))
    throw badRequest('/loadId', 'one_of', 'Send either `loadId` or `loadKey`.')
  if ((ids == null) === (keys == null))
    throw badRequest('/consignmentIds', 'one_of', 'Send either `consignmentIds` or `keys`.')
  const id = loadId ?? (await store.idOfKey(tx, environmentId, loadKey!))
  const load = id === undefined ? undefined : await store.find(tx, environmentId, id)
  if (!load) throw new Problem('NOT_FOUND', { message: 'This load does not exist in this environment.' })
  const stops = await store.stops(tx, environmentId, load.loadId)
  const found = ids
    ? await store.candidates(tx, environmentId, ids)
    : await store.candidatesByKey(tx, environmentId, keys!)
  const skills = found.some((order) => order.skills) ? await skillsOf(tx, environmentId, [load]) : noSkills
  const packages = await packagesOf(tx, environmentId, [load], found)
  const byName = new Map(found.map((order) => [ids ? order.consignmentId : order.key, order]))
  const names = (ids ?? keys)!
  const consignments = names.map((name): OrderFit => {
    const order = byName.get(name)
    if (order) return fitOf(order, load, stops, { skills, packages })
    const message = `The order \`${name}\` does not exist in this environment.`
    return {
      consignmentId: ids ? name : null,
      key: ids ? null : name,
      fits: false,
      loadId: null,
      reasons: [{ code: 'unknown_consignment', message, values: { key: name } }],
    }
  })
  // They would join in the sequence in which they are named.
  const orders = [...new Set(names)].flatMap((name) => byName.get(name) ?? [])
  const all = withOrders(stops, orders)
  const crowded = all.length > stops.length ? capacity(load, all, packages) : []
  const eachFits = consignments.every(({ reasons }) => reasons.every(isCrowded))
  return {
    loadId: load.loadId,
    key: load.key,
    fits: eachFits && crowded.length === 0,
    reasons: crowded,
    peakWeight: peak(all, 'weight'),
    peakVolume: peak(all, 'volume'),
    consignments,
  }
}
