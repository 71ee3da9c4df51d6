// The route plan with a travel server: arrivals and the map follow the roads, each sequence is asked for once, and a server that fails is named.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createLoad } from '../../contract/load.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually, openSite } from '../support/console.ts'
import { aDepot, aKey, anAddress, anOrder } from '../support/orders.ts'
import { startRoads } from '../support/roads.ts'

async function openPlan(t: TestContext, flags: Record<string, string> = {}) {
  const site = await openSite(t, { flags })
  const depot = aDepot({ address: { ...anAddress, geoLocation: { lat: 53.8, lng: -1.5 } } })
  await site.call(createDepot, { body: depot })
  const ends = { startDepotKey: depot.key, endDepotKey: depot.key }
  const body = { key: aKey('ROUTE'), plannedStart: '2026-07-01T08:00:00Z', ...ends }
  const { loadId } = (await site.call(createLoad, { body })).data
  for (const [index, letter] of [...'AB'].entries()) {
    const geoLocation = { lat: 53.9 + index / 10, lng: -1.4 }
    const consigneeAddress = { ...anAddress, company: `Shop ${letter}`, geoLocation }
    await site.call(createConsignment, { body: anOrder({ depotKey: depot.key, loadId, consigneeAddress }) })
  }
  const page = await site.open(t, `/plan?load=${loadId}`)
  await page.getByText('Shop B').first().waitFor()
  /** How often the tab has asked the service for a route. */
  const asked = async () => {
    const metrics = await (await fetch(`${site.url}/metrics`)).text()
    return Number(
      /^dray_http_request_duration_seconds_count\{[^}]*travel\/route[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
    )
  }
  return { page, asked }
}

/** How many points each leg on the map has. */
const legs = (page: Page) =>
  page
    .locator('svg polyline[class*="leg"]')
    .evaluateAll((lines) => lines.map((line) => line.getAttribute('points')!.split(' ').length))

test('routes and times of the plan follow the roads of the travel server', { skip: noBrowser }, async (t) => {
  const roads = await startRoads(t)
  const { page } = await openPlan(t, { travelUrl: roads.url })
  await page.getByText('Driving times by road from the travel server').waitFor()
  await eventually(async () => assert.deepEqual(await legs(page), [3, 3, 3]))
  assert.equal(await page.getByText('Straight lines, estimated').count(), 0)
  assert.equal(await page.getByText('km in total by road').count(), 1)
  const places = roads.asked.map(({ sources }) => sources.map(({ lat }) => lat).join())
  assert.deepEqual(places, ['53.8,53.9,54,53.8'])
  // The other way round is another route; back again is known.
  const first = page.getByRole('button', { name: /Move stop 1, Shop A/ })
  await first.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(() => assert.equal(roads.asked.length, 2))
  await page.getByRole('button', { name: /Move stop 2, Shop A/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('Driving times by road from the travel server').waitFor()
  assert.equal(roads.asked.length, 2)
})

test('the plan reports that the travel server does not respond', { skip: noBrowser }, async (t) => {
  const roads = await startRoads(t)
  roads.misbehave((_asked, response) => {
    response.writeHead(500).end()
    return true
  })
  const { page } = await openPlan(t, { travelUrl: roads.url })
  await page.getByText('The travel server has no answer for this route.').waitFor()
  assert.deepEqual(await legs(page), [2, 2, 2])
})

test('a plan without a travel server requests driving times once, and shows estimates', {
  skip: noBrowser,
}, async (t) => {
  const { page, asked } = await openPlan(t)
  await page.getByText('Estimated from straight lines by the travel settings').waitFor()
  await page.getByRole('button', { name: /Move stop 1, Shop A/ }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('button', { name: /Move stop 2, Shop A/ }).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('button', { name: /Move stop 1, Shop A/ }).waitFor()
  // What the tab would have asked before this is counted by then.
  await page.evaluate("fetch('/health/live').then(({ status }) => status)")
  assert.equal(await asked(), 1)
  assert.deepEqual(await legs(page), [2, 2, 2])
})
