// The public page of an order in a real browser: everybody can use it, and it keeps itself up to date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { createLoad } from '../../contract/load.ts'
import { getTracking } from '../../contract/tracking.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { desktop, expectAccessible, phone } from '../support/console.ts'
import { startService } from '../support/harness.ts'
import { order, record } from '../support/outcomes.ts'

test('a tracking page is for everybody, on every screen, and follows what happens', { skip: noBrowser }, async (t) => {
  const service = await startService(t)
  const tenant = await service.environment()
  const window = { requiredFrom: '2026-07-01T08:00:00Z', requiredTo: '2026-07-01T10:00:00Z' }
  const ids = [await order(tenant), await order(tenant, window)]
  const stops = ids.map((consignmentId) => ({ consignmentId }))
  const { loadId } = (await tenant.call(createLoad, { body: { key: 'LOAD', status: 'started', stops } })).data
  const { url } = (await tenant.call(getTracking, { params: { consignmentId: ids[1]! } })).data
  const browser = await openBrowser()
  t.after(() => browser.close())
  const looks = [
    { viewport: phone, locale: 'ar', colorScheme: 'dark' },
    { viewport: desktop, locale: 'de-DE', colorScheme: 'light' },
  ] as const
  for (const look of looks) {
    const context = await browser.newContext(look)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    const elsewhere: string[] = []
    page.on('request', (asked) => asked.url().startsWith(service.url) || elsewhere.push(asked.url()))
    await page.clock.install()
    await page.goto(url!)
    await expectAccessible(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    if (look.locale === 'de-DE') {
      await page.getByText('1 Stopp vor Ihnen').waitFor()
      await record(tenant, [{ consignmentId: ids[0]!, outcome: 'success', loadId }])
      await page.clock.fastForward(31_000)
      await page.getByText('Sie sind der nächste Stopp').waitFor()
      await record(tenant, [{ consignmentId: ids[1]!, outcome: 'failed', loadId }])
      await page.clock.fastForward(31_000)
      await page.getByRole('heading', { name: 'Nicht geliefert' }).waitFor()
      await page.getByText('Niemand da').waitFor()
      // It does not end as if all were well.
      assert.equal(await page.locator('li').last().innerText(), 'Nicht geliefert')
      assert.match(await page.locator('dl').innerText(), /^Versucht/)
      assert.doesNotMatch(await page.locator('main').innerText(), /Fertig/)
      // Another day is found while the page is open.
      const requiredFrom = '2099-12-24T08:00:00Z'
      const body = { loadId: null, requiredFrom, requiredTo: '2099-12-24T10:00:00Z' }
      await tenant.call(updateConsignmentById, { params: { consignmentId: ids[1]! }, body })
      await page.clock.fastForward(31_000)
      await page.getByText('24. Dezember').waitFor()
      await page.getByRole('heading', { name: 'Nicht geliefert' }).waitFor()
      await expectAccessible(page)
    }
    assert.deepEqual([faults, elsewhere], [[], []])
    await context.close()
  }
})

/** The words of the steps that do not stand on one line. */
const brokenWords = `[...document.querySelectorAll('li')].flatMap((item) => {
  const text = item.firstChild
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return range.getClientRects().length !== 1
  }).map(([word]) => word)
})`

test('no word of the steps is broken on a small phone, in any language', { skip: noBrowser }, async (t) => {
  const service = await startService(t)
  const tenant = await service.environment()
  const consignmentId = await order(tenant, { key: 'K'.repeat(115) })
  const stops = [{ consignmentId }]
  const { loadId } = (await tenant.call(createLoad, { body: { key: 'LOAD', status: 'started', stops } })).data
  const { url } = (await tenant.call(getTracking, { params: { consignmentId } })).data
  const browser = await openBrowser()
  t.after(() => browser.close())
  const looks = ['en-GB', 'de-DE', 'ar'].map((locale) => ({ locale, hasFailed: false }))
  for (const { locale, hasFailed } of [...looks, ...looks.map((look) => ({ ...look, hasFailed: true }))]) {
    if (hasFailed) await record(tenant, [{ consignmentId, outcome: 'failed', loadId }])
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale })
    await page.goto(url!)
    assert.equal(await page.locator('li').count(), 5)
    assert.deepEqual(await page.evaluate(brokenWords), [], locale)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, locale)
    await page.close()
  }
})
