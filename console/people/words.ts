// Texts of the pages about users and the own account.
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const peopleTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.people,
  about: {
    en: 'The people of this environment and their roles. Role changes take effect immediately.',
    de: 'Die Personen dieser Umgebung und ihre Rollen. Rollenwechsel gelten sofort.',
    ar: 'أشخاص هذه البيئة وأدوارهم. تسري تغييرات الأدوار فورًا.',
  },
  role: { en: 'Role', de: 'Rolle', ar: 'الدور' },
  owner: { en: 'Owner', de: 'Inhaber', ar: 'مالك' },
  planner: { en: 'Planner', de: 'Planer', ar: 'مخطِّط' },
  viewer: { en: 'Viewer', de: 'Betrachter', ar: 'مُشاهد' },
  'user-admin': { en: 'User admin', de: 'Benutzerverwalter', ar: 'مدير المستخدمين' },
  ownerHelp: {
    en: 'Can do everything, including managing people and access.',
    de: 'Darf alles, auch Personen und Zugänge verwalten.',
    ar: 'يمكنه فعل كل شيء، بما في ذلك إدارة الأشخاص والوصول.',
  },
  plannerHelp: {
    en: 'Manages orders, depots, routes, vehicles, drivers and the export list. Can view settings.',
    de: 'Bearbeitet Aufträge, Depots, Touren, Fahrzeuge, Fahrer und die Exportliste. Kann Einstellungen ansehen.',
    ar: 'يدير الطلبات والمستودعات والمسارات والمركبات والسائقين وقائمة التصدير. ويمكنه الاطلاع على الإعدادات.',
  },
  viewerHelp: {
    en: 'Can view everything except tokens. Cannot change anything.',
    de: 'Kann alles außer Tokens ansehen, aber nichts ändern.',
    ar: 'يمكنه الاطلاع على كل شيء عدا رموز الوصول، دون تغيير أي شيء.',
  },
  'user-adminHelp': {
    en: 'Manages people. Cannot see orders.',
    de: 'Verwaltet Personen. Sieht keine Aufträge.',
    ar: 'يدير الأشخاص. ولا يرى الطلبات.',
  },
  lastUsed: { en: 'Last seen', de: 'Zuletzt gesehen', ar: 'آخر ظهور' },
  you: { en: 'you', de: 'Sie', ar: 'أنت' },
  disabled: { en: 'disabled', de: 'gesperrt', ar: 'موقوف' },
  removeText: {
    en:
      'They lose access to this environment immediately. Their account and their other environments stay as they ' +
      'are.',
    de: 'Der Zugang zu dieser Umgebung endet sofort. Das Konto und andere Umgebungen bleiben unverändert.',
    ar: 'يفقد هذا الشخص الوصول إلى هذه البيئة فورًا. يبقى حسابه وبيئاته الأخرى كما هي.',
  },
  invite: { en: 'Invite person', de: 'Person einladen', ar: 'دعوة شخص' },
  invited: { en: 'Invitation created', de: 'Einladung angelegt', ar: 'أُنشئت الدعوة' },
  link: {
    en: 'Invitation link to pass on, valid for seven days',
    de: 'Einladungslink zum Weitergeben, sieben Tage gültig',
    ar: 'رابط الدعوة لإرساله، صالح سبعة أيام',
  },
  mailed: {
    en: 'Invitation sent by e-mail',
    de: 'Einladung per E-Mail gesendet',
    ar: 'أُرسلت الدعوة بالبريد الإلكتروني',
  },
  invitations: { en: 'Pending invitations', de: 'Offene Einladungen', ar: 'الدعوات المعلّقة' },
  withdraw: { en: 'Withdraw', de: 'Zurückziehen', ar: 'سحب' },
  account: sharedTexts.myAccount,
  saved: { en: 'Saved', de: 'Gespeichert', ar: 'تم الحفظ' },
  oldPassword: { en: 'Current password', de: 'Aktuelles Passwort', ar: 'كلمة المرور الحالية' },
  passwordHelp: {
    en: 'At least 10 characters. Changing it signs you out everywhere else.',
    de: 'Mindestens 10 Zeichen. Mit der Änderung werden Sie überall sonst abgemeldet.',
    ar: '10 أحرف على الأقل. يؤدي تغييرها إلى تسجيل خروجك من كل الأماكن الأخرى.',
  },
  changePassword: { en: 'Change password', de: 'Passwort ändern', ar: 'تغيير كلمة المرور' },
  passwordChanged: {
    en: 'Password changed. You are signed out everywhere else.',
    de: 'Passwort geändert. Sie sind überall sonst abgemeldet.',
    ar: 'تغيّرت كلمة المرور. سُجّل خروجك من كل الأماكن الأخرى.',
  },
  showPassword: { en: 'Show password', de: 'Passwort anzeigen', ar: 'إظهار كلمة المرور' },
  sessions: { en: 'Where you are signed in', de: 'Wo Sie angemeldet sind', ar: 'أين سجّلت الدخول' },
  thisOne: { en: 'this session', de: 'diese Sitzung', ar: 'هذه الجلسة' },
  end: sharedTexts.signOut,
  endOthers: { en: 'Sign out everywhere else', de: 'Überall sonst abmelden', ar: 'تسجيل الخروج من كل الأماكن الأخرى' },
  newEnvironment: { en: 'New environment', de: 'Neue Umgebung', ar: 'بيئة جديدة' },
  newEnvironmentText: {
    en: 'Its orders, depots and settings are separate from all other environments.',
    de: 'Ihre Aufträge, Depots und Einstellungen sind von allen anderen Umgebungen getrennt.',
    ar: 'طلباتها ومستودعاتها وإعداداتها منفصلة عن سائر البيئات.',
  },
  environmentName: { en: 'Environment name', de: 'Name der Umgebung', ar: 'اسم البيئة' },
  create: { en: 'Create and open', de: 'Anlegen und öffnen', ar: 'إنشاء وفتح' },
  deleteAccount: { en: 'Delete my account', de: 'Mein Konto löschen', ar: 'حذف حسابي' },
  deleteAccountText: {
    en:
      'You leave every environment and are signed out everywhere. Your name and e-mail address are erased. Your ' +
      'changes stay in the history, without your name. This cannot be undone.',
    de:
      'Sie verlassen alle Umgebungen und werden überall abgemeldet. Ihr Name und Ihre E-Mail-Adresse werden ' +
      'gelöscht. Ihre Änderungen bleiben ohne Ihren Namen im Verlauf. Das lässt sich nicht rückgängig machen.',
    ar:
      'تغادر كل البيئات ويُسجَّل خروجك في كل مكان. يُمسح اسمك وبريدك الإلكتروني، وتبقى تغييراتك في السجل دون اسمك. ' +
      'لا يمكن التراجع عن ذلك.',
  },
  passwordToDelete: { en: 'Your password', de: 'Ihr Passwort', ar: 'كلمة مرورك' },
  deleteForGood: { en: 'Delete permanently', de: 'Endgültig löschen', ar: 'حذف نهائي' },
  roleOf: {
    en: (name: string) => `Role of ${name}`,
    de: (name: string) => `Rolle von ${name}`,
    ar: (name: string) => `دور ${name}`,
  },
  withdrawOf: {
    en: (email: string) => `Withdraw invitation for ${email}`,
    de: (email: string) => `Einladung für ${email} zurückziehen`,
    ar: (email: string) => `سحب دعوة ${email}`,
  },
  endOf: {
    en: (device: string) => `Sign out of ${device}`,
    de: (device: string) => `Auf ${device} abmelden`,
    ar: (device: string) => `تسجيل الخروج من ${device}`,
  },
  validUntil: { en: 'Valid until', de: 'Gültig bis', ar: 'صالحة حتى' },
})
