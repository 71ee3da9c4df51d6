// How the service grows: the cost of a request, the start and the memory with a million orders against ten thousand.
import { statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Driver, startDriver } from './load.ts'
import { cpuSeconds, measure, median, residentBytes, type Slice } from './measure.ts'
import { requests, type Stored } from './orders.ts'
import { type Service, startService, temporaryFolder } from './processes.ts'
import { openTenant, type Tenant } from './tenant.ts'

export interface GrowthOptions {
  small: number
  large: number
  rounds: number
  sliceSeconds: number
  fillSecondsMax: number
}
export interface Cost {
  workload: string
  smallMicros: number
  largeMicros: number
  median: number
  min: number
  max: number
  cleanRounds: number
  rounds: number
}
export interface Growth {
  small: number
  /** What there was in the end: less than asked for when the time was over. */
  large: number
  smallInTheEnd: number
  fillSeconds: number
  databaseBytes: number
  costs: Cost[]
  startsMs: number[]
  startsAfterKillMs: number[]
  /** CPU that each of these starts took: on a busy machine it says more than the clock. */
  startsCpuMs: number[]
  /** Of the process that created all of them through HTTP. */
  memory: { created: number; bytes: number }[]
  /** Read by a process that has just started, and a second time. */
  exportList: {
    ids: number
    seconds: number
    extraBytes: number
    extraBytesWhilePaused: number
    extraBytesAgain: number
  }
}

type Log = (line: string) => void
const fillStep = 50_000
/** Orders that reads choose from: spread over all, and more than the database keeps in its own cache. */
const sampleMax = 50_000
/** Creating is bounded by number: the small store must stay a small one. */
const createsMax = 4_000
const pagesMax = 1_500
const createsBeforeKill = 2_000
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

export async function grow(options: GrowthOptions, log: Log): Promise<Growth> {
  const driver = await startDriver()
  const small = await startService(temporaryFolder())
  const smallTenant = await openTenant(small)
  const smallKeys = await smallTenant.fill(driver, options.small, options.fillSecondsMax)
  const first = await startService(temporaryFolder())
  const largeTenant = await openTenant(first)
  const startedMs = performance.now()
  const { keys, memory } = await fill({ driver, service: first, tenant: largeTenant, options, log })
  const fillSeconds = (performance.now() - startedMs) / 1_000
  const { starts, service: large, keys: late } = await restarts(first, largeTenant, driver, log)
  keys.push(...late)
  const smallStored = { ids: (await readList(small, smallTenant)).ids, keys: smallKeys }
  const { ids, ...list } = await readList(large, largeTenant)
  const { extraBytes: extraBytesAgain } = await readList(large, largeTenant)
  log(
    `export list: ${ids.length} ids in ${list.seconds.toFixed(1)} s, ${megabytes(list.extraBytes)} MB extra, ` +
      `then ${megabytes(extraBytesAgain)} MB`,
  )
  const sides = [
    { service: small, tenant: smallTenant, stored: smallStored },
    { service: large, tenant: largeTenant, stored: { ids: sample(ids), keys: sample(keys) } },
  ] as const
  const costs = await compareCosts(driver, sides, options, log)
  const smallInTheEnd = (await readList(small, smallTenant)).ids.length
  const databaseBytes = statSync(join(large.data, 'dray.db')).size
  await Promise.all([small.stop(), large.stop()])
  return {
    small: options.small,
    large: keys.length,
    smallInTheEnd,
    fillSeconds,
    databaseBytes,
    costs,
    ...starts,
    memory,
    exportList: { ids: ids.length, ...list, extraBytesAgain },
  }
}

interface Filling {
  driver: Driver
  service: Service
  tenant: Tenant
  options: GrowthOptions
  log: Log
}

async function fill({ driver, service, tenant, options, log }: Filling) {
  const keys: string[] = []
  const memory = [{ created: 0, bytes: residentBytes(service.pid) }]
  const endMs = performance.now() + options.fillSecondsMax * 1_000
  while (keys.length < options.large && performance.now() < endMs) {
    const count = Math.min(fillStep, options.large - keys.length)
    for (const key of await tenant.fill(driver, count, (endMs - performance.now()) / 1_000)) keys.push(key)
    const bytes = residentBytes(service.pid)
    memory.push({ created: keys.length, bytes })
    log(`${keys.length} orders, ${megabytes(bytes)} MB resident`)
  }
  return { keys, memory }
}

/** In good order, and after a kill that leaves a log to be recovered. The last one that was started goes on. */
async function restarts(first: Service, tenant: Tenant, driver: Driver, log: Log) {
  const times: Record<'SIGTERM' | 'SIGKILL', number[]> = { SIGTERM: [], SIGKILL: [] }
  const startsCpuMs: number[] = []
  const keys: string[] = []
  let service = first
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
    if (signal === 'SIGKILL') keys.push(...(await tenant.fill(driver, createsBeforeKill, 30, service)))
    await service.stop(signal)
    service = await startService(service.data)
    times[signal].push(service.readyMs)
    startsCpuMs.push(cpuSeconds(service.pid) * 1_000)
    log(`start to ready ${Math.round(service.readyMs)} ms after ${signal}`)
  }
  return { starts: { startsMs: times.SIGTERM, startsAfterKillMs: times.SIGKILL, startsCpuMs }, service, keys }
}

const pauseMs = 2_000
const sampleEveryMs = 10

/** Reads the export list of ids as a client that stops reading for a while, and watches the memory of the service. */
async function readList(service: Service, { token }: Tenant) {
  const before = residentBytes(service.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(service.pid))
  }, sampleEveryMs)
  const startedMs = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  let extraBytesWhilePaused = 0
  const sent = request(
    `${service.url}/v1/export/consignments`,
    { headers: { authorization: `Bearer ${token}` } },
    async (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve((JSON.parse(Buffer.concat(chunks).toString()) as { data: string[] }).data))
      response.on('error', reject)
      response.pause()
      await sleep(pauseMs)
      extraBytesWhilePaused = residentBytes(service.pid) - before
      response.resume()
    },
  )
  sent.on('error', reject)
  sent.end()
  const ids = await promise.finally(() => clearInterval(watch))
  const seconds = (performance.now() - startedMs - pauseMs) / 1_000
  return { ids, seconds, extraBytes: peak - before, extraBytesWhilePaused }
}

function sample<T>(values: T[]): T[] {
  const step = Math.ceil(values.length / sampleMax)
  return values.filter((_, index) => index % step === 0)
}

interface Side {
  service: Service
  tenant: Tenant
  stored: Stored
}

async function compareCosts(
  driver: Driver,
  [small, large]: readonly [Side, Side],
  options: GrowthOptions,
  log: Log,
): Promise<Cost[]> {
  const workloads = [
    { name: 'get-by-id', template: requests.getById, requestsMax: Number.MAX_SAFE_INTEGER },
    { name: 'get-by-key', template: requests.getByKey, requestsMax: Number.MAX_SAFE_INTEGER },
    { name: 'list', template: requests.list, requestsMax: pagesMax },
    { name: 'filter', template: requests.filter, requestsMax: pagesMax },
    { name: 'few', template: requests.few, requestsMax: pagesMax },
    { name: 'search-broad', template: requests.searchBroad, requestsMax: pagesMax },
    { name: 'search-key', template: requests.searchKey, requestsMax: pagesMax },
    { name: 'patch', template: requests.patch, requestsMax: Number.MAX_SAFE_INTEGER },
    { name: 'post', template: requests.post, requestsMax: createsMax },
  ]
  const slices = new Map<string, { small: Slice; large: Slice }[]>(workloads.map(({ name }) => [name, []]))
  // Round 0 warms up.
  for (let round = 0; round <= options.rounds; round++)
    for (const { name, template, requestsMax } of workloads) {
      const run = ({ service, tenant, stored }: Side) =>
        measure(driver, service, {
          groups: [{ name, connections: 64, template: template(tenant.token) }],
          ...stored,
          seconds: options.sliceSeconds,
          requestsMax,
        })
      const pair = { small: await run(small), large: await run(large) }
      if (round > 0) slices.get(name)!.push(pair)
      log(
        `round ${round}  ${name.padEnd(10)} ${pair.small.cpuMicros.toFixed(1)} → ` +
          `${pair.large.cpuMicros.toFixed(1)} us CPU`,
      )
    }
  return workloads.map(({ name }) => costOf(name, slices.get(name)!))
}

function costOf(workload: string, pairs: { small: Slice; large: Slice }[]): Cost {
  const clean = pairs.filter(({ small, large }) => small.clean && large.clean)
  const counted = clean.length > 0 ? clean : pairs
  const ratios = counted.map(({ small, large }) => large.cpuMicros / small.cpuMicros)
  return {
    workload,
    smallMicros: median(counted.map(({ small }) => small.cpuMicros)),
    largeMicros: median(counted.map(({ large }) => large.cpuMicros)),
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    cleanRounds: clean.length,
    rounds: pairs.length,
  }
}
