// What the screen of the export list says.
import { counted, dictionary } from '../words/words.ts'

export const exportWords = dictionary({
  title: { en: 'Export', de: 'Export', ar: 'التصدير' },
  key: { en: 'Key', de: 'Schlüssel', ar: 'المفتاح' },
  version: { en: 'Version', de: 'Version', ar: 'الإصدار' },
  since: { en: 'On the list since', de: 'Auf der Liste seit', ar: 'في القائمة منذ' },
  reason: { en: 'Because it was', de: 'Weil sie', ar: 'السبب' },
  created: { en: 'created', de: 'angelegt wurde', ar: 'أُنشئت' },
  changed: { en: 'changed', de: 'geändert wurde', ar: 'تغيّرت' },
  released: { en: 'released with its load', de: 'mit ihrer Tour freigegeben wurde', ar: 'أُطلقت مع حمولتها' },
  manual: { en: 'added by hand', de: 'von Hand ergänzt wurde', ar: 'أُضيفت يدويًا' },
  list: { en: 'Orders on the export list', de: 'Sendungen auf der Exportliste', ar: 'الطلبات في قائمة التصدير' },
  waiting: {
    en: (count: number) => counted('en', count, { one: 'order waits', other: 'orders wait' }),
    de: (count: number) => counted('de', count, { one: 'Sendung wartet', other: 'Sendungen warten' }),
    ar: (count: number) =>
      counted('ar', count, {
        one: 'طلب في الانتظار',
        two: 'طلبان في الانتظار',
        few: 'طلبات في الانتظار',
        other: 'طلبًا في الانتظار',
      }),
  },
  firstOnly: {
    en: (count: string) => `Only the first ${count} are shown.`,
    de: (count: string) => `Nur die ersten ${count} werden gezeigt.`,
    ar: (count: string) => `تُعرض أول ${count} فقط.`,
  },
  find: { en: 'Find by key', de: 'Nach Schlüssel suchen', ar: 'ابحث بالمفتاح' },
  add: { en: 'Add orders', de: 'Sendungen hinzufügen', ar: 'إضافة طلبات' },
  addTitle: {
    en: 'Put orders on the export list',
    de: 'Sendungen auf die Exportliste setzen',
    ar: 'ضع طلبات في قائمة التصدير',
  },
  byKeys: { en: 'By their keys', de: 'Nach Schlüsseln', ar: 'بمفاتيحها' },
  byLoad: { en: 'A whole load', de: 'Eine ganze Tour', ar: 'حمولة كاملة' },
  keys: { en: 'Keys, one on each line', de: 'Schlüssel, je Zeile einer', ar: 'المفاتيح، واحد في كل سطر' },
  load: { en: 'Load', de: 'Tour', ar: 'الحمولة' },
  added: {
    en: (count: number) => `${counted('en', count, { one: 'order', other: 'orders' })} added`,
    de: (count: number) => `${counted('de', count, { one: 'Sendung', other: 'Sendungen' })} hinzugefügt`,
    ar: (count: number) => `أُضيف ${counted('ar', count, { one: 'طلب', two: 'طلبان', few: 'طلبات', other: 'طلبًا' })}`,
  },
  remove: { en: 'Remove from the list', de: 'Von der Liste nehmen', ar: 'إزالة من القائمة' },
  removeKey: {
    en: (key: string) => `Remove ${key} from the list`,
    de: (key: string) => `${key} von der Liste nehmen`,
    ar: (key: string) => `إزالة ${key} من القائمة`,
  },
  removedOne: {
    en: (key: string) => `${key} is off the list`,
    de: (key: string) => `${key} ist von der Liste genommen`,
    ar: (key: string) => `أُزيل ${key} من القائمة`,
  },
  clear: { en: 'Remove all shown', de: 'Alle gezeigten entfernen', ar: 'إزالة كل المعروض' },
  clearTitle: {
    en: 'Remove them from the export list?',
    de: 'Von der Exportliste nehmen?',
    ar: 'إزالتها من قائمة التصدير؟',
  },
  clearText: {
    en: (count: number) =>
      `${counted('en', count, { one: 'order leaves', other: 'orders leave' })} the list in the version you see. What was changed or added meanwhile stays. The orders themselves remain.`,
    de: (count: number) =>
      `${counted('de', count, { one: 'Sendung verlässt', other: 'Sendungen verlassen' })} die Liste in der gezeigten Version. Was inzwischen geändert oder ergänzt wurde, bleibt. Die Sendungen selbst bleiben bestehen.`,
    ar: (count: number) =>
      `${counted('ar', count, { one: 'طلب', two: 'طلبان', few: 'طلبات', other: 'طلبًا' })} ستغادر القائمة بالإصدار المعروض. ما تغيّر أو أُضيف في هذه الأثناء يبقى. الطلبات نفسها تبقى.`,
  },
  cleared: {
    en: (removed: number, kept: number) =>
      kept === 0
        ? `${counted('en', removed, { one: 'order', other: 'orders' })} removed`
        : `${counted('en', removed, { one: 'order', other: 'orders' })} removed; ${kept} changed meanwhile and stayed`,
    de: (removed: number, kept: number) =>
      kept === 0
        ? `${counted('de', removed, { one: 'Sendung', other: 'Sendungen' })} entfernt`
        : `${counted('de', removed, { one: 'Sendung', other: 'Sendungen' })} entfernt; ${kept} inzwischen geändert und geblieben`,
    ar: (removed: number, kept: number) => `أُزيل ${removed}، وبقي ${kept} تغيّر في هذه الأثناء`,
  },
  csv: { en: 'Download CSV', de: 'CSV herunterladen', ar: 'تنزيل CSV' },
  empty: { en: 'Nothing waits for export', de: 'Nichts wartet auf den Export', ar: 'لا شيء في انتظار التصدير' },
  emptyText: {
    en: 'Orders get here when they are created, changed or released, as the settings say, and leave when the other system has acknowledged them.',
    de: 'Sendungen kommen hierher, wenn sie angelegt, geändert oder freigegeben werden, wie es die Einstellungen sagen, und gehen, wenn das andere System sie quittiert hat.',
    ar: 'تصل الطلبات إلى هنا عند إنشائها أو تغييرها أو إطلاقها حسب الإعدادات، وتغادر عندما يؤكد النظام الآخر استلامها.',
  },
  noneFound: { en: 'No key on the list fits', de: 'Kein Schlüssel der Liste passt', ar: 'لا مفتاح مطابق في القائمة' },
})
