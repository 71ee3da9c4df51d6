// The texts of fields that edit a record in place.

import type { DateOrder } from '../words/dates.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

const days = { dmy: '16/11', mdy: '11/16', ymd: '2026-11-16' }
type InputType = 'day' | 'clock' | 'instant' | 'span'
/** Returns the placeholder of a field: an example of what a user can type. */
const typed = (days: Record<DateOrder, string>) => (type: InputType, order: DateOrder) =>
  ({ day: days[order], clock: '8:30', instant: `${days[order]} 8:30`, span: `${days[order]} 8-12` })[type]

export const fieldTexts = createDictionary({
  ...sharedTexts,
  before: { en: 'previous', de: 'zurück', ar: 'السابق' },
  next: { en: 'next', de: 'weiter', ar: 'التالي' },
  conflict: {
    en: 'Someone else has saved a different value.',
    de: 'Jemand anderes hat einen anderen Wert gespeichert.',
    ar: 'حفظ شخص آخر قيمة مختلفة.',
  },
  clear: {
    en: (name: string) => `Clear ${name}`,
    de: (name: string) => `${name} leeren`,
    ar: (name: string) => `مسح ${name}`,
  },
  typed: { en: typed(days), de: typed({ ...days, dmy: '16.11.' }), ar: typed(days) },
  calendar: { en: 'Calendar', de: 'Kalender', ar: 'التقويم' },
  unreadable: {
    en: (example: string) => `Type it like this: ${example}`,
    de: (example: string) => `Schreiben Sie es so: ${example}`,
    ar: (example: string) => `اكتبه هكذا: \u2066${example}\u2069`,
  },
  skipped: {
    en: 'This time does not exist: the clocks go forward.',
    de: 'Diese Uhrzeit gibt es nicht: Die Uhren werden vorgestellt.',
    ar: 'لا وجود لهذا الوقت: تُقدَّم الساعة فيه.',
  },
  reversed: {
    en: 'The end is before the beginning.',
    de: 'Das Ende liegt vor dem Anfang.',
    ar: 'النهاية قبل البداية.',
  },
})
