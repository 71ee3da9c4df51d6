// Who is in a load, in which order, and what joining and leaving do to an order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteConsignment, updateConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { clearExport, listExport } from '../../contract/export.ts'
import { deleteLoad, type LoadStatus, listLoads } from '../../contract/load.ts'
import { everyEngine } from '../support/harness.ts'
import { steps, stopsOf } from '../support/loads.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('stops', (open) => {
  const fresh = tenants(open)

  test('a change of `stops` sets, adds, removes and reorders the stops of a load', async () => {
    const tenant = await fresh()
    const { orders, load, patch, members, readOrder } = steps(tenant)
    const [a, b, c, d] = (await orders(4)) as [string, string, string, string]
    const id = await load({ stops: stopsOf([b, a]) })
    assert.deepEqual(await members(id), [b, a])
    await patch(id, { stops: stopsOf([c, a, d]) })
    assert.deepEqual(await members(id), [c, a, d])
    assert.deepEqual([(await readOrder(b)).loadId, (await readOrder(b)).stopPosition], [null, 0])
    assert.deepEqual([(await readOrder(d)).loadId, (await readOrder(d)).stopPosition], [id, 3])
    await patch(id, { stops: stopsOf([d, c, a]) })
    assert.deepEqual(await members(id), [d, c, a])
    await patch(id, { weightCapacity: 1 })
    assert.deepEqual(await members(id), [d, c, a], 'a patch without stops leaves them alone')
    await patch(id, { stops: null })
    assert.deepEqual(await members(id), [])
    assert.equal((await readOrder(a)).loadId, null)
  })

  test('a stop whose id joins two order ids is rejected', async () => {
    const tenant = await fresh()
    const { orders, load } = steps(tenant)
    const ids = await orders(2)
    const id = await load({ stops: stopsOf(ids) })
    const answer = await tenant.request('PATCH', `/v1/load?id=${id}`, { body: { stops: stopsOf([ids.join()]) } })
    assertProblem(answer, 'UNKNOWN_CONSIGNMENT', ['/stops/0/consignmentId'])
  })

  test('a new stop is added at the end, and a removed stop leaves no gap, in every kind of request', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { order, orders, load, patch, members } = steps(tenant)
    const one = await load()
    const other = await load()
    const ids = await orders(5, { loadId: one })
    const late = await order()
    await call(updateConsignment, { query: { id: late }, body: { loadId: one } })
    assert.deepEqual(await members(one), [...ids, late])
    await call(updateConsignment, { query: { id: ids[1]! }, body: { loadId: null } })
    assert.deepEqual(await members(one), [ids[0], ids[2], ids[3], ids[4], late])
    await call(deleteConsignment, { query: { id: ids[0]! } })
    assert.deepEqual(await members(one), [ids[2], ids[3], ids[4], late])
    await call(updateConsignment, { query: { id: ids[3]! }, body: { loadId: other } })
    assert.deepEqual([await members(one), await members(other)], [[ids[2], ids[4], late], [ids[3]]])
    await patch(other, { stops: stopsOf([ids[2]!, ids[3]!]) })
    assert.deepEqual(
      [await members(one), await members(other)],
      [
        [ids[4], late],
        [ids[2], ids[3]],
      ],
    )
  })

  test("adding and removing change an order's version and export entry; moving does not", async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { orders, load, patch, readOrder } = steps(tenant)
    const ids = (await orders(3)) as [string, string, string]
    const versions = async () => (await Promise.all(ids.map(readOrder))).map(({ version }) => version)
    const listed = async () => (await call(listExport)).data
    const clear = () => call(clearExport)
    const id = await load()
    await clear()
    await patch(id, { stops: stopsOf(ids) })
    assert.deepEqual([await versions(), await listed()], [[2, 2, 2], ids], 'joining by stops')
    await clear()
    const before = await Promise.all(ids.map(readOrder))
    await patch(id, { stops: stopsOf([ids[2], ids[0], ids[1]]) })
    assert.deepEqual([await versions(), await listed()], [[2, 2, 2], []], 'reordering')
    const after = await Promise.all(ids.map(readOrder))
    assert.deepEqual(
      after.map(({ stopPosition, ...rest }) => rest),
      before.map(({ stopPosition, ...rest }) => rest),
    )
    assert.deepEqual(
      after.map(({ stopPosition }) => stopPosition),
      [2, 3, 1],
    )
    await patch(id, { stops: stopsOf([ids[0], ids[1]]) })
    assert.deepEqual([await versions(), await listed()], [[2, 2, 3], [ids[2]]], 'leaving by stops, others move up')
    await clear()
    await call(updateConsignment, { query: { id: ids[0] }, body: { loadId: null } })
    assert.deepEqual([await versions(), await listed()], [[3, 2, 3], [ids[0]]], 'leaving by the order')
    await clear()
    await call(updateConsignment, { query: { id: ids[0] }, body: { loadId: id } })
    assert.deepEqual([await versions(), await listed()], [[4, 2, 3], [ids[0]]], 'joining by the order')
    await clear()
    await call(deleteLoad, { query: { id } })
    assert.deepEqual(
      [await versions(), (await listed()).toSorted()],
      [[5, 3, 3], [ids[0], ids[1]].toSorted()],
      'deleting the load',
    )
  })

  test('the deletion of a load leaves its orders without a load', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { orders, load, readOrder } = steps(tenant)
    for (const status of ['planning', 'planned', 'released'] as const) {
      const ids = await orders(2)
      const id = await load({ stops: stopsOf(ids), status })
      await call(deleteLoad, { query: { id } })
      for (const order of await Promise.all(ids.map(readOrder)))
        assert.deepEqual([order.loadId, order.stopPosition], [null, 0])
      await assert.rejects(call(deleteLoad, { query: { id } }), { code: 'NOT_FOUND' })
    }
  })

  test('timeAtStop is set when an order first joins a load, and does not change later', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { order, load, patch, readOrder, readLoad } = steps(tenant)
    const setDuration = (stopDuration: number | null) =>
      call(updateEnvironment, { body: { routeSettings: { stopDuration } } })
    const time = async (id: string) => (await readOrder(id)).timeAtStop
    const id = await load()
    const [outside, own] = [await order(), await order({ timeAtStop: 3 })]
    const byPatch = await order()
    const byStops = await order()
    assert.deepEqual([await time(outside), await time(own)], [10, 3], 'the default, and an own value')
    const byPost = await order({ loadId: id })
    await call(updateConsignment, { query: { id: byPatch }, body: { loadId: id } })
    await patch(id, { stops: stopsOf([byPost, byPatch, byStops, own]) })
    await setDuration(25)
    for (const [what, which, minutes] of [
      ['outside a load', outside, 25],
      ['joined on creation', byPost, 10],
      ['joined by patch', byPatch, 10],
      ['joined by stops', byStops, 10],
      ['own value', own, 3],
    ] as const)
      assert.equal(await time(which), minutes, what)
    assert.deepEqual(
      (await readLoad(id)).stops.map(({ timeAtStop }) => timeAtStop),
      [10, 10, 10, 3],
    )
    // Leaving and joining again, even another load, does not fix it anew.
    await patch(id, { stops: [] })
    await call(updateConsignment, { query: { id: byPost }, body: { loadId: 'OTHER' } })
    await patch(id, { stops: stopsOf([byStops]) })
    assert.deepEqual([await time(byPost), await time(byStops)], [10, 10])
    await call(updateConsignment, { query: { id: own }, body: { timeAtStop: null } })
    assert.equal(await time(own), 3, 'the own value was fixed as well')
    await call(updateConsignment, { query: { id: byPost }, body: { timeAtStop: 0 } })
    assert.equal(await time(byPost), 0, 'an own value always counts, also zero')
    await call(updateConsignment, { query: { id: byPost }, body: { timeAtStop: null } })
    assert.equal(await time(byPost), 10)
  })

  test('the release of a load adds its orders to the export list, from any status', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { orders, load, patch } = steps(tenant)
    const released = async (from: LoadStatus, to: LoadStatus) => {
      const ids = await orders(2)
      const id = await load({ stops: stopsOf(ids), status: from })
      await call(clearExport)
      await patch(id, { status: to })
      const { data } = await call(listExport, { query: { detail: 'true' } })
      return data.map((entry) => (typeof entry === 'string' ? entry : entry.reason))
    }
    for (const [from, to] of [
      ['planning', 'released'],
      ['planned', 'released'],
      ['planning', 'started'],
      ['planned', 'completed'],
    ] as const)
      assert.deepEqual(await released(from, to), ['released', 'released'], `${from} to ${to}`)
    for (const [from, to] of [
      ['planning', 'planned'],
      ['released', 'planned'],
      ['released', 'started'],
      ['started', 'completed'],
    ] as const)
      assert.deepEqual(await released(from, to), [], `${from} to ${to}`)
    const ids = await orders(1)
    await call(clearExport)
    await load({ stops: stopsOf(ids), status: 'released' })
    assert.deepEqual((await call(listExport)).data, ids)
  })

  test('the peaks of a load are the maximum on board at any time', async () => {
    const tenant = await fresh()
    const { order, load, readLoad } = steps(tenant)
    const { call } = tenant
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    for (let round = 0; round < 12; round++) {
      const goods = Array.from({ length: random(8) }, () => ({
        type: random(2) === 0 ? ('delivery' as const) : ('collection' as const),
        weight: random(4) === 0 ? null : random(100),
        volume: random(4) === 0 ? null : random(100) / 4,
      }))
      const ids: string[] = []
      for (const members of goods) ids.push(await order(members))
      const id = await load({ stops: stopsOf(ids) })
      // What is on board after each stop, counted anew for every one of them.
      const peak = (measure: 'weight' | 'volume') =>
        Math.max(
          ...[...goods.keys(), goods.length].map((passed) =>
            goods
              .filter(({ type }, index) => (type === 'delivery' ? index >= passed : index < passed))
              .reduce((sum, each) => sum + (each[measure] ?? 0), 0),
          ),
        )
      const { peakWeight, peakVolume, stopCount } = await readLoad(id)
      assert.deepEqual(
        [peakWeight, peakVolume, stopCount],
        [peak('weight'), peak('volume'), goods.length],
        JSON.stringify(goods),
      )
      const listed = (await call(listLoads)).data.find(({ loadId }) => loadId === id)!
      assert.deepEqual([listed.peakWeight, listed.peakVolume, listed.stopCount], [peakWeight, peakVolume, stopCount])
    }
  })

  test('the peaks of a load are finite numbers for any weight of the orders', async () => {
    const tenant = await fresh()
    const { orders, load, readLoad } = steps(tenant)
    const id = await load({ stops: stopsOf(await orders(3, { weight: 1.7e308 })) })
    assert.equal((await readLoad(id)).peakWeight, Number.MAX_VALUE)
  })

  test('concurrent additions, removals, moves and deletions keep each order in one load without gaps', async () => {
    const tenant = await fresh()
    const { request } = tenant
    const { orders, load, members, readOrder } = steps(tenant)
    const loads = [await load(), await load(), await load()]
    const ids = await orders(24)
    const doomed = new Set(ids.filter((_, index) => index % 6 === 5))
    for (let round = 0; round < 4; round++)
      await Promise.all([
        ...ids.map((id, index) => {
          const where = `/v1/consignment?id=${id}`
          if (round === 2 && doomed.has(id)) return request('DELETE', where)
          return request('PATCH', where, { body: { loadId: [...loads, null][(index + round * 3) % 4] } })
        }),
        ...loads.map((id, index) =>
          request('PATCH', `/v1/load?id=${id}`, {
            body: { stops: stopsOf(ids.slice(index * 5, index * 5 + 3).filter((each) => !doomed.has(each))) },
          }),
        ),
      ])
    const where = new Map<string, string>()
    for (const id of loads)
      for (const member of await members(id)) {
        assert.equal(where.has(member), false, 'in one load only')
        where.set(member, id)
      }
    for (const id of ids) {
      if (doomed.has(id)) {
        assertProblem(await request('GET', `/v1/consignment?id=${id}`), 'NOT_FOUND')
        assert.equal(where.has(id), false)
      } else assert.equal((await readOrder(id)).loadId, where.get(id) ?? null)
    }
  })
})
