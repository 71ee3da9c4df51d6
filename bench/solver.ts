// Measures the route optimiser on public instances (Solomon's text format) from any folder: one core, CPU seconds, and
// an independent check of every answer.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RoutingProblem, RoutingSolution } from '../solver/model.ts'
import { solveProblem } from '../solver/solve.ts'

interface Instance {
  name: string
  vehicles: number
  capacity: number
  /** Number, x, y, demand, ready, due, service; the first is the depot. */
  rows: number[][]
}

/**
 * Entry of `best-known.json`: {"R104": {"distance": 976.61, "tenths": 971.5, "vehicles": 9, "vehiclesDistance":
 * 1007.24}}. All fields are optional.
 */
interface BestKnown {
  distance?: number
  /** The same with every leg cut to tenths, for which optima are proven. */
  tenths?: number
  vehicles?: number
  vehiclesDistance?: number
}

/** The instances count in hundredths and less: a thousandth of their unit is the whole number. */
const scale = 1000

/** Processor time of this thread: the machine may be shared. */
export const cpuMilliseconds = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function read(file: string, name: string): Instance {
  const rows: number[][] = []
  let vehicles = 0
  let capacity = 0
  for (const line of readFileSync(file, 'latin1').split(/\r?\n/)) {
    const numbers = line.trim().split(/\s+/).map(Number)
    if (line.trim() === '' || numbers.some(Number.isNaN)) continue
    if (numbers.length === 2) [vehicles, capacity] = numbers as [number, number]
    else if (numbers.length >= 7) rows.push(numbers)
  }
  return { name, vehicles, capacity, rows }
}

type Leg = (from: readonly number[], to: readonly number[]) => number

const exactly: Leg = (from, to) => Math.hypot(from[1]! - to[1]!, from[2]! - to[2]!)
const inTenths: Leg = (from, to) => Math.floor(10 * exactly(from, to)) / 10

function problemOf({ vehicles, capacity, rows }: Instance, fewestVehicles: boolean, legOf: Leg): RoutingProblem {
  const places = rows.length
  const matrix = new Int32Array(places * places)
  for (let i = 0; i < places; i++)
    for (let j = 0; j < places; j++) matrix[i * places + j] = Math.round(scale * legOf(rows[i]!, rows[j]!))
  const [depot, ...customers] = rows
  return {
    places,
    travel: [{ seconds: matrix, metres: matrix }],
    jobs: customers.map((row, index) => ({
      place: index + 1,
      open: row[4]! * scale,
      close: row[5]! * scale,
      service: row[6]! * scale,
      deliver: [row[3]!],
      collect: [],
      penalty: 1e9,
    })),
    vehicles: Array.from({ length: vehicles }, () => ({
      start: 0,
      end: 0,
      from: depot![4]! * scale,
      to: depot![5]! * scale,
      capacity: [capacity],
      fixed: 0,
      perMetre: 1,
      perSecond: 0,
      profile: 0,
    })),
    objective: { fewestVehicles },
  }
}

/** Independent of the solver: distances in double precision, every rule by hand. */
function judge({ capacity, rows }: Instance, { routes }: RoutingSolution, legOf: Leg) {
  const served = new Set<number>()
  let distance = 0
  let faults = 0
  for (const { sequence } of routes) {
    let at = rows[0]!
    let time = at[4]!
    let load = 0
    for (const index of [...sequence.map((job) => job + 1), 0]) {
      const row = rows[index]!
      const leg = legOf(at, row)
      distance += leg
      time = Math.max(time + leg, row[4]!)
      // Legs were rounded to thousandths: a hundred of them may add up to so much.
      if (time > row[5]! + 0.05) faults++
      time += row[6]!
      if (index > 0 && served.has(index)) faults++
      if (index > 0) served.add(index)
      load += row[3]!
      at = row
    }
    if (load > capacity) faults++
  }
  if (served.size !== rows.length - 1) faults++
  return { routes: routes.length, distance: Math.round(distance * 100) / 100, faults }
}

function gapOf(distance: number, best: number | undefined): number | undefined {
  return best === undefined ? undefined : Math.round((distance / best - 1) * 1e5) / 1e3
}

export interface SolverRun {
  folder: string
  seconds: number
  fewestVehicles: boolean
  seed: number
  /** Legs are cut to tenths. */
  tenths: boolean
  only?: readonly string[] | undefined
}

/** One line for each instance: {name, routes, distance, gap (in per cent of the best known), faults}. */
export function measureInstances(
  { folder, seconds, fewestVehicles, seed, tenths, only }: SolverRun,
  print: (line: string) => void,
): void {
  const known = join(folder, 'best-known.json')
  const best: Record<string, BestKnown> = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {}
  for (const file of readdirSync(folder).sort()) {
    const name = file.replace(/\.txt$/i, '').toUpperCase()
    if (!/\.txt$/i.test(file) || (only && !only.includes(name))) continue
    const instance = read(join(folder, file), name)
    const legOf = tenths ? inTenths : exactly
    const answer = solveProblem(problemOf(instance, fewestVehicles, legOf), { seconds, seed, clock: cpuMilliseconds })
    const judged = judge(instance, answer, legOf)
    const distanceBest = tenths ? best[name]?.tenths : best[name]?.distance
    const target = fewestVehicles ? best[name]?.vehiclesDistance : distanceBest
    const vehiclesBest = fewestVehicles ? best[name]?.vehicles : undefined
    const gap = gapOf(judged.distance, target)
    print(JSON.stringify({ name, ...judged, gap, vehiclesBest, iterations: answer.iterations }))
  }
}
