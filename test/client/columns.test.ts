// Tables as people keep them: which member a column holds, and what stands in its cells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectNotation, readRow } from '../../client/cells.ts'
import { columnTargets, getHeader, matchColumns, resolveFieldPath } from '../../client/columns.ts'
import { ConsignmentInput } from '../../contract/consignment.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'

const pathsOf = (...headers: string[]) => matchColumns(headers).map(({ path }) => path)

test('headers match in English and German, in every spelling', () => {
  const spellings: Record<string, string[]> = {
    key: [
      'key',
      'KEY',
      'Order No.',
      'order_number',
      'OrderNumber',
      'Auftragsnummer',
      'Auftrags-Nr.',
      'Lieferschein Nr',
      'Reference',
    ],
    type: ['type', 'Order type', 'Auftragsart'],
    depotKey: ['depotKey', 'Depot', 'depot key', 'Lager', 'warehouse'],
    requiredFrom: ['requiredFrom', 'Required from', 'Zeit von', 'Window Start', 'earliest'],
    requiredTo: ['required_to', 'bis', 'Deadline', 'window end', 'spätestens', 'Spaetestens'.replace('ae', 'ä')],
    date: ['Date', 'Delivery date', 'Lieferdatum', 'Wunschtermin'],
    weight: ['Weight', 'weight (kg)', 'Gewicht [kg]', 'Gesamtgewicht', 'Wieght'],
    volume: ['volume', 'Volumen (m³)', 'CBM'],
    plannedPackages: ['Packages', 'Colli', 'Anzahl Packstücke', 'pieces'],
    consigneeCode: ['Kundennummer', 'customer no', 'Account number'],
    consignmentInstructions: ['Notes', 'Lieferhinweis', 'Delivery instructions', 'Bemerkung'],
    'consigneeContact.personName': ['Contact', 'Ansprechpartner', 'consigneeContact.personName'],
    'consigneeContact.email': ['E-Mail', 'email', 'Recipient e-mail', 'Empfänger E-Mail'],
    'consigneeContact.phone': ['Phone', 'Telefon', 'Tel.', 'customer phone number'],
    'consigneeContact.mobile': ['Mobile', 'Handy', 'cell phone'],
    'consigneeAddress.company': ['Company', 'Firma', 'Customer', 'Empfänger', 'ship to company'],
    'consigneeAddress.line1': [
      'Street',
      'Straße',
      'STRASSE',
      'Address line 1',
      'Lieferadresse Straße',
      'consignee address line1',
      'Straße, Hausnummer',
    ],
    'consigneeAddress.city': [
      'city',
      'consignee city',
      'Ort',
      'Town',
      'Lieferort',
      'consigneeAddress.city',
      'Empfänger-Ort',
      'Delivery City',
    ],
    'consigneeAddress.postalCode': [
      'PLZ',
      'Postcode',
      'ZIP',
      'zip code',
      'Postal Code',
      'Empfänger PLZ',
      'Postleitzahl',
      'Postleizahl',
    ],
    'consigneeAddress.country': ['Country', 'Land', 'country code'],
    'consigneeAddress.geoLocation.lat': ['lat', 'Latitude', 'Breitengrad'],
    'consigneeAddress.geoLocation.lng': ['lng', 'lon', 'Longitude', 'Längengrad', 'longtitude'],
    'consignorAddress.city': ['consignor city', 'Absender Ort', 'pickup city', 'Abholort', 'Sender: City'],
    'consignorAddress.line1': ['Absender Straße', 'collection address line 1', 'sender street'],
  }
  for (const [path, headers] of Object.entries(spellings))
    for (const header of headers) assert.deepEqual(pathsOf(header), [path], header)
})

test('the path of a field is a header that matches the field; an unknown header matches no field', () => {
  for (const { path } of columnTargets) {
    assert.deepEqual(pathsOf(getHeader(path)), [path])
    assert.equal(resolveFieldPath(path), path)
  }
  assert.deepEqual(pathsOf('Umsatz', 'x', '', 'Internal colour'), [undefined, undefined, undefined, undefined])
})

test('a field gets one column: the column in the map, else the best match, else the first match', () => {
  assert.deepEqual(pathsOf('Wieght', 'Weight'), [undefined, 'weight'])
  assert.deepEqual(pathsOf('City', 'Town'), ['consigneeAddress.city', undefined])
  const columns = matchColumns(['City', 'Town', 'Colour', 'Weight'], {
    town: 'consigneeAddress.city',
    COLOUR: 'planning notes',
    weight: '',
  })
  assert.deepEqual(
    columns.map(({ path, how }) => [path, how]),
    [
      [undefined, undefined],
      ['consigneeAddress.city', 'given'],
      ['planningInstructions', 'given'],
      [undefined, 'given'],
    ],
  )
  assert.throws(() => matchColumns(['A'], { a: 'nonsense' }), /is not a field of a consignment/)
  // What was given last counts, and of two columns of that name the first.
  assert.deepEqual(
    matchColumns(['A', 'B', 'B', '#', ''], { a: 'weight', b: 'weight', '#': 'key' }).map(({ path }) => path),
    [undefined, 'weight', undefined, 'key', undefined],
  )
  // What is given for the name as it is written, not what was given for others that are alike.
  assert.deepEqual(
    matchColumns(['A'], { A: 'weight', a: '' }).map(({ path }) => path),
    ['weight'],
  )
})

test('a field gets the column with the exact header, not a column with a similar header, in any order', () => {
  const pairs: [vague: string, sure: string, path: string][] = [
    ...['Date', 'date', 'Day', 'Datum', 'Ship date', 'Termin', 'Requested date'].flatMap((vague) =>
      ['Delivery date', 'Due date', 'Lieferdatum', 'Liefertermin', 'Wunschtermin'].map(
        (sure): [string, string, string] => [vague, sure, 'date'],
      ),
    ),
    ['Reference', 'Order No', 'key'],
    ['Nr.', 'Auftragsnummer', 'key'],
    ['ID', 'Lieferschein-Nr', 'key'],
    ['Art', 'Auftragsart', 'type'],
    ['von', 'Zeitfenster von', 'requiredFrom'],
    ['To', 'Window end', 'requiredTo'],
    ['Weight', 'Gross weight', 'weight'],
    ['Gewicht', 'Gesamtgewicht', 'weight'],
    ['Menge', 'Anzahl Packstücke', 'plannedPackages'],
    ['Bemerkung', 'Lieferhinweis', 'consignmentInstructions'],
    ['Account', 'Customer number', 'consigneeCode'],
    ['Address', 'Street', 'consigneeAddress.line1'],
    ['Kontakt', 'Ansprechpartner', 'consigneeContact.personName'],
    ['Name', 'Recipient name', 'consigneeAddress.name'],
    ['City', 'Delivery city', 'consigneeAddress.city'],
    ['Customer city', 'Delivery city', 'consigneeAddress.city'],
    ['Kunden-PLZ', 'Liefer-PLZ', 'consigneeAddress.postalCode'],
    ['Phone', 'Ship to phone', 'consigneeContact.phone'],
    ['Supplier city', 'Pickup city', 'consignorAddress.city'],
  ]
  for (const [vague, sure, path] of pairs) {
    assert.deepEqual(pathsOf(vague, sure), [undefined, path], `${vague}, ${sure}`)
    assert.deepEqual(pathsOf(sure, vague), [path, undefined], `${sure}, ${vague}`)
    assert.deepEqual(pathsOf(vague), [path], vague)
  }
  // Nouns alone are no surer than an id: the first of them is the key, as it always was.
  for (const noun of ['Order', 'Job', 'Delivery note', 'Shipment', 'Auftrag', 'Lieferschein', 'Sendung'])
    assert.deepEqual(pathsOf('ID', noun), ['key', undefined], noun)
  assert.deepEqual(pathsOf('Order date'), [undefined], 'the day of the order is not that of the delivery')
  // As the interface writes it, it is that member.
  assert.deepEqual(pathsOf('Total weight', 'weight'), [undefined, 'weight'])
  // Surer than the one is only who has no field of its own.
  const fields = [{ key: 'due', name: 'Due date', type: 'date' as const }]
  assert.deepEqual(
    matchColumns(['Date', 'Due date'], {}, fields).map(({ path }) => path),
    ['date', 'customFields.due'],
  )
})

test('the values of a table determine its number and date formats', () => {
  const columns = matchColumns(['Order', 'Weight', 'Date', 'From'])
  const learn = (...rows: string[][]) => detectNotation(columns, rows)
  assert.deepEqual(learn(['1', '1,234', '05/07/2026', ''], ['2', '3,5', '25/07/2026', '']), {
    decimal: ',',
    dayFirst: true,
  })
  assert.deepEqual(learn(['1', '1.5', '', '07/25/2026 10:00']), { decimal: '.', dayFirst: false })
  assert.deepEqual(learn(['1', '1.234', '05/07/2026', '']), {})
  assert.deepEqual(learn(['1', '1.5', '', ''], ['2', '1,5', '', '']), {}, 'who writes both ways is not guessed at')
})

test('a row becomes an order that the API accepts', () => {
  const columns = matchColumns([
    'Auftragsnr.',
    'Art',
    'Firma',
    'Straße',
    'PLZ',
    'Ort',
    'Land',
    'Gewicht',
    'Lieferdatum',
    'von',
    'bis',
    'Telefon',
    'Handy',
    'Breitengrad',
    'Längengrad',
    'Benachrichtigung',
    'Packages JSON',
  ])
  const cells = [
    'A-1',
    'Abholung',
    'Bäckerei Süd',
    'Hauptstraße 1',
    '01067',
    'Dresden',
    'Deutschland',
    '12,5',
    '01.07.2026',
    '9:00',
    '12:30',
    '+49 (0)351 1234',
    '0170 555 01',
    '51,05',
    '13.74',
    'ja',
    '[{"packageId":"p"}]',
  ]
  const { row, errors } = readRow(columns, cells, {})
  assert.deepEqual(errors, [])
  assert.deepEqual(row, {
    key: 'A-1',
    type: 'collection',
    weight: 12.5,
    requiredFrom: '2026-07-01T09:00:00',
    requiredTo: '2026-07-01T12:30:00',
    consignmentNotificationsEnabled: true,
    packages: [{ packageId: 'p' }],
    consigneeContact: {
      phone: { countryCode: '49', localNumber: '3511234' },
      mobile: { countryCode: '49', localNumber: '17055501' },
    },
    consigneeAddress: {
      company: 'Bäckerei Süd',
      line1: 'Hauptstraße 1',
      postalCode: '01067',
      city: 'Dresden',
      country: 'DE',
      geoLocation: { lat: 51.05, lng: 13.74 },
    },
  })
  assert.deepEqual(compileSchema(ConsignmentInput)(row), [])
})

test('a date column is read as whole days, defaults replace absent columns, and errors name their column', () => {
  const columns = matchColumns(['Order', 'Delivery date', 'Weight', 'Planned'])
  assert.deepEqual(readRow(columns, ['1', '2026-07-01', '', ''], {}, { type: 'delivery' }), {
    row: { type: 'delivery', key: '1', requiredFrom: '2026-07-01T00:00:00', requiredTo: '2026-07-01T23:59:59' },
    errors: [],
  })
  const { errors } = readRow(columns, ['1', '05/07/2026', 'heavy', '31/31/2026'], {})
  assert.deepEqual(
    errors.map(({ path, column }) => [path, column]),
    [
      ['/date', 'Delivery date'],
      ['/weight', 'Weight'],
      ['/planned', 'Planned'],
    ],
  )
  const times = matchColumns(['Order', 'Delivery date', 'From', 'To'])
  assert.deepEqual(
    readRow(times, ['1', '2026-02-31', '08:00', '12:00'], {}).errors.map(({ column }) => column),
    ['Delivery date'],
    'the times of a day that cannot be read are right',
  )
})

test('priority, skills and permitted lateness have columns, and one cell contains all skills', () => {
  const columns = matchColumns(['Order', 'Priority', 'Skills', 'Max late minutes'])
  assert.deepEqual(
    columns.map(({ path }) => path),
    ['key', 'priority', 'skills', 'maxLateMinutes'],
  )
  assert.deepEqual(readRow(columns, ['1', '80', 'cooling; tail lift', '15'], {}).row, {
    key: '1',
    priority: 80,
    skills: ['cooling', 'tail lift'],
    maxLateMinutes: 15,
  })
  // As an export writes them.
  assert.deepEqual(readRow(columns, ['1', '', '["a, b","c"]', ''], {}).row, { key: '1', skills: ['a, b', 'c'] })
})

test('custom fields match by path, key or name and have their type; one cell contains all tags', () => {
  const fields = [
    { key: 'colour', name: 'Farbe des Sofas', type: 'choice' as const },
    { key: 'floor', name: 'Floor', type: 'number' as const },
    { key: 'due', name: 'Due day', type: 'date' as const },
    { key: 'cold', name: 'Cooled', type: 'boolean' as const },
    { key: 'city', name: 'Town of origin', type: 'text' as const },
  ]
  const headers = [
    'Order',
    'farbe des sofas',
    'customFields.floor',
    'Due day',
    'Cooled',
    'City',
    'Tags',
    'customFields.gone',
  ]
  const columns = matchColumns(headers, {}, fields)
  assert.deepEqual(
    columns.map(({ path }) => path),
    [
      ...['key', 'customFields.colour', 'customFields.floor', 'customFields.due', 'customFields.cold'],
      ...['consigneeAddress.city', 'tags', 'customFields.gone'],
    ],
  )
  const { row, errors } = readRow(columns, ['1', 'red', '1.234,5', '01.07.2026', 'ja', 'Ulm', 'a; b', '7'], {
    decimal: ',',
  })
  assert.deepEqual(errors, [])
  assert.deepEqual(row, {
    key: '1',
    customFields: { colour: 'red', floor: 1234.5, due: '2026-07-01', cold: true, gone: '7' },
    consigneeAddress: { city: 'Ulm' },
    tags: ['a', 'b'],
  })
  assert.deepEqual(
    readRow(columns, ['1', '', 'three', 'soon', 'perhaps'], {}).errors.map(({ path }) => path),
    ['/customFields/floor', '/customFields/due', '/customFields/cold'],
  )
})

test('a date column rejects times other than midnight', () => {
  const columns = matchColumns(['Order', 'Lieferdatum', 'Due day'], {}, [{ key: 'due', name: 'Due day', type: 'date' }])
  const read = (day: string, due = '') => readRow(columns, ['1', day, due], {})
  for (const day of [
    '01.07.2026',
    '2026-07-01T00:00:00',
    '2026-07-01 00:00:00',
    '01.07.2026 0:00',
    '2026-07-01T00:00:00Z',
  ])
    assert.deepEqual(read(day, day), {
      row: {
        ...{ key: '1', customFields: { due: '2026-07-01' } },
        ...{ requiredFrom: '2026-07-01T00:00:00', requiredTo: '2026-07-01T23:59:59' },
      },
      errors: [],
    })
  for (const day of [
    '01.07.2026 12:00',
    '2026-07-01T23:00:00-05:00',
    '2026-07-01T00:00:01',
    '1.7.2026 24:00',
    '07/13/2026 8:30 pm',
  ])
    assert.deepEqual(read(day), {
      row: { key: '1' },
      errors: [
        {
          ...{ path: '/date', code: 'format', column: 'Lieferdatum' },
          message: `\`${day}\` has a time, and this column accepts only a day: put times into the columns for \`requiredFrom\` and \`requiredTo\`.`,
          values: { reason: 'time_beside_window', value: day },
        },
      ],
    })
  assert.deepEqual(
    read('', '01.07.2026 12:00').errors.map(({ path, message }) => [path, message]),
    [['/customFields/due', '`01.07.2026 12:00` has a time, and this column accepts only a day.']],
  )
})

test('a header that names a custom field matches it before a field of the API', () => {
  const fields = [
    { key: 'ref', name: 'Ref', type: 'text' as const },
    { key: 'account', name: 'Account', type: 'number' as const },
    { key: 'weight', name: 'Weight of the tare', type: 'number' as const },
    { key: 'note', name: 'Remark of the shop', type: 'text' as const },
  ]
  const pathsWith = (...headers: string[]) => matchColumns(headers, {}, fields).map(({ path }) => path)
  assert.deepEqual(pathsWith('Order no', 'Ref', 'Account', 'City'), [
    ...['key', 'customFields.ref', 'customFields.account', 'consigneeAddress.city'],
  ])
  // A member by its own name stays what it is, and what is given overrules both.
  assert.deepEqual(pathsWith('key', 'weight', 'Weight of the tare'), ['key', 'weight', 'customFields.weight'])
  // By its key only where no member is called so, or another column has that member.
  assert.deepEqual(pathsWith('Note'), ['consignmentInstructions'])
  assert.deepEqual(pathsWith('consignmentInstructions', 'Note'), ['consignmentInstructions', 'customFields.note'])
  const [column] = matchColumns(['Ref'], { Ref: 'key' }, fields)
  assert.equal(column!.path, 'key')
})
