// Defines the transaction that purges vehicle positions.

import { getSettings } from '../../access/environment/rules.ts'
import { createStep } from '../../platform/operation/operation.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

const purgedAtOnce = 1_000

/** Deletes positions that are older than the retention time of the environment. Returns whether more may remain. */
export const purgePositions = createStep('purgePositions', async (tx, environmentId: string, { now }) => {
  const { positions } = await getSettings(tx, environmentId)
  const cutoff = formatIso(now - positions.keepDays * dayMs)
  return (await store.purgePositions(tx, environmentId, cutoff, purgedAtOnce)) === purgedAtOnce
})
export const positionSteps = [purgePositions]
