// Letters that would say what no longer holds: they are not sent, and say so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../../contract/change.ts'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { type EnvironmentPatch, updateEnvironment } from '../../contract/environment.ts'
import { createLoad, type LoadStatus, updateLoadById } from '../../contract/load.ts'
import { type Notice, resendNotice, sendPod } from '../../contract/notice.ts'
import { putPodFile } from '../../contract/pod.ts'
import { type NoticeRecord, recordNotice } from '../../server/delivery/email/queue.ts'
import { sql } from '../../server/platform/database/database.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { everyEngine, type Tenant, writeBehind } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { inEarnest, noticesOf, order, record, settled } from '../support/outcomes.ts'
import { aPhoto } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const minute = 60_000
const anAddress = () => `${aKey('to').toLowerCase()}@example.com`

everyEngine('outdated e-mails', (open) => {
  const box = openMailbox()
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open({ ...box.flags(), noticeRetries: '3600,3600,3600' }))
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
  const become = ({ call }: Tenant, loadId: string, status: LoadStatus) =>
    call(updateLoadById, { params: { loadId }, body: { status } })
  const tried = (tenant: Tenant) =>
    until('each letter was tried or is settled', async () =>
      (await noticesOf(tenant)).every(({ due }) => due === null || Date.parse(due) > Date.now() + minute),
    )
  /** While the mail server is away; answers once it is back and no letter waits. */
  const outage = async (tenant: Tenant, email: string, work: () => Promise<unknown>) => {
    box.replies.set(email, '451 4.3.0 later, please')
    await work()
    await tried(tenant)
    box.replies.delete(email)
    // Until here none is due again: so no attempt is under way that knows less than all of the work.
    await writeBehind((await service()).config, async (tx) => {
      await tx.run(
        sql`update notices set due = ${Date.now()} where environment_id = ${tenant.environmentId} and state = 'waiting'`,
      )
    })
    await settled(tenant)
  }
  /** The letters of an order in the sequence in which they were decided: what, to whom, and what became of them. */
  const lettersOf = async (tenant: Tenant, consignmentId: string) =>
    (await settled(tenant, consignmentId))
      .map(({ kind, recipient, reason, state }) => `${kind} ${recipient} ${reason ?? state}`)
      .reverse()

  test('an e-mail about a proof that is not the deciding proof reaches no recipient and no SMS sender', async () => {
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

  test('an e-mail about a proof that was replaced during its upload is sent only by hand', async () => {
    const tenant = await scene({ proofOfDelivery: true, attachPdf: true })
    const consigneeContact = { email: anAddress() }
    const [corrected, overtaken] = [
      await order(tenant, { consigneeContact }),
      await order(tenant, { consigneeContact }),
    ]
    const [first, second] = [aPhoto(), aPhoto()]
    const at = Date.now() - minute
    const proofs = await record(tenant, [
      { consignmentId: corrected, outcome: 'success', at, photos: [first] },
      { consignmentId: overtaken, outcome: 'failed', at, photos: [second] },
    ])
    await record(tenant, [
      { consignmentId: corrected, outcome: 'failed', replaces: proofs[0]! },
      { consignmentId: overtaken, outcome: 'success' },
    ])
    for (const [index, { announced, body }] of [first, second].entries())
      await tenant.call(putPodFile, { params: { podId: proofs[index]!, fileId: announced.fileId }, body })
    assert.deepEqual(await lettersOf(tenant, corrected), [
      'pod.success consignee not_counting',
      'pod.failed consignee sent',
    ])
    assert.deepEqual(await lettersOf(tenant, overtaken), [
      'pod.failed consignee not_counting',
      'pod.success consignee sent',
    ])
    await tenant.call(sendPod, { params: { podId: proofs[0]! }, body: {} })
    assert.equal((await lettersOf(tenant, corrected)).at(-1), 'pod.success consignee sent', 'as somebody wants it')
  })

  test('an e-mail about a failure is sent even if the order is planned again', async () => {
    const tenant = await scene({ proofOfDelivery: true, attachPdf: true })
    const consignmentId = await order(tenant, { consigneeContact: { email: anAddress() } })
    await load(tenant, 'started', consignmentId)
    const photo = aPhoto()
    const [podId] = (await record(tenant, [{ consignmentId, outcome: 'failed', photos: [photo] }])) as [string]
    await join(tenant, consignmentId, await load(tenant, 'planning'))
    await tenant.call(putPodFile, { params: { podId, fileId: photo.announced.fileId }, body: photo.body })
    assert.deepEqual(await lettersOf(tenant, consignmentId), ['pod.failed consignee sent'])
  })

  test('an e-mail about an order with an outcome does not contain its stop position', async () => {
    const tenant = await scene({ publicTracking: true, trackingTriggers: ['released', 'inTransit'] })
    const consigneeContact = { email: anAddress() }
    const [done, left] = [await order(tenant, { consigneeContact }), await order(tenant, { consigneeContact })]
    const loadId = await load(tenant, 'planned', done, left)
    await record(tenant, [{ consignmentId: done, outcome: 'success' }])
    await become(tenant, loadId, 'started')
    assert.deepEqual(await lettersOf(tenant, left), ['tracking.inTransit consignee sent'])
    await join(tenant, await order(tenant, { consigneeContact }), await load(tenant, 'released'))
    assert.deepEqual(await noticesOf(tenant, done), [], 'nothing of what is over')
    const handed = await order(tenant, { consigneeContact })
    await record(tenant, [{ consignmentId: handed, outcome: 'success' }])
    await join(tenant, handed, await load(tenant, 'released'))
    assert.deepEqual(await noticesOf(tenant, handed), [], 'nor when it joins a load')
  })

  test('after an outage of the mail server, a later tracking e-mail replaces earlier ones of the order', async () => {
    const tenant = await scene({
      proofOfDelivery: true,
      publicTracking: true,
      trackingTriggers: ['planned', 'released', 'inTransit'],
    })
    const email = anAddress()
    const [done, left] = [
      await order(tenant, { consigneeContact: { email } }),
      await order(tenant, { consigneeContact: { email } }),
    ]
    const loadId = await load(tenant, 'planning', done, left)
    await outage(tenant, email, async () => {
      for (const status of ['planned', 'released', 'started'] as const) await become(tenant, loadId, status)
      await record(tenant, [{ consignmentId: done, outcome: 'success' }])
    })
    const before = ['tracking.planned consignee outdated', 'tracking.released consignee outdated']
    assert.deepEqual(await lettersOf(tenant, done), [
      ...before,
      'tracking.inTransit consignee outdated',
      'pod.success consignee sent',
    ])
    assert.deepEqual(await lettersOf(tenant, left), [...before, 'tracking.inTransit consignee sent'])
  })

  test('a tracking e-mail is sent when a removed order is planned again', async () => {
    const tenant = await scene({ publicTracking: true, trackingTriggers: ['planned'] })
    const email = anAddress()
    const consignmentId = await order(tenant, { consigneeContact: { email } })
    const loadId = await load(tenant, 'planning', consignmentId)
    await outage(tenant, email, async () => {
      await become(tenant, loadId, 'planned')
      await join(tenant, consignmentId, null)
    })
    assert.deepEqual(await lettersOf(tenant, consignmentId), ['tracking.planned consignee outdated'])
    await join(tenant, consignmentId, loadId)
    assert.deepEqual(await lettersOf(tenant, consignmentId), [
      'tracking.planned consignee outdated',
      'tracking.planned consignee sent',
    ])
    const [notice] = await noticesOf(tenant, consignmentId)
    await join(tenant, consignmentId, null)
    await tenant.call(resendNotice, { params: { noticeId: notice!.noticeId }, body: {} })
    assert.equal((await lettersOf(tenant, consignmentId)).at(-1), 'tracking.planned consignee sent', 'by hand it goes')
  })

  test('outdated e-mails do not delay current e-mails', async () => {
    const tenant = await scene({ publicTracking: true, trackingTriggers: ['registered', 'planned', 'released'] })
    const email = anAddress()
    const loadId = await load(tenant, 'planned')
    let [left, back] = ['', '']
    await outage(tenant, email, async () => {
      left = await order(tenant, { consigneeContact: { email } })
      back = await order(tenant, { consigneeContact: { email } })
      await join(tenant, left, loadId)
      await join(tenant, back, loadId)
      await tried(tenant)
      await become(tenant, loadId, 'released')
      await tried(tenant)
      await become(tenant, loadId, 'planned')
      await join(tenant, left, null)
    })
    const lettersTo = async (consignmentId: string) => new Set(await lettersOf(tenant, consignmentId))
    const released = 'tracking.released consignee outdated'
    assert.deepEqual(
      await lettersTo(left),
      new Set(['tracking.registered consignee sent', 'tracking.planned consignee outdated', released]),
      'one that was taken out',
    )
    assert.deepEqual(
      await lettersTo(back),
      new Set(['tracking.registered consignee outdated', 'tracking.planned consignee sent', released]),
      'one whose load was put back',
    )
  })

  test('an outdated e-mail is checked again before it is discarded, and sent if it is valid again', async () => {
    const tenant = await scene({ publicTracking: true, trackingTriggers: ['planned'] })
    const { environmentId } = tenant
    const email = anAddress()
    const consignmentId = await order(tenant, { consigneeContact: { email } })
    const loadId = await load(tenant, 'planned')
    const { config } = await service()
    const giveUp = async () => {
      const [{ noticeId, attempts }] = (await noticesOf(tenant, consignmentId)) as [Notice]
      const record: NoticeRecord = { noticeId, tries: attempts.length, result: { suppressed: 'outdated' } }
      return writeBehind(config, async (tx) =>
        recordNotice.run(tx, record, createBackgroundCall(environmentId, undefined)),
      )
    }
    await outage(tenant, email, async () => {
      await join(tenant, consignmentId, loadId)
      await tried(tenant)
      assert.equal(await giveUp(), undefined, 'it was put back since it was judged')
    })
    assert.deepEqual(await lettersOf(tenant, consignmentId), ['tracking.planned consignee sent'])
    const other = await order(tenant, { consigneeContact: { email } })
    await outage(tenant, email, async () => {
      await join(tenant, other, loadId)
      await tried(tenant)
      await become(tenant, loadId, 'planning')
    })
    assert.deepEqual(await lettersOf(tenant, other), ['tracking.planned consignee outdated'])
  })
})
