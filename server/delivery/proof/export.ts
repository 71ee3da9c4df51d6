// Adds proofs to their export list and removes them, so that no proof is lost.
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import type { Settings } from '../../../contract/environment.ts'
import type {
  acknowledgePodExport,
  addPodExport,
  listPodExport,
  PodExportEntry,
  PodExportReason,
} from '../../../contract/pod.ts'
import * as entries from '../../orders/export-list/entries.ts'
import * as store from '../../orders/export-list/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import { proofs } from './export-store.ts'
import * as pods from './store.ts'

const { place } = entries

type By = Pick<Call, 'environmentId' | 'now'>

/** A proof that this transaction recorded is not listed yet. */
export async function created(
  tx: Writer,
  { environmentId, now }: By,
  settings: Settings,
  { podId: id, version }: { podId: string; version: number },
): Promise<void> {
  if (settings.export.automatic.includes('outcome'))
    await store.insert(tx, proofs, environmentId, { id, version, since: place(now), reason: 'created' })
}

interface Changed {
  podId: string
  version: number
  /** Why the proof gets onto the list. Without a reason, only a listed proof gets its new version. */
  reason: PodExportReason | undefined
}

/** A changed proof gets onto the list if the environment wants it. A listed proof always gets its new version. */
export async function changed(
  tx: Writer,
  { environmentId, now }: By,
  settings: Settings,
  { podId: id, version, reason }: Changed,
): Promise<void> {
  if (reason && settings.export.automatic.includes('outcome'))
    await store.upsert(tx, proofs, environmentId, { id, version, since: place(now), reason })
  else await store.setVersion(tx, proofs, environmentId, { id, version })
}

export const list = (read: Preparing['read'], call: Call<QueryOf<typeof listPodExport>>): AsyncIterable<string> =>
  entries.pagesOf(
    proofs,
    read,
    call,
    ({ id, key, version, since, reason }): PodExportEntry => ({
      podId: id,
      consignmentKey: key,
      version,
      since: toIso(Math.floor(since / 1_000)),
      reason: reason as PodExportReason,
    }),
  )

export const clear = (tx: Writer, { environmentId }: Call) => store.clear(tx, proofs, environmentId)

export async function remove(tx: Writer, { environmentId, params }: Call<unknown, { podId: string }>): Promise<void> {
  const removed = await store.remove(tx, proofs, environmentId, params.podId)
  if (removed === 0 && !(await pods.find(tx, environmentId, params.podId)))
    throw new Problem('NOT_FOUND', { message: 'This proof does not exist in this environment.' })
}

/** Returns how many proofs were not on the list before. */
export async function add(tx: Writer, call: Call<unknown, unknown, BodyOf<typeof addPodExport>>): Promise<number> {
  const { ids } = call.body
  const versions = new Map<string | undefined, number>()
  // The proofs are locked by id: their versions must not change before they are on the list.
  for (const podId of [...new Set(ids)].sort()) {
    const pod = await pods.lock(tx, call.environmentId, podId)
    if (pod) versions.set(podId, pod.version)
  }
  const unknown = (podId: string, index: number) => ({
    path: `/ids/${index}`,
    message: `The proof \`${podId}\` does not exist.`,
  })
  return entries.addAll(tx, proofs, call, { names: ids, ids, versions, unknown })
}

export const acknowledge = (
  tx: Writer,
  { environmentId, body }: Call<unknown, unknown, BodyOf<typeof acknowledgePodExport>>,
) =>
  entries.acknowledge(
    tx,
    proofs,
    environmentId,
    body.pods.map(({ podId: id, version }) => ({ id, version })),
  )
