// What the travel server has told is kept: asked for once, in each environment for itself, forgotten in time, never in anybody's way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTravel, type GeoPosition } from '../../contract/travel.ts'
import * as admin from '../../server/admin/database.ts'
import { createCache, type TimesCache } from '../../server/fleet/travel/cache.ts'
import { encodeLocation, formatLegKey } from '../../server/fleet/travel/places.ts'
import { getServerIdentity, openRoadServer } from '../../server/fleet/travel/road-server.ts'
import { expiryOfTimes, keepTimes, purgeTimes } from '../../server/fleet/travel/steps.ts'
import { findRetentionCutoff } from '../../server/fleet/travel/store.ts'
import { createTravel } from '../../server/fleet/travel/times.ts'
import { type Database, sql } from '../../server/platform/database/database.ts'
import { createBackgroundCall, type OperationExecutor } from '../../server/platform/operation/operation.ts'
import { createInProcessExecutor } from '../../server/runtime/executor.ts'
import { everyEngine, type Service } from '../support/harness.ts'
import { atSea, onIsland, placesBy, startRoads } from '../support/roads.ts'

const dayMs = 86_400_000

everyEngine('stored travel times', (open) => {
  /** A service's database, worked on beside it as a second instance would. */
  async function scene(t: { after(fn: () => unknown): void }) {
    const service = await open()
    const roads = await startRoads(t)
    const reports: unknown[] = []
    const caches: TimesCache[] = []
    const using = (executor: OperationExecutor, { keptMs = dayMs, profile = '' } = {}) => {
      const url = profile === '' ? roads.url : `${roads.url}/`
      const options = {
        url,
        engine: 'osrm' as const,
        profile: '',
        timeoutMs: 60_000,
        totalTimeoutMs: 60_000,
        pairsMax: 2_500,
      }
      const server = openRoadServer(options, () => undefined)
      const report = (error: unknown) => reports.push(error)
      const cache = createCache(executor, { server: `${getServerIdentity(options)} ${profile}`, keptMs }, report)
      caches.push(cache)
      const travel = createTravel({ ...options, server, cache, report })
      return {
        cache,
        between: (environmentId: string, places: GeoPosition[]) => travel.between(environmentId, places, defaultTravel),
        route: (environmentId: string, places: GeoPosition[]) => travel.route(environmentId, places, defaultTravel),
        remember: (environmentId: string, sequences: GeoPosition[][]) =>
          travel.remember(environmentId, sequences, new AbortController().signal),
      }
    }
    const beside = (work: (database: Database) => Promise<void>) =>
      service.database(async (database) => {
        await work(database)
        for (const cache of caches) await cache.stop()
      })
    return { service, roads, reports, using, beside }
  }
  const rowsOf = (service: Service, environmentId: string) =>
    service.database(async (database) => await database.read((tx) => countOf(tx, environmentId)))
  const countOf = async (tx: Parameters<Parameters<Database['read']>[0]>[0], environmentId: string) =>
    (await tx.get<{ total: number }>(
      sql`select count(*) as total from travel_times where environment_id = ${environmentId}`,
    ))!.total

  test('stored travel times are not requested again', async (t) => {
    const { service, roads, reports, using, beside } = await scene(t)
    const [here, elsewhere] = await service.environments(2)
    await beside(async (database) => {
      const { between, cache } = using(createInProcessExecutor(database))
      const places = placesBy(60)
      const first = await between(here!.environmentId, places.slice(0, 59))
      await cache.settled()
      assert.equal(await rowsOf(service, here!.environmentId), 59 * 58)
      assert.equal(roads.asked.length, 4)
      assert.deepEqual(await between(here!.environmentId, places.slice(0, 59)), first)
      assert.equal(roads.asked.length, 4)
      // One more place: its row and its column, not the rest.
      await between(here!.environmentId, places)
      const pairs = roads.asked.slice(4).map(({ sources, destinations }) => sources.length * destinations.length)
      assert.deepEqual(
        pairs.sort((a, b) => a - b),
        [50, 50, 100],
      )
      const asked = roads.asked.length
      await between(elsewhere!.environmentId, places.slice(0, 3))
      assert.equal(roads.asked.length, asked + 1)
      await cache.settled()
      assert.equal(await rowsOf(service, elsewhere!.environmentId), 6)
    })
    assert.deepEqual(reports, [])
  })

  test('stored travel times are used for one server and profile only, until they expire', async (t) => {
    const { service, roads, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const executor = createInProcessExecutor(database)
      const places = placesBy(4)
      const { between, cache } = using(executor)
      await between(environmentId, places)
      await cache.settled()
      await using(executor, { profile: 'truck' }).between(environmentId, places)
      assert.equal(roads.asked.length, 2)
      await using(executor).between(environmentId, places)
      assert.equal(roads.asked.length, 2)
      await using(executor, { keptMs: -1 }).between(environmentId, places)
      assert.equal(roads.asked.length, 3)
    })
  })

  test('pairs of locations without a road are stored too', async (t) => {
    const { service, roads, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const { between, cache } = using(createInProcessExecutor(database))
      const places = [...placesBy(3), atSea, onIsland]
      const first = await between(environmentId, places)
      await cache.settled()
      const asked = roads.asked.length
      assert.deepEqual(await between(environmentId, places), first)
      assert.equal(roads.asked.length, asked)
      assert.equal(first.seconds.filter((seconds) => seconds === -1).length, 20 - 6)
    })
  })

  test('for a large plan, the travel times along its routes are stored, and requested once', async (t) => {
    const { service, roads, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const { remember, cache } = using(createInProcessExecutor(database))
      const places = placesBy(25)
      await remember(environmentId, [places, places.slice(0, 1), []])
      await cache.settled()
      const found = new Set<string>()
      const ways = places.slice(1).map((to, index) => [encodeLocation(places[index]!), encodeLocation(to)] as const)
      await cache.loadLegTimes(environmentId, ways, ({ fromPlace, toPlace }) =>
        found.add(formatLegKey(fromPlace, toPlace)),
      )
      assert.deepEqual([...found].sort(), ways.map((way) => formatLegKey(...way)).sort())
      assert.ok((await rowsOf(service, environmentId)) < 300)
      const asked = roads.asked.length
      await remember(environmentId, [places])
      assert.equal(roads.asked.length, asked)
    })
  })

  test('travel times are stored in batches, and other writes run between the batches', async (t) => {
    const { service, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const executor = createInProcessExecutor(database)
      const pieces: number[] = []
      const watched: OperationExecutor = {
        ...executor,
        run: (step, call, due) => {
          pieces.push((call.body as { rows: unknown[] }).rows.length)
          return executor.run(step, call, due)
        },
      }
      const { between, cache } = using(watched)
      await between(environmentId, placesBy(200))
      // Somebody else writes meanwhile: done long before all of it is.
      await database.write((tx) => tx.run(sql`delete from idempotency where environment_id = ${environmentId}`))
      assert.ok(pieces.length < 199, `${pieces.length}`)
      await cache.settled()
      assert.equal(Math.max(...pieces), 200)
      assert.equal(pieces.length, 199)
      assert.equal(await rowsOf(service, environmentId), 200 * 199)
    })
  })

  test('a stop of the service stops storing travel times', async (t) => {
    const { service, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const { between, cache } = using(createInProcessExecutor(database))
      await between(environmentId, placesBy(60))
      await cache.stop()
      assert.ok((await rowsOf(service, environmentId)) < 60 * 59)
    })
  })

  test('travel times are requested if stored times cannot be read or written', async (t) => {
    const { service, roads, reports, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const whole = createInProcessExecutor(database)
      const broken: OperationExecutor = {
        ...whole,
        read: () => Promise.reject(new Error('cannot read')),
        run: () => Promise.reject(new Error('cannot write')),
      }
      const places = placesBy(10)
      const expected = await using(whole).between(environmentId, places)
      const { between, route, cache } = using(broken)
      assert.deepEqual(await between(environmentId, places), expected)
      assert.equal((await route(environmentId, places)).source, 'osrm')
      await cache.settled()
      assert.deepEqual(reports.map(String), [
        'Error: cannot read',
        'Error: cannot write',
        'Error: cannot read',
        'Error: cannot write',
      ])
      assert.equal(roads.asked.length, 3)
      await cache.stop()
    })
  })

  test('a displayed route has the stored travel times', async (t) => {
    const { service, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const { between, route, cache } = using(createInProcessExecutor(database))
      const places = placesBy(9)
      await between(environmentId, places)
      await cache.settled()
      await database.write((tx) =>
        tx.run(sql`update travel_times set seconds = seconds + 7 where environment_id = ${environmentId}`),
      )
      const { legs } = await route(environmentId, places)
      const matrix = await between(environmentId, places)
      assert.deepEqual(
        legs.map(({ seconds }) => seconds),
        legs.map((_, index) => matrix.seconds[index * 9 + index + 1]),
      )
    })
  })

  test('stored travel times are deleted when they are old, too many, or from before an erasure', async (t) => {
    const { service, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const executor = createInProcessExecutor(database)
      const keep = (stored: number, from: number, count: number) => {
        const rows = Array.from({ length: count }, (_, index) => ({
          fromPlace: from,
          toPlace: index,
          seconds: 1,
          metres: 1,
        }))
        return executor.run(
          keepTimes,
          createBackgroundCall(environmentId, { environmentId, server: 's', stored, rows }),
        )
      }
      for (const [index, stored] of [100, 200, 300, 400].entries()) await keep(stored, index, 200)
      const purge = (storedUntil: number) =>
        executor.run(purgeTimes, createBackgroundCall('', { environmentId, storedUntil }))
      assert.equal(
        await executor.run(expiryOfTimes, createBackgroundCall('', { environmentId, tooOld: 150_000 })),
        150_000,
      )
      assert.equal(await purge(150), false)
      assert.equal(await rowsOf(service, environmentId), 600)
      assert.equal(await executor.read((tx) => findRetentionCutoff(tx, environmentId, 600)), undefined)
      assert.equal(await executor.read((tx) => findRetentionCutoff(tx, environmentId, 400)), 200)
      await database.write((tx) =>
        tx.run(
          sql`insert into erasures (environment_id, consignment_id, erased, actor, request_id) values (${environmentId}, 'c', 1000000, 'a', 'r')`,
        ),
      )
      assert.equal(
        await executor.run(expiryOfTimes, createBackgroundCall('', { environmentId, tooOld: 150_000 })),
        1_060_000,
      )
      assert.equal(await purge(500), true)
      assert.equal(await purge(500), false)
      assert.equal(await rowsOf(service, environmentId), 0)
    })
  })

  test('stored travel times are deleted with their environment', async (t) => {
    const { service, using, beside } = await scene(t)
    const { environmentId } = await service.environment()
    await beside(async (database) => {
      const { between, cache } = using(createInProcessExecutor(database))
      await between(environmentId, placesBy(3))
      await cache.settled()
      assert.equal(await rowsOf(service, environmentId), 6)
      await admin.deleteEnvironment(service.config, environmentId)
      assert.equal(await rowsOf(service, environmentId), 0)
      await between(environmentId, placesBy(3))
      await cache.settled()
      assert.equal(await rowsOf(service, environmentId), 0)
    })
  })
})
