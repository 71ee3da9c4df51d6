// The end of a turn of the event loop, where what came in one turn is done together.
import { watchCompany } from './fair-queue.ts'

/** Whether requests of several environments have come lately. */
export const company = watchCompany()

let due: (() => void)[] = []
/** Whether the end of this turn has been asked for, or has come. */
let isDue = false

/**
 * Does something once at the end of this turn. What is asked for there waits for the end of the next, so that more comes
 * together; but not beside others, where it is done at once: a request that has its turn, its snapshot and its reply one
 * after the other would wait three times for all that a loud environment sends in a turn.
 */
export function atEndOfTurn(work: () => void): void {
  due.push(work)
  if (isDue) return
  isDue = true
  setImmediate(run)
}

function run(): void {
  const works = due
  due = []
  for (const work of works) work()
  queueMicrotask(goOn)
}

/** A tick that a microtask asks for comes after all microtasks: whoever could go on has gone as far as they can. */
const goOn = () => process.nextTick(again)

function again(): void {
  if (due.length === 0) isDue = false
  else if (company.isThere()) run()
  else setImmediate(run)
}
