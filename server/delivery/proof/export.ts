// Adds proofs to their export list and removes them, so that no proof is lost.
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type {
  acknowledgePodExport,
  addPodExport,
  listPodExport,
  PodExportEntry,
  PodExportReason,
} from '../../../contract/pod.ts'
import * as entries from '../../orders/export-list/entries.ts'
import * as store from '../../orders/export-list/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { formatIso } from '../../platform/value/times.ts'
import { proofExportList } from './export-store.ts'
import * as pods from './store.ts'

const { createListPosition } = entries

type ListingCall = Pick<OperationCall, 'environmentId' | 'now'>

/**
 * Adds a new proof to the export list, if the settings require it. The same transaction has created it, so it is not
 * listed yet.
 */
export async function addNewProof(
  tx: WriteTransaction,
  { environmentId, now }: ListingCall,
  settings: EnvironmentSettings,
  { podId: id, version }: { podId: string; version: number },
): Promise<void> {
  if (settings.export.automatic.includes('outcome'))
    await store.insertEntry(tx, proofExportList, environmentId, {
      id,
      version,
      since: createListPosition(now),
      reason: 'created',
    })
}

interface Changed {
  podId: string
  version: number
  /** Reason for which the proof is added. Without a reason, only the version of a listed proof changes. */
  reason: PodExportReason | undefined
}

/**
 * Adds a changed proof to the export list, if it has a reason and the settings require it. Otherwise, updates the
 * version of a listed proof.
 */
export async function updateListedProof(
  tx: WriteTransaction,
  { environmentId, now }: ListingCall,
  settings: EnvironmentSettings,
  { podId: id, version, reason }: Changed,
): Promise<void> {
  if (reason && settings.export.automatic.includes('outcome'))
    await store.upsertEntry(tx, proofExportList, environmentId, { id, version, since: createListPosition(now), reason })
  else await store.setVersion(tx, proofExportList, environmentId, { id, version })
}

export const listProofExport = (
  read: PreparationContext['read'],
  call: OperationCall<QueryOf<typeof listPodExport>>,
): AsyncIterable<string> =>
  entries.streamPages(
    proofExportList,
    read,
    call,
    ({ id, key, version, since, reason }): PodExportEntry => ({
      podId: id,
      consignmentKey: key,
      version,
      since: formatIso(Math.floor(since / 1_000)),
      reason: reason as PodExportReason,
    }),
  )

export const clearProofExport = (tx: WriteTransaction, { environmentId }: OperationCall) =>
  store.clearList(tx, proofExportList, environmentId)

export async function removeProofExport(
  tx: WriteTransaction,
  { environmentId, params }: OperationCall<unknown, { podId: string }>,
): Promise<void> {
  const removed = await store.removeEntry(tx, proofExportList, environmentId, params.podId)
  if (removed === 0 && !(await pods.findProof(tx, environmentId, params.podId)))
    throw new ApiProblem('NOT_FOUND', { message: 'This proof does not exist in this environment.' })
}

/** Adds proofs to the export list. Returns the number of proofs that were not listed before. */
export async function addProofExport(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, BodyOf<typeof addPodExport>>,
): Promise<number> {
  const { ids } = call.body
  const versions = new Map<string | undefined, number>()
  // Locks the proofs in the sequence of their ids, so that their versions do not change before they are listed.
  for (const podId of [...new Set(ids)].sort()) {
    const pod = await pods.lockProof(tx, call.environmentId, podId)
    if (pod) versions.set(podId, pod.version)
  }
  const unknown = (podId: string, index: number) => ({
    path: `/ids/${index}`,
    message: `The proof \`${podId}\` does not exist.`,
  })
  return entries.addAll(tx, proofExportList, call, { names: ids, ids, versions, unknown })
}

export const acknowledgeProofExport = (
  tx: WriteTransaction,
  { environmentId, body }: OperationCall<unknown, unknown, BodyOf<typeof acknowledgePodExport>>,
) =>
  entries.acknowledgeEntries(
    tx,
    proofExportList,
    environmentId,
    body.pods.map(({ podId: id, version }) => ({ id, version })),
  )
