// When the bodies that have come are worked on: each environment in its turn, and never for long without looking at what else came.
import { openTurns } from '../database/turns.ts'

const waiting = openTurns<() => void>()
let isDue = false
/** Work goes on for so long before whatever else has come is looked at. */
const sliceMs = 2

/**
 * Resolves when it is the environment's turn, at the end of this turn of the event loop at the earliest. Bodies that
 * arrived in one turn are worked on together: while the processor still has the code at hand that the first of them
 * needed, the others take a third less time.
 */
export function turnOf(environmentId: string): Promise<void> {
  return new Promise((resolve) => {
    waiting.add(environmentId, resolve)
    if (isDue) return
    isDue = true
    setImmediate(work)
  })
}

async function work(): Promise<void> {
  const until = performance.now() + sliceMs
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
