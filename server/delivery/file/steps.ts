// Defines the transactions of the sweep of files.

import { settingsOf } from '../../access/environment/rules.ts'
import { step } from '../../platform/operation/operation.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

/** Expired files per transaction, which blocks other writers. */
const expiredAtOnce = 200

/** Marks a batch of files as expired that the environment no longer keeps. Returns whether more may remain. */
export const expireFiles = step('expireFiles', async (tx, environmentId: string, { now }) => {
  const { keepPhotosDays } = (await settingsOf(tx, environmentId)).pod
  const before = toIso(now - keepPhotosDays * dayMs)
  const expired = await store.expire(tx, environmentId, { before, now: toIso(now), limit: expiredAtOnce })
  return expired === expiredAtOnce
})

/** Notes that the bytes of these files are deleted. */
export const forgetFiles = step(
  'forgetFiles',
  async (tx, { environmentId, fileIds }: { environmentId: string; fileIds: string[] }) => {
    for (const fileId of fileIds) await store.markGone(tx, environmentId, fileId)
  },
)

export const steps = [expireFiles, forgetFiles]
