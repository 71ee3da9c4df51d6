// The texts of an order at a glance, and of the drawer that it is in.
import { counted, dictionary } from '../words/words.ts'

const arMinutes = (minutes: number) =>
  counted('ar', minutes, { one: 'دقيقة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' })

export const summaryWords = dictionary({
  drawer: { en: 'Order at a glance', de: 'Auftrag auf einen Blick', ar: 'الطلب في لمحة' },
  allFields: { en: 'All fields', de: 'Alle Felder', ar: 'كل الحقول' },
  summary: { en: 'Summary', de: 'Überblick', ar: 'الملخص' },
  previous: { en: 'Previous order', de: 'Voriger Auftrag', ar: 'الطلب السابق' },
  next: { en: 'Next order', de: 'Nächster Auftrag', ar: 'الطلب التالي' },
  ownPage: { en: 'Open as a page', de: 'Als Seite öffnen', ar: 'فتح كصفحة' },
  load: { en: 'Load', de: 'Tour', ar: 'الحمولة' },
  noLoad: { en: 'not on a load', de: 'auf keiner Tour', ar: 'ليس ضمن حمولة' },
  stopOf: {
    en: (position: number) => `stop ${position}`,
    de: (position: number) => `Stopp ${position}`,
    ar: (position: number) => `المحطة ${position}`,
  },
  expected: { en: 'Expected', de: 'Erwartet', ar: 'متوقع' },
  stopsAhead: {
    en: (count: number) =>
      count === 0 ? 'next stop' : `${counted('en', count, { one: 'stop', other: 'stops' })} before it`,
    de: (count: number) =>
      count === 0 ? 'nächster Stopp' : `${counted('de', count, { one: 'Stopp', other: 'Stopps' })} davor`,
    ar: (count: number) => (count === 0 ? 'المحطة التالية' : `محطات قبله: ${count}`),
  },
  driver: { en: 'Driver', de: 'Fahrer', ar: 'السائق' },
  committed: { en: 'Committed', de: 'Zugesagt', ar: 'المتفق عليه' },
  planningNotes: { en: 'Notes for the planner', de: 'Hinweise für die Planung', ar: 'ملاحظات للمخطِّط' },
  wrong: { en: 'What is wrong', de: 'Was nicht stimmt', ar: 'ما الخطأ' },
  late: {
    en: (minutes: number) => `Planned ${minutes} min after the end of its time window`,
    de: (minutes: number) => `${minutes} min nach Ende des Zeitfensters geplant`,
    ar: (minutes: number) => `مخطط بعد نهاية النافذة الزمنية بـ ${arMinutes(minutes)}`,
  },
  early: {
    en: (minutes: number) => `Planned ${minutes} min before its time window`,
    de: (minutes: number) => `${minutes} min vor dem Zeitfenster geplant`,
    ar: (minutes: number) => `مخطط قبل النافذة الزمنية بـ ${arMinutes(minutes)}`,
  },
  promised: {
    en: 'The committed time is outside its time window',
    de: 'Die zugesagte Zeit liegt außerhalb des Zeitfensters',
    ar: 'الوقت المتفق عليه خارج النافذة الزمنية',
  },
  overdue: {
    en: 'Its time window is over and there is no outcome',
    de: 'Das Zeitfenster ist vorbei, und es gibt kein Ergebnis',
    ar: 'انتهت النافذة الزمنية ولا توجد نتيجة',
  },
  nowhere: {
    en: 'No location: it cannot be put on the map or planned well',
    de: 'Keine Position: nicht auf der Karte und nicht gut planbar',
    ar: 'لا موقع: لا يظهر على الخريطة ولا يمكن تخطيطه جيدًا',
  },
  where: { en: 'Where it is', de: 'Wo es ist', ar: 'أين هو' },
  more: {
    en: (count: number) => `and ${count} more`,
    de: (count: number) => `und ${count} weitere`,
    ar: (count: number) => `و${count} أخرى`,
  },
})
