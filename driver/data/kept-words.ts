// Texts about unsent data on the phone: unsaved drafts, data of another driver, and a full phone.
import { createDictionary, formatCount } from '../../console/words/words.ts'

export const keptTexts = createDictionary({
  notFinished: {
    en: (count: number) => `${count} not finished yet`,
    de: (count: number) => `${count} noch nicht fertig`,
    ar: (count: number) => `${count} لم تكتمل بعد`,
  },
  unfinished: { en: 'Not saved', de: 'Nicht gespeichert', ar: 'لم تُحفظ' },
  unfinishedHow: {
    en: 'Open the stop and tap Save. The app sends it after that.',
    de: 'Öffnen Sie den Stopp und tippen Sie auf „Speichern“. Danach sendet die App das Ergebnis.',
    ar: 'افتح المحطة واضغط «حفظ». بعد ذلك يرسل التطبيق النتيجة.',
  },
  discard: {
    en: 'Discard this outcome',
    de: 'Dieses Ergebnis verwerfen',
    ar: 'تجاهل هذه النتيجة',
  },
  discardHow: {
    en: 'The app deletes the outcome, its photos and its signature from this phone. You cannot restore them.',
    de:
      'Die App löscht das Ergebnis, seine Fotos und seine Unterschrift von diesem Telefon. Sie lassen sich nicht ' +
      'wiederherstellen.',
    ar: 'يحذف التطبيق النتيجة وصورها وتوقيعها من هذا الهاتف. لا يمكن استعادتها.',
  },
  signOutUnfinished: {
    en: (count: number) =>
      `${formatCount('en', count, { one: 'outcome is', other: 'outcomes are' })} not saved. Signing out deletes ` +
      'unsaved outcomes with their photos and signatures.',
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Ergebnis ist', other: 'Ergebnisse sind' })} nicht gespeichert. Das ` +
      'Abmelden löscht nicht gespeicherte Ergebnisse mit ihren Fotos und Unterschriften.',
    ar: (count: number) =>
      `${formatCount('ar', count, { few: 'نتائج', other: 'نتيجة' })} لم تُحفظ. تسجيل الخروج يحذف النتائج غير ` +
      'المحفوظة مع صورها وتوقيعاتها.',
  },
  phoneFull: {
    en: 'This phone is full. The app still sends your records. Free some space to record more.',
    de: 'Dieses Telefon ist voll. Ihre Einträge werden weiterhin gesendet. Schaffen Sie Platz, um weitere zu erfassen.',
    ar: 'هذا الهاتف ممتلئ. يواصل التطبيق إرسال سجلاتك. وفّر مساحة لتسجيل المزيد.',
  },
  otherLink: { en: 'Open the new link?', de: 'Neuen Link öffnen?', ar: 'هل تريد فتح الرابط الجديد؟' },
  otherLinkHow: {
    en: (name: string, count: number) =>
      `This phone has ${formatCount('en', count, { one: 'unsent record', other: 'unsent records' })} of ${name}. ` +
      `The app sends saved outcomes. Unsaved outcomes wait until ${name} signs in again.`,
    de: (name: string, count: number) =>
      `Dieses Telefon hat ${formatCount('de', count, { one: 'ungesendeten Eintrag', other: 'ungesendete Einträge' })}` +
      ` von ${name}. Die App sendet gespeicherte Ergebnisse. Nicht gespeicherte warten, bis ${name} sich wieder ` +
      'anmeldet.',
    ar: (name: string, count: number) =>
      `على هذا الهاتف ${formatCount('ar', count, { few: 'سجلات', other: 'سجل' })} لم تُرسَل تخص ⁨${name}⁩. يرسل ` +
      `التطبيق النتائج المحفوظة. وتنتظر النتائج غير المحفوظة حتى يسجّل ⁨${name}⁩ الدخول من جديد.`,
  },
  tooLarge: {
    en: 'This photo is too large to upload on this network. Show it to your planner. The app keeps trying.',
    de: 'Dieses Foto ist zu groß für dieses Netz. Zeigen Sie es Ihrem Planer. Die App versucht es weiter.',
    ar: 'هذه الصورة أكبر من أن تُرفع عبر هذه الشبكة. اعرضها على المخطِّط. سيواصل التطبيق المحاولة.',
  },
  ofOthers: {
    en:
      'Another driver recorded these outcomes on this phone. The app sends them under that driver’s name. If that ' +
      'driver’s access was revoked, the outcomes wait until a planner restores it.',
    de:
      'Ein anderer Fahrer hat diese Ergebnisse auf diesem Telefon erfasst. Die App sendet sie unter dessen Namen. ' +
      'Wurde sein Zugang entzogen, warten sie, bis er ihn wieder hat.',
    ar: 'سجّل سائق آخر هذه النتائج على هذا الهاتف. يرسلها التطبيق باسمه. إذا سُحب وصوله فستنتظر حتى يُستعاد.',
  },
})
