// Reads the cells of a row as an order: numbers, dates, phone numbers and words in every unambiguous spelling.
import type { ErrorValues, FieldError } from '../contract/problem.ts'
import { coordinatePaths, getValueType, houseNumberPaths, type TableColumn, type ValueType } from './columns.ts'
import { parseCoordinates } from './coordinates.ts'
import { parsePhone } from './phone.ts'
import { describeSheetError, isSheetError, uncalculatedText } from './sheet-errors.ts'

/** The notation of ambiguous values in a table. A property is unset until a value proves it. */
export interface TableNotation {
  decimal?: '.' | ','
  dayFirst?: boolean
}

export interface RowError extends FieldError {
  /** Header of the column; empty for a default, and for cells without a header. */
  column: string
}
export interface ReadRow {
  row: Record<string, unknown>
  errors: RowError[]
}

const dated = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})\b/

/** Returns the decimal separators that the text of a number proves: ambiguous groups of three digits prove none. */
const decimalsOf = (text: string) => ({
  comma: /^[-+]?[\d.]*,(\d{1,2}|\d{4,})$/.test(text) || /^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(text),
  point: /^[-+]?[\d,]*\.(\d{1,2}|\d{4,})$/.test(text) || /^[-+]?\d{1,3}(,\d{3})+\.\d+$/.test(text),
})

/** Returns whether the text of a date begins with the day, or undefined if both numbers may be a month. */
function dayFirstOf(text: string): boolean | undefined {
  const [, first, second] = dated.exec(text) ?? []
  if (Number(first) > 12) return true
  return Number(second) > 12 ? false : undefined
}

/** Derives the notation of numbers and dates from the rows of a table. Properties of `requested` take precedence. */
export function detectNotation(
  columns: readonly TableColumn[],
  rows: Iterable<readonly string[]>,
  requested: TableNotation = {},
): TableNotation {
  let comma = false
  let point = false
  let dayFirst: boolean | undefined
  for (const cells of rows)
    for (const [index, { path }] of columns.entries()) {
      const text = cells[index]?.trim() ?? ''
      const valueType = path === undefined ? 'text' : (columns[index]!.kind ?? getValueType(path))
      if (valueType === 'number') {
        const decimals = decimalsOf(text)
        comma ||= decimals.comma
        point ||= decimals.point
      } else if (valueType === 'dateTime' || valueType === 'date' || valueType === 'day') dayFirst ??= dayFirstOf(text)
    }
  return {
    ...(comma !== point ? { decimal: comma ? ',' : '.' } : {}),
    ...(dayFirst === undefined ? {} : { dayFirst }),
    ...requested,
  }
}

interface CellInput {
  text: string
  column: string
  kind?: ValueType | undefined
}
const createRowError = (path: string, { message, values }: UnreadableCell, column: string): RowError => ({
  path: `/${path.replaceAll('.', '/')}`,
  code: 'format',
  message,
  values,
  column,
})

/** The error of a cell that cannot be read. */
export interface UnreadableCell extends Error {
  values: ErrorValues
}
const unread = (message: string, values: ErrorValues): UnreadableCell => Object.assign(new Error(message), { values })
const isUnread = (value: unknown): value is UnreadableCell => value instanceof Error

/** Reads a row as an order, with an error per unreadable cell. Omits empty cells. */
export function readRow(
  columns: readonly TableColumn[],
  cells: readonly string[],
  reading: TableNotation,
  defaults: Readonly<Record<string, string>> = {},
): ReadRow {
  const row: Record<string, unknown> = {}
  const errors: RowError[] = []
  const inputs = new Map<string, CellInput>()
  for (const [path, text] of Object.entries(defaults)) inputs.set(path, { text, column: '' })
  for (const [index, { path, header, kind }] of columns.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (path !== undefined && text !== '') inputs.set(path, { text, column: header, kind })
  }
  errors.push(...surplus(columns, cells))
  const day = dayOf(inputs.get('date'), reading, errors)
  const isDayUnread = inputs.delete('date') && day === undefined
  for (const path of houseNumberPaths) joinHouseNumber(inputs, path, errors)
  for (const path of coordinatePaths) splitCoordinates(inputs, path, row, errors)
  const country = (path: string) => countryOf(inputs.get(`${path}.code`)?.text ?? inputs.get(countryPath(path))?.text)
  for (const [path, { text, column, kind = getValueType(path) }] of inputs) {
    const value =
      sheetError(text) ??
      (kind === 'phone'
        ? (parsePhone(text, country(path)) ?? cannot(text, 'phone'))
        : path === 'requiredTo'
          ? parseEnd(text, reading, day, inputs.get('requiredFrom')?.text)
          : readValue(kind, text, reading, day))
    // A time without a readable day gets no second error, because the day already has an error.
    if (value === dateMissing && isDayUnread) continue
    if (isUnread(value)) errors.push(createRowError(path, value, column))
    else setMember(row, path, value)
  }
  if (day !== undefined && row.requiredFrom === undefined && row.requiredTo === undefined) {
    row.requiredFrom = `${day}T00:00:00`
    row.requiredTo = `${day}T23:59:59`
  }
  // Some programs write a day as midnight. If both ends of the window are the same midnight, the window is this day.
  if (row.requiredFrom === row.requiredTo && typeof row.requiredTo === 'string')
    row.requiredTo = row.requiredTo.replace(/T00:00:00$/, dayEnd)
  return { row, errors }
}

/** Countries that write the house number before the street. */
const numberFirst = new Set('GB IE FR LU MC US CA AU NZ ZA IN SG HK MT IL'.split(' '))

/** Adds the house number of a separate column to the street, unless the street already contains it. */
function joinHouseNumber(inputs: Map<string, CellInput>, path: string, errors: RowError[]): void {
  const number = inputs.get(path)
  if (!number || !inputs.delete(path)) return
  const linePath = path.replace('houseNumber', 'line1')
  const line = inputs.get(linePath)
  const wrong = sheetError(number.text)
  if (wrong) return void errors.push(createRowError(path, wrong, number.column))
  if (!line) return
  const country = countryOf(inputs.get(path.replace('houseNumber', 'country'))?.text)?.toUpperCase()
  const { text } = line
  if (hasNumber(text, number.text) || isSheetError(text)) return
  const joined = numberFirst.has(country ?? '') ? `${number.text} ${text}` : `${text} ${number.text}`
  inputs.set(linePath, { ...line, text: joined })
}

/** Stores the location of a column with coordinates, unless other columns contain the latitude or the longitude. */
function splitCoordinates(
  inputs: Map<string, CellInput>,
  path: string,
  row: Record<string, unknown>,
  errors: RowError[],
): void {
  const cell = inputs.get(path)
  if (!cell || !inputs.delete(path)) return
  const locationPath = path.replace('coordinates', 'geoLocation')
  if (inputs.has(`${locationPath}.lat`) || inputs.has(`${locationPath}.lng`)) return
  const value = sheetError(cell.text) ?? parseCoordinates(cell.text) ?? cannot(cell.text, 'coordinates')
  const isInRange = !isUnread(value) && Math.abs(value.lat) <= 90 && Math.abs(value.lng) <= 180
  if (isInRange) setMember(row, locationPath, value)
  else errors.push(createRowError(path, isUnread(value) ? value : cannot(cell.text, 'coordinates'), cell.column))
}

/**
 * Returns whether a street contains the house number, in any case and with or without a blank before its letter. The
 * day of a date, such as `17.`, is not a house number.
 */
function hasNumber(street: string, number: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/(\d)\s+(?=\p{L}(?!\p{L}))/gu, '$1')
  const [first = '', ...rest] = plain(street).split(plain(number))
  let previous = first
  return rest.some((following) => {
    const isSeparate = !/[\p{L}\p{N}]$/u.test(previous) && !/^(?:[\p{L}\p{N}]|\.\s*\p{L})/u.test(following)
    previous = following
    return isSeparate
  })
}

/**
 * Returns an error if a row has cells without a header. The usual cause is a text with a separator, which moves the
 * cells after it into wrong columns.
 */
function surplus(columns: readonly TableColumn[], cells: readonly string[]): RowError[] {
  const isLost = (text: string, index: number) =>
    text.trim() !== '' &&
    (columns[index] === undefined || (isNameless(columns[index]) && columns[index].how === undefined))
  const lost = cells.filter(isLost)
  if (lost.length === 0) return []
  const sample = lost.slice(0, 3)
  const ellipsis = lost.length > sample.length ? ['…'] : []
  const message = `The row has cells without a header: ${[...sample.map(quoteText), ...ellipsis].join(', ')}.`
  return [
    { path: '', code: 'surplus', message, values: { cells: [...sample.map(shortened), ...ellipsis] }, column: '' },
  ]
}
const isNameless = ({ header }: TableColumn) => header.trim() === ''

function dayOf(cell: { text: string; column: string } | undefined, reading: TableNotation, errors: RowError[]) {
  if (!cell) return undefined
  const value =
    sheetError(cell.text) ??
    parseDay(cell.text, reading, {
      reason: 'time_beside_window',
      advice: ': put times into the columns for `requiredFrom` and `requiredTo`',
    })
  if (!isUnread(value)) return value
  errors.push(createRowError('date', value, cell.column))
  return undefined
}

/** Reads a day. Returns an error for a day with a time, except midnight, which spreadsheets add to each day. */
function parseDay(text: string, reading: TableNotation, { reason, advice } = timeInDay): string | UnreadableCell {
  const value = parseDateTime(text, reading, undefined)
  if (isUnread(value)) return value
  if (value.slice(11, 19) === '00:00:00') return value.slice(0, 10)
  const message = `${quoteText(text)} has a time, and this column accepts only a day${advice}.`
  return unread(message, { reason, value: shortened(text) })
}
const timeInDay = { reason: 'time_in_day', advice: '' }

/**
 * Returns the error of a cell that contains a spreadsheet error. Without this error, an import would silently clear the
 * value.
 */
const sheetError = (text: string) => (isSheetError(text) ? unread(...describeSheetError(text)) : undefined)

/** Returns the text of a cell for a message. A formula without a value has no text. */
export const formatCell = (cell: string | undefined): string => {
  const text = cell?.trim() ?? ''
  return text === uncalculatedText ? '' : text
}

function setMember(row: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  let target = row
  for (const name of names.slice(0, -1)) {
    target[name] ??= {}
    target = target[name] as Record<string, unknown>
  }
  const last = names.at(-1)!
  const existing = target[last]
  // A phone number and its country may be in two columns.
  target[last] = isObject(existing) && isObject(value) ? { ...existing, ...value } : value
}
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a value. Returns an error instead of throwing it, so that one response lists all errors of a row. */
function readValue(valueType: ValueType, text: string, reading: TableNotation, day: string | undefined): unknown {
  switch (valueType) {
    case 'number':
    case 'integer':
      return parseNumber(text, reading)
    case 'boolean':
      return parseBoolean(text)
    case 'type':
      return parseType(text)
    case 'dateTime':
      return parseDateTime(text, reading, day)
    case 'day':
      return parseDay(text, reading)
    case 'country':
      return countryOf(text)
    case 'json':
      return parseList(text)
    case 'words':
      return parseTexts(text)
    default:
      return text
  }
}

/** Reads several words in a cell: separated by `,`, `;`, `|` or line breaks, or as a JSON list in an export. */
export const parseTexts = (text: string): unknown =>
  text.startsWith('[')
    ? parseList(text)
    : text
        .split(/[,;|\n]/)
        .map((item) => item.trim())
        .filter((item) => item !== '')

/** Maximum length of a number or date-time, in characters. It limits the running time of the regular expressions. */
const valueMax = 80

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
export const quoteText = (text: string): string => `\`${shortened(text)}\``
const expectations = {
  number: 'a number',
  date: 'a date',
  time: 'a time',
  phone: 'one phone number',
  coordinates: 'a latitude up to 90 and a longitude up to 180',
  boolean: 'yes or no',
  list: 'a JSON list',
}
const cannot = (text: string, expected: keyof typeof expectations, advice = '') =>
  unread(`${quoteText(text)} cannot be read as ${expectations[expected]}${advice}.`, {
    expected,
    value: shortened(text),
  })
const ambiguous = (text: string, reason: string, advice: string) =>
  unread(`${quoteText(text)} can be read in two ways: ${advice}.`, { reason, value: shortened(text) })

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return cannot(text, 'list')
  }
}

/** Reads a number with or without groups of three digits, a unit, and a decimal point or comma. */
export function parseNumber(text: string, { decimal }: TableNotation): number | UnreadableCell {
  if (text.length > valueMax) return cannot(text, 'number')
  const plain = text.replace(/\s*[\p{L}³²%°'"]+\.?$/u, '').replace(/[\s\u00a0\u202f'’]/g, '')
  if (/^[-+]?\d+$/.test(plain)) return Number(plain)
  if (/^[-+]?\d+(\.\d+)?e[-+]?\d+$/i.test(text)) return Number(text)
  if (/^[-+]?\d{1,3}([.,])\d{3}$/.test(plain)) {
    if (decimal === undefined) return ambiguous(text, 'decimal_sign', 'choose the decimal sign')
    return numberWith(plain, decimal)
  }
  if (/^[-+]?(\d{1,3}(,\d{3})*|\d+)?\.\d+$/.test(plain)) return numberWith(plain, '.')
  if (/^[-+]?(\d{1,3}(\.\d{3})*|\d+)?,\d+$/.test(plain)) return numberWith(plain, ',')
  if (/^[-+]?\d{1,3}(,\d{3}){2,}$/.test(plain)) return numberWith(plain, '.')
  if (/^[-+]?\d{1,3}(\.\d{3}){2,}$/.test(plain)) return numberWith(plain, ',')
  return cannot(text, 'number')
}
const numberWith = (text: string, decimal: '.' | ',') =>
  Number(decimal === '.' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.'))

const yes = new Set(['true', 'yes', 'y', '1', 'x', 'on', 'ja', 'j', 'wahr', '✓'])
const no = new Set(['false', 'no', 'n', '0', '-', 'off', 'nein', 'falsch'])
function parseBoolean(text: string): boolean | UnreadableCell {
  const lowerText = text.toLowerCase()
  return yes.has(lowerText) ? true : no.has(lowerText) ? false : cannot(text, 'boolean')
}

const types: Record<'delivery' | 'collection', RegExp> = {
  delivery: /^(d|del|deliver(y|ies)?|drop(\s?-?off)?|outbound|(aus|an)?lieferung|zustellung|l|z|توصيل)$/i,
  collection:
    /^(c|coll?|collect(ions?)?|pick(\s?-?up)?|inbound|return|abholung|abholauftrag|retoure|rückholung|a|استلام)$/i,
}
function parseType(text: string): string {
  for (const [type, spelling] of Object.entries(types)) if (spelling.test(text)) return type
  return text
}

/** Names of countries in files. The service checks any other value. */
const countryNames: Record<string, string> = Object.fromEntries(
  [
    'GB:united kingdom,great britain,england,scotland,wales,uk,großbritannien,vereinigtes königreich',
    'DE:germany,deutschland,d',
    'AT:austria,österreich,a',
    'CH:switzerland,schweiz,suisse',
    'FR:france,frankreich,f',
    'NL:netherlands,the netherlands,niederlande,holland',
    'BE:belgium,belgien,belgique',
    'LU:luxembourg,luxemburg',
    'IE:ireland,irland',
    'IT:italy,italien,italia',
    'ES:spain,spanien,españa',
    'PT:portugal',
    'PL:poland,polen,polska',
    'CZ:czechia,czech republic,tschechien',
    'DK:denmark,dänemark',
    'SE:sweden,schweden',
    'NO:norway,norwegen',
    'FI:finland,finnland',
    'US:united states,united states of america,usa',
    'CA:canada,kanada',
  ].flatMap((entry) => {
    const [code, list] = entry.split(':') as [string, string]
    return list.split(',').map((name) => [name, code])
  }),
)

const countryOf = (text: string | undefined) => (text && countryNames[text.toLowerCase()]) ?? text
/** Returns the path of the country in the address that belongs to this phone number. */
const countryPath = (path: string) => path.replace(/Contact\..*$/, 'Address.country')

const monthNames = 'jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez'.split('|')
const monthNumbers = [1, 2, 3, 3, 3, 4, 5, 5, 6, 7, 8, 9, 10, 10, 11, 12, 12]
const clock = /(?:[T ,]+|^)(\d{1,2})[:h](\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm|uhr)?\s*(Z|[+-]\d{2}:?\d{2})?$/i
/** Matches a time with a word such as `pm` or `Uhr`. */
const spoken = /(?:[T ]|^)(\d{1,2})(?:[.:](\d{2}))?()\s?(am|pm|uhr|h)$/i
/** Matches digits that are a time if the day is in another column: `8`, `0800`. */
const digits = /^(\d{1,2})(?:(?<=^\d{2})(\d{2}))?$/

/** Finds the time in a text. */
const timeIn = (text: string, day: string | undefined): RegExpExecArray | null =>
  clock.exec(text) ?? spoken.exec(text) ?? (day === undefined ? null : digits.exec(text))

const dateMissing = unread('The date is missing.', { reason: 'date_missing' })
const dayEnd = 'T23:59:59'

/** Reads a date-time as the service expects it: in wall-clock time, unless the text has an offset. */
export function parseDateTime(
  text: string,
  { dayFirst }: TableNotation,
  day: string | undefined,
): string | UnreadableCell {
  if (text.length > valueMax) return cannot(text, 'date')
  const found = timeIn(text, day)
  const dateText = (found ? text.slice(0, found.index) : text).trim()
  const date = dateText === '' ? day : parseDate(dateText, dayFirst)
  if (date === undefined && found && dateText === '') return dateMissing
  if (date === undefined)
    return day === undefined ? cannot(text, 'date') : cannot(text, 'time', ' such as `08:30`, or as a date')
  if (isUnread(date)) return date
  const time = found ? clockTime(found) : 'T00:00:00'
  return time === undefined ? cannot(text, 'time', ': times go from `00:00` to `24:00`') : `${date}${time}`
}

/** Returns the time in the form of the service. The end of a day may be written as 24:00. */
function clockTime([, hourText, minute = '00', second, half, offset = '']: RegExpExecArray): string | undefined {
  const pm = half?.toLowerCase() === 'pm'
  const hour = /^[ap]m$/i.test(half ?? '') ? (Number(hourText) % 12) + (pm ? 12 : 0) : Number(hourText)
  const time = `T${String(hour).padStart(2, '0')}:${minute}:${second || '00'}`
  if (time === 'T24:00:00') return `${dayEnd}${offset}`
  return hour > 23 || Number(minute) > 59 || Number(second ?? 0) > 59 ? undefined : `${time}${offset}`
}

/**
 * Reads the end of a time window. A date without a time means the end of that day. If the start has a time on an
 * earlier day, the date means 00:00 of that day, because a workbook stores midnight as a date.
 */
function parseEnd(
  text: string,
  reading: TableNotation,
  day: string | undefined,
  startText: string | undefined,
): string | UnreadableCell {
  const value = parseDateTime(text, reading, day)
  if (isUnread(value) || timeIn(text, day)) return value
  const start = startText !== undefined && timeIn(startText, day) ? parseDateTime(startText, reading, day) : undefined
  return typeof start === 'string' && start < value ? value : value.replace('T00:00:00', dayEnd)
}

function parseDate(text: string, dayFirst: boolean | undefined): string | UnreadableCell | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (iso) return written(iso[1]!, iso[2]!, iso[3]!)
  const dotted = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})[.-](\d{1,2})[.-](\d{2}|\d{4})$/u.exec(text)
  if (dotted) return written(dotted[3]!, dotted[2]!, dotted[1]!)
  const slashed = dated.exec(text)
  if (slashed && slashed[0] === text) return ofSlashes(slashed, dayFirst)
  const named =
    /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?[\s-]+(\p{L}{3})\p{L}*\.?,?[\s-]+(\d{2}|\d{4})$/u.exec(text) ??
    /^(?:\p{L}+,\s+)?(\p{L}{3})\p{L}*\.?\s+(\d{1,2}),?\s+(\d{4})$/u.exec(text)
  if (!named) return undefined
  const [one, two] = /^\d/.test(named[1]!) ? [named[1]!, named[2]!] : [named[2]!, named[1]!]
  const month = monthNumbers[monthNames.indexOf(two.toLowerCase())]
  return month === undefined ? undefined : written(named[3]!, String(month), one)
}

function ofSlashes([text, first, second, year]: RegExpExecArray, dayFirst: boolean | undefined) {
  const isDayFirst = Number(first) > 12 ? true : Number(second) > 12 ? false : first === second ? true : dayFirst
  if (isDayFirst === undefined)
    return ambiguous(text!, 'day_or_month', 'choose whether the day or the month comes first')
  return isDayFirst ? written(year!, second!, first!) : written(year!, first!, second!)
}

/**
 * Returns a date, or undefined if the calendar has no such day. The check is here because an error of the service would
 * refer to a field, not to the cell.
 */
function written(year: string, month: string, day: string): string | undefined {
  const fullYear = year.length === 2 ? `20${year}` : year
  const days = new Date(Date.UTC(Number(fullYear), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > days) return undefined
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
