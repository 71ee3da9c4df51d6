// The export list: who gets onto it, in which order, and that nothing is lost between reading and acknowledging.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import {
  acknowledgeExport,
  addExport,
  clearExport,
  type ExportEntry,
  listExport,
  removeExport,
} from '../../contract/export.ts'
import { createLoad, updateLoad } from '../../contract/load.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const path = '/v1/export/consignments'

function steps({ call }: Tenant) {
  const order = async (members: Parameters<typeof anOrder>[0] = {}) =>
    (await call(createConsignment, { body: anOrder(members) })).data.consignmentId
  return {
    order,
    orders: async (count: number) => {
      const ids: string[] = []
      for (let n = 0; n < count; n++) ids.push(await order())
      return ids
    },
    change: (id: string, weight = Math.random()) => call(updateConsignment, { query: { id }, body: { weight } }),
    list: async () => (await call(listExport)).data as string[],
    details: async () => (await call(listExport, { query: { detail: 'true' } })).data as ExportEntry[],
    clear: () => call(clearExport),
    acknowledge: async (
      ...consignments: (Pick<ExportEntry, 'consignmentId' | 'version'> & Partial<Pick<ExportEntry, 'reason'>>)[]
    ) => (await call(acknowledgeExport, { body: { consignments } })).data,
    version: async (id: string) => (await call(getConsignment, { query: { id } })).data.version,
  }
}

everyEngine('the export list', (open) => {
  const fresh = tenants(open)

  test('the export list contains every order once, oldest first', async () => {
    const { orders, change, list, clear } = steps(await fresh())
    assert.deepEqual(await list(), [])
    const ids = await orders(6)
    assert.deepEqual(await list(), ids)
    await change(ids[2]!)
    await change(ids[0]!)
    await change(ids[0]!)
    assert.deepEqual(await list(), ids, 'a change keeps the place')
    await clear()
    // However fast they follow each other: first come, first served.
    const shuffled = [3, 1, 5, 0, 4, 2].map((index) => ids[index]!)
    for (const id of shuffled) await change(id)
    assert.deepEqual(await list(), shuffled)
  })

  test('the export list without details is a list of ids', async () => {
    const tenant = await fresh()
    const ids = await steps(tenant).orders(2)
    const answer = await tenant.request('GET', path)
    assert.equal(answer.text, `{"data":["${ids[0]}","${ids[1]}"],"status":"OK"}`)
    assert.equal((await tenant.request('DELETE', `/v1/export/consignment/${ids[0]}`)).text, '{"status":"OK"}')
    assert.equal((await tenant.request('DELETE', path)).text, '{"status":"OK"}')
    assert.equal((await tenant.request('GET', path)).text, '{"data":[],"status":"OK"}')
  })

  for (let bits = 0; bits < 8; bits++) {
    const automatic = (['created', 'changed', 'released'] as const).filter((_, index) => bits & (1 << index))
    test(`with automatic [${automatic.join(', ')}] gets an order exactly for these changes`, async () => {
      const tenant = await fresh()
      const { call } = tenant
      const { order, change, list, details, clear } = steps(tenant)
      await call(updateEnvironment, { body: { export: { automatic } } })
      const reasons = async () => (await details()).map(({ reason }) => reason)
      const expected = (...reason: ('created' | 'changed' | 'released')[]) =>
        reason.filter((each) => automatic.includes(each))

      const id = await order()
      assert.deepEqual(await reasons(), expected('created'))
      await clear()
      await change(id)
      assert.deepEqual(await reasons(), expected('changed'))
      await clear()
      const { loadId } = (await call(createLoad, { body: { key: aKey(), stops: [{ consignmentId: id }] } })).data
      assert.deepEqual(await reasons(), expected('changed'), 'joining is a change')
      await clear()
      await call(updateLoad, { query: { id: loadId }, body: { status: 'planned' } })
      assert.deepEqual(await list(), [])
      await call(updateLoad, { query: { id: loadId }, body: { status: 'released' } })
      assert.deepEqual(await reasons(), expected('released'))
    })
  }

  test('the export list contains the new version of an order, also after changes that do not add the order', async () => {
    const tenant = await fresh()
    const { order, change, details, acknowledge } = steps(tenant)
    await tenant.call(updateEnvironment, { body: { export: { automatic: ['created'] } } })
    const consignmentId = await order()
    await change(consignmentId)
    assert.deepEqual(
      (await details()).map(({ version, reason }) => [version, reason]),
      [[2, 'created']],
    )
    assert.deepEqual(await acknowledge({ consignmentId, version: 1 }), { removed: 0, kept: [consignmentId] })
    assert.deepEqual(await acknowledge({ consignmentId, version: 2 }), { removed: 1, kept: [] })
    await change(consignmentId)
    assert.deepEqual(await details(), [])
  })

  test('an empty patch, a rejected patch and a failed create do not change the export list', async () => {
    const tenant = await fresh()
    const { request } = tenant
    const { order, list, details, clear } = steps(tenant)
    const id = await order({ key: 'K', weight: 1 })
    await clear()
    await request('PATCH', `/v1/consignment?id=${id}`, { body: { weight: 1 } })
    await request('PATCH', `/v1/consignment?id=${id}`, { body: {} })
    assertProblem(await request('PATCH', `/v1/consignment?id=${id}`, { body: { weight: -1 } }), 'BAD_REQUEST')
    assertProblem(
      await request('PATCH', `/v1/consignment?id=${id}`, { body: { depotKey: 'NOWHERE' } }),
      'UNKNOWN_DEPOT',
    )
    assertProblem(await request('POST', '/v1/consignment', { body: anOrder({ key: 'K' }) }), 'KEY_EXISTS')
    assert.deepEqual(await list(), [])
    await request('PATCH', `/v1/consignment?id=${id}`, { body: { weight: 2 } })
    const before = await details()
    await request('PATCH', `/v1/consignment?id=${id}`, { body: { weight: 2 } })
    assert.deepEqual(await details(), before)
  })

  test('the details of the export list contain id, key, version, since and reason', async () => {
    const tenant = await fresh()
    const { order, change, details, list } = steps(tenant)
    const earliest = Math.floor(Date.now() / 1_000) * 1_000
    const first = await order({ key: 'key "1"' })
    const second = await order({ key: 'key 2' })
    await change(second)
    const entries = await details()
    assert.deepEqual(
      entries.map(({ since: _, ...rest }) => rest),
      [
        { consignmentId: first, key: 'key "1"', version: 1, reason: 'created' },
        { consignmentId: second, key: 'key 2', version: 2, reason: 'created' },
      ],
    )
    for (const { since } of entries) {
      assert.match(since, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      const at = Temporal.Instant.from(since).epochMilliseconds
      assert.ok(at >= earliest && at <= Date.now())
    }
    assert.deepEqual((await tenant.call(listExport, { query: { detail: 'false' } })).data, await list())
  })

  test('the export list returns at most `limit` entries, oldest first, with or without details', async () => {
    const tenant = await fresh()
    const ids = await steps(tenant).orders(5)
    for (const limit of [1, 3, 5, 6, 9999999]) {
      const query = { limit: String(limit) }
      assert.deepEqual((await tenant.call(listExport, { query })).data, ids.slice(0, limit))
      const { data } = await tenant.call(listExport, { query: { ...query, detail: 'true' } })
      assert.deepEqual(
        (data as ExportEntry[]).map(({ consignmentId }) => consignmentId),
        ids.slice(0, limit),
      )
    }
  })

  test('a limit below 1 or of another type, or an invalid `detail`, is rejected', async () => {
    const { request } = await fresh()
    for (const limit of ['0', '-1', '', '1.5', '1e3', 'all', '10000000', ' 1', '0x10'])
      assertProblem(await request('GET', `${path}?limit=${encodeURIComponent(limit)}`), 'BAD_REQUEST', ['?limit'])
    for (const detail of ['', 'yes', '1', 'TRUE'])
      assertProblem(await request('GET', `${path}?detail=${detail}`), 'BAD_REQUEST', ['?detail'])
    assertProblem(await request('GET', `${path}?timezone=Nowhere`), 'BAD_REQUEST', ['?timezone'])
    assert.equal((await request('GET', `${path}?timezone=Europe/London`)).status, 200)
  })

  test('orders are added to the export list by ids, by keys or by load', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { orders, order, list, details, clear } = steps(tenant)
    const ids = await orders(3)
    const keyed = [await order({ key: 'x/1' }), await order({ key: 'x 2' })]
    const add = async (body: { ids?: string[]; keys?: string[] | null; loadId?: string | null }) =>
      (await call(addExport, { body })).data
    assert.deepEqual(await add({ ids }), { added: 0 }, 'they are on it since they were created')
    await clear()
    assert.deepEqual(await add({ ids: [ids[2]!, ids[0]!] }), { added: 2 })
    assert.deepEqual(await list(), [ids[2], ids[0]], 'in the order in which they were named')
    assert.deepEqual(await add({ keys: ['x 2', 'x/1', 'x 2'], loadId: null }), { added: 2 })
    assert.deepEqual(await add({ ids }), { added: 1 })
    assert.deepEqual(await list(), [ids[2], ids[0], keyed[1], keyed[0], ids[1]])
    assert.deepEqual(new Set((await details()).map(({ reason }) => reason)), new Set(['manual']))
    await clear()
    const { loadId } = (
      await call(createLoad, { body: { key: aKey(), stops: ids.map((consignmentId) => ({ consignmentId })) } })
    ).data
    await clear()
    assert.deepEqual(await add({ loadId }), { added: 3 })
    assert.deepEqual(await add({ loadId }), { added: 0 })
    assert.deepEqual((await list()).toSorted(), ids.toSorted())
    assert.deepEqual(
      (await details()).map(({ version, reason }) => [version, reason]),
      [
        [2, 'manual'],
        [2, 'manual'],
        [2, 'manual'],
      ],
    )
    const empty = (await call(createLoad, { body: { key: aKey() } })).data.loadId
    assert.deepEqual(await add({ loadId: empty }), { added: 0 })
  })

  test('an addition to the export list is rejected if one order is unknown, and each unknown order is named', async () => {
    const tenant = await fresh()
    const { orders, list, clear } = steps(tenant)
    const [id] = await orders(1)
    await clear()
    const post = (body: object) => tenant.request('POST', path, { body })
    assertProblem(await post({ ids: ['nobody', id, 'none'] }), 'NOT_FOUND', ['/ids/0', '/ids/2'])
    assertProblem(await post({ keys: ['nobody'] }), 'NOT_FOUND', ['/keys/0'])
    assertProblem(await post({ loadId: 'nothing' }), 'UNKNOWN_LOAD', ['/loadId'])
    assert.deepEqual(await list(), [])
  })

  const badAdditions: [string, object, string[]][] = [
    ['nothing', {}, ['']],
    ['ids and keys', { ids: ['a'], keys: ['b'] }, ['']],
    ['no ids', { ids: [] }, ['/ids']],
    ['ids that are numbers', { ids: [1] }, ['/ids/0']],
    ['one id, no list', { ids: 'a' }, ['/ids']],
    ['an unknown member', { id: 'a' }, ['/id']],
    ['nothing but null', { ids: null, keys: null, loadId: null }, ['']],
    ['a list', ['a'], ['']],
    ['too many ids', { ids: Array.from({ length: 10_001 }, (_, n) => `${n}`) }, ['/ids']],
  ]
  for (const [what, body, paths] of badAdditions)
    test(`an addition of ${what} to the export list is rejected`, async () => {
      const { request } = await fresh()
      assertProblem(await request('POST', path, { body }), 'BAD_REQUEST', paths)
    })

  test('a removal from the export list succeeds for any existing order; an unknown order returns 404', async () => {
    const tenant = await fresh()
    const { orders, list, version } = steps(tenant)
    const ids = await orders(3)
    const take = (consignmentId: string) => tenant.call(removeExport, { params: { consignmentId } })
    await take(ids[1]!)
    assert.deepEqual(await list(), [ids[0], ids[2]])
    await take(ids[1]!)
    await assert.rejects(take('nobody'), { code: 'NOT_FOUND', status: 404 })
    assert.deepEqual(await list(), [ids[0], ids[2]])
    assert.equal(await version(ids[1]!), 1, 'the order itself remains as it is')
  })

  test('clearing the export list keeps the orders, and a later change adds them at the end of the list', async () => {
    const tenant = await fresh()
    const { orders, change, list, clear, version } = steps(tenant)
    const ids = await orders(3)
    await clear()
    assert.deepEqual(await list(), [])
    await clear()
    for (const id of ids) assert.equal(await version(id), 1)
    const [late] = await orders(1)
    await change(ids[0]!)
    assert.deepEqual(await list(), [late, ids[0]])
  })

  test('a request to clear the export list with conditions in query or body is rejected', async () => {
    const tenant = await fresh()
    const { orders, list } = steps(tenant)
    const ids = await orders(2)
    for (const query of ['id=x', 'ids=x', 'limit=1', 'key=x'])
      assertProblem(await tenant.request('DELETE', `${path}?${query}`), 'BAD_REQUEST')
    assertProblem(await tenant.request('DELETE', path, { body: { ids: [ids[0]] } }), 'BAD_REQUEST')
    assert.deepEqual(await list(), ids)
  })

  test('an export list is visible and can be cleared only in its environment', async () => {
    const [one, two] = [await fresh(), await fresh()]
    const [mine] = await steps(one).orders(1)
    const [theirs] = await steps(two).orders(1)
    await steps(one).clear()
    assert.deepEqual([await steps(one).list(), await steps(two).list()], [[], [theirs]])
    assert.deepEqual(await steps(one).acknowledge({ consignmentId: theirs!, version: 1 }), { removed: 0, kept: [] })
    assertProblem(await one.request('POST', path, { body: { ids: [theirs] } }), 'NOT_FOUND', ['/ids/0'])
    assertProblem(await two.request('DELETE', `/v1/export/consignment/${mine}`), 'NOT_FOUND')
    assert.deepEqual(await steps(two).list(), [theirs])
  })

  test('a deleted order leaves the export list', async () => {
    const tenant = await fresh()
    const { orders, list, details } = steps(tenant)
    const ids = await orders(3)
    await tenant.call(deleteConsignment, { query: { id: ids[1]! } })
    assert.deepEqual(await list(), [ids[0], ids[2]])
    assert.equal((await details()).length, 2)
    assertProblem(await tenant.request('DELETE', `/v1/export/consignment/${ids[1]}`), 'NOT_FOUND')
  })

  test('an acknowledgement removes entries with the read version, and keeps entries that changed since', async () => {
    const tenant = await fresh()
    const { orders, change, details, list, acknowledge } = steps(tenant)
    const ids = (await orders(4)) as [string, string, string, string]
    const read = await details()
    await change(ids[1])
    await change(ids[3])
    assert.deepEqual(await acknowledge(...read.map(({ consignmentId, version }) => ({ consignmentId, version }))), {
      removed: 2,
      kept: [ids[1], ids[3]],
    })
    assert.deepEqual(await list(), [ids[1], ids[3]])
    assert.deepEqual(
      (await details()).map(({ version }) => version),
      [2, 2],
    )
  })

  test('an acknowledgement with `reason` keeps an order that was added again for another reason, if its version is unchanged', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { orders, details, list, acknowledge } = steps(tenant)
    const ids = (await orders(3)) as [string, string, string]
    const { loadId } = (await call(createLoad, { body: { key: aKey(), stops: [{ consignmentId: ids[0] }] } })).data
    const change = (status: 'planned' | 'released') => call(updateLoad, { query: { id: loadId }, body: { status } })
    const read = async () =>
      (await details()).map(({ consignmentId, version, reason }) => ({ consignmentId, version, reason }))
    await change('planned')
    const first = await read()
    await change('released')
    assert.deepEqual((await call(addExport, { body: { ids: [ids[1], ids[1]] } })).data, { added: 0 })
    assert.deepEqual(await acknowledge(...first), { removed: 1, kept: [ids[0], ids[1]] })
    assert.deepEqual(await list(), [ids[0], ids[1]], 'they keep their places')
    const second = await read()
    assert.deepEqual(
      second.map(({ version, reason }) => [version, reason]),
      [
        [first[0]!.version, 'released'],
        [1, 'manual'],
      ],
    )
    assert.deepEqual(await acknowledge(second[0]!), { removed: 1, kept: [] })
    // Who does not say which reason goes by the version alone.
    assert.deepEqual(await acknowledge({ consignmentId: ids[1], version: 1 }), { removed: 1, kept: [] })
  })

  test('an acknowledgement removes exactly the named entries', async () => {
    const tenant = await fresh()
    const { orders, list, acknowledge, clear } = steps(tenant)
    const [a, b] = (await orders(2)) as [string, string]
    assert.deepEqual(await acknowledge(), { removed: 0, kept: [] })
    assert.deepEqual(await acknowledge({ consignmentId: 'nobody', version: 1 }), { removed: 0, kept: [] })
    assert.deepEqual(
      await acknowledge({ consignmentId: a, version: 2 }),
      { removed: 0, kept: [a] },
      'a version to come',
    )
    assert.deepEqual(await acknowledge({ consignmentId: a, version: 1 }, { consignmentId: a, version: 1 }), {
      removed: 1,
      kept: [],
    })
    const both = [
      { consignmentId: b, version: 7 },
      { consignmentId: b, version: 1 },
    ] as const
    assert.deepEqual(await acknowledge(...both), { removed: 1, kept: [] }, 'what is gone in the end is not kept')
    assert.deepEqual(await list(), [])
    await clear()
    assert.deepEqual(
      await acknowledge({ consignmentId: a, version: 1 }),
      { removed: 0, kept: [] },
      'what is not listed is not kept',
    )
  })

  const badAcknowledgements: [string, object, string[]][] = [
    ['nothing', {}, ['/consignments']],
    ['ids alone', { consignments: ['a'] }, ['/consignments/0']],
    ['no version', { consignments: [{ consignmentId: 'a' }] }, ['/consignments/0/version']],
    [
      'version 0 and no id',
      { consignments: [{ version: 0 }] },
      ['/consignments/0/version', '/consignments/0/consignmentId'],
    ],
    ['a version as text', { consignments: [{ consignmentId: 'a', version: '1' }] }, ['/consignments/0/version']],
    ['a whole entry', { consignments: [{ consignmentId: 'a', version: 1, key: 'k' }] }, ['/consignments/0/key']],
    ['null', { consignments: null }, ['/consignments']],
  ]
  for (const [what, body, paths] of badAcknowledgements)
    test(`an acknowledgement with ${what} is rejected`, async () => {
      const { request } = await fresh()
      assertProblem(await request('POST', `${path}/acknowledge`, { body }), 'BAD_REQUEST', paths)
    })

  test('no change during an acknowledgement is lost, in 400 rounds', async () => {
    const tenant = await fresh()
    const { orders, change, details, acknowledge } = steps(tenant)
    const ids = await orders(20)
    for (let round = 0; round < 20; round++) {
      const read = await details()
      assert.equal(read.length, ids.length)
      await Promise.all(
        read.flatMap(({ consignmentId, version }) => {
          const racers = [() => change(consignmentId), () => acknowledge({ consignmentId, version })]
          return (round % 2 ? racers : racers.toReversed()).map((race) => race())
        }),
      )
      const after = await details()
      assert.deepEqual(
        after.map(({ consignmentId, version }) => [consignmentId, version]).toSorted(),
        read.map(({ consignmentId, version }) => [consignmentId, version + 1]).toSorted(),
      )
    }
  })

  test('a reader of the export list gets the last version of each order while orders change and are added', async () => {
    const tenant = await fresh()
    const { order, change, details, acknowledge, version } = steps(tenant)
    const seen = new Map<string, number>()
    let writing = true
    const take = async () => {
      const read = await details()
      for (const entry of read) seen.set(entry.consignmentId, entry.version)
      await acknowledge(...read.map(({ consignmentId, version }) => ({ consignmentId, version })))
      return read.length
    }
    const reader = async () => {
      while (writing) await take()
      while ((await take()) > 0);
    }
    const ids: string[] = []
    const writer = async () => {
      for (let n = 0; n < 25; n++) {
        const id = await order()
        ids.push(id)
        for (let m = n % 4; m > 0; m--) await change(ids[(n * 7 + m) % ids.length]!)
      }
    }
    const reading = reader()
    await Promise.all([writer(), writer(), writer()])
    writing = false
    await reading
    for (const id of ids) assert.equal(seen.get(id), await version(id))
    assert.equal(seen.size, 75)
  })
})
