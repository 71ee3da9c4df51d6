// How proofs get onto their export list and leave it, so that none is lost on the way.
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import type { Settings } from '../../../contract/environment.ts'
import type {
  acknowledgePodExport,
  addPodExport,
  listPodExport,
  PodExportEntry,
  PodExportReason,
} from '../../../contract/pod.ts'
import { place } from '../../orders/export-list/rules.ts'
import type { Writer } from '../../platform/database/database.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import * as store from './export-store.ts'
import * as pods from './store.ts'

type By = Pick<Call, 'environmentId' | 'now'>

/** A proof that was recorded just now is on no list yet. */
export async function created(
  tx: Writer,
  { environmentId, now }: By,
  settings: Settings,
  { podId, version }: Pick<store.NewEntry, 'podId' | 'version'>,
): Promise<void> {
  if (settings.export.automatic.includes('outcome'))
    await store.insert(tx, environmentId, { podId, version, since: place(now), reason: 'created' })
}

interface Changed {
  podId: string
  version: number
  /** Why it gets onto the list; without one, it only shows its new version if it is on it. */
  reason: PodExportReason | undefined
}

/** A proof gets onto the list if the environment wants it; one that is on it must show its new version in any case. */
export async function changed(
  tx: Writer,
  { environmentId, now }: By,
  settings: Settings,
  { podId, version, reason }: Changed,
): Promise<void> {
  if (reason && settings.export.automatic.includes('outcome'))
    await store.upsert(tx, environmentId, { podId, version, since: place(now), reason })
  else await store.setVersion(tx, environmentId, podId, version)
}

const pageSize = 1_000

/** The list as JSON, page by page; what is on it throughout is told once, as in the list of orders. */
export async function* list(read: Preparing['read'], call: Call<QueryOf<typeof listPodExport>>): AsyncIterable<string> {
  const { environmentId, query } = call
  const shown = query.detail === 'true' ? entry : ({ podId }: store.EntryRow) => `"${podId}"`
  let left = query.limit === undefined ? Number.POSITIVE_INFINITY : Number(query.limit)
  const end = await read((tx) => store.last(tx, environmentId))
  let after = { since: -1, podId: '' }
  // Sent with the first page: until then a failure can be answered as such.
  let opening = '{"data":['
  while (end && left > 0) {
    const limit = Math.min(left, pageSize)
    const from = after
    const rows = await read((tx) => store.page(tx, environmentId, { after: from, upTo: end, limit }))
    if (rows.length > 0) {
      yield opening + rows.map(shown).join(',')
      opening = ','
      after = rows.at(-1)!
    }
    left -= rows.length
    if (rows.length < limit) break
  }
  yield `${opening === ',' ? '' : opening}],"status":"OK"}`
}

const entry = ({ podId, consignmentKey, version, since, reason }: store.EntryRow): string => {
  const shown: PodExportEntry = { podId, consignmentKey, version, since: toIso(Math.floor(since / 1_000)), reason }
  return JSON.stringify(shown)
}

export const clear = (tx: Writer, { environmentId }: Call) => store.clear(tx, environmentId)

export async function remove(tx: Writer, { environmentId, params }: Call<unknown, { podId: string }>): Promise<void> {
  const removed = await store.remove(tx, environmentId, params.podId)
  if (removed === 0 && !(await pods.find(tx, environmentId, params.podId)))
    throw new Problem('NOT_FOUND', { message: 'There is no such proof in this environment.' })
}

/** Answers how many were not on the list before. All or none: an unknown one refuses the whole request. */
export async function add(tx: Writer, call: Call<unknown, unknown, BodyOf<typeof addPodExport>>): Promise<number> {
  const { environmentId, body, now } = call
  const versions = new Map<string, number>()
  // In the sequence of their ids, and locked: their versions may not change before they are on the list.
  for (const podId of [...new Set(body.ids)].sort()) {
    const pod = await pods.lock(tx, environmentId, podId)
    if (pod) versions.set(podId, pod.version)
  }
  const unknown = body.ids.flatMap((podId, index): Finding[] =>
    versions.has(podId)
      ? []
      : [
          {
            path: `/ids/${index}`,
            code: 'not_found',
            message: `There is no proof \`${podId}\`.`,
            problem: 'NOT_FOUND',
          },
        ],
  )
  if (unknown.length > 0) throw problemOf(unknown)
  let added = 0
  for (const podId of body.ids)
    added += await store.add(tx, environmentId, {
      podId,
      version: versions.get(podId)!,
      since: place(now),
      reason: 'manual',
    })
  return added
}

export async function acknowledge(
  tx: Writer,
  { environmentId, body }: Call<unknown, unknown, BodyOf<typeof acknowledgePodExport>>,
): Promise<{ removed: number; kept: string[] }> {
  let removed = 0
  const kept = new Set<string>()
  // In the sequence of their ids too: two who acknowledge the same never wait for each other.
  const sequence = body.pods.toSorted((a, b) => (a.podId < b.podId ? -1 : Number(a.podId > b.podId)))
  for (const { podId, version } of sequence) {
    const gone = await store.removeVersion(tx, environmentId, podId, version)
    removed += gone
    if (gone > 0) kept.delete(podId)
    else if (await store.isListed(tx, environmentId, podId)) kept.add(podId)
  }
  const named = new Set(body.pods.map(({ podId }) => podId))
  return { removed, kept: [...named.intersection(kept)] }
}
