// What the screen around a route says: the day, the orders without a load, the assignment, and the first steps.
import { dictionary } from '../words/words.ts'

export const pageWords = dictionary({
  day: { en: 'Day', de: 'Tag', ar: 'اليوم' },
  today: { en: 'Today', de: 'Heute', ar: 'اليوم' },
  dayBefore: { en: 'The day before', de: 'Vortag', ar: 'اليوم السابق' },
  dayAfter: { en: 'The day after', de: 'Folgetag', ar: 'اليوم التالي' },
  problems: {
    en: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
    de: (count: number) => (count === 1 ? '1 Problem' : `${count} Probleme`),
    ar: (count: number) => `المشكلات: ${count}`,
  },
  noProblems: { en: 'No problems', de: 'Keine Probleme', ar: 'لا مشكلات' },
  lateCount: {
    en: (count: number) => (count === 1 ? '1 stop planned late' : `${count} stops planned late`),
    de: (count: number) => (count === 1 ? '1 Stopp zu spät geplant' : `${count} Stopps zu spät geplant`),
    ar: (count: number) => `محطات متأخرة: ${count}`,
  },
  overloadedCount: {
    en: (count: number) => (count === 1 ? '1 load overloaded' : `${count} loads overloaded`),
    de: (count: number) => (count === 1 ? '1 Ladung überladen' : `${count} Ladungen überladen`),
    ar: (count: number) => `حمولات زائدة: ${count}`,
  },
  unplacedCount: {
    en: (count: string) => `${count} without a load`,
    de: (count: string) => `${count} ohne Ladung`,
    ar: (count: string) => `${count} بلا حمولة`,
  },
  unplaced: { en: 'Without a load', de: 'Ohne Ladung', ar: 'بلا حمولة' },
  searchUnplaced: { en: 'Search these orders', de: 'Diese Sendungen durchsuchen', ar: 'البحث في هذه الطلبات' },
  allPlaced: { en: 'Every order has a load.', de: 'Jede Sendung hat eine Ladung.', ar: 'لكل طلب حمولة.' },
  noneFound: { en: 'Nothing found.', de: 'Nichts gefunden.', ar: 'لم يُعثر على شيء.' },
  moreUnplaced: {
    en: (count: number) => `The first ${count} are shown; search for the others.`,
    de: (count: number) => `Die ersten ${count} werden gezeigt; suchen Sie nach den übrigen.`,
    ar: (count: number) => `تُعرض أول ${count}؛ ابحث عن البقية.`,
  },
  unplacedHint: {
    en: 'Drag it onto a load or between its stops, or press Enter.',
    de: 'Auf eine Ladung oder zwischen deren Stopps ziehen, oder Eingabetaste.',
    ar: 'اسحبه إلى حمولة أو بين محطاتها، أو اضغط Enter.',
  },
  assign: {
    en: (name: string) => `Assign ${name} to a load`,
    de: (name: string) => `${name} einer Ladung zuordnen`,
    ar: (name: string) => `إسناد ${name} إلى حمولة`,
  },
  findLoad: { en: 'Find a load', de: 'Ladung suchen', ar: 'ابحث عن حمولة' },
  fits: { en: 'fits', de: 'passt', ar: 'مناسبة' },
  assigned: {
    en: (name: string, load: string) => `${name} is on ${load} now.`,
    de: (name: string, load: string) => `${name} ist jetzt auf ${load}.`,
    ar: (name: string, load: string) => `${name} الآن على ${load}.`,
  },
  notSaved: { en: 'not saved', de: 'nicht gespeichert', ar: 'غير محفوظ' },
  noLoads: { en: 'No loads on this day', de: 'Keine Ladungen an diesem Tag', ar: 'لا حمولات في هذا اليوم' },
  noLoadsHelp: {
    en: 'Loads stand on the day of their planned start; those without one stand on every day.',
    de: 'Ladungen stehen am Tag ihres geplanten Starts; solche ohne Start an jedem Tag.',
    ar: 'تظهر الحمولات في يوم بدايتها المخططة؛ وما لا بداية له يظهر كل يوم.',
  },
  nearestDay: {
    en: (day: string) => `Go to ${day}, the nearest day with loads`,
    de: (day: string) => `Zum ${day}, dem nächsten Tag mit Ladungen`,
    ar: (day: string) => `إلى ${day}، أقرب يوم فيه حمولات`,
  },
  newLoad: { en: 'New load', de: 'Neue Ladung', ar: 'حمولة جديدة' },
  editLoad: { en: 'Edit the load', de: 'Ladung bearbeiten', ar: 'تعديل الحمولة' },
  wholeWay: {
    en: (distance: string) => `≈ ${distance} in all (estimate)`,
    de: (distance: string) => `≈ ${distance} insgesamt (Schätzung)`,
    ar: (distance: string) => `≈ ${distance} إجمالاً (تقدير)`,
  },
  nextLoad: { en: 'Next load', de: 'Nächste Ladung', ar: 'الحمولة التالية' },
  previousLoad: { en: 'Previous load', de: 'Vorige Ladung', ar: 'الحمولة السابقة' },
  saveOrder: { en: 'Save the order of the stops', de: 'Reihenfolge speichern', ar: 'حفظ ترتيب المحطات' },
  view: { en: 'View', de: 'Ansicht', ar: 'العرض' },
  charts: { en: 'Times', de: 'Zeiten', ar: 'الأوقات' },
  mapOf: {
    en: (load: string) => `Map of ${load}; the stop list says the same`,
    de: (load: string) => `Karte von ${load}; die Stoppliste sagt dasselbe`,
    ar: (load: string) => `خريطة ${load}؛ قائمة المحطات تعرض الأمر نفسه`,
  },
  firstSteps: { en: 'First steps', de: 'Erste Schritte', ar: 'الخطوات الأولى' },
  stepCurl: {
    en: 'Run this, and watch the order appear under “Without a load”:',
    de: 'Führen Sie das aus und sehen Sie die Sendung unter „Ohne Ladung“ erscheinen:',
    ar: 'نفّذ هذا وشاهد الطلب يظهر تحت «بلا حمولة»:',
  },
  stepToken: {
    en: 'DRAY_TOKEN is the token that the start printed, or one from Settings › API access.',
    de: 'DRAY_TOKEN ist das Token, das beim Start ausgegeben wurde, oder eines aus Einstellungen › API-Zugang.',
    ar: 'DRAY_TOKEN هو الرمز المطبوع عند البدء، أو رمز من الإعدادات › الوصول إلى API.',
  },
  stepImport: { en: 'Import the sample CSV', de: 'Die Beispiel-CSV importieren', ar: 'استيراد ملف CSV النموذجي' },
  stepOwn: {
    en: 'Make an environment of your own:',
    de: 'Eine eigene Umgebung anlegen:',
    ar: 'أنشئ بيئة خاصة بك:',
  },
  hideSteps: { en: 'Hide the first steps', de: 'Erste Schritte ausblenden', ar: 'إخفاء الخطوات الأولى' },
})
