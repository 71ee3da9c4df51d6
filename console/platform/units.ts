// Converts units: goods are stored in kg, m³ and cm, and shown and typed in the units of the environment.
// Weights and volumes of orders and loads are stored in the units of the environment, and never converted.
import { isolateCode } from '../../contract/bidi.ts'
import type { EnvironmentSettings } from '../../contract/environment.ts'
import { createOnce } from './once.ts'

export type DisplayUnits = Pick<
  EnvironmentSettings['displayPreferences'],
  'weightUnit' | 'volumeUnit' | 'lengthUnit' | 'distanceUnit'
>
export type WeightUnit = DisplayUnits['weightUnit']
export type VolumeUnit = DisplayUnits['volumeUnit']
export type LengthUnit = DisplayUnits['lengthUnit']
export type DistanceUnit = DisplayUnits['distanceUnit']
export type MeasureUnit = WeightUnit | VolumeUnit | LengthUnit | DistanceUnit

/** Amount of the stored unit in one displayed unit. The international pound, inch, foot and mile are exact. */
const inStored: Record<MeasureUnit, number> = {
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

/** Converts from kilograms, cubic metres, centimetres or kilometres to a displayed unit. */
export const convertFromStored = (value: number, unit: MeasureUnit): number => rounded(value / inStored[unit], 12)
/** Converts from a displayed unit to kilograms, cubic metres, centimetres or kilometres: 12 in are 30.48 cm. */
export const convertToStored = (value: number, unit: MeasureUnit): number =>
  rounded(value * inStored[unit], digitsStored)

/** Returns the text of a stored value in a field. A value in its stored unit is not rounded. */
export const formatInputValue = (stored: number, unit: MeasureUnit): string =>
  String(inStored[unit] === 1 ? stored : rounded(stored / inStored[unit], digitsTyped))

/**
 * Returns the decimal separator of a language. Fields have no group separators, because these look like decimal
 * separators.
 */
export const getDecimalPoint = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value

const symbols: Partial<Record<MeasureUnit, string>> = { m3: 'm³', ft3: 'ft³' }
export const getUnitSymbol = (unit: MeasureUnit): string => symbols[unit] ?? unit

/** Useful fraction digits per unit. */
const digits: Record<MeasureUnit, number> = {
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
export function formatMeasure(value: number, unit: MeasureUnit, language: string): string {
  const text = `${amount(value, unit, language)}\u00A0${getUnitSymbol(unit)}`
  // Without the isolate, the unit would precede its number in Arabic.
  return isolateCode(text, language)
}

const countsIn = createOnce((locale) => new Intl.NumberFormat(locale))
/** Writes a value with its unit, or as a count without a unit. */
export const formatAmount = (value: number, unit: MeasureUnit | null, language: string): string =>
  unit === null ? countsIn(language).format(value) : formatMeasure(value, unit, language)

/** Writes a value for a column whose heading contains the unit. All values have the same fraction digits and align. */
export function formatColumnAmount(value: number, unit: MeasureUnit, language: string): string {
  const key = `${language} ${unit} column`
  const fixed = { minimumFractionDigits: digits[unit], maximumFractionDigits: digits[unit] }
  const format = formats.get(key) ?? new Intl.NumberFormat(language, fixed)
  formats.set(key, format)
  return format.format(value)
}

/** Returns the heading of a column with its unit. */
export const formatColumnHead = (name: string, unit: MeasureUnit): string => `${name} (${getUnitSymbol(unit)})`

function amount(value: number, unit: MeasureUnit, language: string): string {
  const key = `${language} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits[unit] })
  formats.set(key, format)
  return format.format(value)
}

/** Returns the used share of a capacity in whole per cent; undefined without a capacity. */
export function calculatePercentUsed(value: number, capacity: number | null): number | undefined {
  if (capacity === null || capacity <= 0) return undefined
  // Rounded up above 100 per cent, so that an overload is always visible.
  const percent = (value / capacity) * 100
  return percent > 100 ? Math.ceil(percent) : Math.floor(percent)
}
