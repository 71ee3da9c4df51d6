// Locks by a file, so that one process works while others wait: several test files may find the console out of date.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Longest wait for a lock, in milliseconds: longer than any work under a lock takes, even on a busy machine. */
const waitMsMax = 10 * 60_000

/**
 * Runs the work while it holds the lock, a file with the process id. Removes the lock of a process that has ended, and
 * throws after `waitMs`.
 */
export async function withFileLock(lock, work, waitMs = waitMsMax) {
  const end = Date.now() + waitMs
  while (!take(lock)) {
    if (isGone(lock)) rmSync(lock, { force: true })
    // A new process may have the id of the ended one.
    else if (Date.now() > end) throw new Error(`${lock} is still locked: remove it if nobody is at work`)
    else await new Promise((resolve) => setTimeout(resolve, 200))
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Tries to take the lock. The file appears with the process id in it: an empty file would not show that its process has
 * ended.
 */
function take(lock) {
  const own = `${lock}-${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own)
  }
}

/** Returns whether the process that holds the lock has ended without releasing it. */
function isGone(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    return holder === 0 || !process.kill(holder, 0)
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
