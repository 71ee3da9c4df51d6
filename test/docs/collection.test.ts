// The collections for Bruno and Postman and the page of commands: every request of them is sent, and answered as they say.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { build } from '../../docs/generate.ts'
import { withoutCommands } from '../support/commands.ts'
import { request, startService } from '../support/harness.ts'

const built = mkdtempSync(join(tmpdir(), 'dray-docs-'))
after(() => rmSync(built, { recursive: true, force: true }))
build(built)
const folder = join(built, 'bruno')

interface Sent {
  name: string
  method: string
  url: string
  body: string | Buffer | undefined
  type: string | undefined
  saves: [name: string, path: string][]
  statuses: number[]
}

const numbers = (text: string) => text.split(',').map(Number)

/** As much of the format as the collection uses. */
function parseBru(text: string): Sent & { sequence: number } {
  const blocks = new Map([...text.matchAll(/^([\w:-]+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => [name!, body!]))
  const pairs = (name: string) =>
    [...(blocks.get(name) ?? '').matchAll(/^ {2}([\w.]+): (.*)$/gm)].map(
      ([, key, value]) => [key!, value!] as [string, string],
    )
  const memberOf = (name: string, key: string) => pairs(name).find(([each]) => each === key)?.[1]
  const method = ['get', 'post', 'put', 'patch', 'delete'].find((each) => blocks.has(each))!
  const [, photo, type] = /@file\((.+)\) @contentType\((.+)\)/.exec(blocks.get('body:file') ?? '') ?? []
  return {
    sequence: Number(memberOf('meta', 'seq')),
    name: memberOf('meta', 'name')!,
    method: method.toUpperCase(),
    url: memberOf(method, 'url')!,
    body: photo === undefined ? blocks.get('body:json') : readFileSync(join(folder, photo)),
    type,
    saves: pairs('vars:post-response').map(([name, path]) => [name, path.replace(/^res\.body\./, '')]),
    statuses: numbers(/^(?:eq|in) ([\d, ]+)$/.exec(memberOf('assert', 'res.status')!)![1]!),
  }
}

interface PostmanItem {
  name: string
  event: { script: { exec: string[] } }[]
  request: {
    method: string
    header: { key: string; value: string }[]
    body?: { mode: 'raw'; raw: string } | { mode: 'file'; file: { src: string } }
    url: { raw: string; host: string[]; path: string[]; query: { key: string; value: string }[] }
  }
}

/** By the parts of the address, from which Postman itself builds it. */
function parsePostman({ name, event, request: { method, header, body, url } }: PostmanItem): Sent {
  const exec = event.flatMap(({ script }) => script.exec)
  const query = url.query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')
  const address = `${url.host.join('.')}/${url.path.join('/')}${query === '' ? '' : `?${query}`}`
  assert.equal(address, url.raw, name)
  return {
    name,
    method,
    url: address,
    body: body?.mode === 'file' ? readFileSync(join(built, body.file.src)) : body?.raw,
    type: header.find(({ key }) => key === 'Content-Type')?.value,
    saves: exec.flatMap((line) => {
      const [, variable, path] = /set\('(\w+)', pm\.response\.json\(\)\.(.+)\)$/.exec(line) ?? []
      return variable === undefined ? [] : [[variable, path!] as [string, string]]
    }),
    statuses: numbers(/oneOf\(\[([\d, ]+)\]\)/.exec(exec.join('\n'))![1]!),
  }
}

const files = readdirSync(folder).filter((name) => name.endsWith('.bru'))
const requests = {
  Bruno: files
    .map((name) => parseBru(readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => a.sequence - b.sequence),
  Postman: JSON.parse(readFileSync(join(built, 'postman.json'), 'utf8')).item.map(parsePostman) as Sent[],
}

test('the collections contain exactly the endpoints that a token may use', () => {
  const wanted = (Object.values(endpoints) as EndpointShape[]).filter(({ scope }) => scope !== undefined)
  assert.deepEqual(files.sort(), wanted.map(({ id }) => `${id}.bru`).sort())
  assert.deepEqual(requests.Postman.map(({ name }) => name).sort(), wanted.map(({ summary }) => summary).sort())
})

const opened = async (t: { after(fn: () => unknown): void }) => {
  const service = await startService(t)
  const { token, ordinary } = await service.environment()
  return { url: service.url, token, ordinary }
}

/** Sends them one after the other, as the programs do; answers the statuses. */
async function sendAll(all: readonly Sent[], url: string, token: string): Promise<number[]> {
  const known = new Map([['baseUrl', url]])
  const put = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => known.get(name) ?? whole)
  const seen: number[] = []
  for (const { name, method, url: target, body, type, saves, statuses } of all) {
    const answer = await request(url, method, put(target), {
      headers: { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? put(body) : body }),
    })
    assert.ok(statuses.includes(answer.status), `${name}: ${answer.text}`)
    seen.push(answer.status)
    if (answer.status >= 300) continue
    for (const [variable, path] of saves) {
      const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
      const value = steps.reduce((place, step) => place?.[step], answer.json)
      assert.equal(typeof value, 'string', `${name} gives ${variable}`)
      known.set(variable, value)
    }
  }
  return seen
}

test('all collections contain the same requests', () => {
  const plain = (all: readonly Sent[]) =>
    all.map(({ name, method, url, body, type, saves, statuses }) => {
      const content = typeof body === 'string' ? { json: JSON.parse(body) } : { file: body?.length, type }
      return { name, method, url, ...content, saves, statuses }
    })
  assert.deepEqual(plain(requests.Postman), plain(requests.Bruno))
})

test('every request of the collections has the documented response, also with the default token', async (t) => {
  const { url, token, ordinary } = await opened(t)
  const first = await sendAll(requests.Bruno, url, token)
  assert.deepEqual(
    first,
    requests.Bruno.map(({ statuses }) => statuses[0]),
  )
  // In an environment that is no sandbox, with `*` alone.
  const byDefault = await sendAll(requests.Postman, url, await ordinary())
  assert.deepEqual(
    byDefault,
    requests.Postman.map(({ statuses }) => statuses.at(-1)),
  )
})

test('every command of docs/generated/curl.md works', { skip: withoutCommands('bash', 'curl') }, async (t) => {
  const { url, token } = await opened(t)
  const page = readFileSync(join(import.meta.dirname, '../../docs/generated/curl.md'), 'utf8')
  const blocks = [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
  const run = promisify(execFile)('bash', ['-c', ['set -euo pipefail', ...blocks].join('\n')], {
    env: { ...process.env, BASE: url, TOKEN: token },
    timeout: 120_000,
    maxBuffer: 2 ** 26,
  })
  await run.catch((error) => assert.fail(`${error.message.slice(-1_500)}\n${error.stdout.slice(-1_500)}`))
})
