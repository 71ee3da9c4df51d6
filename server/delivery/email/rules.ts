// Lists e-mails, previews them, and sends them on a planner's request.
import type { Notice, NoticeKind, NoticeRecipient, NoticeState } from '../../../contract/notice.ts'
import { type EmailDecision, normaliseAddress } from '../../orders/outbox/decide.ts'
import { addEmail, hasTrackingRecipient } from '../../orders/outbox/rules.ts'
import * as store from '../../orders/outbox/store.ts'
import { readFields } from '../../orders/record/document.ts'
import * as tracking from '../../orders/tracking-link/rules.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import type * as changes from '../../platform/event/rules.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { parsePage, readCursor, writeCursor } from '../../platform/operation/page.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as pods from '../proof/store.ts'

type ListQuery = { consignmentId?: string; state?: NoticeState; limit?: string; cursor?: string }

export async function listEmails(tx: ReadTransaction, { environmentId, query }: OperationCall<ListQuery>) {
  const { consignmentId, state, cursor } = query
  const { limit } = parsePage(query)
  const cursors = { environmentId, list: 'notices', sort: '' }
  const beforeId = cursor === undefined ? lastSortKey : readCursor(cursors, cursor)[1]
  const rows = await store.readEmailPage(
    tx,
    environmentId,
    { consignmentId, state },
    { cursorId: beforeId, limit: limit + 1 },
  )
  const hasMore = rows.length > limit
  const notices = rows.slice(0, limit).map(toNotice)
  return { notices, next: hasMore ? writeCursor(cursors, ['', notices.at(-1)!.noticeId]) : null }
}

const toNotice = ({ dedupe: _, tries: __, due, address, attempts, state, ...row }: store.NoticeRow): Notice => ({
  ...row,
  state,
  address: address === '' ? null : address,
  due: state === 'waiting' ? formatIso(due) : null,
  attempts: (JSON.parse(attempts) as Notice['attempts']).map(({ time, result, message }) => ({
    time,
    result,
    message,
  })),
})

const notFound = () => new ApiProblem('NOT_FOUND', { message: 'This e-mail does not exist in this environment.' })

interface ManualEmail {
  kind: NoticeKind
  podId: string | null
  consignmentId: string
  recipient: NoticeRecipient
  address: string
}
/** Stores an e-mail that a planner sends. Throws if the order has e-mails of this kind turned off. */
async function addManualEmail(
  tx: WriteTransaction,
  call: changes.ChangeAuthor,
  email: ManualEmail,
): Promise<{ noticeId: string }> {
  const { kind, podId, consignmentId, recipient, address } = email
  const order = await store.findOrder(tx, call.environmentId, consignmentId)
  if (!order) throw new ApiProblem('NOT_FOUND', { message: 'The order of this e-mail was deleted.' })
  const member = podId === null ? 'publicTrackingEnabled' : 'consignmentNotificationsEnabled'
  const isStopped = podId === null && order.stopped != null
  if (recipient !== 'fixed' && (isStopped || readFields(order.document, [member])[member] === false))
    throw new ApiProblem('NOTICE_STOPPED')
  const decided: EmailDecision = { recipient, address, suppressed: address === '' ? 'no_address' : null }
  const manual = { consignmentId, key: order.key, podId, kind, sendTimeMs: call.now, subject: store.createManualName() }
  if (hasTrackingRecipient([decided])) await tracking.ensureLink(tx, call, order)
  return { noticeId: (await addEmail(tx, call, manual, decided))! }
}

type Addressed = { address?: string | null }

export async function resendEmail(tx: WriteTransaction, call: OperationCall<unknown, { noticeId: string }, Addressed>) {
  const row = await store.findEmail(tx, call.environmentId, call.params.noticeId)
  if (!row) throw notFound()
  const { kind, podId, consignmentId } = row
  const newAddress = call.body.address || undefined
  const isNewAddress = newAddress !== undefined && normaliseAddress(newAddress) !== normaliseAddress(row.address)
  const recipient = isNewAddress ? 'named' : row.recipient
  const made = await addManualEmail(tx, call, {
    kind,
    podId,
    consignmentId,
    recipient,
    address: newAddress ?? row.address,
  })
  // Ends the held e-mail as approved, because the planner has sent it.
  await store.endHeld(tx, call.environmentId, row.noticeId, { reason: 'approved', updated: formatIso(call.now) })
  return made
}

/** Discards a held e-mail, which waits for a planner. Returns its new state. */
export async function discardEmail(
  tx: WriteTransaction,
  { environmentId, params, now }: OperationCall<unknown, { noticeId: string }>,
) {
  const { noticeId } = params
  await store.endHeld(tx, environmentId, noticeId, { reason: 'discarded', updated: formatIso(now) })
  const row = await store.findEmail(tx, environmentId, noticeId)
  if (!row) throw notFound()
  return { noticeId, state: row.state }
}

/** Sends the proof e-mail again, to the address of the proof or to another one. */
export async function sendProof(tx: WriteTransaction, call: OperationCall<unknown, { podId: string }, Addressed>) {
  const { podId } = call.params
  const pod = await pods.findProof(tx, call.environmentId, podId)
  if (!pod) throw new ApiProblem('NOT_FOUND', { message: 'This proof does not exist in this environment.' })
  const { outcome, consignmentId } = pod
  const proofAddress = (JSON.parse(pod.document) as { email: string | null }).email ?? ''
  const address = call.body.address || proofAddress
  const recipient = normaliseAddress(address) === normaliseAddress(proofAddress) ? 'consignee' : 'named'
  return addManualEmail(tx, call, { kind: `pod.${outcome}`, podId, consignmentId, recipient, address })
}
