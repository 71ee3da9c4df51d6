// The page on webhooks: its commands work, and its ways to verify a signature take the genuine and refuse the forged.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import * as admin from '../../server/admin/database.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { startReceiver } from '../support/receiver.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block!)
const run = promisify(execFile)

test('the commands work, and every way to verify tells the genuine from the forged', async (t) => {
  const { config, url } = await startService(t, { webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8' })
  const token = await admin.createToken(config, { environment: 'default', scopes: ['webhooks:write'] }, Date.now())
  const receiver = await startReceiver(t)
  const commands = blocks('bash')
  const verifying = commands.find((block) => block.includes('openssl'))!
  const others = commands.filter((block) => block !== verifying)
  const environment = { ...process.env, BASE: url, TOKEN: token, HOOK_URL: receiver.url }
  const script = ['set -euo pipefail', ...others, 'printf "\\nSECRET=%s\\nROTATED=%s\\n" "$SECRET" "$ROTATED"'].join(
    '\n',
  )
  const { stdout } = await run('bash', ['-c', script], { env: environment, timeout: 60_000 })
  const secret = /^SECRET=(whsec_.+)$/m.exec(stdout)![1]!
  assert.match(stdout, /^ROTATED=.*"secret":"whsec_/m)
  assert.match(stdout, /"state":"delivered"/)
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]]
  const plain = headers as Record<string, string>

  const shell = (given: string) =>
    run('bash', ['-c', `set -euo pipefail\n${verifying}`], {
      env: {
        ...process.env,
        SECRET: secret,
        MESSAGE_ID: plain['webhook-id']!,
        TIMESTAMP: plain['webhook-timestamp']!,
        SIGNATURE: plain['webhook-signature']!,
        BODY: given,
      },
    })
  assert.match((await shell(body)).stdout, /genuine/)
  await assert.rejects(shell(`${body} `))

  const folder = temporaryFolder(t)
  const [typescript] = blocks('ts') as [string]
  writeFileSync(join(folder, 'verify.ts'), typescript)
  const { verify } = await import(join(folder, 'verify.ts'))
  assert.equal(verify(secret, plain, body), true)
  assert.equal(verify(secret, plain, `${body} `), false)
  assert.equal(verify(secret, { ...plain, 'webhook-timestamp': '1' }, body), false)

  const [python] = blocks('python') as [string]
  const calls = `import json, sys\ngiven = json.load(sys.stdin)\nfor body in given["bodies"]: print(verify(given["secret"], given["headers"], body.encode()))`
  writeFileSync(join(folder, 'verify.py'), `${python}\n${calls}`)
  const child = run('python3', [join(folder, 'verify.py')])
  child.child.stdin!.end(JSON.stringify({ secret, headers: plain, bodies: [body, `${body} `] }))
  assert.equal((await child).stdout, 'True\nFalse\n')
})
