// Stores the language of the console: the selected one, otherwise that of the browser, otherwise English.
import { createKeptStore } from '../platform/store.ts'
import { type Dictionary, type Language, languages, type Words, wordsIn } from './words.ts'

const isLanguage = (text: string | null | undefined): text is Language => languages.some((one) => one === text)

export const language = createKeptStore<Language>('dray.language', (kept) => {
  if (isLanguage(kept)) return kept
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
})

/** Returns the texts of a dictionary in the language in use, for a component. */
export const useWords = <D extends Dictionary>(texts: D): Words<D> => wordsIn(texts, language.use())

/** Returns the texts of a dictionary in the language in use, outside a component. */
export const currentWords = <D extends Dictionary>(texts: D): Words<D> => wordsIn(texts, language.get())
