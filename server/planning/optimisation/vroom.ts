// Searches with the operator's VROOM server. Its routes are checked against the rules of the solver; if one breaks a
// rule, the whole result is rejected.
import { evaluateRoute } from '../../../solver/evaluate.ts'
import type { RoutingProblem, RoutingSolution, RoutingVehicle } from '../../../solver/model.ts'

/** Features that VROOM does not support. It rejects a vehicle without start and end. */
const unsupportedFeatures: readonly (readonly [what: string, is: (vehicle: RoutingVehicle) => boolean])[] = [
  ['a fixed sequence', ({ ordered, first }) => ordered !== undefined || first !== undefined],
  ['several trips of a vehicle', ({ reloads = 0 }) => reloads > 0],
  ['a longest duration of a vehicle', ({ maxDuration }) => maxDuration !== undefined],
  ['a vehicle without any depot', ({ start, end }) => start < 0 && end < 0],
]

/** Returns the first feature of a problem that VROOM does not support; undefined if it supports all. */
export const findUnsupportedFeature = ({ vehicles }: RoutingProblem): string | undefined =>
  unsupportedFeatures.find(([, is]) => vehicles.some(is))?.[0]

const unlimited = 1_000_000_000
const rowsOf = (matrix: ArrayLike<number>, size: number): number[][] =>
  Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => matrix[row * size + column]!))

/** Returns skills that express which vehicles may take a job: one skill per set of vehicles. */
function skillsOf({ jobs, vehicles }: RoutingProblem) {
  const numbers = new Map<string, number>()
  const ofJob = jobs.map((job) => {
    const name = job.vehicles === undefined ? undefined : job.vehicles.join()
    if (name !== undefined && !numbers.has(name)) numbers.set(name, numbers.size + 1)
    return name === undefined ? [] : [numbers.get(name)!]
  })
  const ofVehicle = vehicles.map((_, vehicle) =>
    [...numbers].flatMap(([name, skill]) => (name.split(',').includes(String(vehicle)) ? [skill] : [])),
  )
  return { ofJob, ofVehicle }
}

/** Returns the request in VROOM's format. */
function vroomRequest(problem: RoutingProblem): object {
  const { places, travel, jobs, vehicles } = problem
  const skills = skillsOf(problem)
  const dimensions = vehicles[0]?.capacity ?? []
  // VROOM requires lists of amounts of the same length.
  const amounts = (values: readonly number[]) => dimensions.map((_, dimension) => values[dimension] ?? 0)
  const highest = Math.max(1, ...jobs.map(({ penalty }) => penalty))
  return {
    matrices: Object.fromEntries(
      travel.map(({ seconds, metres }, profile) => [
        `p${profile}`,
        { durations: rowsOf(seconds, places), distances: rowsOf(metres, places) },
      ]),
    ),
    jobs: jobs.map((job, id) => ({
      id,
      location_index: job.place,
      service: job.service,
      delivery: amounts(job.deliver),
      pickup: amounts(job.collect),
      skills: skills.ofJob[id],
      priority: Math.round((job.penalty / highest) * 100),
      time_windows: [[job.open, job.close + (job.maxLate ?? 0)]],
    })),
    vehicles: vehicles.map((vehicle, id) => vehicleRequest(vehicle, id, skills.ofVehicle[id]!)),
  }
}

const vehicleRequest = (vehicle: RoutingVehicle, id: number, skills: readonly number[]) => ({
  id,
  profile: `p${vehicle.profile}`,
  ...(vehicle.start < 0 ? {} : { start_index: vehicle.start }),
  ...(vehicle.end < 0 ? {} : { end_index: vehicle.end }),
  capacity: vehicle.capacity.map((most) => Math.min(most, unlimited)),
  skills,
  time_window: [vehicle.from, vehicle.to],
  breaks: (vehicle.breaks ?? []).map(({ earliest, latest, seconds }, index) => ({
    id: index,
    service: seconds,
    time_windows: [[earliest, latest]],
  })),
  costs: {
    fixed: Math.round(vehicle.fixed),
    per_hour: Math.round(vehicle.perSecond * 3_600),
    per_km: Math.round(vehicle.perMetre * 1_000),
  },
  ...(vehicle.maxStops === undefined ? {} : { max_tasks: vehicle.maxStops }),
  ...(vehicle.maxDistance === undefined ? {} : { max_distance: vehicle.maxDistance }),
})

interface VroomRoute {
  vehicle?: unknown
  steps?: unknown
}
const stepsOf = ({ steps }: VroomRoute): { type?: unknown; id?: unknown }[] => (Array.isArray(steps) ? steps : [])

/** Converts VROOM's response to a result of the solver. Throws if a route is unknown or breaks a rule. */
function vroomAnswer(problem: RoutingProblem, reply: unknown): RoutingSolution {
  const { code, error, routes } = (reply ?? {}) as { code?: unknown; error?: unknown; routes?: unknown }
  if (code !== 0 || !Array.isArray(routes))
    throw new Error(`The VROOM server found no routes: ${String(error).slice(0, 200)}.`)
  const free = new Set(problem.jobs.keys())
  const used = new Set<number>()
  const good = (routes as VroomRoute[]).map((route) => {
    const vehicle = route.vehicle as number
    const sequence = stepsOf(route).flatMap(({ type, id }) => (type === 'job' ? [id as number] : []))
    const isRequested = problem.vehicles[vehicle] !== undefined && !used.has(vehicle)
    if (!isRequested || sequence.some((job) => !free.has(job)) || new Set(sequence).size < sequence.length)
      throw new Error('The VROOM server returned a route that was not requested.')
    const evaluation = evaluateRoute(problem, vehicle, sequence)
    if (evaluation.broken.length > 0) throw new Error('The VROOM server returned a route that breaks a rule.')
    used.add(vehicle)
    for (const job of sequence) free.delete(job)
    return evaluation
  })
  const unassigned = [...free]
  const cost =
    good.reduce((sum, route) => sum + route.cost, 0) +
    unassigned.reduce((sum, job) => sum + problem.jobs[job]!.penalty, 0)
  return { routes: good, unassigned, cost, iterations: 0 }
}

/** Time after the requested search time at which the request fails, in seconds. */
const beyondSeconds = 30
const replyBytesMax = 64 * 2 ** 20

export async function searchWithVroom(url: string, problem: RoutingProblem, seconds: number): Promise<RoutingSolution> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(vroomRequest(problem)),
    redirect: 'error',
    signal: AbortSignal.timeout((seconds + beyondSeconds) * 1_000),
  }).catch(() => {
    throw new Error('The VROOM server does not answer.')
  })
  return vroomAnswer(problem, await replyOf(response))
}

async function replyOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > replyBytesMax) throw new Error('The response of the VROOM server is too large.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Error('The VROOM server returned a response that is not JSON.')
  }
}
