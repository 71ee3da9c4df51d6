// Run sheets: what is printed of a load or of all loads of a day, in every language, one load to a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPackages, listAddressLines, listPhones } from '../../console/plan/sheets/lines.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { createDriver, createVehicle } from '../../contract/fleet.ts'
import { createLoad } from '../../contract/load.ts'
import { consoleSuite, expectAccessible } from '../support/console.ts'
import { aFullOrder, aKey, anAddress, anOrder } from '../support/orders.ts'

test('a run sheet shows the address lines, the phone number with its dialling code, and the packages', () => {
  type Address = Parameters<typeof listAddressLines>[0]
  const address = { line1: '1 High Street', line2: null, line3: '', city: 'York', postalCode: 'YO1', region: null }
  assert.deepEqual(listAddressLines({ ...address, state: null } as Address), ['1 High Street', 'YO1 York'])
  const phone = { code: 'GB', countryCode: '44', localNumber: '20' }
  const contact = { personName: null, email: null, phone, mobile: phone }
  assert.deepEqual(listPhones({ consigneeContact: contact }), ['+44 20'])
  assert.deepEqual(listPhones({ consigneeContact: null }), [])
  assert.equal(countPackages({ packages: [], plannedPackages: 3 }), 3)
  assert.equal(countPackages({ packages: [], plannedPackages: null }), null)
})

consoleSuite('run sheets', (site) => {
  test('run sheets contain all data for the driver, with each load on separate pages', async (t) => {
    const { call, open } = await site()
    const ids: string[] = []
    const keys: string[] = []
    await call(createVehicle, { body: { key: 'V-7', name: 'Tall van', plate: 'YK21 ABC' } })
    await call(createDriver, { body: { key: 'D-9', name: 'Robin Example', phone: '+44 7700 900123' } })
    for (const name of ['ONE', 'TWO']) {
      const key = aKey(name)
      keys.push(key)
      const crew = { vehicleKey: 'V-7', driverKey: 'D-9' }
      ids.push((await call(createLoad, { body: { key, plannedStart: '2026-07-01T08:00:00Z', ...crew } })).data.loadId)
    }
    const full = aFullOrder({ key: aKey('FULL') })
    delete full.depotKey
    delete full.channelKey
    delete full.areaKey
    await call(createConsignment, { body: { ...full, loadId: ids[0]! } })
    const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
    const consigneeAddress = { ...anAddress, company: 'Second shop', city }
    const second = anOrder({
      loadId: ids[1]!,
      consigneeAddress,
      consignmentInstructions: 'Ring at the back. '.repeat(9),
    })
    await call(createConsignment, { body: second })
    const page = await open(t, '/plan/sheets?day=2026-07-01')
    const sheet = page.getByRole('region', { name: `Run sheet ${keys[0]}` })
    const row = sheet.locator('[data-row]').first()
    for (const text of [
      'Example Ltd',
      '1 High Street',
      'EX1 1AA Exampleton',
      '+44 2079460000',
      'Ring twice.',
      '125.5 kg',
    ])
      await row.getByText(text, { exact: true }).waitFor()
    await sheet.getByText('Tall van, YK21 ABC', { exact: true }).waitFor()
    await sheet.getByText('Robin Example, +44 7700 900123', { exact: true }).waitFor()
    await row.getByRole('img', { name: `Code of order ${full.key}` }).waitFor()
    assert.equal(await row.getByText('Not before nine.').count(), 0)
    await page
      .getByRole('region', { name: `Run sheet ${keys[1]}` })
      .getByText('Second shop')
      .waitFor()
    await expectAccessible(page)

    await page.evaluate('window.print = () => { window.isPrinted = true }')
    await page.getByRole('button', { name: 'Print' }).click()
    assert.equal(await page.evaluate('window.isPrinted'), true)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.equal(await page.getByRole('navigation').isVisible(), false)
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false)
    // As wide as paper: one long word takes no room from what else is on the sheet.
    await page.setViewportSize({ width: 703, height: 1000 })
    const room = await page.evaluate(`[...document.querySelectorAll('[data-sheet] [data-row]')].map((row) => {
      const [line, code] = row.lastElementChild.firstElementChild.children
      return { line: line.clientWidth > 40, inside: code.getBoundingClientRect().right <= innerWidth }
    })`)
    assert.deepEqual(room, Array(2).fill({ line: true, inside: true }))
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/sheet-paper.png` })
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)
    assert.equal(pages?.length, 2)
    // The head of a table is printed again on each of its pages; the numbers stand in the margin.
    assert.ok(await sheet.getByRole('rowgroup').first().getByText(keys[0]!).isVisible())
    const margins = await page.evaluate(`[...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSPageRule).map(({ cssText }) => cssText).join()`)
    assert.match(String(margins), /counter\(page\).*counter\(pages\)/s)
  })

  test('a run sheet is printed for one load, in German and from right to left', async (t) => {
    const { call, open } = await site()
    const key = aKey('SOLO')
    const { loadId } = (await call(createLoad, { body: { key } })).data
    await call(createConsignment, { body: anOrder({ loadId }) })
    const german = await open(t, `/plan/sheets?load=${loadId}`, { language: 'de' })
    await german
      .getByRole('region', { name: `Tourenblatt ${key}` })
      .getByText('Hinweise')
      .waitFor()
    assert.equal(await german.locator('[data-sheet]').count(), 1)
    const arabic = await open(t, `/plan/sheets?load=${loadId}`, { language: 'ar' })
    await arabic.getByRole('region', { name: `كشف المسار ${key}` }).waitFor()
    assert.equal(await arabic.evaluate('getComputedStyle(document.querySelector("[data-sheet]")).direction'), 'rtl')
  })
  test('the run sheet and the card of a stop show the date of a time window on another day', async (t) => {
    const { call, open } = await site()
    const body = { key: aKey('DATED'), plannedStart: '2026-07-03T08:00:00Z', packageCapacity: 9 }
    const { loadId } = (await call(createLoad, { body })).data
    const windows = {
      overdue: ['2026-06-30T09:20:00Z', '2026-06-30T11:50:00Z'],
      today: ['2026-07-03T09:20:00Z', '2026-07-03T11:50:00Z'],
      night: ['2026-07-03T22:00:00Z', '2026-07-04T02:00:00Z'],
      whole: ['2026-07-03T00:00:00Z', '2026-07-04T00:00:00Z'],
      before: [null, '2026-07-02T12:00:00Z'],
    } as const
    for (const [company, [requiredFrom, requiredTo]] of Object.entries(windows))
      await call(createConsignment, {
        body: anOrder({
          ...{ loadId, requiredFrom, requiredTo, plannedPackages: 2 },
          ...{ planned: requiredTo, consigneeAddress: { ...anAddress, company } },
        }),
      })
    const said = [
      /30 Jun, 09:20 – 11:50.*30 Jun, 11:50/,
      /(?<!\w )09:20–11:50(?!.* Jul)/,
      /3 Jul, 22:00 – 4 Jul, 02:00/,
      /00:00–00:00/,
      /until 2 Jul, 12:00/,
    ]
    const sheets = await open(t, `/plan/sheets?load=${loadId}`)
    const rows = sheets.locator('[data-sheet] [data-row]')
    await rows.nth(said.length - 1).waitFor()
    for (const [index, text] of said.entries()) assert.match(await rows.nth(index).innerText(), new RegExp(text, 's'))
    await sheets.locator('[data-sheet] header').getByText('10', { exact: true }).waitFor()
    const plan = await open(t, `/plan?load=${loadId}`)
    const cards = plan.locator('[data-stop]')
    await cards.nth(said.length - 1).waitFor()
    for (const [index, text] of said.entries()) assert.match(await cards.nth(index).innerText(), new RegExp(text, 's'))
    if (process.env.PICTURES) {
      await sheets.screenshot({ path: `${process.env.PICTURES}/sheet-dates.png` })
      await plan.screenshot({ path: `${process.env.PICTURES}/plan-dates.png` })
    }
  })
})
