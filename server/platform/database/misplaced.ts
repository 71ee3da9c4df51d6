// Detects that an open file is no longer at its path. The system still writes to such a file, but no program can read
// it.
import { realpathSync, statSync } from 'node:fs'

/** A file that the server writes to was removed, moved or replaced. */
export const misplaced = (file: string): Error =>
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
export function filesOf(database: string): [file: string, log: string, index: string] {
  const real = realpathSync(database)
  return [database, `${real}-wal`, `${real}-shm`]
}

/** Throws when one of the files, which are open, is gone from its path, or another one is there. */
export function watchPlaces(files: readonly string[]): () => void {
  const known = files.map((file) => ({ file, place: placeOf(file) }))
  return () => {
    for (const each of known) {
      const place = placeOf(each.file)
      if (place === unknown) continue
      // One that SQLite had not made yet is known from when it is seen first.
      if (each.place === unknown || each.place === nowhere) each.place = place
      else if (place !== each.place) throw misplaced(each.file)
    }
  }
}

/** A commit into a file that was removed succeeds like any other. To look costs a hundredth of what a sync does. */
export function inPlace(commit: { run(): unknown }, files: readonly string[]): { run(): void } {
  const expectPlaces = watchPlaces(files)
  return {
    run() {
      commit.run()
      expectPlaces()
    },
  }
}

const nowhere = ''
/** A path that may not be looked at is no sign that the file is gone. */
const unknown = undefined

/** Never opens the file: closing it would release the locks that this process has on it. */
function placeOf(file: string): string | undefined {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    // Some file systems have no numbers for their files: there it is only known that one is there.
    return found ? `${found.dev} ${found.ino}` : nowhere
  } catch {
    return unknown
  }
}
