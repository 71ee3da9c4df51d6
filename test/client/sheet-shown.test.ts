// What a sheet shows is what is read: zeros that only a format has, and errors in place of values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellsOf, rowsOf } from '../support/tables.ts'
import { workbookOf } from '../support/workbook.ts'

const text = (place: string, content: string) => `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`
const head = (...headers: string[]) => row(1, ...headers.map((header, at) => text(`${'ABCDEFG'[at]}1`, header)))
const name = 'orders.xlsx'

/** A workbook whose cells with `s="1"`, `s="2"` … have these formats. */
const formatted = (formats: string[], ...rows: string[]) =>
  workbookOf(rows.join(''), {
    others: {
      'xl/styles.xml': `<?xml version="1.0"?><x:styleSheet><x:numFmts>${formats
        .map((code, at) => `<x:numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
        .join('')}</x:numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><x:cellXfs><xf numFmtId="0"/>${formats
        .map((_, at) => `<x:xf xfId="0" numFmtId='${164 + at}' applyNumberFormat="1"><x:alignment/></x:xf>`)
        .join('')}</x:cellXfs></x:styleSheet>`,
    },
  })

test('a number keeps the leading zeros of its format', async () => {
  const cases: [format: string, value: string, read: string][] = [
    ['00000', '1067', '01067'],
    ['00000', '10115', '10115'],
    ['00000', '123456', '123456'],
    ['0000000000', '30123456', '0030123456'],
    ['[$-407]00000', '1067', '01067'],
    ['00000;-00000', '0', '00000'],
    ['#00', '7', '07'],
    ['000-00', '1234', '012-34'],
    ['00000\\-0000', '10671234', '01067-1234'],
    ['"D-"00000', '1067', 'D-01067'],
    ['00\\:00', '830', '08:30'],
    ['00000', '1.067E3', '01067'],
    // What does more than to put zeros in front is read as the number that it is.
    ['00000', '-7', '-7'],
    ['00000', '10.5', '10.5'],
    ['0', '7', '7'],
    ['0.00', '7', '7'],
    ['00.00', '7', '7'],
    ['0,000', '7', '7'],
    ['00/00', '7', '7'],
    ['00E+00', '7', '7'],
    ['##-0000', '260123', '260123'],
    ['00%', '0.5', '0.5'],
    [`${'0'.repeat(300)}`, '7', '7'],
  ]
  const sheet = formatted(
    cases.map(([format]) => format),
    head('key', 'PLZ'),
    ...cases.map(([, value], at) =>
      row(at + 2, text(`A${at + 2}`, 'A'), `<c r="B${at + 2}" s="${at + 1}"><v>${value}</v></c>`),
    ),
  )
  for (const [reader, cells] of Object.entries(await cellsOf(sheet, name)))
    assert.deepEqual(
      cells.map(([, cell], at) => [...cases[at]!.slice(0, 2), cell]),
      cases,
      reader,
    )
})

test('keys and postal codes are stored as displayed, and numbers stay numbers', async () => {
  const sheet = formatted(
    ['00000'],
    head('Auftragsnummer', 'PLZ', 'Gewicht'),
    row(2, ...['A', 'B', 'C'].map((column) => `<c r="${column}2" s="1" t="n"><v>1067</v></c>`)),
  )
  const [first] = await rowsOf(sheet, name)
  assert.deepEqual(JSON.parse(first!.text), { key: '01067', consigneeAddress: { postalCode: '01067' }, weight: 1067 })
})

test('a row with a formula error fails; the error names column and value, and no field is cleared', async () => {
  const error = (place: string, value: string) => `<c r="${place}" t="e"><f>VLOOKUP(A2,x,1)</f><v>${value}</v></c>`
  const sheet = workbookOf(
    [
      head('key', 'City', 'Date', 'From', 'Own'),
      row(2, text('A2', 'A'), error('B2', '#N/A')),
      row(3, error('A3', '#REF!'), text('B3', 'Ulm')),
      row(4, text('A4', 'C'), text('B4', 'Ulm'), error('C4', '#VALUE!'), text('D4', '8:00')),
      row(5, text('A5', 'D'), '<c r="B5" t="e"><v>#SOMETHING</v></c>', '<c r="C5" t="e"/>'),
      row(6, text('A6', 'E'), error('E6', '#N/A')),
      // A program has written it, and nobody has opened it since.
      row(7, text('A7', 'F'), '<c r="B7"><f>A7&amp;"x"</f></c>', '<c r="C7" t="str"><f>""</f><v></v></c>'),
      row(8, text('A8', 'G'), '<c r="B8"><f>A8&amp;"x"</f><v></v></c>', '<c r="C8"><f>NOW()</f><v/></c>'),
      row(9, error('A9', '#N/A'), error('B9', '#N/A')),
    ].join(''),
  )
  const rows = await rowsOf(sheet, name)
  const said = rows.map(({ line, faults }) => [line, ...faults.map(({ column, message }) => `${column}: ${message}`)])
  const because = 'is an error of the spreadsheet: correct the formula, or empty the cell.'
  assert.deepEqual(said, [
    [2, `City: \`#N/A\` ${because}`],
    [3, `key: \`#REF!\` ${because}`],
    [4, `Date: \`#VALUE!\` ${because}`],
    [5, `City: \`#ERROR!\` ${because}`],
    // Nobody asks for that column.
    [6],
    [7, 'City: The cell has a formula that was never calculated: open the file in a spreadsheet and save it.'],
    [
      8,
      'Date: The cell has a formula that was never calculated: open the file in a spreadsheet and save it.',
      'City: The cell has a formula that was never calculated: open the file in a spreadsheet and save it.',
    ],
    // Formulas that were filled in ahead, below the last order.
  ])
  const read = await cellsOf(sheet, name)
  assert.deepEqual(read.console, read.service)
})

test('an error in a sheet that is not imported has no effect, in any order of the sheets', async () => {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheet = (cells: string) => `<worksheet><sheetData>${head('key', 'City')}${cells}</sheetData></worksheet>`
  const file = workbookOf('', {
    packed: true,
    others: {
      'xl/workbook.xml': `<workbook><sheets><sheet name="Orders" sheetId="7" r:id="r9"/><sheet name="x" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/other/b.xml" Type="${relations}/worksheet" Id="r9"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheet(row(2, '<c r="A2" t="e"><v>#REF!</v></c>')),
      'xl/other/b.xml': sheet(row(2, text('A2', 'A'), '<c r="B2" t="e"><v>#NUM!</v></c>')),
    },
  })
  for (const [reader, cells] of Object.entries(await cellsOf(file, name)))
    assert.deepEqual(cells, [['A', '#NUM!']], reader)
})

test('a row of a CSV file with a formula error fails', async () => {
  const rows = await rowsOf('key,City\nA,#N/A\nB,#BEZUG!\nC,Err:502\nD,#1 Street\nE,#URGENT!\n')
  assert.deepEqual(
    rows.map(({ faults }) => faults.map(({ column }) => column)),
    [['City'], ['City'], ['City'], [], []],
  )
})
