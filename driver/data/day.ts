// Combines the day of the service with the driver's later records on the phone.

import { calledOf } from '../../console/words/facts.ts'
import { addressLines } from '../../contract/address.ts'
import type { DriveDay, DriveLoad, DriveStop } from '../../contract/drive.ts'
import { labelCodesOf, spellingOf } from '../../contract/label-codes.ts'
import type { OutcomeName } from '../../contract/road.ts'
import {
  type Contents,
  type Draft,
  isOf,
  type KeptDay,
  type OutcomeBody,
  type SentItem,
  type WaitingItem,
  type WaitingOutcome,
} from './storage.ts'

export interface Stop extends DriveStop {
  loadId: string
  loadKey: string
  outcome: OutcomeName | null
  outcomeTime: string | null
  /** The waiting outcome, which counts but is unsent. */
  waiting: WaitingOutcome | undefined
  draft: Draft | undefined
  /** No longer on the load, but begun on this phone. */
  isGone: boolean
}
export interface Load extends Omit<DriveLoad, 'stops'> {
  stops: Stop[]
  done: number
  /** No longer the driver's, but something on it was begun on this phone. */
  isGone: boolean
}
export type View = Pick<Contents, 'kept' | 'drafts' | 'outbox' | 'session'>

/** Returns the waiting items of the current driver. */
export const waitingOf = ({ outbox, session }: Pick<View, 'outbox' | 'session'>): WaitingItem[] =>
  outbox.filter((item) => isOf(session, item))

/**
 * Returns the unfinished drafts of the current driver. Their load may be missing, and only the driver can send them.
 */
export const unfinishedOf = ({ drafts, session }: Pick<View, 'drafts' | 'session'>): Draft[] =>
  drafts.filter((draft) => draft.outcome !== undefined && isOf(session, draft))

export function loadsOf(view: View): Load[] {
  const { kept } = view
  if (!kept) return []
  const known = kept.day.loads.map((load) => loadOf(load, view))
  const begun = unfinishedOf(view).filter(({ loadId }) => !known.some((load) => load.loadId === loadId))
  const gone = begun
    .filter(({ loadId }, at) => begun.findIndex((draft) => draft.loadId === loadId) === at)
    .map((draft) => ({ ...loadOf(goneLoad(draft), view), isGone: true }))
  return [...known, ...gone]
}

/** Returns a load with the facts of a draft. It is started, because an outcome was begun on it. */
const goneLoad = ({ loadId, loadKey }: Draft): DriveLoad => ({
  loadId,
  key: loadKey,
  status: 'started',
  version: 1,
  stops: [],
  vehicleName: null,
  plate: null,
  startDepot: null,
  endDepot: null,
  plannedStart: null,
  actualStart: null,
  actualEnd: null,
})

function loadOf(load: DriveLoad, view: View): Load {
  const moved = (kind: WaitingItem['kind']) =>
    waitingOf(view).find(
      (item) => item.kind === kind && 'loadId' in item && item.loadId === load.loadId && !item.refused,
    )
  const known = load.stops.map((stop) => stopOf(stop, load, view))
  const gone = view.drafts
    .filter(
      (draft) =>
        isOf(view.session, draft) &&
        draft.loadId === load.loadId &&
        !known.some(({ consignmentId }) => consignmentId === draft.stop.consignmentId),
    )
    .map((draft) => ({ ...stopOf(draft.stop, load, view), isGone: true }))
  const stops = [...known, ...gone]
  const status = moved('complete') ? 'completed' : moved('start') ? 'started' : load.status
  return { ...load, status, stops, done: stops.filter(({ outcome }) => outcome !== null).length, isGone: false }
}

/** An outcome that this phone recorded, as the day of the service will contain it. */
const ownOutcome = ({ failureReasonCode }: Pick<OutcomeBody, 'failureReasonCode'>) =>
  ({ outcomeReason: failureReasonCode ?? null, outcomeBy: 'driver' }) as const

function stopOf(stop: DriveStop, { loadId, key }: DriveLoad, { outbox, drafts, session }: View): Stop {
  const isHere = (one: { loadId: string }, consignmentId: string) =>
    one.loadId === loadId && consignmentId === stop.consignmentId
  const waiting = outbox.findLast(
    (item): item is WaitingOutcome => item.kind === 'outcome' && isHere(item, item.consignmentId),
  )
  return {
    ...stop,
    loadId,
    loadKey: key,
    outcome: waiting?.body.outcome ?? stop.outcome,
    outcomeTime: waiting?.body.time ?? stop.outcomeTime,
    ...(waiting ? ownOutcome(waiting.body) : {}),
    // An outcome recorded here precedes an outcome recorded elsewhere.
    elsewhere: stop.elsewhere === true && !waiting,
    waiting,
    // Draft of the current driver; a former driver's draft stays on the phone.
    draft: drafts.findLast((draft) => isOf(session, draft) && isHere(draft, draft.stop.consignmentId)),
    isGone: false,
  }
}

/** Returns the day as the service will return it after a sent item, until it is read again. */
export function withSent(kept: KeptDay | undefined, item: WaitingItem | SentItem): KeptDay | undefined {
  if (!kept || item.kind === 'file') return undefined
  const loads = kept.day.loads.map((load) => {
    if (load.loadId !== item.loadId) return load
    if (item.kind === 'start')
      return { ...load, status: 'started' as const, actualStart: load.actualStart ?? item.time }
    if (item.kind !== 'outcome') return { ...load, status: 'completed' as const, actualEnd: item.time }
    const { podId, body, consignmentId } = item
    const recorded = (stop: DriveStop): DriveStop =>
      stop.consignmentId === consignmentId
        ? { ...stop, outcome: body.outcome, outcomeTime: body.time, ...ownOutcome(body), podId, elsewhere: false }
        : stop
    return { ...load, stops: load.stops.map(recorded) }
  })
  // Not the day of that etag any more.
  return { ...kept, etag: undefined, day: { ...kept.day, loads } }
}

export const stopAt = (view: View, loadId: string, consignmentId: string): Stop | undefined =>
  loadsOf(view)
    .find((load) => load.loadId === loadId)
    ?.stops.find((stop) => stop.consignmentId === consignmentId)

const codesOf = (stop: DriveStop): string[] => labelCodesOf(stop).flat()

const stopsOf = (day: DriveDay | undefined): DriveStop[] => day?.loads.flatMap(({ stops }) => stops) ?? []

/** Returns the owner of a code: the stop of the day whose labels carry it. */
export const ownerOf = (day: DriveDay | undefined, code: string): DriveStop | undefined =>
  stopsOf(day).find((stop) => codesOf(stop).includes(code))

/** Returns a scanned or typed code as the labels of the day, and the codes already noted, spell it. */
export const spelledFor = (day: DriveDay | undefined, { stop, extraBarcodes }: Draft, code: string): string =>
  spellingOf(code, [...stopsOf(day).flatMap(codesOf), ...codesOf(stop), ...extraBarcodes])

/** Returns whether a planner cancelled the stop. Such a stop is grey: it does not count as a failure of the driver. */
export const isCancelled = ({ outcome, outcomeReason, outcomeBy }: DriveStop): boolean =>
  outcome === 'failed' && outcomeReason === 'cancelled' && outcomeBy !== 'driver'

export const nextOf = ({ stops }: Load): Stop | undefined =>
  stops.find(({ outcome, isGone }) => outcome === null && !isGone)

export const addressLine = ({ address }: DriveStop): string => addressLines(address).join(', ')

export const nameOf = ({ address, contactName, key }: DriveStop): string => calledOf(address, contactName, key)
