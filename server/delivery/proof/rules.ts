// Records outcomes: stores each proof once, with all its consequences in the same transaction.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { Pod, PodInput } from '../../../contract/pod.ts'
import type { ErrorValues } from '../../../contract/problem.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { getBodyZone } from '../../access/environment/zone.ts'
import { buildUnknownKeyError } from '../../fleet/record/rules.ts'
import { driverRecordType } from '../../fleet/vehicle/rules.ts'
import * as notices from '../../orders/outbox/rules.ts'
import { type OrderDocument, readFields } from '../../orders/record/document.ts'
import * as consignments from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import { retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as files from '../file/store.ts'
import { checkAgreement, type OrderGoods, recordedGoods } from './agreement.ts'
import { correctTimes, decideReachedTime, isFromDesk } from './clock.ts'
import { findConflict, findLatestProof } from './conflict.ts'
import {
  calculateFingerprint,
  checkForm,
  normaliseContent,
  type ProofContent,
  type ProofDetails,
  timeFields,
} from './content.ts'
import { eraseProofs } from './erase.ts'
import * as exportList from './export.ts'
import * as store from './store.ts'

/** Proof to record, with the order, the load and the driver that the request names. */
export interface ProofRecording {
  podId: string
  content: ProofContent
  consignmentId?: string | null | undefined
  consignmentKey?: string | null | undefined
  /** Load of the request; by default the load of the order. */
  loadId?: string | null | undefined
  /** Driver of the request; by default the driver of the load. */
  driverKey?: string | null | undefined
  /**
   * Data of a driver's ticket. A proof with a ticket is always stored. If the stop has changed, the proof gets a
   * conflict. The ticket also determines `consignmentId`, `loadId` and `driverKey`.
   */
  ticket?: { key: string; type: Pod['type']; stopPosition: number } | undefined
  /** The driver's device that sends the proof. */
  deviceId?: string | undefined
}

export interface RecordedProof {
  version: number
  created: boolean
}

/** Checks a body whose schema is valid, and returns its content. Runs before the transaction. */
export async function prepareProof<Body extends Omit<PodInput, 'consignmentId' | 'consignmentKey'>>(
  call: OperationCall<{ timezone?: string }, unknown, Body>,
  preparing: PreparationContext,
): Promise<{ body: Body; content: ProofContent } | undefined> {
  const { body } = call
  if (preparing.findings.length > 0) return undefined
  const zone = await getBodyZone(
    call,
    preparing,
    timeFields.map((name) => body[name]),
  )
  preparing.findings.push(...checkForm(body, zone))
  return preparing.findings.length > 0 ? undefined : { body, content: normaliseContent(body, zone) }
}

export const putProof = (
  tx: WriteTransaction,
  call: OperationCall<unknown, { podId: string }, { body: PodInput; content: ProofContent } | undefined>,
): Promise<RecordedProof> => {
  const { body, content } = call.body!
  const { consignmentId, consignmentKey, loadId, driverKey } = body
  const { podId } = call.params
  return recordProof(tx, call, { podId, content, consignmentId, consignmentKey, loadId, driverKey })
}

/**
 * Returns true, because proofs of different orders can share a transaction. Each locks its own order, and only reads
 * loads and drivers. The database rejects a second proof or file with the same id.
 */
export const mayBatchProof = (): boolean => true

/** Stores a proof with its effects. A repeated proof with the same id and content changes nothing. */
export async function recordProof(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  recording: ProofRecording,
): Promise<RecordedProof> {
  const { environmentId } = author
  const { podId, content, ticket, consignmentId, consignmentKey, loadId, driverKey } = recording
  const fingerprint = calculateFingerprint(content, [consignmentId, consignmentKey, loadId, driverKey])
  const { order, errors } = await orderOf(tx, environmentId, recording)
  const theOrder = order?.consignmentId ?? consignmentId ?? ''
  // Starts these reads together, which is possible once the order is locked.
  const [settings, before, others] = await Promise.all([
    getSettings(tx, environmentId),
    store.findExistingProof(tx, environmentId, { podId, consignmentId: theOrder }),
    store.listProofsOfOrder(tx, environmentId, theOrder),
  ])
  if (before.version !== null) return repeated(podId, before, fingerprint)
  const corrected = others.find((proof) => proof.podId === content.replaces)
  const scene = await sceneOf(tx, environmentId, { recording, order, corrected, errors })
  const { moment, errors: wrongTimes } = correctTimes(content, {
    now: author.now,
    corrected: corrected?.time,
  })
  const fromDesk = isFromDesk(author.actor)
  if (!ticket) errors.push(...wrongTimes, ...checkAgreement(content, order && scene.goods, settings.pod, fromDesk))
  if (fromDesk && content.replaces === null) errors.push(...overruled(scene.loadId, others))
  const replaced = await replacedBy(tx, environmentId, { recording, corrected, errors })
  if (errors.length > 0) throw createProblem(errors)
  const consoleOutcome = fromDesk ? undefined : await findConsoleOutcome(tx, environmentId, { scene, others })
  const version = (before.lastVersion ?? 0) + 1
  const { time, arrived } = moment
  const reached = decideReachedTime({ outcome: content.outcome, actor: author.actor, time, arrived }, corrected)
  const pod = podOf({ recording, scene, order, others }, { fingerprint, version, time, reached, now: author.now })
  pod.replaces ??= consoleOutcome?.podId ?? null
  const past = new Set([replaced, consoleOutcome].filter((proof) => proof !== undefined))
  const latest = order && findLatestProof(order, [...others.filter((proof) => !past.has(proof)), pod])
  const isHeld = wrongTimes.some(({ path }) => path === '/time')
  const hasTooManyPhotos = content.photos.length > settings.pod.photosMax
  const conflict = findConflict({ order, pod, scene, latest, isHeld, fromDesk, hasTooManyPhotos })
  const details = detailsOf(content, {
    ...moment,
    scene,
    type: order?.type ?? ticket!.type,
    actor: author.actor,
    conflict,
  })
  pod.document = JSON.stringify(details)
  await save(tx, author, { pod, content })
  if (order) await count(tx, environmentId, order, latest)
  for (const replacedProof of past) await replace(tx, author, settings, { replaced: replacedProof, by: podId })
  // A proof that arrives after its recipient was erased is stored without personal data, and sends no e-mail.
  const isErased = before.erased !== null
  if (isErased) details.email = null
  const givenBy = { deviceId: recording.deviceId, ownAddress: scene.email }
  await outcomeRecorded(tx, author, { consignment: order, pod, details, settings, counts: latest === pod, givenBy })
  if (isErased) await eraseProofs(tx, author, pod.consignmentId)
  return { version, created: true }
}

/**
 * Returns an error for an outcome from the console if the order has a valid proof already. A proof of the same load
 * counts, and so does a delivery on any load.
 */
function overruled(loadId: string | null, proofs: readonly store.CountingProof[]): RequestError[] {
  const counts = (proof: store.CountingProof) => proof.loadId === loadId || proof.outcome === 'success'
  if (!proofs.some((proof) => proof.replacedBy === null && counts(proof))) return []
  const message = 'The order already has an outcome. To correct it, send the id of its proof in `replaces`.'
  return [{ path: '/outcome', code: 'not_allowed', message, values: { reason: 'outcome' } }]
}

/**
 * Finds the proof that users of the console recorded for the load. Every proof of a driver on this load replaces it.
 */
async function findConsoleOutcome(
  tx: WriteTransaction,
  environmentId: string,
  { scene: { consignmentId, loadId }, others }: Pick<ProofContext, 'scene' | 'others'>,
): Promise<store.CountingProof | undefined> {
  const currentProofs = others.filter((proof) => proof.replacedBy === null && proof.loadId === loadId)
  if (currentProofs.length === 0) return undefined
  const documents = await store.listDocumentsOfOrder(tx, environmentId, consignmentId)
  const actors = new Map(documents.map(({ podId, document }) => [podId, (JSON.parse(document) as ProofDetails).actor]))
  const isHearsay = ({ podId, replaces }: store.CountingProof): boolean => {
    const earlier = others.find((proof) => proof.podId === replaces)
    return isFromDesk(actors.get(podId)!) && (replaces === null || (earlier !== undefined && isHearsay(earlier)))
  }
  return currentProofs.find(isHearsay)
}

/** Builds the row of a proof without its document. */
function podOf(
  { recording: { podId, content, ticket }, scene, order, others }: ProofContext,
  {
    fingerprint,
    version,
    time,
    reached,
    now,
  }: Pick<store.PodRow, 'fingerprint' | 'version' | 'time' | 'reached'> & { now: number },
): store.PodRow {
  const received = formatIso(now)
  return {
    podId,
    consignmentId: scene.consignmentId,
    consignmentKey: order?.key ?? ticket!.key,
    loadId: scene.loadId,
    stopPosition: scene.stopPosition,
    outcome: content.outcome,
    time,
    reached,
    received,
    fingerprint,
    version,
    created: received,
    updated: received,
    pending: content.photos.length + (content.signature ? 1 : 0),
    driverKey: scene.driverKey,
    replaces: content.replaces,
    // Id of the correction that replaced this proof, if it arrived before the proof.
    replacedBy: others.find(({ replaces }) => replaces === podId)?.podId ?? null,
    document: '',
  }
}

/** New proof with its order, its scene, and the other proofs of the order. */
interface ProofContext {
  recording: ProofRecording
  scene: Scene
  order: consignments.ConsignmentRow | undefined
  others: store.CountingProof[]
}

function repeated(podId: string, existing: store.ExistingProof, fingerprint: string): RecordedProof {
  if (existing.fingerprint === fingerprint) return { version: existing.version!, created: false }
  const advice = 'To correct a proof, send a new proof with `replaces`.'
  throw new ApiProblem('POD_CONFLICT', {
    message: `The proof \`${podId}\` already exists with other content. ${advice}`,
    values: { key: podId },
  })
}

/**
 * Locks the order, so that its proofs are recorded one after the other. With a ticket, the order may have been deleted.
 */
async function orderOf(
  tx: WriteTransaction,
  environmentId: string,
  { consignmentId, consignmentKey, ticket }: ProofRecording,
): Promise<{ order: consignments.ConsignmentRow | undefined; errors: RequestError[] }> {
  const errors: RequestError[] = []
  const idOfKey = consignmentKey ? await consignments.findOrderId(tx, environmentId, consignmentKey) : undefined
  const id = consignmentId ?? idOfKey
  const order = id === undefined ? undefined : await consignments.lockById(tx, environmentId, id)
  if (order && consignmentKey && order.key !== consignmentKey) {
    // Another transaction changed the key while this one waited for the lock.
    if (!consignmentId) throw retryTransaction()
    errors.push({
      path: '/consignmentKey',
      code: 'mismatch',
      message: '`consignmentId` and `consignmentKey` are of different orders: send only one of the two fields.',
    })
  }
  if (!order && !ticket)
    errors.push({
      path: consignmentId ? '/consignmentId' : '/consignmentKey',
      code: 'unknown_consignment',
      message: `The order \`${consignmentId ?? consignmentKey}\` does not exist.`,
      values: { key: (consignmentId ?? consignmentKey)! },
      problem: 'UNKNOWN_CONSIGNMENT',
    })
  return { order, errors }
}

/** Scene of a proof: the goods, the load and the driver that the proof needs. */
interface Scene {
  consignmentId: string
  goods: OrderGoods
  /** E-mail address of the recipient. */
  email: string | null
  loadId: string | null
  stopPosition: number
  driverKey: string | null
  /** Status of the load. Undefined outside a load, and if the load was deleted. */
  status: loads.LoadRow['status'] | undefined
  isInLoad: boolean
}

const involved = ['packages', 'productLines', 'consigneeContact'] as const
type Involved = Pick<OrderDocument, (typeof involved)[number]>
/** Values for an order that was deleted. */
const nobody: Involved = { packages: [], productLines: [], consigneeContact: null }

async function sceneOf(
  tx: WriteTransaction,
  environmentId: string,
  {
    recording: { ticket, ...named },
    order,
    corrected,
    errors,
  }: Pick<ProofContext, 'recording' | 'order'> & { corrected: store.CountingProof | undefined; errors: RequestError[] },
): Promise<Scene> {
  const loadId = named.loadId ?? order?.loadId ?? null
  const load = loadId === null ? undefined : await loads.findLoad(tx, environmentId, loadId)
  // A correction may name the load or the driver of the corrected proof, even if that load or driver was deleted since.
  if (named.loadId && !load && !ticket && loadId !== corrected?.loadId)
    errors.push({
      path: '/loadId',
      code: 'unknown_load',
      message: `The load \`${named.loadId}\` does not exist.`,
      values: { key: named.loadId },
      problem: 'UNKNOWN_LOAD',
    })
  const { driverKey } = named
  const isChecked = !ticket && driverKey !== corrected?.driverKey
  if (driverKey && isChecked && !(await driverRecordType.records.find(tx, environmentId, driverKey)))
    errors.push(
      await buildUnknownKeyError(tx, { environmentId }, driverRecordType, { path: '/driverKey', key: driverKey }),
    )
  const isInLoad = loadId === null || order?.loadId === loadId
  const { consigneeContact, ...goods } = order ? (readFields(order.document, involved) as Involved) : nobody
  return {
    consignmentId: order?.consignmentId ?? named.consignmentId ?? '',
    goods,
    email: consigneeContact?.email ?? null,
    loadId,
    stopPosition: ticket?.stopPosition ?? (isInLoad ? (order?.stopPosition ?? 0) : 0),
    driverKey: driverKey ?? load?.driverKey ?? null,
    status: load?.status,
    isInLoad,
  }
}

/** Finds the proof that this proof corrects. Returns undefined if another proof has already replaced it. */
async function replacedBy(
  tx: WriteTransaction,
  environmentId: string,
  {
    recording,
    corrected: found,
    errors,
  }: { recording: ProofRecording; corrected: store.CountingProof | undefined; errors: RequestError[] },
): Promise<store.CountingProof | undefined> {
  const { replaces } = recording.content
  if (replaces === null) return undefined
  const refuse = (message: string, values: ErrorValues) =>
    errors.push({ path: '/replaces', code: 'unknown_pod', message, values, problem: 'UNKNOWN_POD' })
  if (replaces === recording.podId) refuse('A proof cannot replace itself.', { reason: 'itself' })
  else if (!found && (await store.findProof(tx, environmentId, replaces)))
    refuse(`The proof \`${replaces}\` belongs to another order.`, { reason: 'other_order', key: replaces })
  // With a ticket, the corrected proof may arrive later, or another correction may have replaced it already.
  else if (!found && !recording.ticket) refuse(`The proof \`${replaces}\` does not exist.`, { key: replaces })
  else if (found?.replacedBy && !recording.ticket)
    refuse(`The proof \`${replaces}\` was replaced by \`${found.replacedBy}\`: replace that proof instead.`, {
      key: replaces,
      replacedBy: found.replacedBy,
    })
  return found?.replacedBy ? undefined : found
}

type ProofFacts = Pick<ProofDetails, 'type' | 'arrived' | 'clockOffsetSeconds' | 'actor' | 'conflict'> & {
  scene: Scene
}

function detailsOf(content: ProofContent, { scene: { goods, email }, ...around }: ProofFacts): ProofDetails {
  const { type, arrived, clockOffsetSeconds, actor, conflict } = around
  return {
    type,
    failureReasonCode: content.failureReasonCode,
    arrived,
    clockOffsetSeconds,
    actor,
    contactName: content.contactName,
    remarks: content.remarks,
    email: content.email ?? email,
    geoLocation: content.geoLocation,
    locationAccuracy: content.locationAccuracy,
    packageCount: content.packageCount,
    ...recordedGoods(content, goods),
    extraBarcodes: content.extraBarcodes,
    conflict,
    photos: content.photos.map(({ fileId }) => fileId),
    signature: content.signature?.fileId ?? null,
  }
}

interface Saving {
  pod: store.PodRow
  content: ProofContent
}

async function save(
  tx: WriteTransaction,
  { environmentId }: changes.ChangeAuthor,
  { pod, content }: Saving,
): Promise<void> {
  // If another transaction has just stored this proof, the repeated transaction finds it.
  if (!(await store.insertProof(tx, environmentId, pod))) throw retryTransaction()
  const { podId, created } = pod
  const pictures = [
    ...content.photos.map((file, index) => ({ ...file, kind: 'photo', path: `/photos/${index}/fileId` })),
    ...(content.signature ? [{ ...content.signature, kind: 'signature', path: '/signature/fileId' }] : []),
  ]
  const inserted = await Promise.all(
    pictures.map(({ path: _, ...file }) => files.insertFile(tx, environmentId, { ...file, podId, created })),
  )
  const takenFiles = pictures.filter((_, index) => !inserted[index])
  if (takenFiles.length > 0)
    throw createProblem(
      takenFiles.map(({ path, fileId }) => ({
        path,
        code: 'duplicate',
        message: `Another proof has a file \`${fileId}\`.`,
        values: { reason: 'other_proof', key: fileId },
      })),
    )
}

/** Stores the outcome of the deciding proof in the order. */
const count = async (
  tx: WriteTransaction,
  environmentId: string,
  { consignmentId }: consignments.ConsignmentRow,
  latest: store.CountingProof | undefined,
): Promise<unknown> =>
  consignments.setOutcome(tx, environmentId, consignmentId, {
    outcome: latest?.outcome ?? null,
    outcomeTime: latest?.time ?? null,
    reached: latest?.reached ?? null,
  })

async function replace(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  settings: EnvironmentSettings,
  { replaced: { podId, consignmentKey }, by }: { replaced: store.CountingProof; by: string },
): Promise<void> {
  const { environmentId, now } = author
  const { version, updated } = await store.setReplaced(tx, environmentId, podId, {
    replacedBy: by,
    now: formatIso(now),
  })
  await exportList.updateListedProof(tx, author, settings, { podId, version, reason: undefined })
  await changes.recordChange(tx, changes.withLaterTime(author, updated), {
    type: 'pod.replaced',
    recordId: podId,
    recordKey: consignmentKey,
    version,
    differences: [{ path: '/replacedBy', old: null, new: by }],
  })
}

/** Recorded outcome, for the export list, the history and e-mails. */
export interface RecordedOutcome {
  /** Undefined if the order was deleted. */
  consignment: consignments.ConsignmentRow | undefined
  pod: store.PodRow
  details: ProofDetails
  settings: EnvironmentSettings
  /** Whether the proof is the deciding proof of the order. */
  counts: boolean
  givenBy: notices.RecordedOutcome['givenBy']
}

/** Publishes a recorded outcome: adds the proof to the export list and the history, and decides its e-mails. */
async function outcomeRecorded(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { consignment: order, pod, details, settings, ...told }: RecordedOutcome,
): Promise<void> {
  const { podId, consignmentKey, version, outcome, pending } = pod
  await exportList.addNewProof(tx, author, settings, { podId, version })
  await changes.recordChange(tx, author, { type: 'pod.created', recordId: podId, recordKey: consignmentKey, version })
  const { email: address, failureReasonCode } = details
  // A proof with a later outcome sends no e-mail.
  if (order && details.conflict !== 'later_outcome')
    await notices.decideOutcome(tx, author, { podId, outcome, failureReasonCode, pending, address, order, ...told })
}

/** Records the arrival of a file. The last file of a proof makes the proof complete. */
export async function recordFileArrival(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  podId: string,
): Promise<void> {
  const { environmentId, now } = author
  if ((await store.countFileArrival(tx, environmentId, podId)) > 0) return
  const { version, updated } = await store.touchProof(tx, environmentId, podId, formatIso(now))
  const { consignmentKey } = (await store.findProof(tx, environmentId, podId))!
  const settings = await getSettings(tx, environmentId)
  await exportList.updateListedProof(tx, author, settings, { podId, version, reason: 'completed' })
  await notices.onFilesArrived(tx, author, podId)
  const completed = { type: 'pod.completed', recordId: podId, recordKey: consignmentKey, version } as const
  await changes.recordChange(tx, changes.withLaterTime(author, updated), completed)
}
