// The texts about changes of many orders: what became of each, and what was left as it is.

import { orderForms } from '../words/forms.ts'
import { counted, dictionary } from '../words/words.ts'

export const orderWords = dictionary({
  key: { en: 'Key', de: 'Schlüssel', ar: 'المفتاح' },
  results: { en: 'Result', de: 'Ergebnis', ar: 'النتيجة' },
  result_updated: { en: 'Changed', de: 'Geändert', ar: 'عُدّل' },
  result_unchanged: { en: 'Unchanged', de: 'Unverändert', ar: 'دون تغيير' },
  result_created: { en: 'Created', de: 'Angelegt', ar: 'أُنشئ' },
  result_failed: { en: 'Failed', de: 'Fehlgeschlagen', ar: 'فشل' },
  result_deleted: { en: 'Deleted', de: 'Gelöscht', ar: 'حُذف' },
  allDone: {
    en: (count: number) => counted('en', count, { other: 'changed' }),
    de: (count: number) => counted('de', count, { other: 'geändert' }),
    ar: (count: number) => `المعدّل: ${count}`,
  },
  someFailed: {
    en: (count: number) => counted('en', count, { other: 'failed' }),
    de: (count: number) => counted('de', count, { other: 'fehlgeschlagen' }),
    ar: (count: number) => `الفاشل: ${count}`,
  },
  notUndone: {
    en: (count: number) =>
      `${counted('en', count, orderForms.en)} changed since, and left as ${count === 1 ? 'it is' : 'they are'}`,
    de: (count: number) => `${counted('de', count, orderForms.de)} seither geändert und so belassen`,
    ar: (count: number) => `تُرك كما هو لأنه تغيّر بعد ذلك: ${counted('ar', count, orderForms.ar)}`,
  },
})
