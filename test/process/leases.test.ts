// Leases that an instance has left behind whose clock was days ahead: others take over all the same, and not from one that is there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createImport, getImport } from '../../contract/import.ts'
import { createWebhook } from '../../contract/webhook.ts'
import { type SqlQuery, sql } from '../../server/platform/database/database.ts'
import { dayMs } from '../../server/platform/value/times.ts'
import { aPlacedDepot, aVehicle, begun, ordersAround, read } from '../support/days.ts'
import { type Service, startService, type Tenant, writeBehind } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { anOrder } from '../support/orders.ts'
import { inEarnest, order, settled } from '../support/outcomes.ts'
import { startReceiver } from '../support/receiver.ts'
import { aFile } from '../support/requests.ts'
import { until } from '../support/until.ts'

const box = openMailbox()
const flags = (leaseMs = '1500') => ({
  ...{ ...box.flags(), webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8' },
  ...{ webhookLeaseMs: leaseMs, noticeLeaseMs: leaseMs, optimiserLeaseMs: leaseMs },
})
const daysAhead = () => Date.now() + 3 * dayMs
const behind = ({ config }: Service, query: SqlQuery) => writeBehind(config, async (tx) => void (await tx.run(query)))

const leased = (environmentId: string, leaseUntil: number) =>
  sql`update webhooks set lease_owner = 'gone', lease_until = ${leaseUntil} where environment_id = ${environmentId}`

async function withWebhook(t: { after(fn: () => unknown): void }, service: Service) {
  const tenant = await service.environment()
  const receiver = await startReceiver(t)
  await tenant.call(createWebhook, { body: { url: receiver.url, events: ['consignment.created'] } })
  return { tenant, receiver }
}
const withLetter = async (service: Service) => {
  const tenant = await inEarnest(service, await service.environment())
  await tenant.call(updateEnvironment, {
    body: { notifications: { publicTracking: true, trackingTriggers: ['registered'] } },
  })
  const contact = { consigneeContact: { email: 'somebody@example.com' } }
  await settled(tenant, await order(tenant, contact))
  await behind(
    service,
    sql`update notice_senders set lease_owner = 'gone', lease_until = ${daysAhead()} where environment_id = ${tenant.environmentId}`,
  )
  return { tenant, consignmentId: await order(tenant, contact) }
}
/** One that is queued, and that somebody has begun with before this service had a look. */
const withOptimisation = async (service: Service) => {
  const tenant = await service.environment()
  const depotKey = await aPlacedDepot(tenant)
  await aVehicle(tenant, depotKey)
  await ordersAround(tenant, 3, { seed: 1, depotKey })
  const optimisationId = await begun(tenant, { mode: 'day', seconds: 1 })
  await until('it has ended', async () => (await read(tenant, optimisationId)).state === 'done')
  await behind(
    service,
    sql`update optimisations set state = 'running', lease_owner = 'gone', lease_until = ${daysAhead()} where environment_id = ${tenant.environmentId}`,
  )
  return { tenant, optimisationId }
}

const stateOfImport = async ({ call }: Tenant, importId: string) =>
  (await call(getImport, { params: { importId } })).data.state
const withImport = async (service: Service) => {
  const tenant = await service.environment()
  const body = aFile(['L-1,1 High Street,Leeds,LS1 1AA,GB'])
  const ended = (await tenant.call(createImport, { query: {}, body })).data.importId
  await until('it has ended', async () => (await stateOfImport(tenant, ended)) === 'done')
  // To be undone, which nobody has done yet.
  await behind(
    service,
    sql`update imports set state = 'undoing', ended = null, lease_owner = 'gone', lease_until = ${daysAhead()} where environment_id = ${tenant.environmentId}`,
  )
  return { tenant, importId: ended }
}

test('leases whose end is days in the future are taken over if no instance renews them', async (t) => {
  const service = await startService(t, flags(), 'postgres')
  const imported = await withImport(service)
  const webhook = await withWebhook(t, service)
  await behind(service, leased(webhook.tenant.environmentId, daysAhead()))
  await webhook.tenant.call(createConsignment, { body: anOrder() })
  const letter = await withLetter(service)
  const optimised = await withOptimisation(service)
  const results = await Promise.allSettled([
    until('the webhook is served', () => webhook.receiver.received.length === 1),
    settled(letter.tenant, letter.consignmentId),
    until('it is searched', async () => (await read(optimised.tenant, optimised.optimisationId)).state === 'done'),
    until('it is undone', async () => (await stateOfImport(imported.tenant, imported.importId)) === 'undone'),
  ])
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'taken over')),
    ['taken over', 'taken over', 'taken over', 'taken over'],
  )
})

test('an instance with a clock days ahead does not take over a lease that another instance renews', async (t) => {
  const service = await startService(t, flags('5000'), 'postgres')
  const { tenant, receiver } = await withWebhook(t, service)
  await behind(service, leased(tenant.environmentId, daysAhead()))
  await tenant.call(createConsignment, { body: anOrder() })
  // For longer than a lease, and many times within one: a machine that stands still for a while is not gone.
  for (let renewals = 0; renewals < 10; renewals++) {
    await sleep(600)
    await behind(service, leased(tenant.environmentId, daysAhead()))
  }
  assert.equal(receiver.received.length, 0)
  await until('it is taken over in the end', () => receiver.received.length === 1)
})
