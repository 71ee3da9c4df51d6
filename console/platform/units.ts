// Converts units: goods are stored in kg, m³ and cm, and shown and typed in the units of the environment.
// Weights and volumes of orders and loads are stored in the units of the environment, and never converted.
import { isolateCode } from '../../contract/bidi.ts'
import type { Settings } from '../../contract/environment.ts'
import { once } from './once.ts'

export type DisplayUnits = Pick<
  Settings['displayPreferences'],
  'weightUnit' | 'volumeUnit' | 'lengthUnit' | 'distanceUnit'
>
export type WeightUnit = DisplayUnits['weightUnit']
export type VolumeUnit = DisplayUnits['volumeUnit']
export type LengthUnit = DisplayUnits['lengthUnit']
export type DistanceUnit = DisplayUnits['distanceUnit']
export type Unit = WeightUnit | VolumeUnit | LengthUnit | DistanceUnit

/** Amount of the stored unit in one displayed unit. The international pound, inch, foot and mile are exact. */
const inStored: Record<Unit, number> = {
  kg: 1,
  t: 1_000,
  lb: 0.45359237,
  m3: 1,
  l: 0.001,
  ft3: 0.028316846592,
  cm: 1,
  m: 100,
  in: 2.54,
  ft: 30.48,
  km: 1,
  mi: 1.609344,
}

/** Rounds a result of decimal arithmetic, whose last digits are inexact. */
const rounded = (value: number, digits: number) => Number(value.toPrecision(digits))
const digitsStored = 10
/** Significant digits in a field. */
const digitsTyped = 6

/** Converts from kilograms, cubic metres, centimetres or kilometres. */
export const fromStored = (value: number, unit: Unit): number => rounded(value / inStored[unit], 12)
/** Converts to kilograms, cubic metres, centimetres or kilometres: 12 in are 30.48 cm. */
export const toStored = (value: number, unit: Unit): number => rounded(value * inStored[unit], digitsStored)

/** Returns the text of a stored value in a field. A value in its stored unit is not rounded. */
export const typedAs = (stored: number, unit: Unit): string =>
  String(inStored[unit] === 1 ? stored : rounded(stored / inStored[unit], digitsTyped))

/** Returns the decimal separator of a language. Fields use it without group separators, which look like it. */
export const decimalPoint = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value

const symbols: Partial<Record<Unit, string>> = { m3: 'm³', ft3: 'ft³' }
export const symbol = (unit: Unit): string => symbols[unit] ?? unit

/** Useful fraction digits per unit. */
const digits: Record<Unit, number> = {
  kg: 1,
  t: 3,
  lb: 1,
  m3: 2,
  l: 0,
  ft3: 1,
  cm: 0,
  m: 2,
  in: 1,
  ft: 2,
  km: 1,
  mi: 1,
}

const formats = new Map<string, Intl.NumberFormat>()
/** Writes a value that is already in the unit, such as the weight of an order, with its unit. */
export function measure(value: number, unit: Unit, language: string): string {
  const text = `${amount(value, unit, language)}\u00A0${symbol(unit)}`
  // Without the isolate, the unit would precede its number in Arabic.
  return isolateCode(text, language)
}

const countsIn = once((locale) => new Intl.NumberFormat(locale))
/** Writes a value with its unit, or as a count without a unit. */
export const amountOf = (value: number, unit: Unit | null, language: string): string =>
  unit === null ? countsIn(language).format(value) : measure(value, unit, language)

/** Writes a value for a column whose heading names the unit. All values have the same fraction digits and align. */
export function columnAmount(value: number, unit: Unit, language: string): string {
  const key = `${language} ${unit} column`
  const fixed = { minimumFractionDigits: digits[unit], maximumFractionDigits: digits[unit] }
  const format = formats.get(key) ?? new Intl.NumberFormat(language, fixed)
  formats.set(key, format)
  return format.format(value)
}

/** Returns the heading of a column with its unit. */
export const columnHead = (name: string, unit: Unit): string => `${name} (${symbol(unit)})`

function amount(value: number, unit: Unit, language: string): string {
  const key = `${language} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits[unit] })
  formats.set(key, format)
  return format.format(value)
}

/** Returns the used share of a capacity in whole per cent; undefined without a capacity. */
export function share(value: number, capacity: number | null): number | undefined {
  if (capacity === null || capacity <= 0) return undefined
  // Rounding never hides that more is on board than fits.
  const percent = (value / capacity) * 100
  return percent > 100 ? Math.ceil(percent) : Math.floor(percent)
}
