// Deletes the bytes of erased, expired and removed files, and of files without a record.

import { fileName, partsOf } from '../../platform/bytes/name.ts'
import { backgroundCall, type Executor } from '../../platform/operation/operation.ts'
import type { Files, StoredFile } from '../../platform/operation/services.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import { forgetFiles } from './steps.ts'
import * as store from './store.ts'

export interface Sweeping {
  executor: Pick<Executor, 'read' | 'run'>
  files: Files
}

/**
 * Time for which the bytes of a removed file are kept, in milliseconds, so that a mistake can be corrected. A file
 * without a record is kept as long, because it may just be being stored.
 */
const graceMs = dayMs
const leavings: { state: store.FileState; afterMs: number }[] = [
  { state: 'erased', afterMs: 0 },
  { state: 'expired', afterMs: 0 },
  { state: 'removed', afterMs: graceMs },
]
const atOnce = 100
const batchesMax = 100

/** Deletes the bytes of files whose state demands it. The record is updated last, so that a crash forgets no bytes. */
export async function removeDue({ executor, files }: Sweeping, environmentId: string, now: number): Promise<void> {
  for (const { state, afterMs } of leavings)
    for (let batch = 0; batch < batchesMax; batch++) {
      const before = toIso(now - afterMs)
      const due = await executor.read((tx) => store.leaving(tx, environmentId, { state, before, limit: atOnce }))
      if (due.length === 0) break
      const fileIds = due.map(({ fileId }) => fileId)
      for (const fileId of fileIds) await files.remove(fileName(environmentId, fileId))
      await executor.run(forgetFiles, backgroundCall('', { environmentId, fileIds }))
    }
}

/** Pages of the file list per call. */
const pagesMax = 100

export interface Sweep {
  /** Checks some of the stored files, after the last call's. It starts from the beginning once a day. */
  some(now: number): Promise<void>
}

/** Creates the sweep of an instance. Instances may sweep at the same time: a deleted file is not listed again. */
export function createSweep({ executor, files }: Sweeping, clock: () => number = () => performance.now()): Sweep {
  let from: string | undefined
  let dueMs = 0
  return {
    async some(now) {
      if (clock() < dueMs) return
      for (let page = 0; page < pagesMax; page++) {
        const { files: found, next } = await files.list(from)
        for (const { name } of await withoutRecord(executor, found, now)) await files.remove(name)
        from = next
        if (next !== undefined) continue
        dueMs = clock() + dayMs
        return
      }
    },
  }
}

/** Finds the files that are old enough and have no record, or a record whose bytes were deleted before. */
async function withoutRecord(
  executor: Pick<Executor, 'read'>,
  found: StoredFile[],
  now: number,
): Promise<StoredFile[]> {
  const left: StoredFile[] = []
  for (const [environmentId, files] of Map.groupBy(found, ({ name }) => partsOf(name)!.environmentId))
    for (const some of piecesOf(files, store.filesAtOnce)) {
      const ids = some.map(({ name }) => partsOf(name)!.fileId)
      const rows = await executor.read((tx) => store.known(tx, environmentId, ids), undefined, environmentId)
      const rowOf = new Map(rows.map((row) => [row.fileId, row]))
      const isLeft = ({ name, storedMs }: StoredFile) => {
        const row = rowOf.get(partsOf(name)!.fileId)
        return row ? row.bytes === 0 && row.state !== 'stored' : storedMs < now - graceMs
      }
      left.push(...some.filter(isLeft))
    }
  return left
}
