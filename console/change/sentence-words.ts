// The texts of the sentences about changes. Arabic uses verbal nouns, which have no gender of the author.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'
import { countTexts } from './field-words.ts'

/** One record by its name, as the object of a sentence. */
export const recordTexts = createDictionary({
  consignment: {
    en: (key: string) => `order ${key}`,
    de: (key: string) => `Auftrag ${key}`,
    ar: (key: string) => `الطلب ${key}`,
  },
  depot: {
    en: (key: string) => `depot ${key}`,
    de: (key: string) => `Depot ${key}`,
    ar: (key: string) => `المستودع ${key}`,
  },
  load: {
    en: (key: string) => `route ${key}`,
    de: (key: string) => `Tour ${key}`,
    ar: (key: string) => `المسار ${key}`,
  },
  vehicle: {
    en: (key: string) => `vehicle ${key}`,
    de: (key: string) => `Fahrzeug ${key}`,
    ar: (key: string) => `المركبة ${key}`,
  },
  driver: {
    en: (key: string) => `driver ${key}`,
    de: (key: string) => `Fahrer ${key}`,
    ar: (key: string) => `السائق ${key}`,
  },
  pod: {
    en: (key: string) => `the proof of order ${key}`,
    de: (key: string) => `den Nachweis zu Auftrag ${key}`,
    ar: (key: string) => `إثبات الطلب ${key}`,
  },
  environment: {
    en: (_key: string) => 'the settings',
    de: (_key: string) => 'die Einstellungen',
    ar: (_key: string) => 'الإعدادات',
  },
  webhook: {
    en: (key: string) => `webhook ${key}`,
    de: (key: string) => `Webhook ${key}`,
    ar: (key: string) => `خطاف الويب ${key}`,
  },
  notice: {
    en: (key: string) => `the e-mail about order ${key}`,
    de: (key: string) => `die E-Mail zu Auftrag ${key}`,
    ar: (key: string) => `رسالة البريد عن الطلب ${key}`,
  },
  token: {
    en: (key: string) => `token ${key}`,
    de: (key: string) => `Token ${key}`,
    ar: (key: string) => `رمز الوصول ${key}`,
  },
  client: {
    en: (key: string) => `OAuth client ${key}`,
    de: (key: string) => `OAuth-Client ${key}`,
    ar: (key: string) => `عميل OAuth ${key}`,
  },
  person: {
    en: (key: string) => `person ${key}`,
    de: (key: string) => `Person ${key}`,
    ar: (key: string) => `الشخص ${key}`,
  },
  invitation: {
    en: (key: string) => `the invitation for ${key}`,
    de: (key: string) => `die Einladung für ${key}`,
    ar: (key: string) => `دعوة ${key}`,
  },
  device: {
    en: (key: string) => `the phone of driver ${key}`,
    de: (key: string) => `das Telefon von Fahrer ${key}`,
    ar: (key: string) => `هاتف السائق ${key}`,
  },
})

/** Several records by their number. */
export const recordCountTexts = createDictionary({
  consignment: countTexts.orderCount,
  depot: {
    en: (count: number) => formatCount('en', count, { one: 'depot', other: 'depots' }),
    de: (count: number) => formatCount('de', count, { one: 'Depot', other: 'Depots' }),
    ar: (count: number) => formatCount('ar', count, { few: 'مستودعات', many: 'مستودعًا', other: 'مستودع' }),
  },
  load: countTexts.loadCount,
  vehicle: {
    en: (count: number) => formatCount('en', count, { one: 'vehicle', other: 'vehicles' }),
    de: (count: number) => formatCount('de', count, { one: 'Fahrzeug', other: 'Fahrzeuge' }),
    ar: (count: number) => formatCount('ar', count, { few: 'مركبات', many: 'مركبة', other: 'مركبة' }),
  },
  driver: {
    en: (count: number) => formatCount('en', count, { one: 'driver', other: 'drivers' }),
    de: (count: number) => formatCount('de', count, { one: 'Fahrer', other: 'Fahrer' }),
    ar: (count: number) => formatCount('ar', count, { few: 'سائقين', many: 'سائقًا', other: 'سائق' }),
  },
  pod: {
    en: (count: number) => formatCount('en', count, { one: 'proof', other: 'proofs' }),
    de: (count: number) => formatCount('de', count, { one: 'Nachweis', other: 'Nachweise' }),
    ar: (count: number) => formatCount('ar', count, { few: 'إثباتات', many: 'إثباتًا', other: 'إثبات' }),
  },
  environment: {
    en: (_count: number) => 'the settings',
    de: (_count: number) => 'die Einstellungen',
    ar: (_count: number) => 'الإعدادات',
  },
  webhook: {
    en: (count: number) => formatCount('en', count, { one: 'webhook', other: 'webhooks' }),
    de: (count: number) => formatCount('de', count, { one: 'Webhook', other: 'Webhooks' }),
    ar: (count: number) => formatCount('ar', count, { few: 'خطافات ويب', other: 'خطاف ويب' }),
  },
  notice: {
    en: (count: number) => formatCount('en', count, { one: 'e-mail', other: 'e-mails' }),
    de: (count: number) => formatCount('de', count, { one: 'E-Mail', other: 'E-Mails' }),
    ar: (count: number) => formatCount('ar', count, { few: 'رسائل بريد', other: 'رسالة بريد' }),
  },
  token: {
    en: (count: number) => formatCount('en', count, { one: 'token', other: 'tokens' }),
    de: (count: number) => formatCount('de', count, { one: 'Token', other: 'Token' }),
    ar: (count: number) => formatCount('ar', count, { few: 'رموز وصول', other: 'رمز وصول' }),
  },
  client: {
    en: (count: number) => formatCount('en', count, { one: 'OAuth client', other: 'OAuth clients' }),
    de: (count: number) => formatCount('de', count, { one: 'OAuth-Client', other: 'OAuth-Clients' }),
    ar: (count: number) => formatCount('ar', count, { few: 'عملاء OAuth', other: 'عميل OAuth' }),
  },
  person: {
    en: (count: number) => formatCount('en', count, { one: 'person', other: 'people' }),
    de: (count: number) => formatCount('de', count, { one: 'Person', other: 'Personen' }),
    ar: (count: number) => formatCount('ar', count, { few: 'أشخاص', many: 'شخصًا', other: 'شخص' }),
  },
  invitation: {
    en: (count: number) => formatCount('en', count, { one: 'invitation', other: 'invitations' }),
    de: (count: number) => formatCount('de', count, { one: 'Einladung', other: 'Einladungen' }),
    ar: (count: number) => formatCount('ar', count, { few: 'دعوات', other: 'دعوة' }),
  },
  device: {
    en: (count: number) => formatCount('en', count, { one: 'phone', other: 'phones' }),
    de: (count: number) => formatCount('de', count, { one: 'Telefon', other: 'Telefone' }),
    ar: (count: number) => formatCount('ar', count, { few: 'هواتف', many: 'هاتفًا', other: 'هاتف' }),
  },
})

export const sentenceTexts = createDictionary({
  moreItems: sharedTexts.moreItems,
  /** The whole sentence: author, changes and time. */
  sentence: {
    en: (name: string, changes: string, time: string) => `${name} ${changes}, ${time}`,
    de: (name: string, changes: string, time: string) => `${name} hat ${changes}, ${time}`,
    ar: (name: string, changes: string, time: string) => `${name}: ${changes}، ${time}`,
  },
  theRecipient: { en: 'The recipient', de: 'Der Empfänger', ar: sharedTexts.consignee.ar },
  ofThisOrder: { en: 'this order', de: 'diesen Auftrag', ar: 'هذا الطلب' },
  created: {
    en: (object: string) => `created ${object}`,
    de: (object: string) => `${object} angelegt`,
    ar: (object: string) => `إنشاء ${object}`,
  },
  recorded: {
    en: (object: string) => `recorded ${object}`,
    de: (object: string) => `${object} erfasst`,
    ar: (object: string) => `تسجيل ${object}`,
  },
  registered: {
    en: (object: string) => `registered ${object}`,
    de: (object: string) => `${object} registriert`,
    ar: (object: string) => `تسجيل ${object}`,
  },
  updated: {
    en: (object: string) => `changed ${object}`,
    de: (object: string) => `${object} geändert`,
    ar: (object: string) => `تعديل ${object}`,
  },
  updatedFields: {
    en: (object: string, fields: string) => `changed ${object} (${fields})`,
    de: (object: string, fields: string) => `${object} geändert (${fields})`,
    ar: (object: string, fields: string) => `تعديل ${object} (${fields})`,
  },
  deleted: {
    en: (object: string) => `deleted ${object}`,
    de: (object: string) => `${object} gelöscht`,
    ar: (object: string) => `حذف ${object}`,
  },
  erased: {
    en: (object: string) => `erased the personal data of ${object}`,
    de: (object: string) => `persönliche Daten gelöscht (${object})`,
    ar: (object: string) => `مسح البيانات الشخصية (${object})`,
  },
  unsubscribed: {
    en: (object: string) => `turned off tracking e-mails for ${object}`,
    de: (object: string) => `E-Mails zur Sendungsverfolgung für ${object} ausgeschaltet`,
    ar: (object: string) => `إيقاف رسائل التتبع في ${object}`,
  },
  resubscribed: {
    en: (object: string) => `turned on tracking e-mails for ${object} again`,
    de: (object: string) => `E-Mails zur Sendungsverfolgung für ${object} wieder eingeschaltet`,
    ar: (object: string) => `تشغيل رسائل التتبع من جديد في ${object}`,
  },
  completed: {
    en: (object: string) => `completed ${object}`,
    de: (object: string) => `${object} vervollständigt`,
    ar: (object: string) => `إكمال ${object}`,
  },
  replaced: {
    en: (object: string) => `replaced ${object}`,
    de: (object: string) => `${object} ersetzt`,
    ar: (object: string) => `استبدال ${object}`,
  },
  paused: {
    en: (object: string) => `paused ${object}`,
    de: (object: string) => `${object} angehalten`,
    ar: (object: string) => `إيقاف ${object} مؤقتًا`,
  },
  revoked: {
    en: (object: string) => `revoked ${object}`,
    de: (object: string) => `${object} widerrufen`,
    ar: (object: string) => `إبطال ${object}`,
  },
  joined: {
    en: (object: string) => `gave ${object} access`,
    de: (object: string) => `${object} Zugang gegeben`,
    ar: (object: string) => `منح ${object} الوصول`,
  },
  joinedAlone: { en: 'joined the environment', de: 'Zugang zur Umgebung erhalten', ar: 'الانضمام إلى البيئة' },
  removed: {
    en: (object: string) => `removed ${object}`,
    de: (object: string) => `${object} entfernt`,
    ar: (object: string) => `إزالة ${object}`,
  },
  removedAlone: { en: 'left the environment', de: 'die Umgebung verlassen', ar: 'مغادرة البيئة' },
  ended: {
    en: (object: string) => `revoked the access of ${object}`,
    de: (object: string) => `den Zugang entzogen (${object})`,
    ar: (object: string) => `سحب الوصول (${object})`,
  },
  withdrawn: {
    en: (object: string) => `withdrew ${object}`,
    de: (object: string) => `${object} zurückgezogen`,
    ar: (object: string) => `سحب ${object}`,
  },
  moved: {
    en: (orders: string, from: string, to: string) => `moved ${orders} from ${from} to ${to}`,
    de: (orders: string, from: string, to: string) => `${orders} von ${from} nach ${to} verschoben`,
    ar: (orders: string, from: string, to: string) => `نقل ${orders} من ${from} إلى ${to}`,
  },
  movedBetween: {
    en: (orders: string, loads: string) => `moved ${orders} between ${loads}`,
    de: (orders: string, loads: string) => `${orders} zwischen ${loads} verschoben`,
    ar: (orders: string, loads: string) => `نقل ${orders} بين ${loads}`,
  },
  movedToPool: {
    en: (orders: string, from: string) => `moved ${orders} from ${from} to the pool`,
    de: (orders: string, from: string) => `${orders} von ${from} in den Pool verschoben`,
    ar: (orders: string, from: string) => `نقل ${orders} من ${from} إلى الطلبات غير المخصصة`,
  },
  assigned: {
    en: (orders: string, to: string) => `assigned ${orders} to ${to}`,
    de: (orders: string, to: string) => `${orders} an ${to} zugewiesen`,
    ar: (orders: string, to: string) => `إسناد ${orders} إلى ${to}`,
  },
  removedFrom: {
    en: (orders: string, from: string) => `removed ${orders} from ${from}`,
    de: (orders: string, from: string) => `${orders} aus ${from} entfernt`,
    ar: (orders: string, from: string) => `إزالة ${orders} من ${from}`,
  },
  reordered: {
    en: (loads: string) => `reordered the stops of ${loads}`,
    de: (loads: string) => `die Stopps von ${loads} neu geordnet`,
    ar: (loads: string) => `إعادة ترتيب محطات ${loads}`,
  },
  statusSet: {
    en: (loads: string, status: string) => `set ${loads} to “${status}”`,
    de: (loads: string, status: string) => `${loads} auf „${status}“ gesetzt`,
    ar: (loads: string, status: string) => `تعيين ${loads} على «${status}»`,
  },
})
