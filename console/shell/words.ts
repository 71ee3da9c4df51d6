// The texts of the frame of every page, and the reasons of inactive buttons.
import { rowsIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const shellTexts = createDictionary({
  ...sharedTexts,
  positions: { en: 'Locations', de: 'Positionen', ar: 'المواقع' },
  skip: { en: 'Skip to content', de: 'Zum Inhalt springen', ar: 'الانتقال إلى المحتوى' },
  navigation: { en: 'Navigation', de: 'Navigation', ar: 'التنقل' },
  openNavigation: { en: 'Open navigation', de: 'Navigation öffnen', ar: 'فتح قائمة التنقل' },
  search: { en: 'Search or jump to …', de: 'Suchen oder springen zu …', ar: 'ابحث أو انتقل إلى …' },
  searchBriefly: { en: 'Search', de: 'Suchen', ar: 'بحث' },
  pages: { en: 'Pages', de: 'Seiten', ar: 'الصفحات' },
  actionsElsewhere: { en: 'On other pages', de: 'Auf anderen Seiten', ar: 'في صفحات أخرى' },
  allFound: {
    en: (text: string) => `All orders with “${text}”`,
    de: (text: string) => `Alle Aufträge mit „${text}“`,
    ar: (text: string) => `كل الطلبات التي تحوي «${text}»`,
  },
  general: { en: 'Everywhere', de: 'Überall', ar: 'في كل مكان' },
  goTo: {
    en: (page: string) => `Go to ${page}`,
    de: (page: string) => `Zu ${page}`,
    ar: (page: string) => `الانتقال إلى ${page}`,
  },
  shortcuts: { en: 'Keyboard shortcuts', de: 'Tastenkürzel', ar: 'اختصارات لوحة المفاتيح' },
  account: { en: 'Account and display', de: 'Konto und Anzeige', ar: 'الحساب والعرض' },
  colours: { en: 'Colours', de: 'Farben', ar: 'الألوان' },
  light: { en: 'Light', de: 'Hell', ar: 'فاتح' },
  dark: { en: 'Dark', de: 'Dunkel', ar: 'داكن' },
  system: { en: 'Same as system', de: 'Wie das System', ar: 'حسب النظام' },
  switchColours: {
    en: 'Switch between light and dark',
    de: 'Zwischen hell und dunkel wechseln',
    ar: 'التبديل بين الفاتح والداكن',
  },
  zone: {
    en: (zone: string) => `Times in ${zone}`,
    de: (zone: string) => `Zeiten in ${zone}`,
    ar: (zone: string) => `الأوقات بتوقيت ${zone}`,
  },
  offline: {
    en: 'No connection to the service. The data shown may be out of date. Your input is kept. Reconnecting …',
    de:
      'Keine Verbindung zum Dienst. Die Anzeige kann veraltet sein. Ihre Eingaben bleiben erhalten. Verbindung ' +
      'wird wiederhergestellt …',
    ar: 'لا اتصال بالخدمة. قد تكون البيانات المعروضة قديمة. تبقى إدخالاتك كما هي. جارٍ إعادة الاتصال …',
  },
  broken: {
    en: 'This page could not be shown',
    de: 'Diese Seite konnte nicht angezeigt werden',
    ar: 'تعذّر عرض هذه الصفحة',
  },
  widgetBroken: {
    en: 'This part of the page cannot be shown. Everything else still works.',
    de: 'Dieser Teil der Seite lässt sich nicht anzeigen. Alles andere funktioniert weiter.',
    ar: 'تعذّر عرض هذا الجزء من الصفحة. يعمل كل ما عداه.',
  },
  notFound: { en: 'Page not found', de: 'Seite nicht gefunden', ar: 'الصفحة غير موجودة' },
  noPage: {
    en: 'Dray has no page with this address.',
    de: 'Unter dieser Adresse hat Dray keine Seite.',
    ar: 'لا توجد في Dray صفحة بهذا العنوان.',
  },
  toConsignments: { en: 'Go to orders', de: 'Zu den Aufträgen', ar: 'إلى الطلبات' },
  filteredBy: {
    en: (filter: string) => `Filter: ${filter}`,
    de: (filter: string) => `Filter: ${filter}`,
    ar: (filter: string) => `التصفية: ${filter}`,
  },
  rowCount: {
    en: (count: number) => rowsIn('en', count),
    de: (count: number) => rowsIn('de', count),
    ar: (count: number) => rowsIn('ar', count),
  },
  firstRows: {
    en: (count: number) => `only the first ${count}`,
    de: (count: number) => `nur die ersten ${count}`,
    ar: (count: number) => `أول ${count} فقط`,
  },
  loading: { en: 'Loading …', de: 'Wird geladen …', ar: 'جارٍ التحميل …' },
  collapseNavigation: {
    en: 'Collapse or expand the navigation',
    de: 'Navigation ein- oder ausklappen',
    ar: 'طي قائمة التنقل أو توسيعها',
  },
  open: { en: 'Open', de: 'Öffnen', ar: 'فتح' },
  help: { en: 'Help', de: 'Hilfe', ar: 'مساعدة' },
  undone: { en: 'Undone', de: 'Rückgängig gemacht', ar: 'تم التراجع' },
  askDiscard: { en: 'Discard your input?', de: 'Eingaben verwerfen?', ar: 'تجاهل إدخالاتك؟' },
  notSaved: {
    en: 'Your input here is not saved.',
    de: 'Ihre Eingaben hier sind nicht gespeichert.',
    ar: 'لم تُحفظ إدخالاتك هنا.',
  },
  copy: { en: 'Copy', de: 'Kopieren', ar: 'نسخ' },
  shownOnce: {
    en: 'Copy it now. It will not be shown again.',
    de: 'Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.',
    ar: 'انسخه الآن. لن يُعرض مرة أخرى.',
  },
  keptIt: { en: 'I have saved it', de: 'Ich habe es gespeichert', ar: 'لقد حفظته' },
})

export const reasonTexts = createDictionary({
  enterName: { en: 'Enter a name.', de: 'Geben Sie einen Namen ein.', ar: 'أدخل اسمًا.' },
  enterKey: {
    en: 'Enter at least one order key.',
    de: 'Geben Sie mindestens einen Auftragsschlüssel ein.',
    ar: 'أدخل مفتاح طلب واحدًا على الأقل.',
  },
  enterDay: { en: 'Enter a day.', de: 'Geben Sie einen Tag ein.', ar: 'أدخل يومًا.' },
  enterSigner: {
    en: 'Enter the name of the person who signed.',
    de: 'Geben Sie den Namen der Person ein, die unterschrieben hat.',
    ar: 'أدخل اسم الشخص الذي وقّع.',
  },
  enterTag: { en: 'Enter a tag.', de: 'Geben Sie ein Tag ein.', ar: 'أدخل وسمًا.' },
  chooseScope: {
    en: 'Choose at least one scope.',
    de: 'Wählen Sie mindestens ein Recht.',
    ar: 'اختر نطاقًا واحدًا على الأقل.',
  },
  chooseOutcome: { en: 'Choose an outcome.', de: 'Wählen Sie ein Ergebnis.', ar: 'اختر نتيجة.' },
  chooseReason: { en: 'Choose a failure reason.', de: 'Wählen Sie einen Grund.', ar: 'اختر سببًا.' },
  chooseValue: { en: 'Choose a value.', de: 'Wählen Sie einen Wert.', ar: 'اختر قيمة.' },
  chooseOrders: { en: 'Choose orders to plan.', de: 'Wählen Sie Aufträge zum Planen.', ar: 'اختر طلبات للتخطيط.' },
  chooseVehicle: { en: 'Choose a vehicle.', de: 'Wählen Sie ein Fahrzeug.', ar: 'اختر مركبة.' },
  chooseRoute: { en: 'Choose a route.', de: 'Wählen Sie eine Tour.', ar: 'اختر مسارًا.' },
  chooseLocation: {
    en: 'Choose a location or set the pin.',
    de: 'Wählen Sie eine Position, oder setzen Sie die Nadel.',
    ar: 'اختر موقعًا أو ضع الدبوس.',
  },
  completeLocation: {
    en: 'Enter a latitude and a longitude.',
    de: 'Geben Sie Breiten- und Längengrad ein.',
    ar: 'أدخل خط العرض وخط الطول.',
  },
  checkRows: { en: 'Check the rows first.', de: 'Prüfen Sie zuerst die Zeilen.', ar: 'افحص الصفوف أولًا.' },
  allImported: { en: 'All rows are imported.', de: 'Alle Zeilen sind importiert.', ar: 'استُوردت كل الصفوف.' },
  stillReading: {
    en: 'The data are still loading.',
    de: 'Die Daten werden noch geladen.',
    ar: 'لا تزال البيانات قيد التحميل.',
  },
  noRoutes: {
    en: 'The proposal has no routes.',
    de: 'Der Vorschlag enthält keine Touren.',
    ar: 'لا مسارات في الاقتراح.',
  },
  noChange: {
    en: 'The chosen routes change nothing.',
    de: 'Die gewählten Touren ändern nichts.',
    ar: 'لا تغيّر المسارات المختارة شيئًا.',
  },
  noSheets: { en: 'There is nothing to print.', de: 'Es gibt nichts zu drucken.', ar: 'لا شيء للطباعة.' },
})
