// A downloaded file has the signs that spreadsheets expect in the console's language, and the import reads it again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { detectNotation, readRow } from '../../client/cells.ts'
import { matchColumns } from '../../client/columns.ts'
import { formatCsvRow } from '../../client/csv.ts'
import { listTexts, outcomeTexts } from '../../console/consignments/words.ts'
import { convertRows, formatCells, listColumns } from '../../console/fleet/rows.ts'
import { fleetTexts } from '../../console/fleet/words.ts'
import { importTexts } from '../../console/import/words.ts'
import { loadTexts } from '../../console/load/words.ts'
import { createCsvWriter } from '../../console/platform/csv.ts'
import { isTable, readTable } from '../../console/platform/table-file.ts'
import { roadTexts } from '../../console/road/words.ts'
import { uiLanguages } from '../../console/words/words.ts'
import { cellsOf } from '../support/tables.ts'

const cells = ['A-1', 'Müller; Söhne', 1234.5, -0.25, 12, true, 'a, b']

test('each language has its separator and its decimal sign', () => {
  assert.equal(createCsvWriter('en')(cells), 'A-1,"Müller; Söhne",1234.5,-0.25,12,true,"a, b"\r\n')
  assert.equal(createCsvWriter('de')(cells), 'A-1;"Müller; Söhne";1234,5;-0,25;12;true;"a, b"\r\n')
  assert.equal(createCsvWriter('ar')(cells), 'A-1;"Müller; Söhne";1234.5;-0.25;12;true;"a, b"\r\n')
})

test('the API and the command line write commas and decimal points', () => {
  assert.equal(formatCsvRow(['A-1', 1.125, 'a|b']), 'A-1,1.125,a|b\r\n')
})

test('numbers have no exponent, and texts that look like numbers stay unchanged', () => {
  assert.equal(createCsvWriter('de')([1e-7, 1.125, '1.5', '-1.5', '=1']), `0,0000001;1,1250;1.5;-1.5;"'=1"\r\n`)
})

/** Columns of an order that the order list writes, with their texts. */
const names = ['key', 'consignee', 'city', 'note', 'weight', 'volume'] as const
const paths = [
  'key',
  'consigneeAddress.company',
  'consigneeAddress.city',
  'consignmentInstructions',
  'weight',
  'volume',
  'customFields.size',
]
const text = fc.string({ unit: fc.constantFrom(...`a1.,;|'"=-+ äع`), minLength: 1, maxLength: 12 })
const amount = fc.oneof(
  fc.integer({ min: 0, max: 9_999_999 }).map((thousandths) => thousandths / 1_000),
  fc.double({ min: 0.000001, max: 1e9, noNaN: true }),
)

for (const language of uiLanguages)
  test(`the import reads every order of a downloaded file again: ${language}`, async () => {
    const write = createCsvWriter(language)
    const fields = [{ key: 'size', name: 'a|b; c, "d"', type: 'number' as const }]
    const head = [...names.map((name) => listTexts[name][language]), fields[0]!.name]
    const row = fc.tuple(text, text, text, text, amount, amount, amount)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 3 }), async (rows) => {
        const written = rows.map((values, index) => [`K${index}`, ...values.slice(1)])
        const file = ['\ufeff', ...[head, ...written].map(write)].join('')
        const { service, console: table } = await cellsOf(file)
        assert.deepEqual(service, table)
        const columns = matchColumns(head, {}, fields)
        assert.deepEqual(
          columns.map(({ path }) => path),
          paths,
        )
        const notation = detectNotation(columns, table!)
        for (const [index, values] of written.entries()) {
          const { row: order, errors } = readRow(columns, table![index]!, notation)
          assert.deepEqual(errors, [])
          assert.deepEqual(
            paths.map((path) => path.split('.').reduce<unknown>((value, name) => (value as never)?.[name], order)),
            values.map((value) => (typeof value === 'string' ? value.trim() || undefined : value)),
          )
        }
      }),
      { numRuns: 200 },
    )
  })

test('the order list in every language has headings that the import matches', () => {
  const imported = {
    ...{ type: 'type', consigneeCode: 'consigneeCode', postalCode: 'consigneeAddress.postalCode' },
    ...{ country: 'consigneeAddress.country', phone: 'consigneeContact.phone', depotKey: 'depotKey' },
    ...{ channelKey: 'channelKey', areaKey: 'areaKey', loadId: 'loadId', tags: 'tags' },
    ...{ requiredFrom: 'requiredFrom', requiredTo: 'requiredTo', planned: 'planned' },
  }
  for (const language of uiLanguages)
    for (const [name, path] of Object.entries(imported)) {
      const heading = `${listTexts[name as keyof typeof imported][language]} (Europe/Berlin)`
      assert.equal(matchColumns([heading])[0]!.path, path, heading)
    }
})

test('vehicles keep their values when a downloaded file is imported in any language', async () => {
  const properties = {
    ...{ key: { type: 'string' }, name: { type: 'string' }, weightCapacity: { type: 'number' } },
    ...{ costPerKm: { type: 'number' }, active: { type: 'boolean' }, skills: { type: 'array' } },
  }
  const vehicle = { key: '1.5', name: 'Van; "long", 2|3', weightCapacity: 1500.125, costPerKm: 1e-7, active: true }
  for (const language of uiLanguages) {
    const rows = [listColumns({ properties }), formatCells({ ...vehicle, skills: ['a', 'b c'] }, { properties })]
    const table = await readTable(new File([rows.map(createCsvWriter(language)).join('')], 'vehicles.csv'))
    assert.ok(isTable(table))
    assert.deepEqual(convertRows(table, { properties }).rows, [{ ...vehicle, skills: ['a', 'b c'] }], language)
  }
})

test('the name of every button that downloads a file says so', () => {
  const downloads = { en: /^Download /, de: / ?herunterladen( |$)/, ar: /^تنزيل / }
  const labels = [fleetTexts.csv, listTexts.csv, loadTexts.csv, importTexts.sample, importTexts.saveFailed]
  for (const label of [...labels, roadTexts.labels, outcomeTexts.pdf])
    for (const language of uiLanguages) assert.match(label[language], downloads[language])
})
