// Visual faults that a screen had once: colours of links, fields in a grid, corners and columns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { loadTexts } from '../../console/load/words.ts'
import { planAgainTexts } from '../../console/order/words.ts'
import { shellTexts } from '../../console/shell/words.ts'
import { uiLanguages } from '../../console/words/words.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { invitePerson } from '../../contract/members.ts'
import { putPod } from '../../contract/pod.ts'
import { consoleSuite, eventually, focused } from '../support/console.ts'
import { anOrder } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'

interface Looks {
  getComputedStyle(element: unknown): Record<string, string>
}
const styleOf = (target: Locator, name: string) =>
  target.evaluate((element, property) => (globalThis as unknown as Looks).getComputedStyle(element)[property], name)

/** Returns how the button of the latest message is cut off: by itself, by an element around it, or by the window. */
const findCuts = (page: Page, label: string) =>
  page.evaluate(`(() => {
    const buttons = [...document.querySelectorAll('.mantine-Notification-root button')]
    const button = buttons.findLast(({ textContent }) => textContent === ${JSON.stringify(label)})
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    range.selectNodeContents(texts.nextNode())
    const text = range.getBoundingClientRect()
    const isInside = ({ left, right, top, bottom }) =>
      text.left >= left - 1 && text.right <= right + 1 && text.top >= top - 1 && text.bottom <= bottom + 1
    const cuts = []
    for (const element of [button, ...button.querySelectorAll('*')])
      if (element.scrollWidth > element.clientWidth && getComputedStyle(element).display !== 'inline')
        cuts.push('scrolls: ' + element.className)
    for (let element = button; element !== document.body; element = element.parentElement)
      if (element === button || getComputedStyle(element).overflow !== 'visible')
        if (!isInside(element.getBoundingClientRect())) cuts.push('cut by ' + element.className)
    if (!isInside({ left: 0, right: innerWidth, top: 0, bottom: innerHeight })) cuts.push('cut by the window')
    return cuts
  })()`)

const boxOf = async (target: Locator) => (await target.boundingBox())!
const assertNear = (actual: number, expected: number, description: string) =>
  assert.ok(Math.abs(actual - expected) <= 1, `${description}: ${actual} instead of ${expected}`)

/** Checks that two fields have the same size, and the same row or the same column. */
async function assertAligned(field: Locator, neighbour: Locator, axis: 'x' | 'y', description: string): Promise<void> {
  const [box, next] = [await boxOf(field), await boxOf(neighbour)]
  assertNear(box.width, next.width, `width of ${description}`)
  assertNear(box.height, next.height, `height of ${description}`)
  assertNear(box[axis], next[axis], `${axis} of ${description}`)
}

consoleSuite('looks', (site) => {
  test("links have the console's colour, a single button is round, and a date field has one cell", async (t) => {
    const here = await site()
    const body = { key: 'LOOK', plannedStart: '2026-07-13T08:00:00Z' }
    const { loadId } = (await here.call(createLoad, { body })).data
    await here.call(createConsignment, { body: anOrder({ key: 'LINKED', loadId }) })
    for (const status of ['planned', 'released', 'started'] as const)
      await here.call(updateLoadById, { params: { loadId }, body: { status } })
    const page = await here.open(t, '/history')
    const link = page.getByRole('link', { name: 'LINKED' }).first()
    const accent = await page.evaluate(
      `getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-anchor')`,
    )
    assert.equal(accent, '#0b6b5d')
    const assertLinkStyle = async (target: Locator) => {
      assert.equal(await styleOf(target, 'color'), 'rgb(11, 107, 93)')
      assert.equal(await styleOf(target, 'textDecorationLine'), 'none')
      await target.hover()
      assert.equal(await styleOf(target, 'textDecorationLine'), 'underline')
    }
    await assertLinkStyle(link)
    await page.goto(new URL('/loads', page.url()).href)
    await assertLinkStyle(page.getByRole('link', { name: 'LOOK', exact: true }))
    await page.goto(new URL('/export', page.url()).href)
    await assertLinkStyle(page.getByRole('link', { name: 'LINKED' }))

    await page.goto(new URL(`/plan?day=2026-07-13&load=${loadId}`, page.url()).href)
    const complete = page.getByRole('button', { name: 'Complete', exact: true })
    const corners = ['borderTopLeftRadius', 'borderTopRightRadius', 'borderBottomRightRadius']
    const [first, ...others] = await Promise.all(corners.map((name) => styleOf(complete, name)))
    assert.equal(await page.getByRole('button', { name: 'More status changes' }).count(), 0)
    for (const corner of others) assert.equal(corner, first)
    assert.notEqual(first, '0px')

    // The name of a field stands above it, in the same cell of the grid.
    await page.getByRole('button', { name: 'New route' }).first().click()
    const field = page.getByRole('dialog').getByLabel('Planned start', { exact: true })
    const label = page.getByRole('dialog').locator('label', { hasText: 'Planned start' })
    const [above, below] = [(await label.boundingBox())!, (await field.boundingBox())!]
    assert.ok(Math.abs(above.x - below.x) < 4, JSON.stringify([above, below]))
    assert.ok(below.y > above.y && below.y - above.y < 32, JSON.stringify([above, below]))
  })

  for (const language of uiLanguages)
    test(`the undo button of a message is not cut off: ${language}`, async (t) => {
      const here = await site()
      // A load key without a blank, which cannot be wrapped.
      const [key, loadKey] = [`TOAST-${language}`, `${language.toUpperCase()}${'ROUTE'.repeat(11)}`]
      await here.call(createConsignment, { body: anOrder({ key }) })
      await here.call(createLoad, { body: { key: loadKey } })
      const page = await here.open(t, '/consignments', { language })
      await page
        .getByRole('row', { name: new RegExp(key) })
        .getByRole('checkbox')
        .check()
      await page.keyboard.press('l')
      const dialog = page.getByRole('dialog')
      await focused(page, dialog.locator('input').first())
      await page.keyboard.type(loadKey)
      await dialog.getByRole('option', { name: new RegExp(loadKey) }).waitFor()
      await page.keyboard.press('Enter')
      const undo = page.getByRole('button', { name: shellTexts.undo[language], exact: true })
      // The message stays while the pointer is over it.
      await undo.hover()
      assert.equal(await undo.innerText(), shellTexts.undo[language])
      const toast = await boxOf(page.locator('.mantine-Notification-root').last())
      assertNear(toast.width, 360, 'width of the message')
      assertNear(toast.x, (1440 - 360) / 2, 'start of the message')
      assert.deepEqual(await findCuts(page, shellTexts.undo[language]), [])
      await page.setViewportSize({ width: 390, height: 844 })
      await undo.hover()
      assert.deepEqual(await findCuts(page, shellTexts.undo[language]), [])
    })

  for (const language of uiLanguages)
    test(`the date fields of a new load and of a new plan keep their place in the grid: ${language}`, async (t) => {
      const here = await site()
      const key = `AGAIN-${language}`
      const { consignmentId } = (await here.call(createConsignment, { body: anOrder({ key }) })).data
      await here.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentId }) })
      const page = await here.open(t, '/plan', { language })
      await page.getByRole('button', { name: loadTexts.newLoad[language] }).first().click()
      const dialog = page.getByRole('dialog')
      const fieldOf = (label: string) => dialog.getByLabel(label, { exact: true })
      const start = fieldOf(loadTexts.plannedStart[language])
      const name = dialog.locator('[data-autofocus]')
      await assertAligned(start, name, 'y', 'the planned start beside the key')
      await page.setViewportSize({ width: 390, height: 844 })
      await assertAligned(start, name, 'x', 'the planned start below the key')

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(new URL(`/consignments/${consignmentId}`, page.url()).href)
      await page.getByRole('button', { name: planAgainTexts.planAgain[language], exact: true }).waitFor()
      await page.keyboard.press('p')
      const day = fieldOf(planAgainTexts.day[language])
      await assertAligned(day, fieldOf(planAgainTexts.toLoad[language]), 'x', 'the day above the route')
      const label = dialog.locator('label', { hasText: planAgainTexts.day[language] }).first()
      const [labelBox, dayBox] = [await boxOf(label), await boxOf(day)]
      assert.ok(dayBox.y - labelBox.y > 8 && dayBox.y - labelBox.y < 32, 'the label is above its field')
      await page.setViewportSize({ width: 390, height: 844 })
      await assertAligned(day, fieldOf(planAgainTexts.toLoad[language]), 'x', 'the day above the route')
    })

  test('a short message has one line, and the text colour as surface', async (t) => {
    const page = await (await site()).open(t, '/loads')
    await page.getByRole('button', { name: 'New route' }).first().click()
    await page.getByRole('dialog').getByLabel('Key', { exact: true }).fill('SHORT')
    await page.keyboard.press('Enter')
    const toast = page.locator('.mantine-Notification-root').last()
    const { width, height } = await boxOf(toast)
    assert.deepEqual([width, height], [360, 44])
    assert.equal(await styleOf(toast, 'backgroundColor'), 'rgb(31, 37, 43)')
  })

  test('the status of a route has one ramp of colours', async (t) => {
    const here = await site()
    const surfaces: (string | undefined)[] = []
    for (const status of ['planning', 'planned', 'released', 'started', 'completed'] as const) {
      const { loadId } = (await here.call(createLoad, { body: { key: `RAMP-${status}` } })).data
      const steps = ['planned', 'released', 'started', 'completed'] as const
      for (const step of steps.slice(0, (steps as readonly string[]).indexOf(status) + 1))
        await here.call(updateLoadById, { params: { loadId }, body: { status: step } })
    }
    const page = await here.open(t, '/loads')
    for (const status of ['planning', 'planned', 'released', 'started', 'completed']) {
      const row = page.getByRole('row').filter({ hasText: `RAMP-${status}` })
      surfaces.push(await styleOf(row.locator('[data-status]'), 'backgroundColor'))
    }
    const grey = 'rgb(236, 239, 241)'
    assert.deepEqual(surfaces, [grey, grey, 'rgb(227, 237, 251)', 'rgb(230, 242, 217)', 'rgba(0, 0, 0, 0)'])
  })

  test('the list of pending invitations has the same columns as the list of users', async (t) => {
    const here = await site()
    const page = await here.open(t, '/settings/people')
    await page.getByRole('table', { name: 'People' }).waitFor()
    await here.call(invitePerson, { body: { email: 'grace@example.com', role: 'planner' } })
    const invitations = page.getByRole('table', { name: 'Pending invitations' })
    await page.reload()
    const heads = invitations.getByRole('columnheader')
    await eventually(async () => assert.equal(await heads.count(), 4))
    assert.deepEqual((await heads.allInnerTexts()).slice(0, 3), ['E-mail', 'Role', 'Valid until'])
  })

  test('an import numbers the remaining errors, and does not count a missing location', async (t) => {
    const { open } = await site()
    const page = await open(t, '/import')
    const csv =
      'key;line1;city;postalCode;country;weight\nA;1 High St;Leeds;LS1;GB;heavy\nB;2 High St;York;YO1;GB;light\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'o.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Look up locations' }).click()
    await page
      .getByText(/No new locations/)
      .first()
      .waitFor()
    assert.equal(
      await page
        .getByRole('alert')
        .filter({ hasText: /location/ })
        .and(page.locator('.mantine-Alert-root'))
        .count(),
      0,
    )
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByRole('button', { name: 'Next error' }).click()
    await page.getByText(/^Error 1 of 2, row 2/).waitFor()
    await focused(page, page.getByRole('gridcell', { name: 'heavy' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.getByText(/^Error 1 of/).waitFor({ state: 'detached' })
  })
})
