// Checks how many files and connections the system allows for this process.
import { readFileSync } from 'node:fs'

/** Number of files that the process needs for the database, the log, modules and threads. */
const reservedFiles = 100

/** Returns the limit of open files, which only Linux reports. Node has raised it to the maximum. */
function openFilesMax(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** Returns the limit of open files, and an error if it is too low for the number of connections. */
export function openFiles(connectionsMax: number): { max: number | undefined; warning: string | undefined } {
  const max = openFilesMax()
  if (max === undefined || max >= connectionsMax + reservedFiles) return { max, warning: undefined }
  const warning =
    `${max}, fewer than --connections-max (${connectionsMax}) and ${reservedFiles} for the service itself: raise the ` +
    'limit (ulimit -n, LimitNOFILE), or lower --connections-max'
  return { max, warning }
}
