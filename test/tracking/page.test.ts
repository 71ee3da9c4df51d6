// The public page of an order in a real browser: everybody can use it, and it keeps itself up to date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { getTracking } from '../../contract/tracking.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { desktop, expectAccessible, phone } from '../support/console.ts'
import { aRoute } from '../support/drivers.ts'
import { request, startService } from '../support/harness.ts'
import { anAddress } from '../support/orders.ts'
import { order, record } from '../support/outcomes.ts'

test('a tracking page is accessible on every screen size, and shows changes of the order', {
  skip: noBrowser,
}, async (t) => {
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

/** Finds the words inside `selector` that the browser breaks into several lines. */
const brokenWords = (selector: string) => `[...document.querySelectorAll('${selector}')].flatMap((element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const broken = []
  while (walker.nextNode()) {
    const text = walker.currentNode
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{N}:.]+/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size !== 1) broken.push(word)
    }
  }
  return broken
})`

/** Lines of text in the value of each fact of the page. */
const linesOfFacts = `[...document.querySelectorAll('dd > bdi')].map((value) => {
  const range = document.createRange()
  range.selectNodeContents(value)
  const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom))
  return tops.filter((top, index) => tops.findIndex((other) => Math.abs(other - top) < 4) === index).length
})`

/** The left edges of the clock times of each fact, in the order of the text. */
const clockTimes = `[...document.querySelectorAll('dd bdi')].map(({ firstChild: text }) =>
  [...text.data.matchAll(/\\d\\d:\\d\\d/g)].map(({ index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + 5)
    return range.getBoundingClientRect().left
  }),
)`
const fits = 'document.documentElement.scrollWidth <= innerWidth'
const widths = [320, 390]
const locales = ['en-GB', 'de-DE', 'ar']

test('a tracking page fits small phones, in any language', { skip: noBrowser }, async (t) => {
  const service = await startService(t)
  const tenant = await service.environment()
  // Where it is noon: no range of times goes over midnight.
  const offset = 12 - new Date().getUTCHours()
  const timezone = offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  await tenant.call(updateEnvironment, { body: { timezone } })
  const consigneeAddress = { ...anAddress, city: 'Villingen-Schwenningen', geoLocation: { lat: 51.5, lng: 0 } }
  const committed = formatIso(Date.now() + 3_600_000)
  const { loadId, consignmentIds } = await aRoute(tenant, null, {
    orders: [{ consigneeAddress, committed, key: 'ORD-2026-004711' }],
    plannedStart: formatIso(Date.now() - 60_000),
  })
  await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
  const [consignmentId] = consignmentIds as [string]
  const { url } = (await tenant.call(getTracking, { params: { consignmentId } })).data
  const browser = await openBrowser()
  t.after(() => browser.close())
  for (const isStopped of [false, true]) {
    if (isStopped) await request(service.url, 'POST', `${new URL(url!).pathname}/stop`)
    for (const locale of locales)
      for (const width of widths) {
        const name = `${locale} ${width} ${isStopped}`
        const page = await browser.newPage({ viewport: { width, height: 740 }, locale })
        await page.goto(url!)
        assert.equal(await page.locator('dd').count(), 3, name)
        assert.equal(await page.locator('button').count(), isStopped ? 1 : 0, name)
        assert.equal(await page.evaluate(fits), true, name)
        assert.deepEqual(await page.evaluate(brokenWords('header, main, footer')), [], name)
        const lines = (await page.evaluate(linesOfFacts)) as number[]
        assert.ok(Math.max(...lines) <= 2, `${name}: ${lines}`)
        const [estimate, agreed] = (await page.evaluate(clockTimes)) as number[][]
        for (const [start, end, ...others] of [estimate!, agreed!]) {
          assert.deepEqual(others, [], name)
          assert.equal(start! < end!, locale !== 'ar', `${name}: the start is on the side where the language begins`)
        }
        for (const action of ['stop', 'start']) {
          await page.goto(`${url}/${action}`)
          assert.equal(await page.evaluate(fits), true, `${name} ${action}`)
          await expectAccessible(page)
        }
        await page.close()
      }
  }
})

test('no word of the steps is broken on a small phone, in any language', { skip: noBrowser }, async (t) => {
  const service = await startService(t)
  const tenant = await service.environment()
  const consignmentId = await order(tenant, { key: 'K'.repeat(115) })
  const stops = [{ consignmentId }]
  const { loadId } = (await tenant.call(createLoad, { body: { key: 'LOAD', status: 'started', stops } })).data
  const { url } = (await tenant.call(getTracking, { params: { consignmentId } })).data
  const browser = await openBrowser()
  t.after(() => browser.close())
  for (const hasFailed of [false, true]) {
    if (hasFailed) await record(tenant, [{ consignmentId, outcome: 'failed', loadId }])
    for (const locale of locales)
      for (const width of widths) {
        const name = `${locale} ${width} ${hasFailed}`
        const page = await browser.newPage({ viewport: { width, height: 740 }, locale })
        await page.goto(url!)
        assert.equal(await page.locator('li').count(), 5)
        assert.deepEqual(await page.evaluate(brokenWords('li')), [], name)
        assert.equal(await page.evaluate(fits), true, name)
        await page.close()
      }
  }
})
