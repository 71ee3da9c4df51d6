// Defines the names of files: an environment and an id, safe as a path and as a URL.

const part = '[A-Za-z0-9_-]{1,128}'
const wholeName = new RegExp(`^(${part})/(${part})$`)

export const fileName = (environmentId: string, fileId: string): string => checkedName(`${environmentId}/${fileId}`)

export function checkedName(name: string): string {
  if (!wholeName.test(name)) throw new Error('This name of a file is not valid.')
  return name
}

/** Splits the name of a file. Returns undefined for a name that Dray does not use. */
export function partsOf(name: string): { environmentId: string; fileId: string } | undefined {
  const [, environmentId, fileId] = wholeName.exec(name) ?? []
  return environmentId === undefined || fileId === undefined ? undefined : { environmentId, fileId }
}

/**
 * Folder of unfinished files, in the place of an environment id. A file left here has no record and is removed like all
 * such files.
 */
export const unfinished = 'unfinished'
export const isUnfinished = (name: string): boolean => name.startsWith(`${unfinished}/`)
