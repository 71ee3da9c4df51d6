// Texts of the page about webhooks.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const webhookTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.webhooks,
  about: {
    en:
      'The service sends events to these addresses, signed according to the Standard Webhooks specification. It ' +
      'retries failed deliveries for three days.',
    de:
      'Der Dienst sendet Ereignisse an diese Adressen, signiert nach der Standard-Webhooks-Spezifikation. ' +
      'Gescheiterte Zustellungen wiederholt er drei Tage lang.',
    ar:
      'ترسل الخدمة الأحداث إلى هذه العناوين موقَّعة وفق مواصفة Standard Webhooks، وتعيد محاولة الإرسال الفاشل ' +
      'لثلاثة أيام.',
  },
  none: { en: 'No webhooks yet', de: 'Noch keine Webhooks', ar: 'لا خطافات ويب بعد' },
  add: { en: 'Add webhook', de: 'Webhook hinzufügen', ar: 'إضافة خطاف ويب' },
  made: { en: 'Webhook created', de: 'Webhook angelegt', ar: 'أُنشئ خطاف الويب' },
  secret: { en: 'Signing secret', de: 'Signaturschlüssel', ar: 'سر التوقيع' },
  url: sharedTexts.address,
  urlHelp: {
    en: 'An https address that the service can reach.',
    de: 'Eine https-Adresse, die der Dienst erreichen kann.',
    ar: 'عنوان https يمكن للخدمة الوصول إليه.',
  },
  events: { en: 'Events', de: 'Ereignisse', ar: 'الأحداث' },
  eventsHelp: {
    en: 'Leave empty to send all events.',
    de: 'Leer lassen, um alle Ereignisse zu senden.',
    ar: 'اتركه فارغًا لإرسال كل الأحداث.',
  },
  includeRecord: {
    en: 'Send the whole record with each event',
    de: 'Mit jedem Ereignis den ganzen Datensatz senden',
    ar: 'إرسال السجل كاملًا مع كل حدث',
  },
  includeRecordHelp: {
    en: 'It may contain personal data. Without it, the receiver learns what changed and reads the rest itself.',
    de:
      'Er kann personenbezogene Daten enthalten. Ohne ihn erfährt der Empfänger, was sich geändert hat, und liest ' +
      'den Rest selbst.',
    ar: 'قد يحوي بيانات شخصية. من دونه يعرف المستقبِل ما تغيّر ويقرأ الباقي بنفسه.',
  },
  format: { en: 'Form of the messages', de: 'Form der Nachrichten', ar: 'صيغة الرسائل' },
  standard: { en: 'Standard Webhooks', de: 'Standard Webhooks', ar: 'Standard Webhooks' },
  cloudevents: { en: 'CloudEvents 1.0', de: 'CloudEvents 1.0', ar: 'CloudEvents 1.0' },
  showMessage: { en: 'Show message', de: 'Nachricht anzeigen', ar: 'عرض الرسالة' },
  message: { en: 'Message', de: 'Nachricht', ar: 'الرسالة' },
  messageNow: {
    en: 'As it would be sent now. Messages are not kept.',
    de: 'So, wie sie jetzt gesendet würde. Nachrichten werden nicht aufbewahrt.',
    ar: 'كما سترسل الآن. لا تُحفظ الرسائل.',
  },
  noMessage: {
    en: 'The event was purged.',
    de: 'Das Ereignis wird nicht mehr aufbewahrt.',
    ar: 'لم يعد الحدث محفوظًا.',
  },
  allEvents: { en: 'all', de: 'alle', ar: 'الكل' },
  state: sharedTexts.status,
  enabled: { en: 'active', de: 'aktiv', ar: 'نشط' },
  paused: { en: 'paused', de: 'angehalten', ar: 'متوقف مؤقتًا' },
  manual: { en: 'manually', de: 'manuell', ar: 'يدويًا' },
  failing: {
    en: 'after days of failed deliveries',
    de: 'nach Tagen gescheiterter Zustellungen',
    ar: 'بعد أيام من فشل الإرسال',
  },
  gone: {
    en: 'because the receiver reported that it no longer exists',
    de: 'weil der Empfänger meldete, dass es ihn nicht mehr gibt',
    ar: 'لأن المستقبِل أبلغ أنه لم يعد موجودًا',
  },
  pause: { en: 'Pause', de: 'Anhalten', ar: 'إيقاف مؤقت' },
  resume: { en: 'Resume', de: 'Fortsetzen', ar: 'استئناف' },
  ping: { en: 'Send ping', de: 'Ping senden', ar: 'إرسال ping' },
  rotate: { en: 'Create new secret', de: 'Neuen Schlüssel anlegen', ar: 'إنشاء سر جديد' },
  rotateText: {
    en: 'For 24 hours, events are signed with both secrets, so the receiver can switch without missing any.',
    de:
      '24 Stunden lang werden Ereignisse mit beiden Schlüsseln signiert. So kann der Empfänger wechseln, ohne ' +
      'etwas zu verpassen.',
    ar: 'تُوقَّع الأحداث بالسرّين معًا مدة 24 ساعة، حتى يبدّل المستقبِل دون أن يفوته شيء.',
  },
  rotated: { en: 'New secret', de: 'Neuer Schlüssel', ar: 'السر الجديد' },
  deleteText: {
    en: 'No more events are sent to this address, and its delivery log is deleted.',
    de: 'An diese Adresse werden keine Ereignisse mehr gesendet, und ihr Zustellprotokoll wird gelöscht.',
    ar: 'لن تُرسل أي أحداث أخرى إلى هذا العنوان، ويُحذف سجل إرساله.',
  },
  deliveries: { en: 'Deliveries', de: 'Zustellungen', ar: 'عمليات الإرسال' },
  noDeliveries: { en: 'No deliveries', de: 'Keine Zustellungen', ar: 'لا عمليات إرسال' },
  pending: { en: 'pending', de: 'ausstehend', ar: 'قيد الانتظار' },
  delivered: { en: 'delivered', de: 'zugestellt', ar: 'تم' },
  failed: sharedTexts.failedAttempt,
  failingSince: {
    en: (time: string) => `failing since ${time}`,
    de: (time: string) => `scheitert seit ${time}`,
    ar: (time: string) => `يفشل منذ ${time}`,
  },
  pinged: {
    en: (answer: string) => `The receiver answered: ${answer}`,
    de: (answer: string) => `Antwort des Empfängers: ${answer}`,
    ar: (answer: string) => `رد المستقبِل: ${answer}`,
  },
  attempts: {
    en: (count: number) => formatCount('en', count, { one: 'attempt', other: 'attempts' }),
    de: (count: number) => formatCount('de', count, { one: 'Versuch', other: 'Versuche' }),
    ar: (count: number) =>
      formatCount('ar', count, { one: 'محاولة', two: 'محاولتان', few: 'محاولات', other: 'محاولة' }),
  },
  milliseconds: {
    en: (count: number) => `${count} ms`,
    de: (count: number) => `${count} ms`,
    ar: (count: number) => `${count} مث`,
  },
  nextAttempt: {
    en: (time: string) => `Next attempt: ${time}`,
    de: (time: string) => `Nächster Versuch: ${time}`,
    ar: (time: string) => `المحاولة التالية: ${time}`,
  },
})
