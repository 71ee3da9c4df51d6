// Lists e-mails, previews them, and sends them on a planner's request.
import type { Notice, NoticeKind, NoticeRecipient, NoticeState } from '../../../contract/notice.ts'
import { type Decided, sameAddress } from '../../orders/outbox/decide.ts'
import { add, needPage } from '../../orders/outbox/rules.ts'
import * as store from '../../orders/outbox/store.ts'
import { membersOf } from '../../orders/record/document.ts'
import * as tracking from '../../orders/tracking-link/rules.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import type * as changes from '../../platform/event/rules.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { pageOf, readCursor, writeCursor } from '../../platform/operation/page.ts'
import { last } from '../../platform/value/sort.ts'
import { toIso } from '../../platform/value/times.ts'
import * as pods from '../proof/store.ts'

type ListQuery = { consignmentId?: string; state?: NoticeState; limit?: string; cursor?: string }

export async function list(tx: Reader, { environmentId, query }: Call<ListQuery>) {
  const { consignmentId, state, cursor } = query
  const { limit } = pageOf(query)
  const cursors = { environmentId, list: 'notices', sort: '' }
  const before = cursor === undefined ? last : readCursor(cursors, cursor)[1]
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

const notFound = () => new Problem('NOT_FOUND', { message: 'This notice does not exist in this environment.' })

interface ByHand {
  kind: NoticeKind
  podId: string | null
  consignmentId: string
  recipient: NoticeRecipient
  address: string
}
/** Stores an e-mail that a planner sends. Throws if the order has e-mails of this kind turned off. */
async function addByHand(tx: Writer, call: changes.Author, asked: ByHand): Promise<{ noticeId: string }> {
  const { kind, podId, consignmentId, recipient, address } = asked
  const order = await store.order(tx, call.environmentId, consignmentId)
  if (!order) throw new Problem('NOT_FOUND', { message: 'The order of this e-mail was deleted.' })
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
  // A planner who sends a held e-mail approves it.
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

/** Sends the proof e-mail again, to the address of the proof or to another one. */
export async function sendProof(tx: Writer, call: Call<unknown, { podId: string }, Addressed>) {
  const { podId } = call.params
  const pod = await pods.find(tx, call.environmentId, podId)
  if (!pod) throw new Problem('NOT_FOUND', { message: 'This proof does not exist in this environment.' })
  const { outcome, consignmentId } = pod
  const own = (JSON.parse(pod.document) as { email: string | null }).email ?? ''
  const address = call.body.address || own
  const recipient = sameAddress(address) === sameAddress(own) ? 'consignee' : 'named'
  return addByHand(tx, call, { kind: `pod.${outcome}`, podId, consignmentId, recipient, address })
}
