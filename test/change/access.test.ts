// The record of access: who let whom in, as what, and when it ended; told to those only who may read it, and never with a secret.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type ChangeEvent, listEvents } from '../../contract/change.ts'
import { createConsignment } from '../../contract/consignment.ts'
import type { UserRole } from '../../contract/person.ts'
import { createWebhook, listDeliveries } from '../../contract/webhook.ts'
import * as admin from '../../server/admin/database.ts'
import * as commands from '../../server/admin/people.ts'
import { stream } from '../support/follower.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { behaviours, startReceiver } from '../support/receiver.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { aPerson, type Browser, browser, goodPassword, signedIn } from '../support/visitors.ts'

const tokenOf = (link: string) => link.split('#')[1]!
const all = async ({ call }: Tenant): Promise<ChangeEvent[]> =>
  (await call(listEvents, { query: { limit: '1000' } })).data.events
/** What an event says, and who did it. */
const essence = ({ type, version, changes, actor }: ChangeEvent) => [type, version, changes, actor.id]
const flags = { webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8' }

everyEngine('the access record', (open) => {
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open(flags))
  const fresh = tenants(service)
  const cleanups: (() => unknown)[] = []
  after(async () => {
    for (const cleanup of cleanups) await cleanup()
  })
  const scene = async (role: UserRole = 'owner') => {
    const tenant = await fresh()
    const person = await signedIn(await service(), tenant.environmentId, role)
    return { tenant, actor: `person:${person.personId}`, ...person }
  }
  const data = async (own: Pick<Browser, 'send'>, method: string, path: string, body?: unknown) => {
    const answer = await own.send(method, path, body === undefined ? {} : { body })
    assert.ok(answer.status < 300, answer.text)
    return answer.json.data
  }

  test('the access record contains the creation and the end of tokens and clients, without secrets', async () => {
    const { tenant, actor, send } = await scene()
    const own = { send }
    const activeTo = '2030-01-01T00:00:00Z'
    const token = await data(own, 'POST', '/v1/token', { name: 'ERP', scopes: ['loads:read'], activeTo })
    const client = await data(own, 'POST', '/v1/client', { scopes: ['*'] })
    for (const path of [`/v1/token/${token.tokenId}`, `/v1/client/${client.clientId}`]) {
      await data(own, 'DELETE', path)
      await data(own, 'DELETE', path)
    }
    const events = await all(tenant)
    const activeFrom = events[0]!.changes[1]!.new
    assert.deepEqual(events.map(essence), [
      [
        'token.created',
        1,
        [
          { path: '/scopes', new: ['loads:read'] },
          { path: '/activeFrom', new: activeFrom },
          { path: '/activeTo', new: activeTo },
        ],
        actor,
      ],
      ['client.created', 1, [{ path: '/scopes', new: ['*'] }], actor],
      ['token.revoked', 2, [], actor],
      ['client.revoked', 2, [], actor],
    ])
    assert.deepEqual(
      events.map(({ record }) => record),
      [
        { type: 'token', id: token.tokenId, key: 'ERP' },
        { type: 'client', id: client.clientId, key: client.clientId },
        { type: 'token', id: token.tokenId, key: 'ERP' },
        { type: 'client', id: client.clientId, key: client.clientId },
      ],
    )
    const text = JSON.stringify(events)
    for (const secret of [token.token, token.token.split('.')[2], client.secret]) assert.ok(!text.includes(secret))
  })

  test('the access record contains each invitation, join, new role and removal of a user', async () => {
    const { tenant, actor, send } = await scene()
    const own = { send }
    const email = `${aKey('guest')}@example.com`
    const first = await data(own, 'POST', '/v1/invitation', { email, role: 'viewer' })
    const second = await data(own, 'POST', '/v1/invitation', { email, role: 'planner' })
    const { invitationId } = second
    assert.equal(invitationId, first.invitationId)
    assert.equal((await all(tenant))[1]!.record.key, email, 'while it is open')
    const guest = browser((await service()).url)
    const body = { token: tokenOf(second.link), name: 'Gus Guest', password: goodPassword }
    const { personId } = await data(guest, 'POST', '/v1/link/use', body)
    await data(own, 'PATCH', `/v1/person/${personId}`, { role: 'viewer' })
    await data(own, 'PATCH', `/v1/person/${personId}`, { role: 'viewer' })
    await data(own, 'DELETE', `/v1/person/${personId}`)
    const other = await data(own, 'POST', '/v1/invitation', { email, role: 'viewer' })
    await data(own, 'DELETE', `/v1/invitation/${other.invitationId}`)
    const events = await all(tenant)
    const expires = (index: number) => ({ path: '/expires', new: events[index]!.changes[1]!.new })
    assert.deepEqual(events.map(essence), [
      ['invitation.created', 1, [{ path: '/role', new: 'viewer' }, expires(0)], actor],
      ['invitation.created', 2, [{ path: '/role', new: 'planner' }, expires(1)], actor],
      [
        'person.joined',
        1,
        [
          { path: '/role', new: 'planner' },
          { path: '/invitationId', new: invitationId },
        ],
        `person:${personId}`,
      ],
      ['person.updated', 2, [{ path: '/role', old: 'planner', new: 'viewer' }], actor],
      ['person.removed', 3, [], actor],
      ['invitation.created', 3, [{ path: '/role', new: 'viewer' }, expires(5)], actor],
      ['invitation.withdrawn', 4, [], actor],
    ])
    assert.deepEqual(
      events.map(({ record: { id, key } }) => [id, key]),
      [0, 1, 2, 3, 4, 5, 6].map((index) =>
        index > 1 && index < 5 ? [personId, 'Gus Guest'] : [invitationId, invitationId],
      ),
    )
    const text = JSON.stringify(events)
    for (const secret of [email, goodPassword, ...[first, second, other].map(({ link }) => tokenOf(link))])
      assert.ok(!text.includes(secret), 'no address, password or link is written down')
  })

  test('the access record names an existing user who joins and the owner of a new environment', async () => {
    const { tenant, actor, personId, send } = await scene()
    const { url, config } = await service()
    const known = await aPerson(config)
    const { link } = await data({ send }, 'POST', '/v1/invitation', { email: known.email, role: 'viewer' })
    const own = browser(url)
    await data(own, 'POST', '/v1/session', { email: known.email, password: goodPassword })
    await data(own, 'POST', '/v1/link/use', { token: tokenOf(link) })
    const joined = (await all(tenant)).at(-1)!
    assert.deepEqual([joined.type, joined.actor.id], ['person.joined', `person:${known.personId}`])
    const { environmentId } = await data({ send }, 'POST', '/v1/environment', { name: aKey('North') })
    const there = { headers: { 'dray-environment': environmentId } }
    const { events } = (await send('GET', '/v1/events', there)).json.data
    assert.deepEqual(events.map(essence), [['person.joined', 1, [{ path: '/role', new: 'owner' }], actor]])
    assert.equal(events[0].record.id, personId)
  })

  test('events of CLI commands name Dray as their actor', async () => {
    const { config } = await service()
    const tenant = await fresh()
    const { environmentId: environment, planner } = tenant
    const email = `${aKey('kim')}@example.com`
    await commands.createUser(config, { email, name: 'Kim', environment, role: 'viewer' }, Date.now())
    await commands.inviteUser(config, { email: `${aKey('lee')}@example.com`, environment, role: 'owner' }, Date.now())
    await commands.disableUser(config, planner.email, Date.now())
    await commands.disableUser(config, planner.email, Date.now())
    await commands.enableUser(config, planner.email, Date.now())
    await admin.createToken(config, { environment, scopes: ['*'] }, Date.now())
    const [, made] = await admin.listTokens(config, environment)
    await admin.revokeToken(config, made!.tokenId, Date.now())
    const { clientId } = await admin.createClient(config, { environment, scopes: ['*'] }, Date.now())
    await admin.revokeClient(config, clientId, Date.now())
    await assert.rejects(admin.revokeClient(config, `${environment}.none`, Date.now()), /does not exist/)
    const events = await all(tenant)
    assert.deepEqual(
      events.map(({ type }) => type),
      [
        ...['person.joined', 'invitation.created', 'person.updated', 'person.updated'],
        ...['token.created', 'token.revoked', 'client.created', 'client.revoked'],
      ],
    )
    for (const { actor } of events) assert.deepEqual(actor, { kind: 'system', id: 'dray', name: 'Dray' })
    assert.deepEqual(
      events.slice(2, 4).map(({ changes, record }) => [changes, record.id]),
      [true, false].map((disabled) => [[{ path: '/disabled', old: !disabled, new: disabled }], planner.personId]),
    )
  })

  test('the access record requires the scopes for tokens and users; neither `*` nor webhooks include it', async () => {
    const { tenant, send } = await scene()
    const { url } = await service()
    const ordinary = await tenant.tokenWith(['*'])
    const receiver = await startReceiver({ after: (fn) => void cleanups.push(fn) }, behaviours.take)
    const { webhookId } = (await tenant.call(createWebhook, { body: { url: receiver.url } })).data
    const follower = stream({ urls: [url], token: ordinary })
    await data({ send }, 'POST', '/v1/invitation', { email: `${aKey('guest')}@example.com`, role: 'viewer' })
    await data({ send }, 'PATCH', `/v1/person/${tenant.planner.personId}`, { role: 'viewer' })
    await data({ send }, 'POST', '/v1/client', { scopes: ['*'] })
    // What comes last says that all before it has been passed over.
    await tenant.call(createConsignment, { body: anOrder() })
    const kinds = async (token: string, query = '') => {
      const answer = await tenant.request('GET', `/v1/events${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(answer.status, 200, answer.text)
      return [...new Set((answer.json.data.events as ChangeEvent[]).map(({ record }) => record.type))].sort()
    }
    assert.deepEqual(await kinds(ordinary), ['consignment', 'webhook'])
    assert.deepEqual(await kinds(ordinary, '?before=latest'), ['consignment', 'webhook'])
    assert.deepEqual(await kinds(ordinary, '?types=token.*,client.*,person.*,invitation.created'), [])
    assert.deepEqual(await kinds(await tenant.tokenWith(['tokens:read'])), ['client', 'token'])
    assert.deepEqual(await kinds(await tenant.tokenWith(['people:write'])), ['invitation', 'person'])
    await follower.until((events) => events.some(({ record }) => record.type === 'consignment'))
    await follower.stop()
    for (const { record } of follower.events) assert.ok(['consignment', 'webhook'].includes(record.type), record.type)
    await until('the order was sent', () => receiver.received.length > 0)
    const deliveries = await tenant.call(listDeliveries, { params: { webhookId } })
    assert.deepEqual(
      deliveries.data.deliveries.map(({ type }) => type),
      ['consignment.created'],
    )
    for (const filter of ['token.*', 'person.joined'])
      assertProblem(
        await tenant.request('POST', '/v1/webhook', { body: { url: receiver.url, events: [filter] } }),
        'BAD_REQUEST',
        ['/events/0'],
      )
  })

  test('concurrent changes of access have different versions in the access record', async () => {
    const { tenant, send } = await scene()
    const path = `/v1/person/${tenant.planner.personId}`
    const roles = ['viewer', 'user-admin', 'planner', 'owner', 'viewer', 'planner', 'user-admin', 'owner']
    await Promise.all(roles.map((role) => data({ send }, 'PATCH', path, { role })))
    const email = `${aKey('guest')}@example.com`
    await Promise.all(roles.map((role) => data({ send }, 'POST', '/v1/invitation', { email, role })))
    const events = await all(tenant)
    for (const type of ['person', 'invitation']) {
      const versions = events.filter(({ record }) => record.type === type).map(({ version }) => version)
      assert.deepEqual(
        versions,
        versions.map((_, index) => index + 1),
      )
    }
    const steps = events.filter(({ record }) => record.type === 'person').map(({ changes }) => changes[0]!)
    for (const [index, { old }] of steps.entries()) assert.equal(old, index === 0 ? 'planner' : steps[index - 1]!.new)
  })
})
