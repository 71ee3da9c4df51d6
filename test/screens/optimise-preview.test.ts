// The preview of proposed routes: kept until it is accepted or discarded, and named and lettered as the plan will be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { importConsignments } from '../../contract/bulk.ts'
import { listOptimisations, type ProposedLoad } from '../../contract/optimisation.ts'
import { consoleSuite, eventually, expectAccessible, type Site } from '../support/console.ts'
import { aPlacedDepot, at, aVehicle, day, leeds, optimised } from '../support/days.ts'
import type { Tenant } from '../support/harness.ts'
import { anAddress, anOrder } from '../support/orders.ts'

/** Two vehicles, of which the second starts first, and orders for both, one of which only its postal code places. */
async function fillDay(here: Site): Promise<void> {
  const tenant = here as unknown as Tenant
  const depotKey = await aPlacedDepot(tenant)
  await aVehicle(tenant, depotKey, { key: 'Alpha', weightCapacity: 100, shiftStart: '11:00' })
  await aVehicle(tenant, depotKey, { key: 'Beta', weightCapacity: 100, shiftStart: '07:00' })
  const order = (index: number) => ({
    ...{ key: `TWO-${index}`, weight: 25, depotKey },
    ...{ requiredFrom: `${day}T06:00:00Z`, requiredTo: `${day}T17:00:00Z` },
  })
  const placed = Array.from({ length: 7 }, (_, index) =>
    anOrder({ ...order(index), ...at(leeds.lat + index / 100, leeds.lng, `LS${index}`) }),
  )
  const guessed = { ...anAddress, company: 'Shop by the church', postalCode: 'LS3' }
  const body = { consignments: [...placed, anOrder({ ...order(7), consigneeAddress: guessed })] }
  await here.call(importConsignments, { body })
}

const proposedDay = (here: Site) => optimised(here as unknown as Tenant, { mode: 'day', day, seconds: 0.5 })

/** By the name beside it. */
const lettersIn = async (page: Page, rows: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await page.locator(rows).all()).map(async (row) => [
        await row.locator('strong').innerText(),
        await row.locator('span[aria-hidden]').first().innerText(),
      ]),
    ),
  )

consoleSuite('the preview of routes', (site) => {
  let filled: Promise<void> | undefined
  /** The same day for all, whichever is the first to ask for it. */
  const filledSite = async () => {
    const here = await site()
    filled ??= fillDay(here)
    await filled
    return here
  }

  test('the preview of routes remembers its selection until it is discarded, and names its stops', async (t) => {
    const here = await filledSite()
    const { loads } = await proposedDay(here)
    assert.equal(loads.length, 2)
    const page = await here.open(t, `/plan?day=${day}`)
    const dialog = page.getByRole('dialog')
    const show = page.getByRole('button', { name: 'Show routes' })
    await show.click()
    await dialog.getByText('1 stop placed by its postal code').waitFor()
    const guessed = loads.find(({ stops }) => stops.some(({ placedByPostcode }) => placedByPostcode))!
    await dialog.getByRole('button', { name: new RegExp(guessed.key) }).click()
    await dialog.getByRole('row', { name: /Shop by the church\s*placed by its postal code/ }).waitFor()
    await expectAccessible(page)

    const tick = dialog.getByRole('checkbox', { name: `Accept ${loads[1]!.key}` })
    await tick.uncheck()
    const closed = [() => page.keyboard.press('Escape'), () => dialog.getByRole('button', { name: 'Close' }).click()]
    for (const close of closed) {
      await close()
      await dialog.waitFor({ state: 'detached' })
      await show.click()
      await dialog.getByRole('button', { name: 'Accept 1 route' }).waitFor()
      assert.equal(await tick.isChecked(), false)
    }
    const state = async () => (await here.call(listOptimisations)).data[0]!.state
    assert.equal(await state(), 'done')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () => assert.equal(await state(), 'cancelled'))
    await show.waitFor({ state: 'detached' })
  })

  test('a search that continues after its dialog closed can be opened again', async (t) => {
    const here = await filledSite()
    const page = await here.open(t, `/plan?day=${day}`)
    await page.getByRole('button', { name: 'Due on this day 8' }).waitFor()
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('60 s', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Find routes' }).click()
    await dialog.getByRole('button', { name: 'Stop and use this' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('A search for routes of this day is running.').waitFor()
    await page.getByRole('button', { name: 'Show routes' }).click()
    await dialog.getByRole('button', { name: 'Stop and use this' }).click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Show routes' }).waitFor({ state: 'detached' })
  })

  test('an accepted route has the letter of its preview', async (t) => {
    const here = await filledSite()
    const { loads } = await proposedDay(here)
    const [late, early] = loads.toSorted((a, b) => (a.plannedStart! < b.plannedStart! ? 1 : -1)) as [
      ProposedLoad,
      ProposedLoad,
    ]
    const page = await here.open(t, `/plan?day=${day}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Show routes' }).click()
    await dialog.getByRole('button', { name: 'Accept', exact: true }).waitFor()
    const proposed = await lettersIn(page, '[role=dialog] li > button')
    // As the plan lists loads, and letters them.
    assert.deepEqual(proposed, { [early.key]: 'A', [late.key]: 'B' })
    // Also where it is the only one.
    await dialog.getByRole('checkbox', { name: `Accept ${early.key}` }).uncheck()
    await dialog.getByRole('button', { name: 'Accept 1 route' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator(`[data-load="${late.key}"]`).waitFor()
    assert.deepEqual(await lettersIn(page, '[data-load]'), { [late.key]: 'B' })
  })
})
