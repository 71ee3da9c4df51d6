// Schemas that several records share: texts, numbers, times, contacts and addresses. Derives the patch of an input.
import { createAddressTexts } from './address.ts'
import Type, { type Static, type TObject, type TOptional, type TSchema, type TUnsafe } from './schema.ts'

export const recordLimits = {
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
  /** Factor by which the body of an import may exceed the limits for the bytes and values of other bodies. */
  importBodies: 8,
} as const

const options = (description?: string) => (description === undefined ? {} : { description })

/** Returns the schema with null as another value. In a create null means absent; in a patch it clears the field. */
export function nullableSchema<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const plain = schema as { type?: string | string[]; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [plain.type, 'null'].flat(),
    ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
  })
}

/** Returns the schema of an optional field of an input. */
export const optionalSchema = <T extends TSchema>(schema: T): TOptional<TUnsafe<Static<T> | null>> =>
  Type.Optional(nullableSchema(schema))

export const objectSchema = <P extends Record<string, TSchema>>(title: string, properties: P, extra: object = {}) =>
  Type.Object(properties, { title, additionalProperties: false, ...extra })

export const closedEnum = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options(description) })
/** Returns the schema of a value in responses that may get further values. Clients must expect unknown values. */
export const openEnum = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ ...closedEnum(values, description), 'x-growing': true })

/**
 * Defines a field of a patch that only reads contain. The service compares it with the stored value, or ignores it, for
 * any type. Generated clients use the type of `schema`.
 */
export const echoedSchema = <S extends TSchema>(
  schema: S,
  description = 'Only reads return this field. You may send it back unchanged.',
): TUnsafe<Static<S>> => Type.Unsafe<Static<S>>({ 'x-type': schema, description })

export const textSchema = (description?: string, maxLength: number = recordLimits.textLength) =>
  Type.String({ maxLength, ...options(description) })
export const requiredTextSchema = (description?: string) =>
  Type.String({ minLength: 1, maxLength: recordLimits.textLength, ...options(description) })
export const keySchema = (description: string) =>
  Type.String({ minLength: 1, maxLength: recordLimits.keyLength, format: 'key', description })
export const idSchema = (description: string) =>
  Type.String({ minLength: 1, maxLength: recordLimits.keyLength, description })

export const unsignedIntegerSchema = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options(description) })
export const unsignedDoubleSchema = (description?: string) => Type.Number({ minimum: 0, ...options(description) })
export const numberSchema = (description?: string) => Type.Number(options(description))

/** Returns a pattern for the numerals from `min` to `max`, because query parameters are texts. */
export function buildNumeralPattern(min: 0 | 1, max: number): string {
  const digits = String(max)
  const allNines = /^9+$/.test(digits)
  // Every number with this count of digits is in the range.
  const fullDigits = allNines ? digits.length : digits.length - 1
  const moreDigits = fullDigits > 2 ? `[0-9]{0,${fullDigits - 1}}` : fullDigits === 2 ? '[0-9]?' : ''
  const found = min === 0 && fullDigits === 1 ? ['[0-9]'] : [...(min === 0 ? ['0'] : []), `[1-9]${moreDigits}`]
  if (allNines) return found.join('|')
  for (const [index, digit] of [...digits].entries()) {
    const low = index === 0 ? 1 : 0
    const high = Number(digit) - 1
    const remaining = digits.length - 1 - index
    const tail = remaining > 1 ? `[0-9]{${remaining}}` : remaining === 1 ? '[0-9]' : ''
    if (high >= low) found.push(`${digits.slice(0, index)}${low === high ? low : `[${low}-${high}]`}${tail}`)
  }
  return [...found, digits].join('|')
}
/** Returns the keywords of a text that is a whole number from `min` to `max`. `max` has at least two digits. */
export const buildIntegerKeywords = (min: 0 | 1, max: number) => {
  const numeralPattern = buildNumeralPattern(min, max)
  return {
    pattern: numeralPattern.includes('|') ? `^(${numeralPattern})$` : `^${numeralPattern}$`,
    'x-form': `must be a whole number from ${min} to ${max}.`,
    'x-integer': { minimum: min, maximum: max },
  }
}
/** Description of the errors of a row. */
export const errorsOfRow =
  'Every error of the row. If the rows of a request have very many errors, at least the first ten of each row are ' +
  'listed. The last entry is then `further`, and its `message` states the number of errors.'
/** Returns the schema of a list of skills, which a vehicle has or an order needs. */
export const skillListSchema = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50, format: 'key' }), {
    maxItems: 20,
    uniqueItems: true,
    description,
  })
/** Returns the schema of a calendar day. */
export const daySchema = (description: string) =>
  Type.String({ format: 'day', maxLength: 10, description, examples: ['2026-07-01'] })
export const flagSchema = (description?: string) => Type.Boolean(options(description))

export const countrySchema = (description: string) => Type.String({ format: 'country', maxLength: 2, description })
/** Returns the schema of a formatted text that may be empty, because existing clients send "" for an unset value. */
const emptyable = (format: string, description: string, maxLength: number = recordLimits.textLength) =>
  Type.String({ format, maxLength, description })
export const optionalCountrySchema = (description: string) => emptyable('country-or-empty', description, 2)
export const emailSchema = (description: string) => emptyable('email-or-empty', description)
export const currencySchema = (description: string) => Type.String({ format: 'currency', maxLength: 3, description })

/** Returns the schema of digits, which a client sends as a string or an unsigned integer. */
const digits = (pattern: string, description: string) =>
  Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    pattern,
    maxLength: recordLimits.textLength,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
  })

export const inputDateTimeSchema = (description: string) =>
  Type.String({
    format: 'wall-or-instant',
    maxLength: 64,
    description:
      `${description} Format: \`YYYY-MM-DD HH:mm:ss\` or \`YYYY-MM-DDTHH:mm:ss\`, optionally with \`Z\` or an ` +
      "offset. Without either, it is local time in the request's `timezone`, or else in the environment's time " +
      'zone.',
    examples: ['2026-07-01T09:00:00Z'],
  })
export const dateTimeSchema = (description: string) =>
  Type.String({
    format: 'date-time',
    description,
    examples: ['2026-07-01T09:00:00Z'],
  })
export const timeZoneSchema = (description: string) =>
  Type.String({ format: 'time-zone', maxLength: 64, description, examples: ['Europe/London'] })

export const timezoneQuery = {
  timezone: Type.Optional(
    timeZoneSchema("IANA time zone of date-times without an offset. Default: the environment's time zone."),
  ),
}
export const dateTimesQuery = {
  dateTimes: Type.Optional(
    closedEnum(
      ['utc', 'local'],
      '`utc` (default) returns date-times in UTC; `local` returns local time with an offset, in `timezone` or else ' +
        "in the environment's time zone.",
    ),
  ),
}

const phoneMembers = {
  code: optionalCountrySchema('ISO 3166-1 alpha-2 country code, such as `GB`.'),
  countryCode: digits('^(\\+?[0-9]+)?$', 'International dialling code, such as `44`. A leading `+` is dropped.'),
  localNumber: digits('^[0-9]*$', 'The rest of the number: digits only, without the leading zero.'),
}
export const PhoneInput = objectSchema('PhoneInput', {
  code: optionalSchema(phoneMembers.code),
  countryCode: optionalSchema(phoneMembers.countryCode),
  localNumber: optionalSchema(phoneMembers.localNumber),
})
export const Phone = objectSchema('Phone', {
  code: nullableSchema(textSchema('ISO 3166-1 alpha-2 code, in upper case.')),
  countryCode: nullableSchema(textSchema('International dialling code, digits only.')),
  localNumber: nullableSchema(textSchema('The rest of the number, digits only.')),
})

export const ContactInput = objectSchema('ContactInput', {
  personName: optionalSchema(textSchema('Name of the contact person.')),
  email: optionalSchema(emailSchema('E-mail address.')),
  phone: optionalSchema(PhoneInput),
  mobile: optionalSchema(PhoneInput),
})
export const Contact = objectSchema('Contact', {
  personName: nullableSchema(textSchema('Name of the contact person.')),
  email: nullableSchema(textSchema('E-mail address.')),
  phone: nullableSchema(Phone),
  mobile: nullableSchema(Phone),
})

const latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north.' })
const longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east.' })
export const GeoPointInput = objectSchema(
  'GeoPointInput',
  {
    lat: optionalSchema(latitude),
    lng: optionalSchema(longitude),
    latitude: optionalSchema(latitude),
    longitude: optionalSchema(longitude),
    longtitude: optionalSchema(longitude),
  },
  {
    description:
      'Location. Accepted as `lat`/`lng`, `latitude`/`longitude` or `latitude`/`longtitude`; both numbers are ' +
      'required.',
  },
)
export const GeoPoint = objectSchema('GeoPoint', { lat: latitude, lng: longitude })

/** Sources of a location: geocoders, the centre of other orders, or a pin that a user has set. */
export const geoLocationSources = ['nominatim', 'photon', 'pelias', 'postalCode', 'city', 'pin'] as const

const requiredTexts = createAddressTexts((_, description) => requiredTextSchema(description))
const {
  line1: _,
  city,
  postalCode,
  ...optionalTexts
} = createAddressTexts((_, description) => optionalSchema(textSchema(description)))
/** The texts of an address as responses return them. */
export const addressTexts = { ...createAddressTexts(() => nullableSchema(textSchema())), line1: textSchema() }

const addressMembers = {
  country: countrySchema('ISO 3166-1 alpha-2 code in any case, such as `GB`.'),
  geoLocationAccuracy: Type.Unsafe<1 | 2 | 3>({
    type: 'integer',
    enum: [1, 2, 3],
    description: '1: rooftop. 2: interpolated within a range, or geometric centre. 3: approximate.',
  }),
  geoLocationSource: closedEnum(
    geoLocationSources,
    'Source of the location: a geocoder (`nominatim`, `photon`, `pelias`), the centre of other orders with the same ' +
      'postal code or city, or a pin on the map. A change of `geoLocation` without `geoLocationSource` clears the ' +
      'source.',
  ),
  placeId: textSchema('Identifier of the location at a map provider.'),
}
const addressOptionals = {
  ...optionalTexts,
  geoLocation: optionalSchema(GeoPointInput),
  geoLocationAccuracy: optionalSchema(addressMembers.geoLocationAccuracy),
  geoLocationSource: optionalSchema(addressMembers.geoLocationSource),
  placeId: optionalSchema(addressMembers.placeId),
}
export const ConsigneeAddressInput = objectSchema('ConsigneeAddressInput', {
  line1: requiredTexts.line1,
  city: requiredTexts.city,
  postalCode: requiredTexts.postalCode,
  country: addressMembers.country,
  ...addressOptionals,
})
export const ConsignorAddressInput = objectSchema('ConsignorAddressInput', {
  line1: requiredTexts.line1,
  city,
  postalCode: requiredTexts.postalCode,
  country: addressMembers.country,
  ...addressOptionals,
})
export const DepotAddressInput = objectSchema('DepotAddressInput', {
  line1: requiredTexts.line1,
  city: requiredTexts.city,
  postalCode,
  country: addressMembers.country,
  ...addressOptionals,
})
export const Address = objectSchema('Address', {
  ...addressTexts,
  country: textSchema('ISO 3166-1 alpha-2 code, in upper case.'),
  geoLocation: nullableSchema(GeoPoint),
  geoLocationAccuracy: nullableSchema(addressMembers.geoLocationAccuracy),
  geoLocationSource: Type.Optional(addressMembers.geoLocationSource),
  placeId: nullableSchema(textSchema()),
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
