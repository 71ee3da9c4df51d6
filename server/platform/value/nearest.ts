// Finds the intended word for a misspelt one.
import { valueLimits } from '../../../contract/error-values.ts'
import type { ErrorValues } from '../../../contract/problem.ts'

/** Number of misspelt words of a request that may still be compared with candidates. */
export interface HintBudget {
  remaining: number
}
const hintsMax = 20
export const createHintBudget = (): HintBudget => ({ remaining: hintsMax })

/**
 * Maximum length of a compared word, and maximum number of candidates. Longer comparisons would take more time than a
 * hint is worth.
 */
const lengthMax = 64
const candidatesMax = 600
const compared = (text: string) => text.slice(0, lengthMax).toLowerCase().slice(0, lengthMax)

/** Row of the distance table, which all comparisons share. An array for each letter took five times as long. */
const steps = new Uint8Array(lengthMax + 1)

function distance(a: string, b: string): number {
  for (let j = 0; j <= b.length; j++) steps[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    let diagonal = i - 1
    steps[0] = i
    for (let j = 1; j <= b.length; j++) {
      const upper = steps[j]!
      const substitution = diagonal + (letter === b.charCodeAt(j - 1) ? 0 : 1)
      steps[j] = Math.min(upper + 1, steps[j - 1]! + 1, substitution)
      diagonal = upper
    }
  }
  return steps[b.length]!
}

/**
 * Returns the nearest words, best first. A near word differs in at most half of its letters, or in two. Returns none if
 * the request has used all its hints.
 */
export function findNearest(input: string, candidates: readonly string[], hints: HintBudget, count = 1): string[] {
  if (hints.remaining <= 0) return []
  hints.remaining--
  const target = compared(input)
  const ranked: { candidate: string; far: number }[] = []
  for (const candidate of candidates.slice(0, candidatesMax)) {
    const plain = compared(candidate)
    const farMax = Math.max(2, Math.min(target.length, plain.length) / 2)
    // The words differ at least by the difference of their lengths, so most words need no full comparison.
    if (Math.abs(target.length - plain.length) > farMax) continue
    const far = distance(target, plain)
    if (far <= farMax) ranked.push({ candidate, far })
  }
  return ranked
    .sort((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Returns the `values` of an error about an unknown word: the nearest words, or else the first `most` candidates. */
export function suggestValues(candidates: readonly string[], close: readonly string[], most = 5): ErrorValues {
  if (candidates.length === 0) return { reason: 'none' }
  return close.length > 0 ? { nearest: close } : { available: candidates.slice(0, most) }
}

/**
 * Returns the `values` of an error with all allowed values. Returns undefined if they are too many for an error,
 * because a part of them would be misleading.
 */
export const buildAllowedValues = (allowed: readonly string[]): ErrorValues | undefined =>
  allowed.length > valueLimits.texts ? undefined : { allowed }

interface AdviceOptions {
  /** Sentence for an empty list: no words exist, or the list has only near words and no word is near. */
  emptyText: string
  /** Introduction of the list of candidates. */
  opening?: string
  /** Introduction of the list of nearest words. */
  nearestOpening?: string
  /** Maximum number of listed candidates. */
  most?: number
}

/**
 * Lists the nearest words in a sentence, otherwise the first candidates. Without `candidates`, it lists only near
 * words.
 */
export function formatAdvice(
  close: readonly string[],
  candidates: readonly string[],
  { emptyText, opening = 'Available', nearestOpening = 'Nearest', most = 5 }: AdviceOptions,
): string {
  if (close.length > 0) return `${nearestOpening}: ${formatChoices(close)}.`
  return candidates.length === 0 ? emptyText : `${opening}: ${formatChoices(candidates, most)}.`
}

/**
 * Suggests words for a misspelt word, as a sentence and as the `values` of an error: the nearest words, or else the
 * first candidates.
 */
export function createSuggestion(
  input: string,
  candidates: readonly string[],
  hints: HintBudget,
  options: AdviceOptions,
): { advice: string; suggestion: ErrorValues } {
  const close = findNearest(input, candidates, hints, 3)
  return {
    advice: formatAdvice(close, candidates, options),
    suggestion: suggestValues(candidates, close, options.most),
  }
}

/** Returns the first `most` values in code quotes with commas, and the number of further values. */
export function formatChoices(values: readonly string[], most = 10): string {
  if (values.length === 0) return 'nothing'
  const visible = values.slice(0, most).map((value) => `\`${value}\``)
  const remainder = values.length > most ? ` and ${values.length - most} more` : ''
  return `${visible.join(', ')}${remainder}`
}
