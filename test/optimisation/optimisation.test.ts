// Optimisations from the first question to the undoing of what was applied, on each engine.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createDriver } from '../../contract/fleet.ts'
import { createLoad, deleteLoad, listLoads, updateLoadById } from '../../contract/load.ts'
import {
  applyOptimisation,
  cancelOptimisation,
  createOptimisation,
  getOptimisation,
  listOptimisations,
  type Optimisation,
  type OptimisationInput,
  stopOptimisation,
  undoOptimisation,
} from '../../contract/optimisation.ts'
import {
  aPlacedDepot,
  at,
  aVehicle,
  begun,
  day,
  leeds,
  optimised,
  ordersAround,
  read,
  stored,
} from '../support/days.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { aDetour, apply, idsOf, loadOf, orderOf, planOf, undo } from '../support/plans.ts'
import { rejectsWith } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

everyEngine('optimisation', (open) => {
  const fresh = tenants(open)

  /** A depot, two vehicles and some orders. */
  async function aDay(count: number, seed = 1) {
    const tenant = await fresh()
    const depotKey = await aPlacedDepot(tenant)
    const vans = [await aVehicle(tenant, depotKey), await aVehicle(tenant, depotKey)]
    return { tenant, depotKey, vans, ids: await ordersAround(tenant, count, { seed, depotKey }) }
  }
  // Seeds of days that differ in everything: what holds for them holds by rule, not by chance.
  for (const seed of [1, 2, 3])
    test(`day ${seed} is planned within the rules, applied as displayed, and undone`, async () => {
      const { tenant, vans, ids } = await aDay(12, seed)
      const before = await planOf(tenant, ids)
      const proposal = await optimised(tenant, { mode: 'day' })
      assert.equal(proposal.state, 'done')
      assert.equal(proposal.message, null)
      assert.deepEqual(proposal.travel, { source: 'estimate', note: null })
      assert.deepEqual(proposal.leftOut, [])
      assert.deepEqual(proposal.loads.flatMap(idsOf).sort(), [...ids].sort())
      assert.deepEqual([proposal.before!.unplanned, proposal.after!.unplanned], [ids.length, 0])
      assert.deepEqual(await planOf(tenant, ids), before, 'nothing is written before it is applied')

      const { loads } = (await apply(tenant, proposal)).data
      for (const [index, proposed] of proposal.loads.entries()) {
        const load = await loadOf(tenant, loads[index]!.loadId)
        assert.ok(vans.includes(load.vehicleKey!))
        assert.deepEqual(
          [load.key, load.plannedStart, idsOf(load)],
          [proposed.key, proposed.plannedStart, idsOf(proposed)],
        )
        assert.ok(load.peakWeight <= load.weightCapacity!)
        for (const { lateMinutes } of proposed.stops) assert.equal(lateMinutes, 0, 'windows are kept')
        for (const { consignmentId, starts } of proposed.stops)
          assert.equal((await orderOf(tenant, consignmentId)).planned, starts)
      }
      assert.equal((await read(tenant, proposal.optimisationId)).state, 'applied')
      assert.deepEqual((await apply(tenant, proposal)).data.loads, loads, 'applied once, whoever asks again')

      await undo(tenant, proposal)
      assert.deepEqual(await planOf(tenant, ids), before)
      assert.equal((await read(tenant, proposal.optimisationId)).state, 'undone')
    })

  test('a load gets a better sequence with new times', async () => {
    const { tenant, depotKey } = await aDay(0)
    const { loadId, ids, best } = await aDetour(tenant, depotKey)
    const before = await planOf(tenant, ids)
    // Not within a time of the clock: a busy machine does nothing in it.
    const optimisationId = await begun(tenant, { mode: 'sequence', loadIds: [loadId], seconds: 300 })
    const isBest = ({ loads: [load] }: Optimisation) =>
      load && [best.join(), best.toReversed().join()].includes(idsOf(load).join())
    await until('the best sequence is found', async () => isBest(await read(tenant, optimisationId)))
    await tenant.call(stopOptimisation, { params: { optimisationId } })
    const proposal = await read(tenant, optimisationId)
    const [load] = proposal.loads
    assert.ok(isBest(proposal))
    assert.ok(load!.after.distance < load!.before!.distance * 0.8)
    assert.equal(load!.changed, true)
    const times = load!.stops.map(({ arrives }) => arrives!)
    assert.deepEqual(times, times.toSorted())
    await apply(tenant, proposal)
    assert.deepEqual(idsOf(await loadOf(tenant, loadId)), idsOf(load!))
    await undo(tenant, proposal)
    assert.deepEqual(await planOf(tenant, ids), before)
  })

  test('a load that is filled keeps its stops, and on request also their sequence', async () => {
    const { tenant, depotKey, ids } = await aDay(4)
    const { loadId, ids: there } = await aDetour(tenant, depotKey)
    const keep = { sequence: true }
    const proposal = await optimised(tenant, { mode: 'fill', loadIds: [loadId], keep })
    const stops = idsOf(proposal.loads[0]!)
    assert.deepEqual(
      stops.filter((id) => there.includes(id)),
      there,
    )
    assert.deepEqual(
      stops.filter((id) => ids.includes(id)).sort(),
      ids.filter((id) => !proposal.leftOut.some(({ consignmentId }) => consignmentId === id)).sort(),
    )
  })

  test('an order that cannot be planned is left out with its reason', async () => {
    const { tenant, depotKey } = await aDay(0)
    const elsewhere = await aPlacedDepot(tenant)
    const near = at(leeds.lat + 0.01, leeds.lng)
    const reasons: [string, string, RegExp][] = [
      [
        await stored(tenant, { ...near, weight: 1_250 }),
        'weight',
        /room for the 1250 kg of the order: .* takes 1000 kg, 250 kg too little/,
      ],
      [await stored(tenant, { ...near, skills: ['cooling'] }), 'skills', /No vehicle with `cooling` is free/],
      [await stored(tenant, { ...near, depotKey: elsewhere }), 'depot', /starts at the depot of the order/],
      [await stored(tenant), 'position', /no location/],
      [
        await stored(tenant, {
          ...at(leeds.lat + 1, leeds.lng),
          requiredFrom: `${day}T08:00:00Z`,
          requiredTo: `${day}T08:30:00Z`,
        }),
        'window',
        /within the window of the order \(0\d:00 to 0\d:30\): .* \d+ min late/,
      ],
      [
        await stored(tenant, { ...near, requiredFrom: `${day}T19:00:00Z`, requiredTo: `${day}T20:00:00Z` }),
        'shift',
        /^No vehicle works within the window of the order \((19|20):00 to 2\d:00\): the closest route is `VAN.*, and its shift ends before\.$/,
      ],
    ]
    const fine = await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.02, 'EX9 9ZZ'), depotKey })
    const marked = await stored(tenant, { ...at(0, 0, 'EX9 9ZZ'), depotKey })
    await tenant.call(updateConsignmentById, {
      params: { consignmentId: marked },
      body: { consigneeAddress: { geoLocation: null } },
    })
    // The postal code of the others is known as well, and is to tell nothing of this one.
    await tenant.call(updateConsignmentById, {
      params: { consignmentId: reasons[3]![0] },
      body: { consigneeAddress: { postalCode: 'ZZ1 1ZZ' } },
    })
    const proposal = await optimised(tenant, { mode: 'day' })
    const found = new Map(proposal.leftOut.map((left) => [left.consignmentId, left.reasons[0]!]))
    for (const [id, code, message] of reasons) {
      assert.equal(found.get(id)?.code, code)
      assert.match(found.get(id)!.message, message)
    }
    assert.deepEqual(proposal.loads.flatMap(idsOf).sort(), [fine, marked].sort())
    const stop = proposal.loads.flatMap(({ stops }) => stops).find(({ consignmentId }) => consignmentId === marked)
    assert.equal(stop!.placedByPostcode, true)
  })

  test('an order whose window ends before the first start is planned, and counts as late', async () => {
    const { tenant } = await aDay(0)
    const window = { requiredFrom: `${day}T05:00:00Z`, requiredTo: `${day}T06:00:00Z` }
    const id = await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.05), ...window })
    const { loads, after, leftOut } = await optimised(tenant, { mode: 'day' })
    assert.deepEqual(leftOut, [])
    const [stop] = loads[0]!.stops
    assert.equal(stop!.consignmentId, id)
    assert.ok(stop!.lateMinutes > 120)
    assert.deepEqual([after!.lateStops, loads[0]!.after.lateStops], [1, 1])
  })

  test('an order of another day is left out with its day, and an order after the shift with this reason', async () => {
    const { tenant, vans } = await aDay(0)
    const [before, today, after] = [-1, 0, 1].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    )
    const window = { requiredFrom: `${after}T22:00:00Z`, requiredTo: `${after}T23:00:00Z` }
    const id = await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.05), ...window })
    const reasonOn = async (day: string, vehicleKeys = vans) =>
      (await optimised(tenant, { mode: 'day', day, vehicleKeys, consignmentIds: [id] })).leftOut[0]?.reasons[0]?.message
    assert.match(
      (await reasonOn(before!))!,
      new RegExp(`within the window of the order \\(${after} 22:00 to ${after} 23:00\\)`),
    )
    // A minute after midnight nothing is over yet.
    const over = await aVehicle(tenant, null, { shiftStart: '00:00', shiftEnd: '00:01' })
    const isOver = new Date().toISOString().slice(11, 16) > '00:02'
    if (isOver)
      assert.match(
        (await reasonOn(today!, [over]))!,
        /^No vehicle has a shift left on this day\. .* the shift of its vehicle is over\.$/,
      )
  })

  test('no proposed load starts in the past', async () => {
    const { tenant } = await aDay(0)
    const now = new Date()
    // Where it is noon now, and half of the day is left.
    const ahead = 12 - now.getUTCHours()
    const timezone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`
    await tenant.call(updateEnvironment, { body: { timezone } })
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey, { shiftStart: '00:00', shiftEnd: '00:00' })
    await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.05), depotKey })
    const day = new Date(now.getTime() + ahead * 3_600_000).toISOString().slice(0, 10)
    const { loads } = await optimised(tenant, { mode: 'day', day, vehicleKeys: [van] })
    assert.equal(loads.length, 1)
    assert.ok(loads[0]!.plannedStart! >= `${now.toISOString().slice(0, 19)}Z`)
  })

  test('no vehicle of a night shift leaves in the last hours before the planned day', async () => {
    const { tenant } = await aDay(0)
    const now = new Date()
    // Where midnight was within the last hour.
    const hour = now.getUTCHours()
    const ahead = hour > 12 ? 24 - hour : -hour
    const timezone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`
    await tenant.call(updateEnvironment, { body: { timezone } })
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey, { shiftStart: '20:00', shiftEnd: '12:00' })
    await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.05), depotKey })
    const day = new Date(now.getTime() + (ahead - 24) * 3_600_000).toISOString().slice(0, 10)
    const { loads } = await optimised(tenant, { mode: 'day', day, vehicleKeys: [van] })
    assert.equal(loads.length, 1)
    assert.ok(loads[0]!.plannedStart! >= `${now.toISOString().slice(0, 19)}Z`, loads[0]!.plannedStart!)
  })

  test('without vehicles, every order is left out for this reason', async () => {
    const tenant = await fresh()
    const id = await stored(tenant, at(leeds.lat, leeds.lng))
    const { leftOut, loads } = await optimised(tenant, { mode: 'day' })
    assert.deepEqual(loads, [])
    assert.deepEqual(
      leftOut.map(({ consignmentId, reasons }) => [consignmentId, reasons[0]!.code]),
      [[id, 'vehicle']],
    )
  })

  test('applying a proposal after concurrent changes reports them and writes nothing', async () => {
    const { tenant, ids } = await aDay(4)
    const proposal = await optimised(tenant, { mode: 'day' })
    const [changed, gone] = [ids[0]!, ids[1]!]
    await tenant.call(updateConsignmentById, { params: { consignmentId: changed }, body: { weight: 5 } })
    await tenant.request('DELETE', `/v1/consignment/${gone}`)
    const rest = ids.filter((id) => id !== gone)
    const before = await planOf(tenant, rest)
    const problem = await rejectsWith('PLAN_OUTDATED', apply(tenant, proposal))
    assert.deepEqual(problem.errors.map(({ code }) => code).sort(), ['changed', 'gone'])
    assert.deepEqual(await planOf(tenant, rest), before)
    const again = await optimised(tenant, { mode: 'day' })
    await apply(tenant, again)
    assert.deepEqual(again.loads.flatMap(idsOf).sort(), rest.sort())
  })

  test('of two proposals with the same vehicle, only the first can be applied', async () => {
    const { tenant, vans, ids } = await aDay(4)
    const vehicleKeys = [vans[0]!]
    const [one, other] = [
      await optimised(tenant, { mode: 'day', vehicleKeys, consignmentIds: ids.slice(0, 2) }),
      await optimised(tenant, { mode: 'day', vehicleKeys, consignmentIds: ids.slice(2) }),
    ]
    const answers = await Promise.allSettled([apply(tenant, one), apply(tenant, other)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const late = answers[0]!.status === 'rejected' ? one : other
    const problem = await rejectsWith('PLAN_OUTDATED', apply(tenant, late))
    assert.match(problem.errors[0]!.message, /^The vehicle `VAN.*` now has the load `/)
    const loads = (await tenant.call(listLoads, {})).data
    assert.deepEqual(
      loads.map(({ vehicleKey }) => vehicleKey),
      vehicleKeys,
    )
  })

  test('a moved depot and a deleted depot or driver are reported as changes', async () => {
    const { tenant } = await aDay(0)
    const depotKey = await aPlacedDepot(tenant)
    const van = await aVehicle(tenant, depotKey)
    const driverKey = aKey('DRIVER')
    const person = { key: driverKey, name: 'Driver', vehicleKey: van }
    await tenant.call(createDriver, { body: person })
    await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.05), depotKey })
    const proposal = await optimised(tenant, { mode: 'day', vehicleKeys: [van] })
    const elsewhere = { lat: leeds.lat + 2, lng: leeds.lng }
    await tenant.request('PATCH', `/v1/depot?key=${depotKey}`, { body: { address: { geoLocation: elsewhere } } })
    const moved = await rejectsWith('PLAN_OUTDATED', apply(tenant, proposal))
    assert.deepEqual(
      moved.errors.map(({ message }) => message),
      [`The depot \`${depotKey}\` has changed.`],
    )
    await tenant.request('DELETE', `/v1/driver?key=${driverKey}`)
    await tenant.request('DELETE', `/v1/depot?key=${depotKey}`)
    const problem = await rejectsWith('PLAN_OUTDATED', apply(tenant, proposal))
    const told = problem.errors.map(({ message }) => message)
    assert.ok(told.includes(`The driver \`${driverKey}\` no longer exists.`), told.join(' '))
    assert.ok(told.includes(`The depot \`${depotKey}\` no longer exists.`), told.join(' '))
  })

  test('loads are planned on the day of their start, even in the past', async () => {
    const { tenant, depotKey } = await aDay(0)
    const { loadId } = await aDetour(tenant, depotKey)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const later = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    const start = (plannedStart: string) =>
      tenant.call(updateLoadById, { params: { loadId }, body: { plannedStart: `${plannedStart} 08:00:00` } })
    const body: OptimisationInput = { mode: 'sequence', loadIds: [loadId], seconds: 0.5 }
    const found = async () => {
      const { optimisationId } = (await tenant.call(createOptimisation, { body })).data
      await until('it is done', async () => (await read(tenant, optimisationId)).state === 'done')
      return read(tenant, optimisationId)
    }
    await start(later)
    const proposal = await found()
    assert.equal(proposal.day, later)
    assert.ok(proposal.after!.distance < proposal.before!.distance, 'there is a better sequence')
    await start(tomorrow)
    assert.equal((await found()).day, tomorrow)
    await start(day)
    assert.equal((await found()).day, day)
  })

  test('unchanged routes are applied without the others', async () => {
    const { tenant, depotKey: home } = await aDay(0)
    const away = await aPlacedDepot(tenant)
    await aVehicle(tenant, away)
    const ids: string[] = []
    for (const depotKey of [home, away])
      ids.push(await stored(tenant, { ...at(leeds.lat, leeds.lng + 0.05), depotKey }))
    const proposal = await optimised(tenant, { mode: 'day' })
    assert.equal(proposal.loads.length, 2)
    const change = (consignmentId: string, weight: number) =>
      tenant.call(updateConsignmentById, { params: { consignmentId }, body: { weight } })
    const rest = ({ optimisationId }: Optimisation) =>
      tenant.call(applyOptimisation, { params: { optimisationId }, body: { onlyUnchanged: true } })
    await change(ids[0]!, 5)
    await rejectsWith('PLAN_OUTDATED', apply(tenant, proposal))
    const { loads } = (await rest(proposal)).data
    assert.equal(loads.length, 1)
    const [left] = proposal.loads.filter(({ key }) => key !== loads[0]!.key)
    await rejectsWith('OPTIMISATION_STATE', apply(tenant, proposal, [left!.key]))
    assert.deepEqual((await apply(tenant, proposal, [loads[0]!.key])).data.loads, loads)
    await rejectsWith('BAD_REQUEST', apply(tenant, proposal, ['NO-SUCH']))
    assert.deepEqual(idsOf(await loadOf(tenant, loads[0]!.loadId)), [ids[1]])
    assert.equal((await orderOf(tenant, ids[0]!)).loadId, null)
    await undo(tenant, proposal)
    const again = await optimised(tenant, { mode: 'day' })
    for (const id of ids) await change(id, 6)
    const problem = await rejectsWith('PLAN_OUTDATED', rest(again))
    assert.equal(problem.errors.length, 2, 'where something has changed in all of them, nothing is written')
  })

  test('one of several routes is applied alone, but routes that exchange orders only together', async () => {
    const { tenant, depotKey } = await aDay(0)
    const near = await stored(tenant, at(leeds.lat + 0.2, leeds.lng))
    const far = await stored(tenant, at(leeds.lat - 0.2, leeds.lng))
    const load = async (stops: string[]) => {
      const body = {
        key: aKey('LOAD'),
        startDepotKey: depotKey,
        endDepotKey: depotKey,
        plannedStart: `${day} 08:00:00`,
      }
      const members = stops.map((consignmentId) => ({ consignmentId }))
      return (await tenant.call(createLoad, { body: { ...body, stops: members } })).data.loadId
    }
    const northern = await stored(tenant, at(leeds.lat + 0.21, leeds.lng))
    const southern = await stored(tenant, at(leeds.lat - 0.21, leeds.lng))
    // Each load has one order in the north and one in the south: with little time, each takes one side.
    const loadIds = [await load([near, southern]), await load([far, northern])]
    const proposal = await optimised(tenant, { mode: 'day', loadIds, vehicleKeys: [] })
    const moved = proposal.loads.filter(({ stops, loadId }) => stops.some(({ was }) => was!.loadId !== loadId))
    assert.ok(moved.length > 0)
    const problem = await rejectsWith('BAD_REQUEST', apply(tenant, proposal, [moved[0]!.key]))
    assert.deepEqual(
      problem.errors.map(({ path, code }) => [path, code]),
      [['/loads', 'exchange']],
    )
    await rejectsWith('BAD_REQUEST', apply(tenant, proposal, ['NO-SUCH']))
    await apply(
      tenant,
      proposal,
      proposal.loads.map(({ key }) => key),
    )
  })

  test('a search stops with its best plan, or is cancelled', async () => {
    const { tenant } = await aDay(20)
    const stopped = await begun(tenant, { mode: 'day', seconds: 300 })
    await until('there is a proposal', async () => (await read(tenant, stopped)).loads.length > 0)
    await tenant.call(stopOptimisation, { params: { optimisationId: stopped } })
    const proposal = await read(tenant, stopped)
    assert.equal(proposal.state, 'done')
    const cancelled = await begun(tenant, { mode: 'day', seconds: 300 })
    await until('it runs', async () => (await read(tenant, cancelled)).state === 'running')
    await tenant.call(cancelOptimisation, { params: { optimisationId: cancelled } })
    assert.equal((await read(tenant, cancelled)).state, 'cancelled')
    await rejectsWith('OPTIMISATION_STATE', apply(tenant, { optimisationId: cancelled }))
    // Nobody searches for it any longer: the next one runs.
    const next = await begun(tenant, { mode: 'day' })
    await until('the next has ended', async () => (await read(tenant, next)).state === 'done')
    assert.equal((await read(tenant, stopped)).state, 'done', 'and what was stopped stays as it was')
    const all = (await tenant.call(listOptimisations, {})).data
    assert.deepEqual(
      all.map(({ optimisationId }) => optimisationId),
      [next, cancelled, stopped],
    )
    await apply(tenant, { optimisationId: next })
  })

  test('the number of searches of an environment is limited, and an environment sees only its own searches', async () => {
    const tenant = await fresh()
    const [other] = [await fresh()]
    const depotKey = await aPlacedDepot(tenant)
    await aVehicle(tenant, depotKey)
    await ordersAround(tenant, 3)
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push(await begun(tenant, { mode: 'day', seconds: 300 }))
    await rejectsWith('OPTIMISATION_LIMIT', begun(tenant, { mode: 'day' }))
    const params = { optimisationId: ids[0]! }
    for (const endpoint of [getOptimisation, cancelOptimisation, undoOptimisation, stopOptimisation])
      await rejectsWith('NOT_FOUND', other!.call(endpoint, { params }))
    await rejectsWith('NOT_FOUND', apply(other!, params))
    for (const optimisationId of ids) await tenant.call(cancelOptimisation, { params: { optimisationId } })
  })

  test('the deletion of a load makes its proposal outdated, and applying it changes nothing', async () => {
    const { tenant, depotKey } = await aDay(0)
    const { loadId, ids } = await aDetour(tenant, depotKey)
    const proposal = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
    await tenant.call(deleteLoad, { query: { id: loadId } })
    const problem = await rejectsWith('PLAN_OUTDATED', apply(tenant, proposal))
    assert.ok(problem.errors.some(({ code }) => code === 'gone'))
    assert.deepEqual((await planOf(tenant, ids)).loads, [])
  })

  test('an invalid request is rejected with every error', async () => {
    const { tenant, depotKey } = await aDay(0)
    const { loadId, ids } = await aDetour(tenant, depotKey)
    const resting = await aVehicle(tenant, depotKey, { active: false })
    const create = (body: Record<string, unknown>) => tenant.request('POST', '/v1/optimisation', { body })
    const refused: [Record<string, unknown>, number, string[]][] = [
      [{}, 400, ['/mode']],
      [{ mode: 'week' }, 400, ['/mode']],
      [{ mode: 'sequence' }, 400, ['/loadIds']],
      [{ mode: 'fill', loadIds: [] }, 400, ['/loadIds']],
      [{ mode: 'sequence', loadIds: [loadId], vehicleKeys: ['A'] }, 400, ['/vehicleKeys']],
      [{ mode: 'day', day: '2026-02-30' }, 400, ['/day']],
      [{ mode: 'day', day: 'tomorrow' }, 400, ['/day']],
      [{ mode: 'day', seconds: 0 }, 400, ['/seconds']],
      [{ mode: 'day', seconds: 301 }, 400, ['/seconds']],
      [{ mode: 'day', pool: ['all'] }, 400, ['/pool/0']],
      [{ mode: 'day', vehicleKeys: ['NO-SUCH'] }, 422, ['/vehicleKeys/0']],
      [{ mode: 'sequence', loadIds: ['NO-SUCH'] }, 404, ['/loadIds/0']],
      [{ mode: 'day', consignmentIds: ['NO-SUCH'] }, 422, ['/consignmentIds/0']],
      [{ mode: 'day', consignmentIds: [ids[0]] }, 409, ['/consignmentIds/0']],
      [
        { mode: 'day', day, loadIds: [loadId], keep: { consignmentIds: [ids[0], 'NO-SUCH'] } },
        422,
        ['/keep/consignmentIds/1'],
      ],
      [{ mode: 'day', vehicleKeys: [resting] }, 400, ['/vehicleKeys/0']],
    ]
    for (const [body, status, paths] of refused) {
      const answer = await create(body)
      assert.deepEqual(
        [answer.status, answer.json.data.errors.map(({ path }: { path: string }) => path)],
        [status, paths],
        JSON.stringify(body),
      )
    }
    for (const status of ['released', 'started'] as const)
      await tenant.call(updateLoadById, { params: { loadId }, body: { status } })
    await rejectsWith('LOAD_STATE', tenant.call(createOptimisation, { body: { mode: 'sequence', loadIds: [loadId] } }))
  })
})
