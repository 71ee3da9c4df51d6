// The built-in templates of e-mails, and the words for their placeholders, in all languages of e-mails.
import type { NoticeLanguage, NoticeTemplate, OutcomeName, TemplateName } from '../../../contract/road.ts'

type Outcomes = Record<OutcomeName, string>
export const outcomeTexts: Record<NoticeLanguage, Record<'delivery' | 'collection', Outcomes>> = {
  en: {
    delivery: { success: 'delivered', partial: 'partly delivered', failed: 'not delivered' },
    collection: { success: 'collected', partial: 'partly collected', failed: 'not collected' },
  },
  de: {
    delivery: { success: 'geliefert', partial: 'teilweise geliefert', failed: 'nicht geliefert' },
    collection: { success: 'abgeholt', partial: 'teilweise abgeholt', failed: 'nicht abgeholt' },
  },
  ar: {
    delivery: { success: 'تم التوصيل', partial: 'تم التوصيل جزئيًا', failed: 'لم يتم التوصيل' },
    collection: { success: 'تم الاستلام', partial: 'تم الاستلام جزئيًا', failed: 'لم يتم الاستلام' },
  },
}

const letters = {
  en: {
    subject: 'Order {ORDER_KEY}: {OUTCOME}',
    body: `Dear {CONTACT_NAME},

Your order {ORDER_KEY}: {OUTCOME}.
Time: {TIME}
Reason: {REASON}

Details: {POD_LINK}

{COMPANY_NAME}`,
    trackingSubject: 'Track your order {ORDER_KEY}',
    tracking: `Dear {CONTACT_NAME},

Here you can see where your order {ORDER_KEY} is:

{TRACKING_LINK}

Expected: {ETA}

{COMPANY_NAME}`,
  },
  de: {
    subject: 'Auftrag {ORDER_KEY}: {OUTCOME}',
    body: `Guten Tag {CONTACT_NAME},

Ihr Auftrag {ORDER_KEY}: {OUTCOME}.
Zeit: {TIME}
Grund: {REASON}

Einzelheiten: {POD_LINK}

{COMPANY_NAME}`,
    trackingSubject: 'Verfolgen Sie Ihren Auftrag {ORDER_KEY}',
    tracking: `Guten Tag {CONTACT_NAME},

hier sehen Sie, wo Ihr Auftrag {ORDER_KEY} ist:

{TRACKING_LINK}

Voraussichtlich: {ETA}

{COMPANY_NAME}`,
  },
  ar: {
    subject: 'الطلب {ORDER_KEY}: {OUTCOME}',
    body: `مرحبًا {CONTACT_NAME}،

طلبك {ORDER_KEY}: {OUTCOME}.
الوقت: {TIME}
السبب: {REASON}

التفاصيل: {POD_LINK}

{COMPANY_NAME}`,
    trackingSubject: 'تتبّع طلبك {ORDER_KEY}',
    tracking: `مرحبًا {CONTACT_NAME}،

هنا يمكنك أن ترى أين طلبك {ORDER_KEY}:

{TRACKING_LINK}

الموعد المتوقع: {ETA}

{COMPANY_NAME}`,
  },
} satisfies Record<NoticeLanguage, Record<string, string>>

export function getBuiltInTemplate(language: NoticeLanguage, name: TemplateName): NoticeTemplate {
  const { subject, body, trackingSubject, tracking } = letters[language]
  return name === 'tracking' ? { subject: trackingSubject, body: tracking } : { subject, body }
}

/** Texts of the link to the tracking page. */
export const linkTexts: Record<NoticeLanguage, Record<'tracking' | 'outcome', string>> = {
  en: { tracking: 'Track your order', outcome: 'Show the order' },
  de: { tracking: 'Auftrag verfolgen', outcome: 'Auftrag anzeigen' },
  ar: { tracking: 'تتبّع طلبك', outcome: 'عرض الطلب' },
}

/** Name of the recipient in a preview without an order. */
export const exampleName: Record<NoticeLanguage, string> = { en: 'Alex Example', de: 'Alex Beispiel', ar: 'مثال' }
