// Prices orders on loads: the cheapest positions in each route, and the minutes and kilometres that they add.
import type { BodyOf, DataOf } from '../../../contract/endpoint.ts'
import type { FitReason } from '../../../contract/load.ts'
import { type LoadOffer, offerLimits, type offerLoads } from '../../../contract/offer.ts'
import type { RouteEvaluation } from '../../../solver/evaluate.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { calculateDayRange } from '../../access/environment/zone.ts'
import * as loads from '../../orders/stop/store.ts'
import type { FlowContext, OperationCall } from '../../platform/operation/operation.ts'
import type { TravelMatrix } from '../../platform/operation/services.ts'
import { formatIso, formatLocalTime } from '../../platform/value/times.ts'
import { checkOrders } from '../load/list.ts'
import { listLoadsOfDay, type MaterialRoute, readMaterial, type SearchMaterial } from '../optimisation/material.ts'
import { buildProblem, collectLocations, createEvaluator, translateProblem } from '../optimisation/problem.ts'
import { insertJobs } from './insertion.ts'

type OfferCall = OperationCall<unknown, unknown, BodyOf<typeof offerLoads>>
type Offers = DataOf<typeof offerLoads>
type Fit = Pick<LoadOffer, 'loadId' | 'key' | 'fits' | 'reasons'>
interface Checked {
  offer: Fit
  plannedStart: string | null
}

export async function calculateOffers(call: OfferCall, { read, services }: FlowContext): Promise<Offers> {
  const { environmentId, body } = call
  const { consignmentIds } = body
  const { timezone, travel } = await read((tx) => getSettings(tx, environmentId))
  const today = body.day ?? formatLocalTime(formatIso(call.now), timezone).slice(0, 10)
  const loadIds = body.loadIds ?? (await listOpenLoads(read, environmentId, calculateDayRange('/day', today, timezone)))
  const orders = await read((tx) => loads.findCandidates(tx, environmentId, consignmentIds))
  const present = new Set(orders.map((order) => order.loadId))
  const homes = [...present].filter((loadId) => loadId !== null)
  const candidateIds = loadIds.filter((loadId) => present.size !== 1 || !present.has(loadId))
  const checked: Checked[] = []
  for (const loadId of candidateIds) checked.push(await read((tx) => checkLoad(tx, call, loadId)))
  const found: { offer: LoadOffer; cost: number }[] = []
  let [source, note]: [Offers['source'], Offers['note']] = ['estimate', null]
  const dayOf = ({ plannedStart }: Checked) =>
    plannedStart === null ? today : formatLocalTime(plannedStart, timezone).slice(0, 10)
  for (const [day, ofDay] of Map.groupBy(checked, dayOf)) {
    const named = [...new Set([...ofDay.map(({ offer }) => offer.loadId), ...homes])]
    const material = await readMaterial(read, environmentId, { mode: 'fill', day, loadIds: named, consignmentIds })
    const routes = new Map(material.routes.map((route) => [route.loadId, route]))
    for (const { offer } of ofDay) {
      const route = routes.get(offer.loadId)
      if (!route) {
        found.push({ offer: { ...offer, ...unpriced }, cost: Infinity })
        continue
      }
      const routeMaterial = selectRoute(material, route, consignmentIds)
      const matrix = await services.travel.between(environmentId, collectLocations(routeMaterial).list, travel)
      source = matrix.source
      note ??= matrix.note
      const { cost, ...price } = await priceOrders(routeMaterial, matrix, consignmentIds)
      found.push({ offer: { ...offer, ...price }, cost })
    }
  }
  return { offers: found.sort(compareOffers).map(({ offer }) => offer), source, note }
}

async function listOpenLoads(
  read: FlowContext['read'],
  environmentId: string,
  range: Parameters<typeof listLoadsOfDay>[2],
): Promise<string[]> {
  const rows = await read((tx) => listLoadsOfDay(tx, environmentId, range))
  return rows
    .filter(({ status }) => status !== 'started' && status !== 'completed')
    .slice(0, offerLimits.loads)
    .map(({ loadId }) => loadId)
}

/** Checks a load. A load that has started is checked too, because the reason helps the client. */
async function checkLoad(tx: Parameters<typeof checkOrders>[0], call: OfferCall, loadId: string): Promise<Checked> {
  const { consignmentIds } = call.body
  const { key, fits, reasons, consignments } = await checkOrders(tx, { ...call, body: { loadId, consignmentIds } })
  const all = [...reasons, ...consignments.flatMap((order) => order.reasons)]
  const each = [...new Map(all.map((reason) => [nameReason(reason), reason])).values()]
  const { plannedStart } = (await loads.findLoad(tx, call.environmentId, loadId))!
  return { offer: { loadId, key, fits, reasons: each }, plannedStart }
}
const nameReason = ({ code, message }: FitReason) => `${code} ${message}`

/** Returns the material of one route: its stops and the orders. */
function selectRoute(material: SearchMaterial, route: MaterialRoute, ids: readonly string[]): SearchMaterial {
  const members = new Set([...route.stops, ...ids])
  return {
    ...material,
    orders: material.orders.filter(({ consignmentId }) => members.has(consignmentId)),
    routes: [route],
  }
}

type Price = Omit<LoadOffer, keyof Fit>
const unpriced: Price = {
  consignmentIds: [],
  addedMinutes: null,
  addedDistance: null,
  lateStops: 0,
  addedLateStops: 0,
  overtimeMinutes: 0,
}

const emptyRoute = { seconds: 0, metres: 0, cost: 0 }

/** Inserts the orders into the only route of the material. `cost` is the cost that they add. */
async function priceOrders(
  material: SearchMaterial,
  matrix: TravelMatrix,
  ids: readonly string[],
): Promise<Price & { cost: number }> {
  const [route] = material.routes
  const { stops } = route!
  const locations = collectLocations(material)
  const translated = translateProblem(material, locations, { mode: 'fill' })
  const problem = buildProblem(translated, locations, matrix)
  const evaluate = createEvaluator(problem)
  const jobById = new Map(translated.orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const jobsOf = (names: readonly string[]) => names.flatMap((id) => jobById.get(id) ?? [])
  const former = jobsOf(stops)
  const joiningIds = ids.filter((id) => !stops.includes(id))
  const joining = jobsOf(joiningIds)
  const evaluateRoute = (sequence: readonly number[]) => evaluate(0, sequence)
  const sequence = await insertJobs(problem, evaluateRoute, former, joining)
  const before = evaluateRoute(former)
  const after = evaluateRoute(sequence)
  const base = former.length === 0 ? emptyRoute : before
  const isPriced = joining.length === joiningIds.length && locations.list.length > 1
  const [lateBefore, lateStops] = [countLate(before), countLate(after)]
  const shiftEnds = problem.vehicles[0]!.to
  return {
    consignmentIds: mergeSequences(
      stops,
      sequence.map((job) => translated.orders[job]!.consignmentId),
      joiningIds,
    ),
    addedMinutes: isPriced ? round((after.seconds - base.seconds) / 60) : null,
    addedDistance: isPriced ? round((after.metres - base.metres) / 1_000) : null,
    lateStops,
    addedLateStops: Math.max(0, lateStops - lateBefore),
    overtimeMinutes: round(Math.max(0, after.end - shiftEnds) / 60),
    cost: after.cost - base.cost,
  }
}

const round = (value: number) => Number(value.toFixed(1))

const countLate = ({ visits }: RouteEvaluation): number =>
  visits.filter((visit) => visit.kind === 'job' && visit.late > 0).length

/**
 * Returns the stops of a load with the joining orders. Each order follows its predecessor in `placed`, the sequence of
 * the stops with a location. Orders without a location are last.
 */
export function mergeSequences(
  stops: readonly string[],
  placed: readonly string[],
  joining: readonly string[],
): string[] {
  const merged = [...stops]
  for (const [index, id] of placed.entries())
    if (joining.includes(id)) merged.splice(index === 0 ? 0 : merged.indexOf(placed[index - 1]!) + 1, 0, id)
  return [...merged, ...joining.filter((id) => !placed.includes(id))]
}

function compareOffers(a: { offer: LoadOffer; cost: number }, b: typeof a): number {
  return (
    Number(b.offer.fits) - Number(a.offer.fits) ||
    a.offer.addedLateStops - b.offer.addedLateStops ||
    a.cost - b.cost ||
    a.offer.key.localeCompare(b.offer.key)
  )
}
