// Coordinates in a form: an invalid location stays in its field with a reason, and a map that fails hides no other field.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignmentById } from '../../contract/consignment.ts'
import { getDepot } from '../../contract/depot.ts'
import { consoleSuite, eventually, expectAccessible } from '../support/console.ts'
import { anAddress, anOrder } from '../support/orders.ts'

consoleSuite('coordinates', (site) => {
  test('the form of a new depot takes coordinates in one field, and keeps invalid ones with a reason', async (t) => {
    const { call, open } = await site()
    const page = await open(t, '/settings/depots', { map: 'webGl', expected: /400/ })
    await page.getByRole('button', { name: 'Add depot' }).first().click()
    const form = page.getByRole('dialog')
    const coordinates = form.getByLabel('Coordinates')
    const pin = form.getByRole('button', { name: 'Location pin' })
    await form.getByLabel('Key').fill('NORTH')
    await form.getByLabel('Name', { exact: true }).fill('North depot')
    await form.locator('[data-map]').waitFor()
    await coordinates.fill('91.5, 8.9')
    await form.getByText('The latitude must be between -90 and 90.').waitFor()
    assert.equal(await pin.count(), 0, 'the map does not receive a latitude out of range')
    await coordinates.fill('53.0512, 188.9')
    await form.getByText('The longitude must be between -180 and 180.').waitFor()
    assert.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'North depot')
    await expectAccessible(page)
    const refused = page.waitForResponse((response) => response.status() === 400)
    await form.getByRole('button', { name: 'Add depot' }).click()
    await refused
    assert.equal(await coordinates.inputValue(), '53.0512, 188.9')
    await coordinates.fill('north')
    await coordinates.blur()
    await form.getByText('Write latitude and longitude, such as 53.0512, 8.8956.').waitFor()
    assert.equal(await coordinates.inputValue(), 'north')

    const shown = (text: string) => eventually(async () => assert.equal(await coordinates.inputValue(), text))
    await coordinates.fill('53° 3.072′ N 8° 53.736′ W')
    await form.getByText('Latitude 53.0512 · Longitude -8.8956').waitFor()
    await coordinates.press('Escape')
    await shown('north')
    const typed = ['53,0512 8,8956', "53° 3.072' N, 8° 53.736' E", 'geo:53.0512,8.8956?z=17', '53.0512, 8.8956']
    for (const text of typed) {
      await coordinates.fill(text)
      await coordinates.blur()
      await shown('53.0512, 8.8956')
      await pin.waitFor()
      await form.getByRole('button', { name: 'Remove location' }).click()
      await shown('')
    }
    await page.evaluate("navigator.clipboard.writeText('53,0512 8,8956')")
    await coordinates.focus()
    await page.keyboard.press('Control+v')
    await pin.waitFor()
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

  test('coordinates in an order are saved when the user leaves the field, and Escape restores the saved ones', async (t) => {
    const { call, open } = await site()
    const body = anOrder({ key: 'TYPED', consigneeAddress: { ...anAddress, geoLocation: { lat: 52, lng: 8 } } })
    const { consignmentId } = (await call(createConsignment, { body })).data
    const stored = async () => (await call(getConsignmentById, { params: { consignmentId } })).data.consigneeAddress
    const page = await open(t, `/consignments/${consignmentId}`)
    const coordinates = page.getByLabel('Coordinates').first()
    await eventually(async () => assert.equal(await coordinates.inputValue(), '52, 8'))
    await coordinates.fill('53,0512 8,8956')
    await coordinates.press('Escape')
    assert.equal(await coordinates.inputValue(), '52, 8')
    await coordinates.fill('53,0512 8,8956')
    assert.deepEqual((await stored()).geoLocation, { lat: 52, lng: 8 })
    await coordinates.press('Enter')
    await eventually(async () => {
      const { geoLocation, geoLocationSource } = await stored()
      assert.deepEqual([geoLocation, geoLocationSource], [{ lat: 53.0512, lng: 8.8956 }, 'pin'])
    })
    await page.getByText('Location from a pin on the map').first().waitFor()
  })

  test('an order without a location needs a latitude and a longitude; Enter accepts both', async (t) => {
    const { call, open } = await site()
    const body = anOrder({ key: 'HALF', consigneeAddress: { ...anAddress, city: 'Halftown' } })
    const { consignmentId } = (await call(createConsignment, { body })).data
    const page = await open(t, '/positions')
    await page.getByRole('heading', { level: 2, name: 'HALF' }).waitFor()
    const accept = page.getByRole('button', { name: 'Use this location' })
    const coordinates = page.getByLabel('Coordinates')
    await coordinates.fill('53.0512')
    await page.getByText('Enter a latitude and a longitude.').waitFor()
    assert.equal(await accept.isEnabled(), false)
    await coordinates.fill('53.0512, 188.9')
    await page.getByText('The longitude must be between -180 and 180.').waitFor()
    assert.equal(await accept.isEnabled(), false)
    await coordinates.fill('53.0512, 8.8956')
    await eventually(async () => assert.equal(await accept.isEnabled(), true))
    const held = Promise.withResolvers<void>()
    await page.route(`**/v1/consignment/${consignmentId}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await coordinates.press('Enter')
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
