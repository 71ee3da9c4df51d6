// Every screen can be used by everybody: axe finds nothing, light or dark, from left to right or from right to left.
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { consoleSuite, expectAccessible, expectWrittenTimes, type Site, walkTo } from '../support/console.ts'
import { type Screen, screens } from '../support/screens.ts'

const before = /^(consignment(-(goods|history|json))?|finder|shortcuts)$/
/** Nobody is signed in there, the tab may report what others may not, or it would ask before it is left. */
const alone = (screen: Screen) => screen.guest || screen.expected || /^(plan|import)$/.test(screen.name)

// The list behind these is looked at as a screen of its own: one row of it is enough here.
const pathOf = ({ name, path }: Screen) => (before.test(name) ? `${path}?search=DEMO-0020` : path)

/** A walk is many looks, each of which has its own time. */
const walkMs = 8 * 60_000

/** One tab goes from screen to screen. */
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
        await t.test(`${screen.name} is accessible and has times in one zone and form`, async () => {
          const page = await to(pathOf(screen))
          await screen.ready(page)
          await expectAccessible(page)
          await expectWrittenTimes(page)
        })
    })

    for (const screen of screens.filter(alone))
      test(`${screen.name} is accessible and has times in one zone and form`, async (t) => {
        const { guest = false, expected, ready } = screen
        const page = await (await site()).open(t, pathOf(screen), {
          map: 'webGl',
          guest,
          ...(expected ? { expected } : {}),
        })
        await ready(page)
        await expectAccessible(page)
        await expectWrittenTimes(page)
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
