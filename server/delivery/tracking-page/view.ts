// Selects the data of an order that its tracking page may show: step, times, estimate, outcome, photos.
import type { Settings } from '../../../contract/environment.ts'
import { cancelledReason, isQuiet, reasonIn } from '../../../contract/reasons.ts'
import type { NoticeLanguage } from '../../../contract/road.ts'
import type { TrackingView } from '../../../contract/tracking.ts'
import { settingsFrom } from '../../access/environment/rules.ts'
import { membersOf } from '../../orders/record/document.ts'
import { awaitedWithin, endOf, placeOf } from '../../orders/tracking-link/rules.ts'
import * as store from '../../orders/tracking-link/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import { epochOf } from '../../platform/value/times.ts'
import { expectedWithin } from '../progress/progress.ts'

/** Largest number of earlier stops that is shown. A larger number is sent as one more than this. */
const stopsToldMax = 10
/** Age of the oldest vehicle position that is shown, in milliseconds. */
const positionMs = 10 * 60_000

/** Returns the error of a link that is wrong, expired, turned off or erased, with one text for all four. */
export const gone = (): Problem =>
  new Problem('NOT_FOUND', {
    message: 'This tracking link is wrong or has expired. Ask the sender for a new one.',
  })

/** Reads the order that is seen with a tracking link. Throws if the page must not be shown. */
export async function seenAt(tx: Reader, text: string, now: number) {
  const { environmentId, token } = placeOf(text)
  const found = await store.see(tx, environmentId, token)
  if (!found) throw gone()
  const settings = settingsFrom(environmentId, found.settings)
  const seen = asTold(found, settings)
  const { publicTrackingEnabled } = membersOf(seen.document, ['publicTrackingEnabled'])
  const hasEnded = endOf(seen.expires, seen.outcomeTime, settings.tracking.keepDays) <= now
  if (publicTrackingEnabled === false || hasEnded) throw gone()
  return { environmentId, seen, settings, ...(await moreOf(tx, environmentId, { seen, settings }, now)) }
}

/** Removes an outcome that the settings hide from recipients, with the load on which it was recorded. */
function asTold(seen: store.Seen, { pod }: Settings): store.Seen {
  if (!isQuiet(pod.reasons, seen.outcome, reasonCodeOf(seen))) return seen
  return { ...seen, outcome: null, outcomeTime: null, podId: null, proof: null, loadId: null, loadStatus: null }
}

/** Reads the photos of a completed order, or the estimate of an order that is released or on its way. */
async function moreOf(
  tx: Reader,
  environmentId: string,
  { seen, settings }: { seen: store.Seen; settings: Settings },
  now: number,
): Promise<{ photos: store.Photo[]; estimate: { from: string; to: string } | null }> {
  const { proof, estimatedTime } = settings.tracking
  const { podId, loadId, consignmentId } = seen
  const step = stepOf(seen)
  if (step === 'done')
    return { photos: proof === 'all' && podId ? await store.photos(tx, environmentId, podId) : [], estimate: null }
  const isWanted = estimatedTime && loadId !== null && (step === 'released' || isUnderWay(seen))
  const estimate = isWanted ? await expectedWithin(tx, environmentId, { loadId, consignmentId }, now) : null
  return { photos: [], estimate }
}

type Seen = Awaited<ReturnType<typeof seenAt>>

export const viewFor = async (tx: Reader, text: string, now: number): Promise<TrackingView> =>
  viewOf(await seenAt(tx, text, now), text, now)

export function viewOf({ seen, settings, photos, estimate }: Seen, text: string, now: number): TrackingView {
  const { tracking, branding } = settings
  const { consigneeAddress } = membersOf(seen.document, ['consigneeAddress'])
  const { from, to, committed } = awaitedWithin(seen.document)
  const isComing = comesAgain(seen, from ?? to)
  // If outcomes are hidden, an order with a second attempt looks like an order without an attempt.
  const step = isComing && tracking.proof === 'none' ? 'registered' : stepOf(seen)
  const isMoving = isUnderWay(seen)
  const isNear = isMoving && seen.ahead <= tracking.vehicleWithinStops
  const told = step === 'done' && tracking.proof !== 'none'
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
    stopsAhead: isMoving && tracking.stopsAhead ? Math.min(seen.ahead, stopsToldMax + 1) : null,
    position: isNear && tracking.vehiclePosition ? positionOf(seen, now) : null,
    outcome: told ? seen.outcome : null,
    reason: told ? reasonIn(settings.pod.reasons, reasonCodeOf(seen), 'en') : null,
    outcomeTime: told ? seen.outcomeTime : null,
    photos: photos.map(({ fileId }) => `/t/${text}/photo/${fileId}`),
    timezone: settings.timezone,
    messages: seen.stopped === null ? 'on' : 'off',
    final: step === 'done' && !isComing,
  }
}

/**
 * Returns the step of an order. An order without an outcome on a completed load was not reached if the load has proofs.
 * On a load without any proof it was probably delivered, so the page only states that the route has ended.
 */
function stepOf({ outcome, loadStatus, proved }: store.Seen): TrackingView['step'] {
  if (outcome !== null) return 'done'
  if (loadStatus === 'started') return 'inTransit'
  if (loadStatus === 'completed') return proved ? 'registered' : 'ended'
  return loadStatus === 'planned' || loadStatus === 'released' ? loadStatus : 'registered'
}

/** Returns whether another attempt may follow: the outcome is not success, and the order is not cancelled. */
const mayComeAgain = (seen: store.Seen): boolean =>
  seen.outcome !== null && seen.outcome !== 'success' && !isCancelled(seen)

/** Returns whether another attempt is expected: the order has no load, and its window begins after the last attempt. */
const comesAgain = (seen: store.Seen, begins: string | null): boolean =>
  mayComeAgain(seen) && seen.loadId === null && begins !== null && epochOf(begins) > epochOf(seen.outcomeTime!)

const isCancelled = (seen: store.Seen): boolean => seen.outcome === 'failed' && reasonCodeOf(seen) === cancelledReason

/** Returns whether a vehicle is on its way to the order. */
const isUnderWay = ({ outcome, loadStatus }: store.Seen): boolean => outcome === null && loadStatus === 'started'

/** Returns the vehicle position, rounded to about 100 metres so that it shows a street and not a house. */
function positionOf({ lat, lng, positionTime }: store.Seen, now: number): TrackingView['position'] {
  if (lat === null || lng === null || positionTime === null || now - epochOf(positionTime) > positionMs) return null
  const near = (degrees: number) => Math.round(degrees * 1_000) / 1_000
  return { lat: near(lat), lng: near(lng), time: positionTime }
}

/** The view of the HTML page, with facts that the API does not send. */
export interface ReadView extends TrackingView {
  /** Whether the order was cancelled, so that no driver attempted it. */
  isCancelled: boolean
  /** Whether the page asks for changes after the outcome, because the driver may come again. */
  mayComeAgain: boolean
}
/** Returns the view of the HTML page, with the failure reason in the reader's language. */
export const viewIn = (language: NoticeLanguage, { seen, settings }: Seen, view: TrackingView): ReadView => ({
  ...view,
  reason: view.reason && reasonIn(settings.pod.reasons, reasonCodeOf(seen), language),
  isCancelled: view.outcome !== null && isCancelled(seen),
  mayComeAgain: view.outcome !== null && mayComeAgain(seen),
})

const reasonCodeOf = ({ proof }: store.Seen): string | null =>
  (JSON.parse(proof ?? '{}') as { failureReasonCode?: string | null }).failureReasonCode ?? null
