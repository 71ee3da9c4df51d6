// Searching orders by their words, what a request for a list may say, and that the index forgets what is gone.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { createConsignment, deleteConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { putPod } from '../../contract/pod.ts'
import * as admin from '../../server/admin/database.ts'
import { updateSearchTerms } from '../../server/orders/record/list-row-store.ts'
import type { ServiceConfig } from '../../server/platform/config/config.ts'
import { sql } from '../../server/platform/database/database.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { anyCharacter } from '../support/arbitraries.ts'
import { pageWithin } from '../support/finding.ts'
import { type Engine, everyEngine, request, type Tenant } from '../support/harness.ts'
import { anAddress, anOrder } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'
import { ask } from '../support/postgres-server.ts'
import { assertProblem } from '../support/problem.ts'
import '../support/seed.ts'
import { tenants } from '../support/tenants.ts'
import { signedIn } from '../support/visitors.ts'

const found = async ({ call }: Tenant, search: string): Promise<string[]> => {
  const { data } = await call(listConsignments, { query: { search, sort: 'key', view: 'compact' } })
  return data.consignments.map(({ key }) => key)
}

const orders = [
  anOrder({
    key: 'SO-2026-0001',
    consigneeAddress: { ...anAddress, company: 'Bäckerei Müßig', city: 'Köln', postalCode: '50667' },
  }),
  anOrder({
    key: 'WEB/77',
    consigneeAddress: {
      ...anAddress,
      city: 'Łódź',
      postalCode: '90-001',
      name: 'Brama północna',
      company: 'Work@Home',
    },
  }),
  anOrder({ key: 'GR', consigneeAddress: { ...anAddress, city: 'Αθήνα', company: 'ΟΔΟΣ ΑΕ' } }),
  anOrder({ key: 'JP', consigneeAddress: { ...anAddress, city: '東京都港区', company: 'ガラス商会' } }),
  anOrder({
    key: 'AR',
    consigneeAddress: { ...anAddress, city: 'القاهرة' },
    consigneeContact: { personName: 'Zoë O’Neil' },
  }),
  anOrder({
    key: 'TEL',
    consigneeCode: 'C-4711/b',
    consigneeContact: {
      personName: 'Straße',
      email: 'Goods-In.Sued@example.com',
      phone: { countryCode: '44', localNumber: '2079460018' },
      mobile: { countryCode: '49', localNumber: '1701234567' },
    },
  }),
  anOrder({
    key: 'CH',
    consigneeAddress: {
      ...anAddress,
      name: 'Neue Loge',
      company: 'Mueller u. Soehne',
      city: 'Sion',
      postalCode: '1950',
    },
  }),
  anOrder({
    key: 'UK',
    consigneeAddress: { ...anAddress, line1: '5 Cold Bath Road', line2: 'Unit Seven', postalCode: 'HG2 0NP' },
    consigneeContact: { phone: { countryCode: '44', localNumber: '07840579751' } },
  }),
]

const cases: [search: string, keys: string[]][] = [
  ['so-2026-0001', ['SO-2026-0001']],
  ['2026-0001', ['SO-2026-0001']],
  ['SO20260001', ['SO-2026-0001']],
  ['0001', ['SO-2026-0001']],
  ['backerei', ['SO-2026-0001']],
  ['BÄCK', ['SO-2026-0001']],
  ['mussig koln', ['SO-2026-0001']],
  ['koln backerei', ['SO-2026-0001']],
  ['koln łódź', []],
  ['5066', ['SO-2026-0001']],
  ['web/7', ['WEB/77']],
  ['lodz', ['WEB/77']],
  ['90001', ['WEB/77']],
  ['północna', ['WEB/77']],
  ['αθη', ['GR']],
  ['οδοσ', ['GR']],
  ['οδος', ['GR']],
  ['港区', ['JP']],
  ['東京', ['JP']],
  ['カラス', ['JP']],
  ['القاه', ['AR']],
  ['zoe neil', ['AR']],
  ['zoe oneil', ['AR']],
  ['O’Neil', ['AR']],
  ["O'Neil", ['AR']],
  ['Baeckerei Muessig Koeln', ['SO-2026-0001']],
  ['Söhne Müller', ['CH']],
  ['MUELLER', ['CH']],
  ['+44 20 7946 0018', ['TEL']],
  ['0044 20 79460018', ['TEL']],
  ['020 7946 0018', ['TEL']],
  ['(0)170 / 123 45 67', ['TEL']],
  ['07840 579751', ['UK']],
  ['+447840579751', ['UK']],
  ['579751', ['UK']],
  ['460018', ['TEL']],
  ['60018', []],
  ['cold bath', ['UK']],
  ['unit seven', ['UK']],
  ['c4711', ['TEL']],
  ['C-4711/b', ['TEL']],
  ['strasse', ['TEL']],
  ['goods-in.sued@EXAMPLE.com', ['TEL']],
  ['strasse goods-in.sued@ex', ['TEL']],
  ['goods@', ['TEL']],
  ['in.sued@example.com', []],
  ['@', []],
  ['work@home', ['WEB/77']],
  ['home', ['WEB/77']],
  ['ex1 1aa', ['AR', 'GR', 'JP', 'TEL']],
  ['EX11', ['AR', 'GR', 'JP', 'TEL']],
  ['ilton', []],
  ['…', []],
]

/** Runs SQL on a database that nobody serves: one statement after the other, as Citus wants changes of tables. */
async function execute(engine: Engine, { databaseUrl, data }: ServiceConfig, ...statements: string[]): Promise<void> {
  if (engine === 'postgres') {
    for (const text of statements) await ask(databaseUrl, text)
    return
  }
  const connection = new DatabaseSync(join(data, 'dray.db'))
  for (const text of statements) connection.exec(text)
  connection.close()
}

/** Looks at one order, then goes by the index. */
const byIndex = { first: 1, few: 1_000, page: 2, count: 2 }

everyEngine('search', (open, engine) => {
  const fresh = tenants(open)

  test('a search finds orders by every field, by the start of words, in many scripts', async () => {
    const tenant = await fresh()
    const stranger = await fresh()
    for (const body of orders) await tenant.call(createConsignment, { body })
    await (await open()).database(async (database) => {
      const indexed = async ({ environmentId }: Tenant, search: string) => {
        const query = { search, sort: 'key', view: 'compact' } as const
        return (await pageWithin(database, environmentId, query, byIndex)).consignments.map(({ key }) => key)
      }
      for (const [search, keys] of cases) {
        assert.deepEqual(await found(tenant, search), keys, search)
        assert.deepEqual(await indexed(tenant, search), keys, search)
        assert.deepEqual(await indexed(stranger, search), [], search)
      }
    })
    assert.equal((await found(tenant, '  ')).length, orders.length)
  })

  test('a search finds an order by its current values after every change', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await call(createConsignment, { body: anOrder({ key: 'A-1' }) })
    await call(updateConsignment, { query: { key: 'A-1' }, body: { key: 'B-2', consigneeAddress: { city: 'Leeds' } } })
    assert.deepEqual(await found(tenant, 'a-1'), [])
    assert.deepEqual(await found(tenant, 'exampleton'), [])
    assert.deepEqual(await found(tenant, 'leeds b2'), ['B-2'])
    await call(updateConsignment, { query: { key: 'B-2' }, body: { planned: '2026-07-01T10:00:00Z', weight: 2 } })
    assert.deepEqual(await found(tenant, 'leeds'), ['B-2'])
    await call(deleteConsignment, { query: { key: 'B-2' } })
    assert.deepEqual(await found(tenant, 'leeds'), [])
  })

  test('no text, cursor or filter value makes the service fail', async () => {
    const tenant = await fresh()
    for (const body of orders) await tenant.call(createConsignment, { body: { ...body } })
    const marks = fc.string({
      unit: fc.constantFrom(
        '"',
        "'",
        '*',
        '%',
        '_',
        '\\',
        '(',
        ')',
        ':',
        '&',
        '|',
        '!',
        '<',
        '-',
        '^',
        '~',
        '=',
        ',',
        'a',
        'OR',
        'NEAR',
        ' ',
        'ß',
        '京',
        '\u0301',
        '\u{10ffff}',
        '\0',
      ),
    })
    const text = fc.oneof(
      marks,
      fc.string({ unit: anyCharacter }).filter((one) => one.isWellFormed()),
    )
    const name = fc.constantFrom('search', 'cursor', 'depotKey', 'channelKey', 'areaKey', 'loadId', 'ids', 'keys')
    await fc.assert(
      fc.asyncProperty(name, text, async (parameter, value) => {
        const path = `/v1/consignments?late=false&${parameter}=${encodeURIComponent(value)}`
        const { status, text: answer } = await tenant.request('GET', path)
        assert.ok(status === 200 || status === 400, `${status} ${answer}`)
      }),
      { numRuns: 100 },
    )
    await (await open()).database((database) =>
      fc.assert(
        fc.asyncProperty(text, async (search) => {
          await pageWithin(database, tenant.environmentId, { search }, byIndex)
        }),
        { numRuns: 100 },
      ),
    )
  })

  test('a text that no database can store matches no order', async () => {
    const tenant = await fresh()
    const { consignmentId } = (await tenant.call(createConsignment, { body: { ...orders[0]! } })).data
    for (const [filter, found] of [
      ['depotKey=%00,x', []],
      ['channelKey=none,%00', [consignmentId]],
      [`ids=${consignmentId},%00`, [consignmentId]],
    ] as const) {
      const { json } = await tenant.request('GET', `/v1/consignments?total=true&${filter}`)
      assert.deepEqual(json.data.total, { count: found.length, exact: true }, filter)
      assert.deepEqual(
        json.data.consignments.map((order: { consignmentId: string }) => order.consignmentId),
        found,
      )
    }
    const { json } = await tenant.request('GET', '/v1/loads?total=true&limit=5&search=%00')
    assert.deepEqual(json.data, { loads: [], next: null, total: { count: 0, exact: true } })
  })

  test('a cursor for another list, sort or environment is rejected', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    for (const key of ['A', 'B', 'C']) await call(createConsignment, { body: anOrder({ key }) })
    const { data } = await call(listConsignments, { query: { limit: '1', sort: 'key' } })
    const page = (cursor: string, sort = 'key') => request('GET', `/v1/consignments?sort=${sort}&cursor=${cursor}`)
    assert.deepEqual(
      (await page(data.next!)).json.data.consignments.map(({ key }: { key: string }) => key),
      ['B', 'C'],
    )
    const damaged = data.next!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const refused = [
      await page(damaged),
      await page(data.next!.slice(1)),
      await page('x'),
      await page(data.next!, '-key'),
      await (await fresh()).request('GET', `/v1/consignments?sort=key&cursor=${data.next}`),
      await request('GET', `/v1/loads?sort=key&cursor=${data.next}`),
    ]
    for (const answer of refused) {
      assertProblem(answer, 'BAD_REQUEST')
      assert.match(answer.text, /`cursor` does not belong to this list/)
      assert.equal(answer.json.data.errors[0].path, '?cursor')
    }
  })

  test('the error of an invalid list request explains what is allowed', async () => {
    const { request } = await fresh()
    const wrong: [query: string, path: string][] = [
      ['limit=0', '?limit'],
      ['limit=501', '?limit'],
      ['offset=250001', '?offset'],
      ['offset=-1', '?offset'],
      ['sort=weight', '?sort'],
      ['depotKey=a,,b', '?depotKey'],
      ['depotKey=a,', '?depotKey'],
      ['depotKey=a%5C', '?depotKey'],
      [`depotKey=${Array(21).fill('a').join(',')}`, '?depotKey'],
      [`keys=${Array(501).fill('a').join(',')}`, '?keys'],
      ['window=within', '?window'],
      ['windowFrom=today', '?windowFrom'],
      ['late=yes', '?late'],
      ['plannedTo=9999-12-31T23:59:59&timezone=America/New_York', '?plannedTo'],
      ['q=a', '?q'],
    ]
    for (const [query, path] of wrong) {
      const answer = await request('GET', `/v1/consignments?${query}`)
      assertProblem(answer, 'BAD_REQUEST')
      assert.equal(answer.json.data.errors[0].path, path, query)
    }
    assertProblem(await request('GET', '/v1/consignments?cursor=a&offset=1'), 'BAD_REQUEST')
  })

  test('a list selects up to 500 orders by key or by id', async () => {
    const { call } = await fresh()
    const keys = ['plain', 'with,comma', 'back\\slash']
    for (const key of keys) await call(createConsignment, { body: anOrder({ key }) })
    const named = keys.map((key) => key.replace(/[\\,]/g, '\\$&')).join(',')
    const all = await call(listConsignments, { query: { keys: `${named},absent`, sort: 'key', total: 'true' } })
    assert.deepEqual(
      all.data.consignments.map(({ key }) => key),
      [...keys].sort(),
    )
    assert.deepEqual(all.data.total, { count: 3, exact: true })
    const [first, second] = all.data.consignments
    const ids = `${first!.consignmentId},${second!.consignmentId},absent`
    const some = await call(listConsignments, { query: { ids, limit: '1', sort: '-key' } })
    assert.deepEqual(some.data.consignments, [second])
    const rest = await call(listConsignments, { query: { ids, sort: '-key', cursor: some.data.next! } })
    assert.deepEqual(rest.data.consignments, [first])
  })

  test('deleted orders and environments leave no rows in the list and search tables', async () => {
    const service = await open({})
    const tenant = await service.environment()
    const other = await service.environment()
    for (const each of [tenant, other]) for (const body of orders) await each.call(createConsignment, { body })
    const rows = () =>
      service.database((database) =>
        database.read(async (tx) => {
          const one = async (query: Parameters<typeof tx.get>[0]) => Number((await tx.get<{ n: number }>(query))!.n)
          const listed = await one(sql`select count(*) as n from consignment_list`)
          if (engine === 'postgres') return [listed]
          const indexed = await one(sql`select count(*) as n from search_words`)
          const words = await one(sql`select count(*) as n from search_terms where doc > 0`)
          return [listed, await one(sql`select count(*) as n from search_rows`), indexed, Math.min(words, 1)]
        }),
      )
    const all = 2 * orders.length
    const full = engine === 'postgres' ? [all] : [all, all, all, 1]
    assert.deepEqual(await rows(), full)
    for (const { key } of orders) await tenant.call(deleteConsignment, { query: { key } })
    assert.deepEqual(
      await rows(),
      full.map((count) => Math.ceil(count / 2)),
    )
    await admin.deleteEnvironment(service.config, other.environmentId)
    assert.deepEqual(
      (await rows()).slice(0, 3),
      full.slice(0, 3).map(() => 0),
    )
  })

  test('an upgrade adds the missing words to the search index', async () => {
    const before = await open({})
    const tenant = await before.environment()
    const { environmentId } = tenant
    const contact = { consigneeContact: { email: 'goods-in@example.com' } }
    const { consignmentId } = (await tenant.call(createConsignment, { body: anOrder(contact) })).data
    await tenant.call(createConsignment, { body: anOrder() })
    const words = ' exampleton'
    await before.database(({ write }) => write((tx) => updateSearchTerms(tx, environmentId, consignmentId, words)))
    assert.equal((await found(tenant, 'goods-in@example.com')).length, 0)
    await before.running.stop()
    const { data } = before.config
    await execute(engine, before.config, "delete from schema_migrations where name = '0012_mail_words.sql'")
    const { url } = await open({ data })
    const count = async (search: string) => {
      const headers = { authorization: `Bearer ${tenant.token}` }
      return (await request(url, 'GET', `/v1/consignments?search=${search}`, { headers })).json.data.consignments.length
    }
    assert.equal(await count('goods-in@example.com'), 1)
    assert.equal(await count('exampleton'), 2)
  })

  test('an upgrade adds the times at which stops were reached', async () => {
    const before = await open({})
    const tenant = await before.environment()
    const planner = await signedIn(before, tenant.environmentId, 'planner')
    const minutes = (count: number) => formatIso(Date.now() + count * 60_000)
    const [requiredTo, committed] = [minutes(-60), minutes(-10)]
    const give = async (key: string, members: object) => {
      const podId = newUuid()
      const body = aPod({ consignmentKey: key, ...members })
      assert.equal((await planner.send('PUT', `/v1/pod/${podId}`, { body })).status, 201)
      return podId
    }
    for (const body of [
      ...['LATE', 'ARRIVED', 'GIVEN-UP', 'OPEN'].map((key) => ({ key, requiredTo })),
      ...[{ key: 'AGREED', requiredTo, committed }, { key: 'NEVER' }],
    ])
      await tenant.call(createConsignment, { body: anOrder(body) })
    for (const key of ['LATE', 'AGREED', 'NEVER'])
      await tenant.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey: key }) })
    const arrived = { consignmentKey: 'ARRIVED', arrived: minutes(-90) }
    await tenant.call(putPod, { params: { podId: newUuid() }, body: aPod(arrived) })
    const given = await give('GIVEN-UP', {})
    await give('GIVEN-UP', { replaces: given, failureReasonCode: 'closed' })
    const path = '/v1/consignments?view=compact&sort=key&wasLate='
    const list = async (send: Tenant['request'], wasLate: boolean) =>
      (await send('GET', `${path}${wasLate}`)).json.data.consignments.map(({ key }: { key: string }) => key)
    assert.deepEqual(await list(tenant.request, true), ['LATE'])
    await before.running.stop()
    await execute(
      engine,
      before.config,
      'drop index consignments_reached_late',
      ...['pods.reached', 'consignments.reached', 'consignments.closes'].map(
        (column) => `alter table ${column.replace('.', ' drop column ')}`,
      ),
      "delete from schema_migrations where name = '0029_reached.sql'",
    )
    const { url, database } = await open({ data: before.config.data })
    const authorization = `Bearer ${tenant.token}`
    const askAgain: Tenant['request'] = (method, path) => request(url, method, path, { headers: { authorization } })
    assert.deepEqual(await list(askAgain, true), ['LATE'])
    assert.deepEqual(await list(askAgain, false), ['AGREED', 'ARRIVED', 'GIVEN-UP', 'NEVER', 'OPEN'])
    const { environmentId } = tenant
    const known = await database(({ read }) =>
      read((tx) =>
        tx.all<{ key: string; closes: string }>(
          sql`select key, closes from consignments where environment_id = ${environmentId} order by key`,
        ),
      ),
    )
    assert.deepEqual(
      known.map(({ key, closes }) => [key, closes]),
      [
        ['AGREED', formatIso(Date.parse(committed) + 15 * 60_000)],
        ...['ARRIVED', 'GIVEN-UP', 'LATE'].map((key) => [key, requiredTo]),
        ['NEVER', '~'],
        ['OPEN', requiredTo],
      ],
    )
  })

  test('a migration fills the list and search tables of an older database', async () => {
    const before = await open({})
    const tenant = await before.environment()
    for (const body of orders) await tenant.call(createConsignment, { body: { ...body, loadId: 'LOAD' } })
    const loose = anOrder({ key: 'LOOSE' })
    await tenant.call(createConsignment, { body: loose })
    const list = async ({ request }: Pick<Tenant, 'request'>) =>
      (await request('GET', '/v1/consignments?view=compact')).json.data
    const wanted = await list(tenant)
    await before.running.stop()
    const ofSqlite = ['search_terms', 'search_words', 'search_rows']
    const tables = ['consignment_list', 'views', ...(engine === 'sqlite' ? ofSqlite : [])]
    const indexes = ['consignments_updated', 'loads_created', 'loads_planned_start']
    const columns = [
      'consignments.tags',
      'consignments.custom_fields',
      'settings.relist_after',
      'webhooks.include',
      'webhooks.format',
    ]
    const { data } = before.config
    await execute(
      engine,
      before.config,
      ...tables.map((table) => `drop table ${table}`),
      ...indexes.map((index) => `drop index ${index}`),
      ...columns.map((column) => `alter table ${column.replace('.', ' drop column ')}`),
      "delete from schema_migrations where name in ('0003_find.sql', '0020_fields.sql', '0022_views.sql')",
    )
    const { url } = await open({ data })
    const again: Pick<Tenant, 'request'> = {
      request: (method, path) => request(url, method, path, { headers: { authorization: `Bearer ${tenant.token}` } }),
    }
    assert.deepEqual(await list(again), wanted)
    for (const [query, count] of [
      ['loadId=none', 1],
      ['search=koln', 1],
      ['search=loose', 1],
    ])
      assert.equal((await again.request('GET', `/v1/consignments?${query}`)).json.data.consignments.length, count)
  })
})
