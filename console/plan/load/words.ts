// The texts around a load: the day, unassigned orders, changes of several stops, and why an order does not fit.
import { countTexts } from '../../change/field-words.ts'
import { stopsIn } from '../../words/forms.ts'
import { sharedTexts } from '../../words/shared.ts'
import { createDictionary } from '../../words/words.ts'

export const pageTexts = createDictionary({
  ...sharedTexts,
  dayBefore: { en: 'Previous day', de: 'Vorheriger Tag', ar: 'اليوم السابق' },
  dayAfter: { en: 'Next day', de: 'Nächster Tag', ar: 'اليوم التالي' },
  lateCount: {
    en: (count: number) => `${count} planned late`,
    de: (count: number) => `${count} zu spät geplant`,
    ar: (count: number) => `متأخرة: ${count}`,
  },
  mayBeLateCount: {
    en: (count: number) => `${count} may be late`,
    de: (count: number) => `${count} evtl. zu spät`,
    ar: (count: number) => `قد تتأخر: ${count}`,
  },
  overloadedCount: {
    en: (count: number) => `${count} overloaded`,
    de: (count: number) => `${count} überladen`,
    ar: (count: number) => `فوق السعة: ${count}`,
  },
  unplacedCount: {
    en: (count: string) => `${count} unassigned`,
    de: (count: string) => `${count} nicht zugewiesen`,
    ar: (count: string) => `غير مخصصة: ${count}`,
  },
  undatedCount: {
    en: (count: string) => `(${count} without a date)`,
    de: (count: string) => `(${count} ohne Datum)`,
    ar: (count: string) => `(${count} بلا تاريخ)`,
  },
  deletedByOthers: {
    en: (key: string) => `Someone else deleted route ${key}.`,
    de: (key: string) => `Jemand anderes hat die Tour ${key} gelöscht.`,
    ar: (key: string) => `حذف شخص آخر المسار ${key}.`,
  },
  searchUnplaced: { en: 'Search these orders', de: 'Diese Aufträge durchsuchen', ar: 'البحث في هذه الطلبات' },
  allPlaced: {
    en: 'No orders are waiting for a route.',
    de: 'Kein Auftrag wartet auf eine Tour.',
    ar: 'لا طلبات تنتظر مسارًا.',
  },
  createLoad: {
    en: (key: string) => `Create route ${key}`,
    de: (key: string) => `Tour ${key} anlegen`,
    ar: (key: string) => `إنشاء المسار ${key}`,
  },
  tooLate: {
    en: (key: string) => `${key} has started and accepts no more orders. Type another key to create a new route.`,
    de: (key: string) =>
      `${key} ist gestartet und nimmt keine Aufträge mehr auf. Geben Sie einen anderen Schlüssel ein, um eine neue ` +
      'Tour anzulegen.',
    ar: (key: string) => `انطلق ${key} ولا يقبل طلبات أخرى. اكتب مفتاحًا آخر لإنشاء مسار جديد.`,
  },
  noneFound: { en: 'Nothing found.', de: 'Nichts gefunden.', ar: 'لا نتائج.' },
  assign: {
    en: (name: string) => `Assign ${name} to a route`,
    de: (name: string) => `${name} einer Tour zuweisen`,
    ar: (name: string) => `إسناد ${name} إلى مسار`,
  },
  findLoad: { en: 'Search routes', de: 'Touren durchsuchen', ar: 'البحث في المسارات' },
  assigned: {
    en: (name: string, load: string) => `${name} is now on ${load}.`,
    de: (name: string, load: string) => `${name} ist jetzt auf ${load}.`,
    ar: (name: string, load: string) => `${name} الآن على ${load}.`,
  },
  notSaved: { en: 'not saved', de: 'nicht gespeichert', ar: 'غير محفوظ' },
  noLoadsHelp: {
    en: 'A route appears on the day of its planned start. Routes without a planned start appear on every day.',
    de: 'Eine Tour erscheint am Tag ihres geplanten Starts. Touren ohne geplanten Start erscheinen an jedem Tag.',
    ar: 'يظهر المسار في يوم بدايته المخططة. أما المسارات بلا بداية مخططة فتظهر في كل الأيام.',
  },
  nearestDay: {
    en: (day: string) => `Go to ${day}, the nearest day with routes`,
    de: (day: string) => `Zum ${day}, dem nächsten Tag mit Touren`,
    ar: (day: string) => `إلى ${day}، أقرب يوم فيه مسارات`,
  },
  editLoad: { en: 'Edit route', de: 'Tour bearbeiten', ar: 'تعديل المسار' },
  wholeWay: {
    en: (distance: string) => `≈ ${distance} in total (estimate)`,
    de: (distance: string) => `≈ ${distance} insgesamt (Schätzung)`,
    ar: (distance: string) => `≈ ${distance} إجمالًا (تقدير)`,
  },
  nextLoad: { en: 'Next route', de: 'Nächste Tour', ar: 'المسار التالي' },
  previousLoad: { en: 'Previous route', de: 'Vorige Tour', ar: 'المسار السابق' },
  saveOrder: { en: 'Save stop sequence', de: 'Reihenfolge speichern', ar: 'حفظ ترتيب المحطات' },
  view: { en: 'View', de: 'Ansicht', ar: 'العرض' },
  charts: { en: 'Charts', de: 'Grafiken', ar: 'الرسوم' },
  mapOf: {
    en: (load: string) => `Map of ${load}. The stop list shows the same stops.`,
    de: (load: string) => `Karte von ${load}. Die Stoppliste zeigt dieselben Stopps.`,
    ar: (load: string) => `خريطة ${load}. تعرض قائمة المحطات المحطات نفسها.`,
  },
  nextProblem: {
    en: 'Go to the next one',
    de: 'Zum nächsten gehen',
    ar: 'الانتقال إلى التالية',
  },
  mapOfPool: {
    en: 'Map of the orders without a route. The list shows the same orders.',
    de: 'Karte der Aufträge ohne Tour. Die Liste zeigt dieselben Aufträge.',
    ar: 'خريطة الطلبات بلا مسار. تعرض القائمة الطلبات نفسها.',
  },
  firstSteps: { en: 'First steps', de: 'Erste Schritte', ar: 'الخطوات الأولى' },
  stepCurl: {
    en: 'Run this and watch the order appear under “Unassigned”:',
    de: 'Führen Sie das aus. Der Auftrag erscheint unter „Nicht zugewiesen“:',
    ar: 'نفّذ هذا وشاهد الطلب يظهر تحت «غير مخصصة»:',
  },
  stepToken: {
    en: 'TOKEN is the token printed at startup, or one you create under Settings › API access.',
    de:
      'TOKEN ist das Token, das beim Start ausgegeben wurde, oder eines, das Sie unter Einstellungen › API-Zugang ' +
      'anlegen.',
    ar: 'TOKEN هو رمز الوصول المطبوع عند التشغيل، أو رمز تنشئه من الإعدادات › الوصول إلى API.',
  },
  stepImport: { en: 'Import the sample CSV', de: 'Beispiel-CSV importieren', ar: 'استيراد ملف CSV النموذجي' },
  stepDriver: {
    en: 'Register your phone as the phone of a driver',
    de: 'Ihr Telefon als Telefon eines Fahrers registrieren',
    ar: 'سجّل هاتفك كهاتف سائق',
  },
  stepTracking: {
    en: 'See an order on its way as its recipient does',
    de: 'Einen Auftrag unterwegs sehen, wie ihn der Empfänger sieht',
    ar: 'شاهد طلبًا في طريقه كما يراه مستلمه',
  },
  stepOwn: {
    en: 'Create your own environment',
    de: 'Eigene Umgebung anlegen',
    ar: 'إنشاء بيئة خاصة بك',
  },
  stepDisplay: {
    en: 'Set time zone and units',
    de: 'Zeitzone und Einheiten festlegen',
    ar: 'ضبط المنطقة الزمنية والوحدات',
  },
  stepDepot: { en: 'Add a depot', de: 'Depot hinzufügen', ar: 'إضافة مستودع' },
  stepVehicles: { en: 'Add vehicles', de: 'Fahrzeuge hinzufügen', ar: 'إضافة مركبات' },
  stepFile: { en: 'Import your orders', de: 'Ihre Aufträge importieren', ar: 'استيراد طلباتك' },
  hideSteps: { en: 'Hide first steps', de: 'Erste Schritte ausblenden', ar: 'إخفاء الخطوات الأولى' },
})

export const manyTexts = createDictionary({
  ...sharedTexts,
  chooseFirst: {
    en: 'Select stops or orders first',
    de: 'Erst Stopps oder Aufträge auswählen',
    ar: 'حدّد محطات أو طلبات أولًا',
  },
  orders: countTexts.orderCount,
  chosen: {
    en: (count: number) => `${count} selected`,
    de: (count: number) => `${count} ausgewählt`,
    ar: (count: number) => `تم تحديد ${count}`,
  },
  toTop: { en: 'Move to top', de: 'Nach oben', ar: 'إلى الأعلى' },
  toEnd: { en: 'Move to end', de: 'Ans Ende', ar: 'إلى النهاية' },
  reverse: { en: 'Reverse', de: 'Umkehren', ar: 'عكس الترتيب' },
  nearest: { en: 'Nearest first', de: 'Nächster zuerst', ar: 'الأقرب أولًا' },
  split: { en: 'Split into two routes', de: 'In zwei Touren teilen', ar: 'تقسيم إلى مسارين' },
  all: { en: 'Select all stops', de: 'Alle Stopps auswählen', ar: 'تحديد كل المحطات' },
  nextPane: { en: 'Next pane', de: 'Nächster Bereich', ar: 'القسم التالي' },
  previousPane: { en: 'Previous pane', de: 'Voriger Bereich', ar: 'القسم السابق' },
  up: { en: 'Move up', de: 'Nach oben schieben', ar: 'نقل لأعلى' },
  down: { en: 'Move down', de: 'Nach unten schieben', ar: 'نقل لأسفل' },
  moreOf: {
    en: (load: string) => `Actions for ${load}`,
    de: (load: string) => `Aktionen für ${load}`,
    ar: (load: string) => `إجراءات ${load}`,
  },
  assignMany: {
    en: (orders: string) => `Assign ${orders} to a route`,
    de: (orders: string) => `${orders} einer Tour zuweisen`,
    ar: (orders: string) => `إسناد ${orders} إلى مسار`,
  },
  assigned: {
    en: (orders: string, load: string) => `${orders} now on ${load}.`,
    de: (orders: string, load: string) => `${orders} jetzt auf ${load}.`,
    ar: (orders: string, load: string) => `${orders} الآن على ${load}.`,
  },
  takenOut: {
    en: (orders: string) => `${orders} now without a route.`,
    de: (orders: string) => `${orders} jetzt ohne Tour.`,
    ar: (orders: string) => `${orders} الآن بلا مسار.`,
  },
  wasSplit: {
    en: (orders: string, load: string) => `${orders} moved to the new route ${load}.`,
    de: (orders: string, load: string) => `${orders} in die neue Tour ${load} verschoben.`,
    ar: (orders: string, load: string) => `نُقل ${orders} إلى المسار الجديد ${load}.`,
  },
  cannotUndo: {
    en: (load: string) => `${load} has changed since, so this cannot be undone any more.`,
    de: (load: string) => `${load} wurde inzwischen geändert. Das lässt sich nicht mehr rückgängig machen.`,
    ar: (load: string) => `تغيّر ${load} منذ ذلك، ولم يعد التراجع ممكنًا.`,
  },
  sideSize: {
    en: 'Width of routes and orders',
    de: 'Breite der Touren und Aufträge',
    ar: 'عرض عمود المسارات والطلبات',
  },
  stopsSize: { en: 'Width of the stops', de: 'Breite der Stopps', ar: 'عرض المحطات' },
  chartsSize: { en: 'Height of the charts', de: 'Höhe der Diagramme', ar: 'ارتفاع الرسوم' },
  ownSize: { en: 'as the window suggests', de: 'passend zum Fenster', ar: 'حسب النافذة' },
  nowAt: {
    en: (count: number, number: number) => `${count} stops moved; the first is now stop ${number}.`,
    de: (count: number, number: number) => `${count} Stopps verschoben; der erste ist jetzt Stopp ${number}.`,
    ar: (count: number, number: number) => `نُقلت ${stopsIn('ar', count)}؛ الأولى الآن المحطة ${number}.`,
  },
})

export const fittingTexts = createDictionary({
  unknown_consignment: { en: 'order no longer exists', de: 'Auftrag gibt es nicht mehr', ar: 'الطلب لم يعد موجودًا' },
  load_state: { en: 'already started', de: 'schon gestartet', ar: 'بدأ بالفعل' },
  depot_rule: { en: 'other depot', de: 'anderes Depot', ar: 'مستودع آخر' },
  skills: { en: 'vehicle lacks a skill', de: 'dem Fahrzeug fehlt eine Fähigkeit', ar: 'تنقص المركبة قدرة' },
  lacks: {
    en: (skills: string) => `vehicle lacks ${skills}`,
    de: (skills: string) => `dem Fahrzeug fehlt ${skills}`,
    ar: (skills: string) => `تنقص المركبة ${skills}`,
  },
  fits: { en: 'fits', de: 'passt', ar: 'مناسب' },
  overtime: {
    en: (duration: string) => `${duration} overtime`,
    de: (duration: string) => `${duration} Überstunden`,
    ar: (duration: string) => `وقت إضافي: ${duration}`,
  },
  late: {
    en: (count: number) => `${count} late`,
    de: (count: number) => `${count} zu spät`,
    ar: (count: number) => `متأخرة: ${count}`,
  },
  weight: { en: 'too heavy', de: 'zu schwer', ar: 'الوزن زائد' },
  volume: { en: 'too large', de: 'zu groß', ar: 'الحجم زائد' },
  packages: { en: 'too many packages', de: 'zu viele Packstücke', ar: 'الطرود كثيرة' },
  window: { en: 'starts too late', de: 'startet zu spät', ar: 'يبدأ متأخرًا' },
})
