// People sign in, are known by their cookie, and sign out; nobody else gets in, guesses a password or learns who has an account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userRoles } from '../../contract/person.ts'
import { countHashes, hashPassword, isPassword } from '../../server/access/user/password.ts'
import { sql } from '../../server/platform/database/database.ts'
import { type Answer, everyEngine, type Service } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { aPerson, browser, goodPassword, setCookieOf, signedIn } from '../support/visitors.ts'

const credentials = (email: string, password = goodPassword) => ({ body: { email, password } })
const ownerToken = ({ running }: Service) => running.ownerUrl!.split('#')[1]!
const essence = ({ status, text }: Answer) => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`

everyEngine(
  'people',
  (open) => {
    test('the first start prints a link with which the owner signs in once', async () => {
      const service = await open({ demo: true })
      assert.match(service.running.ownerUrl!, /^http:\/\/127\.0\.0\.1:\d+\/welcome#[\w-]{43}$/)
      const own = browser(service.url)
      const token = ownerToken(service)
      const link = await own.send('POST', '/v1/link', { body: { token } })
      assert.deepEqual([link.json.data.kind, link.json.data.account], ['owner', 'new'])
      const body = { token, email: 'Owner@Example.com', name: 'Olga Owner', password: goodPassword }
      const [first, second] = await Promise.all([
        own.send('POST', '/v1/link/use', { body }),
        browser(service.url).send('POST', '/v1/link/use', { body: { ...body, email: 'other@example.com' } }),
      ])
      assert.deepEqual([first.status, second.status].sort(), [201, 404])
      const won = first.status === 201 ? first : second
      assert.deepEqual(
        won.json.data.environments.map(({ name, role }: { name: string; role: string }) => [name, role]),
        [
          ['default', 'owner'],
          ['demo', 'owner'],
        ],
      )
      assertProblem(await browser(service.url).send('POST', '/v1/link/use', { body }), 'NOT_FOUND')
      assertProblem(await browser(service.url).send('POST', '/v1/link', { body: { token } }), 'NOT_FOUND')
    })

    test('an expired or unknown link is rejected', async () => {
      const service = await open({})
      const token = ownerToken(service)
      await service.database(({ write }) => write((tx) => tx.run(sql`update links set expires = 1`)))
      const body = { token, email: 'a@example.com', name: 'A', password: goodPassword }
      for (const each of [body, { ...body, token: 'x'.repeat(43) }])
        assertProblem(await browser(service.url).send('POST', '/v1/link/use', { body: each }), 'NOT_FOUND')
    })

    test("the owner's link requires an e-mail address, a name and a strong password", async () => {
      const service = await open({})
      const token = ownerToken(service)
      const own = browser(service.url)
      const use = (members: object) => own.send('POST', '/v1/link/use', { body: { token, ...members } })
      assertProblem(await use({}), 'BAD_REQUEST', ['/email', '/name', '/password'])
      const whole = { email: 'a@example.com', name: 'A' }
      const short = await use({ ...whole, password: 'too short' })
      assertProblem(short, 'BAD_REQUEST', ['/password'])
      assert.equal(short.json.data.errors[0].code, 'too_short')
      assert.equal(short.json.data.errors[0].message, '`password` must have at least 10 characters.')
      const empty = await use({ ...whole, password: '' })
      assert.equal(empty.json.data.errors[0].message, '`password` must have at least 10 characters.')
      assertProblem(await use({ ...whole, password: 'Password123' }), 'BAD_REQUEST', ['/password'])
      assertProblem(await use({ ...whole, password: 'a@example.com' }), 'BAD_REQUEST', ['/password'])
      assert.equal((await use({ ...whole, password: 'x'.repeat(6).padEnd(1_000, 'abcd') })).status, 201)
    })

    test('a session begins with the right password, uses a cookie, and ends permanently', async () => {
      const service = await open()
      const { environmentId } = await service.environment()
      const { email, personId } = await aPerson(service.config, { [environmentId]: 'planner' })
      const own = browser(service.url, environmentId)
      assertProblem(await own.send('GET', '/v1/me'), 'UNAUTHORIZED')
      const answer = await own.send('POST', '/v1/session', credentials(email.toUpperCase()))
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.deepEqual([answer.json.data.personId, answer.json.data.hasPassword], [personId, true])
      const cookie = own.cookie!
      assert.deepEqual((await own.send('GET', '/v1/me')).json.data, answer.json.data)
      assert.equal((await own.send('GET', '/v1/depots')).status, 200)
      assert.equal((await own.send('DELETE', '/v1/session')).status, 200)
      assert.equal(own.cookie, undefined)
      for (const path of ['/v1/me', '/v1/depots'])
        assertProblem(await own.send('GET', path, { headers: { cookie } }), 'UNAUTHORIZED')
    })

    test('the cookie is hidden from scripts, other sites, and with https from other hosts', async () => {
      const plain = await open()
      const person = await aPerson(plain.config)
      const cookieOf = async ({ url }: Service, email: string) =>
        setCookieOf(await browser(url).send('POST', '/v1/session', credentials(email)))
      assert.match(
        await cookieOf(plain, person.email),
        /^dray_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
      )
      const secure = await open({ publicUrl: 'https://dray.example.com' })
      const other = await aPerson(secure.config)
      const own = browser(secure.url)
      const headers = { origin: 'https://dray.example.com' }
      const answer = await own.send('POST', '/v1/session', { ...credentials(other.email), headers })
      assert.match(
        setCookieOf(answer),
        /^__Host-dray_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
      )
      assert.equal((await own.send('GET', '/v1/me')).status, 200)
      assert.match(
        secure.running.ownerUrl ?? 'https://dray.example.com/welcome#',
        /^https:\/\/dray\.example\.com\/welcome#/,
      )
    })

    test('the database contains only hashes of sessions, links and passwords', async () => {
      const service = await open({})
      const { email } = await aPerson(service.config)
      const own = browser(service.url)
      await own.send('POST', '/v1/session', credentials(email))
      const newPassword = 'five other odd words here'
      const changed = await own.send('POST', '/v1/me/password', { body: { oldPassword: goodPassword, newPassword } })
      assert.equal(changed.status, 200, changed.text)
      const secrets = [own.cookie!.split('=')[1]!, ownerToken(service), newPassword]
      const rows = await service.database(({ read }) =>
        read(async (tx) => [
          await tx.all(sql`select * from sessions`),
          await tx.all(sql`select * from links`),
          await tx.all(sql`select * from people`),
        ]),
      )
      assert.ok(rows.every((table) => table.length > 0))
      for (const secret of secrets) assert.equal(JSON.stringify(rows).includes(secret), false)
      assert.match(JSON.stringify(rows), /\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    })

    test('a sign-in replaces a session that another person put into the browser', async () => {
      const service = await open()
      const [victim, attacker] = [await aPerson(service.config), await aPerson(service.config)]
      const own = browser(service.url)
      for (const planted of [`dray_session=${'x'.repeat(43)}`, undefined]) {
        if (planted === undefined) await own.send('POST', '/v1/session', credentials(attacker.email))
        else own.cookie = planted
        const before = own.cookie!
        await own.send('POST', '/v1/session', credentials(victim.email))
        assert.notEqual(own.cookie, before)
        assertProblem(await browser(service.url).send('GET', '/v1/me', { headers: { cookie: before } }), 'UNAUTHORIZED')
        assert.equal((await own.send('GET', '/v1/me')).json.data.email, victim.email)
      }
      // Two of one name: one of them is somebody else's doing, so neither counts.
      const twice = `${own.cookie}; dray_session=${'x'.repeat(43)}`
      assertProblem(await own.send('GET', '/v1/me', { headers: { cookie: twice } }), 'UNAUTHORIZED')
    })

    test('a session ends after inactivity, and always at its end', async () => {
      const service = await open()
      const { email } = await aPerson(service.config)
      for (const [lastUsed, expires] of [
        [Date.now() - 72 * 3_600_000, Date.now() + 3_600_000],
        [Date.now(), Date.now() - 1],
      ] as const) {
        const own = browser(service.url)
        await own.send('POST', '/v1/session', credentials(email))
        assert.equal((await own.send('GET', '/v1/me')).status, 200)
        await service.database(({ write }) =>
          write((tx) => tx.run(sql`update sessions set last_used = ${lastUsed}, expires = ${expires}`)),
        )
        assertProblem(await own.send('GET', '/v1/me'), 'UNAUTHORIZED')
      }
    })

    test('using a session extends its time', async () => {
      const service = await open()
      const { email, personId } = await aPerson(service.config)
      const own = browser(service.url)
      await own.send('POST', '/v1/session', credentials(email))
      const old = Date.now() - 3_600_000
      await service.database(({ write }) =>
        write((tx) => tx.run(sql`update sessions set last_used = ${old} where person_id = ${personId}`)),
      )
      assert.equal((await own.send('GET', '/v1/me')).status, 200)
      const lastUsed = () =>
        service.database(({ read }) =>
          read(async (tx) =>
            tx.get<{ at: number }>(sql`select last_used as at from sessions where person_id = ${personId}`),
          ),
        )
      while ((await lastUsed())!.at === old) await new Promise((resolve) => setTimeout(resolve, 20))
    })

    test('a rejection does not reveal whether an account exists', async () => {
      const service = await open({ proxies: '1' })
      const known = await aPerson(service.config)
      const disabled = await aPerson(service.config)
      const invited = await aPerson(service.config)
      await service.database(({ write }) =>
        write(async (tx) => {
          await tx.run(sql`update people set disabled = 'x' where person_id = ${disabled.personId}`)
          await tx.run(sql`update people set password = null where person_id = ${invited.personId}`)
        }),
      )
      let address = 0
      const attempt = (email: string, password: string) =>
        browser(service.url).send('POST', '/v1/session', {
          ...credentials(email, password),
          headers: { 'x-forwarded-for': `198.51.100.${++address}` },
        })
      const shown = new Set<string>()
      for (const [email, password] of [
        [known.email, 'wrong password'],
        ['nobody@example.com', 'wrong password'],
        [disabled.email, goodPassword],
        [invited.email, 'wrong password'],
      ] as const) {
        const before = countHashes()
        shown.add(essence(await attempt(email, password)))
        // What takes the time is done once for each of them.
        assert.equal(countHashes() - before, 1, email)
      }
      assert.equal(shown.size, 1)
    })

    test('a user works in an environment as the role allows, and in no other', async () => {
      const service = await open()
      const [mine, theirs] = [await service.environment(), await service.environment()]
      const person = await signedIn(service, mine.environmentId, 'viewer')
      assert.equal((await person.send('GET', '/v1/depots')).status, 200)
      assertProblem(await person.send('PATCH', '/v1/environment', { body: {} }), 'TOKEN_PERMISSIONS')
      const refusals = [theirs.environmentId, 'nothing', mine.environmentId.toUpperCase()].map((id) =>
        person.send('GET', '/v1/depots', { headers: { 'dray-environment': id } }),
      )
      assert.equal(new Set((await Promise.all(refusals)).map(essence)).size, 1)
      assertProblem(await refusals[0]!, 'TOKEN_PERMISSIONS')
      assertProblem(await person.send('GET', '/v1/depots', { headers: { 'dray-environment': '' } }), 'BAD_REQUEST', [
        'Dray-Environment:',
      ])
    })

    test('a token is used instead of a cookie, and is not a session', async () => {
      const service = await open()
      const [mine, theirs] = [await service.environment(), await service.environment()]
      const person = await signedIn(service, mine.environmentId, 'owner')
      const bearer = { authorization: `Bearer ${theirs.token}` }
      const { environmentId } = (await person.send('GET', '/v1/environment', { headers: bearer })).json.data
      assert.equal(environmentId, theirs.environmentId)
      assertProblem(await person.send('GET', '/v1/depots', { headers: { authorization: 'Bearer x' } }), 'UNAUTHORIZED')
      assertProblem(await theirs.request('GET', '/v1/me'), 'UNAUTHORIZED')
      // Tokens need none of what protects cookies.
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      assert.equal((await theirs.request('PATCH', '/v1/environment', { body: {}, headers })).status, 200)
    })

    test('requests that another site makes a browser send are rejected', async () => {
      const service = await open()
      const { environmentId } = await service.environment()
      const person = await signedIn(service, environmentId, 'owner')
      const before = (await person.send('GET', '/v1/environment')).text
      const body = { routeSettings: { stopDuration: 99 } }
      const forged: Record<string, string>[] = [
        { 'x-dray-console': '' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'https://evil.example', 'sec-fetch-site': '' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { origin: '', 'sec-fetch-site': '' },
        { origin: `${new URL(service.url).origin}.evil.example` },
      ]
      for (const headers of forged) {
        assertProblem(await person.send('PATCH', '/v1/environment', { body, headers }), 'CROSS_SITE')
        assertProblem(await person.send('POST', '/v1/session', { ...credentials(person.email), headers }), 'CROSS_SITE')
        assertProblem(await person.send('DELETE', '/v1/session', { headers }), 'CROSS_SITE')
      }
      assert.equal((await person.send('GET', '/v1/environment')).text, before)
      for (const headers of [{ origin: '' }, { 'sec-fetch-site': '' }] as Record<string, string>[])
        assert.equal((await person.send('PATCH', '/v1/environment', { body: {}, headers })).status, 200)
      const preflight = await person.send('OPTIONS', '/v1/environment', {
        headers: { 'access-control-request-method': 'PATCH' },
      })
      assert.equal(preflight.headers.get('access-control-allow-origin'), null)
    })

    test('the sign-in methods are public', async () => {
      const { url } = await open()
      assert.deepEqual((await browser(url).send('GET', '/v1/sign-in')).json.data, {
        singleSignOn: null,
        password: true,
        mail: false,
        passkeyOrigin: `http://localhost:${new URL(url).port}`,
      })
    })
  },
  { isAlone: true },
)

test('a password is accepted in every Unicode composition of its characters, and other passwords are rejected', async () => {
  const stored = await hashPassword('Größenwahn 12')
  assert.equal(await isPassword('Größenwahn 12'.normalize('NFD'), stored), true)
  assert.equal(await isPassword('größenwahn 12', stored), false)
  assert.notEqual(await hashPassword('Größenwahn 12'), stored)
})

test('a role other than the four roles is rejected', () =>
  assert.deepEqual(userRoles, ['owner', 'planner', 'viewer', 'user-admin']))
