// What the page about tokens and clients says.
import { counted, dictionary } from '../words/words.ts'

export const accessWords = dictionary({
  title: { en: 'API access', de: 'API-Zugang', ar: 'الوصول البرمجي' },
  about: {
    en: 'Programs come in with a token, or fetch short-lived ones as an OAuth 2 client. Nobody can read either again: only that it was made, and when it was last used.',
    de: 'Programme melden sich mit einem Token an oder holen sich als OAuth-2-Client kurzlebige. Beides kann niemand wieder lesen: nur, dass es gemacht und wann es zuletzt benutzt wurde.',
    ar: 'تدخل البرامج برمز، أو تجلب رموزًا قصيرة العمر كعميل OAuth 2. لا يمكن لأحد قراءتها مجددًا: فقط أنها أُنشئت ومتى استُخدمت آخر مرة.',
  },
  tokens: { en: 'Tokens', de: 'Tokens', ar: 'الرموز' },
  clients: { en: 'OAuth 2 clients', de: 'OAuth-2-Clients', ar: 'عملاء OAuth 2' },
  createToken: { en: 'Create a token', de: 'Token anlegen', ar: 'إنشاء رمز' },
  createClient: { en: 'Create a client', de: 'Client anlegen', ar: 'إنشاء عميل' },
  none: { en: 'None yet', de: 'Noch keine', ar: 'لا شيء بعد' },
  name: { en: 'Name', de: 'Name', ar: 'الاسم' },
  nameHelp: { en: 'What it is for, such as ERP.', de: 'Wofür er ist, etwa ERP.', ar: 'الغرض منه، مثل ERP.' },
  unnamed: { en: 'unnamed', de: 'ohne Namen', ar: 'بلا اسم' },
  scopes: { en: 'May', de: 'Darf', ar: 'الصلاحيات' },
  scopesHelp: {
    en: '* is everything but people and tokens; write includes read.',
    de: '* ist alles außer Personen und Tokens; write schließt read ein.',
    ar: '* كل شيء عدا الأشخاص والرموز؛ write يشمل read.',
  },
  active: { en: 'Valid', de: 'Gültig', ar: 'الصلاحية' },
  lastUsed: { en: 'Last used', de: 'Zuletzt benutzt', ar: 'آخر استخدام' },
  never: { en: 'never', de: 'nie', ar: 'أبدًا' },
  revoke: { en: 'Revoke', de: 'Widerrufen', ar: 'إلغاء' },
  revoked: { en: 'revoked', de: 'widerrufen', ar: 'ملغى' },
  ended: { en: 'ended', de: 'abgelaufen', ar: 'منتهٍ' },
  isRevoked: { en: 'Revoked', de: 'Widerrufen', ar: 'أُلغي' },
  revokeText: {
    en: 'Whatever uses it is refused within a second. This cannot be taken back.',
    de: 'Was ihn benutzt, wird binnen einer Sekunde abgewiesen. Das lässt sich nicht zurücknehmen.',
    ar: 'يُرفض كل ما يستخدمه خلال ثانية. لا يمكن التراجع عن هذا.',
  },
  lifetime: { en: 'Valid for', de: 'Gültig für', ar: 'صالح لمدة' },
  token: { en: 'Token', de: 'Token', ar: 'الرمز' },
  tokenMade: { en: 'The token is made', de: 'Der Token ist angelegt', ar: 'أُنشئ الرمز' },
  clientMade: { en: 'The client is made', de: 'Der Client ist angelegt', ar: 'أُنشئ العميل' },
  tryIt: { en: 'Try it', de: 'Ausprobieren', ar: 'جرّبه' },
  until: {
    en: (time: string) => `until ${time}`,
    de: (time: string) => `bis ${time}`,
    ar: (time: string) => `حتى ${time}`,
  },
  revokeOf: {
    en: (name: string) => `Revoke ${name}`,
    de: (name: string) => `${name} widerrufen`,
    ar: (name: string) => `إلغاء ${name}`,
  },
  days: {
    en: (count: number) => counted('en', count, { one: 'day', other: 'days' }),
    de: (count: number) => counted('de', count, { one: 'Tag', other: 'Tage' }),
    ar: (count: number) => counted('ar', count, { one: 'يوم', two: 'يومان', few: 'أيام', other: 'يومًا' }),
  },
})
