// The words of PDFs in every language of documents. The glossary is in console/README.md.
import type { DocumentLanguage } from '../value/documents.ts'

/** Locales of the languages, with Latin digits in all of them. */
export const documentLocales: Record<DocumentLanguage, string> = { en: 'en-GB', de: 'de-DE', ar: 'ar-u-nu-latn' }

const table = {
  proofOfDelivery: ['Proof of delivery', 'Liefernachweis', 'إثبات التوصيل'],
  proofOfCollection: ['Proof of collection', 'Abholnachweis', 'إثبات الاستلام'],
  deliverySuccess: ['Delivered', 'Geliefert', 'تم التوصيل'],
  deliveryPartial: ['Partly delivered', 'Teilweise geliefert', 'تم التوصيل جزئيًا'],
  deliveryFailed: ['Not delivered', 'Nicht geliefert', 'لم يتم التوصيل'],
  collectionSuccess: ['Collected', 'Abgeholt', 'تم الاستلام'],
  collectionPartial: ['Partly collected', 'Teilweise abgeholt', 'تم الاستلام جزئيًا'],
  collectionFailed: ['Not collected', 'Nicht abgeholt', 'لم يتم الاستلام'],
  order: ['Order', 'Auftrag', 'الطلب'],
  consignee: ['Recipient', 'Empfänger', 'المستلم'],
  depot: ['Depot', 'Depot', 'المستودع'],
  load: ['Route', 'Tour', 'المسار'],
  stop: ['Stop', 'Stopp', 'المحطة'],
  driver: ['Driver', 'Fahrer', 'السائق'],
  receivedBy: ['Received by', 'Angenommen von', 'المستلم'],
  handedOverBy: ['Handed over by', 'Übergeben von', 'المسلِّم'],
  recordedBy: ['Recorded by', 'Erfasst von', 'سجّله'],
  office: ['Office', 'Büro', 'المكتب'],
  arrived: ['Arrived', 'Ankunft', 'الوصول'],
  recorded: ['Recorded', 'Erfasst', 'وقت التسجيل'],
  received: ['Sent in', 'Eingegangen', 'وقت الإرسال'],
  zone: ['Time zone', 'Zeitzone', 'المنطقة الزمنية'],
  location: ['Location', 'Position', 'الموقع'],
  clock: ['Clock of the device', 'Uhr des Geräts', 'ساعة الجهاز'],
  clockAhead: ['{0} s ahead', '{0} s voraus', 'متقدمة {0} ثانية'],
  clockBehind: ['{0} s behind', '{0} s zurück', 'متأخرة {0} ثانية'],
  reason: ['Reason', 'Grund', 'السبب'],
  remarks: ['Remarks', 'Bemerkungen', 'ملاحظات'],
  packages: ['Packages', 'Packstücke', 'الطرود'],
  package: ['Package', 'Packstück', 'الطرد'],
  barcode: ['Barcode', 'Barcode', 'الباركود'],
  outcome: ['Outcome', 'Ergebnis', 'النتيجة'],
  scanned: ['Scanned', 'Gescannt', 'مُسح ضوئيًا'],
  yes: ['Yes', 'Ja', 'نعم'],
  no: ['No', 'Nein', 'لا'],
  products: ['Product lines', 'Produktzeilen', 'بنود المنتجات'],
  product: ['Product', 'Produkt', 'المنتج'],
  description: ['Description', 'Beschreibung', 'الوصف'],
  quantity: ['Quantity', 'Menge', 'الكمية'],
  failed: ['Failed', 'Fehlmenge', 'غير مُنجز'],
  extraBarcodes: ['Other barcodes scanned', 'Weitere gescannte Barcodes', 'باركود آخر مُسح ضوئيًا'],
  signature: ['Signature', 'Unterschrift', 'التوقيع'],
  photos: ['Photos', 'Fotos', 'الصور'],
  noPicture: ['This image cannot be shown.', 'Dieses Bild kann nicht gezeigt werden.', 'لا يمكن عرض هذه الصورة.'],
  replaces: [
    'This proof replaces proof {0}.',
    'Dieser Nachweis ersetzt den Nachweis {0}.',
    'يحل هذا الإثبات محل الإثبات {0}.',
  ],
  replacesOf: [
    'This proof replaces proof {0} of {1}.',
    'Dieser Nachweis ersetzt den Nachweis {0} vom {1}.',
    'يحل هذا الإثبات محل الإثبات {0} بتاريخ {1}.',
  ],
  proof: ['Proof', 'Nachweis', 'الإثبات'],
  page: ['Page {0} of {1}', 'Seite {0} von {1}', 'صفحة {0} من {1}'],
  labels: ['Labels', 'Etiketten', 'ملصقات'],
  of: ['{0} of {1}', '{0} von {1}', '{0} من {1}'],
  metres: ['± {0} m', '± {0} m', '± {0} م'],
} as const satisfies Record<string, readonly [string, string, string]>

export type TextKey = keyof typeof table
/** Returns a text in a language, with its placeholders filled. */
export type Translate = (word: TextKey, ...values: string[]) => string

const columns: DocumentLanguage[] = ['en', 'de', 'ar']

export function createTranslate(language: DocumentLanguage): Translate {
  const column = columns.indexOf(language)
  return (key, ...values) => table[key][column]!.replace(/\{(\d)\}/g, (_, digit: string) => values[Number(digit)] ?? '')
}
