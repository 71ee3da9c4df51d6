// What an integrator relies on about loads: their fields, their status and what it forbids.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, deleteConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import {
  createLoad,
  deleteLoad,
  deleteLoadById,
  getLoad,
  getLoadById,
  listLoads,
  loadStatuses,
  updateLoad,
  updateLoadById,
} from '../../contract/load.ts'
import { noFigures } from '../../server/planning/calculation/figures.ts'
import { everyEngine } from '../support/harness.ts'
import { steps, stopsOf } from '../support/loads.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { assertProblem, messagesOf } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('loads', (open) => {
  const fresh = tenants(open)

  test('a read of a load by id, by key or by path returns every field', async () => {
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
      vehicleKey: null,
      driverKey: null,
      packageCapacity: null,
      actualStart: null,
      actualEnd: null,
      peakWeight: 0,
      peakVolume: 0,
      stopCount: 0,
      ...noFigures,
      peakPackages: 0,
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
    assert.deepEqual((await call(listLoads, { query: { figures: 'true' } })).data, [summary])
    assert.deepEqual((await call(listLoads)).data, [{ ...summary, ...noFigures }])
  })

  test('a read of a load returns null for absent fields', async () => {
    const { call } = await fresh()
    const { data } = await call(createLoad, { body: { key: 'BARE', startDepotKey: null, stops: null, status: null } })
    const read = (await call(getLoad, { query: { id: data.loadId } })).data
    const { startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity } = read
    assert.deepEqual(
      [startDepotKey, endDepotKey, plannedStart, weightCapacity, volumeCapacity],
      [null, null, null, null, null],
    )
  })

  test('the list returns loads newest first', async () => {
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
    test(`a load with ${what} is rejected, and nothing is stored`, async () => {
      const { call, request } = await fresh()
      assertProblem(await request('POST', '/v1/load', { body }), 'BAD_REQUEST', paths)
      assert.deepEqual((await call(listLoads)).data, [])
    })

  test('stops that contain an order twice are rejected', async () => {
    const tenant = await fresh()
    const [id] = await steps(tenant).orders(1)
    const twice = { stops: stopsOf([id!, id!]) }
    assertProblem(await tenant.request('POST', '/v1/load', { body: { key: 'K', ...twice } }), 'BAD_REQUEST', [
      '/stops/1/consignmentId',
    ])
  })

  test('unknown depots and unknown orders are reported together', async () => {
    const tenant = await fresh()
    const body = { startDepotKey: 'A', endDepotKey: 'B', stops: stopsOf(['nobody']) }
    const paths = ['/startDepotKey', '/endDepotKey', '/stops/0/consignmentId']
    assertProblem(await tenant.request('POST', '/v1/load', { body: { key: 'K', ...body } }), 'UNKNOWN_DEPOT', paths)
    const id = await steps(tenant).load()
    assertProblem(await tenant.request('PATCH', `/v1/load?id=${id}`, { body }), 'UNKNOWN_DEPOT', paths)
  })

  test('the key of a load is unique, and the error names the load with this key', async () => {
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

  test('of several concurrent creates with the same key, one succeeds, and the errors name its load', async () => {
    const { call } = await fresh()
    const created = await Promise.allSettled(
      Array.from({ length: 32 }, () => call(createLoad, { body: { key: 'ONE' } })),
    )
    const won = created.flatMap((each) => (each.status === 'fulfilled' ? [each.value.data.loadId] : []))
    const refused = created.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    assert.deepEqual(
      (await call(listLoads)).data.map(({ loadId }) => loadId),
      won,
    )
    assert.deepEqual(
      refused.map(({ code, loadId }) => [code, loadId]),
      Array(31).fill(['KEY_EXISTS', won[0]]),
    )
  })

  test('an id, a key or a matching pair selects a load, and a request without both is rejected', async () => {
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
    assertProblem(await request('PATCH', '/v1/load', { body: { weightCapacity: -1 } }), 'BAD_REQUEST', [
      '?id',
      '/weightCapacity',
    ])
    assert.equal((await call(listLoads)).data.length, 2)
  })

  test('a patch of a load merges, clears by null, and changes nothing if values are equal', async () => {
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

  test('a patch with changed read-only fields is rejected', async () => {
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

  test('an unknown loadId creates an open load with this id once', async () => {
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

  test('a patch of an order creates an unknown load, unless the order is rejected', async () => {
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

  test('an environment can reject unknown loads instead', async () => {
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

  test('the key of a load in the place of its id is rejected, and the error names the id', async () => {
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
    test(`a load that is ${status} rejects changes of fields, stop order or depots, and deletion of its orders`, async () => {
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
})
