// Defines the transactions of the sweep of files.

import { getSettings } from '../../access/environment/rules.ts'
import { createStep } from '../../platform/operation/operation.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

/** Expired files per transaction, which blocks other writers. */
const expiredAtOnce = 200

/** Marks a batch of files as expired, because their retention time has ended. Returns whether more may remain. */
export const expireFiles = createStep('expireFiles', async (tx, environmentId: string, { now }) => {
  const { keepPhotosDays } = (await getSettings(tx, environmentId)).pod
  const expiredBefore = formatIso(now - keepPhotosDays * dayMs)
  const expired = await store.expireStoredFiles(tx, environmentId, {
    before: expiredBefore,
    now: formatIso(now),
    limit: expiredAtOnce,
  })
  return expired === expiredAtOnce
})

/** Records that the bytes of these files are deleted. */
export const forgetFiles = createStep(
  'forgetFiles',
  async (tx, { environmentId, fileIds }: { environmentId: string; fileIds: string[] }) => {
    for (const fileId of fileIds) await store.setBytesDeleted(tx, environmentId, fileId)
  },
)

export interface DrawnCopy extends store.PaperCopy {
  /** Id of the original image. */
  fileId: string
}

/** Records the copy of an image that was made for a PDF. Returns false if the image was erased or removed. */
export const recordDrawnCopy = createStep(
  'recordDrawnCopy',
  async (tx, { fileId, ...copy }: DrawnCopy, { environmentId }) => {
    const original = await store.findFile(tx, environmentId, fileId)
    if (original?.state !== 'stored') return false
    await store.insertPaperCopy(tx, environmentId, original, copy)
    return true
  },
)

export const fileSteps = [expireFiles, forgetFiles, recordDrawnCopy]
