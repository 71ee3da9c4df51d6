// What the import says.
import { counted, dictionary } from '../words/words.ts'

const enOrders = (count: number) => counted('en', count, { one: 'order', other: 'orders' })
const deOrders = (count: number) => counted('de', count, { one: 'Sendung', other: 'Sendungen' })
const arOrders = (count: number) => counted('ar', count, { one: 'طلب', two: 'طلبان', few: 'طلبات', other: 'طلبًا' })
const enRows = (count: number) => counted('en', count, { one: 'row', other: 'rows' })
const deRows = (count: number) => counted('de', count, { one: 'Zeile', other: 'Zeilen' })
const arRows = (count: number) => counted('ar', count, { one: 'صف', two: 'صفان', few: 'صفوف', other: 'صفًا' })

interface Counts {
  ready: number
  failed: number
  created: number
  updated: number
  unchanged: number
}

export const importWords = dictionary({
  title: { en: 'Import', de: 'Import', ar: 'الاستيراد' },
  choose: {
    en: 'Drop a CSV or Excel file here',
    de: 'CSV- oder Excel-Datei hierher ziehen',
    ar: 'أفلت ملف CSV أو Excel هنا',
  },
  chooseText: {
    en: 'Columns are matched by themselves, whatever their headers are called. Everything is checked before anything is stored, and an import can be taken back.',
    de: 'Spalten werden von selbst zugeordnet, wie auch immer sie heißen. Alles wird geprüft, bevor etwas gespeichert wird, und ein Import kann zurückgenommen werden.',
    ar: 'تُطابق الأعمدة تلقائيًا مهما كانت عناوينها. يُفحص كل شيء قبل تخزين أي شيء، ويمكن التراجع عن الاستيراد.',
  },
  chooseFile: { en: 'Choose a file', de: 'Datei wählen', ar: 'اختر ملفًا' },
  sample: { en: 'Download a sample', de: 'Beispiel herunterladen', ar: 'تنزيل مثال' },
  otherFile: { en: 'Another file', de: 'Andere Datei', ar: 'ملف آخر' },
  empty: {
    en: 'There is no row in this file.',
    de: 'In dieser Datei ist keine Zeile.',
    ar: 'لا يوجد صف في هذا الملف.',
  },
  notATable: {
    en: 'This file could not be read as CSV or as an Excel workbook (.xlsx).',
    de: 'Diese Datei ließ sich weder als CSV noch als Excel-Arbeitsmappe (.xlsx) lesen.',
    ar: 'تعذّرت قراءة هذا الملف كملف CSV أو كمصنف Excel (.xlsx).',
  },
  tooManyRows: {
    en: (max: number) => `The file has more than ${enRows(max)}: use \`dray import\`, or split it.`,
    de: (max: number) => `Die Datei hat mehr als ${deRows(max)}: Nehmen Sie \`dray import\`, oder teilen Sie sie.`,
    ar: (max: number) => `يحتوي الملف على أكثر من ${arRows(max)}: استخدم \`dray import\` أو قسّمه.`,
  },
  columns: { en: 'Columns of the file', de: 'Spalten der Datei', ar: 'أعمدة الملف' },
  column: { en: 'Column', de: 'Spalte', ar: 'العمود' },
  holds: { en: 'Holds', de: 'Enthält', ar: 'يحتوي' },
  holdsOf: {
    en: (header: string) => `What ${header} holds`,
    de: (header: string) => `Was ${header} enthält`,
    ar: (header: string) => `ما يحتويه ${header}`,
  },
  leftOut: { en: 'left out', de: 'ausgelassen', ar: 'مستبعد' },
  firstRow: { en: 'First row', de: 'Erste Zeile', ar: 'الصف الأول' },
  missing: {
    en: (members: string) => `No column holds what every new order needs: ${members}`,
    de: (members: string) => `Keine Spalte enthält, was jede neue Sendung braucht: ${members}`,
    ar: (members: string) => `لا عمود يحتوي ما يحتاجه كل طلب جديد: ${members}`,
  },
  mode: { en: 'Keys that exist already', de: 'Schlüssel, die es schon gibt', ar: 'المفاتيح الموجودة' },
  create: { en: 'Only new orders', de: 'Nur neue Sendungen', ar: 'طلبات جديدة فقط' },
  upsert: { en: 'New and changed orders', de: 'Neue und geänderte Sendungen', ar: 'طلبات جديدة ومعدّلة' },
  check: {
    en: (count: number) => `Check ${enRows(count)}`,
    de: (count: number) => `${deRows(count)} prüfen`,
    ar: (count: number) => `افحص ${arRows(count)}`,
  },
  store: {
    en: (count: number) => `Import ${enOrders(count)}`,
    de: (count: number) => `${deOrders(count)} importieren`,
    ar: (count: number) => `استورد ${arOrders(count)}`,
  },
  undo: {
    en: (count: number) => `Undo: delete ${enOrders(count)}`,
    de: (count: number) => `Rückgängig: ${deOrders(count)} löschen`,
    ar: (count: number) => `تراجع: احذف ${arOrders(count)}`,
  },
  undoHelp: {
    en: 'Deletes the orders that this import created, except those changed since. Orders that it changed stay changed.',
    de: 'Löscht die Sendungen, die dieser Import angelegt hat, außer seither geänderten. Geänderte Sendungen bleiben geändert.',
    ar: 'يحذف الطلبات التي أنشأها هذا الاستيراد ما عدا ما تغيّر بعدها. الطلبات التي عدّلها تبقى معدّلة.',
  },
  kept: {
    en: (count: number) => `${enOrders(count)} changed since and stayed.`,
    de: (count: number) => `${deOrders(count)} seither geändert und geblieben.`,
    ar: (count: number) => `${arOrders(count)} تغيّرت بعدها وبقيت.`,
  },
  onlyFaulty: {
    en: (count: number) => `Only the ${enRows(count)} with faults`,
    de: (count: number) => `Nur ${deRows(count)} mit Fehlern`,
    ar: (count: number) => `فقط ${arRows(count)} بأخطاء`,
  },
  stop: { en: 'Stop', de: 'Anhalten', ar: 'إيقاف' },
  progress: { en: 'Progress', de: 'Fortschritt', ar: 'التقدم' },
  checking: {
    en: (done: number, all: number) => `Checked ${done} of ${enRows(all)} …`,
    de: (done: number, all: number) => `${done} von ${deRows(all)} geprüft …`,
    ar: (done: number, all: number) => `فُحص ${done} من ${arRows(all)} …`,
  },
  storing: {
    en: (done: number, all: number) => `Stored ${done} of ${enRows(all)} …`,
    de: (done: number, all: number) => `${done} von ${deRows(all)} gespeichert …`,
    ar: (done: number, all: number) => `خُزّن ${done} من ${arRows(all)} …`,
  },
  undoing: {
    en: (done: number, all: number) => `Deleted ${done} of ${enRows(all)} …`,
    de: (done: number, all: number) => `${done} von ${deRows(all)} gelöscht …`,
    ar: (done: number, all: number) => `حُذف ${done} من ${arRows(all)} …`,
  },
  summary: {
    en: ({ ready, failed, created, updated, unchanged }: Counts) =>
      created + updated + unchanged > 0
        ? `${created} created, ${updated} changed, ${unchanged} as before, ${failed} with faults`
        : ready + failed > 0
          ? `${ready} ready, ${failed} with faults. Enter on a cell mends it, F8 goes to the next fault.`
          : 'Nothing is stored yet. Check the rows first.',
    de: ({ ready, failed, created, updated, unchanged }: Counts) =>
      created + updated + unchanged > 0
        ? `${created} angelegt, ${updated} geändert, ${unchanged} wie zuvor, ${failed} mit Fehlern`
        : ready + failed > 0
          ? `${ready} bereit, ${failed} mit Fehlern. Eingabetaste auf einer Zelle ändert sie, F8 springt zum nächsten Fehler.`
          : 'Noch ist nichts gespeichert. Prüfen Sie zuerst die Zeilen.',
    ar: ({ ready, failed, created, updated, unchanged }: Counts) =>
      created + updated + unchanged > 0
        ? `أُنشئ ${created}، تغيّر ${updated}، كما كان ${unchanged}، بأخطاء ${failed}`
        : ready + failed > 0
          ? `جاهز ${ready}، بأخطاء ${failed}. ‏Enter على خلية يعدّلها، وF8 ينتقل إلى الخطأ التالي.`
          : 'لم يُخزّن شيء بعد. افحص الصفوف أولًا.',
  },
  repeated: {
    en: (line: number) => `The same key stands in row ${line}.`,
    de: (line: number) => `Derselbe Schlüssel steht in Zeile ${line}.`,
    ar: (line: number) => `المفتاح نفسه في الصف ${line}.`,
  },
  rows: { en: 'Rows of the file', de: 'Zeilen der Datei', ar: 'صفوف الملف' },
  row: { en: 'Row', de: 'Zeile', ar: 'الصف' },
  state: { en: 'State', de: 'Stand', ar: 'الحالة' },
  unchecked: { en: 'not checked', de: 'nicht geprüft', ar: 'لم يُفحص' },
  ready: { en: 'ready', de: 'bereit', ar: 'جاهز' },
  created: { en: 'created', de: 'angelegt', ar: 'أُنشئ' },
  updated: { en: 'changed', de: 'geändert', ar: 'تغيّر' },
  unchanged: { en: 'as before', de: 'wie zuvor', ar: 'كما كان' },
})
