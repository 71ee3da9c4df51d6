// Files that the console downloads: their signs follow the language, and the import reads them without a change.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fleetTexts } from '../../console/fleet/words.ts'
import { importTexts } from '../../console/import/words.ts'
import { sharedTexts } from '../../console/words/shared.ts'
import { uiLanguages } from '../../console/words/words.ts'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createVehicle, getVehicle } from '../../contract/fleet.ts'
import { consoleSuite } from '../support/console.ts'
import { row } from '../support/order-list.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

/** Chooses a button that downloads a file, and returns the file. Its icon says that it downloads. */
async function download(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  assert.equal(await button.locator('svg.tabler-icon-download').count(), 1, name)
  const saving = page.waitForEvent('download')
  await button.click()
  return readFileSync(await (await saving).path(), 'utf8')
}

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

consoleSuite('downloads', (site) => {
  const columns = 'key,consignee,city,postalCode,country,weight,volume,required,customFields.size'
  const amounts = {
    en: ['12.5,0.3330', '1.1250,2,', '1.1250'],
    de: ['12,5;0,3330', '1,1250;2;', '1,1250'],
    ar: ['12.5;0.3330', '1.1250;2;', '1.1250'],
  } as const

  for (const language of uiLanguages) {
    test(`the import finds no change in the downloaded list of orders: ${language}`, async (t: TestContext) => {
      const { open, call } = await site()
      await call(updateEnvironment, {
        body: { customFields: [{ key: 'size', name: 'Size; in m', type: 'number', listed: true }] },
      })
      const city = aKey('Town').replaceAll('-', '')
      const [one, two] = [aKey('ONE'), aKey('TWO')]
      const address = { ...anAddress, city, company: 'Müller; Söhne, "Nord" | 1.5' }
      const times = { requiredFrom: '2026-11-30T09:00:00Z', requiredTo: '2026-11-30T15:30:00Z' }
      const first = { weight: 12.5, volume: 0.333, customFields: { size: 1.125 }, ...times }
      await call(createConsignment, { body: anOrder({ key: one, consigneeAddress: address, ...first }) })
      const second = { weight: 1.125, volume: 2, ...times }
      await call(createConsignment, { body: anOrder({ key: two, consigneeAddress: address, ...second }) })
      const page = await open(t, `/consignments?search=${city}&columns=${columns}`, { language })
      await row(page, two).waitFor()
      const file = await download(page, sharedTexts.csv[language])
      for (const text of amounts[language]) assert.ok(file.includes(text), file)

      await page.goto(new URL('/import', page.url()).href)
      await choose(page, 'orders.csv', file)
      await page.getByText(importTexts.upsert[language], { exact: true }).click()
      await page.getByRole('button', { name: importTexts.check[language](2) }).click()
      await page.getByRole('button', { name: importTexts.store[language](2) }).click()
      const counts = { ready: 0, failed: 0, created: 0, updated: 0, unchanged: 2 }
      await page.getByRole('status').getByText(importTexts.summary[language](counts)).waitFor()
      const { data } = await call(getConsignment, { query: { key: one } })
      assert.deepEqual([data.weight, data.volume, data.customFields], [12.5, 0.333, { size: 1.125 }])
    })

    test(`the import finds no change in the downloaded list of vehicles: ${language}`, async (t: TestContext) => {
      const { open, call } = await site()
      const key = aKey('VAN')
      const body = { key, name: 'Van; "long", 1.5', weightCapacity: 1500.125, costPerKm: 0.35, speedFactor: 1.25 }
      await call(createVehicle, { body: { ...body, breaks: [{ from: '12:00', to: '13:00', minutes: 30 }] } })
      const { data: vehicle } = await call(getVehicle, { query: { key } })
      const page = await open(t, '/settings/vehicles', { language })
      await page.getByRole('button', { name: key }).waitFor()
      const file = await download(page, sharedTexts.csv[language])
      const rows = file.trim().split('\r\n').length - 1
      assert.ok(file.includes(language === 'de' ? ';1500,1250;' : '1500.1250'), file)
      await page.getByRole('button', { name: fleetTexts.importFile[language] }).click()
      await choose(page, 'vehicles.csv', file)
      await page.getByRole('button', { name: fleetTexts.importRows[language](rows) }).click()
      await page.getByText(fleetTexts.imported[language](0, 0, rows)).waitFor()
      assert.deepEqual((await call(getVehicle, { query: { key } })).data, vehicle)
    })

    test(`the failed rows of an import are imported after a correction: ${language}`, async (t: TestContext) => {
      const { open, call } = await site()
      const page = await open(t, '/import', { language })
      const city = aKey('Town').replaceAll('-', '')
      const [good, bad] = [aKey('GOOD'), aKey('BAD')]
      const lines = [
        'Auftragsnummer;Straße;Ort;PLZ;Land;Gewicht (kg);Datum',
        `${good};Weg 1;${city};50667;DE;12,5;17.11.2026`,
        `${bad};Weg 2;${city};50667;Narnia;1,125;17.11.2026`,
      ]
      await choose(page, 'tag.csv', lines.join('\n'))
      await page.getByRole('button', { name: importTexts.check[language](2) }).click()
      // The file proves its decimal comma only in the first row.
      const file = await download(page, importTexts.saveFailed[language])
      assert.ok(file.includes({ en: ',1.1250,', de: ';1,1250;', ar: ';1.1250;' }[language]), file)
      await page.getByRole('button', { name: importTexts.otherFile[language] }).click()
      await choose(page, 'tag-2.csv', file.replace('Narnia', 'DE'))
      await page.getByRole('button', { name: importTexts.check[language](1) }).click()
      await page.getByRole('button', { name: importTexts.store[language](1) }).click()
      const counts = { ready: 0, failed: 0, created: 1, updated: 0, unchanged: 0 }
      await page.getByRole('status').getByText(importTexts.summary[language](counts)).waitFor()
      assert.equal((await call(getConsignment, { query: { key: bad } })).data.weight, 1.125)
      assert.equal((await call(listConsignments, { query: { search: city } })).data.consignments.length, 1)
    })
  }
})
