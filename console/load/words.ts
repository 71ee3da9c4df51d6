// The texts about loads: their fields, their statuses and what a change of status does.
import { countTexts, loadStatusTexts } from '../change/field-words.ts'
import { loadsIn, ordersIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const loadTexts = createDictionary({
  ...sharedTexts,
  loadCount: countTexts.loadCount,
  planning: loadStatusTexts.planning,
  planned: loadStatusTexts.planned,
  released: loadStatusTexts.released,
  started: loadStatusTexts.started,
  completed: loadStatusTexts.completed,
  noDepot: { en: 'no depot', de: 'kein Depot', ar: 'بلا مستودع' },
  vehicleHelp: {
    en: 'Fills in depots, capacities and the driver.',
    de: 'Übernimmt Depots, Kapazitäten und Fahrer.',
    ar: 'تُؤخذ منها المستودعات والسعات والسائق.',
  },
  stopsDone: { en: 'Done', de: 'Erledigt', ar: 'المنجزة' },
  stopsFailed: sharedTexts.failedOrPartial,
  stopsLate: sharedTexts.late,
  minutes: { en: 'Minutes', de: 'Minuten', ar: 'الدقائق' },
  csvDone: {
    en: (count: number) => `${loadsIn('en', count)} saved to the file`,
    de: (count: number) => `${loadsIn('de', count)} in der Datei gespeichert`,
    ar: (count: number) => `حُفظ في الملف ${loadsIn('ar', count)}`,
  },
  used: {
    en: (percent: number, capacity: string) => `${percent} % of ${capacity}`,
    de: (percent: number, capacity: string) => `${percent} % von ${capacity}`,
    ar: (percent: number, capacity: string) => `${percent} % من ${capacity}`,
  },
  overBy: {
    en: (amount: string) => `${amount} over`,
    de: (amount: string) => `${amount} zu viel`,
    ar: (amount: string) => `زيادة ${amount}`,
  },
  editLoad: {
    en: (key: string) => `Edit route ${key}`,
    de: (key: string) => `Tour ${key} bearbeiten`,
    ar: (key: string) => `تعديل المسار ${key}`,
  },
  edit: { en: 'Edit', de: 'Bearbeiten', ar: 'تعديل' },
  remove: sharedTexts.delete,
  openPlan: { en: 'Open in route plan', de: 'Im Tourenplan öffnen', ar: 'فتح في خطة المسار' },
  removeTitle: {
    en: (key: string) => `Delete route ${key}?`,
    de: (key: string) => `Tour ${key} löschen?`,
    ar: (key: string) => `حذف المسار ${key}؟`,
  },
  removeNone: { en: 'It has no orders.', de: 'Sie hat keine Aufträge.', ar: 'لا طلبات فيه.' },
  removeSome: {
    en: (count: number) => `Its ${ordersIn('en', count)} will be kept, but without a route. The stop sequence is lost.`,
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Auftrag bleibt', other: 'Aufträge bleiben' })} erhalten, aber ohne Tour. ` +
      'Die Reihenfolge der Stopps geht verloren.',
    ar: (count: number) => `لن تُحذف طلباته (${ordersIn('ar', count)})، لكنها تصبح بلا مسار ويُفقد ترتيب المحطات.`,
  },
  removed: {
    en: (key: string) => `Route ${key} deleted.`,
    de: (key: string) => `Tour ${key} gelöscht.`,
    ar: (key: string) => `حُذف المسار ${key}.`,
  },
  saved: {
    en: (key: string) => `Route ${key} saved.`,
    de: (key: string) => `Tour ${key} gespeichert.`,
    ar: (key: string) => `حُفظ المسار ${key}.`,
  },
  fixed: {
    en: 'The route has started. Stops, their sequence and the depots can no longer be changed.',
    de: 'Die Tour ist gestartet. Stopps, Reihenfolge und Depots lassen sich nicht mehr ändern.',
    ar: 'انطلق المسار. لم يعد ممكنًا تغيير المحطات أو ترتيبها أو المستودعات.',
  },
  fixedWayOut: {
    en: 'Select undelivered stops and choose Reschedule (P).',
    de: 'Nicht zugestellte Stopps auswählen und „Neu planen“ wählen (P).',
    ar: 'حدّد المحطات التي لم تُسلَّم ثم اختر «إعادة الجدولة» (P).',
  },
  markPlanned: { en: 'Mark as planned', de: 'Als geplant markieren', ar: 'تحديد كمخطط' },
  start: { en: 'Start', de: 'Starten', ar: 'بدء الانطلاق' },
  complete: { en: 'Complete', de: 'Abschließen', ar: 'إكمال' },
  backTo: {
    en: (status: string) => `Move back to ${status.toLowerCase()}`,
    de: (status: string) => `Zurück auf „${status}“`,
    ar: (status: string) => `إرجاع إلى «${status}»`,
  },
  moreMoves: { en: 'More status changes', de: 'Weitere Statuswechsel', ar: 'تغييرات أخرى للحالة' },
  askPlanned: {
    en: (key: string) => `Mark ${key} as planned?`,
    de: (key: string) => `${key} als geplant markieren?`,
    ar: (key: string) => `تحديد ${key} كمخطط؟`,
  },
  askRelease: {
    en: (key: string) => `Release ${key}?`,
    de: (key: string) => `${key} freigeben?`,
    ar: (key: string) => `اعتماد ${key}؟`,
  },
  askStart: {
    en: (key: string) => `Start ${key}?`,
    de: (key: string) => `${key} starten?`,
    ar: (key: string) => `بدء انطلاق ${key}؟`,
  },
  askComplete: {
    en: (key: string) => `Complete ${key}?`,
    de: (key: string) => `${key} abschließen?`,
    ar: (key: string) => `إكمال ${key}؟`,
  },
  askBack: {
    en: (key: string, status: string) => `Move ${key} back to ${status.toLowerCase()}?`,
    de: (key: string, status: string) => `${key} zurück auf „${status}“ setzen?`,
    ar: (key: string, status: string) => `إرجاع ${key} إلى «${status}»؟`,
  },
  movedSince: {
    en: (keys: string) => `Someone has changed the status since: ${keys}`,
    de: (keys: string) => `Der Status wurde inzwischen geändert: ${keys}`,
    ar: (keys: string) => `تغيّرت الحالة في هذه الأثناء: ${keys}`,
  },
  movedTo: {
    en: (key: string, status: string) => `${key} set to ${status.toLowerCase()}.`,
    de: (key: string, status: string) => `${key} auf „${status}“ gesetzt.`,
    ar: (key: string, status: string) => `حالة ${key} الآن: ${status}.`,
  },
  meansPlanning: {
    en: 'The route is open for planning again. Orders already on the export list stay there.',
    de: 'Die Tour ist wieder in Planung. Aufträge, die schon auf der Exportliste stehen, bleiben dort.',
    ar: 'يعود المسار إلى التخطيط. تبقى الطلبات الموجودة في قائمة التصدير فيها.',
  },
  meansPlanned: {
    en: 'The plan is complete. You can still change the stops, and nothing is exported yet.',
    de: 'Der Plan ist fertig. Stopps lassen sich noch ändern, und es wird noch nichts exportiert.',
    ar: 'اكتملت الخطة. ما زال تغيير المحطات ممكنًا، ولا يُصدَّر شيء بعد.',
  },
  meansUnreleased: {
    en: 'This withdraws the release of the route. Orders already on the export list stay there.',
    de: 'Die Freigabe der Tour wird zurückgenommen. Aufträge, die schon auf der Exportliste stehen, bleiben dort.',
    ar: 'يُسحب اعتماد المسار. تبقى الطلبات الموجودة في قائمة التصدير فيها.',
  },
  meansReleased: {
    en: (count: number) =>
      `${ordersIn('en', count)} will be added to the export list for other systems to fetch. ` +
      'You can still change the stops.',
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Auftrag kommt', other: 'Aufträge kommen' })} auf die Exportliste, ` +
      'die andere Systeme abrufen. Stopps lassen sich noch ändern.',
    ar: (count: number) =>
      `تُضاف الطلبات (${ordersIn('ar', count)}) إلى قائمة التصدير لتجلبها الأنظمة الأخرى. ما زال تغيير المحطات ممكنًا.`,
  },
  meansReleasedAgain: {
    en: 'All orders are on the export list already. You can still change the stops.',
    de: 'Alle Aufträge stehen schon auf der Exportliste. Stopps lassen sich noch ändern.',
    ar: 'كل الطلبات موجودة في قائمة التصدير من قبل. ما زال تغيير المحطات ممكنًا.',
  },
  meansReleasedQuietly: {
    en: 'You can still change the stops. In this environment, releasing a route adds nothing to the export list.',
    de: 'Stopps lassen sich noch ändern. In dieser Umgebung setzt eine Freigabe nichts auf die Exportliste.',
    ar: 'ما زال تغيير المحطات ممكنًا. في هذه البيئة لا يضيف اعتماد المسار شيئًا إلى قائمة التصدير.',
  },
  meansStarted: {
    en:
      'The vehicle leaves. Stops, their sequence and the depots can no longer be changed. The route and its ' +
      'orders can no longer be deleted. This cannot be undone.',
    de:
      'Das Fahrzeug fährt los. Stopps, Reihenfolge und Depots lassen sich nicht mehr ändern. Die Tour und ihre ' +
      'Aufträge lassen sich nicht mehr löschen. Das lässt sich nicht rückgängig machen.',
    ar:
      'تنطلق المركبة. لن يعود ممكنًا تغيير المحطات أو ترتيبها أو المستودعات، ولا حذف المسار أو طلباته. لا ' +
      'يمكن التراجع عن ذلك.',
  },
  meansCompleted: {
    en: 'The route is finished. This cannot be undone.',
    de: 'Die Tour ist beendet. Das lässt sich nicht rückgängig machen.',
    ar: 'انتهى المسار. لا يمكن التراجع عن ذلك.',
  },
  openStops: {
    en: (count: number) => `${formatCount('en', count, { one: 'stop has', other: 'stops have' })} no outcome:`,
    de: (count: number) => `${formatCount('de', count, { one: 'Stopp hat', other: 'Stopps haben' })} kein Ergebnis:`,
    ar: (count: number) => `محطات بلا نتيجة: ${count}`,
  },
  openStopsUnread: {
    en: 'The stops without an outcome could not be loaded.',
    de: 'Die Stopps ohne Ergebnis konnten nicht geladen werden.',
    ar: 'تعذّر تحميل المحطات التي لا نتيجة لها.',
  },
  openStopsAbout: {
    en:
      'Record their outcomes from paper or by phone, now or later. To plan undelivered stops again, select ' +
      'them and choose Reschedule (P).',
    de:
      'Erfassen Sie deren Ergebnisse jetzt oder später vom Papier oder am Telefon. Um nicht zugestellte Stopps ' +
      'erneut zu planen, wählen Sie sie aus und dann „Neu planen“ (P).',
    ar:
      'سجّل نتائجها من الورق أو الهاتف، الآن أو لاحقًا. لتخطيط المحطات التي لم تُسلَّم مجددًا، حدّدها ثم اختر ' +
      '«إعادة الجدولة» (P).',
  },
  anyStatus: { en: 'Any status', de: 'Jeder Status', ar: 'أي حالة' },
  anyDepot: { en: 'Any start depot', de: 'Jedes Startdepot', ar: 'أي مستودع بداية' },
  from: { en: 'Start from', de: 'Start ab', ar: 'البداية من' },
  to: { en: 'Start until', de: 'Start bis', ar: 'البداية حتى' },
  none: { en: 'No routes yet', de: 'Noch keine Touren', ar: 'لا مسارات بعد' },
  noneHelp: {
    en:
      'A route has the orders that one vehicle carries on one trip. Create one here, or enter a new route ID in ' +
      'an order.',
    de:
      'Eine Tour enthält die Aufträge, die ein Fahrzeug auf einer Fahrt befördert. Legen Sie hier eine an, ' +
      'oder tragen Sie in einem Auftrag eine neue Tour-ID ein.',
    ar:
      'المسار هو الطلبات التي تنقلها مركبة واحدة في رحلة واحدة. أنشئ مسارًا هنا، أو أدخل معرّف مسار جديدًا في ' +
      'أحد الطلبات.',
  },
  noneFound: {
    en: 'No routes match these filters',
    de: 'Keine Touren passen zu diesen Filtern',
    ar: 'لا مسارات تطابق عوامل التصفية هذه',
  },
  changedMeanwhile: {
    en: 'Someone else has saved this route. Their values are shown next to yours. Save again to keep yours.',
    de:
      'Jemand anderes hat diese Tour gespeichert. Die gespeicherten Werte stehen neben Ihren. Speichern Sie ' +
      'erneut, um Ihre zu behalten.',
    ar: 'حفظ شخص آخر هذا المسار. تظهر قيمه بجانب قيمك. احفظ مجددًا للاحتفاظ بقيمك.',
  },
  theirs: {
    en: (value: string) => `Saved by someone else: ${value}`,
    de: (value: string) => `Von anderen gespeichert: ${value}`,
    ar: (value: string) => `حفظ شخص آخر: ${value}`,
  },
})
