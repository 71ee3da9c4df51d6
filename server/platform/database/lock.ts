// One server per data folder: a lock that the system releases by itself when the process ends, however it ends.
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Answers how to release the lock, or undefined when another process holds it. */
export function lockFile(file: string): (() => void) | undefined {
  closeSync(openSync(file, 'a', 0o600))
  const holder = new DatabaseSync(file, { timeout: 0 })
  try {
    // Node has no flock; an exclusive SQLite transaction holds the same kind of lock for as long as it is open.
    holder.exec('pragma journal_mode = memory; begin exclusive')
  } catch {
    holder.close()
    return undefined
  }
  return () => holder.close()
}
