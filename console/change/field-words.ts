// The names of fields of vehicles, drivers, loads and settings, and the statuses of loads, for forms and histories.
import { loadsIn, ordersIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const changedFieldTexts = createDictionary({
  ...sharedTexts,
  plate: { en: 'Number plate', de: 'Kennzeichen', ar: 'لوحة الأرقام' },
  active: { en: 'Active', de: 'Aktiv', ar: 'نشط' },
  vehicleSkills: { en: 'Skills', de: 'Fähigkeiten', ar: 'القدرات' },
  shiftStart: { en: 'Shift starts', de: 'Schichtbeginn', ar: 'بداية الوردية' },
  shiftEnd: { en: 'Shift ends', de: 'Schichtende', ar: 'نهاية الوردية' },
  breaks: { en: 'Breaks', de: 'Pausen', ar: 'فترات الاستراحة' },
  maxDistance: { en: 'Longest route (km)', de: 'Längste Tour (km)', ar: 'أطول مسار (كم)' },
  maxDuration: { en: 'Longest route (minutes)', de: 'Längste Tour (Minuten)', ar: 'أطول مسار (بالدقائق)' },
  maxStops: { en: 'Most stops', de: 'Höchstzahl der Stopps', ar: 'أكثر عدد للمحطات' },
  trips: { en: 'Trips a day', de: 'Fahrten am Tag', ar: 'الرحلات في اليوم' },
  speedFactor: { en: 'Speed factor', de: 'Tempofaktor', ar: 'معامل السرعة' },
  fixedCost: { en: 'Fixed cost of a route', de: 'Fixkosten einer Tour', ar: 'التكلفة الثابتة للمسار' },
  costPerKm: { en: 'Cost per km', de: 'Kosten je km', ar: 'التكلفة لكل كم' },
  costPerHour: { en: 'Cost per hour', de: 'Kosten je Stunde', ar: 'التكلفة لكل ساعة' },
  emission: { en: 'CO₂ (g per km)', de: 'CO₂ (g je km)', ar: 'CO₂ (غم لكل كم)' },
  usualVehicle: { en: 'Usual vehicle', de: 'Übliches Fahrzeug', ar: 'المركبة المعتادة' },
  actualStart: { en: 'Actual start', de: 'Tatsächlicher Start', ar: 'البداية الفعلية' },
  actualEnd: { en: 'Actual end', de: 'Tatsächliches Ende', ar: 'النهاية الفعلية' },
  travel: { en: 'Travel times', de: 'Fahrzeiten', ar: 'أوقات السير' },
  shortSpeed: {
    en: 'Speed over short distances (km/h)',
    de: 'Tempo auf kurzen Strecken (km/h)',
    ar: 'السرعة في المسافات القصيرة (كم/س)',
  },
  longSpeed: {
    en: 'Speed over long distances (km/h)',
    de: 'Tempo auf langen Strecken (km/h)',
    ar: 'السرعة في المسافات الطويلة (كم/س)',
  },
  shortDetour: {
    en: 'Detour factor for short distances',
    de: 'Umwegfaktor auf kurzen Strecken',
    ar: 'معامل الالتفاف في المسافات القصيرة',
  },
  longDetour: {
    en: 'Detour factor for long distances',
    de: 'Umwegfaktor auf langen Strecken',
    ar: 'معامل الالتفاف في المسافات الطويلة',
  },
  startTime: { en: 'Routes start at', de: 'Touren starten um', ar: 'وقت بداية المسارات' },
  branding: { en: 'Your company', de: 'Ihr Unternehmen', ar: 'شركتك' },
  colour: { en: 'Colour', de: 'Farbe', ar: 'اللون' },
  logo: { en: 'Logo', de: 'Logo', ar: 'الشعار' },
  tags: { en: 'Tags', de: 'Schlagwörter', ar: 'الوسوم' },
})

export const countTexts = createDictionary({
  orderCount: {
    en: (count: number) => ordersIn('en', count),
    de: (count: number) => ordersIn('de', count),
    ar: (count: number) => ordersIn('ar', count),
  },
  loadCount: {
    en: (count: number) => loadsIn('en', count),
    de: (count: number) => loadsIn('de', count),
    ar: (count: number) => loadsIn('ar', count),
  },
})

export const loadStatusTexts = createDictionary({
  planning: { en: 'Planning', de: 'In Planung', ar: 'قيد التخطيط' },
  planned: { en: 'Planned', de: 'Geplant', ar: 'مخطط' },
  released: { en: 'Released', de: 'Freigegeben', ar: 'معتمد' },
  started: { en: 'Started', de: 'Gestartet', ar: 'منطلق' },
  completed: { en: 'Completed', de: 'Abgeschlossen', ar: 'مكتمل' },
})
