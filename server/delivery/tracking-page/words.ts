// The texts of tracking pages, in all their languages.
import { type NoticeLanguage, noticeLanguages, type OutcomeName } from '../../../contract/road.ts'
import type { TrackingStep } from '../../../contract/tracking.ts'

/** Steps that the page draws. `ended` is missing, because a route that ended without an outcome has no current step. */
export type ShownStep = Exclude<TrackingStep, 'ended'>

interface TrackingTexts {
  order: string
  steps: Record<ShownStep, string>
  outcomes: Record<'delivery' | 'collection', Record<OutcomeName, string>>
  headline: Record<TrackingStep, string>
  /** Text below the headline if the route has ended without an outcome. */
  endedText: string
  window: string
  /** Label of an agreed (committed) time, which replaces the time window. */
  agreed: string
  estimate: string
  /** Text below an estimate: how reliable it is. */
  estimateNote: string
  town: string
  stopsAhead(count: number): string
  position(time: string): string
  /** Label for the time of a failed attempt. */
  tried: string
  /** Headline of a cancelled order in place of the outcome, and label of its time. */
  cancelled: string
  reason: string
  photo: string
  updated: string
  invalidLink: string
  invalidLinkText: string
  /** Asks whether to stop the e-mails. */
  stopQuestion: string
  /** The effect of the button that stops the e-mails. */
  stopText: string
  /** Button that stops the e-mails. */
  stop: string
  /** States that the e-mails are stopped. */
  stopped: string
  stoppedText: string
  /** Starts the e-mails again. */
  start: string
  toPage: string
}

const stopForms = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de'), ar: new Intl.PluralRules('ar') }
const stopsAheadMax = 10
type StopTexts = { none: string; more: string; other: string } & Partial<Record<Intl.LDMLPluralRule, string>>
/** Returns a function that writes a number of earlier stops; `#` is the placeholder of the number. */
const stopsAhead =
  (language: NoticeLanguage, { none, more, ...forms }: StopTexts) =>
  (count: number): string => {
    if (count === 0) return none
    const form = forms[stopForms[language].select(count)] ?? forms.other
    return count > stopsAheadMax ? more : form.replace('#', String(count))
  }

export const trackingTexts: Record<NoticeLanguage, TrackingTexts> = {
  en: {
    order: 'Order',
    steps: { registered: 'Booked', planned: 'Planned', released: 'Ready', inTransit: 'On its way', done: 'Done' },
    outcomes: {
      delivery: { success: 'Delivered', partial: 'Partly delivered', failed: 'Not delivered' },
      collection: { success: 'Collected', partial: 'Partly collected', failed: 'Not collected' },
    },
    headline: {
      registered: 'We have your order',
      planned: 'Your order is planned',
      released: 'Your order is ready to go',
      inTransit: 'We are on our way to you',
      ended: 'The route with your order has ended',
      done: 'Your order is done',
    },
    endedText: 'We have not recorded an outcome for your order yet. If we have not visited you, please contact us.',
    window: 'Time window',
    agreed: 'Agreed time',
    estimate: 'Estimated arrival',
    estimateNote: 'Based on our last known position. Traffic and earlier stops can change it.',
    town: 'Town',
    stopsAhead: stopsAhead('en', {
      none: 'You are the next stop',
      one: '# stop before you',
      other: '# stops before you',
      more: 'More than 10 stops before you',
    }),
    position: (time) => `Our vehicle was near here at ${time}`,
    tried: 'Tried',
    cancelled: 'Cancelled',
    reason: 'Reason',
    photo: 'Photo',
    updated: 'As of',
    invalidLink: 'This page is not available',
    invalidLinkText: 'This tracking link is wrong or has expired. Ask the sender for a new one.',
    stopQuestion: 'Stop e-mails about this order?',
    stopText: 'We will then send no more e-mails about the location of this order. The tracking page stays available.',
    stop: 'Stop e-mails',
    stopped: 'E-mails about this order are off',
    stoppedText: 'We send no e-mails about the location of this order. The tracking page stays available.',
    start: 'Turn on again',
    toPage: 'Open the tracking page',
  },
  de: {
    order: 'Auftrag',
    steps: { registered: 'Erfasst', planned: 'Geplant', released: 'Bereit', inTransit: 'Unterwegs', done: 'Fertig' },
    outcomes: {
      delivery: { success: 'Geliefert', partial: 'Teilweise geliefert', failed: 'Nicht geliefert' },
      collection: { success: 'Abgeholt', partial: 'Teilweise abgeholt', failed: 'Nicht abgeholt' },
    },
    headline: {
      registered: 'Ihr Auftrag ist bei uns',
      planned: 'Ihr Auftrag ist geplant',
      released: 'Ihr Auftrag steht bereit',
      inTransit: 'Wir sind auf dem Weg zu Ihnen',
      ended: 'Die Tour mit Ihrem Auftrag ist beendet',
      done: 'Ihr Auftrag ist erledigt',
    },
    endedText:
      'Wir haben zu Ihrem Auftrag noch kein Ergebnis erfasst. Falls wir nicht bei Ihnen waren, melden Sie sich bitte.',
    window: 'Zeitfenster',
    agreed: 'Vereinbarte Zeit',
    estimate: 'Voraussichtliche Ankunft',
    estimateNote: 'Berechnet aus unserer letzten bekannten Position. Verkehr und frühere Stopps können sie ändern.',
    town: 'Ort',
    stopsAhead: stopsAhead('de', {
      none: 'Sie sind der nächste Stopp',
      one: '# Stopp vor Ihnen',
      other: '# Stopps vor Ihnen',
      more: 'Mehr als 10 Stopps vor Ihnen',
    }),
    position: (time) => `Unser Fahrzeug war um ${time} hier in der Nähe`,
    tried: 'Versucht',
    cancelled: 'Storniert',
    reason: 'Grund',
    photo: 'Foto',
    updated: 'Stand',
    invalidLink: 'Diese Seite ist nicht verfügbar',
    invalidLinkText:
      'Dieser Link zur Sendungsverfolgung ist falsch oder abgelaufen. Bitten Sie den Absender um einen neuen.',
    stopQuestion: 'E-Mails zu diesem Auftrag ausschalten?',
    stopText:
      'Wir senden dann keine weiteren E-Mails dazu, wo Ihr Auftrag ist. Die Sendungsverfolgung bleibt verfügbar.',
    stop: 'E-Mails ausschalten',
    stopped: 'E-Mails zu diesem Auftrag sind ausgeschaltet',
    stoppedText: 'Wir senden keine E-Mails dazu, wo Ihr Auftrag ist. Die Sendungsverfolgung bleibt verfügbar.',
    start: 'Wieder einschalten',
    toPage: 'Sendungsverfolgung öffnen',
  },
  ar: {
    order: 'الطلب',
    steps: { registered: 'مسجَّل', planned: 'مخطَّط', released: 'جاهز', inTransit: 'في الطريق', done: 'تم' },
    outcomes: {
      delivery: { success: 'تم التوصيل', partial: 'تم التوصيل جزئيًا', failed: 'لم يتم التوصيل' },
      collection: { success: 'تم الاستلام', partial: 'تم الاستلام جزئيًا', failed: 'لم يتم الاستلام' },
    },
    headline: {
      registered: 'طلبك مسجَّل لدينا',
      planned: 'تم التخطيط لطلبك',
      released: 'طلبك جاهز للانطلاق',
      inTransit: 'نحن في الطريق إليك',
      ended: 'انتهى المسار الذي فيه طلبك',
      done: 'انتهى طلبك',
    },
    endedText: 'لم نسجّل نتيجة لطلبك بعد. إن لم نكن قد جئنا إليك، فتواصل معنا.',
    window: 'الفترة الزمنية',
    agreed: 'الموعد المتفق عليه',
    estimate: 'الوصول المتوقع',
    estimateNote: 'محسوب من آخر موقع معروف لنا. قد تغيّره حركة السير والمحطات السابقة.',
    town: 'المدينة',
    stopsAhead: stopsAhead('ar', {
      none: 'أنت المحطة التالية',
      one: 'محطة واحدة قبلك',
      two: 'محطتان قبلك',
      other: '# محطات قبلك',
      more: 'أكثر من 10 محطات قبلك',
    }),
    position: (time) => `كانت مركبتنا بالقرب من هنا الساعة ${time}`,
    tried: 'وقت المحاولة',
    cancelled: 'أُلغي',
    reason: 'السبب',
    photo: 'صورة',
    updated: 'آخر تحديث',
    invalidLink: 'هذه الصفحة غير متاحة',
    invalidLinkText: 'رابط التتبع هذا خاطئ أو انتهت صلاحيته. اطلب رابطًا جديدًا من المرسِل.',
    stopQuestion: 'هل تريد إيقاف الرسائل عن هذا الطلب؟',
    stopText: 'لن نرسل بعد ذلك رسائل أخرى عن مكان طلبك. تبقى صفحة التتبع متاحة.',
    stop: 'إيقاف الرسائل',
    stopped: 'الرسائل عن هذا الطلب متوقفة',
    stoppedText: 'لا نرسل رسائل عن مكان طلبك. تبقى صفحة التتبع متاحة.',
    start: 'تشغيلها من جديد',
    toPage: 'فتح صفحة التتبع',
  },
}

/** Returns the language of the page that the reader prefers, by the header `Accept-Language`. */
export function chooseLanguage(accepted: string | undefined, otherwise: NoticeLanguage): NoticeLanguage {
  const ranked = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((item) => item.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: name.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of ranked) {
    const match = noticeLanguages.find((candidate) => candidate === language)
    if (match) return match
  }
  return otherwise
}
