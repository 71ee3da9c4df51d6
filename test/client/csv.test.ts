// What we write as CSV comes back as it was: what keeps spreadsheets from calculating is taken off where files are read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import papaparse from 'papaparse'
import { cellText, csvLine } from '../../client/csv.ts'
import { readTable } from '../../console/table-file.ts'
import { cellsOf } from '../support/tables.ts'
import { workbook } from '../support/workbook.ts'

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`'=+-@＝＋－＠ ;\t\r\n"\u00a0,a1.`), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

test('every text comes back as it was written', () => {
  const cell = (text: string) => {
    const { data } = papaparse.parse<string[]>(csvLine([text, 'x']), { delimiter: ',', newline: '\r\n' })
    return cellText(data[0]![0]!)
  }
  fc.assert(
    fc.property(texts, (text) => assert.equal(cell(text), text)),
    { numRuns: 2_000, examples: [["'=F3"], ["''-1"], ['-1.5'], ["'-1.5"], [`;"'=1`], ["\r\n '@x"], ["'"], ["';=1"]] },
  )
})

test('a file that we wrote is read as what was written into it, by the service and by the console', async () => {
  const rows = [
    ['=F3', '-ring twice', '+49 30 123456'],
    ["'=F3", "it's @ 5; -not before", 'a\n=b'],
    ['-F4', '-1.5', "'tis the season"],
  ]
  const file = [['key', 'notes', 'phone'], ...rows].map(csvLine).join('')
  assert.doesNotMatch(file, /(^|[,;\n"])[=+@]/)
  for (const [reader, cells] of Object.entries(await cellsOf(`\uFEFF${file}`))) assert.deepEqual(cells, rows, reader)
})

test('headers come back too', async () => {
  const file = csvLine(['key', '=total']) + csvLine(['A', '1'])
  const table = await readTable(new File([file], 'orders.csv'))
  assert.ok(typeof table === 'object')
  assert.deepEqual(table.headers, ['key', '=total'])
})

test('an apostrophe that is none of ours stays', async () => {
  const rows = [["'0170", "'s-Hertogenbosch", "'"]]
  const file = `key,city,notes\n${rows[0]!.join(',')}\n`
  for (const [reader, cells] of Object.entries(await cellsOf(file))) assert.deepEqual(cells, rows, reader)
})

test('a file of ours that a spreadsheet has saved as a workbook is read as what was written into it', async () => {
  const sheet = workbook([
    ['key', 'notes'],
    ["'=F3", "'s-Hertogenbosch"],
  ])
  for (const [reader, cells] of Object.entries(await cellsOf(sheet, 'orders.xlsx')))
    assert.deepEqual(cells, [['=F3', "'s-Hertogenbosch"]], reader)
})
