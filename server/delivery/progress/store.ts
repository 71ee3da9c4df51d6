// Stores vehicle positions of loads, and reads the outcomes of their stops.
import type { OutcomeName } from '../../../contract/road.ts'
import {
  type Awaitable,
  buildValueList,
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'

export interface PositionRow {
  lat: number
  lng: number
  accuracy: number | null
  time: string
}

export const insertPosition = (
  tx: WriteTransaction,
  environmentId: string,
  loadId: string,
  { time, lat, lng, accuracy }: PositionRow,
) =>
  tx.run(
    sql`insert into positions (environment_id, load_id, time, lat, lng, accuracy)
      values (${environmentId}, ${loadId}, ${time}, ${lat}, ${lng}, ${accuracy})
      on conflict (environment_id, load_id, time) do nothing`,
  )

/** Stores the last position of a load, unless a later one is stored. */
export const setLastPosition = (
  tx: WriteTransaction,
  environmentId: string,
  loadId: string,
  { time, lat, lng, accuracy }: PositionRow,
) =>
  tx.run(
    sql`insert into load_positions (environment_id, load_id, lat, lng, accuracy, time)
      values (${environmentId}, ${loadId}, ${lat}, ${lng}, ${accuracy}, ${time})
      on conflict (environment_id, load_id) do update set lat = excluded.lat, lng = excluded.lng,
        accuracy = excluded.accuracy, time = excluded.time
      where excluded.time > load_positions.time`,
  )

export const findLastPosition = (tx: ReadTransaction, environmentId: string, loadId: string) =>
  tx.get<PositionRow>(
    sql`select lat, lng, accuracy, time from load_positions
      where environment_id = ${environmentId} and load_id = ${loadId}`,
  )

/** Deletes a batch of positions from before a time. Returns their number. */
export async function purgePositions(
  tx: WriteTransaction,
  environmentId: string,
  cutoff: string,
  limit: number,
): Promise<number> {
  await tx.run(sql`delete from load_positions where environment_id = ${environmentId} and time < ${cutoff}`)
  return tx.run(
    sql`delete from positions
      where environment_id = ${environmentId}
        and (load_id, time) in (select load_id, time from positions
          where environment_id = ${environmentId} and time < ${cutoff} order by time limit ${limit})`,
  )
}

/** Deletes all positions of a load. */
export async function deletePositions(tx: WriteTransaction, environmentId: string, loadId: string): Promise<void> {
  await tx.run(sql`delete from positions where environment_id = ${environmentId} and load_id = ${loadId}`)
  await tx.run(sql`delete from load_positions where environment_id = ${environmentId} and load_id = ${loadId}`)
}

export interface OutcomeRow {
  loadId: string
  consignmentId: string
  podId: string
  outcome: OutcomeName
  time: string
  /** Time at which the driver reached the stop; empty if the outcome was recorded without a driver. */
  reached: string
  /** The load on which the outcome was recorded, which may be another load; null if the order had no load. */
  toldOf: string | null
}
/** Lists the deciding proofs of the orders on up to 50 loads, in the sequence in which Dray received them. */
export const listOutcomes = (
  tx: ReadTransaction,
  environmentId: string,
  loadIds: readonly string[],
): Awaitable<OutcomeRow[]> =>
  loadIds.length === 0
    ? []
    : tx.all<OutcomeRow>(
        joinFragments(
          piece`select s.load_id as "loadId", s.consignment_id as "consignmentId", p.pod_id as "podId", p.outcome,
              p.time, coalesce(p.reached, p.time) as reached, p.load_id as "toldOf"
            from stops s
            join consignments c on c.environment_id = s.environment_id and c.consignment_id = s.consignment_id
              and c.outcome is not null
            join pods p on p.environment_id = s.environment_id and p.consignment_id = s.consignment_id
              and p.replaced_by is null and p.outcome = c.outcome and p.time = c.outcome_time
              and (p.load_id = s.load_id or p.outcome = 'success')
            where s.environment_id = ${environmentId} and s.load_id in `,
          buildValueList(loadIds, loadIds.length === 1 ? 1 : 50),
          piece` order by p.received, p.pod_id`,
        ),
      )
