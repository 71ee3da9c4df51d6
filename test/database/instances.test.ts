// Several instances on one database: what one of them promises, all of them keep.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { linkDriver } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { acknowledgeExport, type ExportEntry, listExport } from '../../contract/export.ts'
import { createDriver } from '../../contract/fleet.ts'
import { createLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { createSecret } from '../../server/access/user/rules.ts'
import * as admin from '../../server/admin/database.ts'
import {
  type Answer,
  openCleanups,
  patientFetch,
  request,
  type Service,
  startService,
  temporaryFolder,
} from '../support/harness.ts'
import { aDriver, aKey, anOrder } from '../support/orders.ts'
import { until } from '../support/until.ts'
import { aPerson, browser, goodPassword, signedIn } from '../support/visitors.ts'

type Call = ReturnType<typeof createClient>['call']

describe('two instances on one database', () => {
  const { whenOver: t, cleanUp } = openCleanups()
  after(cleanUp)

  let services: Promise<[Service, Service]> | undefined
  /** Started at the same moment, on an empty database. */
  const both = () => {
    const data = temporaryFolder(t)
    services ??= Promise.all([startService(t, { data }, 'postgres'), startService(t, { data }, 'postgres')])
    return services
  }
  /** The same environment, seen through either instance. */
  async function tenant() {
    const [one, two] = await both()
    const { environmentId, token } = await one.environment()
    const client = { token, retries: 0, fetch: patientFetch }
    const calls = [one, two].map(({ url }) => createClient({ ...client, baseUrl: url }).call) as [Call, Call]
    const send = (index: number, method: string, path: string, init: Parameters<typeof request>[3] = {}) =>
      request([one, two][index % 2]!.url, method, path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      })
    return { environmentId, token, calls, send, config: one.config }
  }

  test('two instances that start together create the default environment and the signing key once', async () => {
    const [one, two] = await both()
    const names = (await admin.listEnvironments(one.config)).map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) => name === 'default'),
      ['default'],
    )
    assert.equal(Number(one.running.firstStart) + Number(two.running.firstStart), 1)
    assert.equal((await admin.listKeys(one.config)).length, 1)
  })

  test('each of two instances prints a valid link for the first owner, and only one link creates the owner', async () => {
    const data = temporaryFolder(t)
    const [one, two] = await Promise.all([startService(t, { data }, 'postgres'), startService(t, { data }, 'postgres')])
    const tokens = [one, two].map(({ running }) => running.ownerUrl!.split('#')[1]!)
    assert.notEqual(tokens[0], tokens[1])
    // Whichever instance a browser comes to.
    for (const token of tokens)
      for (const { url } of [one, two])
        assert.equal((await browser(url).send('POST', '/v1/link', { body: { token } })).json.data.kind, 'owner')
    const answers = await Promise.all(
      tokens.map((token, n) => {
        const body = { token, name: 'First', email: `first-${n}@example.com`, password: goodPassword }
        return browser([one, two][n]!.url).send('POST', '/v1/link/use', { body })
      }),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404])
    for (const token of tokens)
      assert.equal((await browser(one.url).send('POST', '/v1/link', { body: { token } })).status, 404)
  })

  test('of two concurrent copies of a request on two instances, one takes effect, and both get its response', async () => {
    const { send } = await tenant()
    for (let round = 0; round < 5; round++) {
      const body = anOrder()
      const headers = { 'idempotency-key': aKey('twin') }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => send(n, 'POST', '/v1/consignment', { body, headers })),
      )
      const essence = ({ status, text }: Answer) => `${status} ${text}`
      assert.deepEqual(new Set(answers.map(essence)).size, 1, answers.map(essence).join('\n'))
      assert.equal(answers[0]!.status, 201)
      assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    }
  })

  test('a device that lost a response gets it again from another instance', async () => {
    const { calls, send } = await tenant()
    const driver = aDriver()
    await calls[0](createDriver, { body: driver })
    const { url } = (await calls[0](linkDriver, { query: { key: driver.key } })).data
    const body = { token: url.split('#')[1]!, deviceSecret: createSecret() }
    const enter = (index: number) => send(index, 'POST', '/v1/drive/session', { body })
    const answers = [...(await Promise.all([enter(0), enter(1)])), await enter(0), await enter(1)]
    for (const { status, json } of answers) assert.deepEqual([status, json.data], [201, answers[0]!.json.data])
  })

  test('of several creates with the same key on two instances, one succeeds, and the errors name its record', async () => {
    const { send } = await tenant()
    const body = anOrder()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(n, 'POST', '/v1/consignment', { body })),
    )
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const { status, json } of answers.filter((answer) => answer !== won[0]))
      assert.deepEqual([status, json.data.consignmentId], [409, won[0]!.json.data.consignmentId])
  })

  test('if two instances rename two orders to the same key, one rename returns 409', async () => {
    const { send } = await tenant()
    for (let round = 0; round < 5; round++) {
      const orders = [anOrder(), anOrder()]
      for (const body of orders) assert.equal((await send(0, 'POST', '/v1/consignment', { body })).status, 201)
      const key = aKey('new')
      const answers = await Promise.all(
        orders.map((order, n) => send(n, 'PATCH', `/v1/consignment?key=${order.key}`, { body: { key } })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    }
  })

  test('concurrent changes on two instances all take effect, each with a unique version', async () => {
    const { calls, send } = await tenant()
    const { consignmentId: id } = (await calls[0](createConsignment, { body: anOrder() })).data
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(n, 'PATCH', `/v1/consignment/${id}`, { body: { weight: n + 1 } })),
    )
    const versions = answers.map(({ headers }) => headers.get('etag'))
    assert.equal(new Set(versions).size, 40)
    assert.equal((await calls[1](getConsignment, { query: { id } })).data.version, 41)
  })

  test('all instances soon reject a revoked token', async () => {
    const { send, config, token } = await tenant()
    for (const index of [0, 1]) assert.equal((await send(index, 'GET', '/v1/depots')).status, 200)
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    await admin.revokeToken(config, jti, Date.now())
    for (const index of [0, 1])
      await until('it is refused', async () => (await send(index, 'GET', '/v1/depots')).status === 401)
  })

  test('a session, role or membership that ends on one instance soon ends on the other instance', async () => {
    const [one, two] = await both()
    const { environmentId } = await one.environment()
    const owner = await signedIn(one, environmentId, 'owner')
    const person = await signedIn(one, environmentId, 'planner')
    const there = browser(two.url, environmentId)
    there.cookie = person.browser.cookie
    const becomes = (path: string, status: number) =>
      until(`${path} is ${status}`, async () => (await there.send('GET', path)).status === status)
    await becomes('/v1/tokens', 403)
    await owner.send('PATCH', `/v1/person/${person.personId}`, { body: { role: 'owner' } })
    await becomes('/v1/tokens', 200)
    await owner.send('DELETE', `/v1/person/${person.personId}`)
    await becomes('/v1/depots', 403)
    await becomes('/v1/me', 200)
    await person.send('DELETE', '/v1/session')
    await becomes('/v1/me', 401)
    await becomes('/v1/depots', 401)
  })

  test('failed sign-ins on one instance count on the other instance', async () => {
    const [one, two] = await both()
    const { email } = await aPerson(one.config)
    const guesses = []
    for (let n = 0; n < 7; n++) {
      const { url } = [one, two][n % 2]!
      guesses.push((await browser(url).send('POST', '/v1/session', { body: { email, password: 'wrong' } })).status)
    }
    assert.deepEqual(guesses, [401, 401, 401, 401, 401, 429, 429])
  })

  test('new settings from one instance apply on the other instance immediately', async () => {
    const { calls, send } = await tenant()
    const order = () => anOrder({ channelKey: 'EXPRESS' })
    assert.equal((await send(1, 'POST', '/v1/consignment', { body: order() })).status, 422)
    await calls[0](updateEnvironment, { body: { channels: [{ key: 'EXPRESS', name: 'Express' }] } })
    assert.equal((await send(1, 'POST', '/v1/consignment', { body: order() })).status, 201)
  })

  test('a change during an acknowledgement on another instance is never lost', async () => {
    const { calls } = await tenant()
    const ids: string[] = []
    for (let n = 0; n < 10; n++) ids.push((await calls[0](createConsignment, { body: anOrder() })).data.consignmentId)
    /** The version of each order that the planner has fetched and acknowledged last. */
    const planned = new Map<string, number>()
    let changing = true
    const fetchOnce = async (call: Call) => {
      const entries = (await call(listExport, { query: { detail: 'true' } })).data as ExportEntry[]
      if (entries.length === 0) return 0
      const shown = entries.map(({ consignmentId, version }) => ({ consignmentId, version }))
      const { kept } = (await call(acknowledgeExport, { body: { consignments: shown } })).data
      for (const { consignmentId, version } of shown)
        if (!kept.includes(consignmentId))
          planned.set(consignmentId, Math.max(version, planned.get(consignmentId) ?? 0))
      return entries.length
    }
    const planner = async () => {
      while (changing) await fetchOnce(calls[1])
    }
    const changer = async (call: Call, seed: number) => {
      for (let n = 0; n < 60; n++)
        await call(updateConsignment, { query: { id: ids[(n * seed) % ids.length]! }, body: { weight: Math.random() } })
    }
    const planning = [planner(), planner()]
    await Promise.all([changer(calls[0], 3), changer(calls[1], 7)])
    changing = false
    await Promise.all(planning)
    while ((await fetchOnce(calls[0])) > 0);
    for (const id of ids)
      assert.equal(planned.get(id), (await calls[0](getConsignment, { query: { id } })).data.version, id)
  })

  test('concurrent changes of stops keep each in one load, without a gap', async () => {
    const { calls, send } = await tenant()
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push((await calls[0](createConsignment, { body: anOrder() })).data.consignmentId)
    const loads: string[] = []
    for (let n = 0; n < 3; n++) loads.push((await calls[0](createLoad, { body: { key: aKey('LOAD') } })).data.loadId)
    const pick = <T>(from: T[]) => from[Math.floor(Math.random() * from.length)]!
    const step = async (n: number) => {
      const status =
        n % 3 === 0
          ? await send(n, 'PATCH', `/v1/load/${pick(loads)}`, {
              body: { stops: ids.filter(() => Math.random() < 0.4).map((consignmentId) => ({ consignmentId })) },
            })
          : await send(n, 'PATCH', `/v1/consignment/${pick(ids)}`, {
              body: { loadId: Math.random() < 0.2 ? null : pick(loads) },
            })
      assert.equal(status.status, 200, status.text)
    }
    const worker = async (first: number) => {
      for (let n = first; n < 60; n += 6) await step(n)
    }
    await Promise.all(Array.from({ length: 6 }, (_, n) => worker(n)))
    const placed: string[] = []
    for (const id of loads) {
      const { stops } = (await calls[1](getLoad, { query: { id } })).data
      assert.deepEqual(
        stops.map(({ position }) => position),
        stops.map((_, index) => index + 1),
      )
      placed.push(...stops.map(({ consignmentId }) => consignmentId))
    }
    assert.equal(new Set(placed).size, placed.length)
    assert.ok(await calls[0](updateLoad, { query: { id: loads[0]! }, body: { stops: [] } }))
  })
})
