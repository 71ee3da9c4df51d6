// Buttons that cannot be pressed yet: each states its reason, keeps the Tab key, and does nothing when it is pressed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { createConsignment } from '../../contract/consignment.ts'
import { createLoad } from '../../contract/load.ts'
import { consoleSuite, eventually, expectAccessible, walkTo } from '../support/console.ts'
import { aPlacedDepot, at, aVehicle, day, leeds } from '../support/days.ts'
import type { Tenant } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'

/** Waits until a screen reader would read the reason with the button. */
const says = (button: Locator, reason: string) =>
  eventually(async () => {
    const id = await button.getAttribute('aria-describedby')
    assert.equal(await button.page().locator(`[id="${id}"]`).innerText(), reason)
    assert.equal(await button.isDisabled(), true)
  })

consoleSuite('inactive buttons', (site) => {
  test('an inactive button of the optimiser shows the reason', async (t) => {
    const here = await site()
    const depotKey = await aPlacedDepot(here as unknown as Tenant)
    await aVehicle(here as unknown as Tenant, depotKey, { key: 'VAN' })
    const body = { key: 'ALONE', plannedStart: `${day}T08:00:00Z`, startDepotKey: depotKey, endDepotKey: depotKey }
    const { loadId } = (await here.call(createLoad, { body })).data
    const placed = at(leeds.lat + 0.02, leeds.lng)
    await here.call(createConsignment, { body: anOrder({ key: 'ONLY', loadId, depotKey, ...placed }) })
    await here.call(createConsignment, { body: anOrder({ key: 'FREE', depotKey, ...placed }) })
    const page = await here.open(t, `/plan?day=${day}&load=${loadId}`)
    const dialog = page.getByRole('dialog')
    await page.locator('[data-order="FREE"]').waitFor()
    await page.getByRole('button', { name: 'Plan the day' }).first().click()
    const find = dialog.getByRole('button', { name: 'Find routes' })
    const van = dialog.getByRole('checkbox', { name: /VAN/ })
    await van.uncheck()
    await says(find, 'Choose a vehicle.')
    await find.focus()
    await page.keyboard.press('Enter')
    await says(find, 'Choose a vehicle.')
    await expectAccessible(page)
    await dialog
      .getByRole('checkbox', { name: /Without a date|Undated|\(1\)/ })
      .first()
      .uncheck()
    await says(find, 'Choose orders to plan.')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('[data-stop="ONLY"]').click()
    await page.keyboard.press('o')
    const accept = dialog.getByRole('button', { name: 'Accept', exact: true })
    await says(accept, 'The chosen routes change nothing.')
    await dialog.getByRole('checkbox', { name: 'Accept ALONE' }).uncheck()
    await says(dialog.getByRole('button', { name: /^Accept 0/ }), 'Choose a route.')
  })

  test('the inactive button of an incomplete form names the missing fields', async (t) => {
    const here = await site()
    const page = await here.open(t, '/export')
    await page.getByRole('button', { name: 'Add orders' }).first().click()
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add orders' })
    await says(add, 'Enter at least one order key.')
    await page.getByRole('dialog').getByRole('textbox').fill('KEY')
    await eventually(async () => assert.equal(await add.isEnabled(), true))
    await page.keyboard.press('Escape')
    await walkTo(page, '/account')
    await says(page.getByRole('button', { name: 'Create and open' }), 'Enter a name.')
  })
})
