// Texts of outcomes, progress and labels.
import { ordersIn, stopsIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const roadTexts = createDictionary({
  ...sharedTexts,
  success: { en: 'Success', de: 'Erfolgreich', ar: 'نجح' },
  partial: { en: 'Partial', de: 'Teilweise', ar: 'جزئي' },
  failedCount: {
    en: (count: number) => `${count} failed or partial`,
    de: (count: number) => `${count} fehlgeschlagen oder teilweise`,
    ar: (count: number) => `فشل أو جزئي: ${count}`,
  },
  lateCount: {
    en: (count: number) => `${stopsIn('en', count)} expected late`,
    de: (count: number) => `${stopsIn('de', count)} voraussichtlich verspätet`,
    ar: (count: number) => `محطات يُتوقع تأخرها: ${count}`,
  },
  endsAt: {
    en: (time: string) => `ends about ${time}`,
    de: (time: string) => `endet etwa ${time}`,
    ar: (time: string) => `تنتهي نحو ${time}`,
  },
  silent: {
    en: 'nothing received from the vehicle for 45 minutes',
    de: 'seit 45 Minuten keine Meldung vom Fahrzeug',
    ar: 'لا إشارة من المركبة منذ 45 دقيقة',
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
  labels: { en: 'Download labels (PDF)', de: 'Etiketten herunterladen (PDF)', ar: 'تنزيل الملصقات (PDF)' },
})

const outcomeForms = {
  en: { one: 'outcome', other: 'outcomes' },
  de: { one: 'Ergebnis', other: 'Ergebnisse' },
  ar: { one: 'نتيجة', two: 'نتيجتان', few: 'نتائج', many: 'نتيجة', other: 'نتيجة' },
}

export const outcomesTexts = createDictionary({
  ...sharedTexts,
  recordOutcomes: { en: 'Record outcomes', de: 'Ergebnisse erfassen', ar: 'تسجيل النتائج' },
  about: {
    en:
      'For drivers without the app: record the outcome of each order from paper or by phone. Dray sends ' +
      'e-mails as if the driver had recorded the outcome.',
    de:
      'Für Fahrer ohne App: Erfassen Sie das Ergebnis jedes Auftrags vom Papier oder am Telefon. Dray sendet ' +
      'E-Mails, als hätte der Fahrer das Ergebnis erfasst.',
    ar:
      'للسائقين الذين لا يستخدمون التطبيق: سجّل نتيجة كل طلب من الورق أو الهاتف. يرسل Dray الرسائل الإلكترونية ' +
      'كما لو سجّل السائق النتيجة.',
  },
  signedOnPaper: {
    en: 'The name of the person who signed on paper replaces the signature.',
    de: 'Der Name der Person, die auf Papier unterschrieben hat, ersetzt die Unterschrift.',
    ar: 'يحل اسم الشخص الذي وقّع على الورق محل التوقيع.',
  },
  known: {
    en: (count: number) =>
      `${formatCount('en', count, { one: 'order has', other: 'orders have' })} an outcome already. To change one, ` +
      'open the order and choose Correct.',
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Auftrag hat', other: 'Aufträge haben' })} schon ein Ergebnis. Um eines zu ` +
      'ändern, öffnen Sie den Auftrag und wählen „Berichtigen“.',
    ar: (count: number) => `طلبات لها نتيجة بالفعل: ${ordersIn('ar', count)}. لتغيير نتيجة، افتح الطلب واختر «تصحيح».`,
  },
  first: {
    en: (count: number) => `These are the first ${count}. Record them, and then the others.`,
    de: (count: number) => `Das sind die ersten ${count}. Erfassen Sie diese und dann die übrigen.`,
    ar: (count: number) => `هذه أول ${count}. سجّلها ثم سجّل البقية.`,
  },
  notYet: { en: 'Not known', de: 'Unbekannt', ar: 'غير معروف' },
  receivedBy: { en: 'Received by', de: 'Angenommen von', ar: 'المستلِم' },
  byWhomOrWhy: {
    en: 'Received by, or why not',
    de: 'Angenommen von, oder warum nicht',
    ar: 'المستلِم أو سبب عدم الاستلام',
  },
  handedOverBy: { en: 'Handed over by', de: 'Übergeben von', ar: 'المسلِّم' },
  remarks: sharedTexts.remark,
  time: sharedTexts.when,
  of: {
    en: (field: string, key: string) => `${field}: ${key}`,
    de: (field: string, key: string) => `${field}: ${key}`,
    ar: (field: string, key: string) => `${field}: ${key}`,
  },
  lacks_contactName: { en: 'Who signed for it?', de: 'Wer hat unterschrieben?', ar: 'من وقّع؟' },
  lacks_reason: {
    en: 'Why not, or not all of it?',
    de: 'Warum nicht, oder nicht ganz?',
    ar: 'لماذا لم يتم، أو لم يتم كله؟',
  },
  lacks_time: { en: 'When was it?', de: 'Wann war das?', ar: 'متى كان ذلك؟' },
  record: {
    en: (count: number) => `Record ${formatCount('en', count, outcomeForms.en)}`,
    de: (count: number) => `${formatCount('de', count, outcomeForms.de)} erfassen`,
    ar: (count: number) => `تسجيل ${formatCount('ar', count, outcomeForms.ar)}`,
  },
  recorded: {
    en: (count: number) => `${formatCount('en', count, outcomeForms.en)} recorded`,
    de: (count: number) => `${formatCount('de', count, outcomeForms.de)} erfasst`,
    ar: (count: number) => `سُجّل: ${formatCount('ar', count, outcomeForms.ar)}`,
  },
  someRefused: {
    en: (count: number) => `${formatCount('en', count, outcomeForms.en)} refused; the rest is recorded.`,
    de: (count: number) => `${formatCount('de', count, outcomeForms.de)} abgelehnt; das Übrige ist erfasst.`,
    ar: (count: number) => `المرفوض: ${formatCount('ar', count, outcomeForms.ar)}، وسُجّل الباقي.`,
  },
  notForThese: {
    en:
      'Record outcomes is for orders without an outcome. All selected orders have one. To change it, open the ' +
      'order and choose Correct.',
    de:
      '„Ergebnisse erfassen“ ist für Aufträge ohne Ergebnis. Alle ausgewählten Aufträge haben eines. Um es zu ' +
      'ändern, öffnen Sie den Auftrag und wählen „Berichtigen“.',
    ar: '«تسجيل النتائج» للطلبات التي لا نتيجة لها. لكل الطلبات المحددة نتيجة. لتغييرها افتح الطلب واختر «تصحيح».',
  },
})
