// The street map of the operator: a style that is fetched from its origin and no other, or a file of his own; and outlines instead when it cannot be read.
import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkInstallation } from '../../server/admin/doctor.ts'
import { noBrowser } from '../support/browser.ts'
import { openSite } from '../support/console.ts'
import { request, startService, temporaryFolder } from '../support/harness.ts'
import { onLoopback } from '../support/loopback.ts'
import { assertProblem } from '../support/problem.ts'
import { writeMapFile } from '../support/tiles.ts'

const style = {
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#335577' } }],
}

test('the map shows streets in the style of the operator, or outlines after a failure', {
  skip: noBrowser,
}, async (t) => {
  let isUp = true
  let asked = 0
  const tiles = createServer((_, response) => {
    asked += 1
    response.writeHead(isUp ? 200 : 500, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(style))
  })
  const origin = `http://127.0.0.1:${await onLoopback(t, tiles)}`
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

const mapPath = '/map/region.pmtiles'

test('a map file is served in ranges without sign-in, and doctor describes its content', async (t) => {
  const mapFile = join(temporaryFolder(t), 'region.pmtiles')
  writeMapFile(mapFile)
  const { url, config } = await startService(t, { mapFile })
  const ask = (range?: string) => request(url, 'GET', mapPath, { headers: range ? { range } : {} })
  const { size } = statSync(mapFile)
  const first = await ask('bytes=0-16383')
  assert.deepEqual([first.status, first.headers.get('content-range')], [206, `bytes 0-${size - 1}/${size}`])
  assert.match(first.text, /^PMTiles/)
  assert.match(first.headers.get('cache-control')!, /^public, max-age=\d+$/)
  const some = await ask('bytes=3-6')
  assert.deepEqual([some.text, some.headers.get('content-range')], ['iles', `bytes 3-6/${size}`])
  assert.equal(some.headers.get('etag'), first.headers.get('etag'))
  const beyond = await ask(`bytes=${size}-${size + 9}`)
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${size}`])
  for (const wrong of [undefined, 'bytes=0-', 'bytes=-5', 'bytes=0-1,3-4', 'lines=0-1'])
    assertProblem(await ask(wrong), 'BAD_REQUEST')

  const said = async () => (await checkInstallation(config)).find(({ subject }) => subject === 'map')!
  assert.deepEqual([(await said()).level, /zoom 0 to 0$/.test((await said()).finding)], ['ok', true])
  // Replaced while the service runs, here by something else.
  writeFileSync(mapFile, 'no map at all')
  assertProblem(await ask('bytes=0-9'), 'NOT_FOUND')
  assert.equal((await said()).level, 'fail')
})

test('the map shows streets of the map file with the fonts of the page, or outlines after a failure', {
  skip: noBrowser,
}, async (t) => {
  const mapFile = join(temporaryFolder(t), 'region.pmtiles')
  writeMapFile(mapFile)
  const site = await openSite(t, { environment: 'demo', flags: { demo: true, mapFile } })
  const page = await site.open(t, '/about', { map: 'webGl', expected: /404/ })
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto(`${site.url}/plan`)
  const drawn = '[data-map=drawn]'
  await page.locator(drawn).waitFor({ timeout: 120_000 })
  await page.getByText('© OpenStreetMap').waitFor({ state: 'attached' })
  assert.equal(await page.getByText('outlines are shown instead').count(), 0)
  assert.ok(files.includes(`${site.url}${mapPath}`))
  assert.deepEqual(
    files.filter((url) => !url.startsWith(site.url)),
    [],
  )
  await page.getByRole('button', { name: /^Stop 1, / }).waitFor()

  // What the browser has kept of the file would still do.
  await page.route(`**${mapPath}`, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await page.getByText('outlines are shown instead').waitFor({ timeout: 120_000 })
  await page.locator(drawn).waitFor({ timeout: 120_000 })
})
