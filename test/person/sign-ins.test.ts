// What happened at the doors of an account is written down for those who look after its people, and told to its person by mail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataOf } from '../../contract/endpoint.ts'
import { listSignIns, signInKinds } from '../../contract/sign-ins.ts'
import { purgeSignInLog, recordSignIn } from '../../server/access/user/sign-in-log.ts'
import * as admin from '../../server/admin/database.ts'
import { removeFactors, resetUser } from '../../server/admin/people.ts'
import { sql } from '../../server/platform/database/database.ts'
import { dayMs } from '../../server/platform/value/times.ts'
import { addApp, addPasskeyTo, codeOf, enterPassword } from '../support/factors.ts'
import { everyEngine, type Service } from '../support/harness.ts'
import { openMailbox, tokenIn } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { aPerson, type Browser, browser, goodPassword, signedIn } from '../support/visitors.ts'

type Row = DataOf<typeof listSignIns>['signIns'][number]
const box = openMailbox()
const other = 'five other odd words'
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

everyEngine(
  'sign-ins',
  (open) => {
    let started: Promise<Service> | undefined
    const service = () => (started ??= open({ ...box.flags(), proxies: '1' }))
    const scene = async () => {
      const running = await service()
      const tenant = await running.environment()
      const person = await aPerson(running.config, { [tenant.environmentId]: 'viewer' })
      const rows = async (): Promise<Row[]> =>
        (await tenant.call(listSignIns)).data.signIns.filter(({ personId }) => personId === person.personId)
      return { running, tenant, person, rows, own: browser(running.url, tenant.environmentId) }
    }
    const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': agent }
    const essence = ({ kind, way, address, device }: Row) => [kind, way, address, device]
    const from = ['198.51.100.77', 'Firefox, Linux'] as const

    test('the sign-in list contains sign-ins, failures and lock-outs with the IP address', async () => {
      const { own, person, rows } = await scene()
      const attempt = (password: string) =>
        own.send('POST', '/v1/session', { body: { email: person.email, password }, headers })
      assert.equal((await attempt(goodPassword)).status, 201)
      for (let n = 0; n < 6; n++) await attempt('wrong password')
      await until('all of it is written down', async () => (await rows()).length === 7)
      const found = await rows()
      assert.deepEqual(found.map(essence).at(-1), ['signed-in', 'password', ...from])
      assert.deepEqual(
        found.filter(({ kind }) => kind === 'failed').map(essence),
        Array(5).fill(['failed', 'password', ...from]),
      )
      assert.equal(
        found.filter(({ kind }) => kind === 'locked-out').length,
        1,
        'what is only refused is not counted again',
      )
      assert.ok(found.every(({ name, time }) => name.startsWith('Person ') && Date.parse(time) <= Date.now()))
    })

    test('the sign-in list contains every spelling of an e-mail address as one account', async () => {
      const { own, person, rows } = await scene()
      const credentials = { body: { email: person.email, password: goodPassword } }
      const addresses = ['192.0.2.51:40001', '[2001:0DB8::1]:40002', '::FFFF:cb00:714d']
      for (const address of addresses)
        await own.send('POST', '/v1/session', { ...credentials, headers: { 'x-forwarded-for': address } })
      const told = (await rows()).map(({ address }) => address).reverse()
      assert.deepEqual(told, ['192.0.2.51', '2001:db8:0:0', '203.0.113.77'])
    })

    test('password resets and password changes are in the sign-in list, and the user gets an e-mail', async () => {
      const { own, person, rows, running } = await scene()
      const { email } = person
      await own.send('POST', '/v1/password/forgotten', { body: { email }, headers })
      const token = tokenIn(await box.letterTo(email, /Set a new password/))
      assert.equal((await own.send('POST', '/v1/link/use', { body: { token, password: other }, headers })).status, 201)
      assert.match((await box.letterTo(email, /was changed/)).text, /^Subject: Your password for Dray was changed$/m)
      const letters = () =>
        box.letters.filter((letter) => letter.to === email && /was changed/.test(letter.text)).length
      const body = { oldPassword: other, newPassword: goodPassword }
      assert.equal((await own.send('POST', '/v1/me/password', { body, headers })).status, 200)
      await until('the second letter has come', () => letters() === 2)
      await resetUser(running.config, email, Date.now())
      assert.deepEqual((await rows()).map(essence).reverse(), [
        ['reset-requested', 'link', ...from],
        ['password-set', 'link', ...from],
        ['signed-in', 'link', ...from],
        ['password-set', 'password', ...from],
        ['reset-requested', 'link', null, ''],
      ])
      const text = JSON.stringify(await rows())
      for (const secret of [token, email, other]) assert.ok(!text.includes(secret))
    })

    test('changes and uses of second factors are recorded, and the user gets an e-mail', async () => {
      const { own, person, rows, running } = await scene()
      const { email } = person
      const at = ({ send }: Browser): Pick<Browser, 'send'> => ({
        send: (method, path, init = {}) => send(method, path, { ...init, headers }),
      })
      const account = at(own)
      await account.send('POST', '/v1/session', { body: { email, password: goodPassword } })
      const app = await addApp(account)
      const { factorId } = await addPasskeyTo(account, `http://localhost:${new URL(running.url).port}`)
      const renewed = (await account.send('POST', '/v1/me/recovery-codes')).json.data.recoveryCodes
      assert.equal((await account.send('DELETE', `/v1/me/factor/${factorId}`)).status, 200)
      const enter = async (code: string) => {
        const door = at(browser(running.url))
        const token = await enterPassword(door, email)
        assert.equal((await door.send('POST', '/v1/session/code', { body: { token, code } })).status, 201)
      }
      await enter(renewed[0])
      await enter(codeOf(app.secret))
      const confirm = (body: object) => account.send('POST', '/v1/session/confirm', { body })
      assert.equal((await confirm({ code: renewed[1] })).status, 200)
      assert.equal((await confirm({ password: goodPassword })).status, 200)
      await removeFactors(running.config, email, Date.now())
      assert.deepEqual((await rows()).map(essence).reverse(), [
        ['signed-in', 'password', ...from],
        ['factor-added', 'authenticator-app', ...from],
        ['factor-added', 'passkey', ...from],
        ['recovery-codes-renewed', 'recovery-code', ...from],
        ['factor-removed', 'passkey', ...from],
        ['signed-in', 'recovery-code', ...from],
        ['signed-in', 'second-factor', ...from],
        ['confirmed', 'recovery-code', ...from],
        ['confirmed', 'password', ...from],
        ['factor-removed', 'authenticator-app', null, ''],
      ])
      const text = JSON.stringify(await rows())
      for (const secret of [app.secret, app.factorId, factorId, ...app.recoveryCodes, ...renewed])
        assert.ok(!text.includes(secret))
      const told = () =>
        box.letters
          .filter(({ to }) => to === email)
          .map((letter) => /^Subject: (.*) in Dray$/m.exec(letter.text)?.[1])
          .sort()
      await until('all letters have come', () => told().length === 7)
      assert.deepEqual(told(), [
        'A recovery code was used',
        'A recovery code was used',
        'A second factor was added',
        'A second factor was added',
        'A second factor was removed',
        'New recovery codes',
        'Your second factors were removed',
      ])
    })

    test('the sign-in list is visible only to user admins of the environment', async () => {
      const { own, person, tenant, running } = await scene()
      await own.send('POST', '/v1/session', { body: { email: person.email, password: goodPassword }, headers })
      assertProblem(await own.send('GET', '/v1/people/sign-ins'), 'TOKEN_PERMISSIONS')
      for (const role of ['owner', 'user-admin'] as const) {
        const reader = await signedIn(running, tenant.environmentId, role)
        assert.equal((await reader.send('GET', '/v1/people/sign-ins')).status, 200)
      }
      const bearer = { authorization: `Bearer ${await tenant.tokenWith(['*', 'people:read'])}` }
      assertProblem(await tenant.request('GET', '/v1/people/sign-ins', { headers: bearer }), 'TOKEN_PERMISSIONS')
      const elsewhere = await running.environment()
      assert.deepEqual((await elsewhere.call(listSignIns)).data, { signIns: [], next: null })
    })

    test('the sign-in list is limited in number and time, and deleted with the account', async () => {
      const { own, person, tenant, running } = await scene()
      const { personId } = person
      const happening = { personId, way: 'password', address: '192.0.2.1', device: '' } as const
      const now = Date.now()
      await running.database(({ write }) =>
        write(async (tx) => {
          await recordSignIn(tx, { ...happening, kind: 'signed-in' }, now - 91 * dayMs)
          await recordSignIn(tx, { ...happening, kind: 'signed-in' }, now - 89 * dayMs)
          for (let n = 0; n < 130; n++) await recordSignIn(tx, { ...happening, kind: 'failed' }, now + n)
        }),
      )
      const pages: Row[][] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: Record<string, string> = { limit: '40', ...(cursor === '' ? {} : { cursor }) }
        const { signIns, next } = (await tenant.call(listSignIns, { query })).data
        pages.push(signIns)
        cursor = next
      }
      assert.deepEqual(
        pages.map(({ length }) => length),
        [40, 40, 22],
      )
      const ids = pages.flat().map(({ signInId }) => signInId)
      assert.deepEqual(ids, ids.toSorted().reverse())
      await running.database(({ write }) => write((tx) => purgeSignInLog(tx, now)))
      const signedIns = (await tenant.call(listSignIns, { query: { limit: '500' } })).data.signIns
      assert.equal(signedIns.filter(({ kind }) => kind === 'signed-in').length, 1)
      assertProblem(await tenant.request('GET', '/v1/people/sign-ins?cursor=x'), 'BAD_REQUEST', ['?cursor'])
      await own.send('POST', '/v1/session', { body: { email: person.email, password: goodPassword }, headers })
      assert.equal((await own.send('POST', '/v1/me/delete', { body: { password: goodPassword } })).status, 200)
      const left = await running.database(({ read }) =>
        read(async (tx) => [
          ...(await tx.all(sql`select person_id from sign_ins where person_id = ${personId}`)),
          ...(await tx.all(sql`select person_id from devices where person_id = ${personId}`)),
        ]),
      )
      assert.deepEqual(left, [])
      assert.equal(signInKinds.length, 9)
    })

    test('a user gets an e-mail about a new role or a removal, but not from a sandbox', async () => {
      const running = await service()
      const name = aKey('Mail')
      const environmentId = await admin.createEnvironment(running.config, name, Date.now())
      const owner = await signedIn(running, environmentId, 'owner')
      const { personId, email } = await aPerson(running.config, { [environmentId]: 'viewer' })
      const path = `/v1/person/${personId}`
      assert.equal((await owner.send('PATCH', path, { body: { role: 'planner' } })).status, 200)
      assert.match((await box.letterTo(email)).text, /You now have the role planner/)
      assert.equal((await owner.send('PATCH', path, { body: { role: 'planner' } })).status, 200)
      assert.equal((await owner.send('DELETE', path)).status, 200)
      assert.match(
        (await box.letterTo(email, /no longer/)).text,
        new RegExp(`Subject: Your access to ${name} was changed`),
      )
      assert.equal(box.letters.filter(({ to }) => to === email).length, 2)
      const sandbox = await running.environment()
      assert.equal((await sandbox.request('DELETE', `/v1/person/${sandbox.planner.personId}`)).status, 200)
      // What comes later has come: so nothing of it is on its way.
      const last = await aPerson(running.config, { [environmentId]: 'viewer' })
      await owner.send('DELETE', `/v1/person/${last.personId}`)
      await box.letterTo(last.email)
      assert.ok(!box.letters.some(({ to }) => to === sandbox.planner.email))
    })
  },
  { isAlone: true },
)
