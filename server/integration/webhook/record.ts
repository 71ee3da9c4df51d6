// Reads complete records, as the API returns them, for webhooks with `include: record`.
import type { RecordType } from '../../../contract/change.ts'
import * as environments from '../../access/environment/rules.ts'
import { findPod } from '../../delivery/proof/read.ts'
import { depotRecordType } from '../../fleet/depot/rules.ts'
import * as fleet from '../../fleet/record/rules.ts'
import { driverRecordType, vehicleRecordType } from '../../fleet/vehicle/rules.ts'
import * as consignments from '../../orders/order/rules.ts'
import * as loads from '../../planning/load/rules.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import type { ChangeRow } from '../../platform/event/store.ts'
import { createBackgroundCall, type OperationCall } from '../../platform/operation/operation.ts'

type Read = (tx: ReadTransaction, call: OperationCall, id: string) => Promise<string | undefined>

/**
 * Functions that read a record by the id or key of its event. Without webhooks, because a URL may contain a secret, and
 * without e-mails.
 */
const reads: Partial<Record<RecordType, Read>> = {
  consignment: async (tx, call, consignmentId) =>
    (await consignments.getOrder(tx, { ...call, query: {}, params: { consignmentId } })).text,
  load: async (tx, call, loadId) => JSON.stringify(await loads.getLoad(tx, { ...call, query: {}, params: { loadId } })),
  depot: async (tx, call, key) => (await fleet.getRecord(tx, { ...call, query: { key } }, depotRecordType)).document,
  vehicle: async (tx, call, key) =>
    (await fleet.getRecord(tx, { ...call, query: { key } }, vehicleRecordType)).document,
  driver: async (tx, call, key) => (await fleet.getRecord(tx, { ...call, query: { key } }, driverRecordType)).document,
  pod: async (tx, { environmentId }, podId) => {
    const pod = await findPod(tx, environmentId, podId)
    return pod && JSON.stringify(pod)
  },
  environment: async (tx, call) => JSON.stringify(await environments.getEnvironment(tx, call)),
}

/** Types of records that a webhook can receive. */
export const sentRecords = Object.keys(reads) as RecordType[]

/** Returns the JSON of a changed record; null if it was deleted, undefined if its type is never sent. */
export async function readCurrentRecord(
  tx: ReadTransaction,
  environmentId: string,
  { record, recordId }: Pick<ChangeRow, 'record' | 'recordId'>,
): Promise<string | null | undefined> {
  const read = reads[record]
  if (!read) return undefined
  try {
    return (await read(tx, createBackgroundCall(environmentId, undefined), recordId)) ?? null
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'NOT_FOUND') return null
    throw error
  }
}
