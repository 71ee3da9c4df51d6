// One consignment in the console: read whole, edited in place, in conflict with others, created, copied and deleted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, getConsignmentById, updateConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { consoleSuite, eventually, expectAccessible, hold, mayLeave, type Site, says } from '../support/console.ts'
import { aFullOrder, aKey, anOrder } from '../support/orders.ts'

const create = async ({ call }: Site, body = anOrder()) => {
  const { data } = await call(createConsignment, { body })
  return { id: data.consignmentId, key: body.key, path: `/consignments/${data.consignmentId}` }
}

consoleSuite('consignment', (site) => {
  test('a field saves when it loses the focus, and shows its error', async (t) => {
    const desk = await site()
    const { id, path } = await create(desk)
    const page = await desk.open(t, path, { expected: /400/ })
    const read = async () => (await desk.call(getConsignmentById, { params: { consignmentId: id } })).data
    const city = page.getByLabel('City').first()
    await city.fill('Newtown')
    await city.blur()
    await eventually(async () => assert.equal((await read()).consigneeAddress.city, 'Newtown'))
    const email = page.getByLabel('E-mail').first()
    await email.fill('not an address')
    await page.keyboard.press('Enter')
    await page.getByText('Not saved yet').waitFor()
    assert.equal(await email.getAttribute('aria-invalid'), 'true')
    assert.equal(await email.inputValue(), 'not an address')
    await email.fill('ok@example.com')
    await page.keyboard.press('Enter')
    await eventually(async () => assert.equal((await read()).consigneeContact?.email, 'ok@example.com'))
  })

  test('an error that arrives before its field is drawn moves to the field when it is drawn', async (t) => {
    const desk = await site()
    const { path } = await create(desk)
    const page = await desk.open(t, path, { expected: /400/ })
    const email = page.getByLabel('E-mail').first()
    await email.fill('not an address')
    await page.keyboard.press('Enter')
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('created this order').first().waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await email.and(page.locator('[aria-invalid=true]')).waitFor()
    await eventually(async () => assert.equal(await page.getByText('consigneeContact').count(), 0))
    await page.getByRole('link', { name: 'Routes' }).click()
    const question = page.getByRole('dialog', { name: 'Discard your input?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL(/\/loads/)
  })

  test('with German as language, numbers and errors of an order are German', async (t) => {
    const desk = await site()
    const times = {
      requiredTo: '2026-07-01T12:00:00Z',
      committed: '2026-07-01T09:00:00Z',
      planned: '2026-07-01T10:00:00Z',
    }
    const { id, path } = await create(desk, anOrder({ volume: 0.359, ...times }))
    const page = await desk.open(t, path, { language: 'de', expected: /400/ })
    const volume = page.getByLabel('Volumen').first()
    await volume.waitFor()
    assert.equal(await volume.inputValue(), '0,359')
    // The figure is drawn when its width is known.
    await page.locator('figure svg svg path').first().waitFor({ state: 'attached' })
    assert.equal(await page.locator('figure svg svg path').count(), 1, 'a diamond for what was committed')
    assert.equal(await page.locator('figure svg svg line').count(), 1, 'a stroke for what is planned')
    await volume.fill('-1')
    await page.keyboard.press('Enter')
    await page.getByText('Darf nicht negativ sein.').waitFor()
    await volume.fill('0,5')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      assert.equal((await desk.call(getConsignmentById, { params: { consignmentId: id } })).data.volume, 0.5),
    )
  })

  test('an edit of one end of a time window does not change the other end, also in a repeated hour', async (t) => {
    const desk = await site()
    await desk.call(updateEnvironment, { body: { timezone: 'Europe/Berlin' } })
    t.after(() => desk.call(updateEnvironment, { body: { timezone: 'UTC' } }))
    const requiredTo = '2026-10-25T01:30:59Z'
    const { id, path } = await create(desk, anOrder({ requiredFrom: '2026-10-24T22:00:00Z', requiredTo }))
    const page = await desk.open(t, path)
    const required = page.getByLabel('Required', { exact: true })
    await required.and(page.locator('[value="25/10/2026 00:00 – 02:30"]')).waitFor()
    await required.fill('25/10/2026 01:00 – 02:30')
    await required.blur()
    await eventually(async () => {
      const { data } = await desk.call(getConsignmentById, { params: { consignmentId: id } })
      assert.deepEqual([data.requiredFrom, data.requiredTo], ['2026-10-24T23:00:00Z', requiredTo])
    })
  })

  test('fields that depend on each other are saved when all of them are complete', async (t) => {
    const desk = await site()
    const { id, path } = await create(desk)
    const page = await desk.open(t, path, { expected: /400/ })
    const consignor = page.locator('section', { has: page.getByRole('heading', { name: 'Sender' }) })
    await consignor.getByLabel('Street').fill('9 Dock Road')
    await consignor.getByLabel('Street').blur()
    await consignor.getByText('is required').first().waitFor()
    await consignor.getByLabel('Postal code', { exact: true }).fill('EX2')
    await consignor.getByRole('combobox', { name: 'Country', exact: true }).fill('GB')
    await page.getByRole('option', { name: /^GB/ }).click()
    await eventually(async () => {
      const { data } = await desk.call(getConsignmentById, { params: { consignmentId: id } })
      assert.equal(data.consignorAddress?.line1, '9 Dock Road')
    })
  })

  test('a typed country code selects its country before others with the same letters', async (t) => {
    const desk = await site()
    const { id, path } = await create(desk)
    const page = await desk.open(t, path)
    const country = page
      .locator('section', { has: page.getByRole('heading', { name: 'Recipient' }) })
      .getByRole('combobox', { name: 'Country', exact: true })
    // Austria has both of its letters, and a code that comes before.
    await country.fill('us')
    await country.press('Enter')
    await eventually(async () => {
      const { data } = await desk.call(getConsignmentById, { params: { consignmentId: id } })
      assert.equal(data.consigneeAddress.country, 'US')
    })
  })

  test('a concurrent change of another field causes no conflict; a conflict shows both values', async (t) => {
    const desk = await site()
    const { id, key, path } = await create(desk)
    const page = await desk.open(t, path)
    const change = (body: Record<string, unknown>) => desk.call(updateConsignment, { query: { key }, body })
    const street = page.getByLabel('Street').first()
    await street.fill('Mine')
    await change({ consigneeAddress: { line1: 'Theirs', line2: 'Theirs as well' } })
    await page.getByText('Someone else has saved a different value').waitFor()
    assert.equal(await page.getByLabel('Line 2').first().inputValue(), 'Theirs as well')
    await expectAccessible(page)
    await street.blur()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await eventually(async () => {
      const { data } = await desk.call(getConsignmentById, { params: { consignmentId: id } })
      assert.deepEqual([data.consigneeAddress.line1, data.consigneeAddress.line2], ['Mine', 'Theirs as well'])
    })
  })

  test('a conflict of times and the history show times in the zone of the environment', async (t) => {
    const desk = await site()
    const { key, path } = await create(desk, anOrder({ planned: '2024-03-10T12:00:00Z' }))
    await desk.call(updateEnvironment, { body: { timezone: 'Asia/Tokyo' } })
    t.after(() => desk.call(updateEnvironment, { body: { timezone: 'UTC' } }))
    const page = await desk.open(t, path)
    const planned = page.getByLabel('Planned', { exact: true })
    await planned.fill('2024-03-10T21:45')
    await desk.call(updateConsignment, { query: { key }, body: { planned: '2024-03-10T13:00:00Z' } })
    const card = page.getByRole('alert').filter({ hasText: 'Someone else has saved a different value' })
    await card.waitFor()
    assert.match(await card.innerText(), /Yours: 10 Mar 2024, 21:45\s+Theirs: 10 Mar 2024, 22:00/)
    await page.getByRole('button', { name: 'Use theirs' }).click()
    await page.getByRole('tab', { name: 'History' }).click()
    const change = page.getByRole('listitem').first()
    await change.getByRole('button', { name: 'Show details' }).click()
    assert.match(await change.innerText(), /10 Mar 2024, 21:00 → 10 Mar 2024, 22:00/)
  })

  test('packages and product lines are edited in a table', async (t) => {
    const desk = await site()
    const { id, path } = await create(desk, aFullOrder())
    const page = await desk.open(t, path, { expected: /400/ })
    await page.getByRole('tab', { name: 'Goods' }).click()
    const before = (await desk.call(getConsignmentById, { params: { consignmentId: id } })).data
    await page.getByRole('button', { name: 'Add product line' }).click()
    const number = before.productLines.length + 1
    await page.getByLabel(`Product code ${number}`).fill('GLUE')
    await page.getByLabel(`Product code ${number}`).blur()
    await page.getByText('is required').waitFor()
    await page.getByLabel(`Currency ${number}`).fill('eur')
    await page.getByLabel(`Currency ${number}`).blur()
    await page.getByText(/^Version/).waitFor()
    await page.getByLabel(/^Quantity: GLUE, Packages 1/).fill('3')
    await page.keyboard.press('Enter')
    await eventually(async () => {
      const { data } = await desk.call(getConsignmentById, { params: { consignmentId: id } })
      assert.equal(data.productLines.at(-1)?.currency, 'EUR')
      assert.deepEqual(data.packageProducts.at(-1), {
        packageId: data.packages[0]!.packageId,
        productLineId: data.productLines.at(-1)!.productLineId,
        quantity: 3,
      })
    })
  })

  test('the history lists each change with its actor, and the JSON can be copied', async (t) => {
    const desk = await site()
    const { key, path } = await create(desk)
    const page = await desk.open(t, path)
    await page.getByLabel('Notes for the driver').fill('Ring twice')
    await page.getByLabel('Notes for the driver').blur()
    await page.getByText('Version 2').waitFor()
    await page.keyboard.press('4')
    const first = page.getByRole('listitem').first()
    await first.getByRole('button', { name: 'Show details' }).click()
    await first.getByText('Ring twice').waitFor()
    const text = /Ada Planner changed this order \(Notes for the driver\).*Notes for the driver.*not set → Ring twice/s
    assert.match(await first.innerText(), text)
    await page.keyboard.press('5')
    await page.getByRole('button', { name: 'Copy JSON' }).click()
    await eventually(async () =>
      assert.equal(JSON.parse((await page.evaluate('navigator.clipboard.readText()')) as string).key, key),
    )
  })

  test('a user creates and copies an order by keyboard, and deletes it with Undo', async (t) => {
    const desk = await site()
    const [key, open, closed] = [aKey('NEW'), aKey('OPEN'), aKey('CLOSED')]
    await desk.call(createLoad, { body: { key: open, plannedStart: '2026-11-30T06:00:00Z' } })
    const { data: load } = await desk.call(createLoad, { body: { key: closed } })
    await desk.call(updateLoadById, { params: load, body: { status: 'completed' } })
    const page = await desk.open(t, '/consignments', { expected: /400/ })
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.keyboard.press('n')
    // The form takes the focus, so that one types on; and is left as long as nothing was typed.
    const focused = () =>
      eventually(async () => assert.equal(await page.locator('input:focus[maxlength="128"]').count(), 1))
    await focused()
    await page.keyboard.press('Escape')
    await page.getByRole('form', { name: 'New order' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('n')
    await focused()
    await page.keyboard.type(key)
    // What was typed is not lost without a question, whichever way the form is left.
    const form = page.getByRole('form', { name: 'New order' })
    const question = page.getByRole('dialog', { name: 'Discard your input?' })
    for (const leave of [
      page.getByRole('link', { name: 'Routes' }),
      form.getByRole('button', { name: 'Close details' }),
    ]) {
      await leave.click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'hidden' })
    }
    assert.equal(await mayLeave(page), false)
    assert.equal(await form.getByLabel('Key', { exact: true }).inputValue(), key)
    // Only loads that take orders are offered, and it is said where on the load the order goes.
    await form.getByRole('combobox', { name: 'Route' }).click()
    await page.getByRole('option', { name: new RegExp(`${open} · 30 Nov 2026 · Planning`) }).waitFor()
    assert.equal(await page.getByRole('option', { name: closed }).count(), 0)
    await page.getByRole('option', { name: open }).click()
    await form.getByText('The order is added at the end of the route').waitFor()
    const required = form.locator('[aria-required=true]')
    assert.deepEqual(await required.evaluateAll((fields) => fields.map(({ labels }) => labels[0].textContent)), [
      'Key',
      'Type',
      'Street',
      'Postal code',
      'City',
      'Country',
    ])
    await page.keyboard.press('Control+Enter')
    await page.getByText('is required').first().waitFor()
    // What was refused first takes the focus.
    await eventually(async () => assert.equal(await page.locator('input:focus[aria-invalid=true]').count(), 1))
    await page.keyboard.type('1 High Street')
    assert.equal(await page.getByLabel('Street').first().inputValue(), '1 High Street')
    assert.equal(await page.locator('input:focus').getAttribute('aria-invalid'), null, 'what was typed is not refused')
    await page.getByLabel('City').first().fill('Leeds')
    await page.getByLabel('Postal code', { exact: true }).first().fill('LS1')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: `Order ${key}` }).waitFor()
    assert.equal(await mayLeave(page), true)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('form', { name: 'New order' }).waitFor()
    assert.equal(await page.getByLabel('Street').first().inputValue(), '1 High Street')
    await page.getByLabel('Key', { exact: true }).fill(`${key}-2`)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: `Order ${key}-2` }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await says(page, /Deletion cancelled/, () => page.getByRole('button', { name: 'Undo' }).click())
    assert.equal((await desk.call(getConsignment, { query: { key: `${key}-2` } })).data.consigneeAddress.city, 'Leeds')
  })

  test('an error focuses its field, even before the form is fully drawn', async (t) => {
    const desk = await site()
    const page = await desk.open(t, '/consignments', { expected: /400/ })
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await page.keyboard.press('n')
    await page.locator('input:focus[maxlength="128"]').waitFor()
    await page.keyboard.insertText(aKey('SOON'))
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Street').first().and(page.locator(':focus')).waitFor()
  })

  test('an expired session asks for the password, and keeps the unsaved input', async (t) => {
    const desk = await site()
    const { id, path } = await create(desk)
    const page = await desk.open(t, path, { expected: /401/ })
    const city = page.getByLabel('City').first()
    await city.fill('Not lost')
    await page.context().clearCookies()
    await city.blur()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill('a long walk in the rain')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await eventually(async () => {
      const { data } = await desk.call(getConsignmentById, { params: { consignmentId: id } })
      assert.equal(data.consigneeAddress.city, 'Not lost')
    })
  })

  test('a 401 response to a request from before the sign-in does not ask for another sign-in', async (t) => {
    const desk = await site()
    const { id, path } = await create(desk)
    const page = await desk.open(t, path, { expected: /401/ })
    const city = page.getByLabel('City').first()
    await city.fill('Late')
    const late = await hold(page, 'PATCH', /\/v1\/consignment\//)
    await page.context().clearCookies()
    await city.blur()
    await late.given
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    // What the page reads by itself may have been refused before.
    const reading = page.getByRole('tab', { name: 'History' }).click()
    await Promise.race([reading.catch(() => undefined), dialog.waitFor()])
    await dialog.getByRole('textbox', { name: 'Password' }).fill('a long walk in the rain')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await late.release()
    await eventually(async () => {
      const { data } = await desk.call(getConsignmentById, { params: { consignmentId: id } })
      assert.equal(data.consigneeAddress.city, 'Late')
    })
  })
})
