// The main task of every screen by keyboard alone: no pointer, and no focus but where keys have led it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { getDepot } from '../../contract/depot.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { type ExportEntry, listExport } from '../../contract/export.ts'
import { getLoad } from '../../contract/load.ts'
import { consoleSuite, eventually, focused, owner, type Site, walkTo } from '../support/console.ts'
import { anOrder } from '../support/orders.ts'

/** No screen has so many places to stop at. */
const stopsMax = 150

/** Goes there as a person does; what cannot be reached is found by nobody. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // What a radio looks like is drawn beside it.
  await target.waitFor({ state: 'attached' })
  for (let stops = 0; stops < stopsMax; stops++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${target} cannot be reached by keyboard`)
}
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}
async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}
/** On a page with nothing in focus: keys that act only where nobody types. */
async function go(page: Page, path: string, title: string): Promise<void> {
  await walkTo(page, path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}
/** The key that adds something is there as soon as its button is. */
async function add(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().waitFor()
  await page.keyboard.press('n')
}
/** A dialog takes the focus, and until then keys are the page's. */
async function opened(page: Page, name?: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name })
  await dialog.waitFor()
  await focused(page, dialog)
  return dialog
}

consoleSuite('the keyboard', (site) => {
  const desk = async (t: TestContext, path: string, expected = /400/): Promise<Site & { page: Page }> => {
    const here = await site()
    return { ...here, page: await here.open(t, path, { expected }) }
  }

  test('a user signs in by keyboard', async (t) => {
    const page = await (await site()).open(t, '/sign-in', { guest: true, expected: /401/ })
    await type(page, page.getByLabel('E-mail'), owner.email)
    await type(page, page.getByLabel(/^Password/), owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
  })

  test('a user creates a load and an order and changes the order by keyboard', async (t) => {
    const { page, call } = await desk(t, '/loads')
    await page.getByRole('heading', { level: 1, name: 'Routes' }).waitFor()
    await add(page, 'New route')
    const dialog = await opened(page, 'New route')
    await type(page, dialog.getByRole('textbox', { name: 'Key' }), 'KEYS-LOAD')
    await type(page, dialog.getByRole('textbox', { name: 'Weight capacity' }), '900')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await call(getLoad, { query: { key: 'KEYS-LOAD' } })).data.weightCapacity, 900)

    await go(page, '/consignments', 'Orders')
    await add(page, /^New/)
    const form = page.getByRole('form', { name: 'New order' })
    await type(page, form.getByLabel('Key', { exact: true }), 'KEYS-ORDER')
    await type(page, form.getByLabel('Street').first(), '1 High Street')
    await type(page, form.getByLabel('Postal code', { exact: true }).first(), 'LS1')
    await type(page, form.getByLabel('City').first(), 'Leeds')
    await page.keyboard.press('Control+Enter')
    const article = page.getByRole('article', { name: 'Order KEYS-ORDER' })
    await article.waitFor()
    await type(page, article.getByLabel('City').first(), 'York')
    await page.keyboard.press('Tab')
    await eventually(async () => {
      const { data } = await call(getConsignment, { query: { key: 'KEYS-ORDER' } })
      assert.equal(data.consigneeAddress.city, 'York')
    })
  })

  test('a user removes an order from the export list and opens the history by keyboard', async (t) => {
    const { page, call } = await desk(t, '/export')
    await call(createConsignment, { body: anOrder({ key: 'KEYS-EXPORT' }) })
    await press(page, page.getByRole('button', { name: 'Remove KEYS-EXPORT from the list' }))
    await eventually(async () => {
      const entries = (await call(listExport, { query: { detail: 'true' } })).data as ExportEntry[]
      assert.ok(!entries.some(({ key }) => key === 'KEYS-EXPORT'))
    })
    await go(page, '/history', 'History')
    await tabTo(page, page.getByRole('radio').first())
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/kind=/)
    await page.getByText('KEYS-EXPORT').first().waitFor()
  })

  test('a user chooses, checks and imports a file by keyboard', async (t) => {
    const { page, call } = await desk(t, '/import')
    const file = join(import.meta.dirname, '../../docs/samples/orders.csv')
    const rows = readFileSync(file, 'utf8').trim().split('\n').length - 1
    const chooser = page.waitForEvent('filechooser')
    await press(page, page.getByRole('button', { name: 'Choose file' }))
    await (await chooser).setFiles(file)
    await press(page, page.getByRole('button', { name: /^Check/ }))
    await press(page, page.getByRole('button', { name: `Import ${rows} orders` }))
    await page.getByRole('status').getByText(`${rows} created`).waitFor()
    assert.ok((await call(getConsignment, { query: { key: 'SAMPLE-1001' } })).data)
  })

  test('a user fills in every page of the settings by keyboard', async (t) => {
    const { page, call } = await desk(t, '/settings/depots')
    const settings = async () => (await call(getEnvironment)).data
    await page.getByRole('heading', { level: 1, name: 'Depots' }).waitFor()
    await add(page, 'Add depot')
    const drawer = await opened(page)
    await type(page, drawer.getByLabel('Key'), 'KEYS-DEPOT')
    await type(page, drawer.getByLabel('Name', { exact: true }), 'Leeds')
    await type(page, drawer.getByLabel('Street'), 'Knowsthorpe Lane 1')
    await type(page, drawer.getByLabel('City'), 'Leeds')
    await press(page, drawer.getByRole('button', { name: 'Add depot' }))
    await drawer.waitFor({ state: 'hidden' })
    assert.equal((await call(getDepot, { query: { key: 'KEYS-DEPOT' } })).data.name, 'Leeds')

    for (const [path, title, list] of [
      ['/settings/channels', 'Channels', 'channels'],
      ['/settings/areas', 'Areas', 'areas'],
    ] as const) {
      await go(page, path, title)
      await add(page, /^Add /)
      await type(page, page.getByLabel('Key 1'), 'NIGHT')
      await type(page, page.getByLabel('Name 1'), 'Night')
      await page.keyboard.press('Enter')
      await eventually(async () => assert.equal((await settings())[list][0]?.name, 'Night'))
    }

    await go(page, '/settings/routes', 'Route defaults')
    await type(page, page.getByLabel('Time at stop (minutes)'), '17')
    await page.keyboard.press('Tab')
    await eventually(async () => assert.equal((await settings()).routeSettings.stopDuration, 17))

    await go(page, '/settings/display', 'Display')
    await tabTo(page, page.getByRole('combobox', { name: 'Weight' }))
    for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await eventually(async () => assert.notEqual((await settings()).displayPreferences.weightUnit, 'kg'))

    await go(page, '/settings/notifications', 'Notifications')
    await tabTo(page, page.getByRole('combobox', { name: 'About failed orders' }))
    await page.keyboard.type('desk@example.com')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      assert.deepEqual((await settings()).notifications.failedRecipients, ['desk@example.com']),
    )
  })

  test('a user creates a token, a webhook, an invitation and an environment by keyboard', async (t) => {
    const { page } = await desk(t, '/settings/access')
    const kept = () => press(page, page.getByRole('button', { name: 'I have saved it' }))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await add(page, 'Create token')
    const token = await opened(page, 'Create token')
    await type(page, token.getByLabel('Name'), 'KEYS-TOKEN')
    await press(page, token.getByRole('button', { name: 'Create token' }))
    await page.locator('pre').filter({ hasText: /^ey/ }).waitFor()
    await kept()
    await page.getByRole('row').filter({ hasText: 'KEYS-TOKEN' }).waitFor()

    await go(page, '/settings/webhooks', 'Webhooks')
    await add(page, 'Add webhook')
    const webhook = await opened(page, 'Add webhook')
    await type(page, webhook.getByLabel('Address'), 'https://hooks.example.com/keys')
    await press(page, webhook.getByRole('button', { name: 'Add webhook' }))
    await kept()
    await page.getByRole('button', { name: 'https://hooks.example.com/keys' }).waitFor()

    await go(page, '/settings/people', 'People')
    await add(page, /^Invite/)
    await type(page, (await opened(page)).getByLabel('E-mail'), 'keys@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Pending invitations' }).getByText('keys@example.com').waitFor()

    await go(page, '/account', 'Account')
    await type(page, page.getByLabel('Environment name'), 'night shift')
    await press(page, page.getByRole('button', { name: 'Create and open' }))
    await eventually(async () => assert.match(await page.title(), /night shift/))
  })
})
