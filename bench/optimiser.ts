// Measures how long reads take alone, and during an optimisation of 200 orders with 8 vehicles.
import { createClient } from '../client/client.ts'
import { importConsignments } from '../contract/bulk.ts'
import { createVehicle } from '../contract/fleet.ts'
import { cancelOptimisation, createOptimisation, getOptimisation } from '../contract/optimisation.ts'
import { startDriver } from './load.ts'
import { median } from './measure.ts'
import { requests } from './orders.ts'
import { startService, temporaryFolder } from './processes.ts'
import { table } from './report.ts'
import { openTenant } from './tenant.ts'
import type { Group, LoadResult } from './workload.ts'

const day = '2026-07-01'
const orders = 200
const vehicles = 8
/** Readers with a rest after every answer, as people and programs have it: a full service has no time to notice. */
const connections = 8
const restMs = 10

/** Always the same numbers from 0 to 1. */
function seeded(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

type Call = ReturnType<typeof createClient>['call']

/** Answers the ids of the orders. */
async function fill(call: Call): Promise<string[]> {
  const random = seeded()
  for (let number = 1; number <= vehicles; number++)
    await call(createVehicle, {
      body: {
        key: `VAN-${number}`,
        name: `Van ${number}`,
        weightCapacity: 1_500,
        shiftStart: '08:00',
        shiftEnd: '18:00',
      },
    })
  const consignments = Array.from({ length: orders }, (_, index) => ({
    key: `DAY-${index}`,
    type: 'delivery' as const,
    weight: 20 + Math.round(random() * 40),
    requiredTo: `${day}T17:00:00Z`,
    consigneeAddress: {
      line1: `${index} High Street`,
      city: 'Leeds',
      postalCode: `LS${index}`,
      country: 'GB',
      geoLocation: { lat: 53.6 + random() * 0.4, lng: -1.8 + random() * 0.6 },
    },
  }))
  const { data } = await call(importConsignments, { body: { consignments } })
  return data.results.flatMap((result) => ('consignmentId' in result ? [result.consignmentId as string] : []))
}

/** Starts a search, and waits for its first proposal; answers how long that took, and how to end the search. */
async function search(call: Call, consignmentIds: string[], seconds: number) {
  const started = performance.now()
  const body = { mode: 'day' as const, day, consignmentIds, seconds }
  const params = { optimisationId: (await call(createOptimisation, { body })).data.optimisationId }
  for (;;) {
    const { state, after } = (await call(getOptimisation, { params })).data
    if (after || state === 'failed') break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const firstMs = performance.now() - started
  return { firstMs, end: () => call(cancelOptimisation, { params }) }
}

export async function measureOptimiser(rounds: number, seconds: number, log: (line: string) => void): Promise<string> {
  const service = await startService(temporaryFolder(), [], ['--log-level', 'error'])
  const driver = await startDriver()
  const { token, fill: fillOrders } = await openTenant(service)
  const keys = await fillOrders(driver, 1_000, 120)
  const { call } = createClient({ baseUrl: service.url, token, retries: 0 })
  const ids = await fill(call)
  const groups: Group[] = [{ name: 'reads', connections, restMs, template: requests.getByKey(token) }]
  const run = () => driver.run({ port: service.port, groups, ids: [], keys, seconds, requestsMax: 10_000_000 })
  await run()
  const slices: { alone: LoadResult; beside: LoadResult; firstMs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await run()
    const { firstMs, end } = await search(call, ids, 10 * seconds)
    const beside = await run()
    await end()
    slices.push({ alone, beside, firstMs })
    log(`first proposal after ${(firstMs / 1_000).toFixed(2)} s`)
  }
  await service.stop()
  const row = (name: string, of: (result: LoadResult) => number) => {
    const ratio = median(slices.map(({ alone, beside }) => of(beside) / of(alone)))
    const shown = (side: 'alone' | 'beside') => median(slices.map((slice) => of(slice[side]))).toFixed(2)
    return [name, shown('alone'), shown('beside'), ratio.toFixed(2)]
  }
  return [
    table(
      ['reads', 'alone ms', 'during a search ms', 'times'],
      [
        row('p50', ({ groups: [reads] }) => reads!.p50Ms),
        row('p95', ({ groups: [reads] }) => reads!.p95Ms),
        row('p99', ({ groups: [reads] }) => reads!.p99Ms),
      ],
    ),
    `${orders} orders and ${vehicles} vehicles: first proposal ` +
      `${median(slices.map(({ firstMs }) => firstMs / 1_000)).toFixed(2)} s after it was asked for.`,
  ].join('\n\n')
}
