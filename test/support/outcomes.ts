// Outcomes for the tests of letters and tracking, and environments that are no sandboxes: these send letters.
import { createConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { listNotices, type Notice } from '../../contract/notice.ts'
import { putPod } from '../../contract/pod.ts'
import type { OutcomeName } from '../../contract/road.ts'
import { sql } from '../../server/platform/database/database.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { type Service, type Tenant, writeBehind } from './harness.ts'
import { anOrder } from './orders.ts'
import { type aPhoto, newUuid } from './pods.ts'
import { until } from './until.ts'

/** From now on it is no sandbox. */
export const inEarnest = async <T extends Pick<Tenant, 'environmentId'>>(
  { config }: Service,
  tenant: T,
): Promise<T> => {
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
  photos?: ReturnType<typeof aPhoto>[]
  loadId?: string
  replaces?: string
  /** Of one that was no success. */
  reason?: string
  /** When it happened, in milliseconds since the epoch. */
  at?: number
}

const unsigned = new WeakSet<Tenant>()

/** Tells what became of orders, one after the other; answers the ids of the proofs. */
export async function record(tenant: Tenant, outcomes: Outcome[]): Promise<string[]> {
  const { call } = tenant
  if (!unsigned.has(tenant))
    await call(updateEnvironment, { body: { pod: { signature: { success: 'off', partial: 'off', failed: 'off' } } } })
  unsigned.add(tenant)
  const podIds: string[] = []
  for (const { consignmentId, outcome, email, photos = [], loadId, replaces, reason, at } of outcomes) {
    const podId = newUuid()
    const body = {
      consignmentId,
      outcome,
      failureReasonCode: outcome === 'success' ? null : (reason ?? 'nobody-in'),
      photos: photos.map(({ announced }) => announced),
      ...(email ? { email } : {}),
      ...(loadId ? { loadId } : {}),
      ...(replaces ? { replaces } : {}),
      ...(at ? { time: formatIso(at) } : {}),
    }
    await call(putPod, { params: { podId }, body })
    podIds.push(podId)
  }
  return podIds
}

/** The clock of a proof that counts is turned back, instead of waiting. */
export const makeOld = (
  { config }: Service,
  podId: string,
  { time, arrived = null }: { time: string; arrived?: string | null },
): Promise<void> =>
  writeBehind(config, async (tx) => {
    const row = await tx.get<{ document: string; consignmentId: string }>(
      sql`select document, consignment_id as "consignmentId" from pods where pod_id = ${podId}`,
    )
    const { document, consignmentId } = row!
    const told = JSON.stringify({ ...JSON.parse(document), arrived })
    await tx.run(
      sql`update pods set time = ${time}, reached = ${arrived ?? time}, received = ${time}, document = ${told} where pod_id = ${podId}`,
    )
    await tx.run(
      sql`update consignments set outcome_time = ${time}, reached = ${arrived ?? time} where consignment_id = ${consignmentId}`,
    )
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
