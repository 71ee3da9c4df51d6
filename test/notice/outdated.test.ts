// Letters that would say what no longer holds: they are not sent, and say so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../../contract/change.ts'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { type EnvironmentPatch, updateEnvironment } from '../../contract/environment.ts'
import { createLoad, type LoadStatus } from '../../contract/load.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { inEarnest, order, record, settled } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'

const minute = 60_000
const anAddress = () => `${aKey('to').toLowerCase()}@example.com`

everyEngine('letters that no longer hold', (open) => {
  const box = openMailbox()
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open({ ...box.flags(), noticeRetries: '0.05,0.05,0.05,0.05' }))
  const fresh = tenants(service)
  const scene = async (notifications: EnvironmentPatch['notifications']) => {
    const tenant = await inEarnest(await service(), await fresh())
    await tenant.call(updateEnvironment, { body: { notifications: { attachPdf: false, ...notifications } } })
    return tenant
  }
  const load = async ({ call }: Tenant, status: LoadStatus, ...ids: string[]) => {
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    return (await call(createLoad, { body: { key: aKey('LOAD'), status, stops } })).data.loadId
  }
  const join = ({ call }: Tenant, consignmentId: string, loadId: string | null) =>
    call(updateConsignmentById, { params: { consignmentId }, body: { loadId } })
  /** The letters of an order in the sequence in which they were decided: what, to whom, and what became of them. */
  const lettersOf = async (tenant: Tenant, consignmentId: string) =>
    (await settled(tenant, consignmentId))
      .map(({ kind, recipient, reason, state }) => `${kind} ${recipient} ${reason ?? state}`)
      .reverse()

  test('because the proof does not count are kept from the consignee and from those who send SMS', async () => {
    const office = anAddress()
    const tenant = await scene({ proofOfDelivery: true, failedRecipients: [office] })
    const consignmentId = await order(tenant, { consigneeContact: { email: anAddress() } })
    const former = await load(tenant, 'released', consignmentId)
    await join(tenant, consignmentId, await load(tenant, 'planning'))
    await record(tenant, [
      { consignmentId, outcome: 'success', at: Date.now() - 10 * minute },
      { consignmentId, outcome: 'failed', at: Date.now() - minute, loadId: former },
    ])
    assert.deepEqual(await lettersOf(tenant, consignmentId), [
      'pod.success consignee sent',
      'pod.failed consignee not_counting',
      'pod.failed fixed sent',
    ])
    const { events } = (await tenant.call(listEvents, { query: { types: 'notice.created' } })).data
    assert.equal(events.length, 1, 'nobody is told by other ways either')
  })
})
