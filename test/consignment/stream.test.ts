// Orders as a stream of lines: as many as there are, answered while they come, never half stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { listExport } from '../../contract/export.ts'
import { createToken, revokeToken } from '../../contract/token.ts'
import { readLines } from '../../server/platform/operation/lines.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { lineOf, openStream, readAnswer } from '../support/lines.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

test('the line splitter returns complete lines for every division into chunks', async () => {
  const text = 'a\r\n\n  \nbb\n\u00a0\n\u2003 \u3000\n\tccc \ntoolongline\nü\nlast'
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length; size++) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const lines: (string | undefined)[] = []
    for await (const some of readLines(pieces(), 7)) lines.push(...some.map((line) => line?.toString()))
    assert.deepEqual(lines, ['a', 'bb', 'ccc', undefined, 'ü', 'last'], `in pieces of ${size}`)
  }
})

everyEngine('streams', (open) => {
  const fresh = tenants(open)

  test('a stream stores and reports its started rows if the read fails', async () => {
    const tenant = await fresh()
    const rows = gzipSync(Array.from({ length: 640 }, () => lineOf(anOrder({ key: aKey() }))).join(''))
    // Its end is missing.
    const body = new Blob([rows.subarray(0, -8)], { type: 'application/x-ndjson' })
    const { text } = await tenant.request('POST', '/v1/consignments', { body, headers: { 'content-encoding': 'gzip' } })
    const { results, summary, problem } = readAnswer(text)
    assert.equal(problem?.code, 'BAD_REQUEST')
    const stored = (await tenant.request('GET', '/v1/export/consignments')).json.data.length
    assert.deepEqual([results.length, summary?.created], [stored, stored])
    assert.ok(stored > 0)
  })
  const type = { 'content-type': 'application/x-ndjson' }
  const post = async ({ request }: Tenant, rows: unknown[], query = '', headers = {}) => {
    const answer = await request('POST', `/v1/consignments${query}`, {
      body: rows.map(lineOf).join(''),
      headers: { ...type, ...headers },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson')
    return readAnswer(answer.text)
  }
  const versionOf = async ({ request }: Tenant, key: string): Promise<number | undefined> =>
    (await request('GET', `/v1/consignment?key=${key}`)).json.data.version

  test('a stream returns a result for each row in order, and an unreadable row does not stop the others', async () => {
    const tenant = await fresh()
    const keys = Array.from({ length: 640 }, () => aKey())
    const rows: unknown[] = keys.map((key) => anOrder({ key }))
    rows.splice(250, 0, '{"key": broken', '', anOrder({ key: keys[0]! }), '{"a":1,"a":2}', `"${'x'.repeat(1_100_000)}"`)
    const { results, summary, problem } = await post(tenant, rows)
    assert.equal(problem, undefined)
    assert.deepEqual(summary, { rows: 644, created: 640, updated: 0, unchanged: 0, failed: 4 })
    assert.deepEqual(
      results.map(({ index }) => index),
      results.map((_, index) => index),
    )
    assert.deepEqual(
      results.slice(250, 254).map(({ status, code }) => [status, code]),
      [
        ['failed', 'BAD_REQUEST'],
        ['failed', 'KEY_EXISTS'],
        ['failed', 'BAD_REQUEST'],
        ['failed', 'BODY_TOO_LARGE'],
      ],
    )
    assert.deepEqual(
      results.filter(({ status }) => status === 'created').map(({ key }) => key),
      keys,
    )
    const listed = (await tenant.call(listExport, { query: { detail: 'true' } })).data as { key: string }[]
    assert.deepEqual(
      listed.map(({ key }) => key),
      keys,
    )
  })

  test('an error names its line number at every place of the stream', async () => {
    const tenant = await fresh()
    const good = () => lineOf(anOrder())
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    const rows = [good(), good(), '', '{"key": broken', '{"key": "a"', deep, good()]
    const { results } = await post(tenant, rows)
    assert.deepEqual(
      results.slice(2, 5).map(({ index, message }) => [index, message]),
      [
        [2, 'The line is not valid JSON: see column 9.'],
        [3, 'The line is not valid JSON: it ends too early.'],
        [4, 'The line is nested deeper than 32 levels.'],
      ],
    )
    for (const way of [
      post(tenant, ['1', 'null', '[]']),
      tenant.request('POST', '/v1/consignments', { body: { consignments: [1, null, []] } }),
    ]) {
      const answer = await way
      const answered = 'results' in answer ? answer.results : answer.json.data.results
      for (const { message } of answered) assert.match(message, /^The row (must be an object|is required)/)
    }
    const bytes = Buffer.concat([Buffer.from(good()), Buffer.of(0x22, 0xff, 0x22)])
    const { text } = await tenant.request('POST', '/v1/consignments', { body: bytes, headers: type })
    assert.equal(readAnswer(text).results[1]?.message, 'The line is not valid UTF-8.')
  })

  test('a stream accepts every common media type', async () => {
    const tenant = await fresh()
    for (const name of [
      'application/x-ndjson',
      'application/ndjson',
      'application/jsonl',
      'application/x-jsonlines',
      'Application/NDJSON; charset=utf-8',
    ]) {
      const headers = { 'content-type': name, accept: name.split(';')[0]!.toLowerCase() }
      const { summary } = await post(tenant, [anOrder()], '', headers)
      assert.equal(summary?.created, 1, name)
    }
    const refused = await tenant.request('POST', '/v1/consignments', {
      body: '{}',
      headers: { 'content-type': 'text/csv' },
    })
    assertProblem(refused, 'UNSUPPORTED_MEDIA_TYPE')
    assert.match(refused.json.data.message, /`Content-Type: application\/json`.*`application\/x-ndjson`/)
    const other = await tenant.request('POST', '/v1/depot', {
      body: '{}',
      headers: { 'content-type': 'application/x-ndjson' },
    })
    assertProblem(other, 'UNSUPPORTED_MEDIA_TYPE')
    assert.doesNotMatch(other.json.data.message, /ndjson/)
  })

  test('a stream returns the same results as the JSON rows in every mode and dry run', async () => {
    for (const query of ['mode=create', 'mode=upsert', 'mode=replace', 'mode=replace&dryRun=true']) {
      const [one, other] = [await fresh(), await fresh()]
      const rows = [
        anOrder({ key: 'A' }),
        anOrder({ key: 'A', weight: 2 }),
        anOrder({ key: 'B', depotKey: 'nowhere' }),
        { key: 'A', surprise: 1 },
        anOrder({ key: 'A', weight: 2 }),
      ]
      const { results, summary } = await post(one, rows, `?${query}`)
      const json = await other.request('POST', `/v1/consignments?${query}`, { body: { consignments: rows } })
      const plain = (list: typeof results) => list.map(({ consignmentId: _, ...rest }) => rest)
      assert.deepEqual(plain(results), plain(json.json.data.results), query)
      assert.deepEqual(summary, json.json.data.summary)
    }
  })

  test('a client receives results without sending more rows', async () => {
    const { url } = await open()
    const tenant = await fresh()
    const stream = openStream(url, tenant.token, '?mode=upsert')
    for (let round = 0; round < 3; round++) {
      const key = aKey()
      await stream.write(lineOf(anOrder({ key })) + lineOf({ key, weight: 2 }))
      assert.equal(JSON.parse((await stream.next())!).status, 'created')
      assert.equal(JSON.parse((await stream.next())!).status, 'updated')
      assert.equal(await versionOf(tenant, key), 2, 'it is stored by then')
    }
    assert.deepEqual((await stream.end()).summary, { rows: 6, created: 3, updated: 3, unchanged: 0, failed: 0 })
  })

  test('a broken connection leaves complete rows, and a repeat with upsert completes them', async () => {
    const { url } = await open()
    const tenant = await fresh()
    const rows = Array.from({ length: 450 }, () => anOrder())
    const stream = openStream(url, tenant.token)
    const text = rows.map(lineOf).join('')
    await stream.write(text.slice(0, Math.floor(text.length * 0.7)))
    await stream.next()
    stream.cut()
    // What was under way may still be stored: the second stream waits for it as any other request does.
    const { summary, results } = await post(tenant, rows, '?mode=upsert')
    assert.equal(summary!.failed + summary!.updated, 0)
    assert.ok(summary!.unchanged > 0, 'some had been stored')
    assert.ok(summary!.created > 0, 'some had not')
    assert.equal(summary!.rows, 450)
    assert.deepEqual(new Set(results.map(({ version }) => version)), new Set([1]))
  })

  test('a stream with an unsupported parameter or header is rejected before a row is stored', async () => {
    const tenant = await fresh()
    const key = aKey()
    const send = (query: string, headers = {}) =>
      tenant.request('POST', `/v1/consignments${query}`, {
        body: lineOf(anOrder({ key })),
        headers: { ...type, ...headers },
      })
    assertProblem(await send('?atomic=true'), 'BAD_REQUEST', ['?atomic'])
    assertProblem(await send('?mode=merge&surprise=1'), 'BAD_REQUEST', ['?mode', '?surprise'])
    assertProblem(await send('', { 'idempotency-key': 'k' }), 'BAD_REQUEST', ['Idempotency-Key:'])
    assert.equal(await versionOf(tenant, key), undefined)
  })

  test('a dry run of a stream checks rows against earlier batches and stores nothing', async () => {
    const tenant = await fresh()
    const rows = Array.from({ length: 230 }, () => anOrder())
    const again = [...rows, anOrder({ key: rows[0]!.key }), anOrder({ key: rows[229]!.key })]
    for (const [mode, status] of [
      ['create', 'failed'],
      ['upsert', 'updated'],
      ['replace', 'updated'],
    ]) {
      const { results, summary } = await post(tenant, again, `?dryRun=true&mode=${mode}`)
      assert.equal(summary!.created, 230)
      assert.equal(results[230]!.status, status)
    }
    assert.equal((await tenant.call(listExport, {})).data.length, 0)
  })

  test('a stream returns only failed rows on request', async () => {
    const tenant = await fresh()
    const rows = [...Array.from({ length: 210 }, () => anOrder()), 'x']
    const { results, summary } = await post(tenant, rows, '?results=failed')
    assert.deepEqual(
      results.map(({ index }) => index),
      [210],
    )
    assert.equal(summary!.created, 210)
  })

  test('an empty stream succeeds', async () => {
    const { summary } = await post(await fresh(), ['', '  '])
    assert.equal(summary!.rows, 0)
  })

  test('a stream may take longer than the request timeout, but ends if no data arrives', async () => {
    const timeoutMs = 3_000
    const service = await open({ requestTimeoutMs: String(timeoutMs) })
    const tenant = await service.environment()
    // From then on the service knows the environment, and need not look it up before it reads a stream.
    assert.equal((await tenant.request('GET', '/v1/depots')).status, 200)
    const lively = openStream(service.url, tenant.token)
    let sent = 0
    for (const began = performance.now(); performance.now() - began < 1.2 * timeoutMs; sent++) {
      await lively.write(lineOf(anOrder()))
      await lively.next()
      await sleep(100)
    }
    assert.equal((await lively.end()).summary!.created, sent)
    const silent = openStream(service.url, tenant.token)
    await silent.write(lineOf(anOrder()))
    assert.equal(JSON.parse((await silent.next())!).status, 'created')
    await assert.rejects(async () => silent.next(), { code: 'ECONNRESET' })
  })

  test('the rate limit delays the rows of a stream and rejects none', async () => {
    const service = await open({ rateLimit: '4' })
    const tenant = await service.environment()
    await sleep(600)
    const began = performance.now()
    const { summary } = await post(
      tenant,
      Array.from({ length: 1_000 }, () => anOrder()),
    )
    assert.equal(summary!.created, 1_000)
    // Eleven of them at four a second, of which eight may come at once.
    assert.ok(performance.now() - began > 700, 'it had to wait')
  })

  test('a stream ends when its token is revoked, and keeps the stored rows', async () => {
    const { url } = await open()
    const tenant = await fresh()
    const { token, tokenId } = (await tenant.call(createToken, { body: { scopes: ['consignments:write'] } })).data
    const stream = openStream(url, token)
    await stream.write(lineOf(anOrder()))
    assert.equal(JSON.parse((await stream.next())!).status, 'created')
    await tenant.call(revokeToken, { params: { tokenId } })
    // All instances hear of it within half a second or so: until then rows are stored.
    let last: { status?: string; problem?: { code: string } } = {}
    for (let tries = 0; tries < 200 && last.problem === undefined; tries++) {
      await sleep(50)
      await stream.write(lineOf(anOrder()))
      last = JSON.parse((await stream.next())!)
    }
    assert.equal(last.problem?.code, 'UNAUTHORIZED')
    const { created, rows } = (await stream.end()).summary!
    assert.equal((await tenant.call(listExport, {})).data.length, created)
    assert.equal(rows, created)
  })

  test('a stop of the service ends a stream after a complete row, with an error', async () => {
    const service = await open({ drainTimeoutMs: '5000' })
    const tenant = await service.environment()
    await sleep(600)
    const stream = openStream(service.url, tenant.token)
    await stream.write(lineOf(anOrder()))
    await stream.next()
    const stopped = service.running.stop()
    await stream.write(lineOf(anOrder()))
    const { problem, summary } = await stream.end()
    assert.equal(problem?.code, 'UNAVAILABLE')
    assert.equal(summary!.created, 1)
    await stopped
  })
})
