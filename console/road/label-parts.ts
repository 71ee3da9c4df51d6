// Divides the keys of many orders into as few URLs as possible.
import { pageLimits } from '../../contract/page.ts'

/** Characters of keys per URL. */
const lettersMax = 6_000

/** Returns the parts of a list, one per request. */
export function splitLabelKeys(keys: readonly string[]): string[] {
  const batches: string[] = []
  let [letters, count] = [Number.POSITIVE_INFINITY, 0]
  for (const key of keys) {
    const escaped = key.replace(/[\\,]/g, '\\$&')
    const length = encodeURIComponent(escaped).length + 3
    if (letters + length > lettersMax || count === pageLimits.names) {
      batches.push(escaped)
      letters = length
      count = 1
    } else {
      batches[batches.length - 1] += `,${escaped}`
      letters += length
      count++
    }
  }
  return batches
}
