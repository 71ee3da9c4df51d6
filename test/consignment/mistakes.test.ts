// What the service itself gets wrong at one row of many: that row says so, and the others have their results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { sql } from '../../server/platform/database/database.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { lineOf, readAnswer } from '../support/lines.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('a mistake at one row', (open, engine) => {
  const fresh = tenants(open)

  /** An order that nobody can read: its text was damaged behind the back of the service. */
  async function damaged({ call, environmentId }: Tenant): Promise<string> {
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key }) })
    const { database } = await open()
    await database(({ write }) =>
      write((tx) =>
        tx.run(
          sql`update consignments set document = 'damaged' where environment_id = ${environmentId} and key = ${key}`,
        ),
      ),
    )
    return key
  }
  const damagedAt = 45
  const rowsWith = (key: string, row: object = { consigneeCode: 'C' }) =>
    Array.from({ length: 60 }, (_, at) => (at === damagedAt ? { key, ...row } : anOrder()))

  const ways = {
    'a body of JSON': ({ request }: Tenant, rows: object[], query: string) =>
      request('POST', `/v1/consignments?${query}`, { body: { consignments: rows } }),
    'a stream of lines': ({ request }: Tenant, rows: object[], query: string) =>
      request('POST', `/v1/consignments?${query}`, {
        body: rows.map(lineOf).join(''),
        headers: { 'content-type': 'application/x-ndjson' },
      }),
  }
  for (const [way, send] of Object.entries(ways))
    test(`a software mistake of ${way} in one row fails only this row, and its error contains the request id`, async () => {
      const tenant = await fresh()
      const key = await damaged(tenant)
      // The first is found when the order is changed, the second when all that is wrong with the row is looked for.
      for (const row of [{ consigneeCode: 'C' }, { consigneeCode: 'C', weight: 'heavy' }])
        for (const query of ['mode=upsert', 'mode=upsert&dryRun=true']) {
          const rows = rowsWith(key, row)
          const { status, text, json, headers } = await send(tenant, rows, query)
          assert.equal(status, 200, text)
          const { results, summary } = json?.data ?? readAnswer(text)
          assert.deepEqual(summary, { rows: 60, created: 59, updated: 0, unchanged: 0, failed: 1 })
          const { code, message, index } = results[damagedAt]
          assert.deepEqual([index, code], [damagedAt, 'INTERNAL'])
          assert.ok(message.includes(headers.get('x-request-id')), message)
          assert.doesNotMatch(text, /damaged|SyntaxError|TypeError/)
          if (query === 'mode=upsert')
            await tenant.call(getConsignment, { query: { key: (rows.at(-1) as { key: string }).key } })
        }
    })

  /** The database refuses an order with this key: all rows of the transaction fail with it. */
  async function refusedByDatabase(work: (key: string) => Promise<void>): Promise<void> {
    const { database } = await open()
    await database(({ write }) =>
      write((tx) =>
        tx.run(sql`create trigger refusing before insert on consignments when new.key = 'REFUSED'
          begin select raise(abort, 'damaged'); end`),
      ),
    )
    try {
      await work('REFUSED')
    } finally {
      await database(({ write }) => write((tx) => tx.run(sql`drop trigger refusing`)))
    }
  }

  if (engine === 'sqlite')
    test('a software mistake in the database keeps the results of earlier rows, and lists the rows that are not stored', () =>
      refusedByDatabase(async (key) => {
        const tenant = await fresh()
        const rows = rowsWith(key, anOrder({ key }))
        const whole = await ways['a body of JSON'](tenant, rows, '')
        assert.equal(whole.status, 200, whole.text)
        assert.deepEqual(whole.json.data.summary, { rows: 60, created: 40, updated: 0, unchanged: 0, failed: 20 })
        for (const { code, message } of whole.json.data.results.slice(40)) {
          assert.equal(code, 'INTERNAL')
          assert.ok(message.includes(whole.headers.get('x-request-id')), message)
        }
        const lines = await ways['a stream of lines'](tenant, [...rowsWith(aKey(), anOrder()), anOrder({ key })], '')
        const { summary, problem } = readAnswer(lines.text)
        assert.equal(problem?.code, 'INTERNAL')
        assert.match(problem.message, new RegExp(`No row from index ${summary!.rows} on was stored`))
        assert.equal(problem.requestId, lines.headers.get('x-request-id'))
      }))

  test('a software mistake in one row makes an atomic request fail, and nothing is stored', async () => {
    const tenant = await fresh()
    const rows = rowsWith(await damaged(tenant))
    const { status, json } = await ways['a body of JSON'](tenant, rows, 'mode=upsert&atomic=true')
    assert.deepEqual([status, json.data.code], [500, 'INTERNAL'])
    const read = await tenant.request('GET', `/v1/consignment?key=${(rows[0] as { key: string }).key}`)
    assert.equal(read.status, 404)
  })
})
