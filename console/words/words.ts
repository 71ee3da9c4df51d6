// Dictionaries: each screen has one with every text in every language. A component reads it in the language in use.
import { once } from '../platform/once.ts'

export const languages = ['en', 'de', 'ar'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', ar: 'العربية' }
export const directions: Record<Language, 'ltr' | 'rtl'> = { en: 'ltr', de: 'ltr', ar: 'rtl' }
/** Locales. Arabic uses Latin digits, so that columns of numbers align and compare. */
export const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', ar: 'ar-u-nu-latn' }

type Text = string | ((...values: never[]) => string)
export type Dictionary = Record<string, Record<Language, Text>>
/** The texts of a dictionary in one language. */
export type Words<D extends Dictionary> = { readonly [K in keyof D]: D[K]['en'] }

/** Returns its argument. Its type requires every text in every language. */
export const dictionary = <D extends Dictionary>(texts: D): D => texts

const made = new WeakMap<Dictionary, Map<Language, Words<Dictionary>>>()

export function wordsIn<D extends Dictionary>(texts: D, language: Language): Words<D> {
  const known = made.get(texts) ?? new Map<Language, Words<Dictionary>>()
  made.set(texts, known)
  const words =
    known.get(language) ?? Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]]))
  known.set(language, words)
  return words as Words<D>
}

const pluralsIn = once((locale) => new Intl.PluralRules(locale))
const numbersIn = once((locale) => new Intl.NumberFormat(locale))

/** Writes a whole number in a language. */
export const countIn = (language: Language, count: number): string => numbersIn(locales[language]).format(count)

/** The plural forms of a noun: `{ one, other }`, and `two`, `few` and `many` where a language has them. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Writes a number with the matching plural form of its noun. */
export function counted(language: Language, count: number, forms: Forms): string {
  const form = forms[pluralsIn(locales[language]).select(count)] ?? forms.other
  return `${countIn(language, count)} ${form}`
}
