// The texts of the import.
import { ordersIn, rowsIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

interface Counts {
  ready: number
  failed: number
  created: number
  updated: number
  unchanged: number
}

export const importTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.importOrders,
  choose: {
    en: 'Drop a CSV or Excel file here',
    de: 'CSV- oder Excel-Datei hier ablegen',
    ar: 'أفلت ملف CSV أو Excel هنا',
  },
  chooseText: {
    en:
      'Columns are matched automatically, with any header names. All rows are checked before anything is ' +
      'saved, and you can undo an import.',
    de:
      'Spalten werden automatisch zugeordnet, egal wie sie heißen. Alle Zeilen werden geprüft, bevor etwas ' +
      'gespeichert wird, und ein Import lässt sich rückgängig machen.',
    ar: 'تُطابق الأعمدة تلقائيًا مهما كانت عناوينها. تُفحص كل الصفوف قبل حفظ أي شيء، ويمكن التراجع عن الاستيراد.',
  },
  sample: { en: 'Download sample CSV', de: 'Beispiel-CSV herunterladen', ar: 'تنزيل ملف CSV نموذجي' },
  otherFile: { en: 'Choose another file', de: 'Andere Datei wählen', ar: 'اختيار ملف آخر' },
  empty: {
    en: 'This file contains no rows. Choose another one.',
    de: 'Diese Datei enthält keine Zeilen. Wählen Sie eine andere.',
    ar: 'لا يحتوي هذا الملف على صفوف. اختر ملفًا آخر.',
  },
  notOneFile: {
    en: 'Drop one CSV or Excel file.',
    de: 'Legen Sie eine einzelne CSV- oder Excel-Datei ab.',
    ar: 'أفلت ملف CSV أو Excel واحدًا.',
  },
  notATable: {
    en: 'This file could not be read. Save it as CSV or as an Excel workbook (.xlsx) and try again.',
    de:
      'Diese Datei ließ sich nicht lesen. Speichern Sie sie als CSV oder als Excel-Arbeitsmappe (.xlsx) und ' +
      'versuchen Sie es erneut.',
    ar: 'تعذّرت قراءة هذا الملف. احفظه بصيغة CSV أو كمصنف Excel (.xlsx) وحاول مرة أخرى.',
  },
  otherKind: {
    en:
      'Files of this kind (.xls, .ods and protected ones) cannot be read. ' +
      'Save it as an Excel workbook (.xlsx) or as CSV and choose that file.',
    de:
      'Dateien dieser Art (.xls, .ods und geschützte) lassen sich nicht lesen. ' +
      'Speichern Sie sie als Excel-Arbeitsmappe (.xlsx) oder als CSV und wählen Sie diese Datei.',
    ar:
      'لا يمكن قراءة ملفات من هذا النوع (.xls و.ods والملفات المحمية). احفظه كمصنف Excel (.xlsx) أو بصيغة CSV ثم ' +
      'اختر ذلك الملف.',
  },
  tooLarge: {
    en: 'This workbook is too large. Save the sheet as CSV, or split it.',
    de: 'Diese Arbeitsmappe ist zu groß. Speichern Sie das Blatt als CSV, oder teilen Sie es auf.',
    ar: 'هذا المصنف كبير جدًا. احفظ الورقة بصيغة CSV أو قسّمها.',
  },
  longCell: {
    en: 'A cell of this workbook has more text than a cell of Excel may have. Shorten it and try again.',
    de:
      'Eine Zelle dieser Arbeitsmappe hat mehr Text, als eine Zelle in Excel haben darf. ' +
      'Kürzen Sie ihn und versuchen Sie es erneut.',
    ar: 'تحتوي إحدى خلايا هذا المصنف على نص أطول مما تسمح به خلية Excel. اختصره وحاول مرة أخرى.',
  },
  openQuote: {
    en: (line: number) => `The quotation mark that opens in line ${line} is not closed. Close it and try again.`,
    de: (line: number) =>
      `Das Anführungszeichen, das in Zeile ${line} beginnt, wird nicht geschlossen. ` +
      'Schließen Sie es und versuchen Sie es erneut.',
    ar: (line: number) => `علامة الاقتباس التي تبدأ في السطر ${line} غير مغلقة. أغلقها وحاول مرة أخرى.`,
  },
  longQuote: {
    en: (line: number) =>
      `The row in line ${line} has more than 1,048,576 characters: the quotation mark that opens there may not be ` +
      'closed.',
    de: (line: number) =>
      `Die Zeile ${line} hat mehr als 1.048.576 Zeichen: Vielleicht wird das Anführungszeichen, das dort beginnt, ` +
      'nicht geschlossen.',
    ar: (line: number) =>
      `في الصف في السطر ${line} أكثر من 1,048,576 حرفًا: ربما لم تُغلق علامة الاقتباس التي تبدأ هناك.`,
  },
  longRow: {
    en: (line: number) => `The row in line ${line} has more than 1,048,576 characters. Shorten it and try again.`,
    de: (line: number) =>
      `Die Zeile ${line} hat mehr als 1.048.576 Zeichen. Kürzen Sie sie und versuchen Sie es erneut.`,
    ar: (line: number) => `في الصف في السطر ${line} أكثر من 1,048,576 حرفًا. اختصره وحاول مرة أخرى.`,
  },
  tooManyRows: {
    en: (max: number) => `The file has more than ${rowsIn('en', max)}. Split it, or use \`dray import\`.`,
    de: (max: number) =>
      `Die Datei hat mehr als ${rowsIn('de', max)}. Teilen Sie sie auf, oder verwenden Sie \`dray import\`.`,
    ar: (max: number) => `يحتوي الملف على أكثر من ${rowsIn('ar', max)}. قسّمه أو استخدم \`dray import\`.`,
  },
  columns: { en: 'Columns in the file', de: 'Spalten der Datei', ar: 'أعمدة الملف' },
  column: { en: 'Column', de: 'Spalte', ar: 'العمود' },
  holds: { en: 'Field', de: 'Feld', ar: 'الحقل' },
  holdsOf: {
    en: (header: string) => `Field for ${header}`,
    de: (header: string) => `Feld für ${header}`,
    ar: (header: string) => `حقل ${header}`,
  },
  leftOut: { en: 'not imported', de: 'nicht importiert', ar: 'لا يُستورد' },
  firstRow: { en: 'First row', de: 'Erste Zeile', ar: 'الصف الأول' },
  constantOf: {
    en: (member: string) => `${member} for all rows`,
    de: (member: string) => `${member} für alle Zeilen`,
    ar: (member: string) => `${member} لكل الصفوف`,
  },
  addConstant: {
    en: 'Same value for all rows …',
    de: 'Gleicher Wert für alle Zeilen …',
    ar: 'قيمة واحدة لكل الصفوف …',
  },
  nextError: { en: 'Next error', de: 'Nächster Fehler', ar: 'الخطأ التالي' },
  foundError: {
    en: (number: number, count: number, row: number) => `Error ${number} of ${count}, row ${row}`,
    de: (number: number, count: number, row: number) => `Fehler ${number} von ${count}, Zeile ${row}`,
    ar: (number: number, count: number, row: number) => `الخطأ ${number} من ${count}، الصف ${row}`,
  },
  missing: {
    en: (members: string) => `These required fields need a column, or a value for all rows: ${members}`,
    de: (members: string) => `Diese Pflichtfelder brauchen eine Spalte oder einen Wert für alle Zeilen: ${members}`,
    ar: (members: string) => `تحتاج هذه الحقول المطلوبة إلى عمود أو قيمة لكل الصفوف: ${members}`,
  },
  mode: { en: 'Orders to import', de: 'Zu importierende Aufträge', ar: 'الطلبات المراد استيرادها' },
  create: { en: 'New orders only', de: 'Nur neue Aufträge', ar: 'طلبات جديدة فقط' },
  upsert: { en: 'New and changed orders', de: 'Neue und geänderte Aufträge', ar: 'طلبات جديدة ومعدّلة' },
  check: {
    en: (count: number) => `Check ${rowsIn('en', count)}`,
    de: (count: number) => `${rowsIn('de', count)} prüfen`,
    ar: (count: number) => `فحص ${rowsIn('ar', count)}`,
  },
  store: {
    en: (count: number) => `Import ${ordersIn('en', count)}`,
    de: (count: number) => `${ordersIn('de', count)} importieren`,
    ar: (count: number) => `استيراد ${ordersIn('ar', count)}`,
  },
  undo: {
    en: (count: number) => `Undo: delete ${ordersIn('en', count)}`,
    de: (count: number) => `Rückgängig: ${ordersIn('de', count)} löschen`,
    ar: (count: number) => `تراجع: حذف ${ordersIn('ar', count)}`,
  },
  undoHelp: {
    en: 'Deletes the orders this import created, unless they have changed since. Orders it changed stay changed.',
    de:
      'Löscht die Aufträge, die dieser Import angelegt hat, außer sie wurden seither geändert. ' +
      'Von ihm geänderte Aufträge bleiben geändert.',
    ar: 'يحذف الطلبات التي أنشأها هذا الاستيراد ما لم تتغيّر بعده. أما الطلبات التي عدّلها فتبقى معدّلة.',
  },
  planThese: {
    en: (count: number) => (count === 1 ? 'Plan this order' : `Plan these ${ordersIn('en', count)}`),
    de: (count: number) => (count === 1 ? 'Diesen Auftrag planen' : `Diese ${ordersIn('de', count)} planen`),
    ar: (count: number) => `تخطيط ${ordersIn('ar', count)}`,
  },
  saveFailed: { en: 'Download failed rows', de: 'Fehlerhafte Zeilen herunterladen', ar: 'تنزيل الصفوف ذات الأخطاء' },
  failedFile: {
    en: (name: string) => `${name}-failed.csv`,
    de: (name: string) => `${name}-fehlerhaft.csv`,
    ar: (name: string) => `${name}-failed.csv`,
  },
  errorColumn: { en: 'Error', de: 'Fehler', ar: 'الخطأ' },
  recent: {
    en: 'Imported in the last 24 hours',
    de: 'In den letzten 24 Stunden importiert',
    ar: 'المستورد خلال آخر 24 ساعة',
  },
  undone: {
    en: (count: number) => `${ordersIn('en', count)} deleted`,
    de: (count: number) => `${ordersIn('de', count)} gelöscht`,
    ar: (count: number) => `حُذف ${ordersIn('ar', count)}`,
  },
  kept: {
    en: (count: number) => `Not deleted: ${ordersIn('en', count)} changed since the import.`,
    de: (count: number) => `Nicht gelöscht: ${ordersIn('de', count)}, seit dem Import geändert.`,
    ar: (count: number) => `لم يُحذف ${ordersIn('ar', count)} لتغيّره بعد الاستيراد.`,
  },
  onlyFaulty: {
    en: (count: number) => `Show only ${rowsIn('en', count)} with errors`,
    de: (count: number) => `Nur ${rowsIn('de', count)} mit Fehlern zeigen`,
    ar: (count: number) => `عرض الصفوف ذات الأخطاء فقط: ${count}`,
  },
  stop: { en: 'Stop', de: 'Anhalten', ar: 'إيقاف' },
  checking: {
    en: (done: number, total: number) => `Checked ${done} of ${rowsIn('en', total)} …`,
    de: (done: number, total: number) => `${done} von ${rowsIn('de', total)} geprüft …`,
    ar: (done: number, total: number) => `فُحص ${done} من ${rowsIn('ar', total)} …`,
  },
  findPositions: { en: 'Look up locations', de: 'Positionen suchen', ar: 'البحث عن المواقع' },
  locating: {
    en: (done: number, total: number) => `Looked up ${done} of ${rowsIn('en', total)} …`,
    de: (done: number, total: number) => `${done} von ${rowsIn('de', total)} gesucht …`,
    ar: (done: number, total: number) => `بُحث عن ${done} من ${rowsIn('ar', total)} …`,
  },
  located: {
    en: (found: number, approximate: number) =>
      `Proposed locations for ${rowsIn('en', found)}, ${approximate} of them approximate. ` +
      'See the last columns before you import.',
    de: (found: number, approximate: number) =>
      `Positionen für ${rowsIn('de', found)} vorgeschlagen, davon ${approximate} ungefähr. ` +
      'Sehen Sie sich vor dem Import die letzten Spalten an.',
    ar: (found: number, approximate: number) =>
      `اقتُرحت مواقع لـ${rowsIn('ar', found)}، منها ${approximate} تقريبية. راجع الأعمدة الأخيرة قبل الاستيراد.`,
  },
  noneLocated: {
    en: 'No new locations: every row has a location, or its address was not found.',
    de: 'Keine neuen Positionen: Jede Zeile hat eine Position, oder ihre Adresse wurde nicht gefunden.',
    ar: 'لا مواقع جديدة: لكل صف موقع، أو لم يُعثر على عنوانه.',
  },
  storing: {
    en: (done: number, total: number) => `Saved ${done} of ${rowsIn('en', total)} …`,
    de: (done: number, total: number) => `${done} von ${rowsIn('de', total)} gespeichert …`,
    ar: (done: number, total: number) => `حُفظ ${done} من ${rowsIn('ar', total)} …`,
  },
  undoing: {
    en: (done: number, total: number) => `Deleted ${done} of ${rowsIn('en', total)} …`,
    de: (done: number, total: number) => `${done} von ${rowsIn('de', total)} gelöscht …`,
    ar: (done: number, total: number) => `حُذف ${done} من ${rowsIn('ar', total)} …`,
  },
  summary: {
    en: ({ ready, failed, created, updated, unchanged }: Counts) =>
      created + updated + unchanged > 0
        ? `${created} created, ${updated} changed, ${unchanged} unchanged, ${failed} with errors`
        : ready + failed > 0
          ? `${ready} ready, ${failed} with errors. Press Enter to edit a cell, F8 to go to the next error.`
          : 'No rows are saved yet. Check the rows first.',
    de: ({ ready, failed, created, updated, unchanged }: Counts) =>
      created + updated + unchanged > 0
        ? `${created} angelegt, ${updated} geändert, ${unchanged} unverändert, ${failed} mit Fehlern`
        : ready + failed > 0
          ? `${ready} bereit, ${failed} mit Fehlern. Mit der Eingabetaste bearbeiten Sie eine Zelle, ` +
            'mit F8 springen Sie zum nächsten Fehler.'
          : 'Noch keine Zeile ist gespeichert. Prüfen Sie zuerst die Zeilen.',
    ar: ({ ready, failed, created, updated, unchanged }: Counts) =>
      created + updated + unchanged > 0
        ? `المُنشأ: ${created}، المعدّل: ${updated}، دون تغيير: ${unchanged}، بأخطاء: ${failed}`
        : ready + failed > 0
          ? `الجاهز: ${ready}، بأخطاء: ${failed}. اضغط Enter لتعديل خلية وF8 للانتقال إلى الخطأ التالي.`
          : 'لم يُحفظ أي صف بعد. افحص الصفوف أولًا.',
  },
  zone: {
    en: (zone: string) => `Times without an offset are read in ${zone}.`,
    de: (zone: string) => `Uhrzeiten ohne Zonenangabe gelten in ${zone}.`,
    ar: (zone: string) => `تُقرأ الأوقات دون إزاحة بتوقيت ${zone}.`,
  },
  replaces: {
    en: (line: number) => `Same key as in row ${line}: these values win.`,
    de: (line: number) => `Gleicher Schlüssel wie in Zeile ${line}: Diese Werte gelten.`,
    ar: (line: number) => `المفتاح نفسه الوارد في الصف ${line}: تُعتمد هذه القيم.`,
  },
  repeated: {
    en: (line: number) => `Same key as in row ${line}.`,
    de: (line: number) => `Gleicher Schlüssel wie in Zeile ${line}.`,
    ar: (line: number) => `المفتاح نفسه الوارد في الصف ${line}.`,
  },
  rows: { en: 'Rows in the file', de: 'Zeilen der Datei', ar: 'صفوف الملف' },
  row: { en: 'Row', de: 'Zeile', ar: 'الصف' },
  state: sharedTexts.status,
  unchecked: { en: 'not checked', de: 'nicht geprüft', ar: 'لم يُفحص' },
  created: { en: 'created', de: 'angelegt', ar: 'أُنشئ' },
  updated: { en: 'changed', de: 'geändert', ar: 'عُدّل' },
})
