// A day that was driven with paper: what the desk says of each order, by keyboard, and what becomes of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createDriver } from '../../contract/fleet.ts'
import { createLoad, getLoad, type LoadStatus } from '../../contract/load.ts'
import { listPods, putPod } from '../../contract/pod.ts'
import {
  consoleSuite,
  eventually,
  expectAccessible,
  focused,
  hold,
  phone,
  type Site,
  says,
} from '../support/console.ts'
import { aDriver, anOrder } from '../support/orders.ts'
import { makeOld } from '../support/outcomes.ts'
import { aPod, handedOver, newUuid } from '../support/pods.ts'

const minuteMs = 60_000
const ago = (minutes: number) => `${new Date(Date.now() - minutes * minuteMs).toISOString().slice(0, 19)}Z`

/** A load with so many stops, which began three hours ago by the plan. */
async function aLoad({ call }: Site, name: string, status: LoadStatus, count: number) {
  const keys = Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)
  const stops: { consignmentId: string }[] = []
  for (const [index, key] of keys.entries()) {
    const body = anOrder({ key, planned: ago(170 - 10 * index) })
    stops.push({ consignmentId: (await call(createConsignment, { body })).data.consignmentId })
  }
  const body = { key: name, status, plannedStart: ago(180), stops }
  const { loadId } = (await call(createLoad, { body })).data
  return { keys: keys as [string, ...string[]], loadId, ids: stops.map(({ consignmentId }) => consignmentId) }
}

const podOf = async ({ call }: Site, consignmentKey: string) =>
  (await call(listPods, { query: { consignmentKey } })).data.pods[0]

consoleSuite('outcomes from the console', (site) => {
  test('a planner records a whole load from its run sheet, and completes it', async (t) => {
    const current = await site()
    const { keys, loadId } = await aLoad(current, 'PAPER', 'released', 4)
    const page = await current.open(t, `/plan?load=${loadId}`)
    await page.locator(`[data-stop=${keys[0]}]`).waitFor()
    await page.keyboard.press('y')
    const dialog = page.getByRole('dialog', { name: 'Record outcomes' })
    const nameOf = (key: string) => dialog.getByRole('textbox', { name: `Received by: ${key}` })
    await nameOf(keys[0]).waitFor()
    await expectAccessible(page)
    const chosen = (key: string) => dialog.getByRole('radiogroup', { name: `Outcome: ${key}` })

    // Enter goes down the column, and sends nothing.
    await page.keyboard.type('A. One')
    await page.keyboard.press('Enter')
    await page.keyboard.type('B. Two')
    await chosen(keys[2]!).getByText('Failed').click()
    await chosen(keys[3]!).getByText('Not known').click()
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('Why not, or not all of it?').waitFor()
    assert.equal(await podOf(current, keys[0]), undefined, 'nothing is sent before all of it can be')
    await dialog.getByRole('combobox', { name: `Reason: ${keys[2]}` }).click()
    await page.getByRole('option', { name: 'Refused' }).click()
    await dialog.getByRole('textbox', { name: `Remark: ${keys[2]}` }).fill('Wrong colour.')
    await expectAccessible(page)
    await says(page, /3 outcomes recorded/, () => page.keyboard.press('Control+Enter'))
    await dialog.waitFor({ state: 'hidden' })
    await page.locator(`[data-stop=${keys[0]}]`).getByText('Success').waitFor()

    const first = (await podOf(current, keys[0]))!
    assert.deepEqual(
      [first.outcome, first.contactName, first.conflict, first.loadId],
      ['success', 'A. One', null, loadId],
    )
    const { planned } = (await current.call(getConsignment, { query: { key: keys[0] } })).data
    assert.equal(first.time.slice(0, 16), planned!.slice(0, 16), 'when it was planned, as nobody said otherwise')
    const third = (await podOf(current, keys[2]!))!
    assert.deepEqual(
      [third.outcome, third.failureReasonCode, third.remarks, third.contactName],
      ['failed', 'refused', 'Wrong colour.', null],
    )
    assert.equal(await podOf(current, keys[3]!), undefined)

    await page.getByRole('button', { name: 'More status changes' }).click()
    await page.getByRole('menuitem', { name: 'Complete' }).click()
    const question = page.getByRole('dialog', { name: /Complete/ })
    await question.getByText(keys[3]!).waitFor()
    await question.getByRole('button', { name: 'Record outcomes' }).click()
    await nameOf(keys[3]!).waitFor()
    assert.equal(await nameOf(keys[0]).count(), 0, 'of the others it is known')
    await page.keyboard.type('D. Four')
    await says(page, /1 outcome recorded/, () => dialog.getByRole('button', { name: 'Record 1 outcome' }).click())
    await page.getByRole('button', { name: 'More status changes' }).click()
    await page.getByRole('menuitem', { name: 'Complete' }).click()
    await question.getByRole('button', { name: 'Complete' }).click()
    await eventually(async () =>
      assert.equal((await current.call(getLoad, { query: { id: loadId } })).data.status, 'completed'),
    )
  })

  test("a planner records an outcome on the order's page with a different time", async (t) => {
    const current = await site()
    const { keys, ids } = await aLoad(current, 'CALL', 'started', 1)
    const page = await current.open(t, `/consignments/${ids[0]}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await page.getByRole('button', { name: 'Record outcome' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Record outcomes' })
    const time = dialog.getByRole('textbox', { name: `When: ${keys[0]}` })
    await time.fill('whenever')
    await dialog.getByRole('textbox', { name: `Received by: ${keys[0]}` }).fill('R. Receiver')
    await dialog.getByRole('button', { name: 'Record 1 outcome' }).click()
    await dialog.getByText('Type it like this', { exact: false }).waitFor()
    assert.equal(await podOf(current, keys[0]), undefined)
    const told = ago(30).slice(0, 16)
    await time.fill(told.replace('T', ' '))
    await says(page, /1 outcome recorded/, () => dialog.getByRole('button', { name: 'Record 1 outcome' }).click())
    const proof = page.getByRole('article', { name: 'Outcome: Success' })
    await proof.getByText('R. Receiver').waitFor()
    await proof.getByText('Office').waitFor()
    assert.equal((await podOf(current, keys[0]))!.time, `${told}:00Z`)
    assert.equal(await page.getByRole('button', { name: 'Record outcome' }).count(), 0)
  })

  test('a concurrent outcome of the driver is not replaced, and the other outcomes are recorded', async (t) => {
    const current = await site()
    const { keys, loadId } = await aLoad(current, 'RACE', 'started', 2)
    const page = await current.open(t, '/consignments?search=RACE', { expected: /400/ })
    for (const key of keys) await page.getByRole('checkbox', { name: `Select ${key}`, exact: true }).check()
    await page.getByRole('button', { name: 'Record outcomes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record outcomes' })
    for (const key of keys) await dialog.getByRole('textbox', { name: `Received by: ${key}` }).fill('R. Receiver')
    await current.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey: keys[0], loadId }) })
    await says(page, /1 outcome recorded/, () => dialog.getByRole('button', { name: 'Record 2 outcomes' }).click())
    await dialog.getByText('The order has an outcome by now.', { exact: false }).waitFor()
    assert.equal(await dialog.getByRole('row', { name: new RegExp(keys[1]!) }).count(), 0)
    assert.equal((await podOf(current, keys[0]))!.outcome, 'failed')
    // What is typed is not lost without a question.
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your input?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a wrong outcome of a driver is corrected in the console', async (t) => {
    const current = await site()
    await current.call(createDriver, { body: aDriver({ key: 'D-1', name: 'Early shift' }) })
    const { consignmentId } = (await current.call(createConsignment, { body: anOrder({ key: 'MISTAKEN' }) })).data
    await current.call(createLoad, {
      body: { key: 'MISTAKES', status: 'started', driverKey: 'D-1', stops: [{ consignmentId }] },
    })
    const time = ago(40)
    const wrong = await handedOver(current, 'MISTAKEN', { time })
    const page = await current.open(t, `/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    const success = page.getByRole('article', { name: 'Outcome: Success' })
    await success.getByRole('button', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct' })
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Refused' }).click()
    await dialog.getByLabel('Remarks').fill('Wrong door')
    await says(page, /Outcome corrected/, () => dialog.getByRole('button', { name: 'Correct' }).click())
    const failed = page.getByRole('article', { name: 'Outcome: Failed' })
    await failed.getByText('Wrong door').waitFor()
    await success.getByText('Corrected since').waitFor()
    assert.equal(await success.getByRole('button', { name: 'Correct' }).count(), 0)
    const order = (await current.call(getConsignment, { query: { key: 'MISTAKEN' } })).data
    assert.deepEqual([order.outcome, order.outcomeTime], ['failed', time])
    const { pods } = (await current.call(listPods, { query: { consignmentId } })).data
    assert.deepEqual(
      pods.map(({ replaces, driverKey, failureReasonCode }) => [replaces, driverKey, failureReasonCode]),
      [
        [wrong, 'D-1', 'refused'],
        [null, 'D-1', null],
      ],
    )
    // That was the mistake: nobody signs at a desk, and the name of who did stands for it.
    await failed.getByText('Office').waitFor()
    await failed.getByRole('button', { name: 'Correct' }).click()
    await dialog.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'Success' }).click()
    await dialog.getByText('The name of the person who signed on paper replaces the signature.').waitFor()
    const button = dialog.getByRole('button', { name: 'Correct' })
    assert.equal(await button.isDisabled(), true)
    await dialog.getByLabel('Received by').fill('N. Neighbour')
    await says(page, /Outcome corrected/, () => button.click())
    await page.getByRole('article', { name: 'Outcome: Success' }).first().getByText('N. Neighbour').waitFor()
    assert.equal((await current.call(getConsignment, { query: { key: 'MISTAKEN' } })).data.outcome, 'success')
  })

  test('a planner corrects an outcome from six weeks ago', async (t) => {
    const current = await site()
    const { consignmentId } = (await current.call(createConsignment, { body: anOrder({ key: 'LONG-AGO' }) })).data
    const wrong = await handedOver(current, 'LONG-AGO', { arrived: ago(10) })
    const sixWeeks = 6 * 7 * 24 * 60
    const [time, arrived] = [ago(sixWeeks), ago(sixWeeks + 10)]
    await makeOld(current.service, wrong, { time, arrived })
    const page = await current.open(t, `/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await page.getByRole('button', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct' })
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Refused' }).click()
    await says(page, /Outcome corrected/, () => dialog.getByRole('button', { name: 'Correct' }).click())
    await page.getByRole('article', { name: 'Outcome: Failed' }).waitFor()
    const { pods } = (await current.call(listPods, { query: { consignmentId } })).data
    const right = pods.find(({ replaces }) => replaces === wrong)!
    assert.deepEqual([right.outcome, right.time, right.arrived], ['failed', time, arrived])
  })

  test('correcting the reason for missing goods does not change the list of these goods', async (t) => {
    const current = await site()
    const body = anOrder({
      key: 'SOME',
      packages: [{ packageId: 'p1' }, { packageId: 'p2' }],
      productLines: [{ productLineId: 'l1', productCode: 'P-1', currency: 'EUR', quantity: 5 }],
    })
    await current.call(createConsignment, { body })
    const order = (await current.call(getConsignment, { query: { key: 'SOME' } })).data
    const { consignmentId, packages, productLines } = order
    const [arrived, broken] = packages.map(({ packageId }) => packageId)
    const { productLineId } = productLines[0]!
    await handedOver(current, 'SOME', {
      ...{ outcome: 'partial', failureReasonCode: 'refused' },
      packages: [
        { packageId: arrived, outcome: 'success', scanned: true },
        { packageId: broken, outcome: 'failed', failureReasonCode: 'refused' },
      ],
      productLines: [{ productLineId, quantity: 3, failedQuantity: 2, failureReasonCode: 'refused' }],
    })
    const page = await current.open(t, `/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await page.getByRole('article', { name: 'Outcome: Partial' }).getByRole('button', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct' })
    await dialog.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'Partial' }).click()
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    // Which needs a photo at the door.
    await page.getByRole('option', { name: 'Damaged' }).click()
    await says(page, /Outcome corrected/, () => dialog.getByRole('button', { name: 'Correct' }).click())
    const { pods } = (await current.call(listPods, { query: { consignmentId } })).data
    const [corrected, wrong] = pods
    assert.deepEqual([corrected!.failureReasonCode, wrong!.failureReasonCode], ['damaged', 'refused'])
    assert.deepEqual([corrected!.packages, corrected!.productLines], [wrong!.packages, wrong!.productLines])
  })

  test('several rejected outcomes are edited one by one, and a pending request finishes first', async (t) => {
    const current = await site()
    const { keys, loadId } = await aLoad(current, 'BUSY', 'started', 3)
    const page = await current.open(t, `/plan?load=${loadId}`, { expected: /400/ })
    await page.locator(`[data-stop=${keys[0]}]`).waitFor()
    await page.keyboard.press('y')
    const dialog = page.getByRole('dialog', { name: 'Record outcomes' })
    const nameOf = (index: number) => dialog.getByRole('textbox', { name: `Received by: ${keys[index]}` })
    for (const index of [0, 1, 2]) await nameOf(index).fill('R.')
    for (const consignmentKey of keys.slice(0, 2))
      await current.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey, loadId }) })
    const { given, release } = await hold(page, 'PUT', /\/v1\/pod\//)
    let sent = 0
    page.on('request', (request) => (sent += Number(request.method() === 'PUT')))
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await given
    await dialog.waitFor()
    await release()
    await dialog.getByText('2 outcomes refused; the rest is recorded.').waitFor()
    assert.equal(sent, 3, 'each once')
    assert.equal(await page.getByRole('dialog', { name: 'Discard your input?' }).count(), 0)
    await focused(page, nameOf(0))
    await page.keyboard.press('End')
    await page.keyboard.type(' Smith')
    assert.deepEqual([await nameOf(0).inputValue(), await nameOf(1).inputValue()], ['R. Smith', 'R.'])
  })

  test('the key for recording outcomes applies only to the open order', async (t) => {
    const current = await site()
    const { keys, ids, loadId } = await aLoad(current, 'GLANCE', 'started', 2)
    const page = await current.open(t, `/plan?load=${loadId}&order=${ids[1]}`)
    const order = page.getByRole('dialog', { name: `Order ${keys[1]}` })
    await order.getByRole('button', { name: 'Record outcome' }).waitFor()
    await page.keyboard.press('y')
    const dialog = page.getByRole('dialog', { name: 'Record outcomes' })
    await dialog.getByRole('textbox', { name: `Received by: ${keys[1]}` }).fill('R. Receiver')
    assert.equal(await dialog.getByRole('rowheader').count(), 1)
    await says(page, /1 outcome recorded/, () => page.keyboard.press('Control+Enter'))
    await order.getByRole('button', { name: 'Record outcome' }).waitFor({ state: 'hidden' })
    await says(page, /orders without an outcome/, () => page.keyboard.press('y'))
  })

  test('orders that all have an outcome cause no dialog', async (t) => {
    const current = await site()
    const { keys } = await aLoad(current, 'KNOWN', 'started', 1)
    await current.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey: keys[0] }) })
    const page = await current.open(t, '/consignments?search=KNOWN')
    await page.getByRole('checkbox', { name: `Select ${keys[0]}`, exact: true }).check()
    await says(page, /orders without an outcome/, () => page.keyboard.press('y'))
  })

  test('the form of outcomes works on a phone, in German and in Arabic', async (t) => {
    const current = await site()
    const { keys, ids } = await aLoad(current, 'SMALL', 'started', 1)
    for (const [language, name] of [
      ['de', 'Ergebnisse erfassen'],
      ['ar', 'تسجيل النتائج'],
    ] as const) {
      const page = await current.open(t, `/consignments/${ids[0]}`, { language, viewport: phone })
      await page.getByRole('article').getByText(keys[0]).first().waitFor()
      await page.keyboard.press('y')
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByText(keys[0]).waitFor()
      await expectAccessible(page)
    }
  })
})
