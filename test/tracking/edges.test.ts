// Tracking at its edges: when addresses end, windows at the end of time, and loads of which nobody records what became of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLoadProgress } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { getTracking } from '../../contract/tracking.ts'
import { toIso } from '../../server/core/times.ts'
import { sql } from '../../server/database/database.ts'
import { aRoute } from '../support/drivers.ts'
import { everyEngine, request, type Tenant, writeBehind } from '../support/harness.ts'
import { aKey, anAddress } from '../support/orders.ts'
import { order, record } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'

const [hour, day] = [3_600_000, 86_400_000]

everyEngine('tracking at its edges', (open) => {
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open({ rateLimit: '0' }))
  const fresh = tenants(service)
  const linkOf = async ({ call }: Tenant, consignmentId: string) =>
    (await call(getTracking, { params: { consignmentId } })).data
  const view = async (tenant: Tenant, consignmentId: string) => {
    const path = new URL((await linkOf(tenant, consignmentId)).url!).pathname.replace(/^\/t/, '/v1/tracking')
    return (await request((await service()).url, 'GET', path)).json.data
  }

  test('an address outlasts a window that has a beginning only', async () => {
    const tenant = await fresh()
    const id = await order(tenant, { requiredFrom: toIso(Date.now() + 90 * day), requiredTo: null })
    const { expires } = await linkOf(tenant, id)
    assert.equal(Math.round((Date.parse(expires!) - Date.now()) / day), 150)
  })

  test('an address that is asked for lasts longer only if it gains a day', async () => {
    const tenant = await fresh()
    const id = await order(tenant)
    const { expires } = await linkOf(tenant, id)
    const earlier = async (ms: number) => {
      const text = toIso(Date.parse(expires!) - ms)
      await writeBehind((await service()).config, async (tx) => {
        await tx.run(
          sql`update tracking set expires = ${text} where environment_id = ${tenant.environmentId} and consignment_id = ${id}`,
        )
      })
      return text
    }
    const before = await earlier(23 * hour)
    assert.equal((await linkOf(tenant, id)).expires, before)
    await earlier(25 * hour)
    assert.ok((await linkOf(tenant, id)).expires! >= expires!)
  })

  test('a time agreed at either end of time is told as one that can be written', async () => {
    const tenant = await fresh()
    const windowOf = async (committed: string) => {
      const { windowFrom, windowTo } = await view(tenant, await order(tenant, { committed }))
      return [windowFrom, windowTo]
    }
    const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
    assert.deepEqual(await windowOf(last), ['9999-12-31T23:44:59Z', last])
    assert.deepEqual(await windowOf(first), [first, '0001-01-01T00:15:00Z'])
  })

  test('nobody is told an arrival before their window opens: a vehicle that is early waits', async () => {
    const tenant = await fresh()
    const opens = toIso(Math.ceil(Date.now() / 60_000 + 40) * 60_000)
    const { loadId, consignmentIds } = await aRoute(tenant, null, {
      orders: [
        { consigneeAddress: { ...anAddress, geoLocation: { lat: 51.5, lng: 0 } }, requiredFrom: opens },
        { consigneeAddress: { ...anAddress, geoLocation: { lat: 51.51, lng: 0 } }, committed: opens },
      ],
    })
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    const { stops } = (await tenant.call(getLoadProgress, { params: { loadId } })).data
    assert.equal(stops[0]!.estimated, opens)
    for (const [index, from] of [opens, toIso(Date.parse(opens) - hour / 4)].entries()) {
      const { estimateFrom, estimateTo } = await view(tenant, consignmentIds[index]!)
      assert.ok(estimateFrom >= from && estimateTo > estimateFrom, `${estimateFrom} to ${estimateTo}, from ${from}`)
    }
  })

  test('where nobody records outcomes, an order of a completed load is neither on its way nor done', async () => {
    const tenant = await fresh()
    const [first, second] = [await order(tenant), await order(tenant)]
    const stops = [first, second].map((consignmentId) => ({ consignmentId }))
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey(), status: 'started', stops } })).data
    await writeBehind((await service()).config, async (tx) => {
      await tx.run(
        sql`insert into load_positions (environment_id, load_id, lat, lng, accuracy, time) values (${tenant.environmentId}, ${loadId}, 51.5, -0.1, 5, ${toIso(Date.now())})`,
      )
    })
    await tenant.call(updateEnvironment, { body: { tracking: { vehiclePosition: true, vehicleWithinStops: 2 } } })
    assert.notEqual((await view(tenant, second)).position, null)
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'completed' } })
    const seen = async () => {
      const { step, stopsAhead, position, estimateFrom } = await view(tenant, second)
      return [step, stopsAhead, position, estimateFrom]
    }
    assert.deepEqual(await seen(), ['ended', null, null, null])
    const { pathname } = new URL((await linkOf(tenant, second)).url!)
    const said = {
      en: 'The route with your order has ended',
      de: 'Die Tour mit Ihrem Auftrag ist beendet',
      ar: 'انتهى المسار الذي فيه طلبك',
    }
    for (const [language, headline] of Object.entries(said)) {
      const headers = { accept: 'text/html', 'accept-language': language }
      const { text } = await request((await service()).url, 'GET', pathname, { headers })
      assert.ok(text.includes(`<h1>${headline}</h1>`), language)
      assert.ok(!text.includes('aria-current'), 'no step is the one it is at')
    }
    await record(tenant, [{ consignmentId: first, outcome: 'success', loadId }])
    assert.deepEqual(
      await seen(),
      ['registered', null, null, null],
      'once something is known, this one was not reached',
    )
  })
})
