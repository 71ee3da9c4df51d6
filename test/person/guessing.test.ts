// Guessing passwords: who guesses has to wait longer and longer, and keeps nobody else out of their account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AttemptLimit,
  clearAttempts,
  countAttempt,
  getUnknownDeviceLimits,
  purgeAttempts,
  removeAttempt,
} from '../../server/access/user/attempts.ts'
import { resetUser } from '../../server/admin/people.ts'
import { type SqlQuery, sql, type WriteTransaction } from '../../server/platform/database/database.ts'
import { everyEngine, type Service } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { aPerson, browser, goodPassword, signedIn } from '../support/visitors.ts'

const wrong = 'wrong password'

everyEngine(
  'guessing',
  (open) => {
    let shared: Promise<Service> | undefined
    const service = () => (shared ??= open({ proxies: '1' }))
    /** What a client writes itself before our proxy's word is hearsay. */
    const from = (address: string, cookie?: string) => ({
      'x-forwarded-for': `203.0.113.99, ${address}`,
      ...(cookie === undefined ? {} : { cookie }),
    })
    const attempt = async (email: string, password: string, headers: Record<string, string>) =>
      browser((await service()).url).send('POST', '/v1/session', { body: { email, password }, headers })
    const statuses = async (count: number, work: (n: number) => Promise<{ status: number }>) => {
      const all: number[] = []
      for (let n = 0; n < count; n++) all.push((await work(n)).status)
      return all
    }
    const later = async (ms: number) =>
      (await service()).database(({ write }) => write((tx) => tx.run(sql`update attempts set ends = ends - ${ms}`)))
    const forget = async () =>
      (await service()).database(({ write }) => write((tx) => tx.run(sql`delete from attempts`)))
    /** As if there had been so many already: each real one takes a hash. */
    const counted = async ({ subject, withinMs }: AttemptLimit, failures: number) =>
      (await service()).database(({ write }) =>
        write((tx) =>
          tx.run(
            sql`insert into attempts (subject, failures, ends) values (${subject}, ${failures}, ${Date.now() + withinMs})`,
          ),
        ),
      )
    const ofAccount = (email: string) => getUnknownDeviceLimits(email, '').shared[0]!
    const ofAddress = (address: string) => getUnknownDeviceLimits('', address).shared[1]!
    /** Signs in once, and answers the cookie by which the device is known. */
    const deviceOf = async (email: string, address: string): Promise<string> => {
      const answer = await attempt(email, goodPassword, from(address))
      assert.equal(answer.status, 201, answer.text)
      return answer.headers
        .getSetCookie()
        .find((each) => each.startsWith('dray_device='))!
        .split(';')[0]!
    }

    test('failed sign-ins are counted and cleared in the same lock order, so that no deadlock occurs', async () => {
      const orders = await (await service()).database(async ({ write }) => {
        const orderOf = (work: (tx: WriteTransaction) => Promise<unknown>) =>
          write(async (tx) => {
            const taken = new Set<string>()
            const noting = <T>(query: SqlQuery, go: (query: SqlQuery) => T): T => {
              taken.add(String(query.values.find((value) => subjects.has(String(value)))))
              return go(query)
            }
            await work({
              ...tx,
              run: (query) => noting(query, tx.run),
              lock: (query) => noting(query, tx.lock) as never,
            })
            return [...taken].join()
          })
        const found = []
        let subjects = new Set<string>()
        for (let n = 0; n < 8; n++) {
          const limits = getUnknownDeviceLimits(`order-${n}@example.com`, `198.51.100.${n}`)
          const all = [limits.own, ...limits.shared]
          subjects = new Set(all.map(({ subject }) => subject))
          found.push([
            await orderOf((tx) => countAttempt(tx, all, Date.now())),
            await orderOf((tx) => countAttempt(tx, all.toReversed(), Date.now())),
            await orderOf((tx) => removeAttempt(tx, all)),
            await orderOf((tx) => clearAttempts(tx, limits)),
          ])
        }
        return found
      })
      for (const each of orders) assert.equal(new Set(each).size, 1, each.join(' '))
    })

    test('a failed sign-in blocks further attempts before it is stored', async () => {
      const { own, shared } = getUnknownDeviceLimits('somebody@example.com', '192.0.2.200')
      const now = Date.now()
      const told: unknown[] = []
      for (let n = 0; n < 6; n++)
        told.push(
          await (await service()).database(({ write }) =>
            write((tx) => countAttempt(tx, [own, ...shared], now + 1_000 * n)),
          ),
        )
      const [goOn, last] = [false, true].map((isLast) => ({ waitSeconds: 0, isLast }))
      assert.deepEqual(told, [goOn, goOn, goOn, goOn, last, { waitSeconds: 29, isLast: false }])
      await forget()
    })

    test('the purge deletes only expired failures, in batches', async () => {
      await forget()
      const now = Date.now()
      const left = await (await service()).database(({ write }) =>
        write(async (tx) => {
          for (let n = 0; n < 25; n++)
            await tx.run(
              sql`insert into attempts (subject, failures, ends) values (${`ended ${n}`}, 1, ${n < 20 ? now - 1 : now + 60_000})`,
            )
          const looked = [
            await purgeAttempts(tx, 15, now),
            await purgeAttempts(tx, 15, now),
            await purgeAttempts(tx, 15, now),
          ]
          return [...looked, (await tx.all(sql`select subject from attempts`)).length]
        }),
      )
      assert.deepEqual(left, [15, 5, 0, 5])
      await forget()
    })

    test('five wrong passwords from one IP address do not block the owner of the account elsewhere', async () => {
      const { email } = await aPerson((await service()).config)
      const many = await Promise.all(Array.from({ length: 12 }, () => attempt(email, wrong, from('198.51.100.1'))))
      assert.deepEqual(
        many.map(({ status }) => status).sort(),
        [...Array(5).fill(401), ...Array(7).fill(429)],
        'also all at once',
      )
      assertProblem(await attempt(email, goodPassword, from('198.51.100.1')), 'RATE_LIMITED')
      assert.equal((await attempt(email, goodPassword, from('198.51.100.2'))).status, 201)
    })

    test('the wait after failed sign-ins doubles with every further failure, up to a quarter of an hour', async () => {
      const { email } = await aPerson((await service()).config)
      const guess = () => attempt(email, wrong, from('198.51.100.3'))
      assert.deepEqual(await statuses(5, guess), Array(5).fill(401))
      for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
        const refused = await guess()
        assertProblem(refused, 'RATE_LIMITED')
        const wait = Number(refused.headers.get('retry-after'))
        assert.ok(wait > seconds / 2 && wait <= seconds, `${wait} of ${seconds}`)
        await later(wait * 1_000)
        assertProblem(await guess(), 'UNAUTHORIZED')
      }
      await later(900_000)
      assert.equal((await attempt(email, goodPassword, from('198.51.100.3'))).status, 201)
      assert.deepEqual(await statuses(5, guess), Array(5).fill(401), 'with the right password it starts anew')
    })

    test('wrong passwords are limited per account and per IP address', async () => {
      await forget()
      const [victim, bystander] = [await aPerson((await service()).config), await aPerson((await service()).config)]
      await counted(ofAccount(victim.email), 27)
      const spread = await statuses(5, (n) => attempt(victim.email, wrong, from(`198.51.101.${n}`)))
      assert.deepEqual(spread, [401, 401, 401, 429, 429])
      await counted(ofAddress('192.0.2.1'), 17)
      const sprayed = await statuses(5, (n) => attempt(`nobody-${n}@example.com`, wrong, from('192.0.2.1')))
      assert.deepEqual(sprayed, [401, 401, 401, 429, 429])
      assertProblem(await attempt(bystander.email, goodPassword, from('192.0.2.1')), 'RATE_LIMITED')
      assert.equal((await attempt(bystander.email, goodPassword, from('192.0.2.2'))).status, 201)
      // One network of 64 bits is one address.
      await attempt('nobody@example.net', wrong, from('2001:db8:1:2::1'))
      await (await service()).database(({ write }) =>
        write((tx) =>
          tx.run(sql`update attempts set failures = 20 where subject = ${ofAddress('2001:db8:1:2').subject}`),
        ),
      )
      assertProblem(await attempt(bystander.email, goodPassword, from('2001:db8:1:2:ffff::1')), 'RATE_LIMITED')
      assert.equal((await attempt(bystander.email, goodPassword, from('2001:db8:1:3::1'))).status, 201)
    })

    test('wrong passwords of other visitors do not block a device from which the user signed in', async () => {
      await forget()
      const { config } = await service()
      const [victim, other] = [await aPerson(config), await aPerson(config)]
      const device = await deviceOf(victim.email, '192.0.2.7')
      const theirs = await deviceOf(other.email, '192.0.2.8')
      await forget()
      await counted(ofAccount(victim.email), 30)
      await counted(ofAddress('192.0.2.7'), 20)
      for (const headers of [from('192.0.2.7'), from('192.0.2.9'), from('192.0.2.9', theirs)])
        assertProblem(await attempt(victim.email, goodPassword, headers), 'RATE_LIMITED')
      assertProblem(await attempt(victim.email, goodPassword, from('192.0.2.9', `${device}x`)), 'RATE_LIMITED')
      for (const address of ['192.0.2.7', '192.0.2.9'])
        assert.equal((await attempt(victim.email, goodPassword, from(address, device))).status, 201, address)
      // It has no more guesses than anybody else, wherever it is.
      const own = await statuses(7, (n) => attempt(victim.email, wrong, from(`192.0.2.${20 + n}`, device)))
      assert.deepEqual(own, [401, 401, 401, 401, 401, 429, 429])
    })

    test('a device is known for all users who signed in with it, until it expires', async () => {
      await forget()
      const { config, database } = await service()
      const [one, two] = [await aPerson(config), await aPerson(config)]
      const device = await deviceOf(one.email, '192.0.2.40')
      const second = await attempt(two.email, goodPassword, from('192.0.2.40', device))
      assert.equal(second.headers.getSetCookie()[1]!.split(';')[0], device)
      assert.match(
        second.headers.getSetCookie()[1]!,
        /^dray_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      )
      const rows = await database(({ read }) =>
        read(async (tx) => tx.all<{ token_hash: string }>(sql`select token_hash from devices`)),
      )
      assert.ok(!JSON.stringify(rows).includes(device.split('=')[1]!), 'only its hash is stored')
      await forget()
      await counted(ofAccount(one.email), 30)
      assert.equal((await attempt(one.email, goodPassword, from('192.0.2.41', device))).status, 201)
      await database(({ write }) => write((tx) => tx.run(sql`delete from devices where person_id = ${one.personId}`)))
      assertProblem(await attempt(one.email, goodPassword, from('192.0.2.41', device)), 'RATE_LIMITED')
    })

    test('after a new password, only the current browser is a known device', async () => {
      const { url, config } = await service()
      const newPassword = 'five other odd words'
      const changed = async (email: string, device: string) => {
        const own = browser(url)
        const headers = { cookie: device }
        await own.send('POST', '/v1/session', { body: { email, password: goodPassword }, headers })
        const body = { oldPassword: goodPassword, newPassword }
        return own.send('POST', '/v1/me/password', { body, headers: { cookie: `${own.cookie}; ${device}` } })
      }
      const reset = async (email: string, device: string) => {
        const token = new URL(await resetUser(config, email, Date.now())).hash.slice(1)
        const body = { token, password: newPassword }
        return browser(url).send('POST', '/v1/link/use', { body, headers: { cookie: device } })
      }
      for (const [n, set] of [changed, reset].entries()) {
        const { email } = await aPerson(config)
        const [strange, own] = [await deviceOf(email, `192.0.2.5${n}`), await deviceOf(email, `192.0.2.6${n}`)]
        const answer = await set(email, own)
        assert.ok(answer.status < 300, answer.text)
        await forget()
        await counted(ofAccount(email), 30)
        assertProblem(await attempt(email, newPassword, from('192.0.2.70', strange)), 'RATE_LIMITED')
        assert.equal((await attempt(email, newPassword, from('192.0.2.70', own))).status, 201)
      }
    })

    test('right passwords do not count as failures, and failures expire', async () => {
      await forget()
      const { email } = await aPerson((await service()).config)
      const one = async (password: string) => (await attempt(email, password, from('198.51.100.9'))).status
      for (let n = 0; n < 7; n++) assert.equal(await one(goodPassword), 201)
      for (let n = 0; n < 4; n++) assert.equal(await one(wrong), 401)
      assert.equal(await one(goodPassword), 201)
      assert.deepEqual(await statuses(6, async () => ({ status: await one(wrong) })), [...Array(5).fill(401), 429])
      await later(3_600_000)
      assert.equal(await one(goodPassword), 201)
    })

    test('failures that were counted while a clock was days ahead block no user after its correction', async () => {
      await forget()
      const { email } = await aPerson((await service()).config)
      const { own, shared } = getUnknownDeviceLimits(email, '198.51.100.10')
      for (const each of [own, ...shared]) {
        await counted(each, each.max + 3)
        await later(-3 * 86_400_000)
        const { status } = await attempt(email, goodPassword, from('198.51.100.10'))
        assert.equal(status, 201, 'with a right password')
        await forget()
      }
    })

    test('wrong passwords of other visitors do not block the account page of a signed-in user', async () => {
      await forget()
      const running = await service()
      const { environmentId } = await running.environment()
      const person = await signedIn(running, environmentId, 'viewer')
      await forget()
      await counted(ofAccount(person.email), 30)
      await counted(ofAddress('127.0.0.1'), 20)
      const body = { oldPassword: goodPassword, newPassword: 'five other odd words' }
      assert.equal((await person.send('POST', '/v1/me/password', { body })).status, 200)
      const end = { body: { password: 'five other odd words' } }
      assert.equal((await person.send('POST', '/v1/me/delete', end)).status, 200)
    })
  },
  { isAlone: true },
)
