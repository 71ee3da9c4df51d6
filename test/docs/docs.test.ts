// Every command of the pages is run, from top to bottom, beside a real server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '../../client/client.ts'
import { type EndpointShape, takesIdempotencyKey } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import * as admin from '../../server/admin/database.ts'
import { withoutCommands } from '../support/commands.ts'
import { startService } from '../support/harness.ts'

const root = join(import.meta.dirname, '../..')
const page = (name: string) => readFileSync(join(root, name), 'utf8')

const blocks = (text: string): string[] => [...text.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)

/** The program that npx finds, without the seconds that npm takes to find it. */
const shortcut = `npx() { "${process.execPath}" "bin/$1.js" "\${@:2}"; }`

/** Puts an order there whose key makes JSON harder to take apart; answers whether it has left. */
async function onExportList(url: string, token: string): Promise<() => Promise<boolean>> {
  const { call } = createClient({ baseUrl: url, token })
  const consigneeAddress = { line1: 'a', city: 'b', postalCode: 'c', country: 'GB' }
  const order = { key: '"d", \\ {e}', type: 'delivery', consigneeAddress } as const
  const { consignmentId } = (await call(endpoints.createConsignment, { body: order })).data
  return async () => !(await call(endpoints.listExport)).data.some((entry) => entry === consignmentId)
}

const pages = [
  'README.md',
  'docs/interface.md',
  'docs/operations.md',
  'docs/import.md',
  'docs/finding.md',
  'docs/events.md',
  'docs/people.md',
  'docs/security.md',
]
for (const name of pages) {
  test(`the commands of ${name} work`, { skip: withoutCommands('bash', 'curl') }, async (t) => {
    const { config, url } = await startService(t, { demo: true })
    const token = await admin.createToken(config, { environment: 'default', scopes: ['*'] }, Date.now())
    const isTakenOver = name === 'docs/interface.md' ? await onExportList(url, token) : async () => true
    const commands = blocks(page(name))
    assert.ok(commands.length > 0)
    // One shell for the page, as a reader has it: later commands use what earlier ones set.
    const script = ['set -euo pipefail', shortcut, ...commands].join('\n').replaceAll('http://127.0.0.1:8080', url)
    const environment = { ...process.env, DRAY_DATA: config.data, BASE: url, TOKEN: token }
    const run = promisify(execFile)('bash', ['-c', script], { cwd: root, env: environment, timeout: 300_000 })
    await run.catch((error) => assert.fail(`${error.message}\n${error.stdout}\n${error.stderr}`))
    assert.ok(await isTakenOver(), 'the loop empties the export list, whatever is on it')
  })
}

test('the README starts and tests as the scripts do', () => {
  const { bin, scripts } = JSON.parse(page('package.json'))
  assert.deepEqual(bin, { dray: 'bin/dray.js' })
  assert.match(page('README.md'), /^npm ci && npm start$/m)
  assert.match(page('README.md'), /^npm ci && npm test$/m)
  assert.match(page('.ci/run'), /^npm ci && npm test$/m)
  assert.ok(scripts.start && scripts.test)
})

test('the index of decisions has every one of them, under its title', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d/.test(file))
  const lines = files.map((file) => `- [${page(`docs/decisions/${file}`).split('\n')[0]!.slice(2)}](${file})`)
  assert.deepEqual(page('docs/decisions/README.md').match(/^- .*$/gm), lines.sort())
})

test('the numbers of migrations that are missing are named, and the next one', () => {
  const numbers = readdirSync(join(root, 'server/migrations')).flatMap((file) => file.match(/^\d{4}(?=_)/) ?? [])
  const all = Array.from({ length: Number(numbers.sort().at(-1)) + 1 }, (_, index) =>
    String(index + 1).padStart(4, '0'),
  )
  const next = all.pop()
  const missing = all.filter((number) => !numbers.includes(number))
  const said = page('server/migrations/README.md')
  assert.deepEqual(/^(.*?) were never used/m.exec(said)![1]!.split(/, | and /), missing)
  assert.equal(/The next number is (\d{4})/.exec(said)![1], next)
})

test('links between the pages lead somewhere', () => {
  for (const name of globSync(['*.md', 'console/*.md', 'docs/**/*.md'], { cwd: root }))
    for (const [, target] of page(name).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(root, name, '..', target!)), `${name} → ${target}`)
})

test('every endpoint on which an Idempotency-Key has no effect is named where keys are explained', () => {
  const section = /^## Creating twice\n([\s\S]*?)^## /m.exec(page('docs/interface.md'))![1]!
  const without = Object.values<EndpointShape>(endpoints).filter(
    (endpoint) => endpoint.scope && /^P/.test(endpoint.method) && !takesIdempotencyKey(endpoint),
  )
  assert.ok(without.length >= 12, `${without.length}`)
  for (const { method, path } of without) assert.ok(section.includes(`\`${method} ${path}\``), `${method} ${path}`)
  const named = new Set(section.match(/`(?:POST|PUT|PATCH) \/v1\/[^`]*`/g))
  assert.equal(named.size, without.length, 'and no other')
})
