// Texts of the fleet: vehicles, drivers, and their files.
import { changedFieldTexts } from '../change/field-words.ts'
import { rowsIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const fleetTexts = createDictionary({
  ...sharedTexts,
  vehiclesAbout: {
    en:
      'Dray plans routes with the capacities, depots, shifts, costs and skills of vehicles. A route takes these ' +
      'values from its vehicle.',
    de:
      'Dray plant Touren mit den Kapazitäten, Depots, Schichten, Kosten und Fähigkeiten der Fahrzeuge. Eine ' +
      'Tour übernimmt diese Werte von ihrem Fahrzeug.',
    ar:
      'يخطط Dray المسارات بسعات المركبات ومستودعاتها وورديّاتها وتكاليفها وقدراتها. يأخذ المسار هذه القيم من ' +
      'مركبته.',
  },
  addVehicle: { en: 'Add vehicle', de: 'Fahrzeug hinzufügen', ar: 'إضافة مركبة' },
  noVehicles: { en: 'No vehicles yet', de: 'Noch keine Fahrzeuge', ar: 'لا مركبات بعد' },
  deleteVehicle: { en: 'Delete vehicle', de: 'Fahrzeug löschen', ar: 'حذف المركبة' },
  vehicleStays: {
    en:
      'Existing routes keep it. It disappears from every list, and new routes cannot use it. If it is only away for ' +
      'a while, switch it to inactive instead.',
    de:
      'Bestehende Touren behalten es. Es verschwindet aus allen Listen, und neue Touren können es nicht nennen. ' +
      'Fällt es nur eine Weile aus, schalten Sie es stattdessen inaktiv.',
    ar:
      'تحتفظ بها المسارات الحالية. تختفي من كل القوائم، ولا يمكن للمسارات الجديدة استخدامها. إن كانت غائبة لمدة ' +
      'فقط فاجعلها غير نشطة بدلًا من ذلك.',
  },
  driversAbout: {
    en: 'The people who drive your vehicles. A route gets the driver whose usual vehicle it has.',
    de: 'Die Personen, die Ihre Fahrzeuge fahren. Eine Tour bekommt den Fahrer, dessen übliches Fahrzeug sie hat.',
    ar: 'الأشخاص الذين يقودون مركباتك. يحصل المسار على السائق الذي يقود مركبته عادةً.',
  },
  addDriver: { en: 'Add driver', de: 'Fahrer hinzufügen', ar: 'إضافة سائق' },
  noDrivers: { en: 'No drivers yet', de: 'Noch keine Fahrer', ar: 'لا سائقين بعد' },
  deleteDriver: { en: 'Delete driver', de: 'Fahrer löschen', ar: 'حذف السائق' },
  driverStays: {
    en: 'The name and the phone number are erased for good, also from the history. Existing routes keep the key.',
    de:
      'Name und Telefonnummer werden endgültig gelöscht, auch aus dem Verlauf. Bestehende Touren behalten den ' +
      'Schlüssel.',
    ar: 'يُمحى الاسم ورقم الهاتف نهائيًا، من السجل أيضًا. تحتفظ المسارات الحالية بالمفتاح.',
  },
  created: {
    en: (key: string) => `${key} created`,
    de: (key: string) => `${key} angelegt`,
    ar: (key: string) => `أُنشئ ${key}`,
  },
  deleted: sharedTexts.deletedRecord,
  plate: changedFieldTexts.plate,
  active: changedFieldTexts.active,
  inactive: { en: 'inactive', de: 'inaktiv', ar: 'غير نشط' },
  activeHelp: {
    en: 'Planning uses only active vehicles and drivers.',
    de: 'Die Planung verwendet nur aktive Fahrzeuge und Fahrer.',
    ar: 'لا يستخدم التخطيط إلا المركبات والسائقين النشطين.',
  },
  capacities: { en: 'Capacities', de: 'Kapazitäten', ar: 'السعات' },
  skills: changedFieldTexts.vehicleSkills,
  skillsHelp: {
    en: 'Separated by commas, such as “cooling, tail lift”. Orders can require them.',
    de: 'Durch Kommas getrennt, etwa „Kühlung, Ladebordwand“. Aufträge können sie verlangen.',
    ar: 'مفصولة بفواصل، مثل «تبريد، رافعة خلفية». يمكن للطلبات اشتراطها.',
  },
  day: { en: 'Depots and shift', de: 'Depots und Schicht', ar: 'المستودعات والوردية' },
  endDepotHelp: {
    en: 'Without one, the route ends at its last stop.',
    de: 'Ohne eines endet die Tour am letzten Stopp.',
    ar: 'بدونه ينتهي المسار عند محطته الأخيرة.',
  },
  shift: { en: 'Shift', de: 'Schicht', ar: 'الوردية' },
  shiftStart: changedFieldTexts.shiftStart,
  shiftEnd: changedFieldTexts.shiftEnd,
  breaks: changedFieldTexts.breaks,
  breaksAbout: {
    en: 'A break starts between the two times.',
    de: 'Eine Pause beginnt zwischen den beiden Zeiten.',
    ar: 'تبدأ الاستراحة بين الوقتين.',
  },
  addBreak: { en: 'Add break', de: 'Pause hinzufügen', ar: 'إضافة استراحة' },
  removeBreak: {
    en: (number: number) => `Remove break ${number}`,
    de: (number: number) => `Pause ${number} entfernen`,
    ar: (number: number) => `إزالة الاستراحة ${number}`,
  },
  breakFrom: {
    en: (number: number) => `Break ${number}: earliest start`,
    de: (number: number) => `Pause ${number}: frühester Beginn`,
    ar: (number: number) => `الاستراحة ${number}: أبكر بداية`,
  },
  breakTo: {
    en: (number: number) => `Break ${number}: latest start`,
    de: (number: number) => `Pause ${number}: spätester Beginn`,
    ar: (number: number) => `الاستراحة ${number}: آخر بداية`,
  },
  breakMinutes: {
    en: (number: number) => `Break ${number}: minutes`,
    de: (number: number) => `Pause ${number}: Minuten`,
    ar: (number: number) => `الاستراحة ${number}: الدقائق`,
  },
  limits: { en: 'Limits', de: 'Grenzen', ar: 'الحدود' },
  maxDistance: changedFieldTexts.maxDistance,
  maxDuration: changedFieldTexts.maxDuration,
  maxStops: changedFieldTexts.maxStops,
  trips: changedFieldTexts.trips,
  speedFactor: changedFieldTexts.speedFactor,
  speedFactorHelp: {
    en: '1 is as estimated, 0.8 is slower.',
    de: '1 ist wie geschätzt, 0,8 ist langsamer.',
    ar: '1 كالمقدَّر، و0.8 أبطأ.',
  },
  costs: { en: 'Costs and emissions', de: 'Kosten und Emissionen', ar: 'التكاليف والانبعاثات' },
  fixedCost: changedFieldTexts.fixedCost,
  costPerKm: changedFieldTexts.costPerKm,
  costPerHour: changedFieldTexts.costPerHour,
  emission: changedFieldTexts.emission,
  usualVehicle: changedFieldTexts.usualVehicle,
  none: { en: '–', de: '–', ar: '–' },
  importFile: { en: 'Import file', de: 'Datei importieren', ar: 'استيراد ملف' },
  importAbout: {
    en:
      'The first row names the columns: key, name and any other field, as in an exported file. A row with an ' +
      'existing key changes that record. A row with a new key creates a record. Empty cells change nothing.',
    de:
      'Die erste Zeile nennt die Spalten: key, name und weitere Felder, wie in einer exportierten Datei. Eine ' +
      'Zeile mit vorhandenem Schlüssel ändert den Datensatz. Eine Zeile mit neuem Schlüssel legt einen ' +
      'Datensatz an. Leere Zellen ändern nichts.',
    ar:
      'يسمّي الصف الأول الأعمدة: key وname وأي حقل آخر، كما في ملف مصدَّر. يعدّل الصف ذو المفتاح الموجود ذلك ' +
      'العنصر. وينشئ الصف ذو المفتاح الجديد عنصرًا. الخلايا الفارغة لا تغيّر شيئًا.',
  },
  unreadable: {
    en:
      'This file holds no table, or one that is too large. Save it as CSV or as an Excel workbook (.xlsx) with at ' +
      'most 500 rows.',
    de:
      'Diese Datei enthält keine Tabelle oder eine zu große. Speichern Sie sie als CSV oder Excel-Arbeitsmappe ' +
      '(.xlsx) mit höchstens 500 Zeilen.',
    ar: 'لا يحتوي هذا الملف على جدول، أو أن الجدول كبير جدًا. احفظه بصيغة CSV أو مصنف Excel (.xlsx) بحد أقصى 500 صف.',
  },
  unknownColumns: {
    en: (names: string) => `These columns are left out: ${names}.`,
    de: (names: string) => `Diese Spalten werden ausgelassen: ${names}.`,
    ar: (names: string) => `تُترك هذه الأعمدة: ${names}.`,
  },
  sheetErrors: {
    en: (rowList: string, count: number) =>
      `Formulas in the file have failed (${count}): row ${rowList}. Correct them, or empty the cells, and choose ` +
      'the file again.',
    de: (rowList: string, count: number) =>
      `Formeln in der Datei sind fehlerhaft (${count}): Zeile ${rowList}. Korrigieren Sie sie oder leeren Sie die ` +
      'Zellen, und wählen Sie die Datei erneut.',
    ar: (rowList: string, count: number) =>
      `في الملف صيغ فاشلة (${count}): الصف ${rowList}. صحّحها أو أفرغ خلاياها، ثم اختر الملف من جديد.`,
  },
  importRows: {
    en: (count: number) => `Import ${rowsIn('en', count)}`,
    de: (count: number) => `${rowsIn('de', count)} importieren`,
    ar: (count: number) => `استيراد الصفوف: ${count}`,
  },
  imported: {
    en: (created: number, updated: number, unchanged: number) =>
      `${created} created, ${updated} changed, ${unchanged} unchanged.`,
    de: (created: number, updated: number, unchanged: number) =>
      `${created} angelegt, ${updated} geändert, ${unchanged} unverändert.`,
    ar: (created: number, updated: number, unchanged: number) =>
      `أُنشئ: ${created}، عُدِّل: ${updated}، بلا تغيير: ${unchanged}.`,
  },
  rowFailed: {
    en: (rowLabel: string, message: string) => `Row ${rowLabel}: ${message}`,
    de: (rowLabel: string, message: string) => `Zeile ${rowLabel}: ${message}`,
    ar: (rowLabel: string, message: string) => `الصف ${rowLabel}: ${message}`,
  },
  access: { en: "Driver's app", de: 'Fahrer-App', ar: 'تطبيق السائق' },
  accessAbout: {
    en:
      'A link or a code registers a phone for this driver. The phone shows the routes of this driver after ' +
      'their release, and no other data.',
    de:
      'Ein Link oder Code registriert ein Telefon für diesen Fahrer. Das Telefon zeigt nur die Touren dieses ' +
      'Fahrers, und zwar ab der Freigabe.',
    ar: 'يسجّل الرابط أو الرمز هاتفًا لهذا السائق. يعرض الهاتف مسارات هذا السائق بعد اعتمادها فقط.',
  },
  letIn: { en: 'Register phone', de: 'Telefon registrieren', ar: 'تسجيل هاتف' },
  scanThis: {
    en: 'Scan this with the phone, or open the link on it:',
    de: 'Mit dem Telefon scannen oder den Link darauf öffnen:',
    ar: 'امسح هذا بالهاتف أو افتح الرابط عليه:',
  },
  typeThis: {
    en: 'Or open /driver on the phone and type this code:',
    de: 'Oder auf dem Telefon /driver öffnen und diesen Code eingeben:',
    ar: 'أو افتح ‎/driver على الهاتف واكتب هذا الرمز:',
  },
  usedOnce: {
    en: (link: string, code: string) =>
      `The link and the code each work once. The link expires at ${link}, the code at ${code}.`,
    de: (link: string, code: string) =>
      `Link und Code gelten je einmal. Der Link läuft um ${link} ab, der Code um ${code}.`,
    ar: (link: string, code: string) =>
      `يصلح كل من الرابط والرمز مرة واحدة. ينتهي الرابط في ${link} والرمز في ${code}.`,
  },
  codePicture: { en: 'The link as a QR code', de: 'Der Link als QR-Code', ar: 'الرابط كرمز QR' },
  linkLabel: { en: 'Link', de: 'Link', ar: 'الرابط' },
  codeLabel: sharedTexts.code,
  devices: { en: 'Phones', de: 'Telefone', ar: 'الهواتف' },
  device: sharedTexts.phone,
  registered: { en: 'Registered', de: 'Registriert', ar: 'وقت التسجيل' },
  noDevices: { en: 'No phone is registered.', de: 'Kein Telefon ist registriert.', ar: 'لا هاتف مسجّل.' },
  letOut: { en: 'Revoke access', de: 'Zugang entziehen', ar: 'سحب الوصول' },
  letOutDevice: {
    en: (device: string) => `Revoke access: ${device}`,
    de: (device: string) => `Zugang entziehen: ${device}`,
    ar: (device: string) => `سحب الوصول: ${device}`,
  },
  letOutAsk: {
    en:
      'The phone loses access immediately. Outcomes that it has not sent stay on the phone. Register this ' +
      'phone again to receive them.',
    de:
      'Das Telefon verliert sofort den Zugang. Noch nicht gesendete Ergebnisse bleiben auf dem Telefon. ' +
      'Registrieren Sie dieses Telefon erneut, um sie zu erhalten.',
    ar: 'يفقد الهاتف الوصول فورًا. تبقى النتائج التي لم تُرسَل على الهاتف. سجّل هذا الهاتف من جديد لاستلامها.',
  },
  deviceOut: {
    en: 'The phone no longer has access',
    de: 'Das Telefon hat keinen Zugang mehr',
    ar: 'لم يعد للهاتف وصول',
  },
})
