// Many orders in one request: every row is treated as a request of its own would be, and nothing is half stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { createClient } from '../../client/client.ts'
import { deleteConsignments, type ImportMode, importConsignments, type RowResult } from '../../contract/bulk.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import type { DataOf } from '../../contract/endpoint.ts'
import { listExport } from '../../contract/export.ts'
import { importVehicles } from '../../contract/fleet.ts'
import { createLoad } from '../../contract/load.ts'
import { everyEngine, patientFetch, type Tenant } from '../support/harness.ts'
import { lineOf, openStream } from '../support/lines.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import '../support/seed.ts'
import { tenants } from '../support/tenants.ts'

type Loose = Record<string, unknown>
const modes = ['create', 'upsert', 'replace'] as const

everyEngine('a bulk request', (open) => {
  const fresh = tenants(open)
  const send = async (tenant: Tenant, rows: unknown[], query: Loose = {}) =>
    (await tenant.call(importConsignments, { query: query as never, body: { consignments: rows as never } })).data
  const versionOf = async ({ request }: Tenant, key: string): Promise<number | undefined> =>
    (await request('GET', `/v1/consignment?key=${key}`)).json.data.version

  test('a bulk request returns a result for each row in order, and a broken row does not stop the others', async () => {
    const tenant = await fresh()
    const keys = [aKey(), aKey(), aKey()]
    const { results, summary, dryRun } = await send(tenant, [
      anOrder({ key: keys[0]! }),
      { ...anOrder({ key: 'broken', depotKey: 'nowhere' }), wieght: 1, consigneeAddress: { city: 'X' } },
      'no order at all',
      anOrder({ key: keys[1]! }),
      anOrder({ key: keys[0]! }),
      anOrder({ key: keys[2]!, depotKey: 'nowhere' }),
    ])
    assert.equal(dryRun, false)
    assert.deepEqual(summary, { rows: 6, created: 2, updated: 0, unchanged: 0, failed: 4 })
    assert.deepEqual(
      results.map(({ index, key, status, code }) => [index, key, status, code]),
      [
        [0, keys[0], 'created', undefined],
        [1, 'broken', 'failed', 'BAD_REQUEST'],
        [2, undefined, 'failed', 'BAD_REQUEST'],
        [3, keys[1], 'created', undefined],
        [4, keys[0], 'failed', 'KEY_EXISTS'],
        [5, keys[2], 'failed', 'UNKNOWN_DEPOT'],
      ],
    )
    assert.deepEqual(results[1]!.errors!.map(({ path }) => path).sort(), [
      '/consigneeAddress/country',
      '/consigneeAddress/line1',
      '/consigneeAddress/postalCode',
      '/depotKey',
      '/wieght',
    ])
    assert.equal(results[4]!.consignmentId, results[0]!.consignmentId)
    const { data } = await tenant.call(getConsignment, { query: { key: keys[1]! } })
    assert.equal(data.consignmentId, results[3]!.consignmentId)
    assert.equal((await tenant.call(listExport, {})).data.length, 2)
  })

  test('the mode of a bulk request decides between creating and changing an order with an existing key', async () => {
    for (const [mode, status, weight, volume] of [
      ['create', 'failed', 1, 1],
      ['upsert', 'updated', 5, 1],
      ['replace', 'updated', 5, null],
    ] as const) {
      const tenant = await fresh()
      const key = aKey()
      await tenant.call(createConsignment, { body: anOrder({ key, weight: 1, volume: 1 }) })
      const { results } = await send(tenant, [anOrder({ key, weight: 5 }), anOrder({ key, weight: 5 })], { mode })
      assert.deepEqual(
        results.map((result) => result.status),
        [status, status === 'failed' ? 'failed' : 'unchanged'],
      )
      const { data } = await tenant.call(getConsignment, { query: { key } })
      assert.deepEqual([data.weight, data.volume], [weight, volume])
      assert.equal(results[1]!.version, status === 'failed' ? undefined : 2)
    }
  })

  test('a bulk request accepts a partial change in an upsert, and requires a full order for a new key', async () => {
    const tenant = await fresh()
    const [key, other] = [aKey(), aKey()]
    await tenant.call(createConsignment, { body: anOrder({ key }) })
    const rows = [
      { key, weight: 2, version: 1 },
      { key, weight: 3, version: 1 },
      { key: other, weight: 2 },
      { key, weight: null },
    ]
    const { results } = await send(tenant, rows, { mode: 'upsert' })
    assert.deepEqual(
      results.map(({ status, code, version }) => [status, code, version]),
      [
        ['updated', undefined, 2],
        ['failed', 'VERSION_MISMATCH', undefined],
        ['failed', 'BAD_REQUEST', undefined],
        ['updated', undefined, 3],
      ],
    )
    assert.equal(await versionOf(tenant, other), undefined)
  })

  test('a row of a bulk request changes the order of the row before, unless that row failed', async () => {
    const tenant = await fresh()
    const [good, bad] = [aKey(), aKey()]
    const rows = [
      anOrder({ key: good }),
      { key: good, weight: 2 },
      anOrder({ key: bad, depotKey: 'nowhere' }),
      { key: bad, weight: 2 },
      anOrder({ key: bad }),
    ]
    const { results } = await send(tenant, rows, { mode: 'upsert' })
    assert.deepEqual(
      results.map(({ status }) => status),
      ['created', 'updated', 'failed', 'failed', 'created'],
    )
    assert.equal(
      results[3]!.errors!.some(({ path }) => path === '/consigneeAddress'),
      true,
    )
  })

  test('each row of a bulk request is checked against the result of the rows before', async () => {
    const bare = '/consigneeAddress required'
    const linked = '/packageProducts/0/packageId unknown_package'
    for (const [first, told] of [
      [anOrder(), [linked]],
      [anOrder({ depotKey: 'nowhere' }), [bare, linked]],
      [anOrder({ packages: [{ packageId: 'p' }] }), []],
    ] as const) {
      const second = { key: first.key, type: 'other', packageProducts: [{ packageId: 'p', productLineId: 'l' }] }
      const { results } = await send(await fresh(), [first, second], { mode: 'upsert' })
      const faults = results[1]!.errors!.map(({ path, code }) => `${path} ${code}`).sort()
      const always = ['/packageProducts/0/productLineId unknown_product_line', '/type not_allowed']
      assert.deepEqual(faults, [...told, ...always].sort())
    }
  })

  test('a line of a stream changes the order that an earlier line creates', async () => {
    for (const mode of ['upsert', 'replace']) {
      const tenant = await fresh()
      const keys = Array.from({ length: 150 }, () => aKey())
      // A transaction takes a hundred: these come in the one after that of what they build on.
      const change = (key: string) => (mode === 'upsert' ? { key, weight: 2 } : anOrder({ key, weight: 2 }))
      const rows = [...keys.map((key) => anOrder({ key })), ...keys.slice(0, 140).map(change)]
      const answer = await tenant.request('POST', `/v1/consignments?mode=${mode}`, {
        body: rows.map(lineOf).join(''),
        headers: { 'content-type': 'application/x-ndjson' },
      })
      const summary = JSON.parse(answer.text.trimEnd().split('\n').at(-1)!)
      assert.deepEqual(summary, { summary: { rows: 290, created: 150, updated: 140, unchanged: 0, failed: 0 } }, mode)
    }
  })

  test('a stream leaves no event listener on its connection', async () => {
    const { url } = await open()
    const { token } = await fresh()
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    // Node warns of more than ten that listen to the same.
    for (let n = 0; n < 12; n++) {
      const stream = openStream(url, token)
      await stream.write(lineOf(anOrder()))
      await stream.next()
      await stream.end()
    }
    process.off('warning', note)
    assert.deepEqual(warnings, [])
  })

  test('a dry run of a bulk request returns the results and changes nothing', async () => {
    for (const mode of modes) {
      const tenant = await fresh()
      const [old, young] = [aKey(), aKey()]
      await tenant.call(createConsignment, { body: anOrder({ key: old }) })
      const rows = [
        anOrder({ key: young }),
        anOrder({ key: young, weight: 3 }),
        anOrder({ key: old, weight: 2 }),
        anOrder({ key: aKey(), channelKey: 'none' }),
      ]
      const dry = await send(tenant, rows, { mode, dryRun: 'true' })
      assert.equal(dry.dryRun, true)
      assert.equal(await versionOf(tenant, young), undefined)
      assert.equal(await versionOf(tenant, old), 1)
      assert.equal((await tenant.call(listExport, {})).data.length, 1)
      const real = await send(tenant, rows, { mode })
      const plain = (results: RowResult[]) => results.map(({ consignmentId: _, ...rest }) => rest)
      assert.deepEqual(plain(dry.results), plain(real.results))
      const created = new Set(real.results.filter(({ status }) => status === 'created').map((row) => row.consignmentId))
      for (const [index, { consignmentId }] of dry.results.entries())
        assert.equal(
          consignmentId,
          created.has(real.results[index]!.consignmentId) ? undefined : real.results[index]!.consignmentId,
        )
    }
  })

  test('an atomic bulk request stores all rows or none, and returns the errors of all rows', async () => {
    for (const mode of modes) {
      const tenant = await fresh()
      const old = aKey()
      await tenant.call(createConsignment, { body: anOrder({ key: old }) })
      const rows = [
        anOrder({ key: 'A1' }),
        ...(mode === 'create' ? [] : [anOrder({ key: old, weight: 2 })]),
        anOrder({ key: 'A2' }),
      ]
      const broken = [...rows, anOrder({ key: 'A3', depotKey: 'nowhere' }), { ...anOrder({ key: 'A4' }), surprise: 1 }]
      const post = (consignments: unknown[], more = '') =>
        tenant.request('POST', `/v1/consignments?atomic=true&mode=${mode}${more}`, { body: { consignments } })
      const at = rows.length
      const places = [`/consignments/${at}/depotKey`, `/consignments/${at + 1}/surprise`]
      assertProblem(await post(broken), 'BAD_REQUEST', places)
      assertProblem(await post(broken.slice(0, -1)), 'UNKNOWN_DEPOT', places.slice(0, 1))
      assert.equal(await versionOf(tenant, 'A1'), undefined)
      assert.equal(await versionOf(tenant, old), 1)
      const dry = await post(broken, '&dryRun=true')
      assert.equal(dry.status, 200)
      assert.equal(dry.json.data.summary.failed, 2)
      assert.equal(await versionOf(tenant, 'A1'), undefined)
      assert.equal((await post(rows)).json.data.summary.failed, 0)
      assert.equal(await versionOf(tenant, 'A2'), 1)
    }
  })

  test('a bulk request returns only the failed rows on request', async () => {
    const tenant = await fresh()
    const { results, summary } = await send(tenant, [anOrder(), anOrder({ areaKey: 'none' })], { results: 'failed' })
    assert.deepEqual(
      results.map(({ index }) => index),
      [1],
    )
    assert.equal(summary.created, 1)
  })

  test('a bulk request repeats its response for the same Idempotency-Key', async () => {
    const tenant = await fresh()
    const body = { consignments: [anOrder(), anOrder()] }
    const headers = { 'idempotency-key': 'bulk-1' }
    const first = await tenant.request('POST', '/v1/consignments', { body, headers })
    const second = await tenant.request('POST', '/v1/consignments', { body, headers })
    assert.equal(first.text, second.text)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  })

  test('a bulk request adds orders to their load in the sequence of the rows', async () => {
    const tenant = await fresh()
    const keys = ['Z', 'M', 'A', 'K']
    const { summary } = await send(
      tenant,
      keys.map((key) => anOrder({ key, loadId: 'ROUTE' })),
    )
    assert.equal(summary.created, 4)
    const positions = keys.map(async (key) => (await tenant.call(getConsignment, { query: { key } })).data.stopPosition)
    assert.deepEqual(await Promise.all(positions), [1, 2, 3, 4])
  })

  test('a bulk request without rows or with more than 500 rows is rejected', async () => {
    const tenant = await fresh()
    const post = (consignments: unknown) => tenant.request('POST', '/v1/consignments', { body: { consignments } })
    assertProblem(await post([]), 'BAD_REQUEST', ['/consignments'])
    assertProblem(await post(Array(501).fill({})), 'BAD_REQUEST', ['/consignments'])
    assertProblem(await post({}), 'BAD_REQUEST', ['/consignments'])
    const answer = await post(Array.from({ length: 500 }, () => anOrder()))
    assert.equal(answer.json.data.summary.created, 500)
  })

  test('concurrent bulk requests with the same keys all succeed, in any order of the keys', async () => {
    const tenant = await fresh()
    const keys = Array.from({ length: 20 }, () => aKey())
    const rows = keys.map((key) => anOrder({ key, loadId: 'SAME' }))
    // On a slow machine the queue may be longer than the service lets anybody wait: then it asks to come again.
    const client = createClient({ baseUrl: (await open()).url, token: tenant.token, retries: 8, fetch: patientFetch })
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const consignments = (n % 2 === 0 ? rows : rows.toReversed()).map((row) => ({ ...row, weight: n + 1 }))
        const query = { mode: n % 3 === 0 ? 'replace' : 'upsert' } as const
        return (await client.call(importConsignments, { query, body: { consignments } })).data
      }),
    )
    assert.deepEqual(new Set(answers.map(({ summary }) => summary.failed)), new Set([0]))
    assert.equal(
      answers.reduce((sum, { summary }) => sum + summary.created, 0),
      20,
    )
    for (const key of keys) assert.equal(await versionOf(tenant, key), 8)
  })

  for (const mode of modes)
    test(`${mode}: a bulk request and a stream have the result of the same single requests`, async () => {
      const { url } = await open()
      const [one, many, streaming] = [await fresh(), await fresh(), await fresh()]
      const depot = aDepot({ key: 'D' })
      for (const { call } of [one, many, streaming]) await call(createDepot, { body: depot })
      const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
      const row = fc.record({
        key: fc.constantFrom('K1', 'K2', 'K3', 'K4'),
        type: fc.constantFrom('delivery', 'collection', 'delivery', 'other'),
        weight: optional(fc.constantFrom(1, 2, -1)),
        depotKey: optional(fc.constantFrom('D', 'D', 'E')),
        loadId: optional(fc.constantFrom('L1', 'L2')),
        planned: optional(fc.constantFrom('2026-07-01 10:00:00', 'soon')),
        packages: optional(fc.constantFrom([{ packageId: 'p' }], [{ packageId: 'p', weight: 2 }, { packageId: 'q' }])),
        packageProducts: optional(fc.constantFrom([], [{ packageId: 'p', productLineId: 'l' }])),
        productLines: optional(fc.constant([{ productLineId: 'l', productCode: 'c', currency: 'EUR' }])),
        consigneeAddress: optional(fc.constant(anOrder().consigneeAddress)),
        version: mode === 'upsert' ? optional(fc.constantFrom(1, 2)) : fc.constant(undefined),
      })
      // Some long enough for what has come to be stored alone.
      const pauseMs = fc.constantFrom(0, 0, 5, 15)
      const asLines = async (rows: Loose[], pausesMs: number[]) => {
        const stream = openStream(url, streaming.token, `?mode=${mode}`)
        for (const [at, each] of rows.entries()) {
          await stream.write(lineOf(each))
          if (pausesMs[at]! > 0) await sleep(pausesMs[at])
        }
        return (await stream.end()).results
      }
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(row, pauseMs), { minLength: 1, maxLength: 10 }), async (rows) => {
          round++
          const named = rows.map(([each]) => ({
            ...each,
            key: `${each.key}-${round}`,
            loadId: each.loadId && `${each.loadId}-${round}`,
          }))
          const { results } = await send(many, named, { mode })
          const singles: Loose[] = []
          for (const each of named) singles.push(await alone(one, mode, each))
          assert.deepEqual(results.map(comparable), singles)
          const pausesMs = rows.map(([, ms]) => ms)
          assert.deepEqual((await asLines(named, pausesMs)).map(comparable), singles)
          for (const { key } of named)
            for (const other of [many, streaming]) assert.deepEqual(await stateOf(other, key), await stateOf(one, key))
        }),
        { numRuns: 12 },
      )
      const listed = async ({ call }: Tenant) =>
        (await call(listExport, { query: { detail: 'true' } })).data.map((entry) => {
          const { key, version } = entry as { key: string; version: number }
          return [key, version]
        })
      for (const other of [many, streaming]) assert.deepEqual(await listed(other), await listed(one))
    })

  test('a bulk deletion deletes each order like a single request, and returns the reason for each row that fails', async () => {
    const tenant = await fresh()
    const orders = Array.from({ length: 45 }, () => anOrder())
    const ids = (await send(tenant, orders)).results.map(({ consignmentId }) => consignmentId!)
    await tenant.call(updateConsignment, { query: { id: ids[1]! }, body: { weight: 9 } })
    const { loadId } = (
      await tenant.call(createLoad, {
        body: { key: aKey('LOAD'), stops: [ids[2]!, ids[3]!].map((consignmentId) => ({ consignmentId })) },
      })
    ).data
    await tenant.call(createLoad, {
      body: { key: aKey('LOAD'), stops: [{ consignmentId: ids[4]! }], status: 'started' },
    })
    const rest = ids.slice(5).map((consignmentId) => ({ consignmentId, version: 1 }))
    const body = {
      consignments: [
        { key: orders[0]!.key },
        { consignmentId: ids[1]!, version: 1 },
        { consignmentId: ids[2]! },
        { consignmentId: ids[4]! },
        { key: orders[0]!.key },
        { key: orders[3]!.key, consignmentId: ids[3]! },
        { consignmentId: ids[3]!, surprise: 1 },
        ...rest,
      ],
    }
    const headers = { 'idempotency-key': aKey('once') }
    const answer = await tenant.request('POST', '/v1/consignments/delete', { body, headers })
    assert.equal(answer.status, 200, answer.text)
    const { summary, results } = answer.json.data as DataOf<typeof deleteConsignments>
    assert.deepEqual(summary, { rows: 47, deleted: 42, failed: 5 })
    assert.deepEqual(
      results
        .slice(0, 7)
        .map(({ index, key, consignmentId, code, errors }) => [index, key ?? consignmentId, code, errors?.[0]?.path]),
      [
        [0, orders[0]!.key, undefined, undefined],
        [1, ids[1], 'VERSION_MISMATCH', undefined],
        [2, ids[2], undefined, undefined],
        [3, ids[4], 'LOAD_STATE', undefined],
        [4, orders[0]!.key, 'NOT_FOUND', undefined],
        [5, orders[3]!.key, 'BAD_REQUEST', ''],
        [6, ids[3], 'BAD_REQUEST', '/surprise'],
      ],
    )
    const again = await tenant.request('POST', '/v1/consignments/delete', { body, headers })
    assert.equal(again.text, answer.text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(
      (await tenant.request('GET', `/v1/load/${loadId}`)).json.data.stops.map(
        ({ consignmentId }: Loose) => consignmentId,
      ),
      [ids[3]],
    )
    const left = await tenant.request('GET', '/v1/consignments')
    assert.deepEqual(left.json.data.consignments.map(({ consignmentId }: Loose) => consignmentId).sort(), [
      ids[1],
      ids[3],
      ids[4],
    ])
    assertProblem(
      await tenant.request('POST', '/v1/consignments/delete', { body: { consignments: [] } }),
      'BAD_REQUEST',
    )
  })

  const comparable = ({ status, code, version, errors }: RowResult): Loose => ({ status, code, version, errors })

  /** The row as a request of its own. */
  async function alone({ request }: Tenant, mode: ImportMode, body: Loose): Promise<Loose> {
    const path = `/v1/consignment?key=${body.key}`
    const before = (await request('GET', path)).json.data.version as number | undefined
    const patches = mode === 'upsert' && before !== undefined
    const answer = await (mode === 'replace'
      ? request('PUT', path, { body })
      : patches
        ? request('PATCH', path, { body })
        : request('POST', '/v1/consignment', { body }))
    if (answer.status >= 300) {
      const { code, errors } = answer.json.data
      return { status: 'failed', code, version: undefined, errors }
    }
    const version = Number(answer.headers.get('etag')!.slice(1, -1))
    const status = before === undefined ? 'created' : version > before ? 'updated' : 'unchanged'
    return { status, code: undefined, version, errors: undefined }
  }

  /** An order without what differs between two environments. */
  async function stateOf({ request }: Tenant, key: string): Promise<unknown> {
    const { data } = (await request('GET', `/v1/consignment?key=${key}`)).json
    if (data.code) return data.code
    const ids = new Map<string, number>()
    return JSON.parse(JSON.stringify(data), (name, value) => {
      if (name === 'created' || name === 'updated' || name === 'environmentId') return undefined
      if (!/Id$/.test(name) || name === 'loadId' || typeof value !== 'string') return value
      if (!ids.has(value)) ids.set(value, ids.size)
      return ids.get(value)
    })
  }

  test('a result contains the sent key or id only if it has the form of a key or id', async () => {
    const tenant = await fresh()
    const fitting = ['\u{1f69a}'.repeat(128), 'K']
    const keys = [...fitting, '\u{1f69a}'.repeat(129), 'x'.repeat(129), ' K', '', 5]
    const { results } = await send(
      tenant,
      keys.map((key) => ({ ...anOrder(), key })),
    )
    assert.deepEqual(results.map(({ key }) => key).filter(Boolean), fitting)
    const consignments = [...keys.map((key) => ({ key })), ...keys.map((consignmentId) => ({ consignmentId }))] as never
    const deleted = (await tenant.call(deleteConsignments, { query: {}, body: { consignments } })).data.results
    assert.deepEqual(deleted.map(({ key }) => key).filter(Boolean), fitting)
    // An id may have white space around it: it is the name of nothing, and nothing is wrong with its form.
    assert.deepEqual(deleted.map(({ consignmentId }) => consignmentId).filter(Boolean), [...fitting, ' K'])
    const vehicles = keys.map((key) => ({ key, name: 'Van' })) as never
    const stored = (await tenant.call(importVehicles, { query: {}, body: { vehicles } })).data.results
    assert.deepEqual(stored.map(({ key }) => key).filter(Boolean), fitting)
  })
})
