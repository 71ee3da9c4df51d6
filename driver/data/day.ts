// Combines the day of the service with the driver's later records on the phone.

import { getRecipientName } from '../../console/words/facts.ts'
import { formatAddressLines } from '../../contract/address.ts'
import type { DriveDay, DriveLoad, DriveStop } from '../../contract/drive.ts'
import { findSpelling, labelCodesOf } from '../../contract/label-codes.ts'
import type { OutcomeName } from '../../contract/road.ts'
import {
  isOwnedBySession,
  type OutcomeBody,
  type OutcomeDraft,
  type SentItem,
  type StorageContents,
  type StoredDay,
  type WaitingItem,
  type WaitingOutcome,
} from './storage.ts'

export interface DayStop extends DriveStop {
  loadId: string
  loadKey: string
  outcome: OutcomeName | null
  outcomeTime: string | null
  /** The recorded outcome that the app has not sent yet. It is in effect on the phone. */
  waiting: WaitingOutcome | undefined
  draft: OutcomeDraft | undefined
  /** Whether the stop has left the load, although this phone has a draft or an unsent outcome of it. */
  isGone: boolean
}
export interface DayLoad extends Omit<DriveLoad, 'stops'> {
  stops: DayStop[]
  done: number
  /** Whether the load belongs to another driver, although this phone has a draft or an unsent outcome of it. */
  isGone: boolean
}
export type DayView = Pick<StorageContents, 'kept' | 'drafts' | 'outbox' | 'session'>

/** Returns the waiting items of the current driver. */
export const listWaitingItems = ({ outbox, session }: Pick<DayView, 'outbox' | 'session'>): WaitingItem[] =>
  outbox.filter((item) => isOwnedBySession(session, item))

/**
 * Returns the unfinished drafts of the current driver. Their load may be missing, and only the driver can send them.
 */
export const listUnfinishedDrafts = ({ drafts, session }: Pick<DayView, 'drafts' | 'session'>): OutcomeDraft[] =>
  drafts.filter((draft) => draft.outcome !== undefined && isOwnedBySession(session, draft))

export function listDayLoads(view: DayView): DayLoad[] {
  const { kept } = view
  if (!kept) return []
  const currentLoads = kept.day.loads.map((load) => loadOf(load, view))
  const begun = listUnfinishedDrafts(view).filter(({ loadId }) => !currentLoads.some((load) => load.loadId === loadId))
  const removedLoads = begun
    .filter(({ loadId }, index) => begun.findIndex((draft) => draft.loadId === loadId) === index)
    .map((draft) => ({ ...loadOf(createRemovedLoad(draft), view), isGone: true }))
  return [...currentLoads, ...removedLoads]
}

/** Returns a load with the facts of a draft. The load is started, because the driver began an outcome on it. */
const createRemovedLoad = ({ loadId, loadKey }: OutcomeDraft): DriveLoad => ({
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

function loadOf(load: DriveLoad, view: DayView): DayLoad {
  const moved = (itemKind: WaitingItem['kind']) =>
    listWaitingItems(view).find(
      (item) => item.kind === itemKind && 'loadId' in item && item.loadId === load.loadId && !item.refused,
    )
  const currentStops = load.stops.map((stop) => stopOf(stop, load, view))
  const removedStops = view.drafts
    .filter(
      (draft) =>
        isOwnedBySession(view.session, draft) &&
        draft.loadId === load.loadId &&
        !currentStops.some(({ consignmentId }) => consignmentId === draft.stop.consignmentId),
    )
    .map((draft) => ({ ...stopOf(draft.stop, load, view), isGone: true }))
  const stops = [...currentStops, ...removedStops]
  const status = moved('complete') ? 'completed' : moved('start') ? 'started' : load.status
  return { ...load, status, stops, done: stops.filter(({ outcome }) => outcome !== null).length, isGone: false }
}

/** An outcome that this phone recorded, as the day of the service will contain it. */
const buildDriverOutcome = ({ failureReasonCode }: Pick<OutcomeBody, 'failureReasonCode'>) =>
  ({ outcomeReason: failureReasonCode ?? null, outcomeBy: 'driver' }) as const

function stopOf(stop: DriveStop, { loadId, key }: DriveLoad, { outbox, drafts, session }: DayView): DayStop {
  const isHere = (record: { loadId: string }, consignmentId: string) =>
    record.loadId === loadId && consignmentId === stop.consignmentId
  const waiting = outbox.findLast(
    (item): item is WaitingOutcome => item.kind === 'outcome' && isHere(item, item.consignmentId),
  )
  return {
    ...stop,
    loadId,
    loadKey: key,
    outcome: waiting?.body.outcome ?? stop.outcome,
    outcomeTime: waiting?.body.time ?? stop.outcomeTime,
    ...(waiting ? buildDriverOutcome(waiting.body) : {}),
    // An outcome recorded here precedes an outcome recorded elsewhere.
    elsewhere: stop.elsewhere === true && !waiting,
    waiting,
    // Draft of the current driver; a former driver's draft stays on the phone.
    draft: drafts.findLast((draft) => isOwnedBySession(session, draft) && isHere(draft, draft.stop.consignmentId)),
    isGone: false,
  }
}

/** Returns the day as the service will return it after a sent item, until it is read again. */
export function applySentItem(storedDay: StoredDay | undefined, item: WaitingItem | SentItem): StoredDay | undefined {
  if (!storedDay || item.kind === 'file') return undefined
  const loads = storedDay.day.loads.map((load) => {
    if (load.loadId !== item.loadId) return load
    if (item.kind === 'start')
      return { ...load, status: 'started' as const, actualStart: load.actualStart ?? item.time }
    if (item.kind !== 'outcome') return { ...load, status: 'completed' as const, actualEnd: item.time }
    const { podId, body, consignmentId } = item
    const recorded = (stop: DriveStop): DriveStop =>
      stop.consignmentId === consignmentId
        ? {
            ...stop,
            outcome: body.outcome,
            outcomeTime: body.time,
            ...buildDriverOutcome(body),
            podId,
            elsewhere: false,
          }
        : stop
    return { ...load, stops: load.stops.map(recorded) }
  })
  // The changed day no longer matches the stored ETag.
  return { ...storedDay, etag: undefined, day: { ...storedDay.day, loads } }
}

export const findStop = (view: DayView, loadId: string, consignmentId: string): DayStop | undefined =>
  listDayLoads(view)
    .find((load) => load.loadId === loadId)
    ?.stops.find((stop) => stop.consignmentId === consignmentId)

const codesOf = (stop: DriveStop): string[] => labelCodesOf(stop).flat()

const stopsOf = (day: DriveDay | undefined): DriveStop[] => day?.loads.flatMap(({ stops }) => stops) ?? []

/** Returns the owner of a code: the stop of the day whose labels carry it. */
export const findCodeOwner = (day: DriveDay | undefined, code: string): DriveStop | undefined =>
  stopsOf(day).find((stop) => codesOf(stop).includes(code))

/** Returns a scanned or typed code in the spelling of the labels of the day and of the codes already recorded. */
export const normaliseCode = (day: DriveDay | undefined, { stop, extraBarcodes }: OutcomeDraft, code: string): string =>
  findSpelling(code, [...stopsOf(day).flatMap(codesOf), ...codesOf(stop), ...extraBarcodes])

/** Returns whether a planner cancelled the stop. Such a stop is grey: it does not count as a failure of the driver. */
export const isCancelled = ({ outcome, outcomeReason, outcomeBy }: DriveStop): boolean =>
  outcome === 'failed' && outcomeReason === 'cancelled' && outcomeBy !== 'driver'

export const findNextStop = ({ stops }: DayLoad): DayStop | undefined =>
  stops.find(({ outcome, isGone }) => outcome === null && !isGone)

export const formatAddressLine = ({ address }: DriveStop): string => formatAddressLines(address).join(', ')

export const formatStopName = ({ address, contactName, key }: DriveStop): string =>
  getRecipientName(address, contactName, key)
