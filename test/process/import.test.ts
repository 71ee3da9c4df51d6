// An import whose service is killed in its midst: what was answered is there, nothing is half there, and the same again completes it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aToken, serve } from '../support/child.ts'
import { temporaryFolder } from '../support/harness.ts'
import { lineOf, openStream, readAnswer } from '../support/lines.ts'
import { aFullOrder } from '../support/orders.ts'
import { createDatabase } from '../support/postgres-server.ts'

const rows = 1_200

for (const engine of ['sqlite', 'postgres'] as const)
  test(`a kill in the midst of an import leaves whole rows on ${engine}, and an upsert completes it`, async (t) => {
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
