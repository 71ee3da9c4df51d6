// Reads degrees as people type and paste them: with a decimal point or a decimal comma, one number or both.
import type { GeoPosition } from '../../contract/travel.ts'

const number = String.raw`[-+]?\d{1,3}(?:[.,]\d{0,20})?`
const oneNumber = new RegExp(`^${number}$`)
/**
 * A comma with a space separates two numbers. A comma without a space does so only between numbers with decimal points.
 */
const twoNumbers = new RegExp(String.raw`^(${number})(?:\s*;\s*|\s*,\s+|\s+)(${number})$`)
const twoWithPoints = /^([-+]?\d{1,3}\.\d{1,20}),([-+]?\d{1,3}\.\d{1,20})$/

/** Rounds to six decimals, about 10 centimetres. */
const rounded = (text: string) => Number(Number(text.replace(',', '.')).toFixed(6))

/** Returns the number, null for an empty text, or the text itself if it is not a number. */
export function parseDegrees(typed: string): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  return oneNumber.test(text) ? rounded(text) : typed
}

/** Returns both numbers of a text such as `53.0512, 8.8956`. */
export function parsePosition(typed: string): GeoPosition | undefined {
  const text = typed.trim()
  const [, lat, lng] = twoWithPoints.exec(text) ?? twoNumbers.exec(text) ?? []
  return lat === undefined || lng === undefined ? undefined : { lat: rounded(lat), lng: rounded(lng) }
}
