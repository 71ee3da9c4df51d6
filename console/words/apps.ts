// The texts that the console and the driver app both use. The driver app loads all of them, so it must use each one.
import { stopsIn } from './forms.ts'
import { createDictionary, formatCount } from './words.ts'

export const appTexts = createDictionary({
  delivery: { en: 'Delivery', de: 'Lieferung', ar: 'توصيل' },
  collection: { en: 'Collection', de: 'Abholung', ar: 'استلام' },
  window: { en: 'Time window', de: 'Zeitfenster', ar: 'النافذة الزمنية' },
  planned: { en: 'Planned', de: 'Geplant', ar: 'المخطط' },
  timeAtStop: { en: 'Time at stop', de: 'Standzeit', ar: 'مدة التوقف' },
  minutes: {
    en: (count: number) => `${count} min`,
    de: (count: number) => `${count} min`,
    ar: (count: number) =>
      formatCount('ar', count, { one: 'دقيقة', two: 'دقيقتان', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' }),
  },
  weight: { en: 'Weight', de: 'Gewicht', ar: 'الوزن' },
  volume: { en: 'Volume', de: 'Volumen', ar: 'الحجم' },
  instructions: { en: 'Instructions', de: 'Hinweise', ar: 'التعليمات' },
  packageNumber: {
    en: (count: number) => `Package ${count}`,
    de: (count: number) => `Packstück ${count}`,
    ar: (count: number) => `الطرد ${count}`,
  },
  packagesCount: {
    en: (count: number) => formatCount('en', count, { one: 'package', other: 'packages' }),
    de: (count: number) => formatCount('de', count, { one: 'Packstück', other: 'Packstücke' }),
    ar: (count: number) => formatCount('ar', count, { few: 'طرود', many: 'طردًا', other: 'طرد' }),
  },
  linesCount: {
    en: (count: number) => formatCount('en', count, { one: 'product line', other: 'product lines' }),
    de: (count: number) => formatCount('de', count, { one: 'Produktzeile', other: 'Produktzeilen' }),
    ar: (count: number) => formatCount('ar', count, { few: 'بنود', many: 'بندًا', other: 'بند' }),
  },
  load: { en: 'Route', de: 'Tour', ar: 'المسار' },
  outcome: { en: 'Outcome', de: 'Ergebnis', ar: 'النتيجة' },
  yes: { en: 'Yes', de: 'Ja', ar: 'نعم' },
  no: { en: 'No', de: 'Nein', ar: 'لا' },
  close: { en: 'Close', de: 'Schließen', ar: 'إغلاق' },
  remarks: { en: 'Remarks', de: 'Bemerkungen', ar: 'ملاحظات' },
  signature: { en: 'Signature', de: 'Unterschrift', ar: 'التوقيع' },
  remove: { en: 'Remove', de: 'Entfernen', ar: 'إزالة' },
  code: { en: 'Code', de: 'Code', ar: 'الرمز' },
  signOut: { en: 'Sign out', de: 'Abmelden', ar: 'تسجيل الخروج' },
  continue: { en: 'Continue', de: 'Weiter', ar: 'متابعة' },
  save: { en: 'Save', de: 'Speichern', ar: 'حفظ' },
  undo: { en: 'Undo', de: 'Rückgängig', ar: 'تراجع' },
  cancel: { en: 'Cancel', de: 'Abbrechen', ar: 'إلغاء' },
  plannedAt: {
    en: (time: string) => `planned ${time}`,
    de: (time: string) => `geplant ${time}`,
    ar: (time: string) => `مخطط ${time}`,
  },
  stop: { en: 'Stop', de: 'Stopp', ar: 'المحطة' },
  doneOf: {
    en: (done: number, total: number) => `${done} of ${stopsIn('en', total)} done`,
    de: (done: number, total: number) => `${done} von ${stopsIn('de', total)} erledigt`,
    ar: (done: number, total: number) => `أُنجز ${done} من ${stopsIn('ar', total)}`,
  },
  committedAt: {
    en: (time: string) => `committed ${time}`,
    de: (time: string) => `zugesagt ${time}`,
    ar: (time: string) => `متفق عليه ${time}`,
  },
  recordOutcome: { en: 'Record outcome', de: 'Ergebnis erfassen', ar: 'تسجيل النتيجة' },
  otherLoad: { en: 'on another route', de: 'auf einer anderen Tour', ar: 'ضمن مسار آخر' },
  goBack: { en: 'Go back', de: 'Zurück', ar: 'عودة' },
  tryAgain: { en: 'Try again', de: 'Noch einmal versuchen', ar: 'المحاولة مرة أخرى' },
})
