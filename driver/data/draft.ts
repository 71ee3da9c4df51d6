// Keeps the draft of an outcome: begins it at the door, stores every change, checks that it is complete, and submits
// it.
import { currentTexts } from '../../console/words/language.ts'
import { listPackageCodes } from '../../contract/label-codes.ts'
import { listProofNeeds } from '../../contract/proof.ts'
import type { PodSettings } from '../../contract/road.ts'
import { type DayStop, listWaitingItems } from './day.ts'
import { createId, hashSha256 } from './ids.ts'
import { getLastPosition } from './positions.ts'
import { calculateDifference } from './quantity.ts'
import { driverState, notifyDriver, offerUndo, publishChange, showDraft } from './state.ts'
import type { FileFacts, OutcomeBody, OutcomeDraft, WaitingFile, WaitingOutcome } from './storage.ts'
import * as storage from './storage.ts'
import { startSync } from './sync.ts'
import { driverTexts, type MissingAnswer } from './words.ts'

/** Begins a draft of a stop at the first tap, or returns the existing draft. */
export function beginDraft(stop: DayStop): OutcomeDraft {
  if (stop.draft) return stop.draft
  const { session } = driverState.get()
  const { loadId, loadKey, waiting: newest, draft: _, isGone: __, ...own } = stop
  // A waiting outcome of another driver may arrive much later, so a new draft ignores it.
  const waiting = newest && storage.isOwnedBySession(session, newest) ? newest : undefined
  // The service never stored a refused outcome: the new draft replaces the same proof as that outcome.
  const replaces = waiting?.refused === undefined ? (waiting?.podId ?? stop.podId) : waiting.body.replaces
  return {
    podId: createId(),
    loadId,
    loadKey,
    ...storage.getOwner(session!),
    stop: own,
    ...(replaces == null ? {} : { replaces }),
    contactName: waiting?.body.contactName ?? '',
    remarks: waiting?.body.remarks ?? '',
    failed: [],
    scanned: [],
    missing: {},
    extraBarcodes: [],
    photos: [],
  }
}

/**
 * Returns the current version of a draft, which may have changed while a photo was prepared. Returns undefined once the
 * draft is submitted or discarded.
 */
export const getCurrentDraft = (draft: Pick<OutcomeDraft, 'podId'>) =>
  driverState.get().drafts.find(({ podId }) => podId === draft.podId)
/** Ids of proofs that were saved or discarded here. Later changes of their drafts are ignored. */
const ended = new Set<string>()

/** Shows the driver an error if a record could not be stored, for example on a full phone. */
export const reportStorageError = (work: Promise<void>) =>
  work.catch(() => notifyDriver(currentTexts(driverTexts).notKept, true))

export function changeDraft(draft: OutcomeDraft, changes: Partial<OutcomeDraft>): Promise<void> {
  if (ended.has(draft.podId)) return Promise.resolve()
  return keep({ ...(getCurrentDraft(draft) ?? draft), ...changes })
}

const keep = (draft: OutcomeDraft): Promise<void> =>
  reportStorageError(showDraft(draft, () => storage.keepDraft(draft)))

export const discardDraft = (podId: string) => reportStorageError(drop(podId))
async function drop(podId: string): Promise<void> {
  await storage.dropDraft(podId)
  ended.add(podId)
  await publishChange()
}

/** Pending files, which are being prepared and stored, per draft. */
const pendingFiles = new Map<string, Promise<void>>()

/** Waits for the files of a draft; fails if one of them could not be stored. */
export const waitForFiles = (podId: string): Promise<void> => pendingFiles.get(podId) ?? Promise.resolve()

function trackFile(podId: string, stored: Promise<void>): void {
  const allStored = Promise.all([pendingFiles.get(podId), stored]).then(() => undefined)
  const forget = () => {
    if (pendingFiles.get(podId) === allStored) pendingFiles.delete(podId)
  }
  pendingFiles.set(podId, allStored)
  allStored.then(forget, forget)
}

/** Adds a file to the draft and returns. The phone stores the file afterwards, so that the driver can continue. */
export async function addFile(
  draft: OutcomeDraft,
  fileKind: 'photo' | 'signature',
  made: Blob | Promise<Blob>,
): Promise<void> {
  const named = nameFile(draft, fileKind, made)
  const stored = named.then((file) => file?.stored)
  trackFile(draft.podId, stored)
  void reportStorageError(stored)
  await named.catch(() => undefined)
}

async function nameFile(
  draft: OutcomeDraft,
  fileKind: 'photo' | 'signature',
  made: Blob | Promise<Blob>,
): Promise<{ stored: Promise<void> } | undefined> {
  const blob = await made
  const content = await blob.arrayBuffer()
  const type = blob.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const facts: FileFacts = { fileId: createId(), bytes: content.byteLength, sha256: await hashSha256(content), type }
  const latest = getCurrentDraft(draft)
  if (!latest) return undefined
  const { podId, signature } = latest
  const next: OutcomeDraft =
    fileKind === 'signature' ? { ...latest, signature: facts } : { ...latest, photos: [...latest.photos, facts] }
  const replaced = fileKind === 'signature' ? signature : undefined
  const stored = showDraft(next, () => storage.keepFile({ ...facts, podId, content }, next, replaced?.fileId))
  return {
    stored: stored.catch((error) => withoutFile(podId, facts.fileId, replaced).then(() => Promise.reject(error))),
  }
}

/** Removes a file that could not be stored from the newest version of its draft. */
async function withoutFile(podId: string, fileId: string, replaced: FileFacts | undefined): Promise<void> {
  const latest = getCurrentDraft({ podId })
  if (!latest) return
  const { signature, ...rest } = latest
  if (signature?.fileId === fileId) await keep({ ...rest, ...(replaced ? { signature: replaced } : {}) })
  else if (latest.photos.some((photo) => photo.fileId === fileId)) await keep(withoutPhoto(latest, fileId))
}

const withoutPhoto = (draft: OutcomeDraft, fileId: string): OutcomeDraft => ({
  ...draft,
  photos: draft.photos.filter((photo) => photo.fileId !== fileId),
})

/**
 * Removes a photo from its draft, and offers **Undo**. The bytes stay until the offer ends. If the removal cannot be
 * stored, the draft still lists the photo, so its bytes stay as well.
 */
export async function removePhoto(draft: OutcomeDraft, fileId: string, photosMax: number): Promise<void> {
  const latest = getCurrentDraft(draft)
  const index = latest?.photos.findIndex((photo) => photo.fileId === fileId) ?? -1
  if (!latest || index === -1) return
  const photo = latest.photos[index]!
  await keep(withoutPhoto(latest, fileId))
  if (getCurrentDraft(draft)?.photos.some((entry) => entry.fileId === fileId)) return
  offerUndo(currentTexts(driverTexts).photoRemoved, {
    undo: () => void putBack(draft, { photo, index, photosMax }),
    forget: () => void reportStorageError(storage.dropFile(fileId)),
  })
}

interface Removed {
  photo: FileFacts
  index: number
  photosMax: number
}
async function putBack(draft: OutcomeDraft, { photo, index, photosMax }: Removed): Promise<void> {
  const latest = getCurrentDraft(draft)
  if (!latest) return
  if (latest.photos.length < photosMax) return keep({ ...latest, photos: latest.photos.toSpliced(index, 0, photo) })
  notifyDriver(currentTexts(driverTexts).photosFull)
  await reportStorageError(storage.dropFile(photo.fileId))
}

/** Returns whether the order lists packages or product lines, so that a part of it can be named. */
export const hasParts = ({ packages, productLines }: OutcomeDraft['stop']) =>
  packages.length > 0 || productLines.length > 0

/** Returns the required parts of a proof by the settings. Ignores the reason of a successful outcome. */
export const getProofNeeds = ({ outcome, reason }: OutcomeDraft, pod: PodSettings) =>
  listProofNeeds(pod, outcome!, outcome === 'success' ? [] : [reason], 'door')

/** Returns the missing required answers of the draft. The form continues at the first. */
export function listMissingAnswers(draft: OutcomeDraft, pod: PodSettings): MissingAnswer[] {
  const { outcome } = draft
  if (outcome === undefined) return ['outcome']
  const missing: MissingAnswer[] = []
  const needs = getProofNeeds(draft, pod)
  if (needs.reason && !pod.reasons.some(({ code }) => code === draft.reason)) missing.push('reason')
  if (outcome === 'partial' && !isPart(draft)) missing.push('parts')
  if (draft.photos.length < needs.photos) missing.push(needs.photoReason === undefined ? 'photos' : 'reasonPhoto')
  if (needs.signature === 'required' && !draft.signature) missing.push('signature')
  return missing
}

/** Returns whether a part of the order was handed over. If the order lists no parts, any count but 0 is a part. */
function isPart({ stop, failed, missing, packageCount }: OutcomeDraft): boolean {
  if (!hasParts(stop)) return packageCount !== 0
  const lines = stop.productLines.map(({ productLineId, quantity }) => ({
    quantity: quantity ?? 1,
    failed: missing[productLineId] ?? 0,
  }))
  const hasFailed = failed.length > 0 || lines.some((line) => line.failed > 0)
  const hasGood = failed.length < stop.packages.length || lines.some((line) => line.failed < line.quantity)
  return hasFailed && hasGood
}

/** Returns the unscanned packages that were handed over. */
export const listUnscannedPackages = ({ stop, failed, scanned, outcome }: OutcomeDraft) =>
  outcome === 'failed'
    ? []
    : stop.packages.filter(
        ({ packageId, barcode }) => barcode && !scanned.includes(packageId) && !failed.includes(packageId),
      )

export interface ScanResult {
  type: 'package' | 'again' | 'extra'
  draft: OutcomeDraft
}

/**
 * Records a scanned code in the draft: as a package of the order, or as an extra code. `code` is spelled as on the
 * label.
 */
export function recordCode(draft: OutcomeDraft, code: string): ScanResult {
  const matchingPackages = draft.stop.packages.filter((entry) => listPackageCodes(entry).includes(code))
  if (matchingPackages.length === 0)
    return draft.extraBarcodes.includes(code)
      ? { type: 'again', draft }
      : { type: 'extra', draft: { ...draft, extraBarcodes: [...draft.extraBarcodes, code].slice(-200) } }
  // Some senders give all packages of an order one code: each scan counts as the next package.
  const remaining = matchingPackages.filter(({ packageId }) => !draft.scanned.includes(packageId))
  // A scanned package has probably been handed over, so packages that were not handed over come last.
  const next = remaining.find(({ packageId }) => !draft.failed.includes(packageId)) ?? remaining[0]
  if (!next) return { type: 'again', draft }
  return {
    type: 'package',
    draft: {
      ...draft,
      scanned: [...draft.scanned, next.packageId],
      failed: draft.failed.filter((packageId) => packageId !== next.packageId),
    },
  }
}

/** Returns the request body of a draft. Packages that it does not list follow the outcome. */
function bodyOf(draft: OutcomeDraft, time: string): OutcomeBody {
  const { stop, outcome, reason, failed, scanned, missing, photos, signature } = draft
  const isPartial = outcome === 'partial'
  const position = getLastPosition()
  const packages = stop.packages
    .filter(({ packageId }) => outcome !== 'failed' && (isPartial || scanned.includes(packageId)))
    .map(({ packageId }) => ({
      packageId,
      outcome: isPartial && failed.includes(packageId) ? ('failed' as const) : ('success' as const),
      ...(scanned.includes(packageId) ? { scanned: true } : {}),
    }))
  const productLines = stop.productLines
    .filter(() => isPartial)
    .map(({ productLineId, quantity }) => {
      const failedQuantity = Math.min(missing[productLineId] ?? 0, quantity ?? 1)
      return { productLineId, quantity: calculateDifference(quantity ?? 1, failedQuantity), failedQuantity }
    })
  return {
    ticket: stop.ticket,
    outcome: outcome!,
    time,
    ...(outcome !== 'success' && reason ? { failureReasonCode: reason } : {}),
    ...(draft.arrived ? { arrived: draft.arrived } : {}),
    ...(draft.contactName.trim() ? { contactName: draft.contactName.trim() } : {}),
    ...(draft.remarks.trim() ? { remarks: draft.remarks.trim() } : {}),
    ...(position ? { geoLocation: { lat: position.lat, lng: position.lng }, locationAccuracy: position.accuracy } : {}),
    ...(packages.length > 0 ? { packages } : {}),
    ...(productLines.length > 0 ? { productLines } : {}),
    ...(isPartial && !hasParts(stop) && draft.packageCount !== undefined ? { packageCount: draft.packageCount } : {}),
    ...(draft.extraBarcodes.length > 0 ? { extraBarcodes: draft.extraBarcodes } : {}),
    ...(photos.length > 0 ? { photos } : {}),
    ...(signature ? { signature } : {}),
    ...(draft.replaces ? { replaces: draft.replaces } : {}),
  }
}

/** Returns the draft without a needless signature, which the chosen outcome does not take. */
function withoutNeedless(draft: OutcomeDraft): OutcomeDraft {
  const { signature, ...rest } = draft
  const isTaken = driverState.get().kept?.day.pod.signature[draft.outcome!] !== 'off'
  return signature && isTaken ? draft : rest
}

/** Finishes a draft: moves it to the outbox, from which it is sent even if this tab ends. */
export async function submitDraft(made: OutcomeDraft, refusedPodId: string | undefined): Promise<void> {
  const draft = withoutNeedless(getCurrentDraft(made) ?? made)
  const { podId, loadId, stop, photos, signature } = draft
  const session = driverState.get().session!
  const common = { ...storage.getOwner(session), token: session.token, label: stop.key, podId }
  const outcome: WaitingOutcome = {
    ...common,
    kind: 'outcome',
    type: stop.type,
    loadId,
    consignmentId: stop.consignmentId,
    body: bodyOf(draft, new Date().toISOString()),
  }
  const files = [...photos, ...(signature ? [signature] : [])].map(
    ({ fileId, type, bytes }): WaitingFile => ({ ...common, kind: 'file', fileId, type, bytes }),
  )
  await storage.finishDraft(outcome, files, refusedPodId)
  ended.add(podId)
  await publishChange()
  void startSync()
}

type Move = 'start' | 'complete'
export const moveLoad = (type: Move, load: { loadId: string; key: string }) => reportStorageError(move(type, load))

async function move(moveKind: Move, load: { loadId: string; key: string }): Promise<void> {
  const { session } = driverState.get()
  if (
    listWaitingItems(driverState.get()).some(
      (item) => item.kind === moveKind && item.loadId === load.loadId && item.refused === undefined,
    )
  )
    return
  await storage.addMove({
    kind: moveKind,
    loadId: load.loadId,
    label: load.key,
    ...storage.getOwner(session!),
    token: session!.token,
    time: new Date().toISOString(),
  })
  await publishChange()
  void startSync()
}
