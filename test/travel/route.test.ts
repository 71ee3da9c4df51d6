// The way along places through the API: estimated, or by the travel server that the operator has set up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateEnvironment } from '../../contract/environment.ts'
import {
  defaultTravel,
  estimateLeg,
  type GeoPosition,
  type TravelLeg,
  type TravelSettings,
} from '../../contract/travel.ts'
import { travelRoute } from '../../contract/travel-route.ts'
import { checkInstallation } from '../../server/admin/doctor.ts'
import { everyEngine, request } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { deadUrl, placesBy, startRoads, truth } from '../support/roads.ts'

const roundedTo = (value: number) => Math.round(value * 1e5) / 1e5
const places = placesBy(7).map(({ lat, lng }) => ({ lat: roundedTo(lat), lng: roundedTo(lng) }))
const along = (legOf: (from: GeoPosition, to: GeoPosition) => TravelLeg) =>
  places.slice(1).map((to, index) => legOf(places[index]!, to))
const estimated = (settings: TravelSettings) => along((from, to) => estimateLeg(from, to, settings))
/** As a client takes them. */
const taken = (legs: { distance: number; duration: number }[]) =>
  legs.map(({ distance, duration }) => ({
    metres: Math.round(distance * 1_000),
    seconds: Math.round(duration * 60),
  }))

everyEngine('the route line', (open, engine) => {
  test('the route line is estimated by the settings of the environment', async () => {
    const { call } = await (await open()).environment()
    const first = (await call(travelRoute, { body: { places } })).data
    assert.deepEqual(taken(first.legs), estimated(defaultTravel))
    assert.deepEqual([first.line, first.source, first.note], [null, 'estimate', null])
    const slow = { ...defaultTravel, shortSpeed: 20, longSpeed: 30 }
    await call(updateEnvironment, { body: { travel: slow } })
    assert.deepEqual(taken((await call(travelRoute, { body: { places } })).data.legs), estimated(slow))
  })

  test('a route line is requested with two to two hundred valid locations', async () => {
    const { request: send } = await (await open()).environment()
    const wrong = [[], places.slice(0, 1), placesBy(201), [places[0], { lat: 91, lng: 4 }], [places[0], { lat: 5 }]]
    for (const each of wrong) {
      assertProblem(await send('POST', '/v1/travel/route', { body: { places: each } }), 'BAD_REQUEST')
    }
    assert.equal((await send('POST', '/v1/travel/route', { body: { places: placesBy(200) } })).status, 200)
  })

  test('the route line is returned by the travel server with its line', async (t) => {
    const roads = await startRoads(t)
    const service = await open({ travelUrl: roads.url })
    const { call } = await service.environment()
    const { legs, line, source, note } = (await call(travelRoute, { body: { places } })).data
    assert.deepEqual([source, note], ['osrm', null])
    assert.deepEqual(
      taken(legs),
      along((from, to) => truth(from, to)!),
    )
    assert.deepEqual(
      line!.filter((_, index) => index % 2 === 0),
      places.map(({ lat, lng }) => [lat, lng]),
    )
    roads.misbehave((_asked, response) => {
      response.writeHead(503).end()
      return true
    })
    const other = (await call(travelRoute, { body: { places } })).data
    assert.deepEqual([other.source, other.line, taken(other.legs)], ['estimate', null, estimated(defaultTravel)])
    assert.equal(other.note, 'The travel server answered with the status 503. Times and distances are estimated.')
    const { text } = await request(service.url, 'GET', '/metrics')
    assert.match(text, /^dray_travel_requests_total\{result="answered"\} 1$/m)
    assert.match(text, /^dray_travel_requests_total\{result="rejected"\} 1$/m)
    assert.match(text, /^dray_travel_requests_total\{result="timeout"\} 0$/m)
  })

  test('Valhalla returns the route line too', async (t) => {
    const roads = await startRoads(t)
    const { call } = await (await open({ travelUrl: roads.url, travelEngine: 'valhalla' })).environment()
    const { legs, line, source } = (await call(travelRoute, { body: { places } })).data
    assert.equal(source, 'valhalla')
    assert.deepEqual(
      taken(legs),
      along((from, to) => truth(from, to)!),
    )
    assert.deepEqual(line![0], [places[0]!.lat, places[0]!.lng])
  })

  if (engine === 'sqlite')
    test('dray doctor reports whether the travel server responds', async (t) => {
      const roads = await startRoads(t)
      const service = await open()
      const found = async (travelUrl: string) =>
        (await checkInstallation({ ...service.config, travelUrl })).find(({ subject }) => subject === 'driving times')
      assert.deepEqual(await found(''), {
        level: 'ok',
        subject: 'driving times',
        finding: 'estimated: --travel-url would ask a travel server',
      })
      assert.deepEqual(await found(roads.url), {
        level: 'ok',
        subject: 'driving times',
        finding: `${roads.url} answers`,
      })
      const dead = await found(await deadUrl())
      assert.equal(dead!.level, 'warn')
      assert.match(
        dead!.finding,
        /does not answer: The connection to the travel server failed\. Cause: \S.* \(ECONNREFUSED\)\.$/,
      )
    })
})
