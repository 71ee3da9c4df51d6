// Finds the intended word for a misspelt one.
import { valueLimits } from '../../../contract/error-values.ts'
import type { ErrorValues } from '../../../contract/problem.ts'

/** Number of misspelt words of a request that are still compared with all candidates. */
export interface Hints {
  left: number
}
const hintsMax = 20
export const newHints = (): Hints => ({ left: hintsMax })

/** Limits of a comparison: more or longer words would cost more time than a hint is worth. */
const lengthMax = 64
const wordsMax = 600
const compared = (word: string) => word.slice(0, lengthMax).toLowerCase().slice(0, lengthMax)

/** One row of the table serves all comparisons: an array for each letter took five times as long. */
const steps = new Uint8Array(lengthMax + 1)

function distance(a: string, b: string): number {
  for (let j = 0; j <= b.length; j++) steps[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    let diagonal = i - 1
    steps[0] = i
    for (let j = 1; j <= b.length; j++) {
      const above = steps[j]!
      const substitution = diagonal + (letter === b.charCodeAt(j - 1) ? 0 : 1)
      steps[j] = Math.min(above + 1, steps[j - 1]! + 1, substitution)
      diagonal = above
    }
  }
  return steps[b.length]!
}

/** The nearest words, best first, none that is more than half different; none at all once the hints are used up. */
export function nearest(word: string, words: readonly string[], hints: Hints, count = 1): string[] {
  if (hints.left <= 0) return []
  hints.left--
  const wanted = compared(word)
  const ranked: { candidate: string; far: number }[] = []
  for (const candidate of words.slice(0, wordsMax)) {
    const plain = compared(candidate)
    const farMax = Math.max(2, Math.min(wanted.length, plain.length) / 2)
    // Each letter that only one of them has is a step: most words need no closer look.
    if (Math.abs(wanted.length - plain.length) > farMax) continue
    const far = distance(wanted, plain)
    if (far <= farMax) ranked.push({ candidate, far })
  }
  return ranked
    .sort((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Suggests words for an unknown one, as values of an error: the nearest words, otherwise some that exist. */
export function suggested(words: readonly string[], close: readonly string[], most = 5): ErrorValues {
  if (words.length === 0) return { reason: 'none' }
  return close.length > 0 ? { nearest: close } : { available: words.slice(0, most) }
}

/** Returns undefined for a list longer than an error may contain: a part of the allowed values would be misleading. */
export const allowedValues = (allowed: readonly string[]): ErrorValues | undefined =>
  allowed.length > valueLimits.texts ? undefined : { allowed }

interface Fallback {
  /** The sentence if no words exist. */
  none: string
  /** Opens the list of all words. */
  opening?: string
  /** Words in the list. */
  most?: number
}

/**
 * Suggests words for a misspelt one, as a sentence and as values of an error: the nearest words, otherwise some of all.
 */
export function hint(
  word: string,
  words: readonly string[],
  hints: Hints,
  { none, opening = 'Available', most = 5 }: Fallback,
): { advice: string; suggestion: ErrorValues } {
  const close = nearest(word, words, hints, 3)
  const suggestion = suggested(words, close, most)
  if (close.length > 0) return { advice: `Nearest: ${listed(close)}.`, suggestion }
  return { advice: words.length === 0 ? none : `${opening}: ${listed(words, most)}.`, suggestion }
}

/** "one of `a`, `b` or `c`", cut where it gets long. */
export function listed(words: readonly string[], most = 10): string {
  if (words.length === 0) return 'nothing'
  const shown = words.slice(0, most).map((word) => `\`${word}\``)
  const rest = words.length > most ? ` and ${words.length - most} more` : ''
  return `${shown.join(', ')}${rest}`
}
