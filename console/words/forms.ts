// Counts orders, loads, stops and rows in each language.
import { formatCount, type PluralForms, type UiLanguage } from './words.ts'

const orderForms = {
  en: { one: 'order', other: 'orders' },
  de: { one: 'Auftrag', other: 'Aufträge' },
  ar: { one: 'طلب', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' },
}
const loadForms = {
  en: { one: 'route', other: 'routes' },
  de: { one: 'Tour', other: 'Touren' },
  ar: { one: 'مسار', two: 'مساران', few: 'مسارات', many: 'مسارًا', other: 'مسار' },
}
const stopForms = {
  en: { one: 'stop', other: 'stops' },
  de: { one: 'Stopp', other: 'Stopps' },
  ar: { one: 'محطة', two: 'محطتان', few: 'محطات', many: 'محطة', other: 'محطة' },
}
const rowForms = {
  en: { one: 'row', other: 'rows' },
  de: { one: 'Zeile', other: 'Zeilen' },
  ar: { one: 'صف', two: 'صفان', few: 'صفوف', many: 'صفًا', other: 'صف' },
}

/** Returns a function that writes a count of things: `3 orders`. */
const writtenIn = (forms: Record<UiLanguage, PluralForms>) => (language: UiLanguage, count: number) =>
  formatCount(language, count, forms[language])

export const ordersIn = writtenIn(orderForms)
export const loadsIn = writtenIn(loadForms)
export const stopsIn = writtenIn(stopForms)
export const rowsIn = writtenIn(rowForms)
