// What orders cost on each route: shown before a drop and in the list of routes, and the position that they then get.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { createDepot } from '../../contract/depot.ts'
import { createLoad, getLoadById } from '../../contract/load.ts'
import { consoleSuite, dropUntil, eventually, expectAccessible, isSeen, type Site } from '../support/console.ts'
import { row } from '../support/order-list.ts'
import { aDepot, anAddress, anOrder } from '../support/orders.ts'

const at = (east: number) => ({ lat: 53.55, lng: 10 + east })

/** The day of a test, whose routes and orders have it in their keys. */
interface Scene {
  here: Site
  day: string
  depotKey: string
}
const shop = (day: string, name: string, east: number, members: object = {}) =>
  anOrder({
    key: `${name} ${day}`,
    requiredFrom: `${day}T06:00:00Z`,
    requiredTo: `${day}T18:00:00Z`,
    consigneeAddress: { ...anAddress, company: name, geoLocation: at(east) },
    ...members,
  })

async function aRoute({ here, day, depotKey }: Scene, key: string, stops: readonly [string, number][], members = {}) {
  const depots = { startDepotKey: depotKey, endDepotKey: depotKey }
  const body = { key: `${key} ${day}`, ...depots, plannedStart: `${day}T08:00:00Z`, ...members }
  const { loadId } = (await here.call(createLoad, { body })).data
  for (const [name, east] of stops) await here.call(createConsignment, { body: shop(day, name, east, { loadId }) })
  return loadId
}

consoleSuite('offers of routes', (site) => {
  async function scene(day: string) {
    const here = await site()
    const depot = aDepot({ address: { ...anAddress, geoLocation: at(0) } })
    await here.call(createDepot, { body: depot })
    const scene = { here, day, depotKey: depot.key }
    const east = await aRoute(scene, 'EAST', [
      ['NEAR', 0.1],
      ['FAR', 0.5],
    ])
    await aRoute(scene, 'SMALL', [['CLOSE', 0.2]], { weightCapacity: 5 })
    await aRoute(scene, 'WEST', [['OTHER', -0.3]])
    for (const [name, place] of [
      ['MIDDLE', 0.3],
      ['SECOND', 0.2],
    ] as const)
      await here.call(createConsignment, { body: shop(day, name, place, { weight: 8 }) })
    const namesOn = async (loadId: string) => {
      const { stops } = (await here.call(getLoadById, { params: { loadId } })).data
      const { consignments } = (await here.call(listConsignments, { query: { loadId } })).data
      const keys = new Map(consignments.map(({ consignmentId, key }) => [consignmentId, key]))
      return stops.map(({ consignmentId }) => keys.get(consignmentId)!.split(' ')[0])
    }
    return { here, east, namesOn }
  }

  test('a dragged order shows its price on a route, and joins at the cheapest position', async (t) => {
    const day = '2026-07-14'
    const { here, east, namesOn } = await scene(day)
    const page = await here.open(t, `/plan?day=${day}&load=${east}`)
    const order = page.locator(`[data-order="MIDDLE ${day}"]`)
    const route = page.locator(`[data-load="EAST ${day}"]`)
    await order.waitFor()
    const hover = async () => {
      await order.hover()
      await page.mouse.down()
      const { x, y, width, height } = (await route.boundingBox())!
      for (const step of [1, 2, 3]) await page.mouse.move(x + width / 2, y + height / 2 + step)
    }
    await dropUntil(hover, isSeen(route.getByText(/^[+−]\d+ min · [+−][\d.]+\skm · 0 late$/)))
    await page.mouse.up()
    await page.getByText(`MIDDLE is now on EAST ${day}.`).waitFor()
    assert.deepEqual(await namesOn(east), ['NEAR', 'MIDDLE', 'FAR'])
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await namesOn(east), ['NEAR', 'FAR']))
  })

  test('the list of routes is sorted by cost, and names the excess weight', async (t) => {
    const day = '2026-07-15'
    const { here, east, namesOn } = await scene(day)
    const page = await here.open(t, `/plan?day=${day}`)
    for (const [index, key] of ['MIDDLE', 'SECOND'].entries())
      await page.locator(`[data-order="${key} ${day}"]`).click(index > 0 ? { modifiers: ['Control'] } : {})
    await page.keyboard.press('m')
    const options = page.getByRole('dialog').getByRole('option', { name: new RegExp(day) })
    await options
      .first()
      .getByText(/km · 0 late$/)
      .waitFor()
    const texts = await options.allInnerTexts()
    assert.deepEqual(
      texts.map((text) => text.split(' ')[0]),
      ['EAST', 'WEST', 'SMALL'],
    )
    assert.match(texts[2]!, /11\u00A0kg too heavy/)
    await expectAccessible(page)
    await options.first().click()
    await page.getByText(`2 orders now on EAST ${day}.`).waitFor()
    assert.deepEqual(await namesOn(east), ['NEAR', 'SECOND', 'MIDDLE', 'FAR'])
  })

  test('orders of the list of orders join a route at their cheapest positions', async (t) => {
    const day = '2026-07-16'
    const { here, east, namesOn } = await scene(day)
    const page = await here.open(t, `/consignments?search=${day}`)
    for (const key of ['MIDDLE', 'SECOND']) await row(page, `${key} ${day}`).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Assign to route' }).click()
    await page
      .getByRole('dialog')
      .getByRole('option', { name: new RegExp(`EAST ${day}`) })
      .click()
    await eventually(async () => assert.deepEqual(await namesOn(east), ['NEAR', 'SECOND', 'MIDDLE', 'FAR']))
  })
})
