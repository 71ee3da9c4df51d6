// Texts of sign-in, links and second factors.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const sessionTexts = createDictionary({
  ...sharedTexts,
  signIn: { en: 'Sign in', de: 'Anmelden', ar: 'تسجيل الدخول' },
  expired: {
    en: 'Your session has ended. Sign in to continue where you left off. Your input is kept.',
    de: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um hier weiterzumachen. Ihre Eingaben bleiben erhalten.',
    ar: 'انتهت جلستك. سجّل الدخول للمتابعة من حيث توقفت. تبقى إدخالاتك كما هي.',
  },
  passwordHint: {
    en: 'At least 10 characters. A sentence is easy to remember.',
    de: 'Mindestens 10 Zeichen. Ein Satz lässt sich gut merken.',
    ar: '10 أحرف على الأقل. من السهل تذكّر جملة كاملة.',
  },
  name: { en: 'Your name', de: 'Ihr Name', ar: 'اسمك' },
  or: { en: 'or', de: 'oder', ar: 'أو' },
  with: {
    en: (name: string) => `Continue with ${name}`,
    de: (name: string) => `Weiter mit ${name}`,
    ar: (name: string) => `المتابعة باستخدام ${name}`,
  },
  forgotten: {
    en: 'Forgot your password? Ask the operator of this service for a reset link.',
    de: 'Passwort vergessen? Bitten Sie den Betreiber dieses Dienstes um einen Link zum Zurücksetzen.',
    ar: 'نسيت كلمة المرور؟ اطلب من مشغّل هذه الخدمة رابطًا لإعادة تعيينها.',
  },
  outsideRefused: {
    en:
      'Single sign-on rejected your account. Ask an owner for an invitation to your e-mail address. The ' +
      'operator finds the reason in the log.',
    de:
      'Das Single Sign-on hat Ihr Konto abgelehnt. Bitten Sie einen Inhaber um eine Einladung an Ihre ' +
      'E-Mail-Adresse. Der Betreiber findet den Grund im Protokoll.',
    ar:
      'رفض تسجيل الدخول الموحّد حسابك. اطلب من أحد المالكين دعوة إلى بريدك الإلكتروني. يجد مشغّل الخدمة السبب ' +
      'في السجل.',
  },
  notFresh: {
    en:
      'This step needs a recent sign-in, and single sign-on did not confirm one. If single sign-on did not ask ' +
      'you to sign in, the operator must set it up to ask. The operator finds the reason in the log. You can ' +
      'still do everything else.',
    de:
      'Dieser Schritt braucht eine frische Anmeldung, und das Single Sign-on hat keine bestätigt. Wenn das ' +
      'Single Sign-on Sie nicht nach Ihrer Anmeldung gefragt hat, muss der Betreiber es dafür einrichten. Der ' +
      'Betreiber findet den Grund im Protokoll. Alles andere können Sie weiterhin tun.',
    ar:
      'تحتاج هذه الخطوة إلى تسجيل دخول حديث، ولم يؤكّده تسجيل الدخول الموحّد. إذا لم يطلب منك تسجيل الدخول ' +
      'فعلى مشغّل الخدمة إعداده لذلك. يجد مشغّل الخدمة السبب في السجل. يمكنك فعل كل ما عدا ذلك.',
  },
  letIn: { en: 'Sign in once', de: 'Einmalig anmelden', ar: 'تسجيل الدخول مرة واحدة' },
  letInText: {
    en: 'This link signs you in once. Your account has no password.',
    de: 'Dieser Link meldet Sie einmal an. Ihr Konto hat kein Passwort.',
    ar: 'يسجّل هذا الرابط دخولك مرة واحدة. ليس لحسابك كلمة مرور.',
  },
  acceptOutside: {
    en: 'Sign in to accept the invitation.',
    de: 'Melden Sie sich an, um die Einladung anzunehmen.',
    ar: 'سجّل الدخول لقبول الدعوة.',
  },
  welcome: { en: 'Welcome to Dray', de: 'Willkommen bei Dray', ar: 'مرحبًا بك في Dray' },
  welcomeOwner: {
    en: 'Create the first account. You will be the owner of this installation.',
    de: 'Legen Sie das erste Konto an. Sie werden Inhaber dieser Installation.',
    ar: 'أنشئ الحساب الأول. ستكون مالك هذا النظام.',
  },
  invited: {
    en: (environment: string) => `You are invited to ${environment}.`,
    de: (environment: string) => `Sie sind zu ${environment} eingeladen.`,
    ar: (environment: string) => `أنت مدعو إلى ${environment}.`,
  },
  reset: { en: 'Set new password', de: 'Neues Passwort setzen', ar: 'تعيين كلمة مرور جديدة' },
  accept: { en: 'Accept invitation', de: 'Einladung annehmen', ar: 'قبول الدعوة' },
  createAccount: { en: 'Create account', de: 'Konto anlegen', ar: 'إنشاء الحساب' },
  linkUsed: { en: 'This link no longer works', de: 'Dieser Link gilt nicht mehr', ar: 'لم يعد هذا الرابط صالحًا' },
  linkUsedHint: {
    en:
      'It has already been used or has expired. If you used it yourself, sign in as you chose then. Otherwise ' +
      'ask for a new one.',
    de:
      'Er wurde schon benutzt oder ist abgelaufen. Haben Sie ihn selbst benutzt, melden Sie sich so an, wie ' +
      'Sie es dabei gewählt haben. Sonst bitten Sie um einen neuen.',
    ar:
      'سبق استخدامه أو انتهت صلاحيته. إن كنت قد استخدمته بنفسك فسجّل الدخول بالطريقة التي اخترتها حينها، وإلا ' +
      'فاطلب رابطًا جديدًا.',
  },
  toSignIn: { en: 'Go to sign-in', de: 'Zur Anmeldung', ar: 'إلى تسجيل الدخول' },
})
