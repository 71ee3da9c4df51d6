// Texts about second factors, on the account page and at sign-in.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const factorTexts = createDictionary({
  ...sharedTexts,
  title: { en: 'Second factor', de: 'Zweiter Faktor', ar: 'العامل الثاني' },
  about: {
    en:
      'With a second factor, your password alone is not enough to sign in. A passkey also works instead of the ' +
      'password.',
    de:
      'Mit einem zweiten Faktor genügt Ihr Passwort allein nicht zur Anmeldung. Ein Passkey ersetzt auch das ' +
      'Passwort.',
    ar: 'مع عامل ثانٍ لا تكفي كلمة المرور وحدها للدخول. ومفتاح المرور يغني أيضًا عن كلمة المرور.',
  },
  outside: {
    en: 'You use single sign-on. Set up a second factor there.',
    de: 'Sie nutzen Single Sign-on. Richten Sie einen zweiten Faktor dort ein.',
    ar: 'أنت تستخدم الدخول الموحّد. قم بإعداد العامل الثاني هناك.',
  },
  none: { en: 'Not set up yet', de: 'Noch nicht eingerichtet', ar: 'لم يُعدّ بعد' },
  totp: { en: 'Authenticator app', de: 'Authenticator-App', ar: 'تطبيق المصادقة' },
  passkey: { en: 'Passkey', de: 'Passkey', ar: 'مفتاح مرور' },
  syncedPasskey: { en: 'Passkey, synced', de: 'Passkey, synchronisiert', ar: 'مفتاح مرور، متزامن' },
  nameHelp: {
    en: 'For example the device',
    de: 'Zum Beispiel das Gerät',
    ar: 'مثل اسم الجهاز',
  },
  added: { en: 'Added', de: 'Hinzugefügt', ar: 'تاريخ الإضافة' },
  addApp: { en: 'Add authenticator app', de: 'Authenticator-App hinzufügen', ar: 'إضافة تطبيق مصادقة' },
  addPasskey: { en: 'Add passkey', de: 'Passkey hinzufügen', ar: 'إضافة مفتاح مرور' },
  scan: {
    en: 'Scan this QR code with your authenticator app, or type the key into it. Then enter the code it shows.',
    de:
      'Scannen Sie diesen QR-Code mit Ihrer Authenticator-App oder tippen Sie den Schlüssel ein. Geben Sie ' +
      'dann den angezeigten Code ein.',
    ar: 'امسح رمز QR هذا بتطبيق المصادقة أو اكتب المفتاح فيه. ثم أدخل الرمز الذي يعرضه.',
  },
  picture: { en: 'QR code for your app', de: 'QR-Code für Ihre App', ar: 'رمز QR لتطبيقك' },
  appCode: { en: 'Six-digit code', de: 'Sechsstelliger Code', ar: 'الرمز من ستة أرقام' },
  codeHelp: {
    en: 'Six digits from your authenticator app, or a recovery code',
    de: 'Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
    ar: 'ستة أرقام من تطبيق المصادقة، أو رمز استرداد',
  },
  rename: { en: 'Rename', de: 'Umbenennen', ar: 'إعادة تسمية' },
  removeText: {
    en: 'It can no longer be used to sign in.',
    de: 'Damit ist dann keine Anmeldung mehr möglich.',
    ar: 'لن يمكن تسجيل الدخول به بعد ذلك.',
  },
  recoveryCodes: { en: 'Recovery codes', de: 'Wiederherstellungscodes', ar: 'رموز الاسترداد' },
  recoveryHelp: {
    en: 'If you lose your second factor, you can sign in once with each of these codes. Keep them in a safe place.',
    de:
      'Wenn Sie Ihren zweiten Faktor verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. ' +
      'Bewahren Sie sie sicher auf.',
    ar: 'إذا فقدت عاملك الثاني فإن كل رمز من هذه الرموز يتيح لك الدخول مرة واحدة. احفظها في مكان آمن.',
  },
  newCodes: { en: 'Create new codes', de: 'Neue Codes anlegen', ar: 'إنشاء رموز جديدة' },
  newCodesText: {
    en: 'The old recovery codes no longer work then.',
    de: 'Die alten Wiederherstellungscodes gelten dann nicht mehr.',
    ar: 'لن تعمل رموز الاسترداد القديمة بعد ذلك.',
  },
  notShown: {
    en: 'No passkey was used. Try again.',
    de: 'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal.',
    ar: 'لم يُستخدم أي مفتاح مرور. حاول مرة أخرى.',
  },
  knownHere: {
    en: 'This device already has a passkey for your account.',
    de: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    ar: 'يوجد على هذا الجهاز مفتاح مرور لحسابك من قبل.',
  },
  setUp: { en: 'Set up a second factor', de: 'Zweiten Faktor einrichten', ar: 'إعداد عامل ثانٍ' },
  setUpText: {
    en: 'It is required here. Use a passkey of this device, or an app on your phone that shows codes.',
    de:
      'Er ist hier vorgeschrieben. Nutzen Sie einen Passkey dieses Geräts oder eine App auf Ihrem Telefon, die ' +
      'Codes anzeigt.',
    ar: 'العامل الثاني مطلوب هنا. استخدم مفتاح مرور من هذا الجهاز أو تطبيقًا على هاتفك يعرض رموزًا.',
  },
  secondText: {
    en: 'Your password is right. Now confirm that it is you.',
    de: 'Ihr Passwort stimmt. Bestätigen Sie nun, dass Sie es sind.',
    ar: 'كلمة المرور صحيحة. أكّد الآن أنه أنت.',
  },
  usePasskey: { en: 'Use passkey', de: 'Passkey benutzen', ar: 'استخدام مفتاح المرور' },
  signInWithPasskey: {
    en: 'Sign in with a passkey',
    de: 'Mit einem Passkey anmelden',
    ar: 'تسجيل الدخول بمفتاح مرور',
  },
  next: sharedTexts.continue,
  confirm: { en: 'Confirm that it is you', de: 'Bestätigen Sie, dass Sie es sind', ar: 'أكّد أنه أنت' },
  confirmText: {
    en: 'This step needs a recent sign-in. It continues after you confirm your identity.',
    de:
      'Dieser Schritt braucht eine frische Anmeldung. Er wird fortgesetzt, nachdem Sie Ihre Identität ' +
      'bestätigt haben.',
    ar: 'تحتاج هذه الخطوة إلى تسجيل دخول حديث. وتُستكمل بعد تأكيد هويتك.',
  },
  confirmOutside: {
    en: 'This step needs a recent sign-in. Sign in again, then repeat it within ten minutes.',
    de:
      'Dieser Schritt braucht eine frische Anmeldung. Melden Sie sich erneut an und wiederholen Sie ihn innerhalb ' +
      'von zehn Minuten.',
    ar: 'تحتاج هذه الخطوة إلى تسجيل دخول حديث. سجّل الدخول مجددًا ثم أعد المحاولة خلال عشر دقائق.',
  },
  useCode: { en: 'Use a code instead', de: 'Stattdessen einen Code eingeben', ar: 'استخدام رمز بدلًا من ذلك' },
  usePassword: {
    en: 'Use the password instead',
    de: 'Stattdessen das Passwort eingeben',
    ar: 'استخدام كلمة المرور بدلًا من ذلك',
  },
  requirement: {
    en: 'Require a second factor in this environment',
    de: 'Zweiten Faktor in dieser Umgebung vorschreiben',
    ar: 'اشتراط عامل ثانٍ في هذه البيئة',
  },
  requirementHelp: {
    en:
      'People without one set it up at their next sign-in and see nothing before that. Single sign-on and tokens ' +
      'are not affected.',
    de:
      'Wer keinen hat, richtet ihn bei der nächsten Anmeldung ein und sieht vorher nichts. Single Sign-on und ' +
      'Tokens sind nicht betroffen.',
    ar:
      'من ليس لديه عامل ثانٍ يُعدّه عند تسجيل الدخول التالي ولا يرى شيئًا قبل ذلك. لا يشمل ذلك الدخول الموحّد ' +
      'ورموز الوصول.',
  },
  protectedBadge: sharedTexts.secondFactor,
  left: {
    en: (count: number) => `${count} of 10 left`,
    de: (count: number) => `${count} von 10 übrig`,
    ar: (count: number) => `المتبقي ${count} من 10`,
  },
  renameOf: {
    en: (name: string) => `Rename ${name}`,
    de: (name: string) => `${name} umbenennen`,
    ar: (name: string) => `إعادة تسمية ${name}`,
  },
})
