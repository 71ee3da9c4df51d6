// E-mails on small phones, in a real browser: nothing is wider than the screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateEnvironment } from '../../contract/environment.ts'
import { getTracking } from '../../contract/tracking.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { startService } from '../support/harness.ts'
import { type Letter, openMailbox, partOf } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { inEarnest, order, record } from '../support/outcomes.ts'

const box = openMailbox()
const shop = `https://shop.example/returns/${'0123456789abcdef'.repeat(6)}`
const templates = {
  own: {
    tracking: { subject: 'Own {ORDER_KEY}', body: `Follow it ({TRACKING_LINK}).\n\n${shop}` },
    failed: { subject: 'Own {ORDER_KEY}', body: `{POD_LINK}\n\nReturns: ${shop}.` },
  },
  builtIn: { tracking: null, failed: null },
}

test('an e-mail fits small phones, and its links have words in HTML', { skip: noBrowser }, async (t) => {
  const service = await startService(t, box.flags())
  const tenant = await inEarnest(service, await service.environment())
  const browser = await openBrowser()
  t.after(() => browser.close())
  const expectFit = async (letter: Letter, name: string, words: string, url: string) => {
    for (const width of [320, 390]) {
      const page = await browser.newPage({ viewport: { width, height: 740 } })
      await page.setContent(partOf(letter, 'text/html')!)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${name} ${width}`)
      assert.equal(await page.getByRole('link', { name: words, exact: true }).getAttribute('href'), url, name)
      assert.equal((await page.locator('body').innerText()).includes(url), false, name)
      assert.ok(partOf(letter, 'text/plain')!.includes(url), name)
      await page.close()
    }
  }
  for (const [language, track, show] of [
    ['en', 'Track your order', 'Show the order'],
    ['de', 'Auftrag verfolgen', 'Auftrag anzeigen'],
    ['ar', 'تتبّع طلبك', 'عرض الطلب'],
  ] as const)
    for (const kind of ['builtIn', 'own'] as const) {
      const office = `${aKey('office').toLowerCase()}@example.com`
      const [first, second] = [1, 2].map(() => `${aKey('to').toLowerCase()}@example.com`) as [string, string]
      const notifications = {
        ...{ publicTracking: true, proofOfDelivery: true, attachPdf: false, language, templates: templates[kind] },
        ...{ trackingTriggers: ['registered' as const], failedRecipients: [office] },
      }
      await tenant.call(updateEnvironment, { body: { notifications, branding: { companyName: 'M'.repeat(90) } } })
      const key = aKey('K'.repeat(100))
      const consignmentId = await order(tenant, { key, consigneeContact: { email: first, personName: 'N'.repeat(90) } })
      const url = (await tenant.call(getTracking, { params: { consignmentId } })).data.url!
      await expectFit(await box.letterTo(first), `tracking ${language} ${kind}`, track, url)
      await record(tenant, [{ consignmentId, outcome: 'failed', email: second }])
      await expectFit(await box.letterTo(second), `failed ${language} ${kind}`, show, url)
      const inConsole = `${service.url}/consignments/${consignmentId}?environment=${tenant.environmentId}`
      await expectFit(await box.letterTo(office), `office ${language} ${kind}`, show, inConsole)
    }
})
