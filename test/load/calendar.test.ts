// Routes that run out of the calendar: what is computed of them is left out where no year of four digits can hold it, and nothing fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLoadProgress } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, getLoadById } from '../../contract/load.ts'
import { getTracking } from '../../contract/tracking.ts'
import { aPlacedDepot, at, aVehicle, ended, read, stored } from '../support/days.ts'
import { type Answer, everyEngine, type Tenant } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const soon = () => `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`
const routes: { timeAtStop: number; plannedStart: string }[] = [
  { timeAtStop: Number.MAX_SAFE_INTEGER, plannedStart: soon() },
  { timeAtStop: 5_000_000_000, plannedStart: soon() },
  { timeAtStop: 30, plannedStart: '9999-12-31T23:59:59Z' },
  { timeAtStop: 30, plannedStart: '0001-01-01T00:00:00Z' },
]

everyEngine('times outside the calendar', (open) => {
  const fresh = tenants(open)
  const assertSound = ({ status, headers, text }: Answer, what: string) => {
    assert.ok(status < 500, `${what}: ${text}`)
    // Among packed bytes, anything is found by chance.
    if (headers.get('content-type') === 'application/pdf') return
    assert.doesNotMatch(text, /"[+-]\d{6}-|"\d{5,}-\d\d-|"0000-|NaN|Invalid/, what)
  }

  async function scene(tenant: Tenant, { timeAtStop, plannedStart }: (typeof routes)[number]) {
    const depotKey = await aPlacedDepot(tenant)
    const breaks = [{ from: '10:00', to: '14:00', minutes: 30 }]
    const vehicleKey = await aVehicle(tenant, depotKey, { breaks })
    const ids = [
      await stored(tenant, { ...at(53.8, -1.5), timeAtStop }),
      await stored(tenant, { ...at(53.9, -1.6), timeAtStop }),
      await stored(tenant, { ...at(53.7, -1.4), timeAtStop }),
    ]
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    const body = { key: aKey(), vehicleKey, plannedStart, stops }
    const { loadId } = (await tenant.call(createLoad, { body })).data
    return { loadId, ids, vehicleKey }
  }

  test('times outside the calendar are omitted in reads of a load, its progress and its tracking pages', async () => {
    for (const route of routes) {
      const tenant = await fresh()
      const { request, call } = tenant
      const { loadId, ids } = await scene(tenant, route)
      const pages: string[] = []
      for (const consignmentId of ids) {
        const { url } = (await call(getTracking, { params: { consignmentId } })).data
        pages.push(new URL(url!).pathname.replace(/^\/t/, '/v1/tracking'))
      }
      const day = route.plannedStart.slice(0, 10)
      const paths = [
        `/v1/load/${loadId}`,
        `/v1/load/${loadId}/progress`,
        `/v1/loads?figures=true&plannedFrom=${day}T00:00:00Z`,
        ...ids.flatMap((id) => [`/v1/consignment/${id}`, `/v1/consignment/${id}/labels`]),
        ...pages,
      ]
      for (const status of ['planned', 'released', 'started'])
        for (const path of paths) {
          if (path === paths[0]) await request('PATCH', path, { body: { status } })
          assertSound(await request('GET', path), `${JSON.stringify(route)} ${status} ${path}`)
        }
    }
  })

  test('a time outside the calendar removes only the affected values', async () => {
    const tenant = await fresh()
    const { loadId } = await scene(tenant, routes[0]!)
    const { data } = await tenant.call(getLoadProgress, { params: { loadId }, query: {} })
    const [first, ...others] = data.stops
    assert.ok(first!.estimated! > soon() && first!.planned! > soon())
    assert.deepEqual(
      others.map(({ estimated, planned }) => [estimated, planned]),
      [
        [null, null],
        [null, null],
      ],
    )
    assert.equal(data.estimatedEnd, null)
    assert.equal((await tenant.call(getLoadById, { params: { loadId }, query: {} })).data.plannedEnd, null)
  })

  test('an optimisation completes, and its proposal omits times outside the years 0001 to 9999', async () => {
    for (const route of routes) {
      const tenant = await fresh()
      const { loadId, vehicleKey } = await scene(tenant, route)
      const day = route.plannedStart.slice(0, 10)
      await stored(tenant, { ...at(53.75, -1.45), timeAtStop: route.timeAtStop })
      for (const body of [
        { mode: 'sequence', day, loadIds: [loadId] },
        { mode: 'fill', day, loadIds: [loadId] },
        { mode: 'day', day, vehicleKeys: [vehicleKey] },
      ]) {
        const what = `${JSON.stringify(route)} ${JSON.stringify(body)}`
        const answer = await tenant.request('POST', '/v1/optimisation', { body: { ...body, seconds: 0.1 } })
        assertSound(answer, what)
        assert.equal(answer.status, 201, what + answer.text)
        const { optimisationId } = answer.json.data
        await until('the optimisation has ended', async () => ended.has((await read(tenant, optimisationId)).state))
        assertSound(await tenant.request('GET', `/v1/optimisation/${optimisationId}`), what)
        const { state, message } = (await read(tenant, optimisationId)) as { state: string; message?: string }
        assert.equal(state, 'done', `${what} ${message}`)
      }
    }
  })

  test('a copy of loads to the limits of the calendar returns valid times or an error', async () => {
    for (const timezone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const tenant = await fresh()
      await tenant.call(updateEnvironment, { body: { timezone } })
      await scene(tenant, { timeAtStop: 30, plannedStart: '2026-07-01T22:00:00Z' })
      await scene(tenant, { timeAtStop: 30, plannedStart: '2026-07-01T06:00:00Z' })
      for (const fromDay of ['2026-07-01', '2026-07-02', '2026-06-30', '9999-12-31', '0001-01-01'])
        for (const toDay of ['9999-12-31', '0001-01-01'])
          assertSound(
            await tenant.request('POST', '/v1/loads/copy', { body: { fromDay, toDay } }),
            `${timezone} ${toDay}`,
          )
      assertSound(await tenant.request('GET', '/v1/loads?figures=true'), timezone)
    }
  })
})
