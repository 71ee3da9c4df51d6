// `@dray/client` in a browser: built as the package is, loaded as a plain module, at work beside the service.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildClient } from '../../deploy/client/pack.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { onLoopback } from '../support/loopback.ts'

/** Runs in the page, as somebody else writes it. */
const script = `(async (token) => {
  const { ApiProblem, createClient, endpoints, followEvents, importInBatches, pagesOf } = await import('/entry.js')
  const client = createClient({ baseUrl: location.origin + '/behind', token })
  const order = (key) => ({ key, type: 'delivery', consigneeAddress: { line1: 'a', city: 'b', postalCode: 'c', country: 'GB' } })
  const seen = { listed: [], events: [] }
  const created = await client.call(endpoints.createConsignment, { body: order('WEB-0') })
  const { consignmentId } = created.data
  const read = await client.call(endpoints.getConsignmentById, { params: { consignmentId } })
  seen.read = [read.data.key, read.etag === created.etag]
  for await (const { status } of importInBatches(client, [1, 2, 3, 4].map((n) => order('WEB-' + n)))) seen.imported = status
  for await (const page of pagesOf(client, endpoints.listConsignments, { limit: '2', sort: 'key' }))
    seen.listed.push(page.consignments.map(({ key }) => key))
  for await (const { record } of followEvents(client, { types: 'consignment.created' })) if (seen.events.push(record.key) === 5) break
  try { await client.call(endpoints.createConsignment, { body: order('WEB-1') }) }
  catch (error) { seen.problem = [error instanceof ApiProblem, error.code, error.status, typeof error.consignmentId] }
  try { await client.call(endpoints.createConsignment, { body: { key: 'X', type: 'gift' } }) }
  catch (error) { seen.faults = error.errors.map(({ path }) => path).sort() }
  return seen
})`

test('the packaged client works in a browser', { skip: noBrowser }, async (t) => {
  const folder = temporaryFolder(t)
  await buildClient(folder)
  const service = await startService(t)
  const { token } = await service.environment()
  // A page may ask its own origin only: as a site would, this one has the service behind a path of its own.
  const site = createServer((asked, answer) => {
    const path = asked.url!
    if (path.startsWith('/behind/')) {
      const { method, headers } = asked
      const onward = forward(new URL(path.slice('/behind'.length), service.url), { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode!, reply.headers)
        reply.pipe(answer)
      })
      asked.pipe(onward)
      answer.on('close', () => onward.destroy())
    } else if (/^\/[\w/.-]+\.js$/.test(path) && !path.includes('..'))
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(folder, path)))
    else answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><link rel="icon" href="data:,">')
  })
  const port = await onLoopback(t, site)
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(`http://127.0.0.1:${port}/`)
  assert.deepEqual(await page.evaluate(`${script}('${token}')`), {
    read: ['WEB-0', true],
    imported: 'created',
    listed: [['WEB-0', 'WEB-1'], ['WEB-2', 'WEB-3'], ['WEB-4']],
    events: ['WEB-0', 'WEB-1', 'WEB-2', 'WEB-3', 'WEB-4'],
    problem: [true, 'KEY_EXISTS', 409, 'string'],
    faults: ['/consigneeAddress', '/type'],
  })
  assert.deepEqual(faults, [])
})
