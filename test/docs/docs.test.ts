// Every command of the pages is run, from top to bottom, beside a real server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '../../client/client.ts'
import { aboutTexts } from '../../console/about/words.ts'
import { canHaveIdempotencyKey, type EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { buildOpenapi } from '../../contract/openapi.ts'
import { buildOpenapi30 } from '../../contract/openapi-older.ts'
import { productDescription } from '../../contract/product.ts'
import * as admin from '../../server/admin/database.ts'
import { withoutCommands } from '../support/commands.ts'
import { request, startService, temporaryFolder } from '../support/harness.ts'

const root = join(import.meta.dirname, '../..')
const page = (name: string) => readFileSync(join(root, name), 'utf8')

/** Returns the blocks of commands of a page, also those that are indented below the step of a list. */
const blocks = (text: string): string[] =>
  [...text.matchAll(/^( *)```bash\n([\s\S]*?)^\1```$/gm)].map(([, , block]) => block!)

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

/** Pages whose commands other tests run. */
const runElsewhere = [
  'docs/generated/curl.md',
  'docs/integrate/webhooks.md',
  'docs/integrate/webhook-signatures.md',
  'docs/quickstart.md',
]
const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: root }).filter(
  (name) => !runElsewhere.includes(name) && blocks(page(name)).length > 0,
)
/** Runs commands in one shell, as a reader does: later commands use the variables of earlier ones. */
async function runCommands(commands: string[], environment: Record<string, string>): Promise<void> {
  const script = ['set -euo pipefail', shortcut, ...commands].join('\n')
  const options = { cwd: root, env: { ...process.env, ...environment }, timeout: 300_000 }
  const run = promisify(execFile)('bash', ['-c', script], options)
  await run.catch((error) => assert.fail(`${error.message}\n${error.stdout}\n${error.stderr}`))
}

const isForIntegrators = (name: string) => name.startsWith('docs/integrate/')
const isForOperators = (name: string) => /^docs\/(operate|trust)\//.test(name)

/** Runs the commands of pages on one service with the demo, each page in a shell of its own. */
function testCommands(names: string[]): void {
  test(`the commands of ${names.join(', ')} work`, { skip: withoutCommands('bash', 'curl') }, async (t) => {
    const { config, url } = await startService(t, { demo: true })
    const token = await admin.createToken(config, { environment: 'default', scopes: ['*'] }, Date.now())
    for (const name of names)
      await t.test(name, async () => {
        const commands = blocks(page(name)).map((block) => block.replaceAll('http://127.0.0.1:8080', url))
        await runCommands(commands, { DRAY_DATA: config.data, BASE: url, TOKEN: token })
      })
  })
}

// The page about users creates accounts, so it has a service of its own.
const alone = pages.filter(
  (name) => name === 'docs/operate/users.md' || !(isForIntegrators(name) || isForOperators(name)),
)
for (const name of alone) testCommands([name])
testCommands(pages.filter((name) => isForOperators(name) && !alone.includes(name)))

test('the commands of the pages for integrators work', { skip: withoutCommands('bash', 'curl') }, async (t) => {
  const { config, url, environment } = await startService(t)
  const names = pages.filter(isForIntegrators)
  assert.ok(names.length > 20, `${names.length}`)
  for (const name of names)
    await t.test(name, async () => {
      const { token } = await environment()
      const isTakenOver = name === 'docs/integrate/export-list.md' ? await onExportList(url, token) : async () => true
      await runCommands(blocks(page(name)), { DRAY_DATA: config.data, BASE: url, TOKEN: token })
      assert.ok(await isTakenOver(), 'the loop empties the export list, whatever is on it')
    })
})

test('the commands of docs/quickstart.md work', { skip: withoutCommands('bash', 'curl') }, async (t) => {
  const { config, url } = await startService(t, { demo: true })
  const [send, readProof, ...more] = blocks(page('docs/quickstart.md'))
  assert.ok(send && readProof && more.length === 0)
  // Stands for the phone, on which a reader records the outcome.
  const record = blocks(page('docs/integrate/first-order.md')).find((block) => block.includes('SIGNATURE='))!
  const folder = temporaryFolder(t)
  const commands = [send, record, `cd "${folder}"`, readProof]
  await runCommands(
    commands.map((block) => block.replaceAll('http://127.0.0.1:8080', url)),
    { DRAY_DATA: config.data, BASE: url },
  )
  assert.match(readFileSync(join(folder, 'proof.pdf'), 'latin1'), /^%PDF/)
})

test('the page about the command line lists every command', () => {
  const sources = globSync('cli/*.ts', { cwd: root }).map(page).join('\n')
  const commands = [...sources.matchAll(/\.command\('([\w-]+)/g)].map(([, name]) => name!)
  const table = /^## All commands\n([\s\S]*?)^## /m.exec(page('docs/operate/command-line.md'))![1]!
  const listed = new Set([...table.matchAll(/`([^`]+)`/g)].flatMap(([, words]) => words!.split(' ')))
  assert.ok(commands.length > 30, `${commands.length}`)
  assert.deepEqual(
    commands.filter((name) => !listed.has(name)),
    [],
  )
})

test('the README contains the commands of the start and test scripts', () => {
  const { bin, scripts } = JSON.parse(page('package.json'))
  assert.deepEqual(bin, { dray: 'bin/dray.js' })
  assert.match(page('README.md'), /^npm ci && npm start$/m)
  assert.match(page('README.md'), /^npm ci && npm test$/m)
  assert.match(page('.ci/run'), /^npm ci && npm test$/m)
  assert.ok(scripts.start && scripts.test)
})

test('the index of decisions lists each decision with its title', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d/.test(file))
  const lines = files.map((file) => `- [${page(`docs/decisions/${file}`).split('\n')[0]!.slice(2)}](${file})`)
  assert.deepEqual(page('docs/decisions/README.md').match(/^- .*$/gm), lines.sort())
})

test('the README of the migrations lists the missing numbers and the next one', () => {
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

test('every endpoint on which an Idempotency-Key has no effect is named where keys are explained', () => {
  const section = /^## When a key has no effect\n([\s\S]*?)^## /m.exec(page('docs/integrate/retries.md'))![1]!
  const without = Object.values<EndpointShape>(endpoints).filter(
    (endpoint) => endpoint.scope && /^P/.test(endpoint.method) && !canHaveIdempotencyKey(endpoint),
  )
  assert.ok(without.length >= 12, `${without.length}`)
  for (const { method, path } of without) assert.ok(section.includes(`\`${method} ${path}\``), `${method} ${path}`)
  const named = new Set(section.match(/`(?:POST|PUT|PATCH) \/v1\/[^`]*`/g))
  assert.equal(named.size, without.length, 'and no other')
})

test('the package, the API documents, the command line and the console describe Dray with the same sentence', async () => {
  const help = await promisify(execFile)(process.execPath, [join(root, 'bin/dray.js'), '--help'])
  const older = buildOpenapi30('0').info as { description: string }
  assert.equal(JSON.parse(page('package.json')).description, productDescription)
  assert.equal(/^Description=(.*)$/m.exec(page('deploy/dray.service'))![1], productDescription)
  assert.equal(buildOpenapi('0').info.summary, productDescription)
  assert.ok(older.description.startsWith(productDescription))
  assert.ok(help.stdout.replace(/\s+/g, ' ').includes(productDescription), help.stdout)
  assert.ok(aboutTexts.about.en.startsWith(productDescription))
  for (const part of ['optimisation', 'driver', 'proofs', 'tracking'])
    assert.ok(productDescription.includes(part), part)
})

test('the service keeps exactly the request ids that docs/integrate/errors.md allows', async (t) => {
  const { url } = await startService(t)
  const rule = /^You can send your own id: 1 to (\d+) ASCII letters, digits, (.*)\.\nDray/m.exec(
    page('docs/integrate/errors.md'),
  )!
  const [, length, marks] = rule as unknown as [string, string, string]
  const allowed = new RegExp(
    `^[A-Za-z0-9${marks
      .match(/(?<=`).(?=`)/g)!
      .map((mark) => `\\${mark}`)
      .join('')}]+$`,
  )
  const isKept = async (id: string) => {
    const { headers } = await request(url, 'GET', '/health/live', { headers: { 'x-request-id': id } })
    return headers.get('x-request-id') === id
  }
  for (let code = 0x21; code < 0x7f; code++) {
    const character = String.fromCharCode(code)
    assert.equal(await isKept(character), allowed.test(character), character)
  }
  assert.deepEqual(
    [await isKept('x'.repeat(Number(length))), await isKept('x'.repeat(Number(length) + 1))],
    [true, false],
  )
})

test('the sources emit every documented code of a single error', () => {
  const sources = globSync('{server,contract,client,cli}/**/*.ts', { cwd: root })
    .filter((name) => name !== 'contract/problem.ts' && !name.includes('node_modules'))
    .map(page)
    .join('\n')
  // The value of `code`, or an argument of a function that makes an error.
  const places = sources.match(/(?:\bcode:|\b(?:createError|createFieldError|createBadRequest)\()[^;{}]{0,160}/g)!
  const emitted = new Set(places.flatMap((place) => place.match(/(?<=')[a-z_]+(?=')/g) ?? []))
  const documented = /<!-- generated: faults -->\n([\s\S]*?)<!-- end -->/.exec(
    page('docs/generated/field-errors.md'),
  )![1]!
  const codes = [...documented.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code!)
  assert.ok(codes.length > 40, `${codes.length}`)
  assert.deepEqual(
    codes.filter((code) => !emitted.has(code)),
    [],
  )
})
