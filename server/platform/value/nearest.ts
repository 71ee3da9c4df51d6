// Finds what a misspelt word was meant to be.

/** How many misspelt words of one request are still compared with all that they could mean. */
export interface Hints {
  left: number
}
const hintsMax = 20
export const newHints = (): Hints => ({ left: hintsMax })

/** What is compared: with more and longer words a hint would cost others more than it is worth to who gets it. */
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

interface Fallback {
  /** Stands where there are no words at all. */
  none: string
  /** Opens the list of all words. */
  opening?: string
  /** Words in the list. */
  most?: number
}

/** Names the words nearest to a misspelt one in a sentence; lists the words that exist where none is near. */
export function hint(
  word: string,
  words: readonly string[],
  hints: Hints,
  { none, opening = 'Available', most = 5 }: Fallback,
): string {
  const close = nearest(word, words, hints, 3)
  if (close.length > 0) return `Nearest: ${listed(close)}.`
  return words.length === 0 ? none : `${opening}: ${listed(words, most)}.`
}

/** "one of `a`, `b` or `c`", cut where it gets long. */
export function listed(words: readonly string[], most = 10): string {
  if (words.length === 0) return 'nothing'
  const shown = words.slice(0, most).map((word) => `\`${word}\``)
  const rest = words.length > most ? ` and ${words.length - most} more` : ''
  return `${shown.join(', ')}${rest}`
}
