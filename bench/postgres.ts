// The service over PostgreSQL, beside pgbench running the same statements on the same server at the same number of connections.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { ask, startPostgres } from '../test/support/postgres-server.ts'
import { type Driver, startDriver } from './load.ts'
import { cpuSeconds, median } from './measure.ts'
import { requests } from './orders.ts'
import { type Service, startService, temporaryFolder } from './processes.ts'
import { machineLine, table } from './report.ts'
import { getScript, postScript, type Script } from './statements.ts'
import { openTenant } from './tenant.ts'
import type { Template } from './workload.ts'

export interface PostgresOptions {
  orders: number
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

const connections = 8
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
  services: Service[]
  run(seconds: number): Promise<number>
}

export async function comparePostgres(
  { orders, rounds, sliceSeconds }: PostgresOptions,
  log: (line: string) => void,
): Promise<PostgresComparison> {
  const present = await promisify(execFile)('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  if (!present) log('pgbench is not installed (it is in the package postgresql-contrib): only the service is measured.')
  const server = await startPostgres(settings)
  const url = `${server.url}postgres`
  const flags = ['--database-url', url, '--database-pool-max', String(connections)]
  const services = [await startService(temporaryFolder(), [], flags), await startService(temporaryFolder(), [], flags)]
  const drivers = [await startDriver(), await startDriver()]
  const tenant = await openTenant(services[0]!, url)
  const keys = await tenant.fill(drivers[0]!, orders, 300)
  log(`${keys.length} orders`)
  await ask(url, 'analyze')
  const candidates = served(services, drivers, keys, tenant.token)
  if (present) {
    const { get, post } = await ofPgbench(url, keys.length)
    candidates.splice(1, 0, get)
    candidates.splice(4, 0, post)
  }
  const lines = candidates.map(({ name }): Line => ({ name, perSecond: [], serviceMicros: [], databaseMicros: [] }))
  // The first round warms all of them up.
  for (let round = -1; round < rounds; round++)
    for (const [index, candidate] of candidates.entries()) {
      const slice = await measure(candidate, sliceSeconds, server.process.pid!)
      if (round < 0) continue
      lines[index]!.perSecond.push(slice.perSecond)
      lines[index]!.serviceMicros.push(slice.serviceMicros)
      lines[index]!.databaseMicros.push(slice.databaseMicros)
      log(`${candidate.name}: ${Math.round(slice.perSecond)}/s`)
    }
  const version = String((await ask(url, 'show server_version'))[0]!.server_version)
  for (const service of services) await service.stop()
  await server.stop()
  return { connections, version, lines }
}

function served(services: Service[], drivers: Driver[], keys: string[], token: string): Candidate[] {
  const drive = (count: number, template: Template) => async (seconds: number) => {
    // Each instance has as many callers as it has connections to the database, twice over, so that none of them idles.
    const group = { name: 'all', connections: (connections * 2) / count, template }
    const load = { groups: [group], ids: [], keys, seconds, requestsMax: 10_000_000 }
    const results = await Promise.all(
      services
        .slice(0, count)
        .map(({ port }, index) => drivers[index]!.run({ ...load, port, serialFrom: index * 1e11 })),
    )
    return results.reduce((sum, { groups }) => sum + groups[0]!.requests, 0)
  }
  const get = requests.getByKey(token)
  const post = requests.post(token)
  return [
    { name: 'GET by key, one instance', services: services.slice(0, 1), run: drive(1, get) },
    { name: 'GET by key, two instances', services, run: drive(2, get) },
    { name: 'POST, one instance', services: services.slice(0, 1), run: drive(1, post) },
    { name: 'POST, two instances', services, run: drive(2, post) },
  ]
}

async function ofPgbench(url: string, orders: number): Promise<{ get: Candidate; post: Candidate }> {
  const [environment] = await ask(url, "select environment_id from environments where name = 'default'")
  const environmentId = String(environment!.environment_id)
  const [settingsRow] = await ask(
    url,
    `select version, updated, document from settings where environment_id = '${environmentId}'`,
  )
  const folder = temporaryFolder()
  const read = await getScript(folder, environmentId)
  const create = await postScript(folder, environmentId, settingsRow)
  return {
    get: { name: 'GET by key, pgbench', services: [], run: (seconds) => pgbench(url, read, orders, seconds) },
    post: { name: 'POST, pgbench', services: [], run: (seconds) => pgbench(url, create, orders, seconds) },
  }
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
  `${machineLine()}, PostgreSQL ${version} on the same machine, durable, without a standby; ${count} connections for each instance and for pgbench.`

const spread = (values: number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`

/** Ratios are of slices of the same round. */
export function postgresTable({ lines }: PostgresComparison): string {
  const of = (name: string) => lines.find((line) => line.name === name)
  const ratio = ({ name, perSecond }: Line): string => {
    const [workload] = name.split(', ') as [string]
    const base = name.endsWith('two instances') ? of(`${workload}, one instance`) : of(`${workload}, pgbench`)
    if (!base || base.name === name) return ''
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
      ratio(line),
    ]),
  )
}
