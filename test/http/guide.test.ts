// How the guide is served: its pages and files, their headers, and the targets of all links.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { helpPath, type ProblemCode, problemDefinitions } from '../../contract/problem.ts'
import { request, startService } from '../support/harness.ts'
import '../support/console.ts'

const dist = join(import.meta.dirname, '../../guide/dist')
const { url, running } = await startService({ after })
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

/** HTML of each page, by the path at which the guide links to it. */
const pages = new Map(
  globSync('**/*.html', { cwd: dist })
    .filter((file) => file !== '404.html')
    .map((file) => [`/guide/${file.replace(/(index)?\.html$/, '')}`, read(file)]),
)

test('the guide is public, with and without a slash at the end of the path', async () => {
  assert.ok(pages.size > 80, `${pages.size} pages`)
  for (const [path, target] of [
    ['/guide', '/guide/'],
    ['/guide?from=a+message', '/guide/'],
    ['/guide/plan/orders/', '/guide/plan/orders'],
    ['/guide/integrate', '/guide/integrate/'],
  ] as const) {
    const { status, headers } = await request(url, 'GET', path)
    assert.deepEqual([status, headers.get('location')], [308, target], path)
  }
  for (const path of ['/guide/', '/guide/plan/orders', '/guide/integrate/', '/guide/changelog?x=1']) {
    const { status, headers, text } = await request(url, 'GET', path)
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path)
    assert.match(text, /<h1 /)
    assert.equal((await request(url, 'HEAD', path)).status, 200)
  }
  assert.equal((await request(url, 'POST', '/guide/')).status, 404)
})

test('an unknown page has status 404 and the 404 page of the guide', async () => {
  for (const path of ['/guide/nothing', '/guide/plan/nothing/', '/guide/stamp', '/guide/index.html', '/guide/%00']) {
    const { status, headers, text } = await request(url, 'GET', path)
    assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
    assert.equal(text, read('404.html'))
  }
  for (const path of ['/guide/assets/nothing.js', '/guide/assets/chunks'])
    assert.equal((await request(url, 'GET', path)).json.data.code, 'NOT_FOUND', path)
  assert.match((await request(url, 'GET', '/guides', { headers: { accept: 'text/html' } })).text, /id="console"/)
})

/** Sends a path exactly as it is, which `fetch` would shorten. */
const sendRaw = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })

test('no path leads out of the folder of the guide', async () => {
  for (const path of [
    '/guide/../../package.json',
    '/guide/..%2f..%2fpackage.json',
    '/guide/%2e%2e/%2e%2e/package',
    '/guide/plan/../../../package.json',
    '/guide/assets/../../../package.json',
    '/guide/assets/..%2f..%2f..%2fpackage.json',
    '/guide/assets/chunks/..%2f..%2findex.html',
    '/guide//etc/passwd',
    '/guide/..\\..\\package.json',
  ]) {
    const text = await sendRaw(path)
    assert.match(text, /^HTTP\/1\.1 404 /, path)
    assert.doesNotMatch(text, /"dependencies"|root:x:/, path)
  }
})

test('a page is revalidated by its ETag, and its files are compressed and cached permanently', async () => {
  const page = await request(url, 'GET', '/guide/plan/orders', { headers: { 'accept-encoding': 'br' } })
  assert.equal(page.headers.get('cache-control'), 'no-cache')
  assert.equal(page.headers.get('content-encoding'), 'br')
  const etag = page.headers.get('etag')!
  const again = await request(url, 'GET', '/guide/plan/orders', { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.text], [304, ''])
  const other = await request(url, 'GET', '/guide/plan/import', { headers: { 'if-none-match': etag } })
  assert.equal(other.status, 200)
  const script = /src="(\/guide\/assets\/app[^"]+\.js)"/.exec(pages.get('/guide/plan/orders')!)![1]!
  for (const encoding of ['br', 'gzip']) {
    const { status, headers } = await request(url, 'HEAD', script, { headers: { 'accept-encoding': encoding } })
    assert.deepEqual([status, headers.get('content-encoding')], [200, encoding])
    assert.match(headers.get('cache-control')!, /immutable/)
  }
})

test('the policy of each page allows its own scripts only', async () => {
  for (const [path, html] of [...pages, ['/guide/nothing', read('404.html')] as const]) {
    const { headers } = await request(url, 'HEAD', path)
    const policy = headers.get('content-security-policy')!
    const scripts = /script-src ([^;]+)/.exec(policy)![1]!
    assert.doesNotMatch(scripts, /unsafe|https?:|\*/, path)
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /connect-src 'self'/)
    assert.match(policy, /style-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'/)
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code!)
    assert.ok(inline.length > 0 && inline.length <= 2, `${path} has ${inline.length} inline scripts`)
    for (const code of inline)
      assert.ok(scripts.includes(`'sha256-${createHash('sha256').update(code).digest('base64')}'`), path)
    assert.doesNotMatch(html, /<style|<[a-z][^>]*\son\w+=/, path)
  }
})

const decodeHtml = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const anchorsOf = (html: string) => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!))

test('every error code has a section, at the address that an error response contains', () => {
  const codes = Object.keys(problemDefinitions) as ProblemCode[]
  for (const code of codes) {
    const [path, anchor] = helpPath(code).split('#')
    assert.ok(anchorsOf(pages.get(path!)!).has(anchor!), code)
  }
})

test('an error response links to the guide, with the public URL if there is one', async (t) => {
  const { help } = (await request(url, 'GET', '/v1/nothing')).json.data
  assert.equal(help, '/guide/generated/errors#not_found')
  assert.equal((await request(url, 'GET', help)).status, 200)
  const exposed = await startService(t, { publicUrl: 'https://dray.example.com/' })
  const absolute = (await request(exposed.url, 'GET', '/v1/consignments')).json.data.help
  assert.equal(absolute, 'https://dray.example.com/guide/generated/errors#unauthorized')
})

test('every link of a page leads to a page, an anchor or a file', async () => {
  const wrong: string[] = []
  const files = new Set<string>()
  let links = 0
  for (const [path, html] of pages)
    for (const [, name, value] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
      const target = new URL(decodeHtml(value!), new URL(path, url))
      if (target.origin !== new URL(url).origin) continue
      links++
      const page = pages.get(target.pathname)
      const anchor = decodeURIComponent(target.hash.slice(1))
      if (!page) files.add(target.pathname)
      else if (name === 'href' && anchor !== '' && !anchorsOf(page).has(anchor)) wrong.push(`${path}: ${value}`)
    }
  assert.ok(links > 5_000, `${links} links`)
  assert.deepEqual(wrong, [])
  for (const file of files) assert.equal((await request(url, 'GET', file)).status, 200, file)
  for (const served of ['/', '/docs', '/openapi.json']) assert.ok(files.has(served), served)
})

test('no page, script or style fetches a file of another host', () => {
  for (const [path, html] of pages)
    for (const [tag] of html.matchAll(/<(?:script|link|img|iframe|source|video|object|embed)\b[^>]*>/g))
      assert.doesNotMatch(tag, /\b(?:src|srcset|href|data)="(?:https?:)?\/\//, path)
  const code = globSync('assets/**/*.{js,css}', { cwd: dist })
  assert.ok(code.length > 100)
  const fetched =
    /(?:fetch|import|importScripts|sendBeacon|WebSocket|EventSource|url)\(\s*["'`]?(?:https?:)?\/\/.{0,60}/
  assert.deepEqual(
    code.flatMap((file) => read(file).match(fetched) ?? []),
    [],
  )
})

test('the navigation lists every page', () => {
  const listed = new Set(
    [...pages.values()].flatMap((html) => {
      const sidebar = html.slice(html.indexOf('<aside class="VPSidebar"'), html.indexOf('id="VPContent"'))
      return [...sidebar.matchAll(/href="([^"#]+)/g)].map(([, path]) => path!)
    }),
  )
  const known = new Set(['/guide/', '/guide/security-policy'])
  assert.deepEqual(
    [...pages.keys()].filter((path) => !listed.has(path) && !known.has(path)),
    [],
  )
})

test('the guide contains the pages of users and no pages of the sources', () => {
  for (const path of pages.keys()) assert.doesNotMatch(path, /contribute|decisions|recipes|built/)
  const index = pages.get('/guide/')!
  assert.doesNotMatch(index, /id="contribute"/)
  assert.match(index, /id="trust"/)
  assert.ok(existsSync(join(dist, 'hashmap.json')))
})
