// One environment and the others: what a loud one does is bounded and refused, and others are let in between.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { importConsignments } from '../../contract/bulk.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { getDriveDay } from '../../contract/drive.ts'
import { sql } from '../../server/platform/database/database.ts'
import { threadContention } from '../../server/platform/fairness/contention.ts'
import { openLongWriteThrottle } from '../../server/platform/fairness/long-write-throttle.ts'
import { openUnreadResponses } from '../../server/platform/fairness/unread-responses.ts'
import { type BackgroundRequest, openBackgroundThread } from '../../server/runtime/slow-requests.ts'
import { aDevice } from '../support/drivers.ts'
import { type Engine, everyEngine, type Service, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'

const rowsOf = (count: number) => Array.from({ length: count }, () => anOrder({ key: aKey('ROW') }))

/** How many groups the rows of an environment were stored in, and how many of another's came between the first and the last. */
async function storedIn(service: Service, engine: Engine, loud: Tenant, quiet: Tenant): Promise<number> {
  const { environmentId } = loud
  const [row] = await service.database(({ read }) =>
    read((tx) =>
      tx.all<{ count: number }>(
        engine === 'sqlite'
          ? sql`select count(*) as count from consignments where environment_id = ${quiet.environmentId}
              and rowid between (select min(rowid) from consignments where environment_id = ${environmentId})
              and (select max(rowid) from consignments where environment_id = ${environmentId})`
          : sql`select count(distinct xmin::text)::int as count from consignments where environment_id = ${environmentId}`,
      ),
    ),
  )
  return row!.count
}

everyEngine('fairness', (open, engine) => {
  test('other environments are served while the service stores 500 rows', async () => {
    const service = await open()
    const [loud, quiet] = (await service.environments(2)) as [Tenant, Tenant]
    // An environment that was just made is known within half a second; the rows would be stored by then.
    for (const tenant of [loud, quiet]) await tenant.request('GET', '/v1/environment')
    let isStored = false
    const importing = loud.call(importConsignments, { body: { consignments: rowsOf(500) } }).finally(() => {
      isStored = true
    })
    while (!isStored) await quiet.call(createConsignment, { body: anOrder({ key: aKey() }) })
    const { data } = await importing
    assert.equal(data.summary.created, 500)
    assert.deepEqual(
      data.results.map(({ index }) => index),
      Array.from({ length: 500 }, (_, index) => index),
    )
    // With one writer it is what came between; with many, how many transactions there were.
    assert.ok((await storedIn(service, engine, loud, quiet)) >= 10)
  })

  test('an atomic request stores all rows or none', async () => {
    const service = await open()
    const [loud] = (await service.environments(1)) as [Tenant]
    const rows = [...rowsOf(120), { ...anOrder(), key: 'bad key with a depot', depotKey: 'nowhere' }]
    const { status } = await loud.request('POST', '/v1/consignments?atomic=true', { body: { consignments: rows } })
    assert.ok(status >= 400)
    assert.equal((await loud.request('GET', '/v1/consignments')).json.data.consignments.length, 0)
  })

  test('a bulk request that is interrupted at any batch and repeated stores each row once', async () => {
    const service = await open()
    const [tenant] = (await service.environments(1)) as [Tenant]
    const { environmentId } = tenant
    const body = { consignments: rowsOf(120) }
    const headers = { 'Idempotency-Key': 'import-1' }
    const send = (sent: object = body) => tenant.request('POST', '/v1/consignments', { body: sent, headers })
    const first = await send()
    assert.equal(first.json.data.summary.created, 120)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    const again = await send()
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assertProblem(await send({ consignments: rowsOf(120) }), 'IDEMPOTENCY_CONFLICT')
    // As if the service had stopped before the last of them.
    await service.database(({ write }) =>
      write((tx) =>
        tx.run(
          sql`delete from idempotency where environment_id = ${environmentId} and idempotency_key = ${'import-1 5'}`,
        ),
      ),
    )
    for (const { key } of body.consignments.slice(100)) await tenant.request('DELETE', `/v1/consignment?key=${key}`)
    const resumed = await send()
    assert.equal(resumed.json.data.summary.created, 120)
    assert.deepEqual(resumed.json.data.results.slice(0, 100), first.json.data.results.slice(0, 100))
    assert.equal(resumed.headers.get('idempotent-replayed'), null)
  })

  test('an environment with too many lists gets 503 with a retry time, and other environments are served', async () => {
    const service = await open({ longWaitingMax: '1' })
    const [loud, quiet] = (await service.environments(2)) as [Tenant, Tenant]
    const crowd = 40
    const lists = Array.from({ length: crowd }, () => loud.request('GET', '/v1/consignments?limit=500&total=true'))
    const other = await quiet.request('GET', '/v1/consignments')
    assert.equal(other.status, 200)
    const answers = await Promise.all(lists)
    const refused = answers.filter(({ status }) => status === 503)
    assert.ok(refused.length > 0 && refused.length < crowd, `${refused.length} of ${crowd} were refused`)
    for (const each of refused) {
      assertProblem(each, 'UNAVAILABLE')
      assert.equal(each.headers.get('retry-after'), '1')
    }
    assert.ok(answers.every(({ status }) => status === 200 || status === 503))
  })

  test('a driver reads the day while many lists of planners wait', async () => {
    const service = await open({ longWaitingMax: '1' })
    const [tenant] = (await service.environments(1)) as [Tenant]
    const device = await aDevice(service, tenant)
    const lists = Array.from({ length: 40 }, () => tenant.request('GET', '/v1/consignments?limit=500&total=true'))
    assert.deepEqual((await device.call(getDriveDay)).data.loads, [])
    assert.ok((await Promise.all(lists)).some(({ status }) => status === 503))
  })

  test('a client that disconnects in the queue or stops within its body delays no other client', async () => {
    const service = await open()
    const [tenant] = (await service.environments(1)) as [Tenant]
    const { hostname, port } = new URL(service.url)
    const head = `POST /v1/consignments HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{`
    while ((await tenant.request('GET', '/v1/environment')).status === 401) await sleep(50)
    for (let n = 0; n < 6; n++) {
      const socket = connect({ host: hostname, port: Number(port) })
      await once(socket, 'connect')
      socket.write(head)
      await sleep(20)
      socket.destroy()
    }
    const { data } = await tenant.call(importConsignments, { body: { consignments: rowsOf(2) } })
    assert.equal(data.summary.created, 2)
  })

  test('a client that disconnects in the queue frees its place, and its request reads nothing', async (t) => {
    const service = await open({ longWaitingMax: '2' })
    const [tenant] = (await service.environments(1)) as [Tenant]
    while ((await tenant.request('GET', '/v1/environment')).status === 401) await sleep(50)
    const { hostname, port } = new URL(service.url)
    const send = async (line: string, rest = '') => {
      const socket = connect({ host: hostname, port: Number(port) })
      t.after(() => socket.destroy())
      await once(socket, 'connect')
      socket.write(`${line} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${tenant.token}\r\n${rest}\r\n`)
      return socket
    }
    const leave = async (socket: Awaited<ReturnType<typeof send>>) => {
      socket.destroy()
      await once(socket, 'close')
    }
    // Two bodies that never end take both turns.
    const half = 'Content-Type: application/json\r\nContent-Length: 500000\r\n'
    const bodies = [await send('POST /v1/consignments', half), await send('POST /v1/consignments', half)]
    const list = () => tenant.request('GET', '/v1/consignments')
    const searches = [await send('GET /v1/consignments?search=a'), await send('GET /v1/consignments?search=ab')]
    // They come over connections of their own, which may be read after one that was there before.
    await sleep(500)
    assertProblem(await list(), 'UNAVAILABLE')
    for (const search of searches) await leave(search)
    assert.equal((await tenant.request('GET', '/v1/environment')).status, 200)
    const found = list()
    await sleep(500)
    for (const body of bodies) await leave(body)
    assert.equal((await found).status, 200)
  })

  test('all tokens of an environment share its rate limit', async () => {
    const service = await open({ rateLimit: '100', environmentRateLimit: '1' })
    const [loud, quiet] = (await service.environments(2)) as [Tenant, Tenant]
    const tokens: string[] = []
    while (tokens.length < 8) tokens.push(await loud.tokenWith(['*']))
    const ask = (token: string) =>
      loud.request('GET', '/v1/environment', { headers: { authorization: `Bearer ${token}` } })
    // A token is known a little after it was made.
    for (const token of [tokens.at(-1)!, quiet.token]) while ((await ask(token)).status === 401) await sleep(50)
    const answers = await Promise.all(tokens.map(ask))
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0, 'each token alone is far below its own limit')
    for (const each of refused) {
      assertProblem(each, 'RATE_LIMITED')
      assert.match(each.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    assert.equal((await quiet.request('GET', '/v1/environment')).status, 200)
  })

  test('an expensive request uses more of the rate limit', async () => {
    const service = await open({ rateLimit: '1000' })
    const [tenant] = (await service.environments(1)) as [Tenant]
    const costOf = async (path: string, init?: { body: unknown }) => {
      // Full again, so that what is left says what was taken.
      await sleep(200)
      const { headers } = await tenant.request(init ? 'POST' : 'GET', path, init)
      return 2_000 - Number(headers.get('ratelimit-remaining'))
    }
    const costInChunks = async (text: string) => {
      await sleep(200)
      const { headers } = await fetch(`${service.url}/v1/consignments`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' },
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit)
      return 2_000 - Number(headers.get('ratelimit-remaining'))
    }
    assert.equal(await costOf('/v1/environment'), 1)
    assert.equal(await costOf('/v1/consignments?limit=50'), 1)
    assert.equal(await costOf('/v1/consignments?limit=500'), 10)
    assert.equal(await costOf('/v1/consignments?limit=500&total=true&search=abc'), 18)
    assert.equal(await costOf('/v1/consignments?limi%74=500&tota%6C=true&se%61rch=abc'), 18)
    assert.equal(await costOf('/v1/consignments?search=&limit=5'), 1)
    const { consignmentId } = (await tenant.call(createConsignment, { body: anOrder({ plannedPackages: 200 }) })).data
    const ofLabels = await costOf(`/v1/consignment/${consignmentId}/labels`)
    // Some of it has come back by the time that it is known how many there are.
    assert.ok(ofLabels > 5 && ofLabels <= 11, `${ofLabels} for 200 labels`)
    assert.equal(await costOf('/v1/consignments', { body: { consignments: rowsOf(2) } }), 1)
    const text = 'x'.repeat(900)
    const large = Array.from({ length: 200 }, () => anOrder({ key: aKey(), consignmentInstructions: text }))
    assert.ok((await costOf('/v1/consignments', { body: { consignments: large } })) > 1)
    // 15 and what comes back while it is read: a thousand a second.
    const long = JSON.stringify({ consignments: rowsOf(1) }).padEnd(2 ** 21)
    const cost = await costInChunks(long)
    assert.ok(cost > 3, `${cost}: its length was not told before it`)
  })
})

const surroundings = () => ({
  changed: () => undefined,
  report: assert.ifError,
  unreadResponses: openUnreadResponses(),
})
/** Of clients that wait for their answer. */
const { signal: staying } = new AbortController()

test('repeated rejections of an environment do not delay rejections of others', async () => {
  const start = () => assert.fail('nothing is performed')
  const aside = openBackgroundThread({ start, waitingMax: 0 }, surroundings())
  const refused: string[] = []
  const ask = (environmentId: string) =>
    aside.perform(environmentId, () => assert.fail('nothing is read'), staying).catch(() => refused.push(environmentId))
  const loud = Array.from({ length: 40 }, () => ask('loud'))
  await ask('quiet')
  // All at the same time, they would all have been told by now.
  await new Promise(setImmediate)
  assert.ok(refused.length < loud.length, `${refused.length} were refused at once`)
  await Promise.all(loud)
})

/** A thread that is busy for a while with each request, and says for how long. */
const busyThread = () =>
  new Worker(
    `const { parentPort } = require('node:worker_threads')
    parentPort.on('message', ({ number }) => {
      const began = performance.now()
      while (performance.now() < began + 40);
      parentPort.postMessage({ number, reply: { status: 200, bytes: new Uint8Array(), coded: false, ms: performance.now() - began } })
    })`,
    { eval: true },
  )

test('the thread pauses between the lists of an environment with many lists during contention', async (t) => {
  const aside = openBackgroundThread({ start: busyThread, waitingMax: 100 }, surroundings())
  t.after(() => aside.stop())
  const call = { environmentId: 'loud' } as BackgroundRequest['call']
  const request = { id: 'listConsignments', call, bytes: undefined, bodies: 1 } as unknown as BackgroundRequest
  const ask = async (whose: string) => {
    const reply = await aside.perform(whose, async () => request, staying)
    return { ms: (reply as unknown as { ms: number }).ms, endedMs: performance.now() }
  }
  const first = await ask('loud')
  const come = () => ['loud', 'quiet'].forEach(threadContention.record)
  const coming = setInterval(come, 50)
  t.after(() => clearInterval(coming))
  come()
  const lists = await Promise.all(Array.from({ length: 14 }, () => ask('loud')))
  const usedMs = lists.slice(0, -1).reduce((sum, { ms }) => sum + ms, 0)
  const tookMs = lists.at(-1)!.endedMs - first.endedMs
  // Of 0.6 of the time, 150 ms may be used before they are earned.
  assert.ok(tookMs >= (usedMs - 150) / 0.6, `${usedMs} ms of work took ${tookMs} ms`)
})

test('an environment with many unread responses gets no further lists, and other environments are served', async (t) => {
  const { unreadResponses, ...others } = surroundings()
  const aside = openBackgroundThread({ start: busyThread, waitingMax: 100 }, { unreadResponses, ...others })
  t.after(() => aside.stop())
  const read: string[] = []
  const ask = (whose: string) => {
    const request = { id: 'listConsignments', call: {}, bytes: undefined, bodies: 1 } as unknown as BackgroundRequest
    const readIt = async () => {
      read.push(whose)
      return request
    }
    return aside.perform(whose, readIt, staying)
  }
  const taken = unreadResponses.add('loud', 9 * 2 ** 20)
  const loud = [ask('loud'), ask('loud drivers')]
  await ask('quiet')
  await ask('quiet')
  assert.deepEqual(read, ['quiet', 'quiet'])
  taken()
  await Promise.all(loud)
})

test('long transactions of one kind are throttled during contention, and transactions of other kinds are not', async (t) => {
  const rests = openLongWriteThrottle({ fraction: 0.5, creditMs: 40, delayMsMax: 500 })
  const begun: string[] = []
  const write = (kind: string, ms: number) =>
    rests.run(kind, async (took) => {
      begun.push(kind)
      took(ms)
      if (ms < 0) throw new Error('it fails')
    })
  await until('others are gone', () => !threadContention.isContended())
  // Alone, nobody rests.
  await Promise.all([write('long', 60), write('long', 60), write('long', 60)])
  assert.equal(begun.length, 3)
  const come = () => ['loud', 'quiet'].forEach(threadContention.record)
  const coming = setInterval(come, 50)
  t.after(() => clearInterval(coming))
  come()
  begun.length = 0
  const beganMs = performance.now()
  const long = [write('long', 60), write('long', -1).catch(() => undefined), write('long', 60), write('long', 60)]
  await Promise.all([write('other', 1), write('short', 1), write('short', 1)])
  assert.deepEqual(begun, ['other', 'short', 'short'])
  await Promise.all(long)
  assert.equal(begun.length, 7)
  // Of half of the time, 40 ms may be used before they are earned: what came before and two of these.
  const tookMs = performance.now() - beganMs
  assert.ok(tookMs >= 180, `${tookMs} ms`)
})
