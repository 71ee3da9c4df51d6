// Says of orders that nobody went to that they were not delivered: one proof for each, the same one when it is tried again.
import type { Consignment } from '../../contract/consignment.ts'
import { putPod } from '../../contract/pod.ts'
import { client } from '../api/client.ts'
import { hasCode, messageOf } from '../api/problems.ts'
import type { Outcome } from './changing.ts'

export interface Failure {
  /** Null where the environment has no reasons. */
  reason: string | null
  remarks: string
  /** By the ids of orders; kept for as long as somebody tries. */
  podIds: Map<string, string>
}

const atOnce = 4

/** Answers those that were refused. */
export async function recordFailures(orders: readonly Consignment[], failure: Failure): Promise<Outcome[]> {
  const waiting = [...orders]
  const refused: Outcome[] = []
  const work = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift())
      try {
        await recordFailure(order, failure)
      } catch (error) {
        refused.push({ key: order.key, status: 'failed', message: messageOf(error) })
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return refused
}

/** Of the load that the order was seen on: what has left it meanwhile has not failed there. */
async function recordFailure({ consignmentId, loadId }: Consignment, failure: Failure): Promise<void> {
  const { reason, remarks, podIds } = failure
  const podId = podIds.get(consignmentId) ?? newId()
  podIds.set(consignmentId, podId)
  const body = {
    consignmentId,
    loadId,
    outcome: 'failed' as const,
    failureReasonCode: reason,
    remarks: remarks.trim() || null,
  }
  try {
    await client.call(putPod, { params: { podId }, body })
  } catch (error) {
    // It had arrived when it was tried before, with another reason: what was said first stays.
    if (!hasCode(error, 'POD_CONFLICT')) throw error
  }
}

/** Also where the page came over plain HTTP, in which browsers make no UUIDs themselves. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
