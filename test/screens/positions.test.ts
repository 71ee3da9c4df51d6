// Positions without the API: the queue that is worked through with Enter, the look-up in a form, and the one of an import.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createDepot, getDepot } from '../../contract/depot.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually, openSite } from '../support/console.ts'
import { house, startGeocoder, street, town } from '../support/geocoder-server.ts'

const address = { line1: '7 Mill Lane', city: 'Leeds', postalCode: 'LS2 2AA', country: 'GB' }

test('orders, depots and imports have proposed locations, which a user must accept', {
  skip: noBrowser,
}, async (t) => {
  const geocoder = await startGeocoder(t, 'nominatim')
  const flags = { geocoderUrl: geocoder.url, geocoderPerSecond: '1000' }
  const { call, open, url } = await openSite(t, { flags })
  for (const [index, key] of ['FIRST', 'SECOND', 'THIRD'].entries())
    await call(createConsignment, {
      body: { key, type: 'delivery', requiredFrom: `2030-01-0${index + 1} 08:00:00`, consigneeAddress: address },
    })
  const stored = async (key: string) => {
    const { geoLocation, geoLocationAccuracy, geoLocationSource, placeId } = (
      await call(getConsignment, { query: { key } })
    ).data.consigneeAddress
    return [geoLocation, geoLocationAccuracy, geoLocationSource, placeId]
  }

  const page = await open(t, '/positions')
  const heading = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
  await heading('FIRST')
  await page.getByText('3 orders without a location').waitFor()
  await page.getByRole('radio', { name: '7, Mill Lane, Leeds', checked: true }).waitFor()
  await page.getByText('Nominatim · rooftop').waitFor()
  assert.deepEqual(await stored('FIRST'), [null, null, undefined, null])
  await page.keyboard.press('Enter')
  await heading('SECOND')
  await eventually(async () => assert.deepEqual(await stored('FIRST'), [house, 1, 'nominatim', 'node/7']))
  await page.getByText('2 orders without a location').waitFor()
  await page.getByRole('radio', { name: '7, Mill Lane, Leeds', checked: true }).waitFor()
  await page.keyboard.press('s')
  await heading('THIRD')
  await page.getByRole('radio', { name: '7, Mill Lane, Leeds', checked: true }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('radio', { name: 'Mill Lane, Leeds', exact: true, checked: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('You have skipped the rest').waitFor()
  await eventually(async () => assert.deepEqual(await stored('THIRD'), [street, 2, 'nominatim', 'way/8']))
  assert.deepEqual(await stored('SECOND'), [null, null, undefined, null])
  await page.getByRole('button', { name: 'Start again' }).click()
  await heading('SECOND')

  await call(createDepot, { body: { key: 'D', name: 'Depot', address } })
  const ofDepot = async () => (await call(getDepot, { query: { key: 'D' } })).data.address
  await page.goto(`${url}/settings/depots?depot=D`)
  await page.getByRole('button', { name: 'Look up location' }).click()
  await page.getByRole('radio', { name: 'Leeds', exact: true }).click()
  await eventually(async () => {
    const { geoLocation, geoLocationAccuracy, geoLocationSource } = await ofDepot()
    assert.deepEqual([geoLocation, geoLocationAccuracy, geoLocationSource], [town, 3, 'nominatim'])
  })
  // The second change has the same source as the first. Dray still stores the source.
  for (const latitude of [53.9, 53.95]) {
    await page.getByLabel('Coordinates').fill(`${latitude}, ${town.lng}`)
    await page.getByLabel('Coordinates').press('Enter')
    await eventually(async () => {
      const { geoLocation, geoLocationAccuracy, geoLocationSource, placeId } = await ofDepot()
      const position = [{ ...town, lat: latitude }, null, 'pin', null]
      assert.deepEqual([geoLocation, geoLocationAccuracy, geoLocationSource, placeId], position)
    })
  }

  await page.goto(`${url}/import`)
  const csv = 'key;street;city;postcode;country\nIMPORTED;7 Mill Lane;Leeds;LS2 2AA;GB\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'o.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Look up locations' }).click()
  await page.getByText('53.797100').first().waitFor()
  await page.getByText('nominatim').first().waitFor()
  await page.getByRole('button', { name: /^Check/ }).click()
  await page.getByRole('button', { name: 'Import 1 order' }).click()
  await eventually(async () => assert.deepEqual((await stored('IMPORTED')).slice(0, 3), [house, 1, 'nominatim']))
})
