// The reasons of buttons that cannot be pressed yet.
import { dictionary } from '../words/words.ts'

export const reasonWords = dictionary({
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
  chooseLoad: { en: 'Choose a load.', de: 'Wählen Sie eine Tour.', ar: 'اختر حمولة.' },
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
    en: 'Complete latitude and longitude.',
    de: 'Ergänzen Sie Breiten- und Längengrad.',
    ar: 'أكمل خط العرض وخط الطول.',
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
