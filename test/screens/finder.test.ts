// ⌘K does everything: what a row of the page can do, what concerns one's own account, and choosing a file.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createVehicle } from '../../contract/fleet.ts'
import { createLoad } from '../../contract/load.ts'
import { createWebhook } from '../../contract/webhook.ts'
import { createToken } from '../../server/admin/database.ts'
import { consoleSuite, eventually, expectAccessible, focused, walkTo } from '../support/console.ts'
import { stopsOf } from '../support/loads.ts'
import { aDepot, aKey, anAddress, anOrder } from '../support/orders.ts'

/** Opens ⌘K, with something typed or nothing. */
async function find(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
  await page.keyboard.type(text)
}

const offered = (page: Page, row: string | RegExp, label: string) =>
  page.getByRole('group', { name: row }).getByRole('option', { name: label })

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
}

consoleSuite('⌘K', (site) => {
  test("⌘K runs the actions of the focused row's menu, and finds other rows by name", async (t) => {
    const { open, call } = await site()
    const [one, other] = [aKey('ROUND'), aKey('ROUND')]
    for (const key of [one, other]) await call(createLoad, { body: { key } })
    const page = await open(t, '/loads')
    await page.getByRole('link', { name: one }).focus()
    await find(page)
    assert.deepEqual(await page.getByRole('group', { name: one }).getByRole('option').allInnerTexts(), [
      'Open in route plan',
      'Edit',
      'Delete',
    ])
    assert.equal(await page.getByRole('group', { name: other }).count(), 0, 'only the row in focus comes unasked')
    await expectAccessible(page)
    await offered(page, one, 'Edit').click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Key' }).waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('textbox', { name: 'Key' }).inputValue(), one)
    await leave(page)
    await find(page, `delete ${other}`)
    await offered(page, other, 'Delete').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(other).first().waitFor()
  })

  test('⌘K applies the actions for selected rows to the focused row', async (t) => {
    const { open, call } = await site()
    const depot = aDepot()
    await call(createDepot, { body: depot })
    const city = aKey('City')
    const key = aKey('ROW')
    await call(createConsignment, { body: anOrder({ key, consigneeAddress: { ...anAddress, city } }) })
    const page = await open(t, `/consignments?search=${city}`)
    await page.getByRole('row', { name: new RegExp(key) }).waitFor()
    await page.keyboard.press('j')
    await find(page, 'set depot')
    await offered(page, key, 'Set depot').click()
    const dialog = page.getByRole('dialog', { name: 'Set depot' })
    await focused(page, dialog.getByRole('combobox'))
    await page.keyboard.type(depot.key)
    await page.getByRole('option', { name: new RegExp(depot.key) }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await eventually(async () => {
      assert.equal((await call(getConsignment, { query: { key } })).data.depot?.key, depot.key)
    })
    // The same for an order that is open.
    await page.getByRole('row', { name: new RegExp(key) }).click()
    await page.getByRole('dialog', { name: `Order ${key}` }).waitFor()
    await find(page, 'delete')
    await offered(page, key, 'Delete').click()
    await page.getByText('Undo').first().waitFor()
  })

  test("⌘K runs the actions of a stop's menu and of a waiting order's button", async (t) => {
    const { open, call } = await site()
    const day = '2026-03-05'
    const shop = (company: string) =>
      anOrder({ requiredFrom: `${day}T08:00:00Z`, consigneeAddress: { ...anAddress, company } })
    const ids: string[] = []
    for (const company of ['Shop North', 'Shop South', 'Shop Waiting'])
      ids.push((await call(createConsignment, { body: shop(company) })).data.consignmentId)
    const stops = stopsOf(ids.slice(0, 2))
    const load = { key: aKey('ROUTE'), plannedStart: `${day}T08:00:00Z`, stops }
    const { loadId } = (await call(createLoad, { body: load })).data
    const page = await open(t, `/plan?load=${loadId}`)
    await page.getByRole('button', { name: 'Move stop 2, Shop South' }).focus()
    await find(page)
    await offered(page, /Shop South/, 'Move to top').click()
    await page.getByRole('button', { name: 'Move stop 1, Shop South' }).waitFor()
    await find(page, 'waiting assign')
    await page
      .getByRole('group', { name: /Shop Waiting/ })
      .getByRole('option')
      .first()
      .click()
    await page.getByRole('dialog').getByText('Shop Waiting').first().waitFor()
  })

  test('⌘K searches for the typed text, not for each letter', async (t) => {
    const { open, call } = await site()
    const key = aKey('TYPED')
    await call(createConsignment, { body: anOrder({ key }) })
    const page = await open(t, '/about')
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor()
    await find(page)
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/v1/consignments') asked.push(searchParams.get('search'))
    })
    // In one go: between keys that are pressed, a busy machine may take its time.
    await page.evaluate(`{
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      for (const index of ${JSON.stringify([...key].map((_, index) => index + 1))}) {
        set.call(document.activeElement, '${key}'.slice(0, index))
        document.activeElement.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }`)
    await page.getByRole('option', { name: key }).waitFor()
    assert.deepEqual(asked, [key])
  })

  test("finds today's order among many of one recipient, shows due times, and opens all of them", async (t) => {
    const { open, call } = await site()
    const company = aKey('Bakery')
    const address = { ...anAddress, company }
    const [now, hour] = [Date.now(), 3_600_000]
    const soon = { requiredFrom: new Date(now - hour).toISOString(), requiredTo: new Date(now + hour).toISOString() }
    const today = anOrder({ key: aKey('NOW'), consigneeAddress: address, ...soon })
    const { consignmentId } = (await call(createConsignment, { body: today })).data
    const load = aKey('ROUND')
    await call(createLoad, { body: { key: load, stops: [{ consignmentId }] } })
    for (let n = 0; n < 9; n++)
      await call(createConsignment, {
        body: anOrder({ consigneeAddress: address, planned: `2030-05-0${n + 1}T08:00:00Z` }),
      })
    const page = await open(t, '/about')
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor()
    await find(page, company)
    const orders = page.getByRole('group', { name: 'Orders' }).getByRole('option')
    await orders.filter({ hasText: `All orders with “${company}”` }).waitFor()
    await orders
      .first()
      .filter({ hasText: String(today.key) })
      .waitFor()
    const [first, ...others] = await orders.allInnerTexts()
    assert.ok(first!.includes(`${today.key}`) && first!.includes(load), first!)
    assert.match(others[0]!, /9 May/)
    await expectAccessible(page)
    await orders.last().click()
    await page.getByRole('row', { name: new RegExp(String(today.key)) }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('search'), company)
  })

  test('⌘K finds a new order immediately when a search is repeated', async (t) => {
    const { open, call } = await site()
    const key = aKey('FRESH')
    const page = await open(t, '/about')
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor()
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === key)
    await find(page, key)
    await answered
    await page.getByText('Nothing found').waitFor()
    await leave(page)
    await call(createConsignment, { body: anOrder({ key }) })
    await find(page, key)
    await page.getByRole('option', { name: key }).waitFor()
  })

  test('⌘K opens settings, and runs the actions of their buttons', async (t) => {
    const { open, call, service, environmentId } = await site()
    const depot = aDepot({ name: 'Harbour' })
    await call(createDepot, { body: depot })
    await call(createVehicle, { body: { key: 'FINDER-VAN', name: 'Finder van' } })
    const token = { environment: environmentId, name: 'finder token', scopes: ['consignments:read'] }
    await createToken(service.config, token, Date.now())
    await call(createWebhook, { body: { url: 'https://hooks.example.com/finder', events: [] } })
    const page = await open(t, '/settings/depots')
    const steps: [path: string, row: string, label: string, asks: string][] = [
      ['/settings/depots', 'Harbour', 'Delete depot', 'Delete depot'],
      ['/settings/vehicles', 'FINDER-VAN Finder van', 'Delete vehicle', 'Delete vehicle'],
      ['/settings/access', 'finder token', 'Revoke', 'Revoke finder token'],
      ['/settings/webhooks', 'https://hooks.example.com/finder', 'Delete', 'Delete'],
      ['/settings/people', 'Ada Planner', 'Remove', 'Remove Ada Planner'],
    ]
    for (const [path, row, label, asks] of steps) {
      await walkTo(page, path)
      await page
        .getByRole('cell', { name: row.split(' ')[0]! })
        .first()
        .waitFor()
      await find(page, `${row} ${label}`)
      await page
        .getByRole('group', { name: row, exact: true })
        .getByRole('option', { name: label, exact: true })
        .click()
      await page.getByRole('dialog', { name: asks }).last().getByRole('button', { name: label }).last().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: asks }).last().waitFor({ state: 'hidden' })
      await page.keyboard.press('Escape')
    }
  })

  test('⌘K opens the account actions from any page', async (t) => {
    const page = await (await site()).open(t, '/about')
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor()
    const elsewhere = (name: string) =>
      page.getByRole('group', { name: 'On other pages' }).getByRole('option', { name })
    await find(page, 'change password')
    await elsewhere('Change password').click()
    await page.waitForURL(/\/account/)
    await focused(page, page.getByLabel('Current password'))
    await walkTo(page, '/about')
    await find(page, 'authenticator')
    await elsewhere('authenticator').click()
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    await leave(page)
    await find(page, 'delete my account')
    await page.getByRole('option', { name: 'Delete my account' }).click()
    await focused(page, page.getByLabel('Your password'))
  })

  test('⌘K opens the file dialog of the import from any page, also during another import', async (t) => {
    const page = await (await site()).open(t, '/about')
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor()
    const choose = async (group: string) => {
      await find(page, 'choose file')
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('group', { name: group }).getByRole('option', { name: 'Choose file' }).click()
      await (await chooser).setFiles(join(import.meta.dirname, '../../docs/samples/orders.csv'))
      await page.getByRole('button', { name: /^Check/ }).waitFor()
    }
    await choose('On other pages')
    await page.waitForURL(/\/import/)
    await choose('Actions')
    await find(page, 'choose file')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('option', { name: 'Choose file' }).click()
    await (await chooser).setFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
    await page.getByRole('alert').waitFor()
  })
})
