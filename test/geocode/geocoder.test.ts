// The geocoder that the operator names: asked as its kind wants it, never trusted, never asked too often, left in peace when it says so.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createGeocoder, createSlotQueue, type GeocoderOptions } from '../../server/orders/geocoder/geocoder.ts'
import type { RequestResult } from '../../server/platform/outbound/operator-request.ts'
import { answers, house, type Kind, startGeocoder, street, town } from '../support/geocoder-server.ts'

const address = { line1: '7 Mill Lane', city: 'Leeds', postalCode: 'LS2 2AA', country: 'gb' }
const patient = () => new AbortController().signal

async function scene(
  t: { after(fn: () => unknown): void },
  kind: Kind = 'nominatim',
  more: Partial<GeocoderOptions> = {},
) {
  const server = await startGeocoder(t, kind)
  const counted: RequestResult[] = []
  const options = { url: server.url, kind, perSecond: 1_000, timeoutMs: 60_000, keptMs: 0, ...more }
  const geocoder = createGeocoder(options, (result) => counted.push(result))
  return { server, counted, lookUp: (who = 'a', signal = patient()) => geocoder.lookUp(who, address, signal) }
}

const questions: Record<Kind, [path: string, query: Record<string, string>]> = {
  nominatim: [
    '/search',
    { q: '7 Mill Lane, LS2 2AA Leeds', countrycodes: 'gb', format: 'jsonv2', addressdetails: '1', limit: '10' },
  ],
  photon: ['/api', { q: '7 Mill Lane, LS2 2AA Leeds, GB', limit: '10' }],
  pelias: ['/v1/search', { text: '7 Mill Lane, LS2 2AA Leeds', 'boundary.country': 'GB', size: '10' }],
}

for (const kind of ['nominatim', 'photon', 'pelias'] as const)
  test(`${kind}: results are classed as house, street or town, and other countries are excluded`, async (t) => {
    const { server, counted, lookUp } = await scene(t, kind)
    const found = await lookUp()
    assert.equal(found.lookup, 'answered')
    const proposals = found.lookup === 'answered' ? found.proposals : []
    assert.deepEqual(
      proposals.map(({ geoLocation, geoLocationAccuracy }) => [geoLocation, geoLocationAccuracy]),
      [
        [house, 1],
        [street, 2],
        [town, 3],
      ],
    )
    assert.ok(proposals.every(({ geoLocationSource, orders }) => geoLocationSource === kind && orders === 0))
    assert.deepEqual(
      proposals.map(({ placeId }) => placeId),
      kind === 'pelias' ? ['osm:address:7', 'osm:address:8', 'wof:locality:10'] : ['node/7', 'way/8', 'relation/10'],
    )
    const [path, query] = questions[kind]
    assert.deepEqual([server.asked[0]!.path, server.asked[0]!.query], [path, query])
    assert.match(server.asked[0]!.userAgent!, /^Dray\/\d/)
    assert.deepEqual(counted, ['answered'])
  })

test('a result with an interpolated house number has a lower accuracy than a house', async (t) => {
  const { server, lookUp } = await scene(t)
  const [first] = answers.nominatim as object[]
  const way = { ...first, category: 'place', type: 'house', osm_type: 'way' }
  server.instead((response) => response.end(JSON.stringify([way])))
  const found = await lookUp()
  assert.equal(found.lookup === 'answered' && found.proposals[0]!.geoLocationAccuracy, 2)
})

test('the query of the configured URL, such as a key, is sent with each request', async (t) => {
  const server = await startGeocoder(t, 'pelias')
  const options = { kind: 'pelias' as const, perSecond: 1_000, timeoutMs: 60_000, keptMs: 0 }
  const geocoder = createGeocoder({ ...options, url: `${server.url}/?api_key=k&text=evil` }, () => undefined)
  await geocoder.lookUp('a', address, patient())
  assert.equal(server.asked[0]!.path, '/v1/search')
  assert.equal(server.asked[0]!.query.api_key, 'k')
  assert.equal(server.asked[0]!.query.text, '7 Mill Lane, LS2 2AA Leeds')
})

const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value))
const place = { lat: '53.8', lon: '-1.5', place_rank: 30, display_name: 'x' }

test('invalid results of the geocoder are omitted', async (t) => {
  const { server, lookUp } = await scene(t)
  const wrong = [{ lat: 'NaN' }, { lat: '91' }, { lon: '-181' }, { lat: '' }, { lat: null }, { lat: 53.8 }, { lon: {} }]
  server.instead(json([null, 'x', [], ...wrong.map((each) => ({ ...place, ...each })), place, place]))
  const found = await lookUp()
  assert.deepEqual(found.lookup === 'answered' && found.proposals.map(({ geoLocation }) => geoLocation), [
    { lat: 53.8, lng: -1.5 },
  ])
})

test('an invalid response of the geocoder is ignored, and the next address is requested', async (t) => {
  const { server, counted, lookUp } = await scene(t)
  const nonsense: ((response: ServerResponse) => void)[] = [
    (response) => response.end('<html>'),
    (response) => response.end(),
    json({ error: 'x' }),
    json(null),
    (response) => response.end(`["${'x'.repeat(2 ** 21)}"]`),
  ]
  for (const answer of nonsense) {
    server.instead(answer)
    assert.deepEqual(await lookUp(), { lookup: 'failed' })
  }
  assert.deepEqual(new Set(counted), new Set(['invalid']))
  server.instead(undefined)
  assert.equal((await lookUp()).lookup, 'answered')
})

test('a redirect of the geocoder is not followed', async (t) => {
  const { server, lookUp } = await scene(t)
  const other = await startGeocoder(t, 'nominatim')
  server.instead((response) => response.writeHead(302, { location: `${other.url}/search` }).end())
  assert.deepEqual(await lookUp(), { lookup: 'failed' })
  assert.equal(other.asked.length, 0)
})

test('a geocoder that throttles receives no requests for the requested time', async (t) => {
  for (const status of [429, 503]) {
    const { server, counted, lookUp } = await scene(t)
    server.instead((response) => response.writeHead(status, { 'retry-after': '300' }).end())
    assert.deepEqual(await lookUp(), { lookup: 'limited' })
    server.instead(undefined)
    assert.deepEqual(await lookUp(), { lookup: 'limited' })
    assert.equal(server.asked.length, 1)
    assert.deepEqual(counted, ['rejected'])
  }
})

test('a failing geocoder receives no further request immediately', async (t) => {
  const refusing = await scene(t)
  refusing.server.instead((response) => response.writeHead(401, { 'retry-after': '300' }).end())
  const hanging = await scene(t, 'nominatim', { timeoutMs: 100 })
  hanging.server.instead(() => undefined)
  const gone = await scene(t)
  gone.server.instead((response) => response.destroy())
  for (const { server, lookUp } of [refusing, hanging, gone]) {
    assert.deepEqual(await lookUp(), { lookup: 'failed' })
    assert.deepEqual(await lookUp(), { lookup: 'failed' })
    assert.equal(server.asked.length, 1)
  }
  assert.deepEqual([refusing.counted, hanging.counted, gone.counted], [['rejected'], ['timeout'], ['connection']])
})

test('requests of several environments alternate, and aborted requests are skipped', async () => {
  const turns = createSlotQueue(1)
  const came: string[] = []
  const impatient = new AbortController()
  const waiting = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(async (who) => {
    const signal = who === 'a4' ? impatient.signal : patient()
    came.push((await turns(who[0]!, signal)) ? who : `not ${who}`)
  })
  impatient.abort()
  await Promise.all(waiting)
  assert.equal(await turns('a', impatient.signal), false)
  assert.deepEqual(
    came.filter((who) => who !== 'not a4'),
    ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'],
  )
  assert.ok(came.includes('not a4'))
})

test('a request that waits too long gets 503, and the geocoder receives no request', async (t) => {
  const { server, lookUp } = await scene(t)
  const over = new AbortController()
  over.abort()
  assert.deepEqual(await lookUp('a', over.signal), { lookup: 'limited' })
  assert.equal(server.asked.length, 0)
})
