// Finds what a misspelt word was meant to be.

function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(previous[j]! + 1, current[j - 1]! + 1, substitution)
    }
    previous = current
  }
  return previous[b.length]!
}

const lengthMax = 64

/** The nearest words, best first, none that is more than half different. */
export function nearest(word: string, words: Iterable<string>, count = 1): string[] {
  const wanted = word.slice(0, lengthMax).toLowerCase()
  const ranked: { candidate: string; far: number }[] = []
  for (const candidate of words) {
    const plain = candidate.toLowerCase()
    const farMax = Math.max(2, Math.min(wanted.length, candidate.length) / 2)
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

/** "one of `a`, `b` or `c`", cut where it gets long. */
export function listed(words: readonly string[], most = 10): string {
  if (words.length === 0) return 'nothing'
  const shown = words.slice(0, most).map((word) => `\`${word}\``)
  const rest = words.length > most ? ` and ${words.length - most} more` : ''
  return `${shown.join(', ')}${rest}`
}
