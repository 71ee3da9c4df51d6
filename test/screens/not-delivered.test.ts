// What a planner does when a vehicle breaks down or a customer cancels: stops that nobody went to are recorded, and planned again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, getLoad, type LoadStatus } from '../../contract/load.ts'
import { listPods, putPod } from '../../contract/pod.ts'
import { consoleSuite, eventually, expectAccessible, focused, type Site, says } from '../support/console.ts'
import { anOrder } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'

const dayMs = 86_400_000
const today = new Date().toISOString().slice(0, 10)
const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10)

/** A load with so many stops, in this status. */
async function aLoad({ call }: Site, name: string, status: LoadStatus, count: number) {
  const keys = Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)
  const stops: { consignmentId: string }[] = []
  for (const key of keys) {
    const body = anOrder({ key, requiredFrom: `${today}T08:00:00Z`, requiredTo: `${today}T17:59:59Z` })
    stops.push({ consignmentId: (await call(createConsignment, { body })).data.consignmentId })
  }
  const body = { key: name, status, plannedStart: `${today}T07:00:00Z`, stops }
  return { keys, loadId: (await call(createLoad, { body })).data.loadId }
}

const orderOf = async ({ call }: Site, key: string) => (await call(getConsignment, { query: { key } })).data
const podsOf = async ({ call }: Site, consignmentKey: string) =>
  (await call(listPods, { query: { consignmentKey } })).data.pods

async function select(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.getByRole('checkbox', { name: `Select ${key}`, exact: true }).check()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const wayOut = /off a started or completed route, choose Reschedule/

consoleSuite('all orders of a vehicle that broke down before its first stop are planned again', (site) => {
  test('all orders of a vehicle that broke down before its first stop are listed to be planned again', async (t) => {
    const current = await site()
    await current.call(updateEnvironment, { body: { notifications: { proofOfDelivery: true } } })
    const { keys, loadId } = await aLoad(current, 'BROKEN', 'completed', 3)
    const spare = (await current.call(createLoad, { body: { key: 'SPARE', plannedStart: `${tomorrow}T09:00:00Z` } }))
      .data
    const page = await current.open(t, '/consignments')
    await select(page, keys)
    await page.getByRole('button', { name: 'Reschedule' }).waitFor()
    // The service knows whether they can leave a completed load; what it refuses is said with what can be done.
    await page.keyboard.press('Shift+L')
    const results = page.getByRole('dialog', { name: 'Result' })
    await results.getByText(wayOut).first().waitFor()
    await results.getByRole('button', { name: 'Close' }).click()
    await results.waitFor({ state: 'hidden' })
    await select(page, keys)
    await page.getByRole('button', { name: 'Reschedule' }).waitFor()

    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await dialog.getByText(/3 orders have no outcome yet and will be recorded as not delivered/).waitFor()
    await dialog.getByText(/Recipients with an e-mail address get an e-mail/).waitFor()
    const button = dialog.getByRole('button', { name: 'Reschedule' })
    assert.equal(await button.isDisabled(), true, 'a reason is needed')
    const offered = dialog.getByLabel('Day', { exact: true })
    const next = await offered.inputValue()
    await choose(page, 'Why not delivered', 'Moved to another vehicle')
    await dialog.getByText(/Recipients are not notified/).waitFor()
    const same = await offered.inputValue()
    await offered.fill(today)
    await offered.blur()
    assert.equal(await offered.inputValue(), same)
    await offered.fill(tomorrow)
    await offered.blur()
    assert.equal(await offered.inputValue(), next)
    await choose(page, 'Why not delivered', 'Vehicle broke down')
    await dialog.getByText(/Recipients with an e-mail address get an e-mail/).waitFor()
    await dialog.getByLabel('Remark').fill('Gearbox.')
    await dialog.getByLabel('Day', { exact: true }).fill(tomorrow)
    await choose(page, 'Route', 'SPARE')
    await expectAccessible(page)
    await says(page, /3 orders put on route SPARE/, () => button.click())
    for (const key of keys) {
      const [proof, ...others] = await podsOf(current, key)
      assert.equal(others.length, 0)
      assert.deepEqual(
        [proof!.outcome, proof!.failureReasonCode, proof!.remarks, proof!.loadId, proof!.conflict],
        ['failed', 'breakdown', 'Gearbox.', loadId, null],
      )
      const order = await orderOf(current, key)
      assert.deepEqual([order.loadId, order.outcome], [spare.loadId, null])
      assert.deepEqual([order.requiredFrom, order.requiredTo], [`${tomorrow}T08:00:00Z`, `${tomorrow}T17:59:59Z`])
    }
    assert.equal((await current.call(getLoad, { query: { id: loadId } })).data.stops.length, 0)
  })

  test('errors are listed order by order, and a retry creates no duplicate', async (t) => {
    const current = await site()
    const { keys } = await aLoad(current, 'SHAKY', 'started', 3)
    const page = await current.open(t, '/consignments', { expected: /Failed to load resource/ })
    // The first proof arrives, but its answer is lost; all others are never sent.
    let arrived = 0
    await page.route('**/v1/pod/*', async (route) => {
      if (arrived++ === 0) await route.fetch()
      await route.abort()
    })
    await select(page, keys)
    await page.getByRole('button', { name: 'Reschedule' }).waitFor()
    // Nothing is sent that would be refused.
    await says(page, wayOut, () => page.keyboard.press('l'))
    await says(page, wayOut, () => page.keyboard.press('Shift+L'))
    await says(page, wayOut, () => page.keyboard.press('Delete'))
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await choose(page, 'Why not delivered', 'Out of time')
    await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click()
    const results = page.getByRole('dialog', { name: 'Result' })
    await results.getByText('3 failed').waitFor()
    for (const key of keys) await results.getByRole('row', { name: new RegExp(key) }).waitFor()
    assert.ok((await orderOf(current, keys[0]!)).loadId !== null)
    await page.unroute('**/v1/pod/*')
    await results.getByRole('button', { name: 'Close' }).click()
    await results.waitFor({ state: 'hidden' })
    await page.keyboard.press('p')
    await choose(page, 'Why not delivered', 'Out of time')
    const again = page.getByRole('dialog').getByRole('button', { name: 'Reschedule' })
    await says(page, /3 orders ready to be planned again/, () => again.click())
    for (const key of keys) {
      assert.equal((await podsOf(current, key)).length, 1, key)
      assert.equal((await orderOf(current, key)).loadId, null)
    }
  })

  test('orders without an attempt leave a completed load that has an outcome', async (t) => {
    const current = await site()
    const { keys } = await aLoad(current, 'OVER', 'completed', 3)
    const [failed, first, second] = keys as [string, string, string]
    await current.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey: failed }) })
    const page = await current.open(t, '/consignments')
    await select(page, [first])
    await page.getByRole('button', { name: 'Reschedule' }).waitFor()
    await page.keyboard.press('Shift+L')
    await eventually(async () => assert.equal((await orderOf(current, first)).loadId, null))
    const { loadId } = await orderOf(current, second)
    await page.goto(`${current.url}/plan?load=${loadId}`)
    const card = page.locator(`[data-stop=${second}]`)
    await card.click()
    await page.getByRole('button', { name: 'Reschedule' }).waitFor()
    await page.keyboard.press('Delete')
    await card.waitFor({ state: 'hidden' })
    await eventually(async () => assert.equal((await orderOf(current, second)).loadId, null))
  })

  test('orders that can leave their load directly get no new outcome', async (t) => {
    const current = await site()
    const { keys } = await aLoad(current, 'EARLY', 'released', 1)
    const page = await current.open(t, '/consignments')
    await select(page, keys)
    await says(page, /Reschedule is for failed orders/, () => page.keyboard.press('p'))
    assert.equal(await page.getByRole('button', { name: 'Reschedule' }).count(), 0)
  })

  test('an order that is cancelled during its route is done and keeps its stop', async (t) => {
    const current = await site()
    const { keys, loadId } = await aLoad(current, 'ROUND', 'started', 3)
    const page = await current.open(t, `/plan?load=${loadId}`)
    const card = page.locator(`[data-stop=${keys[2]}]`)
    await card.click()
    await page.getByRole('button', { name: 'Reschedule' }).waitFor()
    await says(page, wayOut, () => page.keyboard.press('m'))
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await choose(page, 'Why not delivered', 'No access')
    await dialog.getByLabel('Day', { exact: true }).waitFor()
    // Nobody goes to a customer who has cancelled.
    await choose(page, 'Why not delivered', 'Cancelled')
    assert.ok(await dialog.getByLabel(/Leave them on their route/).isChecked())
    await dialog.getByLabel('Day', { exact: true }).waitFor({ state: 'hidden' })
    await expectAccessible(page)
    const record = dialog.getByRole('button', { name: 'Record as not delivered' })
    await says(page, /1 order recorded as not delivered/, () => record.click())
    await card.getByText('Failed').waitFor()
    const order = await orderOf(current, keys[2]!)
    assert.deepEqual([order.outcome, order.loadId], ['failed', loadId])
    // And from the menu of a card.
    const other = page.locator(`[data-stop=${keys[1]}]`)
    await other.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Reschedule' }).click()
    await choose(page, 'Why not delivered', 'No access')
    const again = dialog.getByRole('button', { name: 'Reschedule' })
    await says(page, /1 order ready to be planned again/, () => again.click())
    await other.waitFor({ state: 'hidden' })
    await eventually(async () => assert.equal((await orderOf(current, keys[1]!)).loadId, null))
  })

  test('a failed order is planned again from its page, with Undo', async (t) => {
    const current = await site()
    const { keys } = await aLoad(current, 'CALLED', 'started', 2)
    const [key, other] = keys as [string, string]
    await current.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey: key }) })
    await current.call(updateEnvironment, { body: { pod: { signature: { success: 'off' } } } })
    const served = aPod({ consignmentKey: other, outcome: 'success', failureReasonCode: null })
    await current.call(putPod, { params: { podId: newUuid() }, body: served })
    await current.call(createLoad, { body: { key: 'CALLED-2', plannedStart: `${tomorrow}T09:00:00Z` } })
    const page = await current.open(t, '/consignments')
    const orderNamed = (name: string) => page.getByRole('dialog', { name: `Order ${name}` })
    await page.getByRole('row', { name: new RegExp(other) }).click()
    await orderNamed(other).getByText('Success').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reschedule' }).count(), 0)

    await page.getByRole('row', { name: new RegExp(key) }).click()
    const drawer = orderNamed(key)
    await drawer.getByRole('button', { name: 'Reschedule' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await dialog.getByLabel('Day', { exact: true }).fill(tomorrow)
    await choose(page, 'Route', 'CALLED-2')
    await says(page, /1 order put on route CALLED-2/, () => dialog.getByRole('button', { name: 'Reschedule' }).click())
    await drawer.getByText('CALLED-2').waitFor()
    await drawer.getByText('Failed').waitFor({ state: 'hidden' })
    await drawer.getByRole('button', { name: 'Reschedule' }).waitFor({ state: 'hidden' })
    assert.equal((await orderOf(current, key)).requiredFrom, `${tomorrow}T08:00:00Z`)

    await page.getByRole('button', { name: 'Undo' }).click()
    // Its load is under way and takes nothing back.
    await drawer.getByText('not on a route').waitFor()
    await drawer.getByText('Failed').waitFor()
    const { loadId, requiredFrom } = await orderOf(current, key)
    assert.deepEqual([loadId, requiredFrom], [null, `${today}T08:00:00Z`])
  })

  test('an order without an outcome is planned again on its page during its route', async (t) => {
    const current = await site()
    const early = await aLoad(current, 'SOON', 'released', 1)
    const { keys, loadId } = await aLoad(current, 'ASKED', 'started', 2)
    const [key, other] = keys as [string, string]
    const pageOf = async (name: string) =>
      `/consignments/${(await current.call(getConsignment, { query: { key: name } })).data.consignmentId}`
    const page = await current.open(t, await pageOf(key))
    const order = page.getByRole('article', { name: `Order ${key}` })
    await order.getByRole('button', { name: 'Reschedule' }).waitFor()
    await page.keyboard.press('Control+k')
    await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
    await page.keyboard.type('reschedule')
    await page.getByRole('option', { name: 'Reschedule', exact: false }).first().waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await dialog.getByText(/1 order has no outcome yet and will be recorded as not delivered/).waitFor()
    await choose(page, 'Why not delivered', 'Cancelled')
    const record = dialog.getByRole('button', { name: 'Record as not delivered' })
    await says(page, /1 order recorded as not delivered/, () => record.click())
    await order.getByText('Failed').waitFor()
    assert.deepEqual(
      (await podsOf(current, key)).map((pod) => [pod.outcome, pod.loadId]),
      [['failed', loadId]],
    )

    await page.goto(`${current.url}${await pageOf(other)}`)
    const second = page.getByRole('article', { name: `Order ${other}` })
    await second.getByRole('tab', { name: 'Outcome' }).click()
    const empty = second.getByRole('tabpanel')
    await empty.getByText('No outcome yet').waitFor()
    await expectAccessible(page)
    await empty.getByRole('button', { name: 'Reschedule' }).click()
    await choose(page, 'Why not delivered', 'No access')
    const again = dialog.getByRole('button', { name: 'Reschedule' })
    await says(page, /1 order ready to be planned again/, () => again.click())
    await empty.getByText('Failed').waitFor()
    assert.equal((await orderOf(current, other)).loadId, null)

    await page.goto(`${current.url}${await pageOf(early.keys[0]!)}`)
    await page.getByRole('article', { name: `Order ${early.keys[0]}` }).waitFor()
    await page.getByRole('button', { name: 'Duplicate' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reschedule' }).count(), 0)
  })

  test('the completion of a load lists its open stops', async (t) => {
    const current = await site()
    const { keys, loadId } = await aLoad(current, 'LONG', 'started', 12)
    const page = await current.open(t, `/plan?load=${loadId}`)
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete LONG?' })
    const open = dialog.getByRole('list', { name: '12 stops have no outcome:' })
    await open.getByText(keys[9]!).waitFor()
    assert.equal(await open.getByText(keys[10]!).count(), 0)
    await open.getByText('and 2 more').waitFor()
    await dialog.getByText(/Record their outcomes/).waitFor()
    await expectAccessible(page)
  })

  test('the completion of a load waits until its open stops are read, and reports a failed read', async (t) => {
    const current = await site()
    const { loadId } = await aLoad(current, 'SLOW', 'started', 2)
    const page = await current.open(t, '/loads', { expected: /Failed to load resource/ })
    const held = Promise.withResolvers<void>()
    await page.route(`**/v1/load/${loadId}/progress*`, async (route) => {
      await held.promise
      await route.fulfill({ status: 404, json: { status: 'ERROR', data: {} } })
    })
    await page.goto(`${current.url}/plan?load=${loadId}`)
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete SLOW?' })
    const complete = dialog.getByRole('button', { name: 'Complete', exact: true })
    await complete.and(page.locator('[aria-disabled=true]')).waitFor()
    await page.keyboard.press('Enter')
    held.resolve()
    await dialog
      .getByRole('alert')
      .getByText(/could not be loaded/)
      .waitFor()
    await expectAccessible(page)
    assert.equal((await current.call(getLoad, { query: { id: loadId } })).data.status, 'started')
  })
})
