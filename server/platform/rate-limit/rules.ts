// Exchanges the counts of admitted requests between instances of one database.

import { createStep } from '../operation/operation.ts'
import { clocksDifferMs } from '../process/leases.ts'
import type { UsageByKey } from './limits.ts'
import * as store from './store.ts'

/** Time without a report after which an instance counts as ended, in milliseconds. */
const endedAfterMs = 10_000
const keptMs = 10 * 60 * 1_000

export interface UsageReport {
  instanceId: string
  /** Counts of the tokens that are busy in this instance, since they became busy. */
  uses: UsageByKey
  /** Whether to purge instances that ended long ago. */
  purges: boolean
}
export interface PeerReport {
  instanceId: string
  uses: UsageByKey
}

/** Stores the report of this instance, and returns the reports of the other instances. Runs in the background. */
export const exchangeUses = createStep(
  'exchangeUses',
  async (tx, report: UsageReport, { now }): Promise<PeerReport[]> => {
    const { instanceId, uses, purges } = report
    await store.upsertInstance(tx, { instanceId, seen: now, uses: JSON.stringify(uses) })
    if (purges) await store.purgeInstances(tx, now - keptMs)
    // An instance with a later time was killed while its clock was ahead. It must not keep its share of every limit
    // until then.
    const rows = await store.findActiveInstances(tx, instanceId, { from: now - endedAfterMs, to: now + clocksDifferMs })
    return rows.map((row) => ({ instanceId: row.instanceId, uses: JSON.parse(row.uses) }))
  },
)
