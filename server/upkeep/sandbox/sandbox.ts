// Manages sandboxes: environments for trials that can be reset to the demo data.
import type { ChangeType } from '../../../contract/change.ts'
import * as store from '../../access/environment/store.ts'
import * as views from '../../access/view/store.ts'
import * as files from '../../delivery/file/store.ts'
import { deletePositions } from '../../delivery/progress/store.ts'
import * as pods from '../../delivery/proof/store.ts'
import { removeLockedRecord } from '../../fleet/record/rules.ts'
import { depotTable, driverTable, vehicleTable } from '../../fleet/record/store.ts'
import * as fleet from '../../fleet/vehicle/rules.ts'
import * as imports from '../../integration/import/store.ts'
import * as consignments from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { Awaitable, ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { createStep, type PerformEndpoint, withoutDeadline } from '../../platform/operation/operation.ts'
import { formatIso } from '../../platform/value/times.ts'
import { restoreDemo } from './demo.ts'
import * as sandboxStore from './store.ts'

/** Maximum number of records per transaction, which limits its duration. */
const recordsMax = 200

interface ClearingStep {
  type: ChangeType
  some(tx: ReadTransaction, environmentId: string, limit: number): Awaitable<sandboxStore.KeyedRecord[]>
  lock(
    tx: WriteTransaction,
    environmentId: string,
    id: string,
  ): Awaitable<{ version: number; updated: string } | undefined>
  remove(
    tx: WriteTransaction,
    author: changes.ChangeAuthor,
    id: string,
    gone: { version: number; now: string },
  ): Awaitable<unknown>
}
/** Kinds of records, each before the kinds that it refers to. */
const clearingSteps: ClearingStep[] = [
  {
    type: 'pod.deleted',
    some: sandboxStore.listPods,
    lock: pods.lockProof,
    remove: async (tx, { environmentId }, podId, { now }) => {
      await files.setFilesRemoved(tx, environmentId, podId, now)
      await pods.deleteProof(tx, environmentId, podId)
    },
  },
  {
    type: 'consignment.deleted',
    some: sandboxStore.listOrders,
    lock: consignments.lockOrder,
    remove: (tx, { environmentId }, id) => consignments.deleteOrder(tx, environmentId, id),
  },
  {
    type: 'load.deleted',
    some: sandboxStore.listLoads,
    lock: loads.lockLoad,
    remove: async (tx, { environmentId }, id) => {
      await deletePositions(tx, environmentId, id)
      await loads.deleteLoad(tx, environmentId, id)
    },
  },
  {
    type: 'driver.deleted',
    some: sandboxStore.listDrivers,
    lock: driverTable.lock,
    remove: (tx, author, key, deletion) => removeLockedRecord(tx, author, fleet.driverRecordType, { key, ...deletion }),
  },
  {
    type: 'vehicle.deleted',
    some: sandboxStore.listVehicles,
    lock: vehicleTable.lock,
    remove: (tx, { environmentId }, key, deletion) => vehicleTable.remove(tx, environmentId, key, deletion),
  },
  {
    type: 'depot.deleted',
    some: sandboxStore.listDepots,
    lock: depotTable.lock,
    remove: (tx, { environmentId }, key, deletion) => depotTable.remove(tx, environmentId, key, deletion),
  },
]

/** Deletes a batch of a sandbox's data. Returns whether more may remain. */
export const clearSandbox = withoutDeadline(
  createStep('clearSandbox', async (tx, _: undefined, call): Promise<boolean> => {
    const { environmentId } = call
    const environment = await store.findById(tx, environmentId)
    if (!environment) throw new ApiProblem('UNAUTHORIZED')
    if (!environment.sandbox) throw new ApiProblem('NOT_SANDBOX')
    for (const { type, some, lock, remove } of clearingSteps) {
      const records = await some(tx, environmentId, recordsMax)
      for (const { id, key } of records) {
        const row = await lock(tx, environmentId, id)
        // Another request has deleted the record.
        if (!row) continue
        const version = row.version + 1
        const author = changes.withLaterTime(call, row.updated)
        await remove(tx, author, id, { version, now: formatIso(author.now) })
        await changes.recordChange(tx, author, { type, recordId: id, recordKey: key, version })
      }
      if (records.length === recordsMax) return true
    }
    await views.removeAll(tx, environmentId)
    await imports.removeAll(tx, environmentId)
    await sandboxStore.forgetAnswers(tx, environmentId)
    return false
  }),
)

/** Resets a sandbox to the demo data of this day. An interrupted reset can be repeated. */
export async function resetSandbox(
  clear: () => Promise<boolean>,
  perform: PerformEndpoint,
  now: number,
): Promise<void> {
  while (await clear());
  await restoreDemo(perform, now)
}
