// Defines the transaction that purges vehicle positions.

import { settingsOf } from '../../access/environment/rules.ts'
import { step } from '../../platform/operation/operation.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

const purgedAtOnce = 1_000

/** Deletes positions that are older than the environment keeps them. Returns whether older positions may be left. */
export const purgePositions = step('purgePositions', async (tx, environmentId: string, { now }) => {
  const { positions } = await settingsOf(tx, environmentId)
  const before = toIso(now - positions.keepDays * dayMs)
  return (await store.purgePositions(tx, environmentId, before, purgedAtOnce)) === purgedAtOnce
})
export const positionSteps = [purgePositions]
