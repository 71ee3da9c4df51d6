// The texts of the page about tokens and clients.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const accessTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.apiAccess,
  about: {
    en:
      'Programs sign in with a token, or as an OAuth 2 client that fetches short-lived tokens. ' +
      'Tokens and client secrets are shown only once, when you create them.',
    de:
      'Programme melden sich mit einem Token an oder als OAuth-2-Client, der kurzlebige Tokens abruft. ' +
      'Tokens und Client-Secrets werden nur einmal angezeigt: beim Anlegen.',
    ar:
      'تسجّل البرامج الدخول برمز وصول، أو كعميل OAuth 2 يجلب رموزًا قصيرة العمر. ' +
      'لا تُعرض رموز الوصول وأسرار العملاء إلا مرة واحدة، عند إنشائها.',
  },
  tokens: { en: 'Tokens', de: 'Tokens', ar: 'رموز الوصول' },
  clients: { en: 'OAuth 2 clients', de: 'OAuth-2-Clients', ar: 'عملاء OAuth 2' },
  createToken: { en: 'Create token', de: 'Token anlegen', ar: 'إنشاء رمز وصول' },
  createClient: { en: 'Create client', de: 'Client anlegen', ar: 'إنشاء عميل' },
  none: { en: 'None yet', de: 'Noch keine', ar: 'لا شيء بعد' },
  nameHelp: {
    en: 'Name of the program with this access, for example ERP.',
    de: 'Name des Programms mit diesem Zugang, zum Beispiel ERP.',
    ar: 'اسم البرنامج الذي له هذا الوصول، مثل ERP.',
  },
  unnamed: { en: 'unnamed', de: 'ohne Namen', ar: 'بلا اسم' },
  scopes: { en: 'Permissions', de: 'Rechte', ar: 'الصلاحيات' },
  scopesHelp: {
    en: '* allows everything except managing people and tokens. write includes read.',
    de: '* erlaubt alles außer der Verwaltung von Personen und Tokens. write schließt read ein.',
    ar: 'تسمح * بكل شيء عدا إدارة الأشخاص ورموز الوصول. وتشمل write صلاحية read.',
  },
  active: { en: 'Valid', de: 'Gültig', ar: 'الصلاحية' },
  revoke: { en: 'Revoke', de: 'Widerrufen', ar: 'إبطال' },
  revoked: { en: 'revoked', de: 'widerrufen', ar: 'مُبطَل' },
  ended: { en: 'expired', de: 'abgelaufen', ar: 'منتهي الصلاحية' },
  isRevoked: { en: 'Revoked', de: 'Widerrufen', ar: 'تم الإبطال' },
  revokeText: {
    en: 'Everything that uses it loses access within a second. This cannot be undone.',
    de: 'Alles, was damit arbeitet, verliert binnen einer Sekunde den Zugang. Das lässt sich nicht rückgängig machen.',
    ar: 'يفقد كل ما يستخدمه الوصول خلال ثانية. لا يمكن التراجع عن ذلك.',
  },
  lifetime: { en: 'Valid for', de: 'Gültig für', ar: 'صالح لمدة' },
  tokenMade: { en: 'Token created', de: 'Token angelegt', ar: 'أُنشئ رمز الوصول' },
  clientMade: { en: 'Client created', de: 'Client angelegt', ar: 'أُنشئ العميل' },
  tryIt: { en: 'Try it', de: 'Ausprobieren', ar: 'جرّبه' },
  revokeOf: {
    en: (name: string) => `Revoke ${name}`,
    de: (name: string) => `${name} widerrufen`,
    ar: (name: string) => `إبطال ${name}`,
  },
  days: {
    en: (count: number) => formatCount('en', count, { one: 'day', other: 'days' }),
    de: (count: number) => formatCount('de', count, { one: 'Tag', other: 'Tage' }),
    ar: (count: number) =>
      formatCount('ar', count, { one: 'يوم', two: 'يومان', few: 'أيام', many: 'يومًا', other: 'يوم' }),
  },
})
