// Measures how long a quiet environment waits while another one sends as much as it can, and how long it waits alone.
import { constants, setPriority } from 'node:os'
import { createClient } from '../client/client.ts'
import { createToken } from '../contract/token.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import { type Driver, startDriver } from './load.ts'
import { median } from './measure.ts'
import { requests } from './orders.ts'
import { settings } from './postgres.ts'
import {
  createEnvironment,
  createToken as createFirstToken,
  type Service,
  startService,
  temporaryFolder,
} from './processes.ts'
import { table } from './report.ts'
import { openTenant, type Tenant } from './tenant.ts'
import type { Group, LoadResult, Template } from './workload.ts'

export interface FairOptions {
  postgres: boolean
  orders: number
  rounds: number
  sliceSeconds: number
  /** Names of noises; all when undefined. */
  only: string[] | undefined
}
export const noises = ['lists', 'searches', 'imports', 'atomic imports', 'dry runs', 'creates', 'reads']
export interface Noise {
  name: string
  /** Of every round, in milliseconds: the quiet environment's p95, and that of the slice without noise before it. */
  reads: { alone: number; beside: number }[]
  writes: { alone: number; beside: number }[]
  /** Of the loud environment, a second. */
  served: number[]
  refused: number[]
}

const tokensMax = 60
const few = 24
/** What a quiet environment does: as many connections read, and as many write, each with a rest after every answer. */
const quietConnections = 4
const restMs = 10

interface Loud {
  name: string
  group: Group
}

function louds(tokens: string[]): Loud[] {
  const kind = (name: string, template: (token: string) => Template, connections: number, count = 1): Loud => {
    const templates = tokens.slice(0, count).map((token) => ({ ...template(token), refusable: true }))
    return {
      name: `${name}, ${connections} connections${count > 1 ? `, ${count} tokens` : ''}`,
      group: { name, connections, template: templates[0]!, templates },
    }
  }
  return [
    kind('lists', requests.listLarge, few),
    kind('lists', requests.listLarge, tokensMax, tokensMax),
    kind('searches', requests.searchKey, few),
    kind('imports', requests.import, few),
    kind('imports', requests.import, tokensMax, tokensMax),
    kind('atomic imports', requests.importAtomic, few),
    kind('dry runs', requests.importDry, few),
    kind('creates', requests.post, few),
    kind('creates', requests.post, tokensMax, tokensMax),
    kind('reads', requests.getByKey, tokensMax, tokensMax),
  ]
}

export async function measureFairness(options: FairOptions, log: (line: string) => void): Promise<Noise[]> {
  const server = options.postgres ? await startPostgres(settings) : undefined
  const url = server && `${server.url}postgres`
  const folder = temporaryFolder()
  const service = await startService(
    folder,
    [],
    ['--log-level', 'error', ...(url === undefined ? [] : ['--database-url', url])],
  )
  const place = url ?? folder
  const drivers = { quiet: await startDriver(), loud: await startDriver() }
  // In production, clients run on other machines. Here the loud client shares the processor with the service, so it
  // runs at low priority. Otherwise its own work would be measured.
  setPriority(drivers.loud.pid, constants.priority.PRIORITY_LOW)
  await createEnvironment(place, 'quiet')
  const quiet = await openTenant(service, place, 'quiet')
  const loud = await openTenant(service, place)
  const keys = {
    quiet: await quiet.fill(drivers.quiet, 1_000, 300),
    loud: await loud.fill(drivers.loud, options.orders, 300),
  }
  log(`${keys.loud.length} orders of the loud environment`)
  const run = slicesOf(service, drivers, keys, quiet)
  await run(options.sliceSeconds)
  const measured: Noise[] = []
  for (const { name, group } of louds(await tokensOf(service, place))) {
    if (options.only?.includes(group.name) === false) continue
    const noise: Noise = { name, reads: [], writes: [], served: [], refused: [] }
    for (let round = 0; round < options.rounds; round++) {
      const alone = await run(options.sliceSeconds)
      const beside = await run(options.sliceSeconds, group)
      const p95 = (at: number) => ({ alone: alone.quiet.groups[at]!.p95Ms, beside: beside.quiet.groups[at]!.p95Ms })
      noise.reads.push(p95(0))
      noise.writes.push(p95(1))
      const { requests: all, refused } = beside.loud!.groups[0]!
      noise.served.push((all - refused) / beside.loud!.seconds)
      noise.refused.push(refused / beside.loud!.seconds)
    }
    measured.push(noise)
    log(fairTable([noise]))
  }
  await service.stop()
  await server?.stop()
  return measured
}

/** All with the scopes of the first. */
async function tokensOf({ url }: Service, place: string): Promise<string[]> {
  const token = await createFirstToken(place, 'default', '*', 'tokens:write')
  const { call } = createClient({ baseUrl: url, token, retries: 0 })
  const tokens = [token]
  while (tokens.length < tokensMax) tokens.push((await call(createToken, { body: { scopes: ['*'] } })).data.token)
  return tokens
}

interface Slice {
  quiet: LoadResult
  loud: LoadResult | undefined
}

function slicesOf(
  { port }: Service,
  drivers: Record<'quiet' | 'loud', Driver>,
  keys: Record<'quiet' | 'loud', string[]>,
  { token }: Tenant,
): (seconds: number, group?: Group) => Promise<Slice> {
  const connections = quietConnections
  const groups: Group[] = [
    { name: 'reads', connections, restMs, template: requests.getByKey(token) },
    { name: 'writes', connections, restMs, template: requests.post(token) },
  ]
  const load = { port, ids: [], requestsMax: 10_000_000 }
  return async (seconds, group) => {
    // The noise begins before, and ends after, what is measured.
    const noise = group && drivers.loud.run({ ...load, groups: [group], keys: keys.loud, seconds: seconds + 1 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const quiet = await drivers.quiet.run({ ...load, groups, keys: keys.quiet, seconds, serialFrom: 1e11 })
    return { quiet, loud: await noise }
  }
}

const inMs = (values: number[]) => median(values).toFixed(1)

export function fairTable(noises: Noise[]): string {
  const cells = (each: Noise['reads']) => [
    inMs(each.map(({ alone }) => alone)),
    inMs(each.map(({ beside }) => beside)),
    median(each.map(({ alone, beside }) => beside / alone)).toFixed(1),
  ]
  const rows = noises.map(({ name, reads, writes, served, refused }) => [
    name,
    ...cells(reads),
    ...cells(writes),
    median(served).toFixed(0),
    median(refused).toFixed(0),
  ])
  const header = [
    'busy environment',
    'read alone',
    'under load',
    'times',
    'write alone',
    'under load',
    'times',
    'served/s',
    'refused/s',
  ]
  return table(header, rows)
}
