// Compares the service with its limits: runs every workload on every candidate in short slices, in turns, so that all
// candidates see the same machine.
import { join } from 'node:path'
import { type Driver, startDriver } from './load.ts'
import { measure, median, type Slice } from './measure.ts'
import { requests, type Stored } from './orders.ts'
import { startLimit, startService, type Target, temporaryFolder } from './processes.ts'
import { openTenant } from './tenant.ts'
import type { Group } from './workload.ts'

export interface ComparisonOptions {
  orders: number
  rounds: number
  sliceSeconds: number
  warmSeconds: number
  /** Names of workloads; all when undefined. */
  only: string[] | undefined
  nodeFlags?: string[]
}

interface Candidate {
  name: string
  target: Target
  groups: Group[]
}
const connections = 64

/** What is to be reached: CPU of the limit for one request, divided by that of the service. */
const goals = [
  { workload: 'get-by-id', limit: 'memory', atLeast: 0.6 },
  { workload: 'get-by-id', limit: 'read-by-id', atLeast: 0.85 },
  { workload: 'get-by-key', limit: 'memory', atLeast: 0.6 },
  { workload: 'get-by-key', limit: 'read-by-key', atLeast: 0.85 },
  { workload: 'post', limit: 'post-statements', atLeast: 0.6 },
  { workload: 'patch', limit: 'patch-statements', atLeast: 0.7 },
  { workload: 'outcome', limit: 'patch', atLeast: 0.5 },
]
/**
 * Comparisons without a goal: limits that use a technique of the service or commit as few requests together, and the
 * cost of one row.
 */
const references = [
  { workload: 'get-by-id', limit: 'memory-together', atLeast: undefined },
  { workload: 'get-by-id', limit: 'read-together', atLeast: undefined },
  { workload: 'post', limit: 'post-statements-half', atLeast: undefined },
  { workload: 'patch', limit: 'patch-statements-half', atLeast: undefined },
  { workload: 'post', limit: 'insert', atLeast: undefined },
  { workload: 'patch', limit: 'insert', atLeast: undefined },
]
const ratiosWanted = [...goals, ...references]
export const workloads = ['get-by-id', 'get-by-key', 'post', 'post-once', 'patch', 'outcome', 'mixed']

export interface Line {
  name: string
  /** Requests a second of each kind of request, with their latencies in milliseconds. */
  groups: { name: string; perSecond: number; p50Ms: number; p99Ms: number }[]
  cpuMicros: number
  cleanSlices: number
  slices: number
}
export interface Ratio {
  workload: string
  limit: string
  /** Undefined where the ratio is only for information. */
  atLeast: number | undefined
  median: number
  min: number
  max: number
  cleanRounds: number
  rounds: number
}
export interface Comparison {
  lines: Line[]
  ratios: Ratio[]
  stealCores: number
  foreignCores: number
  raw: { candidate: string; round: number; slice: Slice }[]
}

export async function compare(options: ComparisonOptions, log: (line: string) => void): Promise<Comparison> {
  const driver = await startDriver()
  const { candidates, stored, stop } = await prepare(options, driver, log)
  const run = ({ target, groups }: Candidate, seconds: number) =>
    measure(driver, target, { groups, ...stored, seconds, requestsMax: Number.MAX_SAFE_INTEGER })
  log('warming up')
  for (const candidate of candidates) await run(candidate, options.warmSeconds)
  const raw: Comparison['raw'] = []
  for (let round = 1; round <= options.rounds; round++)
    for (let turn = 0; turn < candidates.length; turn++) {
      // Each round begins with another one, so that none always follows the same neighbour.
      const candidate = candidates[(turn + round) % candidates.length]!
      const slice = await run(candidate, options.sliceSeconds)
      raw.push({ candidate: candidate.name, round, slice })
      const unclean = `  unclean: steal ${slice.stealCores.toFixed(2)}, others ${slice.foreignCores.toFixed(2)} cores`
      log(
        `round ${round}/${options.rounds}  ${candidate.name.padEnd(15)} ${slice.perSecond.toFixed(0).padStart(6)}/s ` +
          `${slice.cpuMicros.toFixed(1).padStart(6)} us CPU${slice.clean ? '' : unclean}`,
      )
    }
  await stop()
  return summarise(candidates, raw)
}

async function prepare({ orders, only, nodeFlags }: ComparisonOptions, driver: Driver, log: (line: string) => void) {
  const service = await startService(temporaryFolder(), nodeFlags)
  const tenant = await openTenant(service)
  log(`creating ${orders} orders`)
  await tenant.fill(driver, orders, 120)
  const stored = await tenant.list(orders)
  const document = await tenant.read(stored.ids[0]!)
  const body = `{"data":${document},"status":"OK"}`
  const startRead = (together: boolean) =>
    startLimit('read.ts', { folder: temporaryFolder(), ...stored, document, together })
  const [memory, memoryTogether, read, readTogether, insert, statements] = await Promise.all([
    startLimit('memory.ts', { body, together: false }),
    startLimit('memory.ts', { body, together: true }),
    startRead(false),
    startRead(true),
    startLimit('insert.ts', { folder: temporaryFolder() }),
    startLimit('statements.ts', { folder: temporaryFolder(), file: join(service.data, 'dray.db') }),
  ])
  const byId = requests.getById(tenant.token)
  const anyOrder = { ...byId, named: false }
  const byKey = requests.getByKey(tenant.token)
  const post = requests.post(tenant.token)
  const patch = requests.patch(tenant.token)
  const all = (name: string, template: Group['template']) => [{ name, connections, template }]
  const half = connections / 2
  /**
   * Half the connections: the service prepares one half of the requests while it stores the other half, so its commits
   * contain half as many.
   */
  const halved = (name: string, template: Group['template']) => [{ name, connections: half, template }]
  const candidates: Candidate[] = [
    { name: 'get-by-id', target: service, groups: all('GET', byId) },
    { name: 'memory', target: memory, groups: all('GET', anyOrder) },
    { name: 'read-by-id', target: read, groups: all('GET', byId) },
    { name: 'memory-together', target: memoryTogether, groups: all('GET', anyOrder) },
    { name: 'read-together', target: readTogether, groups: all('GET', byId) },
    { name: 'get-by-key', target: service, groups: all('GET', byKey) },
    { name: 'read-by-key', target: read, groups: all('GET', byKey) },
    { name: 'post', target: service, groups: all('POST', post) },
    { name: 'insert', target: insert, groups: all('POST', post) },
    { name: 'post-statements', target: statements, groups: all('POST', post) },
    { name: 'post-statements-half', target: statements, groups: halved('POST', post) },
    { name: 'patch', target: service, groups: all('PATCH', patch) },
    { name: 'patch-statements', target: statements, groups: all('PATCH', patch) },
    { name: 'patch-statements-half', target: statements, groups: halved('PATCH', patch) },
    { name: 'outcome', target: service, groups: all('PUT', requests.outcome(tenant.token)) },
    { name: 'post-once', target: service, groups: all('POST', requests.postOnce(tenant.token)) },
    {
      name: 'mixed',
      target: service,
      groups: [
        { name: 'POST', connections: half, template: post },
        { name: 'GET', connections: half, template: byId },
      ],
    },
  ]
  log(`a body of ${post.bytes.length - post.bytes.indexOf('\r\n\r\n') - 4} bytes, a read of ${document.length} bytes`)
  const wanted = (name: string) =>
    !only ||
    only.includes(name) ||
    ratiosWanted.some(({ workload, limit }) => limit === name && only.includes(workload))
  const stop = () =>
    Promise.all(
      [service, memory, memoryTogether, read, readTogether, insert, statements].map((target) => target.stop()),
    )
  return { candidates: candidates.filter(({ name }) => wanted(name)), stored: stored satisfies Stored, stop }
}

function summarise(candidates: Candidate[], raw: Comparison['raw']): Comparison {
  const of = (name: string) => raw.filter(({ candidate }) => candidate === name)
  const lines = candidates.map(({ name }) =>
    lineOf(
      name,
      of(name).map(({ slice }) => slice),
    ),
  )
  const ratios = ratiosWanted
    .filter(({ workload, limit }) => of(workload).length > 0 && of(limit).length > 0)
    .map((goal) => {
      const rounds = of(goal.workload).map(({ round, slice }) => {
        const limit = of(goal.limit).find((other) => other.round === round)!.slice
        return { value: limit.cpuMicros / slice.cpuMicros, clean: limit.clean && slice.clean }
      })
      const clean = rounds.filter((round) => round.clean)
      const values = (clean.length > 0 ? clean : rounds).map(({ value }) => value)
      return {
        ...goal,
        median: median(values),
        min: Math.min(...values),
        max: Math.max(...values),
        cleanRounds: clean.length,
        rounds: rounds.length,
      }
    })
  return {
    lines,
    ratios,
    stealCores: median(raw.map(({ slice }) => slice.stealCores)),
    foreignCores: median(raw.map(({ slice }) => slice.foreignCores)),
    raw,
  }
}

/** Medians over the clean slices, or over all of them where none was clean. */
function lineOf(name: string, slices: Slice[]): Line {
  const clean = slices.filter((slice) => slice.clean)
  const counted = clean.length > 0 ? clean : slices
  const groups = counted[0]!.groups.map((group, index) => ({
    name: group.name,
    perSecond: median(counted.map((s) => (s.perSecond * s.groups[index]!.requests) / s.requests)),
    p50Ms: median(counted.map((s) => s.groups[index]!.p50Ms)),
    p99Ms: median(counted.map((s) => s.groups[index]!.p99Ms)),
  }))
  return {
    name,
    groups,
    cpuMicros: median(counted.map(({ cpuMicros }) => cpuMicros)),
    cleanSlices: clean.length,
    slices: slices.length,
  }
}
