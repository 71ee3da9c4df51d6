// Explains why the current user cannot use a file or folder: its owner and its mode.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Explains why this user cannot read and write a path. Returns undefined if the user can. */
export function describeRightsError(path: string): string | undefined {
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

/** Explains why this user cannot create a folder, by the first existing folder above it. */
export function describeParentRightsError(path: string): string | undefined {
  let parent = dirname(resolve(path))
  while (!existsSync(parent) && dirname(parent) !== parent) parent = dirname(parent)
  return describeRightsError(parent)
}
