// The texts of the export list.
import { counted, dictionary } from '../words/words.ts'

const enOrders = (count: number) => counted('en', count, { one: 'order', other: 'orders' })
const deOrders = (count: number) => counted('de', count, { one: 'Auftrag', other: 'Aufträge' })
const arOrders = (count: number) =>
  counted('ar', count, { one: 'طلب', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' })

export const exportWords = dictionary({
  title: { en: 'Export', de: 'Export', ar: 'التصدير' },
  key: { en: 'Key', de: 'Schlüssel', ar: 'المفتاح' },
  version: { en: 'Version', de: 'Version', ar: 'الإصدار' },
  since: { en: 'On list since', de: 'Gelistet seit', ar: 'مُدرج منذ' },
  reason: { en: 'Reason', de: 'Grund', ar: 'السبب' },
  created: { en: 'Created', de: 'Angelegt', ar: 'أُنشئ' },
  changed: { en: 'Changed', de: 'Geändert', ar: 'عُدّل' },
  released: { en: 'Load released', de: 'Tour freigegeben', ar: 'اعتماد الحمولة' },
  manual: { en: 'Added manually', de: 'Manuell hinzugefügt', ar: 'إضافة يدوية' },
  list: { en: 'Orders on the export list', de: 'Aufträge auf der Exportliste', ar: 'الطلبات في قائمة التصدير' },
  waiting: {
    en: (count: number) => `${enOrders(count)} waiting`,
    de: (count: number) => counted('de', count, { one: 'Auftrag wartet', other: 'Aufträge warten' }),
    ar: (count: number) => `${arOrders(count)} في الانتظار`,
  },
  firstOnly: {
    en: (count: string) => `Showing the first ${count}.`,
    de: (count: string) => `Angezeigt werden die ersten ${count}.`,
    ar: (count: string) => `تُعرض أول ${count} فقط.`,
  },
  find: { en: 'Search by key', de: 'Nach Schlüssel suchen', ar: 'البحث بالمفتاح' },
  add: { en: 'Add orders', de: 'Aufträge hinzufügen', ar: 'إضافة طلبات' },
  addTitle: {
    en: 'Add orders to the export list',
    de: 'Aufträge auf die Exportliste setzen',
    ar: 'إضافة طلبات إلى قائمة التصدير',
  },
  byKeys: { en: 'By key', de: 'Nach Schlüssel', ar: 'بالمفتاح' },
  byLoad: { en: 'Whole load', de: 'Ganze Tour', ar: 'حمولة كاملة' },
  keys: { en: 'Keys, one per line', de: 'Schlüssel, einer pro Zeile', ar: 'المفاتيح، واحد في كل سطر' },
  load: { en: 'Load', de: 'Tour', ar: 'الحمولة' },
  added: {
    en: (count: number) => `${enOrders(count)} added`,
    de: (count: number) => `${deOrders(count)} hinzugefügt`,
    ar: (count: number) => `أُضيف ${arOrders(count)}`,
  },
  remove: { en: 'Remove from the list', de: 'Von der Liste nehmen', ar: 'إزالة من القائمة' },
  removeKey: {
    en: (key: string) => `Remove ${key} from the list`,
    de: (key: string) => `${key} von der Liste nehmen`,
    ar: (key: string) => `إزالة ${key} من القائمة`,
  },
  removedOne: {
    en: (key: string) => `${key} removed from the list`,
    de: (key: string) => `${key} von der Liste genommen`,
    ar: (key: string) => `أُزيل ${key} من القائمة`,
  },
  clear: { en: 'Remove all shown', de: 'Alle angezeigten entfernen', ar: 'إزالة كل المعروض' },
  clearTitle: {
    en: 'Remove these orders from the export list?',
    de: 'Diese Aufträge von der Exportliste nehmen?',
    ar: 'إزالة هذه الطلبات من قائمة التصدير؟',
  },
  clearText: {
    en: (count: number) =>
      `${enOrders(count)} will be removed from the list. Anything changed or added in the meantime stays on it. The orders themselves are not deleted.`,
    de: (count: number) =>
      `${counted('de', count, { one: 'Auftrag wird', other: 'Aufträge werden' })} von der Liste genommen. Was inzwischen geändert oder hinzugefügt wurde, bleibt darauf. Die Aufträge selbst werden nicht gelöscht.`,
    ar: (count: number) =>
      `عدد ما سيُزال من القائمة: ${arOrders(count)}. يبقى فيها ما تغيّر أو أُضيف في هذه الأثناء. لا تُحذف الطلبات نفسها.`,
  },
  cleared: {
    en: (removed: number, kept: number) =>
      kept === 0
        ? `${enOrders(removed)} removed`
        : `${enOrders(removed)} removed; ${kept} changed in the meantime and stayed on the list`,
    de: (removed: number, kept: number) =>
      kept === 0
        ? `${deOrders(removed)} entfernt`
        : `${deOrders(removed)} entfernt; ${kept} inzwischen geändert und auf der Liste geblieben`,
    ar: (removed: number, kept: number) =>
      kept === 0
        ? `أُزيل ${arOrders(removed)}`
        : `أُزيل ${arOrders(removed)}، وبقي في القائمة ${kept} لتغيّره في هذه الأثناء`,
  },
  csv: { en: 'Download CSV', de: 'CSV herunterladen', ar: 'تنزيل CSV' },
  empty: {
    en: 'No orders waiting for export',
    de: 'Keine Aufträge warten auf den Export',
    ar: 'لا طلبات في انتظار التصدير',
  },
  emptyText: {
    en: 'Depending on the settings, orders are added here when they are created, changed or released. They are removed when the other system confirms that it has received them. You can also add orders yourself.',
    de: 'Je nach Einstellungen kommen Aufträge hierher, wenn sie angelegt, geändert oder freigegeben werden. Sie verschwinden, sobald das andere System den Empfang bestätigt. Sie können Aufträge auch selbst hinzufügen.',
    ar: 'تُضاف الطلبات هنا عند إنشائها أو تعديلها أو اعتمادها حسب الإعدادات، وتُزال عندما يؤكد النظام الآخر استلامها. ويمكنك أيضًا إضافة الطلبات بنفسك.',
  },
  noneFound: {
    en: 'No matching keys on the list',
    de: 'Kein passender Schlüssel auf der Liste',
    ar: 'لا مفتاح مطابق في القائمة',
  },
})
