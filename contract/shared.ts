// Schemas that several records share: texts, numbers, times, contacts and addresses. Derives the patch of an input.
import { textsOfAddress } from './address.ts'
import Type, { type Static, type TObject, type TOptional, type TSchema, type TUnsafe } from './schema.ts'

export const limits = {
  keyLength: 128,
  textLength: 1_000,
  instructionsLength: 10_000,
  packages: 1_000,
  productLines: 1_000,
  packageProducts: 5_000,
  stops: 1_000,
  channels: 1_000,
  areas: 1_000,
  polygonPoints: 1_000,
  recipients: 100,
  exportIds: 10_000,
  webhooks: 50,
  webhookEvents: 100,
  webhookUrlLength: 2_048,
  bodyBytes: 1_048_576,
  importRows: 500,
  /** Factor for imports: their bodies may have so many times the bytes and values of other bodies. */
  importBodies: 8,
} as const

const options = (description?: string) => (description === undefined ? {} : { description })

/** Returns the schema with null as another value. In a create null means absent; in a patch it clears the field. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const plain = schema as { type?: string | string[]; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [plain.type, 'null'].flat(),
    ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
  })
}

/** Returns the schema of an optional field of an input. */
export const optional = <T extends TSchema>(schema: T): TOptional<TUnsafe<Static<T> | null>> =>
  Type.Optional(nullable(schema))

export const object = <P extends Record<string, TSchema>>(title: string, properties: P, extra: object = {}) =>
  Type.Object(properties, { title, additionalProperties: false, ...extra })

export const noQuery = object('NoQuery', {})

export const oneOf = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options(description) })
/** Returns the schema of a value in responses that may get further values. Clients must expect unknown values. */
export const growing = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ ...oneOf(values, description), 'x-growing': true })

/**
 * Defines a field of a patch that only reads contain. The service compares it with the stored value, or ignores it, for
 * any type. Generated clients use the type of `schema`.
 */
export const sentBack = <S extends TSchema>(
  schema: S,
  description = 'Returned by reads only; may be sent back unchanged.',
): TUnsafe<Static<S>> => Type.Unsafe<Static<S>>({ 'x-type': schema, description })

export const text = (description?: string, maxLength: number = limits.textLength) =>
  Type.String({ maxLength, ...options(description) })
export const requiredText = (description?: string) =>
  Type.String({ minLength: 1, maxLength: limits.textLength, ...options(description) })
export const key = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.keyLength, format: 'key', description })
export const id = (description: string) => Type.String({ minLength: 1, maxLength: limits.keyLength, description })

export const unsignedInteger = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options(description) })
export const unsignedDouble = (description?: string) => Type.Number({ minimum: 0, ...options(description) })
export const number = (description?: string) => Type.Number(options(description))

/** Returns a pattern for the numerals from `min` to `max`, because query parameters are texts. */
export function numerals(min: 0 | 1, max: number): string {
  const digits = String(max)
  const allNines = /^9+$/.test(digits)
  // Every number with this count of digits is in the range.
  const whole = allNines ? digits.length : digits.length - 1
  const more = whole > 2 ? `[0-9]{0,${whole - 1}}` : whole === 2 ? '[0-9]?' : ''
  const found = min === 0 && whole === 1 ? ['[0-9]'] : [...(min === 0 ? ['0'] : []), `[1-9]${more}`]
  if (allNines) return found.join('|')
  for (const [index, digit] of [...digits].entries()) {
    const low = index === 0 ? 1 : 0
    const high = Number(digit) - 1
    const rest = digits.length - 1 - index
    const tail = rest > 1 ? `[0-9]{${rest}}` : rest === 1 ? '[0-9]' : ''
    if (high >= low) found.push(`${digits.slice(0, index)}${low === high ? low : `[${low}-${high}]`}${tail}`)
  }
  return [...found, digits].join('|')
}
/** Returns the keywords of a text that is a whole number from `min` to `max`. `max` has at least two digits. */
export const wholeNumber = (min: 0 | 1, max: number) => {
  const all = numerals(min, max)
  return {
    pattern: all.includes('|') ? `^(${all})$` : `^${all}$`,
    'x-form': `must be a whole number from ${min} to ${max}.`,
    'x-integer': { minimum: min, maximum: max },
  }
}
/** Description of the errors of a row. */
export const errorsOfRow =
  'Every error of the row. If the rows of a request have very many errors, at least the first ten of each row are ' +
  'listed. The last entry is then `further`, and its `message` states the number of errors.'
/** Returns the schema of a list of skills, which a vehicle has or an order needs. */
export const skillList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50, format: 'key' }), {
    maxItems: 20,
    uniqueItems: true,
    description,
  })
/** Returns the schema of a calendar day. */
export const day = (description: string) =>
  Type.String({ format: 'day', maxLength: 10, description, examples: ['2026-07-01'] })
export const flag = (description?: string) => Type.Boolean(options(description))

export const country = (description: string) => Type.String({ format: 'country', maxLength: 2, description })
/** Returns the schema of a formatted text. Existing clients send "" for an unset value. */
const emptyable = (format: string, description: string, maxLength: number = limits.textLength) =>
  Type.String({ format, maxLength, description })
export const optionalCountry = (description: string) => emptyable('country-or-empty', description, 2)
export const email = (description: string) => emptyable('email-or-empty', description)
export const currency = (description: string) => Type.String({ format: 'currency', maxLength: 3, description })

/** Returns the schema of digits, which a client sends as a string or an unsigned integer. */
const digits = (pattern: string, description: string) =>
  Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    pattern,
    maxLength: limits.textLength,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
  })

export const inputDateTime = (description: string) =>
  Type.String({
    format: 'wall-or-instant',
    maxLength: 64,
    description:
      `${description} Format: \`YYYY-MM-DD HH:mm:ss\` or \`YYYY-MM-DDTHH:mm:ss\`, optionally with \`Z\` or an ` +
      "offset. Without either, it is local time in the request's `timezone`, or else in the environment's time " +
      'zone.',
    examples: ['2026-07-01T09:00:00Z'],
  })
export const dateTime = (description: string) =>
  Type.String({
    format: 'date-time',
    description,
    examples: ['2026-07-01T09:00:00Z'],
  })
export const timeZone = (description: string) =>
  Type.String({ format: 'time-zone', maxLength: 64, description, examples: ['Europe/London'] })

export const timezoneQuery = {
  timezone: Type.Optional(
    timeZone("IANA time zone of date-times without an offset. Default: the environment's time zone."),
  ),
}
export const dateTimesQuery = {
  dateTimes: Type.Optional(
    oneOf(
      ['utc', 'local'],
      '`utc` (default) returns date-times in UTC; `local` returns local time with an offset, in `timezone` or else ' +
        "in the environment's time zone.",
    ),
  ),
}

const phoneMembers = {
  code: optionalCountry('ISO 3166-1 alpha-2 country code, such as `GB`.'),
  countryCode: digits('^(\\+?[0-9]+)?$', 'International dialling code, such as `44`. A leading `+` is dropped.'),
  localNumber: digits('^[0-9]*$', 'The rest of the number: digits only, without the leading zero.'),
}
export const PhoneInput = object('PhoneInput', {
  code: optional(phoneMembers.code),
  countryCode: optional(phoneMembers.countryCode),
  localNumber: optional(phoneMembers.localNumber),
})
export const Phone = object('Phone', {
  code: nullable(text('ISO 3166-1 alpha-2 code, in upper case.')),
  countryCode: nullable(text('International dialling code, digits only.')),
  localNumber: nullable(text('The rest of the number, digits only.')),
})

export const ContactInput = object('ContactInput', {
  personName: optional(text('Name of the contact person.')),
  email: optional(email('E-mail address.')),
  phone: optional(PhoneInput),
  mobile: optional(PhoneInput),
})
export const Contact = object('Contact', {
  personName: nullable(text('Name of the contact person.')),
  email: nullable(text('E-mail address.')),
  phone: nullable(Phone),
  mobile: nullable(Phone),
})

const latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north.' })
const longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east.' })
export const GeoPointInput = object(
  'GeoPointInput',
  {
    lat: optional(latitude),
    lng: optional(longitude),
    latitude: optional(latitude),
    longitude: optional(longitude),
    longtitude: optional(longitude),
  },
  {
    description:
      'Location. Accepted as `lat`/`lng`, `latitude`/`longitude` or `latitude`/`longtitude`; both numbers are ' +
      'required.',
  },
)
export const GeoPoint = object('GeoPoint', { lat: latitude, lng: longitude })

/** Sources of a location: geocoders, the centre of other orders, or a pin that a user has set. */
export const geoLocationSources = ['nominatim', 'photon', 'pelias', 'postalCode', 'city', 'pin'] as const

const requiredTexts = textsOfAddress((_, description) => requiredText(description))
const { line1: _, city, postalCode, ...optionalTexts } = textsOfAddress((_, description) => optional(text(description)))
/** The texts of an address as responses return them. */
export const addressTexts = { ...textsOfAddress(() => nullable(text())), line1: text() }

const addressMembers = {
  country: country('ISO 3166-1 alpha-2 code in any case, such as `GB`.'),
  geoLocationAccuracy: Type.Unsafe<1 | 2 | 3>({
    type: 'integer',
    enum: [1, 2, 3],
    description: '1: rooftop. 2: interpolated within a range, or geometric centre. 3: approximate.',
  }),
  geoLocationSource: oneOf(
    geoLocationSources,
    'Source of the location: a geocoder (`nominatim`, `photon`, `pelias`), the centre of other orders with the ' +
      'same postal code or city, or a pin on the map. A change of `geoLocation` without it clears it.',
  ),
  placeId: text('Identifier of the place with a map provider.'),
}
const addressOptionals = {
  ...optionalTexts,
  geoLocation: optional(GeoPointInput),
  geoLocationAccuracy: optional(addressMembers.geoLocationAccuracy),
  geoLocationSource: optional(addressMembers.geoLocationSource),
  placeId: optional(addressMembers.placeId),
}
export const ConsigneeAddressInput = object('ConsigneeAddressInput', {
  line1: requiredTexts.line1,
  city: requiredTexts.city,
  postalCode: requiredTexts.postalCode,
  country: addressMembers.country,
  ...addressOptionals,
})
export const ConsignorAddressInput = object('ConsignorAddressInput', {
  line1: requiredTexts.line1,
  city,
  postalCode: requiredTexts.postalCode,
  country: addressMembers.country,
  ...addressOptionals,
})
export const DepotAddressInput = object('DepotAddressInput', {
  line1: requiredTexts.line1,
  city: requiredTexts.city,
  postalCode,
  country: addressMembers.country,
  ...addressOptionals,
})
export const Address = object('Address', {
  ...addressTexts,
  country: text('ISO 3166-1 alpha-2 code, in upper case.'),
  geoLocation: nullable(GeoPoint),
  geoLocationAccuracy: nullable(addressMembers.geoLocationAccuracy),
  geoLocationSource: Type.Optional(addressMembers.geoLocationSource),
  placeId: nullable(text()),
})

export type ContactInput = Static<typeof ContactInput>
export type Contact = Static<typeof Contact>
export type PhoneInput = Static<typeof PhoneInput>
export type Phone = Static<typeof Phone>
export type GeoPointInput = Static<typeof GeoPointInput>
export type AddressInput = Static<typeof ConsignorAddressInput> | Static<typeof DepotAddressInput>
export type Address = Static<typeof Address>

type Patched<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Patched<NonNullable<T[K]>> | null }
    : T

interface Plain {
  type?: string | string[]
  properties?: Record<string, Plain>
  required?: string[]
  enum?: unknown[]
  title?: string
  [keyword: string]: unknown
}

/** Returns the schema of a merge patch: each field may be absent or null, objects merge, arrays are replaced. */
export function patchOf<T extends TObject>(title: string, input: T, extra: Record<string, TSchema> = {}) {
  const soften = (schema: Plain, name: string): Plain => {
    const softened: Plain = { ...schema, title: name, type: [schema.type ?? [], 'null'].flat() }
    if (softened.type?.at(-2) === 'null') (softened.type as string[]).pop()
    if (schema.enum) softened.enum = [...new Set([...schema.enum, null])]
    if (!schema.properties) {
      delete softened.title
      return softened
    }
    delete softened.required
    softened.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([member, inner]) => [
        member,
        soften(inner, `${(inner.title ?? '').replace(/Input$/, '')}Patch`),
      ]),
    )
    return softened
  }
  const patch = soften(input as unknown as Plain, title)
  patch.type = 'object'
  Object.assign(patch.properties!, extra)
  return Type.Unsafe<Patched<Static<T>> & Record<string, unknown>>(patch)
}

/** Kinds of actors, for histories and outcomes. */
export const actorKinds = ['token', 'client', 'person', 'driver', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]
