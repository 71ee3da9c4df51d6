// Days made from a seed, small and rich: breaks, several trips, locks, open ends, lateness, limits of all kinds.
import {
  type RoutingJob,
  type RoutingProblem,
  type RoutingVehicle,
  reloadEntry,
  type TravelProfile,
  unreachableValue,
} from '../../solver/model.ts'

export type Chance = ReturnType<typeof chanceOf>

export function chanceOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const normal = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
  return { next, whole, normal, one: (share: number) => next() < share }
}

export const hour = 3600

/** Times and lengths between points in kilometres; a little dearer one way than the other (by `ids`), as on real roads. */
export function roads(
  points: readonly (readonly [number, number])[],
  factor: number,
  ids = [...points.keys()],
): TravelProfile {
  const size = points.length
  const seconds = new Int32Array(size * size)
  const metres = new Int32Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (i === j) continue
      const km = Math.hypot(points[i]![0] - points[j]![0], points[i]![1] - points[j]![1]) * 1.3
      metres[i * size + j] = Math.round(km * 1000)
      const hours = km / (22 + 38 * (1 - Math.exp(-km / 8)))
      seconds[i * size + j] = Math.round(
        hours * 3600 * factor * (1 + 0.1 * (((ids[i]! * 31 + ids[j]! * 17) % 10) / 10)),
      )
    }
  return { seconds, metres }
}

function jobOf(chance: Chance, place: number, vehicles: number): RoutingJob {
  const { one, whole, next } = chance
  const isCollection = one(0.3)
  const weight = Math.round(5 + next() ** 3 * 300)
  const amounts = [weight, Math.max(1, Math.round(weight / 14 + next() * 4))]
  const open = whole(7, 14) * hour
  const window = one(0.4) ? [0, 24 * hour] : one(0.5) ? [7 * hour, 12 * hour] : [open, open + 2 * hour]
  const allowed = [...Array(vehicles).keys()].filter(() => one(0.7))
  return {
    place,
    open: window[0]!,
    close: window[1]!,
    service: whole(0, 15) * 60,
    deliver: isCollection ? [] : amounts,
    collect: isCollection ? amounts : one(0.1) ? [20, 1] : [],
    penalty: whole(1, 3) * 100_000,
    ...(one(0.3) ? { maxLate: whole(1, 60) * 60 } : {}),
    ...(one(0.3) ? { vehicles: allowed } : {}),
    ...(one(0.2) ? { had: whole(0, vehicles - 1), moved: whole(0, 2000) } : {}),
  }
}

function vehicleOf(chance: Chance, profiles: number): RoutingVehicle {
  const { one, whole } = chance
  const depot = whole(0, 1)
  const from = whole(6, 9) * hour
  const lunch = { earliest: from + 3 * hour, latest: from + whole(4, 6) * hour, seconds: whole(1, 3) * 900 }
  const coffee = { earliest: from + hour, latest: from + 3 * hour, seconds: 600 }
  return {
    start: one(0.1) ? -1 : depot,
    end: one(0.2) ? -1 : one(0.1) ? 1 - depot : depot,
    from,
    to: from + whole(6, 10) * hour,
    capacity: [whole(3, 12) * 100, whole(20, 80)],
    fixed: whole(0, 3) * 1000,
    perMetre: whole(1, 5) / 100,
    perSecond: one(0.5) ? whole(1, 10) / 10 : 0,
    profile: whole(0, profiles - 1),
    ...(one(0.2) ? { maxDuration: whole(4, 9) * hour } : {}),
    ...(one(0.2) ? { maxStops: whole(3, 15) } : {}),
    ...(one(0.2) ? { maxDistance: whole(60, 300) * 1000 } : {}),
    ...(one(0.4) ? { breaks: one(0.3) ? [lunch, coffee] : [lunch] } : {}),
    ...(one(0.4) ? { reloads: whole(1, 3), reloadSeconds: whole(5, 30) * 60 } : {}),
  }
}

export interface Shape {
  jobs: number
  vehicles: number
}

/** A small day with everything in it. */
export function richCase(seed: number, { jobs, vehicles }: Shape): RoutingProblem {
  const chance = chanceOf(seed)
  const points: [number, number][] = [
    [20, 25],
    [32, 22],
  ]
  for (let i = 0; i < jobs; i++) points.push([chance.next() * 50, chance.next() * 50])
  const travel = chance.one(0.3) ? [roads(points, 1), roads(points, 1.2)] : [roads(points, 1)]
  if (chance.one(0.1))
    for (let p = 0; p < points.length; p++) travel[0]!.seconds[p * points.length + 2] = unreachableValue
  return {
    places: points.length,
    travel,
    jobs: Array.from({ length: jobs }, (_, i) => jobOf(chance, i + 2, vehicles)),
    vehicles: Array.from({ length: vehicles }, (_, index) => ({
      ...vehicleOf(chance, travel.length),
      ...(index % 3 === 1 ? { isPunctual: true } : {}),
    })),
    objective: { latePerSecond: chance.whole(0, 2), fewestVehicles: chance.one(0.2) },
  }
}

/** The same day with routes to begin from, of which some parts must stay. */
export function withLocks(
  problem: RoutingProblem,
  routes: readonly { vehicle: number; sequence: readonly number[] }[],
  seed: number,
): RoutingProblem {
  const { one, whole } = chanceOf(seed)
  const vehicles = [...problem.vehicles]
  for (const { vehicle, sequence } of routes) {
    const jobs = sequence.filter((job) => job !== reloadEntry)
    const firstReload = sequence.indexOf(reloadEntry)
    const head = firstReload < 0 ? sequence : sequence.slice(0, firstReload)
    const first = one(0.4) ? head.slice(0, whole(1, head.length)) : []
    const rest = jobs.filter((job) => !first.includes(job))
    const ordered = one(0.4) ? rest.filter(() => one(0.5)) : []
    const kept = one(0.4) ? rest.filter(() => one(0.5)) : []
    vehicles[vehicle] = { ...vehicles[vehicle]!, route: sequence, first, ordered, kept }
  }
  return { ...problem, vehicles }
}

/** The same day without lateness and second trips: the search then takes its shorter ways. */
export function plainer(problem: RoutingProblem): RoutingProblem {
  return {
    ...problem,
    jobs: problem.jobs.map((job) => ({ ...job, maxLate: 0 })),
    vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, reloads: 0 })),
  }
}

/** Deliveries alone, without breaks and longest distances: where orders are annealed and jobs ejected. */
export function plainest(problem: RoutingProblem): RoutingProblem {
  const { jobs, vehicles, ...rest } = plainer(problem)
  return {
    ...rest,
    jobs: jobs.map(({ deliver, ...job }) => ({ ...job, deliver: deliver.length > 0 ? deliver : [30, 2], collect: [] })),
    vehicles: vehicles.map(({ maxDistance: _maxDistance, ...vehicle }) => ({ ...vehicle, breaks: [] })),
  }
}

/** Places on a line, a minute and a kilometre apart, the depot at 0. */
export interface Line {
  jobs: (Partial<RoutingJob> & { at: number; weight?: number })[]
  vehicles: Partial<RoutingVehicle>[]
  latePerSecond?: number
  fewestVehicles?: boolean
}

export function line({ jobs, vehicles, latePerSecond = 0, fewestVehicles = false }: Line): RoutingProblem {
  const at = [0, ...jobs.map((job) => job.at)]
  const size = at.length
  const legs = (unit: number) =>
    Float64Array.from({ length: size * size }, (_, k) => Math.abs(at[k % size]! - at[Math.floor(k / size)]!) * unit)
  return {
    places: size,
    travel: [{ seconds: legs(60), metres: legs(1000) }],
    jobs: jobs.map(({ at: _at, weight = 0, ...job }, index) => ({
      place: index + 1,
      open: 0,
      close: 24 * hour,
      service: 0,
      deliver: [weight],
      collect: [],
      penalty: 1e7,
      ...job,
    })),
    vehicles: vehicles.map((vehicle) => ({
      start: 0,
      end: 0,
      from: 0,
      to: 12 * hour,
      capacity: [1000],
      fixed: 0,
      perMetre: 1,
      perSecond: 0,
      profile: 0,
      ...vehicle,
    })),
    objective: { latePerSecond, fewestVehicles },
  }
}
