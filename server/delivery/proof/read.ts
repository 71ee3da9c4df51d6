// Reads proofs: one with or without the bytes of its images, or a page of them.
import type { QueryOf } from '../../../contract/endpoint.ts'
import { pageLimits } from '../../../contract/page.ts'
import type { FileType, getPod, listPods, Pod, PodFile } from '../../../contract/pod.ts'
import { outcomeNames } from '../../../contract/road.ts'
import { getRequestZone } from '../../access/environment/zone.ts'
import * as consignments from '../../orders/record/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/store.ts'
import type { FlowContext, OperationCall } from '../../platform/operation/operation.ts'
import { parsePage, parseValues, readCursor, writeCursor } from '../../platform/operation/page.ts'
import { lastSortKey } from '../../platform/value/sort.ts'
import { formatInstant, formatLocalTime, isWritable, parseDateTime } from '../../platform/value/times.ts'
import { readFileBytes } from '../file/rules.ts'
import * as files from '../file/store.ts'
import type { ProofDetails } from './content.ts'
import * as store from './store.ts'

interface Showing {
  environmentId: string
  /** Time zone of the returned times; undefined for UTC. */
  zone: string | undefined
}

/** Proof with its document and its files. */
export interface ProofWithFiles {
  row: store.PodRow
  details: ProofDetails
  files: ReadonlyMap<string, files.FileRow>
}

export const proofNotFoundProblem = () =>
  new ApiProblem('NOT_FOUND', { message: 'This proof does not exist in this environment.' })

export async function findProofWithFiles(
  tx: ReadTransaction,
  environmentId: string,
  podId: string,
): Promise<ProofWithFiles | undefined> {
  const row = await store.findProof(tx, environmentId, podId)
  return row && (await withFiles(tx, environmentId, [row]))[0]
}

/** Returns a proof (pod) as a read does, or undefined if it does not exist. */
export async function findPod(tx: ReadTransaction, environmentId: string, podId: string): Promise<Pod | undefined> {
  const proof = await findProofWithFiles(tx, environmentId, podId)
  return proof && podOf(proof, { environmentId, zone: undefined })
}

async function withFiles(tx: ReadTransaction, environmentId: string, rows: store.PodRow[]): Promise<ProofWithFiles[]> {
  const ids = rows.map(({ podId }) => podId)
  const byPod = Map.groupBy(await files.listFilesOfProofs(tx, environmentId, ids), ({ podId }) => podId)
  return rows.map((row) => ({
    row,
    details: JSON.parse(row.document) as ProofDetails,
    files: new Map((byPod.get(row.podId) ?? []).map((file) => [file.fileId, file])),
  }))
}

function podOf({ row, details, files: own }: ProofWithFiles, { environmentId, zone }: Showing): Pod {
  const toZone = (instant: string) => (zone === undefined ? instant : formatLocalTime(instant, zone))
  const { photos, signature, arrived, ...rest } = details
  const fileOf = (fileId: string): PodFile[] => {
    const file = own.get(fileId)
    return file ? [pictureOf(file)] : []
  }
  return {
    podId: row.podId,
    environmentId,
    version: row.version,
    created: toZone(row.created),
    updated: toZone(row.updated),
    consignmentId: row.consignmentId,
    consignmentKey: row.consignmentKey,
    loadId: row.loadId,
    stopPosition: row.stopPosition,
    outcome: row.outcome,
    time: toZone(row.time),
    arrived: arrived === null ? null : toZone(arrived),
    received: toZone(row.received),
    driverKey: row.driverKey,
    ...rest,
    photos: photos.flatMap(fileOf),
    signature: signature === null ? null : (fileOf(signature)[0] ?? null),
    complete: row.pending === 0,
    replaces: row.replaces,
    replacedBy: row.replacedBy,
  }
}

const pictureOf = (file: files.FileRow): PodFile => ({
  fileId: file.fileId,
  bytes: file.bytes,
  sha256: file.sha256 === '' ? null : file.sha256,
  type: file.type as FileType,
  width: file.width,
  height: file.height,
  state: file.state as PodFile['state'],
})

type ReadQuery = Omit<QueryOf<typeof getPod>, 'id'>
type ReadCall = OperationCall<ReadQuery & { id?: string }, { podId: string } | undefined>

export async function getProof(call: ReadCall, { read, services }: FlowContext): Promise<Pod> {
  const { environmentId, query } = call
  const podId = call.params?.podId ?? query.id!
  const pod = await read(async (tx) => {
    const proof = await findProofWithFiles(tx, environmentId, podId)
    if (!proof) throw proofNotFoundProblem()
    return podOf(proof, { environmentId, zone: await localZone(tx, call) })
  })
  if (query.includePhoto !== 'true') return pod
  const pictures = [...pod.photos, ...(pod.signature ? [pod.signature] : [])]
  const storedImages = pictures.filter(({ state }) => state === 'stored')
  if (storedImages.reduce((sum, { bytes }) => sum + bytes, 0) > contentBytesMax)
    throw createBadRequest(
      '?includePhoto',
      'too_large',
      `The images have more than ${contentBytesMax} bytes: read them one by one.`,
      { maxBytes: contentBytesMax },
    )
  for (const picture of pictures) picture.content = null
  for (const picture of storedImages) {
    const bytes = await readFileBytes(services.files, environmentId, picture.fileId)
    picture.content = bytes ? Buffer.from(bytes).toString('base64') : null
  }
  return pod
}
/** Limit of the bytes of images in one response, which is built in memory. */
const contentBytesMax = 20 * 1024 ** 2

const localZone = (tx: ReadTransaction, call: OperationCall<ReadQuery>) =>
  call.query.dateTimes === 'local' ? getRequestZone(tx, call) : undefined

type ListCall = OperationCall<QueryOf<typeof listPods>>

/** Returns a page of proofs as JSON. */
export async function listProofs(tx: ReadTransaction, call: ListCall): Promise<string> {
  const { environmentId, query } = call
  const { limit } = parsePage(query)
  const cursors = { environmentId, list: 'pods', sort: '-received' }
  const [received, podId] = query.cursor === undefined ? [lastSortKey, lastSortKey] : readCursor(cursors, query.cursor)
  const filter = await filterOf(tx, call)
  const rows = filter
    ? await tx.all<store.PodRow>(
        store.buildPageQuery(environmentId, filter, { after: { received, podId }, limit: limit + 1 }),
      )
    : []
  const pageRows = rows.slice(0, limit)
  const end = rows.length > limit ? pageRows.at(-1) : undefined
  const zone = await localZone(tx, call)
  const pods = (await withFiles(tx, environmentId, pageRows)).map((proof) => podOf(proof, { environmentId, zone }))
  return JSON.stringify({ pods, next: end ? writeCursor(cursors, [end.received, end.podId]) : null })
}

/** Returns the filter of a list, or undefined if no proof can match. */
async function filterOf(tx: ReadTransaction, call: ListCall): Promise<store.PodFilter | undefined> {
  const { environmentId, query } = call
  const requestedOutcomes = parseValues('outcome', query.outcome, pageLimits.values)
  if (requestedOutcomes?.some((outcome) => !(outcomeNames as readonly string[]).includes(outcome)))
    throw createBadRequest(
      '?outcome',
      'not_allowed',
      `\`outcome\` accepts only these values: \`${outcomeNames.join('`, `')}\`.`,
      {
        allowed: outcomeNames,
      },
    )
  const idOfKey =
    query.consignmentKey === undefined
      ? undefined
      : ((await consignments.findOrderId(tx, environmentId, query.consignmentKey)) ??
        (await changes.findDeletedOrder(tx, environmentId, query.consignmentKey)))
  const { consignmentId = idOfKey } = query
  if (query.consignmentKey !== undefined && (idOfKey === undefined || idOfKey !== consignmentId)) return undefined
  const from = await instantOf(tx, call, 'from')
  const to = await instantOf(tx, call, 'to')
  return {
    consignmentId,
    loadId: query.loadId,
    outcomes: [...new Set(requestedOutcomes ?? outcomeNames)],
    received: { from: from ?? '', to: to ?? lastSortKey },
  }
}

/** Returns a time of the query as an instant. A time without an offset is in the zone of the request. */
async function instantOf(tx: ReadTransaction, call: ListCall, name: 'from' | 'to'): Promise<string | undefined> {
  const text = call.query[name]
  if (text === undefined) return undefined
  const parsed = parseDateTime(text)!
  const instant = formatInstant(parsed, parsed.offsetMinutes === undefined ? await getRequestZone(tx, call) : 'UTC')
  if (!isWritable(instant))
    throw createBadRequest(`?${name}`, 'out_of_range', 'In UTC, this time is outside the years 0001 to 9999.')
  return instant
}
