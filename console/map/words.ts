// Texts of the map, the plain drawing and the editors.
import { ordersIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const mapTexts = createDictionary({
  ...sharedTexts,
  straightLines: {
    en: 'Straight lines, estimated',
    de: 'Luftlinien, geschätzt',
    ar: 'خطوط مستقيمة تقديرية',
  },
  grid: {
    en: (degrees: string) => `grid ${degrees}°`,
    de: (degrees: string) => `Gitter ${degrees}°`,
    ar: (degrees: string) => `شبكة ${degrees}°`,
  },
  zoomIn: { en: 'Zoom in', de: 'Vergrößern', ar: 'تكبير' },
  zoomOut: { en: 'Zoom out', de: 'Verkleinern', ar: 'تصغير' },
  fit: { en: 'Show all', de: 'Alles anzeigen', ar: 'عرض الكل' },
  loading: { en: 'Loading map …', de: 'Karte wird geladen …', ar: 'جارٍ تحميل الخريطة …' },
  noWebGl: {
    en: 'This browser does not support WebGL. A simple drawing is shown instead of the map.',
    de: 'Dieser Browser unterstützt kein WebGL. Statt der Karte wird eine einfache Zeichnung angezeigt.',
    ar: 'لا يدعم هذا المتصفح WebGL. يُعرض رسم بسيط بدلًا من الخريطة.',
  },
  noStreets: {
    en: 'The street map cannot be reached. Outlines are shown instead.',
    de: 'Die Straßenkarte ist nicht erreichbar. Stattdessen werden Umrisse angezeigt.',
    ar: 'تعذّر الوصول إلى خريطة الشوارع. تُعرض الحدود بدلًا منها.',
  },
  stop: sharedTexts.stopAt,
  depot: {
    en: (name: string) => `Depot ${name}`,
    de: (name: string) => `Depot ${name}`,
    ar: (name: string) => `المستودع ${name}`,
  },
  otherLoads: { en: 'Other routes', de: 'Andere Touren', ar: 'مسارات أخرى' },
  ofLoad: {
    en: (load: string, number: number, name: string) => `${load}, stop ${number}, ${name}`,
    de: (load: string, number: number, name: string) => `${load}, Stopp ${number}, ${name}`,
    ar: (load: string, number: number, name: string) => `${load}، المحطة ${number}، ${name}`,
  },
  lasso: {
    en: 'Select by drawing around stops (or Shift and drag)',
    de: 'Stopps durch Umranden auswählen (oder Umschalttaste und ziehen)',
    ar: 'التحديد برسم خط حول المحطات (أو Shift والسحب)',
  },
  cluster: {
    en: (count: number) => `${ordersIn('en', count)} without a route: zoom in`,
    de: (count: number) => `${ordersIn('de', count)} ohne Tour: vergrößern`,
    ar: (count: number) => `${ordersIn('ar', count)} بلا مسار: تكبير`,
  },
  unplaced: {
    en: (name: string) => `Unassigned: ${name}`,
    de: (name: string) => `Nicht zugewiesen: ${name}`,
    ar: (name: string) => `غير مخصصة: ${name}`,
  },
  drawArea: { en: 'Draw area', de: 'Gebiet zeichnen', ar: 'رسم المنطقة' },
  drawAgain: { en: 'Redraw', de: 'Neu zeichnen', ar: 'إعادة الرسم' },
  clearArea: { en: 'Remove outline', de: 'Umriss entfernen', ar: 'إزالة الحدود' },
  drawHint: {
    en: 'Click to add corners. Click the first corner again to finish, or press Escape to cancel.',
    de: 'Klicken Sie, um Ecken zu setzen. Ein Klick auf die erste Ecke schließt den Umriss, Escape bricht ab.',
    ar: 'انقر لإضافة الزوايا. انقر الزاوية الأولى مجددًا للإنهاء، أو اضغط Escape للإلغاء.',
  },
  editHint: {
    en: 'Drag a corner to move it, drag a midpoint to add a corner, or right-click a corner to remove it.',
    de:
      'Ziehen Sie eine Ecke, um sie zu verschieben, oder einen Mittelpunkt, um eine Ecke hinzuzufügen. Ein ' +
      'Rechtsklick entfernt eine Ecke.',
    ar: 'اسحب زاوية لتحريكها، أو اسحب نقطة وسطى لإضافة زاوية، أو انقر زاوية بالزر الأيمن لإزالتها.',
  },
  corners: { en: 'Corners', de: 'Ecken', ar: 'الزوايا' },
  cornersHelp: {
    en: 'One corner per line: latitude, longitude. At least three.',
    de: 'Eine Ecke pro Zeile: Breitengrad, Längengrad. Mindestens drei.',
    ar: 'زاوية في كل سطر: خط العرض، خط الطول. ثلاث على الأقل.',
  },
  badCorners: {
    en: (line: number) => `Line ${line} is not a latitude and longitude. Write it like this: 53.79, -1.51`,
    de: (line: number) => `Zeile ${line} enthält keinen Breiten- und Längengrad. Schreiben Sie ihn so: 53.79, -1.51`,
    ar: (line: number) => `السطر ${line} ليس خط عرض وخط طول. اكتبه هكذا: 53.79, -1.51`,
  },
  tooFewCorners: {
    en: 'An area needs at least three corners.',
    de: 'Ein Gebiet braucht mindestens drei Ecken.',
    ar: 'تحتاج المنطقة إلى ثلاث زوايا على الأقل.',
  },
  pinHint: {
    en: 'Click the map or drag the pin. When the pin is focused, the arrow keys move it.',
    de: 'Klicken Sie auf die Karte oder ziehen Sie die Nadel. Hat sie den Fokus, bewegen die Pfeiltasten sie.',
    ar: 'انقر الخريطة أو اسحب الدبوس. عند التركيز عليه تحرّكه مفاتيح الأسهم.',
  },
  pin: { en: 'Location pin', de: 'Nadel der Position', ar: 'دبوس الموقع' },
  clearPin: { en: 'Remove location', de: 'Position entfernen', ar: 'إزالة الموقع' },
})
