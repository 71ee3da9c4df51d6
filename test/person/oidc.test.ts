// Single sign-on: the browser's way to a small OpenID Connect provider and back, and everything that may be wrong on it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listSignIns } from '../../contract/sign-ins.ts'
import { resetUser } from '../../server/admin/people.ts'
import { sql } from '../../server/platform/database/database.ts'
import { serve } from '../support/child.ts'
import { addApp, growStale } from '../support/factors.ts'
import { everyEngine, type Service, temporaryFolder } from '../support/harness.ts'
import { type Claims, openIdentityProvider } from '../support/identity-provider.ts'
import { openMailbox, tokenIn } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { foreignPaths } from '../support/paths.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { aPerson, type Browser, browser, goodPassword, signedIn } from '../support/visitors.ts'

const box = openMailbox()
const provider = await openIdentityProvider()
after(provider.close)
const hop = async (url: string, cookies: string[] = []) => {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookies.join('; ') } })
  await response.text()
  return { location: response.headers.get('location') ?? '', set: response.headers.getSetCookie() }
}
const pairs = (set: string[]) => set.filter((each) => !/Max-Age=0/.test(each)).map((each) => each.split(';')[0]!)

/** The whole way of a browser; answers where it ends, and the session it has then. */
async function travelTo(url: string, who: Claims, next?: string, more: Record<string, string> = {}) {
  provider.says(who)
  const query = new URLSearchParams({ ...(next === undefined ? {} : { next }), ...more })
  const first = await hop(`${url}/auth/oidc/start?${query}`)
  assert.match(first.set[0]!, /^dray_trip=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  const back = await hop(first.location)
  const last = await hop(back.location, pairs(first.set))
  const own = browser(url)
  own.cookie = pairs(last.set).find((pair) => pair.startsWith('dray_session='))
  return { own, location: last.location, back: back.location, trip: pairs(first.set) }
}
const problem = '/sign-in?problem=single-sign-on'

everyEngine('single sign-on', (open) => {
  let started: Promise<Service> | undefined
  const service = () => (started ??= open({ ...provider.flags, ...box.flags() }))
  const travel = async (who: Claims, next?: string) => travelTo((await service()).url, who, next)
  const travelAfresh = async (who: Claims) => travelTo((await service()).url, who, '/plan', { fresh: 'true' })

  test('single sign-on accepts an invited user by an address that the provider verified', async () => {
    const { url } = await service()
    const { environmentId } = await (await service()).environment()
    const owner = await signedIn(await service(), environmentId, 'owner')
    const email = `${aKey('guest')}@example.com`.toLowerCase()
    const who = { sub: aKey('sub'), email, email_verified: true, name: 'Gita Guest' }
    assert.equal((await travel(who)).location, problem, 'not invited yet')
    await owner.send('POST', '/v1/invitation', { body: { email, role: 'planner' } })
    const { own, location } = await travel(who)
    assert.equal(location, '/')
    const me = (await own.send('GET', '/v1/me')).json.data
    assert.deepEqual([me.email, me.name, me.hasPassword], [email, 'Gita Guest', false])
    assert.deepEqual([me.environments[0].environmentId, me.environments[0].role], [environmentId, 'planner'])
    assert.deepEqual((await owner.send('GET', '/v1/invitations')).json.data, [])
    // The same person for good, also under another address.
    const moved = await travel({ ...who, email: `${aKey('moved')}@example.com` })
    assert.equal((await moved.own.send('GET', '/v1/me')).json.data.personId, me.personId)
    // To another environment: whoever opens the link learns that there is no password to ask for.
    const other = await (await service()).environment()
    const host = await signedIn(await service(), other.environmentId, 'owner')
    const invitation = (await host.send('POST', '/v1/invitation', { body: { email, role: 'viewer' } })).json.data
    const token = invitation.link.split('#')[1]
    const link = (await browser(url).send('POST', '/v1/link', { body: { token } })).json.data
    assert.deepEqual([link.account, link.setsPassword, link.hasPassword], ['existing', false, false])
    assert.equal((await travel(who)).location, '/')
    assert.deepEqual((await host.send('GET', '/v1/invitations')).json.data, [], 'signing in has accepted it')
    const ways = (await browser(url).send('GET', '/v1/sign-in')).json.data
    assert.deepEqual(ways.singleSignOn, { name: 'Example Corp', path: '/auth/oidc/start' })
  })

  test('single sign-on accepts an existing account, also with an address that invitations would reject', async () => {
    const running = await service()
    for (const email of [
      `x:${aKey('old').toLowerCase()}@example.com`,
      `${aKey('mu').toLowerCase()}u\u0308@example.com`,
    ]) {
      const { personId } = await aPerson(running.config)
      await running.database(({ write }) =>
        write((tx) => tx.run(sql`update people set email = ${email} where person_id = ${personId}`)),
      )
      const who = { sub: aKey('sub'), email, email_verified: true }
      for (const which of ['by the address', 'by the subject']) {
        const { own, location } = await travel(who)
        assert.equal(location, '/', which)
        assert.equal((await own.send('GET', '/v1/me')).json.data.personId, personId)
      }
    }
  })

  test('single sign-on confirms the deletion of an account without a password for ten minutes', async () => {
    const { database } = await service()
    const { environmentId } = await (await service()).environment()
    const owner = await signedIn(await service(), environmentId, 'owner')
    const email = `${aKey('guest')}@example.com`.toLowerCase()
    const who = { sub: aKey('sub'), email, email_verified: true, name: 'Gita Guest' }
    await owner.send('POST', '/v1/invitation', { body: { email, role: 'planner' } })
    const { own } = await travelAfresh(who)
    const { personId } = (await own.send('GET', '/v1/me')).json.data
    const { events } = (await owner.send('GET', '/v1/events?types=person.joined')).json.data
    assert.deepEqual([events[0].record.id, events[0].actor.id], [personId, `person:${personId}`])
    await database(({ write }) =>
      write((tx) => tx.run(sql`update sessions set proved = proved - 600001 where person_id = ${personId}`)),
    )
    assertProblem(await own.send('POST', '/v1/me/delete', { body: {} }), 'SIGN_IN_AGAIN')
    const fresh = (await travelAfresh(who)).own
    assert.equal((await fresh.send('POST', '/v1/me/delete', { body: {} })).status, 200)
    for (const each of [own, fresh]) assertProblem(await each.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assert.equal((await travel(who)).location, problem, 'there is no account any more')
  })

  test('a fresh single sign-on is judged by the sign-in time of the issuer, not by the time of the return', async () => {
    const { config } = await service()
    const { environmentId } = await (await service()).environment()
    const { email } = await aPerson(config, { [environmentId]: 'owner' })
    const who = { sub: aKey('sub'), email, email_verified: true }
    const now = Math.floor(Date.now() / 1_000)
    const headers = { 'dray-environment': environmentId }
    const make = (own: Browser) => own.send('POST', '/v1/token', { body: { name: 'x', scopes: ['*'] }, headers })
    for (const times of [{}, { auth_time: now - 20 * 86_400 }]) {
      const { own, location } = await travel({ ...who, ...times })
      assert.equal(location, '/', 'who has been signed in there for long is let in')
      assert.equal(provider.asked().has('prompt'), false)
      assertProblem(await make(own), 'SIGN_IN_AGAIN')
    }
    for (const auth_time of [now - 60, now + 20])
      assert.equal((await make((await travel({ ...who, auth_time })).own)).status, 201)
    const fresh = await travelAfresh(who)
    assert.deepEqual([provider.asked().get('prompt'), provider.asked().get('max_age')], ['login', '0'])
    assert.equal(fresh.location, '/plan')
    assert.equal((await make(fresh.own)).status, 201)
  })

  test('an issuer that does not support fresh sign-ins is reported, and the session does not change', async () => {
    const { config } = await service()
    const { email } = await aPerson(config)
    const who = { sub: aKey('sub'), email, email_verified: true }
    const { own } = await travel(who)
    for (const auth_time of [undefined, Math.floor(Date.now() / 1_000) - 660]) {
      const { location, own: none } = await travelAfresh({ ...who, auth_time })
      assert.deepEqual([location, none.cookie], ['/sign-in?problem=not-fresh&next=%2Fplan', undefined])
    }
    assert.equal((await own.send('GET', '/v1/me')).status, 200)
  })

  test('an issuer without sign-in times is accepted if the operator allows it, and an old time is rejected', async () => {
    const { config, url, environment } = await open({ ...provider.flags, oidcTrustPrompt: 'true' })
    const { environmentId } = await environment()
    const { email } = await aPerson(config, { [environmentId]: 'owner' })
    const who = { sub: aKey('sub'), email, email_verified: true }
    const headers = { 'dray-environment': environmentId }
    const make = (own: Browser) => own.send('POST', '/v1/token', { body: { name: 'x', scopes: ['*'] }, headers })
    assertProblem(await make((await travelTo(url, who)).own), 'SIGN_IN_AGAIN')
    const afresh = (auth_time: number | undefined) => travelTo(url, { ...who, auth_time }, '/', { fresh: 'true' })
    assert.equal((await make((await afresh(undefined)).own)).status, 201)
    const { location } = await afresh(Math.floor(Date.now() / 1_000) - 660)
    assert.match(location, /problem=not-fresh/)
  })

  test('single sign-on takes over an account that only had a password', async () => {
    const { config, url } = await service()
    const { email } = await aPerson(config)
    const squatter = browser(url)
    await squatter.send('POST', '/v1/session', { body: { email, password: goodPassword } })
    const { own, location } = await travel({ sub: aKey('sub'), email, email_verified: true })
    assert.equal(location, '/')
    assert.equal((await own.send('GET', '/v1/me')).json.data.hasPassword, false)
    assertProblem(await squatter.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assertProblem(
      await squatter.send('POST', '/v1/session', { body: { email, password: goodPassword } }),
      'UNAUTHORIZED',
    )
    // An account that belongs to one is not for another of the same address.
    assert.equal((await travel({ sub: aKey('sub'), email, email_verified: true })).location, problem)
  })

  test('for users of single sign-on, no second factor is required or can be added, and earlier factors are deleted', async () => {
    const { environment } = await service()
    const tenant = await environment()
    const person = await signedIn(await service(), tenant.environmentId, 'planner')
    await addApp(person)
    const patch = { body: { signIn: { secondFactor: 'required' } } }
    assert.equal((await tenant.request('PATCH', '/v1/environment', patch)).status, 200)
    const { own, location } = await travelAfresh({ sub: aKey('sub'), email: person.email, email_verified: true })
    assert.equal(location, '/plan')
    const headers = { 'dray-environment': tenant.environmentId }
    assert.equal((await own.send('GET', '/v1/depots', { headers })).status, 200)
    assert.equal((await own.send('GET', '/v1/me')).json.data.secondFactor, 'outside')
    assert.deepEqual((await own.send('GET', '/v1/me/factors')).json.data.factors, [])
    const told = (await tenant.call(listSignIns)).data.signIns.filter(({ personId }) => personId === person.personId)
    assert.deepEqual(
      told.map(({ kind, way }) => [kind, way]),
      [
        ['signed-in', 'single-sign-on'],
        ['factor-removed', 'authenticator-app'],
        ['password-set', 'single-sign-on'],
        ['factor-added', 'authenticator-app'],
        ['signed-in', 'password'],
      ],
    )
    for (const path of ['/v1/me/totp/begin', '/v1/me/passkey/begin'])
      assertProblem(await own.send('POST', path), 'BAD_REQUEST', [''])
    assertProblem(await person.send('GET', '/v1/me'), 'UNAUTHORIZED')
  })

  test('single sign-on informs the user and the access record when it takes over, even without a password', async () => {
    const { environment, database } = await service()
    const tenant = await environment()
    const person = await signedIn(await service(), tenant.environmentId, 'planner')
    await addApp(person)
    await database(({ write }) =>
      write((tx) => tx.run(sql`update people set password = null where person_id = ${person.personId}`)),
    )
    const who = { sub: aKey('sub'), email: person.email, email_verified: true }
    for (let times = 0; times < 2; times++) assert.equal((await travel(who)).location, '/')
    const isAbout = ({ to, text }: { to: string; text: string }) =>
      to === person.email && /second factors .*were removed/.test(text)
    await until('the letter is there', () => box.letters.some(isAbout))
    const { events } = (await tenant.request('GET', '/v1/events?types=person.updated')).json.data
    const told = (events as { actor: { id: string }; record: { id: string }; changes: unknown }[])
      .filter(({ record }) => record.id === person.personId)
      .map(({ actor, changes }) => [actor.id, changes])
    const actor = `person:${person.personId}`
    assert.deepEqual(told, [
      [actor, [{ path: '/secondFactor', old: false, new: true }]],
      [actor, [{ path: '/singleSignOn', old: false, new: true }]],
    ])
    assert.equal(box.letters.filter(isAbout).length, 1)
  })

  test('single sign-on rejects an unverified address, another domain and a disabled account', async () => {
    const { config, database } = await service()
    const { email, personId } = await aPerson(config)
    const sub = aKey('sub')
    for (const who of [
      { sub, email, email_verified: false },
      { sub },
      { sub, email: `${email}.evil.test`, email_verified: true },
      { sub, email: 'nobody@example.com', email_verified: true },
    ])
      assert.equal((await travel(who)).location, problem, JSON.stringify(who))
    await database(({ write }) =>
      write((tx) => tx.run(sql`update people set disabled = 'x' where person_id = ${personId}`)),
    )
    assert.equal((await travel({ sub, email, email_verified: true })).location, problem)
  })

  test('single sign-on compares addresses exactly, so a similar address is another address', async () => {
    const { config, url, database } = await service()
    const { personId } = await aPerson(config)
    // As it is stored since all letters were made small ones, whoever wrote them.
    const email = `${aKey('kölf')}@example.com`.toLowerCase()
    await database(({ write }) =>
      write((tx) => tx.run(sql`update people set email = ${email} where person_id = ${personId}`)),
    )
    const sub = aKey('sub')
    // The Kelvin sign, whose lower case is k; a letter and its dots apart; a space that is not seen.
    for (const alike of [email.replace('k', '\u212a'), email.replace('ö', 'o\u0308'), email.replace('@e', '@E\u200b')])
      assert.equal((await travel({ sub, email: alike, email_verified: true })).location, problem, alike)
    for (const written of [email.toUpperCase(), email]) {
      const body = { email: written, password: goodPassword }
      assert.equal((await browser(url).send('POST', '/v1/session', { body })).status, 201, written)
    }
    for (const written of [email.toUpperCase(), email])
      assert.equal((await travel({ sub, email: written, email_verified: true })).location, '/', written)
  })

  test('single sign-on rejects unsolicited and damaged responses', async () => {
    const { config, url } = await service()
    const { email } = await aPerson(config)
    const who = { sub: aKey('sub'), email, email_verified: true }
    for (const each of [
      { nonce: 'another' },
      { aud: 'another' },
      { iss: 'http://127.0.0.1:1' },
      { key: 'another' },
      { padding: 'x'.repeat(2 ** 20) },
    ] as const) {
      provider.spoils(each)
      const { own, location } = await travel(who)
      assert.deepEqual([location, own.cookie], [problem, undefined], JSON.stringify(each).slice(0, 50))
    }
    provider.spoils({})
    provider.says(who)
    const mine = await hop(`${url}/auth/oidc/start`)
    const theirs = await hop(`${url}/auth/oidc/start`)
    const back = (await hop(theirs.location)).location
    for (const cookies of [[], pairs(mine.set), ['dray_trip=e30'], ['dray_trip=%%%']]) {
      const last = await hop(back, cookies)
      assert.deepEqual([last.location, pairs(last.set)], [problem, []], cookies.join())
    }
    // A code is good for one.
    const good = await travel(who)
    assert.equal(good.location, '/')
    assert.equal((await hop(good.back, good.trip)).location, problem)
  })

  test('single sign-on returns to the requested page of this service, with any cookie', async () => {
    const { config, url } = await service()
    const { email } = await aPerson(config)
    const who = { sub: aKey('sub'), email, email_verified: true }
    assert.equal((await travel(who, '/consignments?search=a%20b#c')).location, '/consignments?search=a%20b#c')
    for (const elsewhere of foreignPaths) assert.equal((await travel(who, elsewhere)).location, '/', elsewhere)
    provider.says(who)
    const first = await hop(`${url}/auth/oidc/start`)
    const [name, value] = pairs(first.set)[0]!.split('=') as [string, string]
    const trip = JSON.parse(Buffer.from(value, 'base64url').toString())
    const planted = Buffer.from(JSON.stringify({ ...trip, next: 'https://evil.example/' })).toString('base64url')
    assert.equal((await hop((await hop(first.location)).location, [`${name}=${planted}`])).location, '/')
  })

  test('a user of single sign-on cannot set a password by e-mail, by an older link or by a change', async () => {
    const { config, url, database } = await service()
    const { email, personId } = await aPerson(config)
    const forgotten = () => browser(url).send('POST', '/v1/password/forgotten', { body: { email } })
    assert.equal((await forgotten()).status, 200)
    const before = tokenIn(await box.letterTo(email, /Set a new password/))
    const { own } = await travel({ sub: aKey('sub'), email, email_verified: true })
    assert.equal((await own.send('GET', '/v1/me')).json.data.hasPassword, false)
    const use = { token: before, password: 'five other odd words' }
    assertProblem(await browser(url).send('POST', '/v1/link/use', { body: use }), 'NOT_FOUND')
    assert.match((await box.letterTo(email, /single sign-on/)).text, /Example Corp for the first time/)
    const letters = () => box.letters.filter(({ to }) => to === email).length
    const count = letters()
    assert.equal((await forgotten()).status, 200)
    const links = () =>
      database(({ read }) => read(async (tx) => tx.all(sql`select link_id from links where person_id = ${personId}`)))
    const other = await aPerson(config)
    await browser(url).send('POST', '/v1/password/forgotten', { body: { email: other.email } })
    await box.letterTo(other.email)
    assert.deepEqual([letters(), await links()], [count, []])
    const change = await own.send('POST', '/v1/me/password', {
      body: { oldPassword: goodPassword, newPassword: 'five other odd words' },
    })
    assertProblem(change, 'BAD_REQUEST', [''])
    assert.match(change.text, /You have no password/)
    // An operator can still let the person in, this once; a password is not set by it.
    const token = (await resetUser(config, email, Date.now())).split('#')[1]!
    const shown = (await browser(url).send('POST', '/v1/link', { body: { token } })).json.data
    assert.deepEqual([shown.kind, shown.setsPassword], ['reset', false])
    assertProblem(await browser(url).send('POST', '/v1/link/use', { body: { ...use, token } }), 'BAD_REQUEST', [
      '/password',
    ])
    const guest = browser(url)
    assert.equal((await guest.send('POST', '/v1/link/use', { body: { token } })).status, 201)
    assert.equal((await guest.send('GET', '/v1/me')).json.data.hasPassword, false)
    assertProblem(await guest.send('POST', '/v1/link/use', { body: { token } }), 'NOT_FOUND')
  })

  test('with passwords off, single sign-on is the only sign-in; an operator can still admit an owner', async () => {
    const running = await open({ ...provider.flags, ...box.flags(), oidcOnly: true })
    const { url, config } = running
    const first = browser(url)
    const token = running.running.ownerUrl!.split('#')[1]!
    const email = `${aKey('first')}@example.com`.toLowerCase()
    assert.equal((await first.send('POST', '/v1/link', { body: { token } })).json.data.setsPassword, false)
    const owner = { token, email, name: 'First' }
    assertProblem(
      await first.send('POST', '/v1/link/use', { body: { ...owner, password: goodPassword } }),
      'BAD_REQUEST',
      ['/password'],
    )
    assert.equal((await first.send('POST', '/v1/link/use', { body: owner })).status, 201)
    assert.equal((await browser(url).send('GET', '/v1/sign-in')).json.data.password, false)
    const person = await aPerson(config)
    const body = { email: person.email, password: goodPassword }
    const refused = await browser(url).send('POST', '/v1/session', { body })
    assertProblem(refused, 'UNAUTHORIZED')
    assert.match(refused.text, /use Example Corp/)
    await browser(url).send('POST', '/v1/password/forgotten', { body: { email: person.email } })
    const [{ environmentId }] = (await first.send('GET', '/v1/me')).json.data.environments
    const invited = `${aKey('guest')}@example.com`.toLowerCase()
    const headers = { 'dray-environment': environmentId }
    const invitation = { body: { email: invited, role: 'viewer' }, headers }
    assert.equal((await first.send('POST', '/v1/invitation', invitation)).json.data.mailed, true)
    const use = { token: tokenIn(await box.letterTo(invited)), name: 'Gus', password: goodPassword }
    assertProblem(await browser(url).send('POST', '/v1/link/use', { body: use }), 'UNAUTHORIZED')
    const guest = (await travelTo(url, { sub: aKey('sub'), email: invited, email_verified: true })).own
    assert.equal((await guest.send('GET', '/v1/me')).json.data.environments[0].role, 'viewer')
    assert.equal((await travelTo(url, { sub: aKey('sub'), email, email_verified: true })).location, '/')
    const back = (await resetUser(config, person.email, Date.now())).split('#')[1]!
    const again = browser(url)
    assert.equal((await again.send('POST', '/v1/link/use', { body: { token: back } })).status, 201)
    // The account has a password of before: it proves nothing any more.
    const confirmed = await again.send('POST', '/v1/session/confirm', { body: { password: goodPassword } })
    assertProblem(confirmed, 'BAD_REQUEST', [''])
    assert.match(confirmed.text, /Passwords are turned off in this installation/)
    assert.equal(box.letters.filter(({ to }) => to === person.email).length, 0, 'no link to set a password was sent')
    await growStale(running, person.personId)
    const deletion = (own: Browser) => own.send('POST', '/v1/me/delete', { body: { password: goodPassword } })
    assertProblem(await deletion(again), 'SIGN_IN_AGAIN')
    const anew = browser(url)
    const link = (await resetUser(config, person.email, Date.now())).split('#')[1]!
    assert.equal((await anew.send('POST', '/v1/link/use', { body: { token: link } })).status, 201)
    assert.equal((await deletion(anew)).status, 200)
  })

  test("an operator's link replaces single sign-on if a factor is required and the issuer is down", async () => {
    const running = await open({ ...provider.flags, oidcOnly: true, secondFactor: 'required' })
    const { url, config } = running
    const { environmentId } = await running.environment()
    const person = await aPerson(config, { [environmentId]: 'owner' })
    await travelTo(url, { sub: aKey('sub'), email: person.email, email_verified: true })
    const token = (await resetUser(config, person.email, Date.now())).split('#')[1]!
    const own = browser(url, environmentId)
    assert.equal((await own.send('POST', '/v1/link/use', { body: { token } })).status, 201)
    assert.equal((await own.send('GET', '/v1/people')).status, 200)
    assert.equal((await own.send('GET', '/v1/me')).json.data.secondFactor, 'outside')
    // Who has not come by single sign-on yet has a factor of their own to set up.
    const other = await aPerson(config, { [environmentId]: 'owner' })
    const link = (await resetUser(config, other.email, Date.now())).split('#')[1]!
    const guest = browser(url, environmentId)
    assert.equal((await guest.send('POST', '/v1/link/use', { body: { token: link } })).status, 201)
    assertProblem(await guest.send('GET', '/v1/people'), 'SECOND_FACTOR_REQUIRED')
    await addApp(guest)
    assert.equal((await guest.send('GET', '/v1/people')).status, 200)
  })

  test('single sign-on is not offered unless it is configured', async () => {
    const { url } = await open()
    assertProblem(await browser(url).send('GET', '/auth/oidc/start'), 'NOT_FOUND')
  })
})

test('every rejected single sign-on is logged with its reason, and without the user', async (t) => {
  const set = Object.entries(provider.flags).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ])
  const child = await serve(temporaryFolder(t), ...set)
  t.after(() => child.kill('SIGKILL'))
  const email = `${aKey('nobody')}@example.com`.toLowerCase()
  const sub = aKey('sub')
  const refused = async (reason: string, ...cookies: string[]) => {
    const last = await hop(`${child.url}/auth/oidc/callback?code=x&state=y`, cookies)
    assert.equal(last.location, problem)
    await until(reason, () => child.log().includes(reason))
  }
  await refused('The sign-on did not start in this browser, or took too long.')
  const spoilt = Buffer.from('a person wrote this').toString('base64url')
  await refused('The sign-on cookie is damaged.', `dray_trip=${spoilt}`)
  for (const [who, reason] of [
    [{ sub }, 'The issuer reports no e-mail address.'],
    [{ sub, email: 'x@example.com@evil.test', email_verified: true }, 'The issuer did not report an e-mail address.'],
    [{ sub, email: 'x@evil.test', email_verified: true }, 'The domain of the e-mail address is not allowed.'],
    [{ sub, email, email_verified: false }, 'The issuer has not verified the e-mail address.'],
    [{ sub, email, email_verified: true }, 'The e-mail address has no account and no invitation.'],
  ] as const) {
    assert.equal((await travelTo(child.url, who)).location, problem)
    await until(reason, () => child.log().includes(reason))
  }
  assert.equal(child.log().match(/single sign-on refused/g)?.length, 7)
  for (const secret of [email, sub, 'evil.test', 'a person']) assert.ok(!child.log().includes(secret), secret)
})
