// Visual faults that a screen had once: colours of links, fields in a grid, corners and columns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { createConsignment } from '../../contract/consignment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { invitePerson } from '../../contract/members.ts'
import { consoleSuite, eventually, focused } from '../support/console.ts'
import { anOrder } from '../support/orders.ts'

interface Looks {
  getComputedStyle(element: unknown): Record<string, string>
}
const styleOf = (target: Locator, name: string) =>
  target.evaluate((element, property) => (globalThis as unknown as Looks).getComputedStyle(element)[property], name)

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
    assert.equal(await styleOf(link, 'color'), 'rgb(11, 107, 93)')

    await page.goto(new URL(`/plan?day=2026-07-13&load=${loadId}`, page.url()).href)
    const complete = page.getByRole('button', { name: 'Complete', exact: true })
    const corners = ['borderTopLeftRadius', 'borderTopRightRadius', 'borderBottomRightRadius']
    const [first, ...others] = await Promise.all(corners.map((name) => styleOf(complete, name)))
    const hasMore = (await page.getByRole('button', { name: 'More status changes' }).count()) > 0
    if (!hasMore) for (const corner of others) assert.equal(corner, first)
    assert.notEqual(first, '0px')

    // The name of a field stands above it, in the same cell of the grid.
    await page.getByRole('button', { name: 'New load' }).first().click()
    const field = page.getByRole('dialog').getByLabel('Planned start', { exact: true })
    const label = page.getByRole('dialog').locator('label', { hasText: 'Planned start' })
    const [above, below] = [(await label.boundingBox())!, (await field.boundingBox())!]
    assert.ok(Math.abs(above.x - below.x) < 4, JSON.stringify([above, below]))
    assert.ok(below.y > above.y && below.y - above.y < 32, JSON.stringify([above, below]))
  })

  test('pending invitations have the same columns as users', async (t) => {
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

  test('an import numbers the remaining errors, and a missing location is no error', async (t) => {
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
