// The package as npm packs it: its client works from plain JavaScript, with nothing installed beside it.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService, temporaryFolder } from '../support/harness.ts'

const root = join(import.meta.dirname, '../..')

/** Plain JavaScript, as somebody else writes it. */
const script = `
import { ApiProblem, createClient, endpoints, followEvents, importInBatches, importStream, pagesOf } from 'dray/client'
const settings = { baseUrl: process.argv[2], token: process.argv[3] }
const client = createClient(settings)
const order = (key) => ({ key, type: 'delivery', consigneeAddress: { line1: 'a', city: 'b', postalCode: 'c', country: 'GB' } })
function* orders(prefix, count) { for (let n = 0; n < count; n++) yield order(prefix + n) }
const seen = { batches: 0, stream: 0, listed: 0, events: 0 }
for await (const { status } of importInBatches(client, orders('A', 620))) if (status === 'created') seen.batches++
const stream = importStream(settings, orders('B', 330), { mode: 'upsert' })
for (let next = await stream.next(); ; next = await stream.next()) {
  if (next.done) { seen.summary = next.value; break }
  seen.stream++
}
for await (const page of pagesOf(client, endpoints.listConsignments, { limit: '200', view: 'compact' })) seen.listed += page.consignments.length
for await (const event of followEvents(client, { types: 'consignment.created' })) if (event.record.key && ++seen.events === 950) break
try { await client.call(endpoints.createConsignment, { body: order('A1') }) }
catch (error) { seen.problem = error instanceof ApiProblem && error.code }
console.log(JSON.stringify(seen))
`

test('the packed client imports, lists, follows and tells its problems', async (t) => {
  const folder = temporaryFolder(t)
  const tools = join(root, 'node_modules/.bin')
  execFileSync(join(tools, 'tsc'), ['-p', 'tsconfig.client.json'], { cwd: root })
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root, stdio: 'ignore' })
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const place = join(folder, 'node_modules/dray')
  mkdirSync(place, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, tarball!), '-C', place, '--strip-components', '1'])
  const { exports } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  for (const path of Object.values(exports['./client'] as Record<string, string>)) readFileSync(join(place, path))
  const service = await startService(t)
  const { token } = await service.environment()
  await new Promise((resolve) => setTimeout(resolve, 600))
  writeFileSync(join(folder, 'script.mjs'), script)
  const out = (await promisify(execFile)(process.execPath, ['script.mjs', service.url, token], { cwd: folder })).stdout
  assert.deepEqual(JSON.parse(out), {
    batches: 620,
    stream: 330,
    listed: 950,
    events: 950,
    summary: { rows: 330, created: 330, updated: 0, unchanged: 0, failed: 0 },
    problem: 'KEY_EXISTS',
  })
})

test('the packed client takes nothing but what the web has', () => {
  const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  assert.ok(files.length > 10)
  for (const file of files)
    for (const [, from] of readFileSync(join(root, 'dist', file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g))
      assert.match(from!, /^\.{1,2}\//, `${file} imports ${from}`)
})
