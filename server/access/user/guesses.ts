// Detects passwords that are guessed first: common words, names, rows of keys, the person's name and the product's
// name, with the usual digits around them.
import { commonTerms } from './common-words.ts'

/** Length above which a password is not judged. */
const judgedLength = 32
/** Minimum worth of a password without its words. Attackers try every word with a year, a few digits or a sign. */
const remainderMin = 5
/** Worth of a digit; a letter has the worth 1. */
const digitWorth = 0.6
const termLengthMin = 4

const rows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmik',
  'a1b2c3d4e5f6g7h8i9j0',
  '01234567899876543210',
  '3141592653589793',
  '147258369',
  '159357',
]
const walks = [...rows, ...rows.map((row) => [...row].reverse().join(''))]

/** Words of this service, which attackers try. */
const productTerms = [
  'dray',
  'console',
  'consignment',
  'logistics',
  'logistik',
  'spedition',
  'delivery',
  'lieferung',
  'transport',
]

const lettersByCharacter: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** Replaces digits and signs that look like letters by these letters. The length of the text stays the same. */
const spelt = (text: string) => text.replace(/[013457@$!]/g, (character) => lettersByCharacter[character]!)

/** Reasons why a password is easy to guess, as messages. */
export const weaknessTexts = {
  few_characters: 'It has too few different characters.',
  personal: 'It is made of your name or e-mail address.',
  product: 'It is made of the name of this service.',
  common: 'It is one of the most common passwords, or close to one.',
} as const
type Weakness = keyof typeof weaknessTexts

/** Returns the reason why a password is easy to guess, or undefined. The contract checks its minimum length. */
export function findWeakness(password: string, { email, name }: { email: string; name: string }): Weakness | undefined {
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain.length > judgedLength) return undefined
  if (new Set(plain).size < 4) return 'few_characters'
  const personalTerms = getPersonalTerms(email, name)
  const reduced = blankTerms(plain, personalTerms)
  if (reduced !== plain && isLittle(reduced)) return 'personal'
  const remainder = blankTerms(reduced, productTerms)
  if (remainder !== reduced && isLittle(remainder)) return 'product'
  const isCommon = (text: string) => isLittle(text) || commonIn(text).some((term) => isLittle(blankTerms(text, [term])))
  if (isCommon(plain) || isCommon(remainder)) return 'common'
  return undefined
}

/** Returns the e-mail address, and the words of the address and the name. */
function getPersonalTerms(email: string, name: string): string[] {
  // Omits the top-level domain, which many people have in common.
  const personalText = `${email.replace(/\.[^.]*$/, '')} ${name}`.normalize('NFKC').toLowerCase()
  const terms = personalText.split(/[^\p{L}\p{N}]+/u).filter((term) => term.length >= 3)
  return [email.toLowerCase(), ...terms].sort((a, b) => b.length - a.length)
}

/** Replaces words in a password by blanks, including words with digits in place of letters. */
function blankTerms(text: string, terms: readonly string[]): string {
  let remainder = text
  for (const term of terms)
    for (const transform of [(value: string) => value, spelt])
      for (let index = transform(remainder).indexOf(term); index !== -1; index = transform(remainder).indexOf(term))
        remainder = remainder.slice(0, index) + ' '.repeat(term.length) + remainder.slice(index + term.length)
  return remainder
}

/** Finds common words in a text, including words with digits in place of letters. */
function commonIn(text: string): string[] {
  const fragments = [text, spelt(text)].flatMap((spelling) => [...partsOf(spelling)])
  return [...new Set(fragments.filter((fragment) => commonTerms.has(fragment)))]
}

/** Yields all parts of a text that have at least the length of a word. */
function* partsOf(text: string): Generator<string> {
  for (let start = 0; start + termLengthMin <= text.length; start++)
    for (let end = start + termLengthMin; end <= text.length; end++) yield text.slice(start, end)
}

/** Returns whether little of a text is left without signs, years, keyboard rows and repetitions. */
function isLittle(text: string): boolean {
  let tail = text.replace(/[^\p{L}\p{N}]+/gu, ' ').replace(/(19|20)\d\d/g, ' ')
  for (const walk of walks) tail = withoutWalk(tail, walk)
  let worth = 0
  for (const char of tail.replace(/(.+?)\1+/g, '$1').replaceAll(' ', '')) worth += /\p{N}/u.test(char) ? digitWorth : 1
  return worth < remainderMin
}

const stepsMin = 4

/** Replaces each part of a keyboard row, in the order of the row, by a blank. */
function withoutWalk(text: string, walk: string): string {
  let remainder = ''
  for (let index = 0; index < text.length; ) {
    let length = Math.min(walk.length, text.length - index)
    while (length >= stepsMin && !walk.includes(text.slice(index, index + length))) length--
    remainder += length >= stepsMin ? ' ' : text[index]
    index += length >= stepsMin ? length : 1
  }
  return remainder
}
