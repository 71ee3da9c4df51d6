// Outcomes for the tests of letters and tracking, and environments that are no sandboxes: these send letters.
import { createConsignment } from '../../contract/consignment.ts'
import { listNotices, type Notice } from '../../contract/notice.ts'
import type { OutcomeName } from '../../contract/road.ts'
import { newId } from '../../server/core/ids.ts'
import { backgroundCall } from '../../server/core/operation.ts'
import { toIso } from '../../server/core/times.ts'
import { sql } from '../../server/database/database.ts'
import { decideOutcome } from '../../server/notice/rules.ts'
import * as store from '../../server/notice/store.ts'
import { type Service, type Tenant, writeBehind } from './harness.ts'
import { anOrder } from './orders.ts'
import { until } from './until.ts'

/** From now on it is no sandbox. */
export const inEarnest = async ({ config }: Service, tenant: Tenant): Promise<Tenant> => {
  const { environmentId } = tenant
  await writeBehind(config, async (tx) => {
    await tx.run(sql`update environments set sandbox = 0 where environment_id = ${environmentId}`)
  })
  return tenant
}

export interface Outcome {
  consignmentId: string
  outcome: OutcomeName
  email?: string | null
  reason?: string
  pending?: number
  loadId?: string
  /** When it happened, in milliseconds since the epoch. */
  at?: number
}

/** Stores what became of orders, all in one transaction; answers the ids of the proofs. */
export const record = ({ config }: Service, { environmentId }: Tenant, outcomes: Outcome[]): Promise<string[]> =>
  writeBehind(config, async (tx) => {
    const podIds: string[] = []
    for (const { consignmentId, outcome, email = null, reason = null, pending = 0, loadId = null, at } of outcomes) {
      const order = (await store.order(tx, environmentId, consignmentId))!
      const podId = newId()
      const time = toIso(at ?? Date.now())
      const document = JSON.stringify({ failureReasonCode: reason })
      await tx.run(
        sql`insert into pods (environment_id, pod_id, consignment_id, consignment_key, load_id, stop_position, outcome, time, received, fingerprint, version, created, updated, pending, driver_key, document)
        values (${environmentId}, ${podId}, ${consignmentId}, ${order.key}, ${loadId}, 0, ${outcome}, ${time}, ${time}, '-', 1, ${time}, ${time}, ${pending}, null, ${document})`,
      )
      await tx.run(
        sql`update consignments set outcome = ${outcome}, outcome_time = ${time} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
      )
      const author = backgroundCall(environmentId, undefined)
      await decideOutcome(tx, author, { podId, outcome, pending, address: email, order })
      podIds.push(podId)
    }
    return podIds
  })

export const order = async ({ call }: Tenant, members: Parameters<typeof anOrder>[0] = {}): Promise<string> =>
  (await call(createConsignment, { body: anOrder(members) })).data.consignmentId

export const noticesOf = async ({ call }: Tenant, consignmentId?: string): Promise<Notice[]> =>
  (await call(listNotices, { query: { limit: '500', ...(consignmentId ? { consignmentId } : {}) } })).data.notices

/** Once none of them waits any more. */
export const settled = (tenant: Tenant, consignmentId?: string): Promise<Notice[]> =>
  until('no letter waits', async () => {
    const all = await noticesOf(tenant, consignmentId)
    return all.length > 0 && all.every(({ state }) => state !== 'waiting') ? all : undefined
  })
