// Both engines get the same random requests and give the same answers, byte for byte, but for ids and times.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { cleanText } from '../support/arbitraries.ts'
import { type Answer, type Engine, openCleanups, type Service, startService, type Tenant } from '../support/harness.ts'
import { aDepot, aDriver, anOrder, aVehicle } from '../support/orders.ts'
import '../support/seed.ts'

/** RUNS=500 looks longer. */
const runs = Number(process.env.RUNS ?? 12)

/** Some steps share a second, and some do not. */
const stepMs = 300

/** `#n` in a path or body stands for the id that was issued as the n-th, which each engine chooses for itself. */
interface Step {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

const few = (prefix: string, count: number) => fc.nat(count - 1).map((n) => `${prefix}${n}`)
const key = fc.oneof({ weight: 8, arbitrary: few('K', 5) }, { weight: 1, arbitrary: cleanText })
const depotKey = few('D', 3)
const loadId = few('L', 3)
const vehicleKey = few('V', 3)
const issued = fc.nat(12).map((n) => `#${n}`)
const number = fc.oneof(fc.constantFrom(0, 1, 0.1, 1e-7, 123456.789, 2 ** 53, 1e300, -1, 1.5), fc.double({ min: 0 }))
const someTime = fc.constantFrom(
  '2026-07-01T08:00:00Z',
  '2026-07-01 09:30:00',
  '2026-03-29T01:30:00',
  '2026-02-30 00:00:00',
  '',
)
const members = fc.record(
  {
    type: fc.constantFrom('delivery' as const, 'collection' as const),
    depotKey: fc.option(depotKey),
    loadId: fc.option(loadId),
    weight: fc.option(number),
    priority: fc.option(fc.constantFrom(0, 7, 101)),
    skills: fc.option(fc.constantFrom(['a'], ['a', 'a'], [])),
    volume: fc.option(number),
    timeAtStop: fc.option(fc.constantFrom(0, 5, 45)),
    requiredFrom: fc.option(someTime),
    requiredTo: fc.option(someTime),
    consignmentInstructions: fc.option(cleanText),
    channelKey: fc.constantFrom(null, 'C1'),
    packages: fc.constantFrom([], [], [{ packageId: 'a' }], [{ packageId: 'a' }, { packageId: 'a' }]),
  },
  { requiredKeys: [] },
)
const selector = fc.oneof(
  { weight: 6, arbitrary: key.map((each) => `key=${encodeURIComponent(each)}`) },
  { weight: 2, arbitrary: issued.map((id) => `id=${id}`) },
  { weight: 1, arbitrary: fc.tuple(key, issued).map(([each, id]) => `key=${encodeURIComponent(each)}&id=${id}`) },
  { weight: 1, arbitrary: fc.constantFrom('', 'id=', 'key=%00', 'nothing=1', 'key=K1&timezone=Mars', 'id=x&id=y') },
)
const precondition = fc.option(
  fc.constantFrom('"1"', '"2"', '"3"', '*', 'W/"1"', '1').map((tag) => ({ 'if-match': tag })),
  { freq: 4, nil: {} as Record<string, string> },
)
const once = fc.option(
  few('once', 3).map((name) => ({ 'idempotency-key': name })),
  { freq: 4, nil: {} as Record<string, string> },
)
const order = fc.tuple(key, members).map(([name, rest]) => anOrder({ ...(rest as object), key: name }))
const nonsense = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '{', '[]', '{"key":1}', '{"key":"a","key":"b"}', '\u0000'),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      method: fc.constant('POST'),
      path: fc.constant('/v1/consignment'),
      body: order,
      headers: once,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      method: fc.constant('PATCH'),
      path: selector.map((query) => `/v1/consignment?${query}`),
      body: fc.oneof(members, fc.record({ key, version: fc.nat(3) }, { requiredKeys: [] })),
      headers: fc.tuple(precondition, once).map(([one, two]) => ({ ...one, ...two })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constant('PUT'),
      path: key.map((each) => `/v1/consignment?key=${encodeURIComponent(each)}`),
      body: order,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constant('DELETE'),
      path: selector.map((query) => `/v1/consignment?${query}`),
      headers: precondition,
    }),
  },
  { weight: 3, arbitrary: selector.map((query) => ({ method: 'GET', path: `/v1/consignment?${query}` })) },
  {
    weight: 2,
    arbitrary: depotKey.map((each) => ({ method: 'POST', path: '/v1/depot', body: aDepot({ key: each }) })),
  },
  { weight: 1, arbitrary: depotKey.map((each) => ({ method: 'DELETE', path: `/v1/depot?key=${each}` })) },
  {
    weight: 1,
    arbitrary: depotKey.map((each) => ({ method: 'PATCH', path: `/v1/depot?key=${each}`, body: { name: 'Other' } })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(vehicleKey, fc.option(depotKey), number).map(([each, startDepotKey, weightCapacity]) => ({
      method: 'POST',
      path: '/v1/vehicles/import',
      body: { vehicles: [aVehicle({ key: each, startDepotKey, weightCapacity })] },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(vehicleKey, fc.option(vehicleKey)).map(([each, usual]) => ({
      method: 'POST',
      path: '/v1/drivers/import',
      body: { drivers: [aDriver({ key: each, vehicleKey: usual })] },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('vehicle', 'driver'), vehicleKey, precondition)
      .map(([what, each, headers]) => ({ method: 'DELETE', path: `/v1/${what}?key=${each}`, headers })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constant('POST'),
      path: fc.constant('/v1/load'),
      body: fc.record(
        { key: loadId, startDepotKey: depotKey, endDepotKey: depotKey, vehicleKey, weightCapacity: number },
        { requiredKeys: ['key'] },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      method: fc.constant('PATCH'),
      path: fc.oneof(loadId, issued).map((each) => `/v1/load/${each}`),
      body: fc.oneof(
        fc.record({
          stops: fc.uniqueArray(issued, { maxLength: 3 }).map((ids) => ids.map((consignmentId) => ({ consignmentId }))),
        }),
        fc.record({ status: fc.constantFrom('planning', 'planned', 'released', 'started', 'completed') }),
        fc.record(
          {
            startDepotKey: fc.option(depotKey),
            vehicleKey: fc.option(vehicleKey),
            driverKey: fc.option(vehicleKey),
            volumeCapacity: fc.option(number),
          },
          { requiredKeys: [] },
        ),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.oneof(loadId, issued).map((each) => ({ method: 'DELETE', path: `/v1/load/${each}` })) },
  { weight: 1, arbitrary: fc.oneof(loadId, issued).map((each) => ({ method: 'GET', path: `/v1/load/${each}` })) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.record({ ids: fc.array(issued, { maxLength: 2 }) }),
        fc.record({ keys: fc.array(key, { maxLength: 2 }) }),
        fc.record({ loadId }),
      )
      .map((body) => ({ method: 'POST', path: '/v1/export/consignments', body })),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.record({ consignmentId: issued, version: fc.integer({ min: 0, max: 4 }) }), { maxLength: 3 })
      .map((consignments) => ({ method: 'POST', path: '/v1/export/consignments/acknowledge', body: { consignments } })),
  },
  { weight: 1, arbitrary: issued.map((id) => ({ method: 'DELETE', path: `/v1/export/consignment/${id}` })) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('PATCH'),
      path: fc.constant('/v1/environment'),
      body: fc.record(
        {
          timezone: fc.constantFrom('Europe/London', 'UTC', 'Mars'),
          channels: fc.constantFrom([], [{ key: 'C1', name: 'One' }]),
          loads: fc.record({ unknown: fc.constantFrom('create', 'refuse') }),
          export: fc.record({ automatic: fc.subarray(['created', 'changed', 'released']) }),
          version: fc.nat(3),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        '/v1/depots',
        '/v1/loads',
        '/v1/environment',
        '/v1/export/consignments',
        '/v1/export/consignments?detail=true',
        '/v1/export/consignments?limit=2',
        '/v1/consignments?limit=100',
        '/v1/consignments?limit=100&loadId=L1',
        '/v1/consignments?sort=updated&limit=500&total=true',
        '/v1/consignment/history?key=K1',
        '/v1/events?limit=1000',
        '/v1/nothing',
      )
      .map((path) => ({ method: 'GET', path })),
  },
  {
    weight: 1,
    arbitrary: cleanText.map((text) => ({
      method: 'GET',
      path: `/v1/consignments?search=${encodeURIComponent(text)}&limit=100`,
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
      path: fc.constantFrom(
        '/v1/consignment',
        '/v1/consignment?key=K1',
        '/v1/depot',
        '/v1/load',
        '/v1/environment',
        '/v1/consignments',
      ),
      body: nonsense,
    }),
  },
)

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ofTest = /test \d+ \d+/g
/** The tag of what a list shows, in which ids and times are. */
const ofContent = /^W\/".*"$/
const times = /"(created|updated|since|at|occurred|nextCursor|cursor|next|last)":"[^"]*"/g

/** One engine through one run: the ids that it has issued, in the order in which its answers named them. */
function conversation(tenant: Tenant) {
  const ids: string[] = [tenant.environmentId]
  const named = (text: string) =>
    text.replace(/#(\d+)/g, (_, n) => ids[1 + (Number(n) % Math.max(1, ids.length - 1))] ?? 'none')
  const masked = ({ status, text, headers }: Answer) => {
    const body = text
      .replace(ofTest, 'test')
      .replace(times, '"$1":"…"')
      .replace(uuid, (id) => {
        if (!ids.includes(id)) ids.push(id)
        return `#${ids.indexOf(id)}`
      })
    return `${status} ${headers.get('etag')?.replace(ofContent, 'W/"…"')} ${headers.get('idempotent-replayed')} ${body}`
  }
  return async ({ method, path, body, headers }: Step, n: number): Promise<string> => {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : named(JSON.stringify(body))
    return masked(
      await tenant.request(method, named(path), {
        ...(sent === undefined ? {} : { body: sent }),
        headers: { 'x-request-id': `step-${n}`, ...headers },
      }),
    )
  }
}

test('both engines respond to random requests alike', async (t) => {
  // Both are asked at the same moment: answers tell times, and sort by them, to the second, which may end between the two.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const { whenOver, cleanUp } = openCleanups()
  after(cleanUp)
  const open = (engine: Engine): Promise<Service> => startService(whenOver, {}, engine)
  const services = await Promise.all([open('sqlite'), open('postgres')])
  const kinds = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      const [one, two] = (await Promise.all(services.map((service) => service.environment()))).map(conversation)
      const told: string[] = []
      for (const [n, each] of steps.entries()) {
        t.mock.timers.tick(stepMs)
        const answers = await Promise.all([one!(each, n), two!(each, n)])
        told.push(`${each.method} ${each.path} ${JSON.stringify(each.body)} → ${answers[0]}`)
        assert.equal(answers[1], answers[0], told.join('\n'))
        const kind = `${each.method} ${answers[0].slice(0, 3)}`
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }
    }),
    { numRuns: runs, endOnFailure: runs <= 12 },
  )
  // Were nearly everything refused, the likeness would say little.
  for (const kind of ['POST 201', 'POST 200', 'PATCH 200', 'DELETE 200', 'GET 200', 'POST 400', 'PATCH 404'])
    assert.ok((kinds.get(kind) ?? 0) > 0, `${kind} came: ${JSON.stringify([...kinds])}`)
})
