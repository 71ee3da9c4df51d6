// Deletes the bytes of erased, expired and removed files, and of files without a record.

import { buildFileName, parseFileName } from '../../platform/bytes/name.ts'
import { createBackgroundCall, type OperationExecutor } from '../../platform/operation/operation.ts'
import type { FileStorage, StoredFile } from '../../platform/operation/services.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import { forgetFiles } from './steps.ts'
import * as store from './store.ts'

export interface SweepDependencies {
  executor: Pick<OperationExecutor, 'read' | 'run'>
  files: FileStorage
}

/**
 * Time for which the bytes of a removed file are kept, in milliseconds, so that a mistake can be corrected. A file
 * without a record is kept for the same time, because its upload may not have ended.
 */
const graceMs = dayMs
const leavings: { state: store.FileState; afterMs: number }[] = [
  { state: 'erased', afterMs: 0 },
  { state: 'expired', afterMs: 0 },
  { state: 'removed', afterMs: graceMs },
]
const atOnce = 100
const batchesMax = 100

/**
 * Deletes the bytes of files that are erased, expired or removed. Updates the record last, so that a crash leaves no
 * bytes without a record.
 */
export async function deleteFileBytes(
  { executor, files }: SweepDependencies,
  environmentId: string,
  now: number,
): Promise<void> {
  for (const { state, afterMs } of leavings)
    for (let batch = 0; batch < batchesMax; batch++) {
      const changedBefore = formatIso(now - afterMs)
      const rows = await executor.read((tx) =>
        store.listFilesToDelete(tx, environmentId, { state, before: changedBefore, limit: atOnce }),
      )
      if (rows.length === 0) break
      const fileIds = rows.map(({ fileId }) => fileId)
      for (const fileId of fileIds) await files.remove(buildFileName(environmentId, fileId))
      await executor.run(forgetFiles, createBackgroundCall('', { environmentId, fileIds }))
    }
}

/** Pages of the file list per call. */
const pagesMax = 100

export interface FileSweep {
  /**
   * Checks up to `pagesMax` pages of stored files, after the files of the last call. Starts from the beginning once a
   * day.
   */
  some(now: number): Promise<void>
}

/**
 * Creates the sweep of an instance. Several instances may sweep at the same time, because a deleted file is not listed
 * again.
 */
export function createSweep(
  { executor, files }: SweepDependencies,
  clock: () => number = () => performance.now(),
): FileSweep {
  let cursor: string | undefined
  let nextRunMs = 0
  return {
    async some(now) {
      if (clock() < nextRunMs) return
      for (let page = 0; page < pagesMax; page++) {
        const { files: found, next } = await files.list(cursor)
        for (const { name } of await withoutRecord(executor, found, now)) await files.remove(name)
        cursor = next
        if (next !== undefined) continue
        nextRunMs = clock() + dayMs
        return
      }
    },
  }
}

/** Finds files to delete: files whose record has 0 bytes, and files without a record that are old enough. */
async function withoutRecord(
  executor: Pick<OperationExecutor, 'read'>,
  found: StoredFile[],
  now: number,
): Promise<StoredFile[]> {
  const orphans: StoredFile[] = []
  for (const [environmentId, files] of Map.groupBy(found, ({ name }) => parseFileName(name)!.environmentId))
    for (const chunk of splitIntoBatches(files, store.filesAtOnce)) {
      const ids = chunk.map(({ name }) => parseFileName(name)!.fileId)
      const rows = await executor.read((tx) => store.findFiles(tx, environmentId, ids), undefined, environmentId)
      const rowOf = new Map(rows.map((row) => [row.fileId, row]))
      const isOrphan = ({ name, storedMs }: StoredFile) => {
        const row = rowOf.get(parseFileName(name)!.fileId)
        return row ? row.bytes === 0 && row.state !== 'stored' : storedMs < now - graceMs
      }
      orphans.push(...chunk.filter(isOrphan))
    }
  return orphans
}
