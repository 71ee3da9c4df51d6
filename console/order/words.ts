// The texts of changes to many orders, and of planning orders again that were not delivered.
import { ordersIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const orderTexts = createDictionary({
  ...sharedTexts,
  results: { en: 'Result', de: 'Ergebnis', ar: 'النتيجة' },
  result_updated: sharedTexts.updated,
  result_unchanged: { en: 'Unchanged', de: 'Unverändert', ar: 'دون تغيير' },
  result_created: sharedTexts.created,
  result_failed: sharedTexts.failed,
  result_deleted: sharedTexts.deleted,
  allDone: {
    en: (count: number) => formatCount('en', count, { other: 'changed' }),
    de: (count: number) => formatCount('de', count, { other: 'geändert' }),
    ar: (count: number) => `المعدّل: ${count}`,
  },
  someFailed: {
    en: (count: number) => formatCount('en', count, { other: 'failed' }),
    de: (count: number) => formatCount('de', count, { other: 'fehlgeschlagen' }),
    ar: (count: number) => `الفاشل: ${count}`,
  },
  notUndone: {
    en: (count: number) => `${ordersIn('en', count)} changed since, and left as ${count === 1 ? 'it is' : 'they are'}`,
    de: (count: number) => `${ordersIn('de', count)} seither geändert und so belassen`,
    ar: (count: number) => `تُرك كما هو لأنه تغيّر بعد ذلك: ${ordersIn('ar', count)}`,
  },
})

export const planAgainTexts = createDictionary({
  ...sharedTexts,
  planAgain: { en: 'Reschedule', de: 'Neu planen', ar: 'إعادة الجدولة' },
  selected: {
    en: (count: number) => `${ordersIn('en', count)} selected.`,
    de: (count: number) => `${ordersIn('de', count)} ausgewählt.`,
    ar: (count: number) => `المحدد: ${ordersIn('ar', count)}.`,
  },
  about: {
    en:
      'The orders leave their route. Their windows move to the day that you choose, at the same time of day. ' +
      'Planned times are cleared, and so are committed times of another day.',
    de:
      'Die Aufträge verlassen ihre Tour. Ihre Zeitfenster wechseln auf den gewählten Tag, bei gleicher Uhrzeit. ' +
      'Geplante Zeiten werden gelöscht, und ebenso Zeiten, die für einen anderen Tag zugesagt waren.',
    ar:
      'تخرج الطلبات من مسارها. تنتقل مواعيدها إلى اليوم المختار في الوقت نفسه. تُمسح الأوقات المخططة، ' +
      'وكذلك الأوقات المتفق عليها ليوم آخر.',
  },
  toLoad: sharedTexts.load,
  noLoadYet: {
    en: 'No route yet: plan them later',
    de: 'Noch keine Tour: später einplanen',
    ar: 'بلا مسار بعد: تُخطط لاحقًا',
  },
  plannedAgain: {
    en: (count: number) => `${ordersIn('en', count)} ready to be planned again`,
    de: (count: number) => `${ordersIn('de', count)} zur erneuten Planung bereit`,
    ar: (count: number) => `جاهز لإعادة التخطيط: ${count}`,
  },
  onLoadAgain: {
    en: (count: number, load: string) => `${ordersIn('en', count)} put on route ${load}`,
    de: (count: number, load: string) => `${ordersIn('de', count)} der Tour ${load} zugewiesen`,
    ar: (count: number, load: string) => `أُسند إلى المسار ${load}: ${count}`,
  },
  openAbout: {
    en: (count: number) =>
      `${formatCount('en', count, { one: 'order has', other: 'orders have' })} no outcome yet and will be recorded ` +
      'as not delivered. This stays on record, and the driver need not go there any more.',
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Auftrag hat', other: 'Aufträge haben' })} noch kein Ergebnis und ` +
      `${count === 1 ? 'wird' : 'werden'} als nicht zugestellt vermerkt. Das bleibt vermerkt, ` +
      'und der Fahrer muss dort nicht mehr hin.',
    ar: (count: number) =>
      `طلبات بلا نتيجة بعد: ${ordersIn('ar', count)}. تُسجَّل على أنها لم تُسلَّم. يبقى ذلك مسجلًا، ` +
      'ولا يحتاج السائق إلى الذهاب إليها.',
  },
  toldRecipients: {
    en: 'Recipients with an e-mail address get an e-mail with the reason.',
    de: 'Empfänger mit E-Mail-Adresse bekommen eine E-Mail mit dem Grund.',
    ar: 'يتلقى المستلمون الذين لهم عنوان بريد إلكتروني رسالة إلكترونية بالسبب.',
  },
  toldQuiet: {
    en: 'Recipients are not notified: no e-mail, and no change on the tracking page.',
    de: 'Empfänger werden nicht benachrichtigt: keine E-Mail und keine Änderung auf der Verfolgungsseite.',
    ar: 'لا يُبلَّغ المستلمون: لا رسالة إلكترونية ولا تغيير على صفحة التتبع.',
  },
  toldFixed: {
    en: (addresses: string) => `Dray sends an e-mail to ${addresses}.`,
    de: (addresses: string) => `Dray sendet eine E-Mail an ${addresses}.`,
    ar: (addresses: string) => `يرسل Dray رسالة إلكترونية إلى ${addresses}.`,
  },
  toldNobody: {
    en: 'No e-mail is sent: e-mails about failed deliveries are off.',
    de: 'Es wird keine E-Mail gesendet: E-Mails über Fehlschläge sind abgeschaltet.',
    ar: 'لا تُرسل رسالة إلكترونية: الرسائل الإلكترونية عن التسليم الفاشل موقوفة.',
  },
  toldSandbox: {
    en: 'A sandbox sends no e-mails.',
    de: 'Eine Sandbox sendet keine E-Mails.',
    ar: 'بيئة التجربة لا ترسل رسائل إلكترونية.',
  },
  reason: { en: 'Why not delivered', de: 'Warum nicht zugestellt', ar: 'سبب عدم التسليم' },
  remarks: sharedTexts.remark,
  remarksAbout: {
    en: 'Optional. It is part of the proof.',
    de: 'Freiwillig. Sie steht im Nachweis.',
    ar: 'اختيارية. تظهر في الإثبات.',
  },
  andThen: { en: 'And then', de: 'Und dann', ar: 'وبعد ذلك' },
  goAgain: {
    en: 'Plan them for another day or route',
    de: 'Für einen anderen Tag oder eine andere Tour planen',
    ar: 'تُخطط ليوم آخر أو لمسار آخر',
  },
  giveUp: {
    en: 'Leave them on their route, such as when they are cancelled',
    de: 'Auf der Tour lassen, etwa bei einer Stornierung',
    ar: 'تبقى ضمن مسارها، مثلًا عند الإلغاء',
  },
  record: { en: 'Record as not delivered', de: 'Als nicht zugestellt vermerken', ar: 'تسجيل عدم التسليم' },
  recorded: {
    en: (count: number) => `${ordersIn('en', count)} recorded as not delivered`,
    de: (count: number) => `${ordersIn('de', count)} als nicht zugestellt vermerkt`,
    ar: (count: number) => `سُجّل عدم التسليم: ${count}`,
  },
  cancelled: {
    en: 'This order is cancelled. Choose a route for it, or correct its outcome first.',
    de: 'Dieser Auftrag ist storniert. Wählen Sie eine Tour für ihn, oder korrigieren Sie zuerst sein Ergebnis.',
    ar: 'أُلغي هذا الطلب. اختر له مسارًا أو صحّح نتيجته أولًا.',
  },
  notAgain: {
    en:
      'Reschedule is for failed orders, and for orders without an outcome on a started or completed route. The ' +
      'selection has other orders too.',
    de:
      '„Neu planen“ ist für fehlgeschlagene Aufträge und für Aufträge ohne Ergebnis auf einer gestarteten oder ' +
      'abgeschlossenen Tour. Die Auswahl enthält auch andere Aufträge.',
    ar:
      '«إعادة الجدولة» للطلبات الفاشلة وللطلبات التي لا نتيجة لها في مسار انطلق أو اكتمل. في التحديد طلبات ' +
      'أخرى أيضًا.',
  },
  wayOut: {
    en: 'To take undelivered orders off a started or completed route, choose Reschedule (P).',
    de:
      'Um nicht zugestellte Aufträge aus einer gestarteten oder abgeschlossenen Tour zu nehmen, wählen Sie ' +
      '„Neu planen“ (P).',
    ar: 'لإخراج الطلبات التي لم تُسلَّم من مسار منطلق أو مكتمل، اختر «إعادة الجدولة» (P).',
  },
})
