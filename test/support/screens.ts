// Every screen of the console, on the demo environment: what `npm run screenshots` draws and what the tests of access walk through.
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export interface Screen {
  /** Name of its pictures. */
  name: string
  path: string
  /** Nobody is signed in. */
  guest?: boolean
  /** What the tab reports on the way, and may. */
  expected?: RegExp
  /** Waits until everything is there, and does what has to be done to see it. */
  ready(page: Page): Promise<unknown>
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Without a graphics card a map takes its time. */
const drawn = (page: Page) => page.locator('[data-map=drawn]').waitFor({ timeout: 120_000 })
const onPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 992

const listed = async (page: Page) => {
  await heading(page, 'Orders')
  await page.getByRole('row', { name: /DEMO/ }).first().waitFor()
}

/** The detail of the late order, on one of its tabs. */
const opened = async (page: Page, tab: string, text: string) => {
  await listed(page)
  await page.getByRole('row', { name: /DEMO-0020/ }).click()
  await page.getByRole('button', { name: 'All fields' }).click()
  await page.getByRole('tab', { name: tab }).click()
  await page.getByText(text).first().waitFor()
}

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
    name: 'run-sheets',
    path: '/plan/sheets',
    ready: (page) => page.locator('[data-sheets=ready] [data-sheet]').first().waitFor(),
  },
  {
    name: 'loads',
    path: '/loads',
    async ready(page) {
      await heading(page, 'Routes')
      await page.getByRole('link', { name: 'DEMO-COLOGNE-1' }).waitFor()
    },
  },
  {
    name: 'positions',
    path: '/positions',
    async ready(page) {
      await heading(page, 'Missing locations')
      await page.getByText('Every order has a location').waitFor()
    },
  },
  {
    name: 'emails',
    path: '/emails',
    async ready(page) {
      await heading(page, 'E-mails')
      await page.getByText('No e-mails in this state').waitFor()
    },
  },
  { name: 'consignments', path: '/consignments', ready: listed },
  {
    name: 'consignments-failed',
    path: '/consignments?outcome=failed,partial&assigned=true',
    ready: (page) => page.getByText('Failed or partial').waitFor(),
  },
  {
    name: 'consignments-chosen',
    path: '/consignments?loadId=none',
    async ready(page) {
      await listed(page)
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await page.getByText('selected').first().waitFor()
    },
  },
  {
    name: 'order',
    path: '/consignments',
    async ready(page) {
      await listed(page)
      await page.getByRole('row', { name: /DEMO-0020/ }).click()
      await page.getByRole('dialog', { name: 'Order DEMO-0020' }).getByText('Planned 45 min after').waitFor()
    },
  },
  { name: 'consignment', path: '/consignments', ready: (page) => opened(page, 'Details', 'Committed') },
  { name: 'consignment-goods', path: '/consignments', ready: (page) => opened(page, 'Goods', 'Add package') },
  { name: 'consignment-outcome', path: '/consignments', ready: (page) => opened(page, 'Outcome', 'Tracking page') },
  { name: 'consignment-history', path: '/consignments', ready: (page) => opened(page, 'History', 'created') },
  { name: 'consignment-json', path: '/consignments', ready: (page) => opened(page, 'JSON', 'Copy JSON') },
  {
    name: 'consignment-new',
    path: '/consignments/new',
    async ready(page) {
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('is required').first().waitFor()
    },
    expected: /400/,
  },
  {
    name: 'export',
    path: '/export',
    ready: (page) =>
      page.getByRole('region', { name: 'Orders on the export list' }).getByRole('link').first().waitFor(),
  },
  { name: 'depots', path: '/settings/depots', ready: (page) => page.getByRole('table', { name: 'Depots' }).waitFor() },
  {
    name: 'depot',
    path: '/settings/depots',
    async ready(page) {
      await page.getByRole('table', { name: 'Depots' }).getByRole('button').first().click()
      await page.getByRole('dialog').getByLabel('City').waitFor()
    },
  },
  {
    name: 'vehicles',
    path: '/settings/vehicles',
    ready: (page) => page.getByRole('table', { name: 'Vehicles' }).waitFor(),
  },
  {
    name: 'vehicle',
    path: '/settings/vehicles',
    async ready(page) {
      await page.getByRole('table', { name: 'Vehicles' }).getByRole('button').first().click()
      await page.getByRole('dialog').getByLabel('Break 1: minutes').waitFor()
    },
  },
  {
    name: 'drivers',
    path: '/settings/drivers',
    ready: (page) => page.getByRole('table', { name: 'Drivers' }).waitFor(),
  },
  {
    name: 'driver',
    path: '/settings/drivers',
    async ready(page) {
      await page.getByRole('table', { name: 'Drivers' }).getByRole('button').first().click()
      await page.getByRole('dialog').getByLabel('Phone').waitFor()
    },
  },
  { name: 'channels', path: '/settings/channels', ready: (page) => heading(page, 'Channels') },
  { name: 'fields', path: '/settings/fields', ready: (page) => heading(page, 'Custom fields') },
  { name: 'areas', path: '/settings/areas', ready: (page) => heading(page, 'Areas') },
  { name: 'routes', path: '/settings/routes', ready: (page) => page.getByLabel('Time at stop (minutes)').waitFor() },
  {
    name: 'display',
    path: '/settings/display',
    ready: (page) => page.getByRole('combobox', { name: 'Time zone' }).waitFor(),
  },
  {
    name: 'proof',
    path: '/settings/proof',
    ready: (page) => page.getByLabel('Fewest photos').waitFor(),
  },
  {
    name: 'notifications',
    path: '/settings/notifications',
    ready: (page) => page.getByLabel('Proof of delivery').waitFor(),
  },
  {
    name: 'import',
    path: '/import',
    async ready(page) {
      await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, '../../docs/samples/orders.csv'))
      await page.getByRole('button', { name: /^Check/ }).click()
      await page.getByRole('status').getByText(/ready/).waitFor()
    },
  },
  { name: 'history', path: '/history', ready: (page) => page.getByText(/DEMO/).first().waitFor() },
  {
    name: 'history-sign-ins',
    path: '/history?kind=sign-ins',
    ready: (page) =>
      page
        .getByRole('row', { name: /signed in/ })
        .first()
        .waitFor(),
  },
  { name: 'access', path: '/settings/access', ready: (page) => page.getByRole('table', { name: 'Tokens' }).waitFor() },
  { name: 'webhooks', path: '/settings/webhooks', ready: (page) => heading(page, 'Webhooks') },
  { name: 'people', path: '/settings/people', ready: (page) => page.getByRole('table', { name: 'People' }).waitFor() },
  { name: 'account', path: '/account', ready: (page) => page.getByText('this session').waitFor() },
  { name: 'about', path: '/about', ready: (page) => page.getByRole('row', { name: /Health ready/ }).waitFor() },
  {
    name: 'finder',
    path: '/consignments',
    async ready(page) {
      await heading(page, 'Orders')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/consignments',
    async ready(page) {
      await heading(page, 'Orders')
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** For pictures only: what it shows is looked at where outcomes are tested. */
export const progressScreen: Screen = {
  name: 'plan-progress',
  path: '/plan',
  async ready(page) {
    await heading(page, 'Route plan')
    if (onPhone(page)) await page.getByText('Routes', { exact: true }).last().click()
    await page.locator('[data-load="DEMO-ROTTERDAM-1"]').click()
    await page.getByText('3 of 12 stops done').first().waitFor()
    if (!onPhone(page)) await drawn(page)
  },
}
