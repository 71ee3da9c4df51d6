// The texts of locations: their sources, their accuracy, and how they are found.
import { ordersIn } from '../words/forms.ts'
import { memberNames } from '../words/members.ts'
import { createDictionary, formatCount } from '../words/words.ts'

const arabicOrders = (count: number) =>
  formatCount('ar', count, { one: 'طلب', two: 'طلبين', few: 'طلبات', many: 'طلبًا', other: 'طلب' })

const { coordinates, latitude, longitude } = memberNames

export const positionTexts = createDictionary({
  coordinates,
  latitude,
  longitude,
  badCoordinates: {
    en: 'Write latitude and longitude, such as 53.0512, 8.8956.',
    de: 'Schreiben Sie Breiten- und Längengrad, etwa 53,0512 8,8956.',
    ar: 'اكتب خط العرض وخط الطول، مثل \u200e53.0512, 8.8956\u200e.',
  },
  latitudeRange: {
    en: (max: number) => `The latitude must be between -${max} and ${max}.`,
    de: (max: number) => `Der Breitengrad muss zwischen -${max} und ${max} liegen.`,
    ar: (max: number) => `يجب أن يكون خط العرض بين \u200e-${max}\u200e و${max}.`,
  },
  longitudeRange: {
    en: (max: number) => `The longitude must be between -${max} and ${max}.`,
    de: (max: number) => `Der Längengrad muss zwischen -${max} und ${max} liegen.`,
    ar: (max: number) => `يجب أن يكون خط الطول بين \u200e-${max}\u200e و${max}.`,
  },
  onMap: { en: 'Set on map', de: 'Auf der Karte setzen', ar: 'تحديد على الخريطة' },
  hideMap: { en: 'Hide map', de: 'Karte ausblenden', ar: 'إخفاء الخريطة' },
  lookUp: { en: 'Look up location', de: 'Position suchen', ar: 'البحث عن الموقع' },
  proposals: { en: 'Proposed locations', de: 'Vorgeschlagene Positionen', ar: 'مواقع مقترحة' },
  noProposals: {
    en: 'This address was not found. Set the pin on the map.',
    de: 'Diese Adresse wurde nicht gefunden. Setzen Sie die Nadel auf der Karte.',
    ar: 'لم يُعثر على هذا العنوان. ضع الدبوس على الخريطة.',
  },
  limited: {
    en: 'The geocoder cannot be asked more often at the moment. Try again later.',
    de: 'Der Geocoder darf im Moment nicht öfter gefragt werden. Versuchen Sie es später erneut.',
    ar: 'لا يمكن سؤال خدمة تحديد المواقع أكثر من ذلك الآن. حاول لاحقًا.',
  },
  failed: {
    en: 'The geocoder did not answer. Try again later, or set the pin on the map.',
    de: 'Der Geocoder hat nicht geantwortet. Versuchen Sie es später erneut, oder setzen Sie die Nadel auf der Karte.',
    ar: 'لم تُجب خدمة تحديد المواقع. حاول لاحقًا أو ضع الدبوس على الخريطة.',
  },
  off: {
    en: 'No geocoder is set up. Dray proposes only the locations of other orders.',
    de: 'Es ist kein Geocoder eingerichtet. Dray schlägt nur Positionen anderer Aufträge vor.',
    ar: 'لا توجد خدمة لتحديد المواقع. لا يقترح Dray إلا مواقع الطلبات الأخرى.',
  },
  accuracy1: { en: 'rooftop', de: 'hausgenau', ar: 'على مستوى المبنى' },
  accuracy2: { en: 'street', de: 'straßengenau', ar: 'على مستوى الشارع' },
  accuracy3: { en: 'approximate', de: 'ungefähr', ar: 'تقريبي' },
  postalCode: {
    en: (orders: number) => `centre of ${ordersIn('en', orders)} with this postal code`,
    de: (orders: number) =>
      `Mittelpunkt von ${formatCount('de', orders, { one: 'Auftrag', other: 'Aufträgen' })} mit dieser Postleitzahl`,
    ar: (orders: number) => `مركز ${arabicOrders(orders)} بهذا الرمز البريدي`,
  },
  city: {
    en: (orders: number) => `centre of ${ordersIn('en', orders)} in this city`,
    de: (orders: number) =>
      `Mittelpunkt von ${formatCount('de', orders, { one: 'Auftrag', other: 'Aufträgen' })} in diesem Ort`,
    ar: (orders: number) => `مركز ${arabicOrders(orders)} في هذه المدينة`,
  },
  source: { en: 'Location from', de: 'Position von', ar: 'مصدر الموقع' },
  pin: { en: 'a pin on the map', de: 'einer Nadel auf der Karte', ar: 'دبوس على الخريطة' },
  fromPostalCode: {
    en: 'the centre of its postal code',
    de: 'dem Mittelpunkt der Postleitzahl',
    ar: 'مركز رمزه البريدي',
  },
  fromCity: { en: 'the centre of its city', de: 'dem Mittelpunkt des Ortes', ar: 'مركز مدينته' },
})
