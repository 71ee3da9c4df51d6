// The texts of the optimisation: its question, its proposal and its result.

import { ordersIn } from '../../words/forms.ts'
import { sharedTexts } from '../../words/shared.ts'
import { createDictionary } from '../../words/words.ts'

export const optimiseTexts = createDictionary({
  ...sharedTexts,
  planDay: { en: 'Plan the day', de: 'Tag planen', ar: 'تخطيط اليوم' },
  sequence: { en: 'Best sequence', de: 'Beste Reihenfolge', ar: 'أفضل ترتيب' },
  fill: { en: 'Fill this route', de: 'Diese Tour auffüllen', ar: 'ملء هذا المسار' },
  sequenceOf: {
    en: (load: string) => `Best sequence for ${load}`,
    de: (load: string) => `Beste Reihenfolge für ${load}`,
    ar: (load: string) => `أفضل ترتيب لـ ${load}`,
  },
  fillOf: {
    en: (load: string) => `Fill ${load}`,
    de: (load: string) => `${load} auffüllen`,
    ar: (load: string) => `ملء ${load}`,
  },
  about: {
    en:
      'Dray searches for good routes and shows them. The plan changes only after you accept them, and existing ' +
      'routes stay as they are.',
    de:
      'Dray sucht gute Touren und zeigt sie. Der Plan ändert sich erst, wenn Sie sie annehmen, und bestehende ' +
      'Touren bleiben, wie sie sind.',
    ar: 'يبحث Dray عن مسارات جيدة ويعرضها. لا تتغير الخطة قبل قبولها، وتبقى المسارات القائمة كما هي.',
  },
  orders: { en: 'Orders to plan', de: 'Zu planende Aufträge', ar: 'الطلبات المطلوب تخطيطها' },
  tooMany: {
    en: (most: number) => `A search plans at most ${ordersIn('en', most)}.`,
    de: (most: number) => `Eine Suche plant höchstens ${ordersIn('de', most)}.`,
    ar: (most: number) => `يخطط البحث الواحد ${ordersIn('ar', most)} على الأكثر.`,
  },
  onlySelected: {
    en: (count: number) => (count === 1 ? 'Only the selected order' : `Only the ${count} selected orders`),
    de: (count: number) => (count === 1 ? 'Nur den ausgewählten Auftrag' : `Nur die ${count} ausgewählten Aufträge`),
    ar: (count: number) => (count === 1 ? 'الطلب المحدد فقط' : `الطلبات المحددة فقط (${count})`),
  },
  vehiclesHelp: {
    en: 'Vehicles that have a route on this day are not chosen by default.',
    de: 'Fahrzeuge, die an diesem Tag schon eine Tour haben, sind nicht vorgewählt.',
    ar: 'لا تُختار تلقائيًا المركبات التي لها مسار في هذا اليوم.',
  },
  hasLoad: { en: 'has a route', de: 'hat schon eine Tour', ar: 'لها مسار' },
  noVehicles: {
    en: 'This environment has no active vehicles. Add a vehicle to plan routes.',
    de: 'Diese Umgebung hat keine aktiven Fahrzeuge. Legen Sie ein Fahrzeug an, um Touren zu planen.',
    ar: 'لا توجد في هذه البيئة مركبات نشطة. أضف مركبة لتخطيط المسارات.',
  },
  toVehicles: { en: 'Go to vehicles', de: 'Zu den Fahrzeugen', ar: 'إلى المركبات' },
  objective: { en: 'Goal', de: 'Ziel', ar: 'الهدف' },
  cost: { en: 'Lowest cost', de: 'Geringste Kosten', ar: 'أقل تكلفة' },
  distance: { en: 'Shortest distance', de: 'Kürzeste Strecke', ar: 'أقصر مسافة' },
  time: { en: 'Least time', de: 'Geringste Zeit', ar: 'أقل وقت' },
  fewest: { en: 'Fewest vehicles', de: 'Wenigste Fahrzeuge', ar: 'أقل عدد من المركبات' },
  searchFor: { en: 'Search for', de: 'Suchdauer', ar: 'مدة البحث' },
  seconds: {
    en: (seconds: number) => `${seconds} s`,
    de: (seconds: number) => `${seconds} s`,
    ar: (seconds: number) => `${seconds} ث`,
  },
  start: { en: 'Find routes', de: 'Touren suchen', ar: 'البحث عن مسارات' },
  waiting: { en: 'Waiting to start…', de: 'Wartet auf den Start…', ar: 'في انتظار البدء…' },
  searching: { en: 'Looking for better routes…', de: 'Sucht bessere Touren…', ar: 'يبحث عن مسارات أفضل…' },
  progress: { en: 'Progress of the search', de: 'Fortschritt der Suche', ar: 'تقدم البحث' },
  stop: { en: 'Stop and use this', de: 'Anhalten und verwenden', ar: 'إيقاف واستخدام هذا' },
  accept: { en: 'Accept', de: 'Annehmen', ar: 'قبول' },
  acceptSome: {
    en: (count: number) => (count === 1 ? 'Accept 1 route' : `Accept ${count} routes`),
    de: (count: number) => (count === 1 ? '1 Tour annehmen' : `${count} Touren annehmen`),
    ar: (count: number) => `قبول المسارات (${count})`,
  },
  again: { en: 'Search again', de: 'Erneut suchen', ar: 'البحث مجددًا' },
  before: { en: 'Before', de: 'Vorher', ar: 'قبل' },
  after: { en: 'After', de: 'Nachher', ar: 'بعد' },
  change: { en: 'Change', de: 'Änderung', ar: 'التغيير' },
  figure: { en: 'Figure', de: 'Kennzahl', ar: 'المؤشر' },
  figureVehicles: sharedTexts.loads,
  figureUnplanned: { en: 'Orders without a route', de: 'Aufträge ohne Tour', ar: 'طلبات بلا مسار' },
  figureDistance: sharedTexts.distance,
  figureDuration: sharedTexts.time,
  figureWaiting: { en: 'including waiting', de: 'davon Wartezeit', ar: 'منه انتظار' },
  figureLate: { en: 'Late stops', de: 'Verspätete Stopps', ar: 'محطات متأخرة' },
  figureOverloaded: { en: 'Overloaded routes', de: 'Überladene Touren', ar: 'مسارات محملة فوق السعة' },
  figureCost: { en: 'Cost', de: 'Kosten', ar: 'التكلفة' },
  figureCo2: { en: 'CO₂ (kg)', de: 'CO₂ (kg)', ar: '‏CO₂ (كغ)' },
  figures: { en: 'Before and after', de: 'Vorher und nachher', ar: 'قبل وبعد' },
  routes: { en: 'Proposed routes', de: 'Vorgeschlagene Touren', ar: 'المسارات المقترحة' },
  newLoad: { en: 'new', de: 'neu', ar: 'جديد' },
  moved: {
    en: (count: number) => (count === 1 ? '1 stop from another route' : `${count} stops from other routes`),
    de: (count: number) => (count === 1 ? '1 Stopp aus einer anderen Tour' : `${count} Stopps aus anderen Touren`),
    ar: (count: number) => `محطات من مسارات أخرى: ${count}`,
  },
  take: {
    en: (load: string) => `Accept ${load}`,
    de: (load: string) => `${load} annehmen`,
    ar: (load: string) => `قبول ${load}`,
  },
  show: {
    en: (load: string) => `Show ${load}`,
    de: (load: string) => `${load} zeigen`,
    ar: (load: string) => `عرض ${load}`,
  },
  stopsOf: {
    en: (load: string) => `Stops of ${load}`,
    de: (load: string) => `Stopps von ${load}`,
    ar: (load: string) => `محطات ${load}`,
  },
  arrives: { en: 'Arrives', de: 'Ankunft', ar: 'الوصول' },
  was: { en: 'Was', de: 'War', ar: 'كان' },
  wasUnplanned: { en: 'without a route', de: 'ohne Tour', ar: 'بلا مسار' },
  byPostcode: {
    en: 'placed by its postal code',
    de: 'nach der Postleitzahl eingeordnet',
    ar: 'موضوعة حسب الرمز البريدي',
  },
  guessedStops: {
    en: (count: number) =>
      count === 1 ? '1 stop placed by its postal code' : `${count} stops placed by their postal codes`,
    de: (count: number) =>
      count === 1 ? '1 Stopp nach der Postleitzahl eingeordnet' : `${count} Stopps nach der Postleitzahl eingeordnet`,
    ar: (count: number) => `محطات موضوعة حسب الرمز البريدي: ${count}`,
  },
  lateBy: {
    en: (minutes: number) => `${minutes} min late`,
    de: (minutes: number) => `${minutes} min zu spät`,
    ar: (minutes: number) => `متأخرة ${minutes} د`,
  },
  leftOut: {
    en: (count: number) => (count === 1 ? '1 order left out' : `${count} orders left out`),
    de: (count: number) => (count === 1 ? '1 Auftrag nicht eingeplant' : `${count} Aufträge nicht eingeplant`),
    ar: (count: number) => `طلبات لم تُخطط: ${count}`,
  },
  estimated: {
    en: 'Distances and times are estimates.',
    de: 'Strecken und Zeiten sind geschätzt.',
    ar: 'المسافات والأوقات تقديرية.',
  },
  estimatedWithoutServer: {
    en: 'The travel server returned no times. Distances and times are estimates.',
    de: 'Der Fahrzeitserver hat keine Zeiten geliefert. Strecken und Zeiten sind geschätzt.',
    ar: 'لم يقدّم خادم المسافات أوقاتًا. المسافات والأوقات تقديرية.',
  },
  byRoads: {
    en: 'Distances and times are by road.',
    de: 'Strecken und Zeiten sind über Straßen berechnet.',
    ar: 'المسافات والأوقات على الطرق.',
  },
  ghost: {
    en: 'The solid grey line is the route as it is now.',
    de: 'Die durchgezogene graue Linie ist die Tour, wie sie jetzt ist.',
    ar: 'الخط الرمادي المتصل هو المسار الحالي.',
  },
  nothing: {
    en: 'There is nothing to plan.',
    de: 'Es gibt nichts zu planen.',
    ar: 'لا شيء للتخطيط.',
  },
  noneFits: {
    en: 'These orders do not fit any route.',
    de: 'Diese Aufträge passen in keine Tour.',
    ar: 'لا تناسب هذه الطلبات أي مسار.',
  },
  failed: { en: 'No routes were found', de: 'Es wurden keine Touren gefunden', ar: 'لم يُعثر على مسارات' },
  stillRunning: {
    en: 'A search for routes of this day is running.',
    de: 'Eine Suche nach Touren für diesen Tag läuft.',
    ar: 'يجري البحث عن مسارات لهذا اليوم.',
  },
  notAccepted: {
    en: 'Routes for this day were found and not accepted yet.',
    de: 'Für diesen Tag wurden Touren gefunden und noch nicht angenommen.',
    ar: 'وُجدت مسارات لهذا اليوم ولم تُقبل بعد.',
  },
  showRoutes: { en: 'Show routes', de: 'Touren zeigen', ar: 'عرض المسارات' },
  applied: {
    en: (count: number) => (count === 1 ? '1 route is planned.' : `${count} routes are planned.`),
    de: (count: number) => (count === 1 ? '1 Tour ist geplant.' : `${count} Touren sind geplant.`),
    ar: (count: number) => `المسارات المخططة: ${count}`,
  },
  undone: {
    en: 'The plan is as it was before.',
    de: 'Der Plan ist wieder wie vorher.',
    ar: 'عادت الخطة كما كانت.',
  },
  outdated: {
    en: 'The plan has changed since the search',
    de: 'Der Plan hat sich seit der Suche geändert',
    ar: 'تغيرت الخطة منذ البحث',
  },
  outdatedHelp: {
    en: 'No route was saved. You can accept the routes that the change does not affect, or search again from here.',
    de:
      'Keine Tour wurde gespeichert. Sie können die Touren annehmen, die von der Änderung nicht betroffen ' +
      'sind, oder von hier aus erneut suchen.',
    ar: 'لم يُحفظ أي مسار. يمكنك قبول المسارات التي لا يمسّها التغيير، أو البحث مجددًا من هنا.',
  },
  acceptRest: { en: 'Accept the rest', de: 'Übrige annehmen', ar: 'قبول البقية' },
})

/** Names of the groups of left-out orders, by the code of their first reason. */
export const leftOutTexts = createDictionary({
  position: { en: 'Location unknown', de: 'Position unbekannt', ar: 'الموقع غير معروف' },
  depot: { en: 'No vehicle at their depot', de: 'Kein Fahrzeug an ihrem Depot', ar: 'لا مركبة في مستودعها' },
  skills: { en: 'Vehicles lack a skill', de: 'Den Fahrzeugen fehlt eine Fähigkeit', ar: 'تنقص المركبات قدرة' },
  vehicle: { en: 'No vehicle free', de: 'Kein Fahrzeug frei', ar: 'لا مركبة متاحة' },
  weight: { en: 'Too heavy', de: 'Zu schwer', ar: 'الوزن زائد' },
  volume: { en: 'Too large', de: 'Zu groß', ar: 'الحجم زائد' },
  packages: { en: 'Too many packages', de: 'Zu viele Packstücke', ar: 'الطرود كثيرة' },
  window: { en: 'Time window too early', de: 'Zeitfenster zu früh', ar: 'النافذة الزمنية مبكرة' },
  shift: { en: 'Shift is too short', de: 'Schicht zu kurz', ar: 'الوردية قصيرة' },
  duration: { en: 'Route would take too long', de: 'Tour würde zu lange dauern', ar: 'مدة المسار زائدة' },
  distance: { en: 'Route would be too long', de: 'Tour würde zu lang', ar: 'مسافة المسار زائدة' },
  stops: { en: 'Too many stops', de: 'Zu viele Stopps', ar: 'المحطات كثيرة' },
  break: { en: 'No time for the break', de: 'Keine Zeit für die Pause', ar: 'لا وقت للاستراحة' },
  unreachable: { en: 'No road', de: 'Keine Straße', ar: 'لا طريق' },
  cost: { en: 'Costs too much', de: 'Zu teuer', ar: 'التكلفة زائدة' },
})
