// An account is deleted: by its person, who is gone everywhere at once and leaves no name behind.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { listEvents } from '../../contract/change.ts'
import { setDisabled } from '../../server/access/user/store.ts'
import { sql } from '../../server/platform/database/database.ts'
import { resolveDatabasePath } from '../../server/runtime/storage.ts'
import { everyEngine } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'
import { browser, goodPassword, setCookieOf, signedIn } from '../support/visitors.ts'

const path = '/v1/me/delete'
const body = { password: goodPassword }

everyEngine(
  'an account',
  (open, engine) => {
    const fresh = tenants(open)

    test('the deletion of an account deletes password, sessions and name, and keeps the recorded actions', async () => {
      const [service, tenant] = [await open(), await fresh()]
      const person = await signedIn(service, tenant.environmentId, 'planner')
      const elsewhere = browser(service.url)
      const credentials = { email: person.email, password: goodPassword }
      assert.equal((await elsewhere.send('POST', '/v1/session', { body: credentials })).status, 201)
      const made = await person.send('POST', '/v1/consignment', { body: anOrder() })
      assert.equal(made.status, 201, made.text)
      assertProblem(await person.send('POST', path, { body: { password: 'five other odd words' } }), 'BAD_REQUEST', [
        '/password',
      ])
      assertProblem(await person.send('POST', path, { body: {} }), 'BAD_REQUEST', ['/password'])
      assert.equal((await person.send('GET', '/v1/me')).status, 200)
      const done = await person.send('POST', path, { body })
      assert.equal(done.status, 200, done.text)
      assert.match(setCookieOf(done), /Max-Age=0/)
      assertProblem(await elsewhere.send('GET', '/v1/me'), 'UNAUTHORIZED')
      assertProblem(await browser(service.url).send('POST', '/v1/session', { body: credentials }), 'UNAUTHORIZED')
      const { events } = (await tenant.call(listEvents)).data
      const actor = { kind: 'person', id: `person:${person.personId}`, name: null }
      assert.deepEqual(
        events.map(({ type, actor: of }) => [type, of]),
        [
          ['consignment.created', actor],
          ['person.removed', actor],
        ],
      )
      assert.equal(events[1]!.record.key, person.personId)
      const people = (await tenant.request('GET', '/v1/people')).json.data as { personId: string }[]
      assert.ok(!people.some(({ personId }) => personId === person.personId))
      if (engine === 'sqlite') {
        const connection = new DatabaseSync(resolveDatabasePath(service.config), { readOnly: true })
        const names = connection.prepare("select name from sqlite_master where type = 'table'").all() as {
          name: string
        }[]
        const rows = names.flatMap(({ name }) => connection.prepare(`select * from ${name}`).all())
        connection.close()
        assert.ok(!JSON.stringify(rows).includes(person.email))
      }
      // The address is as free as any other.
      const again = await tenant.request('POST', '/v1/invitation', { body: { email: person.email, role: 'viewer' } })
      const use = { token: again.json.data.link.split('#')[1], name: 'Again', password: goodPassword }
      const back = await browser(service.url).send('POST', '/v1/link/use', { body: use })
      assert.equal(back.status, 201, back.text)
      assert.notEqual(back.json.data.personId, person.personId)
    })

    test('the account of the last owner cannot be deleted until another owner can sign in', async () => {
      const [service, tenant] = [await open(), await fresh()]
      const other = await signedIn(service, tenant.environmentId, 'owner')
      const disable = (personId: string, disabled: string | null) =>
        service.database(({ write }) => write((tx) => setDisabled(tx, personId, disabled)))
      await disable(tenant.owner.personId, '2026-01-01T00:00:00Z')
      const refused = await other.send('POST', path, { body })
      // The right password counts as no failure, be the answer no.
      for (let attempt = 0; attempt < 5; attempt++)
        assertProblem(await other.send('POST', path, { body }), 'LAST_OWNER')
      assertProblem(refused, 'LAST_OWNER')
      const { name } = (await other.send('GET', '/v1/environment')).json.data
      assert.ok(refused.json.data.message.includes(`\`${name}\``), refused.text)
      assert.equal((await other.send('GET', '/v1/me')).status, 200)
      await disable(tenant.owner.personId, null)
      assert.equal((await other.send('POST', path, { body })).status, 200)
    })

    test('if both owners delete their accounts at the same time, one deletion is rejected', async () => {
      const [service, tenant] = [await open(), await fresh()]
      const two = [
        await signedIn(service, tenant.environmentId, 'owner'),
        await signedIn(service, tenant.environmentId, 'owner'),
      ]
      await service.database(({ write }) =>
        write((tx) => tx.run(sql`delete from memberships where person_id = ${tenant.owner.personId}`)),
      )
      const answers = await Promise.all(two.map(({ send }) => send('POST', path, { body })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    })

    test('guessed passwords do not reveal whether an account exists', async () => {
      const service = await open()
      const person = await signedIn(service, (await fresh()).environmentId, 'viewer')
      const forget = () => service.database(({ write }) => write((tx) => tx.run(sql`delete from attempts`)))
      await forget()
      for (let attempt = 0; attempt < 5; attempt++)
        assertProblem(await person.send('POST', path, { body: { password: 'five other odd words' } }), 'BAD_REQUEST')
      assertProblem(await person.send('POST', path, { body }), 'RATE_LIMITED')
      await forget()
      assert.equal((await person.send('POST', path, { body })).status, 200)
    })
  },
  { isAlone: true },
)
