// Notes when stops were reached in a database that does not know it yet: what a migration cannot do in SQL.

import * as environments from '../../access/environment/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import { isFromDesk, reachedAt } from './clock.ts'
import type { Details } from './content.ts'
import * as store from './store.ts'

type Filling = Pick<Writer, 'all' | 'run'>

export async function fillReached(tx: Filling): Promise<void> {
  for (const { environmentId } of await environments.ids(tx)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows = await store.pageToFill(tx, environmentId, after)
      for (const row of rows) {
        const { podId, time } = row
        const reached = await reachedOf(tx, environmentId, row)
        // Where nothing is noted, it is the time of the outcome.
        if (reached !== time) await store.setReached(tx, environmentId, { podId, reached })
      }
      after = rows.at(-1)?.podId
    }
    await store.setReachedOfOrders(tx, environmentId)
  }
}

async function reachedOf(tx: Filling, environmentId: string, row: store.PodToFill): Promise<string> {
  const { outcome, time, replaces } = row
  const { actor, arrived } = JSON.parse(row.document) as Details
  // Only of what is told from a desk it matters what it corrects.
  const [corrected] = replaces !== null && isFromDesk(actor) ? await store.oneToFill(tx, environmentId, replaces) : []
  return reachedAt(
    { outcome, actor, time, arrived },
    corrected && { reached: await reachedOf(tx, environmentId, corrected) },
  )
}
