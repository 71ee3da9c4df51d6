// Creates, extends, renews and reads the tracking link of an order.
import { hash, randomBytes } from 'node:crypto'
import { calculateServiceWindow, getCommittedTime } from '../../../contract/arrivals.ts'
import type { TrackingLink } from '../../../contract/tracking.ts'
import { getSettings } from '../../access/environment/rules.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { notFoundProblem } from '../../platform/error/problems.ts'
import type { ChangeAuthor } from '../../platform/event/rules.ts'
import * as changes from '../../platform/event/rules.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { decodeBase64url } from '../../platform/value/base64url.ts'
import { dayMs, firstMs, formatIso, lastMs, parseEpochMs } from '../../platform/value/times.ts'
import * as exportList from '../export-list/rules.ts'
import { readFields } from '../record/document.ts'
import * as consignments from '../record/store.ts'
import * as store from './store.ts'

/**
 * Days for which the link of an order without an outcome works: from the end of its time window, or from now if the
 * window has ended.
 */
const openDays = 60
/** Largest number of days ahead that count: a time window that ends later is treated as ending on this day. */
const aheadDays = 365
/** Smallest extension of a link that is stored, in milliseconds, so that repeated requests do not write. */
const gainMs = dayMs
const secretBytes = 16
const idLength = 22

/** Returns the first part of a link, which identifies the environment. The secret follows. */
const compact = (environmentId: string): string =>
  Buffer.from(environmentId.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * Returns the time range in which the recipient expects the order: the committed time with a margin, or else the time
 * window.
 */
export function calculateAwaitedWindow(document: string) {
  const order = readFields(document, ['committed', 'requiredFrom', 'requiredTo'])
  const { opensAt, closesAt } = calculateServiceWindow(order)
  // Keeps times within the supported years, because the margin may exceed them.
  const iso = (ms: number | null) => (ms === null ? null : formatIso(Math.min(Math.max(ms, firstMs), lastMs)))
  return { from: iso(opensAt), to: iso(closesAt), committed: getCommittedTime(order) }
}

function newRow(now: number, document: string): store.TrackingRow {
  const { from, to } = calculateAwaitedWindow(document)
  const end = to ?? from
  const awaited = Math.min(Math.max(end === null ? now : parseEpochMs(end), now), now + aheadDays * dayMs)
  return {
    token: randomBytes(secretBytes).toString('base64url'),
    created: formatIso(now),
    expires: formatIso(awaited + openDays * dayMs),
  }
}

/** Returns the path of a tracking page. */
export const formatTrackingPath = (environmentId: string, token: string): string =>
  `/t/${compact(environmentId)}${token}`

interface LinkTarget {
  environmentId: string
  token: string
}
/**
 * Target of an invalid link. It is looked up in the database like a valid one, so that every 404 response takes the
 * same time.
 */
const nowhere: LinkTarget = { environmentId: '00000000-0000-0000-0000-000000000000', token: '' }

/** Returns the environment and the secret of a link. Each link has only one spelling. */
export function parseLink(text: string): LinkTarget {
  const bytes = /^[\w-]{44}$/.test(text) ? decodeBase64url(text.slice(0, idLength)) : undefined
  if (!bytes) return nowhere
  const environmentId = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { environmentId, token: text.slice(idLength) }
}

interface Addressed {
  consignmentId: string
  document: string
}

/** Creates the link of a new order. */
export const createLink = (
  tx: WriteTransaction,
  { environmentId, now }: ChangeAuthor,
  { consignmentId, document }: Addressed,
) => store.insertLink(tx, environmentId, consignmentId, newRow(now, document))

/** Creates the link of an order, or extends the existing link, even if it has expired. */
export async function ensureLink(
  tx: WriteTransaction,
  { environmentId, now }: ChangeAuthor,
  order: Addressed,
): Promise<void> {
  const { consignmentId } = order
  const row = newRow(now, order.document)
  await store.insertLink(tx, environmentId, consignmentId, row)
  const endsBefore = formatIso(parseEpochMs(row.expires) - gainMs)
  await store.extendLink(tx, environmentId, consignmentId, { expires: row.expires, endsBefore })
}

const isTurnedOff = (document: string): boolean =>
  readFields(document, ['publicTrackingEnabled']).publicTrackingEnabled === false

/**
 * Finds the tracking page of an order. Returns undefined if the order has no tracking link, or has tracking turned off.
 */
export async function findTrackingPage(
  tx: ReadTransaction,
  environmentId: string,
  { consignmentId, document }: Addressed,
): Promise<{ path: string; isStopped: boolean } | undefined> {
  const row = isTurnedOff(document) ? undefined : await store.findLink(tx, environmentId, consignmentId)
  return row && { path: formatTrackingPath(environmentId, row.token), isStopped: row.stopped !== null }
}

/** Returns the time at which a link ends, in milliseconds since the epoch. */
export const endOf = (expires: string, outcomeTime: string | null, keepDays: number): number =>
  outcomeTime === null ? parseEpochMs(expires) : parseEpochMs(outcomeTime) + keepDays * dayMs

/** Returns the ETag of a text. */
export const createEtag = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`

type LinkCall = OperationCall<unknown, { consignmentId: string }>

/**
 * Returns the path of an order's tracking link. If `renews` is true, the existing link ends and a new one is created.
 */
export async function getTrackingLink(tx: WriteTransaction, call: LinkCall, renews: boolean): Promise<TrackingLink> {
  const { environmentId, params, now } = call
  const { consignmentId } = params
  const order = await store.findOrder(tx, environmentId, consignmentId)
  if (!order) throw notFoundProblem('order', await consignments.findOrderId(tx, environmentId, consignmentId))
  const keepDays = (await getSettings(tx, environmentId)).tracking.keepDays
  if (renews) await store.replaceLink(tx, environmentId, consignmentId, newRow(now, order.document))
  else await ensureLink(tx, call, { consignmentId, document: order.document })
  const row = (await store.findLink(tx, environmentId, consignmentId))!
  return {
    url: isTurnedOff(order.document) ? null : formatTrackingPath(environmentId, row.token),
    created: row.created,
    expires: formatIso(endOf(row.expires, order.outcomeTime, keepDays)),
    stopped: row.stopped,
  }
}

/**
 * Turns the tracking e-mails of an order off or on for its recipient, raises the order's version, and records an event.
 * Returns false if the order has no tracking link.
 */
export async function setStopped(
  tx: WriteTransaction,
  call: ChangeAuthor,
  { consignmentId, isStopped }: { consignmentId: string; isStopped: boolean },
): Promise<boolean> {
  const { environmentId } = call
  const order = await consignments.lockById(tx, environmentId, consignmentId)
  const row = order && (await store.findLink(tx, environmentId, consignmentId))
  if (!row) return false
  if (isStopped === (row.stopped !== null)) return true
  const author = changes.withLaterTime(call, order.updated)
  const [version, now] = [order.version + 1, formatIso(author.now)]
  await store.setStopped(tx, environmentId, consignmentId, isStopped ? now : null)
  await consignments.raiseVersion(tx, environmentId, consignmentId, { version, now })
  await changes.recordChange(tx, author, {
    type: isStopped ? 'consignment.unsubscribed' : 'consignment.resubscribed',
    recordId: consignmentId,
    recordKey: order.key,
    version,
  })
  await exportList.addChangedOrder(tx, call, await getSettings(tx, environmentId), { consignmentId, version })
  return true
}
