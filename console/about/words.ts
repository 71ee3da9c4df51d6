// What the page about the service itself says.
import { dictionary } from '../words/words.ts'

export const aboutWords = dictionary({
  title: { en: 'About', de: 'Über', ar: 'حول' },
  about: {
    en: 'Dray stores orders, depots, loads and an export list for route planning. It runs on your own machines and calls nobody.',
    de: 'Dray speichert Sendungen, Depots, Touren und eine Exportliste für die Tourenplanung. Es läuft auf Ihren eigenen Maschinen und meldet sich bei niemandem.',
    ar: 'يخزّن Dray الطلبات والمستودعات والحمولات وقائمة تصدير لتخطيط المسارات. يعمل على أجهزتكم ولا يتصل بأحد.',
  },
  version: { en: 'Version', de: 'Version', ar: 'الإصدار' },
  health: { en: 'Health', de: 'Zustand', ar: 'الحالة' },
  well: { en: 'ready', de: 'bereit', ar: 'جاهز' },
  notReady: { en: 'not ready', de: 'nicht bereit', ar: 'غير جاهز' },
  live: { en: 'Live updates', de: 'Live-Aktualisierung', ar: 'التحديث المباشر' },
  streaming: { en: 'arriving as they happen', de: 'kommen an, während sie geschehen', ar: 'تصل فور حدوثها' },
  notStreaming: {
    en: 'interrupted; trying again',
    de: 'unterbrochen; neuer Versuch läuft',
    ar: 'منقطعة؛ جارٍ إعادة المحاولة',
  },
  environment: { en: 'Environment', de: 'Umgebung', ar: 'البيئة' },
  environmentId: { en: 'Id of the environment', de: 'Id der Umgebung', ar: 'معرّف البيئة' },
  zone: { en: 'Time zone', de: 'Zeitzone', ar: 'المنطقة الزمنية' },
  address: { en: 'Address of the interface', de: 'Adresse der Schnittstelle', ar: 'عنوان الواجهة' },
  licence: { en: 'Licence', de: 'Lizenz', ar: 'الترخيص' },
  reference: { en: 'API reference', de: 'API-Referenz', ar: 'مرجع الواجهة البرمجية' },
  metrics: { en: 'Metrics', de: 'Metriken', ar: 'المقاييس' },
})
