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

/** How much of the stored unit one of the shown ones is; the international pound, inch, foot and mile are exact. */
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

/** Products and quotients of decimals have noise in their last digits, which nobody wants to store or to see. */
const rounded = (value: number, digits: number) => Number(value.toPrecision(digits))
const digitsStored = 10
/** So many fit into a field, and tell all that somebody can measure. */
const digitsTyped = 6

/** From kilograms, cubic metres, centimetres or kilometres. */
export const fromStored = (value: number, unit: Unit): number => rounded(value / inStored[unit], 12)
/** To kilograms, cubic metres, centimetres or kilometres: 12 in are 30.48 cm. */
export const toStored = (value: number, unit: Unit): number => rounded(value * inStored[unit], digitsStored)

/** What a field shows of a stored value. Where the unit is the stored one nothing is rounded. */
export const typedAs = (stored: number, unit: Unit): string =>
  String(inStored[unit] === 1 ? stored : rounded(stored / inStored[unit], digitsTyped))

/** What the language writes for it. Fields have it and no marks between the thousands, which would be taken for it. */
export const decimalPoint = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value

const symbols: Partial<Record<Unit, string>> = { m3: 'm³', ft3: 'ft³' }
export const symbol = (unit: Unit): string => symbols[unit] ?? unit

/** Digits behind the point that a planner can use; what is finer is noise on a screen. */
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
/** A value that is already in the unit, such as the weight of an order, in the writing of the language. */
export function measure(value: number, unit: Unit, language: string): string {
  const text = `${amount(value, unit, language)}\u00A0${symbol(unit)}`
  // Without the isolate the unit would precede its number in Arabic.
  return isolateCode(text, language)
}

const countsIn = once((locale) => new Intl.NumberFormat(locale))
/** The same of what may have no unit, and is counted then. */
export const amountOf = (value: number, unit: Unit | null, language: string): string =>
  unit === null ? countsIn(language).format(value) : measure(value, unit, language)

/** For a column whose heading names the unit: all with as many digits behind the point, so that they line up. */
export function columnAmount(value: number, unit: Unit, language: string): string {
  const key = `${language} ${unit} column`
  const fixed = { minimumFractionDigits: digits[unit], maximumFractionDigits: digits[unit] }
  const format = formats.get(key) ?? new Intl.NumberFormat(language, fixed)
  formats.set(key, format)
  return format.format(value)
}

/** The heading of such a column. */
export const columnHead = (name: string, unit: Unit): string => `${name} (${symbol(unit)})`

function amount(value: number, unit: Unit, language: string): string {
  const key = `${language} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits[unit] })
  formats.set(key, format)
  return format.format(value)
}

/** How much of a capacity is used, in whole per cent; undefined where there is none to use. */
export function share(value: number, capacity: number | null): number | undefined {
  if (capacity === null || capacity <= 0) return undefined
  // Rounding never hides that more is on board than fits.
  const percent = (value / capacity) * 100
  return percent > 100 ? Math.ceil(percent) : Math.floor(percent)
}
