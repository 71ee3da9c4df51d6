// Files over HTTP: read and stored after the request, each row as a request of its own would be, followed, mended and undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { listEvents } from '../../contract/change.ts'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import {
  createImport,
  deleteImport,
  getImport,
  getImportResult,
  type ImportDetail,
  importLimits,
  importTypes,
  listImports,
  undoImport,
} from '../../contract/import.ts'
import { purgeImports } from '../../server/integration/import/queue.ts'
import * as store from '../../server/integration/import/store.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { openFiles } from '../../server/platform/bytes/open.ts'
import { sql } from '../../server/platform/database/database.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { aFile } from '../support/requests.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { workbook, workbookOf } from '../support/workbook.ts'

type Query = Parameters<Tenant['call']>[1] extends infer O ? (O extends { query?: infer Q } ? Q : never) : never
const place = '1 High Street,Leeds,LS1 1AA,GB'
const csv = (text: string) => new Blob([text], { type: importTypes[0] })
const xlsx = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: importTypes[1] })

everyEngine('import', (open) => {
  const fresh = tenants(open)
  const send = async ({ call }: Tenant, body: Blob, query: Record<string, string> = {}) =>
    (await call(createImport, { query: query as Query as never, body })).data.importId
  const ended = ({ call }: Tenant, importId: string): Promise<ImportDetail> =>
    until('the import has ended', async () => {
      const { data } = await call(getImport, { params: { importId } })
      return data.expires !== null && data
    })
  const imported = async (tenant: Tenant, body: Blob, query: Record<string, string> = {}) =>
    ended(tenant, await send(tenant, body, query))
  const isThere = async ({ request }: Tenant, key: string) =>
    (await request('GET', `/v1/consignment?key=${key}`)).status === 200

  test('the rows of a file are stored in sequence, and errors name line, column and value', async () => {
    const tenant = await fresh()
    const rows = [`A-1,${place}`, 'A-2,,Leeds,LS1 1AA,Atlantis', `A-3,${place}`, `A-1,${place}`, `A-4,${place},Else`]
    const answer = await tenant.request('POST', '/v1/imports?name=orders.csv', { body: aFile(rows) })
    assert.equal(answer.status, 201, answer.text)
    const { importId, state } = answer.json.data
    assert.equal(answer.headers.get('location'), `/v1/imports/${importId}`)
    assert.equal(state, 'queued')
    const found = await ended(tenant, importId)
    const { failedRows, columns, ...shown } = found
    assert.deepEqual(
      { ...shown, created: '', updated: '', expires: '' },
      {
        ...{ importId, name: 'orders.csv', state: 'done', mode: 'create', dryRun: false, timezone: 'UTC' },
        ...{ created: '', updated: '' },
        ...{ expires: '', rows: 5, progress: 1, repeated: 1, undone: 0, kept: 0, message: null },
        summary: { rows: 5, created: 2, updated: 0, unchanged: 0, failed: 3 },
      },
    )
    assert.deepEqual(columns![0], { column: 'order', member: 'key' })
    const told = failedRows.map(({ line, key, code, errors }) => ({
      ...{ line, key, code },
      errors: errors.map(({ path, column, value }) => [path, column, value]),
    }))
    assert.deepEqual(told, [
      {
        ...{ line: 3, key: 'A-2', code: 'BAD_REQUEST' },
        errors: [
          ['/consigneeAddress/line1', 'street', undefined],
          ['/consigneeAddress/country', 'country', 'Atlantis'],
        ],
      },
      { line: 5, key: 'A-1', code: 'KEY_EXISTS', errors: [['/key', 'order', 'A-1']] },
      { line: 6, key: 'A-4', code: 'BAD_REQUEST', errors: [['', undefined, undefined]] },
    ])
    const { data } = await tenant.call(listEvents, { query: {} })
    assert.deepEqual(
      data.events.map(({ type, record }) => [type, record.key]),
      [
        ['consignment.created', 'A-1'],
        ['consignment.created', 'A-3'],
      ],
    )
    assert.deepEqual(
      (await tenant.call(listImports)).data.map((each) => each.importId),
      [importId],
    )
  })

  test('unreadable values and values that the API rejects are reported together, each once', async () => {
    const tenant = await fresh()
    await imported(tenant, csv(`order,street,city,postcode,country\nC-2,${place}\n`))
    const file = csv(
      'order,street,city,postcode,country,weight,from\nC-1,,Leeds,LS1 1AA,ZZ,heavy,soon\nC-2,,,,,heavy,\n,,Leeds,LS1 1AA,GB,heavy,\n',
    )
    const { failedRows } = await imported(tenant, file, { mode: 'upsert' })
    assert.deepEqual(
      failedRows.map(({ line, errors }) => [line, errors.map(({ path }) => path).sort()]),
      [
        [2, ['/consigneeAddress/country', '/consigneeAddress/line1', '/requiredFrom', '/weight']],
        // It is there, so that it lacks nothing.
        [3, ['/weight']],
        [4, ['/consigneeAddress/line1', '/key', '/weight']],
      ],
    )
  })

  test('the import of a corrected result file stores the failed rows', async () => {
    const tenant = await fresh()
    const { importId } = await imported(tenant, aFile([`B-1,${place}`, '=B-2,"=SUM(1;2)",Leeds,LS1 1AA,ZZ']))
    const answer = await tenant.call(getImportResult, { params: { importId } })
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="import_failed\.csv"/)
    // Programs take text without a charset for Latin-1.
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    const text = await answer.data.text()
    assert.match(
      text,
      /^order,street,city,postcode,country,import errors\r\n"'=B-2","'=SUM\(1;2\)",Leeds,LS1 1AA,ZZ,"?country: /,
    )
    const mended = await imported(tenant, csv(text.replace(',ZZ,', ',GB,')))
    assert.deepEqual(mended.summary, { rows: 1, created: 1, updated: 0, unchanged: 0, failed: 0 })
    assert.equal(mended.columns!.at(-1)!.member, null)
    const { data } = await tenant.call(getConsignment, { query: { key: '=B-2' } })
    assert.equal(data.consigneeAddress.line1, '=SUM(1;2)')
  })

  test('a result file keeps cells without a header, and its unchanged import reports the same error', async () => {
    const tenant = await fresh()
    const { importId, failedRows } = await imported(tenant, aFile([`S-1,${place},note: fragile`]))
    assert.equal(failedRows[0]!.errors[0]!.code, 'surplus')
    const text = await (await tenant.call(getImportResult, { params: { importId } })).data.text()
    assert.match(text, /,note: fragile\r\n$/)
    const again = await imported(tenant, csv(text))
    assert.deepEqual([again.summary.created, again.failedRows[0]!.errors[0]!.code], [0, 'surplus'])
  })

  test('an import uses the date of the delivery, not the date of the order', async () => {
    const tenant = await fresh()
    const file = `Order No,Order date,Date,Delivery date,Street,City,Postcode,Country\nOD-1,2026-06-01,2026-06-02,2026-07-15,${place}\n`
    const { columns, summary } = await imported(tenant, csv(file), { timezone: 'UTC' })
    assert.equal(summary.created, 1)
    assert.deepEqual(
      columns!.slice(0, 4).map(({ member }) => member),
      ['key', null, null, 'date'],
    )
    const { data } = await tenant.call(getConsignment, { query: { key: 'OD-1' } })
    assert.deepEqual([data.requiredFrom, data.requiredTo], ['2026-07-15T00:00:00Z', '2026-07-15T23:59:59Z'])
  })

  test('an invalid date in an imported file is reported with its column', async () => {
    const tenant = await fresh()
    const file = csv(`order,street,city,postcode,country,delivery date,from,to\nD-1,${place},35.07.2026,08:00,10:00\n`)
    const { failedRows } = await imported(tenant, file)
    assert.deepEqual(
      failedRows[0]!.errors.map(({ path, column, value }) => [path, column, value]),
      [['/date', 'delivery date', '35.07.2026']],
    )
  })

  test('an import over HTTP supports workbooks, custom headers, defaults, a zone and custom fields', async () => {
    const tenant = await fresh()
    const colour = { key: 'colour', name: 'Farbe', type: 'text' as const }
    await tenant.call(updateEnvironment, { body: { customFields: [colour] } })
    const sheet = workbook([
      ['Beleg', 'Wohin', 'Ort', 'PLZ', 'Farbe', 'Zeitfenster von', 'Gewicht'],
      ['C-1', 'Weg 1', 'Berlin', '10115', 'rot', new Date('2026-07-01T09:00:00Z'), 1.5],
    ])
    const { summary, message, timezone } = await imported(tenant, xlsx(sheet), {
      map: '{"Beleg":"key","wohin":"consigneeAddress.line1"}',
      set: '{"country":"DE","type":"collection"}',
      timezone: 'Europe/Berlin',
    })
    assert.deepEqual([summary.created, message, timezone], [1, null, 'Europe/Berlin'])
    const { data } = await tenant.call(getConsignment, { query: { key: 'C-1' } })
    assert.deepEqual(
      [data.type, data.consigneeAddress.country, data.requiredFrom, data.weight, data.customFields],
      ['collection', 'DE', '2026-07-01T07:00:00Z', 1.5, { colour: 'rot' }],
    )
    const french = csv(`order;street;city;postcode;country;weight\nC-2;1 High Street;Leeds;LS1;GB;"1,234"\n`)
    assert.equal((await imported(tenant, french, { decimal: ',', delimiter: ';' })).summary.created, 1)
    assert.equal((await tenant.call(getConsignment, { query: { key: 'C-2' } })).data.weight, 1.234)
  })

  test('a formula error in a spreadsheet is reported with its column, and clears no field', async () => {
    const tenant = await fresh()
    await imported(tenant, csv(`order,street,city,postcode,country,notes\nX-1,${place},ring twice\n`))
    const headers = ['order', 'street', 'city', 'postcode', 'country', 'notes']
    const cells = [headers, ['X-1', ...place.split(',')]].map((texts, row) =>
      texts.map((text, at) => `<c r="${'ABCDEF'[at]}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join(''),
    )
    const sheet = `<row r="1">${cells[0]}</row><row r="2">${cells[1]}<c r="F2" t="e"><v>#N/A</v></c></row>`
    const { failedRows } = await imported(tenant, xlsx(workbookOf(sheet)), { mode: 'replace' })
    assert.deepEqual(
      failedRows.map(({ line, errors }) => [line, errors.map(({ path, column, value }) => [path, column, value])]),
      [[2, [['/consignmentInstructions', 'notes', '#N/A']]]],
    )
    const { data } = await tenant.call(getConsignment, { query: { key: 'X-1' } })
    assert.equal(data.consignmentInstructions, 'ring twice')
    const formula = sheet.replace('<c r="F2" t="e"><v>#N/A</v></c>', '<c r="F2"><f>1+1</f></c>')
    const [row] = (await imported(tenant, xlsx(workbookOf(formula)), { mode: 'replace' })).failedRows
    assert.deepEqual(
      row!.errors.map(({ column, value, message }) => [column, value, /never calculated/.test(message)]),
      [['notes', undefined, true]],
    )
  })

  test("times of a file are in the environment's zone at the upload, and the import returns the zone", async () => {
    const tenant = await fresh()
    await tenant.call(updateEnvironment, { body: { timezone: 'America/New_York' } })
    const file = csv(`order,street,city,postcode,country,required from\nZ-1,${place},2026-07-01 09:00\n`)
    const { json } = await tenant.request('POST', '/v1/imports', { body: file })
    await tenant.call(updateEnvironment, { body: { timezone: 'Asia/Tokyo' } })
    assert.equal((await ended(tenant, json.data.importId)).timezone, 'America/New_York')
    const { data } = await tenant.call(getConsignment, { query: { key: 'Z-1' } })
    assert.equal(data.requiredFrom, '2026-07-01T13:00:00Z')
  })

  test('a dry run of an import stores nothing, considers earlier rows, and cannot be undone', async () => {
    const tenant = await fresh()
    const rows = Array.from({ length: 45 }, (_, at) => `D-${at % 40},${place}`)
    const { summary, importId, repeated } = await imported(tenant, aFile(rows), { mode: 'upsert', dryRun: 'true' })
    assert.deepEqual(summary, { rows: 45, created: 40, updated: 5, unchanged: 0, failed: 0 })
    assert.equal(repeated, 5)
    assert.equal(await isThere(tenant, 'D-1'), false)
    assertProblem(await tenant.request('POST', `/v1/imports/${importId}/undo`), 'IMPORT_STATE')
  })

  test('an undo of an import deletes the created orders once, except orders that changed since', async () => {
    const tenant = await fresh()
    await tenant.call(importConsignments, {
      query: {},
      body: { consignments: [anOrder({ key: 'E-0', weight: 1 })] },
    })
    const rows = Array.from({ length: 50 }, (_, at) => `E-${at},${place},2`)
    // The last one changes what the second has created.
    const body = csv(`order,street,city,postcode,country,weight\n${[...rows, `E-1,${place},3`].join('\n')}`)
    const { importId, summary } = await imported(tenant, body, { mode: 'upsert' })
    assert.deepEqual([summary.created, summary.updated], [49, 2])
    await tenant.call(updateConsignment, { query: { key: 'E-2' }, body: { weight: 9 } })
    await tenant.call(deleteConsignment, { query: { key: 'E-3' } })
    await tenant.call(undoImport, { params: { importId } })
    const { state, undone, kept } = await ended(tenant, importId)
    assert.deepEqual([state, undone, kept], ['undone', 47, 1])
    await tenant.call(undoImport, { params: { importId } })
    assert.equal((await ended(tenant, importId)).undone, 47)
    const left = await tenant.request('GET', '/v1/consignments?sort=key')
    assert.deepEqual(
      left.json.data.consignments.map(({ key }: { key: string }) => key),
      ['E-0', 'E-2'],
    )
  })

  test('an invalid file is rejected at the upload, or its import fails with a reason', async () => {
    const tenant = await fresh()
    const old = new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], { type: importTypes[1] })
    const post = (body: Blob, query = '') => tenant.request('POST', `/v1/imports${query}`, { body })
    for (const answer of [
      await post(old),
      await post(csv('PK\x03\x04'.padEnd(30, '.').concat('mimetypeapplication/vnd.oasis.opendocument'))),
      await post(aFile(), '?name=orders.xls'),
    ]) {
      assertProblem(answer, 'UNSUPPORTED_MEDIA_TYPE')
      assert.match(answer.json.data.message, /\.xls.*\.ods.*Save it as \.xlsx or \.csv/)
    }
    assertProblem(await post(new Blob(['a'], { type: 'application/vnd.ms-excel' })), 'UNSUPPORTED_MEDIA_TYPE')
    assertProblem(await post(aFile(), '?map=x&set=%5B%5D'), 'BAD_REQUEST', ['?map', '?set'])
    assertProblem(await post(aFile(), '?map=%7B%22a%22:%22nothing.such%22%7D'), 'BAD_REQUEST', ['?map'])
    const twice = encodeURIComponent(JSON.stringify({ a: 'key', b: 'order number' }))
    assertProblem(await post(aFile(), `?map=${twice}`), 'BAD_REQUEST', ['?map'])
    const pdf = await post(csv('%PDF-1.7'))
    assertProblem(pdf, 'UNSUPPORTED_MEDIA_TYPE')
    assert.match(pdf.json.data.message, /This is a PDF file, not a table/)
    const elsewhere = await imported(tenant, csv('Order;Gew.Brutto\nA;1\n'), { map: '{"Gew. brutto kg":"weight"}' })
    assert.deepEqual([elsewhere.state, elsewhere.summary.rows], ['failed', 0])
    assert.match(elsewhere.message!, /the column `Gew\. brutto kg`, which .* did you mean `Gew\.Brutto`\?/)
    const wide = `<row r="1"><c r="A1" t="inlineStr"><is><t>order</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`
    for (const [body, reason] of [
      [csv('city\nLeeds\n'), /No column contains the order key/],
      [csv(' '), /empty/],
      [xlsx(Buffer.from('PK\x03\x04 and then nothing')), /damaged/],
      [xlsx(workbookOf(wide)), /unpacks to more than can be read/],
      [xlsx(workbookOf(wide.replace('XFD1048576', 'ZZZZZZ2'))), /damaged/],
      [xlsx(workbookOf(wide.replace('order', 'x'.repeat(300_000)))), /more than 32767 characters/],
      [csv(`order${','.repeat(1_000)}\n`), /more than 1000 columns/],
      [csv(`order\n${'x\n'.repeat(importLimits.rows + 1)}`), /more than 50000 rows/],
    ] as const) {
      const { state, message, summary } = await imported(tenant, body)
      assert.deepEqual([state, summary.rows], ['failed', 0])
      assert.match(message!, reason)
    }
  })

  test('a text that is rejected in a JSON request is rejected in a file too', async () => {
    const tenant = await fresh()
    const { failedRows } = await imported(tenant, csv(`order,street,city,postcode,country\nF-1,a\x01b,Leeds,LS1,GB\n`))
    assert.deepEqual(
      failedRows.map(({ line, code }) => [line, code]),
      [[2, 'BAD_REQUEST']],
    )
  })

  test('a file with a repeated Idempotency-Key is imported once, and its bytes are deleted at the end', async () => {
    const { config } = await open()
    const tenant = await fresh()
    const headers = { 'idempotency-key': aKey('once') }
    const body = aFile([`G-1,${place}`])
    const answers = [
      await tenant.request('POST', '/v1/imports', { body, headers }),
      await tenant.request('POST', '/v1/imports', { body, headers }),
    ]
    assert.equal(answers[0]!.text, answers[1]!.text)
    assert.equal(answers[1]!.headers.get('idempotent-replayed'), 'true')
    const { importId } = answers[0]!.json.data
    await ended(tenant, importId)
    assert.equal((await tenant.call(listImports)).data.length, 1)
    const files = openFiles(config)
    await until('the file is gone', async () => !(await files.get(buildFileName(tenant.environmentId, importId))))
  })

  test('a cancelled import keeps its stored rows, and can be undone', async () => {
    const service = await open()
    const tenant = await fresh()
    const { environmentId, call } = tenant
    const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
    const importId = aKey('import')
    await service.database(({ write }) =>
      write(async (tx) => {
        const asked = { actor: 'test', requestId: 'test', options: '{"mode":"create","dryRun":false}', name: null }
        await store.insertImport(tx, environmentId, {
          importId,
          ...asked,
          type: 'csv',
          created: '2026-07-01T00:00:00Z',
        })
        // Somebody else works on it, who will never be heard of again.
        const far = { owner: 'somebody', now: Date.now(), until: Date.now() + 3_600_000 }
        await store.leaseImport(tx, environmentId, importId, far)
        const stored = JSON.stringify([[consignmentId, 1, 1]])
        await store.insertPart(tx, environmentId, importId, { firstRow: 0, stored, failed: null })
      }),
    )
    await call(deleteImport, { params: { importId } })
    assert.equal((await ended(tenant, importId)).state, 'cancelled')
    await call(undoImport, { params: { importId } })
    const { state, undone } = await ended(tenant, importId)
    assert.deepEqual([state, undone], ['undone', 1])
    assertProblem(await tenant.request('GET', `/v1/consignment/${consignmentId}`), 'NOT_FOUND')
  })

  test('an ended import is deleted on request, and after a day', async () => {
    const service = await open()
    const tenant = await fresh()
    const done = await imported(tenant, aFile())
    await tenant.call(deleteImport, { params: { importId: done.importId } })
    assertProblem(await tenant.request('GET', `/v1/imports/${done.importId}`), 'NOT_FOUND')
    const other = await imported(tenant, aFile(['H-1,,,,']))
    const past = Date.now() - 25 * 3_600_000
    await service.database(({ write }) =>
      write((tx) => tx.run(sql`update imports set ended = ${past} where environment_id = ${tenant.environmentId}`)),
    )
    for (const path of ['', '/result']) {
      const answer = await tenant.request('GET', `/v1/imports/${other.importId}${path}`)
      assertProblem(answer, 'NOT_FOUND')
    }
    assert.deepEqual((await tenant.call(listImports)).data, [])
    const left = await service.database(({ write, read }) =>
      write(async (tx) => {
        const call = { environmentId: tenant.environmentId, now: Date.now() } as never
        assert.equal(await purgeImports.run(tx, tenant.environmentId, call), false)
      }).then(() =>
        read((tx) =>
          tx.get<{ rows: number }>(
            sql`select (select count(*) from imports where environment_id = ${tenant.environmentId}) + (select count(*) from import_parts where environment_id = ${tenant.environmentId}) as rows`,
          ),
        ),
      ),
    )
    assert.equal(left!.rows, 0)
  })

  test('an erasure deletes the failed rows that contain the recipient', async () => {
    const service = await open()
    const tenant = await fresh()
    const { importId } = await imported(tenant, aFile([`I-1,${place}`, 'I-2,Zqcanary 7,Leeds,LS1 1AA,Zqcanary']))
    const { consignmentId } = (await tenant.call(getConsignment, { query: { key: 'I-1' } })).data
    const kept = () =>
      service.database(({ read }) =>
        read((tx) =>
          tx.all<{ failed: string | null }>(
            sql`select failed from import_parts where environment_id = ${tenant.environmentId}`,
          ),
        ),
      )
    assert.match(JSON.stringify(await kept()), /Zqcanary/)
    await tenant.call(eraseConsignees, { body: { ids: [consignmentId] } })
    assert.doesNotMatch(JSON.stringify(await kept()), /Zqcanary/)
    const { failedRows, summary } = (await tenant.call(getImport, { params: { importId } })).data
    assert.deepEqual([failedRows, summary.failed], [[], 1])
    assert.doesNotMatch(await (await tenant.call(getImportResult, { params: { importId } })).data.text(), /Zqcanary/)
  })
})
