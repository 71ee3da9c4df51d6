// Lists of orders by what became of them and when: what a month's invoices and an evening's failures are drawn up from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConsignmentPatch, updateConsignmentById } from '../../contract/consignment.ts'
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import { createDriver } from '../../contract/fleet.ts'
import { listPods, putPod } from '../../contract/pod.ts'
import { sql } from '../../server/platform/database/database.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { aRoute } from '../support/drivers.ts'
import { everyEngine, request, type Tenant } from '../support/harness.ts'
import { aDriver } from '../support/orders.ts'
import { order, record } from '../support/outcomes.ts'
import { aPod, newUuid } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'

const dayMs = 86_400_000

everyEngine('orders by their outcomes', (open) => {
  let shared: ReturnType<typeof open> | undefined
  const fresh = tenants(() => (shared ??= open({ rateLimit: '0' })))
  const find = async ({ call }: Tenant, query: QueryOf<typeof listConsignments>) => {
    const { data } = await call(listConsignments, { query: { sort: 'key', total: 'true', view: 'compact', ...query } })
    assert.deepEqual(data.total, { count: data.consignments.length, exact: true })
    return data.consignments as ConsignmentSummary[]
  }

  test('orders are found by the time of their outcome, with a start and an end', async () => {
    const tenant = await fresh()
    const noon = Math.floor(Date.now() / 1000) * 1000 - 10 * dayMs
    const [early, late, open] = [
      await order(tenant, { key: 'EARLY', consigneeCode: 'C-1' }),
      await order(tenant, { key: 'LATE', consigneeCode: 'C-1' }),
      await order(tenant, { key: 'OPEN', consigneeCode: 'C-1' }),
    ]
    assert.ok(open)
    await record(tenant, [
      { consignmentId: early, outcome: 'failed', at: noon },
      { consignmentId: late, outcome: 'success', at: noon + dayMs },
    ])
    const keys = async (query: QueryOf<typeof listConsignments>) => (await find(tenant, query)).map(({ key }) => key)
    assert.deepEqual(await keys({ outcomeFrom: formatIso(noon) }), ['EARLY', 'LATE'])
    assert.deepEqual(await keys({ outcomeFrom: formatIso(noon + 1000) }), ['LATE'])
    assert.deepEqual(await keys({ outcomeTo: formatIso(noon) }), ['EARLY'])
    assert.deepEqual(await keys({ outcomeFrom: formatIso(noon), outcomeTo: formatIso(noon + dayMs) }), [
      'EARLY',
      'LATE',
    ])
    assert.deepEqual(await keys({ outcomeFrom: formatIso(noon + 1000), outcomeTo: formatIso(noon) }), [])
    assert.deepEqual(await keys({ outcome: 'success', consigneeCode: 'C-1', outcomeFrom: formatIso(noon) }), ['LATE'])
    // Wall-clock time is that of the request.
    const wall = new Date(noon + 9 * 3_600_000).toISOString().slice(0, 19)
    assert.deepEqual(await keys({ outcomeTo: wall, timezone: 'Asia/Tokyo' }), ['EARLY'])
  })

  test('failed orders are divided into replanned and other orders, even without a new load', async () => {
    const tenant = await fresh()
    const { consignmentIds, loadId } = await aRoute(tenant, null, { orders: [{ key: 'STAYED' }, { key: 'PLANNED' }] })
    for (const consignmentId of consignmentIds) await record(tenant, [{ consignmentId, outcome: 'failed', loadId }])
    await tenant.call(updateConsignmentById, { params: { consignmentId: consignmentIds[1]! }, body: { loadId: null } })
    const keys = async (query: QueryOf<typeof listConsignments>) => (await find(tenant, query)).map(({ key }) => key)
    assert.deepEqual(await keys({ outcome: 'failed,partial' }), ['PLANNED', 'STAYED'])
    assert.deepEqual(await keys({ outcome: 'failed,partial', assigned: 'true' }), ['STAYED'])
    assert.deepEqual(await keys({ assigned: 'false' }), ['PLANNED'])
    assert.deepEqual(await keys({ assigned: 'true', loadId: 'none' }), [])
    assert.deepEqual(await keys({ assigned: 'true', loadId: `none,${loadId}` }), ['STAYED'])
  })

  test('orders that were late are found, and so are their loads', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const now = Math.floor(Date.now() / 1000) * 1000
    const minutes = (count: number) => formatIso(now + count * 60_000)
    const orders = [
      { key: 'AGREED', requiredTo: minutes(60), committed: minutes(-16) },
      // For a day before that on which it was wanted in the end.
      { key: 'AGREED-BEFORE', requiredFrom: minutes(-5), requiredTo: minutes(60), committed: minutes(-1_440) },
      // Kept to the quarter of an hour, whatever was asked for.
      { key: 'AGREED-KEPT', requiredTo: minutes(-60), committed: minutes(-15) },
      { key: 'ANY-TIME' },
      { key: 'ARRIVED', requiredTo: minutes(-10) },
      { key: 'ENDING', requiredTo: minutes(0) },
      { key: 'OPEN', requiredTo: minutes(-60) },
      { key: 'WINDOW', requiredTo: minutes(-1) },
    ]
    const { consignmentIds, loadId } = await aRoute(tenant, null, { orders })
    const ids = new Map(orders.map(({ key }, index) => [key, consignmentIds[index]!]))
    for (const [key, consignmentId] of ids)
      if (key !== 'OPEN') {
        const body = aPod({ consignmentId, time: minutes(0), arrived: key === 'ARRIVED' ? minutes(-11) : null })
        await call(putPod, { params: { podId: newUuid() }, body })
      }
    const keys = async (query: QueryOf<typeof listConsignments>) => (await find(tenant, query)).map(({ key }) => key)
    const expectLate = async (...late: string[]) => {
      assert.deepEqual(await keys({ wasLate: 'true' }), late)
      const rest = orders.map(({ key }) => key).filter((key) => !late.includes(key))
      assert.deepEqual(await keys({ wasLate: 'false' }), rest)
      const marked = (await find(tenant, {})).filter(({ wasLate }) => wasLate)
      assert.deepEqual(
        marked.map(({ key }) => key),
        late,
      )
      const { stops } = (await call(getLoadProgress, { params: { loadId } })).data
      const ofLoad = stops.filter(({ late, outcome }) => late && outcome !== null).map(({ key }) => key)
      assert.deepEqual(
        ofLoad,
        late.filter((key) => stops.some((stop) => stop.key === key)),
      )
    }
    await expectLate('AGREED', 'WINDOW')
    // A release before this one, beside it, notes when it happened and nothing else.
    const { database } = await open()
    const { environmentId } = tenant
    const forget = sql`update pods set reached = null where environment_id = ${environmentId} and consignment_id = ${ids.get('WINDOW')!}`
    await database(({ write }) => write((tx) => tx.run(forget)))
    await expectLate('AGREED', 'WINDOW')
    const [from, to] = [{ outcomeFrom: minutes(0) }, { outcomeTo: minutes(-1) }]
    assert.deepEqual(await keys({ wasLate: 'true', ...from, outcome: 'failed' }), ['AGREED', 'WINDOW'])
    assert.deepEqual(await keys({ wasLate: 'true', ...to }), [])
    assert.deepEqual(await keys({ wasLate: 'false', ...from, search: 'agreed' }), ['AGREED-BEFORE', 'AGREED-KEPT'])

    // What is asked for by now counts, and what is told by now.
    const change = (key: string, body: ConsignmentPatch) =>
      call(updateConsignmentById, { params: { consignmentId: ids.get(key)! }, body })
    await change('WINDOW', { requiredTo: minutes(0) })
    await change('AGREED-KEPT', { committed: null })
    await change('AGREED', { weight: 3 })
    await expectLate('AGREED', 'AGREED-KEPT')
    const { pods } = (await call(listPods, { query: { consignmentId: ids.get('ARRIVED')! } })).data
    const told = { time: minutes(0), replaces: pods[0]!.podId }
    await call(putPod, {
      params: { podId: newUuid() },
      body: aPod({ consignmentId: ids.get('ARRIVED')!, ...told, arrived: minutes(-9) }),
    })
    await expectLate('AGREED', 'AGREED-KEPT', 'ARRIVED')

    // On another load nothing has become of it yet; off it, it was late as before.
    const next = await aRoute(tenant, null, { orders: [] })
    await change('AGREED', { loadId: next.loadId })
    await expectLate('AGREED-KEPT', 'ARRIVED')
    await change('AGREED', { loadId: null })
    await expectLate('AGREED', 'AGREED-KEPT', 'ARRIVED')
  })

  test('a compact list of orders contains failure reason, recipient code and driver', async () => {
    const tenant = await fresh()
    const driver = aDriver()
    await tenant.call(createDriver, { body: driver })
    const orders = ['A', 'B', 'C'].map((key) => ({ key, consigneeCode: key === 'A' ? 'C-7' : null }))
    const { consignmentIds, loadId } = await aRoute(tenant, driver.key, { orders })
    const [failed, good] = consignmentIds as [string, string]
    const [wrong] = await record(tenant, [{ consignmentId: failed, outcome: 'success', loadId }])
    await record(tenant, [
      { consignmentId: failed, outcome: 'failed', reason: 'refused', loadId, replaces: wrong! },
      { consignmentId: good, outcome: 'success', loadId },
    ])
    const told = (await find(tenant, {})).map(({ key, outcome, failureReasonCode, driverKey, consigneeCode }) => [
      ...[key, outcome, failureReasonCode, driverKey, consigneeCode],
    ])
    assert.deepEqual(told, [
      ['A', 'failed', 'refused', driver.key, 'C-7'],
      ['B', 'success', null, driver.key, null],
      ['C', null, null, null, null],
    ])
    const authorization = `Bearer ${await tenant.tokenWith(['consignments:read'])}`
    const path = '/v1/consignments?view=compact&sort=key'
    const { json } = await request((await shared!).url, 'GET', path, { headers: { authorization } })
    type Told = Record<'outcome' | 'failureReasonCode' | 'driverKey', string | null>
    assert.deepEqual(
      json.data.consignments.map(({ outcome, failureReasonCode, driverKey }: Told) => [
        ...[outcome, failureReasonCode, driverKey],
      ]),
      [
        ['failed', null, null],
        ['success', null, null],
        [null, null, null],
      ],
    )
  })
})
