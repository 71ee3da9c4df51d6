// Writes the content of an e-mail, from the records at the time of sending.
import type { Settings } from '../../../contract/environment.ts'
import type { Suppression } from '../../../contract/notice.ts'
import { reasonIn, reasonName } from '../../../contract/reasons.ts'
import type { NoticeLanguage, NoticeTemplate, OutcomeName, TemplateName } from '../../../contract/road.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import * as store from '../../orders/outbox/store.ts'
import { membersOf } from '../../orders/record/document.ts'
import * as consignments from '../../orders/record/store.ts'
import * as tracking from '../../orders/tracking-link/rules.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import { asOneLine } from '../../platform/value/line.ts'
import { type Reading, spanIn, timeIn } from '../../platform/value/span.ts'
import { expectedWithin } from '../progress/progress.ts'
import * as pods from '../proof/store.ts'
import { words } from '../tracking-page/words.ts'
import { type Values, type Written, write } from './letter.ts'
import { againstProof, againstTracking, type GivesWay } from './outdated.ts'
import { builtIn, exampleName, linkWords, outcomeWords } from './words.ts'

export interface Content extends Written {
  address: string
  senderName: string
  replyTo: string
  branding: Settings['branding']
  /** Id of the proof that is attached as a PDF; undefined for none. */
  podId: string | undefined
  /** URL with which the recipient of a tracking e-mail stops these e-mails. */
  stopUrl: string | undefined
}

/** The facts about an order and its outcome that an e-mail can contain. */
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

/** Returns the content of a waiting e-mail, or the reason not to send it. Returns undefined if it no longer waits. */
export async function contentOf(
  tx: Reader,
  environmentId: string,
  noticeId: string,
  publicUrl: string,
): Promise<({ tries: number; suppressed?: Suppression; content?: Content } & Partial<GivesWay>) | undefined> {
  const row = await store.find(tx, environmentId, noticeId)
  if (row?.state !== 'waiting') return undefined
  const { tries, consignmentId, podId, recipient, kind, address } = row
  const order = await consignments.findById(tx, environmentId, consignmentId)
  const proof = podId === null ? undefined : await pods.find(tx, environmentId, podId)
  if (!order || (podId !== null && !proof)) return { tries, suppressed: 'deleted' }
  const settings = await settingsOf(tx, environmentId)
  const found = await tracking.pageOf(tx, environmentId, order)
  const isTracking = kind.startsWith('tracking.')
  if (recipient !== 'fixed' && (isTracking ? found === undefined : isStopped(order.document)))
    return { tries, suppressed: 'turned_off' }
  if (recipient !== 'fixed' && isTracking && found?.isStopped) return { tries, suppressed: 'unsubscribed' }
  const against = await (proof ? againstProof(row, order, proof) : againstTracking(tx, environmentId, row, order))
  if (against) return typeof against === 'string' ? { tries, suppressed: against } : { tries, ...against }
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
      senderName: settings.notifications.senderName || companyOf(settings, name),
      replyTo,
      branding: settings.branding,
      podId: attachPdf && recipient !== 'fixed' && podId !== null ? podId : undefined,
      stopUrl,
    },
  }
}

/** Returns the estimated time window, or null if the settings hide it or no estimate is possible. */
async function estimateFor(
  tx: Reader,
  environmentId: string,
  { consignmentId, loadId }: consignments.ConsignmentRow,
  { tracking: { estimatedTime } }: Settings,
): Promise<Facts['window'] | null> {
  if (!estimatedTime || loadId === null) return null
  return expectedWithin(tx, environmentId, { loadId, consignmentId }, Date.now())
}

const isStopped = (document: string): boolean =>
  membersOf(document, ['consignmentNotificationsEnabled']).consignmentNotificationsEnabled === false

function factsOf(
  { key, type, document }: consignments.ConsignmentRow,
  proof: pods.PodRow | undefined,
  settings: Settings,
): Facts {
  const { consigneeContact } = membersOf(document, ['consigneeContact'])
  const { failureReasonCode } = JSON.parse(proof?.document ?? '{}') as { failureReasonCode?: string | null }
  return {
    key,
    type,
    contactName: consigneeContact?.personName ?? '',
    window: tracking.awaitedWithin(document),
    outcome: proof?.outcome,
    reason: reasonIn(settings.pod.reasons, failureReasonCode ?? null, settings.notifications.language) ?? '',
    time: proof?.time ?? '',
    podLink: '',
    trackingLink: '',
  }
}

const companyOf = ({ branding }: Settings, environmentName: string): string => branding.companyName || environmentName

/** An e-mail with the template that it was written from. */
type FromTemplate = Written & { template: NoticeTemplate }

interface Writing {
  settings: Settings
  /** Name of the environment. */
  name: string
  facts: Facts
  stopUrl: string | undefined
  /** Parts of a template that replace parts of the settings. */
  tried?: Partial<NoticeTemplate>
}

function writtenFor({ settings, name, facts, stopUrl, tried }: Writing, template: TemplateName): FromTemplate {
  const { language, templates } = settings.notifications
  const companyName = companyOf(settings, name)
  const reading: Reading = { language, timeZone: settings.timezone, style: 'letter' }
  const values: Values = {
    CONTACT_NAME: asOneLine(facts.contactName),
    ORDER_KEY: asOneLine(facts.key),
    COMPANY_NAME: asOneLine(companyName),
    ENVIRONMENT_NAME: asOneLine(name),
    OUTCOME: facts.outcome ? outcomeWords[language][facts.type][facts.outcome] : '',
    REASON: asOneLine(facts.reason),
    TIME: timeIn(reading, facts.time),
    POD_LINK: facts.podLink,
    TRACKING_LINK: facts.trackingLink,
    ETA: spanIn(reading, facts.window),
  }
  const foot = stopUrl === undefined ? undefined : { text: words[language].stop, url: stopUrl }
  const letter = { ...builtIn(language, template), ...templates[template], ...tried }
  const page = { text: linkWords[language][template === 'tracking' ? 'tracking' : 'outcome'], url: facts.podLink }
  const layout = { language, companyName, branding: settings.branding, page, foot }
  return { ...write(letter, values, layout), template: letter }
}

export interface Previewed {
  template: TemplateName
  tried: Partial<NoticeTemplate>
  consignmentKey: string | undefined
}
/** Returns an e-mail for a preview, about an order or about an example. */
export async function preview(
  tx: Reader,
  environmentId: string,
  { template, tried, consignmentKey }: Previewed,
  { publicUrl, now }: { publicUrl: string; now: string },
): Promise<FromTemplate> {
  const settings = await settingsOf(tx, environmentId)
  const environment = await environments.findById(tx, environmentId)
  const order =
    consignmentKey === undefined ? undefined : await consignments.findByKey(tx, environmentId, consignmentKey)
  if (consignmentKey !== undefined && !order)
    throw new Problem('UNKNOWN_CONSIGNMENT', {
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
  const known = order ? factsOf(order, undefined, settings) : example(language, now)
  const outcome = template === 'tracking' ? undefined : template
  const reason = outcome === 'success' || outcome === undefined ? '' : firstReasonOf(settings)
  const page = `${publicUrl}/t/…`
  const facts = { ...known, outcome, reason, time: now, podLink: page, trackingLink: page }
  const stopUrl = template === 'tracking' ? `${page}/stop` : undefined
  return writtenFor({ settings, name: environment!.name, facts, stopUrl, tried }, template)
}

const firstReasonOf = ({ pod: { reasons }, notifications: { language } }: Settings): string =>
  reasons[0] ? reasonName(reasons[0], language) : ''

const example = (language: NoticeLanguage, now: string): Omit<Facts, 'outcome' | 'time'> => ({
  key: 'A-1001',
  type: 'delivery',
  contactName: exampleName[language],
  window: { from: now, to: null },
  reason: '',
  podLink: '',
  trackingLink: '',
})
