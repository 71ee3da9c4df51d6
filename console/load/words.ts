// What is said about loads: their fields, their states and what a move from one to the next does.
import { counted, dictionary } from '../words/words.ts'

const orderForms = {
  en: { one: 'order', other: 'orders' },
  de: { one: 'Sendung', other: 'Sendungen' },
  ar: { one: 'طلب', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' },
}
const loadForms = {
  en: { one: 'load', other: 'loads' },
  de: { one: 'Ladung', other: 'Ladungen' },
  ar: { one: 'حمولة', two: 'حمولتان', few: 'حمولات', many: 'حمولة', other: 'حمولة' },
}

export const loadWords = dictionary({
  loads: { en: 'Loads', de: 'Ladungen', ar: 'الحمولات' },
  load: { en: 'Load', de: 'Ladung', ar: 'الحمولة' },
  loadCount: {
    en: (count: number) => counted('en', count, loadForms.en),
    de: (count: number) => counted('de', count, loadForms.de),
    ar: (count: number) => counted('ar', count, loadForms.ar),
  },
  orderCount: {
    en: (count: number) => counted('en', count, orderForms.en),
    de: (count: number) => counted('de', count, orderForms.de),
    ar: (count: number) => counted('ar', count, orderForms.ar),
  },
  key: { en: 'Key', de: 'Schlüssel', ar: 'المفتاح' },
  status: { en: 'Status', de: 'Status', ar: 'الحالة' },
  planning: { en: 'Planning', de: 'In Planung', ar: 'قيد التخطيط' },
  planned: { en: 'Planned', de: 'Geplant', ar: 'مخططة' },
  released: { en: 'Released', de: 'Freigegeben', ar: 'محرَّرة' },
  started: { en: 'Started', de: 'Gestartet', ar: 'منطلقة' },
  completed: { en: 'Completed', de: 'Abgeschlossen', ar: 'مكتملة' },
  startDepot: { en: 'Start depot', de: 'Startdepot', ar: 'مستودع البداية' },
  endDepot: { en: 'End depot', de: 'Enddepot', ar: 'مستودع النهاية' },
  depot: { en: 'Depot', de: 'Depot', ar: 'المستودع' },
  noDepot: { en: 'no depot', de: 'kein Depot', ar: 'بلا مستودع' },
  plannedStart: { en: 'Planned start', de: 'Geplanter Start', ar: 'البداية المخططة' },
  noStart: { en: 'no start set', de: 'kein Start gesetzt', ar: 'لم تُحدَّد البداية' },
  weightCapacity: { en: 'Weight capacity', de: 'Zuladung', ar: 'سعة الوزن' },
  volumeCapacity: { en: 'Volume capacity', de: 'Ladevolumen', ar: 'سعة الحجم' },
  weight: { en: 'Weight', de: 'Gewicht', ar: 'الوزن' },
  volume: { en: 'Volume', de: 'Volumen', ar: 'الحجم' },
  stops: { en: 'Stops', de: 'Stopps', ar: 'المحطات' },
  actions: { en: 'Actions', de: 'Aktionen', ar: 'الإجراءات' },
  used: {
    en: (percent: number, of: string) => `${percent} % of ${of}`,
    de: (percent: number, of: string) => `${percent} % von ${of}`,
    ar: (percent: number, of: string) => `${percent} % من ${of}`,
  },
  overBy: {
    en: (amount: string) => `${amount} over`,
    de: (amount: string) => `${amount} zu viel`,
    ar: (amount: string) => `زيادة ${amount}`,
  },
  newLoad: { en: 'New load', de: 'Neue Ladung', ar: 'حمولة جديدة' },
  editLoad: {
    en: (key: string) => `Edit load ${key}`,
    de: (key: string) => `Ladung ${key} bearbeiten`,
    ar: (key: string) => `تعديل الحمولة ${key}`,
  },
  create: { en: 'Create', de: 'Anlegen', ar: 'إنشاء' },
  edit: { en: 'Edit', de: 'Bearbeiten', ar: 'تعديل' },
  remove: { en: 'Delete', de: 'Löschen', ar: 'حذف' },
  openPlan: { en: 'Open in the route plan', de: 'Im Tourenplan öffnen', ar: 'فتح في خطة المسار' },
  removeTitle: {
    en: (key: string) => `Delete load ${key}?`,
    de: (key: string) => `Ladung ${key} löschen?`,
    ar: (key: string) => `حذف الحمولة ${key}؟`,
  },
  removeNone: { en: 'It has no orders.', de: 'Sie hat keine Sendungen.', ar: 'لا طلبات فيها.' },
  removeSome: {
    en: (orders: string) => `Its ${orders} stay and are without a load afterwards. Their places in the route are lost.`,
    de: (orders: string) => `Ihre ${orders} bleiben und sind danach ohne Ladung. Die Reihenfolge geht verloren.`,
    ar: (orders: string) => `تبقى ${orders} وتصبح بلا حمولة. يُفقد ترتيبها في المسار.`,
  },
  removed: {
    en: (key: string) => `Load ${key} is deleted.`,
    de: (key: string) => `Ladung ${key} ist gelöscht.`,
    ar: (key: string) => `حُذفت الحمولة ${key}.`,
  },
  saved: {
    en: (key: string) => `Load ${key} is saved.`,
    de: (key: string) => `Ladung ${key} ist gespeichert.`,
    ar: (key: string) => `حُفظت الحمولة ${key}.`,
  },
  fixed: {
    en: 'The route has started: stops, their order and the depots are fixed.',
    de: 'Die Tour läuft: Stopps, Reihenfolge und Depots stehen fest.',
    ar: 'انطلق المسار: المحطات وترتيبها والمستودعات ثابتة.',
  },
  moveTo: {
    en: (status: string) => `Mark as ${status.toLowerCase()}`,
    de: (status: string) => `Auf „${status}“ setzen`,
    ar: (status: string) => `تعيين «${status}»`,
  },
  backTo: {
    en: (status: string) => `Back to ${status.toLowerCase()}`,
    de: (status: string) => `Zurück auf „${status}“`,
    ar: (status: string) => `الرجوع إلى «${status}»`,
  },
  moveTitle: {
    en: (key: string, status: string) => `${key}: ${status.toLowerCase()}?`,
    de: (key: string, status: string) => `${key}: ${status}?`,
    ar: (key: string, status: string) => `${key}: ${status}؟`,
  },
  movedTo: {
    en: (key: string, status: string) => `${key} is ${status.toLowerCase()} now.`,
    de: (key: string, status: string) => `${key} ist jetzt: ${status}.`,
    ar: (key: string, status: string) => `${key} الآن: ${status}.`,
  },
  meansPlanning: {
    en: 'The load is open for planning again. What it put on the export list stays there.',
    de: 'Die Ladung ist wieder in Planung. Was sie auf die Exportliste gesetzt hat, bleibt dort.',
    ar: 'تعود الحمولة إلى التخطيط. يبقى ما أضافته إلى قائمة التصدير.',
  },
  meansPlanned: {
    en: 'The plan is complete. Stops can still be changed, and nothing is exported yet.',
    de: 'Der Plan ist fertig. Stopps können noch geändert werden, exportiert wird noch nichts.',
    ar: 'اكتملت الخطة. ما زال تغيير المحطات ممكنًا، ولا يُصدَّر شيء بعد.',
  },
  meansReleased: {
    en: (orders: string) =>
      `Its ${orders} go onto the export list for other systems to fetch. Stops can still be changed.`,
    de: (orders: string) =>
      `Ihre ${orders} kommen auf die Exportliste, von der andere Systeme sie abholen. Stopps können noch geändert werden.`,
    ar: (orders: string) => `تُضاف ${orders} إلى قائمة التصدير لتجلبها الأنظمة الأخرى. ما زال تغيير المحطات ممكنًا.`,
  },
  meansReleasedQuietly: {
    en: 'The plan is fixed for the day. This environment puts nothing on the export list by itself.',
    de: 'Der Plan steht. Diese Umgebung setzt von selbst nichts auf die Exportliste.',
    ar: 'الخطة جاهزة. لا تضيف هذه البيئة شيئًا إلى قائمة التصدير تلقائيًا.',
  },
  meansStarted: {
    en: 'The vehicle leaves: stops, their order and the depots are fixed, and neither the load nor its orders can be deleted. This cannot be taken back.',
    de: 'Das Fahrzeug fährt los: Stopps, Reihenfolge und Depots stehen fest, weder Ladung noch Sendungen lassen sich löschen. Das lässt sich nicht zurücknehmen.',
    ar: 'تنطلق المركبة: تثبت المحطات وترتيبها والمستودعات، ولا يمكن حذف الحمولة ولا طلباتها. لا رجوع عن ذلك.',
  },
  meansCompleted: {
    en: 'The route is done. This cannot be taken back.',
    de: 'Die Tour ist beendet. Das lässt sich nicht zurücknehmen.',
    ar: 'انتهى المسار. لا رجوع عن ذلك.',
  },
  searchKey: { en: 'Search by key', de: 'Nach Schlüssel suchen', ar: 'البحث بالمفتاح' },
  anyStatus: { en: 'Any status', de: 'Jeder Status', ar: 'أي حالة' },
  anyDepot: { en: 'Any start depot', de: 'Jedes Startdepot', ar: 'أي مستودع بداية' },
  from: { en: 'Start from', de: 'Start ab', ar: 'البداية من' },
  to: { en: 'Start until', de: 'Start bis', ar: 'البداية حتى' },
  clearFilters: { en: 'Clear the filters', de: 'Filter aufheben', ar: 'إزالة المرشحات' },
  none: { en: 'No loads yet', de: 'Noch keine Ladungen', ar: 'لا حمولات بعد' },
  noneHelp: {
    en: 'A load is what one vehicle carries on one route. Create one here, or let an order name a load that does not exist yet.',
    de: 'Eine Ladung ist, was ein Fahrzeug auf einer Tour befördert. Legen Sie hier eine an, oder nennen Sie in einer Sendung eine neue Ladung.',
    ar: 'الحمولة هي ما تنقله مركبة واحدة في مسار واحد. أنشئ واحدة هنا، أو اذكر في طلب حمولة غير موجودة.',
  },
  noneFound: { en: 'No load fits the filters', de: 'Keine Ladung passt zu den Filtern', ar: 'لا حمولة تطابق المرشحات' },
  changedMeanwhile: {
    en: 'Somebody else has saved this load meanwhile. Their values are shown beside yours; save again to keep yours.',
    de: 'Jemand anderes hat diese Ladung inzwischen gespeichert. Deren Werte stehen neben Ihren; erneutes Speichern behält Ihre.',
    ar: 'حفظ شخص آخر هذه الحمولة. قيمه معروضة بجانب قيمك؛ احفظ مجددًا للاحتفاظ بقيمك.',
  },
  theirs: {
    en: (value: string) => `Saved meanwhile: ${value}`,
    de: (value: string) => `Inzwischen gespeichert: ${value}`,
    ar: (value: string) => `حُفظ في الأثناء: ${value}`,
  },
  empty: { en: 'empty', de: 'leer', ar: 'فارغ' },
})
