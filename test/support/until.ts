// Waiting for what happens in its own time: nothing is said of how long it takes, so that a slow machine fails no test.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const patientMs = 60_000

/** Waits until it is so; in vain for a long time before it fails. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>> {
  const end = Date.now() + patientMs
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, false | null | undefined>
    if (Date.now() > end) assert.fail(`it is not so: ${what}`)
    await sleep(10)
  }
}

/** For a wait that has no end of its own: a browser or a page that has stopped answering would hold its test for ever. */
export async function inTime<T>(what: string, waited: Promise<T>, limitMs = 2 * patientMs): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${what} has not ended after ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([waited, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
