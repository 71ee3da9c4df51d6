// Decides e-mails in the transaction of the change that causes them, and stores them.
import type { LoadStatus } from '../../../contract/load.ts'
import type { NoticeKind } from '../../../contract/notice.ts'
import { isQuiet } from '../../../contract/reasons.ts'
import { type OutcomeName, type TrackingTrigger, trackingTriggers } from '../../../contract/road.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import * as changes from '../../platform/event/rules.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatIso } from '../../platform/value/times.ts'
import { readFields } from '../record/document.ts'
import * as tracking from '../tracking-link/rules.ts'
import { decideOutcomeEmails, decideTrackingEmails, type EmailDecision, normaliseAddress } from './decide.ts'
import { isWithinLimits } from './foreign.ts'
import * as store from './store.ts'
import { findPassedTriggers } from './triggers.ts'

/** Time for which a proof e-mail waits for its photos, in milliseconds. */
export const filesMs = 15 * 60_000

interface EmailRequest {
  consignmentId: string
  key: string
  podId: string | null
  kind: NoticeKind
  sendTimeMs: number
  /** Unique name of the e-mail. It contains the address if several recipients get this e-mail. */
  subject: string
  /** Device that sent the address, if the address is foreign; otherwise undefined. */
  foreignBy?: string | undefined
}

/**
 * Stores an e-mail, even if it will not be sent. Returns its id. Returns undefined if an e-mail with this name exists.
 */
export async function addEmail(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  request: EmailRequest,
  decided: EmailDecision,
): Promise<string | undefined> {
  const { environmentId, now } = author
  const { consignmentId, key, podId, kind, sendTimeMs, subject, foreignBy } = request
  const { recipient, address } = decided
  const suppressed = decided.suppressed ?? ((await isSandbox(tx, environmentId)) ? 'sandbox' : null)
  const foreign = suppressed === null && foreignBy !== undefined ? { deviceId: foreignBy, consignmentId } : undefined
  const isHeld = foreign !== undefined && !(await isWithinLimits(tx, author, foreign))
  const state = isHeld ? 'held' : suppressed === null ? 'waiting' : 'suppressed'
  const noticeId = createId()
  const time = formatIso(now)
  const isNew = await store.insertEmail(tx, environmentId, {
    noticeId,
    consignmentId,
    podId,
    kind,
    dedupe: subject,
    recipient,
    address,
    state,
    reason: suppressed,
    created: time,
    updated: time,
    due: sendTimeMs,
    tries: 0,
    attempts: '[]',
    deviceId: isHeld ? null : (foreign?.deviceId ?? null),
  })
  if (!isNew) return undefined
  if (state === 'waiting') await store.addSender(tx, environmentId)
  // Programs that send SMS read these events. They must respect the settings of the order and the choice of the
  // recipient, so an e-mail that these prevent has no event.
  if (recipient === 'consignee' && !['turned_off', 'unsubscribed', 'not_counting'].includes(suppressed ?? ''))
    await changes.recordChange(tx, author, {
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

const isSandbox = async (tx: ReadTransaction, environmentId: string): Promise<boolean> =>
  (await environments.findById(tx, environmentId))?.sandbox === true

/** Data of an outcome that decides about its e-mails. */
export interface RecordedOutcome {
  podId: string
  outcome: OutcomeName
  failureReasonCode: string | null
  /** Number of pending files, which are announced and not stored yet. */
  pending: number
  /** Recipient's address in the proof; null for none. */
  address: string | null
  /** Device that sent the proof, undefined for other proofs, and the recipient's address in the order. */
  givenBy: { deviceId: string | undefined; ownAddress: string | null }
  order: store.EmailOrder
  /** Whether this proof is the deciding proof of the order. */
  counts: boolean
}

/** Decides the e-mails about an outcome, in the transaction that stores the outcome. */
export async function decideOutcome(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  recorded: RecordedOutcome,
): Promise<void> {
  const { podId, outcome, pending, address, order, counts } = recorded
  const { notifications, pod } = await getSettings(tx, author.environmentId)
  const { consignmentNotificationsEnabled: allowed } = readFields(order.document, ['consignmentNotificationsEnabled'])
  const letters = decideOutcomeEmails(notifications, outcome, {
    allowed: allowed ?? null,
    address,
    counts,
    isQuiet: isQuiet(pod.reasons, outcome, recorded.failureReasonCode),
  })
  if (letters.length === 0) return
  const isForeign = normaliseAddress(address ?? '') !== normaliseAddress(recorded.givenBy.ownAddress ?? '')
  const waits = pending > 0 && notifications.attachPdf
  for (const letter of letters) {
    const sendTimeMs = author.now + (waits && letter.recipient === 'consignee' ? filesMs : 0)
    const { consignmentId, key } = order
    const subject = `pod ${podId} ${letter.recipient} ${normaliseAddress(letter.address)}`
    const foreignBy = letter.recipient === 'consignee' && isForeign ? recorded.givenBy.deviceId : undefined
    await addEmail(
      tx,
      author,
      { consignmentId, key, podId, kind: `pod.${outcome}`, sendTimeMs, subject, foreignBy },
      letter,
    )
  }
  if (hasTrackingRecipient(letters)) await tracking.ensureLink(tx, author, order)
}

/** Returns whether the recipient gets an e-mail. The order then needs a tracking page. */
export const hasTrackingRecipient = (letters: readonly EmailDecision[]): boolean =>
  letters.some(({ recipient, suppressed }) => recipient !== 'fixed' && suppressed === null)

/** Makes the e-mail of a proof due after all its files have arrived. */
export const onFilesArrived = (tx: WriteTransaction, { environmentId, now }: changes.ChangeAuthor, podId: string) =>
  store.makeProofEmailsDue(tx, environmentId, podId, now)

/** Returns the wanted triggers, which the settings turn on. */
async function wantedOf(tx: ReadTransaction, environmentId: string, triggers: readonly TrackingTrigger[]) {
  const { notifications } = await getSettings(tx, environmentId)
  return notifications.publicTracking
    ? triggers.filter((trigger) => notifications.trackingTriggers.includes(trigger))
    : []
}

/** Decides the tracking e-mails of orders for a trigger. Each trigger causes at most one e-mail per order. */
async function decideTracking(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  trigger: TrackingTrigger,
  orders: readonly store.EmailOrder[],
): Promise<void> {
  const { environmentId, now: due } = author
  const { notifications } = await getSettings(tx, environmentId)
  for (const order of orders) {
    const { consignmentId, key, document } = order
    const switches = readFields(document, ['publicTrackingEnabled', 'consigneeContact'])
    const letters = decideTrackingEmails(notifications, {
      allowed: switches.publicTrackingEnabled ?? null,
      address: switches.consigneeContact?.email || null,
      isUnsubscribed: order.stopped != null,
    })
    for (const letter of letters) {
      const subject = store.formatTrackingName(trigger, consignmentId)
      await addEmail(
        tx,
        author,
        { consignmentId, key, podId: null, kind: `tracking.${trigger}`, sendTimeMs: due, subject },
        letter,
      )
    }
    const link = trigger === 'registered' ? tracking.createLink : tracking.ensureLink
    if (hasTrackingRecipient(letters)) await link(tx, author, order)
  }
}

export async function onOrderRegistered(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  order: store.EmailOrder,
): Promise<void> {
  const [trigger] = await wantedOf(tx, author.environmentId, ['registered'])
  if (trigger) await decideTracking(tx, author, trigger, [order])
}

/**
 * Decides the tracking e-mails of a load whose status has changed. If several triggers apply, only the last one causes
 * e-mails.
 */
export async function onLoadStatusChanged(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { loadId, from, to }: { loadId: string; from: LoadStatus; to: LoadStatus },
): Promise<void> {
  const trigger = (await wantedOf(tx, author.environmentId, findPassedTriggers(from, to))).at(-1)
  if (trigger) await decideTracking(tx, author, trigger, await store.listLoadOrders(tx, author.environmentId, loadId))
}

/**
 * Decides the tracking e-mail of an order that joins a load. Its trigger is the last one that the load has passed and
 * that the settings turn on.
 */
export async function onOrderJoined(tx: WriteTransaction, author: changes.ChangeAuthor, id: string): Promise<void> {
  const { environmentId } = author
  if ((await wantedOf(tx, environmentId, trackingTriggers)).length === 0) return
  const order = await store.findLoadOrder(tx, environmentId, id)
  const trigger = order && (await wantedOf(tx, environmentId, findPassedTriggers('planning', order.status))).at(-1)
  if (trigger) await decideTracking(tx, author, trigger, [order])
}

/** Deletes the addresses in an order's e-mails, when its recipient is erased. */
export const eraseAddresses = (tx: WriteTransaction, { environmentId, now }: changes.ChangeAuthor, orderId: string) =>
  store.eraseAddresses(tx, environmentId, orderId, formatIso(now))
