// Imports files of orders with the client, and waits for the result.
import type { QueryOf } from '../contract/endpoint.ts'
import { createImport, getImport, type ImportDetail } from '../contract/import.ts'
import { type Client, waitFor } from './client.ts'

export interface FileImportOptions extends Omit<QueryOf<typeof createImport>, 'dryRun' | 'map' | 'set'> {
  dryRun?: boolean
  /** Fields of columns that are not recognised, by header. */
  map?: Record<string, string>
  /** Default values, by field. */
  set?: Record<string, string>
  /** Called repeatedly with the progress. */
  onProgress?: (sofar: ImportDetail) => void
  signal?: AbortSignal
}

const pollMilliseconds = { first: 250, max: 5_000 }

/**
 * Uploads a CSV file or a workbook, depending on its `type`, and waits for the import. The result has `state`,
 * `summary` and `failedRows`. `getImportResult` returns all failed rows. `undoImport` deletes the new orders within a
 * day.
 */
export async function importFile(client: Client, file: Blob, options: FileImportOptions = {}): Promise<ImportDetail> {
  const { dryRun, map, set, onProgress, signal, ...query } = options
  const common = signal ? { signal } : {}
  const { data } = await client.call(createImport, {
    query: {
      ...query,
      ...(dryRun ? { dryRun: 'true' } : {}),
      ...(map ? { map: JSON.stringify(map) } : {}),
      ...(set ? { set: JSON.stringify(set) } : {}),
    },
    body: file,
    ...common,
  })
  for (let wait = pollMilliseconds.first; ; wait = Math.min(wait * 1.5, pollMilliseconds.max)) {
    const sofar = (await client.call(getImport, { params: { importId: data.importId }, ...common })).data
    if (sofar.state !== 'queued' && sofar.state !== 'running') return sofar
    onProgress?.(sofar)
    await waitFor(wait, signal)
  }
}
