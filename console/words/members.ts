// The names of the fields of an order, for display, input and column matching.
import { consignmentSchemas } from '../../contract/consignment.ts'
import { appTexts } from './apps.ts'
import { createDictionary, type Texts } from './words.ts'

/** The country of an address and of a phone number. */
const country = { en: 'Country', de: 'Land', ar: 'البلد' }

export const memberNames = createDictionary({
  key: { en: 'Key', de: 'Schlüssel', ar: 'المفتاح' },
  type: { en: 'Type', de: 'Art', ar: 'النوع' },
  delivery: appTexts.delivery,
  collection: appTexts.collection,
  channel: { en: 'Channel', de: 'Kanal', ar: 'القناة' },
  area: { en: 'Area', de: 'Gebiet', ar: 'المنطقة' },
  depot: { en: 'Depot', de: 'Depot', ar: 'المستودع' },
  load: appTexts.load,
  requiredFrom: { en: 'Required from', de: 'Gewünscht ab', ar: 'مطلوب من' },
  requiredTo: { en: 'Required to', de: 'Gewünscht bis', ar: 'مطلوب حتى' },
  required: { en: 'Required', de: 'Gewünscht', ar: 'المطلوب' },
  planned: appTexts.planned,
  committed: { en: 'Committed', de: 'Zugesagt', ar: 'المتفق عليه' },
  timeAtStop: { en: 'Time at stop (minutes)', de: 'Standzeit (Minuten)', ar: 'مدة التوقف (بالدقائق)' },
  priority: { en: 'Priority (0–100)', de: 'Priorität (0–100)', ar: 'الأولوية (0–100)' },
  skills: { en: 'Required skills', de: 'Benötigte Fähigkeiten', ar: 'القدرات المطلوبة' },
  maxLateMinutes: {
    en: 'Accepted lateness (minutes)',
    de: 'Erlaubte Verspätung (Minuten)',
    ar: 'التأخير المقبول (بالدقائق)',
  },
  weight: appTexts.weight,
  volume: appTexts.volume,
  plannedPackages: { en: 'Planned packages', de: 'Geplante Packstücke', ar: 'الطرود المخططة' },
  consigneeCode: { en: 'Recipient code', de: 'Empfängercode', ar: 'رمز المستلم' },
  consignmentInstructions: { en: 'Notes for the driver', de: 'Hinweise für den Fahrer', ar: 'ملاحظات للسائق' },
  planningInstructions: { en: 'Notes for the planner', de: 'Hinweise für die Planung', ar: 'ملاحظات للمخطِّط' },
  consignee: { en: 'Recipient', de: 'Empfänger', ar: 'المستلم' },
  consignor: { en: 'Sender', de: 'Absender', ar: 'المرسِل' },
  personName: { en: 'Person', de: 'Person', ar: 'الشخص' },
  email: { en: 'E-mail', de: 'E-Mail', ar: 'البريد الإلكتروني' },
  phone: { en: 'Phone', de: 'Telefon', ar: 'الهاتف' },
  mobile: { en: 'Mobile', de: 'Mobil', ar: 'الجوال' },
  phoneCountry: country,
  dialCode: { en: 'Dialling code', de: 'Vorwahl', ar: 'رمز الاتصال' },
  localNumber: { en: 'Number', de: 'Nummer', ar: 'الرقم' },
  name: { en: 'Address name', de: 'Adressname', ar: 'اسم العنوان' },
  company: { en: 'Company', de: 'Firma', ar: 'الشركة' },
  line1: { en: 'Street', de: 'Straße', ar: 'الشارع' },
  houseNumber: { en: 'House number', de: 'Hausnummer', ar: 'رقم المنزل' },
  line2: { en: 'Address line 2', de: 'Adresszeile 2', ar: 'سطر العنوان 2' },
  line3: { en: 'Address line 3', de: 'Adresszeile 3', ar: 'سطر العنوان 3' },
  city: { en: 'City', de: 'Ort', ar: 'المدينة' },
  region: { en: 'Region', de: 'Region', ar: 'الإقليم' },
  postalCode: { en: 'Postal code', de: 'Postleitzahl', ar: 'الرمز البريدي' },
  state: { en: 'State', de: 'Bundesland', ar: 'الولاية' },
  country,
  coordinates: { en: 'Coordinates', de: 'Koordinaten', ar: 'الإحداثيات' },
  latitude: { en: 'Latitude', de: 'Breitengrad', ar: 'خط العرض' },
  longitude: { en: 'Longitude', de: 'Längengrad', ar: 'خط الطول' },
  accuracy: { en: 'Accuracy', de: 'Genauigkeit', ar: 'الدقة' },
  placeId: { en: 'Place ID', de: 'Orts-ID', ar: 'معرّف المكان' },
  proofOfDelivery: { en: 'Proof of delivery', de: 'Zustellnachweis', ar: 'إثبات التسليم' },
  publicTracking: { en: 'Public tracking', de: 'Öffentliche Verfolgung', ar: 'التتبع العام' },
  packages: { en: 'Packages', de: 'Packstücke', ar: 'الطرود' },
  productLines: { en: 'Product lines', de: 'Produktzeilen', ar: 'بنود المنتجات' },
  matrix: { en: 'Package contents', de: 'Inhalt der Packstücke', ar: 'محتويات الطرود' },
  positionSource: { en: 'Source of the location', de: 'Quelle der Position', ar: 'مصدر الموقع' },
  windowDay: { en: 'Day of the time window', de: 'Tag des Zeitfensters', ar: 'يوم النافذة الزمنية' },
})

type Name = keyof typeof memberNames

const called: Record<string, Name> = {
  channelKey: 'channel',
  areaKey: 'area',
  depotKey: 'depot',
  loadId: 'load',
  consignmentNotificationsEnabled: 'proofOfDelivery',
  publicTrackingEnabled: 'publicTracking',
  packageProducts: 'matrix',
  date: 'windowDay',
  lat: 'latitude',
  lng: 'longitude',
  'geoLocation.lat': 'latitude',
  'geoLocation.lng': 'longitude',
  geoLocationAccuracy: 'accuracy',
  geoLocationSource: 'positionSource',
  code: 'phoneCountry',
  countryCode: 'dialCode',
}
const isName = (text: string): text is Name => text in memberNames

/** Returns the label of a field path: `consigneeAddress.city` is “Recipient · City”. */
export function nameOfMember(path: string, texts: Texts<typeof memberNames>): string {
  const [, side, , rest = path] = /^(consignee|consignor)(Contact|Address)\.(.+)$/.exec(path) ?? []
  // The label of a part of a phone number follows the label of the number; a coordinate has its own label.
  const segments = /^(phone|mobile)\./.test(rest) ? rest.split('.') : [rest]
  const named = segments.map((segment) => called[segment] ?? segment).map((name) => (isName(name) ? texts[name] : name))
  return [...(side === undefined ? [] : [texts[side as 'consignee']]), ...named].join(' · ')
}

/** Fields of an order. Other records have fields with some other names too, such as `name` and `email`. */
const orderFields = new Set<string>([
  ...consignmentSchemas.setNames.filter((name) => isName(called[name] ?? name)),
  'date',
  'lat',
  'lng',
])
const ofSide = /^consign(ee|or)(Contact|Address)\./

/** Returns the label of a field path; undefined for a path that is no field of an order. */
export const getMemberLabel = (path: string, texts: Texts<typeof memberNames>): string | undefined =>
  orderFields.has(path) || ofSide.test(path) ? nameOfMember(path, texts) : undefined
