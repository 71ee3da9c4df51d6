// Defines the names of files: an environment and an id, safe as a path and as a URL.

const idPattern = '[A-Za-z0-9_-]{1,128}'
const namePattern = new RegExp(`^(${idPattern})/(${idPattern})$`)

export const buildFileName = (environmentId: string, id: string): string => checkFileName(`${environmentId}/${id}`)

export function checkFileName(name: string): string {
  if (!namePattern.test(name)) throw new Error('This name of a file is not valid.')
  return name
}

/** Splits the name of a file. Returns undefined for a name that Dray does not use. */
export function parseFileName(name: string): { environmentId: string; fileId: string } | undefined {
  const [, environmentId, fileId] = namePattern.exec(name) ?? []
  return environmentId === undefined || fileId === undefined ? undefined : { environmentId, fileId }
}

/**
 * Folder of unfinished files, in the place of an environment id. A file left here has no record and is removed like all
 * such files.
 */
export const unfinishedFolder = 'unfinished'
export const isUnfinished = (name: string): boolean => name.startsWith(`${unfinishedFolder}/`)
