// The texts of the page about the service itself.
import { dictionary } from '../words/words.ts'

export const aboutWords = dictionary({
  title: { en: 'About', de: 'Über Dray', ar: 'حول Dray' },
  about: {
    en: 'Dray stores orders, depots, loads and an export list for route planning. It runs on your own servers and does not phone home.',
    de: 'Dray speichert Aufträge, Depots, Touren und eine Exportliste für die Tourenplanung. Es läuft auf Ihren eigenen Servern und sendet nichts an seine Hersteller.',
    ar: 'يخزّن Dray الطلبات والمستودعات والحمولات وقائمة تصدير لتخطيط المسارات. يعمل على خوادمك ولا يرسل أي بيانات إلى مطوّريه.',
  },
  version: { en: 'Version', de: 'Version', ar: 'الإصدار' },
  health: { en: 'Health', de: 'Zustand', ar: 'الحالة' },
  well: { en: 'ready', de: 'bereit', ar: 'جاهزة' },
  notReady: { en: 'not ready', de: 'nicht bereit', ar: 'غير جاهزة' },
  live: { en: 'Live updates', de: 'Live-Aktualisierung', ar: 'التحديثات المباشرة' },
  streaming: { en: 'connected', de: 'verbunden', ar: 'متصلة' },
  notStreaming: {
    en: 'disconnected, reconnecting …',
    de: 'getrennt, Verbindung wird wiederhergestellt …',
    ar: 'منقطعة، جارٍ إعادة الاتصال …',
  },
  environment: { en: 'Environment', de: 'Umgebung', ar: 'البيئة' },
  environmentId: { en: 'Environment ID', de: 'ID der Umgebung', ar: 'معرّف البيئة' },
  zone: { en: 'Time zone', de: 'Zeitzone', ar: 'المنطقة الزمنية' },
  address: { en: 'API address', de: 'Adresse der API', ar: 'عنوان API' },
  licence: { en: 'Licence', de: 'Lizenz', ar: 'الترخيص' },
  reference: { en: 'API reference', de: 'API-Referenz', ar: 'مرجع API' },
})
