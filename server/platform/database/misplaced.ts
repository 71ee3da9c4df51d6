// Detects that an open file has left its path. The system still writes to such a file, but programs cannot read it.
import { realpathSync, statSync } from 'node:fs'

/** Returns the error of a database file that was removed, moved or replaced while the server used it. */
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
 * Returns the paths of the database, its write-ahead log and the index of the log. If the database is a link, SQLite
 * keeps the log and its index next to the target.
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
      // SQLite creates some files later. Such a file is compared from the first check that finds it.
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
/** Identity of a file that this process may not read. The file may still exist. */
const unknown = undefined

/** Returns the identity of a file. It never opens the file: closing it would release the locks of this process. */
function getFileIdentity(file: string): string | undefined {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    // Some file systems do not number their files: there only the existence is checked.
    return found ? `${found.dev} ${found.ino}` : nowhere
  } catch {
    return unknown
  }
}
