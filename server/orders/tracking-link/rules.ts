// Creates, extends, renews and reads the tracking link of an order.
import { hash, randomBytes } from 'node:crypto'
import { agreedFor, servedWithin } from '../../../contract/arrivals.ts'
import type { TrackingLink } from '../../../contract/tracking.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import { notThere } from '../../platform/error/problems.ts'
import type { Author } from '../../platform/event/rules.ts'
import * as changes from '../../platform/event/rules.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { decodeBase64url } from '../../platform/value/base64url.ts'
import { dayMs, epochOf, firstMs, lastMs, toIso } from '../../platform/value/times.ts'
import * as exportList from '../export-list/rules.ts'
import { membersOf } from '../record/document.ts'
import * as consignments from '../record/store.ts'
import * as store from './store.ts'

/** Days for which the link of an order without an outcome works, from its time window or from now if that is over. */
const openDays = 60
/** Largest number of days ahead, until the time window, that count for the end of the link. */
const aheadDays = 365
/** Smallest gain of a link's time that is stored, in milliseconds, so that repeated requests do not write. */
const gainMs = dayMs
const secretBytes = 16
const idLength = 22

/** Returns the environment part of a link, which precedes the secret and selects the data to search. */
const compact = (environmentId: string): string =>
  Buffer.from(environmentId.replaceAll('-', ''), 'hex').toString('base64url')

/** Returns when a recipient awaits the order: the committed time with a margin, or else the time window. */
export function awaitedWithin(document: string) {
  const order = membersOf(document, ['committed', 'requiredFrom', 'requiredTo'])
  const { opensAt, closesAt } = servedWithin(order)
  // Limits the margin at both ends of the supported years.
  const iso = (ms: number | null) => (ms === null ? null : toIso(Math.min(Math.max(ms, firstMs), lastMs)))
  return { from: iso(opensAt), to: iso(closesAt), committed: agreedFor(order) }
}

function newRow(now: number, document: string): store.TrackingRow {
  const { from, to } = awaitedWithin(document)
  const end = to ?? from
  const awaited = Math.min(Math.max(end === null ? now : epochOf(end), now), now + aheadDays * dayMs)
  return {
    token: randomBytes(secretBytes).toString('base64url'),
    created: toIso(now),
    expires: toIso(awaited + openDays * dayMs),
  }
}

/** Returns the path of a tracking page. */
export const pathOf = (environmentId: string, token: string): string => `/t/${compact(environmentId)}${token}`

interface Place {
  environmentId: string
  token: string
}
/** The place of an invalid link. It is looked up too, so that every 404 response takes the same time. */
const nowhere: Place = { environmentId: '00000000-0000-0000-0000-000000000000', token: '' }

/** Returns the place of a link: environment and secret. Each link has one spelling. */
export function placeOf(text: string): Place {
  const bytes = /^[\w-]{44}$/.test(text) ? decodeBase64url(text.slice(0, idLength)) : undefined
  if (!bytes) return nowhere
  const environmentId = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { environmentId, token: text.slice(idLength) }
}

interface Addressed {
  consignmentId: string
  document: string
}

/** Makes the link of a new order. */
export const make = (tx: Writer, { environmentId, now }: Author, { consignmentId, document }: Addressed) =>
  store.insert(tx, environmentId, consignmentId, newRow(now, document))

/** Ensures that an order has a link: creates it, or extends the existing one, also after its end. */
export async function ensure(tx: Writer, { environmentId, now }: Author, order: Addressed): Promise<void> {
  const { consignmentId } = order
  const row = newRow(now, order.document)
  await store.insert(tx, environmentId, consignmentId, row)
  const endsBefore = toIso(epochOf(row.expires) - gainMs)
  await store.extend(tx, environmentId, consignmentId, { expires: row.expires, endsBefore })
}

const isTurnedOff = (document: string): boolean =>
  membersOf(document, ['publicTrackingEnabled']).publicTrackingEnabled === false

/** Finds the page of an order. Returns undefined without a tracking link, or while the order turns tracking off. */
export async function pageOf(
  tx: Reader,
  environmentId: string,
  { consignmentId, document }: Addressed,
): Promise<{ path: string; isStopped: boolean } | undefined> {
  const row = isTurnedOff(document) ? undefined : await store.find(tx, environmentId, consignmentId)
  return row && { path: pathOf(environmentId, row.token), isStopped: row.stopped !== null }
}

/** Returns the time at which a link ends, in milliseconds since the epoch. */
export const endOf = (expires: string, outcomeTime: string | null, keepDays: number): number =>
  outcomeTime === null ? epochOf(expires) : epochOf(outcomeTime) + keepDays * dayMs

/** Returns the ETag of a text. */
export const etagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`

type Asked = Call<unknown, { consignmentId: string }>

/** Returns the link of an order as a path. `renews` ends the existing link and creates another one. */
export async function link(tx: Writer, call: Asked, renews: boolean): Promise<TrackingLink> {
  const { environmentId, params, now } = call
  const { consignmentId } = params
  const order = await store.order(tx, environmentId, consignmentId)
  if (!order) throw notThere('consignment', await consignments.idOfKey(tx, environmentId, consignmentId))
  const keepDays = (await settingsOf(tx, environmentId)).tracking.keepDays
  if (renews) await store.replace(tx, environmentId, consignmentId, newRow(now, order.document))
  else await ensure(tx, call, { consignmentId, document: order.document })
  const row = (await store.find(tx, environmentId, consignmentId))!
  return {
    url: isTurnedOff(order.document) ? null : pathOf(environmentId, row.token),
    created: row.created,
    expires: toIso(endOf(row.expires, order.outcomeTime, keepDays)),
    stopped: row.stopped,
  }
}

/**
 * Turns the tracking e-mails of an order off or on for its recipient, raises the order's version, and records an event.
 * Returns false if the order has no tracking link.
 */
export async function setStopped(
  tx: Writer,
  call: Author,
  { consignmentId, isStopped }: { consignmentId: string; isStopped: boolean },
): Promise<boolean> {
  const { environmentId } = call
  const order = await consignments.lockById(tx, environmentId, consignmentId)
  const row = order && (await store.find(tx, environmentId, consignmentId))
  if (!row) return false
  if (isStopped === (row.stopped !== null)) return true
  const author = changes.after(call, order.updated)
  const [version, now] = [order.version + 1, toIso(author.now)]
  await store.setStopped(tx, environmentId, consignmentId, isStopped ? now : null)
  await consignments.raiseVersion(tx, environmentId, consignmentId, { version, now })
  await changes.record(tx, author, {
    type: isStopped ? 'consignment.unsubscribed' : 'consignment.resubscribed',
    recordId: consignmentId,
    recordKey: order.key,
    version,
  })
  await exportList.changed(tx, call, await settingsOf(tx, environmentId), { consignmentId, version })
  return true
}
