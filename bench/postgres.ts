// Compares the service over PostgreSQL with a plain service that stores one row, and with pgbench running the same
// statements, on the same server with the same number of connections.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { ask, startPostgres } from '../test/support/postgres-server.ts'
import { type Driver, startDriver } from './load.ts'
import { cpuSeconds, median } from './measure.ts'
import { requests, type Stored } from './orders.ts'
import { type Service, startLimit, startService, type Target, temporaryFolder } from './processes.ts'
import { machineLine, table } from './report.ts'
import { getScript, postScript, type Script } from './statements.ts'
import { openTenant } from './tenant.ts'
import type { Template } from './workload.ts'

export interface PostgresOptions {
  orders: number
  /** Only these workloads. */
  only?: string[] | undefined
  rounds: number
  sliceSeconds: number
}
export interface Line {
  name: string
  /** Of every round. */
  perSecond: number[]
  /** CPU of the service, and of the database server, for one request. */
  serviceMicros: number[]
  databaseMicros: number[]
}
export interface PostgresComparison {
  connections: number
  version: string
  lines: Line[]
}

/** To the database, for each candidate. */
const connections = 8
/** To the service: enough of them that it always has something to do. */
const callers = 64
/** What a server needs for a fair run: everything durable, as installed. */
export const settings = ['max_connections=200', 'shared_buffers=512MB', 'max_wal_size=4GB']

/** All processes of a PostgreSQL server, those that have ended included. */
export function serverSeconds(postmaster: number): number {
  const fields = (pid: string | number) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  }
  const own = fields(postmaster)
  let ticks = own[11]! + own[12]! + own[13]! + own[14]!
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const child = fields(pid)
      if (child[1] === postmaster) ticks += child[11]! + child[12]!
    } catch {
      // It has ended since.
    }
  return ticks / 100
}

async function pgbench(url: string, { file, definitions }: Script, orders: number, seconds: number): Promise<number> {
  const { hostname, port, username, pathname } = new URL(url)
  const place = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)]
  const load = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', String(seconds), '-f', file]
  const { stdout } = await promisify(execFile)('pgbench', [...load, '-D', `orders=${orders}`, ...definitions, ...place])
  const failed = /number of failed transactions: ([1-9]\d*)/.exec(stdout)
  if (failed) throw new Error(`${failed[1]} transactions of pgbench failed.`)
  return Number(/number of transactions actually processed: (\d+)/.exec(stdout)![1])
}

interface Candidate {
  name: string
  services: Target[]
  run(seconds: number): Promise<number>
}

export async function comparePostgres(
  { orders, rounds, sliceSeconds, only }: PostgresOptions,
  log: (line: string) => void,
): Promise<PostgresComparison> {
  const present = await promisify(execFile)('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  if (!present) log('pgbench is not installed (it is in the package postgresql-contrib): its lines are left out.')
  const server = await startPostgres(settings)
  const url = `${server.url}postgres`
  const flags = ['--database-url', url, '--database-pool-max', String(connections)]
  const services = [await startService(temporaryFolder(), [], flags), await startService(temporaryFolder(), [], flags)]
  const drivers = [await startDriver(), await startDriver()]
  const tenant = await openTenant(services[0]!, url)
  log(`${(await tenant.fill(drivers[0]!, orders, 300)).length} orders`)
  const stored = await tenant.list(orders)
  await ask(url, 'create database plain')
  const setup = { url: `${server.url}plain`, connections, ...stored, document: await tenant.read(stored.ids[0]!) }
  const plain = await startLimit('postgres.ts', setup)
  await ask(url, 'analyze')
  const candidates = [
    ...served({ services, plain }, drivers, stored, tenant.token),
    ...(present ? await ofPgbench(url, stored.keys.length) : []),
  ]
    .filter(({ name }) => !only || asked(only).some((word) => name.startsWith(`${names[word]},`)))
    .sort((a, b) => workloadOf(a.name) - workloadOf(b.name))
  const lines = candidates.map(({ name }): Line => ({ name, perSecond: [], serviceMicros: [], databaseMicros: [] }))
  // The first round warms all of them up.
  for (let round = -1; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      const slice = await measure(candidate, sliceSeconds, server.process.pid!)
      if (round < 0) continue
      lines[index]!.perSecond.push(slice.perSecond)
      lines[index]!.serviceMicros.push(slice.serviceMicros)
      lines[index]!.databaseMicros.push(slice.databaseMicros)
      log(
        `${candidate.name}: ${Math.round(slice.perSecond)}/s, ${Math.round(slice.serviceMicros)} + ` +
          `${Math.round(slice.databaseMicros)} µs`,
      )
    }
    // Plans from a time without outcomes would read all outcomes. In production, autovacuum analyses the tables within
    // a minute.
    if (round < 0) await ask(url, 'analyze')
  }
  const version = String((await ask(url, 'show server_version'))[0]!.server_version)
  for (const target of [...services, plain]) await target.stop()
  await server.stop()
  return { connections, version, lines }
}

/** The workloads as `--only` names them, in the order of the table. */
const names: Record<string, string> = {
  'get-by-key': 'GET by key',
  post: 'POST',
  patch: 'PATCH of one field',
  outcome: 'recording an outcome',
}
/** What recording an outcome is compared with: it is measured along with it. */
const asked = (only: string[]): string[] => (only.includes('outcome') ? [...only, 'patch'] : only)
const workloadOf = (name: string): number => Object.values(names).findIndex((each) => name.startsWith(`${each},`))
const plainName = '(e) one row, plain service'

function served(
  { services, plain }: { services: Service[]; plain: Target },
  drivers: Driver[],
  stored: Stored,
  token: string,
): Candidate[] {
  const drive = (targets: Target[], template: Template) => async (seconds: number) => {
    // On a machine that is busy with other things, the database may be, too.
    const group = { name: 'all', connections: callers / targets.length, template: { ...template, refusable: true } }
    const load = { groups: [group], ...stored, seconds, requestsMax: 10_000_000 }
    const results = await Promise.all(
      targets.map(({ port }, index) => drivers[index]!.run({ ...load, port, serialFrom: index * 1e11 })),
    )
    return results.reduce((sum, { groups }) => sum + groups[0]!.requests - groups[0]!.refused, 0)
  }
  const candidate = (workload: string, what: string, targets: Target[], template: Template): Candidate => ({
    name: `${workload}, ${what}`,
    services: targets,
    run: drive(targets, template),
  })
  const templates = [requests.getByKey(token), requests.post(token), requests.patch(token), requests.outcome(token)]
  /** (e) stores rows of orders only. */
  const isPlain = (workload: string) => workload === names.post || workload === names.patch
  return Object.values(names).flatMap((workload, index) => [
    candidate(workload, 'one instance', services.slice(0, 1), templates[index]!),
    ...(isPlain(workload) ? [candidate(workload, plainName, [plain], templates[index]!)] : []),
    candidate(workload, 'two instances', services, templates[index]!),
  ])
}

async function ofPgbench(url: string, orders: number): Promise<Candidate[]> {
  const [environment] = await ask(url, "select environment_id from environments where name = 'default'")
  const environmentId = String(environment!.environment_id)
  const [settingsRow] = await ask(
    url,
    `select version, updated, document from settings where environment_id = '${environmentId}'`,
  )
  const folder = temporaryFolder()
  const read = await getScript(folder, environmentId)
  const create = await postScript(folder, environmentId, settingsRow)
  return [
    { name: 'GET by key, pgbench', services: [], run: (seconds) => pgbench(url, read, orders, seconds) },
    { name: 'POST, pgbench', services: [], run: (seconds) => pgbench(url, create, orders, seconds) },
  ]
}

async function measure({ services, run }: Candidate, sliceSeconds: number, postmaster: number) {
  const cpu = () => [services.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0), serverSeconds(postmaster)] as const
  const before = cpu()
  const began = performance.now()
  const done = await run(sliceSeconds)
  const seconds = (performance.now() - began) / 1_000
  const after = cpu()
  return {
    perSecond: done / seconds,
    serviceMicros: ((after[0] - before[0]) * 1e6) / done,
    databaseMicros: ((after[1] - before[1]) * 1e6) / done,
  }
}

export const postgresMachine = ({ version, connections: count }: PostgresComparison): string =>
  `${machineLine()}, PostgreSQL ${version} on the same machine, durable, without a standby; ${callers} ` +
  `connections from callers; ${count} to the database for each instance, for (e) and for pgbench.`

const spread = (values: number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`

/** Ratios are of slices of the same round. */
export function postgresTable({ lines }: PostgresComparison): string {
  const of = (name: string) => lines.find((line) => line.name === name)
  const throughput = ({ name, perSecond }: Line): string => {
    const [workload] = name.split(', ') as [string]
    const base = name.endsWith('two instances') ? of(`${workload}, one instance`) : of(`${workload}, pgbench`)
    if (!base || base.name === name || name.endsWith(plainName)) return ''
    const values = perSecond.map((value, round) => value / base.perSecond[round]!)
    return `${spread(values, 2)} of ${base.name.split(', ')[1]}`
  }
  return table(
    ['', 'requests/s', 'CPU µs of the service', 'CPU µs of the database', 'throughput'],
    lines.map((line) => [
      line.name,
      spread(line.perSecond),
      line.name.endsWith('pgbench') ? '' : spread(line.serviceMicros),
      spread(line.databaseMicros),
      throughput(line),
    ]),
  )
}

const wanted: Record<string, number> = { post: 0.8, patch: 0.7 }

/** CPU of service and database together, of (e) over ours, in the same round. */
export function postgresRatios({ lines }: PostgresComparison): string {
  const rows = Object.entries(wanted).flatMap(([word, goal]) => {
    const both = ['one instance', plainName].map((what) => lines.find(({ name }) => name === `${names[word]}, ${what}`))
    if (!both[0] || !both[1]) return []
    const [ours, plain] = both.map((line) =>
      line!.serviceMicros.map((micros, round) => micros + line!.databaseMicros[round]!),
    )
    const ratios = ours!.map((micros, round) => plain![round]! / micros)
    const met = median(ratios) >= goal ? 'yes' : 'no'
    return [[names[word]!, spread(ours!), spread(plain!), `≥ ${goal}`, spread(ratios, 2), met]]
  })
  return table(['', 'CPU µs, service and database', 'the same of (e)', 'wanted', 'reached', 'met'], rows)
}

const outcomeMost = 2

/** CPU of service and database together for an outcome, over that of a change of an order in the same round. */
export function postgresOutcome({ lines }: PostgresComparison): string | undefined {
  const [outcome, patch] = ['outcome', 'patch'].map((word) => {
    const line = lines.find(({ name }) => name === `${names[word]}, one instance`)
    return line?.serviceMicros.map((micros, round) => micros + line.databaseMicros[round]!)
  })
  if (!outcome || !patch) return undefined
  const times = outcome.map((micros, round) => micros / patch[round]!)
  const met = median(times) <= outcomeMost ? 'yes' : 'no'
  return table(
    ['', 'CPU µs, service and database', 'the same of a PATCH', 'wanted', 'times', 'met'],
    [[names.outcome!, spread(outcome), spread(patch), `≤ ${outcomeMost}`, spread(times, 2), met]],
  )
}
