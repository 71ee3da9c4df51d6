// Many orders of the list at once: chosen, assigned, changed, exported and deleted, by mouse and by keyboard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { listExport, removeExport } from '../../contract/export.ts'
import { createLoad, getLoadById, listLoads, updateLoadById } from '../../contract/load.ts'
import { consoleSuite, eventually, expectAccessible, focused, hold, says } from '../support/console.ts'
import { orders, row } from '../support/order-list.ts'
import { aDepot, aKey, anAddress } from '../support/orders.ts'

consoleSuite('many orders', (site) => {
  test('many orders are selected and assigned to a load by keyboard, and each error is listed', async (t) => {
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
    const loads = page.getByRole('dialog', { name: 'Assign 3 orders to a route' })
    await focused(page, loads.getByLabel('Search routes'))
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

  test('the assignment finds only open loads, in upper or lower case, and an undo removes a load that it created', async (t) => {
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
    const dialog = page.getByRole('dialog', { name: 'Assign 2 orders to a route' })
    const type = async (text: string) => {
      await page.keyboard.press('Control+a')
      await page.getByText('2 selected').waitFor()
      await page.keyboard.press('l')
      await focused(page, dialog.getByLabel('Search routes'))
      await page.keyboard.type(text)
    }
    await type(load.toLowerCase())
    await dialog.getByRole('option', { name: new RegExp(`${load}.*30 Nov.*fits.*Planning`, 's') }).waitFor()
    await says(page, new RegExp(`2 orders now on ${load}`), () => page.keyboard.press('Enter'))
    assert.deepEqual([await stops(), await named(load)], [2, [load]])
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal(await stops(), 0))

    await type(gone)
    await dialog.getByText(`${gone} has started and accepts no more orders`).waitFor()
    assert.equal(await dialog.getByRole('button', { name: /Create route/ }).count(), 0, 'it is there already')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(`${made}-NONE`)
    await dialog.getByText('Nothing found.').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(made)
    const create = dialog.getByRole('button', { name: `Create route ${made}` })
    await create.waitFor()
    await page.keyboard.press('Enter')
    assert.deepEqual(await named(made), [], 'Enter takes what is found, and makes nothing')
    await page.keyboard.press('Tab')
    await focused(page, create)
    await says(page, new RegExp(`2 orders moved to the new route ${made}`), () => page.keyboard.press('Enter'))
    assert.deepEqual(await named(made), [made])
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await named(made), []))
    assert.equal((await desk.call(getConsignment, { query: { key: keys[0]! } })).data.loadId, null)
  })

  test('the actions for selected orders fit into one row in every language; other actions are in a menu', async (t) => {
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
      if (width === 390) await page.getByRole('columnheader', { name: 'Recipient' }).waitFor()
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

  test('an empty bulk assignment changes no orders; a command with Undo removes orders from their load', async (t) => {
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
      ['l', 'Assign 2 orders to a route', 'Escape'],
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
    await page.getByRole('button', { name: 'Remove from route' }).click()
    const toast = page.getByRole('alert').filter({ hasText: '2 orders removed from their route' })
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

  test('selected orders are still selected after more rows are read late', async (t) => {
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

  test('hundreds of selected orders are changed together', async (t) => {
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

  test('selected orders are deleted after a delay with Undo', async (t) => {
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

  test('a deletion of many orders, or of orders on a planned load, requires a confirmation', async (t) => {
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
    await planned.getByText('1 order is on a route that is planned or further').waitFor()
    await says(page, /2 orders will be deleted/, () => planned.getByRole('button', { name: 'Delete' }).click())
    await page.keyboard.press('Control+z')
    await says(page, /1 order will be deleted/, async () => {
      await row(page, keys[2]!).getByRole('checkbox').check()
      await page.keyboard.press('Delete')
    })
  })

  test('orders are deleted when the tab closes during the delay', async (t) => {
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

  test('selected orders are added to the export list', async (t) => {
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
})
