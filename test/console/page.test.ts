// How the console is served: its page and files, their headers, and the size of the first load.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { request, startService } from '../support/harness.ts'
import { until } from '../support/until.ts'

const dist = join(import.meta.dirname, '../../console/dist')
const { url, running } = await startService({ after })
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a browser receives the console page at every path outside the API', async () => {
  for (const path of ['/', '/consignments', '/consignments?order=1', '/settings/depots']) {
    const { status, headers, text } = await request(url, 'GET', path, { headers: html })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /<div id="console">/)
  }
  assert.equal((await request(url, 'HEAD', '/', { headers: html })).status, 200)
})

test('the start page is returned as HTML without sign-in, for any Accept header', async () => {
  for (const accept of ['*/*', 'application/json', '']) {
    const { status, headers } = await request(url, 'GET', '/?from=a+monitor', { headers: { accept } })
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], accept)
  }
  assert.equal((await request(url, 'HEAD', '/', { headers: { accept: '*/*' } })).status, 200)
  assert.equal((await request(url, 'POST', '/')).status, 404)
})

test('a console file is in memory once for many clients that read nothing', async (t) => {
  const [largest] = readdirSync(join(dist, 'assets'))
    .map((name) => ({ name, bytes: statSync(join(dist, 'assets', name)).size }))
    .sort((a, b) => b.bytes - a.bytes)
  const { name, bytes } = largest!
  const { arrayBuffers: before } = process.memoryUsage()
  const sockets = [1, 2].map(() => connect(running.port, '127.0.0.1').pause())
  t.after(() => sockets.map((socket) => socket.destroy()))
  for (const socket of sockets) socket.write(`GET /assets/${name} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(25))
  await until('they were asked for', () =>
    sockets.every(({ bytesWritten, writableLength }) => bytesWritten > 0 && writableLength === 0),
  )
  let most = 0
  for (let look = 0; look < 20; look++) {
    assert.equal((await request(url, 'GET', '/health/live')).status, 200)
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  assert.ok(most < 3 * bytes, `${most} bytes for a file of ${bytes}`)
})

test('a client that does not accept HTML receives API responses', async () => {
  const notFound = async (method: string, path: string, headers = {}) => {
    const answer = await request(url, method, path, { headers })
    assert.equal(answer.json?.data.code, 'NOT_FOUND', `${method} ${path}`)
  }
  await notFound('GET', '/consignments')
  await notFound('GET', '/v1/nothing', html)
  await notFound('GET', '/assets/nothing.js', html)
  await notFound('GET', '/assets/..%2Findex.html', html)
  await notFound('POST', '/consignments', html)
})

test('the console page loads resources only from its own origin', async () => {
  const { headers, text } = await request(url, 'GET', '/', { headers: html })
  const policy = headers.get('content-security-policy')!
  const nonce = /'nonce-([\w-]{20,})'/.exec(policy)![1]!
  assert.ok(text.includes(`content="${nonce}"`))
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'self';/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('referrer-policy'), 'same-origin')
  assert.equal(headers.get('cache-control'), 'no-store')
  const again = await request(url, 'GET', '/', { headers: html })
  assert.ok(!again.text.includes(nonce))
  assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)|<style|\son\w+=/)
})

test('console files are compressed and cached permanently', async () => {
  const { text } = await request(url, 'GET', '/', { headers: html })
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)![1]!
  for (const [accepted, expected] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const { status, headers } = await request(url, 'HEAD', script, { headers: { 'accept-encoding': accepted } })
    assert.equal(status, 200)
    assert.equal(headers.get('content-encoding'), expected)
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.match(headers.get('cache-control')!, /immutable/)
    assert.equal(headers.get('vary'), 'Accept-Encoding')
  }
})

test('the code for map files has less than 20 KB, and loads only if a map file is configured', () => {
  const files = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const withTiles = files.filter((file) => readFileSync(join(dist, 'assets', file), 'utf8').includes('pmtiles://'))
  assert.equal(withTiles.length, 1)
  assert.match(withTiles[0]!, /^basemap-/)
  assert.ok(!readFileSync(join(dist, 'index.html'), 'utf8').includes(withTiles[0]!))
  assert.ok(statSync(join(dist, 'assets', `${withTiles[0]}.gz`)).size < 20 * 1_024)
})

/** Every face of the style sheets: what it is fetched for, and from where. */
const faces = () =>
  readdirSync(join(dist, 'assets'))
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => [...readFileSync(join(dist, 'assets', file), 'utf8').matchAll(/@font-face\s*\{([^}]*)\}/g)])
    .map(([, rules]) => ({
      url: /url\(["']?([^"')]+)/.exec(rules!)![1]!,
      ranges: /unicode-range:([^;]+)/.exec(rules!)![1]!.split(',').map(rangeOf),
    }))

/** `U+6??` and `U+600-6FF` are the same. */
function rangeOf(text: string): readonly [from: number, to: number] {
  const [from, to = from] = text.trim().replace(/^u\+/i, '').split('-') as [string, string?]
  return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)]
}
const fetchedFor = (text: string) =>
  faces().filter(({ ranges }) => [...text].some((letter) => ranges.some(([from, to]) => isBetween(letter, from, to))))
const isBetween = (letter: string, from: number, to: number) =>
  letter.codePointAt(0)! >= from && letter.codePointAt(0)! <= to
const bytesOf = (found: ReturnType<typeof faces>) =>
  found.reduce((sum, { url: path }) => sum + statSync(join(dist, path)).size, 0)

test('the fonts have less than 120 KB, and Arabic fonts load only for Arabic texts', () => {
  assert.ok(faces().every(({ url: path }) => path.startsWith('/assets/') && path.endsWith('.woff2')))
  const english = fetchedFor('Route plan: 1,450 kg · 12.1 m³ – “Café” …')
  assert.deepEqual([english.length, bytesOf(english) < 120 * 1_024], [1, true])
  assert.deepEqual(
    fetchedFor('خطة').map(({ url: path }) => path.includes('noto-sans-arabic')),
    [true],
  )
})

test('no style of the console has a font below 12 pixels', () => {
  const root = join(import.meta.dirname, '../../console')
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.startsWith('dist'),
  )
  assert.ok(sheets.length > 20)
  const small = sheets.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/font(?:-size)?:[^;]*?([\d.]+)(rem|px|em)\b/g)]
      .filter(([, size, unit]) => Number(size) * (unit === 'px' ? 1 : 16) < 12)
      .map(([rule]) => `${file}: ${rule}`),
  )
  assert.deepEqual(small, [])
})

test('the console loads less than 350 KB of script for its first page', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
  assert.ok(first.length > 0)
  const bytes = first.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0)
  assert.ok(bytes < 350 * 1_024, `${bytes} bytes`)
})
