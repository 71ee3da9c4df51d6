// How the cost of a request grows over PostgreSQL: with all orders in one environment, and spread over many.
import { ask, startPostgres } from '../test/support/postgres-server.ts'
import { type Driver, startDriver } from './load.ts'
import { cpuSeconds, median } from './measure.ts'
import { requests } from './orders.ts'
import { serverSeconds, settings } from './postgres.ts'
import { type Service, startService, temporaryFolder } from './processes.ts'
import { table } from './report.ts'
import { openTenant } from './tenant.ts'

export interface PostgresGrowthOptions {
  small: number
  large: number
  /** Over how many environments the last of the stores is spread. */
  environments: number
  rounds: number
  /** In one slice. */
  requests: number
  fillSecondsMax: number
}
interface Store {
  name: string
  orders: number
  micros: Record<'GET' | 'POST', number[]>
}
export interface PostgresGrowth {
  stores: Store[]
}

const tables = ['consignments', 'consignment_list', 'export_list', 'changes'] as const
const batch = 20_000

/** Copies the orders that are there under new ids and keys, as the service would have stored them. */
async function multiply(url: string, from: number, to: number, environments: string[]): Promise<void> {
  const names = `'{${environments.join(',')}}'::text[]`
  const environment = `(${names})[1 + n % ${environments.length}]`
  const id = "lpad(to_hex(n), 8, '0') || '-grown'"
  const numbers = `generate_series(${from}, ${to - 1}) n`
  const columns = async (name: string) =>
    (
      await ask(
        url,
        `select column_name from information_schema.columns where table_name = '${name}' order by ordinal_position`,
      )
    ).map((row) => String(row.column_name))
  const statements = await Promise.all(
    tables.map(async (name) => {
      const all = await columns(name)
      const replaced: Record<string, string> = {
        environment_id: environment,
        consignment_id: id,
        key: "'GROWN-' || n",
        change_id: id,
        record_id: id,
        record_key: "'GROWN-' || n",
        position: '1000000 + n',
        since: 'one.since + n',
      }
      const values = all.map((column) => replaced[column] ?? `one.${column}`)
      const only = name === 'changes' ? "where type = 'consignment.created'" : ''
      return (
        `insert into ${name} (${all.join(', ')}) select ${values.join(', ')} from ${numbers}, (select * from ` +
        `${name} ${only} limit 1) one`
      )
    }),
  )
  for (const statement of statements) await ask(url, statement)
}

interface Side {
  url: string
  service: Service
  token: string
  keys: string[]
  store: Store
}

export async function growPostgres(
  options: PostgresGrowthOptions,
  log: (line: string) => void,
): Promise<PostgresGrowth> {
  const server = await startPostgres(settings)
  const driver = await startDriver()
  const side = async (name: string, wanted: number, spreadOver: number): Promise<Side> => {
    const database = `growth_${name.replace(/\W/g, '_')}`
    await ask(`${server.url}postgres`, `create database ${database}`)
    const url = `${server.url}${database}`
    const service = await startService(temporaryFolder(), [], ['--database-url', url])
    const tenant = await openTenant(service, url)
    const keys = await tenant.fill(driver, 500, 60)
    const [own] = await ask(url, "select environment_id from environments where name = 'default'")
    const others = Array.from({ length: spreadOver - 1 }, (_, n) => `env-${n}`)
    for (const id of others)
      await ask(
        url,
        `insert into environments (environment_id, name, created, sandbox)
          select '${id}', '${id}', created, sandbox from environments where name = 'default';
        insert into settings
          select '${id}', version, updated, stop_duration, document from settings
          where environment_id = '${own!.environment_id}';
        insert into depots
          select '${id}', key, version, created, updated, deleted, document from depots
          where environment_id = '${own!.environment_id}'`,
      )
    const until = performance.now() + options.fillSecondsMax * 1_000
    let orders = keys.length
    while (orders < wanted && performance.now() < until) {
      const to = Math.min(wanted, orders + batch)
      await multiply(url, orders, to, [String(own!.environment_id), ...others])
      orders = to
    }
    await ask(url, 'vacuum analyze')
    log(`${name}: ${orders} orders`)
    return { url, service, token: tenant.token, keys, store: { name, orders, micros: { GET: [], POST: [] } } }
  }
  const sides = [
    await side('few', options.small, 1),
    await side('many in one environment', options.large, 1),
    await side('many over environments', options.large, options.environments),
  ]
  const postmaster = server.process.pid!
  const count = options.requests
  for (let round = -1; round < options.rounds; round++)
    for (const each of sides)
      for (const workload of ['GET', 'POST'] as const) {
        const micros = await cost({ driver, postmaster, side: each, workload, count })
        // The first round warms up.
        each.store.micros[workload].push(...(round < 0 ? [] : [micros]))
      }
  for (const { service } of sides) await service.stop()
  await server.stop()
  return { stores: sides.map(({ store }) => store) }
}

interface Costing {
  driver: Driver
  postmaster: number
  side: Side
  workload: 'GET' | 'POST'
  count: number
}

/** Microseconds of the service and of the database together. */
async function cost({ driver, postmaster, side, workload, count }: Costing): Promise<number> {
  const template = workload === 'GET' ? requests.getByKey(side.token) : requests.post(side.token)
  const cpu = () => cpuSeconds(side.service.pid) + serverSeconds(postmaster)
  const before = cpu()
  const groups = [{ name: workload, connections: 8, template }]
  await driver.run({ port: side.service.port, groups, ids: [], keys: side.keys, seconds: 60, requestsMax: count })
  return ((cpu() - before) * 1e6) / count
}

export function postgresGrowthTable({ stores }: PostgresGrowth): string {
  const [few] = stores
  const rows = stores.flatMap(({ name, orders, micros }) =>
    (['GET', 'POST'] as const).map((workload) => {
      const times = micros[workload].map((value, round) => value / few!.micros[workload][round]!)
      return [
        `${workload}, ${name}`,
        String(orders),
        median(micros[workload]).toFixed(0),
        stores[0]!.name === name
          ? ''
          : `${median(times).toFixed(2)} (${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)})`,
      ]
    }),
  )
  return table(['', 'orders', 'CPU µs, service and database', 'times the few'], rows)
}
