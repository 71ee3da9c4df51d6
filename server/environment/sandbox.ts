// Sandboxes: environments for trying things out, which can be put back to the demo data.
import type { Writer } from '../database/database.ts'
import { type Perform, restoreDemo } from '../demo.ts'
import { Problem } from '../http/problems.ts'
import { toIso } from '../http/times.ts'
import { ok, type Reply, type WriteOperation } from '../operation.ts'
import * as store from './store.ts'

/** Bounds the time of a transaction. */
const ordersMax = 200

/** Empties a sandbox, some of it at a time; answers 202 while something is left. */
export const clearSandbox: WriteOperation = {
  kind: 'write',
  prepare: undefined,
  run: async (tx: Writer, { environmentId, now }) => {
    const environment = await store.findById(tx, environmentId)
    if (!environment) throw new Problem('UNAUTHORIZED')
    if (!environment.sandbox) throw new Problem('NOT_SANDBOX')
    const removed = await store.removeOrders(tx, environmentId, ordersMax)
    if (removed === ordersMax) return { ...ok(), status: 202 }
    await store.removeRest(tx, environmentId, toIso(now))
    return ok()
  },
}

/** Puts a sandbox back to the demo data of this day. Interrupted, it is done again. */
export async function resetSandbox(clear: () => Promise<Reply>, perform: Perform, now: number): Promise<void> {
  while ((await clear()).status === 202);
  await restoreDemo(perform, now)
}
