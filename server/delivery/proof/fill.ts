// Fills the times at which stops were reached, for proofs of earlier releases. SQL alone cannot do this migration.

import * as environments from '../../access/environment/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { decideReachedTime, isFromDesk } from './clock.ts'
import type { ProofDetails } from './content.ts'
import * as store from './store.ts'

type Filling = Pick<WriteTransaction, 'all' | 'run'>

/** Sets the times at which stops were reached, in the proofs and orders of all environments. */
export async function fillReached(tx: Filling): Promise<void> {
  for (const { environmentId } of await environments.listEnvironmentIds(tx)) {
    let afterId: string | undefined = ''
    while (afterId !== undefined) afterId = await fillPage(tx, environmentId, afterId)
    await store.setReachedOfOrders(tx, environmentId)
  }
}

/** Fills one page of proofs. Returns the id of its last proof, or undefined after the last page. */
async function fillPage(tx: Filling, environmentId: string, afterId: string): Promise<string | undefined> {
  const rows = await store.listProofsToFill(tx, environmentId, afterId)
  for (const row of rows) {
    const { podId, time } = row
    const reached = await reachedOf(tx, environmentId, row)
    // The column stays null if the stop was reached at the time of the outcome.
    if (reached !== time) await store.setReached(tx, environmentId, { podId, reached })
  }
  return rows.at(-1)?.podId
}

async function reachedOf(tx: Filling, environmentId: string, row: store.PodToFill): Promise<string> {
  const { outcome, time, replaces } = row
  const { actor, arrived } = JSON.parse(row.document) as ProofDetails
  // The corrected proof matters only for outcomes from the console.
  const [corrected] =
    replaces !== null && isFromDesk(actor) ? await store.findProofToFill(tx, environmentId, replaces) : []
  return decideReachedTime(
    { outcome, actor, time, arrived },
    corrected && { reached: await reachedOf(tx, environmentId, corrected) },
  )
}
