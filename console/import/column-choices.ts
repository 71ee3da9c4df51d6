// Stores which field a user selected for a column header. The next file with this header is matched the same way.
import { columnTargets, type TableColumn } from '../../client/columns.ts'
import { environmentId } from '../api/session.ts'

const headersMax = 500
const nameOf = () => `dray.import.${environmentId.get()}`
const paths = new Set(columnTargets.map(({ path }) => path))

/** Returns the field per header. An empty field means that the column is ignored. */
export function readColumnChoices(): Record<string, string> {
  try {
    const stored = JSON.parse(localStorage.getItem(nameOf()) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, string] => entry[1] === '' || paths.has(String(entry[1])),
      ),
    )
  } catch {
    return {}
  }
}

export function storeColumnChoices(columns: readonly TableColumn[]): void {
  const chosenColumns = columns.filter(({ how, header }) => how === 'given' && header.trim() !== '')
  const choices = readColumnChoices()
  for (const { header } of chosenColumns) delete choices[header]
  // The latest selection is last: it replaces an earlier one for its header, and is not dropped at the limit.
  const entries = [
    ...Object.entries(choices),
    ...chosenColumns.map(({ header, path }) => [header, path ?? ''] as const),
  ]
  localStorage.setItem(nameOf(), JSON.stringify(Object.fromEntries(entries.slice(-headersMax))))
}
