// Checks whether orders fit a load, and returns the reasons. Changes nothing.
import { valueLimits } from '../../../contract/error-values.ts'
import type { FitReason, OrderFit } from '../../../contract/load.ts'
import type { ErrorValues } from '../../../contract/problem.ts'
import { checkDepotRule } from '../../orders/stop/depot-rule.ts'
import type { LoadCandidate, LoadRow, StopRow } from '../../orders/stop/store.ts'
import type { PackageCounts } from '../calculation/packages.ts'
import { calculatePeak } from '../calculation/peak.ts'
import { measurePeak } from './read.ts'

const isClosed = (status: string | null) => status === 'started' || status === 'completed'
const reason = (code: FitReason['code'], message: string, values: ErrorValues): FitReason => ({ code, message, values })

type Carried = Pick<StopRow, 'consignmentId' | 'type' | 'weight' | 'volume'>

/** Returns the stops after these orders have joined at the end. */
export const addOrders = (stops: StopRow[], orders: LoadCandidate[]): Carried[] => {
  const stopIds = new Set(stops.map(({ consignmentId }) => consignmentId))
  return [...stops, ...orders.filter(({ consignmentId }) => !stopIds.has(consignmentId))]
}

/** Returns the reasons why the peaks of a route exceed the capacities of its load. */
export function checkCapacity(load: LoadRow, stops: Carried[], packages: PackageCounts): FitReason[] {
  const count = calculatePeak(
    stops.map(({ type, consignmentId }) => ({ type, amount: packages.get(consignmentId) ?? 0 })),
  )
  const measures = [
    ['weight', 'weight', measurePeak(stops, 'weight'), load.weightCapacity],
    ['volume', 'volume', measurePeak(stops, 'volume'), load.volumeCapacity],
    ['packages', 'number of packages', count, load.packageCapacity],
  ] as const
  return measures.flatMap(([code, name, highest, most]) => {
    if (most === null || highest <= most) return []
    return [
      reason(
        code,
        `The ${name} on board would reach ${highest} at the peak of the route, but the capacity of the load is ` +
          `${most}.`,
        { peak: highest, capacity: most },
      ),
    ]
  })
}
/** Returns whether a reason depends on the other orders of the route. */
export const isCrowded = ({ code }: FitReason): boolean => code === 'weight' || code === 'volume' || code === 'packages'

/** Skills of vehicles, by key. */
export type VehicleSkills = ReadonlyMap<string, readonly string[]>

/** Returns the skills that the vehicle of the load lacks. Without a vehicle, no skill is lacking. */
function lacking(order: LoadCandidate, { vehicleKey }: LoadRow, skills: VehicleSkills): FitReason[] {
  const has = vehicleKey === null ? undefined : skills.get(vehicleKey)
  const missing =
    has && order.skills ? (JSON.parse(order.skills) as string[]).filter((skill) => !has.includes(skill)) : []
  if (missing.length === 0) return []
  const named = missing.map((skill) => `\`${skill}\``).join(', ')
  return [
    reason('skills', `The order needs ${named}, which the vehicle \`${vehicleKey}\` does not have.`, {
      skills: missing.slice(0, valueLimits.texts),
      vehicleKey: vehicleKey!,
    }),
  ]
}

/** Returns the reasons why an order cannot join a load, without a check of other orders that join. */
function findObstacles(order: LoadCandidate, load: LoadRow, skills: VehicleSkills): FitReason[] {
  if (order.loadId === load.loadId) return []
  const found: FitReason[] = []
  if (isClosed(load.status))
    found.push({
      code: 'load_state',
      message: `The load is ${load.status} and accepts no more orders.`,
      values: { status: load.status },
    })
  if (isClosed(order.loadStatus))
    found.push({
      code: 'load_state',
      message: `The order cannot leave the load \`${order.loadId}\`, which is ${order.loadStatus}.`,
      values: { loadId: order.loadId!, status: order.loadStatus! },
    })
  const broken = checkDepotRule(order, load)
  if (broken) found.push({ code: 'depot_rule', ...broken })
  if (load.plannedStart !== null && order.requiredTo !== null && load.plannedStart > order.requiredTo)
    found.push(
      reason(
        'window',
        `The load starts at ${load.plannedStart}, after the end of the required window at ${order.requiredTo}.`,
        { plannedStart: load.plannedStart, requiredTo: order.requiredTo },
      ),
    )
  return [...found, ...lacking(order, load, skills)]
}

/** Facts of other records that decide whether an order fits. */
export interface FitInput {
  skills: VehicleSkills
  packages: PackageCounts
}

export function checkFit(
  order: LoadCandidate,
  load: LoadRow,
  stops: StopRow[],
  { skills, packages }: FitInput,
): OrderFit {
  const { consignmentId, key, loadId } = order
  const crowded = loadId === load.loadId ? [] : checkCapacity(load, addOrders(stops, [order]), packages)
  const reasons = [...findObstacles(order, load, skills), ...crowded]
  return { consignmentId, key, loadId, fits: reasons.length === 0, reasons }
}
