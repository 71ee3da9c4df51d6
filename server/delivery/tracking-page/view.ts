// What a tracking page may tell of an order, and nothing beyond: how far it has come, when it comes, what became of it.
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

/** More are told as one more than that. */
const stopsToldMax = 10
const positionMs = 10 * 60_000

/** Wrong, ended, turned off and erased look the same. */
export const gone = (): Problem =>
  new Problem('NOT_FOUND', {
    message: 'This tracking link is wrong or has expired. Ask the sender for a new one.',
  })

/** What is seen at an address, as far as it may be. */
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

/** Of an attempt that the consignee is to hear nothing of there is nothing to see, nor of the load that it was made with. */
function asTold(seen: store.Seen, { pod }: Settings): store.Seen {
  if (!isQuiet(pod.reasons, seen.outcome, reasonCodeOf(seen))) return seen
  return { ...seen, outcome: null, outcomeTime: null, podId: null, proof: null, loadId: null, loadStatus: null }
}

/** What not every page shows: photos of one that is done, the estimate of one on its way. */
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
  // Whoever is told of no outcome is told of no attempt either: it comes, as if it were the first time.
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
 * An order that is on its way again has no outcome. Once its load is over, one without was not reached, if anything is known
 * of the load at all: where nobody tells what became of orders, it has most likely arrived, but nobody can say so.
 */
function stepOf({ outcome, loadStatus, proved }: store.Seen): TrackingView['step'] {
  if (outcome !== null) return 'done'
  if (loadStatus === 'started') return 'inTransit'
  if (loadStatus === 'completed') return proved ? 'registered' : 'ended'
  return loadStatus === 'planned' || loadStatus === 'released' ? loadStatus : 'registered'
}

/** Whether an attempt that did not succeed may be followed by another: nobody says so of every one that is. */
const mayComeAgain = (seen: store.Seen): boolean =>
  seen.outcome !== null && seen.outcome !== 'success' && !isCancelled(seen)

/** Whether it is: it waits for another load, and its window begins after the attempt. */
const comesAgain = (seen: store.Seen, begins: string | null): boolean =>
  mayComeAgain(seen) && seen.loadId === null && begins !== null && epochOf(begins) > epochOf(seen.outcomeTime!)

const isCancelled = (seen: store.Seen): boolean => seen.outcome === 'failed' && reasonCodeOf(seen) === cancelledReason

/** Whether there is a vehicle to tell of. */
const isUnderWay = ({ outcome, loadStatus }: store.Seen): boolean => outcome === null && loadStatus === 'started'

/** To about a hundred metres: a street, not a door. */
function positionOf({ lat, lng, positionTime }: store.Seen, now: number): TrackingView['position'] {
  if (lat === null || lng === null || positionTime === null || now - epochOf(positionTime) > positionMs) return null
  const near = (degrees: number) => Math.round(degrees * 1_000) / 1_000
  return { lat: near(lat), lng: near(lng), time: positionTime }
}

/** What is said to somebody who reads it, beyond what a program is told. */
export interface ReadView extends TrackingView {
  /** Nobody was there, and nobody tried. */
  isCancelled: boolean
  /** Whoever looks goes on looking for another day. */
  mayComeAgain: boolean
}
/** The same for somebody who reads it: a program is told of a reason as the settings name it. */
export const viewIn = (language: NoticeLanguage, { seen, settings }: Seen, view: TrackingView): ReadView => ({
  ...view,
  reason: view.reason && reasonIn(settings.pod.reasons, reasonCodeOf(seen), language),
  isCancelled: view.outcome !== null && isCancelled(seen),
  mayComeAgain: view.outcome !== null && mayComeAgain(seen),
})

const reasonCodeOf = ({ proof }: store.Seen): string | null =>
  (JSON.parse(proof ?? '{}') as { failureReasonCode?: string | null }).failureReasonCode ?? null
