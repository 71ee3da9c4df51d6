// Following changes: every one of them, once, in order; by asking, and as a stream.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { type ChangeEvent, listEvents } from '../../contract/change.ts'
import { createConsignment, deleteConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot, deleteDepot, updateDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, deleteLoad, updateLoad } from '../../contract/load.ts'
import * as admin from '../../server/admin/database.ts'
import { seedDatabase } from '../../server/admin/demo.ts'
import { assertWhole, connect, poll, stream } from '../support/follower.ts'
import { everyEngine, patientFetch, type Tenant, temporaryFolder } from '../support/harness.ts'
import { aDepot, aFullOrder, aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'
import { manyWriters } from '../support/writers.ts'

const all = async ({ call }: Tenant): Promise<ChangeEvent[]> =>
  (await call(listEvents, { query: { limit: '1000' } })).data.events
const essence = ({ type, record, version, changes }: ChangeEvent) => [type, record.id, record.key, version, changes]

everyEngine('events', (open) => {
  const fresh = tenants(open)

  test('every kind of change records one event with the difference', async () => {
    const tenant = await fresh()
    const { call, environmentId } = tenant
    const seen: unknown[][] = []
    /** What happened since the last look. */
    const expectNow = async (...expected: unknown[][]) => {
      seen.push(...expected)
      assert.deepEqual((await all(tenant)).map(essence), seen)
    }
    const depot = aDepot({ key: 'D' })
    await call(createDepot, { body: depot })
    await expectNow(['depot.created', 'D', 'D', 1, []])
    await call(updateDepot, { query: { key: 'D' }, body: { name: 'New', contact: { personName: 'P' } } })
    const contact = { personName: 'P', email: null, phone: null, mobile: null }
    await expectNow([
      'depot.updated',
      'D',
      'D',
      2,
      [
        { path: '/contact', old: null, new: contact },
        { path: '/name', old: depot.name, new: 'New' },
      ],
    ])
    const { consignmentId: a } = (await call(createConsignment, { body: anOrder({ key: 'A' }) })).data
    await expectNow(['consignment.created', a, 'A', 1, []])
    await call(updateConsignment, { query: { id: a }, body: { key: 'A2', timeAtStop: 5, depotKey: 'D' } })
    await expectNow([
      'consignment.updated',
      a,
      'A2',
      2,
      [
        { path: '/key', old: 'A', new: 'A2' },
        { path: '/depotKey', old: null, new: 'D' },
        { path: '/timeAtStop', old: null, new: 5 },
      ],
    ])
    // A load that is not there yet is opened by its first order.
    await call(updateConsignment, { query: { id: a }, body: { loadId: 'L' } })
    await expectNow(
      ['load.created', 'L', 'L', 1, []],
      ['consignment.updated', a, 'A2', 3, [{ path: '/loadId', old: null, new: 'L' }]],
    )
    const { consignmentId: b } = (await call(createConsignment, { body: anOrder({ key: 'B', loadId: 'L' }) })).data
    await expectNow(
      ['load.updated', 'L', 'L', 2, [{ path: '/stops/1', new: b }]],
      ['consignment.created', b, 'B', 1, []],
    )
    const stops = (...ids: string[]) => ids.map((consignmentId) => ({ consignmentId }))
    await call(updateLoad, { query: { id: 'L' }, body: { stops: stops(b, a), weightCapacity: 7 } })
    await expectNow([
      'load.updated',
      'L',
      'L',
      3,
      [
        { path: '/weightCapacity', old: null, new: 7 },
        { path: '/stops/0', old: a, new: b },
        { path: '/stops/1', old: b, new: a },
      ],
    ])
    const { loadId } = (await call(createLoad, { body: { key: 'M', stops: stops(a), status: 'planned' } })).data
    await expectNow(
      ['load.updated', 'L', 'L', 4, [{ path: '/stops/1', old: a }]],
      ['consignment.updated', a, 'A2', 4, [{ path: '/loadId', old: 'L', new: loadId }]],
      ['load.created', loadId, 'M', 1, []],
    )
    await call(updateLoad, { query: { id: loadId }, body: { stops: [], status: 'planning' } })
    await expectNow(
      ['consignment.updated', a, 'A2', 5, [{ path: '/loadId', old: loadId, new: null }]],
      [
        'load.updated',
        loadId,
        'M',
        2,
        [
          { path: '/status', old: 'planned', new: 'planning' },
          { path: '/stops/0', old: a },
        ],
      ],
    )
    await call(deleteConsignment, { query: { id: b } })
    await expectNow(
      ['load.updated', 'L', 'L', 5, [{ path: '/stops/0', old: b }]],
      ['consignment.deleted', b, 'B', 2, []],
    )
    await call(updateConsignment, { query: { id: a }, body: { loadId: 'L' } })
    await call(deleteLoad, { query: { id: 'L' } })
    await expectNow(
      ['load.updated', 'L', 'L', 6, [{ path: '/stops/0', new: a }]],
      ['consignment.updated', a, 'A2', 6, [{ path: '/loadId', old: null, new: 'L' }]],
      ['consignment.updated', a, 'A2', 7, [{ path: '/loadId', old: 'L', new: null }]],
      ['load.deleted', 'L', 'L', 7, []],
    )
    // No version of a record is ever made twice, also when it comes back under its old name.
    await call(updateConsignment, { query: { id: a }, body: { loadId: 'L' } })
    await call(deleteDepot, { query: { key: 'D' } })
    await call(createDepot, { body: depot })
    await expectNow(
      ['load.created', 'L', 'L', 8, []],
      ['consignment.updated', a, 'A2', 8, [{ path: '/loadId', old: null, new: 'L' }]],
      ['depot.deleted', 'D', 'D', 3, []],
      ['depot.created', 'D', 'D', 4, []],
    )
    await call(updateEnvironment, { body: { routeSettings: { stopDuration: 4 } } })
    const { name } = await admin.findEnvironment((await open()).config, environmentId)
    await expectNow([
      'environment.updated',
      environmentId,
      name,
      2,
      [{ path: '/routeSettings/stopDuration', old: 10, new: 4 }],
    ])
  })

  test('a request that is repeated, rejected or without effect records no event', async () => {
    const tenant = await fresh()
    const body = aFullOrder()
    const headers = { 'idempotency-key': 'once' }
    for (let n = 0; n < 2; n++) await tenant.request('POST', '/v1/consignment', { body, headers })
    const [created] = await all(tenant)
    const path = `/v1/consignment/${created!.record.id}`
    const read = (await tenant.request('GET', path)).json.data
    for (const same of [{}, read, { weight: body.weight }])
      assert.equal((await tenant.request('PATCH', path, { body: same })).status, 200)
    for (const wrong of [{ weight: -1 }, { depotKey: 'nowhere' }, { version: 9, weight: 3 }])
      assert.ok((await tenant.request('PATCH', path, { body: wrong })).status >= 400)
    assertProblem(await tenant.request('POST', '/v1/consignment', { body }), 'KEY_EXISTS')
    await tenant.request('PATCH', '/v1/environment', { body: { timezone: 'UTC' } })
    await tenant.request('POST', '/v1/export/consignments', { body: { ids: [created!.record.id] } })
    assert.deepEqual((await all(tenant)).map(essence), [essence(created!)])
  })

  test('an event names its actor and its request', async () => {
    const { config, url } = await open()
    const tenant = await fresh()
    const { environmentId } = tenant
    const named = await admin.createToken(
      config,
      { environment: environmentId, name: 'ERP', scopes: ['*'] },
      Date.now(),
    )
    const { clientId, secret } = await admin.createClient(
      config,
      { environment: environmentId, name: 'Robot', scopes: ['*'] },
      Date.now(),
    )
    const granted = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
    })
    const { access_token: ofClient } = (await granted.json()) as { access_token: string }
    for (const token of [tenant.token, named, ofClient])
      await createClient({ baseUrl: url, token, retries: 0, fetch: patientFetch }).call(createConsignment, {
        body: anOrder(),
        headers: { 'x-request-id': 'request-7' },
      })
    const events = (await all(tenant)).filter(({ record }) => record.type === 'consignment')
    assert.deepEqual(
      events.map(({ actor: { kind, name } }) => [kind, name]),
      [
        ['token', null],
        ['token', 'ERP'],
        ['client', 'Robot'],
      ],
    )
    assert.equal(events[2]!.actor.id, clientId)
    for (const { requestId } of events) assert.equal(requestId, 'request-7')
  })

  test('a response is one page with a cursor, filtered by types and scopes', async () => {
    const tenant = await fresh()
    const { call } = tenant
    assert.deepEqual((await call(listEvents)).data, { events: [], next: '0' })
    const latest = (await call(listEvents, { query: { after: 'latest' } })).data.next
    await call(createDepot, { body: aDepot() })
    for (let n = 0; n < 5; n++) await call(createConsignment, { body: anOrder() })
    await call(createLoad, { body: { key: aKey() } })
    const events = await all(tenant)
    assertWhole(events, 7)
    const paged: ChangeEvent[] = []
    let after: string = latest
    for (;;) {
      const { data } = await call(listEvents, { query: { after, limit: '2' } })
      if (data.events.length === 0) break
      assert.ok(data.events.length <= 2)
      paged.push(...data.events)
      after = data.next
    }
    assert.deepEqual(paged, events)
    assert.deepEqual((await call(listEvents, { query: { after: events[4]!.cursor } })).data.events, events.slice(5))
    assert.equal((await call(listEvents, { query: { after: 'latest' } })).data.next, after)
    const of = async (types: string, token = tenant.token) => {
      const answer = await tenant.request('GET', `/v1/events?types=${types}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.json.data.events.map(({ type }: ChangeEvent) => type)
    }
    assert.deepEqual(await of('load.*,depot.created'), ['depot.created', 'load.created'])
    assert.deepEqual(await of('consignment.deleted'), [])
    const depots = await tenant.tokenWith(['depots:read', 'settings:write'])
    assert.deepEqual(await of('consignment.*,depot.*', depots), ['depot.created'])
    for (const [query, place] of [
      ['types=order.created', '?types'],
      ['types=', '?types'],
      ['after=nonsense', '?after'],
      ['after=1-xyz', '?after'],
      ['limit=0', '?limit'],
      ['limit=1001', '?limit'],
      ['wait=61', '?wait'],
    ])
      assertProblem(await tenant.request('GET', `/v1/events?${query}`), 'BAD_REQUEST', [place!])
    // The cursor of another environment, or of a time before the database was put back, leads nowhere.
    const stranger = await fresh()
    await stranger.call(createDepot, { body: aDepot() })
    for (const cursor of [events[0]!.cursor, events[5]!.cursor, 'zzzzzz-00000000'])
      assertProblem(await stranger.request('GET', `/v1/events?after=${cursor}`), 'CURSOR_EXPIRED')
  })

  test('a backwards read returns the same events, newest first', async () => {
    const tenant = await fresh()
    const { call } = tenant
    for (let n = 0; n < 7; n++) await call(createConsignment, { body: anOrder({ key: aKey() }) })
    await call(createDepot, { body: aDepot({ key: 'D' }) })
    const back: ChangeEvent[] = []
    for (let before = 'latest'; before !== '0'; ) {
      const { events, next } = (await call(listEvents, { query: { before, limit: '3' } })).data
      assert.ok(events.length > 0 || next === '0')
      back.push(...events)
      before = next
    }
    assert.deepEqual(back, (await all(tenant)).toReversed())
    const { events } = (await call(listEvents, { query: { before: 'latest', types: 'depot.*' } })).data
    assert.deepEqual(
      events.map(({ type }) => type),
      ['depot.created'],
    )
    for (const query of ['before=latest&wait=1', 'before=nonsense'])
      assertProblem(await tenant.request('GET', `/v1/events?${query}`), 'BAD_REQUEST', ['?before'])
  })

  test('a client that waits for events receives a response at the next event or after the wait time', async () => {
    const { call } = await fresh()
    const began = performance.now()
    const none = (await call(listEvents, { query: { wait: '1' } })).data
    assert.deepEqual(none, { events: [], next: '0' })
    assert.ok(performance.now() - began >= 990)
    const waiting = call(listEvents, { query: { wait: '60', types: 'load.*' } })
    await call(createConsignment, { body: anOrder() })
    await call(createLoad, { body: { key: aKey() } })
    assert.deepEqual(
      (await waiting).data.events.map(({ type }) => type),
      ['load.created'],
    )
  })

  test('a stream sends old and new events, and a client resumes it after an interruption', async () => {
    const { url } = await open()
    const { call, token } = await fresh()
    await call(createConsignment, { body: anOrder() })
    const first = await connect(url, token)
    assert.equal(first.headers.get('content-type'), 'text/event-stream')
    assert.deepEqual((await first.messages.next()).value, { id: '0', data: undefined })
    const created = (await first.messages.next()).value!
    assert.equal(JSON.parse(created.data!).cursor, created.id)
    await call(createDepot, { body: aDepot() })
    assert.equal(JSON.parse((await first.messages.next()).value!.data!).type, 'depot.created')
    await first.messages.return(undefined)
    await call(createLoad, { body: { key: aKey() } })
    const again = await connect(url, token, 'after=latest', created.id)
    assert.equal((await again.messages.next()).value!.id, created.id)
    assert.equal(JSON.parse((await again.messages.next()).value!.data!).type, 'depot.created')
    assert.equal(JSON.parse((await again.messages.next()).value!.data!).type, 'load.created')
    await again.messages.return(undefined)
    const now = await connect(url, token, 'after=latest&types=depot.*')
    await now.messages.next()
    await call(createLoad, { body: { key: aKey() } })
    await call(createDepot, { body: aDepot() })
    assert.equal(JSON.parse((await now.messages.next()).value!.data!).type, 'depot.created')
    await now.messages.return(undefined)
    assert.equal((await connect(url, token, 'after=zz-00000000')).status, 410)
    assert.equal((await connect(url, token, '', 'nonsense')).status, 400)
    assert.equal((await connect(url, 'garbage')).status, 401)
  })

  test('a stream of events ends when its access token ends', async () => {
    const { config, url } = await open()
    const tenant = await fresh()
    const token = await tenant.tokenWith(['depots:read'])
    const { messages } = await connect(url, token)
    await messages.next()
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    await admin.revokeToken(config, jti, Date.now())
    assert.equal((await messages.next()).done, true)
    assert.equal((await connect(url, token)).status, 401)
  })

  test('a stop of the service immediately ends all streams of events and all waiting requests', async () => {
    const service = await open({})
    const { token, request } = await service.environment()
    const { messages } = await connect(service.url, token)
    await messages.next()
    const waiting = request('GET', '/v1/events?wait=60')
    await request('GET', '/v1/events')
    await service.running.stop()
    assert.equal((await messages.next()).done, true)
    assert.deepEqual((await waiting).json.data, { events: [], next: '0' })
  })

  test('the number of clients that wait for events is limited', async () => {
    const service = await open({ followersMax: '10' })
    const { token, request } = await service.environment()
    const leaving = new AbortController()
    const connected = () => connect(service.url, token, '', undefined, leaving.signal)
    // Kept: what nobody holds any more is collected as garbage, and its connection ends.
    const staying = [await connected(), await connected()]
    assertProblem(await request('GET', '/v1/events?wait=1'), 'UNAVAILABLE')
    const other = await service.environment()
    assert.equal((await other.request('GET', '/v1/events')).status, 200)
    leaving.abort()
    for (const { messages } of staying) for await (const { id } of messages) assert.equal(id, '0')
    const deadline = performance.now() + 60_000
    while ((await request('GET', '/v1/events')).status !== 200) assert.ok(performance.now() < deadline)
  })

  test('with many writers, every reader receives each change once and in order', async () => {
    const { url } = await open()
    const { call, token } = await fresh()
    const urls = [url]
    const followers = [poll({ urls, token }), stream({ urls, token }), stream({ urls, token, breaks: 0.1 })]
    const changes = await manyWriters([call], 16, 12)
    for (const follower of followers) {
      await follower.until((events) => events.length >= changes)
      await follower.stop()
      assertWhole(follower.events, changes)
    }
  })

  test('the actor of a change by the command line is the system', async (t) => {
    const { config, url } = await open({ data: temporaryFolder(t) })
    await seedDatabase(config, Date.now())
    const token = await admin.createToken(config, { environment: 'demo', scopes: ['*'] }, Date.now())
    const { call } = createClient({ baseUrl: url, token, retries: 0, fetch: patientFetch })
    const { events } = (await call(listEvents, { query: { limit: '1000' } })).data
    assert.ok(events.length > 60)
    for (const { actor } of events) assert.deepEqual(actor, { kind: 'system', id: 'dray', name: 'Dray' })
  })
})
