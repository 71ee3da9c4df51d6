// Imports whose service is killed in their midst: what was answered is there, nothing is half there or there twice, and the same again
// completes it; a file goes on by itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { createImport, getImport, undoImport } from '../../contract/import.ts'
import { aToken, serve } from '../support/child.ts'
import { temporaryFolder } from '../support/harness.ts'
import { lineOf, openStream, readAnswer } from '../support/lines.ts'
import { aFullOrder } from '../support/orders.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'
import { aFile } from '../support/requests.ts'
import { until } from '../support/until.ts'

const rows = 1_200

for (const engine of ['sqlite', 'postgres'] as const)
  test(`a kill during an import leaves complete rows on ${engine}, and a repeat with upsert completes it`, async (t) => {
    const data = temporaryFolder(t)
    const databaseUrl = engine === 'postgres' ? await createDatabase(t) : undefined
    const place = databaseUrl === undefined ? [] : ['--database-url', databaseUrl]
    let service = await serve(data, ...place)
    t.after(() => service.kill('SIGKILL'))
    const token = await aToken(data, databaseUrl)
    const headers = { authorization: `Bearer ${token}` }
    const orders = Array.from({ length: rows }, () => aFullOrder())
    const text = orders.map(lineOf).join('')

    const stream = openStream(service.url, token)
    const writing = stream.write(text).catch(() => undefined)
    const answered: string[] = []
    while (answered.length < 300) answered.push((await stream.next())!)
    assert.deepEqual(await service.kill('SIGKILL'), { code: null, signal: 'SIGKILL' })
    try {
      for (let line = await stream.next(); line !== undefined; line = await stream.next()) answered.push(line)
    } catch {
      // The connection has ended as the service has.
    }
    await writing
    const acknowledged = readAnswer(answered.join('\n')).results

    service = await serve(data, ...place)
    const listed = async () => {
      const answer = await fetch(`${service.url}/v1/export/consignments?detail=true`, { headers })
      return ((await answer.json()) as { data: { consignmentId: string; key: string }[] }).data
    }
    const stored = await listed()
    const ids = new Map(stored.map(({ key, consignmentId }) => [key, consignmentId]))
    for (const { key, consignmentId } of acknowledged) assert.equal(ids.get(key!), consignmentId, 'it was answered')
    assert.deepEqual(
      stored.map(({ key }) => key),
      orders.slice(0, stored.length).map(({ key }) => key),
      'what is there is the beginning of the file',
    )

    const again = await fetch(`${service.url}/v1/consignments?mode=upsert`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: text,
    })
    const { summary } = readAnswer(await again.text())
    assert.deepEqual(summary, {
      rows,
      created: rows - stored.length,
      updated: 0,
      unchanged: stored.length,
      failed: 0,
    })
    assert.equal((await listed()).length, rows)
    t.diagnostic(`${acknowledged.length} answered, ${stored.length} stored at the kill`)
  })

for (const engine of ['sqlite', 'postgres'] as const)
  test(`an import of a file on ${engine} and its undo continue after a kill, each row once`, async (t) => {
    const rows = 400
    const data = temporaryFolder(t)
    const databaseUrl = engine === 'postgres' ? await createDatabase(t) : undefined
    const place = databaseUrl === undefined ? [] : ['--database-url', databaseUrl]
    let service = await serve(data, ...place)
    t.after(() => service.kill('SIGKILL'))
    const token = await aToken(data, databaseUrl)
    const call: ReturnType<typeof createClient>['call'] = (...given) =>
      createClient({ baseUrl: service.url, token }).call(...given)
    const body = aFile(Array.from({ length: rows }, (_, at) => `ROW-${at},1 High Street,Leeds,LS1 1AA,GB`))
    const { importId } = (await call(createImport, { query: {}, body })).data
    const params = { importId }
    const read = async () => (await call(getImport, { params })).data
    const total = async () => (await call(listConsignments, { query: { total: 'true', limit: '1' } })).data.total!.count
    const killed = async () => {
      await service.kill('SIGKILL')
      // Another instance would wait until it can be sure that this one is gone.
      if (databaseUrl !== undefined) await ask(databaseUrl, 'update imports set lease_until = 0')
      service = await serve(data, ...place)
    }

    await until('some are stored', async () => (await read()).summary.rows >= 40)
    await killed()
    const atKill = (await read()).summary.rows
    const done = await until('it has ended', async () => {
      const found = await read()
      return found.state === 'done' && found
    })
    // With `create`, a row that came twice would have failed.
    assert.deepEqual(done.summary, { rows, created: rows, updated: 0, unchanged: 0, failed: 0 })
    assert.equal(await total(), rows)

    await call(undoImport, { params })
    await until('some are gone', async () => (await read()).undone >= 40)
    await killed()
    const { undone, kept } = await until('it is undone', async () => {
      const found = await read()
      return found.state === 'undone' && found
    })
    assert.deepEqual([undone, kept, await total()], [rows, 0, 0])
    t.diagnostic(`${atKill} of ${rows} stored at the kill`)
  })
