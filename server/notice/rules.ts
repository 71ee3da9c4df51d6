// Letters are decided here, in the transaction of what they tell of; listed, and sent again by hand.
import type { LoadStatus } from '../../contract/load.ts'
import type { Notice, NoticeKind, NoticeRecipient, NoticeState } from '../../contract/notice.ts'
import { isQuiet } from '../../contract/reasons.ts'
import { type OutcomeName, type TrackingTrigger, trackingTriggers } from '../../contract/road.ts'
import * as changes from '../change/rules.ts'
import { membersOf } from '../consignment/document.ts'
import { newId } from '../core/ids.ts'
import type { Call } from '../core/operation.ts'
import { pageOf, readCursor, writeCursor } from '../core/page.ts'
import { Problem } from '../core/problems.ts'
import { toIso } from '../core/times.ts'
import type { Reader, Writer } from '../database/database.ts'
import { settingsOf } from '../environment/rules.ts'
import * as environments from '../environment/store.ts'
import * as pods from '../pod/store.ts'
import * as tracking from '../tracking/rules.ts'
import { type Decided, lettersOfOutcome, lettersOfTracking, sameAddress } from './decide.ts'
import { isWithinLimits } from './foreign.ts'
import * as store from './store.ts'
import { passed } from './triggers.ts'

/** For so long the letter of a proof waits for its photos. */
export const filesMs = 15 * 60_000

interface Told {
  consignmentId: string
  key: string
  podId: string | null
  kind: NoticeKind
  due: number
  /** What there is one letter of; the address is added where several get it. */
  subject: string
  /** The device that gave the address, if the address is foreign. */
  foreignBy?: string | undefined
}

/** Writes down a letter, sent or not. Answers its id, unless there was one of the same before. */
async function add(tx: Writer, author: changes.Author, told: Told, decided: Decided): Promise<string | undefined> {
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
  // Programs that send SMS follow these events. They must not send what the order or the recipient forbids either.
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

/** What became of an order, as far as letters are concerned. */
export interface OutcomeTold {
  podId: string
  outcome: OutcomeName
  failureReasonCode: string | null
  /** Files of the proof that have not arrived. */
  pending: number
  /** Where the consignee's letter goes, as the proof has it. */
  address: string | null
  /** The driver's device that sent the proof, if one did, and the address of the order. */
  givenBy: { deviceId: string | undefined; ownAddress: string | null }
  order: store.ToldOrder
  /** Whether this proof says what became of the order. */
  counts: boolean
}

/** The letters about an outcome; in the transaction that stores it, so that there is none without the other. */
export async function decideOutcome(tx: Writer, author: changes.Author, told: OutcomeTold): Promise<void> {
  const { podId, outcome, pending, address, order, counts } = told
  const { notifications, pod } = await settingsOf(tx, author.environmentId)
  const { consignmentNotificationsEnabled: allowed } = membersOf(order.document, ['consignmentNotificationsEnabled'])
  const letters = lettersOfOutcome(notifications, outcome, {
    ...{ allowed: allowed ?? null, address, counts },
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

/** Whoever gets a letter can open the page of the order. */
const needPage = (letters: readonly Decided[]): boolean =>
  letters.some(({ recipient, suppressed }) => recipient !== 'fixed' && suppressed === null)

/** The last file of a proof has arrived: its letter need not wait any longer. */
export const filesArrived = (tx: Writer, { environmentId, now }: changes.Author, podId: string) =>
  store.hasten(tx, environmentId, podId, now)

/** Those of the triggers that the environment wants, if it wants tracking letters at all. */
async function wantedOf(tx: Reader, environmentId: string, triggers: readonly TrackingTrigger[]) {
  const { notifications } = await settingsOf(tx, environmentId)
  return notifications.publicTracking
    ? triggers.filter((trigger) => notifications.trackingTriggers.includes(trigger))
    : []
}

/** The tracking letters of orders that something happened to, each once. */
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

/** A load that moves on tells its orders once, of the furthest that they are to be told of. */
export async function moved(
  tx: Writer,
  author: changes.Author,
  { loadId, from, to }: { loadId: string; from: LoadStatus; to: LoadStatus },
): Promise<void> {
  const trigger = (await wantedOf(tx, author.environmentId, passed(from, to))).at(-1)
  if (trigger) await decideTracking(tx, author, trigger, await store.ordersOfLoad(tx, author.environmentId, loadId))
}

/** An order that joins a load is told what those who were there have been told. */
export async function joined(tx: Writer, author: changes.Author, consignmentId: string): Promise<void> {
  const { environmentId } = author
  if ((await wantedOf(tx, environmentId, trackingTriggers)).length === 0) return
  const order = await store.orderOnLoad(tx, environmentId, consignmentId)
  const trigger = order && (await wantedOf(tx, environmentId, passed('planning', order.status))).at(-1)
  if (trigger) await decideTracking(tx, author, trigger, [order])
}

/** With the consignee's data goes where letters went. */
export const forget = (tx: Writer, { environmentId, now }: changes.Author, consignmentId: string) =>
  store.forget(tx, environmentId, consignmentId, toIso(now))

const latest = '~'
type ListQuery = { consignmentId?: string; state?: NoticeState; limit?: string; cursor?: string }

export async function list(tx: Reader, { environmentId, query }: Call<ListQuery>) {
  const { consignmentId, state, cursor } = query
  const { limit } = pageOf(query)
  const cursors = { environmentId, list: 'notices', sort: '' }
  const before = cursor === undefined ? latest : readCursor(cursors, cursor)[1]
  const rows = await store.page(tx, environmentId, { consignmentId, state }, { before, limit: limit + 1 })
  const more = rows.length > limit
  const notices = rows.slice(0, limit).map(shown)
  return { notices, next: more ? writeCursor(cursors, ['', notices.at(-1)!.noticeId]) : null }
}

const shown = ({ dedupe: _, tries: __, due, address, attempts, state, ...row }: store.NoticeRow): Notice => ({
  ...row,
  state,
  address: address === '' ? null : address,
  due: state === 'waiting' ? toIso(due) : null,
  attempts: (JSON.parse(attempts) as Notice['attempts']).map(({ time, result, message }) => ({
    time,
    result,
    message,
  })),
})

const notFound = () => new Problem('NOT_FOUND', { message: 'There is no such notice in this environment.' })

interface ByHand {
  kind: NoticeKind
  podId: string | null
  consignmentId: string
  recipient: NoticeRecipient
  address: string
}
/** By hand a letter goes to whom it is sent to, but not against what the order says. */
async function addByHand(tx: Writer, call: changes.Author, asked: ByHand): Promise<{ noticeId: string }> {
  const { kind, podId, consignmentId, recipient, address } = asked
  const order = await store.order(tx, call.environmentId, consignmentId)
  if (!order) throw new Problem('NOT_FOUND', { message: 'The consignment of this letter was deleted.' })
  const member = podId === null ? 'publicTrackingEnabled' : 'consignmentNotificationsEnabled'
  const isStopped = podId === null && order.stopped != null
  if (recipient !== 'fixed' && (isStopped || membersOf(order.document, [member])[member] === false))
    throw new Problem('NOTICE_STOPPED')
  const decided: Decided = { recipient, address, suppressed: address === '' ? 'no_address' : null }
  const told = { consignmentId, key: order.key, podId, kind, due: call.now, subject: store.nameByHand() }
  if (needPage([decided])) await tracking.ensure(tx, call, order)
  return { noticeId: (await add(tx, call, told, decided))! }
}

type Addressed = { address?: string | null }

export async function resend(tx: Writer, call: Call<unknown, { noticeId: string }, Addressed>) {
  const row = await store.find(tx, call.environmentId, call.params.noticeId)
  if (!row) throw notFound()
  const { kind, podId, consignmentId } = row
  const other = call.body.address || undefined
  const isOther = other !== undefined && sameAddress(other) !== sameAddress(row.address)
  const recipient = isOther ? 'named' : row.recipient
  const made = await addByHand(tx, call, { kind, podId, consignmentId, recipient, address: other ?? row.address })
  // To send a held e-mail by hand is to approve it.
  await store.endHeld(tx, call.environmentId, row.noticeId, { reason: 'approved', updated: toIso(call.now) })
  return made
}

/** Discards an e-mail that waits for a planner. Returns the state afterwards. */
export async function discard(tx: Writer, { environmentId, params, now }: Call<unknown, { noticeId: string }>) {
  const { noticeId } = params
  await store.endHeld(tx, environmentId, noticeId, { reason: 'discarded', updated: toIso(now) })
  const row = await store.find(tx, environmentId, noticeId)
  if (!row) throw notFound()
  return { noticeId, state: row.state }
}

/** The letter of a proof, to where the proof says or to any address. */
export async function sendProof(tx: Writer, call: Call<unknown, { podId: string }, Addressed>) {
  const { podId } = call.params
  const pod = await pods.find(tx, call.environmentId, podId)
  if (!pod) throw new Problem('NOT_FOUND', { message: 'There is no such proof in this environment.' })
  const { outcome, consignmentId } = pod
  const own = (JSON.parse(pod.document) as { email: string | null }).email ?? ''
  const address = call.body.address || own
  const recipient = sameAddress(address) === sameAddress(own) ? 'consignee' : 'named'
  return addByHand(tx, call, { kind: `pod.${outcome}`, podId, consignmentId, recipient, address })
}
