// How the engines find rows: every statement of the stores by an index that starts with the environment, however much there is of others.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import { consignmentSorts } from '../../contract/consignments.ts'
import { loadSorts } from '../../contract/load.ts'
import * as environments from '../../server/access/environment/store.ts'
import * as files from '../../server/delivery/file/store.ts'
import { proofs } from '../../server/delivery/proof/export-store.ts'
import * as pods from '../../server/delivery/proof/store.ts'
import * as fleet from '../../server/fleet/record/store.ts'
import * as travelTimes from '../../server/fleet/travel/store.ts'
import * as imports from '../../server/integration/import/store.ts'
import * as webhooks from '../../server/integration/webhook/store.ts'
import * as exportLists from '../../server/orders/export-list/store.ts'
import * as lists from '../../server/orders/list/list-store.ts'
import * as notices from '../../server/orders/outbox/store.ts'
import { draft } from '../../server/orders/record/draft.ts'
import * as listRows from '../../server/orders/record/list-row-store.ts'
import { sortSlots } from '../../server/orders/record/listing.ts'
import * as orders from '../../server/orders/record/store.ts'
import { plannedOf } from '../../server/orders/stop/columns.ts'
import * as loads from '../../server/orders/stop/store.ts'
import * as optimisations from '../../server/planning/optimisation/store.ts'
import type { Query, Reader, Writer } from '../../server/platform/database/database.ts'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { migrateSqlite } from '../../server/platform/database/sqlite.ts'
import { anOrder } from '../support/orders.ts'
import { createDatabase } from '../support/postgres-server.ts'

const root = join(import.meta.dirname, '../..')
const statements = globSync('server/**/{store,*-store}.ts', { cwd: root }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/sql`([^`]*)`/g)].map(([, text]) => ({ file, text: text! })),
)
/** Tables that are the same for all environments, and small. */
const shared =
  /\b(from|into|update)\s+(environments|schema_migrations|signing_keys|revocations|people|memberships|sessions|factors|recovery_codes|ceremonies|links|attempts|sign_ins|devices|instances)\b/
/** What an operator asks over all environments, never a request. */
const ofOperators = (text: string) => /\bfrom (tokens|clients)\b/.test(text) && !/environment_id = \$\{/.test(text)

const timesBetween = (tx: Reader) =>
  travelTimes.find(tx, { environmentId: 'e', server: 's', storedAfter: 0 }, [1, 2], [3, 4])

const postcode = { country: 'GB', code: 'LS1' }

const podPage = (members: { consignmentId?: string; loadId?: string }): Query =>
  pods.page(
    'e',
    { consignmentId: undefined, loadId: undefined, outcomes: ['o'], received: { from: '', to: '~' }, ...members },
    { after: { received: '~', podId: '~' }, limit: 1 },
  )
const podPages = {
  all: podPage({}),
  ofConsignment: podPage({ consignmentId: 'c' }),
  ofLoad: podPage({ loadId: 'l' }),
}

/** Statements that functions build: removals of an environment, fleet records, both export lists, webhooks and e-mails. */
const built: Query[] = []
const note = (query: Query) => void built.push(query)
const recording = {
  ...{ oneByOne: false, run: note, runOn: note, get: note, lock: note, unindex: () => undefined },
  all: (query: Query) => {
    note(query)
    return query.values.includes('') ? [{ id: 'i' }] : []
  },
} as unknown as Writer
await environments.remove(recording, 'e')
for (const records of [fleet.depots, fleet.vehicles, fleet.drivers]) {
  const row = { key: 'k', version: 1, document: '{}', now: '2026-01-01T00:00:00.000Z' }
  await records.find(recording, 'e', 'k')
  await records.list(recording, 'e')
  await records.named(recording, 'e', ['k'])
  await records.someKeys(recording, 'e')
  await records.insert(recording, 'e', row)
  await records.update(recording, 'e', row)
  await records.remove(recording, 'e', 'k', row)
}
for (const list of [exportLists.orders, proofs]) {
  const entry = { id: 'i', version: 1, since: 1, reason: 'created' }
  const stretch = { after: entry, upTo: entry, limit: 1 }
  await exportLists.insert(recording, list, 'e', entry)
  await exportLists.upsert(recording, list, 'e', entry)
  await exportLists.setVersion(recording, list, 'e', entry)
  await exportLists.add(recording, list, 'e', entry)
  await exportLists.isListed(recording, list, 'e', 'i')
  await exportLists.remove(recording, list, 'e', 'i')
  await exportLists.removeRead(recording, list, 'e', entry)
  await exportLists.clear(recording, list, 'e')
  await exportLists.clear({ ...recording, oneByOne: true }, list, 'e')
  await exportLists.last(recording, list, 'e')
  await exportLists.pageOfIds(recording, list, 'e', stretch)
  await exportLists.page(recording, list, 'e', stretch)
}
const webhook = { webhookId: 'w', secret: 's', previousSecret: null } as webhooks.WebhookRow
await webhooks.update(recording, 'e', webhook)
await webhooks.list(recording, 'e')
await webhooks.find(recording, 'e', 'w')
await webhooks.setPosition(recording, 'e', 'w', 1)
await webhooks.setFailingSince(recording, 'e', 'w', 1)
await webhooks.setReplay(recording, 'e', 'w', { position: 1, until: 1 })
await webhooks.findDelivery(recording, 'e', 'w', 'd')
for (const state of [undefined, 'pending'] as const)
  await webhooks.log(recording, 'e', 'w', { state, before: 'b', limit: 1 })
await notices.find(recording, 'e', 'n')
for (const consignmentId of [undefined, 'i'])
  await notices.page(recording, 'e', { consignmentId, state: undefined }, { before: 'b', limit: 1 })

/** Statements that are put together of pieces: every sort, in both directions, with each filter alone and with all. */
const composed = await (async (): Promise<{ file: string; text: string; walks: boolean }[]> => {
  const found: Query[] = []
  const note = (query: Query) => {
    found.push(query)
    return []
  }
  const tx = { get: note, all: note, run: note, runOn: note, index: () => undefined } as unknown as Writer
  const keys = ['k']
  const range = { from: '', to: '~' }
  const flags = { least: 0, most: 1 }
  void [lists.idsOfKeys(tx, 'e', keys), lists.idsInLoads(tx, 'e', keys, 1), lists.idsOfOutcomes(tx, 'e', keys, 1)]
  void [lists.idsOfConsigneeCodes(tx, 'e', keys, 1), lists.idsUnassigned(tx, 'e', 1)]
  for (const find of [lists.idsServed, lists.idsServedLate, lists.idsPlanned, lists.idsRequiredFrom])
    void find(tx, 'e', range, 1)
  void [lists.idsRequiredTo(tx, 'e', '', 1), lists.idsIssued(tx, 'e', range, 1), lists.idsUpdated(tx, 'e', range, 1)]
  for (const slot of sortSlots) void lists.idsBetween(tx, 'e', { ...range, slot }, 1)
  void [lists.findByIds(tx, 'e', keys), lists.findSummaries(tx, 'e', keys)]
  void [orders.findById(tx, 'e', 'i'), orders.findByKey(tx, 'e', 'k')]
  const stored = { draft: draft(anOrder(), 'UTC'), joinedTimeAtStop: null, now: 'n' }
  await orders.insert(tx, 'e', 'i', stored)
  await listRows.enlistFirst(tx, 'e', 'i', { listing: stored.draft.listing!, assigned: true })
  void [orders.recount(tx, 'e', 'i'), orders.pageToFill(tx, 'e', 'i'), orders.pageOfAgreed(tx, 'e', 'i')]
  await orders.update(tx, 'e', { consignmentId: 'i', key: 'former', depotKey: null }, { ...stored, version: 2 })
  const route = { ...plannedOf({ key: 'k' }), loadId: 'l', created: 'n', status: 'planning' as const, version: 1 }
  const load = { ...route, updated: 'n', actualStart: null, actualEnd: null }
  void [loads.find(tx, 'e', 'l'), loads.ofDriver(tx, 'e', 'd', 'n')]
  await loads.insert(tx, 'e', load)
  await loads.update(tx, 'e', load)
  void [loads.stops(tx, 'e', 'l'), loads.allStops(tx, 'e'), loads.stopsOfLoads(tx, 'e', keys)]
  void [loads.candidates(tx, 'e', keys), loads.candidatesByKey(tx, 'e', keys), loads.wholeTexts(tx, 'e', keys)]
  void [loads.sizedStopsOfLoads(tx, 'e', keys), loads.beginnings(tx, 'e', keys), loads.customFields(tx, 'e', keys)]
  void [loads.newestWith(tx, 'e', [postcode]), loads.newestWith(tx, 'e', [postcode, postcode])]
  void timesBetween(tx)
  void [optimisations.orders(tx, 'e', keys), optimisations.homes(tx, 'e', keys)]
  void [imports.find(tx, 'e', 'i'), imports.list(tx, 'e', 1)]
  const all = [
    lists.hasKeys(undefined, keys, keys, keys),
    lists.isPartOf('e', keys, flags, flags),
    lists.isInTime(range, { ...range, how: 'any' }),
    lists.says(flags, flags, []),
    lists.isStamped('e', range, range),
    lists.hasOutcome('e', keys),
    lists.wasServed('e', range, flags),
    lists.hasConsigneeCode(keys),
    lists.holds('tags', { any: keys, none: undefined }),
    lists.holds('fields', { any: keys, none: undefined }),
    lists.isBetween('sortA', range),
  ]
  const place = { place: '', consignmentId: '' }
  const walks: Query[] = []
  for (const sort of [...consignmentSorts, ...sortSlots])
    for (const conditions of [[], ...all.map((condition) => [condition]), all]) {
      for (const descending of [false, true])
        for (const end of [undefined, place]) {
          const stretch = { sort, descending, after: end, upTo: end }
          walks.push(lists.pageOf('e', stretch, conditions, { limit: 1 }), lists.countOf('e', stretch, conditions, 1))
        }
      found.push(lists.placesOf('e', sort, keys, conditions))
    }
  const filter = { search: '', statuses: keys, starts: keys, ends: keys, drivers: keys, planned: range }
  for (const sort of loadSorts)
    for (const descending of [false, true])
      for (const end of [undefined, { place: '', loadId: '' }]) {
        const stretch = { sort, descending, after: end, upTo: end }
        walks.push(loads.pageOfLoads('e', stretch, filter, 1))
        void loads.milestone(tx, 'e', stretch, 1)
      }
  walks.push(podPages.all, podPages.ofConsignment, podPages.ofLoad)
  void [files.ofPods(tx, 'e', keys), pods.find(tx, 'e', 'p')]
  return [...walks, ...found].map((query, index) => ({
    file: 'server/orders/list/list-store.ts',
    text: query.strings.join(`\${}`),
    walks: index < walks.length && /order by/.test(query.strings.join()),
  }))
})()

const ofTenants = [
  ...statements
    .filter(({ text }) => !shared.test(text) && !ofOperators(text))
    .map((each) => ({ ...each, walks: false })),
  ...built
    .map(({ strings }) => ({ file: 'a built statement', text: strings.join(`\${}`), walks: false }))
    .filter(({ text }) => !shared.test(text)),
  ...composed,
]
const withParameters = (text: string, parameter: (index: number) => string) => {
  let index = 0
  return text.replace(/\$\{[^}]*\}/g, () => parameter(++index))
}

test('only the lists for operators, and the token that is to be revoked, are looked for in all environments', () => {
  assert.ok(ofTenants.length > 40)
  assert.equal(statements.filter(({ text }) => ofOperators(text)).length, 3)
})

test('every statement of the export lists is among the checked statements', () => {
  const texts = new Set(built.map(({ strings }) => strings.join('?')))
  for (const list of [exportLists.orders, proofs])
    for (const [name, strings] of Object.entries(list))
      if (Array.isArray(strings) && name !== 'orderById') {
        const text = strings.join('?')
        assert.ok(
          texts.values().some((each) => each.startsWith(text)),
          text,
        )
      }
})

test('SQLite finds the rows of every statement by their environment', async () => {
  const connection = new DatabaseSync(':memory:')
  await migrateSqlite(connection)
  for (const { file, text, walks } of ofTenants) {
    const plan = connection.prepare(`explain query plan ${withParameters(text, () => '?')}`).all() as {
      detail: string
    }[]
    if (walks) assert.ok(!plan.some(({ detail }) => /TEMP B-TREE/.test(detail)), `sorts: ${text}`)
    for (const { detail } of plan)
      if (/^(SCAN|SEARCH)/.test(detail) && !/^SCAN (CONSTANT ROW|\(subquery|(counted|kept|newest|n)$)/.test(detail))
        assert.match(detail, /^SEARCH .*\(environment_id=\?/, `${file}: ${text}`)
  }
})

test('each way to proofs, to outcomes and to driving times has its index', async () => {
  const connection = new DatabaseSync(':memory:')
  await migrateSqlite(connection)
  const wayOf = (query: Query) =>
    connection
      .prepare(`explain query plan ${withParameters(query.strings.join(`\${}`), () => '?')}`)
      .all()
      .map(({ detail }) => /USING (?:COVERING )?INDEX (\w+)/.exec(String(detail))?.[1])
      .find((name) => name !== undefined)
  assert.equal(wayOf(podPages.all), 'pods_by_time')
  assert.equal(wayOf(podPages.ofConsignment), 'pods_of_consignment')
  assert.equal(wayOf(podPages.ofLoad), 'pods_of_load')
  let asked: Query | undefined
  const tx = {
    all: (query: Query) => {
      asked = query
      return []
    },
  } as unknown as Reader
  void lists.idsOfOutcomes(tx, 'e', ['failed'], 1)
  assert.equal(wayOf(asked!), 'consignments_outcome')
  void lists.idsServed(tx, 'e', { from: '', to: '~' }, 1)
  assert.equal(wayOf(asked!), 'consignments_served')
  void lists.idsServedLate(tx, 'e', { from: '', to: '~' }, 1)
  assert.equal(wayOf(asked!), 'consignments_reached_late')
  // Not by age: that index would read all that the environment has.
  void timesBetween(tx)
  const times = connection
    .prepare(`explain query plan ${withParameters(asked!.strings.join(`\${}`), () => '?')}`)
    .all()
    .map(({ detail }) => String(detail))
  assert.match(times[0]!, /\(environment_id=\? AND server=\? AND from_place=\? AND to_place=\?\)/)
  void lists.idsOfConsigneeCodes(tx, 'e', ['C-1'], 1)
  assert.equal(wayOf(asked!), 'consignment_list_consignee_code')
  void orders.behind(tx, 'e', 1)
  assert.equal(wayOf(asked!), 'consignments_behind')
  void loads.newestWith(tx, 'e', [postcode])
  assert.equal(wayOf(asked!), 'consignment_list_postal_code')
  void lists.idsBetween(tx, 'e', { slot: 'sortC', from: '', to: '~' }, 1)
  assert.equal(wayOf(asked!), 'consignment_list_sort_c')
  const stretch = { sort: 'sortB', descending: true, after: undefined, upTo: undefined } as const
  assert.equal(wayOf(lists.pageOf('e', stretch, [], { limit: 1 })), 'consignment_list_sort_b')
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Alias?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('PostgreSQL finds the rows of every statement by their environment', async (t) => {
  const url = await createDatabase(t)
  await migratePostgres(url)
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Empty tables are quicker to read from end to end: what counts is what it does when it must not.
    await client.query('set enable_seqscan = off')
    for (const { file, text, walks } of ofTenants) {
      await client.query(`set enable_sort = ${walks ? 'off' : 'on'}`)
      const { rows } = await client.query(
        `explain (generic_plan, format json) ${withParameters(text, (index) => `$${index}`)}`,
      )
      for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
        const shown = `${file}: ${text}\n${JSON.stringify(node)}`
        assert.notEqual(node['Node Type'], 'Seq Scan', shown)
        if (walks) assert.notEqual(node['Node Type'], 'Sort', shown)
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
  test('one node of a Citus cluster answers every statement', async (t) => {
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
