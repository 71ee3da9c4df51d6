// The texts of what is done to several stops and orders at once, and of taking it back.
import { counted, dictionary } from '../../words/words.ts'

const orderForms = {
  en: { one: 'order', other: 'orders' },
  de: { one: 'Auftrag', other: 'Aufträge' },
  ar: { one: 'طلب', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' },
}

export const manyWords = dictionary({
  chooseFirst: {
    en: 'Select stops or orders first',
    de: 'Erst Stopps oder Aufträge auswählen',
    ar: 'حدّد محطات أو طلبات أولًا',
  },
  orders: {
    en: (count: number) => counted('en', count, orderForms.en),
    de: (count: number) => counted('de', count, orderForms.de),
    ar: (count: number) => counted('ar', count, orderForms.ar),
  },
  chosen: {
    en: (count: number) => `${count} selected`,
    de: (count: number) => `${count} ausgewählt`,
    ar: (count: number) => `تم تحديد ${count}`,
  },
  toLoad: { en: 'Assign to load …', de: 'Tour zuweisen …', ar: 'إسناد إلى حمولة …' },
  takeOut: { en: 'Remove from load', de: 'Aus der Tour entfernen', ar: 'إزالة من الحمولة' },
  toTop: { en: 'Move to top', de: 'Nach oben', ar: 'إلى الأعلى' },
  toEnd: { en: 'Move to end', de: 'Ans Ende', ar: 'إلى النهاية' },
  reverse: { en: 'Reverse', de: 'Umkehren', ar: 'عكس الترتيب' },
  nearest: { en: 'Nearest first', de: 'Nächster zuerst', ar: 'الأقرب أولًا' },
  split: { en: 'Split into two loads', de: 'In zwei Touren teilen', ar: 'تقسيم إلى حمولتين' },
  clear: { en: 'Clear selection', de: 'Auswahl aufheben', ar: 'إلغاء التحديد' },
  all: { en: 'Select all stops', de: 'Alle Stopps auswählen', ar: 'تحديد كل المحطات' },
  nextPane: { en: 'Next pane', de: 'Nächster Bereich', ar: 'القسم التالي' },
  previousPane: { en: 'Previous pane', de: 'Voriger Bereich', ar: 'القسم السابق' },
  up: { en: 'Move up', de: 'Nach oben schieben', ar: 'نقل لأعلى' },
  down: { en: 'Move down', de: 'Nach unten schieben', ar: 'نقل لأسفل' },
  undo: { en: 'Undo', de: 'Rückgängig', ar: 'تراجع' },
  moreOf: {
    en: (load: string) => `Actions for ${load}`,
    de: (load: string) => `Aktionen für ${load}`,
    ar: (load: string) => `إجراءات ${load}`,
  },
  assignMany: {
    en: (orders: string) => `Assign ${orders} to a load`,
    de: (orders: string) => `${orders} einer Tour zuweisen`,
    ar: (orders: string) => `إسناد ${orders} إلى حمولة`,
  },
  assigned: {
    en: (orders: string, load: string) => `${orders} now on ${load}.`,
    de: (orders: string, load: string) => `${orders} jetzt auf ${load}.`,
    ar: (orders: string, load: string) => `${orders} الآن على ${load}.`,
  },
  takenOut: {
    en: (orders: string) => `${orders} now without a load.`,
    de: (orders: string) => `${orders} jetzt ohne Tour.`,
    ar: (orders: string) => `${orders} الآن بلا حمولة.`,
  },
  wasSplit: {
    en: (orders: string, load: string) => `${orders} moved to the new load ${load}.`,
    de: (orders: string, load: string) => `${orders} in die neue Tour ${load} verschoben.`,
    ar: (orders: string, load: string) => `نُقل ${orders} إلى الحمولة الجديدة ${load}.`,
  },
  cannotUndo: {
    en: (load: string) => `${load} has changed since, so this cannot be undone any more.`,
    de: (load: string) => `${load} wurde inzwischen geändert. Das lässt sich nicht mehr rückgängig machen.`,
    ar: (load: string) => `تغيّرت ${load} منذ ذلك، ولم يعد التراجع ممكنًا.`,
  },
  sideSize: {
    en: 'Width of loads and orders',
    de: 'Breite der Touren und Aufträge',
    ar: 'عرض الحمولات والطلبات',
  },
  stopsSize: { en: 'Width of the stops', de: 'Breite der Stopps', ar: 'عرض المحطات' },
  chartsSize: { en: 'Height of the charts', de: 'Höhe der Diagramme', ar: 'ارتفاع الرسوم' },
  ownSize: { en: 'as the window suggests', de: 'passend zum Fenster', ar: 'حسب النافذة' },
  nowAt: {
    en: (count: number, number: number) => `${count} stops moved; the first is now stop ${number}.`,
    de: (count: number, number: number) => `${count} Stopps verschoben; der erste ist jetzt Stopp ${number}.`,
    ar: (count: number, number: number) =>
      `نُقلت ${counted('ar', count, { one: 'محطة', two: 'محطتان', few: 'محطات', many: 'محطة', other: 'محطة' })}؛ الأولى الآن المحطة ${number}.`,
  },
})
