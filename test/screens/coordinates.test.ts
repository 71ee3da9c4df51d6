// Coordinates in a form: what is no location stays in its field with a reason, and a map that fails takes nothing with it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignmentById } from '../../contract/consignment.ts'
import { getDepot } from '../../contract/depot.ts'
import { consoleSuite, eventually, expectAccessible } from '../support/console.ts'
import { anAddress, anOrder } from '../support/orders.ts'

consoleSuite('coordinates', (site) => {
  test('the form of a new depot keeps all typed and pasted values, also invalid coordinates', async (t) => {
    const { call, open } = await site()
    const page = await open(t, '/settings/depots', { map: 'webGl', expected: /400/ })
    await page.getByRole('button', { name: 'Add depot' }).first().click()
    const form = page.getByRole('dialog')
    const [latitude, longitude] = [form.getByLabel('Latitude'), form.getByLabel('Longitude')]
    await form.getByLabel('Key').fill('NORTH')
    await form.getByLabel('Name', { exact: true }).fill('North depot')
    await form.locator('[data-map]').waitFor()
    await latitude.fill('91.5')
    await longitude.fill('8.9')
    await form.getByText('Must be between -90 and 90.').waitFor()
    assert.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'North depot')
    assert.equal(await latitude.inputValue(), '91.5')
    await expectAccessible(page)
    // Nor is it left out when the form is sent.
    const refused = page.waitForResponse((response) => response.status() === 400)
    await form.getByRole('button', { name: 'Add depot' }).click()
    await refused
    assert.equal(await latitude.inputValue(), '91.5')
    await longitude.fill('north')
    await form.getByText('Write a number such as 53.0512.').waitFor()

    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+v')
    }
    const shown = (lat: string, lng: string) =>
      eventually(async () => assert.deepEqual([await latitude.inputValue(), await longitude.inputValue()], [lat, lng]))
    await latitude.focus()
    await paste('53,5232')
    await shown('53,5232', 'north')
    await longitude.focus()
    await shown('53.5232', 'north')
    await paste('53.0512, 8.8956')
    await shown('53.0512', '8.8956')
    await latitude.focus()
    await paste('52,5 13,4')
    await shown('52.5', '13.4')
    await form.getByRole('button', { name: 'Remove location' }).click()
    await shown('', '')
    await latitude.fill('53.0512, 8.8956')
    await longitude.focus()
    await shown('53.0512', '8.8956')
    for (const [label, value] of [
      ['Street', anAddress.line1],
      ['City', anAddress.city],
      ['Postal code', anAddress.postalCode],
    ] as const)
      await form.getByLabel(label).first().fill(value)
    await form.getByLabel('Country', { exact: true }).fill('United Kingdom')
    await page.getByRole('option', { name: 'United Kingdom' }).click()
    await form.getByRole('button', { name: 'Add depot' }).click()
    await eventually(async () => {
      const { address } = (await call(getDepot, { query: { key: 'NORTH' } })).data
      assert.deepEqual(address.geoLocation, { lat: 53.0512, lng: 8.8956 })
    })
  })

  test('a latitude without a longitude cannot be accepted as the location of an order', async (t) => {
    const { call, open } = await site()
    const body = anOrder({ key: 'HALF', consigneeAddress: { ...anAddress, city: 'Halftown' } })
    const { consignmentId } = (await call(createConsignment, { body })).data
    const page = await open(t, '/positions')
    await page.getByRole('heading', { level: 2, name: 'HALF' }).waitFor()
    const accept = page.getByRole('button', { name: 'Use this location' })
    await page.getByLabel('Latitude').fill('53.0512')
    await eventually(async () => assert.equal(await accept.isEnabled(), false))
    await page.getByLabel('Longitude').fill('8.8956')
    const held = Promise.withResolvers<void>()
    await page.route(`**/v1/consignment/${consignmentId}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await accept.click()
    await eventually(async () => assert.equal(await accept.isEnabled(), false))
    const reason = page.getByText('Choose a location or set the pin.')
    assert.equal(await reason.count(), 0, 'nothing is missing while the location is saved')
    held.resolve()
    await eventually(async () => {
      const { consigneeAddress } = (await call(getConsignmentById, { params: { consignmentId } })).data
      assert.deepEqual(consigneeAddress.geoLocation, { lat: 53.0512, lng: 8.8956 })
    })
  })

  test('an order is displayed even if its map fails to draw', async (t) => {
    const { call, open } = await site()
    const body = anOrder({
      key: 'NOWHERE',
      consigneeAddress: { ...anAddress, geoLocation: { lat: 53, lng: 8 } },
    })
    const { consignmentId } = (await call(createConsignment, { body })).data
    const page = await open(t, '/about', { map: 'webGl', expected: /Invalid LngLat/ })
    await page.route(new RegExp(`/v1/consignments?/.*${consignmentId}`), async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('"lat":53,', '"lat":95,') })
    })
    await page.goto(new URL(`/consignments?order=${consignmentId}`, page.url()).href)
    const order = page.getByRole('dialog', { name: 'Order NOWHERE' })
    await order.getByText('This part of the page cannot be shown.').waitFor()
    await order.getByText(anAddress.line1).first().waitFor()
    await expectAccessible(page)
  })
})
