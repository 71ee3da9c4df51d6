// The Bruno collection and the page of commands: every request of them is sent, and answered as they say.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { withoutCommands } from '../support/commands.ts'
import { request, startService } from '../support/harness.ts'

const folder = join(import.meta.dirname, '../../docs/bruno')

interface Bru {
  sequence: number
  method: string
  url: string
  body: string | undefined
  file: string | undefined
  saves: [name: string, path: string][]
  status: number
}

/** As much of the format as the collection uses. */
function parseBru(text: string): Bru {
  const blocks = new Map([...text.matchAll(/^([\w:-]+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => [name!, body!]))
  const pairs = (name: string) =>
    [...(blocks.get(name) ?? '').matchAll(/^ {2}([\w.]+): (.*)$/gm)].map(
      ([, key, value]) => [key!, value!] as [string, string],
    )
  const memberOf = (name: string, key: string) => pairs(name).find(([each]) => each === key)?.[1]
  const method = ['get', 'post', 'put', 'patch', 'delete'].find((each) => blocks.has(each))!
  return {
    sequence: Number(memberOf('meta', 'seq')),
    method: method.toUpperCase(),
    url: memberOf(method, 'url')!,
    body: blocks.get('body:json'),
    file: blocks.get('body:file'),
    saves: pairs('vars:post-response'),
    status: Number(/^eq (\d+)$/.exec(memberOf('assert', 'res.status')!)![1]),
  }
}

const files = readdirSync(folder).filter((name) => name.endsWith('.bru'))

test('the collection has every endpoint that a token may use, and no other', () => {
  const wanted = (Object.values(endpoints) as EndpointShape[]).filter(({ scope }) => scope !== undefined)
  assert.deepEqual(files.sort(), wanted.map(({ id }) => `${id}.bru`).sort())
})

const opened = async (t: { after(fn: () => unknown): void }) => {
  const service = await startService(t)
  const { token } = await service.environment()
  return { url: service.url, token }
}

test('every request of the collection is answered as it says', async (t) => {
  const { url, token } = await opened(t)
  const known = new Map([
    ['baseUrl', url],
    ['token', token],
  ])
  const put = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => known.get(name) ?? assert.fail(`${name} is not known`))
  const requests = files
    .map((name) => ({ name, ...parseBru(readFileSync(join(folder, name), 'utf8')) }))
    .sort((a, b) => a.sequence - b.sequence)
  for (const { name, method, url: target, body, file, saves, status } of requests) {
    const [, photo, type] = /@file\((.+)\) @contentType\((.+)\)/.exec(file ?? '') ?? []
    const answer = await request(url, method, put(target), {
      headers: { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(photo === undefined ? {} : { body: readFileSync(join(folder, photo)) }),
      ...(body === undefined ? {} : { body: put(body) }),
    })
    assert.equal(answer.status, status, `${name}: ${answer.text}`)
    for (const [variable, path] of saves) {
      const steps = path
        .replace(/^res\.body\./, '')
        .split(/[.[\]]+/)
        .filter((step) => step !== '')
      const value = steps.reduce((place, step) => place?.[step], answer.json)
      assert.equal(typeof value, 'string', `${name} gives ${variable}`)
      known.set(variable, value)
    }
  }
})

test('every command of docs/curl.md works', { skip: withoutCommands('bash', 'curl') }, async (t) => {
  const { url, token } = await opened(t)
  const page = readFileSync(join(folder, '../curl.md'), 'utf8')
  const blocks = [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
  const run = promisify(execFile)('bash', ['-c', ['set -euo pipefail', ...blocks].join('\n')], {
    env: { ...process.env, BASE: url, TOKEN: token },
    timeout: 120_000,
    maxBuffer: 2 ** 26,
  })
  await run.catch((error) => assert.fail(`${error.message.slice(-1_500)}\n${error.stdout.slice(-1_500)}`))
})
