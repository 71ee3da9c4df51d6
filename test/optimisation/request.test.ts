// What may be asked of an optimisation: loads on the day that they start on, and nothing that would be passed over in silence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad } from '../../contract/load.ts'
import { createOptimisation, type OptimisationInput } from '../../contract/optimisation.ts'
import { aPlacedDepot, at, day, leeds, read, stored } from '../support/days.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { rejectsWith } from '../support/problem.ts'

everyEngine('the request of an optimisation', (open) => {
  const order = (tenant: Tenant, east: number) => stored(tenant, at(leeds.lat, leeds.lng + east))
  async function aLoad(tenant: Tenant, plannedStart: string | null) {
    const [depotKey, id] = [await aPlacedDepot(tenant), await order(tenant, 0.1)]
    const body = { key: aKey('LOAD'), startDepotKey: depotKey, endDepotKey: depotKey, plannedStart }
    const { loadId } = (await tenant.call(createLoad, { body: { ...body, stops: [{ consignmentId: id }] } })).data
    return { loadId, id, key: body.key }
  }
  const create = (tenant: Tenant, body: OptimisationInput) =>
    tenant.call(createOptimisation, { body: { seconds: 0.1, ...body } })
  const faultsOf = async (tenant: Tenant, body: OptimisationInput) =>
    (await rejectsWith('BAD_REQUEST', create(tenant, body))).errors.map(({ path, code, message }) => ({
      ...{ path, code, message },
    }))
  const dayOf = async (tenant: Tenant, body: OptimisationInput) =>
    (await read(tenant, (await create(tenant, body)).data.optimisationId)).day

  test('an optimisation with a load of another day than its start is rejected', async () => {
    const tenant = await (await open()).environment()
    // Where this starts it is still the day before in UTC.
    await tenant.call(updateEnvironment, { body: { timezone: 'Asia/Tokyo' } })
    const night = await aLoad(tenant, `${day} 00:30:00`)
    const other = await aLoad(tenant, '2026-07-03 22:00:00')
    const whenever = await aLoad(tenant, null)
    for (const mode of ['sequence', 'fill', 'day'] as const) {
      const [fault, ...more] = await faultsOf(tenant, { mode, day: '2026-07-04', loadIds: [night.loadId] })
      assert.deepEqual([fault!.path, fault!.code, more], ['/day', 'mismatch', []])
      assert.equal(fault!.message, `The load \`${night.key}\` starts on ${day}: plan that day.`)
    }
    const loadIds = [whenever.loadId, night.loadId]
    assert.equal(await dayOf(tenant, { mode: 'sequence', day, loadIds }), day)
    assert.equal(await dayOf(tenant, { mode: 'fill', loadIds }), day)
    assert.equal(await dayOf(tenant, { mode: 'sequence', day: '2026-07-04', loadIds: [whenever.loadId] }), '2026-07-04')

    const [apart, ...more] = await faultsOf(tenant, { mode: 'sequence', loadIds: [...loadIds, other.loadId] })
    assert.deepEqual([apart!.path, apart!.code, more], ['/loadIds/2', 'mismatch', []])
    assert.equal(
      apart!.message,
      `The load \`${other.key}\` starts on 2026-07-03, not on ${day}: plan the loads of one \`day\` at a time.`,
    )
  })

  test('an optimisation with a value that it would ignore is rejected', async () => {
    const tenant = await (await open()).environment()
    const [taking, away] = [await aLoad(tenant, `${day} 08:00:00`), await aLoad(tenant, `${day} 08:00:00`)]
    const loose = await order(tenant, 0.2)
    const loadIds = [taking.loadId]
    const keep = { consignmentIds: [taking.id, away.id, loose] }
    assert.deepEqual(
      (await faultsOf(tenant, { mode: 'day', day, loadIds, keep })).map(({ path, code }) => [path, code]),
      [
        ['/keep/consignmentIds/1', 'not_allowed'],
        ['/keep/consignmentIds/2', 'not_allowed'],
      ],
    )
    for (const more of [
      { pool: ['day' as const] },
      { pool: [] },
      { consignmentIds: [] },
      { consignmentIds: [loose] },
    ]) {
      const faults = await faultsOf(tenant, { mode: 'sequence', day, loadIds, ...more })
      assert.deepEqual(
        faults.map(({ path, code }) => [path, code]),
        [[`/${Object.keys(more)[0]}`, 'not_allowed']],
      )
    }
    await create(tenant, { mode: 'day', day, loadIds, keep: { consignmentIds: [taking.id] }, consignmentIds: [] })
  })
})
