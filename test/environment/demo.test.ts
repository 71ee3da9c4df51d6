// The demo is a single day, and its route under way is in the middle of its stops, at whatever hour it is made.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calculateRouteTimes } from '../../contract/arrivals.ts'
import type { ConsignmentInput } from '../../contract/consignment.ts'
import type { DepotInput } from '../../contract/depot.ts'
import type { LoadInput } from '../../contract/load.ts'
import { defaultTravel, estimateLeg, type GeoPosition } from '../../contract/travel.ts'
import type { PerformEndpoint } from '../../server/platform/operation/operation.ts'
import { demoZone, seedDemo } from '../../server/upkeep/sandbox/demo.ts'

/** The times of everything that it makes; those of the route under way apart, since it may go on after midnight. */
async function timesOf(now: number) {
  const times: Temporal.ZonedDateTime[] = []
  const underWay: Record<'start' | 'stops', Temporal.ZonedDateTime[]> = { start: [], stops: [] }
  const loads = new Set<string>()
  const perform: PerformEndpoint = async (id, { query = {}, body = {} }) => {
    if (id === 'getEnvironment') return { status: 200, body: '{"data":{"version":1}}' }
    const { timezone, key } = query as { timezone?: string; key?: string }
    const data = loads.has(key!) ? { status: 'planning', loadId: key } : {}
    if (id === 'getLoad') return { status: 200, body: JSON.stringify({ data }) }
    const made = body as Record<string, string>
    if (id === 'createLoad') loads.add(made.key!)
    for (const name of ['plannedStart', 'planned', 'requiredFrom', 'requiredTo']) {
      if (made[name] === undefined || timezone === undefined) continue
      const time = Temporal.PlainDateTime.from(made[name]).toZonedDateTime(timezone).withTimeZone(demoZone)
      const isUnderWay = [made.key, made.loadId].includes('DEMO-ROTTERDAM-1')
      if (!isUnderWay) times.push(time)
      else if (name === 'plannedStart') underWay.start.push(time)
      else if (name === 'planned') underWay.stops.push(time)
    }
    return { status: 200, body: '{"data":{}}' }
  }
  await seedDemo(perform, now)
  return { days: [...new Set(times.map((time) => time.toPlainDate().toString()))], ...underWay }
}

test('the demo data is on the current day of its environment, in every zone', async () => {
  for (const [made, day] of [
    ['2026-01-01T12:00:00Z', '2026-01-01'],
    ['2026-01-01T23:30:00Z', '2026-01-02'],
    ['2026-07-01T22:30:00Z', '2026-07-02'],
  ] as const)
    assert.deepEqual((await timesOf(Date.parse(made))).days, [day], made)
})

test('the started route of the demo has reached the middle of its stops, at any hour', async () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = Temporal.PlainDateTime.from('2026-01-02T00:20').with({ hour }).toZonedDateTime(demoZone)
    const { start, stops } = await timesOf(now.epochMilliseconds)
    assert.equal(start[0]!.toPlainDate().toString(), '2026-01-02', `it starts on the day at ${hour}`)
    const ahead = stops.filter((stop) => Temporal.ZonedDateTime.compare(stop, now) > 0).length
    if (hour >= 2) assert.deepEqual([stops.length, ahead], [12, 9], `at ${hour}`)
    assert.ok(ahead >= 9, `at ${hour}`)
  }
})

/** The bodies of one kind that it sends, each with its zone. */
async function madeBy<T>(id: string): Promise<(T & { timezone: string })[]> {
  const made: (T & { timezone: string })[] = []
  const loads = new Set<string>()
  await seedDemo(async (called, { query = {}, body = {} }) => {
    const { timezone = '', key = '' } = query as { timezone?: string; key?: string }
    if (called === 'createLoad') loads.add((body as LoadInput).key!)
    if (called === id) made.push({ ...(body as T), timezone })
    const data = loads.has(key)
      ? { status: 'planning', loadId: key }
      : called === 'getEnvironment'
        ? { version: 1 }
        : {}
    return { status: 200, body: JSON.stringify({ data }) }
  }, Date.parse('2026-07-01T12:00:00Z'))
  return made
}

test('by the estimate, the demo route reaches every stop in its time window, except the stop planned late', async () => {
  const depots = await madeBy<DepotInput>('createDepot')
  const orders = await madeBy<ConsignmentInput>('createConsignment')
  const late: string[] = []
  for (const { key, startDepotKey, plannedStart, timezone } of await madeBy<LoadInput>('createLoad')) {
    const at = (time: unknown, zone = timezone) =>
      Temporal.PlainDateTime.from(String(time)).toZonedDateTime(zone).epochMilliseconds
    const clock = (time: string) => at(`2026-07-01T${time}`, demoZone)
    const stops = orders.filter(({ loadId }) => loadId === key)
    const { arrivals } = calculateRouteTimes(
      {
        start: depots.find((depot) => depot.key === startDepotKey)!.address.geoLocation as GeoPosition,
        startsAt: at(plannedStart),
        legOf: (from, to) => estimateLeg(from, to, defaultTravel),
        breaks: [{ from: clock('11:30'), to: clock('14:00'), minutes: 30 }],
      },
      stops.map(({ consigneeAddress, requiredFrom }) => ({
        position: consigneeAddress.geoLocation as GeoPosition,
        opensAt: at(requiredFrom),
        timeAtStop: 12,
      })),
    )
    late.push(
      ...stops.filter(({ requiredTo }, index) => arrivals[index]!.arrives! > at(requiredTo)).map((stop) => stop.key),
    )
  }
  assert.deepEqual(late, ['DEMO-0020'])
})
