// How the keys of many orders are asked for: in as few addresses as they fit into.
import { pageLimits } from '../../contract/page.ts'

/** An address has room for so many letters of keys. */
const lettersMax = 6_000

/** Parts of a list that are asked for one after the other. */
export function partsOf(keys: readonly string[]): string[] {
  const parts: string[] = []
  let [letters, count] = [Number.POSITIVE_INFINITY, 0]
  for (const key of keys) {
    const escaped = key.replace(/[\\,]/g, '\\$&')
    const length = encodeURIComponent(escaped).length + 3
    if (letters + length > lettersMax || count === pageLimits.names) {
      parts.push(escaped)
      letters = length
      count = 1
    } else {
      parts[parts.length - 1] += `,${escaped}`
      letters += length
      count++
    }
  }
  return parts
}
