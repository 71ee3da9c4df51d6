// Webhooks that are paused, resumed and corrected: nothing is sent to one that is paused, nothing is lost, and a change is tried at once.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConsignment } from '../../contract/consignment.ts'
import { createWebhook, getWebhook, updateWebhook } from '../../contract/webhook.ts'
import { startDispatcher } from '../../server/integration/webhook/dispatcher.ts'
import { sql } from '../../server/platform/database/database.ts'
import type { OperationExecutor } from '../../server/platform/operation/operation.ts'
import type { OutboundClient, OutboundOutcome } from '../../server/platform/operation/services.ts'
import { everyEngine, type Service, type Tenant } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { type Behaviour, behaviours, type Received, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

const flags = { webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8', webhookTimeoutMs: '60000' }
const keyOf = ({ body }: Received): string => JSON.parse(body).data.record.key
const events = ['consignment.created' as const]

/** A receiver whose answers wait until they are given. */
function held(): { behaviour: Behaviour; answer: (status: number) => void; waiting: () => number } {
  const responses: ServerResponse[] = []
  return {
    behaviour: (_received, response) => void responses.push(response),
    answer: (status) => {
      for (const response of responses.splice(0)) response.writeHead(status).end()
    },
    waiting: () => responses.length,
  }
}

everyEngine('paused and changed webhooks', (open) => {
  const opened = new Map<string, Promise<Service>>()
  /** A webhook of a new environment, at a service with this schedule. */
  const scene = async (t: { after(fn: () => unknown): void }, webhookRetries: string, behaviour: Behaviour) => {
    if (!opened.has(webhookRetries)) opened.set(webhookRetries, open({ ...flags, webhookRetries }))
    const tenant = await (await opened.get(webhookRetries)!).environment()
    const receiver = await startReceiver(t, behaviour)
    const { data } = await tenant.call(createWebhook, { body: { url: receiver.url, events } })
    return { tenant, receiver, params: { webhookId: data.webhookId } }
  }
  const order = ({ call }: Tenant, key: string) => call(createConsignment, { body: anOrder({ key }) })
  const stateOf = async ({ call }: Tenant, params: { webhookId: string }) =>
    (await call(getWebhook, { params })).data.state
  /** Whether the metrics count one that is paused for that reason. */
  const counts = async ({ request }: Tenant, reason: string) =>
    new RegExp(`^dray_webhooks_paused{reason="${reason}"} [1-9]`, 'm').test((await request('GET', '/metrics')).text)
  const long = '0.01,0.01,0.01,0.01,0.01,3600'
  const short = '0.001'

  test('a webhook that received 410 sends nothing until a user resumes it', async (t) => {
    const { tenant, receiver, params } = await scene(t, long, behaviours.gone)
    const other = await startReceiver(t)
    await tenant.call(createWebhook, { body: { url: other.url, events } })
    await order(tenant, 'P-1')
    await until('it is paused', async () => (await stateOf(tenant, params)) === 'paused')
    for (const key of ['P-2', 'P-3', 'P-4']) {
      await order(tenant, key)
      await until('the other one has it', () => other.received.some((each) => keyOf(each) === key))
    }
    assert.deepEqual(receiver.received.map(keyOf), ['P-1'])
    await until('it counts as gone', () => counts(tenant, 'gone'))
    receiver.behave(behaviours.take)
    await tenant.call(updateWebhook, { params, body: { state: 'enabled' } })
    await until('all came', () => receiver.received.length === 5)
    assert.deepEqual(receiver.received.slice(1).map(keyOf).toSorted(), ['P-1', 'P-2', 'P-3', 'P-4'])
  })

  test('no attempt starts after the first 410 response, even before the response is stored', async () => {
    const service = await open({ ...flags })
    const tenant = await service.environment()
    const { data } = await tenant.call(createWebhook, { body: { url: 'http://127.0.0.1:9000/hook', events } })
    const params = { webhookId: data.webhookId }
    await tenant.call(updateWebhook, { params, body: { state: 'paused' } })
    for (const key of ['G-1', 'G-2', 'G-3', 'G-4']) await order(tenant, key)
    await service.running.stop()
    await service.database(async ({ read, write }) => {
      await write((tx) => tx.run(sql`update webhooks set state = 'enabled', paused_reason = null, paused_since = null`))
      const underWay: ((outcome: OutboundOutcome) => void)[] = []
      const outbound: OutboundClient = {
        findUrlError: () => undefined,
        send: () => new Promise((resolve) => underWay.push(resolve)),
      }
      const answer = (nth: number, status: number) => underWay[nth]!({ status, body: Buffer.alloc(0), durationMs: 1 })
      const [recording, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const run: OperationExecutor['run'] = async (step, call) => {
        if ((call.body as { attempt?: { status: number } }).attempt?.status === 410) {
          recording.resolve()
          await written.promise
        }
        return write((tx) => step.run(tx, call.body, call))
      }
      const nobody = () => undefined
      const logger = { error: nobody, warn: nobody }
      const metrics = { attempt: nobody, paused: nobody, queueAge: nobody }
      const limits = { leaseMs: 60_000, delaysMs: [60_000], concurrency: 2, requestsMax: 10, graceMs: 100 }
      const dispatcher = startDispatcher(
        { executor: { read, run }, outbound, logger, metrics },
        { owner: 'a test', ...limits },
      )
      await until('two are under way', () => underWay.length === 2)
      answer(0, 410)
      await recording.promise
      answer(1, 204)
      await until('the other one is written down', async () => {
        const rows = await read(async (tx) =>
          tx.all(sql`select state from webhook_deliveries where state = 'delivered'`),
        )
        return rows.length === 1
      })
      await sleep(200)
      assert.equal(underWay.length, 2, 'before it is written down')
      written.resolve()
      await until('it is paused', async () => {
        const rows = await read(async (tx) => tx.all(sql`select state from webhooks where state = 'paused'`))
        return rows.length === 1
      })
      await sleep(100)
      assert.equal(underWay.length, 2)
      await dispatcher.stop()
    })
  })

  test('a webhook with a corrected URL retries immediately, after any number of failures', async (t) => {
    const { tenant, receiver, params } = await scene(t, long, behaviours.fail)
    await order(tenant, 'P-5')
    await until('only the long wait is left', () => receiver.received.length === 6)
    const right = await startReceiver(t)
    await tenant.call(updateWebhook, { params, body: { url: right.url } })
    await until('it came', () => right.received.length === 1)
    assert.equal(receiver.received.length, 6)
  })

  test('a resumed webhook retries immediately, after any number of failures', async (t) => {
    const { tenant, receiver, params } = await scene(t, long, behaviours.fail)
    await order(tenant, 'P-6')
    await until('only the long wait is left', () => receiver.received.length === 6)
    await tenant.call(updateWebhook, { params, body: { state: 'paused' } })
    await until('it counts as paused by somebody', () => counts(tenant, 'manual'))
    receiver.behave(behaviours.take)
    await tenant.call(updateWebhook, { params, body: { state: 'enabled' } })
    await until('it came', () => receiver.received.length === 7)
  })

  test('an event whose last attempt ends during a pause is sent after the pause', async (t) => {
    const { behaviour, answer, waiting } = held()
    let tries = 0
    const { tenant, receiver, params } = await scene(t, short, (...given) =>
      (tries++ === 0 ? behaviours.fail : behaviour)(...given),
    )
    await order(tenant, 'P-7')
    await until('the last try is under way', () => waiting() === 1)
    await tenant.call(updateWebhook, { params, body: { state: 'paused' } })
    answer(500)
    receiver.behave(behaviours.take)
    // Sent by the same instance after the answer came in.
    const other = await startReceiver(t)
    await tenant.call(createWebhook, { body: { url: other.url, events } })
    await order(tenant, 'P-8')
    await until('the other one has the next', () => other.received.length === 1)
    assert.equal(receiver.received.length, 2)
    await tenant.call(updateWebhook, { params, body: { state: 'enabled' } })
    await until('both came', () => receiver.received.length === 4)
    assert.deepEqual(receiver.received.slice(2).map(keyOf).toSorted(), ['P-7', 'P-8'])
  })

  test('a late response of the old URL does not affect a webhook with a new URL', async (t) => {
    for (const status of [410, 500]) {
      const { behaviour, answer, waiting } = held()
      const { tenant, params } = await scene(t, short, behaviour)
      await order(tenant, 'P-9')
      await until('it is under way', () => waiting() === 1)
      const right = await startReceiver(t)
      await tenant.call(updateWebhook, { params, body: { url: right.url } })
      answer(status)
      await until('it came', () => right.received.length === 1)
      assert.equal(await stateOf(tenant, params), 'enabled')
    }
  })

  test('a webhook accepts localhost as a receiver if its network is allowed', async (t) => {
    const { tenant, receiver, params } = await scene(t, long, behaviours.take)
    const url = `http://localhost:${receiver.port}/named`
    await tenant.call(updateWebhook, { params, body: { url } })
    await order(tenant, 'P-10')
    await until('it came', () => receiver.received.length === 1)
    assert.equal(receiver.received[0]!.path, '/named')
  })
})
