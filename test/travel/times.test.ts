// Times between places by a travel server, with a real one on loopback: both programs, in tiles, and when it lies, stalls or fails.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { defaultTravel, estimateLeg, type GeoPosition } from '../../contract/travel.ts'
import { openRoadServer, type RoadServerOptions } from '../../server/fleet/travel/road-server.ts'
import { createTravel } from '../../server/fleet/travel/times.ts'
import { appendCause } from '../../server/platform/error/reason.ts'
import type { TravelMatrix } from '../../server/platform/operation/services.ts'
import type { RequestResult } from '../../server/platform/outbound/operator-request.ts'
import {
  atSea,
  deadUrl,
  type Misbehaviour,
  nearbyAtSea,
  onIsland,
  placesBy,
  startRoads,
  truth,
} from '../support/roads.ts'

interface Test {
  after(fn: () => unknown): void
}

async function open(t: Test, changes: Partial<RoadServerOptions> = {}) {
  const roads = await startRoads(t)
  const options = {
    url: `${roads.url}/`,
    engine: 'osrm' as const,
    profile: '',
    timeoutMs: 60_000,
    totalTimeoutMs: 60_000,
    pairsMax: 2_500,
    ...changes,
  }
  const counted: RequestResult[] = []
  const failures: unknown[] = []
  const server = openRoadServer(options, (result) => counted.push(result))
  const travel = createTravel({ ...options, server, cache: undefined, report: (error) => failures.push(error) })
  const between = (places: GeoPosition[], signal?: AbortSignal) => travel.between('e', places, defaultTravel, signal)
  const route = (places: GeoPosition[]) => travel.route('e', places, defaultTravel)
  return { roads, between, route, counted, failures, server }
}

const roundedTo = (value: number) => Math.round(value * 1e5) / 1e5
const rounded = ({ lat, lng }: GeoPosition) => ({ lat: roundedTo(lat), lng: roundedTo(lng) })

/** What the world of the test server says, for the positions that are sent. */
function trueMatrix(places: GeoPosition[], source: TravelMatrix['source']): TravelMatrix {
  const legs = places.flatMap((from, row) =>
    places.map((to, column) => (row === column ? { seconds: 0, metres: 0 } : truth(rounded(from), rounded(to)))),
  )
  return {
    source,
    note: null,
    seconds: Int32Array.from(legs, (leg) => leg?.seconds ?? -1),
    metres: Int32Array.from(legs, (leg) => leg?.metres ?? -1),
  }
}

function assertEstimated(matrix: TravelMatrix, places: GeoPosition[], note: RegExp | null) {
  assert.equal(matrix.source, 'estimate')
  if (note) assert.match(matrix.note ?? '', note)
  else assert.equal(matrix.note, null)
  const legs = places.flatMap((from) => places.map((to) => estimateLeg(from, to, defaultTravel)))
  assert.deepEqual(
    matrix.seconds,
    Int32Array.from(legs, ({ seconds }) => seconds),
  )
  assert.deepEqual(
    matrix.metres,
    Int32Array.from(legs, ({ metres }) => metres),
  )
}

describe('travel times without a server', () => {
  test('travel times without a server are estimated in both directions, and zero to the same location', async () => {
    const places = placesBy(160)
    assertEstimated(await createTravel().between('e', places, defaultTravel), places, null)
  })
  test('travel times without a server are empty for no locations, and zero for one location', async () => {
    const none = await createTravel().between('e', [], defaultTravel)
    assert.equal(none.seconds.length, 0)
    const one = await createTravel().between('e', placesBy(1), defaultTravel)
    assert.deepEqual([...one.seconds, ...one.metres], [0, 0])
  })
  test('travel times without a server match the legs of the estimated route', async () => {
    const places = placesBy(5)
    const { legs, line, source, note } = await createTravel().route('e', places, defaultTravel)
    assert.deepEqual([line, source, note], [null, 'estimate', null])
    assert.deepEqual(
      legs,
      places.slice(1).map((to, index) => estimateLeg(places[index]!, to, defaultTravel)),
    )
  })
})

for (const engine of ['osrm', 'valhalla'] as const)
  describe(`travel times by ${engine}`, { concurrency: 4 }, () => {
    test('travel times are the times of the travel server', async (t) => {
      const { between, roads, counted } = await open(t, { engine })
      const places = placesBy(20)
      assert.deepEqual(await between(places), trueMatrix(places, engine))
      assert.equal(roads.asked.length, 1)
      assert.deepEqual(counted, ['answered'])
    })
    test('travel times are the same for every tile size', async (t) => {
      const places = placesBy(23)
      for (const pairsMax of [4, 9, 50, 120, 10_000]) {
        const { between, roads } = await open(t, { engine, pairsMax: Math.min(pairsMax, 2_500) })
        assert.deepEqual(await between(places), trueMatrix(places, engine))
        for (const { sources, destinations } of roads.asked) assert.ok(sources.length * destinations.length <= pairsMax)
        const pairs = roads.asked.reduce(
          (sum, { sources, destinations }) => sum + sources.length * destinations.length,
          0,
        )
        // The diagonal of a tile comes with it.
        assert.ok(pairs <= 23 * 23, `${pairs}`)
      }
    })
    test('requests for many locations are within the limits of the travel server', async (t) => {
      const { between, roads } = await open(t, { engine })
      const places = placesBy(120)
      assert.deepEqual(await between(places), trueMatrix(places, engine))
      assert.equal(roads.asked.length, 9)
    })
    test('travel times of equal locations are requested once', async (t) => {
      const { between, roads } = await open(t, { engine })
      const [a, b] = placesBy(2) as [GeoPosition, GeoPosition]
      const places = [a, b, a, { lat: b.lat + 1e-7, lng: b.lng }, a]
      assert.deepEqual((await between(places)).metres, trueMatrix(places, engine).metres)
      assert.deepEqual(
        roads.asked.map(({ sources }) => sources.length),
        [2],
      )
    })
    test('travel times report that no road leads to a place at sea or to an island', async (t) => {
      const { between } = await open(t, { engine, pairsMax: 9 })
      const places = [...placesBy(6), atSea, onIsland, ...placesBy(3, 7), { ...atSea, lng: 5 }, nearbyAtSea]
      const matrix = await between(places)
      assert.deepEqual(matrix, trueMatrix(places, engine))
      assert.equal(matrix.seconds.filter((seconds) => seconds === -1).length, 13 ** 2 - 13 - 9 * 8)
    })
    test('the line of a route of any length is requested from the travel server', async (t) => {
      const { route, roads } = await open(t, { engine })
      const places = placesBy(121).map(rounded)
      const { legs, line, source, note } = await route(places)
      assert.deepEqual([source, note], [engine, null])
      assert.deepEqual(
        legs,
        places.slice(1).map((to, index) => truth(places[index]!, to)),
      )
      assert.equal(roads.asked.length, engine === 'osrm' ? 2 : 7)
      for (const place of places)
        assert.ok(line!.some(({ lat, lng }) => Math.abs(lat - place.lat) + Math.abs(lng - place.lng) < 1e-5))
      assert.ok(line!.length > 121 * 1.9, `${line!.length}`)
    })
    test('the times along a route to a place at sea or to an island are estimated', async (t) => {
      const { route } = await open(t, { engine })
      for (const place of [atSea, onIsland]) {
        const places = [...placesBy(2), place]
        const { legs, line, source, note } = await route(places)
        assert.deepEqual([source, line], ['estimate', null])
        assert.match(note!, /found no road between these stops\. Times and distances are estimated\.$/)
        assert.deepEqual(
          legs,
          places.slice(1).map((to, index) => estimateLeg(places[index]!, to, defaultTravel)),
        )
      }
    })
    test('all travel times are estimated if one tile of many fails', async (t) => {
      const { between, roads, failures } = await open(t, { engine, pairsMax: 16 })
      roads.misbehave((_asked, response, _reply, number) => {
        if (number === 7) response.writeHead(500).end('out of order')
        return number === 7
      })
      const places = placesBy(14)
      assertEstimated(
        await between(places),
        places,
        /^The travel server answered with the status 500\. Times and distances are estimated\.$/,
      )
      assert.equal(failures.length, 1)
      roads.misbehave(undefined)
      assert.deepEqual(await between(places), trueMatrix(places, engine))
    })
  })

const say = (status: number, text: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  return true
}
const changed =
  (change: (reply: { durations: unknown[][]; distances: unknown[][] }) => unknown): Misbehaviour =>
  (_asked, response, reply) => {
    const table = reply.sources_to_targets ?? reply
    const other = change(table)
    return say(200, other === undefined ? JSON.stringify(reply) : String(other))(response)
  }
const routeChanged =
  // biome-ignore lint/suspicious/noExplicitAny: what a server says may have any shape
    (change: (reply: any) => unknown): Misbehaviour =>
    (_asked, response, reply) => {
      change(reply)
      return say(200, JSON.stringify(reply))(response)
    }

const put = (rows: unknown[][], value: unknown) => {
  rows[0]![1] = value
}
const fillAll = (rows: unknown[][], value: number | null) => {
  for (const row of rows) row.fill(value)
}

const lies: Record<string, { how: Misbehaviour; note: RegExp; result: RequestResult }> = {
  'a row is missing': { how: changed(({ durations }) => void durations.pop()), note: /wrong size/, result: 'invalid' },
  'a row is short': {
    how: changed(({ distances }) => void distances[1]!.pop()),
    note: /wrong size/,
    result: 'invalid',
  },
  'there are no distances': {
    how: changed((table) => void Reflect.deleteProperty(table, 'distances')),
    note: /wrong size/,
    result: 'invalid',
  },
  'a number is negative': {
    how: changed(({ durations }) => put(durations, -5)),
    note: /cannot be/,
    result: 'invalid',
  },
  'a number is a text': {
    how: changed(({ durations }) => put(durations, 'NaN')),
    note: /no numbers/,
    result: 'invalid',
  },
  'a number is too large to be one': {
    how: changed((table) =>
      JSON.stringify({ code: 'Ok', ...table, sources_to_targets: table }).replaceAll(/\d\.\d+/g, '1e999'),
    ),
    note: /cannot be/,
    result: 'invalid',
  },
  'a number is NaN': {
    how: changed(() => '{"code":"Ok","durations":[[NaN,1],[1,NaN]]}'),
    note: /not JSON/,
    result: 'invalid',
  },
  'it takes a year': {
    how: changed(({ durations }) => put(durations, 31_536_000)),
    note: /cannot be/,
    result: 'invalid',
  },
  'it knows no way at all': {
    how: changed(({ durations }) => fillAll(durations, null)),
    note: /no way from a place to itself/,
    result: 'invalid',
  },
  'it knows no way but from each place to itself': {
    how: changed(({ durations }) => {
      for (const [index, row] of durations.entries()) row.fill(null).splice(index, 1, 0)
    }),
    note: /no road between any two stops/,
    result: 'answered',
  },
  'all ways are short': {
    how: changed(({ distances }) => fillAll(distances, 0.5)),
    note: /shorter than the straight line/,
    result: 'invalid',
  },
  'all ways are quick': {
    how: changed(({ durations }) => fillAll(durations, 3)),
    note: /faster than any vehicle/,
    result: 'invalid',
  },
  'it says nothing': { how: changed(() => 'null'), note: /not a reply of (OSRM|Valhalla)/, result: 'invalid' },
  'it says nothing at all': { how: changed(() => ''), note: /not JSON/, result: 'invalid' },
  'it refuses': {
    how: (_asked, response) => say(400, '{"code":"TooBig","error_code":150}')(response),
    note: /refused the request \((TooBig|error 150)\)/,
    result: 'rejected',
  },
  'it is not there': {
    how: (_asked, response) => say(404, 'no such page')(response),
    note: /status 404/,
    result: 'rejected',
  },
  'it leads elsewhere': {
    how: (_asked, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
      return true
    },
    note: /connection to the travel server failed/,
    result: 'connection',
  },
  'it closes in the middle': {
    how: (_asked, response, reply) => {
      const text = JSON.stringify(reply)
      response.writeHead(200, { 'content-length': text.length })
      response.write(text.slice(0, 20), () => response.destroy())
      return true
    },
    note: /connection to the travel server failed/,
    result: 'connection',
  },
  'it says too much': {
    how: (_asked, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more)
      more()
      return true
    },
    note: /too large/,
    result: 'invalid',
  },
}

for (const engine of ['osrm', 'valhalla'] as const)
  describe(`${engine} that is not to be trusted`, { concurrency: 4 }, () => {
    for (const [name, { how, note, result }] of Object.entries(lies))
      test(`the response of ${engine} is not used if ${name}`, async (t) => {
        const { between, roads, counted } = await open(t, { engine })
        roads.misbehave(how)
        const places = placesBy(6)
        assertEstimated(await between(places), places, note)
        assert.equal(counted.at(-1), result)
      })
    test(`a request to ${engine} is aborted if the server does not respond`, async (t) => {
      const { between, roads, counted } = await open(t, { engine, timeoutMs: 100 })
      roads.misbehave(() => true)
      const places = placesBy(6)
      assertEstimated(await between(places), places, /did not answer within 0\.1 seconds/)
      assert.deepEqual(counted, ['timeout'])
    })
    test(`a request to ${engine} is aborted if the entire response takes too long`, async (t) => {
      const { between, roads, counted } = await open(t, { engine, pairsMax: 4, totalTimeoutMs: 100 })
      roads.misbehave(() => true)
      const places = placesBy(9)
      assertEstimated(await between(places), places, /^The travel server took too long for all driving times\. /)
      assert.deepEqual(new Set(counted), new Set(['timeout']))
    })
    test(`a request to ${engine} is aborted after the client disconnects`, async (t) => {
      const { between, roads, failures } = await open(t, { engine })
      const gone = new AbortController()
      roads.misbehave(() => {
        gone.abort(new Error('gone'))
        return true
      })
      await assert.rejects(between(placesBy(6), gone.signal), { message: 'gone' })
      await assert.rejects(between(placesBy(6), gone.signal), { message: 'gone' })
      assert.deepEqual(failures, [])
    })
    test(`the line of ${engine} is not used if it belongs to another route`, async (t) => {
      const { route, roads } = await open(t, { engine })
      const legsOf = (reply: { trip?: { legs: unknown[] }; routes?: [{ legs: unknown[] }] }) =>
        reply.trip?.legs ?? reply.routes![0].legs
      const wrong: Misbehaviour[] = [
        routeChanged((reply) => legsOf(reply).pop()),
        routeChanged((reply) => legsOf(reply).fill(null)),
        routeChanged((reply) =>
          legsOf(reply).fill({ summary: { time: 'soon', length: 1 }, shape: '', duration: null, distance: 5 }),
        ),
        routeChanged((reply) => {
          for (const leg of legsOf(reply) as Record<string, unknown>[]) leg.shape = '\u0001\u0002'
          if (reply.routes)
            reply.routes[0].geometry.coordinates = [
              [900, 5],
              [4, 51],
            ]
        }),
        routeChanged((reply) => {
          for (const leg of legsOf(reply) as Record<string, unknown>[]) leg.shape = '~'.repeat(40)
          if (reply.routes) reply.routes[0].geometry = null
        }),
        routeChanged((reply) => {
          reply.trip = []
          reply.routes = {}
        }),
      ]
      for (const how of wrong) {
        roads.misbehave(how)
        const { source, line, legs, note } = await route(placesBy(4))
        assert.deepEqual([source, line, legs.length], ['estimate', null, 3])
        assert.match(note!, /^The travel server answered with /)
      }
    })
  })

describe('Valhalla', () => {
  test('Valhalla is asked once for all locations of a table without a road', async (t) => {
    const { between, roads, counted } = await open(t, { engine: 'valhalla' })
    const seas = [3.1, 3.2, 3.3].map((lng) => ({ ...nearbyAtSea, lng }))
    const places = [...placesBy(6), ...seas]
    assert.deepEqual(await between(places), trueMatrix(places, 'valhalla'))
    assert.equal(roads.asked.length, 2)
    assert.deepEqual(counted, ['answered', 'answered'])
  })
  test('estimated times with Valhalla name the greatest allowed distance in their message', async (t) => {
    const { between, counted } = await open(t, { engine: 'valhalla' })
    const places = [...placesBy(3), { lat: 56, lng: 4 }]
    assertEstimated(
      await between(places),
      places,
      /^The travel server answers no ways of more than 400 km, and two of the places are farther apart\. /,
    )
    assert.deepEqual(counted, ['rejected'])
  })
  test('Valhalla reports that no road connects two regions', async (t) => {
    const { between, route, roads } = await open(t, { engine: 'valhalla' })
    roads.misbehave((_asked, response) => say(400, '{"error_code":170,"error":"Locations are in …"}')(response))
    const places = placesBy(3)
    assertEstimated(
      await between(places),
      places,
      /^The travel server found no road between the regions of these stops\. /,
    )
    assert.match((await route(places)).note!, /^The travel server found no road between these stops\. /)
  })
})

describe('a travel server', () => {
  test('a travel server that closes a connection is asked once more', async (t) => {
    const { between, roads, counted } = await open(t)
    roads.misbehave((_asked, response, _reply, number) => {
      if (number === 1) response.destroy()
      return number === 1
    })
    const places = placesBy(5)
    assert.deepEqual(await between(places), trueMatrix(places, 'osrm'))
    assert.deepEqual(counted, ['connection', 'answered'])
  })
  test('travel times are estimated if the map of the travel server does not cover the locations', async (t) => {
    const { between } = await open(t)
    const places = [...placesBy(3), ...placesBy(5).map(({ lat, lng }) => ({ lat: -lat - 15, lng }))]
    assertEstimated(await between(places), places, /its map may not cover them/)
  })
  test('a travel server receives few requests at a time', async (t) => {
    const { between, roads } = await open(t, { pairsMax: 4 })
    const held: (() => void)[] = []
    let most = 0
    roads.misbehave((_asked, response, reply) => {
      held.push(() => say(200, JSON.stringify(reply))(response))
      most = Math.max(most, held.length)
      return true
    })
    const answering = setInterval(() => {
      for (const answer of held.splice(0)) answer()
    }, 100)
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => between(placesBy(8, seed))))
    clearInterval(answering)
    assert.ok(all.every(({ source }) => source === 'osrm'))
    assert.ok(most > 1 && most <= 8, `${most}`)
  })
  test('an absent travel server causes no failure, and the log names the cause', async () => {
    const options = {
      url: await deadUrl(),
      engine: 'osrm' as const,
      profile: '',
      timeoutMs: 5_000,
      totalTimeoutMs: 5_000,
      pairsMax: 9,
    }
    const errors: unknown[] = []
    const travel = createTravel({
      ...options,
      server: openRoadServer(options, () => undefined),
      cache: undefined,
      report: (error) => errors.push(error),
    })
    const places = placesBy(5)
    assertEstimated(
      await travel.between('e', places, defaultTravel),
      places,
      /^The connection to the travel server failed\. Times and distances are estimated\.$/,
    )
    assert.match(errors.map(appendCause).join(), /^The connection to the .* failed\. Cause: \S+ .* \(ECONNREFUSED\)\.$/)
  })
  test('a probe counts whether the travel server responds', async (t) => {
    const never = new AbortController().signal
    for (const engine of ['osrm', 'valhalla'] as const) {
      const { server } = await open(t, { engine })
      await server.probe(never)
    }
    const { roads } = await open(t)
    const options = {
      url: roads.url,
      engine: 'osrm' as const,
      profile: 'boat',
      timeoutMs: 5_000,
      totalTimeoutMs: 5_000,
      pairsMax: 9,
    }
    await assert.rejects(openRoadServer(options, () => undefined).probe(never), /refused the request \(InvalidUrl\)/)
  })
})
