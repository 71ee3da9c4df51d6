// Orders the requests that have arrived: environments take turns, and work pauses regularly for other events.
import { createUnavailableError } from '../platform/database/database.ts'
import { runAtTickEnd, threadContention } from '../platform/fairness/contention.ts'
import { openFairQueue } from '../platform/fairness/fair-queue.ts'

interface Waiting {
  goOn(): void
  bytes: number
}
const waiting = openFairQueue<Waiting>()
let isScheduled = false
/**
 * Longest work before the event loop handles other events, in milliseconds. During contention, it is short enough for
 * one or two requests. A turn of the event loop includes the reading and the reply of all requests that it starts, and
 * other requests wait for one or two turns.
 */
const sliceMs = 2
const sharedSliceMs = 0.05
/**
 * Size of bodies that are processed side by side if one environment sends requests, in bytes. All bodies pass through a
 * stage before the next stage, so that the code of the stage stays in the cache of the processor.
 */
const abreastBytes = 262_144
/** Maximum number of waiting requests of one environment. */
const waitingMax = 1_000

/**
 * Resolves at the environment's turn, at the earliest at the end of this turn of the event loop. Returns undefined for
 * a request without a body if there is no contention: it does not wait.
 */
export function joinFairQueue(environmentId: string, bytes: number | undefined): Promise<void> | undefined {
  if (bytes === undefined && !threadContention.isContended()) return undefined
  if (waiting.sizeFor(environmentId) >= waitingMax)
    throw createUnavailableError('Too many requests of this environment are waiting.')
  return waitFor(environmentId, bytes ?? 0)
}

const waitFor = (environmentId: string, bytes: number): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(environmentId, { goOn: resolve, bytes })
    if (isScheduled) return
    isScheduled = true
    runAtTickEnd(work)
  })

/** Bytes per turn of a body that is processed while it arrives. */
const sliceBytes = 131_072

/** Yields the next bytes in their turns. `onSlice` receives their number, and may delay them. */
export async function* yieldInSlices(
  environmentId: string,
  chunks: AsyncIterable<Buffer>,
  onSlice: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes >= sliceBytes) {
      await onSlice(bytes)
      // A body that has begun is never rejected, even if many requests wait.
      await waitFor(environmentId, bytes)
      bytes = 0
    }
    yield chunk
  }
}

async function work(): Promise<void> {
  const endMs = performance.now() + (threadContention.isContended() ? sharedSliceMs : sliceMs)
  do {
    let bytes = 0
    do {
      const next = waiting.takeNext()!
      next.goOn()
      bytes += next.bytes
    } while (waiting.size() > 0 && bytes < abreastBytes && !threadContention.isContended())
    // Waiting requests continue here until the time is over.
    await undefined
  } while (waiting.size() > 0 && performance.now() < endMs)
  isScheduled = waiting.size() > 0
  if (isScheduled) setImmediate(work)
}
