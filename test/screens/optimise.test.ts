// The optimiser in the browser: a day of orders becomes routes, a load gets a better sequence, and both can be undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { listLoads } from '../../contract/load.ts'
import type { ProposedStop } from '../../contract/optimisation.ts'
import { consoleSuite, eventually, expectAccessible, focused, says } from '../support/console.ts'
import { aPlacedDepot, at, aVehicle, day, leeds, optimised, seeded } from '../support/days.ts'
import type { Tenant } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { aDetour, planOf } from '../support/plans.ts'

const picture = (name: string) => (process.env.PICTURES ? { path: `${process.env.PICTURES}/${name}.png` } : undefined)

consoleSuite('the optimiser', (site) => {
  test('a planner plans a day with a few keys, sees the proposal, and undoes it', async (t) => {
    const here = await site()
    const tenant = here as unknown as Tenant
    const depotKey = await aPlacedDepot(tenant)
    for (const name of ['North van', 'South van', 'Small van']) await aVehicle(tenant, depotKey, { key: name, name })
    const random = seeded(7)
    const consignments = Array.from({ length: 40 }, (_, index) =>
      anOrder({
        key: `DAY-${String(index).padStart(2, '0')}`,
        weight: 30,
        depotKey,
        requiredFrom: `${day}T08:00:00Z`,
        requiredTo: `${day}T17:00:00Z`,
        ...at(leeds.lat + (random() - 0.5) * 0.3, leeds.lng + (random() - 0.5) * 0.5, `LS${index}`),
      }),
    )
    const heavy = anOrder({ key: 'DAY-HEAVY', weight: 5_000, depotKey, ...at(leeds.lat, leeds.lng) })
    await here.call(importConsignments, { body: { consignments: [...consignments, heavy] } })
    const page = await here.open(t, `/plan?day=${day}`, { expected: /409/ })
    await page.getByRole('button', { name: 'Due on this day 40' }).waitFor()

    const cards = page.locator('[data-pane=pool] [data-order^="DAY-"]')
    await cards.nth(0).click()
    await cards.nth(1).click({ modifiers: ['Shift'] })
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog')
    const only = dialog.getByRole('checkbox', { name: 'Only the 2 selected orders' })
    assert.ok(await only.isChecked())
    await only.uncheck()
    await dialog.getByLabel('Due on this day (40)').waitFor()
    await expectAccessible(page)
    await page.screenshot(picture('optimise-question'))
    // Long enough to be there when it is stopped, at the first thing that was found.
    await dialog.getByText('60 s', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Find routes' }).click()
    const accept = dialog.getByRole('button', { name: 'Accept', exact: true })
    // What comes by itself takes no key that was pressed for something else.
    const frame = dialog.getByRole('group', { name: 'Plan the day', exact: true })
    await focused(page, frame)
    await dialog.getByRole('button', { name: 'Stop and use this' }).click()
    await accept.waitFor()
    await focused(page, frame)
    await page.keyboard.press('Enter')
    await dialog.getByText('1 order left out').waitFor()
    const group = dialog.getByRole('group').filter({ hasText: 'Too heavy' })
    await group.getByText('Too heavy1', { exact: true }).waitFor()
    await group.getByText(/No vehicle has room for the 5000 kg of the order/).waitFor()
    await group.getByRole('link', { name: 'DAY-HEAVY' }).waitFor()
    // Also before its map is there, the route that is shown can be scrolled by the keyboard.
    const route = dialog.getByRole('region', { name: /^(North|South|Small) van 2026-07-01$/ })
    await route.focus()
    await route.and(page.locator(':focus')).waitFor()
    await accept.focus()
    await expectAccessible(page)
    await page.screenshot(picture('optimise-preview'))
    assert.deepEqual((await here.call(listLoads)).data, [], 'nothing is written before it is accepted')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: '2 selected' }).waitFor({ state: 'hidden' })
    const loads = (await here.call(listLoads)).data
    assert.equal(
      loads.reduce((sum, { stopCount }) => sum + stopCount, 0),
      40,
    )
    await page
      .getByRole('heading', { name: loads.at(-1)!.key })
      .or(page.getByRole('heading', { name: loads[0]!.key }))
      .first()
      .waitFor()
    await page.screenshot(picture('optimise-accepted'))

    // One load for itself: what is best already stays as it is.
    await page.keyboard.press('o')
    await dialog.getByRole('button', { name: 'Accept', exact: true }).waitFor()
    await page.screenshot(picture('optimise-sequence'))
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+z')
    await page.getByText('The plan is as it was before.').waitFor()
    await eventually(async () => assert.deepEqual((await here.call(listLoads)).data, []))
    assert.equal(await page.getByText('Undone', { exact: true }).count(), 0, 'it is said once')
    await page.getByRole('button', { name: 'Due on this day 40' }).waitFor()

    // A search that the page has lost sight of is offered again, until it is discarded.
    const found = await optimised(tenant, { mode: 'day', day, seconds: 0.5 })
    await page.reload()
    await page.getByText('Routes for this day were found and not accepted yet.').waitFor()
    await page.getByRole('button', { name: 'Show routes' }).click()
    // One order changes meanwhile: the routes without it are accepted all the same.
    const left = dialog.getByRole('link', { name: 'DAY-HEAVY' })
    assert.match((await left.getAttribute('href'))!, /\/consignments\//)
    const [{ consignmentId }] = found.loads[0]!.stops as [ProposedStop]
    await here.call(updateConsignmentById, { params: { consignmentId }, body: { weight: 31 } })
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await dialog.getByText(/The order .* has changed/).waitFor()
    await expectAccessible(page)
    await page.screenshot(picture('optimise-outdated'))
    await dialog.getByRole('button', { name: 'Accept the rest' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.ok(found.loads.length > 1)
    assert.deepEqual(
      (await here.call(listLoads)).data.map(({ key }) => key).sort(),
      found.loads
        .slice(1)
        .map(({ key }) => key)
        .sort(),
    )
    await page.getByRole('button', { name: 'Show routes' }).waitFor({ state: 'detached' })
  })

  test('Ctrl-Z undoes changes after a proposal, and then the proposal', async (t) => {
    const here = await site()
    const tenant = here as unknown as Tenant
    const { loadId, ids } = await aDetour(tenant, await aPlacedDepot(tenant))
    const now = () => planOf(tenant, ids)
    const before = await now()
    const page = await here.open(t, `/plan?day=${day}&load=${loadId}`)
    const cards = page.locator('[data-stop]')
    await cards.nth(3).waitFor()
    await page.keyboard.press('o')
    await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const accepted = await now()
    assert.notDeepEqual(accepted, before)

    const first = (await cards.first().getAttribute('data-stop'))!
    const moveAndTime = async () => {
      await cards
        .first()
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menuitem', { name: 'Move to end' }).click()
      await says(page, /Stop sequence saved/, () => page.keyboard.press('Control+s'))
      await says(page, /4 planned times set/, () => page.keyboard.press('t'))
    }
    const isAccepted = async () => {
      await cards
        .first()
        .and(page.locator(`[data-stop="${first}"]`))
        .waitFor()
      await eventually(async () => assert.deepEqual(await now(), accepted))
    }
    await moveAndTime()
    await says(page, /Undone/, () => page.keyboard.press('Control+z'))
    await says(page, /Undone/, () => page.keyboard.press('Control+z'))
    await isAccepted()
    // However fast they are pressed, one comes after the other.
    await moveAndTime()
    await says(page, /The plan is as it was before/, async () => {
      for (let times = 0; times < 3; times++) await page.keyboard.press('Control+z')
    })
    assert.deepEqual(await now(), before)
  })
})
