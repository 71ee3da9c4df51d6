// What we write as CSV comes back as it was: what keeps spreadsheets from calculating is taken off where files are read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import papaparse from 'papaparse'
import { formatCsvRow, removeApostrophes } from '../../client/csv.ts'
import { readCsvRecords } from '../../client/csv-reader.ts'
import { isTable, readTable } from '../../console/platform/table-file.ts'
import { cellsOf } from '../support/tables.ts'
import { workbook } from '../support/workbook.ts'

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`'=+-@＝＋－＠ ;\t\r\n"\u00a0,a1.`), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

test('the reader returns every text that the writer wrote', () => {
  const cell = (text: string) => {
    const { data } = papaparse.parse<string[]>(formatCsvRow([text, 'x']), { delimiter: ',', newline: '\r\n' })
    return removeApostrophes(data[0]![0]!)
  }
  fc.assert(
    fc.property(texts, (text) => assert.equal(cell(text), text)),
    { numRuns: 2_000, examples: [["'=F3"], ["''-1"], ['-1.5'], ["'-1.5"], [`;"'=1`], ["\r\n '@x"], ["'"], ["';=1"]] },
  )
})

test('the reader returns every text of a file for every division into chunks', async () => {
  const rows = fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (written, size) => {
      const lines = [['key', 'a', 'b'], ...written.map((cells) => ['k', ...cells])]
      const bytes = new TextEncoder().encode(lines.map(formatCsvRow).join(''))
      async function* chunks() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      const read = await Array.fromAsync(readCsvRecords({ size: bytes.length, chunks }))
      assert.deepEqual(
        read.map(({ cells }) => cells),
        lines,
      )
    }),
    { numRuns: 500 },
  )
})

test('the reader returns the same rows of any content for every division into chunks', async () => {
  const read = async (bytes: Uint8Array, size: number) => {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const records = Array.fromAsync(readCsvRecords({ size: bytes.length, chunks }))
    return records.then(
      (all) => all.map(({ line, cells }) => [line, cells]),
      (error: Error) => error.message,
    )
  }
  const anything = fc.string({ unit: fc.constantFrom(...'";,|\t\r\n =sepaü'), maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(anything, fc.integer({ min: 1, max: 5 }), async (text, size) => {
      const bytes = new TextEncoder().encode(text)
      assert.deepEqual(await read(bytes, size), await read(bytes, 1_000))
    }),
    { numRuns: 2_000, examples: [[' ""\r\n|;\n |1,5ü ;\r\n  a', 3]] },
  )
})

test('the service and the console read a written file with its original values', async () => {
  const rows = [
    ['=F3', '-ring twice', '+49 30 123456'],
    ["'=F3", "it's @ 5; -not before", 'a\n=b'],
    ['-F4', '-1.5', "'tis the season"],
  ]
  const file = [['key', 'notes', 'phone'], ...rows].map(formatCsvRow).join('')
  assert.doesNotMatch(file, /(^|[,;\n"])[=+@]/)
  for (const [reader, cells] of Object.entries(await cellsOf(`\uFEFF${file}`))) assert.deepEqual(cells, rows, reader)
})

const orders = 'Auftrag;Straße;Ort\r\nA-1;Große Straße;Köln\r\nA-2;"Weg ""5"" ; a";\r\n'
const orderCells = [
  ['A-1', 'Große Straße', 'Köln'],
  ['A-2', 'Weg "5" ; a', ''],
]
test('the service and the console agree on every encoding, line end and mark of a file', async () => {
  const wide = Buffer.from(orders, 'utf16le')
  const marked = Buffer.from(`\ufeff${orders}`, 'utf16le')
  const files = {
    plain: orders,
    marked: `\ufeff${orders}`,
    windows: Buffer.from(orders, 'latin1'),
    wide,
    'wide, marked': marked,
    swapped: Buffer.from(wide).swap16(),
    'swapped, marked': Buffer.from(marked).swap16(),
    'ended by \\r': orders.replaceAll('\r\n', '\r'),
    'told by sep': `sep=;\r\n${orders.replace('Ort', 'Ort, Land, Region, Kreis')}`,
    'told by sep, wide': Buffer.from(`sep=;\r\n${orders.replace('Ort', 'Ort, Land, Region, Kreis')}`, 'utf16le'),
    'told by sep with a blank': `sep=; \r\n${orders.replace('Ort', 'Ort, Land, Region, Kreis')}`,
    'told by sep behind an empty line': `\r\n"sep=;" ,\r\n${orders.replace('Ort', 'Ort, Land, Region, Kreis')}`,
    'with a first row of other delimiters': `,,,,,\r\n"",""\r\n${orders}`,
    'with a first row of quoted blanks': `"", " ",""\r\n ""|\r\n${orders}`,
    'with marks behind blanks': orders.replace('Straße;Ort', 'Straße; "Ort (Land, Region, Kreis, Bezirk)"'),
    'windows, marked': Buffer.concat([Buffer.from('\ufeff'), Buffer.from(orders, 'latin1')]),
    'with lines of blanks': orders.replaceAll('\r\n', '\r\n\u00a0\r\n;\u2003;\r\n'),
    'with a blank behind a mark': orders.replace('a"', 'a" '),
  }
  for (const [kind, file] of Object.entries(files))
    for (const [reader, cells] of Object.entries(await cellsOf(file)))
      assert.deepEqual(cells, orderCells, `${kind}: ${reader}`)
  const stray = 'Order;Length;City\nA;"5" long;Köln\nB;5";Ulm\n'
  for (const [reader, cells] of Object.entries(await cellsOf(stray)))
    assert.deepEqual(cells[0], ['A', '"5" long', 'Köln'], reader)
})

test('the console reports the line of an open quotation mark', async () => {
  const read = (text: string) => readTable(new File([text], 'orders.csv'))
  assert.deepEqual(await read('Order;City\nA;"1\n2"\nB;"x\nC;y\n'), { fault: 'openQuote', line: 4 })
  assert.deepEqual(await read(`Order;City\nA;${'x'.repeat(1_200_000)}\n`), { fault: 'longRow', line: 2 })
})

test('a row that is too long by a quotation mark is reported with the line of the mark', async () => {
  const read = (text: string) => readTable(new File([text], 'orders.csv'))
  const rows = 'B;y\n'.repeat(400_000)
  for (const end of ['C;"z"\n', 'C;"\n', ''])
    assert.deepEqual(await read(`key;city\nZ;"1\n2"\nA;"x\n${rows}${end}`), { fault: 'longQuote', line: 4 }, end)
  const long = 'x'.repeat(2 ** 20)
  assert.deepEqual(await read(`key;city\nA;"x\ny";${long}\n`), { fault: 'longRow', line: 2 })
  assert.ok(isTable(await read(`key;city\n;${long.slice(1)}\r\n`)), 'the end of a row is no part of it')
  assert.deepEqual(await read(`key;city\n;${long}\n`), { fault: 'longRow', line: 2 })
})

test('lines before the header are counted with any content', async () => {
  const records = async (text: string, delimiter?: string) => {
    const bytes = new TextEncoder().encode(text)
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3)
    }
    const read = await Array.fromAsync(readCsvRecords({ size: bytes.length, chunks }, delimiter))
    return read.map(({ line, cells }) => [line, ...cells])
  }
  const rows = (line: number) => [
    [line, 'key', 'city'],
    [line + 1, 'A', 'B'],
  ]
  assert.deepEqual(await records(';;;\nkey,city\nA,B'), rows(2))
  assert.deepEqual(await records(';;;\r\n\r\n"key",city\r\nA,B'), rows(3))
  assert.deepEqual(await records(';;;\n"key","city"\nA,B'), rows(2))
  assert.deepEqual(await records('\n\nsep=, \nkey,city\nA,B'), rows(4))
  assert.deepEqual(await records('"", "", ""\n ""|\nkey;city\nA;B'), rows(3))
  assert.deepEqual(await records('key,city\nA,B', ''), rows(1), 'an empty delimiter is none')
  assert.deepEqual(await records(';key;city\n;A;B'), [
    [1, '', 'key', 'city'],
    [2, '', 'A', 'B'],
  ])
})

test('the console reads a file in pieces and stops at an error', async () => {
  const file = new File(['"'.repeat(25_000_000)], 'orders.csv')
  const slice = file.slice.bind(file)
  let bytes = 0
  file.slice = (from, to) => {
    const piece = slice(from, to)
    bytes += piece.size
    return piece
  }
  assert.deepEqual(await readTable(file), { fault: 'longQuote', line: 1 })
  // All of it once, to know its encoding.
  assert.ok(bytes < 1.5 * file.size, `${bytes} bytes`)
})

test('the reader returns the headers that the writer wrote', async () => {
  const file = formatCsvRow(['key', '=total']) + formatCsvRow(['A', '1'])
  const table = await readTable(new File([file], 'orders.csv'))
  assert.ok(isTable(table))
  assert.deepEqual(table.headers, ['key', '=total'])
})

test('the reader keeps an apostrophe that no export has added', async () => {
  const rows = [["'0170", "'s-Hertogenbosch", "'"]]
  const file = `key,city,notes\n${rows[0]!.join(',')}\n`
  for (const [reader, cells] of Object.entries(await cellsOf(file))) assert.deepEqual(cells, rows, reader)
})

test('an export that a spreadsheet saved as a workbook keeps its values', async () => {
  const sheet = workbook([
    ['key', 'notes'],
    ["'=F3", "'s-Hertogenbosch"],
  ])
  for (const [reader, cells] of Object.entries(await cellsOf(sheet, 'orders.xlsx')))
    assert.deepEqual(cells, [['=F3', "'s-Hertogenbosch"]], reader)
})
