// Detects passwords that are guessed first: common words, names, rows of keys, the person's name and the product's
// name, with the usual digits around them.
import { commonWords } from './common-words.ts'

/** Length from which the rules do not judge a password. */
const judgedLength = 32
/**
 * Minimum of a password in addition to its words. Less is a year, digits or a mark, which attackers try with every
 * word.
 */
const restMin = 5
/** Worth of a digit compared with a letter. */
const digitWorth = 0.6
const wordMin = 4

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
const ours = [
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

const lookAlikes: Record<string, string> = {
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
/** With letters in the place of what looks like them; as long as it was. */
const spelt = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign]!)

/** Returns why a password is easy to guess, or undefined. The contract checks its length. */
export function weaknessOf(password: string, { email, name }: { email: string; name: string }): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain.length > judgedLength) return undefined
  if (new Set(plain).size < 4) return 'It has too few different characters.'
  const own = ownWords(email, name)
  const withoutOwn = without(plain, own)
  if (withoutOwn !== plain && isLittle(withoutOwn)) return 'It is made of your name or e-mail address.'
  const rest = without(withoutOwn, ours)
  if (rest !== withoutOwn && isLittle(rest)) return 'It is made of the name of this service.'
  const isCommon = (text: string) => isLittle(text) || commonIn(text).some((word) => isLittle(without(text, [word])))
  if (isCommon(plain) || isCommon(rest)) return 'It is one of the most common passwords, or close to one.'
  return undefined
}

/** Returns the address and the words of the address and name, which an attacker can guess. */
function ownWords(email: string, name: string): string[] {
  // Without the end of the domain, which many share.
  const known = `${email.replace(/\.[^.]*$/, '')} ${name}`.normalize('NFKC').toLowerCase()
  const words = known.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 3)
  return [email.toLowerCase(), ...words].sort((a, b) => b.length - a.length)
}

/** With blanks where the words were, also where they were spelt with digits. */
function without(text: string, words: readonly string[]): string {
  let rest = text
  for (const word of words)
    for (const look of [(each: string) => each, spelt])
      for (let at = look(rest).indexOf(word); at !== -1; at = look(rest).indexOf(word))
        rest = rest.slice(0, at) + ' '.repeat(word.length) + rest.slice(at + word.length)
  return rest
}

/** Finds the common words in a text, also if they are spelt with digits. */
function commonIn(text: string): string[] {
  const parts = [text, spelt(text)].flatMap((each) => [...partsOf(each)])
  return [...new Set(parts.filter((part) => commonWords.has(part)))]
}

/** Yields all parts of a text that are long enough for a word. */
function* partsOf(text: string): Generator<string> {
  for (let start = 0; start + wordMin <= text.length; start++)
    for (let end = start + wordMin; end <= text.length; end++) yield text.slice(start, end)
}

/** Returns whether a text has little left without marks, years, keyboard rows and repetitions. */
function isLittle(text: string): boolean {
  let rest = text.replace(/[^\p{L}\p{N}]+/gu, ' ').replace(/(19|20)\d\d/g, ' ')
  for (const walk of walks) rest = withoutWalk(rest, walk)
  let worth = 0
  for (const sign of rest.replace(/(.+?)\1+/g, '$1').replaceAll(' ', '')) worth += /\p{N}/u.test(sign) ? digitWorth : 1
  return worth < restMin
}

const stepsMin = 4

/** Takes out every piece of the row that is long enough to be one. */
function withoutWalk(text: string, walk: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    let length = Math.min(walk.length, text.length - at)
    while (length >= stepsMin && !walk.includes(text.slice(at, at + length))) length--
    rest += length >= stepsMin ? ' ' : text[at]
    at += length >= stepsMin ? length : 1
  }
  return rest
}
