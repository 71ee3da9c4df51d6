// Removes bytes that nobody may ask for any more: those whose record says so, and those that have none.

import { fileName, partsOf } from '../../platform/bytes/name.ts'
import { backgroundCall, type Executor } from '../../platform/operation/operation.ts'
import type { Files, StoredFile } from '../../platform/operation/services.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import { forgetFiles } from './steps.ts'
import * as store from './store.ts'

export interface Sweeping {
  executor: Pick<Executor, 'read' | 'run'>
  files: Files
}

/** What has gone by mistake can be brought back for so long; and a file that is just being stored has no record yet. */
const graceMs = dayMs
const leavings: { state: store.FileState; afterMs: number }[] = [
  { state: 'erased', afterMs: 0 },
  { state: 'expired', afterMs: 0 },
  { state: 'removed', afterMs: graceMs },
]
const atOnce = 100
const batchesMax = 100

/** The bytes go first: ended in between, the record still says that they may be there. */
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

/** So many pages of the list are looked at in one go. */
const pagesMax = 100

export interface Sweep {
  /** Looks at some of all files, where the last look has ended; once a day at all of them. */
  some(now: number): Promise<void>
}

/** Several instances may sweep at the same time: what one has removed is no longer there for the other. */
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

/** Those that are old enough and that no record names, or one that has been told already that they are gone. */
async function withoutRecord(
  executor: Pick<Executor, 'read'>,
  found: StoredFile[],
  now: number,
): Promise<StoredFile[]> {
  const left: StoredFile[] = []
  for (const [environmentId, files] of Map.groupBy(found, ({ name }) => partsOf(name)!.environmentId))
    for (let at = 0; at < files.length; at += store.filesAtOnce) {
      const some = files.slice(at, at + store.filesAtOnce)
      const ids = some.map(({ name }) => partsOf(name)!.fileId)
      const rows = await executor.read((tx) => store.known(tx, environmentId, ids), undefined, environmentId)
      const rowOf = new Map(rows.map((row) => [row.fileId, row]))
      for (const file of some) {
        const row = rowOf.get(partsOf(file.name)!.fileId)
        const isLeft = row ? row.bytes === 0 && row.state !== 'stored' : file.storedMs < now - graceMs
        if (isLeft) left.push(file)
      }
    }
  return left
}
