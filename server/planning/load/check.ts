// Checks whether orders fit a load, and returns the reasons. It changes nothing.
import type { FitReason, OrderFit } from '../../../contract/load.ts'
import { depotRule } from '../../orders/stop/depot-rule.ts'
import type { Candidate, LoadRow, StopRow } from '../../orders/stop/store.ts'
import type { Packages } from '../calculation/packages.ts'
import { peakOf } from '../calculation/peak.ts'
import { peak } from './read.ts'

const isClosed = (status: string | null) => status === 'started' || status === 'completed'
const reason = (code: FitReason['code'], message: string): FitReason => ({ code, message })

type Carried = Pick<StopRow, 'consignmentId' | 'type' | 'weight' | 'volume'>

/** Returns the stops after these orders have joined at the end. */
export const withOrders = (stops: StopRow[], orders: Candidate[]): Carried[] => {
  const there = new Set(stops.map(({ consignmentId }) => consignmentId))
  return [...stops, ...orders.filter(({ consignmentId }) => !there.has(consignmentId))]
}

/** Returns the reasons why the peaks of a route exceed the capacities of its load. */
export function capacity(load: LoadRow, stops: Carried[], packages: Packages): FitReason[] {
  const count = peakOf(stops.map(({ type, consignmentId }) => ({ type, amount: packages.get(consignmentId) ?? 0 })))
  const measures = [
    ['weight', 'weight', peak(stops, 'weight'), load.weightCapacity],
    ['volume', 'volume', peak(stops, 'volume'), load.volumeCapacity],
    ['packages', 'number of packages', count, load.packageCapacity],
  ] as const
  return measures.flatMap(([code, name, highest, most]) => {
    if (most === null || highest <= most) return []
    return [
      reason(
        code,
        `The ${name} on board would reach ${highest} at the peak of the route, but the capacity of the load is ` +
          `${most}.`,
      ),
    ]
  })
}
/** Returns whether a reason depends on the other orders of the route. */
export const isCrowded = ({ code }: FitReason): boolean => code === 'weight' || code === 'volume' || code === 'packages'

/** Skills of vehicles, by key. */
export type Skills = ReadonlyMap<string, readonly string[]>

/** Returns the skills that the vehicle of the load lacks. Without a vehicle, none is lacking. */
function lacking(order: Candidate, { vehicleKey }: LoadRow, skills: Skills): FitReason[] {
  const has = vehicleKey === null ? undefined : skills.get(vehicleKey)
  const missing =
    has && order.skills ? (JSON.parse(order.skills) as string[]).filter((skill) => !has.includes(skill)) : []
  if (missing.length === 0) return []
  const named = missing.map((skill) => `\`${skill}\``).join(', ')
  return [reason('skills', `The order needs ${named}, which the vehicle \`${vehicleKey}\` does not have.`)]
}

/** Returns the reasons why an order cannot join a load, without a check of other orders that join. */
function against(order: Candidate, load: LoadRow, skills: Skills): FitReason[] {
  if (order.loadId === load.loadId) return []
  const found: FitReason[] = []
  if (isClosed(load.status))
    found.push({
      code: 'load_state',
      message: `The load is ${load.status} and accepts no more orders.`,
      values: { status: load.status },
    })
  if (isClosed(order.loadStatus))
    found.push(
      reason(
        'load_state',
        `The order is in the load \`${order.loadId}\`, which is ${order.loadStatus}, so it cannot leave it.`,
      ),
    )
  const broken = depotRule(order, load)
  if (broken) found.push({ code: 'depot_rule', ...broken })
  if (load.plannedStart !== null && order.requiredTo !== null && load.plannedStart > order.requiredTo)
    found.push(
      reason(
        'window',
        `The load starts at ${load.plannedStart}, after the end of the required window at ${order.requiredTo}.`,
      ),
    )
  return [...found, ...lacking(order, load, skills)]
}

/** Facts of other records that decide whether an order fits. */
export interface Known {
  skills: Skills
  packages: Packages
}

export function fitOf(order: Candidate, load: LoadRow, stops: StopRow[], { skills, packages }: Known): OrderFit {
  const { consignmentId, key, loadId } = order
  const crowded = loadId === load.loadId ? [] : capacity(load, withOrders(stops, [order]), packages)
  const reasons = [...against(order, load, skills), ...crowded]
  return { consignmentId, key, loadId, fits: reasons.length === 0, reasons }
}
