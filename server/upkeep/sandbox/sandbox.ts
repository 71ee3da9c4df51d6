// Manages sandboxes: environments for trials that can be reset to the demo data.
import type { ChangeType } from '../../../contract/change.ts'
import * as store from '../../access/environment/store.ts'
import * as views from '../../access/view/store.ts'
import * as files from '../../delivery/file/store.ts'
import { deletePositions } from '../../delivery/progress/store.ts'
import * as pods from '../../delivery/proof/store.ts'
import { takeAway } from '../../fleet/record/rules.ts'
import { depots, drivers, vehicles } from '../../fleet/record/store.ts'
import * as fleet from '../../fleet/vehicle/rules.ts'
import * as imports from '../../integration/import/store.ts'
import * as consignments from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { Awaitable, Reader, Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { lasting, type Perform, step } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import { restoreDemo } from './demo.ts'
import * as sandboxStore from './store.ts'

/** Bounds the time of a transaction. */
const recordsMax = 200

interface Kind {
  type: ChangeType
  some(tx: Reader, environmentId: string, limit: number): Awaitable<sandboxStore.Named[]>
  lock(tx: Writer, environmentId: string, id: string): Awaitable<{ version: number; updated: string } | undefined>
  remove(tx: Writer, author: changes.Author, id: string, gone: { version: number; now: string }): Awaitable<unknown>
}
/** Kinds of records, each before the kinds that it refers to. */
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
    remove: (tx, author, key, gone) => takeAway(tx, author, fleet.drivers, { key, ...gone }),
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
        // Another request has deleted the record.
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
