// Files are read where they can do no harm: whatever one takes of memory or time, the service goes on.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReaderTask } from '../../server/integration/import/process.ts'
import { createReader, type ReaderLimits } from '../../server/integration/import/reader.ts'
import { until } from '../support/until.ts'
import { slowWorkbook, workbook, workbookOf } from '../support/workbook.ts'

const usual: ReaderLimits = { memoryMb: 512, readMs: 60_000 }
const options: ReaderTask['options'] = { map: {}, defaults: {}, reading: {}, delimiter: undefined, fields: [] }
const taskOf = (name: string, bytes: Uint8Array): ReaderTask => ({ name, bytes, options, rowsMax: 50_000 })
const row = (place: string, text: string) =>
  `<row r="${place.slice(1)}"><c r="${place}" t="inlineStr"><is><t>${text}</t></is></c></row>`

const shared = createReader(usual)
after(shared.stop)

/** What is said of a file, where it has other limits by a reader of its own. */
async function said(name: string, bytes: Uint8Array, limits?: Partial<ReaderLimits>): Promise<unknown> {
  const reader = limits ? createReader({ ...usual, ...limits }) : shared
  try {
    const file = await reader.open(taskOf(name, bytes), new AbortController().signal)
    if (typeof file === 'string') return file
    file.close()
    return file.rows
  } finally {
    if (reader !== shared) await reader.stop()
  }
}

/** Each mark that is opened is remembered, and none is closed. */
const deep = (marks: number) =>
  workbookOf(row('A1', 'key'), { packed: true, others: { 'xl/sharedStrings.xml': '<a>'.repeat(marks) } })
test('a file that exceeds the memory of the reader process is rejected, and the service continues', async () => {
  assert.match(
    String(await said('orders.xlsx', deep(10_000_000), { memoryMb: 64, readMs: 300_000 })),
    /unpacks to more than can be read/,
  )
})

test('a file that takes too long is rejected', async () => {
  assert.match(
    String(await said('orders.xlsx', slowWorkbook(), { readMs: 1_500 })),
    /takes longer than 1.5 seconds to read/,
  )
})

test('a cancelled read of a file returns immediately, and the next file is read', async () => {
  const reader = createReader(usual)
  const end = new AbortController()
  const reading = reader.open(taskOf('orders.xlsx', slowWorkbook()), end.signal)
  setTimeout(() => end.abort(), 500)
  await assert.rejects(reading, { name: 'AbortError' })
  const next = await reader.open(taskOf('orders.xlsx', workbook([['key'], ['A']])), new AbortController().signal)
  assert.ok(typeof next === 'object')
  assert.deepEqual(
    (await next.some({ from: 0, count: 5 })).map(({ line, key }) => [line, key]),
    [[2, 'A']],
  )
  next.close()
  await reader.stop()
})

const hasProcesses = existsSync('/proc/self/environ')
const csv = (key: string, column: string) => taskOf('orders.csv', Buffer.from(`key,${column}\n${key},1\n`))
const never = new AbortController().signal

test('the rows of a cancelled read do not appear in the next file', async () => {
  const reader = createReader(usual)
  const end = new AbortController()
  const file = await reader.open(csv('A', 'a'), end.signal)
  assert.ok(typeof file === 'object')
  const telling = file.some({ from: 0, count: 1 })
  end.abort()
  await assert.rejects(telling, { name: 'AbortError' })
  file.close()
  for (const [key, column] of [
    ['B', 'b'],
    ['C', 'c'],
  ] as const) {
    const next = await reader.open(csv(key, column), never)
    assert.ok(typeof next === 'object', String(next))
    assert.deepEqual(
      next.columns.map(({ header }) => header),
      ['key', column],
    )
    assert.deepEqual(
      (await next.some({ from: 0, count: 1 })).map((row) => row.key),
      [key],
    )
    next.close()
  }
  await reader.stop()
})

test('the end of an idle reader process does not cause an error of the next file', {
  skip: !hasProcesses,
}, async () => {
  const reader = createReader(usual)
  const first = await reader.open(csv('A', 'a'), never)
  assert.ok(typeof first === 'object')
  first.close()
  for (const each of readersOf(process.pid)) process.kill(Number(each), 'SIGKILL')
  const next = await reader.open(csv('B', 'b'), never)
  assert.ok(typeof next === 'object', String(next))
  next.close()
  await reader.stop()
})

test('a reader process that ends before its input does not end the service, for any size of input', {
  skip: !hasProcesses,
}, async () => {
  const reader = createReader(usual)
  const file = await reader.open(csv('A', 'a'), never)
  assert.ok(typeof file === 'object')
  for (const each of readersOf(process.pid)) process.kill(Number(each), 'SIGKILL')
  // Until it has ended, without hearing of it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  const telling = file.some({ from: 0, count: 1 })
  file.close()
  await assert.rejects(telling)
  const next = await reader.open(csv('B', 'b'), never)
  assert.ok(typeof next === 'object', String(next))
  next.close()
  await reader.stop()
})

test('after a failed start of the reader process, the next start can succeed', async () => {
  const { execPath } = process
  const reader = createReader(usual)
  try {
    process.execPath = join(execPath, 'nowhere')
    await assert.rejects(reader.open(csv('A', 'a'), never), { name: 'Unavailable' })
  } finally {
    process.execPath = execPath
  }
  assert.ok(typeof (await reader.open(csv('A', 'a'), never)) === 'object')
  await reader.stop()
})

test('a reader process ends with the service, for every end of the service', { skip: !hasProcesses }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dray-reader-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const place = join(folder, 'slow.xlsx')
  writeFileSync(place, slowWorkbook())
  const script = `import { readFileSync } from 'node:fs'
const { createReader } = await import(${JSON.stringify(new URL('../../server/integration/import/reader.ts', import.meta.url).href)})
const task = { name: 'slow.xlsx', bytes: readFileSync(${JSON.stringify(place)}), options: ${JSON.stringify(options)}, rowsMax: 9 }
await createReader().open(task, new AbortController().signal)`
  const service = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  t.after(() => service.kill('SIGKILL'))
  const [reading] = await until('it is read', () => {
    const found = readersOf(service.pid!)
    return found.length > 0 && /^State:\tR/m.test(told(found[0]!, 'status')) && found
  })
  // Long enough to be in the midst of it, and too busy to hear anything.
  await sleep(1_500)
  service.kill('SIGKILL')
  await until('nobody reads it', () => told(reading!, 'cmdline') === '')
})

test('a reader process does not receive the settings of the service', { skip: !hasProcesses }, async () => {
  process.env.DRAY_TEST_SECRET = 'a secret'
  const reader = createReader(usual)
  try {
    await reader.open(taskOf('orders.csv', Buffer.from('key\nA\n')), new AbortController().signal)
    const readers = readersOf(process.pid)
    assert.ok(readers.length > 0)
    for (const each of readers) assert.doesNotMatch(told(each, 'cmdline') + told(each, 'environ'), /DRAY|secret|PATH=/)
  } finally {
    delete process.env.DRAY_TEST_SECRET
    await reader.stop()
  }
})

const readersOf = (parent: number | string): string[] =>
  readdirSync('/proc').filter(
    (each) =>
      told(each, 'cmdline').includes('server/integration/import/process.ts') &&
      told(each, 'status').includes(`\nPPid:\t${parent}\n`),
  )

function told(id: string, part: string): string {
  try {
    return readFileSync(`/proc/${id}/${part}`, 'utf8')
  } catch {
    // It is no process, or has ended.
    return ''
  }
}

const wide = (columns: number, rows: number) =>
  Buffer.from(`key${','.repeat(columns - 1)}\n${`a${','.repeat(columns - 1)}\n`.repeat(rows)}`)

test('a file with more than 1,000 columns in its header or in a row is rejected', async () => {
  assert.equal(await said('orders.csv', wide(1_000, 3)), 3)
  for (const [columns, rows] of [
    [1_001, 3],
    [130_000, 7],
  ] as const)
    assert.match(String(await said('orders.csv', wide(columns, rows))), /Line 1 has more than 1000 columns/)
  const uneven = Buffer.from(`key,city\na,b\nc${',d'.repeat(1_000)}\n`)
  assert.match(String(await said('orders.csv', uneven)), /Line 3 has more than 1000 columns/)
  const sheet = workbookOf(`${row('A1', 'key')}<row r="2"><c r="ALM2"><v>1</v></c></row>`)
  assert.match(String(await said('orders.xlsx', sheet)), /Line 1 has more than 1000 columns/)
})

test('a text that many cells share counts towards the limit once for each cell', async () => {
  const strings = (length: number) => ({
    'xl/sharedStrings.xml': `<sst><si><t>key</t></si><si><t>${'x'.repeat(length)}</t></si></sst>`,
  })
  const sharing = (place: string) => `<c r="${place}" t="s"><v>1</v></c>`
  const head = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
  const letters = [...'BCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((letter) => [letter, `A${letter}`])
  const columns = letters.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const rows = (count: number, each: string[]) =>
    Array.from(
      { length: count },
      (_, at) => `<row r="${at + 2}">${each.map((c) => sharing(`${c}${at + 2}`)).join('')}</row>`,
    )
  const file = (length: number, body: string[]) =>
    workbookOf(head + body.join(''), { packed: true, others: strings(length) })
  assert.match(String(await said('a.xlsx', file(32_768, rows(1, ['A'])))), /Row 2 .* more than 32767 characters/)
  assert.match(String(await said('a.xlsx', file(32_767, rows(1, columns)))), /Row 2 has more than 1,048,576 characters/)
  assert.match(String(await said('a.xlsx', file(32_767, rows(2_100, ['B'])))), /unpacks to more than can be read/)
  assert.equal(await said('a.xlsx', file(1_000, rows(1_000, ['B']))), 1_000)
})
