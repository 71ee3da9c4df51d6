// The texts of the route plan: stops, estimated and planned times, the amount on board, and problems.
import { stopsIn } from '../../words/forms.ts'
import { sharedTexts } from '../../words/shared.ts'
import { createDictionary, formatCount } from '../../words/words.ts'

const packageForms = {
  en: { one: 'package', other: 'packages' },
  de: { one: 'Packstück', other: 'Packstücke' },
}

export const planTexts = createDictionary({
  ...sharedTexts,
  timeLine: { en: 'Timeline', de: 'Zeitachse', ar: 'المخطط الزمني' },
  loadCurve: { en: 'On board', de: 'Auslastung', ar: 'على متن المركبة' },
  chart: { en: 'Chart', de: 'Grafik', ar: 'رسم بياني' },
  table: { en: 'Table', de: 'Tabelle', ar: 'جدول' },
  showAs: { en: 'Show as', de: 'Anzeigen als', ar: 'العرض على هيئة' },
  stopCount: {
    en: (count: number) => stopsIn('en', count),
    de: (count: number) => stopsIn('de', count),
    ar: (count: number) => stopsIn('ar', count),
  },
  onBoard: { en: 'On board after stop', de: 'Danach an Bord', ar: 'على المتن بعد المحطة' },
  start: { en: 'Start', de: 'Start', ar: 'البداية' },
  arrival: { en: 'Arrival (estimate)', de: 'Ankunft (Schätzung)', ar: 'الوصول (تقدير)' },
  problem: { en: 'Problem', de: 'Problem', ar: 'المشكلة' },
  noWindow: { en: 'any time', de: 'jederzeit', ar: 'في أي وقت' },
  from: {
    en: (time: string) => `from ${time}`,
    de: (time: string) => `ab ${time}`,
    ar: (time: string) => `من ${time}`,
  },
  late: {
    en: (duration: string) => `planned ${duration} late`,
    de: (duration: string) => `${duration} zu spät geplant`,
    ar: (duration: string) => `مخطط بتأخير ${duration}`,
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
    en: 'no location, not on the map',
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
    en: 'Estimated from straight lines by the travel settings of the environment, plus the time at each stop.',
    de: 'Geschätzt aus der Luftlinie nach den Fahrzeiteinstellungen der Umgebung, plus Standzeit an jedem Stopp.',
    ar: 'تقدير من الخط المستقيم وفق إعدادات السير للبيئة، مع مدة التوقف في كل محطة.',
  },
  wayByRoad: {
    en: (distance: string) => `${distance} in total by road`,
    de: (distance: string) => `${distance} insgesamt auf der Straße`,
    ar: (distance: string) => `${distance} إجمالًا على الطرق`,
  },
  roadsNote: {
    en: 'Driving times by road from the travel server, plus the time at each stop.',
    de: 'Fahrzeiten auf der Straße vom Fahrzeitserver, plus Standzeit an jedem Stopp.',
    ar: 'أوقات السير على الطرق من خادم المسافات، مع مدة التوقف في كل محطة.',
  },
  unansweredNote: {
    en: 'The travel server has no answer for this route. Estimated from straight lines, plus the time at each stop.',
    de:
      'Der Fahrzeitserver hat für diese Tour keine Antwort. Geschätzt aus der Luftlinie, ' +
      'plus Standzeit an jedem Stopp.',
    ar: 'ليس لدى خادم المسافات جواب عن هذا المسار. تقدير من الخط المستقيم، مع مدة التوقف في كل محطة.',
  },
  noStartTime: {
    en: 'Set a planned start to see estimated arrival times.',
    de: 'Setzen Sie einen geplanten Start, um geschätzte Ankunftszeiten zu sehen.',
    ar: 'حدّد البداية المخططة لعرض أوقات الوصول التقديرية.',
  },
  peak: {
    en: (amount: string, position: string) => `Peak ${amount}, ${position}`,
    de: (amount: string, position: string) => `Spitze ${amount}, ${position}`,
    ar: (amount: string, position: string) => `الذروة ${amount}، ${position}`,
  },
  atStart: { en: 'at the start', de: 'beim Start', ar: 'عند البداية' },
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
  noCapacity: { en: 'no capacity set', de: 'keine Kapazität gesetzt', ar: 'لم تُحدَّد السعة' },
  tooHeavy: {
    en: (amount: string) => `${amount} too heavy`,
    de: (amount: string) => `${amount} zu schwer`,
    ar: (amount: string) => `وزن زائد بمقدار ${amount}`,
  },
  tooBig: {
    en: (amount: string) => `${amount} too much volume`,
    de: (amount: string) => `${amount} zu viel Volumen`,
    ar: (amount: string) => `حجم زائد بمقدار ${amount}`,
  },
  tooMany: {
    en: (count: number) => `${formatCount('en', count, packageForms.en)} too many`,
    de: (count: number) => `${formatCount('de', count, packageForms.de)} zu viel`,
    ar: (count: number) => `طرود زائدة: ${count}`,
  },
  move: {
    en: (number: number, name: string) => `Move stop ${number}, ${name}`,
    de: (number: number, name: string) => `Stopp ${number}, ${name} verschieben`,
    ar: (number: number, name: string) => `نقل المحطة ${number}، ${name}`,
  },
  moveHint: {
    en:
      'Drag, or press Alt+↑ or Alt+↓. You can also press Space to pick up, the arrow keys to move, ' +
      'Space to drop and Escape to cancel.',
    de:
      'Ziehen oder Alt+↑ und Alt+↓ drücken. Oder: Leertaste nimmt auf, Pfeiltasten verschieben, Leertaste legt ab, ' +
      'Escape bricht ab.',
    ar: 'اسحب، أو اضغط Alt+↑ أو Alt+↓. أو: مفتاح المسافة للالتقاط، والأسهم للنقل، والمسافة للإفلات، وEscape للإلغاء.',
  },
  grabbed: {
    en: (name: string) => `${name} picked up. Press the arrow keys to move it, Space to drop it, Escape to cancel.`,
    de: (name: string) => `${name} aufgenommen. Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.`,
    ar: (name: string) => `تم التقاط ${name}. الأسهم للنقل، والمسافة للإفلات، وEscape للإلغاء.`,
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
  removedByOthers: {
    en: 'removed by someone else',
    de: 'von jemand anderem entfernt',
    ar: 'أزالها شخص آخر',
  },
  isNew: { en: 'new here', de: 'neu hier', ar: 'جديدة هنا' },
  unsaved: {
    en: 'The new stop sequence is not saved yet.',
    de: 'Die neue Reihenfolge ist noch nicht gespeichert.',
    ar: 'لم يُحفظ الترتيب الجديد بعد.',
  },
  saved: { en: 'Stop sequence saved.', de: 'Reihenfolge gespeichert.', ar: 'حُفظ ترتيب المحطات.' },
  stopActions: {
    en: (name: string) => `Actions for ${name}`,
    de: (name: string) => `Aktionen für ${name}`,
    ar: (name: string) => `إجراءات ${name}`,
  },
  takenOut: {
    en: (name: string) => `${name} is now without a route.`,
    de: (name: string) => `${name} ist jetzt ohne Tour.`,
    ar: (name: string) => `${name} الآن بلا مسار.`,
  },
  noStops: {
    en: 'No stops yet. Drag orders here, or assign them to this route.',
    de: 'Noch keine Stopps. Ziehen Sie Aufträge hierher, oder weisen Sie sie dieser Tour zu.',
    ar: 'لا محطات بعد. اسحب الطلبات إلى هنا أو أسندها إلى هذا المسار.',
  },
  refused: { en: 'Does not fit here', de: 'Passt hier nicht', ar: 'لا يناسب هذا المكان' },
  notRemoved: { en: 'Cannot be removed', de: 'Lässt sich nicht entfernen', ar: 'لا يمكن إزالته' },
  dropElsewhere: {
    en: 'Drop orders on a route or among its stops.',
    de: 'Legen Sie Aufträge auf einer Tour oder zwischen ihren Stopps ab.',
    ar: 'أفلت الطلبات على مسار أو بين محطاته.',
  },
  dropNoStops: {
    en: 'Stops do not leave their route by dragging. Select them and press Delete.',
    de: 'Stopps verlassen ihre Tour nicht durch Ziehen. Wählen Sie sie aus, und drücken Sie Entf.',
    ar: 'لا تخرج المحطات من مسارها بالسحب. حدّدها ثم اضغط Delete.',
  },
  fittingLoads: { en: 'Routes it fits:', de: 'Passende Touren:', ar: 'المسارات المناسبة:' },
  dismiss: { en: 'Dismiss', de: 'Ausblenden', ar: 'إخفاء' },
  changedMeanwhile: {
    en: 'Someone else changed this route while you were reordering its stops.',
    de: 'Jemand anderes hat diese Tour geändert, während Sie ihre Stopps umsortiert haben.',
    ar: 'غيّر شخص آخر هذا المسار أثناء إعادة ترتيبك لمحطاته.',
  },
  joined: {
    en: (names: string) => `Added: ${names}`,
    de: (names: string) => `Dazugekommen: ${names}`,
    ar: (names: string) => `أُضيف: ${names}`,
  },
  left: {
    en: (names: string) => `Removed: ${names}`,
    de: (names: string) => `Weggefallen: ${names}`,
    ar: (names: string) => `أُزيل: ${names}`,
  },
  moved: {
    en: (names: string) => `Moved: ${names}`,
    de: (names: string) => `Verschoben: ${names}`,
    ar: (names: string) => `نُقل: ${names}`,
  },
  movedFrom: {
    en: (name: string, from: number, to: number) => `${name} (from ${from} to ${to})`,
    de: (name: string, from: number, to: number) => `${name} (von ${from} auf ${to})`,
    ar: (name: string, from: number, to: number) => `${name} (من ${from} إلى ${to})`,
  },
  andMore: {
    en: (names: string, count: number) => `${names} and ${count} more`,
    de: (names: string, count: number) => `${names} und ${count} weitere`,
    ar: (names: string, count: number) => `${names} و${count} أخرى`,
  },
  keptMine: {
    en: 'Your stop sequence is kept.',
    de: 'Ihre Reihenfolge bleibt.',
    ar: 'تم الاحتفاظ بترتيبك.',
  },
  joinedLast: {
    en: (names: string) => `Added at the end: ${names}`,
    de: (names: string) => `Am Ende dazugekommen: ${names}`,
    ar: (names: string) => `أُضيف في النهاية: ${names}`,
  },
  notTakenOver: {
    en: (names: string) => `Not taken over: ${names}`,
    de: (names: string) => `Nicht übernommen: ${names}`,
    ar: (names: string) => `لم يُؤخذ به: ${names}`,
  },
  decideFirst: {
    en: 'Not saved: someone else changed this route. Decide first which stop sequence to keep.',
    de: 'Nicht gespeichert: Jemand anderes hat diese Tour geändert. Entscheiden Sie zuerst, welche Reihenfolge bleibt.',
    ar: 'لم يُحفظ: غيّر شخص آخر هذا المسار. قرّر أولًا أي ترتيب يبقى.',
  },
  savedCount: {
    en: (stops: string, saved: number) => `${stops}, ${saved} saved`,
    de: (stops: string, saved: number) => `${stops}, ${saved} gespeichert`,
    ar: (stops: string, saved: number) => `${stops}، المحفوظ ${saved}`,
  },
})

const timeForms = {
  en: { one: 'planned time', other: 'planned times' },
  de: { one: 'geplante Zeit', other: 'geplante Zeiten' },
  ar: { one: 'وقت مخطط', two: 'وقتان مخططان', few: 'أوقات مخططة', many: 'وقتًا مخططًا', other: 'وقت مخطط' },
}

export const timesTexts = createDictionary({
  ...sharedTexts,
  arrives: {
    en: (time: string) => `≈ ${time}`,
    de: (time: string) => `≈ ${time}`,
    ar: (time: string) => `≈ ${time}`,
  },
  waits: {
    en: (duration: string) => `waits ${duration}`,
    de: (duration: string) => `wartet ${duration}`,
    ar: (duration: string) => `انتظار ${duration}`,
  },
  ends: {
    en: (time: string) => `ends ≈ ${time}`,
    de: (time: string) => `endet ≈ ${time}`,
    ar: (time: string) => `ينتهي ≈ ${time}`,
  },
  setTimes: { en: 'Set planned times', de: 'Geplante Zeiten setzen', ar: 'تعيين الأوقات المخططة' },
  timesSet: {
    en: (count: number) => `${formatCount('en', count, timeForms.en)} set.`,
    de: (count: number) => `${formatCount('de', count, timeForms.de)} gesetzt.`,
    ar: (count: number) => `تم تعيين ${formatCount('ar', count, timeForms.ar)}.`,
  },
  notSet: {
    en: (failed: string) => `Not set: ${failed}`,
    de: (failed: string) => `Nicht gesetzt: ${failed}`,
    ar: (failed: string) => `لم تُعيَّن: ${failed}`,
  },
  noEstimate: {
    en: 'Times cannot be set without an estimate. The route needs a planned start.',
    de: 'Ohne Schätzung lassen sich keine Zeiten setzen. Die Tour braucht einen geplanten Start.',
    ar: 'لا يمكن تعيين الأوقات بلا تقدير. يحتاج المسار إلى بداية مخططة.',
  },
  startHandleHint: {
    en: 'Planned start: drag it, or press the arrow keys and then Enter.',
    de: 'Geplanter Start: ziehen, oder Pfeiltasten und dann Eingabetaste drücken.',
    ar: 'البداية المخططة: اسحبها، أو استخدم مفاتيح الأسهم ثم Enter.',
  },
  startsAt: {
    en: (load: string, time: string) => `${load} now starts at ${time}.`,
    de: (load: string, time: string) => `${load} startet jetzt um ${time}.`,
    ar: (load: string, time: string) => `يبدأ ${load} الآن عند ${time}.`,
  },
})
