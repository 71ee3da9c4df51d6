// The texts about changes: authors, types of records and types of changes.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const changeTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.history,
  kind: { en: 'Record type', de: 'Art des Datensatzes', ar: 'نوع العنصر' },
  consignment: sharedTexts.order,
  environment: sharedTexts.settings,
  notice: { en: 'Notification', de: 'Benachrichtigung', ar: 'الإشعار' },
  access: { en: 'Access', de: 'Zugang', ar: 'الوصول' },
  'sign-ins': sharedTexts.signIns,
  client: { en: 'OAuth client', de: 'OAuth-Client', ar: 'عميل OAuth' },
  invitation: { en: 'Invitation', de: 'Einladung', ar: 'الدعوة' },
  device: { en: 'Phone of a driver', de: 'Telefon eines Fahrers', ar: 'هاتف السائق' },
  created: { en: 'created', de: 'angelegt', ar: 'إنشاء' },
  updated: { en: 'changed', de: 'geändert', ar: 'تعديل' },
  deleted: { en: 'deleted', de: 'gelöscht', ar: 'حذف' },
  erased: { en: 'personal data erased', de: 'persönliche Daten gelöscht', ar: 'مسح البيانات الشخصية' },
  unsubscribed: {
    en: 'tracking e-mails turned off by the recipient',
    de: 'E-Mails zur Sendungsverfolgung vom Empfänger ausgeschaltet',
    ar: 'إيقاف رسائل التتبع من المستلم',
  },
  resubscribed: {
    en: 'tracking e-mails turned on again by the recipient',
    de: 'E-Mails zur Sendungsverfolgung vom Empfänger wieder eingeschaltet',
    ar: 'تشغيل رسائل التتبع من جديد من المستلم',
  },
  completed: { en: 'completed', de: 'vollständig', ar: 'اكتمال' },
  replaced: { en: 'replaced', de: 'ersetzt', ar: 'استبدال' },
  paused: { en: 'paused', de: 'angehalten', ar: 'إيقاف مؤقت' },
  revoked: { en: 'revoked', de: 'widerrufen', ar: 'إبطال' },
  joined: { en: 'joined', de: 'beigetreten', ar: 'انضمام' },
  removed: { en: 'removed', de: 'entfernt', ar: 'إزالة' },
  ended: { en: 'access revoked', de: 'Zugang entzogen', ar: 'سحب الوصول' },
  withdrawn: { en: 'withdrawn', de: 'zurückgezogen', ar: 'سحب' },
  deletedPerson: { en: 'deleted person', de: 'gelöschte Person', ar: 'شخص محذوف' },
  none: { en: 'No changes yet', de: 'Noch keine Änderungen', ar: 'لا تغييرات بعد' },
  noneText: {
    en:
      'Every change to orders, routes, depots, vehicles, drivers, proofs, settings and access is recorded here, ' +
      'with the name of the person or program that made it.',
    de:
      'Hier steht jede Änderung an Aufträgen, Touren, Depots, Fahrzeugen, Fahrern, Nachweisen, ' +
      'Einstellungen und Zugängen, mit dem Namen der Person oder des Programms, von dem sie stammt.',
    ar:
      'يُسجَّل هنا كل تغيير في الطلبات والمسارات والمستودعات والمركبات والسائقين والإثباتات والإعدادات والوصول، ' +
      'مع اسم الشخص أو البرنامج الذي أجراه.',
  },
  showDetails: { en: 'Show details', de: 'Details anzeigen', ar: 'عرض التفاصيل' },
  hideDetails: { en: 'Hide details', de: 'Details ausblenden', ar: 'إخفاء التفاصيل' },
  searchHistory: { en: 'Search history', de: 'Verlauf durchsuchen', ar: 'البحث في السجل' },
  anyPerson: { en: 'Any person', de: 'Alle Personen', ar: 'كل الأشخاص' },
  filtered: {
    en: (count: string, time: string) => `The filters cover the latest ${count} changes, back to ${time}.`,
    de: (count: string, time: string) => `Die Filter gelten für die letzten ${count} Änderungen, zurück bis ${time}.`,
    ar: (count: string, time: string) => `تشمل عوامل التصفية أحدث ${count} من التغييرات، رجوعًا إلى ${time}.`,
  },
  unset: { en: 'not set', de: 'nicht gesetzt', ar: 'غير محدد' },
  version: {
    en: (version: number) => `version ${version}`,
    de: (version: number) => `Version ${version}`,
    ar: (version: number) => `الإصدار ${version}`,
  },
})
