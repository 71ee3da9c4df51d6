// Saves PDFs of the service: proofs, and labels of an order or a route.
import { getConsignmentLabels, getLabels, getLoadLabels } from '../../contract/labels.ts'
import { getPodPdf, type Pod } from '../../contract/pod.ts'
import { apiClient } from '../api/client.ts'
import { saveFile } from '../platform/save-file.ts'
import { showProblem } from '../shell/toasts.ts'
import { splitLabelKeys } from './label-parts.ts'

async function save(name: string, reading: Promise<{ data: Blob }>): Promise<void> {
  try {
    // Replaces characters that a file name must not contain.
    saveFile(`${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.pdf`, (await reading).data)
  } catch (error) {
    showProblem(error)
  }
}

export const saveProof = ({ podId, consignmentKey }: Pod): Promise<void> =>
  save(`proof-${consignmentKey}`, apiClient.call(getPodPdf, { params: { podId } }))
export const saveOrderLabels = ({ consignmentId, key }: { consignmentId: string; key: string }): Promise<void> =>
  save(`labels-${key}`, apiClient.call(getConsignmentLabels, { params: { consignmentId } }))
/** Saves labels in one file, or in several if there are too many. */
export async function saveLabels(keys: readonly string[]): Promise<void> {
  const batches = splitLabelKeys(keys)
  for (const [index, part] of batches.entries())
    await save(
      batches.length === 1 ? 'labels' : `labels-${index + 1}`,
      apiClient.call(getLabels, { query: { keys: part } }),
    )
}
export const saveLoadLabels = ({ loadId, key }: { loadId: string; key: string }): Promise<void> =>
  save(`labels-${key}`, apiClient.call(getLoadLabels, { params: { loadId } }))
