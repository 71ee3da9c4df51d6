// No text and no list makes a check or a search cost more than its length does: what is eight times as long may cost a few times that, not its square.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { detectNotation, parseDateTime, parseNumber, readRow } from '../../client/cells.ts'
import { columnTargets, matchColumns } from '../../client/columns.ts'
import { formatCsvRow, removeApostrophes } from '../../client/csv.ts'
import { parsePhone } from '../../client/phone.ts'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import type { TSchema } from '../../contract/schema.ts'
import { collectOrderTerms, parseSearchTerms } from '../../server/orders/record/search-terms.ts'
import { parseValues } from '../../server/platform/operation/page.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'

/** What patterns stumble over: much of one thing, and then what does not fit. */
const units = [
  'a',
  ' ',
  'a ',
  '0',
  '.',
  ',',
  '.0',
  '-',
  '+',
  '@',
  'a@',
  '(',
  ')',
  '"',
  '\\',
  ';',
  '\n',
  '\t ',
  'é',
  'ﷺ',
  '𝐀',
  '中',
  '=',
  '/',
  '/0',
  '<',
  ':',
  '[',
  '{',
  '_0',
  "'",
  "; '",
]
const ends = ['', 'b @', '!', '@', ' ']
const texts = (length: number): string[] =>
  units.flatMap((unit) => ends.map((end) => unit.repeat(Math.ceil(length / unit.length)) + end))

const shortLength = 500
const times = 8
/** How much longer one long text may take than as many short ones: what grows with the square takes eight times as long. */
const grownMax = 3
/** Too short to be measured. */
const leastMs = 1

/** Milliseconds of this thread alone, the least of some tries: whatever else the machine does only adds. */
function leastOf(work: () => unknown, tries = 3): number {
  let least = Number.POSITIVE_INFINITY
  for (let each = 0; each < tries; each++) {
    const began = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

const looksMax = 12

/** How much longer the other takes. Over the line it is looked at again: it may have been the machine, or code new to it. */
function leastFactor(usual: () => unknown, other: () => unknown, lineAt: number, looks = looksMax): number {
  let factor = Number.POSITIVE_INFINITY
  for (let look = 0; look < looks && factor > lineAt; look++) {
    const before = leastOf(usual)
    factor = Math.min(factor, leastOf(other) / Math.max(leastMs / lineAt, before))
  }
  return factor
}

function assertLinear(name: string, work: (text: string) => unknown, looks = looksMax): void {
  const [short, long] = [texts(shortLength), texts(shortLength * times)]
  for (const [index, text] of short.entries()) {
    // Most take less than any measure, or what takes long does so whatever the length.
    const once = leastOf(() => work(long[index]!), 1)
    if (once <= leastMs || once <= grownMax * leastOf(() => work(text), 1)) continue
    const shortOnes = () => {
      for (let each = 0; each < times; each++) work(text)
    }
    const factor = leastFactor(shortOnes, () => work(long[index]!), grownMax, looks)
    assert.ok(
      factor <= grownMax,
      `${name} takes ${Math.round(factor)} times as long for ${JSON.stringify(text.slice(-12))}`,
    )
  }
}

interface Plain {
  pattern?: string
  format?: string
  type?: string | string[]
  [keyword: string]: unknown
}

/** Every text of the contract that has a form. */
function formsIn(value: unknown, found: Map<string, Plain> = new Map()): Map<string, Plain> {
  if (typeof value !== 'object' || value === null) return found
  const { pattern, format } = value as Plain
  if (typeof pattern === 'string' || typeof format === 'string') found.set(`${pattern} ${format}`, value as Plain)
  for (const inner of Object.values(value)) formsIn(inner, found)
  return found
}

test('checking a text against every format of the contract takes time linear in its length', () => {
  const forms = formsIn(
    Object.values(endpoints as Record<string, EndpointShape>).map(({ query, body }) => [query, body]),
  )
  assert.ok(forms.size >= 15, `${forms.size}`)
  for (const [name, { pattern, format }] of forms) {
    const schema = { type: 'string', ...(pattern ? { pattern } : {}), ...(format ? { format } : {}) }
    assertLinear(name, compileSchema(schema as unknown as TSchema))
  }
})

test('the check of every list without duplicates takes linear time', () => {
  const check = compileSchema({
    type: 'array',
    items: { type: 'string' },
    maxItems: 1_000 * times,
    uniqueItems: true,
  } as unknown as TSchema)
  const list = (length: number) => Array.from({ length }, (_, n) => `an element ${n}`)
  const [short, long] = [list(1_000), list(1_000 * times)]
  const shortOnes = () => {
    for (let each = 0; each < times; each++) check(short)
  }
  const factor = leastFactor(shortOnes, () => check(long), grownMax)
  assert.ok(factor <= grownMax, `${factor}`)
})

const order = (text: string) => ({
  key: text,
  consigneeCode: text,
  tags: [text],
  contact: { personName: text, email: text, phone: null, mobile: null },
  address: { name: text, company: text, line1: text, line2: text, city: text, postalCode: text },
})

test('the extraction of index words and search words takes linear time', () => {
  assertLinear('words', (text) => collectOrderTerms(order(text)))
  assertLinear('terms', parseSearchTerms)
  assertLinear('lists', (text) => {
    try {
      parseValues('keys', text, 1_000)
    } catch {}
  })
})

test('building the search words of an order takes similar time for all kinds of text', () => {
  const rows = (text: string) => () => {
    for (let row = 0; row < 30_000 / text.length; row++) collectOrderTerms({ ...order(text), key: `${row}` })
  }
  const plain = 'Bäckerei Süd und Söhne, 12 '.repeat(40)
  for (const length of [60, 1_000])
    for (const text of [
      'ﷺ'.repeat(length),
      `${'a'.repeat(length - 10)} b @`,
      '㍿'.repeat(length),
      ' '.repeat(length - 1),
    ]) {
      const factor = leastFactor(rows(plain.slice(0, length)), rows(`${text}x`), costMax)
      assert.ok(factor <= costMax, `${text.slice(0, 5)}, ${length}: ${factor}`)
    }
})
const costMax = 4

test('the parsing of cells and headers takes linear time', () => {
  assertLinear('number', (text) => parseNumber(text, {}))
  assertLinear('date', (text) => parseDateTime(text, {}, undefined))
  assertLinear('phone', (text) => parsePhone(text, 'DE'))
  assertLinear('header', (text) => matchColumns([text]))
  assertLinear('cell', (text) => formatCsvRow([text]))
  assertLinear('cell of a file', removeApostrophes)
  const columns = columnTargets.map(({ path }) => ({ header: path, path, how: 'name' as const }))
  assertLinear('row', (text) =>
    readRow(
      columns,
      columnTargets.map(() => text),
      {},
    ),
  )
  assertLinear('reading', (text) => detectNotation(columns, [columnTargets.map(() => text)]))
})

/** Patterns that are slow with a long text, and never meet one: what they are applied to is short, or comes from us. */
const neverLong = new Map<RegExp, string>([
  [
    /(?:[T ,]+|^)(\d{1,2})[:h](\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm|uhr)?\s*(Z|[+-]\d{2}:?\d{2})?$/i,
    'a longer cell is no date',
  ],
  [/\s*[\p{L}³²%°'"]+\.?$/u, 'a longer cell is no number'],
  [/\/+$/, 'the address of the service, as a program names it'],
  [/[^/]+(\/\d+)*$/, 'members of the contract, whose names are short'],
  [/=+$/, 'Base64 of our own'],
])

/** Every pattern that is written down in the sources, by its file. */
function patternsIn(file: string): Set<string> {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (regex) found.add(`/${regex.pattern}/${regex.flags}`)
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return found
}
const root = join(import.meta.dirname, '../..')

test('every regular expression of the product takes linear time, or never receives a long text', () => {
  const slow: string[] = []
  const files = globSync('{contract,server,client,cli}/**/*.ts', { cwd: root }).sort()
  const patterns = new Set(files.flatMap((file) => [...patternsIn(file)]))
  assert.ok(patterns.size > 80, `${patterns.size}`)
  const known = new Set([...neverLong.keys()].map(String))
  for (const pattern of patterns) {
    const end = pattern.lastIndexOf('/')
    const expression = new RegExp(pattern.slice(1, end), pattern.slice(end + 1))
    // One that is known to be slow is no news: it takes one look to see that it still is.
    const looks = known.has(pattern) ? 1 : looksMax
    try {
      assertLinear(pattern, (text) => text.replace(expression, ''), looks)
    } catch {
      slow.push(pattern)
    }
  }
  assert.deepEqual(slow.toSorted(), [...known].toSorted())
})
