// The list of consignments: found, opened, printed and saved, by mouse and by keyboard, while others work.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { matchColumns } from '../../client/columns.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad } from '../../contract/load.ts'
import { consoleSuite, eventually, focused, shows } from '../support/console.ts'
import { orders, row } from '../support/order-list.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

consoleSuite('consignments', (site) => {
  test('an order created through the API appears in the open list, and a changed order flashes', async (t) => {
    const { open, call } = await site()
    const page = await open(t, '/consignments')
    const [one, two] = [aKey('LIVE'), aKey('LIVE')]
    await call(createConsignment, { body: anOrder({ key: one }) })
    await row(page, one).waitFor()
    await call(createConsignment, { body: anOrder({ key: two }) })
    await row(page, two).waitFor()
    await row(page, one).hover()
    const before = await row(page, one).boundingBox()
    await call(createConsignment, { body: anOrder({ key: aKey('LIVE') }) })
    await page.getByRole('button', { name: '1 new order above' }).waitFor()
    assert.deepEqual(await row(page, one).boundingBox(), before, 'the row under the pointer stays')
    await shows(page, '.flash', new RegExp(`${one}.*Elsewhere`, 's'), () =>
      call(updateConsignment, { query: { key: one }, body: { consigneeAddress: { city: 'Elsewhere' } } }),
    )
  })

  test('the list of orders is searched, filtered and sorted, and the URL contains the filters', async (t) => {
    const desk = await site()
    const { city, keys } = await orders(desk, 3)
    const { keys: collections } = await orders(desk, 1, {
      type: 'collection',
      consigneeAddress: { ...anAddress, city },
    })
    const page = await desk.open(t, '/consignments')
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(city)
    await eventually(async () => assert.equal(await page.getByRole('row').count(), 5))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Type' }).hover()
    await page.getByRole('menuitem', { name: 'Collection' }).click()
    await row(page, keys[0]!).waitFor({ state: 'hidden' })
    await row(page, collections[0]!).waitFor()
    await page.getByRole('button', { name: 'Remove filter Type' }).click()
    await page.getByRole('button', { name: 'Key', exact: true }).click()
    await eventually(async () => assert.match(await page.getByRole('row').nth(1).innerText(), new RegExp(keys[0]!)))
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { search: city, sort: 'key' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Country' }).click()
    await page.keyboard.press('Escape')
    const edge = page.getByRole('separator', { name: 'Width of City' })
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(({ searchParams }) => /,city~\d/.test(searchParams.get('columns') ?? ''))
    await page.keyboard.press('Shift+ArrowLeft')
    await page.waitForURL(({ searchParams }) => /^key,city~[\d.]+,consignee,/.test(searchParams.get('columns') ?? ''))
    await focused(page, edge)
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByLabel('View name').fill('My town')
    await page.getByLabel('Share with everyone').check()
    await page.getByLabel('View name').press('Enter')
    const address = page.url()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('columnheader').nth(2).filter({ hasText: 'City' }).waitFor()
    await page.getByRole('link', { name: 'My town' }).click()
    await page.waitForURL(({ href }) => href === address)
    const other = await desk.open(t, '/consignments')
    await other.getByRole('link', { name: /My town\s*4/ }).click()
    await other.getByRole('columnheader', { name: 'Country' }).waitFor()
    await row(other, keys[2]!).waitFor()
    await other.getByRole('button', { name: 'Delete view My town' }).click()
    await other.getByRole('link', { name: /My town/ }).waitFor({ state: 'hidden' })
    await other.keyboard.press('Control+z')
    await other.getByRole('link', { name: /My town/ }).waitFor()
  })

  test('orders are filtered by a range of days in the zone of the environment', async (t) => {
    const desk = await site()
    const { city, keys } = await orders(desk, 1, { planned: '2026-03-10T23:30:00Z' })
    const { keys: others } = await orders(desk, 1, {
      planned: '2026-03-12T00:30:00Z',
      consigneeAddress: { ...anAddress, city },
    })
    const page = await desk.open(t, `/consignments?search=${city}`)
    await row(page, others[0]!).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Planned' }).hover()
    await page.getByRole('menuitem', { name: 'Date range' }).click()
    await page.getByLabel('Planned from').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Planned from').fill('2026-03-09')
    await page.getByLabel('Planned to').fill('10/3/2026')
    await page.keyboard.press('Enter')
    await row(page, others[0]!).waitFor({ state: 'hidden' })
    await row(page, keys[0]!).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('plannedTo'), '2026-03-10T23:59:59')
    await page.getByRole('button', { name: 'Remove filter Planned' }).click()
    await row(page, others[0]!).waitFor()
    assert.deepEqual([...new URL(page.url()).searchParams.keys()], ['search'])
  })

  test('an order opens in a drawer, with keys for the form and the next order; Back and Escape close the drawer', async (t) => {
    const desk = await site()
    const planned = { requiredFrom: '2026-03-10T08:00:00Z', requiredTo: '2026-03-10T10:00:00Z' }
    const { keys, path } = await orders(desk, 2, { ...planned, planned: '2026-03-10T10:30:00Z', weight: 12.5 })
    // What cannot be read is sent, and refused.
    const page = await desk.open(t, `${path}&sort=key`, { expected: /400/ })
    await row(page, keys[0]!).click()
    const first = page.getByRole('dialog', { name: `Order ${keys[0]}` })
    await first.getByText('Planned 30 min after the end of its time window').waitFor()
    await first.getByText('12.5 kg').waitFor()
    await first.getByText('not on a route').waitFor()
    const address = page.url()
    assert.ok(new URL(address).searchParams.get('order'))
    await page.keyboard.press('j')
    const second = page.getByRole('dialog', { name: `Order ${keys[1]}` })
    await second.getByText('12.5 kg').waitFor()
    await page.keyboard.press('ArrowUp')
    await first.getByText('12.5 kg').waitFor()
    assert.equal(page.url(), address)
    await page.keyboard.press('Escape')
    await first.waitFor({ state: 'hidden' })
    assert.equal(new URL(page.url()).searchParams.get('order'), null)

    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await first.getByText('12.5 kg').waitFor()
    await page.keyboard.press('f')
    const required = first.getByLabel('Required', { exact: true })
    assert.equal(await required.inputValue(), '10/03/2026 08:00 – 10:00')
    await required.fill('sometime')
    await required.blur()
    await first.getByText('Type it like this: 16/11 8-12').waitFor()
    await required.fill('11/3/2026 8-12')
    await required.press('Enter')
    await eventually(async () => {
      const { data } = await desk.call(getConsignment, { query: { key: keys[0]! } })
      assert.deepEqual([data.requiredFrom, data.requiredTo], ['2026-03-11T08:00:00Z', '2026-03-11T12:00:00Z'])
    })
    await page.goBack()
    await first.waitFor({ state: 'hidden' })
    await page.goto(address)
    await first.getByText('12.5 kg').waitFor()
    await first.getByRole('link', { name: 'Open as a page' }).click()
    await page.waitForURL(/\/consignments\/[\w-]+$/)
    await page.getByRole('article', { name: `Order ${keys[0]}` }).waitFor()
  })

  test('a list is printed in full with its filter, and selected orders get labels in one file', async (t) => {
    const desk = await site()
    const { city, keys, path } = await orders(desk, 3)
    const page = await desk.open(t, `${path}&type=delivery&sort=key`)
    await row(page, keys[2]!).waitFor()
    await page.evaluate('window.print = () => (window.paper = document.querySelector("[data-printed]").innerText)')
    await page.keyboard.press('Control+p')
    await eventually(async () => {
      const paper = String(await page.evaluate('window.paper'))
      for (const text of ['Orders', `“${city}” · Type: Delivery`, '3 rows', 'Recipient', ...keys])
        assert.ok(paper.includes(text), `${text} on ${paper}`)
    })
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    await page.locator('[data-printed]').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await page.getByText('3 selected').waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download labels (PDF)' }).click()
    const saved = await file
    assert.equal(saved.suggestedFilename(), 'labels.pdf')
    assert.equal(
      readFileSync(await saved.path())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
  })

  test('in right-to-left pages, a long Latin name is truncated at its end, and a key is never truncated', async (t) => {
    const desk = await site()
    const consigneeAddress = { ...anAddress, company: 'A very long name of a company that nobody has room for' }
    const key = 'WEB-10001'
    await desk.call(createConsignment, { body: anOrder({ key, consigneeAddress }) })
    const page = await desk.open(t, `/consignments?search=${key}`, {
      language: 'ar',
      viewport: { width: 800, height: 600 },
    })
    const name = row(page, key).getByRole('gridcell').filter({ hasText: 'A very long name' })
    await name.waitFor()
    const styleOf = 'getComputedStyle(document.querySelectorAll("[role=gridcell]")[2])'
    assert.deepEqual(await page.evaluate(`[${styleOf}.direction, ${styleOf}.textAlign]`), ['ltr', 'right'])
    assert.ok(
      await page.evaluate(
        '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector("[role=gridcell] bdi"))',
      ),
    )
  })

  test('two filters that change together both take effect', async (t) => {
    const desk = await site()
    const { city, keys, path } = await orders(desk, 1)
    const page = await desk.open(t, `${path}&type=delivery`)
    await row(page, keys[0]!).waitFor()
    // Before anything is drawn in between.
    await page.evaluate(`
      document.querySelector('[aria-label="Remove filter Type"]').click()
      document.querySelector('[role=columnheader] button').click()`)
    await page.waitForURL(({ searchParams }) => searchParams.has('sort'))
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { search: city, sort: 'key' })
  })

  test('the list of orders is downloaded as a CSV file without formulas', async (t) => {
    const desk = await site()
    const load = aKey('LOAD')
    const { data } = await desk.call(createLoad, { body: { key: load } })
    await orders(desk, 1, {
      consigneeAddress: { ...anAddress, city: 'Csvtown', company: '=HYPERLINK("http://evil.example","x")' },
      ...{ loadId: data.loadId, requiredFrom: '2026-11-30T09:00:00Z', requiredTo: '2026-11-30T15:30:00Z' },
    })
    await desk.call(updateEnvironment, { body: { timezone: 'Asia/Tokyo' } })
    t.after(() => desk.call(updateEnvironment, { body: { timezone: 'UTC' } }))
    const page = await desk.open(t, '/consignments?search=Csvtown')
    await row(page, 'HYPERLINK').waitFor()
    // In Tokyo it is the next day.
    await page.clock.setFixedTime('2026-11-30T20:00:00Z')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await saving
    assert.equal(file.suggestedFilename(), 'consignments-2026-12-01.csv')
    const text = readFileSync((await file.path())!, 'utf8')
    assert.match(text, /^\uFEFFKey,Recipient,City/)
    assert.match(text, /,"'=HYPERLINK\(""http:\/\/evil\.example"",""x""\)",Csvtown/)
    // Each cell has one value, times are those of the page, and the import knows the columns again.
    assert.match(text, /,Required from \(Asia\/Tokyo\),Required to \(Asia\/Tokyo\),Planned \(Asia\/Tokyo\),/)
    assert.ok(text.includes(`,${load},1,2026-11-30 18:00:00,2026-12-01 00:30:00,`), text)
    const known = matchColumns(text.split('\r\n')[0]!.slice(1).split(','))
    assert.deepEqual(
      known.map(({ path }) => path),
      ['key', 'consigneeAddress.company', 'consigneeAddress.city', 'depotKey', 'loadId', undefined].concat([
        'requiredFrom',
        'requiredTo',
        'planned',
        undefined,
      ]),
    )
  })
})
