// How late webhooks are, as the gauge says that an alert goes by: what could be sent counts, what is to be tried later does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConsignment } from '../../contract/consignment.ts'
import { createWebhook } from '../../contract/webhook.ts'
import { type SqlQuery, sql } from '../../server/platform/database/database.ts'
import { hourMs } from '../../server/platform/value/times.ts'
import { everyEngine, type Service, writeBehind } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { type Behaviour, behaviours, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

everyEngine('the lateness of webhooks', (open) => {
  const flags = { webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8', webhookRetries: '3600' }
  const scene = async (t: { after(fn: () => unknown): void }, behaviour: Behaviour = behaviours.take) => {
    // The gauge is that of all webhooks of a service.
    const service = await open(flags)
    const tenant = await service.environment()
    const receiver = await startReceiver(t, behaviour)
    await tenant.call(createWebhook, { body: { url: receiver.url, events: ['consignment.created'] } })
    const { environmentId } = tenant
    const order = () => tenant.call(createConsignment, { body: anOrder() })
    const behind = (query: SqlQuery) => writeBehind(service.config, async (tx) => void (await tx.run(query)))
    const leased = (leaseUntil: number) =>
      behind(
        sql`update webhooks set lease_owner = 'other', lease_until = ${leaseUntil} where environment_id = ${environmentId}`,
      )
    return { service, environmentId, receiver, order, behind, leased }
  }
  const ageOf = async ({ url }: Service): Promise<number> => {
    const text = await (await fetch(new URL('/metrics', url))).text()
    return Number(/^dray_webhook_queue_age_seconds (\S+)$/m.exec(text)![1])
  }

  test('the lateness of an event that is not sent yet counts from its creation', async (t) => {
    const { service, environmentId, receiver, order, behind, leased } = await scene(t)
    // Somebody holds it, renews it, and does nothing.
    await leased(Date.now() + 300_000)
    await order()
    await behind(sql`update changes set at = at - ${hourMs} where environment_id = ${environmentId}`)
    await until('it shows', async () => (await ageOf(service)) >= hourMs / 1_000)
    // Written while the clock was ahead: what counts is for how long it has been seen.
    await behind(sql`update changes set at = at + ${50 * hourMs} where environment_id = ${environmentId}`)
    await until('it is seen to wait', async () => {
      const age = await ageOf(service)
      return age > 2 && age < 3_000
    })
    await leased(0)
    await until('it came', () => receiver.received.length === 1)
    await until('nothing waits', async () => (await ageOf(service)) === 0)
  })

  test('the lateness of a delivery counts from its due time, but not while it waits for a retry', async (t) => {
    const { service, environmentId, receiver, order, behind, leased } = await scene(t, behaviours.fail)
    await order()
    await until('it failed', () => receiver.received.length === 1)
    await sleep(2_500)
    assert.equal(await ageOf(service), 0)
    await leased(Date.now() + 300_000)
    await behind(
      sql`update webhook_deliveries set due = ${Date.now() - hourMs} where environment_id = ${environmentId}`,
    )
    await until('it shows', async () => (await ageOf(service)) >= hourMs / 1_000)
  })
})
