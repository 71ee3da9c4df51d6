// The texts of what happens on the road: outcomes, the progress of loads, labels.
import { counted, dictionary } from '../words/words.ts'

const stopForms = {
  en: { one: 'stop', other: 'stops' },
  de: { one: 'Stopp', other: 'Stopps' },
  ar: { one: 'محطة', two: 'محطتان', few: 'محطات', many: 'محطة', other: 'محطة' },
}

export const roadWords = dictionary({
  outcome: { en: 'Outcome', de: 'Ergebnis', ar: 'النتيجة' },
  success: { en: 'Success', de: 'Erfolgreich', ar: 'نجح' },
  partial: { en: 'Partial', de: 'Teilweise', ar: 'جزئي' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen', ar: 'فشل' },
  failedOrPartial: { en: 'Failed or partial', de: 'Fehlgeschlagen oder teilweise', ar: 'فشل أو جزئي' },
  progress: { en: 'Progress', de: 'Fortschritt', ar: 'التقدم' },
  doneOf: {
    en: (done: number, all: number) => `${done} of ${counted('en', all, stopForms.en)} done`,
    de: (done: number, all: number) => `${done} von ${counted('de', all, stopForms.de)} erledigt`,
    ar: (done: number, all: number) => `أُنجز ${done} من ${counted('ar', all, stopForms.ar)}`,
  },
  failedCount: {
    en: (count: number) => `${count} failed or partial`,
    de: (count: number) => `${count} fehlgeschlagen oder teilweise`,
    ar: (count: number) => `فشل أو جزئي: ${count}`,
  },
  lateCount: {
    en: (count: number) => `${counted('en', count, stopForms.en)} expected late`,
    de: (count: number) => `${counted('de', count, stopForms.de)} voraussichtlich verspätet`,
    ar: (count: number) => `محطات يُتوقع تأخرها: ${count}`,
  },
  endsAt: {
    en: (time: string) => `ends about ${time}`,
    de: (time: string) => `endet etwa ${time}`,
    ar: (time: string) => `تنتهي نحو ${time}`,
  },
  silent: {
    en: 'no recent sign of the vehicle',
    de: 'seit Längerem kein Zeichen vom Fahrzeug',
    ar: 'لا إشارة حديثة من المركبة',
  },
  startedAt: {
    en: (time: string) => `Started ${time}`,
    de: (time: string) => `Gestartet ${time}`,
    ar: (time: string) => `الانطلاق ${time}`,
  },
  completedAt: {
    en: (time: string) => `Completed ${time}`,
    de: (time: string) => `Abgeschlossen ${time}`,
    ar: (time: string) => `الاكتمال ${time}`,
  },
  seenAt: {
    en: (time: string) => `Last position ${time}`,
    de: (time: string) => `Letzte Position ${time}`,
    ar: (time: string) => `آخر موقع ${time}`,
  },
  expectedAt: {
    en: (time: string) => `expected ${time}`,
    de: (time: string) => `erwartet ${time}`,
    ar: (time: string) => `متوقع ${time}`,
  },
  expectedLate: {
    en: (time: string) => `expected ${time}, after the end of its window`,
    de: (time: string) => `erwartet ${time}, nach Ende des Zeitfensters`,
    ar: (time: string) => `متوقع ${time}، بعد انتهاء الموعد`,
  },
  wasLate: { en: 'after the end of its window', de: 'nach Ende des Zeitfensters', ar: 'بعد انتهاء الموعد' },
  elsewhere: { en: 'on another load', de: 'auf einer anderen Tour', ar: 'ضمن حمولة أخرى' },
  labels: { en: 'Labels (PDF)', de: 'Etiketten (PDF)', ar: 'الملصقات (PDF)' },
})
