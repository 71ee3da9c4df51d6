// What the pages say that let a person in.
import { dictionary } from '../words/words.ts'

export const sessionWords = dictionary({
  signIn: { en: 'Sign in', de: 'Anmelden', ar: 'تسجيل الدخول' },
  signInAgain: { en: 'Sign in again', de: 'Erneut anmelden', ar: 'سجّل الدخول مجددًا' },
  expired: {
    en: 'Your session has ended. Sign in to go on where you are; nothing you typed is lost.',
    de: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an und machen Sie hier weiter; Ihre Eingaben bleiben erhalten.',
    ar: 'انتهت جلستك. سجّل الدخول لتتابع من حيث توقفت؛ لم تُفقد أي بيانات كتبتها.',
  },
  email: { en: 'E-mail', de: 'E-Mail', ar: 'البريد الإلكتروني' },
  password: { en: 'Password', de: 'Passwort', ar: 'كلمة المرور' },
  showPassword: { en: 'Show or hide what is typed', de: 'Eingabe zeigen oder verbergen', ar: 'أظهر ما كُتب أو أخفِه' },
  newPassword: { en: 'New password', de: 'Neues Passwort', ar: 'كلمة المرور الجديدة' },
  passwordHint: {
    en: 'At least 10 characters. A sentence is easy to remember.',
    de: 'Mindestens 10 Zeichen. Ein Satz lässt sich gut merken.',
    ar: '10 أحرف على الأقل. من السهل تذكّر جملة كاملة.',
  },
  name: { en: 'Your name', de: 'Ihr Name', ar: 'اسمك' },
  or: { en: 'or', de: 'oder', ar: 'أو' },
  with: {
    en: (name: string) => `Go on with ${name}`,
    de: (name: string) => `Weiter mit ${name}`,
    ar: (name: string) => `تابع باستخدام ${name}`,
  },
  forgotten: {
    en: 'Forgotten your password? An owner or user admin can send you a link for a new one.',
    de: 'Passwort vergessen? Eigentümer und Benutzerverwalter können Ihnen einen Link für ein neues schicken.',
    ar: 'نسيت كلمة المرور؟ يمكن للمالك أو مسؤول المستخدمين إرسال رابط لتعيين كلمة جديدة.',
  },
  noEnvironment: {
    en: 'You are signed in, but no environment lets you in yet. Ask an owner for an invitation.',
    de: 'Sie sind angemeldet, haben aber noch keine Umgebung. Bitten Sie einen Eigentümer um eine Einladung.',
    ar: 'لقد سجّلت الدخول، لكن لا توجد بيئة متاحة لك بعد. اطلب دعوة من أحد المالكين.',
  },
  welcome: { en: 'Welcome to Dray', de: 'Willkommen bei Dray', ar: 'مرحبًا بك في Dray' },
  welcomeOwner: {
    en: 'Set up the first account: you own this installation.',
    de: 'Legen Sie das erste Konto an: Ihnen gehört diese Installation.',
    ar: 'أنشئ الحساب الأول: أنت مالك هذا النظام.',
  },
  invited: {
    en: (environment: string) => `You are invited to ${environment}.`,
    de: (environment: string) => `Sie sind zu ${environment} eingeladen.`,
    ar: (environment: string) => `أنت مدعو إلى ${environment}.`,
  },
  reset: { en: 'Set a new password', de: 'Neues Passwort setzen', ar: 'تعيين كلمة مرور جديدة' },
  accept: { en: 'Accept the invitation', de: 'Einladung annehmen', ar: 'اقبل الدعوة' },
  createAccount: { en: 'Create the account', de: 'Konto anlegen', ar: 'إنشاء الحساب' },
  linkUsed: { en: 'This link no longer works', de: 'Dieser Link gilt nicht mehr', ar: 'لم يعد هذا الرابط صالحًا' },
  linkUsedHint: {
    en: 'It was used before, or its time is over. Ask for a new one.',
    de: 'Er wurde schon benutzt oder ist abgelaufen. Bitten Sie um einen neuen.',
    ar: 'سبق استخدامه أو انتهت مدته. اطلب رابطًا جديدًا.',
  },
  toSignIn: { en: 'To the sign-in', de: 'Zur Anmeldung', ar: 'إلى تسجيل الدخول' },
})
