// Waiting for what happens in its own time: nothing is said of how long it takes, so that a slow machine fails no test.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const patientMs = 60_000
/** Between two looks: a tenth of what was waited already, since most looks are requests, and others need the processor meanwhile. */
const pauseMs = { min: 10, max: 100 }

/** Waits until it is so; in vain for a long time before it fails. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>> {
  const begun = performance.now()
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, false | null | undefined>
    const waited = performance.now() - begun
    if (waited > patientMs) assert.fail(`it is not so: ${what}`)
    await sleep(Math.min(Math.max(waited / 10, pauseMs.min), pauseMs.max))
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
