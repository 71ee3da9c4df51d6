// Units: weights, volumes, lengths and distances as the environment shows them. Storage is never converted: orders and loads are kept in the environment's weight and volume unit, packages in kilograms, centimetres and cubic metres.
import type { Settings } from '../contract/environment.ts'

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
const kilograms: Record<WeightUnit, number> = { kg: 1, t: 1_000, lb: 0.45359237 }
const cubicMetres: Record<VolumeUnit, number> = { m3: 1, l: 0.001, ft3: 0.028316846592 }
const centimetres: Record<LengthUnit, number> = { cm: 1, m: 100, in: 2.54, ft: 30.48 }
const kilometres: Record<DistanceUnit, number> = { km: 1, mi: 1.609344 }

/** Quotients of decimals have noise in their last digits, which nobody wants to see in a field they edit. */
const tidy = (value: number, digits = 12) => Number(value.toPrecision(digits))
/** Coarser on the way back: then what was shown becomes again what was stored. */
const digitsBack = 10

export const fromKilograms = (value: number, unit: WeightUnit): number => tidy(value / kilograms[unit])
export const toKilograms = (value: number, unit: WeightUnit): number => tidy(value * kilograms[unit], digitsBack)
export const fromCubicMetres = (value: number, unit: VolumeUnit): number => tidy(value / cubicMetres[unit])
export const toCubicMetres = (value: number, unit: VolumeUnit): number => tidy(value * cubicMetres[unit], digitsBack)
export const fromCentimetres = (value: number, unit: LengthUnit): number => tidy(value / centimetres[unit])
export const toCentimetres = (value: number, unit: LengthUnit): number => tidy(value * centimetres[unit], digitsBack)
export const fromKilometres = (value: number, unit: DistanceUnit): number => tidy(value / kilometres[unit])

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
  // Isolated where letters run the other way: otherwise the unit would stand before its number.
  return isRightToLeft.test(language) ? `\u2066${text}\u2069` : text
}
const isRightToLeft = /^(ar|fa|he|ur)\b/

/** The same without the unit, where a heading names it. */
export function amount(value: number, unit: Unit, language: string): string {
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
