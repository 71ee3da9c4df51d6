// The texts of the list of sign-ins.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const signInTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.signIns,
  what: { en: 'What happened', de: 'Was geschah', ar: 'ما حدث' },
  way: { en: 'Way', de: 'Weg', ar: 'الطريقة' },
  device: { en: 'Device', de: 'Gerät', ar: 'الجهاز' },
  commandLine: { en: 'command line', de: 'Kommandozeile', ar: 'سطر الأوامر' },
  'signed-in': { en: 'signed in', de: 'angemeldet', ar: 'تسجيل دخول' },
  failed: sharedTexts.failedAttempt,
  'locked-out': {
    en: 'locked out after too many failures',
    de: 'nach zu vielen Fehlversuchen gesperrt',
    ar: 'حظر بعد محاولات فاشلة كثيرة',
  },
  'reset-requested': {
    en: 'link for a new password requested',
    de: 'Link für ein neues Passwort angefordert',
    ar: 'طلب رابط لكلمة مرور جديدة',
  },
  confirmed: { en: 'identity confirmed', de: 'Identität bestätigt', ar: 'تأكيد الهوية' },
  'factor-added': { en: 'second factor added', de: 'zweiter Faktor hinzugefügt', ar: 'إضافة عامل ثانٍ' },
  'factor-removed': { en: 'second factor removed', de: 'zweiter Faktor entfernt', ar: 'إزالة عامل ثانٍ' },
  'recovery-codes-renewed': {
    en: 'new recovery codes created',
    de: 'neue Wiederherstellungscodes erzeugt',
    ar: 'إنشاء رموز استرداد جديدة',
  },
  'password-set': { en: 'password changed', de: 'Passwort geändert', ar: 'تغيير كلمة المرور' },
  password: { en: 'password', de: 'Passwort', ar: 'كلمة المرور' },
  'second-factor': sharedTexts.secondFactor,
  'recovery-code': { en: 'recovery code', de: 'Wiederherstellungscode', ar: 'رمز الاسترداد' },
  'authenticator-app': { en: 'authenticator app', de: 'Authenticator-App', ar: 'تطبيق المصادقة' },
  passkey: { en: 'passkey', de: 'Passkey', ar: 'مفتاح المرور' },
  link: { en: 'link', de: 'Link', ar: 'رابط' },
  'single-sign-on': { en: 'single sign-on', de: 'Single Sign-on', ar: 'تسجيل الدخول الموحّد' },
  none: { en: 'No sign-ins yet', de: 'Noch keine Anmeldungen', ar: 'لا عمليات تسجيل دخول بعد' },
  noneText: {
    en:
      'Sign-ins, failed attempts, new passwords and second factors of the people of this environment are listed here ' +
      'for 90 days.',
    de:
      'Hier stehen 90 Tage lang die Anmeldungen, Fehlversuche, neuen Passwörter und zweiten Faktoren der Personen ' +
      'dieser Umgebung.',
    ar:
      'تُعرض هنا لمدة 90 يومًا عمليات تسجيل الدخول والمحاولات الفاشلة وكلمات المرور الجديدة والعوامل الثانية لأشخاص ' +
      'هذه البيئة.',
  },
})
