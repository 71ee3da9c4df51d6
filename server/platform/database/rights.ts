// Whether this user may work with a file or folder, and if not, whose it is.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What stands in the way of reading and writing what is there; nothing when nothing does. */
export function rightsFault(path: string): string | undefined {
  const { mode, uid } = statSync(path)
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0))
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EROFS') return `${path} is on a disk that is mounted read-only: mount it for writing`
    const rights = (mode & 0o777).toString(8).padStart(3, '0')
    return (
      `${path} belongs to user ${uid} (mode ${rights}), and this command runs as user ${process.geteuid?.()}: run ` +
      'it as the user of the service, or give that user the right to read and write'
    )
  }
}

/** The same of the place where a folder would be made: the first one above it that is there. */
export function rightsFaultAbove(path: string): string | undefined {
  let above = dirname(resolve(path))
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above)
  return rightsFault(above)
}
