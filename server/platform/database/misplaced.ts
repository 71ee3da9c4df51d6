// Detects that an open file has left its path. The system still writes to such a file, but programs cannot read it.
import { realpathSync, statSync } from 'node:fs'

/** A file that the server writes to was removed, moved or replaced. */
export const createMisplacedError = (file: string): Error =>
  Object.assign(
    new Error(
      `${file} was removed, moved or replaced while the server was using it: nothing that it stores from now on ` +
        'would be kept.',
    ),
    { name: 'Misplaced' },
  )
export const isMisplaced = (error: unknown): boolean => error instanceof Error && error.name === 'Misplaced'

/**
 * Returns the database, its write-ahead log and the index of the log. SQLite keeps both next to the target of a link.
 */
export function listDatabaseFiles(database: string): [file: string, log: string, index: string] {
  const real = realpathSync(database)
  return [database, `${real}-wal`, `${real}-shm`]
}

/** Returns a function that throws if an open file was moved or removed, or if another file has its path. */
export function watchFiles(files: readonly string[]): () => void {
  const expected = files.map((file) => ({ file, place: getFileIdentity(file) }))
  return () => {
    for (const entry of expected) {
      const identity = getFileIdentity(entry.file)
      if (identity === unknown) continue
      // A file that SQLite had not created yet is compared from its first check on.
      if (entry.place === unknown || entry.place === nowhere) entry.place = identity
      else if (identity !== entry.place) throw createMisplacedError(entry.file)
    }
  }
}

/**
 * Checks the files before each commit, because a commit into a removed file succeeds. The check costs a hundredth of a
 * sync.
 */
export function withFileCheck(commit: { run(): unknown }, files: readonly string[]): { run(): void } {
  const expectPlaces = watchFiles(files)
  return {
    run() {
      commit.run()
      expectPlaces()
    },
  }
}

const nowhere = ''
/** A path without permission to read does not mean that the file was removed. */
const unknown = undefined

/** Never opens the file: closing it would release the locks that this process has on it. */
function getFileIdentity(file: string): string | undefined {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    // Some file systems do not number their files: there only the existence is checked.
    return found ? `${found.dev} ${found.ino}` : nowhere
  } catch {
    return unknown
  }
}
