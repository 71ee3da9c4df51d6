// The choices of a country field, in the language in use.
import { countryCodes } from '../../contract/codes.ts'
import { currentLanguage } from '../words/language.ts'
import { languageLocales, type UiLanguage } from '../words/words.ts'
import type { FieldChoice } from './choose.tsx'

const choicesByLanguage = new Map<UiLanguage, FieldChoice[]>()

/** Returns the countries as choices. The list is created once, because many fields of a page use it. */
export function useCountries(): readonly FieldChoice[] {
  const current = currentLanguage.use()
  const cached = choicesByLanguage.get(current)
  if (cached) return cached
  const names = new Intl.DisplayNames(languageLocales[current], { type: 'region' })
  const choices = [...countryCodes].map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
  choicesByLanguage.set(current, choices)
  return choices
}
