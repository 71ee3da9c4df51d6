// Writes the reasons why orders were left out: the obstacle, the nearest route, and the missing amount.
import type { LeftOut, leftOutCodes } from '../../../contract/optimisation.ts'
import type { UnassignedReason } from '../../../solver/reasons.ts'
import { formatLocalTime } from '../../platform/value/times.ts'
import type { MaterialOrder, MaterialRoute } from './material.ts'
import { type AmountDimension, capacityOf, findObstacle, type TranslatedProblem } from './problem.ts'

type Code = (typeof leftOutCodes)[number]
/** Largest number of reasons per order. */
const reasonsMax = 2

type ReasonText = LeftOut['reasons'][number]

export function listLeftOut(
  translated: TranslatedProblem,
  unassigned: readonly number[],
  reasonsOf: (job: number) => readonly UnassignedReason[],
): LeftOut[] {
  const { orders, nowhere, routes } = translated
  const loads = new Set(routes.flatMap(({ loadId }) => loadId ?? []))
  // An order that is on one of these loads stays there.
  const unplaced = nowhere.filter(({ was }) => was === null || !loads.has(was.loadId))
  return [
    ...unplaced.map((order) => leftOut(order, [createReason('position', noPosition)])),
    ...unassigned.map((job) => {
      const order = orders[job]!
      const found = [
        ...new Map(
          reasonsOf(job)
            .toReversed()
            .map((reason) => [reason.code, reason]),
        ).values(),
      ]
        .toReversed()
        .slice(0, reasonsMax)
        .map((reason) => describeReason(translated, order, reason))
      return leftOut(
        order,
        found.length > 0 ? found : [createReason('cost', 'No place was found for it in the time given.')],
      )
    }),
  ]
}

const noPosition =
  'It has no position, and no other order with its postal code has one. Set a position, and plan again.'

const leftOut = ({ consignmentId, key }: MaterialOrder, reasons: ReasonText[]): LeftOut => ({
  consignmentId,
  key,
  reasons,
})

const createReason = (code: Code, message: string, route?: MaterialRoute): ReasonText => ({
  code,
  message,
  loadKey: route?.key ?? null,
})

const minutes = (seconds: number) => `${Math.max(1, Math.ceil(seconds / 60))} min`

/** Returns the unit of amounts in the settings. */
function unitOf({ settings: { displayPreferences } }: TranslatedProblem, name: AmountDimension['name']): string {
  if (name === 'packages') return name
  return name === 'weight' ? displayPreferences.weightUnit : displayPreferences.volumeUnit.replace('3', '³')
}

/** Writes the committed time or the complete time window, with the day if it is another one. */
function windowOf(
  { settings: { timezone }, day }: TranslatedProblem,
  { requiredFrom, requiredTo, committed }: MaterialOrder,
) {
  const time = (instant: string) => {
    const local = formatLocalTime(instant, timezone)
    return `${local.startsWith(day) ? '' : `${local.slice(0, 10)} `}${local.slice(11, 16)}`
  }
  if (committed !== null) return ` (agreed: ${time(committed)})`
  return requiredFrom === null || requiredTo === null ? '' : ` (${time(requiredFrom)} to ${time(requiredTo)})`
}

function describeReason(translated: TranslatedProblem, order: MaterialOrder, reason: UnassignedReason): ReasonText {
  const { routes, dimensions } = translated
  const { code, vehicle, missBy = 0, alone } = reason
  const route = vehicle === undefined ? undefined : routes[vehicle]
  if (code === 'notAllowed' || !route) return notAllowed(order, routes)
  if ((code === 'window' || code === 'shift') && isOver(translated, vehicle!))
    return createReason('shift', describeShiftOver(route), route)
  const nearest = `\`${route.key}\` comes nearest`
  const even = alone ? 'even if it went there alone' : 'with what it has to do already'
  switch (code) {
    case 'capacity': {
      const { name, scale } = dimensions[reason.dimension ?? 0]!
      const unit = unitOf(translated, name)
      const amount = (value: number) => `${Number(value.toPrecision(6))} ${unit}`
      const most = amount(route[capacityOf[name]] ?? 0)
      const lacks = `takes ${most}, ${amount(missBy / scale)} too little`
      return createReason(
        name,
        `No vehicle has room for its ${amount(order[name])}: ${nearest} and ${lacks}, ${even}.`,
        route,
      )
    }
    case 'window': {
      const stopText =
        reason.job === undefined || translated.orders[reason.job] === order
          ? ''
          : ` at \`${translated.orders[reason.job]!.key}\``
      return createReason(
        'window',
        `No vehicle is there within its window${windowOf(translated, order)}: ` +
          `${nearest}, ${minutes(missBy)} late${stopText}, ${even}.`,
        route,
      )
    }
    case 'shift':
      return createReason('shift', describeShift(translated, order, reason, { nearest, even }), route)
    case 'duration':
      return createReason(
        'duration',
        `Every route would take too long: ${nearest} and takes ${minutes(missBy)} too long, ${even}.`,
        route,
      )
    case 'distance':
      return createReason(
        'distance',
        `Every route would be too far: ${nearest} and drives ${Math.ceil(missBy / 1_000)} km too far, ${even}.`,
        route,
      )
    case 'stops':
      return createReason('stops', `Every route has as many stops as its vehicle may make; ${nearest}.`, route)
    case 'break':
      return createReason('break', `No vehicle could keep its break; ${nearest}.`, route)
    case 'unreachable':
      return createReason('unreachable', 'No road leads there from the depots, or back.', route)
    case 'reloads':
      return createReason('vehicle', `Every vehicle is full, and none may come back for more; ${nearest}.`, route)
    case 'fits':
      return createReason(
        'cost',
        `It fits, but was left out: search for longer, or put it there by hand; ${nearest}.`,
        route,
      )
  }
}

/**
 * Returns whether the shift of a vehicle is over or does not overlap its driver's, and not because of its other loads.
 */
function isOver({ vehicles, routes }: TranslatedProblem, vehicle: number): boolean {
  const { from, to } = vehicles[vehicle]!
  return from >= to && routes[vehicle]!.busy.length === 0
}

function describeShiftOver({ key, driverShift }: MaterialRoute): string {
  const hasShift = driverShift?.shiftStart != null || driverShift?.shiftEnd != null
  const orApart = hasShift ? ' or does not overlap with that of its driver' : ''
  return `No shift is left on this day: \`${key}\` comes nearest, and its shift is over${orApart}.`
}

function describeShift(
  translated: TranslatedProblem,
  order: MaterialOrder,
  { vehicle, missBy = 0 }: UnassignedReason,
  { nearest, even }: { nearest: string; even: string },
): string {
  const { to } = translated.vehicles[vehicle!]!
  const { busy, vehicle: truck, driverShift } = translated.routes[vehicle!]!
  if (busy.length > 0)
    return (
      'The loads of the day leave no vehicle enough time: ' +
      `${nearest} and ends ${minutes(missBy)} too late, ${even}.`
    )
  const hasEnd = truck?.shiftEnd != null || driverShift?.shiftEnd != null
  const shift = hasEnd ? 'shift' : 'day'
  if (translated.jobs[translated.orders.indexOf(order)]!.open >= to)
    return `No vehicle works within its window${windowOf(translated, order)}: ${nearest}, and its ${shift} ends before.`
  return `No ${shift} is long enough: ${nearest} and ends ${minutes(missBy)} after its ${shift}, ${even}.`
}

/** Returns the reason why no vehicle may take an order: depot, skills, or no vehicle. */
function notAllowed(order: MaterialOrder, routes: readonly MaterialRoute[]): ReasonText {
  if (routes.length === 0) return createReason('vehicle', 'No vehicle is free on this day.')
  const obstacles = new Set(routes.map((route) => findObstacle(route, order)))
  const side = order.type === 'delivery' ? 'starts' : 'ends'
  const hasDepot = routes.some((route) => findObstacle(route, order) !== 'depot')
  if (!hasDepot) return createReason('depot', `No vehicle that is free ${side} at its depot \`${order.depotKey}\`.`)
  const missing = order.skills.filter((skill) => !routes.some(({ vehicle }) => vehicle?.skills.includes(skill)))
  const named = (missing.length > 0 ? missing : order.skills).map((skill) => `\`${skill}\``).join(', ')
  const depotText = obstacles.has('depot') && order.depotKey !== null ? ` at its depot \`${order.depotKey}\`` : ''
  if (obstacles.has('skills')) return createReason('skills', `No vehicle with ${named} is free${depotText}.`)
  return createReason('vehicle', 'No vehicle may take it.')
}
