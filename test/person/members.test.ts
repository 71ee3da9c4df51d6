// The people of an environment: invited, given roles, taken out; what each role may do; passwords, sessions and environments of one's own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EndpointShape, listScopes } from '../../contract/endpoint.ts'
import { requestExamples } from '../../contract/examples.ts'
import { endpoints } from '../../contract/index.ts'
import { personLimits, roleScopes, type UserRole, userRoles } from '../../contract/person.ts'
import * as environments from '../../server/access/environment/store.ts'
import { expandScopes } from '../../server/access/token/scopes.ts'
import * as rules from '../../server/access/user/rules.ts'
import { redeemLink } from '../../server/access/user/steps.ts'
import { deleteMembership, insertMembership } from '../../server/access/user/store.ts'
import * as admin from '../../server/admin/database.ts'
import { disableUser, enableUser, resetUser } from '../../server/admin/people.ts'
import { sql } from '../../server/platform/database/database.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'
import { createId } from '../../server/platform/value/ids.ts'
import { addApp } from '../support/factors.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { createWorld, sampleOf, table } from '../support/requests.ts'
import { tenants } from '../support/tenants.ts'
import { aPerson, type Browser, browser, goodPassword, setCookieOf, signedIn } from '../support/visitors.ts'

const otherPassword = 'five other odd words'
const tokenOf = (link: string) => link.split('#')[1]!

everyEngine('members', (open) => {
  const fresh = tenants(open)
  /** A tenant, and somebody in it in this role, in a browser. */
  const inRole = async (role: UserRole) => {
    const [service, tenant] = [await open(), await fresh()]
    return { service, tenant, ...(await signedIn(service, tenant.environmentId, role)) }
  }
  const invite = async (own: Browser, email: string, role: UserRole): Promise<string> => {
    const answer = await own.send('POST', '/v1/invitation', { body: { email, role } })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.json.data.mailed, false)
    return tokenOf(answer.json.data.link)
  }
  const rolesOf = async (own: Browser): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await own.send('GET', '/v1/people')).json.data.map(({ email, role }: { email: string; role: string }) => [
        email,
        role,
      ]),
    )

  test('an invitation creates the account and the membership once', async () => {
    const owner = await inRole('owner')
    const email = `${aKey('Guest')}@Example.com`
    const token = await invite(owner.browser, email, 'planner')
    const [pending] = (await owner.send('GET', '/v1/invitations')).json.data
    assert.deepEqual([pending.email, pending.role], [email.toLowerCase(), 'planner'])
    const guest = browser(owner.service.url, owner.tenant.environmentId)
    const link = (await guest.send('POST', '/v1/link', { body: { token } })).json.data
    assert.deepEqual([link.kind, link.account, link.email], ['invitation', 'new', email.toLowerCase()])
    const body = { token, name: 'Gus Guest', password: goodPassword, email: 'someone-else@example.com' }
    const used = await guest.send('POST', '/v1/link/use', { body })
    assert.equal(used.status, 201, used.text)
    assert.equal(used.json.data.email, email.toLowerCase(), 'whatever the body says')
    assert.equal((await guest.send('GET', '/v1/depots')).status, 200)
    assertProblem(await browser(owner.service.url).send('POST', '/v1/link/use', { body }), 'NOT_FOUND')
    assert.equal((await rolesOf(owner.browser))[email.toLowerCase()], 'planner')
    assert.deepEqual((await owner.send('GET', '/v1/invitations')).json.data, [])
  })

  test('only the user with the account can accept an invitation, by signing in', async () => {
    const owner = await inRole('owner')
    const { url, config } = owner.service
    const known = await aPerson(config)
    const token = await invite(owner.browser, known.email, 'viewer')
    const body = { token, name: 'X', password: otherPassword }
    // Setting a password with it would let the one who invites into any account.
    assertProblem(await browser(url).send('POST', '/v1/link/use', { body }), 'UNAUTHORIZED')
    assertProblem(await owner.send('POST', '/v1/link/use', { body }), 'UNAUTHORIZED')
    const own = browser(url, owner.tenant.environmentId)
    const entered = await own.send('POST', '/v1/session', { body: { email: known.email, password: goodPassword } })
    assert.equal(entered.status, 201, entered.text)
    assertProblem(await own.send('GET', '/v1/depots'), 'TOKEN_PERMISSIONS')
    const before = own.cookie
    assert.equal((await own.send('POST', '/v1/link/use', { body: { token } })).status, 201)
    assert.notEqual(own.cookie, before, 'with more rights comes a new session')
    assert.equal((await own.send('GET', '/v1/depots')).status, 200)
  })

  test('an ended session cannot accept an invitation', async () => {
    const { service, tenant, ...owner } = await inRole('owner')
    const other = await inRole('viewer')
    const token = await invite(owner.browser, other.email, 'planner')
    const { personId, browser: own } = other
    const session = { token: aKey('t'), device: '', maxMs: 60_000, address: '', deviceHash: aKey('d'), factor: null }
    const order = { ...session, pending: aKey('p'), replaces: rules.hashOf(own.cookie!.split('=')[1]!) }
    const use = { tokenHash: rules.hashOf(token), personId, email: other.email, name: '', password: undefined }
    // As the request does it in the end: nobody can be quick enough to come between from outside.
    const redeem = () =>
      service.database(({ write }) =>
        write(async (tx) =>
          redeemLink.run(tx, { use, session: order, resets: false }, createBackgroundCall('', undefined)),
        ),
      )
    assert.equal((await own.send('DELETE', '/v1/session')).status, 200)
    await assert.rejects(redeem(), { code: 'UNAUTHORIZED' })
    assert.equal((await owner.send('GET', '/v1/invitations')).json.data.length, 1)
  })

  test('a newer invitation replaces the older, and a withdrawn one is deleted', async () => {
    const owner = await inRole('owner')
    const email = `${aKey('guest')}@example.com`
    const first = await invite(owner.browser, email, 'viewer')
    const second = await invite(owner.browser, email, 'planner')
    const look = (token: string) => browser(owner.service.url).send('POST', '/v1/link', { body: { token } })
    assertProblem(await look(first), 'NOT_FOUND')
    assert.equal((await look(second)).json.data.role, 'planner')
    const [{ invitationId }] = (await owner.send('GET', '/v1/invitations')).json.data
    assert.equal((await owner.send('DELETE', `/v1/invitation/${invitationId}`)).status, 200)
    assertProblem(await look(second), 'NOT_FOUND')
  })

  test('a changed role and a removal apply to the next request', async () => {
    const owner = await inRole('owner')
    const member = await signedIn(owner.service, owner.tenant.environmentId, 'viewer')
    const path = `/v1/person/${member.personId}`
    const depot = () => member.send('PATCH', '/v1/depot?key=none', { body: {} })
    assertProblem(await depot(), 'TOKEN_PERMISSIONS')
    assert.equal((await owner.send('PATCH', path, { body: { role: 'planner' } })).status, 200)
    assertProblem(await depot(), 'NOT_FOUND')
    assert.equal((await owner.send('PATCH', path, { body: {} })).status, 200, 'changes nothing')
    assertProblem(await depot(), 'NOT_FOUND')
    assert.equal((await owner.send('DELETE', path)).status, 200)
    assertProblem(await depot(), 'TOKEN_PERMISSIONS')
    assert.deepEqual((await member.send('GET', '/v1/me')).json.data.environments, [])
    assertProblem(await owner.send('PATCH', path, { body: { role: 'owner' } }), 'NOT_FOUND')
  })

  test('a user admin can neither create nor remove owners', async () => {
    const { tenant, ...admin } = await inRole('user-admin')
    const planner = `/v1/person/${tenant.planner.personId}`
    assertProblem(await admin.send('PATCH', planner, { body: { role: 'owner' } }), 'TOKEN_PERMISSIONS')
    assertProblem(
      await admin.send('PATCH', `/v1/person/${admin.personId}`, { body: { role: 'owner' } }),
      'TOKEN_PERMISSIONS',
    )
    assertProblem(await admin.send('DELETE', `/v1/person/${tenant.owner.personId}`), 'TOKEN_PERMISSIONS')
    const body = { email: `${aKey('guest')}@example.com`, role: 'owner' }
    assertProblem(await admin.send('POST', '/v1/invitation', { body }), 'TOKEN_PERMISSIONS')
    assert.equal((await admin.send('PATCH', planner, { body: { role: 'viewer' } })).status, 200)
    // A token that may only look after people is in the same place.
    const bearer = { authorization: `Bearer ${await tenant.tokenWith(['*', 'people:write'])}` }
    assertProblem(await admin.send('POST', '/v1/invitation', { body, headers: bearer }), 'TOKEN_PERMISSIONS')
  })

  test('a user admin cannot change his or her own role, and an owner can', async () => {
    const { tenant, ...admin } = await inRole('user-admin')
    const change = (who: typeof admin, role: string) =>
      who.send('PATCH', `/v1/person/${who.personId}`, { body: { role } })
    for (const role of ['planner', 'viewer']) assertProblem(await change(admin, role), 'TOKEN_PERMISSIONS')
    assertProblem(await admin.send('GET', '/v1/consignments'), 'TOKEN_PERMISSIONS')
    assert.equal((await change(admin, 'user-admin')).status, 200, 'changes nothing')
    const { tenant: other, ...owner } = await inRole('owner')
    assert.equal((await change(owner, 'planner')).status, 200)
    assert.equal((await owner.send('GET', `/v1/me`)).json.data.environments[0].role, 'planner', other.environmentId)
  })

  test('an existing user cannot be invited again, and an earlier invitation does not change the role', async () => {
    const { tenant, ...admin } = await inRole('user-admin')
    const { email } = (await admin.send('GET', '/v1/me')).json.data
    for (const each of [email, email.toUpperCase()])
      assertProblem(
        await admin.send('POST', '/v1/invitation', { body: { email: each, role: 'planner' } }),
        'ALREADY_MEMBER',
      )
    const second = { email: `${aKey('second')}@example.com`, role: 'planner' }
    const { link } = (await admin.send('POST', '/v1/invitation', { body: second })).json.data
    const used = await admin.send('POST', '/v1/link/use', {
      body: { token: link.split('#')[1], name: 'Second', password: goodPassword },
    })
    assert.equal(used.status, 201, used.text)
    const people = (await tenant.request('GET', '/v1/people')).json.data as { personId: string; role: string }[]
    assert.equal(people.find(({ personId }) => personId === admin.personId)!.role, 'user-admin')
  })

  test('one of two owners who demote each other stays an owner', async () => {
    for (let round = 0; round < 3; round++) {
      const owner = await inRole('owner')
      const { personId } = owner.tenant.owner
      const both = await Promise.all(
        [owner.personId, personId].map((id) => owner.tenant.request('DELETE', `/v1/person/${id}`)),
      )
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    }
  })

  test('each role may use every endpoint of its scopes, and no other', async () => {
    const service = await open()
    for (const role of userRoles) {
      const tenant = await fresh()
      const world = await createWorld(tenant)
      const person = await signedIn(service, tenant.environmentId, role)
      const allowed = expandScopes(roleScopes[role])
      for (const [id, endpoint] of table) {
        const { method } = endpoint
        const { path, body } = sampleOf(id, world)
        if (!listScopes(endpoint).some((scope) => allowed.has(scope)))
          assertProblem(await person.send(method, path, { body }), 'TOKEN_PERMISSIONS')
        // What may be changed is not: only whether the door is open counts here.
        else if (method === 'GET') assert.equal((await person.send(method, path)).status, 200, `${role} ${id}`)
        else {
          const forged = { body, headers: { 'x-dray-console': '' } }
          assertProblem(await person.send(method, path, forged), 'CROSS_SITE')
          const asked = await person.send(method, path, { body, headers: { accept: 'text/html' } })
          assertProblem(asked, 'NOT_ACCEPTABLE')
        }
      }
    }
    const writesOf = (role: UserRole) => [...expandScopes(roleScopes[role])].filter((scope) => scope.endsWith(':write'))
    assert.deepEqual(writesOf('viewer'), [])
    assert.deepEqual(writesOf('user-admin'), ['people:write'])
    assert.equal(expandScopes(roleScopes.planner).has('people:write'), false)
    for (const role of ['planner', 'viewer', 'user-admin'] as const)
      assert.equal(expandScopes(roleScopes[role]).has('tokens:read'), false)
  })

  test('a user without a role in an environment may use nothing there', async () => {
    const service = await open()
    const tenant = await fresh()
    const world = await createWorld(tenant)
    const stranger = await aPerson(service.config)
    const outside = browser(service.url, tenant.environmentId)
    await outside.send('POST', '/v1/session', { body: { email: stranger.email, password: goodPassword } })
    for (const [id, { method }] of table) {
      const { path, body } = sampleOf(id, world)
      assertProblem(await outside.send(method, path, { body }), 'TOKEN_PERMISSIONS')
    }
  })

  test("the changes of a user are recorded with the user's name", async () => {
    const { tenant, ...owner } = await inRole('owner')
    const body = { routeSettings: { stopDuration: 77 } }
    assert.equal((await owner.send('PATCH', '/v1/environment', { body })).status, 200)
    const rows = await (await open()).database(({ read }) =>
      read(async (tx) =>
        tx.all<{ actor: string }>(sql`select actor from changes where environment_id = ${tenant.environmentId}`),
      ),
    )
    assert.deepEqual(rows, [{ actor: `person:${owner.personId}` }])
  })

  test('an owner creates another environment and owns it', async () => {
    const owner = await inRole('owner')
    const name = aKey('North')
    const made = await owner.send('POST', '/v1/environment', { body: { name } })
    assert.equal(made.status, 201, made.text)
    const { environmentId } = made.json.data
    const { environments } = (await owner.send('GET', '/v1/me')).json.data
    assert.ok(environments.some((each: { environmentId: string }) => each.environmentId === environmentId))
    const there = { headers: { 'dray-environment': environmentId } }
    assert.equal((await owner.send('GET', '/v1/environment', there)).json.data.name, name)
    assertProblem(await owner.send('POST', '/v1/environment', { body: { name } }), 'NAME_EXISTS')
    assertProblem(await owner.send('POST', '/v1/environment', { body: { name: environmentId } }), 'BAD_REQUEST', [
      '/name',
    ])
    const planner = await inRole('planner')
    assertProblem(await planner.send('POST', '/v1/environment', { body: { name: aKey() } }), 'TOKEN_PERMISSIONS')
  })

  test('the number of environments of a user is limited', async () => {
    const owner = await inRole('owner')
    const name = aKey('Last')
    const { database } = await open()
    const last = await database(({ write }) =>
      write(async (tx) => {
        let environmentId = ''
        for (let count = 1; count < personLimits.environments; count++) {
          environmentId = createId()
          await environments.insertEnvironment(tx, { environmentId, name: environmentId, created: '', sandbox: false })
          await insertMembership(tx, environmentId, { personId: owner.personId, role: 'viewer', created: '' })
        }
        return environmentId
      }),
    )
    assertProblem(await owner.send('POST', '/v1/environment', { body: { name } }), 'BAD_REQUEST')
    await database(({ write }) => write((tx) => deleteMembership(tx, last, owner.personId)))
    assert.equal((await owner.send('POST', '/v1/environment', { body: { name } })).status, 201)
  })

  test('a new password requires the old password, ends the other sessions and renews the current session', async () => {
    const person = await inRole('viewer')
    const { url } = person.service
    const signIn = (password: string) => {
      const own = browser(url)
      return own.send('POST', '/v1/session', { body: { email: person.email, password } }).then((answer) => ({
        own,
        answer,
      }))
    }
    const elsewhere = (await signIn(goodPassword)).own
    const change = (oldPassword: string, newPassword: string) =>
      person.send('POST', '/v1/me/password', { body: { oldPassword, newPassword } })
    assertProblem(await change('wrong password', otherPassword), 'BAD_REQUEST', ['/oldPassword'])
    assertProblem(await change(goodPassword, 'password123'), 'BAD_REQUEST', ['/newPassword'])
    const before = person.browser.cookie!
    assert.equal((await change(goodPassword, otherPassword)).status, 200)
    assert.notEqual(person.browser.cookie, before)
    assert.equal((await person.send('GET', '/v1/me')).status, 200)
    assertProblem(await elsewhere.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assertProblem(await browser(url).send('GET', '/v1/me', { headers: { cookie: before } }), 'UNAUTHORIZED')
    assertProblem((await signIn(goodPassword)).answer, 'UNAUTHORIZED')
    assert.equal((await signIn(otherPassword)).answer.status, 201)
    assert.equal((await person.send('PATCH', '/v1/me', { body: { name: 'Another Name' } })).status, 200)
    assert.equal((await person.send('GET', '/v1/me')).json.data.name, 'Another Name')
  })

  test('a password link is invalid after a new password, a new factor or the disabling of the account', async () => {
    const ways: ((person: Awaited<ReturnType<typeof inRole>>) => Promise<unknown>)[] = [
      async ({ send }) => {
        const body = { oldPassword: goodPassword, newPassword: otherPassword }
        assert.equal((await send('POST', '/v1/me/password', { body })).status, 200)
      },
      (person) => addApp(person),
      async ({ service: { config }, email }) => {
        await disableUser(config, email, Date.now())
        await enableUser(config, email, Date.now())
      },
    ]
    for (const change of ways) {
      const person = await inRole('planner')
      const { config, url } = person.service
      const token = tokenOf(await resetUser(config, person.email, Date.now()))
      await change(person)
      const body = { token, password: 'words of somebody else' }
      assertProblem(await browser(url).send('POST', '/v1/link/use', { body }), 'NOT_FOUND')
    }
  })

  test('the number of password guesses with a stolen session is limited', async () => {
    const service = await open({})
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'viewer')
    const guesses = []
    for (let n = 0; n < 7; n++)
      guesses.push(
        (await person.send('POST', '/v1/me/password', { body: { oldPassword: 'x', newPassword: otherPassword } }))
          .status,
      )
    assert.deepEqual(guesses, [400, 400, 400, 400, 400, 429, 429])
  })

  test('a user sees sessions with their device, and ends one session or all except the current one', async () => {
    const person = await inRole('viewer')
    const { url } = person.service
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
    const others = [browser(url), browser(url), browser(url)]
    for (const own of others)
      await own.send('POST', '/v1/session', {
        body: { email: person.email, password: goodPassword },
        headers: { 'user-agent': agent },
      })
    const list = async () => (await person.send('GET', '/v1/sessions')).json.data
    const sessions = await list()
    assert.equal(sessions.length, 4)
    assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1)
    assert.equal(sessions.filter(({ device }: { device: string }) => device === 'Chrome, Windows').length, 3)
    const { sessionId } = (await others[0]!.send('GET', '/v1/sessions')).json.data.find(
      ({ current }: { current: boolean }) => current,
    )
    assert.equal((await person.send('DELETE', `/v1/session/${sessionId}`)).status, 200)
    assertProblem(await others[0]!.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assertProblem(await person.send('DELETE', `/v1/session/${sessionId}`), 'NOT_FOUND')
    const somebody = await inRole('viewer')
    const [theirs] = (await somebody.send('GET', '/v1/sessions')).json.data
    assertProblem(await person.send('DELETE', `/v1/session/${theirs.sessionId}`), 'NOT_FOUND')
    assert.equal((await person.send('DELETE', '/v1/sessions')).status, 200)
    assert.equal((await list()).length, 1)
    assertProblem(await others[1]!.send('GET', '/v1/me'), 'UNAUTHORIZED')
  })

  test('an owner creates and revokes working tokens and clients', async () => {
    const owner = await inRole('owner')
    const { url } = owner.service
    const made = await owner.send('POST', '/v1/token', { body: { name: 'Shop', scopes: ['depots:read'] } })
    assert.equal(made.headers.get('cache-control'), 'no-store')
    const { token, tokenId } = made.json.data
    const headers = { authorization: `Bearer ${token}`, cookie: '' }
    assert.equal((await owner.send('GET', '/v1/depots', { headers })).status, 200)
    assertProblem(await owner.send('GET', '/v1/loads', { headers }), 'TOKEN_PERMISSIONS')
    const listed = (await owner.send('GET', '/v1/tokens')).json.data
    const [row] = listed.filter((each: { tokenId: string }) => each.tokenId === tokenId)
    assert.deepEqual([row.name, row.scopes, row.revoked], ['Shop', ['depots:read'], null])
    assert.equal(JSON.stringify(listed).includes(token), false)
    await owner.send('DELETE', `/v1/token/${tokenId}`)
    while ((await owner.send('GET', '/v1/depots', { headers })).status !== 401)
      await new Promise((resolve) => setTimeout(resolve, 50))

    const client = (await owner.send('POST', '/v1/client', { body: { scopes: ['loads:read'] } })).json.data
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.secret,
    })
    const grant = () => fetch(new URL('/oauth/token', url), { method: 'POST', body: form })
    assert.equal((await grant()).status, 200)
    assert.equal((await owner.send('DELETE', `/v1/client/${client.clientId}`)).status, 200)
    assert.equal((await grant()).status, 401)
  })

  test('a new token has only scopes of its creator, and its lifetime is limited', async () => {
    const { tenant, ...owner } = await inRole('owner')
    const limited = { authorization: `Bearer ${await tenant.tokenWith(['tokens:write', 'depots:read'])}` }
    for (const path of ['/v1/token', '/v1/client']) {
      const make = (scopes?: string[]) => owner.send('POST', path, { body: scopes ? { scopes } : {}, headers: limited })
      assertProblem(await make(), 'BAD_REQUEST', ['/scopes/0'])
      assertProblem(await make(['depots:read', 'depots:write', 'people:read']), 'BAD_REQUEST', [
        '/scopes/1',
        '/scopes/2',
      ])
      assert.equal((await make(['depots:read', 'tokens:write'])).status, 201)
      assert.equal((await owner.send('POST', path, { body: { scopes: ['*', 'people:write'] } })).status, 201)
    }
    const star = { authorization: `Bearer ${await tenant.tokenWith(['*'])}` }
    assertProblem(await owner.send('POST', '/v1/token', { body: {}, headers: star }), 'TOKEN_PERMISSIONS')
    assertProblem(await owner.send('GET', '/v1/people', { headers: star }), 'TOKEN_PERMISSIONS')
    for (const times of [
      { activeTo: '2020-01-01T00:00:00Z' },
      { activeTo: '2099-01-01T00:00:00Z' },
      { activeFrom: '2030-01-02 00:00:00', activeTo: '2030-01-01 00:00:00' },
    ])
      assertProblem(await owner.send('POST', '/v1/token', { body: times }), 'BAD_REQUEST', ['/activeTo'])
  })

  test('the response that is stored for an idempotency key contains no secret', async () => {
    const { tenant, ...owner } = await inRole('owner')
    const headers = { 'idempotency-key': 'same' }
    const make = () => owner.send('POST', '/v1/token', { body: { scopes: ['depots:read'] }, headers })
    assert.notEqual((await make()).json.data.token, (await make()).json.data.token)
    assert.equal(setCookieOf(await owner.send('GET', '/v1/me')), '')
    assert.ok(tenant)
  })

  const ofPeople = (Object.values(endpoints) as EndpointShape[]).filter(
    ({ scope, access }) => scope === undefined && access !== 'driver',
  )
  const pathOf = ({ path }: EndpointShape) => path.replace(/\{\w+\}/, 'none')
  const bodyOf = ({ id }: EndpointShape) => (requestExamples as Record<string, unknown>)[id] as object | undefined

  test('every endpoint outside environments rejects the same errors of a request', async () => {
    const person = await inRole('viewer')
    const { url } = person.service
    for (const endpoint of ofPeople) {
      const { method, access, cookieless } = endpoint
      const [path, body] = [pathOf(endpoint), bodyOf(endpoint)]
      if (access === 'person') {
        const none = await browser(url).send(method, path, { body })
        assertProblem(none, 'UNAUTHORIZED')
        assert.match(none.headers.get('www-authenticate') ?? '', /^Bearer /)
        const bearer = { authorization: `Bearer ${person.tenant.token}`, cookie: '' }
        assertProblem(await person.send(method, path, { body, headers: bearer }), 'UNAUTHORIZED')
      }
      if (method !== 'GET' && !cookieless)
        assertProblem(await person.send(method, path, { body, headers: { 'x-dray-console': '' } }), 'CROSS_SITE')
      assertProblem(await person.send(method, path, { body, headers: { accept: 'text/html' } }), 'NOT_ACCEPTABLE')
      assertProblem(await person.send(method, `${path}?surprise=1`, { body }), 'BAD_REQUEST', ['?surprise'])
      if (body === undefined) continue
      const plain = { 'content-type': 'text/plain' }
      assertProblem(await person.send(method, path, { body, headers: plain }), 'UNSUPPORTED_MEDIA_TYPE')
      assertProblem(await person.send(method, path, { body: 'x'.repeat(1_048_577) }), 'BODY_TOO_LARGE')
      assertProblem(await person.send(method, path, { body: { ...body, surprise: 1 } }), 'BAD_REQUEST', ['/surprise'])
    }
    assert.equal((await person.send('GET', '/v1/me')).status, 200, 'and nothing has happened on the way')
    assert.ok(ofPeople.length >= 13)
  })

  test('responses about users match the contract', async () => {
    const owner = await inRole('owner')
    await invite(owner.browser, `${aKey('guest')}@example.com`, 'viewer')
    const reading = (Object.values(endpoints) as EndpointShape[]).filter(
      ({ method, data, tag }) => method === 'GET' && data && (tag === 'People' || tag === 'API access'),
    )
    assert.equal(reading.length, 9)
    for (const { id, path, data } of reading)
      assert.deepEqual(compileSchema(data!)((await owner.send('GET', path)).json.data), [], id)
  })

  test('memberships and invitations are deleted with their environment', async () => {
    const owner = await inRole('owner')
    const { environmentId } = owner.tenant
    const token = await invite(owner.browser, `${aKey('guest')}@example.com`, 'viewer')
    await admin.deleteEnvironment(owner.service.config, environmentId)
    assert.deepEqual((await owner.send('GET', '/v1/me')).json.data.environments, [])
    assertProblem(await owner.send('GET', '/v1/depots'), 'TOKEN_PERMISSIONS')
    assertProblem(await owner.send('POST', '/v1/link', { body: { token } }), 'NOT_FOUND')
  })
})
