// The texts about what is still on the phone: begun and not saved, of somebody else, or without room.
import { counted, dictionary } from '../../console/words/words.ts'

export const keptWords = dictionary({
  notFinished: {
    en: (count: number) => `${count} not finished yet`,
    de: (count: number) => `${count} noch nicht fertig`,
    ar: (count: number) => `${count} لم تكتمل بعد`,
  },
  unfinished: { en: 'Begun, not saved', de: 'Begonnen, nicht gespeichert', ar: 'بدأت ولم تُحفظ' },
  unfinishedHow: {
    en: 'Open it and tap Save: only then is it sent.',
    de: 'Öffnen Sie es und tippen Sie auf „Speichern“: Erst dann wird es gesendet.',
    ar: 'افتحها واضغط «حفظ»: عندئذ فقط تُرسَل.',
  },
  discard: { en: 'Discard what I began', de: 'Begonnenes verwerfen', ar: 'تجاهل ما بدأته' },
  discardHow: {
    en: 'The outcome, its photos and its signature are deleted from this phone. They cannot be brought back.',
    de:
      'Das Ergebnis, seine Fotos und seine Unterschrift werden von diesem Telefon gelöscht. Sie lassen sich nicht ' +
      'zurückholen.',
    ar: 'ستُحذف النتيجة وصورها وتوقيعها من هذا الهاتف. لا يمكن استرجاعها.',
  },
  signOutUnfinished: {
    en: (count: number) =>
      `${counted('en', count, { one: 'outcome was', other: 'outcomes were' })} begun and not saved. Signing out ` +
      'deletes what was begun, with photos and signature.',
    de: (count: number) =>
      `${counted('de', count, { one: 'Ergebnis wurde', other: 'Ergebnisse wurden' })} begonnen und nicht ` +
      'gespeichert. Mit dem Abmelden wird Begonnenes gelöscht, mit Fotos und Unterschrift.',
    ar: (count: number) =>
      `${counted('ar', count, { few: 'نتائج', other: 'نتيجة' })} بدأت ولم تُحفظ. تسجيل الخروج يحذف ما بدأ، مع ` +
      'الصور والتوقيع.',
  },
  phoneFull: {
    en: 'This phone is full. What you recorded is sent all the same, but free some space: nothing new can be kept.',
    de:
      'Dieses Telefon ist voll. Was Sie erfasst haben, wird trotzdem gesendet. Schaffen Sie aber Platz: Neues ' +
      'lässt sich nicht mehr sichern.',
    ar: 'هذا الهاتف ممتلئ. ما سجلته يُرسَل رغم ذلك، لكن وفّر مساحة: لا يمكن حفظ شيء جديد.',
  },
  otherLink: { en: 'Open the new link?', de: 'Neuen Link öffnen?', ar: 'هل تريد فتح الرابط الجديد؟' },
  otherLinkHow: {
    en: (name: string, count: number) =>
      `${counted('en', count, { one: 'record', other: 'records' })} of ${name} on this phone: not sent or not ` +
      'saved yet. Nothing of it is lost. What was saved is sent by itself; what was only begun waits until ' +
      `${name} is let in again.`,
    de: (name: string, count: number) =>
      `${counted('de', count, { one: 'Eintrag', other: 'Einträge' })} von ${name} auf diesem Telefon: noch nicht ` +
      'gesendet oder nicht gespeichert. Nichts davon geht verloren. Was gespeichert ist, wird von selbst ' +
      `gesendet; was nur begonnen ist, wartet, bis ${name} wieder angemeldet ist.`,
    ar: (name: string, count: number) =>
      `${counted('ar', count, { few: 'سجلات', other: 'سجل' })} تخص ⁨${name}⁩ على هذا الهاتف لم تُرسَل أو لم ` +
      `تُحفظ بعد. لن يضيع منها شيء: ما حُفظ يُرسَل تلقائيًا، وما بدأ فقط ينتظر عودة ⁨${name}⁩.`,
  },
  tooLarge: {
    en:
      'This is too large for something between this phone and the service. It is tried again by itself: show it to ' +
      'your planner.',
    de:
      'Das ist etwas zwischen diesem Telefon und dem Dienst zu groß. Es wird von selbst noch einmal versucht: ' +
      'Zeigen Sie es Ihrem Planer.',
    ar: 'هذا كبير جدًا على وسيط بين هذا الهاتف والخدمة. ستُعاد المحاولة تلقائيًا: اعرضه على المخطِّط.',
  },
  ofOthers: {
    en:
      'What somebody else recorded on this phone is sent in their name. If they are no longer let in, it waits ' +
      'until they are.',
    de:
      'Was jemand anderes auf diesem Telefon erfasst hat, wird in dessen Namen gesendet. Ist er nicht mehr ' +
      'angemeldet, wartet es, bis er es wieder ist.',
    ar: 'ما سجله شخص آخر على هذا الهاتف يُرسَل باسمه. إذا انتهى دخوله، ينتظر حتى يدخل من جديد.',
  },
})
