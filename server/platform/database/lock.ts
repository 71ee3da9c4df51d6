// Locks a data folder for one server. The system releases the lock when the process ends, in any way.
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Locks a file. Returns the function that releases the lock, or undefined if another process has it. */
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
