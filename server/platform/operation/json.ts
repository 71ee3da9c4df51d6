// Parses bytes as strict JSON: returns a value, or an error with its place and reason. Nothing is corrected.
import { isUtf8 } from 'node:buffer'
import type { FieldError } from '../../../contract/problem.ts'
import { recordLimits } from '../../../contract/shared.ts'
import { type ApiProblem, createBadRequest, createProblem, errorsMax, moreErrors } from '../error/problems.ts'

const depthMax = 32
const valuesMax = 60_000
/**
 * Largest number of fields of an object. The contract needs less than a tenth, and more take long to parse and check.
 */
const membersMax = 1_000

const [quote, backslash, openObject, closeObject, openArray, closeArray, colon, comma] = [...'"\\{}[]:,'].map((c) =>
  c.charCodeAt(0),
) as [number, number, number, number, number, number, number, number]
const [u, b, f] = [...'ubf'].map((c) => c.charCodeAt(0)) as [number, number, number]

/** The name of the text in messages: a whole body or one of its lines. */
type TextLabel = 'body' | 'line'

export function parseJson(bytes: Buffer, bodies = 1, label: TextLabel = 'body'): unknown {
  if (bytes.length === 0) throw createBadRequest('', 'required', 'Send a JSON body.')
  if (!isUtf8(bytes)) throw createBadRequest('', 'invalid_text', `The ${label} is not valid UTF-8.`)
  if (bytes[0] === 0xef)
    throw createBadRequest('', 'invalid_text', `The ${label} starts with a byte order mark: remove it.`)
  const scan = measure(bytes, valuesMax * bodies, label)
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed(text, label)
  }
  // JSON.parse drops a repeated field, so the count of the remaining ones detects it without a second parser.
  if (countMembers(value) !== scan.members) throw createProblem(findDuplicates(text))
  // Without such escapes, valid UTF-8 that JSON.parse accepts has no control characters and no lone surrogates.
  if (scan.escapes) {
    const errors = checkText(value, '', [])
    if (errors.length > 0) throw createProblem(errors)
  }
  return value
}

/** Number of fields per depth in the body that is measured. Values outside of an object are rejected later. */
const memberCounts = new Int32Array(depthMax + 1)

interface Scan {
  members: number
  /** Whether a text contains an escape of a control character or of half a surrogate pair. */
  escapes: boolean
}

/**
 * Counts the values of a body in one pass over its bytes. Rejects a body that is too deep or too large before it is
 * parsed.
 */
function measure(bytes: Buffer, valuesMax: number, label: TextLabel): Scan {
  let depth = 0
  let values = 1
  const scan: Scan = { members: 0, escapes: false }
  memberCounts[0] = 0
  const { length } = bytes
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]
    if (byte === quote) i = skipText(bytes, i + 1, scan)
    else if (byte === openObject || byte === openArray) {
      values++
      if (++depth > depthMax)
        throw createBadRequest('', 'too_deep', `The ${label} is nested deeper than ${depthMax} levels.`, {
          max: depthMax,
        })
      memberCounts[depth] = 0
    } else if (byte === closeObject || byte === closeArray) depth--
    else if (byte === comma) values++
    else if (byte === colon) {
      scan.members++
      if (++memberCounts[depth]! > membersMax)
        throw createBadRequest('', 'too_many', `An object in the ${label} has more than ${membersMax} fields.`, {
          max: membersMax,
        })
    }
  }
  if (values > valuesMax)
    throw createBadRequest('', 'too_many', `The ${label} contains more than ${valuesMax} values.`, { max: valuesMax })
  return scan
}

/**
 * Returns the index of the quotation mark that ends a text, or of the end of the bytes. Most bytes of a body are in
 * texts, and each is read once.
 */
function skipText(bytes: Buffer, start: number, scan: Scan): number {
  let i = start
  for (let byte = bytes[i]; byte !== quote && byte !== undefined; byte = bytes[++i]) {
    if (byte !== backslash) continue
    const escaped = bytes[++i]
    if (escaped === u || escaped === b || escaped === f) scan.escapes = true
  }
  return i
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') members += countMembers(item)
    return members
  }
  for (const name in value) {
    members++
    const inner = (value as Record<string, unknown>)[name]
    if (typeof inner === 'object') members += countMembers(inner)
  }
  return members
}

function malformed(text: string, label: TextLabel): ApiProblem {
  const sought = text.slice(0, soughtMax)
  if (isStart(sought))
    return createBadRequest(
      '',
      'malformed',
      `The ${label} is not valid JSON${sought === text ? ': it ends too early' : ''}.`,
    )
  let good = 0
  for (let bad = sought.length; bad - good > 1; ) {
    const middle = (good + bad) >> 1
    if (isStart(text.slice(0, middle))) good = middle
    else bad = middle
  }
  const lines = text.slice(0, good).split('\n')
  const column = `column ${lines.at(-1)!.length + 1}`
  const location = label === 'line' ? column : `line ${lines.length}, ${column}`
  return createBadRequest('', 'malformed', `The ${label} is not valid JSON: see ${location}.`)
}

/**
 * Maximum number of characters in which the place of a syntax error is searched. The engine does not always report the
 * place, and each step of the binary search parses the text.
 */
const soughtMax = 65_536
/** Returns whether more text could make a text valid JSON. */
function isStart(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    return /end of JSON|Unterminated/.test(message) || /position (\d+)/.exec(message)?.[1] === String(text.length)
  }
}

/**
 * Maximum length of a shown name. No field of the contract has a longer one. Otherwise 1,000 errors below a huge name
 * would make a large response.
 */
const nameMax = 64
export const truncateName = (name: string) =>
  name.length > nameMax ? `${name.slice(0, nameMax).toWellFormed()}…` : name
const escapePointer = (name: string) => truncateName(name).replaceAll('~', '~0').replaceAll('/', '~1')
/**
 * Returns the JSON Pointer of a field or list element. If it would be too long, returns the pointer of the enclosing
 * object or list.
 */
export function appendPointer(path: string, name: string | number): string {
  const inner = `${path}/${typeof name === 'number' ? name : escapePointer(name)}`
  return inner.length > recordLimits.textLength ? path : inner
}
/** Returns a JSON Pointer with its long names cut, as `appendPointer` cuts them. */
export const truncatePointer = (path: string): string =>
  path.length <= nameMax
    ? path
    : path
        .split('/')
        .slice(1)
        .reduce((parent, name) => appendPointer(parent, name.replaceAll('~1', '/').replaceAll('~0', '~')), '')

/**
 * Characters that a text must not contain: NUL and all other control characters except tab and line ends. Both engines
 * store and return any other well-formed text unchanged.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
export const isCleanText = (text: unknown): boolean =>
  typeof text === 'string' && text.isWellFormed() && !controls.test(text)

function checkText(value: unknown, path: string, errors: FieldError[]): FieldError[] {
  const bad = (getPath: () => string) =>
    errors.push(
      errors.length < errorsMax
        ? {
            path: getPath(),
            code: 'invalid_text',
            message: 'The text must not contain a control character or half of a surrogate pair.',
          }
        : moreErrors,
    )
  const checkInner = (inner: unknown, name: string | number) => {
    if (typeof inner === 'string') {
      if (!isCleanText(inner)) bad(() => appendPointer(path, name))
    } else if (typeof inner === 'object' && inner !== null) checkText(inner, appendPointer(path, name), errors)
  }
  if (typeof value === 'string') {
    if (!isCleanText(value)) bad(() => path)
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkInner(item, index)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (isCleanText(name)) checkInner(inner, name)
      else bad(() => path)
    }
  }
  return errors
}

/** Finds repeated fields in valid JSON, up to the number of reported errors. */
function findDuplicates(text: string): FieldError[] {
  const errors: FieldError[] = []
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs)
  const next = () => tokens.next().value?.[0] as string
  const isSearching = () => errors.length < errorsMax
  const walk = (token: string, path: string): void => {
    if (token === '[') {
      for (let index = 0, item = next(); item !== ']' && isSearching(); item = next()) {
        if (item !== ',') walk(item, appendPointer(path, index++))
      }
    } else if (token === '{') {
      const memberNames = new Set<string>()
      for (let name = next(); name !== '}' && isSearching(); name = next()) {
        if (name === ',') continue
        const member = JSON.parse(name) as string
        const memberPath = appendPointer(path, member)
        if (memberNames.has(member))
          errors.push({
            path: memberPath,
            code: 'duplicate',
            message: `\`${truncateName(member)}\` appears more than once in this object.`,
            values: { name: truncateName(member) },
          })
        memberNames.add(member)
        next()
        walk(next(), memberPath)
      }
    }
  }
  walk(next(), '')
  return errors
}
