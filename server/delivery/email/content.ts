// Writes the content of an e-mail, from the records at the time of sending.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { NoticeSuppression } from '../../../contract/notice.ts'
import { findReasonName, translateReason } from '../../../contract/reasons.ts'
import type { NoticeLanguage, NoticeTemplate, OutcomeName, TemplateName } from '../../../contract/road.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import * as store from '../../orders/outbox/store.ts'
import { readFields } from '../../orders/record/document.ts'
import * as consignments from '../../orders/record/store.ts'
import * as tracking from '../../orders/tracking-link/rules.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { formatOneLine } from '../../platform/value/line.ts'
import { formatTime, formatTimeRange, type TimeFormatOptions } from '../../platform/value/span.ts'
import { estimateWindow } from '../progress/progress.ts'
import * as pods from '../proof/store.ts'
import { trackingTexts } from '../tracking-page/words.ts'
import { type TemplateValues, type WrittenEmail, writeEmail } from './letter.ts'
import { findProofEmailSuppression, findTrackingEmailSuppression, type WaitsForLaterEmail } from './outdated.ts'
import { exampleName, getBuiltInTemplate, linkTexts, outcomeTexts } from './words.ts'

export interface EmailContent extends WrittenEmail {
  address: string
  senderName: string
  replyTo: string
  branding: EnvironmentSettings['branding']
  /** Id of the proof that is attached as a PDF; undefined without an attachment. */
  podId: string | undefined
  /** URL with which the recipient stops the tracking e-mails; undefined for other e-mails. */
  stopUrl: string | undefined
}

/** Facts about an order and its outcome that an e-mail can contain. */
interface Facts {
  key: string
  type: 'delivery' | 'collection'
  contactName: string
  window: { from: string | null; to: string | null }
  outcome: OutcomeName | undefined
  reason: string
  time: string
  podLink: string
  trackingLink: string
}

/**
 * Returns the content of a waiting e-mail, or the reason not to send it. Returns undefined if the e-mail does not wait
 * any more.
 */
export async function buildEmailContent(
  tx: ReadTransaction,
  environmentId: string,
  noticeId: string,
  publicUrl: string,
): Promise<
  ({ tries: number; suppressed?: NoticeSuppression; content?: EmailContent } & Partial<WaitsForLaterEmail>) | undefined
> {
  const row = await store.findEmail(tx, environmentId, noticeId)
  if (row?.state !== 'waiting') return undefined
  const { tries, consignmentId, podId, recipient, kind, address } = row
  const order = await consignments.findById(tx, environmentId, consignmentId)
  const proof = podId === null ? undefined : await pods.findProof(tx, environmentId, podId)
  if (!order || (podId !== null && !proof)) return { tries, suppressed: 'deleted' }
  const settings = await getSettings(tx, environmentId)
  const found = await tracking.findTrackingPage(tx, environmentId, order)
  const isTracking = kind.startsWith('tracking.')
  if (recipient !== 'fixed' && (isTracking ? found === undefined : isStopped(order.document)))
    return { tries, suppressed: 'turned_off' }
  if (recipient !== 'fixed' && isTracking && found?.isStopped) return { tries, suppressed: 'unsubscribed' }
  const suppression = await (proof
    ? findProofEmailSuppression(row, order, proof)
    : findTrackingEmailSuppression(tx, environmentId, row, order))
  if (suppression)
    return typeof suppression === 'string' ? { tries, suppressed: suppression } : { tries, ...suppression }
  const page = found === undefined ? '' : publicUrl + found.path
  const facts = factsOf(order, proof, settings)
  if (isTracking) facts.window = (await estimateFor(tx, environmentId, order, settings)) ?? facts.window
  const links =
    recipient === 'fixed'
      ? // Fixed recipients get no personal data: they open the console, where their role decides.
        {
          contactName: '',
          trackingLink: '',
          podLink: `${publicUrl}/consignments/${consignmentId}?environment=${environmentId}`,
        }
      : { trackingLink: page, podLink: page }
  const stopUrl = isTracking ? `${page}/stop` : undefined
  const template = isTracking ? 'tracking' : (kind.slice('pod.'.length) as OutcomeName)
  const { name } = (await environments.findById(tx, environmentId))!
  const written = writtenFor(
    { settings, name, facts: { ...facts, time: facts.time || row.created, ...links }, stopUrl },
    template,
  )
  const { attachPdf, replyTo } = settings.notifications
  return {
    tries,
    content: {
      ...written,
      address,
      senderName: settings.notifications.senderName || getBrandName(settings, name),
      replyTo,
      branding: settings.branding,
      podId: attachPdf && recipient !== 'fixed' && podId !== null ? podId : undefined,
      stopUrl,
    },
  }
}

/** Returns the estimated time window, or null if the settings hide it or no estimate is possible. */
async function estimateFor(
  tx: ReadTransaction,
  environmentId: string,
  { consignmentId, loadId }: consignments.ConsignmentRow,
  { tracking: { estimatedTime } }: EnvironmentSettings,
): Promise<Facts['window'] | null> {
  if (!estimatedTime || loadId === null) return null
  return estimateWindow(tx, environmentId, { loadId, consignmentId }, Date.now())
}

const isStopped = (document: string): boolean =>
  readFields(document, ['consignmentNotificationsEnabled']).consignmentNotificationsEnabled === false

function factsOf(
  { key, type, document }: consignments.ConsignmentRow,
  proof: pods.PodRow | undefined,
  settings: EnvironmentSettings,
): Facts {
  const { consigneeContact } = readFields(document, ['consigneeContact'])
  const { failureReasonCode } = JSON.parse(proof?.document ?? '{}') as { failureReasonCode?: string | null }
  return {
    key,
    type,
    contactName: consigneeContact?.personName ?? '',
    window: tracking.calculateAwaitedWindow(document),
    outcome: proof?.outcome,
    reason: findReasonName(settings.pod.reasons, failureReasonCode ?? null, settings.notifications.language) ?? '',
    time: proof?.time ?? '',
    podLink: '',
    trackingLink: '',
  }
}

const getBrandName = ({ branding }: EnvironmentSettings, name: string): string => branding.companyName || name

/** E-mail with the template from which it was written. */
type FromTemplate = WrittenEmail & { template: NoticeTemplate }

interface Writing {
  settings: EnvironmentSettings
  /** Name of the environment. */
  name: string
  facts: Facts
  stopUrl: string | undefined
  /** Parts of a template that a preview tries in place of the stored ones. */
  tried?: Partial<NoticeTemplate>
}

function writtenFor({ settings, name, facts, stopUrl, tried }: Writing, template: TemplateName): FromTemplate {
  const { language, templates } = settings.notifications
  const companyName = getBrandName(settings, name)
  const reading: TimeFormatOptions = { language, timeZone: settings.timezone, style: 'letter' }
  const values: TemplateValues = {
    CONTACT_NAME: formatOneLine(facts.contactName),
    ORDER_KEY: formatOneLine(facts.key),
    COMPANY_NAME: formatOneLine(companyName),
    ENVIRONMENT_NAME: formatOneLine(name),
    OUTCOME: facts.outcome ? outcomeTexts[language][facts.type][facts.outcome] : '',
    REASON: formatOneLine(facts.reason),
    TIME: formatTime(reading, facts.time),
    POD_LINK: facts.podLink,
    TRACKING_LINK: facts.trackingLink,
    ETA: formatTimeRange(reading, facts.window),
  }
  const foot = stopUrl === undefined ? undefined : { text: trackingTexts[language].stop, url: stopUrl }
  const letter = { ...getBuiltInTemplate(language, template), ...templates[template], ...tried }
  const page = { text: linkTexts[language][template === 'tracking' ? 'tracking' : 'outcome'], url: facts.podLink }
  const layout = { language, companyName, branding: settings.branding, page, foot }
  return { ...writeEmail(letter, values, layout), template: letter }
}

export interface PreviewRequest {
  template: TemplateName
  tried: Partial<NoticeTemplate>
  consignmentKey: string | undefined
}
/** Returns an e-mail for a preview, about an order or about an example. */
export async function previewEmail(
  tx: ReadTransaction,
  environmentId: string,
  { template, tried, consignmentKey }: PreviewRequest,
  { publicUrl, now }: { publicUrl: string; now: string },
): Promise<FromTemplate> {
  const settings = await getSettings(tx, environmentId)
  const environment = await environments.findById(tx, environmentId)
  const order =
    consignmentKey === undefined ? undefined : await consignments.findByKey(tx, environmentId, consignmentKey)
  if (consignmentKey !== undefined && !order)
    throw new ApiProblem('UNKNOWN_CONSIGNMENT', {
      errors: [
        {
          path: '/consignmentKey',
          code: 'unknown_consignment',
          message: `The order with the key \`${consignmentKey}\` does not exist.`,
          values: { key: consignmentKey },
        },
      ],
    })
  const { language } = settings.notifications
  const orderFacts = order ? factsOf(order, undefined, settings) : example(language, now)
  const outcome = template === 'tracking' ? undefined : template
  const reason = outcome === 'success' || outcome === undefined ? '' : firstReasonOf(settings)
  const page = `${publicUrl}/t/…`
  const facts = { ...orderFacts, outcome, reason, time: now, podLink: page, trackingLink: page }
  const stopUrl = template === 'tracking' ? `${page}/stop` : undefined
  return writtenFor({ settings, name: environment!.name, facts, stopUrl, tried }, template)
}

const firstReasonOf = ({ pod: { reasons }, notifications: { language } }: EnvironmentSettings): string =>
  reasons[0] ? translateReason(reasons[0], language) : ''

const example = (language: NoticeLanguage, now: string): Omit<Facts, 'outcome' | 'time'> => ({
  key: 'A-1001',
  type: 'delivery',
  contactName: exampleName[language],
  window: { from: now, to: null },
  reason: '',
  podLink: '',
  trackingLink: '',
})
