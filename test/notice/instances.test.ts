// Two instances over one database: each letter once, and those of one that died by the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { sql } from '../../server/platform/database/database.ts'
import { startService, temporaryFolder, writeBehind } from '../support/harness.ts'
import { headersOf, openMailbox } from '../support/mailbox.ts'
import { anOrder } from '../support/orders.ts'
import { inEarnest, order, settled } from '../support/outcomes.ts'

const box = openMailbox()
const contact = { consigneeContact: { email: 'somebody@example.com' } }

test('two instances send each e-mail once, and one instance takes over after the other ends', async (t) => {
  const flags = { ...box.flags(), data: temporaryFolder(t) }
  const [one, other] = [await startService(t, flags, 'postgres'), await startService(t, flags, 'postgres')]
  const wanted = { notifications: { publicTracking: true, trackingTriggers: ['registered' as const] } }
  const all = await Promise.all(
    [one, one, other, other].map(async (service) => inEarnest(one, await service.environment())),
  )
  for (const tenant of all) {
    await tenant.call(updateEnvironment, { body: wanted })
    await tenant.call(importConsignments, {
      body: { consignments: Array.from({ length: 20 }, () => anOrder(contact)) },
    })
  }
  for (const tenant of all) {
    const notices = await settled(tenant)
    assert.deepEqual([notices.length, new Set(notices.map(({ state }) => state))], [20, new Set(['sent'])])
  }
  const ids = box.letters.map((letter) => headersOf(letter).get('message-id'))
  assert.equal(new Set(ids).size, 80, 'one id for each letter')
  // Both would send all of them. A machine that stands still for a second may keep what came of a few from being stored.
  assert.ok(ids.length < 88, `${ids.length} letters`)

  // Somebody holds the lease, sends nothing, and does not come back.
  const [tenant] = all as [(typeof all)[0]]
  const until = Date.now() + 1_500
  await writeBehind(one.config, async (tx) => {
    await tx.run(
      sql`update notice_senders set lease_owner = 'gone', lease_until = ${until} where environment_id = ${tenant.environmentId}`,
    )
  })
  const late = await order(tenant, contact)
  const [notice] = await settled(tenant, late)
  assert.equal(notice!.state, 'sent')
  assert.ok(Date.now() >= until, 'not before the lease has ended')
  assert.equal(box.letters.length, ids.length + 1)
})
