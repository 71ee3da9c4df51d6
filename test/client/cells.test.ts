// What stands in the cells of tables as people keep them: numbers, dates, times, and the parts of an address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDateTime, parseNumber, readRow, type TableNotation } from '../../client/cells.ts'
import { matchColumns } from '../../client/columns.ts'

const pathsOf = (...headers: string[]) => matchColumns(headers).map(({ path }) => path)

test('numbers have a decimal comma or point if only one reading is possible', () => {
  const cases: [string, TableNotation, number | undefined][] = [
    ['12', {}, 12],
    ['-3', {}, -3],
    ['12.5', {}, 12.5],
    ['12,5', {}, 12.5],
    ['1.234,56', {}, 1234.56],
    ['1,234.56', {}, 1234.56],
    ['1 234,5', {}, 1234.5],
    ["1'234.50", {}, 1234.5],
    ['1.234.567', {}, 1234567],
    ['12,5 kg', {}, 12.5],
    ['0.08 m³', {}, 0.08],
    ['1.5e3', {}, 1500],
    ['1,234', {}, undefined],
    ['1,234', { decimal: ',' }, 1.234],
    ['1,234', { decimal: '.' }, 1234],
    ['1.234', { decimal: ',' }, 1234],
    ['1.2.3', {}, undefined],
    ['a lot', {}, undefined],
    ['0x10', {}, undefined],
  ]
  for (const [text, reading, expected] of cases) {
    const read = parseNumber(text, reading)
    assert.equal(read instanceof Error ? undefined : read, expected, text)
  }
})

test('dates have any common spelling if only one reading is possible', () => {
  const cases: [string, string | undefined, TableNotation?, string?][] = [
    ['2026-07-01', '2026-07-01T00:00:00'],
    ['2026-07-01 09:30', '2026-07-01T09:30:00'],
    ['2026-07-01T09:30:15Z', '2026-07-01T09:30:15Z'],
    ['2026-07-01T09:30:15+02:00', '2026-07-01T09:30:15+02:00'],
    ['20260701', '2026-07-01T00:00:00'],
    ['01.07.2026', '2026-07-01T00:00:00'],
    ['1.7.26 8:05', '2026-07-01T08:05:00'],
    ['01.07.2026 14:00 Uhr', '2026-07-01T14:00:00'],
    ['Mi, 01.07.2026', '2026-07-01T00:00:00'],
    ['1 July 2026', '2026-07-01T00:00:00'],
    ['1. März 2026', '2026-03-01T00:00:00'],
    ['Jul 1, 2026 2:05 pm', '2026-07-01T14:05:00'],
    ['12:15 am', '2026-07-01T00:15:00', {}, '2026-07-01'],
    ['25/07/2026', '2026-07-25T00:00:00'],
    ['07/25/2026', '2026-07-25T00:00:00'],
    ['05/07/2026', undefined],
    ['05/07/2026', '2026-07-05T00:00:00', { dayFirst: true }],
    ['05/07/2026 10:00', '2026-05-07T10:00:00', { dayFirst: false }],
    ['09:30', '2026-07-01T09:30:00', {}, '2026-07-01'],
    ['09:30', undefined],
    ['soon', undefined],
    ['45000', undefined],
    ['2026-02-31', undefined],
    ['31/31/2026', undefined],
    ['24:00', '2026-07-01T23:59:59', {}, '2026-07-01'],
    ['2026-07-01 24:00:00', '2026-07-01T23:59:59'],
    ['0800', '2026-07-01T08:00:00', {}, '2026-07-01'],
    ['8', '2026-07-01T08:00:00', {}, '2026-07-01'],
    ['8 Uhr', '2026-07-01T08:00:00', {}, '2026-07-01'],
    ['8.30 Uhr', '2026-07-01T08:30:00', {}, '2026-07-01'],
    ['8 pm', '2026-07-01T20:00:00', {}, '2026-07-01'],
    ['1.7.2026 8 Uhr', '2026-07-01T08:00:00'],
    ['0800', undefined],
    ['8', undefined],
    ['800', undefined, {}, '2026-07-01'],
    ['24:01', undefined, {}, '2026-07-01'],
    ['2026-07-01 25:30', undefined],
    ['2026-07-01 12:60', undefined],
    ['99', undefined, {}, '2026-07-01'],
  ]
  for (const [text, expected, reading, day] of cases) {
    const read = parseDateTime(text, reading ?? {}, day)
    assert.equal(read instanceof Error ? undefined : read, expected, text)
  }
})

test('an invalid time has an error about times', () => {
  const columns = matchColumns(['Auftrag', 'Lieferdatum', 'Zeit von', 'Zeit bis'])
  const told = (from: string, to: string) =>
    readRow(columns, ['1', '15.07.2026', from, to], {}).errors.map(({ column, message }) => [column, message])
  assert.deepEqual(told('24:30', 'bald'), [
    ['Zeit von', '`24:30` cannot be read as a time: times go from `00:00` to `24:00`.'],
    ['Zeit bis', '`bald` cannot be read as a time such as `08:30`, or as a date.'],
  ])
})

test('a window until a day ends at the end of that day', () => {
  const columns = matchColumns(['Order', 'requiredFrom', 'requiredTo'])
  const windowOf = (from: string, to: string) => {
    const { row, errors } = readRow(columns, ['1', from, to], {})
    assert.deepEqual(errors, [])
    return [row.requiredFrom, row.requiredTo]
  }
  for (const day of ['15.07.2026', '2026-07-15', '20260715', '15/07/2026', '15 July 2026'])
    assert.deepEqual(windowOf(day, day), ['2026-07-15T00:00:00', '2026-07-15T23:59:59'], day)
  assert.deepEqual(windowOf('', '2026-07-17'), [undefined, '2026-07-17T23:59:59'])
  // As programs write a day.
  assert.deepEqual(windowOf('2026-07-15 00:00:00', '2026-07-15 00:00:00'), [
    ...['2026-07-15T00:00:00', '2026-07-15T23:59:59'],
  ])
  // Who writes a time means it.
  assert.deepEqual(windowOf('2026-07-15 20:00', '2026-07-16 00:00'), ['2026-07-15T20:00:00', '2026-07-16T00:00:00'])
  assert.deepEqual(windowOf('', '2026-07-16T00:00:00Z'), [undefined, '2026-07-16T00:00:00Z'])
  // Of a midnight a workbook keeps the day alone.
  assert.deepEqual(windowOf('2026-07-17T22:00:00', '2026-07-18'), ['2026-07-17T22:00:00', '2026-07-18T00:00:00'])
  assert.deepEqual(windowOf('2026-07-17T08:00:00', '2026-07-17'), ['2026-07-17T08:00:00', '2026-07-17T23:59:59'])
  for (const header of ['Deadline', 'until', 'due by', 'bis', 'Frist', 'spätestens'])
    assert.equal(
      readRow(matchColumns(['Order', header]), ['1', '2026-07-17'], {}).row.requiredTo,
      '2026-07-17T23:59:59',
      header,
    )
})

test('a separate house number is added to the street in the order of the country', () => {
  const read = (headers: string[], ...cells: string[]) => readRow(matchColumns(headers), ['1', ...cells], {})
  const lineOf = (street: string, number: string, country: string) =>
    (read(['Order', 'Straße', 'Hausnummer', 'Land'], street, number, country).row.consigneeAddress as { line1: string })
      .line1
  assert.equal(lineOf('Hauptstraße', '5', 'DE'), 'Hauptstraße 5')
  assert.equal(lineOf('Hauptstraße', '5a', ''), 'Hauptstraße 5a')
  assert.equal(lineOf('High Street', '5', 'gb'), '5 High Street')
  assert.equal(lineOf('Rue de la Paix', '5', 'Frankreich'), '5 Rue de la Paix')
  assert.equal(lineOf('Hauptstraße 5', '5', 'DE'), 'Hauptstraße 5', 'it stands there already')
  assert.equal(lineOf('Hauptstraße', '', 'DE'), 'Hauptstraße')
  for (const header of [
    'Hausnr.',
    'Haus-Nr.',
    'House number',
    'house no',
    'Empfänger Hausnummer',
    'Delivery house no.',
  ])
    assert.deepEqual(pathsOf(header), ['consigneeAddress.houseNumber'], header)
  assert.deepEqual(pathsOf('Abhol-Hausnummer'), ['consignorAddress.houseNumber'])
  // However it is written there.
  for (const [street, number] of [
    ['Hauptstr.5', '5'],
    ['5, High Street', '5'],
    ['Hauptstr. 5 a', '5a'],
    ['5A High Street', '5a'],
    ['Flat 2, 5 High Street', '5'],
    ['High Street 7, Block B', '7'],
  ] as const)
    assert.equal(lineOf(street, number, 'GB'), street)
  for (const number of ['1', '17'])
    assert.equal(lineOf('Straße des 17. Juni', number, 'DE'), `Straße des 17. Juni ${number}`)
  assert.equal(lineOf('5th Avenue', '5', 'US'), '5 5th Avenue')
  assert.deepEqual(read(['Order', 'Hausnummer'], '5'), { row: { key: '1' }, errors: [] }, 'alone it says nothing')
})

test('one column may contain latitude and longitude; separate columns take precedence', () => {
  const read = (headers: string[], ...cells: string[]) => readRow(matchColumns(headers), ['1', ...cells], {})
  const location = { lat: 53.051, lng: 8.895 }
  for (const header of ['Koordinaten', 'GPS', 'Lat/Lng', 'Coordinates', 'Recipient coordinates'])
    assert.deepEqual(pathsOf(header), ['consigneeAddress.coordinates'], header)
  assert.deepEqual(pathsOf('Absender-Koordinaten'), ['consignorAddress.coordinates'])
  for (const text of ['53.051, 8.895', '53,051 8,895', 'geo:53.051,8.895', "53° 3.06' N 8° 53.7' E"])
    assert.deepEqual(
      read(['Order', 'Koordinaten'], text),
      { row: { key: '1', consigneeAddress: { geoLocation: location } }, errors: [] },
      text,
    )
  const both = read(['Order', 'Koordinaten', 'lat', 'lng'], '1, 2', '53.0510', '8.8950')
  assert.deepEqual(both.row.consigneeAddress, { geoLocation: location })
  for (const text of ['Bremen', '91.5, 8.9', '53.05, 188.9', '53.05']) {
    const { row, errors } = read(['Order', 'Koordinaten'], text)
    assert.deepEqual(row, { key: '1' })
    assert.deepEqual(errors, [
      {
        path: '/consigneeAddress/coordinates',
        code: 'format',
        message: `\`${text}\` cannot be read as a latitude up to 90 and a longitude up to 180.`,
        values: { expected: 'coordinates', value: text },
        column: 'Koordinaten',
      },
    ])
  }
})
