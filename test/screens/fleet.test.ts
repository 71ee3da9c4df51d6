// The fleet in the console: vehicles and drivers are added, edited and taken from a file, and loads are planned with them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import {
  createDriver,
  createVehicle,
  deleteVehicle,
  getVehicle,
  listDrivers,
  listVehicles,
} from '../../contract/fleet.ts'
import { createLoad, getLoad } from '../../contract/load.ts'
import { consoleSuite, eventually } from '../support/console.ts'
import { aDepot, aDriver, anOrder, aVehicle } from '../support/orders.ts'

consoleSuite('fleet', (site) => {
  test('a vehicle is added, edited with its breaks, and deleted', async (t) => {
    const { open, call } = await site()
    await call(createDepot, { body: aDepot({ key: 'NORTH', name: 'North' }) })
    const page = await open(t, '/settings/vehicles', { expected: /400/ })
    await page.getByRole('button', { name: 'Add vehicle' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Key').fill('VAN-1')
    await drawer.getByLabel('Weight capacity (kg)').fill('0')
    await drawer.getByRole('button', { name: 'Add vehicle' }).click()
    await drawer.getByText('must be more than 0').waitFor()
    await drawer.getByLabel('Name', { exact: true }).fill('Van')
    await drawer.getByLabel('Weight capacity (kg)').fill('900')
    await drawer.getByLabel('Skills').fill('cooling, tail lift')
    await drawer.getByRole('button', { name: 'Add vehicle' }).click()
    await drawer.waitFor({ state: 'hidden' })
    const vehicle = async () => (await call(getVehicle, { query: { key: 'VAN-1' } })).data
    assert.deepEqual([(await vehicle()).weightCapacity, (await vehicle()).skills], [900, ['cooling', 'tail lift']])
    await page.getByRole('button', { name: 'VAN-1' }).click()
    await drawer.getByRole('button', { name: 'Add break' }).click()
    await eventually(async () => assert.equal((await vehicle()).breaks.length, 1))
    await drawer.getByLabel('Break 1: minutes').fill('45')
    await drawer.getByLabel('Break 1: minutes').blur()
    await eventually(async () => assert.equal((await vehicle()).breaks[0]!.minutes, 45))
    await drawer.getByLabel('Shift ends').fill('11:00')
    await drawer.getByLabel('Shift ends').blur()
    await drawer.getByText('A break must start within the shift').waitFor()
    await drawer.getByLabel('Shift ends').fill('18:00')
    await drawer.getByLabel('Shift ends').blur()
    await eventually(async () => assert.equal((await vehicle()).shiftEnd, '18:00'))
    await drawer.getByRole('button', { name: 'Delete vehicle' }).click()
    await page.getByRole('dialog', { name: 'Delete vehicle' }).getByRole('button', { name: 'Delete vehicle' }).click()
    await eventually(async () => assert.deepEqual((await call(listVehicles)).data, []))
  })

  test('the capacities of vehicles are aligned, with their unit in the heading', async (t) => {
    const { open, call } = await site()
    const some = [
      { key: 'LINED-1', weightCapacity: 1_500, volumeCapacity: 12 },
      { key: 'LINED-2', weightCapacity: 900.5, volumeCapacity: 8.25 },
    ]
    for (const members of some) await call(createVehicle, { body: aVehicle(members) })
    const page = await open(t, '/settings/vehicles')
    for (const cells of ['1,500.0 12.00', '900.5 8.25']) await page.getByRole('row', { name: cells }).waitFor()
    await page.getByRole('columnheader', { name: 'Weight capacity (kg)' }).waitFor()
    await page.getByRole('columnheader', { name: 'Volume capacity (m³)' }).waitFor()
    for (const { key } of some) await call(deleteVehicle, { query: { key } })
  })

  test('drivers are imported from a file, with the errors of each row', async (t) => {
    const { open, call } = await site()
    await call(createVehicle, { body: aVehicle({ key: 'VAN-2' }) })
    const page = await open(t, '/settings/drivers')
    await page.getByRole('button', { name: 'Import file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import file' })
    const csv = 'Key;Name;Vehicle key;Colour\nD-1;Early;VAN-2;red\nD-2;Late;VAN-9;blue\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'drivers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByText('These columns are left out: Colour.').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByText('1 created, 0 changed, 0 unchanged.').waitFor()
    await dialog.getByText('Row 3, Vehicle key: The vehicle VAN-9 does not exist.').waitFor()
    assert.deepEqual(
      (await call(listDrivers)).data.map(({ key, vehicleKey }) => [key, vehicleKey]),
      [['D-1', 'VAN-2']],
    )
  })

  test('an import names errors and columns in the language of the console', async (t) => {
    const { open } = await site()
    const csv = 'Key;Name;Vehicle key\nD-7;Early;ELSEWHERE\nD-8;;VAN-2\n'
    const expected = {
      de: {
        importFile: 'Datei importieren',
        errors: ['Zeile 2, Vehicle key: Das Fahrzeug „ELSEWHERE“ gibt es nicht.', 'Zeile 3, Name: Pflichtangabe.'],
      },
      ar: {
        importFile: 'استيراد ملف',
        errors: ['الصف 2, Vehicle key: لا توجد مركبة «ELSEWHERE».', 'الصف 3, Name: هذا الحقل مطلوب.'],
      },
    }
    for (const language of ['de', 'ar'] as const) {
      const { importFile, errors } = expected[language]
      const page = await open(t, '/settings/drivers', { language })
      await page.getByRole('button', { name: importFile }).click()
      const file = { name: 'drivers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
      await page.locator('input[type=file]').setInputFiles(file)
      const dialog = page.getByRole('dialog', { name: importFile })
      await dialog.getByRole('button', { name: '2' }).click()
      await dialog.getByRole('listitem').first().waitFor()
      const texts = await dialog.getByRole('listitem').allInnerTexts()
      const firstSentences = texts.map((text) => text.replace(/(?<=\.) .*$/, ''))
      assert.deepEqual(firstSentences, errors)
    }
  })

  test('a vehicle chosen for a load fills its depots, capacities and driver', async (t) => {
    const { open, call } = await site()
    await call(createDepot, { body: aDepot({ key: 'SOUTH', name: 'South' }) })
    const body = { key: 'VAN-3', name: 'Van', startDepotKey: 'SOUTH', weightCapacity: 900, packageCapacity: 30 }
    await call(createVehicle, { body })
    await call(createDriver, { body: aDriver({ key: 'D-3', vehicleKey: 'VAN-3' }) })
    await call(createLoad, { body: { key: 'ROUTE', weightCapacity: 1 } })
    const page = await open(t, '/loads')
    await page.getByRole('button', { name: 'Actions: ROUTE' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: 'Vehicle' }).click()
    await page.getByRole('option', { name: 'Van (VAN-3)' }).click()
    assert.equal(await form.getByLabel('Weight capacity').inputValue(), '900')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    const { data } = await call(getLoad, { query: { key: 'ROUTE' } })
    assert.deepEqual(
      [
        data.vehicleKey,
        data.driverKey,
        data.startDepotKey,
        data.endDepotKey,
        data.weightCapacity,
        data.packageCapacity,
      ],
      ['VAN-3', 'D-3', 'SOUTH', null, 900, 30],
    )
  })

  test('a user sets priority, skills and permitted lateness of an order', async (t) => {
    const { open, call } = await site()
    const { consignmentId } = (await call(createConsignment, { body: anOrder({ key: 'A' }) })).data
    const page = await open(t, `/consignments/${consignmentId}`)
    for (const [label, text] of [
      ['Priority (0–100)', '80'],
      ['Required skills', 'cooling, two people'],
      ['Accepted lateness (minutes)', '15'],
    ] as const) {
      await page.getByLabel(label).fill(text)
      await page.getByLabel(label).blur()
    }
    await eventually(async () => {
      const { data } = await call(getConsignment, { query: { key: 'A' } })
      assert.deepEqual([data.priority, data.skills, data.maxLateMinutes], [80, ['cooling', 'two people'], 15])
    })
  })
})
