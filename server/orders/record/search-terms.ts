// Splits orders and search texts into words for the search.
import type { Contact, Phone } from '../../../contract/shared.ts'
import type { SearchTerm } from '../../platform/database/database.ts'

/**
 * Limits for words and texts: the longest word, the words of an order, the longest text, and the words of a search.
 * Everything above a limit is cut off.
 */
const termLengthMax = 40
const orderTermsMax = 64
const textMax = 500
const termsMax = 8

const ascii = /^[\x20-\x7e]*$/
const asciiTerm = /[a-z0-9]+/g
/** Writing systems without spaces between words. Each of their letters is indexed as a word. */
const blankless = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]`
const termPattern = new RegExp(String.raw`[\p{L}&&${blankless}]|[[\p{L}\p{N}]--${blankless}]+`, 'gv')
/** Letters that cannot be decomposed, with the letters that people type for them. */
const written: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i', ς: 'σ' }

/**
 * Length of a piece that is folded in one step, in letters. Folding can turn one letter into 18, so a long text is
 * folded piece by piece, until `textMax` letters.
 */
const pieceLength = 32

function folded(text: string): string {
  if (text.length <= pieceLength) return foldedPiece(text)
  let done = ''
  for (let start = 0; start < text.length && done.length < textMax; ) {
    const isPair = (text.codePointAt(start + pieceLength - 1) ?? 0) > 0xffff
    const end = start + pieceLength + (isPair ? 1 : 0)
    done += foldedPiece(text.slice(start, end))
    start = end
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

const cut = (text: string) => (text.length > termLengthMax ? text.slice(0, termLengthMax).toWellFormed() : text)
/** Folds a text for sorting, without case and accents. */
export const foldText = (text: string): string => folded(text.slice(0, textMax))

/** Returns the first words of a text. */
export const extractTerms = (text: string, max: number): string[] => splitTerms(text).slice(0, max)

function splitTerms(fullText: string): string[] {
  const text = fullText.length > textMax ? fullText.slice(0, textMax) : fullText
  const isAscii = ascii.test(text)
  const found: string[] = (isAscii ? text.toLowerCase().match(asciiTerm) : folded(text).match(termPattern)) ?? []
  // Words are cut, except in short ASCII texts: folding may make a text longer.
  return isAscii && text.length <= termLengthMax ? found : found.map(cut)
}

/** Returns whether a part may be an e-mail (mail address), which becomes one word. */
const isMail = (segment: string) => segment.lastIndexOf('@') > 0
const partsOf = (text: string) => text.slice(0, textMax).split(/\s+/)
const createMailTerm = (text: string) => cut(splitTerms(text).join(''))

/** Largest number of parts from which joined words start, such as `LS14AP` for `LS1-4AP`. */
const partsMax = 6

function add(terms: Set<string>, text: string | null | undefined, joins = false): void {
  if (!text) return
  const found = splitTerms(text)
  for (const term of found) terms.add(term)
  if (text.includes('@')) for (const segment of partsOf(text).filter(isMail)) terms.add(createMailTerm(segment))
  if (joins)
    for (let start = 0; start < Math.min(found.length - 1, partsMax); start++)
      terms.add(cut(found.slice(start, start + termLengthMax).join('')))
}

const apostrophe = /(?<=\p{L})['’ʼ\x60´](?=\p{L})/gu
const umlaut = /[äöü]/giu
/** Two letters that people type for an umlaut, unless a vowel or a `q` precedes them. */
const umlautInTwo = /(?<![aeiouq])([aou])e/giu
const respelled = /['’ʼ\x60´äöü]|[aou]e/iu

/** Adds other spellings of names: `ONeill` for O'Neill, `Mueller` for Müller, and `Müller` for Mueller. */
function addSpellings(terms: Set<string>, text: string | null | undefined): void {
  if (!text) return
  const normalised = text.slice(0, textMax).normalize('NFC')
  if (!respelled.test(normalised)) return
  const spellings = [
    normalised.replace(apostrophe, ''),
    normalised.replace(umlaut, (letter) => `${letter}e`),
    normalised.replace(umlautInTwo, '$1'),
  ]
  for (const spelling of spellings) if (spelling !== normalised) add(terms, spelling)
}

/**
 * Smallest number of digits at the tail of a phone number that find an order. Fewer digits would match too many orders.
 */
const tailMin = 6

/** Adds a phone number: local, with a leading zero, with its country code, and its last digits. */
function addPhone(terms: Set<string>, phone: Phone | null | undefined): void {
  if (!phone?.localNumber) return
  // Removes a leading zero, because some numbers are stored with it.
  const bare = cut(phone.localNumber.replace(/^0+/, ''))
  terms.add(bare)
  terms.add(cut(`0${bare}`))
  if (phone.countryCode) terms.add(cut(phone.countryCode + bare))
  for (let start = 1; start <= bare.length - tailMin; start++) terms.add(bare.slice(start))
}

export interface OrderTexts {
  key: string
  consigneeCode: string | null
  tags: readonly string[]
  contact: Contact | null
  address: Record<'name' | 'company' | 'line1' | 'line2' | 'city' | 'postalCode', string | null>
}

/** Returns the words of an order. Keys, codes and postal codes are found with and without separators. */
export function collectOrderTerms({ key, consigneeCode, tags, contact, address }: OrderTexts): string[] {
  const terms = new Set<string>()
  add(terms, key, true)
  add(terms, address.postalCode, true)
  add(terms, consigneeCode, true)
  for (const tag of tags) add(terms, tag)
  addPhone(terms, contact?.phone)
  addPhone(terms, contact?.mobile)
  if (contact?.email) terms.add(createMailTerm(contact.email))
  add(terms, address.city)
  add(terms, contact?.personName)
  add(terms, address.company)
  add(terms, address.name)
  add(terms, address.line1)
  add(terms, address.line2)
  // Adds other spellings last, because an order has a limited number of words.
  for (const text of [address.city, contact?.personName, address.company, address.name, address.line1, address.line2])
    addSpellings(terms, text)
  return terms.size > orderTermsMax ? [...terms].slice(0, orderTermsMax) : [...terms]
}

/** A phone number in groups of digits. */
const grouped = /^\+?[\d\s()./-]{7,}$/

/** Returns the words of a search text. An order matches if it has a word that starts with each of them. */
export function parseSearchTerms(text: string): SearchTerm[] {
  const texts = partsOf(text)
  const found = grouped.test(text.trimStart())
    ? splitTerms(text.replace(/\D/g, '').replace(/^00/, ''))
    : [...texts.filter(isMail).map(createMailTerm), ...splitTerms(texts.filter((text) => !isMail(text)).join(' '))]
  return [...new Set(found)]
    .filter((term) => term !== '')
    .slice(0, termsMax)
    .map((term) => ({ word: term, prefix: true }))
}

const hashes = new Map<string, string>()
const hashesMax = 10_000

/**
 * Returns a filter as a word that no text contains. Different keys may give the same word, so the filter is checked
 * again for each order.
 */
export function createFilterTerm(filterType: 'depot' | 'channel' | 'area' | 'tag' | 'field', key: string): string {
  // Values of fields are not cached, because each order may have another value.
  if (filterType === 'field') return hashed(filterType, key)
  const name = `=${filterType[0]}${key}`
  const cached = hashes.get(name)
  if (cached !== undefined) return cached
  const made = hashed(filterType, key)
  if (hashes.size >= hashesMax) hashes.clear()
  hashes.set(name, made)
  return made
}

function hashed(filterType: string, key: string): string {
  // FNV-1a.
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return `=${filterType[0]}${(hash >>> 0).toString(36)}`
}
