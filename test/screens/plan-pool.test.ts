// The pool of a day: which orders belong to it, how it is sorted and filtered, and all of it in the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInstant } from '../../console/fields/date-reader.ts'
import {
  createPoolOrder,
  groupOf,
  groupPoolOrders,
  isPoolMatch,
  listChoices,
  noFilter,
  type PoolOrder,
} from '../../console/plan/pool/pool.ts'
import { formatDay, getZonedTime } from '../../console/platform/day.ts'
import { formatAmount } from '../../console/platform/units.ts'
import { formatCount } from '../../console/words/words.ts'
import { importConsignments } from '../../contract/bulk.ts'
import { type Consignment, createConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { putPod } from '../../contract/pod.ts'
import { consoleSuite, eventually, expectAccessible, walkTo } from '../support/console.ts'
import { anAddress, anOrder } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'

const day = '2026-07-01'
const zone = 'Europe/London'

const times = { requiredFrom: null, requiredTo: null, committed: null, planned: null }

test('an order belongs to every day that its window touches, in the zone of the environment', () => {
  const group = (more: Partial<typeof times> | object) => groupOf({ ...times, ...more }, day, zone)
  assert.equal(group({ requiredFrom: '2026-06-30T08:00:00Z', requiredTo: '2026-06-30T12:00:00Z' }), 'overdue')
  assert.equal(group({ requiredFrom: '2026-06-30T08:00:00Z', requiredTo: '2026-07-02T12:00:00Z' }), 'today')
  assert.equal(group({ requiredFrom: '2026-07-02T08:00:00Z', requiredTo: '2026-07-02T12:00:00Z' }), 'later')
  assert.equal(group({ requiredFrom: '2026-06-01T08:00:00Z' }), 'today')
  assert.equal(group({ requiredTo: '2026-07-03T08:00:00Z' }), 'later')
  assert.equal(group({ committed: '2026-07-01T10:00:00Z' }), 'today')
  assert.equal(group({ planned: '2026-06-29T10:00:00Z' }), 'overdue')
  assert.equal(group({}), 'undated')
  // Half past midnight in London is still the day before by UTC.
  assert.equal(group({ requiredFrom: '2026-06-30T23:30:00Z', requiredTo: '2026-06-30T23:45:00Z' }), 'today')
})

const anOrderOf = (more: Partial<PoolOrder>): PoolOrder => ({
  ...{ consignmentId: more.key ?? 'a', key: 'A', type: 'delivery', timeAtStop: 5, weight: 1, volume: 1, ...times },
  ...{
    planningInstructions: null,
    skills: null,
    packages: 1,
    name: 'Shop',
    place: 'York YO1',
    town: 'York',
    mark: '',
    position: { lat: 54, lng: -1 },
    postcodePosition: null,
  },
  ...{ postalCode: 'YO1', areaKey: null, channelKey: null, tags: [], words: 'shop york yo1' },
  ...more,
})

test('the pool sorts by postcode, window or weight, with unset values last', () => {
  const orders = [
    anOrderOf({ key: 'none', postalCode: '', weight: null }),
    anOrderOf({ key: 'far', postalCode: 'YO10', weight: 5, requiredTo: '2026-07-01T09:00:00Z' }),
    anOrderOf({ key: 'near', postalCode: 'YO9', weight: 50, requiredTo: '2026-07-01T17:00:00Z' }),
    anOrderOf({ key: 'open', postalCode: '', weight: null, requiredFrom: '2026-07-01T07:00:00Z' }),
  ]
  const sorted = (sort: 'postalCode' | 'window' | 'weight') =>
    groupPoolOrders(
      Map.groupBy(orders, (order) => groupOf(order, day, zone)),
      { filter: noFilter, sort, isHere: () => true },
    ).map((part) => [part.group, ...part.orders.map(({ key }) => key)])
  assert.deepEqual(sorted('postalCode'), [
    ['today', 'near', 'far', 'open'],
    ['undated', 'none'],
  ])
  assert.deepEqual(sorted('window')[0], ['today', 'far', 'near', 'open'])
  assert.deepEqual(sorted('weight')[0], ['today', 'near', 'far', 'open'])
})

test('drawing thousands of orders creates the formatters of days, times and numbers once', (t) => {
  const made = ['DateTimeFormat', 'NumberFormat', 'PluralRules'].map((name) =>
    t.mock.method(Intl, name as 'DateTimeFormat'),
  )
  const order = { ...times, requiredFrom: `${day}T08:00:00Z`, requiredTo: `${day}T12:00:00Z` }
  for (let index = 0; index < 100; index++) {
    groupOf(order, day, zone)
    getZonedTime(new Date(order.requiredFrom), zone)
    formatDay(day, 'en-GB')
    formatCount('en', index, { other: 'orders' })
    formatAmount(index, null, 'en-GB')
    readInstant('01/07/2026 08:00', { today: day, zone, order: 'dmy' })
  }
  // One for each of its kind at most; those of other tests may be there already.
  for (const { mock } of made) assert.ok(mock.callCount() <= 4, `${mock.callCount()}`)
})

test('a filter of the pool matches orders that meet all conditions, and its search ignores accents', () => {
  const order = anOrderOf({ town: 'Köln', words: 'cafe koln a-17', areaKey: 'south', position: null })
  const found = (more: object) => isPoolMatch(order, { ...noFilter, ...more })
  assert.ok(found({ search: 'CAFÉ köl' }))
  assert.ok(!found({ search: 'cafe bonn' }))
  assert.ok(found({ towns: ['Bonn', 'Köln'], areas: ['south'], channels: [''], position: 'without' }))
  assert.ok(!found({ channels: ['web'] }))
  const tagged = anOrderOf({ tags: ['cold', 'fragile'] })
  assert.ok(
    isPoolMatch(tagged, { ...noFilter, tags: ['cold'] }) && !isPoolMatch(tagged, { ...noFilter, tags: ['hot', ''] }),
  )
  assert.ok(found({ tags: [''] }) && !found({ tags: ['cold'] }))
  assert.deepEqual(listChoices([tagged, anOrderOf({ tags: ['cold'] }), order], 'tags'), [
    { value: 'cold', count: 2 },
    { value: '', count: 1 },
    { value: 'fragile', count: 1 },
  ])
  assert.ok(!isPoolMatch({ ...order, position: { lat: 1, lng: 1 } }, { ...noFilter, position: 'without' }))
  assert.deepEqual(listChoices([order, anOrderOf({}), anOrderOf({})], 'town'), [
    { value: 'York', count: 2 },
    { value: 'Köln', count: 1 },
  ])
})

test('the search in the pool covers the card and the address of an order', () => {
  const order = {
    ...anOrder({ key: 'K-1', packages: [] }),
    consignmentId: 'x',
    consigneeCode: 'C-9',
    consigneeContact: null,
  }
  assert.match(createPoolOrder(order as unknown as Consignment).words, /k-1 c-9 .*1 high street .*exampleton ex1 1aa/)
})

consoleSuite('the pool', (site) => {
  test('the pool contains all unassigned orders in groups, filtered with the map, and selected in ranges', async (t) => {
    const here = await site()
    await here.call(updateEnvironment, { body: { areas: [{ key: 'south', name: 'South side' }] } })
    const town = (index: number) => (index < 620 && index % 10 === 0 ? 'Ripon' : 'York')
    // Most wait for another day, out of sight.
    const consignments = Array.from({ length: 1_620 }, (_, index) => {
      const date = index < 3 ? '2026-06-28' : index < 610 ? day : '2026-07-09'
      return anOrder({
        key: `${index < 620 ? 'POOL' : 'LATER'}-${String(index).padStart(3, '0')}`,
        weight: index,
        ...(index < 615 || index >= 620 ? { requiredFrom: `${date}T08:00:00Z`, requiredTo: `${date}T17:00:00Z` } : {}),
        ...(index === 40 ? { areaKey: 'south' } : {}),
        consigneeAddress: {
          ...anAddress,
          company: `${index < 620 ? 'Shop' : 'Store'} ${index}`,
          city: town(index),
          postalCode: `YO${index}`,
          ...(index === 50 ? {} : { geoLocation: { lat: 53.9 + index / 2000, lng: -1.1 } }),
        },
      })
    })
    for (let at = 0; at < consignments.length; at += 500)
      await here.call(importConsignments, {
        query: { results: 'failed' },
        body: { consignments: consignments.slice(at, at + 500) },
      })
    const page = await here.open(t, `/plan?day=${day}`)
    const pool = page.getByRole('region', { name: 'Unassigned' })
    const group = (name: string) => pool.getByRole('button', { name })
    await group('Overdue 3').waitFor()
    await group('Due on this day 607').waitFor()
    await page.getByRole('button', { name: '615 unassigned (5 without a date)' }).waitFor()
    await pool.getByText('1,620', { exact: true }).waitFor()
    // The last one is reached without anything being cut off.
    await pool.locator('[data-order="POOL-003"]').locator('button').focus()
    await page.keyboard.press('End')
    await pool.locator('[data-order="POOL-619"]').waitFor()
    assert.ok((await pool.locator('[data-order]').count()) < 100)
    const later = group('Later 1,005')
    assert.equal(await later.getAttribute('aria-expanded'), 'false')

    // The map has a pin for each that the list shows, also before there is a load.
    const pins = page.getByRole('button', { name: /^Unassigned: / })
    await eventually(async () => assert.equal(await pins.count(), 614))
    await group('Filter and sort').click()
    await page.getByLabel('Town').click()
    await page.getByRole('option', { name: 'Ripon (62)' }).click()
    await eventually(async () => assert.equal(await pins.count(), 60))
    await pool.getByText('62 of 1,620').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await pool.getByRole('textbox', { name: 'Search these orders' }).fill('shop 61')
    await pool.locator('[data-order="POOL-610"]').waitFor()
    await eventually(async () => assert.equal(await pins.count(), 1))
    await pool.getByRole('textbox', { name: 'Search these orders' }).fill('')

    // A range with Shift, one more with Ctrl, and by keyboard.
    const chosen = () =>
      pool
        .locator('[data-order][data-selected]')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-order')))
    await pool.locator('[data-order="POOL-010"]').click()
    await pool.locator('[data-order="POOL-030"]').click({ modifiers: ['Shift'] })
    await eventually(async () => assert.deepEqual(await chosen(), ['POOL-010', 'POOL-020', 'POOL-030']))
    await pool.locator('[data-order="POOL-020"]').click({ modifiers: ['Control'] })
    await eventually(async () => assert.deepEqual(await chosen(), ['POOL-010', 'POOL-030']))
    await pool.locator('[data-order="POOL-040"]').locator('button').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await eventually(async () => assert.deepEqual(await chosen(), ['POOL-040', 'POOL-050']))
  })
})

// An environment of its own: the pool draws only the cards in sight, below the orders of the suite above.
consoleSuite('the pool and cancelled orders', (site) => {
  test('an order that is cancelled outside a load leaves the pool, and is planned again only by adding it to a load', async (t) => {
    const here = await site()
    const window = { requiredFrom: '2026-07-03T08:00:00Z', requiredTo: '2026-07-03T17:00:00Z' }
    const aShop = (key: string) => anOrder({ key, ...window, consigneeAddress: { ...anAddress, company: key } })
    const { consignmentId } = (await here.call(createConsignment, { body: aShop('CANCELLED') })).data
    await here.call(createConsignment, { body: aShop('WAITING') })
    const page = await here.open(t, '/plan?day=2026-07-03')
    const card = (key: string) => page.locator(`[data-order="${key}"]`)
    await card('CANCELLED').waitFor()
    await here.call(putPod, {
      params: { podId: newUuid() },
      body: { ...aPod(), consignmentId, failureReasonCode: 'cancelled' },
    })
    await card('CANCELLED').waitFor({ state: 'detached' })
    await card('WAITING').waitFor()
    await page.getByRole('button', { name: 'Plan the day' }).first().click()
    await page.getByRole('checkbox', { name: 'Due on this day (1)' }).waitFor()
    // Another day alone would leave it out of every plan.
    await walkTo(page, `/consignments/${consignmentId}`)
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click()
    await page.getByRole('dialog').getByText('This order is cancelled. Choose a route for it').waitFor()
  })
})
