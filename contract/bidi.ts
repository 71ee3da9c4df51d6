// Unicode isolates: they keep codes, amounts and ranges in order inside a text of another direction.

const leftToRight = '\u2066'
const rightToLeft = '\u2067'
const end = '\u2069'

/** Returns whether a language, such as `ar` or `ar-u-nu-latn`, is written from right to left. */
export const isRightToLeft = (language: string): boolean => /^(ar|fa|he|ur)\b/.test(language)

/** Isolates a code or an amount, which is read from left to right in every language. */
export const isolateCode = (text: string, language: string): string =>
  isRightToLeft(language) ? `${leftToRight}${text}${end}` : text

/**
 * Isolates a range, such as `09:00 – 12:00`, so that its start is on the side where the language starts to read.
 * Without the isolate, an element with `dir="auto"` or a `bdi` shows a range of digits from left to right.
 */
export const isolateRange = (text: string, language: string): string =>
  isRightToLeft(language) && text !== '' ? `${rightToLeft}${text}${end}` : text
