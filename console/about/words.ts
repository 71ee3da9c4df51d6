// The texts of the page about the service.

import { productDescription } from '../../contract/product.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

export const aboutTexts = createDictionary({
  ...sharedTexts,
  title: sharedTexts.about,
  about: {
    en: `${productDescription} It does not send data to its developers.`,
    de:
      'Selbst betriebener Dienst für Liefer- und Abholaufträge: Tourenplanung und -optimierung, Fahrer-App, ' +
      'Zustellnachweise, Seiten zur Sendungsverfolgung und eine HTTP/JSON-API. ' +
      'Er sendet keine Daten an seine Entwickler.',
    ar:
      'خدمة تشغّلها على خوادمك لطلبات التوصيل والاستلام: تخطيط المسارات وتحسينها، وتطبيق للسائقين، وإثباتات التسليم، ' +
      'وصفحات التتبع، وواجهة HTTP/JSON. لا ترسل أي بيانات إلى مطوّريها.',
  },
  health: { en: 'Health', de: 'Zustand', ar: 'الحالة' },
  notReady: { en: 'not ready', de: 'nicht bereit', ar: 'غير جاهز' },
  live: { en: 'Live updates', de: 'Live-Aktualisierung', ar: 'التحديثات المباشرة' },
  streaming: { en: 'connected', de: 'verbunden', ar: 'متصلة' },
  notStreaming: {
    en: 'disconnected, reconnecting …',
    de: 'getrennt, Verbindung wird wiederhergestellt …',
    ar: 'منقطعة، جارٍ إعادة الاتصال …',
  },
  environmentId: { en: 'Environment ID', de: 'ID der Umgebung', ar: 'معرّف البيئة' },
  address: { en: 'API address', de: 'Adresse der API', ar: 'عنوان API' },
  licence: { en: 'Licence', de: 'Lizenz', ar: 'الترخيص' },
})
