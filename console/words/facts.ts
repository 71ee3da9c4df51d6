// Lists the facts of an order in the words and the sequence that the console and the driver app share.
import { formatMeasure, type MeasureUnit } from '../platform/units.ts'
import type { appTexts } from './apps.ts'
import type { Texts } from './words.ts'

interface Described {
  planned: string | null
  timeAtStop: number | null
  weight: number | null
  volume: number | null
}

interface Writing {
  words: Texts<typeof appTexts>
  format: { locale: string }
  /** The time window as text, with or without its day. */
  window: string
  planned(iso: string): string
  /** Units of the environment's settings. */
  units: { weightUnit: string; volumeUnit: string }
}

/** Returns the time and quantity facts with their names, without unknown ones. */
export function listFacts(order: Described, { words, format, window, planned, units }: Writing): [string, string][] {
  const facts: [name: string, value: string | null][] = [
    [words.window, window || null],
    [words.planned, order.planned && planned(order.planned)],
    [words.timeAtStop, order.timeAtStop ? words.minutes(order.timeAtStop) : null],
    [
      words.weight,
      order.weight === null ? null : formatMeasure(order.weight, units.weightUnit as MeasureUnit, format.locale),
    ],
    [
      words.volume,
      order.volume === null ? null : formatMeasure(order.volume, units.volumeUnit as MeasureUnit, format.locale),
    ],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

interface Addressed {
  company?: string | null
  name?: string | null
}

/** Returns the name of a recipient, as the phone and the console show it. */
export const getRecipientName = (address: Addressed, contactName: string | null | undefined, key: string): string =>
  address.company || address.name || contactName || key
