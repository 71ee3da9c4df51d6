// Stores the language of the console: the selected one, otherwise that of the browser, otherwise English.
import { createKeptStore } from '../platform/store.ts'
import { type TextDictionary, type Texts, textsIn, type UiLanguage, uiLanguages } from './words.ts'

const isLanguage = (text: string | null | undefined): text is UiLanguage => uiLanguages.some((code) => code === text)

export const currentLanguage = createKeptStore<UiLanguage>('dray.language', (stored) => {
  if (isLanguage(stored)) return stored
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
})

/** Returns the texts of a dictionary in the language in use, for a component. */
export const useTexts = <D extends TextDictionary>(texts: D): Texts<D> => textsIn(texts, currentLanguage.use())

/** Returns the texts of a dictionary in the language in use, outside a component. */
export const currentTexts = <D extends TextDictionary>(texts: D): Texts<D> => textsIn(texts, currentLanguage.get())
