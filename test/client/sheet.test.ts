// Spreadsheets are told from what only looks like one, and none unpacks to more than can be held.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsvRow } from '../../client/csv.ts'
import { checkWorkbook, detectFileType, formatSheetCell } from '../../client/sheet.ts'
import { workbook, workbookOf, zip } from '../support/workbook.ts'

const workbookFault = async (file: Uint8Array) => (await checkWorkbook(file)).fault

test('the kind of a file is detected from its bytes, or else from its name', () => {
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
  for (const [name, content, kind] of kinds) assert.equal(detectFileType(name, Buffer.from(content)), kind, name)
})

test('a large workbook is rejected before it fills the memory, despite a false size', async () => {
  assert.equal(await workbookFault(workbook([['key'], ['A']])), undefined)
  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>key</t></is></c></row>'
  assert.equal(await workbookFault(workbookOf(row, { packed: true })), undefined)
  const long = zip({ 'xl/other.xml': ' '.repeat(300 * 2 ** 20) }, { packed: true, statedSize: 1_000 })
  assert.equal(await workbookFault(long), 'tooLarge')
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

test('every spelling of an invalid cell address is rejected', async () => {
  const text = 't="inlineStr"><is><t>key</t></is></c>'
  const head = `<row r="1"><c r="A1" ${text}</row>`
  const rows = {
    'more letters than a column has': `<row r="2"><c r="ZZZZZZ2" ${text}</row>`,
    'a column behind the last': `<row r="2"><c r="XFE2" ${text}</row>`,
    'more digits than a row has': `<row r="9999999999"><c r="A9999999999" ${text}</row>`,
    'a row behind the last': `<row r="1048577"/>`,
    'a row that is no number': `<row r="Infinity"><c r="A3" ${text}</row>`,
    'a number in another notation': `<row r="1e9"/>`,
    'a number with a space': `<row r=" 2"/>`,
    'small letters': `<row r="2"><c r="zz2" ${text}</row>`,
    'a mark that is not closed in time': `<row r="2"><c ${' '.repeat(300_000)} r="ZZZZZZ2" ${text}</row>`,
    'a bracket in a value': `<row r="2"><c x=">" r="ZZZZZZ2" ${text}</row>`,
    'an opening bracket in a value': `<row r="2"><c x="<" r="ZZZZZZ2" ${text}</row>`,
    'a place in another value': `<row r="2"><c x=' r="A2"' r="ZZZZZZ2" ${text}</row>`,
    'a prefix, which a reader drops': `<row r="2"><c r="A2" x:r="ZZZZZZ2" ${text}</row>`,
    'letters that are written as numbers': `<row r="2"><c r="&#90;ZZZZZ2" ${text}</row>`,
    'a place that is given twice': `<row r="2"><c r="ZZZZZZ2" r="A2" ${text}</row>`,
    'a mark with a prefix': `<row r="2"><a-b:c r="ZZZZZZ2" ${text.replace('/c', '/a-b:c')}</row>`,
    'a mark with nothing but a colon': `<row r="2"><:c r="ZZZZZZ2" ${text.replace('/c', '/:c')}</row>`,
    'text that no reader looks into': `<row r="2"><c r="A2" t="str"><v><![CDATA[x]]></v></c></row>`,
  }
  for (const [how, row] of Object.entries(rows))
    for (const packed of [true, false])
      assert.equal(await workbookFault(workbookOf(head + row, { packed })), 'broken', how)
  // A row without a number has that of its cells.
  assert.equal(await workbookFault(workbookOf(`${head}<row><c r="XFD1048576" ${text}</row>`)), 'tooLarge')
})

test('the check finds a sheet at every path of the workbook, and ignores other files', async () => {
  const sheet = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
  for (const name of ['xl/s/sheet1.xml', 'xl/media/picture.png', 'xl/_rels/workbook.xml.rels', 'sheet'])
    for (const packed of [true, false])
      assert.equal(await workbookFault(zip({ [name]: sheet }, { packed })), 'tooLarge', name)
  // What holds no cells may hold what looks like one.
  const other = {
    'xl/media/picture.png': 'x<c r="ZZZZZZ2"<',
    'xl/vbaProject.bin': `\x01sheetData\x00<c r="ZZZZZZ2"<${'x'.repeat(400_000)}`,
    'customXml/item1.xml': `<row r="none">${'x'.repeat(400_000)}</row>`,
  }
  assert.equal(await workbookFault(zip(other)), undefined)
})

test('XML of other programs is read: prefixes, both quotes, long lists of addresses', async () => {
  const sheet = `<x:row r='1' spans="1:2" x14ac:dyDescent="0.25"><x:c r='A1'\n t="inlineStr" ><x:is><x:t>a &gt; b</x:t></x:is></x:c></x:row
  ></x:sheetData><x:dataValidation prompt="more > 0" sqref="${'A1 '.repeat(20_000)}"/>`
  assert.equal(await workbookFault(workbookOf(sheet, { packed: true })), undefined)
})

test('a cell with too much text is rejected before the workbook is unpacked', async () => {
  const cell = (length: number) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(length)}</t></is></c></row>`
  assert.equal(await workbookFault(workbookOf(cell(32_767), { packed: true })), undefined)
  for (const packed of [true, false])
    assert.equal(await workbookFault(workbookOf(cell(300_000), { packed })), 'longCell')
})

test('a broken workbook is reported as broken', async () => {
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

test('a cell with a time of day is a time, not a day in 1899', () => {
  const cell = (text: string) => formatSheetCell(new Date(text))
  assert.equal(cell('1899-12-30T08:30:00Z'), '08:30:00')
  assert.equal(cell('1899-12-30T00:00:00Z'), '00:00:00')
  assert.equal(cell('1904-01-01T17:00:00Z'), '17:00:00')
  // Hours that were counted on past midnight: the end of the day or no time at all, and not stored as a day long ago.
  assert.equal(cell('1899-12-31T00:00:00Z'), '24:00:00')
  assert.equal(cell('1899-12-31T01:30:00Z'), '25:30:00')
  // A third of a day is no whole number of anything.
  assert.equal(cell('1899-12-30T07:59:59.999Z'), '08:00:00')
  assert.equal(cell('2026-07-01T07:59:59.999Z'), '2026-07-01T08:00:00')
  // A day has a midnight there, whether or not the sheet shows one.
  assert.equal(cell('2026-07-01T00:00:00Z'), '2026-07-01')
  assert.equal(cell('2026-07-01T00:00:01Z'), '2026-07-01T00:00:01')
  // A number that is no day, in a cell that is said to hold one.
  assert.equal(formatSheetCell(new Date(Number.NaN)), 'Invalid Date')
  assert.deepEqual([null, undefined, 1.5, 'x', true].map(formatSheetCell), ['', '', '1.5', 'x', 'true'])
})

test('an exported file contains no cell that a spreadsheet program calculates', () => {
  const written = (text: string) => formatCsvRow([text]).slice(0, -2)
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
  assert.equal(formatCsvRow([-1, null, true]), '-1,,true\r\n')
})
