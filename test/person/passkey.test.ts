// Passkeys, made by an authenticator in software: instead of a password, as a second factor, and against those who cheat.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addFactor } from '../../server/access/user/factor-steps.ts'
import { findPasskeySite } from '../../server/access/user/passkey.ts'
import { hashOf } from '../../server/access/user/rules.ts'
import { commandLine } from '../../server/access/user/sign-in-log.ts'
import { sql } from '../../server/platform/database/database.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { aPasskey, type Lies } from '../support/authenticator.ts'
import { addApp, addPasskeyTo, enterPassword, growStale } from '../support/factors.ts'
import { everyEngine, type Service } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { browser, signedIn } from '../support/visitors.ts'

const originOf = ({ url }: Service) => `http://localhost:${new URL(url).port}`
const forget = (service: Service) =>
  service.database(({ write }) => write((tx) => tx.run(sql`delete from attempts where subject <> ''`)))

test('a passkey belongs to a domain over https, or to this machine', () => {
  assert.deepEqual(findPasskeySite('https://dray.example.com'), {
    rpId: 'dray.example.com',
    origin: 'https://dray.example.com',
  })
  assert.deepEqual(findPasskeySite('https://dray.example.com:8443'), {
    rpId: 'dray.example.com',
    origin: 'https://dray.example.com:8443',
  })
  for (const url of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
    assert.deepEqual(findPasskeySite(url), { rpId: 'localhost', origin: 'http://localhost:8080' })
  for (const url of ['http://dray.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://10.0.0.1:8080'])
    assert.equal(findPasskeySite(url), undefined, url)
})

everyEngine('passkeys', (open) => {
  const withPasskey = async (options?: { counts?: boolean; synced?: boolean }) => {
    const service = await open()
    await forget(service)
    const tenant = await service.environment()
    const person = await signedIn(service, tenant.environmentId, 'owner')
    return { service, tenant, ...person, ...(await addPasskeyTo(person, originOf(service), options)) }
  }
  const begin = async (own: ReturnType<typeof browser>, token?: string) => {
    const answer = await own.send('POST', '/v1/session/passkey/begin', { body: token === undefined ? {} : { token } })
    assert.equal(answer.status, 201, answer.text)
    return answer.json.data
  }

  test('a passkey is listed with its properties', async () => {
    const { send, recoveryCodes } = await withPasskey({ synced: true })
    assert.equal(recoveryCodes?.length, 10)
    const [factor] = (await send('GET', '/v1/me/factors')).json.data.factors
    assert.deepEqual([factor.kind, factor.name, factor.synced, factor.lastUsed], ['passkey', 'Laptop', true, null])
  })

  test('a passkey signs in without a password, and counts as a second factor', async () => {
    for (const options of [{ counts: true }, { counts: false, synced: true }]) {
      const { service, tenant, passkey, personId } = await withPasskey(options)
      const patch = { body: { signIn: { secondFactor: 'required' } } }
      assert.equal((await tenant.request('PATCH', '/v1/environment', patch)).status, 200)
      for (let times = 0; times < 2; times++) {
        const own = browser(service.url, tenant.environmentId)
        const { token, options: asked } = await begin(own)
        assert.deepEqual([asked.rpId, asked.userVerification], ['localhost', 'required'])
        assert.deepEqual(asked.allowCredentials ?? [], [])
        const body = { token, passkey: passkey.get(asked) }
        const answer = await own.send('POST', '/v1/session/passkey', { body })
        assert.equal(answer.status, 201, answer.text)
        assert.equal(answer.json.data.personId, personId)
        assert.equal((await own.send('GET', '/v1/depots')).status, 200)
      }
    }
  })

  test('a passkey is the second factor of its owner only', async () => {
    const { service, email, passkey } = await withPasskey()
    const own = browser(service.url)
    const token = await enterPassword(own, email)
    const asked = await begin(own, token)
    assert.equal(asked.token, token)
    assert.deepEqual(
      asked.options.allowCredentials.map(({ id }: { id: string }) => id),
      [passkey.id],
    )
    const body = { token, passkey: passkey.get(asked.options, { userHandle: null }) }
    assert.equal((await own.send('POST', '/v1/session/passkey', { body })).status, 201)
    const other = await withPasskey()
    const half = await enterPassword(browser(service.url), email)
    const again = await begin(own, half)
    const foreign = { token: half, passkey: other.passkey.get(again.options) }
    assertProblem(await browser(service.url).send('POST', '/v1/session/passkey', { body: foreign }), 'UNAUTHORIZED')
    const right = { token: half, passkey: passkey.get(again.options) }
    assertProblem(await browser(service.url).send('POST', '/v1/session/passkey', { body: right }), 'NOT_FOUND')
  })

  test('a challenge is accepted once, in time, and for its purpose', async () => {
    const { service, passkey, send } = await withPasskey()
    const own = browser(service.url)
    const use = (body: object) => browser(service.url).send('POST', '/v1/session/passkey', { body })
    const first = await begin(own)
    const body = { token: first.token, passkey: passkey.get(first.options) }
    assert.equal((await use(body)).status, 201)
    assertProblem(await use(body), 'NOT_FOUND')
    const [one, other] = [await begin(own), await begin(own)]
    assertProblem(await use({ token: one.token, passkey: passkey.get(other.options) }), 'UNAUTHORIZED')
    const late = await begin(own)
    await service.database(({ write }) => write((tx) => tx.run(sql`update ceremonies set expires = 1`)))
    assertProblem(await use({ token: late.token, passkey: passkey.get(late.options) }), 'NOT_FOUND')
    const creation = (await send('POST', '/v1/me/passkey/begin')).json.data
    assertProblem(await use({ token: creation.token, passkey: passkey.get(creation.options) }), 'NOT_FOUND')
    assertProblem(await use({ token: 'x'.repeat(43), passkey: passkey.get(first.options) }), 'NOT_FOUND')
  })

  test('one of two concurrent responses to a challenge succeeds', async () => {
    const { service, passkey } = await withPasskey({ counts: false })
    const { token, options } = await begin(browser(service.url))
    const body = { token, passkey: passkey.get(options) }
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser(service.url).send('POST', '/v1/session/passkey', { body })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404])
  })

  const cheats: Record<string, Lies> = {
    'from another origin': { origin: 'https://dray.example.net' },
    'from another port': { origin: 'http://localhost:1' },
    'for another site': { rpId: 'example.net' },
    'for another challenge': { challenge: 'AAAA' },
    'of another kind': { type: 'webauthn.create' },
    'not unlocked by its owner': { unverified: true },
    'of a copy that counts apart': { counter: 1 },
    'for somebody else': { userHandle: 'c29tZWJvZHktZWxzZQ' },
    'for nobody': { userHandle: null },
  }
  test('a response with any wrong field is rejected', async () => {
    const { service, passkey } = await withPasskey()
    for (const [title, lies] of Object.entries(cheats)) {
      await forget(service)
      const own = browser(service.url)
      const { token, options } = await begin(own)
      const answer = await own.send('POST', '/v1/session/passkey', {
        body: { token, passkey: passkey.get(options, lies) },
      })
      assert.equal(answer.json.data.code, 'UNAUTHORIZED', `${title}: ${answer.text}`)
      assert.equal(own.cookie, undefined)
    }
    const { token, options } = await begin(browser(service.url))
    const forged = { ...aPasskey(originOf(service)).get(options), id: passkey.id }
    await forget(service)
    assertProblem(
      await browser(service.url).send('POST', '/v1/session/passkey', { body: { token, passkey: forged } }),
      'UNAUTHORIZED',
    )
  })

  test('a passkey of another site, purpose or user is not added', async () => {
    const { service, tenant, passkey, ...person } = await withPasskey()
    const wrong: Lies[] = [
      { origin: 'https://dray.example.net' },
      { rpId: 'example.net' },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
      { unverified: true },
    ]
    const start = async () => (await person.send('POST', '/v1/me/passkey/begin')).json.data
    const add = (body: object, who: Pick<typeof person, 'send'> = person) =>
      who.send('POST', '/v1/me/passkey', { body })
    for (const lies of wrong) {
      const { token, options } = await start()
      const made = aPasskey(originOf(service)).create(options, lies)
      assertProblem(await add({ token, passkey: made }), 'BAD_REQUEST', ['/passkey'])
      assertProblem(await add({ token, passkey: made }), 'NOT_FOUND')
    }
    const { token, options } = await start()
    assert.deepEqual(
      options.excludeCredentials.map(({ id }: { id: string }) => id),
      [passkey.id],
    )
    assertProblem(await add({ token, passkey: passkey.create(options) }), 'BAD_REQUEST', ['/passkey'])
    const stranger = await signedIn(service, tenant.environmentId, 'owner')
    const own = await start()
    const made = aPasskey(originOf(service)).create(own.options)
    assertProblem(await add({ token: own.token, passkey: made }, stranger), 'NOT_FOUND')
  })

  test('a passkey confirms a fresh sign-in only of its owner', async () => {
    const { service, passkey, ...person } = await withPasskey()
    const other = await withPasskey()
    await growStale(service, person.personId)
    const make = () => person.send('POST', '/v1/token', { body: { scopes: ['depots:read'] } })
    const confirm = async (shown: typeof passkey, lies?: Lies) => {
      const { token, options } = await begin(person.browser)
      const body = { passkey: { token, passkey: shown.get(options, lies) } }
      return person.send('POST', '/v1/session/confirm', { body })
    }
    assertProblem(await confirm(other.passkey), 'BAD_REQUEST', ['/passkey'])
    assertProblem(await confirm(passkey, { unverified: true }), 'BAD_REQUEST', ['/passkey'])
    assertProblem(await make(), 'SIGN_IN_AGAIN')
    assert.equal((await confirm(passkey)).status, 200)
    assert.equal((await make()).status, 201)
  })

  test('a removed passkey fails, even during a sign-in', async () => {
    const { service, email, passkey, factorId, ...person } = await withPasskey()
    await addApp(person)
    const own = browser(service.url)
    const [free, half] = [await begin(own), await begin(own, await enterPassword(own, email))]
    assert.equal((await person.send('DELETE', `/v1/me/factor/${factorId}`)).status, 200)
    for (const { token, options } of [free, half])
      assertProblem(
        await own.send('POST', '/v1/session/passkey', { body: { token, passkey: passkey.get(options) } }),
        'UNAUTHORIZED',
      )
  })

  test('a service without a domain offers no passkeys, and states the reason', async () => {
    const service = await open({ publicUrl: 'https://192.0.2.1' })
    const own = browser(service.url)
    const headers = { origin: 'https://192.0.2.1' }
    assert.equal((await own.send('GET', '/v1/sign-in')).json.data.passkeyOrigin, null)
    assertProblem(await own.send('POST', '/v1/session/passkey/begin', { body: {}, headers }), 'NOT_FOUND')
  })

  test('challenges without a session are limited per IP address', async () => {
    const service = await open({ proxies: '1' })
    const own = browser(service.url)
    const ask = (address: string) =>
      own.send('POST', '/v1/session/passkey/begin', { body: {}, headers: { 'x-forwarded-for': address } })
    assert.equal((await ask('10.0.0.1')).status, 201)
    await service.database(({ write }) => write((tx) => tx.run(sql`update attempts set failures = 300`)))
    assertProblem(await ask('10.0.0.1'), 'RATE_LIMITED')
    assert.equal((await ask('10.0.0.2')).status, 201)
  })

  test('a disabled account has no sign-in by passkey', async () => {
    const { service, passkey, personId } = await withPasskey()
    await service.database(({ write }) =>
      write((tx) => tx.run(sql`update people set disabled = '2026-01-01' where person_id = ${personId}`)),
    )
    const own = browser(service.url)
    const { token, options } = await begin(own)
    const body = { token, passkey: passkey.get(options) }
    assertProblem(await own.send('POST', '/v1/session/passkey', { body }), 'UNAUTHORIZED')
  })

  test('a session that has ended cannot add a passkey', async () => {
    const service = await open()
    const { environmentId } = await service.environment()
    const { personId, browser: own } = await signedIn(service, environmentId, 'planner')
    const tokenHash = hashOf(own.cookie!.split('=')[1]!)
    const factor = { kind: 'passkey', name: 'Laptop', credentialId: aKey('credential') } as const
    const rest = { deviceHash: '', codeHashes: [], begun: undefined, origin: commandLine }
    const addition = { personId, tokenHash, factor, ...rest }
    // As the request does it in the end: nobody can be quick enough to come between from outside.
    const add = () =>
      service.database(({ write }) =>
        write(async (tx) => addFactor.run(tx, addition, createBackgroundCall(environmentId, undefined))),
      )
    assert.equal((await own.send('DELETE', '/v1/session')).status, 200)
    await assert.rejects(add(), { code: 'UNAUTHORIZED' })
  })
})
