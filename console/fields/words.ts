// What fields say that edit a record in place.
import { dictionary } from '../words/words.ts'

export const fieldWords = dictionary({
  before: { en: 'before', de: 'zurück', ar: 'السابق' },
  next: { en: 'next', de: 'weiter', ar: 'التالي' },
  conflict: {
    en: 'Somebody else saved another value meanwhile.',
    de: 'Jemand anderes hat inzwischen einen anderen Wert gespeichert.',
    ar: 'حفظ شخص آخر قيمة مختلفة في هذه الأثناء.',
  },
  yours: { en: 'Yours', de: 'Ihrer', ar: 'قيمتك' },
  theirs: { en: 'Theirs', de: 'Gespeichert', ar: 'القيمة المحفوظة' },
  keepMine: { en: 'Keep mine', de: 'Meinen behalten', ar: 'احتفظ بقيمتي' },
  takeTheirs: { en: 'Take theirs', de: 'Anderen übernehmen', ar: 'خذ القيمة المحفوظة' },
  clear: {
    en: (name: string) => `Clear ${name}`,
    de: (name: string) => `${name} leeren`,
    ar: (name: string) => `امسح ${name}`,
  },
  nothing: { en: 'Nothing found', de: 'Nichts gefunden', ar: 'لا نتائج' },
  empty: { en: 'empty', de: 'leer', ar: 'فارغ' },
})
