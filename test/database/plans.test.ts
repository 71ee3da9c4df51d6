// Checks the query plans of both engines: every statement of a store uses an index that starts with the environment.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import { proofExportList } from '../../server/delivery/proof/export-store.ts'
import * as pods from '../../server/delivery/proof/store.ts'
import * as travelTimes from '../../server/fleet/travel/store.ts'
import * as exportLists from '../../server/orders/export-list/store.ts'
import * as lists from '../../server/orders/list/list-store.ts'
import * as orders from '../../server/orders/record/store.ts'
import { findNewestOrders } from '../../server/orders/stop/postcode-store.ts'
import type { ReadTransaction, SqlQuery } from '../../server/platform/database/database.ts'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { migrateSqlite } from '../../server/platform/database/sqlite.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { recorded, textOf } from '../support/statements.ts'

/** Small tables of the installation. */
const shared =
  /\b(from|into|update)\s+(environments|schema_migrations|signing_keys|revocations|people|memberships|sessions|factors|recovery_codes|ceremonies|links|attempts|sign_ins|devices|instances)\b/
/** Steps of SQLite's plans that read the rows in a statement or the result of a subquery. */
const ofNoTable = /^SCAN (CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES CLAUSE|\(subquery|(counted|kept|newest|n|way)$)/
/** Returns whether a statement reads tokens or clients of all environments. Only an operator's command runs it. */
const ofOperators = (text: string) => /\bfrom (tokens|clients)\b/.test(text) && !/environment_id = \$\{/.test(text)

const timesBetween = (tx: ReadTransaction) =>
  travelTimes.findTimes(tx, { environmentId: 'e', server: 's', storedAfter: 0 }, [1, 2], [3, 4])

const postcode = { country: 'GB', code: 'LS1' }

const podPage = (members: { consignmentId?: string; loadId?: string }): SqlQuery =>
  pods.buildPageQuery(
    'e',
    { consignmentId: undefined, loadId: undefined, outcomes: ['o'], received: { from: '', to: '~' }, ...members },
    { after: { received: '~', podId: '~' }, limit: 1 },
  )

const ofTenants = recorded.filter(({ text }) => !shared.test(text) && !ofOperators(text))
const withParameters = (text: string, parameter: (index: number) => string) => {
  let index = 0
  return text.replaceAll(`\${}`, () => parameter(++index))
}

test('only three statements read the rows of all environments', () => {
  assert.ok(ofTenants.length > 40)
  assert.equal(recorded.filter(({ text }) => !shared.test(text) && ofOperators(text)).length, 3)
})

test('every statement of the export lists is among the checked statements', () => {
  for (const list of [exportLists.orderExportList, proofExportList])
    for (const [name, strings] of Object.entries(list))
      if (Array.isArray(strings) && name !== 'orderById') {
        const start = textOf({ strings: strings as unknown as TemplateStringsArray })
        assert.ok(
          recorded.some(({ text }) => text.startsWith(start)),
          start,
        )
      }
})

test('SQLite uses an index with the environment for every statement', async () => {
  const connection = new DatabaseSync(':memory:')
  await migrateSqlite(connection)
  for (const { file, text, isPage } of ofTenants) {
    const plan = connection.prepare(`explain query plan ${withParameters(text, () => '?')}`).all() as {
      detail: string
    }[]
    if (isPage) assert.ok(!plan.some(({ detail }) => /TEMP B-TREE/.test(detail)), `sorts: ${text}`)
    for (const { detail } of plan)
      if (/^(SCAN|SEARCH)/.test(detail) && !ofNoTable.test(detail))
        assert.match(detail, /^SEARCH .*\(environment_id=\?/, `${file}: ${text}`)
  }
})

test('every look-up of proofs, outcomes and driving times uses its index', async () => {
  const connection = new DatabaseSync(':memory:')
  await migrateSqlite(connection)
  const wayOf = (query: SqlQuery) =>
    connection
      .prepare(`explain query plan ${withParameters(textOf(query), () => '?')}`)
      .all()
      .map(({ detail }) => /USING (?:COVERING )?INDEX (\w+)/.exec(String(detail))?.[1])
      .find((name) => name !== undefined)
  assert.equal(wayOf(podPage({})), 'pods_by_time')
  assert.equal(wayOf(podPage({ consignmentId: 'c' })), 'pods_of_consignment')
  assert.equal(wayOf(podPage({ loadId: 'l' })), 'pods_of_load')
  let asked: SqlQuery | undefined
  const tx = {
    all: (query: SqlQuery) => {
      asked = query
      return []
    },
  } as unknown as ReadTransaction
  void lists.findOutcomeIds(tx, 'e', ['failed'], 1)
  assert.equal(wayOf(asked!), 'consignments_outcome')
  void lists.findServedIds(tx, 'e', { from: '', to: '~' }, 1)
  assert.equal(wayOf(asked!), 'consignments_served')
  void lists.findServedLateIds(tx, 'e', { from: '', to: '~' }, 1)
  assert.equal(wayOf(asked!), 'consignments_reached_late')
  // Not by age: that index would read all that the environment has.
  void timesBetween(tx)
  const times = connection
    .prepare(`explain query plan ${withParameters(textOf(asked!), () => '?')}`)
    .all()
    .map(({ detail }) => String(detail))
  assert.match(times[0]!, /\(environment_id=\? AND server=\? AND from_place=\? AND to_place=\?\)/)
  void lists.findConsigneeCodeIds(tx, 'e', ['C-1'], 1)
  assert.equal(wayOf(asked!), 'consignment_list_consignee_code')
  void orders.findOutdatedListRows(tx, 'e', 1)
  assert.equal(wayOf(asked!), 'consignments_behind')
  void findNewestOrders(tx, 'e', [postcode])
  assert.equal(wayOf(asked!), 'consignment_list_postal_code')
  void lists.findFieldRangeIds(tx, 'e', { slot: 'sortC', from: '', to: '~' }, 1)
  assert.equal(wayOf(asked!), 'consignment_list_sort_c')
  const stretch = { sort: 'sortB', descending: true, after: undefined, upTo: undefined } as const
  assert.equal(wayOf(lists.buildPageQuery('e', stretch, [], { limit: 1 })), 'consignment_list_sort_b')
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Alias?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('PostgreSQL uses an index with the environment for every statement', async (t) => {
  const url = await createDatabase(t)
  await migratePostgres(url)
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Empty tables are quicker to read from end to end: what counts is what it does when it must not.
    await client.query('set enable_seqscan = off')
    for (const { file, text, isPage } of ofTenants) {
      await client.query(`set enable_sort = ${isPage ? 'off' : 'on'}`)
      const { rows } = await client.query(
        `explain (generic_plan, format json) ${withParameters(text, (index) => `$${index}`)}`,
      )
      for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
        const shown = `${file}: ${text}\n${JSON.stringify(node)}`
        assert.notEqual(node['Node Type'], 'Seq Scan', shown)
        if (isPage) assert.notEqual(node['Node Type'], 'Sort', shown)
        if (/Index/.test(node['Node Type'])) assert.match(node['Index Cond'] ?? '', /environment_id = /, shown)
        // For each row of the list, it would read all that is in the range.
        if (node['Relation Name'] === 'consignments' && node.Alias === 'o')
          assert.doesNotMatch(node['Index Cond'] ?? '', /[<>]/, shown)
      }
    }
  } finally {
    await client.end()
  }
})

/** `npm run test:citus` names a cluster. */
if (process.env.TEST_CITUS)
  test('one node of a Citus cluster executes every statement', async (t) => {
    const client = new pg.Client(await createDatabase(t))
    await client.connect()
    try {
      const elsewhere: string[] = []
      for (const { file, text } of ofTenants) {
        const values: string[] = []
        const statement = withParameters(text, (index) => {
          values.push("'1'")
          return `$${index}`
        })
        await client.query(`prepare asked as ${statement}`)
        const { rows } = await client.query(`explain execute asked(${values})`)
        await client.query('deallocate asked')
        const tasks = rows.flatMap((row) => /Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
        if (tasks.join() !== '1') elsewhere.push(`${tasks} tasks, ${file}: ${text}`)
      }
      assert.deepEqual(elsewhere, [])
    } finally {
      await client.end()
    }
  })
