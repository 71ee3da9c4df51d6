// The texts of the export list.
import { ordersIn } from '../words/forms.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary, formatCount } from '../words/words.ts'

export const exportTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.exportList,
  since: { en: 'On list since', de: 'Gelistet seit', ar: 'مُدرج منذ' },
  changed: sharedTexts.updated,
  released: { en: 'Route released', de: 'Tour freigegeben', ar: 'اعتماد المسار' },
  manual: { en: 'Added manually', de: 'Manuell hinzugefügt', ar: 'إضافة يدوية' },
  list: { en: 'Orders on the export list', de: 'Aufträge auf der Exportliste', ar: 'الطلبات في قائمة التصدير' },
  waiting: {
    en: (count: number) => `${ordersIn('en', count)} waiting`,
    de: (count: number) => formatCount('de', count, { one: 'Auftrag wartet', other: 'Aufträge warten' }),
    ar: (count: number) => `${ordersIn('ar', count)} في الانتظار`,
  },
  firstOnly: {
    en: (count: string) => `Showing the first ${count}.`,
    de: (count: string) => `Angezeigt werden die ersten ${count}.`,
    ar: (count: string) => `تُعرض أول ${count} فقط.`,
  },
  find: sharedTexts.searchKey,
  add: { en: 'Add orders', de: 'Aufträge hinzufügen', ar: 'إضافة طلبات' },
  addTitle: {
    en: 'Add orders to the export list',
    de: 'Aufträge auf die Exportliste setzen',
    ar: 'إضافة طلبات إلى قائمة التصدير',
  },
  byKeys: { en: 'By key', de: 'Nach Schlüssel', ar: 'بالمفتاح' },
  byLoad: { en: 'Whole route', de: 'Ganze Tour', ar: 'مسار كامل' },
  keys: { en: 'Keys, one per line', de: 'Schlüssel, einer pro Zeile', ar: 'المفاتيح، واحد في كل سطر' },
  added: {
    en: (count: number) => `${ordersIn('en', count)} added`,
    de: (count: number) => `${ordersIn('de', count)} hinzugefügt`,
    ar: (count: number) => `أُضيف ${ordersIn('ar', count)}`,
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
      `${ordersIn('en', count)} will be removed from the list. Anything changed or added in the meantime stays on ` +
      'it. The orders themselves are not deleted.',
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Auftrag wird', other: 'Aufträge werden' })} von der Liste genommen. ` +
      'Was inzwischen geändert oder hinzugefügt wurde, bleibt darauf. Die Aufträge selbst werden nicht gelöscht.',
    ar: (count: number) =>
      `عدد ما سيُزال من القائمة: ${ordersIn('ar', count)}. يبقى فيها ما تغيّر أو أُضيف في هذه الأثناء. ` +
      'لا تُحذف الطلبات نفسها.',
  },
  cleared: {
    en: (removed: number, retained: number) =>
      retained === 0
        ? `${ordersIn('en', removed)} removed`
        : `${ordersIn('en', removed)} removed; ${retained} changed in the meantime and stayed on the list`,
    de: (removed: number, retained: number) =>
      retained === 0
        ? `${ordersIn('de', removed)} entfernt`
        : `${ordersIn('de', removed)} entfernt; ${retained} inzwischen geändert und auf der Liste geblieben`,
    ar: (removed: number, retained: number) =>
      retained === 0
        ? `أُزيل ${ordersIn('ar', removed)}`
        : `أُزيل ${ordersIn('ar', removed)}، وبقي في القائمة ${retained} لتغيّره في هذه الأثناء`,
  },
  empty: {
    en: 'No orders waiting for export',
    de: 'Keine Aufträge warten auf den Export',
    ar: 'لا طلبات في انتظار التصدير',
  },
  emptyText: {
    en:
      'Depending on the settings, orders are added here when they are created, changed or released. ' +
      'They are removed when the other system confirms that it has received them. You can also add orders yourself.',
    de:
      'Je nach Einstellungen kommen Aufträge hierher, wenn sie angelegt, geändert oder freigegeben werden. ' +
      'Sie verschwinden, sobald das andere System den Empfang bestätigt. ' +
      'Sie können Aufträge auch selbst hinzufügen.',
    ar:
      'تُضاف الطلبات هنا عند إنشائها أو تعديلها أو اعتمادها حسب الإعدادات، وتُزال عندما يؤكد النظام الآخر استلامها. ' +
      'ويمكنك أيضًا إضافة الطلبات بنفسك.',
  },
  noneFound: {
    en: 'No matching keys on the list',
    de: 'Kein passender Schlüssel auf der Liste',
    ar: 'لا مفتاح مطابق في القائمة',
  },
})
