// Records outcomes from the console: one proof per order, with the same id when a request is repeated.
import { putPod } from '../../contract/pod.ts'
import { apiClient } from '../api/client.ts'
import { describeError, hasCode } from '../api/problems.ts'
import type { ChangeResult } from './changing.ts'
import type { OutcomeRecord } from './outcomes-rows.ts'

const atOnce = 4

/** Records outcomes and returns the refused ones. */
export async function recordOutcomes(tellings: readonly OutcomeRecord[]): Promise<ChangeResult[]> {
  const waiting = [...tellings]
  const refused: ChangeResult[] = []
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift())
      try {
        await recordOne(entry)
      } catch (error) {
        refused.push({ key: entry.key, status: 'failed', message: describeError(error) })
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return refused
}

async function recordOne({ podId, proof }: OutcomeRecord): Promise<void> {
  try {
    await apiClient.call(putPod, { params: { podId }, body: proof })
  } catch (error) {
    // An earlier attempt stored the proof with different content, which stays.
    if (!hasCode(error, 'POD_CONFLICT')) throw error
  }
}

/** Returns a UUID, also on a page over plain HTTP, where browsers offer none. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
