// `@dray/client` as npm packs and installs it: small, compiled under every way of resolving modules, at work from plain JavaScript.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { parseSync } from 'vite'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { isLoose, offered } from '../../deploy/client/contract.ts'
import { packClient } from '../../deploy/client/pack.ts'
import { startService } from '../support/harness.ts'

const root = join(import.meta.dirname, '../..')

/** Plain JavaScript, as somebody else writes it. */
const script = `
import { ApiProblem, createClient, endpoints, followEvents, importFile, importInBatches, importStream, pagesOf } from '@dray/client'
const settings = { baseUrl: process.argv[2], token: process.argv[3] }
const order = (key) => ({ key, type: 'delivery', consigneeAddress: { line1: 'a', city: 'b', postalCode: 'c', country: 'GB' } })
function* orders(prefix, count) { for (let n = 0; n < count; n++) yield order(prefix + n) }
const seen = { batches: 0, stream: 0, listed: 0, events: 0, keys: new Set() }
// Every first answer is lost on its way, after the service has done what it was asked for.
let sent = 0
const lossy = async (url, options) => {
  const answer = await fetch(url, options)
  if (options.method === 'POST') seen.keys.add(options.headers.get('idempotency-key'))
  if (sent++ % 2 === 0) throw new TypeError('the connection was lost')
  return answer
}
const client = createClient({ ...settings, fetch: lossy })
for await (const { status } of importInBatches(client, orders('A', 510))) if (status === 'created') seen.batches++
const stream = importStream(settings, orders('B', 40), { mode: 'upsert' })
for (let next = await stream.next(); ; next = await stream.next()) {
  if (next.done) { seen.summary = next.value; break }
  seen.stream++
}
for await (const page of pagesOf(client, endpoints.listConsignments, { limit: 300, view: 'compact', total: false })) seen.listed += page.consignments.length
for await (const event of followEvents(client, { types: 'consignment.created' })) if (event.record.key && ++seen.events === 550) break
const file = new Blob(['order,street,city,postcode,Land\\nC1,a,b,c,GB\\nC2,,b,c,GB\\n'], { type: 'text/csv' })
const { importId, state, summary, failedRows } = await importFile(client, file, { map: { Land: 'country' }, set: { type: 'collection' } })
seen.file = [state, summary.created, failedRows.map(({ line, key }) => [line, key])]
seen.collection = (await client.call(endpoints.getConsignment, { query: { key: 'C1' } })).data.type
seen.result = (await (await client.call(endpoints.getImportResult, { params: { importId } })).data.text()).includes('C2')
try { await client.call(endpoints.createConsignment, { body: order('A1') }) }
catch (error) { seen.problem = error instanceof ApiProblem && error.code }
console.log(JSON.stringify({ ...seen, keys: seen.keys.size, sent }))
`

/** What the types must say, and what they must refuse. */
const program = `
import { ApiProblem, type ConsignmentInput, createClient, endpoints, followEvents, importInBatches, pagesOf } from '@dray/client'
const order: ConsignmentInput = { key: 'A', type: 'delivery', consigneeAddress: { line1: 'a', city: 'b', postalCode: 'c', country: 'GB' } }
const client = createClient({ baseUrl: 'https://dray.example.com', token: async () => 'secret' })
const created = await client.call(endpoints.createConsignment, { body: order, query: { timezone: 'Europe/London' } })
const id: string = created.data.consignmentId
const read = await client.call(endpoints.getConsignmentById, { params: { consignmentId: id } })
const weight: number | null = read.data.weight
await client.call(endpoints.updateConsignmentById, { params: { consignmentId: id }, body: { weight: null, consigneeAddress: { line2: 'b' } } })
for await (const page of pagesOf(client, endpoints.listConsignments, { limit: 200 })) page.consignments.length satisfies number
for await (const event of followEvents(client, { after: 'latest' })) event.record.key satisfies string | undefined
for await (const { status, errors } of importInBatches(client, [order])) if (status === 'failed') errors?.[0]?.path satisfies string | undefined
const pdf: Blob = (await client.call(endpoints.getConsignmentLabels, { params: { consignmentId: id } })).data
const settings: unknown = (await client.call(endpoints.getEnvironment)).data
// @ts-expect-error: an order needs its key
await client.call(endpoints.createConsignment, { body: { type: 'delivery', consigneeAddress: order.consigneeAddress } })
// @ts-expect-error: the id is part of the path
await client.call(endpoints.getConsignmentById)
// @ts-expect-error: there is no such member
read.data.wieght
// @ts-expect-error: neither is there such an endpoint
endpoints.createTokens
export const used = [weight, pdf, settings, ApiProblem]
`

/** Every type of the package beside the one of the contract that it was written from. */
const agreement = (endpoints: readonly EndpointShape[]) => `
import type { Endpoints, BodyOf as Body, DataOf as Data, ParamsOf as Params, QueryOf as Query } from '@dray/client'
import type { BodyOf, DataOf, ParamsOf, QueryOf } from '${root}/contract/endpoint.ts'
import type { EndpointMap as Contract } from '${root}/contract/index.ts'
type Fits<Given, Wanted> = [Given] extends [Wanted] ? true : { given: Given; wanted: Wanted }
// A patch of the contract is open, for members that are only sent back.
type Known<T> = T extends object ? { [K in keyof T as string extends K ? never : K]: T[K] } : T
export const fits: true[] = []
${endpoints
  .map(
    ({ id, upload, rows }) => `
type P_${id} = Endpoints['${id}']
type C_${id} = Contract['${id}']
fits.push(null! as Fits<DataOf<C_${id}>, Data<P_${id}>>, null! as Fits<ParamsOf<C_${id}>, Params<P_${id}>>, null! as Fits<Params<P_${id}>, ParamsOf<C_${id}>>, null! as Fits<QueryOf<C_${id}>, Query<P_${id}>>)
${upload || rows ? '' : `fits.push(null! as Fits<keyof Known<BodyOf<C_${id}>>, keyof Body<P_${id}>>, null! as Fits<Body<P_${id}>, Known<BodyOf<C_${id}>>>)`}`,
  )
  .join('')}`

const strictly = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2022',
  types: [],
}
const resolutions: Record<string, object> = {
  node16: { module: 'node16', moduleResolution: 'node16', lib: ['es2022', 'dom', 'dom.iterable'] },
  nodenext: { module: 'nodenext', lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] },
}

suite('@dray/client, packed and installed', () => {
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dray-test-'))
    const tarball = await packClient(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'integrator', private: true, type: 'module' }))
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder, stdio: 'ignore' })
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const place = () => join(folder, 'node_modules/@dray/client')

  const compile = (name: string, source: string, options: object) => {
    writeFileSync(join(folder, `${name}.ts`), source)
    const config = join(folder, `${name}.json`)
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...strictly, ...options }, files: [`${name}.ts`] }))
    const tsc = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', config, '--checkers', '1'], {
      cwd: folder,
    })
    return tsc.catch((error) => assert.fail(`${name}: ${error.stdout.slice(0, 2_000)}`))
  }

  test('the package is small and complete, and has no dependencies', () => {
    const files = globSync('**', { cwd: place() }).filter((name) => statSync(join(place(), name)).isFile())
    for (const name of ['LICENSE', 'README.md', 'entry.js', 'entry.d.ts']) assert.ok(files.includes(name), name)
    const bytes = files.reduce((sum, name) => sum + statSync(join(place(), name)).size, 0)
    assert.ok(bytes < 64_000, `${bytes} bytes: docs/decisions/0045 says what can be left out`)
    const manifest = JSON.parse(readFileSync(join(place(), 'package.json'), 'utf8'))
    const server = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    assert.equal(manifest.name, '@dray/client')
    assert.equal(manifest.version, server.version)
    assert.equal(manifest.dependencies, undefined)
    const entry = readFileSync(join(place(), 'entry.js'), 'utf8')
    const { staticImports, dynamicImports } = parseSync('entry.js', entry).module
    assert.deepEqual([...staticImports, ...dynamicImports], [])
    assert.ok(!/\brequire\(|\bprocess\.|\bBuffer\b/.test(entry))
    assert.equal(server.exports, undefined)
  })

  for (const [name, options] of Object.entries(resolutions))
    test(`the package compiles strictly with ${name}`, async () => {
      await compile(name, program, options)
    })

  test('the package has the types of the contract', async () => {
    const typed = offered.filter((endpoint) => !isLoose(endpoint))
    assert.ok(typed.length > 80)
    await compile('agreement', agreement(typed), {
      ...resolutions.bundler,
      allowImportingTsExtensions: true,
      lib: ['esnext', 'dom', 'dom.iterable'],
    })
  })

  test('the packed client imports, lists, follows and returns errors despite lost responses', async (t) => {
    const service = await startService(t)
    const { token } = await service.environment()
    writeFileSync(join(folder, 'script.mjs'), script)
    const out = (await promisify(execFile)(process.execPath, ['script.mjs', service.url, token], { cwd: folder }))
      .stdout
    const { sent, ...seen } = JSON.parse(out)
    assert.deepEqual(seen, {
      batches: 510,
      stream: 40,
      listed: 550,
      events: 550,
      // Two batches, a file and one order, each sent twice under one key.
      keys: 4,
      file: ['done', 1, [[3, 'C2']]],
      collection: 'collection',
      result: true,
      summary: { rows: 40, created: 40, updated: 0, unchanged: 0, failed: 0 },
      problem: 'KEY_EXISTS',
    })
    assert.ok(sent >= 6)
  })
})
