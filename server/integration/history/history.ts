// Returns the history of a record: its events with time and actor, also after the record was deleted.
import type { RecordType } from '../../../contract/change.ts'
import * as fleet from '../../fleet/record/store.ts'
import * as consignments from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest, notThere } from '../../platform/error/problems.ts'
import * as store from '../../platform/event/store.ts'
import { type Call, okData, type Reply } from '../../platform/operation/operation.ts'
import { changeTexts } from './read.ts'

type Selector = { id?: string; key?: string }
type Paged = { limit?: string; cursor?: string }

const limitDefault = 50
const charactersMax = 2 ** 20
/** Portion of events per read. One event may be as large as two orders. */
const portion = 25

interface Portion {
  rows: store.ChangeRow[]
  next: number | null
}

async function rowsOf(
  tx: Reader,
  { environmentId, query }: Call<Paged>,
  record: RecordType,
  recordId: string,
): Promise<Portion> {
  const limit = Number(query.limit ?? limitDefault)
  const found: Portion = { rows: [], next: versionOf(query.cursor) }
  for (let characters = 0; found.next !== null && found.rows.length < limit && characters < charactersMax; ) {
    const size = Math.min(portion, limit - found.rows.length)
    const rows = await store.ofRecord(tx, environmentId, { record, recordId, before: found.next, limit: size })
    found.rows.push(...rows)
    for (const { differences } of rows) characters += differences.length
    found.next = rows.length < size || rows.at(-1)!.version === 1 ? null : rows.at(-1)!.version
  }
  return found
}

/** Returns the version of a cursor: the page continues before it. */
function versionOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (!/^[1-9][0-9]{0,14}$/.test(cursor))
    throw badRequest('?cursor', 'format', '`cursor` must be `next` of the previous page.')
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
  tx: Reader,
  call: Call<Paged>,
  record: RecordType,
  { recordId, exists, idOfKey }: Read,
): Promise<Reply> {
  const { rows, next } = recordId === undefined ? { rows: [], next: null } : await rowsOf(tx, call, record, recordId)
  if (rows.length === 0 && (recordId === undefined || !(await exists(recordId))))
    throw notThere(record, recordId && (await idOfKey?.(recordId)))
  const texts = await changeTexts(tx, call.environmentId, rows)
  return okData(`{"changes":[${texts.join(',')}],"next":${next === null ? 'null' : `"${next}"`}}`)
}

const mismatch = (record: string) =>
  badRequest('?key', 'mismatch', `\`id\` and \`key\` do not name the same ${record}: send only one of them.`)

export async function ofConsignment(
  tx: Reader,
  call: Call<Selector & Paged, { consignmentId: string } | undefined>,
): Promise<Reply> {
  const { environmentId, query, params } = call
  const id = params?.consignmentId ?? query.id
  const ofKey =
    query.key === undefined
      ? undefined
      : ((await consignments.idOfKey(tx, environmentId, query.key)) ??
        (await store.deletedByKey(tx, environmentId, query.key)))
  if (id !== undefined && query.key !== undefined && id !== ofKey) throw mismatch('consignment')
  return read(tx, call, 'consignment', {
    recordId: id ?? ofKey,
    exists: async (recordId) => (await consignments.findById(tx, environmentId, recordId)) !== undefined,
    idOfKey: (key) => consignments.idOfKey(tx, environmentId, key),
  })
}

const ofFleet =
  (record: 'depot' | 'vehicle' | 'driver', records: Pick<typeof fleet.depots, 'find'>) =>
  (tx: Reader, call: Call<{ key: string } & Paged>): Promise<Reply> =>
    read(tx, call, record, {
      recordId: call.query.key,
      exists: async (key) => (await records.find(tx, call.environmentId, key)) !== undefined,
    })
export const ofDepot = ofFleet('depot', fleet.depots)
export const ofVehicle = ofFleet('vehicle', fleet.vehicles)
export const ofDriver = ofFleet('driver', fleet.drivers)

export async function ofLoad(tx: Reader, call: Call<Selector & Paged, { loadId: string } | undefined>): Promise<Reply> {
  const { environmentId, query, params } = call
  const id = params?.loadId ?? query.id
  const ofKey = query.key === undefined ? undefined : await loads.idOfKey(tx, environmentId, query.key)
  if (id !== undefined && query.key !== undefined && id !== ofKey) throw mismatch('load')
  return read(tx, call, 'load', {
    recordId: id ?? ofKey,
    exists: async (recordId) => (await loads.find(tx, environmentId, recordId)) !== undefined,
    idOfKey: (key) => loads.idOfKey(tx, environmentId, key),
  })
}

export const ofEnvironment = (tx: Reader, call: Call<Paged>): Promise<Reply> =>
  read(tx, call, 'environment', { recordId: call.environmentId, exists: async () => true })
