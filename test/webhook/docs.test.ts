// The pages on webhooks: their commands work, and their ways to verify a signature take the genuine and refuse the forged.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createWebhook, pingWebhook, updateWebhook } from '../../contract/webhook.ts'
import { withoutCommands } from '../support/commands.ts'
import { openCleanups, type Service, startService, temporaryFolder } from '../support/harness.ts'
import { startReceiver } from '../support/receiver.ts'

const page = ['webhooks', 'webhook-signatures']
  .map((name) => readFileSync(join(import.meta.dirname, `../../docs/integrate/${name}.md`), 'utf8'))
  .join('\n')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block!)
const run = promisify(execFile)

let started: Promise<Service> | undefined
const { whenOver, cleanUp } = openCleanups()
/** One for all: each test has an environment of its own. */
const open = () => (started ??= startService(whenOver, { webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8' }))
after(cleanUp)
const isVerifying = (block: string) => block.includes('openssl')

test('the commands of the page about webhooks work', { skip: withoutCommands('bash', 'curl') }, async (t) => {
  const service = await open()
  const { tokenWith } = await service.environment()
  const receiver = await startReceiver(t)
  const commands = blocks('bash').filter((block) => !isVerifying(block))
  const script = ['set -euo pipefail', ...commands, 'printf "\\nROTATED=%s\\n" "$ROTATED"'].join('\n')
  const environment = {
    BASE: service.url,
    TOKEN: await tokenWith(['webhooks:write', 'consignments:read']),
    HOOK_URL: receiver.url,
  }
  const { stdout } = await run('bash', ['-c', script], { env: { ...process.env, ...environment }, timeout: 60_000 })
  assert.match(stdout, /^ROTATED=.*"secret":"whsec_/m)
  assert.match(stdout, /"state":"delivered"/)
})

/** A message as it arrives, and the secret of its webhook. */
async function genuine(t: TestContext) {
  const service = await open()
  const { call } = await service.environment()
  const receiver = await startReceiver(t)
  const { data } = await call(createWebhook, { body: { url: receiver.url } })
  await call(pingWebhook, { params: { webhookId: data.webhookId } })
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]]
  return { secret: data.secret, body, headers: headers as Record<string, string> }
}

test('the shell example accepts genuine webhooks and rejects forged ones', {
  skip: withoutCommands('bash', 'openssl'),
}, async (t) => {
  const { secret, body, headers } = await genuine(t)
  const shell = (given: string) =>
    run('bash', ['-c', `set -euo pipefail\n${blocks('bash').find(isVerifying)}`], {
      env: {
        ...process.env,
        SECRET: secret,
        MESSAGE_ID: headers['webhook-id']!,
        TIMESTAMP: headers['webhook-timestamp']!,
        SIGNATURE: headers['webhook-signature']!,
        BODY: given,
      },
    })
  assert.match((await shell(body)).stdout, /genuine/)
  await assert.rejects(shell(`${body} `))
})

test('the TypeScript example accepts genuine webhooks and rejects forged ones', async (t) => {
  const { secret, body, headers } = await genuine(t)
  const file = join(temporaryFolder(t), 'verify.ts')
  writeFileSync(file, blocks('ts')[0]!)
  const { verify } = await import(file)
  assert.equal(verify(secret, headers, body), true)
  assert.equal(verify(secret, headers, `${body} `), false)
  assert.equal(verify(secret, { ...headers, 'webhook-timestamp': '1' }, body), false)
})

/** Without what Node 20 does not have, which is enough for the service. */
const asNode20 = `data:text/javascript,${encodeURIComponent('delete Array.fromAsync; delete Promise.withResolvers; delete Promise.try; delete Object.groupBy; delete Map.groupBy; delete globalThis.Iterator')}`

test('the local receiver accepts genuine webhooks and rejects forged ones', async (t) => {
  const service = await open()
  const { call } = await service.environment()
  const { data } = await call(createWebhook, { body: { url: 'http://127.0.0.1:9000/', state: 'paused' } })
  const file = join(temporaryFolder(t), 'receiver.mjs')
  writeFileSync(file, blocks('js')[0]!)
  const environment = { ...process.env, SECRET: data.secret, PORT: '0' }
  const child = spawn(process.execPath, ['--import', asNode20, file], { env: environment })
  t.after(() => child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  const url = `http://127.0.0.1:${/\d+$/.exec(await next())![0]}/`
  await call(updateWebhook, { params: { webhookId: data.webhookId }, body: { url } })
  const ping = await call(pingWebhook, { params: { webhookId: data.webhookId } })
  assert.equal(ping.data.state, 'delivered')
  assert.match(await next(), /^genuine: .*"type":"ping"/)
  const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,AAAA' } })
  assert.equal(forged.status, 401)
  assert.match(await next(), /^refused/)
})

test('the Python example accepts genuine webhooks and rejects forged ones', {
  skip: withoutCommands('python3'),
}, async (t) => {
  const { secret, body, headers } = await genuine(t)
  const file = join(temporaryFolder(t), 'verify.py')
  const calls = `import json, sys\ngiven = json.load(sys.stdin)\nfor body in given["bodies"]: print(verify(given["secret"], given["headers"], body.encode()))`
  writeFileSync(file, `${blocks('python')[0]}\n${calls}`)
  const child = run('python3', [file])
  child.child.stdin!.end(JSON.stringify({ secret, headers, bodies: [body, `${body} `] }))
  assert.equal((await child).stdout, 'True\nFalse\n')
})
