// Times that follow the sequence: proposed from the estimate, written to all orders at once, moved with the start, and taken back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposePlannedTimes } from '../../console/plan/times/proposed-times.ts'
import type { PlanStop } from '../../console/plan/times/route.ts'
import { collectTimes, createTimeScale, filterVisibleHours } from '../../console/plan/times/time-scale.ts'
import type { StopArrival } from '../../contract/arrivals.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createVehicle } from '../../contract/fleet.ts'
import { createLoad, getLoad } from '../../contract/load.ts'
import { consoleSuite, eventually, expectAccessible, says } from '../support/console.ts'
import { aDepot, aKey, anAddress, anOrder } from '../support/orders.ts'

test('a proposed time is the start of the work, to the second; a stop without an estimate gets none', () => {
  const arrival = (arrives: number | null, waitsMinutes = 0): StopArrival => ({
    ...{ arrives, begins: arrives && arrives + waitsMinutes * 60_000, leaves: null, kilometres: null },
    ...{ waitsMinutes, breaks: [] },
  })
  const at = Date.UTC(2026, 6, 1, 8, 0, 1)
  const stops = ['a', 'b', 'c'].map((key) => ({ key }) as PlanStop)
  assert.deepEqual(proposePlannedTimes(stops, [arrival(at), arrival(null), arrival(at, 30)]), [
    { key: 'a', planned: '2026-07-01T08:00:01.000Z' },
    { key: 'c', planned: '2026-07-01T08:30:01.000Z' },
  ])
})

test('converting an instant to a position on the timeline and back does not change it', () => {
  const from = Date.UTC(2026, 6, 1, 8)
  const scale = createTimeScale([from, from + 5 * 3_600_000], 'UTC', 600, 12)
  assert.equal(scale.timeAt(scale.x(from + 1_234_000)), from + 1_234_000)
  assert.equal(scale.ticks[0], from)
})

test('the timeline shows the hours of the local clock, also with an offset of half an hour', () => {
  const at = (time: string) => Date.parse(`2026-07-01T${time}:00Z`)
  const { from, to, ticks } = createTimeScale([at('03:40'), at('06:20')], 'Asia/Kolkata', 600, 12)
  // 9:00 to 12:00 there.
  assert.deepEqual([from, to], [at('03:30'), at('06:30')])
  assert.deepEqual(ticks, ['03:30', '04:30', '05:30'].map(at))
})

test('a time window of a whole day does not extend the timeline, and its bar ends with the timeline', () => {
  const hour = (count: number) => Date.UTC(2026, 6, 1, count)
  const iso = (count: number) => new Date(hour(count)).toISOString()
  const stop = (from: number, to: number) => ({ requiredFrom: iso(from), requiredTo: iso(to) }) as PlanStop
  const arrival = { arrives: hour(9), leaves: hour(10) } as StopArrival
  const times = collectTimes([stop(0, 24), stop(8, 12)], [arrival, arrival], hour(8))
  assert.deepEqual([Math.min(...times), Math.max(...times)], [hour(8), hour(12)])
  const scale = createTimeScale(times, 'UTC', 600, 12)
  assert.equal(scale.within(hour(24)), hour(12))
  assert.equal(scale.within(hour(0)), hour(8))
  // With nothing else to show, it is all there is.
  assert.deepEqual(collectTimes([stop(0, 24)], [], null), [hour(0), hour(24)])
})

test('an hour covered by the start flag has no label', () => {
  const hour = 3_600_000
  const scale = createTimeScale([8 * hour, 12 * hour], 'UTC', 36 + 12 + 4 * 100, 12)
  assert.deepEqual(
    filterVisibleHours(scale, 8 * hour + (2 / 3) * hour),
    [8, 10, 11].map((at) => at * hour),
  )
  assert.deepEqual(filterVisibleHours(scale, 8 * hour + hour / 2), scale.ticks)
  assert.deepEqual(filterVisibleHours(scale, null), scale.ticks)
})

consoleSuite('times', (site) => {
  const day = '2026-07-01'
  test('at midnight, an open plan keeps its day and offers the new day', async (t) => {
    const { call, open, url } = await site()
    await call(updateEnvironment, { body: { timezone: 'Europe/Berlin' } })
    t.after(() => call(updateEnvironment, { body: { timezone: 'UTC' } }))
    const page = await open(t, '/about')
    await page.clock.install({ time: '2026-07-01T21:50:00Z' })
    await page.goto(new URL('/plan', url).href)
    const shown = page.getByLabel('Day', { exact: true })
    const isShown = (wanted: string) => eventually(async () => assert.equal(await shown.inputValue(), wanted))
    await isShown('01/07/2026')
    const today = page.getByRole('button', { name: 'Today', exact: true })
    assert.equal(await today.count(), 0)
    await page.clock.fastForward('15:00')
    await today.waitFor()
    await call(createDepot, { body: aDepot() })
    await isShown('01/07/2026')
    await today.click()
    await isShown('02/07/2026')
    await today.waitFor({ state: 'hidden' })
  })

  test('a day in another time zone contains other loads', async (t) => {
    const { call, open } = await site()
    t.after(() => call(updateEnvironment, { body: { timezone: 'UTC' } }))
    const [before, ofDay] = [aKey('BEFORE'), aKey('OFDAY')]
    await call(createLoad, { body: { key: before, plannedStart: '2026-08-31T20:00:00Z' } })
    await call(createLoad, { body: { key: ofDay, plannedStart: '2026-09-01T20:00:00Z' } })
    const page = await open(t, '/plan?day=2026-09-01')
    await page.locator(`[data-load="${ofDay}"]`).waitFor()
    assert.equal(await page.locator(`[data-load="${before}"]`).count(), 0)
    await call(updateEnvironment, { body: { timezone: 'Asia/Tokyo' } })
    await page.locator(`[data-load="${before}"]`).waitFor()
    await page.locator(`[data-load="${ofDay}"]`).waitFor({ state: 'hidden' })
  })

  test('a stop planned late after midnight belongs to the day of its load', async (t) => {
    const { call, open } = await site()
    const night = aKey('NIGHT')
    const { loadId } = (await call(createLoad, { body: { key: night, plannedStart: '2026-09-10T22:00:00Z' } })).data
    const times = { requiredTo: '2026-09-11T01:00:00Z', planned: '2026-09-11T02:00:00Z' }
    await call(createConsignment, { body: anOrder({ key: aKey('STOP'), loadId, ...times }) })
    const page = await open(t, '/plan?day=2026-09-10')
    await page.locator(`[data-load="${night}"]`).getByText('1 planned late', { exact: true }).waitFor()
    await page.getByRole('status').getByText('1 planned late', { exact: true }).waitFor()
  })

  test('planned times are set and the start of a load is moved, and both changes are undone', async (t) => {
    const { call, open } = await site()
    const depot = aKey('DEPOT')
    const place = (lng: number) => ({ lat: 53.8, lng })
    const address = { line1: '2 Dock Road', city: 'Leeds', country: 'GB', geoLocation: place(-1.5) }
    await call(createDepot, { body: aDepot({ key: depot, address }) })
    const start = { startDepotKey: depot, endDepotKey: depot, plannedStart: `${day}T08:00:00Z` }
    const { loadId } = (await call(createLoad, { body: { key: aKey('TIMES'), ...start } })).data
    const windows = [
      ['10:00', '12:00'],
      ['08:00', '09:00'],
    ]
    const keys: string[] = []
    for (const [index, [from, to]] of windows.entries()) {
      const key = aKey('STOP')
      keys.push(key)
      const where = { ...anAddress, company: `Shop ${index}`, geoLocation: place(-1.5) }
      const times = { requiredFrom: `${day}T${from}:00Z`, requiredTo: `${day}T${to}:00Z`, timeAtStop: 10 }
      await call(createConsignment, { body: anOrder({ key, loadId, ...times, consigneeAddress: where }) })
    }
    const nowhere = aKey('NOWHERE')
    await call(createConsignment, { body: anOrder({ key: nowhere, loadId, timeAtStop: 10 }) })
    const planned = async () =>
      Promise.all(keys.map(async (key) => (await call(getConsignment, { query: { key } })).data.planned))
    const page = await open(t, `/plan?load=${loadId}`)
    const card = page.locator('[data-stop]', { hasText: 'Shop 0' })
    await card.getByText('≈ 08:00').waitFor()
    await card.getByText('waits 2 h').waitFor()
    await says(page, /3 planned times set/, () => page.keyboard.press('t'))
    await eventually(async () => assert.deepEqual(await planned(), [`${day}T10:00:00Z`, `${day}T10:10:00Z`]))
    // What has no position is where the others with its postal code are.
    assert.equal((await call(getConsignment, { query: { key: nowhere } })).data.planned, `${day}T10:20:00Z`)
    await page.locator('[data-stop]', { hasText: 'Shop 1' }).getByText('planned 1 h 10 min late').waitFor()
    const first = page.locator('.mantine-Notification-root', { hasText: '3 planned times set' })
    await first.getByRole('button', { name: 'Close' }).click()
    await first.waitFor({ state: 'detached' })
    // Times that are there follow the sequence, and what leaves the load has none; all of it is taken back.
    await card.getByRole('button', { name: 'Actions for Shop 0' }).click()
    await page.getByRole('menuitem', { name: 'Move to end' }).click()
    // What was planned for the sequence before says nothing about this one.
    await page
      .locator('[data-stop]', { hasText: 'Shop 1' })
      .getByText('planned 1 h 10 min late')
      .waitFor({ state: 'hidden' })
    await says(page, /Stop sequence saved/, () => page.keyboard.press('Control+s'))
    // Set once more while they are still being set: taken back, they are what the sequence made of them.
    await says(page, /3 planned times set/, () => page.keyboard.press('t'))
    await says(page, /Undone/, () => page.keyboard.press('Control+z'))
    await eventually(async () => assert.deepEqual(await planned(), [`${day}T10:00:00Z`, `${day}T08:00:00Z`]))
    await card.getByRole('button', { name: 'Actions for Shop 0' }).click()
    await page.getByRole('menuitem', { name: 'Remove from route' }).click()
    await eventually(async () => assert.deepEqual(await planned(), [null, `${day}T08:00:00Z`]))
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await planned(), [`${day}T10:00:00Z`, `${day}T08:00:00Z`]))
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await planned(), [`${day}T10:00:00Z`, `${day}T10:10:00Z`]))
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await planned(), [null, null]))

    const slider = page.getByRole('slider', { name: 'Planned start' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    // All times follow before anything is saved.
    await card.getByText('≈ 08:10').waitFor()
    const startOf = async () => (await call(getLoad, { query: { id: loadId } })).data.plannedStart
    assert.equal(await startOf(), `${day}T08:00:00Z`)
    // What is moved again before the page has read the first move is taken back to that, not to what the page had read.
    const isRead = Promise.withResolvers<void>()
    let isMoved = false
    await page.route('**/v1/load/*', async (route) => {
      if (route.request().method() === 'PATCH') isMoved = true
      else if (isMoved) await isRead.promise
      await route.continue()
    })
    await says(page, /now starts at 08:10/, () => page.keyboard.press('Enter'))
    assert.equal(await startOf(), `${day}T08:10:00Z`)
    const grip = (await slider.locator('rect').boundingBox())!
    await page.mouse.move(grip.x + grip.width / 2, grip.y + 6)
    await page.mouse.down()
    await page.mouse.move(grip.x + grip.width / 2 + 60, grip.y + 6, { steps: 4 })
    await says(page, /now starts at (08:(1[1-9]|[2-5])|09:)/, async () => {
      await page.mouse.up()
      isRead.resolve()
    })
    await page.unroute('**/v1/load/*')
    assert.ok((await startOf())! > `${day}T08:15`)
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal(await startOf(), `${day}T08:10:00Z`))
    await expectAccessible(page)

    // The vehicle is chosen here, and its shift is over before the route is.
    const shift = { shiftStart: '07:00', shiftEnd: '09:00' }
    const places = { startDepotKey: depot, endDepotKey: depot }
    await call(createVehicle, { body: { key: 'VAN', name: 'White van', ...shift, ...places } })
    await page.reload()
    await page.getByRole('combobox', { name: 'Vehicle' }).click()
    await says(page, /saved/, () => page.getByRole('option', { name: 'White van' }).click())
    assert.equal((await call(getLoad, { query: { id: loadId } })).data.vehicleKey, 'VAN')
    await page.getByText('ends 1 h 30 min after the shift (estimate)').waitFor()
    // A route over night says on which day it ends.
    await page.getByText('ends ≈ 10:30', { exact: true }).waitFor()
    await call(updateConsignment, { query: { key: nowhere }, body: { timeAtStop: 1_000 } })
    await page.getByText(/^ends ≈ 2 Jul.*, 03:00$/).waitFor()
  })
})
