// Arbitrary JSON values for the fuzzer: valid by a schema of the contract, spoiled in a few places, or hostile.
import fc from 'fast-check'
import { cleanText, tree, write } from '../support/arbitraries.ts'

export interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  'x-type'?: Schema
}
type Values = fc.Arbitrary<unknown>

/** Values of existing records by the name of a field, so that generated requests refer to something. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const dates = ['2026-07-01T09:00:00Z', '2026-07-01 09:00:00', '0001-01-01T00:00:00Z', '9999-12-31 23:59:59']
const byFormat: Record<string, readonly string[]> = {
  key: ['K', 'Ü 1', '\u{1f69a}', '__proto__', 'a/b?c#d%e'],
  name: ['Ada', '\u{1f69a}', 'a\u00a0b'],
  'environment-name': ['Ada & Co', '\u{1f69a}'],
  country: ['GB', 'de'],
  'country-or-empty': ['GB', ''],
  currency: ['EUR', 'usd'],
  email: ['a@example.com', 'ü@exämple.de'],
  'email-shape': ['a@b', 'ü@exämple.de'],
  'email-or-empty': ['a@b', ''],
  'wall-or-instant': [...dates, '2026-03-29T02:30:00', '2026-07-01T09:00:00.123+14:00'],
  'date-time': ['2026-07-01T09:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59+00:00'],
  day: ['2026-07-01', '0001-01-01', '9999-12-31', '2024-02-29'],
  'time-zone': ['UTC', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Apia'],
}

/** Texts at the limit are made of characters with two UTF-16 units, so that a limit in units differs from one in characters. */
const textOf = ({ minLength = 0, maxLength = 1_000 }: Schema): Values => {
  const edge = Math.min(maxLength, 1_000)
  const short = cleanText.filter((text) => [...text].length >= minLength && [...text].length <= maxLength)
  return fc.oneof(
    { weight: 8, arbitrary: short },
    { weight: 2, arbitrary: fc.constant('\u{1f600}'.repeat(edge)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.max(1, minLength))) },
  )
}

function stringOf(schema: Schema): Values {
  if (schema.format === 'key')
    return fc.oneof(
      fc.constantFrom(...byFormat.key!),
      fc.nat().map((number) => `K ${number}`),
    )
  if (schema.format) return fc.constantFrom(...byFormat[schema.format]!)
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { maxLength: schema.maxLength ?? 100 })
  return textOf(schema)
}

function numberOf({ minimum, exclusiveMinimum, maximum }: Schema, isWhole: boolean): Values {
  const least = minimum ?? exclusiveMinimum ?? -1_000
  const most = maximum ?? 1e9
  const above = exclusiveMinimum === undefined ? 0 : 1
  const whole = fc.integer({ min: Math.ceil(least) + above, max: Math.floor(Math.min(most, least + 10_000)) })
  const edges = fc.constantFrom(...(above ? [most] : [least, most]))
  const part = fc.double({ min: least, max: most, noNaN: true, minExcluded: above > 0 })
  return isWhole ? fc.oneof(whole, edges) : fc.oneof(whole, part, edges)
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, known: Known): Values {
  const shape = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, allowedBy(inner, known, name)]),
  )
  const own = fc.record(shape, { requiredKeys: required })
  // Few fields are more often valid together than many.
  const least = fc.record(Object.fromEntries(required.map((name) => [name, shape[name]!])))
  if (typeof additionalProperties !== 'object') return fc.oneof(own, least)
  return fc.dictionary(
    fc.oneof(fc.constantFrom('', 'a', '__proto__', 'a/b'), cleanText),
    allowedBy(additionalProperties, known),
    {
      maxKeys: 3,
    },
  )
}

function typedValueOf(type: string, schema: Schema, known: Known, name: string): Values {
  switch (type) {
    case 'string':
      return stringOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema, type === 'integer')
    case 'boolean':
      return fc.boolean()
    case 'object':
      return objectOf(schema, known)
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema
      return fc.array(allowedBy(schema.items ?? {}, known, name), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      })
    }
    default:
      return fc.constant(null)
  }
}

/** A value that the schema allows, nearly always; `name` is the field that it is for. */
export function allowedBy(schema: Schema, known: Known, name = ''): Values {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => allowedBy(each, known, name)))
  if (schema['x-type']) return allowedBy(schema['x-type'], known, name)
  const types = [schema.type ?? 'null'].flat()
  const own = fc.oneof(...types.map((type) => typedValueOf(type, schema, known, name)))
  const existing = types.includes('string') ? known[name] : undefined
  return existing?.length
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: own })
    : own
}

const named = (name: string, value: unknown) => Object.fromEntries([[name, value]])
const longTexts = [128, 129, 200, 201, 1_000, 1_001].flatMap((length) => [
  'x'.repeat(length),
  '\u{1f600}'.repeat(length),
])
const oddTexts = [
  '',
  ' ',
  ' x ',
  'x\ny',
  '\u0000',
  '\ud800',
  '\u202ex',
  '__proto__',
  "' or 1=1 --",
  '%',
  '../x',
  '-0',
  '1e999',
]
const oddDates = [
  '2026-02-30 00:00:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
]
const oddNumbers = [0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 63]
const oddMembers = ['', '__proto__', 'constructor', 'a/b~c', 'x'.repeat(200), '\u{1f600}'.repeat(64)]
const deep = (levels: number): unknown =>
  levels === 0 ? {} : levels % 2 ? [deep(levels - 1)] : named('\u{1f600}/'.repeat(40), deep(levels - 1))

/** Values that are hostile wherever they are sent. */
export const hostile: Values = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, ...longTexts, ...oddDates),
  fc.constantFrom<unknown>(null, true, [], {}, [null], [[]], [{}], [{}, {}], ...oddNumbers, deep(12), deep(40)),
  fc
    .constantFrom(...oddMembers)
    .chain((name) => fc.constantFrom<unknown>(1, {}, null, []).map((value) => named(name, value))),
  fc.jsonValue({ maxDepth: 2 }),
)

type Place = (string | number)[]

function placesIn(value: unknown, place: Place = []): Place[] {
  const inner = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return [place, ...inner.flatMap((name) => placesIn((value as Record<string, unknown>)[name], [...place, name]))]
}

/** Returns the value with another one at this place; what is no object on the way to it becomes one. */
function replacedAt(value: unknown, [name, ...rest]: Place, changed: unknown): unknown {
  if (name === undefined) return changed
  const isObject = typeof value === 'object' && value !== null
  const inner = replacedAt(isObject ? (value as Record<string, unknown>)[name] : undefined, rest, changed)
  if (Array.isArray(value) && value.length > 0)
    return value.map((each, at) => (String(at) === String(name) ? inner : each))
  if (name === 0) return [inner]
  return { ...(isObject ? value : {}), ...named(String(name), inner) }
}

/** The places that a schema declares, with the first element of each list. */
export function placesOf({ properties = {}, items, anyOf }: Schema, place: Place = []): Place[] {
  const fields = Object.entries(properties).flatMap(([name, inner]) => placesOf(inner, [...place, name]))
  const elements = items ? placesOf(items, [...place, 0]) : []
  return [place, ...fields, ...elements, ...(anyOf ? placesOf(anyOf[0]!, place) : [])]
}

/** The value with one to three places of its own, or that the schema declares, replaced, or with one field too many there. */
export function spoiled(value: unknown, schema: Schema): Values {
  const place = fc.oneof(fc.constantFrom(...placesIn(value)), fc.constantFrom(...placesOf(schema)))
  const extra = fc.option(fc.oneof(fc.constantFrom(...oddMembers), cleanText), { freq: 3 })
  const change = fc.record({ place, changed: hostile, extra })
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<unknown>(
        (whole, { place, changed, extra }) => replacedAt(whole, extra === null ? place : [...place, extra], changed),
        value,
      ),
    )
}

/** Bodies that are hardly JSON: repeated fields, escapes, broken text, any bytes. */
export const rawBodies: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.tuple(tree, fc.func(fc.boolean())).map(([value, escaped]) => write(value, escaped)),
  fc.constantFrom(
    '',
    ' ',
    '{',
    'null',
    '[]',
    '"x"',
    '{"a":1,"a":1}',
    '{}{}',
    '{"a":1e999}',
    '\ufeff{}',
    '['.repeat(100),
  ),
  fc.uint8Array({ maxLength: 60 }),
)
