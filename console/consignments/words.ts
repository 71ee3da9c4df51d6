// The texts of orders: their list, one order at a glance and in detail, outcomes, e-mails, custom fields and tags.
import { changedFieldTexts } from '../change/field-words.ts'
import { ordersIn, rowsIn, stopsIn } from '../words/forms.ts'
import { memberNames } from '../words/members.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const detailTexts = createDictionary({
  ...sharedTexts,
  ...memberNames,
  instructions: { en: 'Notes', de: 'Hinweise', ar: 'ملاحظات' },
  consignment: sharedTexts.order,
  newConsignment: { en: 'New order', de: 'Neuer Auftrag', ar: 'طلب جديد' },
  duplicate: { en: 'Duplicate', de: 'Duplizieren', ar: 'تكرار' },
  close: { en: 'Close details', de: 'Details schließen', ar: 'إغلاق التفاصيل' },
  order: { en: 'Details', de: 'Details', ar: 'التفاصيل' },
  json: { en: 'JSON', de: 'JSON', ar: 'JSON' },
  times: { en: 'Times', de: 'Zeiten', ar: 'الأوقات' },
  atItsEnd: {
    en: 'The order is added at the end of the route. Choose its place on the route plan.',
    de: 'Der Auftrag wird am Ende der Tour eingefügt. Seinen Platz bestimmen Sie in der Tourenplanung.',
    ar: 'يُضاف الطلب في آخر المسار. اختر موضعه في خطة المسار.',
  },
  skillsHelp: {
    en: 'Skills that the vehicle must have, such as “cooling”.',
    de: 'Fähigkeiten, die das Fahrzeug haben muss, etwa „Kühlung“.',
    ar: 'قدرات يجب أن تتوفر في المركبة، مثل «التبريد».',
  },
  rooftop: { en: '1 Rooftop', de: '1 Hausgenau', ar: '1 على مستوى المبنى' },
  interpolated: { en: '2 Interpolated', de: '2 Interpoliert', ar: '2 مُستكمَل' },
  approximate: { en: '3 Approximate', de: '3 Ungefähr', ar: '3 تقريبي' },
  basics: { en: 'General', de: 'Allgemein', ar: 'عام' },
  notices: { en: 'Notifications and tracking', de: 'Benachrichtigungen und Verfolgung', ar: 'الإشعارات والتتبع' },
  thisOrder: { en: 'This order', de: 'Dieser Auftrag', ar: 'هذا الطلب' },
  effect: { en: 'In effect', de: 'Wirksam', ar: 'المطبَّق' },
  asEnvironment: { en: 'Same as environment', de: 'Wie Umgebung', ar: 'كما في البيئة' },
  on: { en: 'On', de: 'An', ar: 'مفعّل' },
  addPackage: { en: 'Add package', de: 'Packstück hinzufügen', ar: 'إضافة طرد' },
  addLine: { en: 'Add product line', de: 'Produktzeile hinzufügen', ar: 'إضافة بند منتج' },
  barcode: { en: 'Barcode', de: 'Barcode', ar: 'الباركود' },
  height: { en: 'Height', de: 'Höhe', ar: 'الارتفاع' },
  depth: { en: 'Depth', de: 'Tiefe', ar: 'العمق' },
  width: { en: 'Width', de: 'Breite', ar: 'العرض' },
  productCode: { en: 'Product code', de: 'Produktcode', ar: 'رمز المنتج' },
  commodityCode: { en: 'Commodity code', de: 'Warennummer', ar: 'رمز السلعة' },
  quantity: { en: 'Quantity', de: 'Menge', ar: 'الكمية' },
  currency: { en: 'Currency', de: 'Währung', ar: 'العملة' },
  unitPrice: { en: 'Unit price', de: 'Stückpreis', ar: 'سعر الوحدة' },
  unitTax: { en: 'Unit tax', de: 'Steuer je Stück', ar: 'ضريبة الوحدة' },
  taxRate: { en: 'Tax %', de: 'Steuer %', ar: 'الضريبة %' },
  countryOfOrigin: { en: 'Origin', de: 'Herkunft', ar: 'بلد المنشأ' },
  unitWeight: { en: 'Unit weight', de: 'Stückgewicht', ar: 'وزن الوحدة' },
  inPackages: { en: 'In packages', de: 'In Packstücken', ar: 'في الطرود' },
  noGoods: {
    en: 'No packages or product lines yet. Add them below.',
    de: 'Noch keine Packstücke oder Produktzeilen. Fügen Sie sie unten hinzu.',
    ar: 'لا طرود ولا بنود منتجات بعد. أضفها أدناه.',
  },
  copyJson: { en: 'Copy JSON', de: 'JSON kopieren', ar: 'نسخ JSON' },
  loadingOne: { en: 'Loading order …', de: 'Auftrag wird geladen …', ar: 'جارٍ تحميل الطلب …' },
  gone: {
    en: 'This order does not exist or has been deleted',
    de: 'Diesen Auftrag gibt es nicht, oder er wurde gelöscht',
    ar: 'هذا الطلب غير موجود أو محذوف',
  },
  backToList: { en: 'Back to the list', de: 'Zurück zur Liste', ar: 'العودة إلى القائمة' },
  unsaved: { en: 'Not saved yet', de: 'Noch nicht gespeichert', ar: 'لم يُحفظ بعد' },
  onTime: { en: 'On time', de: 'Pünktlich', ar: 'في الموعد' },
  early: { en: 'Early', de: 'Zu früh', ar: 'مبكر' },
  noTimes: { en: 'No times set', de: 'Keine Zeiten gesetzt', ar: 'لا أوقات محددة' },
  timeline: {
    en: 'Required, committed and planned times',
    de: 'Gewünschte, zugesagte und geplante Zeiten',
    ar: 'الأوقات المطلوبة والمتفق عليها والمخططة',
  },
  event: { en: 'Kind', de: 'Art', ar: 'النوع' },
  when: sharedTexts.time,
  difference: { en: 'Punctuality', de: 'Pünktlichkeit', ar: 'الالتزام بالموعد' },
})

export const listTexts = createDictionary({
  ...sharedTexts,
  moreActions: { en: 'More actions', de: 'Weitere Aktionen', ar: 'إجراءات أخرى' },
  chooseFirst: { en: 'Select orders first', de: 'Erst Aufträge auswählen', ar: 'حدّد طلبات أولًا' },
  search: {
    en: 'Search key, recipient, postal code, phone',
    de: 'Schlüssel, Empfänger, PLZ, Telefon suchen',
    ar: 'ابحث بالمفتاح أو المستلم أو الرمز البريدي أو الهاتف',
  },
  addFilter: { en: 'Filter', de: 'Filter', ar: 'تصفية' },
  removeFilter: {
    en: (name: string) => `Remove filter ${name}`,
    de: (name: string) => `Filter ${name} entfernen`,
    ar: (name: string) => `إزالة عامل التصفية ${name}`,
  },
  columns: { en: 'Columns', de: 'Spalten', ar: 'الأعمدة' },
  csvDone: {
    en: (count: number) => `${rowsIn('en', count)} saved to the file`,
    de: (count: number) => `${rowsIn('de', count)} in der Datei gespeichert`,
    ar: (count: number) => `حُفظ في الملف ${rowsIn('ar', count)}`,
  },
  sortBy: {
    en: (name: string) => `Sort by ${name}`,
    de: (name: string) => `Nach ${name} sortieren`,
    ar: (name: string) => `ترتيب حسب ${name}`,
  },
  resizeColumn: {
    en: (name: string) => `Width of ${name}`,
    de: (name: string) => `Breite von ${name}`,
    ar: (name: string) => `عرض ${name}`,
  },
  resizeHint: {
    en: 'Drag or ←→: width; Shift with ←→: place; double-click: usual width',
    de: 'Ziehen oder ←→: Breite; Umschalt mit ←→: Platz; Doppelklick: übliche Breite',
    ar: 'السحب أو ←→: العرض؛ Shift مع ←→: الموضع؛ نقر مزدوج: العرض المعتاد',
  },
  note: { en: 'Note', de: 'Notiz', ar: 'ملاحظة' },
  depotKey: sharedTexts.depot,
  channelKey: sharedTexts.channel,
  areaKey: sharedTexts.area,
  tags: changedFieldTexts.tags,
  loadId: sharedTexts.load,
  assigned: { en: 'On a route', de: 'Auf einer Tour', ar: 'ضمن مسار' },
  stopPosition: { en: 'Stop no.', de: 'Stopp-Nr.', ar: 'رقم المحطة' },
  onExportList: { en: 'On the export list', de: 'Auf der Exportliste', ar: 'في قائمة التصدير' },
  outcomeTime: { en: 'Outcome at', de: 'Ergebnis am', ar: 'وقت النتيجة' },
  wasLate: { en: 'Was late', de: 'War verspätet', ar: 'كان متأخرًا' },
  located: { en: 'Has location', de: 'Hat Position', ar: 'له موقع' },
  notLocated: { en: 'No location', de: 'Keine Position', ar: 'بلا موقع' },
  viewFailed: { en: 'Failed, to plan again', de: 'Fehlgeschlagen, neu zu planen', ar: 'فشلت، لإعادة التخطيط' },
  viewNowhere: { en: 'Without a location', de: 'Ohne Position', ar: 'بلا موقع' },
  views: { en: 'Views', de: 'Ansichten', ar: 'طرق العرض' },
  saveView: { en: 'Save this view', de: 'Diese Ansicht speichern', ar: 'حفظ طريقة العرض هذه' },
  viewName: { en: 'View name', de: 'Name der Ansicht', ar: 'اسم طريقة العرض' },
  viewHint: {
    en: 'Saved in this browser only.',
    de: 'Wird nur in diesem Browser gespeichert.',
    ar: 'تُحفظ في هذا المتصفح فقط.',
  },
  shareView: {
    en: 'Share with everyone in this environment',
    de: 'Mit allen in dieser Umgebung teilen',
    ar: 'مشاركتها مع كل من في هذه البيئة',
  },
  sharedView: { en: 'Shared', de: 'Geteilt', ar: 'مشتركة' },
  viewDeleted: {
    en: (name: string) => `View ${name} deleted`,
    de: (name: string) => `Ansicht ${name} gelöscht`,
    ar: (name: string) => `حُذفت طريقة العرض ${name}`,
  },
  forgetView: {
    en: (name: string) => `Delete view ${name}`,
    de: (name: string) => `Ansicht ${name} löschen`,
    ar: (name: string) => `حذف طريقة العرض ${name}`,
  },
  emptyTitle: { en: 'No orders yet', de: 'Noch keine Aufträge', ar: 'لا طلبات بعد' },
  emptyText: {
    en: 'Create the first order here, import a file, or send one through the API. It appears in this list immediately.',
    de:
      'Legen Sie hier den ersten Auftrag an, importieren Sie eine Datei oder senden Sie einen Auftrag über die API. ' +
      'Er erscheint sofort in dieser Liste.',
    ar: 'أنشئ أول طلب هنا، أو استورد ملفًا، أو أرسل طلبًا عبر API. سيظهر فورًا في هذه القائمة.',
  },
  nothingTitle: {
    en: 'No orders match these filters',
    de: 'Keine Aufträge passen zu diesen Filtern',
    ar: 'لا طلبات تطابق عوامل التصفية هذه',
  },
  newConsignment: detailTexts.newConsignment,
  newAbove: {
    en: (count: number) => `${formatCount('en', count, { one: 'new order', other: 'new orders' })} above`,
    de: (count: number) => `${formatCount('de', count, { one: 'neuer Auftrag', other: 'neue Aufträge' })} oben`,
    ar: (count: number) => `طلبات جديدة في الأعلى: ${count}`,
  },
  selectRow: {
    en: (name: string) => `Select ${name}`,
    de: (name: string) => `${name} auswählen`,
    ar: (name: string) => `تحديد ${name}`,
  },
  selectAll: { en: 'Select all', de: 'Alle auswählen', ar: 'تحديد الكل' },
  selected: {
    en: (count: number) => formatCount('en', count, { other: 'selected' }),
    de: (count: number) => formatCount('de', count, { other: 'ausgewählt' }),
    ar: (count: number) => `المحدد: ${count}`,
  },
  noMoreSelected: {
    en: (count: number) => `no more than ${count.toLocaleString('en-GB')} at a time`,
    de: (count: number) => `nicht mehr als ${count.toLocaleString('de-DE')} auf einmal`,
    ar: (count: number) => `لا أكثر من ${count} في المرة`,
  },
  assignLoad: { en: 'Assign to route', de: 'Tour zuweisen', ar: 'إسناد إلى مسار' },
  removedFromLoad: {
    en: (count: number) => `${ordersIn('en', count)} removed from ${count === 1 ? 'its' : 'their'} route`,
    de: (count: number) => `${ordersIn('de', count)} aus der Tour entfernt`,
    ar: (count: number) => `أُزيل من المسار ${ordersIn('ar', count)}`,
  },
  assignDepot: { en: 'Set depot', de: 'Depot setzen', ar: 'تعيين المستودع' },
  assignArea: { en: 'Set area', de: 'Gebiet setzen', ar: 'تعيين المنطقة' },
  assign: { en: 'Apply', de: 'Anwenden', ar: 'تطبيق' },
  noneChoice: { en: 'None (remove)', de: 'Keine (entfernen)', ar: 'لا شيء (إزالة)' },
  toExport: { en: 'Add to export list', de: 'Auf die Exportliste', ar: 'إضافة إلى قائمة التصدير' },
  askDelete: {
    en: (count: number) => `Delete ${ordersIn('en', count)}?`,
    de: (count: number) => `${ordersIn('de', count)} löschen?`,
    ar: (count: number) => `حذف ${ordersIn('ar', count)}؟`,
  },
  ofPlanned: {
    en: (count: number) =>
      `${ordersIn('en', count)} ${count === 1 ? 'is' : 'are'} on a route that is planned or further.`,
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Auftrag ist', other: 'Aufträge sind' })} auf einer Tour, ` +
      'die geplant oder weiter ist.',
    ar: (count: number) => `منها على مسار مخطط أو في مرحلة أبعد: ${ordersIn('ar', count)}.`,
  },
  undoneFor: {
    en: (seconds: number) => `You can undo it for ${formatCount('en', seconds, { one: 'second', other: 'seconds' })}.`,
    de: (seconds: number) =>
      `Sie können es ${formatCount('de', seconds, { one: 'Sekunde', other: 'Sekunden' })} lang rückgängig machen.`,
    ar: (seconds: number) =>
      'يمكنك التراجع خلال ' +
      `${formatCount('ar', seconds, { one: 'ثانية', two: 'ثانيتين', few: 'ثوانٍ', many: 'ثانية', other: 'ثانية' })}.`,
  },
  exported: {
    en: (count: number) => `${ordersIn('en', count)} added to the export list`,
    de: (count: number) => `${ordersIn('de', count)} auf die Exportliste gesetzt`,
    ar: (count: number) => `أُضيف إلى قائمة التصدير ${ordersIn('ar', count)}`,
  },
  deleting: {
    en: (count: number) => `${ordersIn('en', count)} will be deleted in a few seconds`,
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Auftrag wird', other: 'Aufträge werden' })} in wenigen Sekunden gelöscht`,
    ar: (count: number) => `حذف ${ordersIn('ar', count)} خلال ثوانٍ`,
  },
  restored: { en: 'Deletion cancelled', de: 'Löschen abgebrochen', ar: 'أُلغي الحذف' },
  tooLate: { en: 'Too late: already being deleted', de: 'Zu spät: wird schon gelöscht', ar: 'فات الأوان: الحذف جارٍ' },
  moveDown: { en: 'Next row', de: 'Nächste Zeile', ar: 'الصف التالي' },
  moveUp: { en: 'Previous row', de: 'Vorige Zeile', ar: 'الصف السابق' },
  openRow: { en: 'Open row', de: 'Zeile öffnen', ar: 'فتح الصف' },
  toggleRow: { en: 'Select row', de: 'Zeile auswählen', ar: 'تحديد الصف' },
  extendDown: { en: 'Extend selection down', de: 'Auswahl nach unten erweitern', ar: 'توسيع التحديد إلى الأسفل' },
  extendUp: { en: 'Extend selection up', de: 'Auswahl nach oben erweitern', ar: 'توسيع التحديد إلى الأعلى' },
  focusSearch: { en: 'Search the list', de: 'Liste durchsuchen', ar: 'البحث في القائمة' },
  rows: { en: 'Rows', de: 'Zeilen', ar: 'الصفوف' },
  atLeast: {
    en: (name: string) => `more than ${name}`,
    de: (name: string) => `mehr als ${name}`,
    ar: (name: string) => `أكثر من ${name}`,
  },
  yesterday: { en: 'Yesterday', de: 'Gestern', ar: 'أمس' },
  thisMonth: { en: 'This month', de: 'Dieser Monat', ar: 'هذا الشهر' },
  lastMonth: { en: 'Last month', de: 'Letzter Monat', ar: 'الشهر الماضي' },
  tomorrow: { en: 'Tomorrow', de: 'Morgen', ar: 'غدًا' },
  fromTo: { en: 'Date range …', de: 'Zeitraum …', ar: 'نطاق زمني …' },
  firstDay: {
    en: (name: string) => `${name} from`,
    de: (name: string) => `${name} von`,
    ar: (name: string) => `${name} من`,
  },
  lastDay: {
    en: (name: string) => `${name} to`,
    de: (name: string) => `${name} bis`,
    ar: (name: string) => `${name} إلى`,
  },
  week: { en: 'Next 7 days', de: 'Nächste 7 Tage', ar: 'الأيام السبعة القادمة' },
})

const arMinutes = (minutes: number) =>
  formatCount('ar', minutes, { one: 'دقيقة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' })

export const summaryTexts = createDictionary({
  ...sharedTexts,
  drawer: { en: 'Order at a glance', de: 'Auftrag auf einen Blick', ar: 'الطلب في لمحة' },
  allFields: { en: 'All fields', de: 'Alle Felder', ar: 'كل الحقول' },
  summary: { en: 'Summary', de: 'Überblick', ar: 'الملخص' },
  previous: { en: 'Previous order', de: 'Voriger Auftrag', ar: 'الطلب السابق' },
  next: { en: 'Next order', de: 'Nächster Auftrag', ar: 'الطلب التالي' },
  ownPage: { en: 'Open as a page', de: 'Als Seite öffnen', ar: 'فتح كصفحة' },
  noLoad: { en: 'not on a route', de: 'auf keiner Tour', ar: 'ليس ضمن مسار' },
  stopOf: {
    en: (position: number) => `stop ${position}`,
    de: (position: number) => `Stopp ${position}`,
    ar: (position: number) => `المحطة ${position}`,
  },
  expected: { en: 'Expected', de: 'Erwartet', ar: 'متوقع' },
  stopsAhead: {
    en: (count: number) => (count === 0 ? 'next stop' : `${stopsIn('en', count)} before it`),
    de: (count: number) => (count === 0 ? 'nächster Stopp' : `${stopsIn('de', count)} davor`),
    ar: (count: number) => (count === 0 ? 'المحطة التالية' : `محطات قبله: ${count}`),
  },
  wrong: { en: 'Problems', de: 'Probleme', ar: 'المشكلات' },
  late: {
    en: (minutes: number) => `Planned ${minutes} min after the end of its time window`,
    de: (minutes: number) => `${minutes} min nach Ende des Zeitfensters geplant`,
    ar: (minutes: number) => `مخطط بعد نهاية النافذة الزمنية بـ ${arMinutes(minutes)}`,
  },
  early: {
    en: (minutes: number) => `Planned ${minutes} min before its time window`,
    de: (minutes: number) => `${minutes} min vor dem Zeitfenster geplant`,
    ar: (minutes: number) => `مخطط قبل النافذة الزمنية بـ ${arMinutes(minutes)}`,
  },
  promised: {
    en: 'The committed time is outside its time window',
    de: 'Die zugesagte Zeit liegt außerhalb des Zeitfensters',
    ar: 'الوقت المتفق عليه خارج النافذة الزمنية',
  },
  overdue: {
    en: 'The time window has passed without an outcome',
    de: 'Das Zeitfenster ist ohne Ergebnis verstrichen',
    ar: 'انقضت النافذة الزمنية دون نتيجة',
  },
  nowhere: {
    en: 'No location: it cannot be put on the map or planned well',
    de: 'Keine Position: nicht auf der Karte und nicht gut planbar',
    ar: 'لا موقع: لا يظهر على الخريطة ولا يمكن تخطيطه جيدًا',
  },
  where: { en: 'Where it is', de: 'Wo es ist', ar: 'أين هو' },
})

export const outcomeTexts = createDictionary({
  ...sharedTexts,
  noOutcome: { en: 'No outcome yet', de: 'Noch kein Ergebnis', ar: 'لا نتيجة بعد' },
  noOutcomeText: {
    en: 'Drivers record outcomes in the driver app, planners record them here, and programs send them to the API.',
    de: 'Fahrer erfassen Ergebnisse in der Fahrer-App, Planer erfassen sie hier, und Programme senden sie an die API.',
    ar: 'يسجّل السائقون النتائج في تطبيق السائق، ويسجّلها المخطِّطون هنا، وترسلها البرامج إلى API.',
  },
  replaced: { en: 'Corrected since', de: 'Seitdem berichtigt', ar: 'صُحِّح لاحقًا' },
  time: sharedTexts.when,
  arrived: { en: 'Arrived', de: 'Angekommen', ar: 'الوصول' },
  received: { en: 'Reported', de: 'Gemeldet', ar: 'وصل البلاغ' },
  recordedBy: { en: 'Recorded by', de: 'Erfasst von', ar: 'سجّله' },
  office: { en: 'Office', de: 'Büro', ar: 'المكتب' },
  extraBarcodes: { en: 'Additional scanned codes', de: 'Weitere gescannte Codes', ar: 'رموز إضافية ممسوحة' },
  photo: { en: 'Photo', de: 'Foto', ar: 'صورة' },
  pending: { en: 'Not arrived yet', de: 'Noch nicht angekommen', ar: 'لم يصل بعد' },
  expired: { en: 'Removed after its time', de: 'Nach Ablauf entfernt', ar: 'أُزيل بعد انقضاء مدته' },
  erased: { en: 'Erased', de: 'Gelöscht', ar: 'مُحي' },
  scanned: { en: 'scanned', de: 'gescannt', ar: 'ممسوح' },
  handedOver: { en: 'handed over', de: 'übergeben', ar: 'سُلِّم' },
  notHandedOver: { en: 'not handed over', de: 'nicht übergeben', ar: 'لم يُسلَّم' },
  pdf: { en: 'Download proof (PDF)', de: 'Nachweis herunterladen (PDF)', ar: 'تنزيل الإثبات (PDF)' },
  send: { en: 'Send the proof', de: 'Nachweis senden', ar: 'إرسال الإثبات' },
  correct: { en: 'Correct', de: 'Berichtigen', ar: 'تصحيح' },
  corrected: { en: 'Outcome corrected', de: 'Ergebnis berichtigt', ar: 'صُحِّحت النتيجة' },
  correctAbout: {
    en:
      'The proof stays as it is, and is marked as corrected. Dray sends e-mails about the new outcome as set ' +
      'under Notifications.',
    de:
      'Der Nachweis bleibt, wie er ist, und wird als berichtigt gekennzeichnet. E-Mails über das neue Ergebnis ' +
      'sendet Dray so, wie es unter „Benachrichtigungen“ eingestellt ist.',
    ar: 'يبقى الإثبات كما هو ويُوسَم بأنه صُحِّح. تُرسل الرسائل عن النتيجة الجديدة بحسب إعدادات «الإشعارات».',
  },
  sendTo: { en: 'E-mail address', de: 'E-Mail-Adresse', ar: 'عنوان البريد الإلكتروني' },
  sendNow: { en: 'Send', de: 'Senden', ar: 'إرسال' },
  queued: { en: 'The e-mail is being sent', de: 'Die E-Mail wird gesendet', ar: 'جارٍ إرسال الرسالة' },
  notInLoad: {
    en: 'The order had left the route before this proof arrived.',
    de: 'Der Auftrag hatte die Tour verlassen, bevor dieser Nachweis ankam.',
    ar: 'خرج الطلب من المسار قبل وصول هذا الإثبات.',
  },
  loadNotStarted: {
    en: 'This proof arrived before the route started.',
    de: 'Dieser Nachweis kam an, bevor die Tour gestartet war.',
    ar: 'وصل هذا الإثبات قبل انطلاق المسار.',
  },
  laterOutcome: {
    en: 'The order has a later outcome, which is in effect.',
    de: 'Der Auftrag hat ein späteres Ergebnis, das gilt.',
    ar: 'للطلب نتيجة لاحقة وهي المعتمدة.',
  },
  orderDeleted: {
    en: 'The order was deleted before this proof arrived.',
    de: 'Der Auftrag wurde gelöscht, bevor dieser Nachweis ankam.',
    ar: 'حُذف الطلب قبل وصول هذا الإثبات.',
  },
  timeOutOfRange: {
    en: 'The phone sent an impossible time. The time shown is when the service received the proof.',
    de: 'Das Telefon hat eine unmögliche Zeit gesendet. Gezeigt wird, wann der Dienst den Nachweis empfangen hat.',
    ar: 'أرسل الهاتف وقتًا غير ممكن. الوقت المعروض هو وقت استلام الخدمة للإثبات.',
  },
  tooManyPhotos: {
    en: 'The phone sent more photos than the settings allow. All of them are stored.',
    de: 'Das Telefon hat mehr Fotos gesendet, als die Einstellungen erlauben. Alle sind gespeichert.',
    ar: 'أرسل الهاتف صورًا أكثر مما تسمح به الإعدادات. حُفظت كلها.',
  },
  clockOff: {
    en: (minutes: number) =>
      `The clock of the phone was wrong by ${formatCount('en', minutes, { one: 'minute', other: 'minutes' })} and ` +
      'was corrected.',
    de: (minutes: number) =>
      `Die Uhr des Telefons ging um ${formatCount('de', minutes, { one: 'Minute', other: 'Minuten' })} falsch und ` +
      'wurde berichtigt.',
    ar: (minutes: number) =>
      'كانت ساعة الهاتف خاطئة بمقدار ' +
      `${formatCount('ar', minutes, { one: 'دقيقة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' })} ` +
      'وقد صُحِّحت.',
  },
  noLetters: { en: 'No e-mails yet.', de: 'Noch keine E-Mails.', ar: 'لا رسائل بعد.' },
  letter: { en: 'E-mail type', de: 'Art der E-Mail', ar: 'نوع الرسالة' },
  to: { en: 'To', de: 'An', ar: 'إلى' },
  state: sharedTexts.status,
  sent: { en: 'Sent', de: 'Gesendet', ar: 'أُرسلت' },
  letterFailed: sharedTexts.failed,
  suppressed: { en: 'Not sent', de: 'Nicht gesendet', ar: 'لم تُرسل' },
  held: { en: 'Needs approval', de: 'Freigabe nötig', ar: 'تحتاج إلى موافقة' },
  approve: { en: 'Approve and send', de: 'Freigeben und senden', ar: 'الموافقة والإرسال' },
  approved: { en: 'approved and sent', de: 'freigegeben und gesendet', ar: 'تمت الموافقة عليها وأُرسلت' },
  discarded: { en: 'discarded', de: 'verworfen', ar: 'تم تجاهلها' },
  sandbox: { en: 'a sandbox sends no mail', de: 'eine Sandbox sendet keine E-Mail', ar: 'بيئة التجربة لا ترسل بريدًا' },
  no_mail_server: {
    en: 'no mail server is set up',
    de: 'kein Mailserver eingerichtet',
    ar: 'لم يُعدّ خادم بريد',
  },
  no_address: { en: 'no address', de: 'keine Adresse', ar: 'لا عنوان' },
  deleted: { en: 'the order was deleted', de: 'der Auftrag wurde gelöscht', ar: 'حُذف الطلب' },
  turned_off: { en: 'turned off', de: 'abgeschaltet', ar: 'موقوف' },
  unsubscribed: {
    en: 'the recipient turned e-mails off',
    de: 'vom Empfänger ausgeschaltet',
    ar: 'أوقف المستلم الرسائل',
  },
  unsubscribedAt: {
    en: (time: string) => `The recipient turned off tracking e-mails for this order on ${time}.`,
    de: (time: string) => `Der Empfänger hat E-Mails zur Sendungsverfolgung dieses Auftrags am ${time} ausgeschaltet.`,
    ar: (time: string) => `أوقف المستلم رسائل تتبع هذا الطلب في ${time}.`,
  },
  not_counting: {
    en: 'another outcome is in effect',
    de: 'ein anderes Ergebnis gilt',
    ar: 'نتيجة أخرى هي المعتمدة',
  },
  outdated: { en: 'no longer so', de: 'nicht mehr aktuell', ar: 'لم تعد سارية' },
  trackingRegistered: {
    en: 'Tracking link, order created',
    de: 'Verfolgungslink, Auftrag erfasst',
    ar: 'رابط التتبع، عند تسجيل الطلب',
  },
  trackingPlanned: {
    en: 'Tracking link, route planned',
    de: 'Verfolgungslink, Tour geplant',
    ar: 'رابط التتبع، عند تخطيط المسار',
  },
  trackingReleased: {
    en: 'Tracking link, route released',
    de: 'Verfolgungslink, Tour freigegeben',
    ar: 'رابط التتبع، عند اعتماد المسار',
  },
  trackingInTransit: {
    en: 'Tracking link, route started',
    de: 'Verfolgungslink, Tour gestartet',
    ar: 'رابط التتبع، عند انطلاق المسار',
  },
  trackingOff: {
    en: 'Tracking is turned off for this order.',
    de: 'Die Verfolgung ist für diesen Auftrag abgeschaltet.',
    ar: 'التتبع موقوف لهذا الطلب.',
  },
  openTracking: { en: 'Open the page', de: 'Seite öffnen', ar: 'فتح الصفحة' },
  copyTracking: { en: 'Copy the link', de: 'Link kopieren', ar: 'نسخ الرابط' },
  renewTracking: { en: 'Replace the link', de: 'Link ersetzen', ar: 'استبدال الرابط' },
  renewAsk: {
    en: 'The previous link stops working immediately.',
    de: 'Der bisherige Link gilt ab sofort nicht mehr.',
    ar: 'يتوقف الرابط السابق عن العمل فورًا.',
  },
  showTracking: { en: 'Show the tracking link', de: 'Verfolgungslink zeigen', ar: 'عرض رابط التتبع' },
})

export const fieldValueTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.customFields,
  tags: listTexts.tags,
  tagsHelp: { en: 'Separated by commas.', de: 'Durch Kommas getrennt.', ar: 'مفصولة بفواصل.' },
  changeTags: { en: 'Change tags', de: 'Schlagwörter ändern', ar: 'تعديل الوسوم' },
  addTags: { en: 'Add these tags', de: 'Diese Schlagwörter hinzufügen', ar: 'إضافة هذه الوسوم' },
  removeTags: { en: 'Remove these tags', de: 'Diese Schlagwörter entfernen', ar: 'إزالة هذه الوسوم' },
  change: { en: 'Change', de: 'Ändern', ar: 'تعديل' },
  filterBy: {
    en: (name: string) => `Filter by ${name}`,
    de: (name: string) => `Nach ${name} filtern`,
    ar: (name: string) => `تصفية حسب ${name}`,
  },
  apply: listTexts.assign,
})
