// The texts of fields that edit a record in place.
import { dictionary } from '../words/words.ts'

export const fieldWords = dictionary({
  before: { en: 'previous', de: 'zurück', ar: 'السابق' },
  next: { en: 'next', de: 'weiter', ar: 'التالي' },
  conflict: {
    en: 'Someone else has saved a different value.',
    de: 'Jemand anderes hat einen anderen Wert gespeichert.',
    ar: 'حفظ شخص آخر قيمة مختلفة.',
  },
  yours: { en: 'Yours', de: 'Ihr Wert', ar: 'قيمتك' },
  theirs: { en: 'Theirs', de: 'Gespeichert', ar: 'القيمة المحفوظة' },
  keepMine: { en: 'Keep mine', de: 'Meinen behalten', ar: 'الاحتفاظ بقيمتي' },
  takeTheirs: { en: 'Use theirs', de: 'Gespeicherten nehmen', ar: 'استخدام المحفوظة' },
  clear: {
    en: (name: string) => `Clear ${name}`,
    de: (name: string) => `${name} leeren`,
    ar: (name: string) => `مسح ${name}`,
  },
  nothing: { en: 'Nothing found', de: 'Nichts gefunden', ar: 'لا نتائج' },
  empty: { en: 'empty', de: 'leer', ar: 'فارغ' },
})
