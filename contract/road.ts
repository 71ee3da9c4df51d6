// Settings for proofs, e-mails, tracking pages and branding, and the limits of the data that drivers send.
import { usualReasons } from './reasons.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  emailSchema,
  flagSchema,
  keySchema,
  objectSchema,
  optionalSchema,
  requiredTextSchema,
  textSchema,
} from './shared.ts'

export const roadLimits = {
  reasons: 100,
  photos: 20,
  /** Limits of an image from any sender. */
  fileBytes: 5_242_880,
  fileSide: 4_096,
  filePixels: 12_000_000,
  extraBarcodes: 200,
  positions: 100,
  templateLength: 10_000,
  subjectLength: 200,
  logoBytes: 100_000,
} as const

export const outcomeNames = ['success', 'partial', 'failed'] as const
export type OutcomeName = (typeof outcomeNames)[number]

const days = (minimum: number, maximum: number, description: string) => Type.Integer({ minimum, maximum, description })
const need = (description: string) => closedEnum(['off', 'optional', 'required'], description)

export const FailureReason = objectSchema('FailureReason', {
  code: keySchema('Code that outcomes use as `failureReasonCode`.'),
  name: requiredTextSchema('Name of the reason for the driver, the planner and the recipient.'),
  photoRequired: optionalSchema(flagSchema('`true` if an outcome with this reason needs a photo. Default: `false`.')),
  quiet: optionalSchema(
    flagSchema(
      '`true` hides a failure with this reason from the recipient: no e-mail is sent, and the tracking page does ' +
        'not show it. An example is a transfer to another vehicle. Default: `false`.',
    ),
  ),
})
export type FailureReason = Static<typeof FailureReason>

export const PodSettings = objectSchema('PodSettings', {
  reasons: Type.Array(FailureReason, {
    maxItems: roadLimits.reasons,
    description: 'Failure reasons of failed and partial outcomes.',
  }),
  signature: objectSchema('PodSignatureSettings', {
    success: need('Signature for a successful outcome.'),
    partial: need('Signature for a partial outcome.'),
    failed: need('Signature for a failed outcome.'),
  }),
  photosMin: Type.Integer({
    minimum: 0,
    maximum: roadLimits.photos,
    description: 'Minimum number of photos of an outcome.',
  }),
  photosMax: Type.Integer({
    minimum: 0,
    maximum: roadLimits.photos,
    description: 'Maximum number of photos of an outcome.',
  }),
  photoSide: Type.Integer({
    minimum: 320,
    maximum: roadLimits.fileSide,
    description: 'Longest side of a photo in pixels: the driver app reduces larger photos to this size.',
  }),
  keepPhotosDays: days(1, 36_500, 'Days after which photos and signatures are removed from a proof.'),
  scan: need('Scan of the package codes in the driver app.'),
})
export type PodSettings = Static<typeof PodSettings>

export const TrackingSettings = objectSchema('TrackingSettings', {
  estimatedTime: flagSchema('`true` shows the estimated time of arrival on the tracking page.'),
  stopsAhead: flagSchema('`true` shows the number of stops before the order.'),
  vehiclePosition: flagSchema('`true` shows the vehicle position shortly before the arrival.'),
  vehicleWithinStops: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'Maximum number of stops before the order for which the vehicle position is shown.',
  }),
  proof: closedEnum(
    ['none', 'outcome', 'all'],
    'Parts of the proof on the tracking page: nothing, the outcome, or the outcome with photos.',
  ),
  keepDays: days(1, 365, 'Days after the outcome for which the tracking page works.'),
})
export type TrackingSettings = Static<typeof TrackingSettings>

export const PositionSettings = objectSchema('PositionSettings', {
  keepDays: days(1, 365, 'Days for which vehicle positions are kept.'),
})

export const Branding = objectSchema('Branding', {
  companyName: textSchema(
    'Name of your company in e-mails, in proofs and on tracking pages. If empty, the name of the environment is used.',
    100,
  ),
  colour: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    'x-form': 'must be a colour such as `#1864ab`.',
    maxLength: 7,
    description: 'Colour of e-mails, proofs and tracking pages.',
    examples: ['#1864ab'],
  }),
  logo: textSchema('Your logo: a PNG or JPEG image as a `data:` URL of at most 100 KB. Empty: no logo.', 140_000),
})
export type Branding = Static<typeof Branding>

export const trackingTriggers = ['registered', 'planned', 'released', 'inTransit'] as const
export type TrackingTrigger = (typeof trackingTriggers)[number]

export const templateNames = ['success', 'partial', 'failed', 'tracking'] as const
export type TemplateName = (typeof templateNames)[number]
/** Placeholders of a template, which are written in braces, as `{ORDER_KEY}`. */
export const templateTokens = [
  'CONTACT_NAME',
  'ORDER_KEY',
  'COMPANY_NAME',
  'ENVIRONMENT_NAME',
  'OUTCOME',
  'REASON',
  'TIME',
  'POD_LINK',
  'TRACKING_LINK',
  'ETA',
] as const
export type TemplateToken = (typeof templateTokens)[number]
/** Matches text in the form of a placeholder. */
export const tokenPattern = /\{([A-Za-z_]+)\}/g
/** Returns the placeholders of a text that do not exist. */
export const findUnknownTokens = (text: string): string[] =>
  [...text.matchAll(tokenPattern)]
    .map(([, name]) => name!)
    .filter((name) => !(templateTokens as readonly string[]).includes(name))

const Template = objectSchema('NoticeTemplate', {
  subject: Type.String({ minLength: 1, maxLength: roadLimits.subjectLength, description: 'Subject of the e-mail.' }),
  body: Type.String({
    minLength: 1,
    maxLength: roadLimits.templateLength,
    description:
      'Text of the e-mail. These placeholders are replaced: ' +
      `${templateTokens.map((name) => `\`{${name}}\``).join(', ')}.`,
  }),
})
export type NoticeTemplate = Static<typeof Template>

export const noticeLanguages = ['en', 'de', 'ar'] as const
export type NoticeLanguage = (typeof noticeLanguages)[number]

/** Fields of the e-mail settings in addition to switches and recipients. */
export const noticeSettings = {
  language: closedEnum(noticeLanguages, 'Language of e-mails and proofs, and of their dates.'),
  senderName: textSchema('Sender name of e-mails. Default, also if empty: the name of the company.', 100),
  replyTo: emailSchema('E-mail address in the header `Reply-To` of e-mails. Empty: no such header.'),
  attachPdf: flagSchema('`true` attaches the proof to its e-mail as a PDF.'),
  automatic: objectSchema('AutomaticNotices', {
    success: flagSchema('`true` sends an e-mail to the recipient after a success.'),
    partial: flagSchema('`true` sends an e-mail to the recipient after a partial success.'),
    failed: flagSchema('`true` sends an e-mail to the recipient after a failure.'),
  }),
  templates: objectSchema(
    'NoticeTemplates',
    {
      success: optionalSchema(Template),
      partial: optionalSchema(Template),
      failed: optionalSchema(Template),
      tracking: optionalSchema(Template),
    },
    { description: 'Your own templates; Dray uses its own template for each one that is not set.' },
  ),
  trackingTriggers: Type.Array(closedEnum(trackingTriggers), {
    maxItems: trackingTriggers.length,
    uniqueItems: true,
    description: 'Triggers of the tracking e-mail: each sends at most one e-mail for an order.',
  }),
}

export const defaultReasons: FailureReason[] = Object.entries(usualReasons).map(([code, { en }]) => ({
  code,
  name: en,
  ...(code === 'damaged' ? { photoRequired: true } : {}),
  ...(code === 'transferred' ? { quiet: true } : {}),
}))
export const defaultPod: PodSettings = {
  reasons: defaultReasons,
  signature: { success: 'required', partial: 'required', failed: 'optional' },
  photosMin: 0,
  photosMax: 5,
  photoSide: 1_600,
  keepPhotosDays: 365,
  scan: 'optional',
}
export const defaultTracking: TrackingSettings = {
  estimatedTime: true,
  stopsAhead: true,
  vehiclePosition: false,
  vehicleWithinStops: 3,
  proof: 'outcome',
  keepDays: 14,
}
export const defaultBranding: Branding = { companyName: '', colour: '#1864ab', logo: '' }
export const defaultNotices = {
  language: 'en' as NoticeLanguage,
  senderName: '',
  replyTo: '',
  attachPdf: true,
  automatic: { success: true, partial: true, failed: true },
  templates: {},
  trackingTriggers: ['inTransit'] as TrackingTrigger[],
}
