// Decides e-mails in the transaction of the change that causes them, and stores them.
import type { LoadStatus } from '../../../contract/load.ts'
import type { NoticeKind } from '../../../contract/notice.ts'
import { isQuiet } from '../../../contract/reasons.ts'
import { type OutcomeName, type TrackingTrigger, trackingTriggers } from '../../../contract/road.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import * as changes from '../../platform/event/rules.ts'
import { newId } from '../../platform/value/ids.ts'
import { toIso } from '../../platform/value/times.ts'
import { membersOf } from '../record/document.ts'
import * as tracking from '../tracking-link/rules.ts'
import { type Decided, lettersOfOutcome, lettersOfTracking, sameAddress } from './decide.ts'
import { isWithinLimits } from './foreign.ts'
import * as store from './store.ts'
import { passed } from './triggers.ts'

/** Time for which a proof e-mail waits for its photos, in milliseconds. */
export const filesMs = 15 * 60_000

interface Told {
  consignmentId: string
  key: string
  podId: string | null
  kind: NoticeKind
  due: number
  /** Subject, the unique name of the e-mail; with the address if several recipients get it. */
  subject: string
  /** The device that gave the address, if the address is foreign. */
  foreignBy?: string | undefined
}

/** Stores an e-mail, also one that is not sent. Returns its id; undefined if an e-mail of that name exists. */
export async function add(
  tx: Writer,
  author: changes.Author,
  told: Told,
  decided: Decided,
): Promise<string | undefined> {
  const { environmentId, now } = author
  const { consignmentId, key, podId, kind, due, subject, foreignBy } = told
  const { recipient, address } = decided
  const suppressed = decided.suppressed ?? ((await isSandbox(tx, environmentId)) ? 'sandbox' : null)
  const foreign = suppressed === null && foreignBy !== undefined ? { deviceId: foreignBy, consignmentId } : undefined
  const isHeld = foreign !== undefined && !(await isWithinLimits(tx, author, foreign))
  const state = isHeld ? 'held' : suppressed === null ? 'waiting' : 'suppressed'
  const noticeId = newId()
  const at = toIso(now)
  const isNew = await store.insert(tx, environmentId, {
    noticeId,
    consignmentId,
    podId,
    kind,
    dedupe: subject,
    recipient,
    address,
    state,
    reason: suppressed,
    created: at,
    updated: at,
    due,
    tries: 0,
    attempts: '[]',
    deviceId: isHeld ? null : (foreign?.deviceId ?? null),
  })
  if (!isNew) return undefined
  if (state === 'waiting') await store.addSender(tx, environmentId)
  // Programs that send SMS follow these events. They must respect the settings of the order and the recipient.
  if (recipient === 'consignee' && !['turned_off', 'unsubscribed', 'not_counting'].includes(suppressed ?? ''))
    await changes.record(tx, author, {
      type: 'notice.created',
      recordId: noticeId,
      recordKey: key,
      version: 1,
      differences: [
        { path: '/kind', new: kind },
        { path: '/consignmentId', new: consignmentId },
      ],
    })
  return noticeId
}

const isSandbox = async (tx: Reader, environmentId: string): Promise<boolean> =>
  (await environments.findById(tx, environmentId))?.sandbox === true

/** The facts about an outcome that decide its e-mails. */
export interface OutcomeTold {
  podId: string
  outcome: OutcomeName
  failureReasonCode: string | null
  /** Number of pending files, announced but not stored yet. */
  pending: number
  /** Address of the recipient in the proof. */
  address: string | null
  /** The driver's device that sent the proof, if one did, and the address of the order. */
  givenBy: { deviceId: string | undefined; ownAddress: string | null }
  order: store.ToldOrder
  /** Whether this proof counts for the outcome of the order. */
  counts: boolean
}

/** Decides the e-mails about an outcome, in the transaction that stores the outcome. */
export async function decideOutcome(tx: Writer, author: changes.Author, told: OutcomeTold): Promise<void> {
  const { podId, outcome, pending, address, order, counts } = told
  const { notifications, pod } = await settingsOf(tx, author.environmentId)
  const { consignmentNotificationsEnabled: allowed } = membersOf(order.document, ['consignmentNotificationsEnabled'])
  const letters = lettersOfOutcome(notifications, outcome, {
    allowed: allowed ?? null,
    address,
    counts,
    isQuiet: isQuiet(pod.reasons, outcome, told.failureReasonCode),
  })
  if (letters.length === 0) return
  const isForeign = sameAddress(address ?? '') !== sameAddress(told.givenBy.ownAddress ?? '')
  const waits = pending > 0 && notifications.attachPdf
  for (const letter of letters) {
    const due = author.now + (waits && letter.recipient === 'consignee' ? filesMs : 0)
    const { consignmentId, key } = order
    const subject = `pod ${podId} ${letter.recipient} ${sameAddress(letter.address)}`
    const foreignBy = letter.recipient === 'consignee' && isForeign ? told.givenBy.deviceId : undefined
    await add(tx, author, { consignmentId, key, podId, kind: `pod.${outcome}`, due, subject, foreignBy }, letter)
  }
  if (needPage(letters)) await tracking.ensure(tx, author, order)
}

/** Returns whether a recipient gets an e-mail, and so needs a tracking page. */
export const needPage = (letters: readonly Decided[]): boolean =>
  letters.some(({ recipient, suppressed }) => recipient !== 'fixed' && suppressed === null)

/** Makes the e-mail of a proof due after all its files have arrived. */
export const filesArrived = (tx: Writer, { environmentId, now }: changes.Author, podId: string) =>
  store.hasten(tx, environmentId, podId, now)

/** Returns the wanted triggers, which the settings turn on. */
async function wantedOf(tx: Reader, environmentId: string, triggers: readonly TrackingTrigger[]) {
  const { notifications } = await settingsOf(tx, environmentId)
  return notifications.publicTracking
    ? triggers.filter((trigger) => notifications.trackingTriggers.includes(trigger))
    : []
}

/** Decides the tracking e-mails of orders for a trigger, each e-mail once. */
async function decideTracking(
  tx: Writer,
  author: changes.Author,
  trigger: TrackingTrigger,
  orders: readonly store.ToldOrder[],
): Promise<void> {
  const { environmentId, now: due } = author
  const { notifications } = await settingsOf(tx, environmentId)
  for (const order of orders) {
    const { consignmentId, key, document } = order
    const switches = membersOf(document, ['publicTrackingEnabled', 'consigneeContact'])
    const letters = lettersOfTracking(notifications, {
      allowed: switches.publicTrackingEnabled ?? null,
      address: switches.consigneeContact?.email || null,
      isUnsubscribed: order.stopped != null,
    })
    for (const letter of letters) {
      const subject = store.trackingName(trigger, consignmentId)
      await add(tx, author, { consignmentId, key, podId: null, kind: `tracking.${trigger}`, due, subject }, letter)
    }
    const link = trigger === 'registered' ? tracking.make : tracking.ensure
    if (needPage(letters)) await link(tx, author, order)
  }
}

export async function registered(tx: Writer, author: changes.Author, order: store.ToldOrder): Promise<void> {
  const [trigger] = await wantedOf(tx, author.environmentId, ['registered'])
  if (trigger) await decideTracking(tx, author, trigger, [order])
}

/** Decides the tracking e-mails of a load whose status changed: only the last trigger causes e-mails. */
export async function moved(
  tx: Writer,
  author: changes.Author,
  { loadId, from, to }: { loadId: string; from: LoadStatus; to: LoadStatus },
): Promise<void> {
  const trigger = (await wantedOf(tx, author.environmentId, passed(from, to))).at(-1)
  if (trigger) await decideTracking(tx, author, trigger, await store.ordersOfLoad(tx, author.environmentId, loadId))
}

/** Decides the tracking e-mail of an order that joins a load: the one that the load's other orders got last. */
export async function joined(tx: Writer, author: changes.Author, consignmentId: string): Promise<void> {
  const { environmentId } = author
  if ((await wantedOf(tx, environmentId, trackingTriggers)).length === 0) return
  const order = await store.orderOnLoad(tx, environmentId, consignmentId)
  const trigger = order && (await wantedOf(tx, environmentId, passed('planning', order.status))).at(-1)
  if (trigger) await decideTracking(tx, author, trigger, [order])
}

/** Forgets the addresses of an order's e-mails when its recipient is erased. */
export const forget = (tx: Writer, { environmentId, now }: changes.Author, consignmentId: string) =>
  store.forget(tx, environmentId, consignmentId, toIso(now))
