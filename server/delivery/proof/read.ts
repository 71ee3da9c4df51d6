// Reads proofs: one with or without the bytes of its images, or a page of them.
import type { QueryOf } from '../../../contract/endpoint.ts'
import { pageLimits } from '../../../contract/page.ts'
import type { FileType, getPod, listPods, Pod, PodFile } from '../../../contract/pod.ts'
import { outcomes } from '../../../contract/road.ts'
import { zoneOf } from '../../access/environment/zone.ts'
import * as consignments from '../../orders/record/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/store.ts'
import type { Call, FlowContext } from '../../platform/operation/operation.ts'
import { pageOf, readCursor, valuesOf, writeCursor } from '../../platform/operation/page.ts'
import { last } from '../../platform/value/sort.ts'
import { isWritable, parseDateTime, toInstant, toLocal } from '../../platform/value/times.ts'
import { bytesOf } from '../file/rules.ts'
import * as files from '../file/store.ts'
import type { Details } from './content.ts'
import * as store from './store.ts'

interface Showing {
  environmentId: string
  /** Time zone of the returned times; undefined for UTC. */
  zone: string | undefined
}

/** Whole proof with its files. */
export interface WholeRow {
  row: store.PodRow
  details: Details
  files: ReadonlyMap<string, files.FileRow>
}

export const notFound = () => new Problem('NOT_FOUND', { message: 'This proof does not exist in this environment.' })

export async function find(tx: Reader, environmentId: string, podId: string): Promise<WholeRow | undefined> {
  const row = await store.find(tx, environmentId, podId)
  return row && (await withFiles(tx, environmentId, [row]))[0]
}

/** Returns a proof (pod) as a read does, or undefined if it does not exist. */
export async function findPod(tx: Reader, environmentId: string, podId: string): Promise<Pod | undefined> {
  const whole = await find(tx, environmentId, podId)
  return whole && podOf(whole, { environmentId, zone: undefined })
}

async function withFiles(tx: Reader, environmentId: string, rows: store.PodRow[]): Promise<WholeRow[]> {
  const ids = rows.map(({ podId }) => podId)
  const byPod = Map.groupBy(await files.ofPods(tx, environmentId, ids), ({ podId }) => podId)
  return rows.map((row) => ({
    row,
    details: JSON.parse(row.document) as Details,
    files: new Map((byPod.get(row.podId) ?? []).map((file) => [file.fileId, file])),
  }))
}

function podOf({ row, details, files: own }: WholeRow, { environmentId, zone }: Showing): Pod {
  const shown = (instant: string) => (zone === undefined ? instant : toLocal(instant, zone))
  const { photos, signature, arrived, ...rest } = details
  const fileOf = (fileId: string): PodFile[] => {
    const file = own.get(fileId)
    return file ? [pictureOf(file)] : []
  }
  return {
    podId: row.podId,
    environmentId,
    version: row.version,
    created: shown(row.created),
    updated: shown(row.updated),
    consignmentId: row.consignmentId,
    consignmentKey: row.consignmentKey,
    loadId: row.loadId,
    stopPosition: row.stopPosition,
    outcome: row.outcome,
    time: shown(row.time),
    arrived: arrived === null ? null : shown(arrived),
    received: shown(row.received),
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

type Shown = Omit<QueryOf<typeof getPod>, 'id'>
type ReadCall = Call<Shown & { id?: string }, { podId: string } | undefined>

export async function get(call: ReadCall, { read, services }: FlowContext): Promise<Pod> {
  const { environmentId, query } = call
  const podId = call.params?.podId ?? query.id!
  const pod = await read(async (tx) => {
    const whole = await find(tx, environmentId, podId)
    if (!whole) throw notFound()
    return podOf(whole, { environmentId, zone: await localZone(tx, call) })
  })
  if (query.includePhoto !== 'true') return pod
  const pictures = [...pod.photos, ...(pod.signature ? [pod.signature] : [])]
  const wanted = pictures.filter(({ state }) => state === 'stored')
  if (wanted.reduce((sum, { bytes }) => sum + bytes, 0) > contentBytesMax)
    throw badRequest(
      '?includePhoto',
      'too_large',
      `The images have more than ${contentBytesMax} bytes: read them one by one.`,
    )
  for (const picture of pictures) picture.content = null
  for (const picture of wanted) {
    const bytes = await bytesOf(services.files, environmentId, picture.fileId)
    picture.content = bytes ? Buffer.from(bytes).toString('base64') : null
  }
  return pod
}
/** Limit of the bytes of images in one response, which is built in memory. */
const contentBytesMax = 20 * 1024 ** 2

const localZone = (tx: Reader, call: Call<Shown>) => (call.query.dateTimes === 'local' ? zoneOf(tx, call) : undefined)

type ListCall = Call<QueryOf<typeof listPods>>

/** Returns a page of proofs as JSON. */
export async function page(tx: Reader, call: ListCall): Promise<string> {
  const { environmentId, query } = call
  const { limit } = pageOf(query)
  const cursors = { environmentId, list: 'pods', sort: '-received' }
  const [received, podId] = query.cursor === undefined ? [last, last] : readCursor(cursors, query.cursor)
  const filter = await filterOf(tx, call)
  const rows = filter
    ? await tx.all<store.PodRow>(store.page(environmentId, filter, { after: { received, podId }, limit: limit + 1 }))
    : []
  const shown = rows.slice(0, limit)
  const end = rows.length > limit ? shown.at(-1) : undefined
  const zone = await localZone(tx, call)
  const pods = (await withFiles(tx, environmentId, shown)).map((whole) => podOf(whole, { environmentId, zone }))
  return JSON.stringify({ pods, next: end ? writeCursor(cursors, [end.received, end.podId]) : null })
}

/** Returns the filter of a list, or undefined if no proof can match. */
async function filterOf(tx: Reader, call: ListCall): Promise<store.PodFilter | undefined> {
  const { environmentId, query } = call
  const wanted = valuesOf('outcome', query.outcome, pageLimits.values)
  if (wanted?.some((each) => !(outcomes as readonly string[]).includes(each)))
    throw badRequest('?outcome', 'not_allowed', `\`outcome\` must be of \`${outcomes.join('`, `')}\`.`, {
      allowed: outcomes,
    })
  const idOfKey =
    query.consignmentKey === undefined
      ? undefined
      : ((await consignments.idOfKey(tx, environmentId, query.consignmentKey)) ??
        (await changes.deletedByKey(tx, environmentId, query.consignmentKey)))
  const { consignmentId = idOfKey } = query
  if (query.consignmentKey !== undefined && (idOfKey === undefined || idOfKey !== consignmentId)) return undefined
  const from = await instantOf(tx, call, 'from')
  const to = await instantOf(tx, call, 'to')
  return {
    consignmentId,
    loadId: query.loadId,
    outcomes: [...new Set(wanted ?? outcomes)],
    received: { from: from ?? '', to: to ?? last },
  }
}

/** Returns a time of the query as an instant. A time without an offset is in the zone of the request. */
async function instantOf(tx: Reader, call: ListCall, name: 'from' | 'to'): Promise<string | undefined> {
  const text = call.query[name]
  if (text === undefined) return undefined
  const parsed = parseDateTime(text)!
  const instant = toInstant(parsed, parsed.offsetMinutes === undefined ? await zoneOf(tx, call) : 'UTC')
  if (!isWritable(instant))
    throw badRequest(`?${name}`, 'out_of_range', 'In UTC, this time is outside the years 0001 to 9999.')
  return instant
}
