// Records outcomes: stores each proof once, with all its consequences in the same transaction.
import type { Settings } from '../../../contract/environment.ts'
import type { Pod, PodConflict, PodInput } from '../../../contract/pod.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import { zoneFor } from '../../access/environment/zone.ts'
import { unknown } from '../../fleet/record/rules.ts'
import { drivers } from '../../fleet/vehicle/rules.ts'
import * as notices from '../../orders/outbox/rules.ts'
import { type Document, membersOf } from '../../orders/record/document.ts'
import * as consignments from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import { startAgain, type Writer } from '../../platform/database/database.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import * as files from '../file/store.ts'
import { agreementFindings, type Goods, goodsTold } from './agreement.ts'
import { isFromDesk, momentOf, reachedAt } from './clock.ts'
import { type Content, contentOf, type Details, fingerprintOf, formFindings, times } from './content.ts'
import { erase } from './erase.ts'
import * as exportList from './export.ts'
import * as store from './store.ts'

/** A proof to record, with the order, load and driver that the request names. */
export interface Recording {
  podId: string
  content: Content
  consignmentId?: string | null | undefined
  consignmentKey?: string | null | undefined
  /** Default: the load of the order. */
  loadId?: string | null | undefined
  /** Default: the driver of the load. */
  driverKey?: string | null | undefined
  /**
   * The stop of the ticket. A proof with a ticket is always stored, and marked with a conflict if the stop has changed.
   * `consignmentId`, `loadId` and `driverKey` are then values of the ticket.
   */
  ticket?: { key: string; type: Pod['type']; stopPosition: number } | undefined
  /** The driver's device that sends the proof. */
  deviceId?: string | undefined
}

export interface Recorded {
  version: number
  created: boolean
}

/** Checks a body whose schema is valid, and returns its content. Runs before the transaction. */
export async function prepare<Body extends Omit<PodInput, 'consignmentId' | 'consignmentKey'>>(
  call: Call<{ timezone?: string }, unknown, Body>,
  preparing: Preparing,
): Promise<{ body: Body; content: Content } | undefined> {
  const { body } = call
  if (preparing.findings.length > 0) return undefined
  const zone = await zoneFor(
    call,
    preparing,
    times.map((name) => body[name]),
  )
  preparing.findings.push(...formFindings(body, zone))
  return preparing.findings.length > 0 ? undefined : { body, content: contentOf(body, zone) }
}

export const put = (
  tx: Writer,
  call: Call<unknown, { podId: string }, { body: PodInput; content: Content } | undefined>,
): Promise<Recorded> => {
  const { body, content } = call.body!
  const { consignmentId, consignmentKey, loadId, driverKey } = body
  const { podId } = call.params
  return record(tx, call, { podId, content, consignmentId, consignmentKey, loadId, driverKey })
}

/**
 * Returns true: proofs of different orders can be recorded in one transaction. Each locks its own order, and only reads
 * loads and drivers; the database rejects a second proof or file with the same id.
 */
export const shares = (): boolean => true

/** Stores a proof with all that follows from it; the same one again is there already. */
export async function record(tx: Writer, author: changes.Author, recording: Recording): Promise<Recorded> {
  const { environmentId } = author
  const { podId, content, ticket, consignmentId, consignmentKey, loadId, driverKey } = recording
  const fingerprint = fingerprintOf(content, [consignmentId, consignmentKey, loadId, driverKey])
  const { order, findings } = await orderOf(tx, environmentId, recording)
  const theOrder = order?.consignmentId ?? consignmentId ?? ''
  // These reads run together, after the order is locked.
  const [settings, before, others] = await Promise.all([
    settingsOf(tx, environmentId),
    store.before(tx, environmentId, { podId, consignmentId: theOrder }),
    store.ofConsignment(tx, environmentId, theOrder),
  ])
  if (before.version !== null) return repeated(podId, before, fingerprint)
  const corrected = others.find((other) => other.podId === content.replaces)
  const scene = await sceneOf(tx, environmentId, { recording, order, corrected, findings })
  const { moment, findings: wrongTimes } = momentOf(content, {
    now: author.now,
    corrected: corrected?.time,
  })
  const fromDesk = isFromDesk(author.actor)
  if (!ticket) findings.push(...wrongTimes, ...agreementFindings(content, order && scene.goods, settings.pod, fromDesk))
  if (fromDesk && content.replaces === null) findings.push(...overruled(scene.loadId, others))
  const replaced = await replacedBy(tx, environmentId, { recording, corrected, findings })
  if (findings.length > 0) throw problemOf(findings)
  const hearsay = fromDesk ? undefined : await hearsayOf(tx, environmentId, { scene, others })
  const version = (before.lastVersion ?? 0) + 1
  const { time, arrived } = moment
  const reached = reachedAt({ outcome: content.outcome, actor: author.actor, time, arrived }, corrected)
  const pod = podOf({ recording, scene, order, others }, { fingerprint, version, time, reached, now: author.now })
  pod.replaces ??= hearsay?.podId ?? null
  const past = new Set([replaced, hearsay].filter((each) => each !== undefined))
  const latest = order && latestOf(order, [...others.filter((other) => !past.has(other)), pod])
  const isHeld = wrongTimes.some(({ path }) => path === '/time')
  const hasTooManyPhotos = content.photos.length > settings.pod.photosMax
  const conflict = conflictOf({ order, pod, scene, latest, isHeld, fromDesk, hasTooManyPhotos })
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
  for (const each of past) await replace(tx, author, settings, { replaced: each, by: podId })
  // A proof that arrives after its recipient was erased is stored without personal data, and sends no e-mail.
  const isErased = before.erased !== null
  if (isErased) details.email = null
  const givenBy = { deviceId: recording.deviceId, ownAddress: scene.email }
  await outcomeRecorded(tx, author, { consignment: order, pod, details, settings, counts: latest === pod, givenBy })
  if (isErased) await erase(tx, author, pod.consignmentId)
  return { version, created: true }
}

/**
 * Returns an error for an outcome from the console if the order has a valid proof already: of this load, or a
 * delivery on any load.
 */
function overruled(loadId: string | null, others: readonly store.Counting[]): Finding[] {
  const counts = (other: store.Counting) => other.loadId === loadId || other.outcome === 'success'
  if (!others.some((other) => other.replacedBy === null && counts(other))) return []
  const message = 'The order has an outcome by now. A correction names that proof in `replaces`.'
  return [{ path: '/outcome', code: 'not_allowed', message, values: { reason: 'outcome' } }]
}

/** Finds the proof on the same load that users of the console recorded. Every proof of a driver replaces it. */
async function hearsayOf(
  tx: Writer,
  environmentId: string,
  { scene: { consignmentId, loadId }, others }: Pick<Known, 'scene' | 'others'>,
): Promise<store.Counting | undefined> {
  const standing = others.filter((other) => other.replacedBy === null && other.loadId === loadId)
  if (standing.length === 0) return undefined
  const documents = await store.documentsOfConsignment(tx, environmentId, consignmentId)
  const actors = new Map(documents.map(({ podId, document }) => [podId, (JSON.parse(document) as Details).actor]))
  const isHearsay = ({ podId, replaces }: store.Counting): boolean => {
    const before = others.find((other) => other.podId === replaces)
    return isFromDesk(actors.get(podId)!) && (replaces === null || (before !== undefined && isHearsay(before)))
  }
  return standing.find(isHearsay)
}

/** Builds the row of a proof without its document. */
function podOf(
  { recording: { podId, content, ticket }, scene, order, others }: Known,
  {
    fingerprint,
    version,
    time,
    reached,
    now,
  }: Pick<store.PodRow, 'fingerprint' | 'version' | 'time' | 'reached'> & { now: number },
): store.PodRow {
  const received = toIso(now)
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

/** A new proof with its order, its circumstances and the other proofs of the order. */
interface Known {
  recording: Recording
  scene: Scene
  order: consignments.ConsignmentRow | undefined
  others: store.Counting[]
}

function repeated(podId: string, known: store.Before, fingerprint: string): Recorded {
  if (known.fingerprint === fingerprint) return { version: known.version!, created: false }
  const advice = 'To correct it, send another with `replaces`.'
  throw new Problem('POD_CONFLICT', {
    message: `The proof \`${podId}\` is there already, with other content. ${advice}`,
  })
}

/** Locks the order, so that its proofs are recorded one after the other. With a ticket, it may have been deleted. */
async function orderOf(
  tx: Writer,
  environmentId: string,
  { consignmentId, consignmentKey, ticket }: Recording,
): Promise<{ order: consignments.ConsignmentRow | undefined; findings: Finding[] }> {
  const findings: Finding[] = []
  const idOfKey = consignmentKey ? await consignments.idOfKey(tx, environmentId, consignmentKey) : undefined
  const id = consignmentId ?? idOfKey
  const order = id === undefined ? undefined : await consignments.lockById(tx, environmentId, id)
  if (order && consignmentKey && order.key !== consignmentKey) {
    // Another transaction changed the key while this one waited for the lock.
    if (!consignmentId) throw startAgain()
    findings.push({
      path: '/consignmentKey',
      code: 'mismatch',
      message: '`consignmentId` and `consignmentKey` name different consignments: send only one of them.',
    })
  }
  if (!order && !ticket)
    findings.push({
      path: consignmentId ? '/consignmentId' : '/consignmentKey',
      code: 'unknown_consignment',
      message: `The order \`${consignmentId ?? consignmentKey}\` does not exist.`,
      values: { key: (consignmentId ?? consignmentKey)! },
      problem: 'UNKNOWN_CONSIGNMENT',
    })
  return { order, findings }
}

/** Scene of a proof: its goods, load and driver. */
interface Scene {
  consignmentId: string
  goods: Goods
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
type Involved = Pick<Document, (typeof involved)[number]>
/** The fields of an order that was deleted. */
const nobody: Involved = { packages: [], productLines: [], consigneeContact: null }

async function sceneOf(
  tx: Writer,
  environmentId: string,
  {
    recording: { ticket, ...named },
    order,
    corrected,
    findings,
  }: Pick<Known, 'recording' | 'order'> & { corrected: store.Counting | undefined; findings: Finding[] },
): Promise<Scene> {
  const loadId = named.loadId ?? order?.loadId ?? null
  const load = loadId === null ? undefined : await loads.find(tx, environmentId, loadId)
  // A correction may keep a load or a driver that was deleted in the meantime.
  if (named.loadId && !load && !ticket && loadId !== corrected?.loadId)
    findings.push({
      path: '/loadId',
      code: 'unknown_load',
      message: `The load \`${named.loadId}\` does not exist.`,
      values: { key: named.loadId },
      problem: 'UNKNOWN_LOAD',
    })
  const { driverKey } = named
  const isChecked = !ticket && driverKey !== corrected?.driverKey
  if (driverKey && isChecked && !(await drivers.records.find(tx, environmentId, driverKey)))
    findings.push(await unknown(tx, { environmentId }, drivers, { path: '/driverKey', key: driverKey }))
  const isInLoad = loadId === null || order?.loadId === loadId
  const { consigneeContact, ...goods } = order ? (membersOf(order.document, involved) as Involved) : nobody
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

/** Finds the proof that this one corrects, unless that one is replaced already. */
async function replacedBy(
  tx: Writer,
  environmentId: string,
  {
    recording,
    corrected: found,
    findings,
  }: { recording: Recording; corrected: store.Counting | undefined; findings: Finding[] },
): Promise<store.Counting | undefined> {
  const { replaces } = recording.content
  if (replaces === null) return undefined
  const refuse = (message: string) =>
    findings.push({ path: '/replaces', code: 'unknown_pod', message, problem: 'UNKNOWN_POD' })
  if (replaces === recording.podId) refuse('A proof cannot replace itself.')
  else if (!found && (await store.find(tx, environmentId, replaces)))
    refuse(`The proof \`${replaces}\` belongs to another order.`)
  // With a ticket, the corrected proof may arrive later, or another correction may have replaced it.
  else if (!found && !recording.ticket) refuse(`The proof \`${replaces}\` does not exist.`)
  else if (found?.replacedBy && !recording.ticket)
    refuse(`The proof \`${replaces}\` was replaced by \`${found.replacedBy}\`: replace that one.`)
  return found?.replacedBy ? undefined : found
}

/**
 * Returns the proof that decides the outcome of an order: the latest one that is not replaced. If the order is on a
 * load, only proofs of that load count, and deliveries on any load. `recount` in the store follows the same rule.
 */
function latestOf(order: consignments.ConsignmentRow, proofs: store.Counting[]): store.Counting | undefined {
  const standing = proofs.filter(
    ({ replacedBy, loadId, outcome }) =>
      replacedBy === null && (order.loadId === null || loadId === order.loadId || outcome === 'success'),
  )
  return standing.reduce<store.Counting | undefined>(
    (latest, proof) => (latest && latest.time > proof.time ? latest : proof),
    undefined,
  )
}

interface Circumstances {
  order: consignments.ConsignmentRow | undefined
  pod: store.PodRow
  scene: Scene
  latest: store.Counting | undefined
  isHeld: boolean
  fromDesk: boolean
  /** True only for a proof with a ticket; Dray rejects other proofs with too many photos. */
  hasTooManyPhotos: boolean
}

/** Returns the most serious conflict of a proof, or null. */
function conflictOf({
  order,
  pod,
  scene,
  latest,
  isHeld,
  fromDesk,
  hasTooManyPhotos,
}: Circumstances): PodConflict | null {
  if (!order) return 'order_deleted'
  if (pod.replacedBy !== null || (latest && latest !== pod && latest.time > pod.time)) return 'later_outcome'
  if (!scene.isInLoad) return 'not_in_load'
  // A driver with a paper run sheet does not start the load, and a user of the console records the outcomes later.
  if (!fromDesk && scene.status !== undefined && scene.status !== 'started' && scene.status !== 'completed')
    return 'load_not_started'
  if (isHeld) return 'time_out_of_range'
  return hasTooManyPhotos ? 'too_many_photos' : null
}

type Around = Pick<Details, 'type' | 'arrived' | 'clockOffsetSeconds' | 'actor' | 'conflict'> & { scene: Scene }

function detailsOf(content: Content, { scene: { goods, email }, ...around }: Around): Details {
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
    ...goodsTold(content, goods),
    extraBarcodes: content.extraBarcodes,
    conflict,
    photos: content.photos.map(({ fileId }) => fileId),
    signature: content.signature?.fileId ?? null,
  }
}

interface Saving {
  pod: store.PodRow
  content: Content
}

async function save(tx: Writer, { environmentId }: changes.Author, { pod, content }: Saving): Promise<void> {
  // Another request has stored the same proof at the same time: the repeated transaction finds it.
  if (!(await store.insert(tx, environmentId, pod))) throw startAgain()
  const { podId, created } = pod
  const pictures = [
    ...content.photos.map((file, index) => ({ ...file, kind: 'photo', path: `/photos/${index}/fileId` })),
    ...(content.signature ? [{ ...content.signature, kind: 'signature', path: '/signature/fileId' }] : []),
  ]
  const inserted = await Promise.all(
    pictures.map(({ path: _, ...file }) => files.insert(tx, environmentId, { ...file, podId, created })),
  )
  const taken = pictures.filter((_, index) => !inserted[index])
  if (taken.length > 0)
    throw problemOf(
      taken.map(({ path, fileId }) => ({
        path,
        code: 'duplicate',
        message: `Another proof has a file \`${fileId}\`.`,
      })),
    )
}

/** Notes at the order what became of it. */
const count = async (
  tx: Writer,
  environmentId: string,
  { consignmentId }: consignments.ConsignmentRow,
  latest: store.Counting | undefined,
): Promise<unknown> =>
  consignments.setOutcome(tx, environmentId, consignmentId, {
    outcome: latest?.outcome ?? null,
    outcomeTime: latest?.time ?? null,
    reached: latest?.reached ?? null,
  })

async function replace(
  tx: Writer,
  author: changes.Author,
  settings: Settings,
  { replaced: { podId, consignmentKey }, by }: { replaced: store.Counting; by: string },
): Promise<void> {
  const { environmentId, now } = author
  const { version, updated } = await store.setReplaced(tx, environmentId, podId, { replacedBy: by, now: toIso(now) })
  await exportList.changed(tx, author, settings, { podId, version, reason: undefined })
  await changes.record(tx, changes.after(author, updated), {
    type: 'pod.replaced',
    recordId: podId,
    recordKey: consignmentKey,
    version,
    differences: [{ path: '/replacedBy', old: null, new: by }],
  })
}

/** A recorded outcome, for the export list, the history and e-mails. */
export interface RecordedOutcome {
  /** Undefined if the order was deleted. */
  consignment: consignments.ConsignmentRow | undefined
  pod: store.PodRow
  details: Details
  settings: Settings
  /** Whether the proof counts for the outcome of the order. */
  counts: boolean
  givenBy: notices.OutcomeTold['givenBy']
}

/** Publishes a recorded outcome: adds the proof to the export list and the history, and decides its e-mails. */
async function outcomeRecorded(
  tx: Writer,
  author: changes.Author,
  { consignment: order, pod, details, settings, ...told }: RecordedOutcome,
): Promise<void> {
  const { podId, consignmentKey, version, outcome, pending } = pod
  await exportList.created(tx, author, settings, { podId, version })
  await changes.record(tx, author, { type: 'pod.created', recordId: podId, recordKey: consignmentKey, version })
  const { email: address, failureReasonCode } = details
  // A proof with a later outcome sends no e-mail.
  if (order && details.conflict !== 'later_outcome')
    await notices.decideOutcome(tx, author, { podId, outcome, failureReasonCode, pending, address, order, ...told })
}

/** Records the arrival of a file. The last file of a proof makes the proof complete. */
export async function fileArrived(tx: Writer, author: changes.Author, podId: string): Promise<void> {
  const { environmentId, now } = author
  if ((await store.fileArrived(tx, environmentId, podId)) > 0) return
  const { version, updated } = await store.touch(tx, environmentId, podId, toIso(now))
  const { consignmentKey } = (await store.find(tx, environmentId, podId))!
  const settings = await settingsOf(tx, environmentId)
  await exportList.changed(tx, author, settings, { podId, version, reason: 'completed' })
  await notices.filesArrived(tx, author, podId)
  const completed = { type: 'pod.completed', recordId: podId, recordKey: consignmentKey, version } as const
  await changes.record(tx, changes.after(author, updated), completed)
}
