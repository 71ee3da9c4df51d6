// Shows where the service spends its time under a workload: for each thread, the functions with the most time of their
// own.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres-server.ts'
import { startDriver } from './load.ts'
import { requests } from './orders.ts'
import { settings } from './postgres.ts'
import { startService, temporaryFolder } from './processes.ts'
import { table } from './report.ts'
import { openTenant } from './tenant.ts'
import type { Group } from './workload.ts'

const orders = 5_000
const warmSeconds = 4
const seconds = 8
const shown = 40

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  /** Microseconds of the clock that all processes of the machine share. */
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

const root = new URL('../', import.meta.url).href
const place = ({ url, lineNumber }: Profile['nodes'][number]['callFrame']) =>
  url === '' ? '(native)' : `${url.replace(root, '').replace(/^.*node_modules\//, '')}:${lineNumber + 1}`
/** The package, the folder of ours, or the part of Node that a function belongs to. */
const moduleOf = (at: string) => /^(node:[^/:]+|server\/[^/:]+|[^/:]+)/.exec(at)?.[1] ?? at

type Times = Map<string, number>
const add = (times: Times, name: string, micros: number) => times.set(name, (times.get(name) ?? 0) + micros)

function summarise(profile: Profile, fromMicros: number, toMicros: number): string {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const nameOf = (id: number) => `${nodes.get(id)!.functionName || '(anonymous)'}  ${place(nodes.get(id)!)}`
  const own: Times = new Map()
  const withCalled: Times = new Map()
  const modules: Times = new Map()
  let total = 0
  let at = profile.startTime
  for (const [index, leaf] of profile.samples.entries()) {
    const micros = profile.timeDeltas[index]!
    at += micros
    if (at < fromMicros || at > toMicros || nodes.get(leaf)!.functionName === '(idle)') continue
    total += micros
    add(own, nameOf(leaf), micros)
    add(modules, moduleOf(place(nodes.get(leaf)!)), micros)
    const seen = new Set<string>()
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) seen.add(nameOf(id))
    for (const name of seen) add(withCalled, name, micros)
  }
  const top = (times: Times, title: string, count: number) =>
    table(
      [title, 'where'],
      [...times]
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, count)
        .map(([name, micros]) => [`${((micros / total) * 100).toFixed(1)} %`, name]),
    )
  const busy = ((total / (toMicros - fromMicros)) * 100).toFixed(0)
  const tables = [top(modules, 'own', 15), top(own, 'own', shown), top(withCalled, 'with what it calls', shown * 2)]
  return [`busy ${busy} % of the time`, ...tables].join('\n\n')
}

const nowMicros = () => Number(process.hrtime.bigint() / 1_000n)

export const profiled = ['get-by-id', 'post', 'patch'] as const

export interface Profiled {
  workload: (typeof profiled)[number]
  postgres: boolean
}

export async function profile({ workload, postgres }: Profiled, log: (line: string) => void): Promise<string> {
  const data = temporaryFolder()
  const driver = await startDriver()
  const place = postgres ? `${(await startPostgres(settings)).url}postgres` : data
  const flags = postgres ? ['--database-url', place] : []
  const seeding = await startService(data, [], flags)
  const tenant = await openTenant(seeding, place)
  await tenant.fill(driver, orders, 120)
  const stored = await tenant.list(orders)
  await seeding.stop()
  const folder = temporaryFolder()
  // A service of its own, so that starting and seeding do not show.
  const profiling = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']
  const service = await startService(data, profiling, flags)
  const template = { 'get-by-id': requests.getById, post: requests.post, patch: requests.patch }[workload](tenant.token)
  const group: Group = { name: workload, connections: 64, template }
  const run = (length: number) =>
    driver.run({
      port: service.port,
      groups: [group],
      ...stored,
      seconds: length,
      requestsMax: Number.MAX_SAFE_INTEGER,
    })
  await run(warmSeconds)
  const fromMicros = nowMicros()
  const { groups } = await run(seconds)
  const toMicros = nowMicros()
  log(`${workload}: ${groups[0]!.requests} requests`)
  await service.stop()
  return readdirSync(folder)
    .map((file) => {
      const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
      return `### ${workload}, ${file}\n${summarise(profile, fromMicros, toMicros)}`
    })
    .join('\n\n')
}
