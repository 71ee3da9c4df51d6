// Several stops and orders at once: moved, removed, sorted, split, and taken back; and one's own changes are nobody else's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  insertIds,
  moveByStep,
  moveToEnd,
  moveToTop,
  sortByDistance,
  sortBySequence,
  sortReversed,
  splitOff,
} from '../../console/plan/load/arrange.ts'
import type { PlanStop } from '../../console/plan/times/route.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { createLoad, getLoad, listLoads } from '../../contract/load.ts'
import { defaultTravel } from '../../contract/travel.ts'
import { consoleSuite, dropUntil, eventually, expectAccessible, says } from '../support/console.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

const letters = (sequence: readonly string[]) => sequence.join('')
const all = [...'abcdef']

test('several stops move together from any positions', () => {
  assert.equal(letters(insertIds(all, ['b', 'e'], 3)), 'acbedf')
  assert.equal(letters(insertIds(all, ['x'], 6)), 'abcdefx')
  assert.equal(letters(insertIds(all, ['a', 'b'], 0)), 'abcdef')
  assert.equal(letters(moveToTop(all, ['e', 'c'])), 'ceabdf')
  assert.equal(letters(moveToEnd(all, ['e', 'c'])), 'abdfce')
  assert.deepEqual(sortBySequence(all, ['x', 'c', 'a']), ['a', 'c', 'x'])
})

test('adjacent selected stops move up and down together, up to the ends', () => {
  assert.equal(letters(moveByStep(all, ['c', 'd'], -1)), 'acdbef')
  assert.equal(letters(moveByStep(all, ['c', 'd'], 1)), 'abecdf')
  assert.equal(letters(moveByStep(all, ['a'], -1)), 'abcdef')
  assert.equal(letters(moveByStep(all, ['f'], 1)), 'abcdef')
})

test('reversing or sorting selected stops does not move the other stops', () => {
  assert.equal(letters(sortReversed(all, ['a', 'c', 'f'])), 'fbcdea')
  const stop = (consignmentId: string, lng: number | null) =>
    ({ consignmentId, position: lng === null ? null : { lat: 50, lng } }) as PlanStop
  const stops = [stop('a', 3), stop('b', 9), stop('c', 1), stop('d', null), stop('e', 2)]
  const way = { start: { lat: 50, lng: 0 }, travel: defaultTravel }
  assert.equal(letters(sortByDistance(stops, [...'abcde'], way)), 'ceabd')
  // From the stop before the first of them.
  assert.equal(letters(sortByDistance(stops, ['c', 'e', 'b'], way)), 'aecdb')
})

test('a load splits at the selected stops or in the middle', () => {
  assert.equal(letters(splitOff(all, ['e', 'b'])), 'be')
  assert.equal(letters(splitOff(all, [])), 'def')
  assert.equal(letters(splitOff(all, all)), 'def')
})

consoleSuite('several stops', (site) => {
  const day = '2026-07-01'
  test('several stops are sorted, moved, removed and split with one write each, and Ctrl-Z undoes each step', async (t) => {
    const here = await site()
    const { call } = here
    const made = async (key: string) =>
      (await call(createLoad, { body: { key: aKey(key), plannedStart: `${day}T08:00:00Z` } })).data.loadId
    const [first, second] = [await made('FIRST'), await made('SECOND')]
    const ids = new Map<string, string>()
    for (const [index, letter] of [...'ABCDEFXY'].entries()) {
      const loadId = index < 5 ? first : index === 5 ? second : undefined
      const geoLocation = { lat: 53.8, lng: -1.5 + index / 20 }
      const order = anOrder({
        key: aKey(letter),
        requiredFrom: `${day}T08:00:00Z`,
        requiredTo: `${day}T18:00:00Z`,
        consigneeAddress: { ...anAddress, postalCode: `LS${index}`, company: `Shop ${letter}`, geoLocation },
        ...(loadId ? { loadId } : {}),
      })
      ids.set((await call(createConsignment, { body: order })).data.consignmentId, letter)
    }
    const saved = async (id: string) =>
      (await call(getLoad, { query: { id } })).data.stops.map((stop) => ids.get(stop.consignmentId)).join('')
    const page = await here.open(t, `/plan?load=${first}`)
    const shown = async () =>
      (await page.locator('[data-stop] strong').allTextContents()).map((name) => name.replace('Shop ', '')).join('')
    const shows = (wanted: string) => eventually(async () => assert.equal(await shown(), wanted))
    const isSaved = (id: string, wanted: string) => eventually(async () => assert.equal(await saved(id), wanted))
    const card = (letter: string) => page.locator('[data-stop]', { hasText: `Shop ${letter}` })
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !/\/v1\/(travel|loads\/offers)/.test(request.url()))
        writes.push(request.method())
    })

    await card('D').click()
    await card('E').click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: '2 selected' })
    await bar.getByRole('button', { name: 'Move to top' }).click()
    await shows('DEABC')
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Reverse' }).click()
    await shows('EDABC')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await shows('ABCDE')
    await dropUntil(
      () => card('C').dragTo(card('A'), { targetPosition: { x: 120, y: 4 } }),
      async () => assert.equal(await shown(), 'CABDE'),
    )
    assert.deepEqual(writes, [])

    // A direct command on the same load: what was sorted and is not saved stays, and is nobody else's change.
    await card('D').click()
    await card('E').click({ modifiers: ['Control'] })
    await page.keyboard.press('Delete')
    await shows('CAB')
    await isSaved(first, 'ABC')
    assert.equal(await page.getByText('Someone else changed this route').count(), 0)
    await says(page, /Stop sequence saved/, () => page.keyboard.press('Control+s'))
    await isSaved(first, 'CAB')
    assert.deepEqual(writes, ['PATCH', 'PATCH'])
    await page.keyboard.press('Control+z')
    await isSaved(first, 'ABC')
    await page.keyboard.press('Control+z')
    await isSaved(first, 'ABCDE')
    await shows('ABCDE')

    // Orders of the pool and stops go to another load together, along the shortest route through it.
    await page.locator('[data-order]', { hasText: 'Shop X' }).click()
    await page.locator('[data-order]', { hasText: 'Shop Y' }).click({ modifiers: ['Shift'] })
    await card('B').click({ modifiers: ['Control'] })
    writes.length = 0
    await dropUntil(
      () => card('B').dragTo(page.locator('[data-load^=SECOND]')),
      async () => assert.equal(await saved(second), 'YXFB'),
    )
    assert.equal(await saved(first), 'ACDE')
    assert.deepEqual(writes, ['PATCH'])
    await says(page, /3 orders now on SECOND/, async () => {})
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await isSaved(first, 'ABCDE')
    await isSaved(second, 'F')
    await page.locator('[data-order]', { hasText: 'Shop Y' }).waitFor()

    // From pane to pane, and along each with the arrows.
    const focus = () => page.evaluate('document.activeElement.closest("[data-pane]")?.dataset.pane')
    await card('A')
      .getByRole('button', { name: /Move stop/ })
      .focus()
    await page.keyboard.press('Shift+F6')
    assert.equal(await focus(), 'pool')
    await page.keyboard.press('F6')
    assert.equal(await focus(), 'stops')
    await page.keyboard.press('?')
    for (const label of ['Next pane', 'Undo', 'Set planned times', 'Split into two routes'])
      await page.getByRole('dialog').getByText(label).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    // Split, and put together again.
    await page.keyboard.press('Escape')
    await shows('ABCDE')
    await page.getByRole('button', { name: /^Actions for FIRST/ }).click()
    await page.getByRole('menuitem', { name: 'Split into two routes' }).click()
    await isSaved(first, 'ABC')
    const loads = async () => (await call(listLoads)).data.map(({ stopCount }) => stopCount).sort()
    assert.deepEqual(await loads(), [1, 2, 3])
    await shows('ABC')
    await page.keyboard.press('Control+z')
    await isSaved(first, 'ABCDE')
    await eventually(async () => assert.deepEqual(await loads(), [1, 5]))
  })

  test('several stops fit a load only if they fit together, and an undone message disappears', async (t) => {
    const { call, open } = await site()
    const made = async (name: string, weightCapacity: number) => {
      const key = aKey(name)
      await call(createLoad, { body: { key, plannedStart: '2026-07-02T08:00:00Z', weightCapacity } })
      return key
    }
    const [small, large] = [await made('SMALL', 10), await made('LARGE', 100)]
    for (const letter of 'PQ') {
      const consigneeAddress = { ...anAddress, company: `Shop ${letter}` }
      const window = { requiredFrom: '2026-07-02T08:00:00Z', requiredTo: '2026-07-02T18:00:00Z' }
      await call(createConsignment, { body: anOrder({ weight: 8, consigneeAddress, ...window }) })
    }
    const page = await open(t, '/plan?day=2026-07-02', { map: 'drawing' })
    const order = (letter: string) => page.locator('[data-order]', { hasText: `Shop ${letter}` })
    await order('P').click()
    await order('Q').click({ modifiers: ['Shift'] })
    await page.getByRole('region', { name: '2 selected' }).waitFor()
    await page.keyboard.press('m')
    const option = (key: string) => page.getByRole('dialog').getByRole('option', { name: new RegExp(key) })
    await option(large).getByText('fits').waitFor()
    assert.doesNotMatch(await option(small).innerText(), /fits/)
    await option(large).click()
    const message = page.getByText(`2 orders now on ${large}`)
    // While the pointer is on it, it does not go by itself.
    await message.hover()
    await page.keyboard.press('Control+z')
    await order('Q').waitFor()
    await message.waitFor({ state: 'hidden' })
  })
})
