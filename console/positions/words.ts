// The texts of the page of orders without a location.
import { ordersIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const queueTexts = createDictionary({
  ...sharedTexts,
  title: { en: 'Missing locations', de: 'Fehlende Positionen', ar: 'مواقع ناقصة' },
  left: {
    en: (count: number, exact: boolean) => `${exact ? '' : 'more than '}${ordersIn('en', count)} without a location`,
    de: (count: number, exact: boolean) => `${exact ? '' : 'mehr als '}${ordersIn('de', count)} ohne Position`,
    ar: (count: number, exact: boolean) => `${exact ? '' : 'أكثر من '}${ordersIn('ar', count)} بلا موقع`,
  },
  accept: { en: 'Use this location', de: 'Position übernehmen', ar: 'استخدام هذا الموقع' },
  skip: { en: 'Skip', de: 'Überspringen', ar: 'تخطٍّ' },
  next: { en: 'Next proposal', de: 'Nächster Vorschlag', ar: 'الاقتراح التالي' },
  list: { en: 'Show as list', de: 'Als Liste anzeigen', ar: 'عرض كقائمة' },
  looking: { en: 'Looking up …', de: 'Wird gesucht …', ar: 'جارٍ البحث …' },
  saved: {
    en: (key: string) => `Location of ${key} saved.`,
    de: (key: string) => `Position von ${key} gespeichert.`,
    ar: (key: string) => `حُفظ موقع ${key}.`,
  },
  done: { en: 'Every order has a location', de: 'Jeder Auftrag hat eine Position', ar: 'لكل طلب موقع' },
  doneText: {
    en: 'Orders without a location appear here.',
    de: 'Aufträge ohne Position erscheinen hier.',
    ar: 'تظهر هنا الطلبات التي ليس لها موقع.',
  },
  allSkipped: { en: 'You have skipped the rest', de: 'Den Rest haben Sie übersprungen', ar: 'تخطّيتَ البقية' },
})
