// The list of loads: found, created, edited with others about, and deleted with a word about its orders.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { consoleSuite, eventually, expectAccessible, focused, phone } from '../support/console.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'

consoleSuite('loads', (site) => {
  test('a load is created by keyboard, with the errors of the service at their fields', async (t) => {
    const { open, call } = await site()
    const [taken, key, depot] = [aKey('TAKEN'), aKey('NEW'), aKey('DEPOT')]
    await call(createLoad, { body: { key: taken } })
    await call(createDepot, { body: aDepot({ key: depot, name: 'West depot' }) })
    const page = await open(t, '/loads', { expected: /409/ })
    await page.getByRole('link', { name: taken }).waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'New route' })
    await focused(page, dialog.getByRole('textbox', { name: 'Key' }))
    await page.keyboard.type(taken)
    await page.keyboard.press('Enter')
    await dialog.getByText('This key is already taken').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Key' }).fill(key)
    await dialog.getByLabel('Planned start').fill('2026-07-01T09:30')
    await dialog.getByRole('combobox', { name: 'Start depot' }).fill('West')
    await page.getByRole('option', { name: /West depot/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Weight capacity' }).fill('1200')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const { data } = await call(getLoad, { query: { key } })
    assert.equal(data.plannedStart, '2026-07-01T09:30:00Z')
    assert.equal(data.startDepotKey, depot)
    assert.equal(data.weightCapacity, 1_200)
    await page.locator(`[data-load="${key}"]`).getByText('0 % of 1,200 kg').waitFor()
  })

  test('the form of a load shows a concurrent change, and saves both changes', async (t) => {
    const { open, call } = await site()
    const key = aKey('EDIT')
    await call(createLoad, { body: { key, weightCapacity: 100, volumeCapacity: 5 } })
    const page = await open(t, '/loads', { expected: /412/ })
    await page.getByRole('button', { name: `Actions: ${key}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Weight capacity' }).fill('300')
    await call(updateLoad, { query: { key }, body: { weightCapacity: 200, volumeCapacity: 9 } })
    await page.keyboard.press('Enter')
    await dialog.getByText('Saved by someone else: 200').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { data } = await call(getLoad, { query: { key } })
    assert.deepEqual([data.weightCapacity, data.volumeCapacity], [300, 9])
  })

  test('a failed read of the list of loads keeps the typed text, and is repeated', async (t) => {
    const { open, call } = await site()
    const [there, later] = [aKey('THERE'), aKey('LATER')]
    await call(createLoad, { body: { key: there } })
    const page = await open(t, '/loads', { expected: /Failed to load resource/ })
    await page.getByRole('link', { name: there }).waitFor()
    await page.getByRole('button', { name: 'New route' }).click()
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Key' })
    await field.fill('HALF')
    let refused = 0
    const list = /\/v1\/loads\?/
    await page.route(list, (route) => {
      refused++
      return route.abort()
    })
    await call(createLoad, { body: { key: later } })
    // More often than the client tries: it has given up, and the page has begun again.
    await eventually(() => assert.ok(refused > 3))
    assert.equal(await field.inputValue(), 'HALF')
    await page.unroute(list)
    await page.locator(`[data-load="${later}"]`).waitFor()
  })

  test('the deletion of a load explains the effect on its orders, and keeps them', async (t) => {
    const { open, call } = await site()
    const key = aKey('GONE')
    const { loadId } = (await call(createLoad, { body: { key } })).data
    const { consignmentId } = (await call(createConsignment, { body: anOrder({ loadId }) })).data
    const page = await open(t, '/loads')
    await page.getByRole('button', { name: `Actions: ${key}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete route ${key}?` })
    await dialog.getByText('Its 1 order will be kept').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.locator(`[data-load="${key}"]`).waitFor({ state: 'hidden' })
    assert.equal((await call(getConsignment, { query: { id: consignmentId } })).data.loadId, null)
  })

  test('the page of a load fits a phone, with its menu', async (t) => {
    const { open, call } = await site()
    const key = `NORTH-WEST-DISTRIBUTION-${aKey('ROUND')}`
    await call(createLoad, { body: { key, plannedStart: '2026-03-09T08:00:00Z', weightCapacity: 1_200 } })
    const page = await open(t, `/loads?q=${key}`, { viewport: phone })
    const row = page.locator(`[data-load="${key}"]`)
    await row.getByRole('button', { name: `Actions: ${key}` }).waitFor()
    for (const cell of await row.locator('> *').all()) {
      const box = await cell.boundingBox()
      assert.ok(box === null || box.x + box.width <= phone.width, `${await cell.innerText()}: ${JSON.stringify(box)}`)
    }
  })

  test('a narrow screen shows a new load, with its choices below their labels', async (t) => {
    const { open } = await site()
    const page = await open(t, '/plan', { viewport: { width: 800, height: 700 } })
    const button = page.getByRole('button', { name: 'New route', exact: true }).first()
    const box = (await button.boundingBox())!
    assert.ok(box.x + box.width <= 800 && box.y < 700, JSON.stringify(box))
    await button.click()
    const dialog = page.getByRole('dialog')
    const label = (await dialog.getByText('Start depot', { exact: true }).boundingBox())!
    const field = (await dialog.getByRole('combobox', { name: 'Start depot' }).boundingBox())!
    assert.equal(label.x, field.x)
    assert.ok(label.y < field.y)
  })

  test('the file and the printed list have the columns of the list, with units and zone in their heads', async (t) => {
    const { open, call } = await site()
    const [key, depot] = [aKey('SAVED'), aKey('DEPOT')]
    await call(createDepot, { body: aDepot({ key: depot }) })
    const plannedStart = '2025-03-09T08:00:00Z'
    const { loadId } = (await call(createLoad, { body: { key, plannedStart, startDepotKey: depot } })).data
    await call(createConsignment, { body: anOrder({ loadId, weight: 1_250.5 }) })
    const page = await open(t, `/loads?q=${key}`)
    await page.locator(`[data-load="${key}"]`).waitFor()
    await page.evaluate(`window.print = () => (window.paper = [...document.querySelectorAll('[data-printed] tr')].map(
      (row) => [...row.children].map((cell) => cell.textContent)))`)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await eventually(async () =>
      assert.deepEqual(await page.evaluate('window.paper'), [
        ['Key', 'Status', 'Planned start', 'Depot', 'Vehicle · Driver', 'Stops', 'Weight (kg)', 'Volume (m³)'],
        [key, 'Planning', '9 Mar 2025, 08:00', depot, '', '1', '1,250.5', '0.00'],
      ]),
    )
    await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    const [head, row] = readFileSync(await (await download).path(), 'utf8')
      .slice(1)
      .split('\r\n')
    assert.equal(
      head,
      'Key,Status,Planned start (UTC),Started (UTC),Completed (UTC),Start depot,End depot,Vehicle,Driver,Stops,Done,' +
        'Failed or partial,Late,Distance (km),Minutes,Weight (kg),Volume (m³)',
    )
    assert.match(row!, new RegExp(`^${key},Planning,2025-03-09 08:00:00,,,${depot},,,,1,,,,[^,]*,[^,]*,1250.5,0$`))
  })

  test('the filters of the list of loads are in the URL and can be cleared', async (t) => {
    const { open, call } = await site()
    const [early, late] = [aKey('EARLY'), aKey('LATE')]
    await call(createLoad, { body: { key: early, plannedStart: '2027-01-01T08:00:00Z' } })
    await call(createLoad, { body: { key: late, plannedStart: '2027-01-02T08:00:00Z', status: 'planned' } })
    const page = await open(t, '/loads?from=2027-01-01&to=2027-01-02&status=planned')
    await page.getByRole('link', { name: late }).waitFor()
    assert.equal(await page.locator('[data-load]').count(), 1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('link', { name: early }).waitFor()
    await eventually(() => assert.equal(new URL(page.url()).search, ''))
    await page.getByRole('link', { name: early }).click()
    await page.waitForURL(/\/plan\?load=/)
    await page.getByRole('heading', { name: early }).waitFor()
    assert.equal(await page.getByLabel('Day', { exact: true }).inputValue(), '01/01/2027')
  })
})
