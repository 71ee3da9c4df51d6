// Tables as files hold them: where each row stands, what a file says of itself, and what is said of one that cannot be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTable, type TableOptions } from '../../server/integration/import/table.ts'
import { workbook, workbookOf } from '../support/workbook.ts'

const usual: TableOptions = { map: {}, defaults: {}, reading: {}, delimiter: undefined, fields: [] }

async function opened(content: string | Uint8Array, options: Partial<TableOptions> = {}, name = 'orders.csv') {
  const bytes = new Uint8Array(Buffer.from(content as string))
  const chunks = async function* () {
    for (let from = 0; from < bytes.length; from += 1_000) yield bytes.subarray(from, from + 1_000)
  }
  const table = await openTable({ name, size: bytes.length, chunks, bytes: () => bytes }, { ...usual, ...options })
  return { columns: table.columns, rows: await Array.fromAsync(table.rows) }
}
const linesOf = async (content: string | Uint8Array, options?: Partial<TableOptions>) =>
  (await opened(content, options)).rows.map(({ key, line }) => [key, line])

test('an error names the first line of its row, after any content of earlier rows', async () => {
  assert.deepEqual(await linesOf('Order\n\n\nBL1\nBL2\n'), [
    ['BL1', 4],
    ['BL2', 5],
  ])
  assert.deepEqual(await linesOf('\n\nOrder,City\n,\nBL1,\n  \nBL2,\n'), [
    ['BL1', 5],
    ['BL2', 7],
  ])
  for (const end of ['\n', '\r\n', '\r'])
    assert.deepEqual(
      await linesOf(['Order,Notes', 'A,"1', '2', '3"', '', 'B,"x', 'y"', 'C,z', ''].join(end)),
      [
        ['A', 2],
        ['B', 6],
        ['C', 8],
      ],
      JSON.stringify(end),
    )
  assert.deepEqual(await linesOf('Order,Notes\nA,x\r\nB,y\r\n\r\nC,z\n'), [
    ['A', 2],
    ['B', 3],
    ['C', 5],
  ])
})

test('an open quotation mark is reported with its line', async () => {
  const before = (lines: number) => Array.from({ length: lines }, (_, at) => `O-${at},"an ä, and\r\nmore"\r\n`).join('')
  for (const [lines, opening] of [
    [100, 202],
    [3, 8],
  ] as const) {
    const head = `Order,Notes\r\n${before(lines)}`
    for (const open of ['X,"open\r\nY,2\r\n', '"X,open\r\nY,2\r\n'])
      await assert.rejects(opened(`${head}${open}`), {
        message: `The CSV file cannot be read: the quotation mark that opens in line ${opening} is not closed.`,
      })
    const long = 'x\r\n'.repeat(400_000)
    await assert.rejects(opened(`${head}\r\nX,"${long}`), {
      message: `The CSV file cannot be read: the row in line ${opening + 1} has more than 1,048,576 characters: the quotation mark that opens there may not be closed.`,
    })
    await assert.rejects(opened(`${head}X,1\r\n\r\nY,${'x'.repeat(1_200_000)}`), {
      message: `The CSV file cannot be read: the row in line ${opening + 2} has more than 1,048,576 characters.`,
    })
  }
})

test('the delimiter line for Excel is not a header, and counts as a line', async () => {
  const text = 'sep=;\r\nOrder;City, Region\r\nA;Leeds\r\n'
  for (const content of [
    text,
    `\ufeff${text}`,
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    text.replace('sep=;', '"SEP=;"'),
  ])
    for (const delimiter of [undefined, ';']) {
      const { columns, rows } = await opened(content, { delimiter })
      assert.deepEqual(
        columns.map(({ header }) => header),
        ['Order', 'City, Region'],
      )
      assert.deepEqual(
        rows.map(({ line, cells }) => [line, cells]),
        [[3, ['A', 'Leeds']]],
      )
    }
  await assert.rejects(opened('sep=|\nOrder|City\nA|"x\n'), /opens in line 3 is not closed/)
})

test('a file in UTF-16 is read with and without a byte order mark', async () => {
  const text = 'Auftrag;Straße;Ort\nA-1;Große Straße;Łódź\n'
  const little = Buffer.from(text, 'utf16le')
  for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${text}`, 'utf16le')])
    assert.deepEqual(
      (await opened(bytes)).rows.map(({ cells }) => cells),
      [['A-1', 'Große Straße', 'Łódź']],
    )
})

test('a map may name only columns of the file, and each field once', async () => {
  const file = 'Nr;Gew.Brutto;Ort\nA;12;Ulm\n'
  const mapped = (map: Record<string, string>) => opened(file, { map })
  assert.match((await mapped({ 'gew brutto': 'weight', ORT: '' })).rows[0]!.text, /"weight":12/)
  await assert.rejects(mapped({ 'Gew. brutto kg': 'weight' }), {
    message: '`map` contains the column `Gew. brutto kg`, which the file does not have: did you mean `Gew.Brutto`?',
  })
  assert.equal((await mapped({ Temperature: '' })).rows.length, 1, 'what is not there may be left out')
  await assert.rejects(mapped({ Nr: 'key', Ort: 'order number' }), {
    message: '`map` assigns two columns to `key`: only one column can contain a field.',
  })
})

test('a column name in `map` that matches two headers is rejected, unless only one is spelled the same', async () => {
  const mapped = (header: string, map: Record<string, string>) => opened(`${header}\nA;B;C\n`, { map })
  for (const [header, name] of [
    ['Nr;Ref;Nr', 'Nr'],
    ['Nr.;Ref;NR', 'nr'],
  ] as const)
    await assert.rejects(mapped(header, { [name]: 'key' }), {
      message: `The file has two columns \`${name}\`, and \`map\` contains this name: rename one of the columns.`,
    })
  assert.equal((await mapped('Nr.;Ref;Nr', { Nr: 'key' })).rows[0]!.key, 'C')
  assert.equal((await mapped('Order;Nr;Nr', { Nr: '' })).rows[0]!.key, 'A', 'both may be left out')
})

test('a map can name two columns whose headers differ only in spelling', async () => {
  const file = 'Nr;Ort;ORT\nA;Ulm;Bonn\n'
  const cities = { Ort: 'consigneeAddress.city', ORT: 'consignorAddress.city' }
  for (const map of [cities, Object.fromEntries(Object.entries(cities).reverse())]) {
    const { consigneeAddress, consignorAddress } = JSON.parse((await opened(file, { map })).rows[0]!.text)
    assert.deepEqual([consigneeAddress.city, consignorAddress.city], ['Ulm', 'Bonn'])
  }
  const { columns } = await opened(file, { map: { Ort: 'consigneeAddress.city', ORT: '' } })
  assert.deepEqual(
    columns.map(({ path }) => path),
    ['key', 'consigneeAddress.city', undefined],
  )
})

test('an exact name in a map selects the column with this header, not a similar one', async () => {
  const [city, street] = ['consigneeAddress.city', 'consigneeAddress.line1']
  const mapped = (header: string, map: Record<string, string>) => opened(`Nr;${header}\nA;B;C\n`, { map })
  for (const map of [
    { Ort: city, ORT: street },
    { ORT: street, Ort: city },
  ])
    await assert.rejects(mapped('Ort;X', map), {
      message: /^`map` contains the column `ORT`, which the file does not have/,
    })
  const { columns } = await mapped('Ort;ORT', { ort: city, ORT: street })
  assert.deepEqual(
    columns.map(({ path }) => path),
    ['key', city, street],
  )
  await assert.rejects(mapped('Ort;X', { ort: city, oRt: street }), {
    message: '`map` contains the column `Ort` twice: keep one of the two entries.',
  })
})

test('delimiter, encoding and header of a file are detected for every division into chunks', async () => {
  const wide = Buffer.from('\ufeffsep=|\r\n"Order\nnumber"|City\r\nA|"Łódź\r\n一"\r\n', 'utf16le')
  for (const bytes of [wide, wide.subarray(2), Buffer.from(wide.toString('utf16le'))])
    for (const size of [1, 2, 3, 7, 1_000]) {
      async function* chunks() {
        for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
      }
      const table = await openTable({ name: 'a.csv', size: bytes.length, chunks, bytes: () => bytes }, usual)
      assert.deepEqual(
        (await Array.fromAsync(table.rows)).map(({ line, cells }) => [line, cells]),
        [[4, ['A', 'Łódź\r\n一']]],
        `in pieces of ${size}`,
      )
    }
})

test('a date cell of a workbook is read as a full day in every column', async () => {
  const day = new Date('2026-07-15T00:00:00Z')
  const sheet = workbook([
    ['Order', 'requiredFrom', 'requiredTo', 'Lieferdatum'],
    ['A', day, day, null],
    ['B', null, day, null],
    ['C', null, null, day],
    ['D', new Date('2026-07-15T08:00:00Z'), new Date('2026-07-15T12:30:00Z'), null],
  ])
  const { rows } = await opened(sheet, {}, 'orders.xlsx')
  assert.deepEqual(
    rows.map(({ text }) => JSON.parse(text)),
    [
      { key: 'A', requiredFrom: '2026-07-15T00:00:00', requiredTo: '2026-07-15T23:59:59' },
      { key: 'B', requiredTo: '2026-07-15T23:59:59' },
      { key: 'C', requiredFrom: '2026-07-15T00:00:00', requiredTo: '2026-07-15T23:59:59' },
      { key: 'D', requiredFrom: '2026-07-15T08:00:00', requiredTo: '2026-07-15T12:30:00' },
    ],
  )
})

test('a formula that was never calculated is reported as an error, without a value', async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = `<row r="1">${cell('A1', 'Order')}${cell('B1', 'Weight')}</row><row r="2">${cell('A2', 'A')}<c r="B2"><f>1+1</f></c></row>`
  const [row] = (await opened(workbookOf(sheet), {}, 'orders.xlsx')).rows
  assert.match(row!.faults[0]!.message, /never calculated/)
  assert.deepEqual(row!.placeOf('/weight'), { column: 'Weight', value: '' })
})

test('a PDF is distinguished from an unreadable table', async () => {
  for (const [content, name] of [
    ['%PDF-1.7', 'orders.csv'],
    ['x', 'orders.PDF'],
  ] as const)
    await assert.rejects(opened(content, {}, name), /This is a PDF file, not a table/)
  await assert.rejects(opened('x', {}, 'orders.xls'), /old or protected Excel file/)
})
