// The list of consignments: found, chosen, changed and deleted, by mouse and by keyboard, while others work.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { matchColumns } from '../../client/columns.ts'
import { importConsignments } from '../../contract/bulk.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { listExport, removeExport } from '../../contract/export.ts'
import { createLoad, getLoadById, listLoads, updateLoadById } from '../../contract/load.ts'
import {
  consoleSuite,
  eventually,
  expectAccessible,
  focused,
  hold,
  type Site,
  says,
  shows,
} from '../support/console.ts'
import { aDepot, aKey, anAddress, anOrder } from '../support/orders.ts'

const row = (page: Page, key: string) => page.getByRole('row', { name: new RegExp(key) })

/** Orders of this test alone: all of them are in a city that no other test uses. */
async function orders({ call }: Site, count: number, members = {}) {
  const city = aKey('Town').replaceAll('-', '')
  const keys = Array.from({ length: count }, () => aKey('LIST')).sort()
  const consignments = keys.map((key) => anOrder({ key, consigneeAddress: { ...anAddress, city }, ...members }))
  await call(importConsignments, { body: { consignments } })
  return { city, keys, path: `/consignments?search=${city}` }
}

consoleSuite('consignments', (site) => {
  test('an order that the interface creates appears in the open list, and one that it changes flashes', async (t) => {
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

  test('orders are found, filtered and sorted, and the address holds all of it', async (t) => {
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

  test('orders are filtered from one day to another, in the zone of the environment', async (t) => {
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

  test('an order opens over the list: at a glance, all fields a key away, the next one another; Back and Escape close it', async (t) => {
    const desk = await site()
    const planned = { requiredFrom: '2026-03-10T08:00:00Z', requiredTo: '2026-03-10T10:00:00Z' }
    const { keys, path } = await orders(desk, 2, { ...planned, planned: '2026-03-10T10:30:00Z', weight: 12.5 })
    // What cannot be read is sent, and refused.
    const page = await desk.open(t, `${path}&sort=key`, { expected: /400/ })
    await row(page, keys[0]!).click()
    const first = page.getByRole('dialog', { name: `Order ${keys[0]}` })
    await first.getByText('Planned 30 min after the end of its time window').waitFor()
    await first.getByText('12.5 kg').waitFor()
    await first.getByText('not on a load').waitFor()
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

  test('a list is printed whole, with its filter named, and what is chosen of it gets labels in one file', async (t) => {
    const desk = await site()
    const { city, keys, path } = await orders(desk, 3)
    const page = await desk.open(t, `${path}&type=delivery&sort=key`)
    await row(page, keys[2]!).waitFor()
    await page.evaluate('window.print = () => (window.paper = document.querySelector("[data-printed]").innerText)')
    await page.keyboard.press('Control+p')
    await eventually(async () => {
      const paper = String(await page.evaluate('window.paper'))
      for (const text of ['Orders', `“${city}” · Type: Delivery`, '3 rows', 'Consignee', ...keys])
        assert.ok(paper.includes(text), `${text} on ${paper}`)
    })
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    await page.locator('[data-printed]').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await page.getByText('3 selected').waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Labels (PDF)' }).click()
    const saved = await file
    assert.equal(saved.suggestedFilename(), 'labels.pdf')
    assert.equal(
      readFileSync(await saved.path())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
  })

  test('by keyboard alone, orders are chosen and assigned to a load, and each refusal is said', async (t) => {
    const desk = await site()
    const [near, far] = [aDepot(), aDepot()]
    for (const body of [near, far]) await desk.call(createDepot, { body })
    const load = aKey('LOAD')
    await desk.call(createLoad, { body: { key: load, startDepotKey: near.key, endDepotKey: near.key } })
    const { city, keys, path } = await orders(desk, 2, {})
    await orders(desk, 1, { depotKey: far.key, consigneeAddress: { ...anAddress, city } })
    const page = await desk.open(t, `${path}&sort=key`)
    await row(page, keys[0]!).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+j')
    await page.keyboard.press('Shift+j')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('l')
    const loads = page.getByRole('dialog', { name: 'Assign 3 orders to a load' })
    await focused(page, loads.getByLabel('Search loads'))
    await page.keyboard.type(load)
    await loads.getByRole('option', { name: new RegExp(`${load}.*other depot.*Planning`, 's') }).waitFor()
    await page.keyboard.press('Enter')
    const results = page.getByRole('dialog', { name: 'Result' })
    await results.getByText('2 changed').waitFor()
    await results.getByText('1 failed').waitFor()
    assert.match(await results.getByRole('row').nth(1).innerText(), /depot/i)
    const { data } = await desk.call(getConsignment, { query: { key: keys[1]! } })
    assert.ok(data.loadId)
  })

  test('a load is found in any case, only where it takes orders, and one that is made for them goes with an undo', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 2)
    const [load, gone, made] = [aKey('EMPTY'), aKey('GONE'), aKey('MADE')]
    const { data: open } = await desk.call(createLoad, { body: { key: load, plannedStart: '2026-11-30T06:00:00Z' } })
    const { data: closed } = await desk.call(createLoad, { body: { key: gone } })
    await desk.call(updateLoadById, { params: closed, body: { status: 'completed' } })
    const stops = async () => (await desk.call(getLoadById, { params: open })).data.stops.length
    const named = async (search: string) =>
      (await desk.call(listLoads, { query: { search } })).data.map(({ key }) => key)
    const page = await desk.open(t, `${path}&sort=key`)
    await row(page, keys[0]!).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Assign 2 orders to a load' })
    const type = async (text: string) => {
      await page.keyboard.press('Control+a')
      await page.getByText('2 selected').waitFor()
      await page.keyboard.press('l')
      await focused(page, dialog.getByLabel('Search loads'))
      await page.keyboard.type(text)
    }
    await type(load.toLowerCase())
    await dialog.getByRole('option', { name: new RegExp(`${load}.*30 Nov.*fits.*Planning`, 's') }).waitFor()
    await says(page, new RegExp(`2 orders now on ${load}`), () => page.keyboard.press('Enter'))
    assert.deepEqual([await stops(), await named(load)], [2, [load]])
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal(await stops(), 0))

    await type(gone)
    await dialog.getByText('Nothing found.').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(made)
    const create = dialog.getByRole('button', { name: `Create load ${made}` })
    await create.waitFor()
    await page.keyboard.press('Enter')
    assert.deepEqual(await named(made), [], 'Enter takes what is found, and makes nothing')
    await page.keyboard.press('Tab')
    await focused(page, create)
    await says(page, new RegExp(`2 orders moved to the new load ${made}`), () => page.keyboard.press('Enter'))
    assert.deepEqual(await named(made), [made])
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await named(made), []))
    assert.equal((await desk.call(getConsignment, { query: { key: keys[0]! } })).data.loadId, null)
  })

  test('what can be done with the chosen stands in one row, in every language; what has no room is in a menu', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 2, { weight: 12_345.6, volume: 123.45 })
    for (const [language, width] of [
      ['de', 1440],
      ['de', 1280],
      ['ar', 1280],
      ['de', 1024],
      ['en', 390],
    ] as const) {
      const page = await desk.open(t, path, { language, viewport: { width, height: 800 } })
      await row(page, keys[1]!).waitFor()
      if (width === 390) await page.getByRole('columnheader', { name: 'Consignee' }).waitFor()
      await page.keyboard.press('Control+a')
      const bar = page.locator('section', { has: page.getByText(/12[,.٬]?345|24[,.٬]?691/) }).last()
      await bar.waitFor()
      const all = (await bar.getByRole('button').all()).slice(1)
      const tops = await Promise.all(all.map(async (one) => Math.round((await one.boundingBox())!.y)))
      assert.ok(Math.max(...tops) - Math.min(...tops) < 4, `${language} ${width}: ${tops}`)
      const last = { de: 'Löschen', ar: 'حذف', en: 'Delete' }[language]
      assert.equal(await all.at(-1)!.innerText(), last)
      const right = await all.at(-1)!.boundingBox()
      assert.ok(right!.width > 40 && right!.x >= 0 && right!.x + right!.width <= width, `${last} is whole at ${width}`)
      const more = bar.getByRole('button', {
        name: { de: 'Weitere Aktionen', ar: 'إجراءات أخرى', en: 'More actions' }[language],
      })
      const shown = all.length - 1 - (await more.count())
      if (await more.count()) await more.click()
      await eventually(async () => assert.equal(shown + (await page.getByRole('menuitem').count()), 7))
      if (shown === 7) continue
      await page.getByRole('menuitem').last().click()
      await page.getByRole('button', { name: { de: 'Rückgängig', ar: 'تراجع', en: 'Undo' }[language] }).waitFor()
    }
  })

  test('a bulk assignment left blank changes nothing, and orders leave their load by a command of its own that can be undone', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 3, { weight: 725, volume: 6.05 })
    const { data: load } = await desk.call(createLoad, { body: { key: aKey('LOAD') } })
    for (const key of keys) await desk.call(updateConsignment, { query: { key }, body: { loadId: load.loadId } })
    await desk.call(updateLoadById, { params: load, body: { status: 'planned' } })
    await desk.call(updateLoadById, { params: load, body: { status: 'released' } })
    const stops = async () => (await desk.call(getLoadById, { params: load })).data.stops.map(({ key }) => key)
    const page = await desk.open(t, `${path}&sort=key`)
    await row(page, keys[0]!).getByRole('checkbox').check()
    await row(page, keys[2]!)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('3 selected · 2,175\u00A0kg · 18.15\u00A0m³').waitFor()
    await row(page, keys[2]!).getByRole('checkbox').uncheck()
    const grid = page.getByRole('grid')
    await grid.focus()
    for (const [key, name, close] of [
      ['l', 'Assign 2 orders to a load', 'Escape'],
      ['d', 'Set depot', 'Close'],
      ['a', 'Set area', 'Close'],
      ['t', 'Change tags', 'Escape'],
    ] as const) {
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog', { name })
      await focused(page, dialog.locator('input').first())
      await page.keyboard.press('Control+Enter')
      const apply = dialog.getByRole('button', { name: /^(Apply|Change)$/ })
      assert.ok(key === 'l' || (await apply.isDisabled()), `${name} needs a choice`)
      if (close === 'Escape') await page.keyboard.press(close)
      else await dialog.getByRole('button', { name: close }).click()
      await dialog.waitFor({ state: 'hidden' })
      await focused(page, grid)
    }
    assert.deepEqual(await stops(), keys)
    await page.keyboard.press('t')
    await focused(page, page.getByRole('dialog').locator('input').first())
    await page.keyboard.type('fragile')
    await says(page, /2 changed/, () => page.keyboard.press('Enter'))
    await focused(page, grid)
    await row(page, keys[0]!).getByRole('checkbox').check()
    await row(page, keys[1]!).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Remove from load' }).click()
    const toast = page.getByRole('alert').filter({ hasText: '2 orders removed from their load' })
    await toast.waitFor()
    // It stays as long as it is pointed at.
    await toast.hover()
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('region', { name: '3 selected' })
    await bar.waitFor()
    await eventually(async () => {
      const [above, below] = [(await toast.boundingBox())!, (await bar.boundingBox())!]
      assert.ok(above.y + above.height <= below.y, `${above.y + above.height} and ${below.y}`)
    })
    assert.deepEqual(await stops(), keys.slice(2))
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await stops(), keys, 'at their former place'))
  })

  test('from right to left, a Latin name is cut at its end, and a key not at all', async (t) => {
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

  test('two filters that are changed at once are both changed', async (t) => {
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

  test('rows that are read late are chosen as well, and take nothing back', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 3)
    const page = await desk.open(t, path)
    await row(page, keys[0]!).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const late = await hold(page, 'GET', /limit=500/)
    await page.keyboard.press('Shift+j')
    await late.given
    await page.keyboard.press('Shift+j')
    await page.getByText('3 selected').waitFor()
    await late.release()
    await page.evaluate('new Promise((done) => setTimeout(done, 100))')
    assert.ok(await page.getByText('3 selected').isVisible())
  })

  test('hundreds of chosen orders are changed at once', async (t) => {
    const desk = await site()
    const depot = aDepot()
    await desk.call(createDepot, { body: depot })
    const { keys, path } = await orders(desk, 450)
    const page = await desk.open(t, path)
    await row(page, 'LIST-').first().waitFor()
    await page.keyboard.press('Control+a')
    await page.getByText('450 selected').waitFor()
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog', { name: 'Set depot' })
    await focused(page, dialog.getByRole('combobox'))
    await page.keyboard.type(depot.key)
    await page.getByRole('option', { name: new RegExp(depot.key) }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    const depotOf = async (key: string) => (await desk.call(getConsignment, { query: { key } })).data.depot?.key
    await eventually(async () => {
      for (const key of [keys[0]!, keys.at(-1)!]) assert.equal(await depotOf(key), depot.key)
    })
  })

  test('a deletion waits, and can be undone', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 2)
    const page = await desk.open(t, path)
    await row(page, keys[0]!).waitFor()
    await page.keyboard.press('Control+a')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Delete')
    await says(page, /Deletion cancelled/, () => page.getByRole('button', { name: 'Undo' }).click())
    await row(page, keys[1]!).getByRole('checkbox').check()
    await says(page, /1 order will be deleted in a few seconds/, () =>
      page.getByRole('button', { name: 'Delete' }).click(),
    )
    await row(page, keys[1]!).waitFor({ state: 'hidden' })
    await row(page, keys[0]!).waitFor()
    await assert.rejects(desk.call(getConsignment, { query: { key: keys[1]! } }), { code: 'NOT_FOUND' })
  })

  test('before many orders are deleted, or one of a load that is planned, it is asked', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 21)
    const { data: load } = await desk.call(createLoad, { body: { key: aKey('LOAD') } })
    await desk.call(updateConsignment, { query: { key: keys[0]! }, body: { loadId: load.loadId } })
    const page = await desk.open(t, `${path}&sort=key`)
    await row(page, keys[0]!).waitFor()
    await page.keyboard.press('Control+a')
    await page.getByText('21 selected').waitFor()
    await page.keyboard.press('Delete')
    const many = page.getByRole('dialog', { name: 'Delete 21 orders?' })
    await many.getByRole('button', { name: 'Cancel' }).click()
    await many.waitFor({ state: 'hidden' })
    await page.getByText('21 selected').waitFor()
    assert.equal(await page.getByText('will be deleted').count(), 0)
    await page.keyboard.press('Escape')
    await desk.call(updateLoadById, { params: load, body: { status: 'planned' } })
    await row(page, keys[0]!).getByRole('checkbox').check()
    await row(page, keys[1]!).getByRole('checkbox').check()
    await page.keyboard.press('Delete')
    const planned = page.getByRole('dialog', { name: 'Delete 2 orders?' })
    await planned.getByText('1 order is on a load that is planned or further').waitFor()
    await says(page, /2 orders will be deleted/, () => planned.getByRole('button', { name: 'Delete' }).click())
    await page.keyboard.press('Control+z')
    await says(page, /1 order will be deleted/, async () => {
      await row(page, keys[2]!).getByRole('checkbox').check()
      await page.keyboard.press('Delete')
    })
  })

  test('closing the tab carries out a deletion that waits', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 1)
    const page = await desk.open(t, path)
    await row(page, keys[0]!).getByRole('checkbox').check()
    await says(page, /1 order will be deleted in a few seconds/, () =>
      page.getByRole('button', { name: 'Delete' }).click(),
    )
    await page.goto('about:blank')
    await eventually(() =>
      assert.rejects(desk.call(getConsignment, { query: { key: keys[0]! } }), { code: 'NOT_FOUND' }),
    )
  })

  test('chosen orders go to the export list', async (t) => {
    const desk = await site()
    const { keys, path } = await orders(desk, 2)
    const { consignmentId } = (await desk.call(getConsignment, { query: { key: keys[0]! } })).data
    await desk.call(removeExport, { params: { consignmentId } })
    const page = await desk.open(t, path)
    await row(page, keys[0]!).getByRole('checkbox').check()
    await says(page, /1 order added to the export list/, () =>
      page.getByRole('button', { name: 'Add to export list' }).click(),
    )
    const isListed = async () =>
      ((await desk.call(listExport, { query: { detail: 'true' } })).data as { key: string }[]).some(
        ({ key }) => key === keys[0],
      )
    assert.ok(await isListed())
    await expectAccessible(page)
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.ok(!(await isListed())))
  })

  test('the list is saved as a file in which no cell is a formula', async (t) => {
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
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const text = readFileSync((await (await saving).path())!, 'utf8')
    assert.match(text, /^\uFEFFKey,Consignee,City/)
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
