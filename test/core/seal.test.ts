// Secrets are sealed by keys from a file: they open with those, in their own place, and nowhere else.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { createClient } from '../../client/client.ts'
import { createWebhook, pingWebhook, rotateWebhookSecret } from '../../contract/webhook.ts'
import * as admin from '../../server/admin/database.ts'
import { checkInstallation } from '../../server/admin/doctor.ts'
import { sql } from '../../server/platform/database/database.ts'
import {
  getSealingKeyId,
  loadSecretsKeys,
  openSecret,
  readSealKeyId,
  resealSecret,
  sealSecret,
} from '../../server/platform/process/seal.ts'
import { addApp, codeOf, enterPassword } from '../support/factors.ts'
import { everyEngine, type Service, startService, temporaryFolder } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { startReceiver } from '../support/receiver.ts'
import { browser, signedIn } from '../support/visitors.ts'

const newKey = () => randomBytes(32).toString('base64')
const keyFile = (folder: string, ...keys: string[]) => {
  const file = join(folder, `keys-${randomBytes(4).toString('hex')}`)
  writeFileSync(file, `# newest first\n${keys.join('\n')}\n`, { mode: 0o600 })
  return file
}

test('a sealed text opens only with its key and at its place, also after newer keys were added', (t) => {
  const folder = temporaryFolder(t)
  t.after(() => loadSecretsKeys(''))
  const [old, next] = [newKey(), newKey()]
  assert.equal(sealSecret('whsec_x', 'webhook 1'), 'whsec_x', 'without a key nothing is sealed')
  loadSecretsKeys(keyFile(folder, old))
  const sealed = sealSecret('whsec_ü', 'webhook 1')
  assert.equal(readSealKeyId(sealed), getSealingKeyId())
  assert.ok(!sealed.includes('whsec'))
  assert.notEqual(sealSecret('whsec_ü', 'webhook 1'), sealed)
  assert.equal(openSecret(sealed, 'webhook 1'), 'whsec_ü')
  assert.equal(openSecret('whsec_plain', 'webhook 1'), 'whsec_plain')
  assert.throws(() => openSecret(sealed, 'webhook 2'), /webhook 2 has been changed/)
  const at = sealed.length - 30
  const bent = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
  assert.throws(() => openSecret(bent, 'webhook 1'), /has been changed/)
  assert.equal(resealSecret(sealed, 'webhook 1'), undefined)
  loadSecretsKeys(keyFile(folder, next, old))
  const again = resealSecret(sealed, 'webhook 1')!
  assert.equal(readSealKeyId(again), getSealingKeyId())
  loadSecretsKeys(keyFile(folder, next))
  assert.equal(openSecret(again, 'webhook 1'), 'whsec_ü')
  assert.throws(
    () => openSecret(sealed, 'webhook 1'),
    /sealed with the key [0-9a-f]{8}, which is not among the given ones/,
  )
  loadSecretsKeys('')
  assert.throws(() => openSecret(sealed, 'webhook 1'), /is not given/)
})

test('a file without keys is rejected, and its content is not shown', (t) => {
  const folder = temporaryFolder(t)
  t.after(() => loadSecretsKeys(''))
  for (const content of ['', '# nothing', 'c2hvcnQ=', `${newKey()}\nsecret words`]) {
    const file = keyFile(folder, content)
    assert.throws(
      () => loadSecretsKeys(file),
      (error: Error) => error.message.includes('one key in each line') && !error.message.includes('words'),
    )
  }
  assert.throws(() => loadSecretsKeys(join(folder, 'none')), /cannot be read \(ENOENT\)/)
})

everyEngine('sealed secrets', (_open, engine) => {
  const flags = { webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8' }
  /** All that is secret, as it is stored. */
  const stored = async (service: Service): Promise<string[]> =>
    service.database(({ read }) =>
      read(async (tx) => {
        const keys = await tx.all<{ text: string }>(sql`select private_key as text from signing_keys`)
        const rows = await tx.all<{ secret: string; previous: string }>(
          sql`select w.secret, w.previous_secret as previous from environments e join webhooks w on w.environment_id = e.environment_id`,
        )
        const apps = await tx.all<{ text: string }>(sql`select secret as text from factors`)
        return [
          ...[...keys, ...apps].map(({ text }) => text),
          ...rows.flatMap(({ secret, previous }) => [secret, previous]),
        ]
      }),
    )

  test('sealed secrets are created at the next start, survive a key rotation, and are required for a start', async (t) => {
    const data = temporaryFolder(t)
    const folder = temporaryFolder(t)
    const receiver = await startReceiver(t)
    const [old, next] = [newKey(), newKey()]
    const start = (file?: string) =>
      startService(t, { ...flags, data, ...(file === undefined ? {} : { secretsKeyFile: file }) }, engine)
    const first = await start()
    const tenant = await first.environment()
    const { webhookId } = (await tenant.call(createWebhook, { body: { url: receiver.url } })).data
    const { secret } = (await tenant.call(rotateWebhookSecret, { params: { webhookId }, body: {} })).data
    const visitor = await signedIn(first, tenant.environmentId, 'planner')
    const app = await addApp(visitor)
    assert.ok((await stored(first)).every((text) => readSealKeyId(text) === undefined))
    await first.running.stop()

    let service: Service = first
    const files = [keyFile(folder, old), keyFile(folder, next, old), keyFile(folder, next)]
    for (const file of files) {
      service = await start(file)
      const texts = await stored(service)
      assert.equal(texts.length, 4)
      assert.ok(
        texts.every((text) => readSealKeyId(text) === getSealingKeyId()),
        texts.join(' '),
      )
      // The tokens of before are good, new ones are made, and both secrets of the webhook sign.
      await createClient({ baseUrl: service.url, token: tenant.token }).call(pingWebhook, { params: { webhookId } })
      const { body, headers } = receiver.received.at(-1)!
      assert.ok(new Verifier(secret).verify(body, headers as Record<string, string>))
      assert.ok(await admin.createToken(service.config, { environment: 'default', scopes: ['*'] }, Date.now()))
      const found = await checkInstallation(service.config)
      assert.match(found.find(({ subject }) => subject === 'secrets')!.finding, /^4 sealed with the key/)
      if (file === files.at(-1)) {
        // A code is good once: it is kept for the last of them.
        const guest = browser(service.url)
        const body = { token: await enterPassword(guest, visitor.email), code: codeOf(app.secret) }
        const entered = await guest.send('POST', '/v1/session/code', { body })
        assert.equal(entered.status, 201, entered.text)
      }
      await service.running.stop()
    }
    for (const wrong of [undefined, keyFile(folder, old)]) {
      await assert.rejects(start(wrong), /holds secrets that are sealed with the key [0-9a-f]{8}/)
      const found = await checkInstallation({ ...service.config, secretsKeyFile: wrong ?? '' })
      const { level, finding: message } = found.find(({ subject }) => subject === 'secrets')!
      assert.deepEqual([level, /sealed with the key/.test(message)], ['fail', true])
      const before = await stored(service)
      const without = { ...service.config, secretsKeyFile: wrong ?? '' }
      await assert.rejects(admin.rotateKey(without, Date.now()), /sealed with the key [0-9a-f]{8}/)
      assert.deepEqual(await stored(service), before)
    }
    assert.ok(await admin.rotateKey(service.config, Date.now()))
    assert.ok((await stored(service)).every((text) => text === '' || readSealKeyId(text) === getSealingKeyId()))
    const open = keyFile(folder, next)
    chmodSync(open, 0o644)
    const seen = await checkInstallation({ ...service.config, secretsKeyFile: open })
    assert.match(seen.find(({ subject }) => subject === 'secrets')!.finding, /other users can read/)
  })

  test('a service without the secrets key does not replace sealed secrets by plain secrets', async (t) => {
    const service = await startService(t, { ...flags, data: temporaryFolder(t) }, engine)
    const tenant = await service.environment()
    const visitor = await signedIn(service, tenant.environmentId, 'planner')
    const { webhookId } = (await tenant.call(createWebhook, { body: { url: 'https://example.com/' } })).data
    await service.database(({ write }) =>
      write((tx) => tx.run(sql`update signing_keys set private_key = 'sealed:1:deadbeef:AAAA'`)),
    )
    const before = await stored(service)
    const webhook = { body: { url: 'https://example.com/other' } }
    assertProblem(await tenant.request('POST', '/v1/webhook', webhook), 'INTERNAL')
    assertProblem(await tenant.request('POST', `/v1/webhook/${webhookId}/rotate`, { body: {} }), 'INTERNAL')
    assertProblem(await visitor.send('POST', '/v1/me/totp/begin'), 'INTERNAL')
    assert.deepEqual(await stored(service), before)
  })
})
