// The map as a tool: pins that lie on one another, a line drawn around them, and all loads of the day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupPoints, isInside } from '../../console/map/clusters.ts'
import { importConsignments } from '../../contract/bulk.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { createLoad, getLoad } from '../../contract/load.ts'
import { consoleSuite, dropUntil, eventually, expectAccessible, hold } from '../support/console.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

test('pins in one grid square form a cluster, and a single pin forms none', () => {
  const points = [
    { id: 'a', x: 1, y: 1 },
    { id: 'b', x: 30, y: 30 },
    { id: 'c', x: 90, y: 1 },
  ]
  const { clusters, single } = groupPoints(points, 40)
  assert.deepEqual(clusters, [{ id: 'a', members: ['a', 'b'] }])
  assert.deepEqual([...single], ['c'])
})

test('points inside a drawn line are selected, also next to a concave part of the line', () => {
  const bay = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 3 },
    { x: 0, y: 10 },
  ]
  assert.ok(isInside({ x: 2, y: 2 }, bay))
  assert.ok(!isInside({ x: 5, y: 8 }, bay))
  assert.ok(!isInside({ x: 20, y: 2 }, bay))
})

consoleSuite('the map', (site) => {
  test('a line drawn with Shift selects stops and orders on the map, and other loads have their colours', async (t) => {
    const { call, open } = await site()
    const day = '2026-07-01'
    const ids: string[] = []
    const keys = [aKey('MINE'), aKey('THEIRS')]
    for (const key of keys)
      ids.push((await call(createLoad, { body: { key, plannedStart: `${day}T08:00:00Z` } })).data.loadId)
    const places = [
      ['Shop A', ids[0], 0],
      ['Shop B', ids[0], 4],
      ['Shop C', ids[1], 1],
      ['Shop X', undefined, 0.2],
    ] as const
    for (const [company, loadId, lng] of places) {
      const consigneeAddress = { ...anAddress, company, geoLocation: { lat: 53, lng } }
      const window = { requiredFrom: `${day}T08:00:00Z`, requiredTo: `${day}T18:00:00Z` }
      await call(createConsignment, { body: anOrder({ consigneeAddress, ...window, ...(loadId ? { loadId } : {}) }) })
    }
    const page = await open(t, `/plan?load=${ids[0]}`)
    const other = page.getByRole('button', { name: `${keys[1]}, stop 1, Shop C` })
    await other.waitFor()
    const first = (await page.getByRole('button', { name: 'Stop 1, Shop A', exact: true }).boundingBox())!
    const [x, y] = [first.x + first.width / 2, first.y + first.height / 2]
    await page.keyboard.down('Shift')
    await page.mouse.move(x - 20, y - 30)
    await page.mouse.down()
    for (const [right, down] of [
      [70, -30],
      [70, 30],
      [-20, 30],
    ])
      await page.mouse.move(x + right!, y + down!)
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await page.getByRole('region', { name: '2 selected' }).waitFor()
    const chosen = () => page.locator('[data-selected] strong').allTextContents()
    await eventually(async () => assert.deepEqual((await chosen()).sort(), ['Shop A', 'Shop X']))

    const legend = page.getByRole('region', { name: 'Other routes' })
    await legend.getByRole('button', { name: /Other routes/ }).click()
    await expectAccessible(page)
    await legend.getByRole('checkbox', { name: keys[1]! }).click()
    await other.waitFor({ state: 'detached' })
  })

  test('a pin is dragged onto a load, and many pins at one place form a cluster', async (t) => {
    const { call, open, url } = await site()
    const day = '2026-07-03'
    const { loadId } = (await call(createLoad, { body: { key: aKey('ROUTE'), plannedStart: `${day}T08:00:00Z` } })).data
    const at = (company: string, lng: number) => ({
      requiredFrom: `${day}T08:00:00Z`,
      requiredTo: `${day}T18:00:00Z`,
      consigneeAddress: { ...anAddress, company, geoLocation: { lat: 53, lng } },
    })
    for (const [company, lng] of [
      ['West', 0],
      ['East', 4],
    ] as const)
      await call(createConsignment, { body: anOrder({ loadId, ...at(company, lng) }) })
    await call(createConsignment, { body: anOrder(at('Waiting', 1)) })
    const page = await open(t, `/plan?day=${day}`, { map: 'webGl' })
    await dropUntil(
      () => page.getByRole('button', { name: 'Unassigned: Waiting' }).dragTo(page.locator('[data-load^=ROUTE]')),
      async () => assert.equal((await call(getLoad, { query: { id: loadId } })).data.stops.length, 3),
    )

    const consignments = Array.from({ length: 41 }, (_, index) => anOrder(at(`Far ${index}`, 2.5)))
    await call(importConsignments, { body: { consignments } })
    const cluster = page.getByRole('button', { name: '41 orders without a route: zoom in' })
    await cluster.click({ modifiers: ['Control'] })
    await page.getByRole('region', { name: '41 selected' }).waitFor()

    // On a day without loads there is nothing to see before its orders have been read: then the map goes there.
    const before = '2026-06-30'
    for (const [company, lng] of [
      ['Left', 0],
      ['Right', 1],
    ] as const)
      await call(createConsignment, {
        body: anOrder({
          ...at(company, lng),
          requiredFrom: `${before}T08:00:00Z`,
          requiredTo: `${before}T18:00:00Z`,
        }),
      })
    const orders = await hold(page, 'GET', /\/v1\/consignments\?.*unplanned=true/)
    await page.goto(new URL(`/plan?day=${before}`, url).href)
    await page.locator('[data-map]:not([data-map=loading])').waitFor()
    await orders.release()
    const left = async (name: string) =>
      (await page.getByRole('button', { name: `Unassigned: ${name}` }).boundingBox())!.x
    await eventually(async () => assert.ok((await left('Right')) - (await left('Left')) > 150))
  })
})
