// The texts of the pool: its groups, and how it is searched, filtered and sorted.
import { sharedTexts } from '../../words/shared.ts'
import { createDictionary } from '../../words/words.ts'

export const poolTexts = createDictionary({
  ...sharedTexts,
  imported: {
    en: (name: string) => `Only orders imported from ${name}`,
    de: (name: string) => `Nur Aufträge aus dem Import ${name}`,
    ar: (name: string) => `الطلبات المستوردة من ${name} فقط`,
  },
  showAll: { en: 'Show all orders', de: 'Alle Aufträge zeigen', ar: 'عرض كل الطلبات' },
  overdue: { en: 'Overdue', de: 'Überfällig', ar: 'متأخرة' },
  today: { en: 'Due on this day', de: 'An diesem Tag fällig', ar: 'مستحقة في هذا اليوم' },
  undated: { en: 'Without a date', de: 'Ohne Datum', ar: 'بلا تاريخ' },
  later: { en: 'Later', de: 'Später', ar: 'لاحقًا' },
  filter: { en: 'Filter and sort', de: 'Filtern und sortieren', ar: 'تصفية وفرز' },
  filtersOn: {
    en: (count: number) => (count === 1 ? '1 filter on' : `${count} filters on`),
    de: (count: number) => (count === 1 ? '1 Filter aktiv' : `${count} Filter aktiv`),
    ar: (count: number) => `عوامل تصفية مفعّلة: ${count}`,
  },
  sortBy: { en: 'Sort by', de: 'Sortieren nach', ar: 'الفرز حسب' },
  postalCode: { en: 'Postcode', de: 'PLZ', ar: 'الرمز البريدي' },
  window: { en: 'Window', de: 'Zeitfenster', ar: 'النافذة' },
  due: { en: 'Due', de: 'Fällig', ar: 'الاستحقاق' },
  town: { en: 'Town', de: 'Ort', ar: 'المدينة' },
  withoutLocation: { en: 'Only without a location', de: 'Nur ohne Position', ar: 'فقط ما ليس له موقع' },
  mapFollows: {
    en: 'The map shows the same orders.',
    de: 'Die Karte zeigt dieselben Aufträge.',
    ar: 'تعرض الخريطة الطلبات نفسها.',
  },
  showing: {
    en: (visible: string, total: string) => `${visible} of ${total}`,
    de: (visible: string, total: string) => `${visible} von ${total}`,
    ar: (visible: string, total: string) => `${visible} من ${total}`,
  },
  noLocation: { en: 'no location', de: 'ohne Position', ar: 'بلا موقع' },
  chooseHint: {
    en: 'Drag onto a route or between its stops, or press Enter. Click, Ctrl- or Shift-click to select.',
    de:
      'Auf eine Tour oder zwischen ihre Stopps ziehen oder Eingabetaste drücken. Klick, ' +
      'Strg- oder Umschalt-Klick wählt aus.',
    ar: 'اسحبه إلى مسار أو بين محطاته، أو اضغط Enter. انقر، أو انقر مع Ctrl أو Shift للتحديد.',
  },
})
