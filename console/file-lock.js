// A lock that is a file: one process works and the others wait for it, as when several test files start together and each finds the console out of date.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Runs the work while it holds the lock, a file with its process id. Nobody waits for one that is gone. */
export async function withFileLock(lock, work) {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isGone(lock)) rmSync(lock, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Whether the process that holds the lock has ended without giving it back. */
function isGone(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8') || process.pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
