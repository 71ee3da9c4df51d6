// What the page about the latest changes says.
import { dictionary } from '../words/words.ts'

export const historyWords = dictionary({
  title: { en: 'History', de: 'Verlauf', ar: 'السجل' },
  kind: { en: 'Kind of record', de: 'Art des Datensatzes', ar: 'نوع السجل' },
  all: { en: 'All', de: 'Alle', ar: 'الكل' },
  consignment: { en: 'Order', de: 'Sendung', ar: 'طلب' },
  load: { en: 'Load', de: 'Tour', ar: 'حمولة' },
  depot: { en: 'Depot', de: 'Depot', ar: 'مستودع' },
  environment: { en: 'Settings', de: 'Einstellungen', ar: 'الإعدادات' },
  webhook: { en: 'Webhook', de: 'Webhook', ar: 'خطاف ويب' },
  access: { en: 'Access', de: 'Zugang', ar: 'الوصول' },
  token: { en: 'Token', de: 'Token', ar: 'رمز' },
  client: { en: 'OAuth client', de: 'OAuth-Client', ar: 'عميل OAuth' },
  person: { en: 'Person', de: 'Person', ar: 'شخص' },
  invitation: { en: 'Invitation', de: 'Einladung', ar: 'دعوة' },
  created: { en: 'created', de: 'angelegt', ar: 'أُنشئ' },
  updated: { en: 'changed', de: 'geändert', ar: 'تغيّر' },
  deleted: { en: 'deleted', de: 'gelöscht', ar: 'حُذف' },
  erased: { en: 'cleared of personal data', de: 'von persönlichen Daten befreit', ar: 'مُسحت بياناته الشخصية' },
  paused: { en: 'paused', de: 'angehalten', ar: 'أُوقف' },
  revoked: { en: 'revoked', de: 'widerrufen', ar: 'أُلغي' },
  joined: { en: 'joined', de: 'beigetreten', ar: 'انضم' },
  removed: { en: 'removed', de: 'entfernt', ar: 'أُزيل' },
  withdrawn: { en: 'withdrawn', de: 'zurückgezogen', ar: 'سُحبت' },
  none: { en: 'Nothing has changed yet', de: 'Noch hat sich nichts geändert', ar: 'لم يتغيّر شيء بعد' },
  noneText: {
    en: 'Every change of orders, loads, depots, settings and access is written down here, with who made it.',
    de: 'Jede Änderung an Sendungen, Touren, Depots, Einstellungen und Zugängen steht hier, mit dem, der sie gemacht hat.',
    ar: 'يُسجَّل هنا كل تغيير للطلبات والحمولات والمستودعات والإعدادات والوصول مع من قام به.',
  },
  older: { en: 'Older ones', de: 'Ältere', ar: 'الأقدم' },
  version: {
    en: (version: number) => `version ${version}`,
    de: (version: number) => `Version ${version}`,
    ar: (version: number) => `الإصدار ${version}`,
  },
})
