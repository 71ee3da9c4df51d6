// What a stranger puts into an order stays text: a hundred hostile strings through every field execute nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { aDepot } from '../orders.ts'
import { consoleSuite } from './harness.ts'

const ran = 'globalThis.ran=1'
const carriers = [
  (code: string) => `<script>${code}</script>`,
  (code: string) => `<img src=x onerror="${code}">`,
  (code: string) => `<svg onload="${code}">`,
  (code: string) => `"><script>${code}</script>`,
  (code: string) => `' onfocus='${code}' autofocus='`,
  (code: string) => `javascript:${code}`,
  (code: string) => `<iframe srcdoc="<script>parent.${code}</script>"></iframe>`,
  (code: string) => `<a href="javascript:${code}">x</a>`,
  (code: string) => `<details open ontoggle="${code}">`,
  (code: string) => `{{constructor.constructor('${code}')()}}`,
]
const disguises = [
  (text: string) => text,
  (text: string) => text.toUpperCase().replaceAll('GLOBALTHIS.RAN', 'globalThis.ran'),
  (text: string) => `</textarea>${text}`,
  (text: string) => `</title></style>${text}`,
  (text: string) => `-->${text}<!--`,
  (text: string) => `]]>${text}`,
  (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text: string) => text.replaceAll(' ', '/'),
  (text: string) => `\u202e${text}`,
  (text: string) => `\${${text}}`,
]
const hostile = disguises.flatMap((disguise, row) =>
  carriers.map((carry, column) => `${disguise(carry(ran))}${row}${column}`),
)
const at = (index: number) => hostile[index % hostile.length]!

const party = (index: number) => ({
  address: {
    ...{ name: at(index), company: at(index + 1), line1: at(index + 2), line2: at(index + 3), line3: at(index + 4) },
    ...{ city: at(index + 5), region: at(index + 6), postalCode: at(index + 7), state: at(index + 8), country: 'GB' },
    placeId: at(index + 9),
  },
  contact: { personName: at(index + 10) },
})

consoleSuite('hostile texts', (site) => {
  test('a hundred hostile strings through every field execute nothing', async (t) => {
    assert.equal(new Set(hostile).size, 100)
    const { call, open } = await site()
    const named = hostile.slice(0, 20).map((name, index) => ({ key: `K${index}`, name }))
    await call(updateEnvironment, { body: { channels: named, areas: named } })
    await call(createDepot, { body: aDepot({ key: 'HOSTILE', name: at(0) }) })
    // Every string stands in every column of the list.
    const rows = hostile.map((text, index) => ({
      key: text,
      type: 'delivery' as const,
      consigneeCode: text,
      channelKey: `K${index % 20}`,
      areaKey: `K${index % 20}`,
      consigneeAddress: { line1: text, city: text, postalCode: text, country: 'GB', company: text },
      consigneeContact: { personName: text },
    }))
    const { data } = await call(importConsignments, { body: { consignments: rows } })
    assert.equal(data.summary.created, 100)
    // Every string stands in every column of the goods, and every field of an order has some of them.
    const { address, contact } = party(0)
    const { data: full } = await call(createConsignment, {
      body: {
        key: 'FULL',
        type: 'delivery',
        depotKey: 'HOSTILE',
        consigneeCode: at(20),
        consignmentInstructions: hostile.join('\n'),
        planningInstructions: hostile.join('\n'),
        consigneeAddress: address,
        consigneeContact: contact,
        consignorAddress: party(30).address,
        consignorContact: party(30).contact,
        packages: hostile.map((barcode, index) => ({ packageId: `p${index}`, barcode })),
        productLines: hostile.map((text, index) => ({
          ...{ productLineId: `l${index}`, productCode: text, commodityCode: text, barcode: text, description: text },
          currency: 'GBP',
        })),
        packageProducts: [{ packageId: 'p0', productLineId: 'l0', quantity: 1 }],
      },
    })
    const columns = 'key,type,consignee,city,postalCode,country,depotKey,channelKey,areaKey,loadId'
    const page = await open(t, `/consignments?sort=key&columns=${columns}`)
    for (let seen = 0; seen < rows.length; seen += 20) {
      await page.getByRole('grid').evaluate(`(grid) => grid.scrollTo(0, ${seen * 34})`)
      await page.getByRole('row').nth(5).waitFor()
    }
    await page.goto(new URL(`/consignments/${full.consignmentId}`, page.url()).href)
    for (const tab of ['Goods', 'History', 'JSON', 'Order']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel').waitFor()
      if (tab === 'Goods')
        for (let seen = 25; seen < hostile.length; seen += 25) {
          await page.getByRole('button', { name: 'Packages: next' }).first().click()
          await page.getByRole('button', { name: 'Product lines: next' }).first().click()
        }
    }
    const search = page.getByRole('searchbox')
    for (const text of hostile.filter((_, index) => index % 10 === 0)) await search.fill(text)
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(at(1))
    await page.getByRole('option').or(page.getByText('Nothing found')).first().waitFor()
    assert.equal(await page.evaluate('globalThis.ran'), undefined)
    assert.match(await page.locator('#console').innerText(), /<script>globalThis\.ran=1<\/script>/)
  })
})
