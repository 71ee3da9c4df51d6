// `dray import` and `dray export`, with files as people have them.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openFile } from '../../cli/file.ts'
import * as admin from '../../server/admin/database.ts'
import { run as runCommand } from '../support/command-line.ts'
import { type Service, startService, temporaryFolder } from '../support/harness.ts'
import { workbook, workbookOf, zip } from '../support/workbook.ts'

const root = join(import.meta.dirname, '../..')
const sample = join(root, 'docs/samples/orders.csv')

describe('files', () => {
  const cleanups: (() => unknown)[] = []
  const t = { after: (fn: () => unknown) => void cleanups.push(fn) }
  let service: Service
  let folder: string
  before(async () => {
    service = await startService(t)
    folder = temporaryFolder(t)
  })
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })

  const run = (...parameters: string[]) => runCommand(parameters, { DRAY_DATA: service.config.data })
  let names = 0
  const environment = async () => {
    const name = `files ${++names}`
    await admin.createEnvironment(service.config, name, Date.now())
    return name
  }
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const exported = async (name: string) =>
    (await run('export', '--environment', name, '--format', 'ndjson')).out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  test('each row of an imported file has the share of the file that was read so far', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `PART-${String(n).padStart(3, '0')}`)
    const files = {
      'part.csv': ['key', ...keys].join('\n'),
      'part.ndjson': keys.map((key) => `${JSON.stringify({ key })}\n`).join(''),
      'part.xlsx': workbook([['key'], ...keys.map((key) => [key])]),
    }
    for (const [name, content] of Object.entries(files)) {
      const options = { map: {}, defaults: {}, reading: {}, delimiter: undefined, fields: [] }
      const { rows } = await openFile(file(name, content), options)
      const parts = (await Array.fromAsync(rows)).map(({ part }) => part)
      assert.equal(parts.length, keys.length)
      assert.ok(Math.abs(parts[19]! - 0.5) < 0.05 && Math.abs(parts.at(-1)! - 1) < 0.05, `${name}: ${parts}`)
    }
  })

  test('repeated imports of the sample store each order once, and the report lists each row', async () => {
    const name = await environment()
    const dry = await run('import', sample, '--environment', name, '--dry-run')
    assert.match(dry.out, /nothing was stored\. 5 rows: 5 created/)
    assert.deepEqual(await exported(name), [])
    const report = join(folder, 'report.csv')
    const first = await run('import', sample, '--environment', name, '--report', report)
    assert.equal(first.code, 0, first.err)
    assert.match(first.err, /Straße → consigneeAddress.line1/)
    assert.match(first.out, /^5 rows: 5 created, 0 updated, 0 unchanged, 0 failed$/m)
    assert.equal(readFileSync(report, 'utf8').split('\r\n').length, 7)
    assert.match((await run('import', sample, '--environment', name)).out, /5 unchanged/)
    const orders = await exported(name)
    const third = orders.find(({ key }) => key === 'SAMPLE-1003')
    assert.equal(third.type, 'collection')
    assert.equal(third.weight, 1250)
    assert.equal(third.requiredTo, '2026-07-01T17:00:00Z')
    assert.deepEqual(third.consigneeContact.phone, { code: null, countryCode: '49', localNumber: '2411234562' })
  })

  test('a file in another encoding, with another delimiter or from Excel has the same rows, also over HTTP', async () => {
    const name = await environment()
    await run('import', sample, '--environment', name)
    const text = readFileSync(sample, 'utf8')
    const rows = text
      .trim()
      .split('\n')
      .map((line) => line.split(';'))
    const sheet = rows.map((row, index) =>
      index === 0
        ? row
        : row.map((cell, column) =>
            column === 10
              ? Number(cell.replace('.', '').replace(',', '.'))
              : column === 7
                ? new Date(`${cell.slice(6)}-${cell.slice(3, 5)}-${cell.slice(0, 2)}T00:00:00Z`)
                : cell,
          ),
    )
    const files = [
      file('latin.csv', Buffer.from(text, 'latin1')),
      file('wide.csv', Buffer.from(`\ufeff${text}`, 'utf16le')),
      file('marked.csv', `\ufeff${text.replaceAll('\n', '\r\n')}`),
      file('tabs.csv', text.replaceAll(';', '\t')),
      file('commas.csv', rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')),
      file('orders.xlsx', workbook(sheet)),
    ]
    for (const path of files) {
      const { code, out, err } = await run('import', path, '--environment', name)
      assert.equal(code, 0, `${path}: ${out}${err}`)
      assert.match(out, /5 rows: 0 created, 0 updated, 5 unchanged/, path)
    }
    const other = await environment()
    const token = await admin.createToken(service.config, { environment: other, scopes: ['*'] }, Date.now())
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const web = ['--url', service.url, '--token', token]
    assert.match((await run('import', sample, ...web)).out, /5 created/)
    const lines = (await run('export', ...web, '--format', 'ndjson', '--filter', 'type=collection')).out
      .trim()
      .split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).key),
      ['SAMPLE-1003'],
    )
  })

  const orderLine = (key: string, more: object = {}) =>
    JSON.stringify({
      key,
      type: 'delivery',
      consigneeAddress: { line1: 'Straße 1', city: 'Köln', postalCode: '50667', country: 'DE' },
      ...more,
    })
  const web = async (name: string) => {
    const token = await admin.createToken(service.config, { environment: name, scopes: ['*'] }, Date.now())
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return ['--url', service.url, '--token', token]
  }

  test('JSON lines in other encodings are stored correctly, in the database and over HTTP', async () => {
    const name = await environment()
    const ways = [['--environment', name], await web(name)]
    const text = `${orderLine('E-1')}\r\n\n${orderLine('E-2')}\n`
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
    const files = [
      file('plain.ndjson', text),
      file('marked.ndjson', `\ufeff${text}`),
      file('windows.ndjson', Buffer.from(text, 'latin1')),
      file('wide.ndjson', wide),
      file('unmarked.ndjson', wide.subarray(2)),
      file('swapped.ndjson', Buffer.from(wide).swap16()),
      file('old.ndjson', text.replaceAll(/\r?\n/g, '\r')),
      file('blank.ndjson', text.replaceAll('\n', '\n\u00a0\n \u2003\n')),
      file('blank-windows.ndjson', Buffer.from(text.replaceAll('\n', '\n\u00a0\n'), 'latin1')),
    ]
    for (const way of ways)
      for (const path of files) {
        const { code, out } = await run('import', path, ...way, '--mode', 'replace')
        assert.equal(code, 0, `${path}: ${out}`)
        const orders = await exported(name)
        assert.deepEqual(
          orders.map(({ key, consigneeAddress: { line1, city } }) => [key, line1, city]),
          [
            ['E-1', 'Straße 1', 'Köln'],
            ['E-2', 'Straße 1', 'Köln'],
          ],
          path,
        )
      }
  })

  test('an empty delimiter is rejected', async () => {
    const { code, out, err } = await run('import', sample, '--environment', 'none', '--delimiter', '')
    assert.match(err, /--delimiter <sign>.* Give a sign, such as ;/)
    assert.deepEqual({ code, out }, { code: 2, out: '' })
  })

  test('a broken line fails with its number, and the other lines are stored', async () => {
    const name = await environment()
    const broken = Buffer.concat([
      ...[`${orderLine('B-1')}\n`, Buffer.from(`${orderLine('B-2')}\n`, 'latin1'), '{"key":"B-3",\n'].map(Buffer.from),
      Buffer.from(`${orderLine('B-4', { consignmentInstructions: 'x'.repeat(2 ** 20) })}\n${orderLine('B-5')}`),
    ])
    for (const way of [['--environment', name], await web(name)]) {
      const { code, out } = await run('import', file('broken.ndjson', broken), ...way)
      assert.match(out, /^line 2: The line is not valid UTF-8\.$/m)
      assert.match(out, /^line 3: The line is not valid JSON: it ends too early\.$/m)
      assert.match(out, /^line 4: The line has more than 1048576 bytes\.$/m)
      assert.match(out, /^5 rows: \d created, 0 updated, \d unchanged, 3 failed$/m)
      assert.equal(code, 1)
      assert.deepEqual(
        (await exported(name)).map(({ key, consigneeAddress: { city } }) => [key, city]),
        [
          ['B-1', 'Köln'],
          ['B-5', 'Köln'],
        ],
      )
    }
    const odd = Buffer.from(`\ufeff${orderLine('B-6')}\n`, 'utf16le').subarray(0, -1)
    const { err, code } = await run('import', file('odd.ndjson', odd), '--environment', name)
    assert.match(err, /^dray: The file is not valid UTF-16/m)
    assert.equal(code, 3)
  })

  test('only line feeds and carriage returns separate lines; other separators may be part of a text', async () => {
    const name = await environment()
    const said = 'a\u2028b\u2029c\u0085d'
    await run(
      'import',
      file('typed.ndjson', orderLine('L-1', { consignmentInstructions: said }).replace('a\u2028', 'a\\u2028')),
      '--environment',
      name,
    )
    const path = join(folder, 'separated.ndjson')
    await run('export', '--environment', name, '--format', 'ndjson', '--output', path)
    assert.ok(readFileSync(path, 'utf8').includes(said))
    const { out } = await run('import', path, '--environment', name)
    assert.match(out, /^1 rows: 0 created, 0 updated, 1 unchanged, 0 failed$/m)
    assert.equal((await exported(name))[0].consignmentInstructions, said)
  })

  test('each error names its line, stops no other row and makes the exit code 1', async () => {
    const name = await environment()
    const path = file(
      'faulty.csv',
      'Order,Street,City,Postcode,Country,Weight,Date,Colour\nA,1 High St,London,N1,XX,1.5,2026-07-01,red\nB,2 High St,London,N1,GB,heavy,2026-07-01,\nC,3 High St,London,N1,GB,2.5,05/07/2026,\n,4 High St,London,N1,GB,,,\nE,5 High St,London,N1,GB,,,\n',
    )
    const { code, out, err } = await run('import', path, '--environment', name)
    assert.equal(code, 1)
    assert.match(err, /Colour: not used/)
    assert.match(out, /^line 2 \(A\): .*`XX` is not a two-letter ISO 3166-1 code/m)
    assert.match(out, /^line 3 \(B\): .*`heavy` cannot be read as a number/m)
    assert.match(out, /^line 4 \(C\): .*two ways/m)
    assert.match(out, /^line 5: .*`key` is required/m)
    assert.match(out, /^5 rows: 1 created, 0 updated, 0 unchanged, 4 failed$/m)
    const again = await run(
      'import',
      path,
      '--environment',
      name,
      '--dates',
      'dmy',
      '--set',
      'country=GB',
      '--map',
      'Country=',
      '--map',
      'Colour=planning notes',
      '--map',
      'Weight=',
    )
    assert.match(again.out, /5 rows: 3 created, 0 updated, 1 unchanged, 1 failed/)
    assert.equal((await run('import', join(folder, 'none.csv'), '--environment', name)).code, 1)
    assert.match(
      (await run('import', file('keyless.csv', 'City,Town\nx,y\n'), '--environment', name)).err,
      /No column contains the order key/,
    )
  })

  const headers = 'Order,Street,City,Postcode,Country'
  const place = '1 High St,London,N1,GB'

  test('times of an Excel sheet belong to the date in their row, and fail without one', async () => {
    const name = await environment()
    const time = (clock: string) => new Date(`1899-12-30T${clock}Z`)
    const cells = (key: string) => [key, ...place.split(',')]
    const named = headers.split(',')
    const good = workbook([
      [...named, 'Date', 'From', 'To'],
      [...cells('T-1'), new Date('2026-07-01T00:00:00Z'), time('08:30:00'), time('16:40:00')],
    ])
    const { out, code } = await run('import', file('times.xlsx', good), '--environment', name, '--timezone', 'UTC')
    assert.equal(code, 0, out)
    const [order] = await exported(name)
    assert.deepEqual([order.requiredFrom, order.requiredTo], ['2026-07-01T08:30:00Z', '2026-07-01T16:40:00Z'])
    for (const [header, member] of [
      ['Date', 'Date'],
      ['From', 'From'],
    ]) {
      const bad = workbook([
        [...named, header!],
        [...cells('T-2'), time('08:30:00')],
      ])
      const failed = await run('import', file('dayless.xlsx', bad), '--environment', name)
      assert.match(
        failed.out,
        new RegExp(`^line 2 \\(T-2\\): Column \`${member}\` \\(\`08:30:00\`\\): The date is missing`, 'm'),
      )
      assert.equal(failed.code, 1)
    }
    assert.equal((await exported(name)).length, 1)
  })

  test('a row with more cells than the header is not stored', async () => {
    const name = await environment()
    const path = file('surplus.csv', `${headers}\nS-1,${place}\nS-2,1 High St, Flat 2,London,N1,GB\nS-3,${place},,\n`)
    const { out, code } = await run('import', path, '--environment', name)
    assert.match(out, /^line 3 \(S-2\): .*without a header: `GB`/m)
    assert.match(out, /^3 rows: 2 created, 0 updated, 0 unchanged, 1 failed$/m)
    assert.equal(code, 1)
  })

  test('a key that appears twice in the file is reported, also in a dry run', async () => {
    const name = await environment()
    const path = file('twice.csv', `${headers},Weight\nK-1,${place},1\nK-2,${place},2\nK-1,${place},3\n`)
    for (const dry of [['--dry-run'], []]) {
      const report = join(folder, 'twice-report.csv')
      const { out } = await run('import', path, '--environment', name, '--report', report, ...dry)
      assert.match(out, /^line 4 \(K-1\): Same key as line 2\.$/m)
      assert.match(out, /3 rows: 2 created, 1 updated, 0 unchanged, 0 failed; 1 with the key of an earlier row$/m)
      assert.match(readFileSync(report, 'utf8'), /^4,K-1,updated,.*Same key as line 2\./m)
    }
  })

  test('an error of a cell names the column and the value, also in the report', async () => {
    const name = await environment()
    const path = file('named.csv', 'Order,Street,City,PLZ,Land,Mail\nN-1,1 High St,London,N1,Atlantis,nobody\n')
    const report = join(folder, 'named.ndjson')
    const { out } = await run('import', path, '--environment', name, '--report', report)
    assert.match(out, /^line 2 \(N-1\): .*Column `Land`( \(`Atlantis`\))?: /m)
    assert.match(out, /Atlantis/)
    assert.match(out, /Column `Mail` \(`nobody`\): /)
    const { errors } = JSON.parse(readFileSync(report, 'utf8'))
    assert.deepEqual(errors.map(({ column, value }: Record<string, string>) => [column, value]).toSorted(), [
      ['Land', 'Atlantis'],
      ['Mail', 'nobody'],
    ])
    const lines = file(
      'named-lines.ndjson',
      JSON.stringify({
        key: 'N-2',
        type: 'delivery',
        consigneeContact: { email: 'nobody' },
        consigneeAddress: { line1: 'x', city: 'y', postalCode: 'z', country: 'GB' },
      }),
    )
    assert.match((await run('import', lines, '--environment', name)).out, /\/consigneeContact\/email \(`nobody`\): /)
  })

  test('other kinds of files and endless archives are rejected with an alternative', async () => {
    const name = await environment()
    const refused = async (path: string, reason: RegExp, expected = 3) => {
      const { err, out, code } = await run('import', path, '--environment', name)
      assert.match(err, reason)
      assert.deepEqual([code, out], [expected, ''])
    }
    for (const kind of ['csv', 'ndjson'])
      await refused(`/nosuch.${kind}`, /^dray: The file \/nosuch\.\w+ does not exist\.\n$/, 1)
    await refused('/', /^dray: \/ is a folder: name a file in it\.\n$/, 1)
    await refused(file('old.xls', 'Order\tCity\nA\tLondon\n'), /Save it as \.xlsx or \.csv/)
    await refused(file('old.csv', Buffer.from('d0cf11e0a1b11ae1', 'hex')), /Save it as \.xlsx or \.csv/)
    await refused(file('open.ods', zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })), /Save it as/)
    await refused(file('bomb.xlsx', workbookOf(' '.repeat(300 * 2 ** 20), { packed: true })), /unpacks to more than/)
    await refused(
      file('far.xlsx', workbookOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
      /unpacks to more/,
    )
    await refused(file('no.xlsx', 'Order,City'), /damaged or not in \.xlsx/)
    await refused(file('other.xlsx', zip({ 'a.txt': 'b' })), /damaged or not in \.xlsx/)
  })

  test('an import that reads its file incompletely has its own exit code, and its report states the reason', async () => {
    const name = await environment()
    const rows = Array.from({ length: 300 }, (_, n) => `R-${n},${place}`)
    const files = {
      keyless: ['City,Town\nx,y\n', /^dray: No column contains the order key/m],
      unclosed: [
        `${headers}\nR-0,"1 High St,London,N1,GB\n`,
        /^dray: The CSV file cannot be read: the quotation mark that opens in line 2 is/m,
      ],
      // Not all rows before the fault are read: those that are have been told.
      later: [
        `${[headers, ...rows].join('\n')}\nX,"1 High St,London\n`,
        /cannot be read: the quotation mark that opens in line 302 is not closed/,
      ],
    } as const
    const report = join(folder, 'unread.csv')
    for (const way of [['--environment', name], await web(name)])
      for (const [kind, [content, reason]] of Object.entries(files)) {
        const { err, code } = await run('import', file(`${kind}.csv`, content), ...way, '--report', report)
        assert.match(err, reason)
        assert.equal(code, 3)
        const told = readFileSync(report, 'utf8').trim().split('\r\n')
        const created = told.filter((line) => /^\d+,R-\d+,(created|unchanged)/.test(line))
        assert.equal(told.length, created.length + 2)
        assert.equal(created.length > 0, kind === 'later')
        assert.match(told.at(-1)!, /^,,failed,,,BAD_REQUEST,.*(No column contains|cannot be read: the quotation)/)
      }
    const away = await run('import', sample, '--url', 'http://127.0.0.1:1', '--token', 'x')
    assert.equal(away.code, 1)
  })

  test('an import prints the zone in which it reads times', async () => {
    const name = await environment()
    const path = file('zone.csv', `${headers}\nZ-1,${place}\n`)
    const said = async (...more: string[]) => (await run('import', path, '--dry-run', ...more)).err
    assert.match(
      await said('--environment', name),
      /^Times without an offset are read in UTC, the time zone of the environment\.$/m,
    )
    assert.match(await said('--environment', name, '--timezone', 'Europe/Berlin'), /are read in Europe\/Berlin\.$/m)
    const token = await admin.createToken(
      service.config,
      { environment: name, scopes: ['consignments:write'] },
      Date.now(),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    assert.match(await said('--url', service.url, '--token', token), /are read in the time zone of the environment\.$/m)
  })

  test('an export keeps the values of deleted custom fields, and an import restores them', async () => {
    const name = await environment()
    const ways = [['--environment', name], await web(name)]
    const define = (customFields: object[]) =>
      fetch(`${service.url}/v1/environment`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${ways[1]![3]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ customFields }),
      })
    const kept = { key: 'kept', name: 'Kept', type: 'text' }
    const retired = Object.entries({ colour: 'text', floors: 'number', fragile: 'boolean', size: 'text' })
    const defined = retired.map(([key, type]) => ({ key, name: key, type }))
    assert.equal((await define([kept, ...defined])).status, 200)
    const values = { colour: ' dark \nred ', floors: 2.5, fragile: false, size: '38' }
    const orders = [orderLine('F-1'), orderLine('F-2', { customFields: values })].join('\n')
    assert.match((await run('import', file('fields.ndjson', orders), ...ways[0]!)).out, /2 created/)
    assert.equal((await define([kept])).status, 200)
    for (const way of ways) {
      const path = join(folder, 'fields.csv')
      const { code, err } = await run('export', ...way, '--output', path)
      assert.equal(code, 0, err)
      assert.match(
        readFileSync(path, 'utf8'),
        /^key,.*,customFields\.kept,customFields\.colour,.*customFields\.size\r\n/,
      )
      for (const mode of ['replace', 'upsert']) {
        const again = await run('import', path, ...way, '--mode', mode)
        assert.match(again.out, /^2 rows: 0 created, 0 updated, 2 unchanged, 0 failed$/m)
      }
      const other = file('other.csv', readFileSync(path, 'utf8').replace(',2.5,', ',3,'))
      assert.match((await run('import', other, ...way)).out, /The custom field `floors` does not exist/)
      // What is wrong elsewhere makes them no fault.
      const wrong = file('wrong.csv', readFileSync(path, 'utf8').replaceAll(',delivery,', ',balloon,'))
      const refused = (await run('import', wrong, ...way)).out
      assert.match(refused, /must be one of/)
      assert.doesNotMatch(refused, /custom field/)
    }
    assert.deepEqual((await exported(name))[1].customFields, values)
  })

  test('an export can be imported without a change, and no cell of it is a formula', async () => {
    const name = await environment()
    const orders = [
      {
        key: '=F-1',
        type: 'delivery',
        weight: -0,
        consignmentInstructions: '=1+1',
        planningInstructions: '@home',
        consigneeAddress: {
          line1: '+44 Street',
          company: '-dash',
          city: 'a "b", c',
          postalCode: '01',
          country: 'GB',
          geoLocation: { lat: -1.5, lng: 2 },
        },
        packages: [{ packageId: 'p', weight: 1 }],
      },
    ]
    await run(
      'import',
      file('orders.ndjson', orders.map((order) => JSON.stringify(order)).join('\n')),
      '--environment',
      name,
    )
    const path = join(folder, 'out.csv')
    await run('export', '--environment', name, '--output', path)
    const text = readFileSync(path, 'utf8')
    for (const formula of ['=F-1', '=1+1', '@home', '+44 Street', '-dash'])
      assert.ok(text.includes(`"'${formula}"`), formula)
    assert.ok(text.includes(',-1.5,'), 'a number stays one')
    const [before] = await exported(name)
    assert.match((await run('import', path, '--environment', name)).out, /1 rows: 0 created, 0 updated, 1 unchanged/)
    assert.deepEqual(await exported(name), [before])
  })
})
