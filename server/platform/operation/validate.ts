// Checks values against the schemas of the contract, and describes each error.
import { createRequire } from 'node:module'
import type { Ajv2020, AnySchemaObject, ErrorObject, KeywordCxt, ValidateFunction } from 'ajv/dist/2020.js'
import { countryCodes, countryMistakes, currencyCodes } from '../../../contract/codes.ts'
import type { ErrorValues, FieldError, FieldErrorCode } from '../../../contract/problem.ts'
import type { TSchema } from '../../../contract/schema.ts'
import { createErrorBudget, type ErrorBudget } from '../error/error-budget.ts'
import { errorsMax, moreErrors } from '../error/problems.ts'
import { isLongerThan, truncateText } from '../value/characters.ts'
import { formatCount } from '../value/count.ts'
import { isBareEmail } from '../value/email.ts'
import { isOneLine } from '../value/line.ts'
import { buildAllowedValues, findNearest, formatAdvice, formatChoices, type HintBudget } from '../value/nearest.ts'
import { listZoneNames, normaliseZone, parseDateTime } from '../value/times.ts'
import { appendPointer, truncateName, truncatePointer } from './json.ts'

interface Format {
  test(text: string): boolean
  explain(text: string, hints: HintBudget): Explained
}
type Explained = [message: string, values?: ErrorValues]

const emailShape = /^[^\s@]{1,254}@[^\s@.]+(\.[^\s@.]+)*$/
// ASCII letters only, because upper case turns some other letters into them, such as `ß` into `SS`.
const isCountry = (text: string) => /^[A-Za-z]{2}$/.test(text) && countryCodes.has(text.toUpperCase())
const isCurrency = (text: string) => /^[A-Za-z]{3}$/.test(text) && currencyCodes.has(text.toUpperCase())
const explainCountry = (text: string): Explained => {
  const value = truncateText(text, 20)
  const values = { expected: 'country', value }
  const mistake = countryMistakes[text.toUpperCase()]
  if (!mistake) return [`\`${value}\` is not a two-letter ISO 3166-1 code such as \`GB\`.`, values]
  return [`\`${text}\` is not an ISO 3166 code; ${mistake}.`, { ...values, nearest: [mistake.split('`')[1]!] }]
}
const explainEmail = (): Explained => ['must be an e-mail address such as `name@example.com`.', { expected: 'email' }]

const formats: Record<string, Format> = {
  key: {
    test: (text) => text.length === 0 || text.trim() === text,
    explain: () => ['must not start or end with white space.'],
  },
  // Names appear in subjects of e-mails, so they must be one line.
  name: {
    test: (text) => text.length === 0 || (text.trim() !== '' && isOneLine(text)),
    explain: (text) => [
      text.trim() === '' ? 'must not be blank.' : 'must be one line of text, without control characters.',
    ],
  },
  'environment-name': {
    test: (text) => text.trim() === text && isOneLine(text),
    explain: () => ['must be one line of text without control characters, and must not start or end with white space.'],
  },
  country: { test: isCountry, explain: explainCountry },
  'country-or-empty': { test: (text) => text === '' || isCountry(text), explain: explainCountry },
  currency: {
    test: isCurrency,
    explain: (text) => {
      const value = truncateText(text, 20)
      return [`\`${value}\` is not an ISO 4217 currency code such as \`EUR\`.`, { expected: 'currency', value }]
    },
  },
  // E-mail addresses of users are checked completely, because Dray writes to them. Others from clients are checked
  // only for their shape.
  email: { test: isBareEmail, explain: explainEmail },
  'email-shape': { test: (text) => emailShape.test(text) && isOneLine(text), explain: explainEmail },
  'email-or-empty': { test: (text) => text === '' || emailShape.test(text), explain: explainEmail },
  'wall-or-instant': {
    test: (text) => parseDateTime(text) !== undefined,
    explain: () => [
      'must be an existing date and time as `YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DDTHH:mm:ss`, with or without `Z` ' +
        'or an offset.',
      { expected: 'date_time' },
    ],
  },
  'date-time': {
    test: (text) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/.test(text),
    explain: () => ['must be a date and time as `YYYY-MM-DDTHH:mm:ssZ`.', { expected: 'date_time' }],
  },
  day: {
    test: (text) => text.length === 10 && parseDateTime(`${text}T00:00:00`) !== undefined,
    explain: () => ['must be an existing day as `YYYY-MM-DD`.', { expected: 'day' }],
  },
  'time-zone': {
    test: (text) => normaliseZone(text) !== undefined,
    explain: (text, hints) => {
      const shortText = truncateText(text, 64)
      const names = nearestZones(shortText, hints)
      const advice = formatAdvice(names, [], { emptyText: 'Use a name such as `Europe/London`.' })
      const near = names.length > 0 ? { nearest: names } : {}
      return [
        `\`${shortText}\` is not an IANA time zone. ${advice}`,
        { expected: 'time_zone', value: shortText, ...near },
      ]
    },
  },
}

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1)
/** Returns the zones with a similar name, or else with a similar city. */
function nearestZones(text: string, hints: HintBudget): string[] {
  const names = listZoneNames()
  const close = findNearest(text, names, hints, 3)
  if (close.length > 0) return close
  const cities = findNearest(cityOf(text), names.map(cityOf), hints, 3)
  return names.filter((name) => cities.includes(cityOf(name))).slice(0, 3)
}

/**
 * Loads the compiler at the first check. The compiler is nearly a quarter of the modules of a thread, and not every
 * thread or command checks values.
 */
function openCompiler(): Ajv2020 {
  const library: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js')
  const ajv = new library.Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    // `1e999` is read as Infinity.
    strictNumbers: true,
    // Validating the schemas takes as long as compiling them, in every process and thread, so a test validates them.
    validateSchema: false,
    // Optimising the generated code takes as long as generating it, and saves nothing after V8's own compilation.
    code: { optimize: false },
  })
  // The keyword of the library counts the characters of every text. This one does so only for texts with many units,
  // and inline: a `validate` function would get a new object and a path for every text.
  const isTooLong = { ref: isLongerThan }
  ajv.removeKeyword('maxLength')
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    code(cxt: KeywordCxt) {
      const { gen, data, schema } = cxt
      cxt.fail(library._`${data}.length > ${schema} && ${gen.scopeValue('func', isTooLong)}(${data}, ${schema})`)
    },
  })
  // The keyword of the library compares all pairs of elements, also in a list that is too long and will be cut.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    validate: (isWanted: boolean, list: unknown[], schema?: AnySchemaObject) =>
      !isWanted || list.length > (schema?.maxItems ?? list.length) || lastEqual(list) === undefined,
  })
  for (const [name, { test }] of Object.entries(formats)) ajv.addFormat(name, test)
  ajv.addKeyword({
    keyword: 'x-needs-one-of',
    type: 'object',
    schemaType: 'array',
    errors: false,
    validate: (names: string[], value: Record<string, unknown>) =>
      names.some((name) => value[name] !== undefined && value[name] !== null),
  })
  return ajv
}
let compiler: Ajv2020 | undefined

interface Plain {
  type?: string | string[]
  format?: string
  maxLength?: number
  properties?: Record<string, unknown>
  'x-read-only'?: string[]
  /** Description of texts that match the pattern. */
  'x-form'?: string
}
/** Errors that are examined: enough to find the reported ones. After them, equal errors are not merged. */
const examinedMax = 4 * errorsMax
type Detailed = ErrorObject & { parentSchema: Plain }

/** Checks a value and returns its errors. For a row, `telling` limits them to the remaining details of its request. */
export type SchemaCheck = (value: unknown, telling?: ErrorBudget) => FieldError[]
const noErrors: FieldError[] = []

/** Compiles a schema into a check that returns all errors together. */
export function compileSchema(schema: TSchema): SchemaCheck {
  const cached = compiledSchemas.get(schema)
  if (cached) return cached
  const check = compileUncachedSchema(schema)
  compiledSchemas.set(schema, check)
  return check
}
/** Compiled checks by schema. Several endpoints and rules use one schema, and share its check. */
const compiledSchemas = new WeakMap<TSchema, SchemaCheck>()

function compileUncachedSchema(schema: TSchema): SchemaCheck {
  // Compiled at the first use: compiling all schemas at the start would double the time of the start.
  let compiled: ValidateFunction | undefined
  return (value, budget) => {
    compiler ??= openCompiler()
    compiled ??= compiler.compile(elementsIfFew(schema) as TSchema)
    const validate = compiled
    if (validate(value)) return noErrors
    const errors = validate.errors as Detailed[]
    const distinctErrors = distinct(errors.slice(0, examinedMax))
    const { remainingErrors: reportedMax, memberHints } = budget ?? createErrorBudget()
    const rootLabel = budget ? 'The row' : 'The body'
    const described = distinctErrors.slice(0, reportedMax).map((error) => describe(error, memberHints, rootLabel))
    const remaining = distinctErrors.length - described.length + Math.max(0, errors.length - examinedMax)
    return remaining === 0 ? described : described.concat(Array<FieldError>(remaining).fill(moreErrors))
  }
}

/** Returns a schema that does not check the elements of a list that is too long: the list must be cut anyway. */
function elementsIfFew(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(elementsIfFew)
  if (typeof schema !== 'object' || schema === null) return schema
  const limitedSchema = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, elementsIfFew(inner)]))
  const { maxItems, items, ...rest } = limitedSchema
  if (typeof maxItems !== 'number' || items === undefined) return limitedSchema
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
  return { ...rest, maxItems, if: { maxItems }, then: { items } }
}

/**
 * Keeps one error per mistake. A wrong type replaces all other errors, and a wrong format replaces a wrong length,
 * unless the text is too short to have a format. Errors of elements replace the error of their list.
 */
function distinct(errors: Detailed[]): Detailed[] {
  const placesOf = (keywordName: string) =>
    new Set(errors.filter(({ keyword }) => keyword === keywordName).map(({ instancePath }) => instancePath))
  const mistyped = placesOf('type')
  const misformed = placesOf('format')
  const short = placesOf('minLength')
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath))
    .filter(({ keyword, instancePath }) => !(misformed.has(instancePath) && /Length$/.test(keyword)))
    .filter(({ keyword, instancePath }) => !(short.has(instancePath) && keyword === 'pattern'))
}

/** Compiles the check of query parameters, whose paths are written `?name`. */
export function compileQuerySchema(schema: TSchema): SchemaCheck {
  const check = compileSchema(schema)
  return (query) => {
    const errors = check(query)
    return errors.length === 0 ? noErrors : errors.map((error) => ({ ...error, path: `?${error.path.slice(1)}` }))
  }
}

/**
 * Returns the subject of a message: the last field of the path, with the numbers of list elements after it. A field
 * with an empty name is shown by its whole path.
 */
const nameOf = (path: string, rootLabel: string) =>
  path === '' ? rootLabel : `\`${/[^/]+(\/\d+)*$/.exec(path)?.[0] ?? path}\``

const limitOf = ({ parentSchema }: Detailed): number => parentSchema.maxLength!

function describe(error: Detailed, hints: HintBudget, rootLabel: string): FieldError {
  const { keyword, params, parentSchema, data } = error
  const instancePath = truncatePointer(error.instancePath)
  const createError = (code: FieldErrorCode, message: string, values?: ErrorValues): FieldError => ({
    path: instancePath,
    code,
    message: /^[a-z]/.test(message) ? `${nameOf(instancePath, rootLabel)} ${message}` : message,
    ...(values === undefined ? {} : { values }),
  })
  switch (keyword) {
    case 'required':
      return {
        path: appendPointer(instancePath, params.missingProperty),
        code: 'required',
        message: `\`${params.missingProperty}\` is required.`,
      }
    case 'additionalProperties':
      return unknownMember(error, hints)
    case 'type':
      if (data === null) return createError('required', 'is required and cannot be null.')
      if (typeof data === 'number' && !Number.isFinite(data))
        return createError('out_of_range', 'is too large for a number.')
      return createError(
        'type',
        `must be ${typeNames(parentSchema.type)}, not ${typeof data === 'number' ? data : typeOf(data)}.`,
        expectedType(parentSchema.type),
      )
    case 'x-needs-one-of':
      return {
        path: appendPointer(instancePath, (error.schema as string[])[0]!),
        code: 'required',
        message: `Identify the record with ${(error.schema as string[]).map((name) => `\`${name}\``).join(' or ')}.`,
        values: { names: error.schema as string[] },
      }
    case 'minLength':
      if (params.limit > 1)
        return createError('too_short', `must have at least ${params.limit} characters.`, { min: params.limit })
      if (parentSchema.type?.includes('null'))
        return createError('too_short', 'cannot be empty; leave it out if you have no value.', {
          min: 1,
          reason: 'empty',
        })
      return createError('required', 'is required and cannot be empty.')
    case 'maxLength':
      return createError('too_long', `must not be longer than ${limitOf(error)} characters.`, { max: limitOf(error) })
    case 'minimum':
      if (params.limit === 0) return createError('out_of_range', 'cannot be negative.', { min: 0, reason: 'negative' })
      return createError('out_of_range', `must be at least ${params.limit}.`, { min: params.limit })
    case 'exclusiveMinimum':
      return createError('out_of_range', `must be more than ${params.limit}.`, { moreThan: params.limit })
    case 'maximum':
      return createError('out_of_range', `must be at most ${params.limit}.`, { max: params.limit })
    case 'enum': {
      const allowed = params.allowedValues.filter((v: unknown) => v !== null).map(String)
      return createError('not_allowed', `must be one of ${formatChoices(allowed)}.`, buildAllowedValues(allowed))
    }
    case 'maxItems':
      return createError('too_many', `must not have more than ${formatCount(params.limit, 'element')}.`, {
        max: params.limit,
      })
    case 'minItems':
      return createError('too_few', `must have at least ${formatCount(params.limit, 'element')}.`, {
        min: params.limit,
      })
    case 'uniqueItems':
      return createError(
        'duplicate',
        `must not contain duplicates: elements ${lastEqual(data as unknown[])} are equal.`,
      )
    case 'minProperties':
    case 'maxProperties': {
      const names = Object.keys(parentSchema.properties ?? {})
      return createError('one_of', `needs exactly one of ${formatChoices(names)}.`, { names })
    }
    case 'format':
      if (data === '' && /^(country|currency)$/.test(parentSchema.format!))
        return createError('required', 'is required and cannot be empty.')
      return createError('format', ...formats[parentSchema.format!]!.explain(String(data), hints))
    case 'pattern':
      return createError('format', ...explainPattern(parentSchema['x-form'], instancePath))
    default:
      return createError('invalid', `is not valid: ${error.message}.`)
  }
}

/**
 * Returns the places of the last element that equals an earlier one, as "3 and 7". Lists of plain values only: other
 * values are rejected by their type.
 */
function lastEqual(list: readonly unknown[]): string | undefined {
  const indexByValue = new Map<unknown, number>()
  let found: string | undefined
  for (const [index, value] of list.entries()) {
    const earlierIndex = indexByValue.get(value)
    if (earlierIndex !== undefined) found = `${earlierIndex} and ${index}`
    indexByValue.set(value, index)
  }
  return found
}

function unknownMember({ instancePath, params, parentSchema }: Detailed, hints: HintBudget): FieldError {
  const name: string = params.additionalProperty
  const path = appendPointer(truncatePointer(instancePath), name)
  if (parentSchema['x-read-only']?.includes(name))
    return { path, code: 'read_only', message: `\`${name}\` is set by the service: leave it out.${insteadOf(name)}` }
  const names = Object.keys(parentSchema.properties ?? {})
  // If the first field is the id of the record, such as `loadId`, it is the hint for `id`.
  const [hint] = name === 'id' && /Id$/.test(names[0] ?? '') ? names : findNearest(name, names, hints)
  return {
    path,
    code: 'unknown',
    message: `\`${truncateName(name)}\` is not recognised${hint ? `; did you mean \`${hint}\`?` : '.'}`,
    values: { name: truncateName(name), ...(hint ? { nearest: [hint] } : {}) },
  }
}

const insteadOf = (name: string) => (name === 'depot' ? ' Use `depotKey` to choose a depot.' : '')

const expecting = (expected: string): ErrorValues => ({ expected })
const patternMessages: [RegExp, ...Explained][] = [
  [/countryCode$/, 'must be the digits of a dialling code, with or without a leading `+`.', expecting('dialling_code')],
  [/localNumber$/, 'must be digits only.', expecting('digits')],
  [/startTime$/, 'must be a time of day as `HH:mm`.', expecting('time_of_day')],
]
const explainPattern = (form: string | undefined, path: string): Explained => {
  if (form !== undefined) return [form]
  const [, ...explained] = patternMessages.find(([name]) => name.test(path)) ?? [undefined, 'has an invalid format.']
  return explained as Explained
}

const articles: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}
const typeNames = (types: string | string[] | undefined) =>
  [types ?? []]
    .flat()
    .filter((type) => type !== 'null')
    .map((type) => articles[type] ?? type)
    .join(' or ')
/** Returns the type of a field that accepts values of one type only. */
function expectedType(types: string | string[] | undefined): ErrorValues | undefined {
  const [type, ...others] = [types ?? []].flat().filter((name) => name !== 'null')
  return type === undefined || others.length > 0 ? undefined : { expected: type }
}
const typeOf = (value: unknown) =>
  Array.isArray(value) ? 'an array' : value === null ? 'null' : (articles[typeof value] ?? typeof value)
