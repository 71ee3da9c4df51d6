// Dictionaries: each screen has one with every text in every language. A component reads it in the language in use.
import { createOnce } from '../platform/once.ts'

export const uiLanguages = ['en', 'de', 'ar'] as const
export type UiLanguage = (typeof uiLanguages)[number]
export const languageNames: Record<UiLanguage, string> = { en: 'English', de: 'Deutsch', ar: 'العربية' }
export const textDirections: Record<UiLanguage, 'ltr' | 'rtl'> = { en: 'ltr', de: 'ltr', ar: 'rtl' }
/** Locales. Arabic uses Latin digits, so that columns of numbers align and compare. */
export const languageLocales: Record<UiLanguage, string> = { en: 'en-GB', de: 'de-DE', ar: 'ar-u-nu-latn' }

type Text = string | ((...values: never[]) => string)
export type TextDictionary = Record<string, Record<UiLanguage, Text>>
/** The texts of a dictionary in one language. */
export type Texts<D extends TextDictionary> = { readonly [K in keyof D]: D[K]['en'] }

/** Returns its argument. Its type requires every text in every language. */
export const createDictionary = <D extends TextDictionary>(texts: D): D => texts

const made = new WeakMap<TextDictionary, Map<UiLanguage, Texts<TextDictionary>>>()

export function textsIn<D extends TextDictionary>(texts: D, language: UiLanguage): Texts<D> {
  const cached = made.get(texts) ?? new Map<UiLanguage, Texts<TextDictionary>>()
  made.set(texts, cached)
  const translations =
    cached.get(language) ?? Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]]))
  cached.set(language, translations)
  return translations as Texts<D>
}

const pluralsIn = createOnce((locale) => new Intl.PluralRules(locale))
const numbersIn = createOnce((locale) => new Intl.NumberFormat(locale))

/** Writes a whole number in a language. */
export const countIn = (language: UiLanguage, count: number): string =>
  numbersIn(languageLocales[language]).format(count)

/** The plural forms of a noun: `{ one, other }`, and `two`, `few` and `many` where a language has them. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Writes a number with the matching plural form of its noun. */
export function formatCount(language: UiLanguage, count: number, forms: PluralForms): string {
  const form = forms[pluralsIn(languageLocales[language]).select(count)] ?? forms.other
  return `${countIn(language, count)} ${form}`
}
