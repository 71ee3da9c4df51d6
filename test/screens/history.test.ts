// The history in the console: one sentence per request, filters, and the changed values on demand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { consoleSuite, eventually, expectAccessible, type Site } from '../support/console.ts'
import { anOrder } from '../support/orders.ts'

/** Moves three orders from the route to the pool with one request, and changes one of them. */
async function moveOrders({ call }: Site, key: string): Promise<string[]> {
  const ids: string[] = []
  for (const name of ['A', 'B', 'C'])
    ids.push((await call(createConsignment, { body: anOrder({ key: `${key}-${name}` }) })).data.consignmentId)
  const stops = ids.map((consignmentId) => ({ consignmentId }))
  const { loadId } = (await call(createLoad, { body: { key, stops } })).data
  await call(updateLoadById, { params: { loadId }, body: { stops: [] } })
  const body = { consignmentInstructions: 'Ring twice', consigneeAddress: { city: 'Bremen' } }
  await call(updateConsignment, { query: { id: ids[0]! }, body })
  return ids
}

consoleSuite('history', (site) => {
  test('the history writes one sentence per request, and shows the changed values on demand', async (t) => {
    const desk = await site()
    await moveOrders(desk, 'HH-03')
    const page = await desk.open(t, '/history')
    const move = page.getByRole('listitem').filter({ hasText: 'moved 3 orders from HH-03 to the pool' })
    await move.waitFor()
    assert.match(await move.innerText(), /moved 3 orders from HH-03 to the pool, \d\d:\d\d/)
    const edit = page.getByRole('listitem').filter({ hasText: 'changed order HH-03-A' })
    assert.match(await edit.innerText(), /changed order HH-03-A \(Notes for the driver, Recipient · City\), \d\d:\d\d/)
    assert.equal(await page.getByText('consignment', { exact: false }).count(), 0)
    assert.equal(await page.getByText('Ring twice').count(), 0)
    const toggle = edit.getByRole('button', { name: 'Show details' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await edit.getByText('not set → Ring twice').waitFor()
    await edit.getByRole('button', { name: 'Hide details', expanded: true }).waitFor()
    await move.getByRole('button', { name: 'Show details' }).click()
    await move.getByText('Order HH-03-C · changed').waitFor()
    await expectAccessible(page)
  })

  test('the history is filtered by search, person and day, and keeps the filters in its URL', async (t) => {
    const desk = await site()
    await moveOrders(desk, 'HH-04')
    const page = await desk.open(t, '/history')
    const entries = page.getByRole('main').getByRole('listitem')
    await page.getByText('moved 3 orders from HH-04 to the pool').waitFor()
    await page.getByRole('searchbox', { name: 'Search history' }).fill('ring TWICE hh-04')
    await eventually(async () => assert.equal(await entries.count(), 1))
    await page.waitForURL(/q=ring/)
    await page.reload()
    await eventually(async () => assert.equal(await entries.count(), 1))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(async () => assert.ok((await entries.count()) > 4))
    const person = page.getByRole('combobox', { name: 'Person' })
    await person.click()
    await page.getByRole('option').first().click()
    await page.waitForURL(/person=/)
    await page.getByRole('textbox', { name: 'Day' }).fill('1/2/2020')
    await page.keyboard.press('Enter')
    await page.waitForURL(/day=2020-02-01/)
    await page.getByText('Nothing found').waitFor()
  })

  test('the history of an order says “this order”, also in German and Arabic', async (t) => {
    const desk = await site()
    const [id] = await moveOrders(desk, 'HH-05')
    const sentences = {
      en: ['History', /moved this order from HH-05 to the pool/],
      de: ['Verlauf', /hat diesen Auftrag von HH-05 in den Pool verschoben/],
      ar: ['السجل', /نقل هذا الطلب من HH-05 إلى الطلبات غير المخصصة/],
    } as const
    for (const language of ['en', 'de', 'ar'] as const) {
      const [tab, sentence] = sentences[language]
      const page = await desk.open(t, `/consignments/${id}`, { language })
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('listitem').filter({ hasText: sentence }).waitFor()
      assert.equal(
        await page
          .getByRole('tabpanel')
          .getByText(/consignment/i)
          .count(),
        0,
      )
    }
  })
})
