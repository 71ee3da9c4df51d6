// The choices of a country field, in the language in use.
import { countries } from '../../contract/codes.ts'
import { language } from '../words/language.ts'
import { type Language, locales } from '../words/words.ts'
import type { Choice } from './choose.tsx'

const placesIn = new Map<Language, Choice[]>()

/** Returns the countries as choices. The list is created once, because many fields of a page use it. */
export function useCountries(): readonly Choice[] {
  const current = language.use()
  const known = placesIn.get(current)
  if (known) return known
  const names = new Intl.DisplayNames(locales[current], { type: 'region' })
  const places = [...countries].map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
  placesIn.set(current, places)
  return places
}
