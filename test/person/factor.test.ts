// Authenticator apps and recovery codes: a password alone is no longer enough, a code works once, and half a sign-in grants nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeEvent } from '../../contract/change.ts'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { listSignIns } from '../../contract/sign-ins.ts'
import { removeFactors, resetUser } from '../../server/admin/people.ts'
import { sql } from '../../server/platform/database/database.ts'
import { addApp, codeOf, enterPassword, wrongCodeFor } from '../support/factors.ts'
import { type Answer, everyEngine, type Service } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { createWorld, sampleOf, table } from '../support/requests.ts'
import { until } from '../support/until.ts'
import { aPerson, browser, goodPassword, signedIn } from '../support/visitors.ts'

const credentials = (email: string) => ({ body: { email, password: goodPassword } })
const forget = (service: Service) =>
  service.database(({ write }) => write((tx) => tx.run(sql`delete from attempts where subject <> ''`)))

everyEngine('the second factor', (open) => {
  /** Signed in, with an app set up. */
  const withApp = async () => {
    const service = await open()
    await forget(service)
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'owner')
    return { service, tenant, ...person, app: await addApp(person) }
  }

  test('an authenticator app is set up with a code, and recovery codes are created once', async () => {
    const service = await open()
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'planner')
    assert.equal((await person.send('GET', '/v1/me')).json.data.secondFactor, 'none')
    const begun = (await person.send('POST', '/v1/me/totp/begin')).json.data
    assert.match(begun.uri, /^otpauth:\/\/totp\/Dray:.*secret=[A-Z2-7]{32}/)
    const add = (code: string) =>
      person.send('POST', '/v1/me/totp', { body: { token: begun.token, code, name: 'Phone' } })
    assertProblem(await add(wrongCodeFor(begun.secret)), 'BAD_REQUEST', ['/code'])
    assert.deepEqual((await person.send('GET', '/v1/me/factors')).json.data.factors, [])
    const first = await add(codeOf(begun.secret))
    assert.equal(first.status, 201, first.text)
    const { recoveryCodes } = first.json.data
    assert.equal(new Set(recoveryCodes).size, 10)
    for (const code of recoveryCodes) assert.match(code, /^([a-z0-9]{4}-){3}[a-z0-9]{4}$/)
    assertProblem(await add(codeOf(begun.secret, 1)), 'NOT_FOUND')
    assert.equal((await addApp(person, 'Tablet')).recoveryCodes, null)
    const { data } = (await person.send('GET', '/v1/me/factors')).json
    assert.deepEqual(
      data.factors.map(({ name, kind, lastUsed }: Record<string, string>) => [name, kind, lastUsed]),
      [
        ['Phone', 'totp', null],
        ['Tablet', 'totp', null],
      ],
    )
    assert.deepEqual([data.recoveryCodes, data.required], [10, false])
    assert.equal((await person.send('GET', '/v1/me')).json.data.secondFactor, 'set')
  })

  test('the second factor is required in addition to the password, and its code works once', async () => {
    const { service, email, app } = await withApp()
    const own = browser(service.url)
    const answer = await own.send('POST', '/v1/session', credentials(email))
    assertProblem(answer, 'SECOND_FACTOR')
    assert.deepEqual(answer.json.data.ways, ['totp', 'recovery'])
    assert.equal(own.cookie, undefined, 'there is no session')
    const { token } = answer.json.data
    const enter = (from: typeof own, half: string, code: string) =>
      from.send('POST', '/v1/session/code', { body: { token: half, code } })
    assertProblem(await enter(own, token, wrongCodeFor(app.secret)), 'UNAUTHORIZED')
    const code = codeOf(app.secret)
    const whole = await enter(own, token, `${code.slice(0, 3)} ${code.slice(3)}`)
    assert.equal(whole.status, 201, whole.text)
    assert.equal((await own.send('GET', '/v1/me')).json.data.email, email)
    assertProblem(await enter(browser(service.url), token, codeOf(app.secret, 1)), 'UNAUTHORIZED')
    const other = browser(service.url)
    const half = await enterPassword(other, email)
    assertProblem(await enter(other, half, code), 'UNAUTHORIZED')
    assertProblem(await enter(other, half, codeOf(app.secret, -1)), 'UNAUTHORIZED')
    assert.equal(
      (await enter(other, half, codeOf(app.secret, 1))).status,
      201,
      'that of the next step was not used yet',
    )
    const { factors } = (await other.send('GET', '/v1/me/factors')).json.data
    assert.notEqual(factors[0].lastUsed, null)
  })

  test('one of several concurrent uses of a code succeeds', async () => {
    const { service, email, app } = await withApp()
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const own = browser(service.url)
        return { own, token: await enterPassword(own, email) }
      }),
    )
    const code = codeOf(app.secret)
    const answers = await Promise.all(
      browsers.map(({ own, token }) => own.send('POST', '/v1/session/code', { body: { token, code } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401, 401])
  })

  test('an old or future code is rejected', async () => {
    const { service, email, app } = await withApp()
    const own = browser(service.url)
    const token = await enterPassword(own, email)
    // Far enough that a machine which stands still for a while does not make one of them good.
    for (const steps of [-10, 10, 1_000])
      assertProblem(
        await own.send('POST', '/v1/session/code', { body: { token, code: codeOf(app.secret, steps) } }),
        'UNAUTHORIZED',
      )
  })

  test('used codes and wrong recovery codes are recorded as failures', async () => {
    const { service, tenant, email, personId, app } = await withApp()
    const own = browser(service.url)
    const enter = async (code: string) =>
      own.send('POST', '/v1/session/code', { body: { token: await enterPassword(own, email), code } })
    const used = codeOf(app.secret)
    await enter(used)
    assertProblem(await enter(used), 'UNAUTHORIZED')
    assertProblem(await enter('aaaa-bbbb-cccc-dddd'), 'UNAUTHORIZED')
    const failures = async () =>
      (await tenant.call(listSignIns)).data.signIns.filter(
        (row) => row.personId === personId && row.kind === 'failed' && row.way === 'second-factor',
      ).length
    await until('both are written down', async () => (await failures()) === 2)
  })

  const from = (address: string, cookie?: string) => ({
    headers: { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) },
  })

  test('even the right code is rejected after five failures of one IP address, or ten of many addresses', async () => {
    const service = await open({ proxies: '1' })
    const person = await signedIn(service, (await service.environment()).environmentId, 'owner')
    const app = await addApp(person)
    const own = browser(service.url)
    const token = await enterPassword(own, person.email)
    const enter = (code: string, address: string) =>
      own.send('POST', '/v1/session/code', { body: { token, code }, ...from(address) })
    for (let tries = 0; tries < 5; tries++)
      assertProblem(await enter(wrongCodeFor(app.secret), '10.0.0.1'), 'UNAUTHORIZED')
    assertProblem(await enter(codeOf(app.secret), '10.0.0.1'), 'RATE_LIMITED')
    for (let tries = 0; tries < 5; tries++)
      assertProblem(await enter(wrongCodeFor(app.secret), `10.0.1.${tries}`), 'UNAUTHORIZED')
    const answer = await enter(codeOf(app.secret), '10.0.2.1')
    assertProblem(answer, 'RATE_LIMITED')
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    assertProblem(await enter(app.recoveryCodes[0]!, '10.0.2.2'), 'RATE_LIMITED')
    // A right password is no way to start counting afresh.
    const body = { token: await enterPassword(own, person.email), code: codeOf(app.secret) }
    assertProblem(await own.send('POST', '/v1/session/code', { body }), 'RATE_LIMITED')
  })

  test('wrong codes of other visitors block no known device and no open session', async () => {
    const service = await open({ proxies: '1' })
    const { environmentId } = await service.environment()
    const [person, other] = [await signedIn(service, environmentId, 'owner'), await aPerson(service.config)]
    const app = await addApp(person)
    const deviceOf = (answer: Answer) => answer.headers.getSetCookie()[1]!.split(';')[0]!
    const entered = await browser(service.url).send('POST', '/v1/session/code', {
      body: { token: await enterPassword(browser(service.url), person.email), code: app.recoveryCodes[0] },
    })
    const device = deviceOf(entered)
    const foreign = deviceOf(await browser(service.url).send('POST', '/v1/session', credentials(other.email)))
    const token = await enterPassword(browser(service.url), person.email)
    const enter = (code: string, address: string, cookie?: string) =>
      browser(service.url).send('POST', '/v1/session/code', { body: { token, code }, ...from(address, cookie) })
    for (let tries = 0; tries < 10; tries++)
      assertProblem(await enter(wrongCodeFor(app.secret), `10.1.0.${tries}`), 'UNAUTHORIZED')
    for (const cookie of [undefined, foreign])
      assertProblem(await enter(app.recoveryCodes[1]!, '10.1.1.1', cookie), 'RATE_LIMITED')
    for (const body of [{ password: goodPassword }, { code: app.recoveryCodes[1] }])
      assert.equal((await person.send('POST', '/v1/session/confirm', { body, ...from('10.1.0.1') })).status, 200)
    assert.equal((await enter(app.recoveryCodes[2]!, '10.1.0.1', device)).status, 201)
    // It has no more guesses than anybody else, and what is wrong in a session counts there.
    const next = await enterPassword(browser(service.url), person.email)
    const guess = (n: number) =>
      browser(service.url).send('POST', '/v1/session/code', {
        body: { token: next, code: wrongCodeFor(app.secret) },
        ...from(`10.1.2.${n}`, device),
      })
    for (let tries = 0; tries < 5; tries++) assertProblem(await guess(tries), 'UNAUTHORIZED')
    assertProblem(await guess(5), 'RATE_LIMITED')
    const confirm = (code: string) => person.send('POST', '/v1/session/confirm', { body: { code } })
    for (let tries = 0; tries < 5; tries++)
      assertProblem(await confirm(wrongCodeFor(app.secret)), 'BAD_REQUEST', ['/code'])
    assertProblem(await confirm(app.recoveryCodes[3]!), 'RATE_LIMITED')
  })

  test('the first factor makes known browsers unknown, except the browser that adds it', async () => {
    const service = await open({ proxies: '1' })
    const person = await aPerson(service.config)
    const deviceOf = (answer: Answer) => answer.headers.getSetCookie()[1]!.split(';')[0]!
    const signIn = async () => {
      const own = browser(service.url)
      return { own, device: deviceOf(await own.send('POST', '/v1/session', credentials(person.email))) }
    }
    // Of somebody who has learnt the password.
    const strange = [await signIn(), await signIn(), await signIn()].map(({ device }) => device)
    const { own, device } = await signIn()
    const withDevice: typeof own.send = (method, path, init) =>
      own.send(method, path, { ...init, headers: { cookie: `${own.cookie}; ${device}` } })
    const app = await addApp({ send: withDevice })
    const token = await enterPassword(browser(service.url), person.email)
    const enter = (code: string, address: string, cookie: string) =>
      browser(service.url).send('POST', '/v1/session/code', { body: { token, code }, ...from(address, cookie) })
    for (let tries = 0; tries < 10; tries++)
      assertProblem(await enter(wrongCodeFor(app.secret), `10.2.0.${tries}`, strange[tries % 3]!), 'UNAUTHORIZED')
    for (const each of strange) assertProblem(await enter(wrongCodeFor(app.secret), '10.2.1.1', each), 'RATE_LIMITED')
    assert.equal((await enter(app.recoveryCodes[0]!, '10.2.1.1', device)).status, 201)
  })

  test('before the code, a sign-in grants nothing: the interim token is not a session and expires soon', async () => {
    const { service, tenant, email, app } = await withApp()
    const own = browser(service.url, tenant.environmentId)
    const token = await enterPassword(own, email)
    const persons = (Object.values(endpoints) as EndpointShape[]).filter(({ access }) => access !== 'anyone')
    assert.ok(persons.length > 60)
    for (const { method, path } of persons)
      for (const headers of [{ cookie: `dray_session=${token}` }, { authorization: `Bearer ${token}`, cookie: '' }]) {
        const answer: Answer = await own.send(method, path.replaceAll(/\{\w+\}/g, 'none'), { headers })
        assertProblem(answer, 'UNAUTHORIZED')
      }
    const enter = () => own.send('POST', '/v1/session/code', { body: { token, code: codeOf(app.secret) } })
    await service.database(({ write }) => write((tx) => tx.run(sql`update ceremonies set expires = 1`)))
    assertProblem(await enter(), 'UNAUTHORIZED')
    assertProblem(
      await own.send('POST', '/v1/session/code', { body: { token: 'x'.repeat(43), code: '123456' } }),
      'UNAUTHORIZED',
    )
  })

  test('a code of another user is rejected, and a new password ends the interim sign-in', async () => {
    const { service, email, app, ...person } = await withApp()
    const stranger = await signedIn(service, (await service.environment()).environmentId, 'owner')
    const foreign = await addApp(stranger)
    const own = browser(service.url)
    const token = await enterPassword(own, email)
    const enter = (code: string) => own.send('POST', '/v1/session/code', { body: { token, code } })
    assertProblem(await enter(codeOf(foreign.secret)), 'UNAUTHORIZED')
    assertProblem(await enter(foreign.recoveryCodes[0]!), 'UNAUTHORIZED')
    const newPassword = 'five other odd words here'
    const changed = await person.send('POST', '/v1/me/password', { body: { oldPassword: goodPassword, newPassword } })
    assert.equal(changed.status, 200, changed.text)
    assertProblem(await enter(codeOf(app.secret)), 'UNAUTHORIZED')
    assert.equal((await person.send('GET', '/v1/me')).json.data.secondFactor, 'set', 'the own session has gone on')
  })

  test('recovery codes work once in any spelling, and new codes replace the old codes', async () => {
    const { service, email, app } = await withApp()
    const [first, second, third] = app.recoveryCodes as [string, string, string]
    const enter = async (code: string) => {
      const own = browser(service.url)
      const token = await enterPassword(own, email)
      return { own, answer: await own.send('POST', '/v1/session/code', { body: { token, code } }) }
    }
    const { own, answer } = await enter(first.toUpperCase().replaceAll('-', ' '))
    assert.equal(answer.status, 201, answer.text)
    assert.equal((await own.send('GET', '/v1/me/factors')).json.data.recoveryCodes, 9)
    assertProblem((await enter(first)).answer, 'UNAUTHORIZED')
    const renewed = (await own.send('POST', '/v1/me/recovery-codes')).json.data.recoveryCodes
    assert.equal(renewed.length, 10)
    assertProblem((await enter(second)).answer, 'UNAUTHORIZED')
    assert.equal((await enter(renewed[0])).answer.status, 201)
    const rows = await service.database(({ read }) => read((tx) => tx.all(sql`select * from recovery_codes`)))
    for (const code of [third, ...renewed]) {
      assert.equal(JSON.stringify(rows).includes(code), false)
      assert.equal(JSON.stringify(rows).includes(code.replaceAll('-', '')), false)
    }
  })

  test('a new second factor ends the sessions that began without a second factor', async () => {
    const service = await open()
    const person = await signedIn(service, (await service.environment()).environmentId, 'owner')
    const elsewhere = browser(service.url)
    await elsewhere.send('POST', '/v1/session', credentials(person.email))
    await addApp(person)
    assertProblem(await elsewhere.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assert.equal((await person.send('GET', '/v1/me')).status, 200)
  })

  test('the second factor is also required after a password link', async () => {
    const { service, email, app } = await withApp()
    const link = await resetUser(service.config, email, Date.now())
    const own = browser(service.url)
    const body = { token: link.split('#')[1], password: goodPassword }
    const answer = await own.send('POST', '/v1/link/use', { body })
    assertProblem(answer, 'SECOND_FACTOR')
    assert.equal(own.cookie, undefined)
    const { token } = answer.json.data
    const whole = await own.send('POST', '/v1/session/code', { body: { token, code: codeOf(app.secret) } })
    assert.equal(whole.status, 201, whole.text)
  })

  test('an interim sign-in of a disabled user is rejected', async () => {
    const { service, email, personId, app } = await withApp()
    const own = browser(service.url)
    const token = await enterPassword(own, email)
    await service.database(({ write }) =>
      write((tx) => tx.run(sql`update people set disabled = '2026-01-01' where person_id = ${personId}`)),
    )
    const body = { token, code: codeOf(app.secret) }
    assertProblem(await own.send('POST', '/v1/session/code', { body }), 'UNAUTHORIZED')
  })

  test('only its user renames and removes a factor, and recovery codes end with the last factor', async () => {
    const { service, tenant, app, ...person } = await withApp()
    const stranger = await signedIn(service, tenant.environmentId, 'owner')
    await addApp(stranger)
    const path = `/v1/me/factor/${app.factorId}`
    assertProblem(await stranger.send('PATCH', path, { body: { name: 'Mine' } }), 'NOT_FOUND')
    assertProblem(await stranger.send('DELETE', path), 'NOT_FOUND')
    assert.equal((await person.send('PATCH', path, { body: { name: 'Old phone' } })).status, 200)
    assert.equal((await person.send('GET', '/v1/me/factors')).json.data.factors[0].name, 'Old phone')
    assert.equal((await person.send('DELETE', path)).status, 200)
    const { factors, recoveryCodes } = (await person.send('GET', '/v1/me/factors')).json.data
    assert.deepEqual([factors, recoveryCodes], [[], 0])
    assertProblem(await person.send('POST', '/v1/me/recovery-codes'), 'NOT_FOUND')
    const again = await browser(service.url).send('POST', '/v1/session', credentials(person.email))
    assert.equal(again.status, 201, 'the password is enough again')
    const events = (await tenant.request('GET', '/v1/events')).json.data.events as ChangeEvent[]
    const changes = events
      .filter(({ type, record }) => type === 'person.updated' && record.id === person.personId)
      .map((event) => event.changes)
    assert.deepEqual(changes, [
      [{ path: '/secondFactor', old: false, new: true }],
      [{ path: '/secondFactor', old: true, new: false }],
    ])
  })

  test('a user has at most ten second factors', async () => {
    const { app: _, ...person } = await withApp()
    for (let count = 1; count < 10; count++) await addApp(person)
    const { token, secret } = (await person.send('POST', '/v1/me/totp/begin')).json.data
    const body = { token, code: codeOf(secret) }
    assertProblem(await person.send('POST', '/v1/me/totp', { body }), 'BAD_REQUEST')
  })

  test('a factor cannot be added with the secret of another user', async () => {
    const { service, tenant, ...person } = await withApp()
    const stranger = await signedIn(service, tenant.environmentId, 'owner')
    const { token, secret } = (await person.send('POST', '/v1/me/totp/begin')).json.data
    const body = { token, code: codeOf(secret) }
    assertProblem(await stranger.send('POST', '/v1/me/totp', { body }), 'NOT_FOUND')
  })

  test('an operator can reset the second factors of a user who lost all of them', async () => {
    const { service, email, ...person } = await withApp()
    assert.equal(await removeFactors(service.config, email, Date.now()), 1)
    assert.equal(await removeFactors(service.config, email, Date.now()), 0)
    assertProblem(await person.send('GET', '/v1/me'), 'UNAUTHORIZED')
    const answer = await browser(service.url).send('POST', '/v1/session', credentials(email))
    assert.deepEqual([answer.status, answer.json.data.secondFactor], [201, 'none'])
  })

  test('the list of users shows who has a second factor', async () => {
    const { tenant, personId, send } = await withApp()
    const people = (await send('GET', '/v1/people')).json.data as { personId: string; secondFactor: boolean }[]
    const standing = Object.fromEntries(people.map((one) => [one.personId, one.secondFactor]))
    assert.deepEqual([standing[personId], standing[tenant.planner.personId]], [true, false])
  })

  test('second factors and recovery codes are deleted with their account', async () => {
    const { service, personId, send } = await withApp()
    await service.database(({ write }) =>
      write((tx) => tx.run(sql`delete from memberships where person_id = ${personId}`)),
    )
    assert.equal((await send('POST', '/v1/me/delete', { body: { password: goodPassword } })).status, 200)
    const left = await service.database(({ read }) =>
      read(async (tx) => [
        ...(await tx.all(sql`select factor_id from factors where person_id = ${personId}`)),
        ...(await tx.all(sql`select code_hash from recovery_codes where person_id = ${personId}`)),
      ]),
    )
    assert.deepEqual(left, [])
  })
})

everyEngine('a required second factor', (open) => {
  test('an environment that requires a second factor blocks its users until they set one up', async () => {
    const service = await open()
    const tenant = await service.environment()
    const owner = await signedIn(service, tenant.environmentId, 'owner')
    const planner = await signedIn(service, tenant.environmentId, 'planner')
    await addApp(owner)
    const patch = { body: { signIn: { secondFactor: 'required' } } }
    assert.equal((await owner.send('PATCH', '/v1/environment', patch)).status, 200)
    const world = await createWorld(tenant)
    for (const [id, { method }] of table) {
      const { path, body } = sampleOf(id, world)
      assertProblem(await planner.send(method, path, { body }), 'SECOND_FACTOR_REQUIRED')
    }
    assert.equal((await owner.send('GET', '/v1/depots')).status, 200)
    assert.equal((await tenant.request('GET', '/v1/depots')).status, 200, 'tokens are not concerned')
    const again = browser(service.url, tenant.environmentId)
    const answer = await again.send('POST', '/v1/session', credentials(planner.email))
    assert.deepEqual([answer.status, answer.json.data.secondFactor], [201, 'due'])
    assertProblem(await again.send('GET', '/v1/depots'), 'SECOND_FACTOR_REQUIRED')
    const app = await addApp(again)
    assert.equal((await again.send('GET', '/v1/depots')).status, 200)
    assertProblem(await again.send('DELETE', `/v1/me/factor/${app.factorId}`), 'LAST_FACTOR')
    const second = await addApp(again, 'Spare')
    assert.equal((await again.send('DELETE', `/v1/me/factor/${second.factorId}`)).status, 200)
  })

  test('a required factor also blocks invited users with a session, but only in that environment', async () => {
    const service = await open()
    const [strict, other] = await service.environments(2)
    const person = await signedIn(service, other!.environmentId, 'planner')
    const patch = { body: { signIn: { secondFactor: 'required' } } }
    assert.equal((await strict!.request('PATCH', '/v1/environment', patch)).status, 200)
    const invited = await strict!.request('POST', '/v1/invitation', { body: { email: person.email, role: 'owner' } })
    const body = { token: invited.json.data.link.split('#')[1] }
    assert.equal((await person.send('POST', '/v1/link/use', { body })).json.data.secondFactor, 'due')
    const headers = { 'dray-environment': strict!.environmentId }
    assertProblem(await person.send('GET', '/v1/depots', { headers }), 'SECOND_FACTOR_REQUIRED')
    assert.equal((await person.send('GET', '/v1/depots')).status, 200)
    await addApp(person)
    assert.equal((await person.send('GET', '/v1/depots', { headers })).status, 200)
  })

  test('an installation that requires a second factor blocks each user who has none', async () => {
    const service = await open({ secondFactor: 'required' })
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'owner')
    assert.equal((await person.send('GET', '/v1/me')).json.data.secondFactor, 'due')
    assert.equal((await person.send('GET', '/v1/me/factors')).json.data.required, true)
    const closed = (Object.values(endpoints) as EndpointShape[]).filter(
      ({ access, unprotected }) => access !== 'anyone' && access !== 'driver' && !unprotected,
    )
    for (const { method, path } of closed)
      assertProblem(await person.send(method, path.replaceAll(/\{\w+\}/g, 'none')), 'SECOND_FACTOR_REQUIRED')
    assert.ok(closed.length > 60)
    const { factorId } = await addApp(person)
    assert.equal((await person.send('GET', '/v1/sessions')).status, 200)
    assertProblem(await person.send('DELETE', `/v1/me/factor/${factorId}`), 'LAST_FACTOR')
  })
})
