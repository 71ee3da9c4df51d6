// Sandboxes: environments for trying things out, which can be put back to the demo data.
import type { ChangeType } from '../../contract/change.ts'
import * as changes from '../change/rules.ts'
import * as consignments from '../consignment/store.ts'
import { lasting, type Perform, step } from '../core/operation.ts'
import { Problem } from '../core/problems.ts'
import { toIso } from '../core/times.ts'
import type { Awaitable, Reader, Writer } from '../database/database.ts'
import * as depots from '../depot/store.ts'
import { deletePositions } from '../drive/store.ts'
import * as files from '../file/store.ts'
import * as fleet from '../fleet/rules.ts'
import { drivers, vehicles } from '../fleet/store.ts'
import * as imports from '../import/store.ts'
import * as loads from '../load/store.ts'
import * as pods from '../pod/store.ts'
import * as views from '../view/store.ts'
import { restoreDemo } from './demo.ts'
import * as sandboxStore from './sandbox-store.ts'
import * as store from './store.ts'

/** Bounds the time of a transaction. */
const recordsMax = 200

interface Kind {
  type: ChangeType
  some(tx: Reader, environmentId: string, limit: number): Awaitable<sandboxStore.Named[]>
  lock(tx: Writer, environmentId: string, id: string): Awaitable<{ version: number; updated: string } | undefined>
  remove(tx: Writer, author: changes.Author, id: string, gone: { version: number; now: string }): Awaitable<unknown>
}
/** Each before what it refers to. */
const kinds: Kind[] = [
  {
    type: 'pod.deleted',
    some: sandboxStore.somePods,
    lock: pods.lock,
    remove: async (tx, { environmentId }, podId, { now }) => {
      await files.markRemoved(tx, environmentId, podId, now)
      await pods.remove(tx, environmentId, podId)
    },
  },
  {
    type: 'consignment.deleted',
    some: sandboxStore.someOrders,
    lock: consignments.lock,
    remove: (tx, { environmentId }, id) => consignments.remove(tx, environmentId, id),
  },
  {
    type: 'load.deleted',
    some: sandboxStore.someLoads,
    lock: loads.lock,
    remove: async (tx, { environmentId }, id) => {
      await deletePositions(tx, environmentId, id)
      await loads.remove(tx, environmentId, id)
    },
  },
  {
    type: 'driver.deleted',
    some: sandboxStore.someDrivers,
    lock: drivers.lock,
    remove: (tx, author, key, gone) => fleet.takeAway(tx, author, fleet.drivers, { key, ...gone }),
  },
  {
    type: 'vehicle.deleted',
    some: sandboxStore.someVehicles,
    lock: vehicles.lock,
    remove: (tx, { environmentId }, key, gone) => vehicles.remove(tx, environmentId, key, gone),
  },
  {
    type: 'depot.deleted',
    some: sandboxStore.someDepots,
    lock: depots.lock,
    remove: (tx, { environmentId }, key, gone) => depots.remove(tx, environmentId, key, gone),
  },
]

/** Empties a sandbox, some of it at a time; answers whether something may be left. */
export const clearSandbox = lasting(
  step('clearSandbox', async (tx, _: undefined, call): Promise<boolean> => {
    const { environmentId } = call
    const environment = await store.findById(tx, environmentId)
    if (!environment) throw new Problem('UNAUTHORIZED')
    if (!environment.sandbox) throw new Problem('NOT_SANDBOX')
    for (const { type, some, lock, remove } of kinds) {
      const records = await some(tx, environmentId, recordsMax)
      for (const { id, key } of records) {
        const there = await lock(tx, environmentId, id)
        // Somebody else was faster.
        if (!there) continue
        const version = there.version + 1
        const author = changes.after(call, there.updated)
        await remove(tx, author, id, { version, now: toIso(author.now) })
        await changes.record(tx, author, { type, recordId: id, recordKey: key, version })
      }
      if (records.length === recordsMax) return true
    }
    await views.removeAll(tx, environmentId)
    await imports.removeAll(tx, environmentId)
    await sandboxStore.forgetAnswers(tx, environmentId)
    return false
  }),
)

/** Puts a sandbox back to the demo data of this day. Interrupted, it is done again. */
export async function resetSandbox(clear: () => Promise<boolean>, perform: Perform, now: number): Promise<void> {
  while (await clear());
  await restoreDemo(perform, now)
}
