// Writes the reasons why orders were left out: the obstacle, the nearest route, and the missing amount.
import type { LeftOut, leftOutCodes } from '../../../contract/optimisation.ts'
import type { ErrorValues } from '../../../contract/problem.ts'
import type { UnassignedReason } from '../../../solver/reasons.ts'
import { limitValues } from '../../platform/error/problems.ts'
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
  // An order on one of these loads stays there, so it is not reported as left out.
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
        found.length > 0 ? found : [createReason('cost', 'The search found no place for the order in the given time.')],
      )
    }),
  ]
}

const noPosition =
  'The order has no location, and no other order with the same postal code has one. Set a location, and plan again.'

const leftOut = ({ consignmentId, key }: MaterialOrder, reasons: ReasonText[]): LeftOut => ({
  consignmentId,
  key,
  reasons,
})

const createReason = (code: Code, message: string, values?: ErrorValues, route?: MaterialRoute): ReasonText => ({
  code,
  message,
  loadKey: route?.key ?? null,
  ...(values === undefined ? {} : { values: limitValues(values) }),
})

const convertToMinutes = (seconds: number) => Math.max(1, Math.ceil(seconds / 60))

/** Returns the unit of amounts in the settings. */
function unitOf({ settings: { displayPreferences } }: TranslatedProblem, name: AmountDimension['name']): string {
  if (name === 'packages') return name
  return name === 'weight' ? displayPreferences.weightUnit : displayPreferences.volumeUnit.replace('3', '³')
}

/**
 * Returns the committed time or the complete time window, as words for the message and as a value. A time on another
 * day has its date.
 */
function windowOf(
  { settings: { timezone }, day }: TranslatedProblem,
  { requiredFrom, requiredTo, committed }: MaterialOrder,
) {
  const time = (instant: string | null) => {
    if (instant === null) return ''
    const local = formatLocalTime(instant, timezone)
    return `${local.startsWith(day) ? '' : `${local.slice(0, 10)} `}${local.slice(11, 16)}`
  }
  if (committed !== null) return { text: ` (committed: ${time(committed)})`, window: time(committed) }
  const [from, to] = [time(requiredFrom), time(requiredTo)]
  return { text: from === '' || to === '' ? '' : ` (${from} to ${to})`, window: `${from} – ${to}`.trim() }
}

function describeReason(translated: TranslatedProblem, order: MaterialOrder, reason: UnassignedReason): ReasonText {
  const { routes, dimensions } = translated
  const { code, vehicle, missBy = 0, alone } = reason
  const route = vehicle === undefined ? undefined : routes[vehicle]
  if (code === 'notAllowed' || !route) return notAllowed(order, routes)
  if ((code === 'window' || code === 'shift') && isOver(translated, vehicle!)) return describeShiftOver(route)
  const nearest = `the closest route is \`${route.key}\``
  const nearestKey = route.key
  const kind = alone ? 'alone' : 'shared'
  const even = alone ? 'even without its other stops' : 'with its other stops'
  switch (code) {
    case 'capacity': {
      const { name, scale } = dimensions[reason.dimension ?? 0]!
      const unit = unitOf(translated, name)
      const [amount, capacity, missing] = [order[name], route[capacityOf[name]] ?? 0, missBy / scale].map((value) =>
        Number(value.toPrecision(6)),
      ) as [number, number, number]
      const lacks = `takes ${capacity} ${unit}, ${missing} ${unit} too little`
      return createReason(
        name,
        `No vehicle has room for the ${amount} ${unit} of the order: ${nearest}, which ${lacks}, ${even}.`,
        { kind, amount, capacity, missing, nearestKey, ...(name === 'packages' ? {} : { unit }) },
        route,
      )
    }
    case 'window':
      return describeWindow(translated, order, reason, { route, nearest, even })
    case 'shift':
      return describeShift(translated, order, reason, { route, nearest, even })
    case 'duration': {
      const minutes = convertToMinutes(missBy)
      const message = `Every route would take too long: ${nearest}, which takes ${minutes} min too long, ${even}.`
      return createReason('duration', message, { kind, minutes, nearestKey }, route)
    }
    case 'distance': {
      const kilometres = Math.ceil(missBy / 1_000)
      const message = `Every route would be too far: ${nearest}, which drives ${kilometres} km too far, ${even}.`
      return createReason('distance', message, { kind, kilometres, nearestKey }, route)
    }
    case 'stops': {
      const message = `Every route already has the maximum number of stops of its vehicle; ${nearest}.`
      return createReason('stops', message, { nearestKey }, route)
    }
    case 'break':
      return createReason('break', `No vehicle could take its break in time; ${nearest}.`, { nearestKey }, route)
    case 'unreachable':
      return createReason(
        'unreachable',
        'No road connects the depots with the address of the order in both directions.',
        undefined,
        route,
      )
    case 'reloads': {
      const message = `Every vehicle is full, and no vehicle may return to its depot to load more goods; ${nearest}.`
      return createReason('vehicle', message, { reason: 'reloads', nearestKey }, route)
    }
    case 'fits': {
      const message =
        'The order fits, but the search did not plan it: search for longer, or add the order to a route yourself; ' +
        `${nearest}.`
      return createReason('cost', message, { nearestKey }, route)
    }
  }
}

/**
 * Returns whether a vehicle has no shift to drive in: its shift is over, or does not overlap the shift of its driver.
 * False for a vehicle with other loads, which may be the reason.
 */
function isOver({ vehicles, routes }: TranslatedProblem, vehicle: number): boolean {
  const { from, to } = vehicles[vehicle]!
  return from >= to && routes[vehicle]!.busy.length === 0
}

function describeShiftOver(route: MaterialRoute): ReasonText {
  const { key, driverShift } = route
  const hasShift = driverShift?.shiftStart != null || driverShift?.shiftEnd != null
  const orApart = hasShift ? ' or does not overlap with the shift of its driver' : ''
  const closest = `The closest route is \`${key}\`, and the shift of its vehicle is over${orApart}.`
  const message = `No vehicle has a shift left on this day. ${closest}`
  return createReason('shift', message, { reason: hasShift ? 'no_overlap' : 'over', nearestKey: key }, route)
}

/** The nearest route of a reason, and the words for it in the message. */
interface Nearest {
  route: MaterialRoute
  nearest: string
  even: string
}

function describeWindow(
  translated: TranslatedProblem,
  order: MaterialOrder,
  { job, missBy = 0, alone }: UnassignedReason,
  { route, nearest, even }: Nearest,
): ReasonText {
  const { text, window } = windowOf(translated, order)
  const late = job === undefined ? order : translated.orders[job]!
  const minutes = convertToMinutes(missBy)
  const stopText = late === order ? '' : ` at \`${late.key}\``
  const tail = `${nearest}, which would be ${minutes} min late${stopText}, ${even}.`
  const message = `No vehicle arrives within the window of the order${text}: ${tail}`
  const place = late === order ? { kind: alone ? 'alone' : 'shared', window } : { kind: 'shared', stopKey: late.key }
  return createReason('window', message, { ...place, minutes, nearestKey: route.key }, route)
}

function describeShift(
  translated: TranslatedProblem,
  order: MaterialOrder,
  { vehicle, missBy = 0, alone }: UnassignedReason,
  { route, nearest, even }: Nearest,
): ReasonText {
  const minutes = convertToMinutes(missBy)
  const nearestKey = route.key
  const kind = alone ? 'alone' : 'shared'
  const { to } = translated.vehicles[vehicle!]!
  const { busy, vehicle: truck, driverShift } = translated.routes[vehicle!]!
  if (busy.length > 0) {
    const tail = `${nearest}, which ends ${minutes} min too late, ${even}.`
    const message = `The loads of the day leave no vehicle enough time: ${tail}`
    return createReason('shift', message, { kind, reason: 'loads', minutes, nearestKey }, route)
  }
  const hasEnd = truck?.shiftEnd != null || driverShift?.shiftEnd != null
  const shift = hasEnd ? 'shift' : 'day'
  if (translated.jobs[translated.orders.indexOf(order)]!.open >= to) {
    const { text, window } = windowOf(translated, order)
    const message = `No vehicle works within the window of the order${text}: ${nearest}, and its ${shift} ends before.`
    return createReason('shift', message, { reason: `${shift}_ends`, nearestKey, window }, route)
  }
  const message = `No ${shift} is long enough: ${nearest}, which ends ${minutes} min after its ${shift}, ${even}.`
  return createReason('shift', message, { kind, reason: `${shift}_length`, minutes, nearestKey }, route)
}

/** Returns the reason why no vehicle may take an order: depot, skills, or no vehicle. */
function notAllowed(order: MaterialOrder, routes: readonly MaterialRoute[]): ReasonText {
  if (routes.length === 0) return createReason('vehicle', 'No vehicle is free on this day.', { reason: 'none' })
  const obstacles = new Set(routes.map((route) => findObstacle(route, order)))
  const side = order.type === 'delivery' ? 'starts' : 'ends'
  const hasDepot = routes.some((route) => findObstacle(route, order) !== 'depot')
  const { type, depotKey } = order
  if (!hasDepot) {
    const values = depotKey === null ? undefined : { type, depotKey }
    return createReason('depot', `No free vehicle ${side} at the depot of the order, \`${depotKey}\`.`, values)
  }
  const missing = order.skills.filter((skill) => !routes.some(({ vehicle }) => vehicle?.skills.includes(skill)))
  const skills = missing.length > 0 ? missing : order.skills
  const named = skills.map((skill) => `\`${skill}\``).join(', ')
  const isAtDepot = obstacles.has('depot') && depotKey !== null
  const depotText = isAtDepot ? ` at the depot of the order, \`${depotKey}\`` : ''
  if (obstacles.has('skills')) {
    const values = isAtDepot ? { skills, depotKey } : { skills }
    return createReason('skills', `No vehicle with ${named} is free${depotText}.`, values)
  }
  return createReason('vehicle', 'No vehicle may take the order.')
}
