// Arbitrary orders for property tests: what is sent, paired with what a read of it must say.
import fc from 'fast-check'

export interface Pair {
  sent: unknown
  read: unknown
}
type Pairs = fc.Arbitrary<Pair>

const same = (values: fc.Arbitrary<unknown>): Pairs => values.map((value) => ({ sent: value, read: value }))
const unset: Pairs = fc.constantFrom({ sent: undefined, read: null }, { sent: null, read: null })
const optional = (pairs: Pairs): Pairs => fc.oneof({ weight: 3, arbitrary: pairs }, { weight: 1, arbitrary: unset })
const whole = (shape: Record<string, Pairs>): Pairs =>
  fc.record(shape).map((members) => ({
    sent: Object.fromEntries(
      Object.entries(members).flatMap(([name, { sent }]) => (sent === undefined ? [] : [[name, sent]])),
    ),
    read: Object.fromEntries(Object.entries(members).map(([name, { read }]) => [name, read])),
  }))
const emptyable = (pairs: Pairs): Pairs => fc.oneof(pairs, fc.constant({ sent: '', read: null }))

const surrogates = { first: 0xd800, count: 0x800 }
/** Every character there is. What fast-check calls `binary` is the same, but makes a table of all million of them first. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
  (letter) => {
    if (typeof letter !== 'string' || [...letter].length !== 1 || !letter.isWellFormed())
      throw new Error('no character')
    const code = letter.codePointAt(0)!
    return code < surrogates.first ? code : code - surrogates.count
  },
)

/** Any text that may be stored: no control characters but tab and line ends. */
export const cleanText = fc
  .string({ unit: anyCharacter, maxLength: 12 })
  .map((text) => [...text].filter((letter) => letter >= ' ' || '\t\n\r'.includes(letter)).join(''))
const filled = cleanText.filter((text) => text !== '')
const text = same(cleanText)
const unsigned = same(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }))
const float = same(fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)))
const integer = same(fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER)))
const flag = same(fc.boolean())

const anyCase = (codes: string[]): Pairs =>
  fc.mixedCase(fc.constantFrom(...codes)).map((sent) => ({ sent, read: sent.toUpperCase() }))
const country = anyCase(['GB', 'DE', 'SS', 'US', 'ZW', 'IT'])
const currency = anyCase(['EUR', 'GBP', 'USD', 'JPY'])

const digits = (plus: boolean): Pairs =>
  fc.oneof(
    fc.nat().map((number) => ({ sent: number, read: String(number) })),
    fc.stringMatching(/^[0-9]{1,15}$/).map((number) => ({ sent: number, read: number })),
    fc.stringMatching(/^[0-9]{1,5}$/).map((number) => ({ sent: plus ? `+${number}` : number, read: number })),
  )
const phone = whole({
  code: optional(emptyable(country)),
  countryCode: optional(emptyable(digits(true))),
  localNumber: optional(emptyable(digits(false))),
})
const contact = whole({
  personName: optional(text),
  email: optional(emptyable(same(fc.constantFrom('a@b', 'Goods.In+1@example.com', 'ü@exämple.de')))),
  phone: optional(phone),
  mobile: optional(phone),
})

const position: Pairs = fc
  .record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }).map((degrees) => degrees + 0),
    lng: fc.double({ min: -180, max: 180, noNaN: true }).map((degrees) => degrees + 0),
    names: fc.constantFrom(['lat', 'lng'], ['latitude', 'longitude'], ['latitude', 'longtitude']),
  })
  .map(({ lat, lng, names }) => ({ sent: { [names[0]!]: lat, [names[1]!]: lng }, read: { lat, lng } }))
const address = (city: Pairs): Pairs =>
  whole({
    name: optional(text),
    company: optional(text),
    line1: same(filled),
    line2: optional(text),
    line3: optional(text),
    city,
    region: optional(text),
    postalCode: same(filled),
    state: optional(text),
    country,
    geoLocation: optional(position),
    geoLocationAccuracy: optional(same(fc.constantFrom(1, 2, 3))),
    placeId: optional(text),
  })

const seconds = (epochSeconds: number) => new Date(epochSeconds * 1_000).toISOString().slice(0, 19)
/** An instant of this century in one of the forms that are taken, for an environment at UTC. */
const written = (epochSeconds: number): Pairs => {
  const read = `${seconds(epochSeconds)}Z`
  return fc
    .record({
      offset: fc.integer({ min: -1_439, max: 1_439 }),
      end: fc.constantFrom('', 'Z', 'offset'),
      space: fc.boolean(),
      fraction: fc.constantFrom('', '.0', '.123456789'),
    })
    .map(({ offset, end, space, fraction }) => {
      const wall = seconds(epochSeconds + (end === 'offset' ? offset * 60 : 0)) + fraction
      const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
      const pad = (number: number) => String(number).padStart(2, '0')
      const tail = end === 'offset' ? `${offset < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}` : end
      return { sent: (space ? wall.replace('T', ' ') : wall) + tail, read }
    })
}
const epochSeconds = fc.integer({ min: 946_684_800, max: 4_102_444_799 })
const dateTime = epochSeconds.chain(written)
const window = fc
  .tuple(epochSeconds, epochSeconds)
  .chain(([a, b]) => fc.tuple(written(Math.min(a, b)), written(Math.max(a, b))))

/** The name of an element, and in its place in a read the number that the element has in its list. */
const element = (idName: string, id: string, index: number, rest: Pair): Pair => ({
  sent: { [idName]: id, ...(rest.sent as object) },
  read: { [idName]: index, ...(rest.read as object) },
})
const size = optional(unsigned)
const onePackage = whole({
  barcode: optional(text),
  height: size,
  depth: size,
  width: size,
  volume: size,
  weight: size,
})
const oneLine = whole({
  productCode: same(filled),
  commodityCode: optional(text),
  barcode: optional(text),
  description: optional(text),
  quantity: size,
  currency,
  unitPrice: optional(float),
  unitTax: optional(float),
  taxRate: optional(float),
  countryOfOrigin: optional(emptyable(country)),
  unitWeight: size,
  height: optional(float),
})
const references = fc.uniqueArray(filled, { maxLength: 4 })
const listOf = (idName: string, ids: string[], arbitrary: Pairs): Pairs =>
  fc.tuple(...ids.map(() => arbitrary)).map((pairs) => {
    const elements = pairs.map((pair, index) => element(idName, ids[index]!, index, pair))
    return { sent: elements.map(({ sent }) => sent), read: elements.map(({ read }) => read) }
  })

const contents = fc.tuple(references, references).chain(([packageIds, lineIds]) => {
  const links =
    packageIds.length === 0 || lineIds.length === 0
      ? fc.constant<{ p: number; l: number; quantity: Pair }[]>([])
      : fc.array(
          fc.record({
            p: fc.nat(packageIds.length - 1),
            l: fc.nat(lineIds.length - 1),
            quantity: size,
          }),
          { maxLength: 5 },
        )
  return fc.record({
    packages: listOf('packageId', packageIds, onePackage),
    productLines: listOf('productLineId', lineIds, oneLine),
    packageProducts: links.map((chosen) => ({
      sent: chosen.map(({ p, l, quantity }) => ({
        packageId: packageIds[p],
        productLineId: lineIds[l],
        quantity: quantity.sent,
      })),
      read: chosen.map(({ p, l, quantity }) => ({ packageId: p, productLineId: l, quantity: quantity.read })),
    })),
  })
})

const skill = fc.constantFrom('cooling', 'tail lift', 'two people', 'Kran', '\u{1f69a}')

/** A valid order without a key, and its read without what the service adds; packages and lines are numbered there. */
export const order: Pairs = fc
  .tuple(
    whole({
      type: same(fc.constantFrom('delivery', 'collection')),
      planned: optional(dateTime),
      committed: optional(dateTime),
      timeAtStop: integer,
      weight: size,
      volume: size,
      plannedPackages: optional(integer),
      priority: optional(same(fc.integer({ min: 0, max: 100 }))),
      skills: optional(same(fc.uniqueArray(skill, { maxLength: 3 }))),
      maxLateMinutes: optional(same(fc.integer({ min: 0, max: 1_440 }))),
      consigneeCode: optional(text),
      consignmentInstructions: optional(text),
      planningInstructions: optional(text),
      consignmentNotificationsEnabled: optional(flag),
      publicTrackingEnabled: optional(flag),
      consigneeContact: optional(contact),
      consigneeAddress: address(same(filled)),
      consignorContact: optional(contact),
      consignorAddress: optional(address(optional(text))),
    }),
    window,
    contents,
  )
  .map(([fields, [requiredFrom, requiredTo], lists]) => {
    const parts: [string, Pair][] = [
      ['requiredFrom', requiredFrom],
      ['requiredTo', requiredTo],
      ...Object.entries(lists),
    ]
    return {
      sent: { ...(fields.sent as object), ...Object.fromEntries(parts.map(([name, { sent }]) => [name, sent])) },
      read: { ...(fields.read as object), ...Object.fromEntries(parts.map(([name, { read }]) => [name, read])) },
    }
  })

/** JSON as a tree that can hold what a parsed value cannot: members that stand twice. */
export type Tree = string | number | boolean | null | { list: Tree[] } | { members: [string, Tree][] }
const dirtyText = fc.oneof(
  { weight: 6, arbitrary: cleanText },
  { weight: 1, arbitrary: fc.constantFrom('\u0000', 'a\u001fb', '\ud800', '\udc00x', '\b', '\f', '\ud83d\ude00') },
)
const name = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'a/b', 'a~b', ''), dirtyText)
export const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    dirtyText,
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.constantFrom(true, false, null),
    fc.array(tie('tree'), { maxLength: 4 }).map((list) => ({ list })),
    fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }).map((members) => ({ members })),
  ),
})).tree

const short: Record<string, string> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
}
/** The tree as JSON; `escaped` decides for every letter whether it is written as it is, as far as JSON allows. */
export function write(value: Tree, escaped: (letter: string) => boolean): string {
  const quoted = (text: string) =>
    `"${Array.from({ length: text.length }, (_, at) => {
      const letter = text[at]!
      const plain = letter >= ' ' && letter !== '"' && letter !== '\\' && !/[\ud800-\udfff]/.test(letter)
      if (!escaped(letter)) {
        if (plain) return letter
        if (letter in short) return short[letter]
      }
      return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    }).join('')}"`
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('list' in value) return `[${value.list.map((item) => write(item, escaped)).join(' ,')}]`
  return `{${value.members.map(([name, inner]) => `${quoted(name)}\n:${write(inner, escaped)}`).join(',\t')}}`
}
