// Tracking at its edges: what comes again and what does not, when addresses end, windows at the end of time, and loads of which nobody records what became of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { getTracking } from '../../contract/tracking.ts'
import { sql } from '../../server/platform/database/database.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { aRoute } from '../support/drivers.ts'
import { everyEngine, request, type Tenant, writeBehind } from '../support/harness.ts'
import { aKey, anAddress } from '../support/orders.ts'
import { order, record } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'

const [hour, day] = [3_600_000, 86_400_000]

everyEngine('tracking pages in special cases', (open) => {
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open({ rateLimit: '0' }))
  const fresh = tenants(service)
  const linkOf = async ({ call }: Tenant, consignmentId: string) =>
    (await call(getTracking, { params: { consignmentId } })).data
  const view = async (tenant: Tenant, consignmentId: string) => {
    const path = new URL((await linkOf(tenant, consignmentId)).url!).pathname.replace(/^\/t/, '/v1/tracking')
    return (await request((await service()).url, 'GET', path)).json.data
  }

  const page = async (tenant: Tenant, consignmentId: string, language = 'en') => {
    const { pathname } = new URL((await linkOf(tenant, consignmentId)).url!)
    const headers = { accept: 'text/html', 'accept-language': language }
    return (await request((await service()).url, 'GET', pathname, { headers })).text
  }

  test('a tracking page shows a failed attempt and the day of the next attempt', async () => {
    const tenant = await fresh()
    const ids = await Promise.all([order(tenant), order(tenant), order(tenant)])
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey(), status: 'started', stops } })).data
    const outcomes = ['failed', 'partial', 'success'] as const
    await record(
      tenant,
      ids.map((consignmentId, index) => ({ consignmentId, outcome: outcomes[index]!, loadId })),
    )
    const tomorrow = Date.now() + day
    const window = { requiredFrom: formatIso(tomorrow), requiredTo: formatIso(tomorrow + 2 * hour) }
    const shown = async (id: string) => {
      const data = await view(tenant, id)
      const text = await page(tenant, id)
      return [data.step, data.outcome, data.final, text.includes('Time window'), text.includes('data-final')]
    }
    const [again, rest, arrived] = ids as [string, string, string]
    // On its load still: nobody has said when, but somebody may.
    for (const consignmentId of ids)
      await tenant.call(updateConsignmentById, { params: { consignmentId }, body: window })
    assert.deepEqual(await shown(again), ['done', 'failed', true, false, false])
    assert.deepEqual(await shown(arrived), ['done', 'success', true, false, true])
    for (const consignmentId of ids.slice(0, 2))
      await tenant.call(updateConsignmentById, { params: { consignmentId }, body: { loadId: null } })
    assert.deepEqual(await shown(again), ['done', 'failed', false, true, false])
    assert.deepEqual(await shown(rest), ['done', 'partial', false, true, false])
    const text = await page(tenant, again)
    for (const part of ['Not delivered', 'Tried', 'Nobody in']) assert.ok(text.includes(part), part)
    await tenant.call(updateEnvironment, { body: { tracking: { proof: 'none' } } })
    assert.deepEqual(await shown(again), ['registered', null, false, true, false])
    // Taken off the load without another day.
    await tenant.call(updateEnvironment, { body: { tracking: { proof: 'outcome' } } })
    const past = { requiredFrom: '2026-07-01T08:00:00Z', requiredTo: '2026-07-01T10:00:00Z' }
    await tenant.call(updateConsignmentById, { params: { consignmentId: again }, body: past })
    assert.deepEqual(await shown(again), ['done', 'failed', true, false, false])
  })

  test('a tracking page shows no attempt for a cancelled order', async () => {
    const tenant = await fresh()
    const soon = Date.now() + day
    const id = await order(tenant, { requiredFrom: formatIso(soon), requiredTo: formatIso(soon + 2 * hour) })
    await record(tenant, [{ consignmentId: id, outcome: 'failed', reason: 'cancelled' }])
    const data = await view(tenant, id)
    assert.deepEqual([data.step, data.outcome, data.reason, data.final], ['done', 'failed', 'Cancelled', true])
    for (const [language, cancelled, tried, reason] of [
      ['en', 'Cancelled', 'Tried', 'Reason'],
      ['de', 'Storniert', 'Versucht', 'Grund'],
      ['ar', 'أُلغي', 'وقت المحاولة', 'السبب'],
    ] as const) {
      const text = await page(tenant, id, language)
      for (const part of [`>${cancelled}</h1>`, `<dt>${cancelled}</dt>`, `>${cancelled}</li>`, 'data-final'])
        assert.ok(text.includes(part), `${part} in ${text}`)
      for (const part of [tried, reason, '<dt>Time window']) assert.ok(!text.includes(part), part)
    }
    // As the environment calls it, if that says more.
    const reasons = [{ code: 'cancelled', name: 'Customer rang' }]
    await tenant.call(updateEnvironment, { body: { pod: { reasons } } })
    const text = await page(tenant, id)
    assert.ok(text.includes('Customer rang') && text.includes('<dt>Cancelled</dt>'))
  })

  test('a tracking page does not mention that goods change vehicles', async () => {
    const tenant = await fresh()
    const id = await order(tenant)
    const load = async (status: 'planned' | 'started', stops: { consignmentId: string }[]) =>
      (await tenant.call(createLoad, { body: { key: aKey(), status, stops } })).data.loadId
    const loadId = await load('started', [{ consignmentId: id }])
    const shown = async () => {
      const { step, outcome, reason, outcomeTime, final } = await view(tenant, id)
      return [step, outcome, reason, outcomeTime, final]
    }
    const asBefore = (step: string) => [step, null, null, null, false]
    assert.deepEqual(await shown(), asBefore('inTransit'))
    await record(tenant, [{ consignmentId: id, outcome: 'failed', reason: 'transferred', loadId }])
    assert.deepEqual(await shown(), asBefore('registered'))
    const text = await page(tenant, id)
    for (const part of ['Not delivered', 'Tried', 'another vehicle', 'data-final'])
      assert.ok(!text.includes(part), part)
    const other = await load('planned', [])
    await tenant.call(updateConsignmentById, { params: { consignmentId: id }, body: { loadId: other } })
    assert.deepEqual(await shown(), asBefore('planned'))
    await tenant.call(updateLoadById, { params: { loadId: other }, body: { status: 'started' } })
    assert.deepEqual(await shown(), asBefore('inTransit'))
    await record(tenant, [{ consignmentId: id, outcome: 'success', loadId: other }])
    assert.deepEqual((await shown()).slice(0, 2), ['done', 'success'])
  })

  test('a tracking page has one URL, and other encodings of its token are not found', async () => {
    const tenant = await fresh()
    const path = new URL((await linkOf(tenant, await order(tenant))).url!).pathname
    const { url } = await service()
    // The last character of the environment's id has four unused bits.
    const at = '/t/'.length + 21
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(
      (letter) => path.slice(0, at) + letter + path.slice(at + 1),
    )
    const found = async (prefix: string) => {
      const statuses = await Promise.all(
        spellings.map(async (each) => (await request(url, 'GET', each.replace(/^\/t/, prefix))).status),
      )
      assert.deepEqual([...new Set(statuses)].sort(), [200, 404])
      return spellings.filter((_, index) => statuses[index] === 200)
    }
    assert.deepEqual(await found('/t'), [path])
    assert.deepEqual(await found('/v1/tracking'), [path])
  })

  test('the tracking link of an order without a window end is valid for 60 days after the window start', async () => {
    const tenant = await fresh()
    const id = await order(tenant, { requiredFrom: formatIso(Date.now() + 90 * day), requiredTo: null })
    const { expires } = await linkOf(tenant, id)
    assert.equal(Math.round((Date.parse(expires!) - Date.now()) / day), 150)
  })

  test('requesting a tracking link extends it only if it gains at least a day', async () => {
    const tenant = await fresh()
    const id = await order(tenant)
    const { expires } = await linkOf(tenant, id)
    const earlier = async (ms: number) => {
      const text = formatIso(Date.parse(expires!) - ms)
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

  test('a committed time at the limits of the calendar has a valid window', async () => {
    const tenant = await fresh()
    const windowOf = async (committed: string) => {
      const { windowFrom, windowTo } = await view(tenant, await order(tenant, { committed }))
      return [windowFrom, windowTo]
    }
    const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
    assert.deepEqual(await windowOf(last), ['9999-12-31T23:44:59Z', last])
    assert.deepEqual(await windowOf(first), [first, '0001-01-01T00:15:00Z'])
  })

  test('no recipient sees an arrival before the window, even if the vehicle is early', async () => {
    const tenant = await fresh()
    const opens = formatIso(Math.ceil(Date.now() / 60_000 + 40) * 60_000)
    const { loadId, consignmentIds } = await aRoute(tenant, null, {
      orders: [
        { consigneeAddress: { ...anAddress, geoLocation: { lat: 51.5, lng: 0 } }, requiredFrom: opens },
        { consigneeAddress: { ...anAddress, geoLocation: { lat: 51.51, lng: 0 } }, committed: opens },
      ],
    })
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    const { stops } = (await tenant.call(getLoadProgress, { params: { loadId } })).data
    assert.equal(stops[0]!.estimated, opens)
    for (const [index, from] of [opens, formatIso(Date.parse(opens) - hour / 4)].entries()) {
      const { estimateFrom, estimateTo } = await view(tenant, consignmentIds[index]!)
      assert.ok(estimateFrom >= from && estimateTo > estimateFrom, `${estimateFrom} to ${estimateTo}, from ${from}`)
    }
  })

  test('the tracking page of an order without an outcome on a completed load shows neither under way nor done', async () => {
    const tenant = await fresh()
    const [first, second] = [await order(tenant), await order(tenant)]
    const stops = [first, second].map((consignmentId) => ({ consignmentId }))
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey(), status: 'started', stops } })).data
    await writeBehind((await service()).config, async (tx) => {
      await tx.run(
        sql`insert into load_positions (environment_id, load_id, lat, lng, accuracy, time) values (${tenant.environmentId}, ${loadId}, 51.5, -0.1, 5, ${formatIso(Date.now())})`,
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
