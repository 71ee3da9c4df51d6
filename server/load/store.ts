// Loads and their stops in the database.
import type { LoadStatus } from '../../contract/load.ts'
import * as consignments from '../consignment/store.ts'
import { type Awaitable, type Query, type Reader, sql, unlessTaken, type Writer } from '../database/database.ts'

export interface LoadRow {
  loadId: string
  key: string
  status: LoadStatus
  version: number
  created: string
  updated: string
  startDepotKey: string | null
  endDepotKey: string | null
  plannedStart: string | null
  weightCapacity: number | null
  volumeCapacity: number | null
}
export interface StopRow {
  loadId: string
  position: number
  consignmentId: string
  key: string
  type: 'delivery' | 'collection'
  depotKey: string | null
  timeAtStop: number
  weight: number | null
  volume: number | null
}

const byId = (environmentId: string, loadId: string): Query =>
  sql`select load_id as "loadId", key, status, version, created, updated, start_depot_key as "startDepotKey", end_depot_key as "endDepotKey",
    planned_start as "plannedStart", weight_capacity as "weightCapacity", volume_capacity as "volumeCapacity"
    from loads where environment_id = ${environmentId} and load_id = ${loadId}`

export const find = (tx: Reader, environmentId: string, loadId: string): Awaitable<LoadRow | undefined> =>
  tx.get<LoadRow>(byId(environmentId, loadId))

/** The same, and nobody else changes the load until the transaction ends. */
export const lock = (tx: Writer, environmentId: string, loadId: string): Awaitable<LoadRow | undefined> =>
  tx.lock<LoadRow>(byId(environmentId, loadId))

export const idOfKey = async (tx: Reader, environmentId: string, key: string): Promise<string | undefined> =>
  (
    await tx.get<{ loadId: string }>(
      sql`select load_id as "loadId" from loads where environment_id = ${environmentId} and key = ${key}`,
    )
  )?.loadId

export const list = (tx: Reader, environmentId: string): Awaitable<LoadRow[]> =>
  tx.all<LoadRow>(sql`select load_id as "loadId", key, status, version, created, updated, start_depot_key as "startDepotKey", end_depot_key as "endDepotKey",
    planned_start as "plannedStart", weight_capacity as "weightCapacity", volume_capacity as "volumeCapacity"
    from loads where environment_id = ${environmentId} order by created desc, load_id desc`)

/** Answers false when the id or the key is taken. */
export const insert = async (tx: Writer, environmentId: string, load: LoadRow): Promise<boolean> =>
  (await unlessTaken('loads_pkey', () =>
    tx.run(
      sql`insert into loads (environment_id, load_id, key, status, version, created, updated, start_depot_key, end_depot_key, planned_start, weight_capacity, volume_capacity)
    select ${environmentId}, ${load.loadId}, ${load.key}, ${load.status}, ${load.version}, ${load.created}, ${load.updated}, ${load.startDepotKey}, ${load.endDepotKey}, ${load.plannedStart}, ${load.weightCapacity}, ${load.volumeCapacity}
    where not exists (select 1 from loads where environment_id = ${environmentId} and load_id = ${load.loadId})
    on conflict (environment_id, key) do nothing`,
    ),
  )) === 1

export const update = (tx: Writer, environmentId: string, load: LoadRow): Awaitable<number> =>
  unlessTaken('loads_key', () =>
    tx.run(
      sql`update loads set key = ${load.key}, status = ${load.status}, version = ${load.version}, updated = ${load.updated}, start_depot_key = ${load.startDepotKey}, end_depot_key = ${load.endDepotKey},
    planned_start = ${load.plannedStart}, weight_capacity = ${load.weightCapacity}, volume_capacity = ${load.volumeCapacity}
    where environment_id = ${environmentId} and load_id = ${load.loadId}`,
    ),
  )

/** Its stops changed. Answers its key and new version. */
export const touch = async (
  tx: Writer,
  environmentId: string,
  loadId: string,
  now: string,
): Promise<{ key: string; version: number }> =>
  (await tx.get<{ key: string; version: number }>(
    sql`update loads set version = version + 1, updated = ${now} where environment_id = ${environmentId} and load_id = ${loadId} returning key, version`,
  ))!

export const remove = (tx: Writer, environmentId: string, loadId: string): Awaitable<number> =>
  tx.run(sql`delete from loads where environment_id = ${environmentId} and load_id = ${loadId}`)

export const stops = (tx: Reader, environmentId: string, loadId: string): Awaitable<StopRow[]> =>
  tx.all<StopRow>(sql`select s.load_id as "loadId", s.position, s.consignment_id as "consignmentId", c.key, c.type, c.depot_key as "depotKey",
    coalesce(c.time_at_stop, c.joined_time_at_stop, e.stop_duration) as "timeAtStop", c.weight, c.volume
    from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
    join settings e on e.environment_id = s.environment_id
    where s.environment_id = ${environmentId} and s.load_id = ${loadId} order by s.position`)

/** The stops of all loads, for their peaks. */
export const allStops = (tx: Reader, environmentId: string): Awaitable<StopRow[]> =>
  tx.all<StopRow>(sql`select s.load_id as "loadId", s.position, s.consignment_id as "consignmentId", c.key, c.type, c.depot_key as "depotKey",
    coalesce(c.time_at_stop, c.joined_time_at_stop, e.stop_duration) as "timeAtStop", c.weight, c.volume
    from stops s
    join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
    join settings e on e.environment_id = s.environment_id
    where s.environment_id = ${environmentId} order by s.load_id, s.position`)

/** The load that an order is in. */
export const loadOf = async (tx: Reader, environmentId: string, consignmentId: string): Promise<string | null> =>
  (
    await tx.get<{ loadId: string }>(
      sql`select load_id as "loadId" from stops where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
    )
  )?.loadId ?? null

/** Appends a stop and answers its position. The load is locked, so that stays free until the end of the transaction. */
export async function append(
  tx: Writer,
  environmentId: string,
  loadId: string,
  consignmentId: string,
): Promise<number> {
  const stop = await tx.get<{ position: number }>(
    sql`insert into stops (environment_id, consignment_id, load_id, position)
    select ${environmentId}, ${consignmentId}, ${loadId}, count(*) + 1 from stops where environment_id = ${environmentId} and load_id = ${loadId} returning position`,
  )
  await consignments.assign(tx, environmentId, consignmentId, true)
  return stop!.position
}

/** Takes a stop out and closes the gap. Answers the position it had, if it was one. */
export async function takeOut(
  tx: Writer,
  environmentId: string,
  loadId: string,
  consignmentId: string,
): Promise<number | undefined> {
  const stop = await tx.get<{ position: number }>(
    sql`delete from stops where environment_id = ${environmentId} and consignment_id = ${consignmentId} returning position`,
  )
  if (!stop) return undefined
  await tx.runOn(
    sql`update stops set position = position - 1 where environment_id = ${environmentId} and load_id = ${loadId} and position > ${stop.position}`,
  )
  await consignments.assign(tx, environmentId, consignmentId, false)
  return stop.position
}

export const place = (tx: Writer, environmentId: string, consignmentId: string, position: number): Awaitable<unknown> =>
  tx.runOn(
    sql`update stops set position = ${position} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
