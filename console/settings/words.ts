// Texts of the settings, custom fields, proofs, e-mails and tracking.
import { changedFieldTexts } from '../change/field-words.ts'
import { memberNames } from '../words/members.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const settingsTexts = createDictionary({
  ...sharedTexts,
  routes: sharedTexts.routeSettings,
  routesAbout: {
    en:
      'Defaults for stops and routes. An order or a route can override them. ' +
      'Changes are saved when you leave a field.',
    de:
      'Vorgaben für Stopps und Touren. Ein Auftrag oder eine Tour kann davon abweichen. Änderungen werden beim ' +
      'Verlassen eines Feldes gespeichert.',
    ar: 'القيم الافتراضية للمحطات والمسارات. يمكن للطلب أو المسار تحديد غيرها. تُحفظ التغييرات عند مغادرة الحقل.',
  },
  stopDuration: memberNames.timeAtStop,
  stopDurationHelp: {
    en: 'Used for orders that do not set their own.',
    de: 'Gilt für Aufträge ohne eigene Angabe.',
    ar: 'للطلبات التي لا تحدد مدة خاصة بها.',
  },
  travel: changedFieldTexts.travel,
  travelAbout: {
    en:
      'Distances and times are estimated from straight lines. These figures fit cars on free roads between towns; ' +
      'lower the speeds for heavy vehicles or city traffic.',
    de:
      'Entfernungen und Zeiten werden aus der Luftlinie geschätzt. Diese Werte passen für Pkw auf freien Straßen ' +
      'zwischen Orten; für schwere Fahrzeuge oder Stadtverkehr sind niedrigere Geschwindigkeiten richtig.',
    ar:
      'تُقدَّر المسافات والأوقات من الخط المستقيم. هذه القيم تناسب السيارات على الطرق الخالية بين المدن؛ خفّض ' +
      'السرعات للمركبات الثقيلة أو لحركة المدن.',
  },
  shortSpeed: changedFieldTexts.shortSpeed,
  longSpeed: changedFieldTexts.longSpeed,
  shortDetour: changedFieldTexts.shortDetour,
  longDetour: changedFieldTexts.longDetour,
  startTime: changedFieldTexts.startTime,
  unknownLoad: {
    en: 'If an order names an unknown route',
    de: 'Wenn ein Auftrag eine unbekannte Tour nennt',
    ar: 'إذا ذكر طلبٌ مسارًا غير معروف',
  },
  unknownLoadHelp: {
    en: 'If Dray creates it, another system can add a route by naming it in an order.',
    de: 'Mit „anlegen“ können andere Systeme eine Tour hinzufügen, indem sie sie in einem Auftrag nennen.',
    ar: 'يتيح الإنشاء للأنظمة الأخرى إضافة مسار بمجرد ذكره في طلب.',
  },
  createLoad: { en: 'Create a route with that ID', de: 'Tour mit dieser ID anlegen', ar: 'إنشاء مسار بهذا المعرّف' },
  refuseOrder: { en: 'Reject the order', de: 'Auftrag ablehnen', ar: 'رفض الطلب' },
  exportList: { en: 'Export list', de: 'Exportliste', ar: 'قائمة التصدير' },
  automatic: {
    en: 'Add orders to the export list automatically',
    de: 'Aufträge automatisch auf die Exportliste setzen',
    ar: 'إضافة الطلبات إلى قائمة التصدير تلقائيًا',
  },
  automaticHelp: {
    en: 'You can always add orders manually.',
    de: 'Manuell können Sie Aufträge jederzeit hinzufügen.',
    ar: 'يمكنك إضافة الطلبات يدويًا في أي وقت.',
  },
  whenCreated: { en: 'when they are created', de: 'wenn sie angelegt werden', ar: 'عند إنشائها' },
  whenChanged: { en: 'when they are changed', de: 'wenn sie geändert werden', ar: 'عند تعديلها' },
  whenReleased: { en: 'when their route is released', de: 'wenn ihre Tour freigegeben wird', ar: 'عند اعتماد مسارها' },
  whenProved: {
    en: 'when they have a proof: adds the proof to the list of proofs',
    de: 'wenn ihr Nachweis vorliegt: setzt ihn auf die Liste der Nachweise',
    ar: 'عند إثباتها: يضيف الإثبات إلى قائمة الإثباتات',
  },
  displayAbout: {
    en:
      'Distances, packages and product lines are shown and entered in these units. The API always uses kilograms, ' +
      'cubic metres and centimetres for packages and product lines. The weight and volume of orders and routes are ' +
      'not converted: changing the unit changes their label, not their numbers.',
    de:
      'Entfernungen, Packstücke und Produktzeilen werden in diesen Einheiten angezeigt und eingegeben. Die API ' +
      'verwendet für Packstücke und Produktzeilen immer Kilogramm, Kubikmeter und Zentimeter. Gewicht und Volumen ' +
      'von Aufträgen und Touren werden nicht umgerechnet: Eine andere Einheit ändert die Beschriftung, nicht die ' +
      'Zahlen.',
    ar:
      'تُعرض المسافات والطرود وبنود المنتجات وتُدخل بهذه الوحدات. تستخدم API للطرود وبنود المنتجات دائمًا ' +
      'الكيلوغرام والمتر المكعب والسنتيمتر. أما وزن الطلبات والمسارات وحجمها فلا يُحوَّلان: تغيير الوحدة يغيّر ' +
      'التسمية لا الأرقام.',
  },
  units: { en: 'Units', de: 'Einheiten', ar: 'الوحدات' },
  length: { en: 'Length', de: 'Länge', ar: 'الطول' },
  kg: { en: 'Kilograms (kg)', de: 'Kilogramm (kg)', ar: 'كيلوغرام (kg)' },
  t: { en: 'Tonnes (t)', de: 'Tonnen (t)', ar: 'طن (t)' },
  lb: { en: 'Pounds (lb)', de: 'Pfund (lb)', ar: 'رطل (lb)' },
  m3: { en: 'Cubic metres (m³)', de: 'Kubikmeter (m³)', ar: 'متر مكعب (m³)' },
  l: { en: 'Litres (l)', de: 'Liter (l)', ar: 'لتر (l)' },
  ft3: { en: 'Cubic feet (ft³)', de: 'Kubikfuß (ft³)', ar: 'قدم مكعب (ft³)' },
  cm: { en: 'Centimetres (cm)', de: 'Zentimeter (cm)', ar: 'سنتيمتر (cm)' },
  m: { en: 'Metres (m)', de: 'Meter (m)', ar: 'متر (m)' },
  in: { en: 'Inches (in)', de: 'Zoll (in)', ar: 'بوصة (in)' },
  ft: { en: 'Feet (ft)', de: 'Fuß (ft)', ar: 'قدم (ft)' },
  km: { en: 'Kilometres (km)', de: 'Kilometer (km)', ar: 'كيلومتر (km)' },
  mi: { en: 'Miles (mi)', de: 'Meilen (mi)', ar: 'ميل (mi)' },
  place: { en: 'Time and place', de: 'Zeit und Ort', ar: 'الوقت والمكان' },
  timeZoneHelp: {
    en: 'The console shows all times in this zone. It also applies to incoming times without an offset.',
    de: 'Die Konsole zeigt alle Zeiten in dieser Zone. Sie gilt auch für eingehende Zeiten ohne Zeitversatz.',
    ar: 'تعرض وحدة التحكم كل الأوقات بهذه المنطقة، وتسري أيضًا على الأوقات الواردة بلا فارق زمني.',
  },
  dateFormat: { en: 'Dates', de: 'Datumsformat', ar: 'صيغة التاريخ' },
  dateFormatHelp: {
    en: 'How dates are typed and written in figures. Times are always 24 hours.',
    de: 'Wie ein Datum in Ziffern geschrieben und eingegeben wird. Uhrzeiten haben immer 24 Stunden.',
    ar: 'كيف تُكتب التواريخ بالأرقام وتُدخل. الأوقات دائمًا بنظام 24 ساعة.',
  },
  dmy: { en: 'Day/month/year', de: 'Tag.Monat.Jahr', ar: 'يوم/شهر/سنة' },
  mdy: { en: 'Month/day/year', de: 'Monat/Tag/Jahr', ar: 'شهر/يوم/سنة' },
  ymd: { en: 'Year-month-day', de: 'Jahr-Monat-Tag', ar: 'سنة-شهر-يوم' },
  countryHelp: {
    en: 'Default for new addresses.',
    de: 'Vorgabe für neue Adressen.',
    ar: 'القيمة الافتراضية للعناوين الجديدة.',
  },
  notificationsAbout: {
    en: 'Notifications to recipients. An order can turn its own notifications off.',
    de: 'Benachrichtigungen an Empfänger. Jeder Auftrag kann seine Benachrichtigungen abschalten.',
    ar: 'الإشعارات المرسلة إلى المستلمين. يمكن لكل طلب إيقاف إشعاراته.',
  },
  recipients: { en: 'To the recipient', de: 'An den Empfänger', ar: 'إلى المستلم' },
  overridden: {
    en: 'An order can turn this off.',
    de: 'Ein Auftrag kann dies abschalten.',
    ar: 'يمكن للطلب إيقاف ذلك.',
  },
  alwaysTold: { en: 'Always notify', de: 'Immer benachrichtigen', ar: 'إبلاغ دائم' },
  failedRecipients: { en: 'About failed orders', de: 'Über fehlgeschlagene Aufträge', ar: 'عن الطلبات الفاشلة' },
  partiallySuccessfulRecipients: {
    en: 'About partially successful orders',
    de: 'Über teilweise erfolgreiche Aufträge',
    ar: 'عن الطلبات الناجحة جزئيًا',
  },
  recipientsHelp: {
    en: 'E-mail addresses. Press Enter after each one.',
    de: 'E-Mail-Adressen. Drücken Sie nach jeder die Eingabetaste.',
    ar: 'عناوين بريد إلكتروني. اضغط Enter بعد كل عنوان.',
  },
  readOnly: {
    en: 'Your role lets you view the settings but not change them.',
    de: 'Mit Ihrer Rolle können Sie die Einstellungen ansehen, aber nicht ändern.',
    ar: 'يتيح لك دورك الاطلاع على الإعدادات دون تغييرها.',
  },
  channelsAbout: {
    en: 'Sources of orders, such as a shop or a branch. Orders refer to a channel by its key.',
    de: 'Quellen von Aufträgen, etwa ein Shop oder eine Filiale. Aufträge nennen den Schlüssel des Kanals.',
    ar: 'مصادر الطلبات، مثل متجر أو فرع. تشير الطلبات إلى القناة بمفتاحها.',
  },
  addChannel: { en: 'Add channel', de: 'Kanal hinzufügen', ar: 'إضافة قناة' },
  noChannels: { en: 'No channels yet', de: 'Noch keine Kanäle', ar: 'لا قنوات بعد' },
  noChannelsText: {
    en: 'Add a channel, and orders can refer to it by its key.',
    de: 'Fügen Sie einen Kanal hinzu, dann können Aufträge seinen Schlüssel nennen.',
    ar: 'أضف قناة لتتمكن الطلبات من الإشارة إليها بمفتاحها.',
  },
  areasAbout: {
    en: 'Regions that orders belong to. You can draw the outline of an area on the map.',
    de: 'Regionen, zu denen Aufträge gehören. Den Umriss eines Gebiets können Sie auf der Karte zeichnen.',
    ar: 'نطاقات جغرافية تنتمي إليها الطلبات. يمكنك رسم حدود المنطقة على الخريطة.',
  },
  addArea: { en: 'Add area', de: 'Gebiet hinzufügen', ar: 'إضافة منطقة' },
  noAreas: { en: 'No areas yet', de: 'Noch keine Gebiete', ar: 'لا مناطق بعد' },
  noAreasText: {
    en: 'Add an area, and orders can refer to it by its key.',
    de: 'Fügen Sie ein Gebiet hinzu, dann können Aufträge seinen Schlüssel nennen.',
    ar: 'أضف منطقة لتتمكن الطلبات من الإشارة إليها بمفتاحها.',
  },
  outline: { en: 'Outline', de: 'Umriss', ar: 'الحدود' },
  noOutline: { en: 'Draw …', de: 'Zeichnen …', ar: 'رسم …' },
  depotsAbout: {
    en: 'Deliveries start at a depot, and collections end at one.',
    de: 'Lieferungen beginnen an einem Depot, und Abholungen enden an einem.',
    ar: 'تبدأ عمليات التوصيل من مستودع، وتنتهي عمليات الاستلام في مستودع.',
  },
  addDepot: { en: 'Add depot', de: 'Depot hinzufügen', ar: 'إضافة مستودع' },
  noDepots: { en: 'No depots yet', de: 'Noch keine Depots', ar: 'لا مستودعات بعد' },
  depotCreated: { en: 'Depot created', de: 'Depot angelegt', ar: 'أُنشئ المستودع' },
  deleteDepot: { en: 'Delete depot', de: 'Depot löschen', ar: 'حذف المستودع' },
  counting: {
    en: 'Counting the orders that use this depot …',
    de: 'Aufträge mit diesem Depot werden gezählt …',
    ar: 'يجري عدّ الطلبات التي تستخدم هذا المستودع …',
  },
  depotStays: {
    en:
      'Existing orders keep it. It disappears from every list, and new orders cannot use it. To bring it back, ' +
      'create a depot with the same key.',
    de:
      'Bestehende Aufträge behalten es. Es verschwindet aus allen Listen, und neue Aufträge können es nicht ' +
      'nennen. Um es zurückzuholen, legen Sie ein Depot mit demselben Schlüssel an.',
    ar:
      'تحتفظ به الطلبات الحالية. يختفي من كل القوائم، ولا يمكن للطلبات الجديدة استخدامه. لاستعادته أنشئ مستودعًا ' +
      'بالمفتاح نفسه.',
  },
  position: { en: 'Location', de: 'Position', ar: 'الموقع' },
  noPosition: { en: 'Not set', de: 'Nicht gesetzt', ar: 'غير محدد' },
  phoneCountry: { en: 'Phone: dialling code', de: 'Telefon: Vorwahl', ar: 'الهاتف: رمز الاتصال' },
  mobileCountry: { en: 'Mobile: dialling code', de: 'Mobil: Vorwahl', ar: 'الجوال: رمز الاتصال' },
  startTimeHelp: {
    en: (zone: string) => `In ${zone}. Default for new routes.`,
    de: (zone: string) => `In ${zone}. Vorgabe für neue Touren.`,
    ar: (zone: string) => `بتوقيت ${zone}. القيمة الافتراضية للمسارات الجديدة.`,
  },
  removeItem: {
    en: (key: string) => `Remove ${key}`,
    de: (key: string) => `${key} entfernen`,
    ar: (key: string) => `إزالة ${key}`,
  },
  corners: {
    en: (count: number) => formatCount('en', count, { one: 'corner', other: 'corners' }),
    de: (count: number) => formatCount('de', count, { one: 'Eckpunkt', other: 'Eckpunkte' }),
    ar: (count: number) => formatCount('ar', count, { one: 'زاوية', two: 'زاويتان', few: 'زوايا', other: 'زاوية' }),
  },
  outlineOf: {
    en: (name: string) => `Outline of ${name}`,
    de: (name: string) => `Umriss von ${name}`,
    ar: (name: string) => `حدود ${name}`,
  },
  depotDeleted: sharedTexts.deletedRecord,
  namedBy: {
    en: (count: number, exact: boolean) =>
      `${exact ? '' : 'More than '}${formatCount('en', count, { one: 'order uses', other: 'orders use' })} this depot.`,
    de: (count: number, exact: boolean) =>
      `${exact ? '' : 'Mehr als '}${formatCount('de', count, { one: 'Auftrag nennt', other: 'Aufträge nennen' })} ` +
      'dieses Depot.',
    ar: (count: number, exact: boolean) => `الطلبات التي تستخدم هذا المستودع: ${exact ? '' : 'أكثر من '}${count}.`,
  },
})

export const fieldsTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.customFields,
  about: {
    en: 'Additional fields of orders. Orders keep their values when a field is changed or removed.',
    de: 'Zusätzliche Felder von Aufträgen. Aufträge behalten ihre Werte, wenn ein Feld geändert oder entfernt wird.',
    ar: 'حقول إضافية للطلبات. تحتفظ الطلبات بقيمها عند تعديل حقل أو إزالته.',
  },
  add: { en: 'Add field', de: 'Feld hinzufügen', ar: 'إضافة حقل' },
  none: { en: 'No custom fields yet', de: 'Noch keine eigenen Felder', ar: 'لا حقول مخصصة بعد' },
  noneText: {
    en: 'Add one, such as a floor or a colour, and orders can have a value for it.',
    de: 'Fügen Sie eines hinzu, etwa ein Stockwerk oder eine Farbe, und Aufträge können einen Wert dafür haben.',
    ar: 'أضف حقلًا مثل الطابق أو اللون ليكون للطلبات قيمة فيه.',
  },
  field: {
    en: (name: string) => `Field ${name}`,
    de: (name: string) => `Feld ${name}`,
    ar: (name: string) => `الحقل ${name}`,
  },
  keyHelp: {
    en: 'Letters, digits and _. The API and files use it.',
    de: 'Buchstaben, Ziffern und _. API und Dateien verwenden ihn.',
    ar: 'أحرف لاتينية وأرقام و_. تستخدمه API والملفات.',
  },
  text: { en: 'Text', de: 'Text', ar: 'نص' },
  number: { en: 'Number', de: 'Zahl', ar: 'رقم' },
  boolean: { en: 'Yes or no', de: 'Ja oder nein', ar: 'نعم أو لا' },
  date: { en: 'Date', de: 'Datum', ar: 'تاريخ' },
  choice: { en: 'Choice', de: 'Auswahl', ar: 'اختيار' },
  choices: { en: 'Choices', de: 'Auswahlwerte', ar: 'الخيارات' },
  choicesHelp: {
    en: 'Separated by commas, in the order in which lists sort them.',
    de: 'Durch Kommas getrennt, in der Reihenfolge, in der Listen sie sortieren.',
    ar: 'مفصولة بفواصل، بالترتيب الذي تُرتَّب به القوائم.',
  },
  required: { en: 'Required', de: 'Erforderlich', ar: 'إلزامي' },
  listed: { en: 'Show in the list', de: 'In der Liste zeigen', ar: 'عرض في القائمة' },
  forDriver: { en: 'Show to the driver', de: 'Dem Fahrer zeigen', ar: 'عرض للسائق' },
  searched: { en: 'Search', de: 'Durchsuchen', ar: 'البحث فيه' },
  filtered: { en: 'Filter', de: 'Filtern', ar: 'التصفية به' },
  sorted: { en: 'Sort', de: 'Sortieren', ar: 'الترتيب به' },
  remove: {
    en: (name: string) => `Remove field ${name}`,
    de: (name: string) => `Feld ${name} entfernen`,
    ar: (name: string) => `إزالة الحقل ${name}`,
  },
})

export const roadTexts = createDictionary({
  ...sharedTexts,
  proofAbout: {
    en:
      "These settings control the driver app at the door, the recipient's tracking page, " +
      'and the company name on both.',
    de:
      'Diese Einstellungen steuern die Fahrer-App an der Tür, die Verfolgungsseite des Empfängers ' +
      'und den Firmennamen auf beiden.',
    ar: 'تتحكم هذه الإعدادات في تطبيق السائق عند الباب وصفحة التتبع للمستلم واسم الشركة في كليهما.',
  },
  reasons: { en: 'Reasons for failure', de: 'Gründe für Fehlschläge', ar: 'أسباب الفشل' },
  reasonsAbout: {
    en:
      'Drivers choose one when something could not be handed over. A reason that is removed here stays on the ' +
      'proofs that have it.',
    de:
      'Fahrer wählen einen, wenn etwas nicht übergeben werden konnte. Ein hier entfernter Grund bleibt auf den ' +
      'Nachweisen, die ihn nennen.',
    ar: 'يختار السائق سببًا عندما يتعذر تسليم شيء. السبب الذي يُزال هنا يبقى في الإثباتات التي تذكره.',
  },
  addReason: { en: 'Add reason', de: 'Grund hinzufügen', ar: 'إضافة سبب' },
  noReasons: { en: 'No reasons yet', de: 'Noch keine Gründe', ar: 'لا أسباب بعد' },
  noReasonsText: {
    en: 'Without a reason, drivers cannot record that something failed.',
    de: 'Ohne Gründe können Fahrer keinen Fehlschlag erfassen.',
    ar: 'بلا أسباب لا يستطيع السائق تسجيل الفشل.',
  },
  photoRequired: { en: 'Photo required', de: 'Foto nötig', ar: 'الصورة مطلوبة' },
  quiet: { en: 'Do not notify the recipient', de: 'Empfänger nicht benachrichtigen', ar: 'عدم إبلاغ المستلم' },
  atTheDoor: { en: 'At the door', de: 'An der Tür', ar: 'عند الباب' },
  signatureSuccess: {
    en: 'Signature when all is handed over',
    de: 'Unterschrift bei vollständiger Übergabe',
    ar: 'التوقيع عند تسليم الكل',
  },
  signaturePartial: {
    en: 'Signature when some is handed over',
    de: 'Unterschrift bei teilweiser Übergabe',
    ar: 'التوقيع عند تسليم البعض',
  },
  signatureFailed: {
    en: 'Signature when nothing is handed over',
    de: 'Unterschrift, wenn nichts übergeben wird',
    ar: 'التوقيع عند عدم تسليم شيء',
  },
  scan: { en: 'Scan the codes of packages', de: 'Codes der Packstücke scannen', ar: 'مسح رموز الطرود' },
  optional: { en: 'Optional', de: 'Freiwillig', ar: 'اختياري' },
  required: fieldsTexts.required,
  photosMin: { en: 'Fewest photos', de: 'Mindestens Fotos', ar: 'أقل عدد من الصور' },
  photosMax: { en: 'Most photos', de: 'Höchstens Fotos', ar: 'أكبر عدد من الصور' },
  keepPhotosDays: {
    en: 'Keep photos and signatures for (days)',
    de: 'Fotos und Unterschriften aufbewahren (Tage)',
    ar: 'مدة حفظ الصور والتوقيعات (بالأيام)',
  },
  positionsKeepDays: {
    en: 'Keep vehicle positions for (days)',
    de: 'Fahrzeugpositionen aufbewahren (Tage)',
    ar: 'مدة حفظ مواقع المركبات (بالأيام)',
  },
  trackingAbout: {
    en: 'It never shows names, streets, phone numbers or other stops.',
    de: 'Namen, Straßen, Telefonnummern und andere Stopps zeigt sie nie.',
    ar: 'لا تعرض أبدًا الأسماء ولا الشوارع ولا أرقام الهواتف ولا المحطات الأخرى.',
  },
  estimatedTime: { en: 'Estimated time of arrival', de: 'Voraussichtliche Ankunft', ar: 'وقت الوصول المتوقع' },
  stopsAhead: { en: 'Number of stops before', de: 'Zahl der Stopps davor', ar: 'عدد المحطات السابقة' },
  vehiclePosition: { en: 'Vehicle position', de: 'Fahrzeugposition', ar: 'موقع المركبة' },
  vehiclePositionHelp: {
    en: 'Only on its way, shortly before it arrives, and rounded to 100 metres.',
    de: 'Nur unterwegs, kurz vor der Ankunft und auf 100 Meter gerundet.',
    ar: 'أثناء الطريق فقط وقبيل الوصول، ومقرّبًا إلى 100 متر.',
  },
  vehicleWithinStops: {
    en: 'Show the vehicle position within this number of stops',
    de: 'Fahrzeugposition zeigen ab dieser Zahl von Stopps davor',
    ar: 'إظهار موقع المركبة قبل هذا العدد من المحطات',
  },
  trackingProof: {
    en: 'Visible part of the proof',
    de: 'Sichtbarer Teil des Nachweises',
    ar: 'الجزء الظاهر من الإثبات',
  },
  proofNone: { en: 'Nothing', de: 'Nichts', ar: 'لا شيء' },
  proofOutcome: { en: 'The outcome', de: 'Das Ergebnis', ar: 'النتيجة' },
  proofAll: { en: 'The outcome and the photos', de: 'Das Ergebnis und die Fotos', ar: 'النتيجة والصور' },
  trackingKeepDays: {
    en: 'Days that the page stays available after the outcome',
    de: 'Tage nach dem Ergebnis, an denen die Seite verfügbar bleibt',
    ar: 'عدد الأيام بعد النتيجة التي تبقى فيها الصفحة متاحة',
  },
  branding: changedFieldTexts.branding,
  companyName: sharedTexts.name,
  companyNameHelp: {
    en: 'In e-mails, proofs and on tracking pages. Empty: the name of the environment.',
    de: 'In E-Mails, Nachweisen und auf Verfolgungsseiten. Leer: der Name der Umgebung.',
    ar: 'في الرسائل والإثباتات وصفحات التتبع. فارغ: اسم البيئة.',
  },
  colour: changedFieldTexts.colour,
  logo: changedFieldTexts.logo,
  logoHelp: {
    en: 'PNG or JPEG, at most 100 KB.',
    de: 'PNG oder JPEG, höchstens 100 KB.',
    ar: 'PNG أو JPEG، بحد أقصى 100 كيلوبايت.',
  },
  chooseLogo: { en: 'Choose an image', de: 'Bild wählen', ar: 'اختيار صورة' },
  removeLogo: { en: 'Remove the logo', de: 'Logo entfernen', ar: 'إزالة الشعار' },
  logoTooLarge: {
    en: 'This image is larger than 100 KB.',
    de: 'Dieses Bild ist größer als 100 KB.',
    ar: 'هذه الصورة أكبر من 100 كيلوبايت.',
  },
  lettersAbout: {
    en: 'Dray sends e-mails once the operator has set up a mail server. Each order lists its e-mails and their status.',
    de:
      'Dray sendet E-Mails, sobald der Betreiber einen Mailserver eingerichtet hat. Jeder Auftrag zeigt seine ' +
      'E-Mails und deren Status.',
    ar: 'يرسل Dray الرسائل بالبريد الإلكتروني بعد أن يُعدّ المشغّل خادم بريد. يعرض كل طلب رسائله وحالتها.',
  },
  automaticLetters: {
    en: 'Notify recipients automatically',
    de: 'Empfänger automatisch benachrichtigen',
    ar: 'إبلاغ المستلمين تلقائيًا',
  },
  onSuccess: { en: 'when all was handed over', de: 'wenn alles übergeben wurde', ar: 'عند تسليم الكل' },
  onPartial: { en: 'when some was handed over', de: 'wenn ein Teil übergeben wurde', ar: 'عند تسليم البعض' },
  onFailed: { en: 'when nothing was handed over', de: 'wenn nichts übergeben wurde', ar: 'عند عدم تسليم شيء' },
  triggers: { en: 'Send the tracking link', de: 'Verfolgungslink senden', ar: 'إرسال رابط التتبع' },
  onRegistered: { en: 'when the order is created', de: 'wenn der Auftrag angelegt wird', ar: 'عند إنشاء الطلب' },
  onPlanned: { en: 'when its route is planned', de: 'wenn seine Tour geplant ist', ar: 'عند تخطيط مساره' },
  onReleased: { en: 'when its route is released', de: 'wenn seine Tour freigegeben wird', ar: 'عند اعتماد مساره' },
  onInTransit: { en: 'when its route starts', de: 'wenn seine Tour startet', ar: 'عند انطلاق مساره' },
  english: { en: 'English', de: 'Englisch', ar: 'الإنجليزية' },
  german: { en: 'German', de: 'Deutsch', ar: 'الألمانية' },
  arabic: { en: 'Arabic', de: 'Arabisch', ar: 'العربية' },
  senderName: { en: 'Sender name', de: 'Absendername', ar: 'اسم المرسِل' },
  senderNameHelp: {
    en: 'Empty: the name of your company.',
    de: 'Leer: der Name Ihres Unternehmens.',
    ar: 'فارغ: اسم شركتك.',
  },
  replyTo: { en: 'Replies go to', de: 'Antworten gehen an', ar: 'الردود تُرسل إلى' },
  attachPdf: { en: 'Attach the proof as a PDF', de: 'Nachweis als PDF anhängen', ar: 'إرفاق الإثبات بصيغة PDF' },
  templates: { en: 'Texts', de: 'Texte', ar: 'النصوص' },
  templatesAbout: {
    en: 'These are replaced in subject and text:',
    de: 'Diese werden in Betreff und Text ersetzt:',
    ar: 'تُستبدل هذه في الموضوع والنص:',
  },
  success: { en: 'Handed over', de: 'Übergeben', ar: 'سُلِّم' },
  partial: { en: 'Partly handed over', de: 'Teilweise übergeben', ar: 'سُلِّم جزئيًا' },
  failed: { en: 'Not handed over', de: 'Nicht übergeben', ar: 'لم يُسلَّم' },
  tracking: { en: 'Tracking link', de: 'Verfolgungslink', ar: 'رابط التتبع' },
  subject: { en: 'Subject', de: 'Betreff', ar: 'الموضوع' },
  text: fieldsTexts.text,
  ownText: { en: 'Write your own', de: 'Eigenen Text schreiben', ar: 'كتابة نص خاص' },
  usualText: { en: 'Back to the usual text', de: 'Zurück zum üblichen Text', ar: 'العودة إلى النص المعتاد' },
  preview: { en: 'Preview', de: 'Vorschau', ar: 'معاينة' },
  previewOf: {
    en: 'With an example order',
    de: 'Mit einem Beispielauftrag',
    ar: 'لطلب كمثال',
  },
})
