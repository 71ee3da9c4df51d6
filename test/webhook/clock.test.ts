// A clock that is days ahead for a while: once it is right again, what was written and learnt meanwhile holds nothing up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createWebhook, getWebhook } from '../../contract/webhook.ts'
import { createToken, revokeToken } from '../../server/access/token/rules.ts'
import { createCommandAuthor } from '../../server/platform/event/rules.ts'
import { dayMs } from '../../server/platform/value/times.ts'
import { clockOf } from '../support/clock.ts'
import { everyEngine, type Service, type Tenant, writeBehind } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { anOrder } from '../support/orders.ts'
import { order as anOrderOf, inEarnest, noticesOf, settled } from '../support/outcomes.ts'
import { behaviours, type Received, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

const aheadMs = 3 * dayMs
const keyOf = ({ body }: Received): string => JSON.parse(body).data.record.key
/** Many soon after one another; the last keeps a webhook that fails from being paused. */
const retries = [...Array(40).fill('0.05'), '600'].join(',')

everyEngine('a clock that was ahead', (open) => {
  const box = openMailbox()
  let shared: Promise<Service> | undefined
  const service = () =>
    (shared ??= open({
      ...{ webhookAllowHttp: true, webhookAllowNets: '127.0.0.0/8', webhookRetries: retries },
      ...{ ...box.flags(), noticeRetries: retries },
    }))
  const scene = async (t: { after(fn: () => unknown): void }) => {
    const tenant = await (await service()).environment()
    const receiver = await startReceiver(t, behaviours.fail)
    const body = { url: receiver.url, events: ['consignment.created' as const] }
    const params = { webhookId: (await tenant.call(createWebhook, { body })).data.webhookId }
    return { tenant, receiver, params, clock: clockOf(t) }
  }
  const order = ({ call }: Tenant, key: string) => call(createConsignment, { body: anOrder({ key }) })

  test('a clock that was ahead does not delay a webhook after repeated failures', async (t) => {
    const { tenant, receiver, params, clock } = await scene(t)
    clock.set(aheadMs)
    await order(tenant, 'C-1')
    await until('it failed so often that it rests', () => receiver.received.length > 6)
    clock.set(0)
    receiver.behave(behaviours.take)
    await order(tenant, 'C-2')
    await until('both came', () => receiver.received.some((each) => keyOf(each) === 'C-2'))
    const { state, failingSince } = (await tenant.call(getWebhook, { params })).data
    assert.deepEqual([state, failingSince], ['enabled', null])
  })

  test('a clock that was ahead does not delay a retry', async (t) => {
    const { tenant, receiver, clock } = await scene(t)
    clock.set(aheadMs)
    await order(tenant, 'C-3')
    await until('it failed', () => receiver.received.length > 0)
    await sleep(20)
    clock.set(0)
    receiver.behave(behaviours.take)
    const before = receiver.received.length
    await until('it came again', () => receiver.received.length > before)
  })

  test('a clock that was ahead does not delay e-mails', async (t) => {
    const tenant = await inEarnest(await service(), await (await service()).environment())
    const notifications = { publicTracking: true, trackingTriggers: ['registered' as const] }
    await tenant.call(updateEnvironment, { body: { notifications } })
    const email = 'ahead@example.com'
    const clock = clockOf(t)
    box.replies.set(email, '451 4.3.0 later, please')
    clock.set(aheadMs)
    const consignmentId = await anOrderOf(tenant, { consigneeContact: { email } })
    await until('it was tried', async () => (await noticesOf(tenant, consignmentId))[0]!.attempts.length > 0)
    clock.set(0)
    box.replies.delete(email)
    assert.equal((await settled(tenant, consignmentId))[0]!.state, 'sent')
  })

  test('a clock that was ahead does not accept revoked tokens', async (t) => {
    const { config, environment } = await service()
    const { environmentId, request } = await environment()
    const { issuer } = config
    const tokens = await writeBehind(config, async (tx) => {
      const author = createCommandAuthor(environmentId, Date.now())
      return [
        await createToken(tx, author, { issuer, scopes: ['*'] }),
        await createToken(tx, author, { issuer, scopes: ['*'] }),
      ]
    })
    const statusOf = async ({ token }: (typeof tokens)[0]) =>
      (await request('GET', '/v1/loads', { headers: { authorization: `Bearer ${token}` } })).status
    const revoke = ({ tokenId }: (typeof tokens)[0]) =>
      writeBehind(config, (tx) => revokeToken(tx, createCommandAuthor(environmentId, Date.now()), tokenId))
    for (const token of tokens) assert.equal(await statusOf(token), 200)
    const clock = clockOf(t)
    clock.set(aheadMs)
    await revoke(tokens[0]!)
    await until('the first is refused', async () => (await statusOf(tokens[0]!)) === 401)
    clock.set(0)
    // As another instance does, whose clock was right.
    await revoke(tokens[1]!)
    await until('the second is refused', async () => (await statusOf(tokens[1]!)) === 401)
  })
})
