// How the driver's app is served: its page, worker and files, their headers, and the size of the first load.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { request, startService } from '../support/harness.ts'
import '../support/console.ts'

const dist = join(import.meta.dirname, '../../driver/dist')
const { url } = await startService({ after })
const html = { accept: 'text/html' }

test('the driver app is public at every URL below /driver', async () => {
  for (const path of ['/driver', '/driver/', '/driver?from=a+message']) {
    const { status, headers, text } = await request(url, 'GET', path)
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path)
    assert.match(text, /src="\/driver\/assets\/[^"]+\.js"/)
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  }
})

test('/driver contains no file of the console, and other paths contain no file of the driver app', async () => {
  for (const path of [
    '/driver/nothing',
    '/driver/assets/nothing.js',
    '/driver/assets/..%2Findex.html',
    '/driver/load/1',
  ])
    assert.equal((await request(url, 'GET', path, { headers: html })).json?.data.code, 'NOT_FOUND', path)
  assert.match((await request(url, 'GET', '/drivers', { headers: html })).text, /id="console"/)
  assert.equal((await request(url, 'POST', '/driver')).status, 404)
})

test('only the driver app may run WebAssembly, and it loads only its own resources', async () => {
  const policyOf = async (path: string) =>
    (await request(url, 'GET', path, { headers: html })).headers.get('content-security-policy')!
  const policy = await policyOf('/driver')
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/)
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/)
  assert.doesNotMatch(await policyOf('/'), /wasm/)
  const { text } = await request(url, 'GET', '/driver')
  assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)|<style|\son\w+=/)
})

test('the service worker of /driver is not cached, and lists every file of the first page', async () => {
  const { status, headers, text } = await request(url, 'GET', '/driver/worker.js')
  assert.deepEqual(
    [status, headers.get('cache-control'), headers.get('service-worker-allowed')],
    [200, 'no-cache', '/driver'],
  )
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="(\/driver\/[^"]+)"/g)].map(([, file]) => file!)
  assert.ok(first.length >= 5)
  for (const file of first) {
    assert.ok(text.includes(file), file)
    assert.equal((await request(url, 'GET', file)).status, 200, file)
  }
})

test('the manifest makes the driver app installable', async () => {
  const { headers, text } = await request(url, 'GET', '/driver/manifest.webmanifest')
  assert.equal(headers.get('content-type'), 'application/manifest+json')
  const { icons, start_url, scope } = JSON.parse(text)
  assert.deepEqual([start_url, scope], ['/driver', '/driver'])
  for (const { src } of icons) assert.equal((await request(url, 'GET', src)).status, 200, src)
})

test('the driver app loads less than 120 KB of script for its first page, without the scanner', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/driver\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
  assert.ok(first.length > 0)
  const bytes = first.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0)
  assert.ok(bytes < 120 * 1_000, `${bytes} bytes`)
  assert.ok(readdirSync(join(dist, 'assets')).some((name) => /^zxing.*\.wasm$/.test(name)))
  for (const file of first) assert.doesNotMatch(readFileSync(join(dist, file), 'utf8'), /ZXing|zxing_reader\.wasm/)
})
