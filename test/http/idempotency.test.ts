// Idempotency keys: a request that is sent again takes effect once and is answered alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot, deleteDepot, listDepots } from '../../contract/depot.ts'
import { canHaveIdempotencyKey } from '../../contract/endpoint.ts'
import { sql } from '../../server/platform/database/database.ts'
import { type Answer, everyEngine, request, temporaryFolder } from '../support/harness.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { createWorld, type EnvironmentEndpointId, type Sample, sampleOf, table } from '../support/requests.ts'
import { tenants } from '../support/tenants.ts'

const keyed = (key: string) => ({ 'idempotency-key': key })
const replayed = (answer: Answer) => answer.headers.get('idempotent-replayed')
/** What a replay must repeat. */
const essence = ({ status, text, headers }: Answer) => ({
  status,
  text,
  etag: headers.get('etag'),
  type: headers.get('content-type'),
})

everyEngine('idempotency', (open) => {
  const fresh = tenants(open)

  for (const [id, { method }] of table.filter(([, e]) => canHaveIdempotencyKey(e) && e.method !== 'PUT'))
    test(`${id} with an idempotency key takes effect once and repeats its response`, async () => {
      const tenant = await fresh()
      const world = await createWorld(tenant, id)
      const { path, body } = sampleOf(id, world)
      const send = (key: string) => tenant.request(method, path, { body, headers: keyed(key) })
      const first = await send('once')
      assert.ok(first.status < 300, first.text)
      assert.equal(replayed(first), null)
      const again = await send('once')
      assert.deepEqual(essence(again), essence(first))
      assert.equal(replayed(again), 'true')
      assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'))
      if (method === 'PATCH') {
        assert.equal(first.headers.get('etag'), '"2"')
        // A change in between is not undone, and the old answer comes all the same.
        const between = sampleOf(id, world).body!
        assert.equal((await tenant.request('PATCH', path, { body: between })).headers.get('etag'), '"3"')
        assert.deepEqual(essence(await send('once')), essence(first))
        assert.equal((await tenant.request('PATCH', path, { body: between })).headers.get('etag'), '"3"')
      }
    })

  test('an idempotency key with another body, path, query or method returns a conflict and changes nothing', async () => {
    const tenant = await fresh()
    const { consignmentId } = await createWorld(tenant, 'getConsignment')
    const send = (method: string, { path, body }: Sample) => tenant.request(method, path, { body, headers: keyed('k') })
    const path = `/v1/consignment?id=${consignmentId}`
    assert.equal((await send('PATCH', { path, body: { weight: 7 } })).status, 200)
    const others: [string, Sample][] = [
      ['PATCH', { path, body: { weight: 8 } }],
      ['PATCH', { path: `/v1/consignment/${consignmentId}`, body: { weight: 7 } }],
      ['PATCH', { path: `${path}&timezone=UTC`, body: { weight: 7 } }],
      ['POST', { path: '/v1/consignment', body: anOrder() }],
      ['PATCH', { path: '/v1/environment', body: { timezone: 'Asia/Tokyo' } }],
      ['POST', { path: '/v1/depot', body: aDepot() }],
    ]
    for (const [method, sample] of others) assertProblem(await send(method, sample), 'IDEMPOTENCY_CONFLICT')
    const { data } = await tenant.call(getConsignment, { query: { id: consignmentId } })
    assert.deepEqual([data.weight, data.version], [7, 2])
    assert.equal((await tenant.call(listDepots)).data.length, 1)
    assert.equal(replayed(await send('PATCH', { path, body: { weight: 7 } })), 'true', 'the answer is still kept')
  })

  test('a failed request does not use its key, so a corrected retry works', async () => {
    const tenant = await fresh()
    const { consignmentId, consignmentKey } = await createWorld(tenant, 'getConsignment')
    const post = (body: object, path = '/v1/consignment', method = 'POST') =>
      tenant.request(method, path, { body, headers: keyed('retry') })
    const order = anOrder({ depotKey: 'LATER' })
    assertProblem(await post({ ...order, weight: -1 }), 'BAD_REQUEST')
    assertProblem(await post({ ...order, key: consignmentKey, depotKey: null }), 'KEY_EXISTS')
    assertProblem(await post({ weight: 1 }, '/v1/consignment?id=nobody', 'PATCH'), 'NOT_FOUND')
    assertProblem(
      await post({ weight: 2, version: 9 }, `/v1/consignment?id=${consignmentId}`, 'PATCH'),
      'VERSION_MISMATCH',
    )
    assertProblem(await post(order), 'UNKNOWN_DEPOT')
    await tenant.call(createDepot, { body: aDepot({ key: 'LATER' }) })
    const created = await post(order)
    assert.deepEqual([created.status, replayed(created)], [201, null])
    // What would fail now is answered as it was then.
    await tenant.call(deleteDepot, { query: { key: 'LATER' } })
    const again = await post(order)
    assert.deepEqual([essence(again), replayed(again)], [essence(created), 'true'])
  })

  test('a repeated request returns the stored response after its record was deleted', async () => {
    const tenant = await fresh()
    const body = anOrder()
    const send = () => tenant.request('POST', '/v1/consignment', { body, headers: keyed('k') })
    const created = await send()
    const id = created.json.data.consignmentId
    assert.equal((await tenant.request('DELETE', `/v1/consignment?id=${id}`)).status, 200)
    assert.deepEqual(essence(await send()), essence(created))
    assertProblem(await tenant.request('GET', `/v1/consignment?id=${id}`), 'NOT_FOUND')
  })

  const twins: [EnvironmentEndpointId, string][] = [
    ['createConsignment', 'POST'],
    ['createDepot', 'POST'],
    ['createLoad', 'POST'],
    ['updateConsignment', 'PATCH'],
    ['updateEnvironment', 'PATCH'],
  ]
  for (const [id, method] of twins)
    test(`20 concurrent copies of ${id} take effect once`, async () => {
      const tenant = await fresh()
      const { path, body } = sampleOf(id, await createWorld(tenant, id))
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => tenant.request(method, path, { body, headers: keyed('twin') })),
      )
      assert.equal(new Set(answers.map((answer) => JSON.stringify(essence(answer)))).size, 1, 'one answer for all')
      assert.ok(answers[0]!.status < 300, answers[0]!.text)
      assert.equal(answers.filter((answer) => replayed(answer) === 'true').length, 19)
      if (method === 'PATCH') assert.equal(answers[0]!.headers.get('etag'), '"2"')
    })

  test('of several different concurrent requests with the same idempotency key, one takes effect', async () => {
    const tenant = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        tenant.request('POST', '/v1/depot', { body: aDepot({ key: `D${n}` }), headers: keyed('k') }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const answer of answers) if (answer.status !== 201) assertProblem(answer, 'IDEMPOTENCY_CONFLICT')
    assert.equal((await tenant.call(listDepots)).data.length, 1)
  })

  test('an idempotency key applies to all tokens of its environment, and to no other environment', async () => {
    const [one, two] = [await fresh(), await fresh()]
    const body = anOrder()
    const send = (token: string) =>
      one.request('POST', '/v1/consignment', {
        body,
        headers: { ...keyed('shared'), authorization: `Bearer ${token}` },
      })
    const mine = await send(one.token)
    const theirs = await send(two.token)
    assert.deepEqual([mine.status, theirs.status, replayed(theirs)], [201, 201, null])
    assert.notEqual(theirs.json.data.consignmentId, mine.json.data.consignmentId)
    const other = await two.request('POST', '/v1/depot', { body: aDepot(), headers: keyed('mine') })
    assert.equal(other.status, 201)
    assert.equal((await one.request('POST', '/v1/depot', { body: aDepot(), headers: keyed('mine') })).status, 201)

    const again = await send(await one.tokenWith(['consignments:write']))
    assert.deepEqual([essence(again), replayed(again)], [essence(mine), 'true'])
    assertProblem(await send(await one.tokenWith(['consignments:read'])), 'TOKEN_PERMISSIONS')
  })

  test('a stored response survives a restart', async (t) => {
    const data = temporaryFolder(t)
    const before = await open({ data })
    const { token, environmentId } = await before.environment()
    const body = anOrder()
    const send = (url: string) =>
      request(url, 'POST', '/v1/consignment', { body, headers: { ...keyed('k'), authorization: `Bearer ${token}` } })
    const created = await send(before.url)
    assert.equal(created.status, 201)
    await before.running.stop()
    const after = await open({ data })
    const again = await send(after.url)
    assert.deepEqual([essence(again), replayed(again)], [essence(created), 'true'])

    // A day later the key is free again; the clock of the record is turned instead of waiting.
    await after.database(({ write }) =>
      write((tx) =>
        tx.run(sql`update idempotency set created = created - 86400001 where environment_id = ${environmentId}`),
      ),
    )
    assertProblem(await send(after.url), 'KEY_EXISTS')
    await after.running.stop()
  })

  test('an idempotency key has 1 to 128 visible ASCII characters', async () => {
    const { request } = await fresh()
    const send = (key: string) => request('POST', '/v1/depot', { body: aDepot(), headers: keyed(key) })
    for (const key of ['', 'x'.repeat(129), 'two words', 'café', 'tab\there'])
      assertProblem(await send(key), 'BAD_REQUEST', ['Idempotency-Key:'])
    for (const key of ['x'.repeat(128), '"quoted"', aKey('~!@#$%^&*()')])
      assert.equal((await send(key)).status, 201, key)
  })

  test('an idempotency key has no effect on a read or a deletion', async () => {
    const tenant = await fresh()
    const { consignmentId } = await createWorld(tenant, 'getConsignment')
    const headers = keyed('k')
    const path = `/v1/consignment?id=${consignmentId}`
    const read = async () => (await tenant.request('GET', path, { headers })).json.data.version
    assert.equal(await read(), 1)
    await tenant.call(updateConsignment, { query: { id: consignmentId }, body: { weight: 5 } })
    assert.equal(await read(), 2)
    assert.equal((await tenant.request('DELETE', path, { headers })).status, 200)
    assertProblem(await tenant.request('DELETE', path, { headers }), 'NOT_FOUND')
  })
})
