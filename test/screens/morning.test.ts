// A planner's morning, from the file that came over night to the papers for the drivers: no dead end, and few clicks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { listConsignments } from '../../contract/consignments.ts'
import { createDriver } from '../../contract/fleet.ts'
import { listLoads } from '../../contract/load.ts'
import { consoleSuite, eventually } from '../support/console.ts'
import { aPlacedDepot, aVehicle, day, leeds, seeded } from '../support/days.ts'
import type { Tenant } from '../support/harness.ts'

const orders = 200
const faults = 10
const clicksMax = 60
const picture = (name: string) =>
  process.env.PICTURES ? { path: `${process.env.PICTURES}/morning-${name}.png` } : undefined

/** Spread over the file, so that most are out of sight: the country of some is misspelt, others have no latitude, no number, no date. */
const isWrong = (index: number) => index % (orders / faults) === 7
const spoiled = (index: number, column: 'country' | 'latitude' | 'weight' | 'date', text: string) =>
  isWrong(index) && ['country', 'weight', 'date', 'latitude'][((index - 7) / 20) % 4] === column
    ? { country: 'Narnia', latitude: 'north', weight: 'heavy', date: '2026-02-31' }[column]
    : text
const mended: Record<string, string> = { Narnia: 'GB', north: '53.8', heavy: '12', '2026-02-31': '2026-07-01' }

/** Around the depot. */
function fileOfTheDay(): string {
  const random = seeded(3)
  const rows = Array.from({ length: orders }, (_, index) => {
    const [lat, lng] = [leeds.lat + (random() - 0.5) * 0.3, leeds.lng + (random() - 0.5) * 0.5]
    const name = `Shop ${String(index).padStart(3, '0')}`
    const weight = spoiled(index, 'weight', String(10 + Math.round(random() * 30)))
    const place = `${spoiled(index, 'country', 'GB')};${spoiled(index, 'latitude', lat.toFixed(5))};${lng.toFixed(5)}`
    const date = spoiled(index, 'date', '2026-07-01')
    return `M-${1000 + index};Delivery;${name};${index} High Street;LS${index};Leeds;${place};${date};08:00;17:00;${weight}`
  })
  const head =
    'Order no.;Type;Company;Street;Postcode;City;Country;Latitude;Longitude;Delivery date;from;to;Weight (kg)'
  return [head, ...rows].join('\n')
}

consoleSuite('a morning', (site) => {
  test('a planner turns a file of 200 orders into released routes with run sheets, in fewer than 60 clicks', async (t) => {
    const here = await site()
    const tenant = here as unknown as Tenant
    const depotKey = await aPlacedDepot(tenant)
    for (let number = 1; number <= 8; number++) {
      const key = `VAN-${number}`
      await aVehicle(tenant, depotKey, { key, name: `Van ${number}` })
      await here.call(createDriver, { body: { key: `DRIVER-${number}`, name: `Driver ${number}`, vehicleKey: key } })
    }
    let clicks = 0
    const click = async (what: Locator, options = {}) => {
      clicks++
      await what.click(options)
    }
    const page = await here.open(t, '/import')
    clicks++
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOfTheDay()) })
    await click(page.getByRole('button', { name: /^Check/ }))
    await page
      .getByRole('status')
      .getByText(/10 with errors/)
      .waitFor()
    await page.screenshot(picture('import'))
    await click(page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(2))
    for (let fault = 0; fault < faults; fault++) {
      await page.keyboard.press('F8')
      const cell = page.locator('[data-cell][aria-invalid]:focus')
      await page
        .getByRole('status')
        .getByText(`Error 1 of ${faults - fault}, row ${9 + fault * 20}`)
        .waitFor()
      const wrong = (await cell.innerText()).trim()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(mended[wrong]!)
      await page.keyboard.press('Enter')
      await page
        .getByRole('status')
        .getByText(new RegExp(`${orders - faults + fault + 1} ready`))
        .waitFor()
    }
    await click(page.getByRole('button', { name: `Import ${orders} orders` }))
    await page.getByRole('status').getByText(`${orders} created`).waitFor()

    await page.goto(`${here.url}/plan?day=${day}`)
    clicks++
    await page.getByRole('button', { name: `Due on this day ${orders}` }).waitFor()
    await click(page.getByRole('button', { name: 'Plan the day' }))
    const dialog = page.getByRole('dialog')
    await click(dialog.getByText('5 s', { exact: true }))
    await click(dialog.getByRole('button', { name: 'Find routes' }))
    await dialog.getByRole('button', { name: 'Accept', exact: true }).waitFor()
    await page.screenshot(picture('preview'))
    await click(dialog.getByRole('button', { name: 'Accept', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    const loads = async () => (await here.call(listLoads)).data
    assert.equal(
      (await loads()).reduce((sum, { stopCount }) => sum + stopCount, 0),
      orders,
    )
    await page.locator('[data-stop]').first().waitFor()
    await page.screenshot(picture('plan'))

    // Three corrections: one stop to the end of its route, one to another load, and another driver.
    const menuOf = (index: number) =>
      page
        .locator('[data-stop]')
        .nth(index)
        .getByRole('button', { name: /^Actions for/ })
    await click(menuOf(0))
    await click(page.getByRole('menuitem', { name: 'Move to end' }))
    await click(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByText('Stop sequence saved').first().waitFor()
    const [first, second] = (await loads()).map(({ key }) => key)
    const open = await page.locator('[data-load][aria-current]').getAttribute('data-load')
    await click(menuOf(1))
    await click(page.getByRole('menuitem', { name: 'Assign to route …' }))
    await click(dialog.getByRole('option', { name: new RegExp(open === first ? second! : first!) }))
    await dialog.waitFor({ state: 'detached' })
    await click(page.getByRole('combobox', { name: 'Driver' }))
    await click(page.getByRole('option', { name: 'Driver 8' }))
    await eventually(async () =>
      assert.ok((await loads()).some(({ key, driverKey }) => key === open && driverKey === 'DRIVER-8')),
    )
    await page.screenshot(picture('corrected'))

    await click(page.getByRole('button', { name: 'Release …' }))
    await dialog
      .getByRole('button', { name: /^Release/ })
      .last()
      .waitFor()
    await page.screenshot(picture('release'))
    await click(dialog.getByRole('button', { name: /^Release( anyway)?$/ }))
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () =>
      assert.ok(
        (await loads()).every(({ status }) => status === 'released'),
        'all routes are released',
      ),
    )
    await click(page.getByRole('link', { name: 'Run sheets' }))
    await page.locator('[data-sheets=ready]').waitFor()
    assert.equal(await page.locator('[data-row]').count(), orders)
    await page.screenshot(picture('sheets'))
    const { data } = await here.call(listConsignments, { query: { limit: '1', total: 'true' } })
    assert.equal(data.total?.count, orders)
    assert.ok(clicks < clicksMax, `${clicks} clicks`)
    t.diagnostic(`${clicks} clicks`)
  })
})
