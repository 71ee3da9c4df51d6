// Selects the data of an order that its tracking page may show: step, times, estimate, outcome, photos.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import { cancelledReason, findReasonName, isQuiet } from '../../../contract/reasons.ts'
import type { NoticeLanguage } from '../../../contract/road.ts'
import type { TrackingView } from '../../../contract/tracking.ts'
import { parseSettings } from '../../access/environment/rules.ts'
import { readFields } from '../../orders/record/document.ts'
import { calculateAwaitedWindow, endOf, parseLink } from '../../orders/tracking-link/rules.ts'
import * as store from '../../orders/tracking-link/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { parseEpochMs } from '../../platform/value/times.ts'
import { estimateWindow } from '../progress/progress.ts'

/** Largest number of earlier stops that the page shows. For more stops, the view contains this number plus one. */
const stopsAheadMax = 10
/** Age in milliseconds up to which the page shows a vehicle position. */
const positionMs = 10 * 60_000

/**
 * Returns the error of a link that is wrong, expired, turned off or erased. The text is the same for all four reasons.
 */
export const trackingNotFound = (): ApiProblem =>
  new ApiProblem('NOT_FOUND', {
    message: 'This tracking link is wrong or has expired. Ask the sender for a new one.',
  })

/** Reads the order of a tracking link. Throws if the page must not be shown. */
export async function readTrackedOrder(tx: ReadTransaction, text: string, now: number) {
  const { environmentId, token } = parseLink(text)
  const found = await store.readTrackingPage(tx, environmentId, token)
  if (!found) throw trackingNotFound()
  const settings = parseSettings(environmentId, found.settings)
  const visibleOrder = hideOutcome(found, settings)
  const { publicTrackingEnabled } = readFields(visibleOrder.document, ['publicTrackingEnabled'])
  const hasEnded = endOf(visibleOrder.expires, visibleOrder.outcomeTime, settings.tracking.keepDays) <= now
  if (publicTrackingEnabled === false || hasEnded) throw trackingNotFound()
  return {
    environmentId,
    seen: visibleOrder,
    settings,
    ...(await moreOf(tx, environmentId, { seen: visibleOrder, settings }, now)),
  }
}

/** Removes an outcome that the settings hide from recipients, and the load of the order. */
function hideOutcome(order: store.TrackingPageRow, { pod }: EnvironmentSettings): store.TrackingPageRow {
  if (!isQuiet(pod.reasons, order.outcome, reasonCodeOf(order))) return order
  return { ...order, outcome: null, outcomeTime: null, podId: null, proof: null, loadId: null, loadStatus: null }
}

/** Reads the photos of an order with an outcome, or the estimate of an order that is released or on its way. */
async function moreOf(
  tx: ReadTransaction,
  environmentId: string,
  { seen, settings }: { seen: store.TrackingPageRow; settings: EnvironmentSettings },
  now: number,
): Promise<{ photos: store.ProofPhoto[]; estimate: { from: string; to: string } | null }> {
  const { proof, estimatedTime } = settings.tracking
  const { podId, loadId, consignmentId } = seen
  const step = stepOf(seen)
  if (step === 'done')
    return { photos: proof === 'all' && podId ? await store.listPhotos(tx, environmentId, podId) : [], estimate: null }
  const isWanted = estimatedTime && loadId !== null && (step === 'released' || isInTransit(seen))
  const estimate = isWanted ? await estimateWindow(tx, environmentId, { loadId, consignmentId }, now) : null
  return { photos: [], estimate }
}

type TrackedOrder = Awaited<ReturnType<typeof readTrackedOrder>>

export const readView = async (tx: ReadTransaction, text: string, now: number): Promise<TrackingView> =>
  buildView(await readTrackedOrder(tx, text, now), text, now)

export function buildView({ seen, settings, photos, estimate }: TrackedOrder, text: string, now: number): TrackingView {
  const { tracking, branding } = settings
  const { consigneeAddress } = readFields(seen.document, ['consigneeAddress'])
  const { from, to, committed } = calculateAwaitedWindow(seen.document)
  const hasNextAttempt = isNextAttemptExpected(seen, from ?? to)
  // If outcomes are hidden, an order that waits for another attempt looks like a new order.
  const step = hasNextAttempt && tracking.proof === 'none' ? 'registered' : stepOf(seen)
  const isMoving = isInTransit(seen)
  const isNear = isMoving && seen.ahead <= tracking.vehicleWithinStops
  const showsOutcome = step === 'done' && tracking.proof !== 'none'
  return {
    companyName: branding.companyName || seen.environmentName,
    colour: branding.colour,
    key: seen.key,
    type: seen.type,
    town: consigneeAddress?.city ?? null,
    step,
    windowFrom: from,
    windowTo: to,
    committed,
    estimateFrom: estimate?.from ?? null,
    estimateTo: estimate?.to ?? null,
    stopsAhead: isMoving && tracking.stopsAhead ? Math.min(seen.ahead, stopsAheadMax + 1) : null,
    position: isNear && tracking.vehiclePosition ? positionOf(seen, now) : null,
    outcome: showsOutcome ? seen.outcome : null,
    reason: showsOutcome ? findReasonName(settings.pod.reasons, reasonCodeOf(seen), 'en') : null,
    outcomeTime: showsOutcome ? seen.outcomeTime : null,
    photos: photos.map(({ fileId }) => `/t/${text}/photo/${fileId}`),
    timezone: settings.timezone,
    messages: seen.stopped === null ? 'on' : 'off',
    final: step === 'done' && !hasNextAttempt,
  }
}

/**
 * Returns the step of an order. On a completed load with proofs, an order without an outcome was not reached, so it is
 * registered again. On a completed load without proofs, it was probably delivered, so the page only states that the
 * route has ended.
 */
function stepOf({ outcome, loadStatus, proved }: store.TrackingPageRow): TrackingView['step'] {
  if (outcome !== null) return 'done'
  if (loadStatus === 'started') return 'inTransit'
  if (loadStatus === 'completed') return proved ? 'registered' : 'ended'
  return loadStatus === 'planned' || loadStatus === 'released' ? loadStatus : 'registered'
}

/** Returns whether another attempt may follow: the outcome is not success, and the order is not cancelled. */
const mayRetry = (order: store.TrackingPageRow): boolean =>
  order.outcome !== null && order.outcome !== 'success' && !isCancelled(order)

/** Returns whether another attempt is expected: the order has no load, and its window begins after the last attempt. */
const isNextAttemptExpected = (order: store.TrackingPageRow, begins: string | null): boolean =>
  mayRetry(order) && order.loadId === null && begins !== null && parseEpochMs(begins) > parseEpochMs(order.outcomeTime!)

const isCancelled = (order: store.TrackingPageRow): boolean =>
  order.outcome === 'failed' && reasonCodeOf(order) === cancelledReason

/** Returns whether a vehicle is on its way to the order. */
const isInTransit = ({ outcome, loadStatus }: store.TrackingPageRow): boolean =>
  outcome === null && loadStatus === 'started'

/** Returns the vehicle position, rounded to about 100 metres so that it shows a street and not a house. */
function positionOf({ lat, lng, positionTime }: store.TrackingPageRow, now: number): TrackingView['position'] {
  if (lat === null || lng === null || positionTime === null || now - parseEpochMs(positionTime) > positionMs)
    return null
  const near = (degrees: number) => Math.round(degrees * 1_000) / 1_000
  return { lat: near(lat), lng: near(lng), time: positionTime }
}

/** The view of the HTML page, with facts that the API does not send. */
export interface ReadView extends TrackingView {
  /** Whether the order was cancelled, so that no driver attempted it. */
  isCancelled: boolean
  /** Whether the page continues to ask for changes after the outcome, because another attempt may follow. */
  mayHaveNextAttempt: boolean
}
/** Returns the view of the HTML page, with the failure reason in the language of the reader. */
export const translateView = (
  language: NoticeLanguage,
  { seen, settings }: TrackedOrder,
  view: TrackingView,
): ReadView => ({
  ...view,
  reason: view.reason && findReasonName(settings.pod.reasons, reasonCodeOf(seen), language),
  isCancelled: view.outcome !== null && isCancelled(seen),
  mayHaveNextAttempt: view.outcome !== null && mayRetry(seen),
})

const reasonCodeOf = ({ proof }: store.TrackingPageRow): string | null =>
  (JSON.parse(proof ?? '{}') as { failureReasonCode?: string | null }).failureReasonCode ?? null
