// The screens that bring orders in and out: the export list and the import of files.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { type ExportEntry, listExport, removeExport } from '../../contract/export.ts'
import { consoleSuite, eventually, focused, hold, type Site, says } from '../support/console.ts'
import { aKey, anOrder } from '../support/orders.ts'

const listed = async (call: Site['call']) =>
  ((await call(listExport, { query: { detail: 'true' } })).data as ExportEntry[]).map(({ key }) => key)

consoleSuite('export list', (site) => {
  test('the page of the export list shows entries with their reasons live, and a user removes an entry', async (t) => {
    const { open, call } = await site()
    const page = await open(t, '/export')
    await page.getByRole('heading', { name: 'Export' }).waitFor()
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key }) })
    const row = page.getByRole('row').filter({ hasText: key })
    await row.getByText('created').waitFor()
    await page.getByRole('button', { name: `Remove ${key} from the list` }).click()
    await row.waitFor({ state: 'hidden' })
    await eventually(async () => assert.ok(!(await listed(call)).includes(key)))
  })

  test('the page of the export list shows an order that is added during the first read', async (t) => {
    const { open, call } = await site()
    const page = await open(t, '/about')
    await page.getByRole('row', { name: /Live updates connected/ }).waitFor()
    const late = await hold(page, 'GET', /\/v1\/export\/consignments\?/)
    await page.getByRole('link', { name: 'Export' }).click()
    await late.given
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key }) })
    // The page has heard of the one when it asks for the other.
    const heard = page.waitForRequest(/\/v1\/environment$/)
    await call(updateEnvironment, { body: { routeSettings: { stopDuration: 21 } } })
    await heard
    await late.release()
    await page.getByRole('row').filter({ hasText: key }).waitFor()
    await call(removeExport, {
      params: { consignmentId: (await call(getConsignment, { query: { key } })).data.consignmentId },
    })
  })

  test('the export list is printed with all rows, and the user removes all displayed rows that did not change', async (t) => {
    const { open, call } = await site()
    const batch = aKey('PRINT')
    const keys = Array.from({ length: 120 }, (_, index) => `${batch}-${100 + index}`)
    await call(importConsignments, { body: { consignments: keys.map((key) => anOrder({ key })) } })
    const stays = keys[0]!
    const page = await open(t, '/export')
    await page.getByRole('row').filter({ hasText: stays }).waitFor()
    await page.evaluate('window.print = () => (window.paper = document.querySelector("[data-printed]").innerText)')
    await page.keyboard.press('Control+p')
    await eventually(async () => assert.ok(String(await page.evaluate('window.paper')).includes(stays)))
    const paper = String(await page.evaluate('window.paper'))
    assert.deepEqual(
      keys.filter((key) => !paper.includes(key)),
      [],
    )
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    // The page learns of the change only after what it shows has been sent.
    await page.route('**/v1/export/consignments/acknowledge', async (route) => {
      await call(updateConsignment, { query: { key: stays }, body: { weight: 7 } })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Remove all shown' }).click()
    await says(page, /1 changed in the meantime and stayed on the list/, () =>
      page.getByRole('dialog').getByRole('button', { name: 'Remove all shown' }).click(),
    )
    assert.deepEqual(await listed(call), [stays])
  })

  test('orders are added to the export list by their keys, and unknown keys are listed', async (t) => {
    const { open, call } = await site()
    const key = aKey()
    const { data } = await call(createConsignment, { body: anOrder({ key }) })
    const page = await open(t, '/export', { expected: /404/ })
    await page.getByRole('button', { name: `Remove ${key} from the list` }).click()
    await eventually(async () => assert.ok(!(await listed(call)).includes(key)))
    await page.keyboard.press('n')
    await focused(page, page.getByLabel('Keys, one per line'))
    await page.keyboard.type(`${key}\nNOBODY`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'NOBODY' }).waitFor()
    await page.getByLabel('Keys, one per line').fill(key)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: key }).waitFor()
    assert.ok(data.consignmentId)
  })
})

const sample = join(import.meta.dirname, '../../docs/samples/orders.csv')

consoleSuite('import', (site) => {
  test('a file with unknown headers is matched, checked, corrected by keyboard, imported and undone', async (t) => {
    const { open, call } = await site()
    const page = await open(t, '/import')
    await page.getByRole('button', { name: 'Choose file' }).waitFor()
    const spoiled = readFileSync(sample, 'utf8').replace(';DE;', ';Narnia;')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(spoiled) })
    await page.getByRole('button', { name: /^Check/ }).click()
    await page
      .getByRole('status')
      .getByText(/1 with errors/)
      .waitFor()
    const rows = spoiled.trim().split('\n').length - 1
    await page
      .getByRole('status')
      .getByText(new RegExp(`${rows - 1} ready`))
      .waitFor()
    // To the fault, into the cell, another text, done.
    await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(2).click()
    await page.keyboard.press('F8')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('DE')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Import ${rows} orders` }).click()
    await page.getByRole('status').getByText(`${rows} created`).waitFor()
    const { data } = await call(getConsignment, { query: { key: 'SAMPLE-1001' } })
    assert.equal(data.consigneeAddress.country, 'DE')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await eventually(async () => {
      const page = await call(listConsignments, { query: { search: 'SAMPLE' } })
      assert.equal(page.data.consignments.length, 0)
    })
  })

  test('an import fills a column with one value, finds errors with F8 and keeps failed rows after a reload', async (t) => {
    const { open, call, url } = await site()
    const page = await open(t, '/import')
    const lines = [
      'Order,Street,City,Postcode,Country,Date,From',
      'LATER-1,1 High Street,London,N1 1AA,GB,2026-02-31,08:00',
      'LATER-2,2 High Street,London,N1 1AA,GB,2026-02-20,08:00',
      'LATER-3,3 High Street,London,N1 1AA,Narnia,2026-02-20,08:00',
    ]
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'later.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    const type = page.getByLabel('Type for all rows')
    assert.equal(await type.inputValue(), 'Delivery')
    await type.fill('collection')
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByRole('status').getByText('1 ready, 2 with errors').waitFor()
    await page.keyboard.press('F8')
    await focused(page, page.getByRole('gridcell', { name: '2026-02-31' }))
    assert.deepEqual(await page.locator('[data-cell][aria-invalid]').allInnerTexts(), ['2026-02-31', 'Narnia'])
    await page.getByRole('button', { name: 'Import 1 order' }).click()
    await page.getByRole('status').getByText('1 created').waitFor()
    assert.equal((await call(getConsignment, { query: { key: 'LATER-2' } })).data.type, 'collection')
    await page.getByRole('link', { name: 'Export' }).click()
    await page.getByRole('heading', { name: 'Export' }).waitFor()
    await page.goto(`${url}/import`)
    await page.getByRole('status').getByText('1 created, 0 changed, 0 unchanged, 2 with errors').waitFor()
    await page.keyboard.press('F8')
    await focused(page, page.getByRole('gridcell', { name: '2026-02-31' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2026-02-21')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Import 1 order' }).click()
    await page.getByRole('status').getByText('2 created').waitFor()
    await page.getByRole('button', { name: 'Undo: delete 2 orders' }).click()
    await eventually(async () => {
      const { data } = await call(listConsignments, { query: { search: 'LATER' } })
      assert.equal(data.consignments.length, 0)
    })
  })

  test('the page of an import is in the language of the console, with aligned lines and truncated errors', async (t) => {
    const { open } = await site()
    const page = await open(t, '/import', { language: 'de' })
    const row = (number: number, weight: string, date: string) =>
      `${aKey('DE')};Straße ${number};Köln;50667;DE;${weight};${date}`
    const rows = [row(1, 'schwer wie ein großer Stein am Rande der Straße', '17.11.2026'), row(2, '12,5', '31.02.2026')]
    await page.locator('input[type=file]').setInputFiles({
      name: 'tag.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Auftragsnummer;Straße;Ort;PLZ;Land;Gewicht (kg);Datum', ...rows].join('\n')),
    })
    assert.equal(await page.getByLabel('Art für alle Zeilen').inputValue(), 'Lieferung')
    await page.getByRole('button', { name: /^2 Zeilen prüfen/ }).click()
    const long = page.getByText(/ist keine Zahl/)
    await long.waitFor()
    await page.getByText('„31.02.2026“ ist kein Datum.').waitFor()
    assert.doesNotMatch(await page.getByRole('grid').innerText(), /cannot|must/)
    const first = page.getByRole('grid').getByRole('row').nth(1)
    const icon = (await first.locator('svg').first().boundingBox())!
    assert.ok(icon.width > 10, 'the sign of an error keeps its room')
    const middles =
      (await page.evaluate(`[...document.querySelectorAll('[role=grid] tbody tr:first-child > *')].map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const { top, height } = range.getBoundingClientRect()
      return height === 0 ? undefined : top + height / 2
    }).filter((middle) => middle !== undefined)`)) as number[]
    assert.ok(middles.length > 5)
    assert.ok(Math.max(...middles) - Math.min(...middles) < 1.5, String(middles))
  })

  test('a file is matched like the last file; failed rows are downloaded, and an import can be undone', async (t) => {
    const { open, call } = await site()
    const page = await open(t, '/import')
    const town = aKey('Town').replaceAll('-', '')
    const take = (rows: string[]) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'batch.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Order,Street,City,Postcode,Country,Gate code,Date', ...rows].join('\n')),
      })
    const [one, two, other] = [aKey('BATCH'), aKey('BATCH'), aKey('OTHER')]
    await call(createConsignment, { body: anOrder({ key: other }) })
    await take([
      `${one},1 High Street,${town},N1 1AA,GB,4711,2026-02-20`,
      `${two},2 High Street,${town},N1 1AA,Narnia,,2026-02-20`,
    ])
    const field = page.getByRole('combobox', { name: 'Field for Gate code' })
    await field.click()
    await page.getByRole('option', { name: 'Notes for the driver' }).click()
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByRole('button', { name: 'Import 1 order' }).click()
    await page.getByRole('status').getByText('1 created').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download failed rows' }).click()
    const failed = readFileSync(await (await download).path(), 'utf8')
    assert.match(failed, new RegExp(`Gate code,Date,Error\\r?\\n${two},2 High Street,.*Narnia.*Country: `))
    assert.ok(!failed.includes(one))

    await page.getByRole('button', { name: 'Plan this order' }).click()
    await page.waitForURL(/\/plan\?day=2026-02-20&batch=/)
    await page.getByText('Only orders imported from batch.csv').waitFor()
    await page.locator(`[data-order="${one}"]`).waitFor()
    // Headings have a mark of this name as well.
    const shown = page.locator('[data-pane=pool] [data-order*="-"]')
    const others = page.locator(`[data-order="${other}"]`)
    await others.waitFor({ state: 'hidden' })
    assert.equal(await shown.count(), 1)
    await page.getByRole('button', { name: 'Show all orders' }).click()
    await others.waitFor()

    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByRole('button', { name: 'Undo: delete 1 order' }).click()
    await eventually(async () => {
      const { data } = await call(listConsignments, { query: { search: town } })
      assert.equal(data.consignments.length, 0)
    })
    await page.getByRole('button', { name: 'Undo: delete 1 order' }).waitFor({ state: 'hidden' })
    await take([`${one},1 High Street,${town},N1 1AA,GB,4711,2026-02-20`])
    await eventually(async () => assert.equal(await field.inputValue(), 'Notes for the driver'))
  })

  test('a file of ten thousand rows is checked and imported', async (t) => {
    const { open, call } = await site()
    const page = await open(t, '/import')
    await page.getByRole('button', { name: 'Choose file' }).waitFor()
    const count = 10_000
    const lines = Array.from({ length: count }, (_, n) => `BIG-${n},delivery,1 High Street,London,N1 1AA,GB`)
    const buffer = Buffer.from(['Order no,Type,Street,City,Postcode,Country', ...lines].join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'big.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: /^Check/ }).click()
    const store = page.getByRole('button', { name: 'Import 10,000 orders' })
    await store.click({ timeout: 120_000 })
    await page.getByRole('status').getByText(`${count} created`).waitFor({ timeout: 120_000 })
    const { data } = await call(listConsignments, { query: { search: 'BIG', limit: '1', total: 'true' } })
    assert.equal(data.total?.count, count)
  })

  test('an import reports cells without a header, duplicate keys and the zone before it stores', async (t) => {
    const { open, call } = await site()
    const { data: environment } = await call(getEnvironment)
    const page = await open(t, '/import')
    const streets = ['TWICE-1,delivery,1 High St', 'TWICE-1,delivery,2 High St', 'TWICE-2,delivery,3 High St, b']
    const rows = streets.map((street) => `${street},London,N1,GB`)
    const buffer = Buffer.from(['Order,Type,Street,City,Postcode,Country', ...rows].join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'twice.csv', mimeType: 'text/csv', buffer })
    await page.getByText(`Times without an offset are read in ${environment.timezone}.`).waitFor()
    await page.getByText('New and changed orders').click()
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByText('Same key as in row 2: these values win.').waitFor()
    await page.getByText('The row has cells without a header: GB.').first().waitFor()
    await page.getByRole('status').getByText('1 with errors').waitFor()
  })

  test('errors of a file name its columns and rows instead of API fields', async (t) => {
    const page = await (await site()).open(t, '/import')
    const key = aKey('PLAIN')
    const rows = [
      `${key}-1,delivery,1 High St,London,N1,GB,2026-11-18 12:00,2026-11-18 08:00,51.5,0`,
      `${key}-2,delivery,1 High St,London,N1,GB,2026-11-18 08:00,2026-11-18 12:00,95.5,0`,
      `${key}-3,delivery,1 High St,London,N1,GB,2026-11-18 08:00,2026-11-18 12:00,,`,
      `${key}-3,delivery,2 High St,London,N1,GB,2026-11-18 08:00,2026-11-18 12:00,,`,
    ]
    const head = 'Order no,Type,Street,City,Postcode,Country,Window start,Window end,Lat,Long'
    const buffer = Buffer.from([head, ...rows].join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'plain.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: /^Check/ }).click()
    const status = page.getByRole('status')
    await status.getByText('3 with errors').waitFor()
    const found: string[] = []
    for (let times = 0; times < 3; times++) {
      await page.keyboard.press('F8')
      await status.getByText(`Error ${times + 1} of 3`).waitFor()
      found.push((await status.filter({ hasText: /^Error \d/ }).innerText()).split(' · ')[1]!)
    }
    assert.deepEqual(found, [
      'Window start: Must not be after Window end.',
      'Lat: Must be at most 90.',
      'Order no: Same key as in row 4.',
    ])
  })

  test('a file without a table is reported with an error', async (t) => {
    const page = await (await site()).open(t, '/import')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.xls', mimeType: 'application/octet-stream', buffer: Buffer.from('a\tb\n1\t2') })
    await page.getByRole('alert').filter({ hasText: '.xls, .ods and protected ones' }).waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('nonsense') })
    await page.getByRole('alert').filter({ hasText: 'could not be read' }).waitFor()
  })
})
