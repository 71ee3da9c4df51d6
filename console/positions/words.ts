// The texts of the queue of orders without a position.
import { counted, dictionary } from '../words/words.ts'

export const queueWords = dictionary({
  title: { en: 'Missing locations', de: 'Fehlende Positionen', ar: 'مواقع ناقصة' },
  left: {
    en: (count: number, exact: boolean) =>
      `${exact ? '' : 'more than '}${counted('en', count, { one: 'order', other: 'orders' })} without a location`,
    de: (count: number, exact: boolean) =>
      `${exact ? '' : 'mehr als '}${counted('de', count, { one: 'Auftrag', other: 'Aufträge' })} ohne Position`,
    ar: (count: number, exact: boolean) =>
      `${exact ? '' : 'أكثر من '}${counted('ar', count, { one: 'طلب', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' })} بلا موقع`,
  },
  accept: { en: 'Use this location', de: 'Position übernehmen', ar: 'استخدام هذا الموقع' },
  skip: { en: 'Skip', de: 'Überspringen', ar: 'تخطٍّ' },
  next: { en: 'Next proposal', de: 'Nächster Vorschlag', ar: 'الاقتراح التالي' },
  open: { en: 'Open order', de: 'Auftrag öffnen', ar: 'فتح الطلب' },
  list: { en: 'Show as list', de: 'Als Liste anzeigen', ar: 'عرض كقائمة' },
  looking: { en: 'Looking up …', de: 'Wird gesucht …', ar: 'جارٍ البحث …' },
  saved: {
    en: (key: string) => `Location of ${key} saved.`,
    de: (key: string) => `Position von ${key} gespeichert.`,
    ar: (key: string) => `حُفظ موقع ${key}.`,
  },
  done: { en: 'Every order has a location', de: 'Jeder Auftrag hat eine Position', ar: 'لكل طلب موقع' },
  doneText: {
    en: 'Orders that come without one appear here.',
    de: 'Aufträge ohne Position erscheinen hier.',
    ar: 'تظهر هنا الطلبات التي تصل بلا موقع.',
  },
  allSkipped: { en: 'You have skipped the rest', de: 'Den Rest haben Sie übersprungen', ar: 'تخطّيتَ البقية' },
  again: { en: 'Start again', de: 'Von vorn beginnen', ar: 'البدء من جديد' },
  orders: { en: 'Orders', de: 'Aufträge', ar: 'الطلبات' },
})
