// Invitations: who may make, replace and withdraw which, how many go by mail, and what may stand in them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personLimits, type UserRole } from '../../contract/person.ts'
import { type AttemptLimit, getInvitationLimits } from '../../server/access/user/attempts.ts'
import { insertMembership } from '../../server/access/user/store.ts'
import * as admin from '../../server/admin/database.ts'
import * as commands from '../../server/admin/people.ts'
import { sql } from '../../server/platform/database/database.ts'
import { everyEngine, type Service } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { aPerson, type Browser, browser, goodPassword, signedIn } from '../support/visitors.ts'

const box = openMailbox()
const anAddress = () => `${aKey('guest')}@example.com`.toLowerCase()

everyEngine('an invitation', (open) => {
  let started: Promise<Service> | undefined
  const service = () => (started ??= open(box.flags()))
  /** In an environment that sends mail. */
  const somebody = async (role: UserRole, environmentId?: string) => {
    const running = await service()
    const place = environmentId ?? (await admin.createEnvironment(running.config, aKey('Mail'), Date.now()))
    return { running, environmentId: place, ...(await signedIn(running, place, role)) }
  }
  const bearer = async (
    { running, environmentId: environment }: Awaited<ReturnType<typeof somebody>>,
    scopes: string[],
  ) => ({
    authorization: `Bearer ${await admin.createToken(running.config, { environment, scopes }, Date.now())}`,
  })
  const invitationTo = (email: string, role: UserRole) => ({ body: { email, role } })

  test('only owners replace and withdraw the invitation of an owner', async () => {
    const owner = await somebody('owner')
    const helper = await somebody('user-admin', owner.environmentId)
    const email = anAddress()
    const { invitationId } = (await owner.send('POST', '/v1/invitation', invitationTo(email, 'owner'))).json.data
    const headers = await bearer(owner, ['*', 'people:write'])
    for (const each of [{}, { headers }]) {
      const path = `/v1/invitation/${invitationId}`
      assertProblem(
        await helper.send('POST', '/v1/invitation', { ...invitationTo(email, 'viewer'), ...each }),
        'TOKEN_PERMISSIONS',
      )
      assertProblem(await helper.send('DELETE', path, each), 'TOKEN_PERMISSIONS')
    }
    const [open] = (await owner.send('GET', '/v1/invitations')).json.data
    assert.deepEqual([open.invitationId, open.role], [invitationId, 'owner'])
    assert.equal((await owner.send('POST', '/v1/invitation', invitationTo(email, 'viewer'))).status, 201)
    assert.equal((await helper.send('POST', '/v1/invitation', invitationTo(email, 'planner'))).status, 201)
    assert.equal((await helper.send('DELETE', `/v1/invitation/${invitationId}`)).status, 200)
  })

  test('an invitation or a new role by a token grants only scopes of the token', async () => {
    const owner = await somebody('owner')
    const { personId } = await aPerson(owner.running.config, { [owner.environmentId]: 'viewer' })
    const ask = async (scopes: string[], role: UserRole) => {
      const headers = await bearer(owner, scopes)
      const invited = await owner.send('POST', '/v1/invitation', { ...invitationTo(anAddress(), role), headers })
      const changed = await owner.send('PATCH', `/v1/person/${personId}`, { body: { role }, headers })
      assert.equal(invited.status === 201, changed.status === 200)
      if (invited.status !== 201) for (const each of [invited, changed]) assertProblem(each, 'TOKEN_PERMISSIONS')
      return invited.status
    }
    assert.equal(await ask(['people:write'], 'planner'), 403)
    assert.equal(await ask(['people:write'], 'user-admin'), 403)
    assert.equal(await ask(['people:write', 'settings:read'], 'user-admin'), 201)
    assert.equal(await ask(['people:write', 'settings:read'], 'viewer'), 403)
    assert.equal(await ask(['*', 'people:write'], 'planner'), 201)
    assert.equal(await ask(['*', 'people:write'], 'owner'), 403)
    assert.equal(await ask(['*', 'people:write', 'tokens:write'], 'owner'), 201)
    // People go by their role: it is a user admin's work to invite planners.
    const helper = await somebody('user-admin', owner.environmentId)
    assert.equal((await helper.send('POST', '/v1/invitation', invitationTo(anAddress(), 'planner'))).status, 201)
  })

  test('e-mails with invitations have daily limits per address, user and environment', async () => {
    const owner = await somebody('owner')
    const colleague = await somebody('owner', owner.environmentId)
    const email = anAddress()
    const invite = (to: string, who = owner) => who.send('POST', '/v1/invitation', invitationTo(to, 'viewer'))
    for (let n = 0; n < 5; n++) assert.equal((await invite(email)).json.data.mailed, true)
    for (const who of [owner, colleague, await somebody('owner')]) {
      const refused = await invite(email, who)
      assertProblem(refused, 'RATE_LIMITED')
      assert.ok(Number(refused.headers.get('retry-after')) > 3_600)
    }
    assert.equal(box.letters.filter(({ to }) => to === email).length, 5)
    assert.equal((await invite(anAddress())).status, 201, 'others are invited all the same')
    const sent = ({ subject }: AttemptLimit, failures: number) =>
      owner.running.database(({ write }) =>
        write((tx) => tx.run(sql`update attempts set failures = ${failures} where subject = ${subject}`)),
      )
    const [, byPerson, ofEnvironment] = getInvitationLimits('', `person:${owner.personId}`, owner.environmentId)
    await sent(byPerson!, 50)
    assertProblem(await invite(anAddress()), 'RATE_LIMITED')
    assert.equal((await invite(anAddress(), colleague)).status, 201)
    await sent(ofEnvironment!, 200)
    assertProblem(await invite(anAddress(), colleague), 'RATE_LIMITED')
    assert.deepEqual(
      (await owner.send('GET', '/v1/invitations')).json.data.length,
      3,
      'what is refused leaves no invitation',
    )
  })

  test('another spelling of an invited address does not avoid the limit', async () => {
    const owner = await somebody('owner')
    const name = aKey('limit').toLowerCase()
    const invite = (to: string) => owner.send('POST', '/v1/invitation', invitationTo(to, 'viewer'))
    const disguises = [
      `<${name}@example.com>`,
      `${name}@ex\u00adample.com`,
      `${name}@\uff45xample.com`,
      `${name}@example\u3002com`,
      `${name}@example.com,`,
      `${name}@example.com;`,
      `${name}@example.com(x)`,
      `"${name}"@example.com`,
      `x:${name}@example.com`,
      `${name}@[127.0.0.1]`,
      `${name}\u200b@example.com`,
      `\uff58${name}@example.com`,
      `${name}@exam%70le.com`,
      `${name}@example.com\u0000`,
    ]
    for (const each of disguises) assertProblem(await invite(each), 'BAD_REQUEST', ['/email'])
    for (const each of [`o'${name}+x/y=z@example.com`, `${name}@b\u00fccher.example`, `\u0436${name}@localhost`])
      assert.equal((await invite(each)).status, 201, each)
    // Both are the same domain to the mail server.
    for (let n = 0; n < 4; n++) assert.equal((await invite(`${name}@xn--bcher-kva.example`)).status, 201)
    for (const each of [`${name}@xn--bcher-kva.example`, `${name}@B\u00dcCHER.example`])
      assertProblem(await invite(each), 'RATE_LIMITED')
  })

  test('an invitation by the command line finds an existing account by any spelling of its address', async () => {
    const owner = await somebody('owner')
    const { config, url, environment, database } = owner.running
    const { environmentId } = await environment()
    const place = { environment: environmentId, role: 'viewer' } as const
    const email = `x:${aKey('old').toLowerCase()}@[127.0.0.1]`
    await assert.rejects(commands.inviteUser(config, { ...place, email }, Date.now()), /not an e-mail address/)
    await database(({ write }) =>
      write((tx) => tx.run(sql`update people set email = ${email} where person_id = ${owner.personId}`)),
    )
    const own = browser(url)
    assert.equal((await own.send('POST', '/v1/session', { body: { email, password: goodPassword } })).status, 201)
    const link = await commands.inviteUser(config, { ...place, email: email.toUpperCase() }, Date.now())
    assert.equal((await own.send('POST', '/v1/link/use', { body: { token: link.split('#')[1] } })).status, 201)
    const { environments } = (await own.send('GET', '/v1/me')).json.data
    assert.ok(environments.some((each: { environmentId: string }) => each.environmentId === environmentId))
  })

  test('invitations without an e-mail have no limit', async () => {
    const running = await service()
    const tenant = await running.environment()
    const email = anAddress()
    for (let n = 0; n < 7; n++) {
      const answer = await tenant.request('POST', '/v1/invitation', invitationTo(email, 'viewer'))
      assert.deepEqual([answer.status, answer.json.data.mailed], [201, false])
    }
  })

  const typesIn = async (who: { send: Browser['send'] }) =>
    (await who.send('GET', '/v1/events?types=person.*,invitation.*')).json.data.events.map(
      ({ type }: { type: string }) => type,
    )
  const tokenOf = (link: string) => link.split('#')[1]!

  test('an invitation ends when its user joins in another way, and does not work after the removal of the user', async () => {
    const running = await service()
    const tenant = await running.environment()
    const owner = await signedIn(running, tenant.environmentId, 'owner')
    const email = anAddress()
    const { link } = (await owner.send('POST', '/v1/invitation', invitationTo(email, 'owner'))).json.data
    const place = { environment: tenant.environmentId, role: 'viewer' } as const
    const way = await commands.createUser(running.config, { ...place, email, name: 'Vera' }, Date.now())
    assert.deepEqual((await owner.send('GET', '/v1/invitations')).json.data, [])
    const vera = browser(running.url, tenant.environmentId)
    const entered = await vera.send('POST', '/v1/link/use', { body: { token: tokenOf(way), password: goodPassword } })
    assert.equal((await owner.send('DELETE', `/v1/person/${entered.json.data.personId}`)).status, 200)
    assertProblem(await vera.send('POST', '/v1/link/use', { body: { token: tokenOf(link) } }), 'NOT_FOUND')
    assert.deepEqual((await vera.send('GET', '/v1/me')).json.data.environments, [])
    assert.deepEqual(await typesIn(owner), [
      'invitation.created',
      'person.joined',
      'invitation.withdrawn',
      'person.removed',
    ])
  })

  test("an invitation ends with the user's membership, and invitations to other environments do not", async () => {
    const running = await service()
    const [here, there] = await running.environments(2)
    const invite = async ({ request }: typeof here & {}, email: string) =>
      tokenOf((await request('POST', '/v1/invitation', invitationTo(email, 'planner'))).json.data.link)
    /** A member, as there were some before joining ended invitations. */
    const invitedMember = async () => {
      const { personId, email } = await aPerson(running.config)
      const tokens = [await invite(here!, email), await invite(there!, email)] as const
      await running.database(({ write }) =>
        write((tx) =>
          insertMembership(tx, here!.environmentId, { personId, role: 'viewer', created: '2026-01-01T00:00:00Z' }),
        ),
      )
      const own = browser(running.url, here!.environmentId)
      assert.equal((await own.send('POST', '/v1/session', { body: { email, password: goodPassword } })).status, 201)
      return { personId, email, tokens, own }
    }
    const use = (own: Browser, token: string, more: object = {}) =>
      own.send('POST', '/v1/link/use', { body: { token, ...more } })

    const removed = await invitedMember()
    assert.equal((await here!.request('DELETE', `/v1/person/${removed.personId}`)).status, 200)
    assertProblem(await use(removed.own, removed.tokens[0]), 'NOT_FOUND')
    assert.equal((await use(removed.own, removed.tokens[1])).status, 201)

    const deleted = await invitedMember()
    assert.equal((await deleted.own.send('POST', '/v1/me/delete', { body: { password: goodPassword } })).status, 200)
    const anew = { name: 'Anew', password: goodPassword }
    assertProblem(await use(browser(running.url), deleted.tokens[0], anew), 'NOT_FOUND')
    assert.equal((await use(browser(running.url), deleted.tokens[1], anew)).status, 201)

    const demoted = await invitedMember()
    assert.equal((await use(demoted.own, demoted.tokens[0])).json.data.environments[0].role, 'viewer')
  })

  const names = [
    'Ann\r\nBcc: all@example.com',
    'Ann\nSubject: x',
    'Ann\u0000',
    'Ann\u001b[31m',
    'Ann\u2028B',
    '\u202emoc',
    '\t',
  ]

  test('names in an invitation contain no line breaks', async () => {
    const owner = await somebody('owner')
    const { config, url } = owner.running
    const { link } = (
      await (await owner.running.environment()).request('POST', '/v1/invitation', invitationTo(anAddress(), 'viewer'))
    ).json.data
    const use = { token: link.split('#')[1], password: goodPassword }
    for (const name of names) {
      assertProblem(await owner.send('PATCH', '/v1/me', { body: { name } }), 'BAD_REQUEST')
      assertProblem(await owner.send('POST', '/v1/environment', { body: { name } }), 'BAD_REQUEST')
      assertProblem(await browser(url).send('POST', '/v1/link/use', { body: { ...use, name } }), 'BAD_REQUEST')
      await assert.rejects(admin.createEnvironment(config, name, Date.now()), /one line/)
      const place = { environment: owner.environmentId, role: 'viewer' } as const
      await assert.rejects(commands.createUser(config, { ...place, email: anAddress(), name }, Date.now()), /one line/)
    }
    assertProblem(
      await owner.send('POST', '/v1/invitation', invitationTo('a\u0001b@example.com', 'viewer')),
      'BAD_REQUEST',
    )
    await assert.rejects(
      commands.inviteUser(
        config,
        { email: 'a\u0001b@example.com', environment: owner.environmentId, role: 'viewer' },
        1,
      ),
      /not an e-mail/,
    )
    for (const name of ['آنا', 'Zoë O’Neil 👩‍🚀', 'x'.repeat(personLimits.nameLength)])
      assert.equal((await owner.send('PATCH', '/v1/me', { body: { name } })).status, 200, name)
    // A name that is older than this rule.
    const old = `North ${aKey()}\r\nBcc: all@example.com\r\n\r\nPay here`
    await owner.running.database(({ write }) =>
      write((tx) => tx.run(sql`update environments set name = ${old} where environment_id = ${owner.environmentId}`)),
    )
    const email = anAddress()
    assert.equal((await owner.send('POST', '/v1/invitation', invitationTo(email, 'viewer'))).json.data.mailed, true)
    const { text } = await box.letterTo(email)
    assert.doesNotMatch(text, /^Bcc:/m)
    assert.doesNotMatch(text, /^Pay here/m)
  })
})
