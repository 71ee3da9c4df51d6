// The recipes for other languages are run, each on a line that loses answers; those whose language is missing are named as skipped.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Client } from '../../client/client.ts'
import { getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { fromShopify, fromWooCommerce } from '../../docs/integrate/recipes/shop.ts'
import { withoutCommands } from '../support/commands.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { onLoopback } from '../support/loopback.ts'

const folder = join(import.meta.dirname, '../../docs/integrate/recipes')
const libraries = ['System.Net.Http.dll', 'System.Runtime.Serialization.dll']
const withoutLibraries =
  libraries.some((name) => !existsSync(join('/usr/lib/mono/4.5', name))) && 'mono has no HttpClient'

interface Recipe {
  file: string
  skip: string | false
  build?: (to: string) => string[]
  run: (built: string) => string[]
}
const recipes: Recipe[] = [
  { file: 'dray.py', skip: withoutCommands('python3'), run: () => ['python3', 'dray.py'] },
  { file: 'dray.php', skip: withoutCommands('php'), run: () => ['php', 'dray.php'] },
  {
    file: 'Dray.java',
    skip: withoutCommands('java', 'javac'),
    build: (to) => ['javac', '-d', to, 'Dray.java'],
    run: (built) => ['java', '-cp', built, 'Dray'],
  },
  {
    file: 'Dray.cs',
    skip: withoutCommands('mcs', 'mono') || withoutLibraries,
    build: (to) => ['mcs', `-out:${join(to, 'Dray.exe')}`, ...libraries.map((name) => `-r:${name}`), 'Dray.cs'],
    run: (built) => ['mono', join(built, 'Dray.exe')],
  },
]

async function output(command: string[], environment: Record<string, string> = {}, input = ''): Promise<string> {
  const [program, ...parameters] = command
  const child = spawn(program!, parameters, { cwd: folder, env: { ...process.env, ...environment } })
  child.stdin.on('error', () => {}).end(input)
  const closed = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [out, faults] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
  assert.equal(await closed, 0, `${command.join(' ')}\n${Buffer.concat(faults)}`)
  return String(Buffer.concat(out))
}

/** In front of the service: of each order that is created, the first answer is lost, and the second says to come back. */
async function unluckyLine(t: { after(fn: () => unknown): void }, to: string): Promise<string> {
  const tries = new Map<string, number>()
  const line = createServer((asked, answer) => {
    const { method, headers, url } = asked
    const key = url === '/v1/consignment' ? String(headers['idempotency-key']) : undefined
    const attempt = key === undefined ? 3 : (tries.get(key) ?? 0) + 1
    if (key !== undefined) tries.set(key, attempt)
    if (attempt === 2) return void asked.resume().on('end', () => answer.writeHead(503, { 'retry-after': '0' }).end())
    const onward = forward(new URL(url!, to), { method, headers }, (reply) => {
      if (attempt === 1) return void reply.resume().on('end', () => answer.destroy())
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    asked.pipe(onward)
  })
  return `http://127.0.0.1:${await onLoopback(t, line)}`
}

const sample = (name: string) => JSON.parse(readFileSync(join(folder, `${name}-order.json`), 'utf8'))

test('the walk-through for shops omits orders without a delivery', () => {
  const woo = sample('woocommerce')
  for (const [status, does] of Object.entries({
    pending: 'nothing',
    processing: 'store',
    'on-hold': 'store',
    completed: 'nothing',
    cancelled: 'delete',
    refunded: 'delete',
  }))
    assert.deepEqual([status, fromWooCommerce({ ...woo, status }).does], [status, does])
  const blank = Object.fromEntries(Object.keys(woo.shipping).map((name) => [name, '']))
  const toBill = fromWooCommerce({ ...woo, shipping: blank })
  assert.ok(toBill.does === 'store' && JSON.stringify(toBill.consignment).includes('Hauptstraße 12'))
  const shopify = sample('shopify')
  assert.equal(fromShopify({ ...shopify, cancelled_at: '2026-07-01T10:00:00Z' }).does, 'delete')
  assert.equal(fromShopify({ ...shopify, shipping_address: null }).does, 'nothing')
  assert.equal(fromShopify({ ...shopify, line_items: [shopify.line_items[1]] }).does, 'nothing')
  assert.equal(fromShopify({ ...shopify, fulfillment_status: 'fulfilled' }).does, 'nothing')
})

interface Place {
  url: string
  token: string
  call: Client['call']
}

async function shopWalkThrough(t: TestContext, { url, token, call }: Place): Promise<void> {
  const secret = 'secret of the shop'
  const shop = spawn(process.execPath, ['shop.ts'], {
    cwd: folder,
    env: { ...process.env, BASE: url, TOKEN: token, SHOP_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => shop.kill())
  const [said] = await once(shop.stdout, 'data')
  const base = `http://127.0.0.1:${/listening on (\d+)/.exec(String(said))![1]}`
  const tell = async (name: string, header: string, order: unknown, key = secret) => {
    const body = JSON.stringify(order)
    const signature = createHmac('sha256', key).update(body).digest('base64')
    const answer = await fetch(`${base}/${name}`, { method: 'POST', body, headers: { [header]: signature } })
    return `${answer.status} ${await answer.text()}`
  }
  const woo = sample('woocommerce')
  assert.equal(await tell('woocommerce', 'x-wc-webhook-signature', woo), '200 created')
  assert.equal(await tell('woocommerce', 'x-wc-webhook-signature', woo, 'another secret'), '401 ')
  const stored = (await call(getConsignment, { query: { key: 'WC-727' } })).data
  assert.equal(stored.consigneeAddress.city, 'Bonn')
  assert.deepEqual(stored.consigneeContact?.phone, { code: null, countryCode: '49', localNumber: '2211234560' })
  assert.deepEqual(
    stored.productLines.map((line) => [line.productCode, line.quantity, line.unitPrice]),
    [
      ['COFFEE-1', 2, 12],
      ['22', 1, 5.35],
    ],
  )
  // What a planner has set stays when the shop tells of a change.
  await call(updateConsignment, { query: { key: 'WC-727' }, body: { priority: 90 } })
  const noted = { ...woo, customer_note: 'Gate 2' }
  assert.equal(await tell('woocommerce', 'x-wc-webhook-signature', noted), '200 updated')
  const changed = (await call(getConsignment, { query: { key: 'WC-727' } })).data
  assert.deepEqual([changed.priority, changed.consignmentInstructions], [90, 'Gate 2'])
  const cancelled = { ...woo, status: 'cancelled' }
  assert.equal(await tell('woocommerce', 'x-wc-webhook-signature', cancelled), '200 deleted')

  assert.equal(await tell('shopify', 'x-shopify-hmac-sha256', sample('shopify')), '200 created')
  const kettle = (await call(getConsignment, { query: { key: 'SHOPIFY-6200407294252' } })).data
  assert.deepEqual(
    [kettle.weight, kettle.productLines.length, kettle.consigneeAddress.geoLocation],
    [2.5, 1, { lat: 51.5343, lng: -0.1059 }],
  )
  assert.deepEqual(kettle.consigneeContact?.phone, { code: null, countryCode: '44', localNumber: '2079460000' })
}

async function erpWalkThrough(t: TestContext, { url, token, call }: Place): Promise<void> {
  const place = temporaryFolder(t)
  mkdirSync(join(place, 'in'))
  const orders = readFileSync(join(folder, '../../samples/orders.csv'), 'utf8')
  writeFileSync(join(place, 'in/monday.csv'), orders)
  writeFileSync(join(place, 'in/tuesday.csv'), `${orders.split('\n')[0]}\nERP-1;Lieferung;;;;;;;;;;;;\n`)
  writeFileSync(join(place, 'in/wednesday.csv.part'), 'still being written')
  writeFileSync(join(place, 'in/keyless.csv'), 'City,Town\nx,y\n')
  writeFileSync(join(place, 'in/unclosed.csv'), `${orders.split('\n')[0]}\nERP-2;"Lieferung\n`)
  const environment = { DRAY_TOKEN: token, DRAY: `${process.execPath} ${join(folder, '../../../bin/dray.js')}` }
  const away = await output(['bash', 'erp.sh', place], { ...environment, BASE: 'http://127.0.0.1:1' })
  assert.equal(away, '')
  assert.deepEqual(readdirSync(join(place, 'in')).length, 5)
  const said = await output(['bash', 'erp.sh', place], { ...environment, BASE: url })
  assert.match(said, /^monday\.csv: 5 rows: 5 created/m)
  assert.match(said, /^tuesday\.csv: 1 rows: .* 1 failed/m)
  for (const name of ['keyless', 'unclosed']) assert.match(said, new RegExp(`^${name}\\.csv: cannot be read`, 'm'))
  const names = (name: string) => readdirSync(join(place, name)).map((file) => file.replace(/^\d{8}T\d{6}Z-/, ''))
  assert.deepEqual(names('in'), ['wednesday.csv.part'])
  assert.deepEqual(names('done'), ['monday.csv'])
  assert.deepEqual(names('failed').sort(), ['keyless.csv', 'tuesday.csv', 'unclosed.csv'])
  assert.deepEqual(names('answers').sort(), ['keyless.csv', 'monday.csv', 'tuesday.csv', 'unclosed.csv'])
  const answers = readdirSync(join(place, 'answers')).map((file) => readFileSync(join(place, 'answers', file), 'utf8'))
  assert.ok(answers.some((text) => /^2,SAMPLE-1001,created,/m.test(text)))
  assert.ok(answers.some((text) => /^2,ERP-1,failed,/m.test(text)))
  assert.ok(answers.some((text) => /^,,failed,.*No column contains the order key/m.test(text)))
  assert.ok(answers.some((text) => /^,,failed,.*cannot be read: the quotation mark that opens in line/m.test(text)))
  assert.equal((await call(getConsignment, { query: { key: 'SAMPLE-1003' } })).data.type, 'collection')
}

test('the recipes create once, drain the export list and verify webhooks; the walk-throughs complete', async (t) => {
  const service = await startService(t)
  const { token, call } = await service.environment()
  const base = await unluckyLine(t, service.url)
  const secret = `whsec_${Buffer.from('a secret of a webhook, 32 bytes.').toString('base64')}`
  const body = '{"type":"consignment.created","data":{"company":"Café"}}'
  // Signed when they are needed, since an old message counts as forged.
  const environment = () => {
    const signedAt = new Date()
    return {
      BASE: base,
      TOKEN: token,
      no_proxy: '127.0.0.1',
      LC_ALL: 'C.UTF-8',
      WEBHOOK_SECRET: secret,
      WEBHOOK_ID: 'event-1',
      WEBHOOK_TIMESTAMP: String(Math.floor(signedAt.getTime() / 1_000)),
      // One of another secret comes first, as while a secret is being changed.
      WEBHOOK_SIGNATURE: `v1,bm9uZQ== ${new Webhook(secret).sign('event-1', signedAt, body)}`,
    }
  }
  for (const { file, skip, build, run } of recipes)
    await t.test(file, { skip }, async (t) => {
      const built = temporaryFolder(t)
      if (build) await output(build(built))
      // What a key of an order may be, and a header may not; and one that leaves no room for a word before it.
      const key = `FROM ${file} "Größe" \\ 🚚 `.padEnd(128, 'x')
      const first = await output([...run(built), key], environment(), body)
      const [, id] = /^created (\S+)$/m.exec(first) ?? assert.fail(first)
      assert.equal(first, `created ${id}\nexported ${key}\ngenuine\n`)
      const again = await output([...run(built), key], environment(), body.replace('Café', 'Cafe'))
      assert.equal(again, `created ${id}\nforged\n`)
      const { data } = await call(getConsignment, { query: { key } })
      assert.equal(data.consignmentId, id)
      assert.equal(data.version, 1)
      assert.equal(data.consigneeAddress.company, 'Café Example')
    })
  const place = { url: service.url, token, call }
  await t.test('a shop', (t) => shopWalkThrough(t, place))
  await t.test('an ERP', { skip: withoutCommands('bash', 'flock') }, (t) => erpWalkThrough(t, place))
})
