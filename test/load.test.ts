// What an integrator relies on about loads: their fields, their status and what it forbids, who is in them and in which order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../contract/consignment.ts'
import { createDepot } from '../contract/depot.ts'
import { updateEnvironment } from '../contract/environment.ts'
import { clearExport, listExport } from '../contract/export.ts'
import {
  createLoad,
  deleteLoad,
  deleteLoadById,
  getLoad,
  getLoadById,
  type LoadStatus,
  listLoads,
  loadStatuses,
  updateLoad,
  updateLoadById,
} from '../contract/load.ts'
import { everyEngine, type Tenant } from './harness.ts'
import { aDepot, aKey, anOrder } from './orders.ts'
import { assertProblem, messagesOf } from './problem.ts'
import { tenants } from './tenants.ts'

const stopsOf = (ids: string[]) => ids.map((consignmentId) => ({ consignmentId }))

/** The few steps that most of these tests are made of. */
function steps({ call }: Tenant) {
  const order = async (members: Parameters<typeof anOrder>[0] = {}) =>
    (await call(createConsignment, { body: anOrder(members) })).data.consignmentId
  return {
    order,
    orders: async (count: number, members: Parameters<typeof anOrder>[0] = {}) => {
      const ids: string[] = []
      for (let n = 0; n < count; n++) ids.push(await order(members))
      return ids
    },
    load: async (members: object = {}) =>
      (await call(createLoad, { body: { key: aKey('LOAD'), ...members } })).data.loadId,
    patch: (id: string, body: Record<string, unknown>) => call(updateLoad, { query: { id }, body }),
    readOrder: async (id: string) => (await call(getConsignment, { query: { id } })).data,
    readLoad: async (id: string) => (await call(getLoad, { query: { id } })).data,
    members: async (id: string) => {
      const { stops } = (await call(getLoad, { query: { id } })).data
      assert.deepEqual(
        stops.map(({ position }) => position),
        stops.map((_, index) => index + 1),
        'positions have no gaps',
      )
      return stops.map(({ consignmentId }) => consignmentId)
    },
  }
}

everyEngine('loads', (open) => {
  const fresh = tenants(open)

  test('a load reads back with every field, by id, by key and by path', async () => {
    const { call, environmentId } = await fresh()
    for (const key of ['S', 'E']) await call(createDepot, { body: aDepot({ key }) })
    const body = {
      key: 'ROUTE 1',
      startDepotKey: 'S',
      endDepotKey: 'E',
      plannedStart: '2026-07-01 09:00:00',
      weightCapacity: 1200.5,
      volumeCapacity: 8,
    }
    const created = await call(createLoad, { body, query: { timezone: 'Europe/London' } })
    assert.deepEqual(Object.keys(created.data), ['loadId'])
    const { loadId } = created.data
    const { data, etag } = await call(getLoad, { query: { id: loadId } })
    const { created: at, updated, ...rest } = data
    assert.deepEqual(rest, {
      ...body,
      loadId,
      environmentId,
      status: 'planning',
      version: 1,
      plannedStart: '2026-07-01T08:00:00Z',
      peakWeight: 0,
      peakVolume: 0,
      stopCount: 0,
      stops: [],
    })
    assert.equal(at, updated)
    assert.equal(etag, '"1"')
    assert.deepEqual((await call(getLoad, { query: { key: 'ROUTE 1' } })).data, data)
    assert.deepEqual((await call(getLoad, { query: { key: 'ROUTE 1', id: loadId } })).data, data)
    assert.deepEqual((await call(getLoadById, { params: { loadId } })).data, data)
    const local = await call(getLoad, { query: { id: loadId, dateTimes: 'local', timezone: 'Asia/Tokyo' } })
    assert.equal(local.data.plannedStart, '2026-07-01T17:00:00+09:00')
    const { stops: _, ...summary } = data
    assert.deepEqual((await call(listLoads)).data, [summary])
  })

  test('what a load leaves out reads as null', async () => {
    const { call } = await fresh()
    const { data } = await call(createLoad, { body: { key: 'BARE', startDepotKey: null, stops: null, status: null } })
    const read = (await call(getLoad, { query: { id: data.loadId } })).data
    const { startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity } = read
    assert.deepEqual(
      [startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity],
      [null, null, null, null, null],
    )
  })

  test('the list shows loads newest first', async () => {
    const { call } = await fresh()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await call(createLoad, { body: { key: `L${n}` } })).data.loadId)
    assert.deepEqual(
      (await call(listLoads)).data.map(({ loadId }) => loadId),
      ids,
    )
  })

  const refusals: [string, object, string[]][] = [
    ['nothing', {}, ['/key']],
    ['an empty key', { key: '' }, ['/key']],
    ['a space at the end of its key', { key: 'K ' }, ['/key']],
    ['an unknown status', { key: 'K', status: 'done' }, ['/status']],
    [
      'negative capacities',
      { key: 'K', weightCapacity: -1, volumeCapacity: -0.5 },
      ['/weightCapacity', '/volumeCapacity'],
    ],
    ['a capacity as text', { key: 'K', weightCapacity: '1' }, ['/weightCapacity']],
    ['a start on 30 February', { key: 'K', plannedStart: '2026-02-30 00:00:00' }, ['/plannedStart']],
    ['a misspelt member', { key: 'K', startDepot: 'S' }, ['/startDepot']],
    [
      'what only reads return',
      { key: 'K', loadId: 'x', version: 1, peakWeight: 0, stopCount: 0 },
      ['/loadId', '/version', '/peakWeight', '/stopCount'],
    ],
    ['a stop without an id', { key: 'K', stops: [{ position: 1 }] }, ['/stops/0/consignmentId']],
    ['stops as ids', { key: 'K', stops: ['x'] }, ['/stops/0']],
    [
      'unknown depots beside a fault of form',
      { key: 'K', startDepotKey: 'A', endDepotKey: 'B', weightCapacity: -1, stops: [{ consignmentId: 'nobody' }] },
      ['/startDepotKey', '/endDepotKey', '/weightCapacity', '/stops/0/consignmentId'],
    ],
  ]
  for (const [what, body, paths] of refusals)
    test(`a load with ${what} is refused, and nothing is stored`, async () => {
      const { call, request } = await fresh()
      assertProblem(await request('POST', '/v1/load', { body }), 'BAD_REQUEST', paths)
      assert.deepEqual((await call(listLoads)).data, [])
    })

  test('the same order twice among the stops is refused', async () => {
    const tenant = await fresh()
    const [id] = await steps(tenant).orders(1)
    const twice = { stops: stopsOf([id!, id!]) }
    assertProblem(await tenant.request('POST', '/v1/load', { body: { key: 'K', ...twice } }), 'BAD_REQUEST', [
      '/stops/1/consignmentId',
    ])
  })

  test('unknown depots and unknown orders are told together', async () => {
    const tenant = await fresh()
    const body = { startDepotKey: 'A', endDepotKey: 'B', stops: stopsOf(['nobody']) }
    const paths = ['/startDepotKey', '/endDepotKey', '/stops/0/consignmentId']
    assertProblem(await tenant.request('POST', '/v1/load', { body: { key: 'K', ...body } }), 'UNKNOWN_DEPOT', paths)
    const id = await steps(tenant).load()
    assertProblem(await tenant.request('PATCH', `/v1/load?id=${id}`, { body }), 'UNKNOWN_DEPOT', paths)
  })

  test('a key is used once; the refusal names the holder', async () => {
    const { call } = await fresh()
    const { loadId } = (await call(createLoad, { body: { key: 'ONE' } })).data
    const taken = { code: 'KEY_EXISTS', status: 409, loadId }
    await assert.rejects(call(createLoad, { body: { key: 'ONE' } }), taken)
    const other = (await call(createLoad, { body: { key: 'TWO' } })).data.loadId
    await assert.rejects(call(updateLoad, { query: { id: other }, body: { key: 'ONE' } }), taken)
    await call(updateLoad, { query: { id: other }, body: { key: 'THREE' } })
    assert.equal((await call(getLoad, { query: { key: 'THREE' } })).data.loadId, other)
    await call(createLoad, { body: { key: 'TWO' } })
  })

  test('a load is selected by id, key or both when they agree, and never without', async () => {
    const { call, request } = await fresh()
    const { loadId } = (await call(createLoad, { body: { key: 'K1' } })).data
    await call(createLoad, { body: { key: 'K2' } })
    for (const [method, init] of [
      ['GET', {}],
      ['PATCH', { body: {} }],
      ['DELETE', {}],
    ] as const) {
      assertProblem(await request(method, '/v1/load', init), 'BAD_REQUEST', ['?id'])
      assertProblem(await request(method, '/v1/load?id=', init), 'BAD_REQUEST', ['?id'])
      assertProblem(await request(method, `/v1/load?id=${loadId}&key=K2`, init), 'BAD_REQUEST', ['?key'])
      assertProblem(await request(method, `/v1/load?id=${loadId}&key=K9`, init), 'BAD_REQUEST', ['?key'])
      assertProblem(await request(method, '/v1/load?id=nobody&key=K2', init), 'BAD_REQUEST', ['?key'])
      assertProblem(await request(method, '/v1/load?id=nobody', init), 'NOT_FOUND')
      assertProblem(await request(method, '/v1/load?key=nobody', init), 'NOT_FOUND')
      assertProblem(await request(method, '/v1/load/nobody', init), 'NOT_FOUND')
      assertProblem(await request(method, `/v1/load/${loadId}?key=K1`, init), 'BAD_REQUEST', ['?key'])
    }
    assert.equal((await call(listLoads)).data.length, 2)
  })

  test('a patch merges, null clears, and what changes nothing is no change', async () => {
    const { call } = await fresh()
    const { loadId } = (
      await call(createLoad, {
        body: { key: 'K', plannedStart: '2026-07-01T08:00:00Z', weightCapacity: 5, volumeCapacity: 6 },
      })
    ).data
    const params = { loadId }
    assert.equal((await call(updateLoadById, { params, body: { weightCapacity: 7 } })).etag, '"2"')
    assert.equal(
      (await call(updateLoadById, { params, body: { weightCapacity: 7, key: 'K', status: 'planning' } })).etag,
      '"2"',
    )
    assert.equal(
      (await call(updateLoadById, { params, body: { plannedStart: '2026-07-01 10:00:00+02:00' } })).etag,
      '"2"',
    )
    assert.equal((await call(updateLoadById, { params, body: {} })).etag, '"2"')
    const read = await call(getLoadById, { params })
    assert.equal((await call(updateLoadById, { params, body: read.data })).etag, '"2"', 'a read can be sent back')
    assert.equal(
      (await call(updateLoadById, { params, body: { plannedStart: null, weightCapacity: null } })).etag,
      '"3"',
    )
    const { data } = await call(getLoadById, { params })
    assert.deepEqual([data.plannedStart, data.weightCapacity, data.volumeCapacity, data.version], [null, null, 6, 3])
  })

  test('members that only reads return are refused in a patch when they differ', async () => {
    const { request, ...tenant } = await fresh()
    const id = await steps({ request, ...tenant }).load()
    for (const [name, value] of Object.entries({
      loadId: 'x',
      environmentId: 'x',
      created: '2020-01-01T00:00:00Z',
      updated: null,
      peakWeight: 7,
      peakVolume: 7,
      stopCount: 7,
    }))
      assertProblem(await request('PATCH', `/v1/load?id=${id}`, { body: { [name]: value } }), 'BAD_REQUEST', [
        `/${name}`,
      ])
    for (const body of [{ key: null }, { key: '' }])
      assertProblem(await request('PATCH', `/v1/load?id=${id}`, { body }), 'BAD_REQUEST', ['/key'])
    assertProblem(await request('PATCH', `/v1/load?id=${id}`, { body: { stopps: [] } }), 'BAD_REQUEST', ['/stopps'])
  })

  test('If-Match and the version in the body protect changes and deletion', async () => {
    const { call } = await fresh()
    const { loadId } = (await call(createLoad, { body: { key: 'K' } })).data
    const query = { id: loadId }
    await call(updateLoad, { query, body: { weightCapacity: 1 }, ifMatch: '"1"' })
    const stale = { code: 'VERSION_MISMATCH', status: 412 }
    await assert.rejects(call(updateLoad, { query, body: { weightCapacity: 2 }, ifMatch: '"1"' }), stale)
    await assert.rejects(call(updateLoad, { query, body: { weightCapacity: 2, version: 1 } }), stale)
    await assert.rejects(call(deleteLoad, { query, ifMatch: '"1"' }), stale)
    await assert.rejects(call(deleteLoadById, { params: { loadId }, ifMatch: '"3"' }), stale)
    // Joining is a change of the load.
    const order = await call(createConsignment, { body: anOrder({ loadId }) })
    await assert.rejects(call(deleteLoad, { query, ifMatch: '"2"' }), stale)
    await call(deleteConsignment, { query: { id: order.data.consignmentId } })
    await call(updateLoad, { query, body: { weightCapacity: 2, version: 4 } })
    await call(deleteLoad, { query, ifMatch: '"5"' })
    await assert.rejects(call(getLoad, { query }), { code: 'NOT_FOUND' })
  })

  test('an unknown loadId creates an open load of that id, once', async () => {
    const { call } = await fresh()
    const ids = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await call(createConsignment, { body: anOrder({ loadId: 'my load/1' }) })).data.consignmentId,
      ),
    )
    const loads = (await call(listLoads)).data
    assert.equal(loads.length, 1)
    const { data } = await call(getLoad, { query: { id: 'my load/1' } })
    assert.deepEqual(
      [data.loadId, data.key, data.status, data.startDepotKey, data.endDepotKey],
      ['my load/1', 'my load/1', 'planning', null, null],
    )
    assert.deepEqual(data.stops.map(({ consignmentId }) => consignmentId).sort(), ids.sort())
    assert.deepEqual(
      data.stops.map(({ position }) => position),
      ids.map((_, index) => index + 1),
    )
    assert.equal((await call(getLoadById, { params: { loadId: 'my load/1' } })).data.stopCount, 12)
    await assert.rejects(call(createLoad, { body: { key: 'my load/1' } }), { code: 'KEY_EXISTS', loadId: 'my load/1' })
  })

  test('a patch creates an unknown load as well, and an order that is refused creates none', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    const id = await steps(tenant).order()
    await call(updateConsignment, { query: { id }, body: { loadId: 'NEW' } })
    assert.equal((await call(getLoad, { query: { key: 'NEW' } })).data.stopCount, 1)
    assertProblem(
      await request('POST', '/v1/consignment', { body: anOrder({ loadId: 'NEVER', depotKey: 'NOWHERE' }) }),
      'UNKNOWN_DEPOT',
    )
    assertProblem(await request('POST', '/v1/consignment', { body: anOrder({ loadId: ' EDGE ' }) }), 'BAD_REQUEST', [
      '/loadId',
    ])
    assertProblem(
      await request('PATCH', `/v1/consignment?id=${id}`, { body: { loadId: 'x'.repeat(129) } }),
      'BAD_REQUEST',
      ['/loadId'],
    )
    assert.equal((await call(listLoads)).data.length, 1)
  })

  test('an environment can refuse unknown loads instead', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    const { order, load, members } = steps(tenant)
    await call(updateEnvironment, { body: { loads: { unknown: 'refuse' } } })
    const id = await order()
    assertProblem(await request('POST', '/v1/consignment', { body: anOrder({ loadId: 'NOPE' }) }), 'UNKNOWN_LOAD', [
      '/loadId',
    ])
    assertProblem(await request('PATCH', `/v1/consignment?id=${id}`, { body: { loadId: 'NOPE' } }), 'UNKNOWN_LOAD', [
      '/loadId',
    ])
    assert.deepEqual((await call(listLoads)).data, [])
    const loadId = await load()
    await call(updateConsignment, { query: { id }, body: { loadId } })
    assert.deepEqual(await members(loadId), [id])
    await call(updateEnvironment, { body: { loads: null } })
    await order({ loadId: 'NOPE' })
  })

  test('the key of a load in place of its id is refused, and the answer names the id', async () => {
    const tenant = await fresh()
    const { request } = tenant
    const { load, order } = steps(tenant)
    const loadId = await load({ key: 'ROUTE-7' })
    const id = await order()
    for (const answer of [
      await request('POST', '/v1/consignment', { body: anOrder({ loadId: 'ROUTE-7' }) }),
      await request('PATCH', `/v1/consignment?id=${id}`, { body: { loadId: 'ROUTE-7' } }),
    ]) {
      assertProblem(answer, 'UNKNOWN_LOAD', ['/loadId'])
      assert.ok(messagesOf(answer).includes(loadId))
    }
  })

  for (const from of loadStatuses)
    for (const to of loadStatuses) {
      const step = loadStatuses.indexOf(to) - loadStatuses.indexOf(from)
      const started = from === 'started' || from === 'completed'
      const allowed = step >= 0 || (step === -1 && !started)
      test(`a load that is ${from} ${allowed ? (step === 0 ? 'stays' : 'becomes') : 'does not become'} ${to}`, async () => {
        const tenant = await fresh()
        const { load, readLoad } = steps(tenant)
        const id = await load({ status: from })
        const answer = await tenant.request('PATCH', `/v1/load?id=${id}`, { body: { status: to } })
        if (allowed) assert.equal(answer.status, 200, answer.text)
        else {
          assertProblem(answer, 'LOAD_STATE', ['/status'])
          assert.equal(answer.json.data.loadId, id)
        }
        const { status, version } = await readLoad(id)
        assert.deepEqual([status, version], [allowed ? to : from, allowed && step !== 0 ? 2 : 1])
      })
    }

  for (const status of ['started', 'completed'] as const)
    test(`a load that is ${status} takes no change of members, order or depots, and keeps its orders`, async () => {
      const tenant = await fresh()
      const { call, request } = tenant
      const { order, orders, load, patch, members, readLoad, readOrder } = steps(tenant)
      await call(createDepot, { body: aDepot({ key: 'D' }) })
      const ids = await orders(3)
      const outside = await order()
      const id = await load({ stops: stopsOf(ids), startDepotKey: 'D' })
      const elsewhere = await load()
      await patch(id, { status })
      const before = await readLoad(id)
      const path = `/v1/load?id=${id}`
      const refused: [string, string, object?][] = [
        ['PATCH', path, { stops: stopsOf(ids.toReversed()) }],
        ['PATCH', path, { stops: stopsOf(ids.slice(1)) }],
        ['PATCH', path, { stops: stopsOf([...ids, outside]) }],
        ['PATCH', path, { stops: [] }],
        ['PATCH', path, { stops: null }],
        ['PATCH', path, { stops: stopsOf(['nobody']) }],
        ['PATCH', path, { startDepotKey: null }],
        ['PATCH', path, { endDepotKey: 'D' }],
        ['DELETE', path],
        ['PATCH', `/v1/consignment?id=${ids[0]}`, { loadId: null }],
        ['PATCH', `/v1/consignment?id=${ids[0]}`, { loadId: elsewhere }],
        ['PATCH', `/v1/consignment?id=${ids[0]}`, { loadId: 'NEW' }],
        ['PATCH', `/v1/consignment?id=${outside}`, { loadId: id }],
        ['POST', '/v1/consignment', anOrder({ loadId: id })],
        ['DELETE', `/v1/consignment?id=${ids[1]}`],
        ['PATCH', `/v1/load?id=${elsewhere}`, { stops: stopsOf([ids[0]!]) }],
        ['POST', '/v1/load', { key: aKey(), stops: stopsOf([ids[0]!]) }],
      ]
      for (const [method, where, body] of refused) {
        const answer = await request(method, where, body ? { body } : {})
        assertProblem(answer, 'LOAD_STATE')
        assert.equal(answer.json.data.loadId, id, `${method} ${where} names the load`)
      }
      assert.deepEqual(await readLoad(id), before)
      assert.deepEqual(await members(elsewhere), [])
      assert.equal((await call(listLoads)).data.length, 2)

      // Everything else stays editable.
      await call(updateConsignment, {
        query: { id: ids[0]! },
        body: { weight: 9, key: aKey(), type: 'collection', loadId: id },
      })
      await patch(id, { key: aKey(), weightCapacity: 10, plannedStart: '2026-01-01 00:00:00' })
      await patch(id, { stops: stopsOf(ids), startDepotKey: 'D', endDepotKey: null })
      assert.deepEqual([(await readOrder(ids[0]!)).weight, (await readLoad(id)).weightCapacity], [9, 10])
      assert.deepEqual(await members(id), ids)
    })

  test('stops are set, joined, left and reordered with one list', async () => {
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

  test('one id made of two ids joined is no order', async () => {
    const tenant = await fresh()
    const { orders, load } = steps(tenant)
    const ids = await orders(2)
    const id = await load({ stops: stopsOf(ids) })
    const answer = await tenant.request('PATCH', `/v1/load?id=${id}`, { body: { stops: stopsOf([ids.join()]) } })
    assertProblem(answer, 'UNKNOWN_CONSIGNMENT', ['/stops/0/consignmentId'])
  })

  test('joining appends at the end and leaving closes the gap, however it is done', async () => {
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

  test('joining and leaving change the version and the export entry of an order; moving within the load does not', async () => {
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

  test('deleting a load keeps its orders without a load', async () => {
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

  test('timeAtStop is fixed when an order first joins a load, and stays so', async () => {
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
    assert.deepEqual([await time(byPost), await time(byStops)], [10, 10])
    await call(updateConsignment, { query: { id: byPost }, body: { timeAtStop: 0 } })
    assert.equal(await time(byPost), 0, 'an own value always counts, also zero')
    await call(updateConsignment, { query: { id: byPost }, body: { timeAtStop: null } })
    assert.equal(await time(byPost), 10)
  })

  test('released puts the orders of a load on the export list, whatever status it skips', async () => {
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

  test('the peaks are the most that is ever on board', async () => {
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

  test('peaks stay numbers, however heavy the orders', async () => {
    const tenant = await fresh()
    const { orders, load, readLoad } = steps(tenant)
    const id = await load({ stops: stopsOf(await orders(3, { weight: 1.7e308 })) })
    assert.equal((await readLoad(id)).peakWeight, Number.MAX_VALUE)
  })

  test('joins, leaves, moves and deletions at the same time leave no gap and no order in two loads', async () => {
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
