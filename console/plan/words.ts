// What the route plan says: stops, times, what is on board, and what is wrong with it.
import { counted, dictionary } from '../words/words.ts'

const stopForms = {
  en: { one: 'stop', other: 'stops' },
  de: { one: 'Stopp', other: 'Stopps' },
  ar: { one: 'محطة', two: 'محطتان', few: 'محطات', many: 'محطة', other: 'محطة' },
}

export const planWords = dictionary({
  routePlan: { en: 'Route plan', de: 'Tourenplan', ar: 'خطة المسار' },
  loads: { en: 'Loads', de: 'Ladungen', ar: 'الحمولات' },
  stops: { en: 'Stops', de: 'Stopps', ar: 'المحطات' },
  map: { en: 'Map', de: 'Karte', ar: 'الخريطة' },
  timeLine: { en: 'Time line', de: 'Zeitachse', ar: 'المخطط الزمني' },
  loadCurve: { en: 'Load curve', de: 'Auslastung', ar: 'منحنى الحمولة' },
  chart: { en: 'Chart', de: 'Grafik', ar: 'رسم بياني' },
  table: { en: 'Table', de: 'Tabelle', ar: 'جدول' },
  showAs: { en: 'Show as', de: 'Anzeigen als', ar: 'العرض على هيئة' },
  stopCount: {
    en: (count: number) => counted('en', count, stopForms.en),
    de: (count: number) => counted('de', count, stopForms.de),
    ar: (count: number) => counted('ar', count, stopForms.ar),
  },
  delivery: { en: 'Delivery', de: 'Zustellung', ar: 'تسليم' },
  collection: { en: 'Collection', de: 'Abholung', ar: 'استلام' },
  weight: { en: 'Weight', de: 'Gewicht', ar: 'الوزن' },
  volume: { en: 'Volume', de: 'Volumen', ar: 'الحجم' },
  onBoard: { en: 'On board after it', de: 'Danach an Bord', ar: 'على المتن بعدها' },
  start: { en: 'Start', de: 'Start', ar: 'البداية' },
  stop: { en: 'Stop', de: 'Stopp', ar: 'المحطة' },
  name: { en: 'Consignee', de: 'Empfänger', ar: 'المرسل إليه' },
  window: { en: 'Window', de: 'Zeitfenster', ar: 'النافذة الزمنية' },
  committed: { en: 'Committed', de: 'Zugesagt', ar: 'الموعد المتفق عليه' },
  planned: { en: 'Planned', de: 'Geplant', ar: 'المخطط' },
  arrival: { en: 'Arrival (estimate)', de: 'Ankunft (Schätzung)', ar: 'الوصول (تقدير)' },
  problem: { en: 'Problem', de: 'Problem', ar: 'مشكلة' },
  noWindow: { en: 'any time', de: 'jederzeit', ar: 'في أي وقت' },
  from: {
    en: (time: string) => `from ${time}`,
    de: (time: string) => `ab ${time}`,
    ar: (time: string) => `من ${time}`,
  },
  until: {
    en: (time: string) => `until ${time}`,
    de: (time: string) => `bis ${time}`,
    ar: (time: string) => `حتى ${time}`,
  },
  minutesAtStop: {
    en: (minutes: number) => `${minutes} min at the stop`,
    de: (minutes: number) => `${minutes} min Aufenthalt`,
    ar: (minutes: number) => `${minutes} دقيقة في المحطة`,
  },
  late: {
    en: (duration: string) => `planned ${duration} late`,
    de: (duration: string) => `${duration} zu spät geplant`,
    ar: (duration: string) => `مخطط متأخرًا ${duration}`,
  },
  mayBeLate: {
    en: (duration: string) => `about ${duration} late (estimate)`,
    de: (duration: string) => `etwa ${duration} zu spät (Schätzung)`,
    ar: (duration: string) => `متأخر نحو ${duration} (تقدير)`,
  },
  lateBriefly: {
    en: (duration: string) => `${duration} late`,
    de: (duration: string) => `${duration} zu spät`,
    ar: (duration: string) => `متأخر ${duration}`,
  },
  mayBeLateBriefly: {
    en: (duration: string) => `≈ ${duration} late`,
    de: (duration: string) => `≈ ${duration} zu spät`,
    ar: (duration: string) => `≈ متأخر ${duration}`,
  },
  nowhere: {
    en: 'no position, not on the map',
    de: 'ohne Position, nicht auf der Karte',
    ar: 'بلا موقع، ليست على الخريطة',
  },
  hours: {
    en: (hours: number, minutes: number) => (minutes ? `${hours} h ${minutes} min` : `${hours} h`),
    de: (hours: number, minutes: number) => (minutes ? `${hours} h ${minutes} min` : `${hours} h`),
    ar: (hours: number, minutes: number) => (minutes ? `${hours} س ${minutes} د` : `${hours} س`),
  },
  minutes: {
    en: (minutes: number) => `${minutes} min`,
    de: (minutes: number) => `${minutes} min`,
    ar: (minutes: number) => `${minutes} د`,
  },
  estimateNote: {
    en: (factor: string, speed: string) =>
      `Estimate: straight lines × ${factor} at ${speed}, plus the time at each stop.`,
    de: (factor: string, speed: string) =>
      `Schätzung: Luftlinie × ${factor} bei ${speed}, dazu die Zeit an jedem Stopp.`,
    ar: (factor: string, speed: string) =>
      `تقدير: الخط المستقيم × ${factor} بسرعة \u2066${speed}\u2069، مع زمن كل محطة.`,
  },
  noStartTime: {
    en: 'Without a planned start there is no arrival to estimate.',
    de: 'Ohne geplanten Start lässt sich keine Ankunft schätzen.',
    ar: 'من دون بداية مخططة لا يمكن تقدير الوصول.',
  },
  peak: {
    en: (amount: string, where: string) => `Peak ${amount}, ${where}`,
    de: (amount: string, where: string) => `Spitze ${amount}, ${where}`,
    ar: (amount: string, where: string) => `الذروة ${amount}، ${where}`,
  },
  atStart: { en: 'from the start', de: 'ab dem Start', ar: 'من البداية' },
  afterStop: {
    en: (number: number) => `after stop ${number}`,
    de: (number: number) => `nach Stopp ${number}`,
    ar: (number: number) => `بعد المحطة ${number}`,
  },
  capacity: {
    en: (amount: string) => `capacity ${amount}`,
    de: (amount: string) => `Kapazität ${amount}`,
    ar: (amount: string) => `السعة ${amount}`,
  },
  noCapacity: { en: 'no capacity set', de: 'keine Kapazität hinterlegt', ar: 'لم تُحدَّد سعة' },
  tooHeavy: {
    en: (amount: string) => `${amount} too heavy`,
    de: (amount: string) => `${amount} zu schwer`,
    ar: (amount: string) => `أثقل بمقدار ${amount}`,
  },
  tooBig: {
    en: (amount: string) => `${amount} too much volume`,
    de: (amount: string) => `${amount} zu viel Volumen`,
    ar: (amount: string) => `حجم زائد بمقدار ${amount}`,
  },
  move: {
    en: (number: number, name: string) => `Move stop ${number}, ${name}`,
    de: (number: number, name: string) => `Stopp ${number}, ${name} verschieben`,
    ar: (number: number, name: string) => `نقل المحطة ${number}، ${name}`,
  },
  moveHint: {
    en: 'Drag, or Alt+↑ and Alt+↓; Space grabs, the arrows move, Space drops, Escape puts it back.',
    de: 'Ziehen oder Alt+↑ und Alt+↓; Leertaste greift, Pfeile bewegen, Leertaste legt ab, Escape stellt zurück.',
    ar: 'اسحب، أو Alt+↑ وAlt+↓؛ المسافة للإمساك، الأسهم للنقل، المسافة للإفلات، Escape للتراجع.',
  },
  grabbed: {
    en: (name: string) => `${name} grabbed. The arrows move it, Space drops it, Escape puts it back.`,
    de: (name: string) => `${name} gegriffen. Pfeile bewegen, Leertaste legt ab, Escape stellt zurück.`,
    ar: (name: string) => `تم الإمساك بـ ${name}. الأسهم للنقل، المسافة للإفلات، Escape للتراجع.`,
  },
  nowAt: {
    en: (name: string, number: number, count: number) => `${name} is now stop ${number} of ${count}.`,
    de: (name: string, number: number, count: number) => `${name} ist jetzt Stopp ${number} von ${count}.`,
    ar: (name: string, number: number, count: number) => `${name} الآن المحطة ${number} من ${count}.`,
  },
  wasNumber: {
    en: (number: number) => `was ${number}`,
    de: (number: number) => `war ${number}`,
    ar: (number: number) => `كانت ${number}`,
  },
  isNew: { en: 'new here', de: 'neu hier', ar: 'جديدة هنا' },
  unsaved: {
    en: 'The new order is not saved yet.',
    de: 'Die neue Reihenfolge ist noch nicht gespeichert.',
    ar: 'لم يُحفظ الترتيب الجديد بعد.',
  },
  save: { en: 'Save', de: 'Speichern', ar: 'حفظ' },
  discard: { en: 'Discard', de: 'Verwerfen', ar: 'تجاهل' },
  saved: { en: 'The order of the stops is saved.', de: 'Die Reihenfolge ist gespeichert.', ar: 'حُفظ ترتيب المحطات.' },
  stopActions: {
    en: (name: string) => `Actions for ${name}`,
    de: (name: string) => `Aktionen für ${name}`,
    ar: (name: string) => `إجراءات ${name}`,
  },
  takeOut: { en: 'Take out of the load', de: 'Aus der Ladung nehmen', ar: 'إخراج من الحمولة' },
  takenOut: {
    en: (name: string) => `${name} is without a load now.`,
    de: (name: string) => `${name} ist jetzt ohne Ladung.`,
    ar: (name: string) => `${name} الآن بلا حمولة.`,
  },
  toLoad: { en: 'Assign to a load …', de: 'Einer Ladung zuordnen …', ar: 'إسناد إلى حمولة …' },
  openOrder: { en: 'Open the order', de: 'Sendung öffnen', ar: 'فتح الطلب' },
  noStops: {
    en: 'No stops yet. Drag orders here, or assign them to this load.',
    de: 'Noch keine Stopps. Ziehen Sie Sendungen hierher oder ordnen Sie sie dieser Ladung zu.',
    ar: 'لا محطات بعد. اسحب الطلبات إلى هنا أو أسندها إلى هذه الحمولة.',
  },
  refused: { en: 'This does not fit here', de: 'Das passt hier nicht', ar: 'هذا لا يناسب هنا' },
  fittingLoads: { en: 'It would fit:', de: 'Passen würde:', ar: 'ما يناسب:' },
  dismiss: { en: 'Dismiss', de: 'Ausblenden', ar: 'إخفاء' },
  changedMeanwhile: {
    en: 'Somebody has changed this load while you were sorting it.',
    de: 'Jemand hat diese Ladung geändert, während Sie sie sortiert haben.',
    ar: 'غيّر شخص ما هذه الحمولة أثناء ترتيبك لها.',
  },
  theirOrder: { en: 'Saved now', de: 'Jetzt gespeichert', ar: 'المحفوظ الآن' },
  myOrder: { en: 'Yours', de: 'Ihre', ar: 'ترتيبك' },
  keepMine: { en: 'Keep mine', de: 'Meine behalten', ar: 'الاحتفاظ بترتيبي' },
  takeTheirs: { en: 'Take what is saved', de: 'Gespeicherte nehmen', ar: 'اعتماد المحفوظ' },
  joined: {
    en: (names: string) => `Joined: ${names}`,
    de: (names: string) => `Dazugekommen: ${names}`,
    ar: (names: string) => `انضمّ: ${names}`,
  },
  left: {
    en: (names: string) => `Left: ${names}`,
    de: (names: string) => `Weggefallen: ${names}`,
    ar: (names: string) => `غادر: ${names}`,
  },
})
