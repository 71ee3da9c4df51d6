// Webhooks against real receivers: what they are sent, what happens when they fail, and how everything gets there in the end.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { createClient } from '../../client/client.ts'
import { createConsignment, deleteConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  replayWebhook,
  resendDelivery,
  rotateWebhookSecret,
  updateWebhook,
  WebhookCloudEvent,
  type WebhookInput,
  WebhookMessage,
} from '../../contract/webhook.ts'
import { purgeDeliveries } from '../../server/integration/webhook/queue.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'
import { everyEngine, startService, type Tenant, temporaryFolder } from '../support/harness.ts'
import { aDepot, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { behaviours, type Received, startReceiver } from '../support/receiver.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

/** Receivers on this machine, and a schedule that does not take days; nobody is taken for silent who is only slow. */
const retries = (seconds: string) => Array(11).fill(seconds).join(',')
const flags = {
  webhookAllowHttp: true,
  webhookAllowNets: '127.0.0.0/8',
  webhookRetries: retries('0.05'),
  webhookTimeoutMs: '20000',
}
const ids = (received: Received[]) => received.map(({ id }) => id)
const keyOf = ({ body }: Received): string => JSON.parse(body).data.record.key

everyEngine('webhooks', (open, engine) => {
  let shared: ReturnType<typeof open> | undefined
  const fresh = tenants(() => (shared ??= open(flags)))
  let hasty: ReturnType<typeof open> | undefined
  /** Of a service that soon takes a receiver for silent; its schedule is so long that it does not pause one for that. */
  const freshHasty = tenants(
    () => (hasty ??= open({ ...flags, webhookRetries: `${flags.webhookRetries},60`, webhookTimeoutMs: '3000' })),
  )
  const scene = async (more: Partial<WebhookInput> = {}, from = fresh) => {
    const tenant = await from()
    const target = await startReceiver(cleanup)
    const { data } = await tenant.call(createWebhook, { body: { url: target.url, ...more } })
    return { tenant, receiver: target, params: { webhookId: data.webhookId }, secret: data.secret }
  }
  const checkMessage = compileSchema(WebhookMessage)
  const cleanups: (() => unknown)[] = []
  after(async () => {
    for (const each of cleanups) await each()
  })
  const cleanup = { after: (fn: () => unknown) => void cleanups.push(fn) }
  const order = async ({ call }: Tenant, key: string) =>
    (await call(createConsignment, { body: anOrder({ key }) })).data.consignmentId
  const deliveriesOf = async ({ call }: Tenant, params: { webhookId: string }) =>
    (await call(listDeliveries, { params })).data.deliveries
  const stateOf = async ({ call }: Tenant, params: { webhookId: string }) => (await call(getWebhook, { params })).data

  test('a webhook receives each event once, signed and without the record', async () => {
    const { tenant, receiver, params, secret } = await scene({ events: ['consignment.*'] })
    const consignmentId = await order(tenant, 'W-1')
    await tenant.call(updateConsignment, {
      query: { key: 'W-1' },
      body: { weight: 3, consigneeContact: { personName: 'Someone Secret' } },
    })
    await tenant.call(createDepot, { body: aDepot() })
    await tenant.call(deleteConsignment, { query: { key: 'W-1' } })
    await until('three came', () => receiver.received.length === 3)
    const messages = receiver.received.map(({ body, headers }) => {
      assert.equal(headers['content-type'], 'application/json')
      assert.deepEqual(checkMessage(JSON.parse(body)), [])
      return new Verifier(secret).verify(body, headers as Record<string, string>) as {
        type: string
        data: { record: Record<string, unknown>; version: number; changed: string[] }
      }
    })
    assert.deepEqual(
      messages.map(({ type, data }) => [type, data.record.id, data.record.key, data.version]),
      [
        ['consignment.created', consignmentId, 'W-1', 1],
        ['consignment.updated', consignmentId, 'W-1', 2],
        ['consignment.deleted', consignmentId, 'W-1', 3],
      ],
    )
    assert.ok(messages[1]!.data.changed.includes('/weight'))
    assert.ok(!receiver.received.some(({ body }) => body.includes('Someone Secret')))
    const log = await until('all are delivered', async () => {
      const deliveries = await deliveriesOf(tenant, params)
      return deliveries.every(({ state }) => state === 'delivered') && deliveries
    })
    assert.deepEqual(log.map(({ eventId }) => eventId).toSorted(), ids(receiver.received).toSorted())
    assert.deepEqual(
      log.map(({ attempts }) => attempts.map(({ status }) => status)),
      [[204], [204], [204]],
    )
    await assert.rejects(async () =>
      new Verifier(`whsec_${btoa('another secret')}`).verify(
        receiver.received[0]!.body,
        receiver.received[0]!.headers as Record<string, string>,
      ),
    )
  })

  test('a webhook receives the current record on request, and CloudEvents as an option', async () => {
    const { tenant, receiver, params, secret } = await scene({
      events: ['consignment.*'],
      include: 'record',
      format: 'cloudevents',
    })
    const { call, tokenWith, request } = tenant
    const tags = ['cold']
    const { consignmentId } = (await call(createConsignment, { body: anOrder({ key: 'W-R', tags }) })).data
    await until('it came', () => receiver.received.length === 1)
    await call(deleteConsignment, { query: { key: 'W-R' } })
    await until('its end came', () => receiver.received.length === 2)
    const [first, second] = receiver.received.map(({ body, headers }) => {
      assert.equal(headers['content-type'], 'application/cloudevents+json; charset=utf-8')
      const event = JSON.parse(body)
      assert.deepEqual(compileSchema(WebhookCloudEvent)(event), [])
      assert.equal(event.id, headers['webhook-id'])
      return new Verifier(secret).verify(body, headers as Record<string, string>) as typeof event
    })
    assert.equal(first.specversion, '1.0')
    assert.equal(first.type, 'dray.consignment.created')
    assert.equal(first.subject, `consignment/${consignmentId}`)
    assert.deepEqual([first.data.current.key, first.data.current.tags], ['W-R', tags])
    assert.deepEqual([second.type, second.data.current], ['dray.consignment.deleted', null])
    // The log makes the message again: the record is gone by now.
    const [, created] = await until('both are written down', async () => {
      const log = await deliveriesOf(tenant, params)
      return log.length === 2 && log
    })
    const shown = async (as: typeof call) => {
      const { data } = await as(getDelivery, { params: { ...params, deliveryId: created!.deliveryId } })
      return JSON.parse(data.body!)
    }
    assert.deepEqual(await shown(call), { ...first, data: { ...first.data, current: null } })
    const path = `/v1/webhook/${params.webhookId}`
    const bearer = { authorization: `Bearer ${await tokenWith(['webhooks:write', 'webhooks:read'])}` }
    const seen = (await request('GET', `${path}/deliveries/${created!.deliveryId}`, { headers: bearer })).json.data
    assert.ok(!('current' in JSON.parse(seen.body).data))
    // Who may not read orders may not have them sent, to whichever address.
    for (const body of [{ url: `${receiver.url}/other` }, { events: [] }]) {
      const refused = await request('PATCH', path, { headers: bearer, body })
      assertProblem(refused, 'BAD_REQUEST', ['/include'])
    }
    assertProblem(
      await request('POST', '/v1/webhook', { headers: bearer, body: { url: receiver.url, include: 'record' } }),
      'BAD_REQUEST',
      ['/include'],
    )
    // In which form is no matter of who may read it.
    for (const format of ['standard', 'cloudevents'])
      assert.equal((await request('PATCH', path, { headers: bearer, body: { format } })).status, 200)
    assert.equal(
      (await request('PATCH', path, { headers: bearer, body: { include: null, url: `${receiver.url}/o` } })).status,
      200,
    )
    const { include, format } = await stateOf(tenant, params)
    assert.deepEqual([include, format], [null, 'cloudevents'])
  })

  test('a failed delivery is retried with the same id, for every error of the receiver', async () => {
    const { tenant, receiver, params } = await scene({}, freshHasty)
    const wrongs = ['fail', 'redirect', 'stall', 'die', 'drip', 'nonsense', 'hugeHeaders'] as const
    let turn = 0
    receiver.behave((...given) => (behaviours[wrongs[turn++]!] ?? behaviours.take)(...given))
    await order(tenant, 'W-2')
    const delivery = await until('it is delivered', async () => {
      const [first] = await deliveriesOf(tenant, params)
      return first?.state === 'delivered' && first
    })
    assert.deepEqual(
      delivery.attempts.map(({ status, failure }) => status ?? failure),
      [500, 307, 'timeout', 'connection', 'timeout', 'protocol', 'protocol', 204],
    )
    assert.equal(delivery.attempts[0]!.response, 'out of order')
    assert.equal(new Set(ids(receiver.received)).size, 1)
    assert.equal((await stateOf(tenant, params)).failingSince, null)
  })

  test('a delivery with an endless response is judged by the status', async () => {
    const { tenant, receiver, params } = await scene()
    receiver.behave(behaviours.flood)
    await order(tenant, 'W-3')
    const { attempts } = await until('it is delivered', async () => {
      const [first] = await deliveriesOf(tenant, params)
      return first?.state === 'delivered' && first
    })
    assert.equal(attempts[0]!.response!.length, 1_000)
  })

  test('a 410 response pauses only this webhook, and resuming it sends all waiting events', async () => {
    const { tenant, receiver, params } = await scene({ events: ['consignment.*'] })
    const others = await startReceiver(cleanup)
    await tenant.call(createWebhook, { body: { url: others.url, events: ['webhook.paused'] } })
    receiver.behave(behaviours.gone)
    await order(tenant, 'W-4')
    const paused = await until('it is paused', async () => {
      const webhook = await stateOf(tenant, params)
      return webhook.state === 'paused' && webhook
    })
    assert.equal(paused.pausedReason, 'gone')
    assert.ok(paused.pausedSince)
    await until('the others are told', () => others.received.length === 1)
    assert.equal(JSON.parse(others.received[0]!.body).data.record.id, params.webhookId)
    for (const key of ['W-5', 'W-6']) await order(tenant, key)
    receiver.behave(behaviours.take)
    const before = receiver.received.length
    await tenant.call(updateWebhook, { params, body: { state: 'enabled' } })
    await until('all came', () => receiver.received.length === before + 3)
    assert.deepEqual(receiver.received.slice(before).map(keyOf).toSorted(), ['W-4', 'W-5', 'W-6'])
    assert.equal((await stateOf(tenant, params)).pausedReason, null)
  })

  test('a webhook that fails until the last retry is paused, and no event is lost', async () => {
    const service = await open({ ...flags, webhookRetries: '0.05,0.05,0.05' })
    const tenant = await service.environment()
    const receiver = await startReceiver(cleanup, behaviours.die)
    const { data } = await tenant.call(createWebhook, { body: { url: receiver.url } })
    const params = { webhookId: data.webhookId }
    const keys = Array.from({ length: 12 }, (_, index) => `W-7-${index}`)
    for (const key of keys) await order(tenant, key)
    const { pausedReason, failingSince } = await until('it is paused', async () => {
      const webhook = await stateOf(tenant, params)
      return webhook.state === 'paused' && webhook
    })
    assert.equal(pausedReason, 'failing')
    assert.ok(failingSince)
    receiver.behave(behaviours.take)
    const before = receiver.received.length
    await tenant.call(updateWebhook, { params, body: { state: 'enabled' } })
    const arrived = () =>
      new Set(
        receiver.received
          .slice(before)
          .map(({ body }) => JSON.parse(body))
          .filter(({ type }) => type === 'consignment.created')
          .map(({ data }) => data.record.key),
      )
    await until('all came', () => keys.every((key) => arrived().has(key)))
  })

  test('a permanently rejected event blocks no other event, and fails', async () => {
    // Slowly enough that others come through meanwhile: else it is the receiver that is given up.
    const slowly = tenants(() => open({ ...flags, webhookRetries: retries('0.5') }))
    const { tenant, receiver, params } = await scene({ events: ['consignment.created'] }, slowly)
    receiver.behave((received, response, request) =>
      (keyOf(received) === 'W-8' ? behaviours.fail : behaviours.take)(received, response, request),
    )
    await order(tenant, 'W-8')
    let others = 0
    const failed = await until('it is given up', async () => {
      await order(tenant, `W-8-${++others}`)
      return (await tenant.call(listDeliveries, { params, query: { state: 'failed' } })).data.deliveries[0]
    })
    assert.equal(failed.attempts.length, 12)
    assert.equal((await stateOf(tenant, params)).state, 'enabled')
    receiver.behave(behaviours.take)
    const before = receiver.received.length
    await tenant.call(resendDelivery, { params: { ...params, deliveryId: failed.deliveryId } })
    await until('it came', () => receiver.received.slice(before).some(({ id }) => id === failed.eventId))
  })

  test('a receiver that does not respond delays no other webhook', async () => {
    const service = await open({ ...flags, webhookTimeoutMs: '60000' })
    const tenant = await service.environment()
    const dead = await startReceiver(cleanup, behaviours.stall)
    const alive = await startReceiver(cleanup)
    for (const { url } of [dead, dead, dead, alive])
      await tenant.call(createWebhook, { body: { url, events: ['consignment.*'] } })
    const keys = Array.from({ length: 30 }, (_, index) => `W-9-${index}`)
    for (const key of keys) await order(tenant, key)
    await until('all came', () => keys.every((key) => alive.received.some((each) => keyOf(each) === key)))
    // All that the dead one was sent is still unanswered, and no more than a few requests of each webhook.
    assert.ok(dead.received.length <= 24, `${dead.received.length}`)
    // On a slow machine one may come again, under the id that it came under before.
    assert.equal(new Set(ids(alive.received)).size, keys.length)
  })

  test('a delivery and a range of events are sent again with the same ids', async () => {
    const { tenant, receiver, params } = await scene({ events: ['consignment.created'] })
    const started = new Date(Date.now() - 1_000).toISOString().slice(0, 19)
    for (const key of ['W-10', 'W-11', 'W-12']) await order(tenant, key)
    await until('all came', () => receiver.received.length === 3)
    const [newest] = await until('it is delivered', async () => {
      const deliveries = await deliveriesOf(tenant, params)
      return deliveries.every(({ state }) => state === 'delivered') && deliveries
    })
    await tenant.call(resendDelivery, { params: { ...params, deliveryId: newest!.deliveryId } })
    await until('it came again', () => receiver.received.length === 4)
    assert.equal(receiver.received[3]!.id, newest!.eventId)
    const { cursor } = JSON.parse(receiver.received.find((each) => keyOf(each) === 'W-10')!.body).data
    await tenant.call(replayWebhook, { params, body: { after: cursor } })
    await until('two came again', () => receiver.received.length === 6)
    assert.deepEqual(receiver.received.slice(4).map(keyOf).toSorted(), ['W-11', 'W-12'])
    await tenant.call(replayWebhook, { params, body: { from: `${started}Z` } })
    await until('three came again', () => receiver.received.length === 9)
    assert.equal(new Set(ids(receiver.received)).size, 3)
    await tenant.call(replayWebhook, { params, body: { from: '2001-01-01T00:00:00Z', to: `${started}Z` } })
    await assert.rejects(tenant.call(replayWebhook, { params, body: { after: '0', from: `${started}Z` } }), {
      code: 'BAD_REQUEST',
    })
    await order(tenant, 'W-13')
    await until('a later one came', () => receiver.received.some((each) => keyOf(each) === 'W-13'))
    assert.equal(receiver.received.length, 10)
  })

  test('during a change of the secret, deliveries are signed with both secrets', async () => {
    const { tenant, receiver, params, secret } = await scene({ events: ['consignment.*'] })
    const rotated = await tenant.call(rotateWebhookSecret, { params, body: {} })
    assert.equal((await stateOf(tenant, params)).previousSecretUntil, rotated.data.previousSecretUntil)
    await order(tenant, 'W-14')
    await until('it came', () => receiver.received.length === 1)
    const verify = (by: string, { body, headers }: Received) =>
      new Verifier(by).verify(body, headers as Record<string, string>)
    for (const each of [secret, rotated.data.secret]) assert.ok(verify(each, receiver.received[0]!))
    const again = await tenant.call(rotateWebhookSecret, { params, body: { overlapHours: 0 } })
    await order(tenant, 'W-15')
    await until('it came', () => receiver.received.length === 2)
    assert.ok(verify(again.data.secret, receiver.received[1]!))
    for (const each of [secret, rotated.data.secret]) assert.throws(() => verify(each, receiver.received[1]!))
    assert.equal((await stateOf(tenant, params)).previousSecretUntil, null)
  })

  test("a ping returns the receiver's response, also while the webhook is paused", async () => {
    const { tenant, receiver, params, secret } = await scene({ state: 'paused' }, freshHasty)
    const good = (await tenant.call(pingWebhook, { params })).data
    assert.equal(good.state, 'delivered')
    assert.equal(good.attempts[0]!.status, 204)
    const [{ body, headers }] = receiver.received as [Received]
    assert.deepEqual(checkMessage(JSON.parse(body)), [])
    assert.equal(
      (new Verifier(secret).verify(body, headers as Record<string, string>) as { type: string }).type,
      'ping',
    )
    receiver.behave(behaviours.stall)
    const bad = (await tenant.call(pingWebhook, { params })).data
    assert.deepEqual([bad.state, bad.attempts[0]!.failure, bad.nextAttempt], ['failed', 'timeout', null])
    assert.equal((await deliveriesOf(tenant, params)).length, 2)
    assert.equal((await stateOf(tenant, params)).state, 'paused')
  })

  test('the log of deliveries returns pages, newest first', async () => {
    const { tenant, params } = await scene({ state: 'paused' })
    for (let index = 0; index < 5; index++) await tenant.call(pingWebhook, { params })
    const all = await deliveriesOf(tenant, params)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await tenant.call(listDeliveries, {
        params,
        query: { limit: '2', ...(cursor ? { cursor } : {}) },
      })
      paged.push(...data.deliveries.map(({ deliveryId }) => deliveryId))
      cursor = data.next ?? undefined
    } while (cursor)
    assert.deepEqual(
      paged,
      all.map(({ deliveryId }) => deliveryId),
    )
    assert.deepEqual(paged, paged.toSorted().reverse())
    assert.equal(paged.length, 5)
  })

  test('the purge of the delivery log deletes only expired attempts', async () => {
    const { tenant, params } = await scene({ state: 'paused' })
    const [first, second] = [
      (await tenant.call(pingWebhook, { params })).data,
      await sleep(5).then(async () => (await tenant.call(pingWebhook, { params })).data),
    ]
    const service = await shared!
    const { environmentId } = tenant
    const purge = (before: number) =>
      service.database(({ write }) =>
        write(async (tx) => purgeDeliveries.run(tx, { environmentId, before }, createBackgroundCall('', undefined))),
      )
    await purge(Date.parse(first.created) - 1_000)
    assert.equal((await deliveriesOf(tenant, params)).length, 2)
    // Ids, which are made a little after the time that is shown, say how old each is.
    await purge(Number.parseInt(second.deliveryId.replace('-', '').slice(0, 12), 16))
    assert.deepEqual(
      (await deliveriesOf(tenant, params)).map(({ deliveryId }) => deliveryId),
      [second.deliveryId],
    )
  })

  test('a forbidden URL and an unknown filter are rejected', async () => {
    const { tenant } = await scene({ state: 'paused' })
    const refused = async (body: Record<string, unknown>, path: string) => {
      const answer = await tenant.request('POST', '/v1/webhook', { body })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(
        answer.json.data.errors.map((error: { path: string }) => error.path),
        [path],
      )
    }
    for (const url of [
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/',
      'ftp://example.com/',
      'https://u:p@example.com/',
      'https://0x7f.1/',
      'x',
    ])
      await refused({ url }, '/url')
    await refused({ url: 'https://example.com/', events: ['consignment.changed'] }, '/events/0')
    assert.equal((await tenant.call(listWebhooks)).data.length, 1)
  })

  test('the secret of a webhook is returned once', async () => {
    const { tenant, receiver, params, secret } = await scene()
    const { data } = await tenant.call(rotateWebhookSecret, { params, body: {} })
    await order(tenant, 'W-16')
    await until('it came', () => receiver.received.length > 0)
    const paths = ['/v1/webhooks', `/v1/webhook/${params.webhookId}`, `/v1/webhook/${params.webhookId}/deliveries`]
    for (const path of paths) {
      const { text, status } = await tenant.request('GET', path)
      assert.equal(status, 200)
      for (const each of [secret, data.secret]) assert.ok(!text.includes(each.slice(6)), path)
    }
    for (const { body } of receiver.received)
      for (const each of [secret, data.secret]) assert.ok(!body.includes(each.slice(6)))
  })

  test('a deleted webhook receives no further events, and its log is deleted', async () => {
    const { tenant, receiver, params } = await scene({ events: ['consignment.*'] })
    const second = await startReceiver(cleanup)
    await tenant.call(createWebhook, { body: { url: second.url, events: ['consignment.*'] } })
    await order(tenant, 'W-17')
    await until('it came', () => receiver.received.length === 1)
    await tenant.call(deleteWebhook, { params })
    await order(tenant, 'W-18')
    await until('the other one has both', () => second.received.length === 2)
    assert.equal(receiver.received.length, 1)
    await assert.rejects(tenant.call(listDeliveries, { params }), { code: 'NOT_FOUND' })
  })

  test('a stop of the service releases pending deliveries, and the next start sends them', async (t) => {
    const data = temporaryFolder(t)
    const service = await startService(t, { ...flags, data, webhookTimeoutMs: '60000', drainTimeoutMs: '50' }, engine)
    const tenant = await service.environment()
    const receiver = await startReceiver(t, behaviours.stall)
    await tenant.call(createWebhook, { body: { url: receiver.url, events: ['consignment.*'] } })
    await order(tenant, 'W-19')
    await until('it came', () => receiver.received.length === 1)
    await service.running.stop()
    receiver.behave(behaviours.take)
    const next = await startService(t, { ...flags, data }, engine)
    await until('it came again', () => receiver.received.length === 2)
    assert.equal(new Set(ids(receiver.received)).size, 1)
    await next.running.stop()
  })
})

test('two instances send each event once', async (t) => {
  const first = await startService(t, { ...flags }, 'postgres')
  const second = await startService(t, { ...flags, data: first.config.data }, 'postgres')
  const tenant = await first.environment()
  const receiver = await startReceiver(t)
  const { data } = await tenant.call(createWebhook, { body: { url: receiver.url, events: ['consignment.created'] } })
  const keys = Array.from({ length: 120 }, (_, index) => `W-20-${index}`)
  const clients = [first, second].map(({ url }) => createClient({ baseUrl: url, token: tenant.token, retries: 8 }))
  // Few at a time: what came of a request may wait for a connection as well, and is sent again when it waits in vain.
  const rest = keys.values()
  const lane = async (index: number) => {
    for (const key of rest) await clients[index % 2]!.call(createConsignment, { body: anOrder({ key }) })
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => lane(index)))
  await until('all came', () => new Set(receiver.received.map(keyOf)).size === keys.length)
  await until('all are delivered', async () => {
    const { deliveries } = (
      await tenant.call(listDeliveries, { params: { webhookId: data.webhookId }, query: { state: 'pending' } })
    ).data
    return deliveries.length === 0
  })
  assert.equal(new Set(ids(receiver.received)).size, keys.length, 'one id for each event')
  // Both would send all of them. A machine that stands still for a second may keep what came of a few from being stored.
  assert.ok(receiver.received.length < keys.length * 1.1, `${receiver.received.length} requests`)
})
