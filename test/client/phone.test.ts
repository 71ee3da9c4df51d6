// Phone numbers keep every digit that belongs to them, and get their dialling code when the country is known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRow } from '../../client/cells.ts'
import { matchColumns } from '../../client/columns.ts'
import { parsePhone } from '../../client/phone.ts'

test('a phone number is read in national or international form', () => {
  const cases: [text: string, country: string | undefined, code: string | undefined, local: string][] = [
    ['0241 123-4562', 'DE', '49', '2411234562'],
    ['0241 1234562', undefined, undefined, '02411234562'],
    ['0241 1234562', 'QQ', undefined, '02411234562'],
    ['+49 (0)241 1234562', undefined, '49', '2411234562'],
    ['0049 241 1234562', 'GB', '49', '2411234562'],
    ['+44 20 7946 0000', 'DE', '44', '2079460000'],
    ['020 7946 0000', 'gb', '44', '2079460000'],
    // In Italy the zero is part of the number.
    ['06 1234 5678', 'IT', '39', '0612345678'],
    ['612 345 678', 'ES', '34', '612345678'],
    ['1 212 555 0100', 'US', '1', '2125550100'],
    ['(212) 555-0100', 'US', '1', '2125550100'],
    ['011 44 20 7946 0000', 'US', '44', '2079460000'],
    ['06 1 234 5678', 'HU', '36', '12345678'],
    ['+7 495 123 45 67', undefined, '7', '4951234567'],
    ['+353 1 234 5678', undefined, '353', '12345678'],
    ['0', 'DE', '49', '0'],
    ['030/123456', 'DE', '49', '30123456'],
    ['0170 / 123 45 67', 'DE', '49', '1701234567'],
    ['033203/12345', undefined, undefined, '03320312345'],
    ['+49 (0) 30/123456', undefined, '49', '30123456'],
    ['0049 33203/12345', undefined, '49', '3320312345'],
    ['0800/0123456', 'DE', '49', '8000123456'],
    // A zero that is not dialled from abroad is left out there, with brackets or without, but for Italy.
    ['+49 0170 1234567', undefined, '49', '1701234567'],
    ['+39 (0)6 1234 5678', undefined, '39', '0612345678'],
    ['(+49) 30 123456', undefined, '49', '30123456'],
    ['0475/12/34/56', 'BE', '32', '475123456'],
    ['404/555/0123', 'US', '1', '4045550123'],
    ['+49/0171 1234567', undefined, '49', '1711234567'],
    // As in Benin since 2024.
    ['+229 01 97 12 34 56', undefined, '229', '0197123456'],
    ['030.123.456', 'DE', '49', '30123456'],
    ['030 – 12\u00a034\u201156', 'DE', '49', '30123456'],
    ['(0)30 123456', undefined, undefined, '030123456'],
    ['Tel.: 030 123456', 'DE', '49', '30123456'],
    ['tel:+49-30-123456', undefined, '49', '30123456'],
    // As text in a spreadsheet, and as copied from a list of contacts.
    ["'030 123456", 'DE', '49', '30123456'],
    ['\u202a+49 30 123456\u202c', undefined, '49', '30123456'],
  ]
  for (const [text, country, countryCode, localNumber] of cases)
    assert.deepEqual(
      parsePhone(text, country),
      { ...(countryCode === undefined ? {} : { countryCode }), localNumber },
      `${text} ${country}`,
    )
  assert.equal(parsePhone('none', 'DE'), undefined)
})

test('a cell without exactly one phone number is invalid', () => {
  const texts = [
    '030 123456 / 0170 1234567',
    '030 123456/57',
    '12345 / 030 654321',
    '030/123456/0170/1234567',
    '+49 30 123456, +49 170 1234567',
    '+49 30 123456 +49 170 1234567',
    '030 123456; 030 123457',
    '030 123456\n030 123457',
    '030 123456 0170 1234567',
    '030 123456 oder 030 123457',
    '030 123456 (Frau Meier, ab 8 Uhr)',
    'Frau Meier 030 123456',
    '030 123456 ext. 5',
    '030 123456 x5',
    '030 123456 #5',
    'Fax 030 123456',
    '1.23457E+11',
    '1234567890123456',
    '+49 30 1234567890123',
    '+',
    'Tel.',
    '',
  ]
  for (const text of texts)
    for (const country of ['DE', undefined]) assert.equal(parsePhone(text, country), undefined, text)
  const columns = matchColumns(['Order', 'Telefon'])
  const { row, errors } = readRow(columns, ['1', '030 123456 ext. 5'], {})
  assert.deepEqual(row, { key: '1' })
  assert.deepEqual(errors, [
    {
      ...{ path: '/consigneeContact/phone', code: 'format', column: 'Telefon' },
      message: '`030 123456 ext. 5` cannot be read as one phone number.',
      values: { expected: 'phone', value: '030 123456 ext. 5' },
    },
  ])
})

test('a phone number gets the country of its address, from the row or from a default', () => {
  const columns = matchColumns(['Order', 'Telefon', 'Absender Telefon', 'Absender Land'])
  const phones = ({ row }: ReturnType<typeof readRow>) =>
    ['consigneeContact', 'consignorContact'].map((side) => (row[side] as { phone: unknown }).phone)
  assert.deepEqual(
    phones(
      readRow(columns, ['1', '0241 1', '020 1', 'United Kingdom'], {}, { 'consigneeAddress.country': 'Deutschland' }),
    ),
    [
      { countryCode: '49', localNumber: '2411' },
      { countryCode: '44', localNumber: '201' },
    ],
  )
  assert.deepEqual(phones(readRow(columns, ['1', '0241 1', '020 1', 'GB'], {})), [
    { localNumber: '02411' },
    { countryCode: '44', localNumber: '201' },
  ])
})

test('a cell below an empty header is reported, unless its column is ignored', () => {
  const columns = matchColumns(['Order', 'City', ''])
  const faultsOf = (cells: string[], given = columns) => readRow(given, cells, {}).errors.map(({ message }) => message)
  assert.deepEqual(faultsOf(['1', 'London', '', '']), [])
  assert.match(faultsOf(['1', 'London', 'N1', '', 'GB'])[0]!, /without a header: `N1`, `GB`\.$/)
  assert.deepEqual(faultsOf(['1', 'London', 'N1'], columns.with(2, { header: '', path: undefined, how: 'given' })), [])
})
