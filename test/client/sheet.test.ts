// Spreadsheets are told from what only looks like one, and none unpacks to more than can be held.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from '../../client/csv.ts'
import { kindOfFile, sheetCell, workbookFault } from '../../client/sheet.ts'
import { workbook, workbookOf, zip } from '../support/workbook.ts'

test('what a file is follows from its bytes, and where these say nothing from its name', () => {
  const kinds: [string, string | Buffer, string][] = [
    ['orders.csv', 'key;city', 'text'],
    ['orders', 'key;city', 'text'],
    ['orders.csv', workbook([['key']]), 'workbook'],
    ['orders.xlsx', workbook([['key']]), 'workbook'],
    ['orders.xlsx', 'key;city', 'workbook'],
    ['orders.xls', 'key\tcity', 'otherKind'],
    ['orders.ODS', 'x', 'otherKind'],
    ['orders.xlsx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'otherKind'],
    ['orders.csv', zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), 'otherKind'],
    ['orders.csv', '%PDF-1.7', 'otherKind'],
    ['orders.csv', '', 'text'],
  ]
  for (const [name, content, kind] of kinds) assert.equal(kindOfFile(name, Buffer.from(content)), kind, name)
})

test('a workbook is refused before it fills the memory, whatever it says of its size', async () => {
  assert.equal(await workbookFault(workbook([['key'], ['A']])), undefined)
  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>key</t></is></c></row>'
  assert.equal(await workbookFault(workbookOf(row, { packed: true })), undefined)
  const long = `${row}${' '.repeat(300 * 2 ** 20)}`
  assert.equal(await workbookFault(workbookOf(long, { packed: true, statedSize: 1_000 })), 'tooLarge')
  assert.equal(await workbookFault(workbookOf(row, { packed: true, statedSize: 2 ** 32 - 2 })), 'tooLarge')
  // One cell in the far corner, and a reader makes all that are before it.
  const corners = [
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    `${'<row><c/></row>'.repeat(700_000)}<row><c r="Z1"/></row>`,
  ]
  for (const corner of corners)
    assert.equal(await workbookFault(workbookOf(row + corner, { packed: true })), 'tooLarge')
  const many = zip(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.xml`, ''])))
  assert.equal(await workbookFault(many), 'tooLarge')
})

test('a workbook that is broken is said to be', async () => {
  const whole = workbookOf('<row r="1"/>', { packed: true })
  assert.equal(await workbookFault(Buffer.from('key;city')), 'broken')
  assert.equal(await workbookFault(whole.subarray(0, 200)), 'broken')
  for (const at of [0, 60, 400, whole.length - 10]) {
    const bent = Buffer.from(whole)
    bent.fill(0xff, at, at + 6)
    // It may be found here or by the reader, but nothing else happens.
    assert.ok(['broken', 'tooLarge', undefined].includes(await workbookFault(bent)))
  }
})

test('a cell with a time of day is that, and not a day in 1899', () => {
  const cell = (text: string) => sheetCell(new Date(text))
  assert.equal(cell('1899-12-30T08:30:00Z'), '08:30:00')
  assert.equal(cell('1899-12-30T00:00:00Z'), '00:00:00')
  assert.equal(cell('1904-01-01T17:00:00Z'), '17:00:00')
  // Hours that were counted on past midnight: refused as no time of day, and not stored as a day long ago.
  assert.equal(cell('1899-12-31T00:00:00Z'), '24:00:00')
  assert.equal(cell('1899-12-31T01:30:00Z'), '25:30:00')
  // A third of a day is no whole number of anything.
  assert.equal(cell('1899-12-30T07:59:59.999Z'), '08:00:00')
  assert.equal(cell('2026-07-01T07:59:59.999Z'), '2026-07-01T08:00:00')
  assert.equal(cell('2026-07-01T00:00:00Z'), '2026-07-01T00:00:00')
  assert.deepEqual([null, undefined, 1.5, 'x', true].map(sheetCell), ['', '', '1.5', 'x', 'true'])
})

test('no cell is a formula, wherever a spreadsheet takes a cell to begin', () => {
  const written = (text: string) => csvLine([text]).slice(0, -2)
  const cases: Record<string, string> = {
    '=1+1': `"'=1+1"`,
    '\t=1': `"\t'=1"`,
    '\r\n=1': `"\r\n'=1"`,
    '  @x': `"  '@x"`,
    'a;=1': `"a;'=1"`,
    'a; =1': `"a; '=1"`,
    'a\t+1': `"a\t'+1"`,
    'a\n-1': `"a\n'-1"`,
    'a;"=1': `"a;""'=1"`,
    '＝1': `'＝1`,
    'a=b': 'a=b',
    'a - b': 'a - b',
    '-1.5': '-1.5',
    '+1.5': `"'+1.5"`,
  }
  for (const [text, expected] of Object.entries(cases))
    assert.equal(written(text).replace(/^"('＝1)"$/, '$1'), expected, JSON.stringify(text))
  assert.equal(csvLine([-1, null, true]), '-1,,true\r\n')
})
