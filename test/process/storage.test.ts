// A full storage refuses writes, keeps answering reads, and recovers by itself; a backup under load is whole.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { closeSync, copyFileSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { createConsignment, deleteConsignment, getConsignment } from '../../contract/consignment.ts'
import { sql } from '../../server/platform/database/database.ts'
import { createMisplacedError } from '../../server/platform/database/misplaced.ts'
import { openSqlite } from '../../server/platform/database/sqlite.ts'
import { aToken, dray, serve } from '../support/child.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { audit, drive, newHistory } from '../support/history.ts'
import { anOrder } from '../support/orders.ts'

const megabyte = 1_048_576

test('with a full disk, writes return 503 and reads continue; writes succeed after space is freed', async (t) => {
  const service = await startService(t, { storageBytesMax: String(2 * megabyte) })
  const { call } = await service.environment()
  const stored: string[] = []
  const bulky = (size = 9_000) => anOrder({ consignmentInstructions: 'x'.repeat(size) })
  const fill = async (size?: number) => {
    const body = bulky(size)
    await call(createConsignment, { body })
    stored.push(body.key)
  }
  // The last pages as well, which a deletion would take before it gives others back.
  for (const size of [9_000, 2_000, 1])
    await assert.rejects(
      async () => {
        for (let i = 0; i < 1_000; i++) await fill(size)
      },
      { code: 'UNAVAILABLE', status: 503, retryAfter: 1 },
    )
  assert.ok(stored.length > 10)
  for (const key of stored) assert.equal((await call(getConsignment, { query: { key } })).data.key, key)
  await assert.rejects(call(createConsignment, { body: bulky() }), { code: 'UNAVAILABLE' })
  const others = stored.slice(0, 10)
  await Promise.all([
    ...others.map((key) => call(deleteConsignment, { query: { key } })),
    // Others share their transaction, and find room or none.
    ...others.map(() => fill().catch(({ code }) => assert.equal(code, 'UNAVAILABLE'))),
  ])
  stored.splice(0, others.length)
  for (const key of stored.splice(0, 10)) await call(deleteConsignment, { query: { key } })
  await fill()
  for (const key of stored) assert.equal((await call(getConsignment, { query: { key } })).data.key, key)
})

test('a full disk is logged with one line and then with counts, for any number of requests', async (t) => {
  const data = temporaryFolder(t)
  const service = await serve(data, '--storage-bytes-max', String(2 * megabyte), '--log-level', 'warn')
  const client = createClient({ baseUrl: service.url, token: await aToken(data), retries: 0 })
  let refused = 0
  for (let i = 0; i < 1_000 && refused < 50; i++) {
    const body = anOrder({ consignmentInstructions: 'x'.repeat(9_000) })
    await client.call(createConsignment, { body }).catch(() => refused++)
  }
  assert.equal(refused, 50)
  await service.kill('SIGTERM')
  const lines = service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const refusals = lines.filter(({ status, again }) => status === 503 || again !== undefined)
  // On a machine that is very slow, the interval of a count ends before the requests do.
  assert.ok(refusals.length >= 2 && refusals.length < 5, service.log())
  const [{ level, reason, cause, requestId, operation, status }, ...counts] = refusals
  assert.deepEqual(
    { level, reason, operation, status },
    { level: 40, reason: 'The storage is full.', operation: 'createConsignment', status: 503 },
  )
  assert.match(cause, /full/)
  assert.match(requestId, /^[\w-]+$/)
  assert.deepEqual(
    counts.map((line) => [line.msg, line.reason]),
    counts.map(() => ['requests fail', reason]),
  )
  assert.equal(1 + counts.reduce((sum, { again }) => sum + again, 0), 50)
})

test('a storage error is never acknowledged and ends the process for a restart', async (t) => {
  const data = temporaryFolder(t)
  const first = await serve(data)
  const token = await aToken(data)
  const send = (url: string) => {
    const client = createClient({ baseUrl: url, token, retries: 0 })
    return client.call(createConsignment, { body: anOrder() })
  }
  await send(first.url)
  await first.kill('SIGTERM')
  const file = join(data, 'dray.db')
  const database = new DatabaseSync(file)
  const { page } = database.prepare("select rootpage as page from sqlite_master where name = 'consignments'").get() as {
    page: number
  }
  database.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4_096, 0xff), 0, 4_096, (page - 1) * 4_096)
  closeSync(handle)
  const service = await serve(data)
  const ended = once(service.process, 'close')
  await assert.rejects(send(service.url))
  assert.deepEqual(await ended, [70, null])
  assert.match(service.log(), /storage failed/)
  // Damage, by the engine's own number.
  assert.match(service.log(), /SQLite error 11\b/)
})

test('a server without its folder acknowledges nothing, and one without its lock ends', async (t) => {
  const ends = ['', 'server.lock'].map(async (what) => {
    const data = join(temporaryFolder(t), 'data')
    const service = await serve(data)
    t.after(() => service.kill('SIGKILL'))
    const client = createClient({ baseUrl: service.url, token: await aToken(data), retries: 0 })
    const send = () => client.call(createConsignment, { body: anOrder() })
    await send()
    const ended = once(service.process, 'close')
    rmSync(join(data, what), { recursive: true })
    if (what === '') await assert.rejects(send())
    assert.deepEqual(await ended, [70, null], what)
    const lines = service.log().match(/^.*"msg":"storage failed.*$/gm) ?? []
    assert.equal(lines.length, 1, service.log())
    assert.match(JSON.parse(lines[0]!).detail, /was removed, moved or replaced/)
  })
  await Promise.all(ends)
})

test('a write to a removed or replaced database or write-ahead log is not acknowledged', async (t) => {
  const replace = (file: string) => {
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
  }
  for (const [end, lose, isLinked] of [
    ['', rmSync, false],
    ['', replace, false],
    ['-wal', rmSync, false],
    ['-wal', replace, false],
    ['-wal', rmSync, true],
  ] as const) {
    const file = join(temporaryFolder(t), 'dray.db')
    const lost: string[] = []
    const path = isLinked ? join(temporaryFolder(t), 'dray.db') : file
    if (isLinked) symlinkSync(file, path)
    const database = openSqlite(path, { onFatal: (message) => lost.push(message) })
    const write = () => database.write((tx) => tx.run(sql`create table if not exists numbers (number integer)`))
    await write()
    await write()
    lose(`${file}${end}`)
    await assert.rejects(write(), { name: 'Misplaced' })
    assert.deepEqual(lost, [createMisplacedError(`${file}${end}`).message])
    database.close()
  }
})

test('a backup taken under load is consistent and restores to a working service', async (t) => {
  const data = temporaryFolder(t)
  const service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  const token = await aToken(data)
  const before = newHistory()
  const first = drive(service.url, token, before, 8)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await first.stop()
  const during = drive(service.url, token, newHistory(), 8)
  const file = join(data, 'copy.db')
  dray(data, 'backup', file)
  await during.stop()
  const other = temporaryFolder(t)
  dray(other, 'restore', file)
  const restored = await serve(other)
  t.after(() => restored.kill('SIGKILL'))
  // All that was acknowledged before the backup began is in it, each order whole and on the export list.
  assert.deepEqual(await audit(restored.url, token, before), [])
  const client = createClient({ baseUrl: restored.url, token, retries: 0 })
  await client.call(createConsignment, { body: anOrder() })
})
