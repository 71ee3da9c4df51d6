// What the map, its stand-in and its editors say.
import { dictionary } from '../words/words.ts'

export const mapWords = dictionary({
  map: { en: 'Map', de: 'Karte', ar: 'خريطة' },
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
  fit: { en: 'Show everything', de: 'Alles zeigen', ar: 'عرض الكل' },
  loading: { en: 'The map is being drawn …', de: 'Die Karte wird gezeichnet …', ar: 'جارٍ رسم الخريطة …' },
  noWebGl: {
    en: 'This browser offers no WebGL: a plain drawing stands in for the map.',
    de: 'Dieser Browser bietet kein WebGL: eine einfache Zeichnung ersetzt die Karte.',
    ar: 'لا يوفّر هذا المتصفح WebGL: يحلّ رسم بسيط محلّ الخريطة.',
  },
  noStreets: {
    en: 'The street map of your operator cannot be reached; outlines are shown instead.',
    de: 'Die Straßenkarte Ihres Betreibers ist nicht erreichbar; stattdessen werden Umrisse gezeigt.',
    ar: 'تعذّر الوصول إلى خريطة الشوارع؛ تُعرض الحدود بدلاً منها.',
  },
  stop: {
    en: (number: number, name: string) => `Stop ${number}, ${name}`,
    de: (number: number, name: string) => `Stopp ${number}, ${name}`,
    ar: (number: number, name: string) => `المحطة ${number}، ${name}`,
  },
  depot: {
    en: (name: string) => `Depot ${name}`,
    de: (name: string) => `Depot ${name}`,
    ar: (name: string) => `المستودع ${name}`,
  },
  unplaced: {
    en: (name: string) => `Without a load: ${name}`,
    de: (name: string) => `Ohne Ladung: ${name}`,
    ar: (name: string) => `بلا حمولة: ${name}`,
  },
  drawArea: { en: 'Draw the area', de: 'Gebiet zeichnen', ar: 'رسم المنطقة' },
  drawAgain: { en: 'Draw anew', de: 'Neu zeichnen', ar: 'إعادة الرسم' },
  clearArea: { en: 'Remove the outline', de: 'Umriss entfernen', ar: 'إزالة الحدود' },
  drawHint: {
    en: 'Click the corners; click the first one again to close. Escape gives up.',
    de: 'Klicken Sie die Ecken; ein Klick auf die erste schließt. Escape bricht ab.',
    ar: 'انقر الزوايا؛ انقر الأولى مجددًا للإغلاق. مفتاح Escape للإلغاء.',
  },
  editHint: {
    en: 'Drag corners; drag a midpoint to add one; right-click a corner to remove it.',
    de: 'Ecken ziehen; einen Mittelpunkt ziehen fügt eine hinzu; Rechtsklick entfernt eine.',
    ar: 'اسحب الزوايا؛ اسحب نقطة وسطى لإضافة زاوية؛ انقر بالزر الأيمن لإزالتها.',
  },
  corners: { en: 'Corners', de: 'Ecken', ar: 'الزوايا' },
  cornersHelp: {
    en: 'One corner a line: latitude, longitude. At least three.',
    de: 'Eine Ecke je Zeile: Breite, Länge. Mindestens drei.',
    ar: 'زاوية في كل سطر: خط العرض، خط الطول. ثلاث على الأقل.',
  },
  badCorners: {
    en: (line: number) => `Line ${line} is not a latitude and a longitude, such as 53.79, -1.51.`,
    de: (line: number) => `Zeile ${line} ist keine Breite und Länge wie 53.79, -1.51.`,
    ar: (line: number) => `السطر ${line} ليس خط عرض وخط طول مثل 53.79, -1.51.`,
  },
  tooFewCorners: {
    en: 'An area needs three corners.',
    de: 'Ein Gebiet braucht drei Ecken.',
    ar: 'تحتاج المنطقة إلى ثلاث زوايا.',
  },
  latitude: { en: 'Latitude', de: 'Breite', ar: 'خط العرض' },
  longitude: { en: 'Longitude', de: 'Länge', ar: 'خط الطول' },
  pinHint: {
    en: 'Click the map or drag the pin; the arrow keys move it when it has the focus.',
    de: 'Klicken Sie in die Karte oder ziehen Sie die Nadel; mit Fokus bewegen sie die Pfeiltasten.',
    ar: 'انقر الخريطة أو اسحب الدبوس؛ تحرّكه مفاتيح الأسهم عند التركيز عليه.',
  },
  pin: { en: 'Pin of the position', de: 'Nadel der Position', ar: 'دبوس الموقع' },
  clearPin: { en: 'Remove the position', de: 'Position entfernen', ar: 'إزالة الموقع' },
})
