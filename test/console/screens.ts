// Every screen of the console, on the demo environment: what `npm run screenshots` draws and what the tests of access walk through.
import type { Page } from 'playwright-core'

export interface Screen {
  /** Name of its pictures. */
  name: string
  path: string
  /** Nobody is signed in. */
  guest?: boolean
  /** Waits until everything is there, and does what has to be done to see it. */
  ready(page: Page): Promise<unknown>
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Without a graphics card a map takes its time. */
const drawn = (page: Page) => page.locator('[data-map=drawn]').waitFor({ timeout: 120_000 })
const onPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 992

export const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', guest: true, ready: (page) => heading(page, 'Sign in') },
  {
    name: 'plan',
    path: '/plan',
    async ready(page) {
      await heading(page, 'Route plan')
      await page.getByText('planned 45 min late').first().waitFor()
      if (!onPhone(page)) await drawn(page)
    },
  },
  {
    name: 'loads',
    path: '/loads',
    async ready(page) {
      await heading(page, 'Loads')
      await page.getByRole('link', { name: 'DEMO-COLOGNE-1' }).waitFor()
    },
  },
  { name: 'consignments', path: '/consignments', ready: (page) => heading(page, 'Consignments') },
  {
    name: 'finder',
    path: '/consignments',
    async ready(page) {
      await heading(page, 'Consignments')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/consignments',
    async ready(page) {
      await heading(page, 'Consignments')
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
]
