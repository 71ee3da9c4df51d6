// Splits orders and search texts into words for the search.
import type { Contact, Phone } from '../../../contract/shared.ts'
import type { Term } from '../../platform/database/database.ts'

/** Largest lengths of words and texts, and numbers of words. Longer ones are cut. */
const wordMax = 40
const wordsMax = 64
const textMax = 500
const termsMax = 8

const ascii = /^[\x20-\x7e]*$/
const asciiWord = /[a-z0-9]+/g
/** Scripts without blanks between words. Each of their letters counts as a word. */
const blankless = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]`
const word = new RegExp(String.raw`[\p{L}&&${blankless}]|[[\p{L}\p{N}]--${blankless}]+`, 'gv')
/** Written forms of letters without a decomposition: the letters that people type for them. */
const written: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i', ς: 'σ' }

/**
 * Length of a piece that is folded in one step, in letters. Folding can make 18 letters of one, so a text is cut during
 * the folding.
 */
const pieceLength = 32

function folded(text: string): string {
  if (text.length <= pieceLength) return foldedPiece(text)
  let done = ''
  for (let from = 0; from < text.length && done.length < textMax; ) {
    const isPair = (text.codePointAt(from + pieceLength - 1) ?? 0) > 0xffff
    const to = from + pieceLength + (isPair ? 1 : 0)
    done += foldedPiece(text.slice(from, to))
    from = to
  }
  return done
}

/** Largest number of letters that a Hangul syllable decomposes into. A text that grows more is cut to `pieceLength`. */
const lettersOfSyllable = 3

function decomposed(text: string): string {
  const letters = text.normalize('NFKD')
  const isText = letters.length <= Math.max(pieceLength, lettersOfSyllable * text.length)
  return isText ? letters : letters.slice(0, pieceLength).toWellFormed()
}

/**
 * Returns a folded piece of text: lower case without accents. It converts to upper case first, because `ß` becomes
 * `SS`.
 */
const foldedPiece = (text: string): string =>
  decomposed(text)
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{M}+|[øłđðæœþıς]/gu, (letter) => written[letter] ?? '')

const cut = (text: string) => (text.length > wordMax ? text.slice(0, wordMax).toWellFormed() : text)
/** Folds a text for sorting, without case and accents. */
export const fold = (text: string): string => folded(text.slice(0, textMax))

/** Returns the first words of a text. */
export const wordsOfText = (text: string, max: number): string[] => wordsOf(text).slice(0, max)

function wordsOf(whole: string): string[] {
  const text = whole.length > textMax ? whole.slice(0, textMax) : whole
  const isAscii = ascii.test(text)
  const found: string[] = (isAscii ? text.toLowerCase().match(asciiWord) : folded(text).match(word)) ?? []
  // Words are cut, except in short ASCII texts: folding may make a text longer.
  return isAscii && text.length <= wordMax ? found : found.map(cut)
}

/** Returns whether a part may be an e-mail (mail address), which becomes one word. */
const isMail = (part: string) => part.lastIndexOf('@') > 0
const partsOf = (text: string) => text.slice(0, textMax).split(/\s+/)
const mailWord = (text: string) => cut(wordsOf(text).join(''))

/** Largest number of parts from which joined words start, such as `LS14AP` for `LS1-4AP`. */
const partsMax = 6

function add(words: Set<string>, text: string | null | undefined, joins = false): void {
  if (!text) return
  const found = wordsOf(text)
  for (const each of found) words.add(each)
  if (text.includes('@')) for (const each of partsOf(text).filter(isMail)) words.add(mailWord(each))
  if (joins)
    for (let from = 0; from < Math.min(found.length - 1, partsMax); from++)
      words.add(cut(found.slice(from, from + wordMax).join('')))
}

const apostrophe = /(?<=\p{L})['’ʼ\x60´](?=\p{L})/gu
const umlaut = /[äöü]/giu
/** Two letters that may represent an umlaut, unless certain letters precede them. */
const umlautInTwo = /(?<![aeiouq])([aou])e/giu
const respelled = /['’ʼ\x60´äöü]|[aou]e/iu

/** Adds other spellings of names: `ONeill` for O'Neill, `Mueller` for Müller, and `Müller` for Mueller. */
function addSpellings(words: Set<string>, text: string | null | undefined): void {
  if (!text) return
  const whole = text.slice(0, textMax).normalize('NFC')
  if (!respelled.test(whole)) return
  const spellings = [
    whole.replace(apostrophe, ''),
    whole.replace(umlaut, (letter) => `${letter}e`),
    whole.replace(umlautInTwo, '$1'),
  ]
  for (const each of spellings) if (each !== whole) add(words, each)
}

/** Fewest digits at the tail of a phone number that find an order. Fewer digits match too many orders. */
const tailMin = 6

/** Adds a phone number: local, with a leading zero, with its country code, and its last digits. */
function addPhone(words: Set<string>, phone: Phone | null | undefined): void {
  if (!phone?.localNumber) return
  // Some numbers are stored with the leading zero.
  const bare = cut(phone.localNumber.replace(/^0+/, ''))
  words.add(bare)
  words.add(cut(`0${bare}`))
  if (phone.countryCode) words.add(cut(phone.countryCode + bare))
  for (let from = 1; from <= bare.length - tailMin; from++) words.add(bare.slice(from))
}

export interface Texts {
  key: string
  consigneeCode: string | null
  tags: readonly string[]
  contact: Contact | null
  address: Record<'name' | 'company' | 'line1' | 'line2' | 'city' | 'postalCode', string | null>
}

/** Returns the words of an order. Keys, codes and postal codes are found with and without separators. */
export function wordsOfOrder({ key, consigneeCode, tags, contact, address }: Texts): string[] {
  const words = new Set<string>()
  add(words, key, true)
  add(words, address.postalCode, true)
  add(words, consigneeCode, true)
  for (const tag of tags) add(words, tag)
  addPhone(words, contact?.phone)
  addPhone(words, contact?.mobile)
  if (contact?.email) words.add(mailWord(contact.email))
  add(words, address.city)
  add(words, contact?.personName)
  add(words, address.company)
  add(words, address.name)
  add(words, address.line1)
  add(words, address.line2)
  // Last, because the number of words is limited.
  for (const text of [address.city, contact?.personName, address.company, address.name, address.line1, address.line2])
    addSpellings(words, text)
  return words.size > wordsMax ? [...words].slice(0, wordsMax) : [...words]
}

/** A phone number in groups of digits. */
const grouped = /^\+?[\d\s()./-]{7,}$/

/** Returns the terms of a search text. An order must have a word that starts with each of them. */
export function termsOf(text: string): Term[] {
  const parts = partsOf(text)
  const found = grouped.test(text.trimStart())
    ? wordsOf(text.replace(/\D/g, '').replace(/^00/, ''))
    : [...parts.filter(isMail).map(mailWord), ...wordsOf(parts.filter((part) => !isMail(part)).join(' '))]
  return [...new Set(found)]
    .filter((each) => each !== '')
    .slice(0, termsMax)
    .map((each) => ({ word: each, prefix: true }))
}

const hashes = new Map<string, string>()
const hashesMax = 10_000

/** Returns a filter as a word that no text contains. Two keys may share a word, so the order is checked afterwards. */
export function filterWord(kind: 'depot' | 'channel' | 'area' | 'tag' | 'field', key: string): string {
  // Values of fields are not cached, because each order may have another value.
  if (kind === 'field') return hashed(kind, key)
  const name = `=${kind[0]}${key}`
  const known = hashes.get(name)
  if (known !== undefined) return known
  const made = hashed(kind, key)
  if (hashes.size >= hashesMax) hashes.clear()
  hashes.set(name, made)
  return made
}

function hashed(kind: string, key: string): string {
  // FNV-1a.
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return `=${kind[0]}${(hash >>> 0).toString(36)}`
}
