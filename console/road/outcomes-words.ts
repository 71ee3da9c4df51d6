// The texts about outcomes that are told at the desk, for drivers who tell none themselves.

import { orderForms } from '../words/forms.ts'
import { counted, dictionary } from '../words/words.ts'

const outcomeForms = {
  en: { one: 'outcome', other: 'outcomes' },
  de: { one: 'Ergebnis', other: 'Ergebnisse' },
  ar: { one: 'نتيجة', two: 'نتيجتان', few: 'نتائج', many: 'نتيجة', other: 'نتيجة' },
}

export const outcomesWords = dictionary({
  recordOutcomes: { en: 'Record outcomes', de: 'Ergebnisse erfassen', ar: 'تسجيل النتائج' },
  recordOutcome: { en: 'Record outcome', de: 'Ergebnis erfassen', ar: 'تسجيل النتيجة' },
  about: {
    en: 'For drivers who do not use the app, or cannot: say from paper or the phone what became of each order. E-mails go out as if the driver had recorded it.',
    de: 'Für Fahrer ohne App oder mit leerem Akku: Erfassen Sie vom Papier oder am Telefon, was aus jedem Auftrag geworden ist. E-Mails gehen hinaus, als hätte es der Fahrer erfasst.',
    ar: 'للسائقين الذين لا يستخدمون التطبيق أو لا يستطيعون: سجّل من الورق أو الهاتف ما آل إليه كل طلب. تُرسل الرسائل الإلكترونية كما لو سجّله السائق.',
  },
  signedOnPaper: {
    en: 'The name of who signed on paper stands for the signature.',
    de: 'Der Name dessen, der auf Papier unterschrieben hat, steht für die Unterschrift.',
    ar: 'اسم من وقّع على الورق يقوم مقام التوقيع.',
  },
  known: {
    en: (count: number) =>
      `${counted('en', count, { one: 'order has', other: 'orders have' })} an outcome already. To change one, open the order and choose Correct.`,
    de: (count: number) =>
      `${counted('de', count, { one: 'Auftrag hat', other: 'Aufträge haben' })} schon ein Ergebnis. Um eines zu ändern, öffnen Sie den Auftrag und wählen „Berichtigen“.`,
    ar: (count: number) =>
      `طلبات لها نتيجة بالفعل: ${counted('ar', count, orderForms.ar)}. لتغيير نتيجة، افتح الطلب واختر «تصحيح».`,
  },
  first: {
    en: (count: number) => `These are the first ${count}. Record them, and then the others.`,
    de: (count: number) => `Das sind die ersten ${count}. Erfassen Sie diese und dann die übrigen.`,
    ar: (count: number) => `هذه أول ${count}. سجّلها ثم سجّل البقية.`,
  },
  order: { en: 'Order', de: 'Auftrag', ar: 'الطلب' },
  notYet: { en: 'Not known', de: 'Unbekannt', ar: 'غير معروف' },
  receivedBy: { en: 'Received by', de: 'Angenommen von', ar: 'المستلِم' },
  byWhomOrWhy: {
    en: 'Received by, or why not',
    de: 'Angenommen von, oder warum nicht',
    ar: 'المستلِم أو سبب عدم الاستلام',
  },
  handedOverBy: { en: 'Handed over by', de: 'Übergeben von', ar: 'المسلِّم' },
  reason: { en: 'Reason', de: 'Grund', ar: 'السبب' },
  remarks: { en: 'Remark', de: 'Bemerkung', ar: 'ملاحظة' },
  time: { en: 'When', de: 'Wann', ar: 'الوقت' },
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
    en: (count: number) => `Record ${counted('en', count, outcomeForms.en)}`,
    de: (count: number) => `${counted('de', count, outcomeForms.de)} erfassen`,
    ar: (count: number) => `تسجيل ${counted('ar', count, outcomeForms.ar)}`,
  },
  recorded: {
    en: (count: number) => `${counted('en', count, outcomeForms.en)} recorded`,
    de: (count: number) => `${counted('de', count, outcomeForms.de)} erfasst`,
    ar: (count: number) => `سُجّل: ${counted('ar', count, outcomeForms.ar)}`,
  },
  someRefused: {
    en: (count: number) => `${counted('en', count, outcomeForms.en)} refused; the rest is recorded.`,
    de: (count: number) => `${counted('de', count, outcomeForms.de)} abgelehnt; das Übrige ist erfasst.`,
    ar: (count: number) => `المرفوض: ${counted('ar', count, outcomeForms.ar)}، وسُجّل الباقي.`,
  },
  notForThese: {
    en: 'Record outcomes is for orders that have none yet. Each of these has one: to change it, open the order and choose Correct.',
    de: '„Ergebnisse erfassen“ ist für Aufträge, die noch keines haben. Diese haben alle eines: Um es zu ändern, öffnen Sie den Auftrag und wählen „Berichtigen“.',
    ar: '«تسجيل النتائج» للطلبات التي لا نتيجة لها بعد. لكل من هذه نتيجة: لتغييرها افتح الطلب واختر «تصحيح».',
  },
})
