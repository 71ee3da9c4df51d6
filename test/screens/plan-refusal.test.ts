// What the plan refuses, in the words of a planner: where it happened and nowhere else, and why a load is not offered as one that fits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createLoad, getLoadById, updateLoadById } from '../../contract/load.ts'
import { putPod } from '../../contract/pod.ts'
import {
  consoleSuite,
  dropUntil,
  eventually,
  expectAccessible,
  focused,
  isSeen,
  type Site,
  says,
} from '../support/console.ts'
import { aDepot, anAddress, anOrder } from '../support/orders.ts'
import { aPhoto, newUuid } from '../support/pods.ts'

const day = '2026-07-08'

const keyOf = (name: string) => name.replace(' ', '-')

const shop = (name: string, members: object = {}) =>
  anOrder({
    key: keyOf(name),
    weight: 8,
    ...{ requiredFrom: `${day}T08:00:00Z`, requiredTo: `${day}T18:00:00Z` },
    consigneeAddress: { ...anAddress, company: name },
    ...members,
  })

async function aLoad({ call }: Site, key: string, members: object = {}, names: readonly string[] = []) {
  const { loadId } = (await call(createLoad, { body: { key, plannedStart: `${day}T08:00:00Z`, ...members } })).data
  for (const name of names) await call(createConsignment, { body: shop(name, { loadId }) })
  return loadId
}

consoleSuite('errors of the plan', (site) => {
  test('a rejected removal is explained with the name of its load, on that load alone', async (t) => {
    const here = await site()
    const started = await aLoad(here, 'VAN-1', {}, ['Shop A', 'Shop B'])
    for (const status of ['planned', 'released', 'started'] as const)
      await here.call(updateLoadById, { params: { loadId: started }, body: { status } })
    // What was handed over stays on its load.
    const proof = { outcome: 'success' as const, contactName: 'R. Receiver', signature: aPhoto().announced }
    const body = { consignmentKey: keyOf('Shop B'), ...proof }
    await here.call(putPod, { params: { podId: newUuid() }, body })
    await aLoad(here, 'VAN-2', { plannedStart: `${day}T09:00:00Z` }, ['Shop C', 'Shop D'])
    const page = await here.open(t, `/plan?day=${day}&load=${started}`, { expected: /409/ })
    const card = (name: string) => page.locator('[data-stop]', { hasText: name })
    const refused = page.getByRole('alert').filter({ hasText: 'Shop B' })
    const remove = async () => {
      await page.locator('[data-load="VAN-1"]').click()
      await card('Shop B').click()
      await page.keyboard.press('Delete')
      await refused.getByText('Cannot be removed: Shop B').waitFor()
    }
    await remove()
    assert.match(await refused.innerText(), /The route VAN-1 is started/)
    assert.doesNotMatch(await refused.innerText(), /[0-9a-f]{8}-|Does not fit/)
    await expectAccessible(page)
    // Nor is it planned again, and its key does nothing else.
    await card('Shop B').click()
    await says(page, /Reschedule is for failed orders/, () => page.keyboard.press('p'))
    assert.equal(await page.getByRole('button', { name: 'Reschedule' }).count(), 0)
    await page.locator('[data-load="VAN-2"]').click()
    await card('Shop D').waitFor()
    assert.equal(await refused.count(), 0)
    // By key as well as by mouse; and what was refused of one is not said of what is asked next.
    await remove()
    await page.keyboard.press('j')
    await card('Shop D').waitFor()
    assert.equal(await refused.count(), 0)
    await remove()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('m')
    await page.getByRole('dialog').getByPlaceholder('Search routes').waitFor()
    assert.equal(await refused.count(), 0)
  })

  test('the list of loads shows why a load does not fit an order, and marks a load that fits', async (t) => {
    const here = await site()
    const [north, south] = [aDepot(), aDepot()]
    for (const body of [north, south]) await here.call(createDepot, { body })
    const depots = { startDepotKey: north.key, endDepotKey: north.key }
    await aLoad(here, 'FIT-SMALL', { ...depots, weightCapacity: 10 })
    await aLoad(here, 'FIT-SOUTH', { startDepotKey: south.key, endDepotKey: south.key })
    await aLoad(here, 'FIT-NEVER', { ...depots, plannedStart: `${day}T19:00:00Z` })
    await aLoad(here, 'FIT-WELL', depots)
    const from = { depotKey: north.key }
    for (const name of ['Shop P', 'Shop Q']) await here.call(createConsignment, { body: shop(name, from) })
    const page = await here.open(t, `/plan?day=${day}`)
    const order = (name: string) => page.locator('[data-order]', { hasText: name })
    const option = (key: string) => page.getByRole('dialog').getByRole('option', { name: new RegExp(key) })
    await order('Shop P').click()
    await order('Shop Q').click({ modifiers: ['Shift'] })
    await page.keyboard.press('m')
    await option('FIT-WELL').getByText('fits', { exact: true }).waitFor()
    await option('FIT-SMALL').getByText('too heavy').waitFor()
    await option('FIT-SOUTH').getByText('other depot').waitFor()
    await option('FIT-NEVER').getByText('starts too late').waitFor()
    await expectAccessible(page)
    await focused(page, page.getByRole('dialog').getByPlaceholder('Search routes'))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Of one order.
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: '2 selected' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Assign Shop P to a route' }).click()
    await option('FIT-SMALL').getByText('fits', { exact: true }).waitFor()
    await option('FIT-SOUTH').getByText('other depot').waitFor()
  })

  test('a fitting load is offered after many completed loads, also if the list does not contain it', async (t) => {
    const here = await site()
    await aLoad(here, 'AMONG-MANY')
    for (let index = 0; index < 50; index++)
      await aLoad(here, `OVER-${index}`, { status: 'completed', plannedStart: '2026-07-09T08:00:00Z' })
    await here.call(createConsignment, { body: shop('Shop R') })
    const page = await here.open(t, `/plan?day=${day}`)
    const offered = async () => {
      await page.getByRole('button', { name: 'Assign Shop R to a route' }).click()
      const option = page.getByRole('dialog').getByRole('option', { name: /AMONG-MANY/ })
      await option.getByText('fits', { exact: true }).waitFor()
    }
    await offered()
    const none = { status: 'OK', data: { loads: [], next: null } }
    await page.route(/\/v1\/loads\?.*status=.*plannedFrom=/, (route) => route.fulfill({ json: none }))
    await page.reload()
    await offered()
  })

  test('a rejected drop shows the reason at every target', async (t) => {
    const here = await site()
    const date = '2026-07-10'
    const window = { requiredFrom: `${date}T08:00:00Z`, requiredTo: `${date}T18:00:00Z` }
    const start = { plannedStart: `${date}T08:00:00Z` }
    const going = await aLoad(here, 'GOING', start, ['Shop G'])
    for (const status of ['planned', 'released', 'started'] as const)
      await here.call(updateLoadById, { params: { loadId: going }, body: { status } })
    const staying = await aLoad(here, 'STAYING', start, ['Shop H'])
    await here.call(createConsignment, { body: shop('Shop W', window) })
    const page = await here.open(t, `/plan?day=${date}&load=${going}`, { expected: /409/ })
    const order = page.locator('[data-order="Shop-W"]')
    const refused = page.getByRole('alert').filter({ hasText: 'Does not fit here: Shop W' })
    const drop = (target: ReturnType<typeof page.locator>, said: ReturnType<typeof page.locator>) =>
      dropUntil(() => order.dragTo(target), isSeen(said))
    await drop(page.locator('[data-load="GOING"]'), refused.getByText(/The route GOING is started/))
    await refused.getByRole('button', { name: 'Dismiss' }).click()
    await drop(page.locator('[data-stop="Shop-G"]'), refused.getByText('The route has started.'))
    await refused.getByRole('button', { name: 'Dismiss' }).click()
    const elsewhere = page.getByText('Drop orders on a route or among its stops.')
    for (const pane of ['map', 'charts']) {
      await drop(page.locator(`[data-pane="${pane}"]`), elsewhere.first())
      // A message closes by itself. A click on its button could come after that.
      await eventually(async () => assert.equal(await elsewhere.count(), 0))
    }
    await page.locator('[data-load="STAYING"]').click()
    const stop = page.locator('[data-stop="Shop-H"]')
    await dropUntil(
      () => stop.dragTo(page.locator('[data-pane="pool"]')),
      isSeen(page.getByText('Stops do not leave their route by dragging.').first()),
    )
    const { stops } = (await here.call(getLoadById, { params: { loadId: staying } })).data
    assert.equal(stops.length, 1)
  })

  test('a rejected drop of several files shows the reason', async (t) => {
    const { open } = await site()
    const page = await open(t, '/import')
    await page.getByRole('button', { name: 'Choose file' }).waitFor()
    await page.evaluate(`{
      const dataTransfer = new DataTransfer()
      for (const name of ['a.csv', 'b.csv']) dataTransfer.items.add(new File(['key\\n1'], name))
      const box = [...document.querySelectorAll('div')].findLast((one) => one.textContent.startsWith('Drop a CSV'))
      box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }`)
    await page.getByText('Drop one CSV or Excel file.').waitFor()
  })
})
