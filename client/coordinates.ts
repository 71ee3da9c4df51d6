// Reads latitude and longitude from one text: decimal degrees, degrees and minutes, or a geo: link.
import type { GeoPosition } from '../contract/travel.ts'

/** Longest text that is read, in characters. */
const lengthMax = 200

const decimal = String.raw`[-+]?\d{1,3}(?:[.,]\d{0,20})?`
/** A comma separates two numbers if a space or a sign follows it. Otherwise, it may be a decimal comma. */
const twoDecimals = new RegExp(String.raw`^(${decimal})(?:\s*;\s*|\s*,\s+|\s*,(?=[-+])|\s+)(${decimal})$`)
/** A comma without a space separates two numbers if one of them has a decimal point. */
const twoWithPoint = /^(?=.*\.)([-+]?\d{1,3}(?:\.\d{1,20})?),([-+]?\d{1,3}(?:\.\d{1,20})?)$/

const unsigned = String.raw`\d{1,3}(?:[.,]\d{0,20})?`
const sexagesimal = String.raw`\d{1,2}(?:[.,]\d{0,20})?`
/** Degrees with optional minutes and seconds. */
const angle =
  `([-+]?)(${unsigned})` +
  String.raw`(?:(?:\s*°\s*|\s+)(${sexagesimal})(?:(?:\s*'\s*|\s+)(${sexagesimal})\s*"?|\s*'?)|\s*°)?`
const separator = String.raw`(?:\s*[,;/]\s*|\s+|(?<=[NSEW'"°])|(?=[NSEW]))`
const buildPair = (one: string) => new RegExp(`^${one}${separator}${one}$`)
/** Two angles: with the letters of their directions before or after them, or without letters. */
const twoAngles = [
  buildPair(String.raw`([NSEW])\s*${angle}()`),
  buildPair(String.raw`()${angle}\s*([NSEW])`),
  buildPair(`()${angle}()`),
]

/** Rounds to six decimals, about 10 centimetres. */
const round = (degrees: number) => Number(degrees.toFixed(6))
const parseDecimal = (text: string) => Number(text.replace(',', '.'))

/** Replaces Arabic digits, typographic signs and invisible marks with the characters of a keyboard. */
const normalise = (typed: string): string =>
  typed
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('٫', '.')
    .replaceAll('،', ',')
    .replace(/[º˚]/g, '°')
    .replace(/[′’‘ʹ´`]/g, "'")
    .replace(/[″”“„]|''/g, '"')
    .replace(/[−–]/g, '-')
    .trim()

/**
 * Returns the location in a text, or undefined for any other text. The numbers may be out of range. `hasOst` accepts
 * the letter O as east: in German, O means east, but in French and Spanish it means west.
 */
export function parseCoordinates(typed: string, { hasOst = false } = {}): GeoPosition | undefined {
  if (typed.length > lengthMax) return undefined
  const text = normalise(typed)
  if (/^geo:/i.test(text)) return parseGeoLink(text.slice(4))
  const [, lat, lng] = twoWithPoint.exec(text) ?? twoDecimals.exec(text) ?? []
  if (lat !== undefined && lng !== undefined) return { lat: round(parseDecimal(lat)), lng: round(parseDecimal(lng)) }
  const upper = text.toUpperCase()
  return parseAngles(hasOst ? upper.replaceAll('O', 'E') : upper)
}

/** Reads a geo: link (RFC 5870). Android adds the place as `q`, with the location 0,0 if `q` alone states the place. */
function parseGeoLink(link: string): GeoPosition | undefined {
  const [location = '', query = ''] = link.split('?')
  const [numbers = '', ...parameters] = location.split(';')
  if (parameters.some((parameter) => /^crs=(?!wgs84$)/i.test(parameter))) return undefined
  const [lat, lng, ...altitudes] = numbers.split(',')
  const isNumber = (part = '') => /^-?\d+(\.\d+)?$/.test(part)
  if (!isNumber(lat) || !isNumber(lng) || altitudes.length > 1) return undefined
  const position = { lat: round(Number(lat)), lng: round(Number(lng)) }
  const place = new URLSearchParams(query).get('q')
  if (place === null || position.lat !== 0 || position.lng !== 0) return position
  return parseCoordinates(place.replace(/\(.*$/, ''))
}

interface Angle {
  degrees: number
  /** N, S, E or W; empty without a letter. */
  letter: string
}

/** Reads two angles: both with a letter, in any order, or both with a degree sign. */
function parseAngles(text: string): GeoPosition | undefined {
  const match = twoAngles.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  const first = match && createAngle(match.slice(1, 7))
  const second = match && createAngle(match.slice(7, 13))
  if (!first || !second) return undefined
  const [lat, lng] = /[EW]/.test(first.letter) ? [second, first] : [first, second]
  const hasSigns = first.letter === '' && text.split('°').length === 3
  const hasLetters = /[NS]/.test(lat.letter) && /[EW]/.test(lng.letter)
  return hasSigns || hasLetters ? { lat: lat.degrees, lng: lng.degrees } : undefined
}

/** Returns an angle; undefined if it has a letter and a sign, or 60 minutes or seconds. */
function createAngle(parts: (string | undefined)[]): Angle | undefined {
  const [before = '', sign = '', whole = '', minuteText = '0', secondText = '0', after = ''] = parts
  const letter = before || after
  const hasFraction = (number: string) => /[.,]\d/.test(number)
  if (letter !== '' && sign !== '') return undefined
  if ((parts[3] && hasFraction(whole)) || (parts[4] && hasFraction(minuteText))) return undefined
  const [minutes, seconds] = [parseDecimal(minuteText), parseDecimal(secondText)]
  if (minutes >= 60 || seconds >= 60) return undefined
  const degrees = round(parseDecimal(whole) + minutes / 60 + seconds / 3_600)
  const isNegative = sign === '-' || letter === 'S' || letter === 'W'
  return { degrees: isNegative && degrees !== 0 ? -degrees : degrees, letter }
}
