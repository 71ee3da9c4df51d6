// Stores which field a user selected for a column header. The next file with this header is matched the same way.
import { type Column, targets } from '../../client/columns.ts'
import { environmentId } from '../api/session.ts'

const headersMax = 500
const nameOf = () => `dray.import.${environmentId.get()}`
const paths = new Set(targets.map(({ path }) => path))

/** Returns the field per header. An empty field means that the column is left out. */
export function rememberedColumns(): Record<string, string> {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf()) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => entry[1] === '' || paths.has(String(entry[1]))),
    )
  } catch {
    return {}
  }
}

export function rememberColumns(columns: readonly Column[]): void {
  const given = columns.filter(({ how, header }) => how === 'given' && header.trim() !== '')
  const before = rememberedColumns()
  for (const { header } of given) delete before[header]
  // The latest selection comes last, so it is kept and applies.
  const all = [...Object.entries(before), ...given.map(({ header, path }) => [header, path ?? ''] as const)]
  localStorage.setItem(nameOf(), JSON.stringify(Object.fromEntries(all.slice(-headersMax))))
}
