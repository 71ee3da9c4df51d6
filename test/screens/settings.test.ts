// The settings: what is typed is saved by itself, faults stand at their fields, and nobody overwrites another unseen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignmentById } from '../../contract/consignment.ts'
import { getDepot, listDepots } from '../../contract/depot.ts'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { consoleSuite, eventually, expectAccessible, hold, type Site } from '../support/console.ts'
import { anOrder } from '../support/orders.ts'

const settings = async ({ call }: Site) => (await call(getEnvironment)).data

consoleSuite('settings', (site) => {
  test('a field saves when it loses the focus, with its error below it', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/routes')
    const duration = page.getByLabel('Time at stop (minutes)')
    await duration.fill('25')
    await duration.blur()
    await eventually(async () => assert.equal((await settings(current)).routeSettings.stopDuration, 25))
    await page.getByLabel('when they are changed').uncheck()
    await eventually(async () =>
      assert.deepEqual((await settings(current)).export.automatic.toSorted(), ['created', 'outcome', 'released']),
    )
  })

  test('a concurrent change of a setting appears next to the local change', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/routes', { expected: /412/ })
    const duration = page.getByLabel('Time at stop (minutes)')
    await duration.fill('31')
    await current.call(updateEnvironment, { body: { routeSettings: { stopDuration: 44 } } })
    await duration.press('Enter')
    const conflict = page.getByRole('alert').filter({ hasText: '44' })
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await eventually(async () => assert.equal((await settings(current)).routeSettings.stopDuration, 31))
  })

  test('units and zone are chosen by keyboard', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/display')
    await page.getByRole('combobox', { name: 'Weight' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await eventually(async () => assert.notEqual((await settings(current)).displayPreferences.weightUnit, 'kg'))
    await page.getByRole('combobox', { name: 'Time zone' }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Europe/Paris')
    await page.getByRole('option', { name: 'Europe/Paris' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await eventually(async () => assert.equal((await settings(current)).timezone, 'Europe/Paris'))
  })

  test('channels are added in the table, and a duplicate key has an error in its row', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/channels', { expected: /400/ })
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByLabel('Key 1').fill('SHOP')
    await page.getByLabel('Name 1').fill('Shop')
    await page.keyboard.press('Enter')
    await eventually(async () => assert.deepEqual((await settings(current)).channels, [{ key: 'SHOP', name: 'Shop' }]))
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByLabel('Key 2').fill('SHOP')
    await page.getByLabel('Name 2').fill('Again')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid=true]').first().waitFor()
    assert.equal((await settings(current)).channels.length, 1)
  })

  test('a custom field is defined, filled in on an order, and appears in the list with tags', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/fields')
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Key').fill('colour')
    await page.getByLabel('Name').fill('Colour')
    await page.keyboard.press('Enter')
    await eventually(async () => assert.equal((await settings(current)).customFields[0]?.type, 'text'))
    await page.getByLabel('Show in the list').check()
    await page.getByLabel('Filter').check()
    await eventually(async () => {
      const [field] = (await settings(current)).customFields
      assert.deepEqual([field!.listed, field!.filtered, field!.sorted], [true, true, false])
    })
    const body = anOrder({ tags: ['fragile'] })
    const { consignmentId } = (await current.call(createConsignment, { body })).data
    await page.goto(`${current.url}/consignments/${consignmentId}`)
    await page.getByLabel('Colour').fill('violet')
    await page.getByLabel('Colour').blur()
    const read = async () => (await current.call(getConsignmentById, { params: { consignmentId } })).data
    await eventually(async () => assert.deepEqual((await read()).customFields, { colour: 'violet' }))
    await page.goto(`${current.url}/consignments?columns=key,tags,customFields&customFields=colour:violet&tag=fragile`)
    const row = page.getByRole('row').filter({ hasText: body.key })
    await row.filter({ hasText: 'fragile' }).getByRole('gridcell', { name: 'violet', exact: true }).waitFor()
    // Each that is listed is a column of its own, sorted where that was wanted.
    const [colour] = (await settings(current)).customFields
    const floor = { key: 'floor', name: 'Floor', type: 'number', listed: true } as const
    await current.call(updateEnvironment, { body: { customFields: [{ ...colour!, sorted: true }, floor] } })
    await page.getByRole('columnheader', { name: 'Floor' }).waitFor()
    await page.getByRole('columnheader', { name: 'Colour' }).getByRole('button').click()
    await page.waitForURL(/sort=customFields\.colour/)
    await row.getByRole('gridcell', { name: 'violet' }).click()
    const glance = page.getByRole('dialog').getByRole('group', { name: 'Summary' })
    await glance
      .filter({ hasText: /Colour\s*violet/ })
      .filter({ hasText: /Tags\s*fragile/ })
      .waitFor()
    await page.keyboard.press('Escape')
    // Of all that are chosen, some are given and some are taken; what was done last is undone first.
    const areTags = (...tags: string[]) => eventually(async () => assert.deepEqual((await read()).tags, tags))
    const change = async (added: string, removed: string) => {
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Change tags' }).click()
      await page.getByLabel('Add these tags').fill(added)
      await page.getByLabel('Remove these tags').fill(removed)
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await change('Cold, night', '')
    await areTags('cold', 'fragile', 'night')
    await change('', 'fragile, cold')
    await areTags('night')
    await page.keyboard.press('Control+z')
    await areTags('cold', 'fragile', 'night')
    await page.keyboard.press('Control+z')
    await areTags('fragile')
  })

  test('a user enters the outline of an area as corners', async (t) => {
    const current = await site()
    await current.call(updateEnvironment, { body: { areas: [{ key: 'NORTH', name: 'North' }] } })
    const page = await current.open(t, '/settings/areas?area=NORTH')
    await page.getByLabel('Corners').fill('53 -1\n54 -1\n54 -2')
    await eventually(async () => assert.equal((await settings(current)).areas[0]!.polygon?.length, 3))
  })

  test('fixed e-mail recipients are listed one by one, and an invalid address has an error at its field', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/notifications', { expected: /400/ })
    const field = page.getByRole('combobox', { name: 'About failed orders' })
    await field.fill('desk@example.com')
    await field.press('Enter')
    await eventually(async () =>
      assert.deepEqual((await settings(current)).notifications.failedRecipients, ['desk@example.com']),
    )
    await field.fill('nonsense')
    await field.press('Enter')
    await page
      .locator('[class*=error]')
      .filter({ hasText: /e-?mail/i })
      .first()
      .waitFor()
  })

  test('a change during the save of an earlier change causes no conflict', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/notifications')
    const field = page.getByRole('combobox', { name: 'About partially successful orders' })
    const add = async (address: string) => {
      await field.fill(address)
      await field.press('Enter')
    }
    await field.waitFor()
    const late = await hold(page, 'PATCH', /\/v1\/environment$/)
    await add('first@example.com')
    await late.given
    await add('second@example.com')
    await late.release()
    await eventually(async () =>
      assert.deepEqual((await settings(current)).notifications.partiallySuccessfulRecipients, [
        'first@example.com',
        'second@example.com',
      ]),
    )
    assert.equal(await page.getByText('Someone else').count(), 0)
  })

  test('a depot is created and edited, and deleted after its references are listed', async (t) => {
    const { open, call } = await site()
    const page = await open(t, '/settings/depots', { expected: /400/ })
    await page.getByRole('button', { name: 'Add depot' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Key').fill('LEEDS')
    await drawer.getByLabel('Name', { exact: true }).fill('Leeds')
    await drawer.getByLabel('City').fill('Leeds')
    await drawer.getByRole('button', { name: 'Add depot' }).click()
    await drawer.getByText('is required').first().waitFor()
    await drawer.getByLabel('Street').fill('Knowsthorpe Lane 1')
    await drawer.getByRole('button', { name: 'Add depot' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await call(createConsignment, { body: anOrder({ depotKey: 'LEEDS' }) })
    await page.getByRole('button', { name: 'LEEDS' }).click()
    await drawer.getByLabel('Person').fill('Depot desk')
    await drawer.getByLabel('Person').blur()
    await eventually(async () =>
      assert.equal((await call(getDepot, { query: { key: 'LEEDS' } })).data.contact?.personName, 'Depot desk'),
    )
    await drawer.getByRole('button', { name: 'Delete depot' }).click()
    const question = page.getByRole('dialog', { name: 'Delete depot' })
    await question.getByText('1 order uses this depot').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Delete depot' }).click()
    await eventually(async () => assert.deepEqual((await call(listDepots)).data, []))
  })
})
