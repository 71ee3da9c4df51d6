// Returns the history of a record: its events with time and actor, also after the record was deleted.
import type { RecordType } from '../../../contract/change.ts'
import * as fleet from '../../fleet/record/store.ts'
import * as consignments from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { createBadRequest, notFoundProblem } from '../../platform/error/problems.ts'
import * as store from '../../platform/event/store.ts'
import { buildDataResponse, type OperationCall, type OperationResponse } from '../../platform/operation/operation.ts'
import { formatChanges } from './read.ts'

type Selector = { id?: string; key?: string }
type Paged = { limit?: string; cursor?: string }

const limitDefault = 50
const charactersMax = 2 ** 20
/** Events per read. One event may be as large as two orders. */
const portion = 25

interface Portion {
  rows: store.ChangeRow[]
  next: number | null
}

async function rowsOf(
  tx: ReadTransaction,
  { environmentId, query }: OperationCall<Paged>,
  record: RecordType,
  recordId: string,
): Promise<Portion> {
  const limit = Number(query.limit ?? limitDefault)
  const found: Portion = { rows: [], next: versionOf(query.cursor) }
  for (let characters = 0; found.next !== null && found.rows.length < limit && characters < charactersMax; ) {
    const size = Math.min(portion, limit - found.rows.length)
    const rows = await store.findRecordChanges(tx, environmentId, {
      record,
      recordId,
      beforeVersion: found.next,
      limit: size,
    })
    found.rows.push(...rows)
    for (const { differences } of rows) characters += differences.length
    found.next = rows.length < size || rows.at(-1)!.version === 1 ? null : rows.at(-1)!.version
  }
  return found
}

/** Returns the version in a cursor. The page continues with older versions. */
function versionOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (!/^[1-9][0-9]{0,14}$/.test(cursor))
    throw createBadRequest('?cursor', 'format', '`cursor` must be `next` of the previous page.')
  return Number(cursor)
}

interface Read {
  recordId: string | undefined
  exists: (recordId: string) => Promise<boolean>
  /** Finds the id of a record by its key; undefined for records without an id. */
  idOfKey?: (key: string) => Promise<string | undefined>
}

/** Returns a page of history. Throws `NOT_FOUND` for a record without events that does not exist. */
async function read(
  tx: ReadTransaction,
  call: OperationCall<Paged>,
  record: RecordType,
  { recordId, exists, idOfKey }: Read,
): Promise<OperationResponse> {
  const { rows, next } = recordId === undefined ? { rows: [], next: null } : await rowsOf(tx, call, record, recordId)
  if (rows.length === 0 && (recordId === undefined || !(await exists(recordId))))
    throw notFoundProblem(record, recordId && (await idOfKey?.(recordId)))
  const texts = await formatChanges(tx, call.environmentId, rows)
  return buildDataResponse(`{"changes":[${texts.join(',')}],"next":${next === null ? 'null' : `"${next}"`}}`)
}

const mismatch = (record: string) =>
  createBadRequest('?key', 'mismatch', `\`id\` and \`key\` do not belong to the same ${record}: send only one of them.`)

export async function getConsignmentHistory(
  tx: ReadTransaction,
  call: OperationCall<Selector & Paged, { consignmentId: string } | undefined>,
): Promise<OperationResponse> {
  const { environmentId, query, params } = call
  const id = params?.consignmentId ?? query.id
  const ofKey =
    query.key === undefined
      ? undefined
      : ((await consignments.findOrderId(tx, environmentId, query.key)) ??
        (await store.findDeletedOrder(tx, environmentId, query.key)))
  if (id !== undefined && query.key !== undefined && id !== ofKey) throw mismatch('consignment')
  return read(tx, call, 'consignment', {
    recordId: id ?? ofKey,
    exists: async (recordId) => (await consignments.findById(tx, environmentId, recordId)) !== undefined,
    idOfKey: (key) => consignments.findOrderId(tx, environmentId, key),
  })
}

const ofFleet =
  (record: 'depot' | 'vehicle' | 'driver', records: Pick<typeof fleet.depotTable, 'find'>) =>
  (tx: ReadTransaction, call: OperationCall<{ key: string } & Paged>): Promise<OperationResponse> =>
    read(tx, call, record, {
      recordId: call.query.key,
      exists: async (key) => (await records.find(tx, call.environmentId, key)) !== undefined,
    })
export const getDepotHistory = ofFleet('depot', fleet.depotTable)
export const getVehicleHistory = ofFleet('vehicle', fleet.vehicleTable)
export const getDriverHistory = ofFleet('driver', fleet.driverTable)

export async function getLoadHistory(
  tx: ReadTransaction,
  call: OperationCall<Selector & Paged, { loadId: string } | undefined>,
): Promise<OperationResponse> {
  const { environmentId, query, params } = call
  const id = params?.loadId ?? query.id
  const ofKey = query.key === undefined ? undefined : await loads.findLoadId(tx, environmentId, query.key)
  if (id !== undefined && query.key !== undefined && id !== ofKey) throw mismatch('load')
  return read(tx, call, 'load', {
    recordId: id ?? ofKey,
    exists: async (recordId) => (await loads.findLoad(tx, environmentId, recordId)) !== undefined,
    idOfKey: (key) => loads.findLoadId(tx, environmentId, key),
  })
}

export const getEnvironmentHistory = (tx: ReadTransaction, call: OperationCall<Paged>): Promise<OperationResponse> =>
  read(tx, call, 'environment', { recordId: call.environmentId, exists: async () => true })
