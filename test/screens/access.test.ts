// Checks the accessibility of every screen with axe, in light and dark colours and in both text directions.
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { consoleSuite, expectAccessible, expectNoIsoTimes, type Site, walkTo } from '../support/console.ts'
import { type Screen, screens } from '../support/screens.ts'

const before = /^(consignment(-(goods|history|json))?|finder|shortcuts)$/
/** Returns whether a screen needs its own tab: it has no user, expects errors, or asks before the user leaves it. */
const alone = (screen: Screen) => screen.guest || screen.expected || /^(plan|import)$/.test(screen.name)

// These screens cover the list of orders, which is a screen itself: one row of the list is enough here.
const pathOf = ({ name, path }: Screen) => (before.test(name) ? `${path}?search=DEMO-0020` : path)

/** Time limit of all screens in one tab, in milliseconds. */
const walkMs = 8 * 60_000

/** Opens a tab, and returns a function that shows another screen in it. */
async function walk(t: TestContext, { open }: Site) {
  const page = await open(t, '/about', { map: 'webGl' })
  return async (path: string): Promise<Page> => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
    await walkTo(page, path)
    return page
  }
}

consoleSuite(
  'access',
  (site) => {
    test('the console stays accessible from page to page', { timeout: walkMs }, async (t) => {
      const to = await walk(t, await site())
      for (const screen of screens.filter((one) => !alone(one)))
        await t.test(`${screen.name} is accessible and shows no date or time in ISO 8601`, async () => {
          const page = await to(pathOf(screen))
          await screen.ready(page)
          await expectAccessible(page)
          await expectNoIsoTimes(page)
        })
    })

    for (const screen of screens.filter(alone))
      test(`${screen.name} is accessible and shows no date or time in ISO 8601`, async (t) => {
        const { guest = false, expected, ready } = screen
        const page = await (await site()).open(t, pathOf(screen), {
          map: 'webGl',
          guest,
          ...(expected ? { expected } : {}),
        })
        await ready(page)
        await expectAccessible(page)
        await expectNoIsoTimes(page)
      })
  },
  { environment: 'demo', flags: { demo: true } },
)

consoleSuite('accessibility of empty pages', (site) => {
  test('the console stays accessible from page to page', { timeout: walkMs }, async (t) => {
    const to = await walk(t, await site())
    for (const path of ['/consignments', '/plan', '/export', '/settings/access?kind=clients'])
      await t.test(`the page ${path} is accessible without records`, async () => {
        const page = await to(path)
        await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
        await expectAccessible(page)
      })
  })
})
