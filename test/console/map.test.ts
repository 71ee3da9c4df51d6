// The street map of the operator: fetched from its origin and no other, and outlines instead when it cannot be reached.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { openSite } from '../support/console.ts'
import { request } from '../support/harness.ts'

const style = {
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#335577' } }],
}

test('streets come from the style that the operator names, and outlines when it is gone', {
  skip: noBrowser,
}, async (t) => {
  let isUp = true
  let asked = 0
  const tiles = createServer((_, response) => {
    asked += 1
    response.writeHead(isUp ? 200 : 500, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(style))
  }).listen(0, '127.0.0.1')
  t.after(() => tiles.close())
  await new Promise((resolve) => tiles.once('listening', resolve))
  const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  const mapStyleUrl = `${origin}/style.json?a=1&b=2`
  const site = await openSite(t, { environment: 'demo', flags: { demo: true, mapStyleUrl } })

  const { headers } = await request(site.url, 'GET', '/plan', { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy')!
  assert.match(policy, new RegExp(`connect-src 'self' ${origin};`))
  assert.ok(!/unsafe/.test(policy))

  const drawn = '[data-map=drawn]'
  const page = await site.open(t, '/plan', { map: 'webGl', expected: /500|tile/ })
  await page.locator(drawn).waitFor({ timeout: 120_000 })
  assert.equal(asked, 1)
  assert.equal(await page.getByText('cannot be reached').count(), 0)
  await page.getByRole('button', { name: /^Stop 1, / }).waitFor()

  isUp = false
  await page.reload()
  await page.getByText('outlines are shown instead').waitFor({ timeout: 120_000 })
  await page.locator(drawn).waitFor({ timeout: 120_000 })
})
