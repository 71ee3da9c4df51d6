// The route plan: stops moved by hand and by keyboard, orders put on loads, refusals explained in place, others' changes met.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createLoad, deleteLoad, getLoad, type LoadStatus, updateLoad } from '../../contract/load.ts'
import {
  consoleSuite,
  dropUntil,
  eventually,
  expectAccessible,
  focused,
  hold,
  isSeen,
  mayLeave,
  type Site,
  says,
} from '../support/console.ts'
import { aDepot, aKey, anAddress, anOrder } from '../support/orders.ts'

let day = '2026-07-01'
const nextDay = () => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/** A load with stops called after their letters, on a day of its own. */
async function aRoute({ call }: Site, letters: string, load: object = {}) {
  const key = aKey('ROUTE')
  const { loadId } = (await call(createLoad, { body: { key, plannedStart: `${day}T08:00:00Z`, ...load } })).data
  const ids = new Map<string, string>()
  for (const [index, letter] of [...letters].entries()) {
    const { consignmentId } = (await call(createConsignment, { body: order(letter, index, { loadId }) })).data
    ids.set(letter, consignmentId)
  }
  const letterOf = new Map([...ids].map(([letter, id]) => [id, letter]))
  return {
    key,
    loadId,
    ids,
    path: `/plan?load=${loadId}`,
    /** The stops as the service has them. */
    saved: async () =>
      (await call(getLoad, { query: { id: loadId } })).data.stops
        .map(({ consignmentId }) => letterOf.get(consignmentId) ?? '?')
        .join(''),
  }
}

const order = (letter: string, index: number, members: object = {}) =>
  anOrder({
    key: aKey(letter),
    weight: 100,
    volume: 1,
    requiredFrom: `${day}T08:00:00Z`,
    requiredTo: `${day}T18:00:00Z`,
    consigneeAddress: {
      ...anAddress,
      company: `Shop ${letter}`,
      geoLocation: { lat: 53.8 + index / 20, lng: -1.5 + index / 20 },
    },
    ...members,
  })

const shown = async (page: Page) =>
  (await page.locator('[data-stop] strong').allTextContents()).map((name) => name.replace('Shop ', '')).join('')
const handle = (page: Page, letter: string) =>
  page.getByRole('button', { name: new RegExp(`Move stop \\d+, Shop ${letter}`) })
const card = (page: Page, letter: string) => page.locator('[data-stop]', { hasText: `Shop ${letter}` })

consoleSuite('plan', (site) => {
  // A day has the loads of one test: the page draws all of them.
  beforeEach(() => {
    day = nextDay()
  })

  test('stops are moved by keyboard, and show the old number until they are saved', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'ABCD')
    const page = await here.open(t, route.path)
    await handle(page, 'A').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await eventually(async () => assert.equal(await shown(page), 'BCAD'))
    assert.match((await card(page, 'A').textContent())!, /was 1/)
    assert.match((await card(page, 'B').textContent())!, /was 2/)
    assert.equal(await card(page, 'D').getByText('was').count(), 0)
    assert.equal(await route.saved(), 'ABCD')
    assert.equal(await mayLeave(page), false)
    await says(page, /Stop sequence saved\./, () => page.keyboard.press('Control+s'))
    assert.equal(await route.saved(), 'BCAD')
    await eventually(async () => assert.equal(await page.getByText('was 1').count(), 0))
    assert.equal(await mayLeave(page), true)
  })

  test('a grabbed stop moves with the arrows, and back with Escape', async (t) => {
    const here = await site()
    const page = await here.open(t, (await aRoute(here, 'ABC')).path)
    await handle(page, 'C').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await eventually(async () => assert.equal(await shown(page), 'CAB'))
    await page.getByText('Shop C is now stop 1 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await eventually(async () => assert.equal(await shown(page), 'ABC'))
    await page.keyboard.press('ArrowUp')
    await eventually(async () =>
      assert.match(String(await page.evaluate('document.activeElement.getAttribute("aria-label")')), /Shop B/),
    )
  })

  test('stops are moved by dragging, and the changes can be discarded', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'ABC')
    const page = await here.open(t, route.path)
    await dropUntil(
      () => card(page, 'C').dragTo(card(page, 'A'), { targetPosition: { x: 120, y: 4 } }),
      async () => assert.equal(await shown(page), 'CAB'),
    )
    await page.getByRole('button', { name: 'Discard' }).click()
    await eventually(async () => assert.equal(await shown(page), 'ABC'))
    assert.equal(await route.saved(), 'ABC')
  })

  test('an order that is dropped between two stops is saved in this position', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'AB')
    await here.call(createConsignment, { body: order('X', 9) })
    const page = await here.open(t, route.path)
    const waits = page.locator('[data-order]', { hasText: 'Shop X' })
    await dropUntil(
      () => waits.dragTo(card(page, 'B'), { targetPosition: { x: 120, y: 4 } }),
      async () => assert.equal(await shown(page), 'AXB'),
    )
    assert.match((await card(page, 'X').textContent())!, /new here/)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => assert.equal(await route.saved(), 'A?B'))
  })

  test('a drop against the depot rule shows the reason at its place, with a solution', async (t) => {
    const here = await site()
    const [north, south] = [aKey('NORTH'), aKey('SOUTH')]
    for (const key of [north, south]) await here.call(createDepot, { body: aDepot({ key }) })
    const wrong = await aRoute(here, 'A', { startDepotKey: south, endDepotKey: south })
    const right = await aRoute(here, 'B', { startDepotKey: north, endDepotKey: north })
    const { consignmentId } = (await here.call(createConsignment, { body: order('R', 3, { depotKey: north }) })).data
    const page = await here.open(t, wrong.path, { expected: /422/ })
    const waits = page.locator('[data-order]', { hasText: 'Shop R' })
    const refusal = page.getByRole('alert').filter({ hasText: 'Shop R' })
    await dropUntil(
      () => waits.dragTo(page.locator(`[data-load="${wrong.key}"]`)),
      isSeen(refusal.getByText(`A delivery from depot ${north} needs a route that starts there`)),
    )
    await expectAccessible(page)
    await refusal.getByRole('button', { name: right.key }).click()
    await waits.waitFor({ state: 'hidden' })
    assert.equal((await here.call(getConsignment, { query: { id: consignmentId } })).data.loadId, right.loadId)
    // The same between the stops of the open load.
    await here.call(updateConsignment, { query: { id: consignmentId }, body: { loadId: null } })
    await page.reload()
    await page.locator('[data-pane="charts"]').waitFor()
    await dropUntil(
      () => waits.dragTo(card(page, 'A'), { targetPosition: { x: 120, y: 4 } }),
      isSeen(page.getByRole('list', { name: 'Stops' }).getByRole('alert').getByText('needs a route that starts there')),
    )
    assert.equal(await shown(page), 'A')
  })

  test('an order is added to a load, and removed, by keyboard', async (t) => {
    const here = await site()
    const { call } = here
    const route = await aRoute(here, 'AB')
    const { consignmentId } = (await call(createConsignment, { body: order('K', 5) })).data
    const loadOf = async () => (await call(getConsignment, { query: { id: consignmentId } })).data.loadId
    const page = await here.open(t, route.path)
    await page.getByRole('button', { name: 'Assign Shop K to a route' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByPlaceholder('Search routes').fill(route.key)
    const offered = page.getByRole('option').locator('strong')
    await eventually(async () => assert.deepEqual(await offered.allTextContents(), [route.key]))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await card(page, 'K').waitFor()
    assert.equal(await loadOf(), route.loadId)
    await page.getByRole('button', { name: 'Actions for Shop K' }).focus()
    await page.keyboard.press('Enter')
    await focused(page, page.getByRole('menu'))
    await page.getByRole('menuitem', { name: 'Remove from route' }).focus()
    await page.keyboard.press('Enter')
    await card(page, 'K').waitFor({ state: 'hidden' })
    assert.equal(await loadOf(), null)
  })

  test('a concurrent change of stops appears next to the local change, and both are saved', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'ABCDEF')
    const page = await here.open(t, route.path, { expected: /412/ })
    await handle(page, 'C').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await eventually(async () => assert.equal(await shown(page), 'CABDEF'))
    await here.call(updateLoad, {
      query: { id: route.loadId },
      body: { stops: [...'BCEFD'].map((letter) => ({ consignmentId: route.ids.get(letter)! })) },
    })
    await page.keyboard.press('Control+s')
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this route' })
    // Only what differs from before, of each.
    await conflict.getByRole('definition').first().waitFor()
    assert.deepEqual(
      (await conflict.getByRole('definition').allInnerTexts()).map((text) => text.split('\n').filter(Boolean)),
      [['Removed: Shop A', 'Moved: Shop D (from 4 to 5)'], ['Moved: Shop C (from 3 to 1)']],
    )
    await card(page, 'A').getByText('removed by someone else').waitFor()
    assert.doesNotMatch(await card(page, 'A').innerText(), /new here/)
    await page.locator('[data-pane=stops] header').getByText('6 stops, 5 saved').waitFor()
    await says(page, /Your stop sequence is kept\. Removed: Shop A\. Not taken over: Shop D/, () =>
      conflict.getByRole('button', { name: 'Keep mine' }).click(),
    )
    await eventually(async () => assert.equal(await shown(page), 'CBDEF'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => assert.equal(await route.saved(), 'CBDEF'))
  })

  test('Save does not overwrite a displayed conflict, and shows the reason', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'ABC')
    const page = await here.open(t, route.path)
    await handle(page, 'C').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await eventually(async () => assert.equal(await shown(page), 'ACB'))
    const stops = ['B', 'A', 'C'].map((letter) => ({ consignmentId: route.ids.get(letter)! }))
    await here.call(updateLoad, { query: { id: route.loadId }, body: { stops } })
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this route' })
    await conflict.waitFor()
    await expectAccessible(page)
    await says(page, /Not saved.*Decide first/, () => page.keyboard.press('Control+s'))
    await focused(page, conflict.getByRole('button', { name: 'Keep mine' }))
    await conflict.getByRole('button', { name: 'Use theirs' }).click()
    await eventually(async () => assert.equal(await shown(page), 'BAC'))
    assert.equal(await route.saved(), 'BAC')
  })

  test('a stop that is moved during a save is unsaved until the next save', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'ABC')
    const page = await here.open(t, route.path)
    await handle(page, 'A').focus()
    await page.keyboard.press('Alt+ArrowDown')
    const late = await hold(page, 'PATCH', /\/v1\/load\//)
    await page.keyboard.press('Control+s')
    await late.given
    await page.keyboard.press('Alt+ArrowDown')
    await says(page, /Stop sequence saved\./, late.release)
    assert.equal(await route.saved(), 'BAC')
    assert.equal(await shown(page), 'BCA')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => assert.equal(await route.saved(), 'BCA'))
  })

  test('results of an earlier search cannot select a load', async (t) => {
    const here = await site()
    const [first, wanted] = [await aRoute(here, ''), await aRoute(here, '')]
    await here.call(createConsignment, { body: order('O', 6) })
    const page = await here.open(t, first.path)
    await page.getByRole('button', { name: 'Assign Shop O to a route' }).click()
    const offered = page.getByRole('option').locator('strong')
    await offered.filter({ hasText: wanted.key }).waitFor()
    const late = await hold(page, 'GET', /\/v1\/loads\?.*search=/)
    await page.getByRole('dialog').getByPlaceholder('Search routes').fill(wanted.key)
    await late.given
    assert.deepEqual(await offered.allTextContents(), [wanted.key])
    await late.release()
  })

  test('changing the status explains the effect, and the stops of a started route cannot change', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'AB')
    const page = await here.open(t, route.path)
    const status = async () => (await here.call(getLoad, { query: { id: route.loadId } })).data.status
    const moves: [string, string, RegExp][] = [
      ['Mark as planned', 'planned', /You can still change the stops/],
      ['Release', 'released', /All orders are on the export list already/],
      ['Start', 'started', /cannot be undone/],
    ]
    const move = async ([name, wanted, meaning]: (typeof moves)[number]) => {
      await page.getByRole('button', { name, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(meaning).waitFor()
      await dialog.getByRole('button', { name, exact: true }).click()
      await eventually(async () => assert.equal(await status(), wanted))
      await dialog.waitFor({ state: 'hidden' })
    }
    await move(moves[0]!)
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal(await status(), 'planning'))
    for (const one of moves) await move(one)
    await page.getByText('The route has started').waitFor()
    await handle(page, 'A').focus()
    await page.keyboard.press('Alt+ArrowDown')
    assert.equal(await shown(page), 'AB')
  })

  test('a question about a load closes when the load changes or another load opens', async (t) => {
    const here = await site()
    const [asked, other] = [await aRoute(here, 'A'), await aRoute(here, 'B')]
    const page = await here.open(t, asked.path, { expected: /404|412/ })
    const statusOf = async ({ loadId }: typeof asked) =>
      (await here.call(getLoad, { query: { id: loadId } })).data.status
    const setStatus = (status: LoadStatus) => here.call(updateLoad, { query: { id: asked.loadId }, body: { status } })
    const plan = page.getByRole('button', { name: 'Mark as planned', exact: true })
    const question = page.getByRole('dialog', { name: `Mark ${asked.key} as planned?` })
    const isIn = (status: string) =>
      page.getByRole('list', { name: 'Routes' }).locator(`[data-load="${asked.key}"]`).getByText(status).waitFor()
    // Somebody else moves it on: what was asked would take it back.
    await plan.click()
    await question.waitFor()
    await setStatus('released')
    await isIn('Released')
    await question.getByRole('button', { name: 'Mark as planned' }).click()
    await question.getByRole('alert').waitFor()
    assert.equal(await statusOf(asked), 'released')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await setStatus('planned')
    await setStatus('planning')
    await isIn('Planning')
    // What is typed about it stays with it when it is gone, and is refused.
    await page.getByRole('button', { name: 'Edit route' }).click()
    const form = page.getByRole('dialog', { name: `Edit route ${asked.key}` })
    await form.getByRole('textbox', { name: 'Key' }).fill('RENAMED')
    await here.call(deleteLoad, { query: { id: asked.loadId } })
    await page.getByRole('heading', { level: 2, name: other.key }).waitFor({ state: 'attached' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(`Someone else deleted route ${asked.key}.`).waitFor()
    // A question is gone with its load, also where the next one is known already.
    const third = await aRoute(here, 'C')
    for (const { key } of [third, other]) {
      await page.locator(`[data-load="${key}"]`).click()
      await page.getByRole('heading', { level: 2, name: key }).waitFor()
    }
    await plan.click()
    await page.getByRole('dialog', { name: `Mark ${other.key} as planned?` }).waitFor()
    await says(page, new RegExp(`Someone else deleted route ${other.key}`), () =>
      here.call(deleteLoad, { query: { id: other.loadId } }),
    )
    await page.getByRole('heading', { level: 2, name: third.key }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.equal(await statusOf(third), 'planning')
  })

  test('new orders and concurrent changes of a load appear without a reload', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'AB')
    const page = await here.open(t, route.path)
    await card(page, 'B').waitFor()
    await here.call(createConsignment, { body: order('L', 4) })
    await page.locator('[data-order]', { hasText: 'Shop L' }).waitFor()
    const stops = ['B', 'A'].map((letter) => ({ consignmentId: route.ids.get(letter)! }))
    await here.call(updateLoad, { query: { id: route.loadId }, body: { stops } })
    await eventually(async () => assert.equal(await shown(page), 'BA'))
  })

  test('a highlighted stop is highlighted in every view, and every drawing has a table', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'ABC', { weightCapacity: 250 })
    const page = await here.open(t, route.path, { map: 'webGl' })
    await page.locator('[data-map=drawn]').waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Stop 2, Shop B', exact: true }).focus()
    await page.locator('[data-stop][data-highlighted]', { hasText: 'Shop B' }).waitFor()
    await page.getByRole('region', { name: 'Timeline' }).locator('g[data-highlighted]').waitFor()
    await page.getByRole('region', { name: 'On board' }).locator('g[data-highlighted]').first().waitFor()
    await page.getByRole('region', { name: 'On board' }).getByText('50 kg too heavy').waitFor()
    for (const name of ['Timeline', 'On board']) {
      const chart = page.getByRole('region', { name })
      await chart.getByText('Table', { exact: true }).click()
      await chart.getByRole('rowheader', { name: /Shop C/ }).waitFor()
    }
    await expectAccessible(page)
  })

  test('a new environment lists the steps before a plan, and a plan without vehicles links to them', async (t) => {
    const page = await (await site()).open(t, `/plan?day=${day}`)
    const steps = page.getByRole('region', { name: 'First steps' })
    const links = [
      ['Set time zone and units', '/settings/display'],
      ['Add a depot', '/settings/depots'],
      ['Add vehicles', '/settings/vehicles'],
      ['Import your orders', '/import'],
    ]
    for (const [name, to] of links)
      assert.equal(await steps.getByRole('link', { name: name! }).getAttribute('href'), to)
    assert.equal(await steps.getByRole('link').count(), links.length)
    await page.keyboard.press('d')
    await page.getByRole('dialog').getByRole('link', { name: 'Go to vehicles' }).click()
    await page.getByRole('heading', { level: 1, name: 'Vehicles' }).waitFor()
  })

  test('long keys of loads are distinct in the list, and complete in the open load', async (t) => {
    const desk = await site()
    const long = `NORTH-WEST-DISTRIBUTION-${aKey('ROUND')}`
    const { path } = await aRoute(desk, 'A', { key: `${long}-MORNING` })
    await aRoute(desk, 'B', { key: `${long}-EVENING` })
    const page = await desk.open(t, path)
    const isWhole = (selector: string) =>
      page.evaluate(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].every((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight)`,
      )
    const items = page.getByRole('list', { name: 'Routes' }).locator('strong')
    await items.nth(1).waitFor()
    assert.deepEqual((await items.allInnerTexts()).sort(), [`${long}-EVENING`, `${long}-MORNING`])
    assert.equal(await isWhole('[data-load] strong'), true)
    await page.getByRole('heading', { level: 2, name: `${long}-MORNING` }).waitFor()
    assert.equal(await isWhole('h2'), true)
    // Its letter stands beside it, not above.
    const name = page.getByRole('heading', { level: 2, name: `${long}-MORNING` }).locator('..')
    assert.ok(Math.abs((await name.locator('span').first().boundingBox())!.y - (await name.boundingBox())!.y) < 8)
  })

  test('panes are resized with mouse and keyboard, and keep their width after a reload', async (t) => {
    const here = await site()
    const page = await here.open(t, (await aRoute(here, 'A')).path)
    const edge = page.getByRole('separator', { name: 'Width of the stops' })
    const stops = page.getByRole('region', { name: 'Stops', exact: true })
    await stops.waitFor()
    const width = async () => Math.round((await stops.boundingBox())!.width)
    const before = await width()
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await eventually(async () => assert.equal(await width(), before + 32))
    await page.reload()
    await edge.waitFor()
    await eventually(async () => assert.equal(await width(), before + 32))
    await edge.focus()
    await page.keyboard.press('Enter')
    await eventually(async () => assert.equal(await width(), before))
  })

  test('a browser without WebGL shows the same stops on a plain drawing', async (t) => {
    const here = await site()
    const route = await aRoute(here, 'AB')
    const page = await here.open(t, route.path, { map: 'drawing' })
    await page.getByText('This browser does not support WebGL').waitFor()
    await page.locator('svg[role=group] polygon').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Stop 1, Shop A', exact: true }).press('Enter')
    await page.locator('[data-stop][data-selected]', { hasText: 'Shop A' }).waitFor()
    await expectAccessible(page)
  })
})

consoleSuite(
  'demo',
  (site) => {
    test('the plan shows the problems of the day immediately, and the first steps until a user hides them', async (t) => {
      const { open, url } = await site()
      const page = await open(t, '/')
      await page.waitForURL(/\/plan/)
      for (const text of ['1 planned late', '1 overloaded', '2 unassigned', 'planned 45 min late'])
        await page.getByText(text, { exact: true }).first().waitFor()
      await page.getByText('Closes early: call before you move this stop.').waitFor()
      await page.locator('[data-load="DEMO-COLOGNE-1"]').getByText('210 kg too heavy').waitFor()
      await page.locator('[data-order]', { hasText: 'Lille' }).waitFor()
      const room = (await page.evaluate(`(() => {
        const find = (selector) => document.querySelector(selector)
        const loads = find('[data-pane=loads]')
        const facts = [...document.querySelectorAll('[data-pane=pool] [data-order] span')]
        return {
          cut: facts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ innerText }) => innerText),
          ofLoads: loads.offsetHeight / loads.parentElement.offsetHeight,
          colours: ['1 planned late', '1 overloaded', '2 unassigned'].map((text) => getComputedStyle([...document.querySelectorAll('[role=status] *')].findLast(({ innerText }) => innerText === text)).color),
        }
      })()`)) as { cut: string[]; ofLoads: number; colours: string[] }
      assert.deepEqual(room.cut, [], 'nothing of an order without a route is cut')
      assert.ok(room.ofLoads > 0.5, `routes have the room that the pool leaves: ${room.ofLoads}`)
      assert.deepEqual(room.colours, ['rgb(176, 30, 38)', 'rgb(122, 75, 0)', 'rgb(91, 101, 112)'], 'red only if late')
      const steps = page.getByRole('region', { name: 'First steps' })
      await steps.getByRole('button', { name: 'Copy' }).first().click()
      await eventually(async () => {
        const copied = String(await page.evaluate('navigator.clipboard.readText()'))
        assert.ok(copied.startsWith(`curl ${url.replace(/\/$/, '')}/v1/consignment`), copied)
        assert.match(copied, /Bearer \$TOKEN"/, 'as in every other example')
      })
      const own = steps.getByRole('link', { name: 'Create your own environment' })
      assert.match((await own.getAttribute('href'))!, /account/)
      await steps.getByRole('button', { name: 'Hide first steps' }).click()
      const middles = (await page.evaluate(
        `[...document.querySelectorAll('header:has(h1) :is(button, a)')].map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2)`,
      )) as number[]
      const spread = Math.max(...middles) - Math.min(...middles)
      assert.ok(middles.length > 6 && spread < 8, 'problems and actions stand in one line')
      await page.reload()
      await page.getByText('2 unassigned').waitFor()
      assert.equal(await steps.count(), 0)
    })
  },
  { environment: 'demo', flags: { demo: true } },
)
