// Exchanges the counts of admitted requests between instances of one database.

import { step } from '../operation/operation.ts'
import { clocksDifferMs } from '../process/leases.ts'
import type { Report } from './limits.ts'
import * as store from './store.ts'

/** Time without a report after which an instance counts as ended, in milliseconds. */
const goneMs = 10_000
const keptMs = 10 * 60 * 1_000

export interface Told {
  instanceId: string
  /** Since the last time, of the tokens that are busy here. */
  uses: Report
  /** Whether to purge instances that ended long ago. */
  purges: boolean
}
export interface Heard {
  instanceId: string
  uses: Report
}

/** Leaves word for the others and answers theirs; a background job. */
export const exchangeUses = step('exchangeUses', async (tx, told: Told, { now }): Promise<Heard[]> => {
  const { instanceId, uses, purges } = told
  await store.upsert(tx, { instanceId, seen: now, uses: JSON.stringify(uses) })
  if (purges) await store.purge(tx, now - keptMs)
  // An instance with a later time was killed while its clock was ahead. It must not keep its share of every limit until
  // then.
  const rows = await store.others(tx, instanceId, { from: now - goneMs, to: now + clocksDifferMs })
  return rows.map((row) => ({ instanceId: row.instanceId, uses: JSON.parse(row.uses) }))
})
