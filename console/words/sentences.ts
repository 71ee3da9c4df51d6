// Defines the type of error sentences, and hints that are appended to an error sentence, such as `Nearest: {nearest}.`.
import type { errorVariants, VariantOf } from '../../contract/error-values.ts'
import type { LocalisedSentence } from './error-codes.ts'
import { uiLanguages } from './words.ts'

type Codes = keyof typeof errorVariants
/** The sentence of each variant, by code. */
export type Sentences = { readonly [Code in Codes]: Readonly<Record<VariantOf<Code>, LocalisedSentence>> }

/** Joins two sentences in each language. */
export const joinSentences = (first: LocalisedSentence, second: LocalisedSentence, spacer = ' '): LocalisedSentence =>
  Object.fromEntries(uiLanguages.map((code) => [code, `${first[code]}${spacer}${second[code]}`])) as LocalisedSentence

export const nearest: LocalisedSentence = {
  en: 'Nearest: {nearest}.',
  de: 'Am nächsten: {nearest}.',
  ar: 'الأقرب: {nearest}.',
}
export const available: LocalisedSentence = {
  en: 'Available: {available}.',
  de: 'Es gibt: {available}.',
  ar: 'المتاح: {available}.',
}
export const emptyEnvironment: LocalisedSentence = {
  en: 'This environment has none yet.',
  de: 'Diese Umgebung hat noch keine.',
  ar: 'ليس في هذه البيئة أي منها بعد.',
}
