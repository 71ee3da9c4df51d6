// Which commands this machine has: tests of what people type are skipped, with the reason, where one of them is missing.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** For the `skip` of a test. */
export function withoutCommands(...names: string[]): string | false {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = names.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
  return missing.length > 0 && `this machine has no ${missing.join(', ')}`
}
