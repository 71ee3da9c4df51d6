// A fresh sign-in: what a session that was left open is not enough for, and how people confirm who they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { addApp, codeOf, growStale, wrongCodeFor } from '../support/factors.ts'
import { everyEngine } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { aPerson, goodPassword, signedIn } from '../support/visitors.ts'

everyEngine('a fresh sign-in', (open) => {
  test('new tokens, clients, secrets and factors require a fresh sign-in, with password or code', async () => {
    const service = await open()
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'owner')
    const app = await addApp(person)
    const fresh = (Object.entries(endpoints) as [string, EndpointShape][]).filter(([, endpoint]) => endpoint.fresh)
    assert.deepEqual(fresh.map(([id]) => id).sort(), [
      'addPasskey',
      'addTotp',
      'beginPasskeyCreation',
      'beginTotp',
      'createClient',
      'createToken',
      'createWebhook',
      'removeFactor',
      'renewRecoveryCodes',
      'rotateWebhookSecret',
    ])
    await growStale(service, person.personId)
    for (const [, { method, path }] of fresh)
      assertProblem(await person.send(method, path.replaceAll(/\{\w+\}/g, 'none')), 'SIGN_IN_AGAIN')
    const make = () => person.send('POST', '/v1/token', { body: { scopes: ['depots:read'] } })
    const confirm = (body: object) => person.send('POST', '/v1/session/confirm', { body })
    assertProblem(await confirm({}), 'BAD_REQUEST')
    assertProblem(await confirm({ password: 'not the password' }), 'BAD_REQUEST', ['/password'])
    assertProblem(await confirm({ code: wrongCodeFor(app.secret) }), 'BAD_REQUEST', ['/code'])
    assertProblem(await make(), 'SIGN_IN_AGAIN')
    assert.equal((await confirm({ password: goodPassword })).status, 200)
    assert.equal((await make()).status, 201)
    await growStale(service, person.personId)
    const code = codeOf(app.secret)
    assert.equal((await confirm({ code })).status, 200)
    assert.equal((await make()).status, 201)
    assertProblem(await confirm({ code }), 'BAD_REQUEST', ['/code'])
    await growStale(service, person.personId)
    assert.equal((await tenant.request('POST', '/v1/token', { body: { scopes: ['depots:read'] } })).status, 201)
  })

  test('a new webhook URL requires a fresh sign-in, and a pause does not', async () => {
    const service = await open()
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'owner')
    const made = await person.send('POST', '/v1/webhook', { body: { url: 'https://example.com/hook' } })
    assert.equal(made.status, 201)
    await growStale(service, person.personId)
    const change = (body: object) => person.send('PATCH', `/v1/webhook/${made.json.data.webhookId}`, { body })
    assertProblem(await change({ url: 'https://example.com/other' }), 'SIGN_IN_AGAIN')
    assertProblem(await change({ include: 'record' }), 'SIGN_IN_AGAIN')
    assertProblem(await change({ format: 'cloudevents' }), 'SIGN_IN_AGAIN')
    assert.equal((await change({ description: 'Shop', state: 'paused' })).status, 200)
  })

  test('creating or changing owners and lifting a required factor need a fresh sign-in; smaller changes do not', async () => {
    const service = await open()
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'owner')
    const other = await aPerson(service.config, { [tenant.environmentId]: 'owner' })
    await growStale(service, person.personId)
    const role = (personId: string, wanted: string) =>
      person.send('PATCH', `/v1/person/${personId}`, { body: { role: wanted } })
    const invite = (wanted: string) =>
      person.send('POST', '/v1/invitation', { body: { email: `${wanted}@example.com`, role: wanted } })
    const require = (secondFactor: string) =>
      person.send('PATCH', '/v1/environment', { body: { signIn: { secondFactor } } })
    assertProblem(await role(tenant.planner.personId, 'owner'), 'SIGN_IN_AGAIN')
    assertProblem(await role(other.personId, 'viewer'), 'SIGN_IN_AGAIN')
    assertProblem(await person.send('DELETE', `/v1/person/${other.personId}`), 'SIGN_IN_AGAIN')
    assertProblem(await invite('owner'), 'SIGN_IN_AGAIN')
    assertProblem(await require('required'), 'SIGN_IN_AGAIN')
    assert.equal((await require('optional')).status, 200, 'nothing changes')
    assert.equal((await role(tenant.planner.personId, 'viewer')).status, 200)
    assert.equal((await invite('viewer')).status, 201)
    assert.equal((await person.send('PATCH', '/v1/environment', { body: { timezone: 'UTC' } })).status, 200)
    assert.equal((await person.send('POST', '/v1/session/confirm', { body: { password: goodPassword } })).status, 200)
    assert.equal((await role(other.personId, 'viewer')).status, 200)
    assert.equal((await invite('owner')).status, 201)
  })

  test("replacing or withdrawing an owner's invitation requires a fresh sign-in, other invitations do not", async () => {
    const service = await open()
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'owner')
    const invite = (email: string, role: string) => person.send('POST', '/v1/invitation', { body: { email, role } })
    const { invitationId } = (await invite('olga@example.com', 'owner')).json.data
    const other = (await invite('vera@example.com', 'viewer')).json.data
    await growStale(service, person.personId)
    assertProblem(await invite('olga@example.com', 'viewer'), 'SIGN_IN_AGAIN')
    assertProblem(await person.send('DELETE', `/v1/invitation/${invitationId}`), 'SIGN_IN_AGAIN')
    const left = (await person.send('GET', '/v1/invitations')).json.data
    assert.deepEqual(left.map(({ role }: { role: string }) => role).sort(), ['owner', 'viewer'])
    assert.equal((await invite('vera@example.com', 'planner')).status, 201)
    assert.equal((await person.send('DELETE', `/v1/invitation/${other.invitationId}`)).status, 200)
    assert.equal((await person.send('POST', '/v1/session/confirm', { body: { password: goodPassword } })).status, 200)
    assert.equal((await invite('olga@example.com', 'viewer')).status, 201)
    assert.equal((await person.send('DELETE', `/v1/invitation/${invitationId}`)).status, 200)
  })

  test('wrong passwords of a fresh sign-in count as failures', async () => {
    const service = await open({})
    const person = await signedIn(service, (await service.environment()).environmentId, 'owner')
    const confirm = (password: string) => person.send('POST', '/v1/session/confirm', { body: { password } })
    for (let tries = 0; tries < 5; tries++) assertProblem(await confirm('not the password'), 'BAD_REQUEST')
    assertProblem(await confirm(goodPassword), 'RATE_LIMITED')
  })

  test('a fresh sign-in cannot renew a session that has ended', async () => {
    const service = await open()
    const person = await signedIn(service, (await service.environment()).environmentId, 'owner')
    await person.send('DELETE', '/v1/session')
    assertProblem(
      await person.send('POST', '/v1/session/confirm', { body: { password: goodPassword } }),
      'UNAUTHORIZED',
    )
  })
})
