// When requests that have come are worked on: each environment in its turn, and never for long without looking at what else came.
import { unavailable } from '../database/database.ts'
import { atEndOfTurn, company } from '../database/turn-end.ts'
import { openTurns } from '../database/turns.ts'

const waiting = openTurns<() => void>()
let isDue = false
/**
 * Work goes on for so long before whatever else has come is looked at. Beside others that is a request or two: a turn of the
 * event loop is as long as what is begun in it, with its reading and its reply, and others wait for one or two turns.
 */
const sliceMs = 2
const sharedSliceMs = 0.05
/** Of one environment, so many wait here at the most. */
const waitingMax = 1_000

/**
 * Resolves when it is the environment's turn, at the end of this turn of the event loop at the earliest. Bodies that
 * arrived in one turn are worked on together: while the processor still has the code at hand that the first of them
 * needed, the others take a third less time. A request without a body need not wait where there is nobody else.
 */
export function turnOf(environmentId: string, hasBody: boolean): Promise<void> | undefined {
  if (!hasBody && !company.isThere()) return undefined
  if (waiting.sizeOf(environmentId) >= waitingMax)
    throw unavailable('Too many requests of this environment are waiting.')
  return new Promise((resolve) => {
    waiting.add(environmentId, resolve)
    if (isDue) return
    isDue = true
    atEndOfTurn(work)
  })
}

async function work(): Promise<void> {
  const until = performance.now() + (company.isThere() ? sharedSliceMs : sliceMs)
  let next = waiting.next()
  while (next) {
    next()
    // What was waiting goes on here, as far as it can.
    await undefined
    next = performance.now() < until ? waiting.next() : undefined
  }
  isDue = waiting.size() > 0
  if (isDue) setImmediate(work)
}
