// Consignments in the database.
import { type Awaitable, type Query, type Reader, sql, unlessTaken, type Writer } from '../database/database.ts'
import type { Draft } from './draft.ts'

/** A consignment with what its load, its depot and its environment add to a read. */
export interface ConsignmentRow {
  consignmentId: string
  key: string
  type: 'delivery' | 'collection'
  version: number
  created: string
  updated: string
  depotKey: string | null
  /** Own value; null when unset. */
  timeAtStop: number | null
  effectiveTimeAtStop: number
  weight: number | null
  volume: number | null
  document: string
  ownReferences: string | null
  loadId: string | null
  stopPosition: number | null
  /** JSON of the depot. */
  depot: string | null
}

const byId = (environmentId: string, consignmentId: string): Query =>
  sql`select c.consignment_id as "consignmentId", c.key, c.type, c.version, c.created, c.updated, c.depot_key as "depotKey",
    c.time_at_stop as "timeAtStop", coalesce(c.time_at_stop, c.joined_time_at_stop, e.stop_duration) as "effectiveTimeAtStop", c.weight, c.volume,
    c.document, c.own_references as "ownReferences", s.load_id as "loadId", s.position as "stopPosition", d.document as depot
    from consignments c
    join settings e on e.environment_id = c.environment_id
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join depots d on d.environment_id = c.environment_id and d.key = c.depot_key
    where c.environment_id = ${environmentId} and c.consignment_id = ${consignmentId}`

export const findById = (
  tx: Reader,
  environmentId: string,
  consignmentId: string,
): Awaitable<ConsignmentRow | undefined> => tx.get<ConsignmentRow>(byId(environmentId, consignmentId))

/** The same, and nobody else changes the order until the transaction ends. */
export const lockById = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
): Awaitable<ConsignmentRow | undefined> => tx.lock<ConsignmentRow>(byId(environmentId, consignmentId))

export const findByKey = (tx: Reader, environmentId: string, key: string): Awaitable<ConsignmentRow | undefined> =>
  tx.get<ConsignmentRow>(sql`select c.consignment_id as "consignmentId", c.key, c.type, c.version, c.created, c.updated, c.depot_key as "depotKey",
    c.time_at_stop as "timeAtStop", coalesce(c.time_at_stop, c.joined_time_at_stop, e.stop_duration) as "effectiveTimeAtStop", c.weight, c.volume,
    c.document, c.own_references as "ownReferences", s.load_id as "loadId", s.position as "stopPosition", d.document as depot
    from consignments c
    join settings e on e.environment_id = c.environment_id
    left join stops s on s.environment_id = c.environment_id and s.consignment_id = c.consignment_id
    left join depots d on d.environment_id = c.environment_id and d.key = c.depot_key
    where c.environment_id = ${environmentId} and c.key = ${key}`)

/** Keeps others from changing the order until the transaction ends. */
export const lock = (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
): Awaitable<{ version: number } | undefined> =>
  tx.lock(
    sql`select version from consignments where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )

export const idOfKey = async (tx: Reader, environmentId: string, key: string): Promise<string | undefined> =>
  (
    await tx.get<{ consignmentId: string }>(
      sql`select consignment_id as "consignmentId" from consignments where environment_id = ${environmentId} and key = ${key}`,
    )
  )?.consignmentId

/** So many keys are looked for at once; the template has a place for each. */
const keysAtOnce = 50
const keysTemplate: TemplateStringsArray = (() => {
  const parts = ['select key from consignments where environment_id = ', ' and key in (']
  const all = [...parts, ...Array<string>(keysAtOnce - 1).fill(', '), ')']
  return Object.freeze(Object.assign(all, { raw: all }))
})()

/** Which of these keys consignments have. */
export async function keysThere(
  tx: Reader,
  environmentId: string,
  keys: readonly (string | undefined)[],
): Promise<Set<string>> {
  const wanted = [...new Set(keys)].filter((key) => key !== undefined)
  const there = new Set<string>()
  for (let from = 0; from < wanted.length; from += keysAtOnce) {
    const some = wanted.slice(from, from + keysAtOnce)
    const values = [environmentId, ...some, ...Array<string>(keysAtOnce - some.length).fill(some[0]!)]
    for (const { key } of await tx.all<{ key: string }>({ strings: keysTemplate, values })) there.add(key)
  }
  return there
}

/** Answers false when the key is taken. */
export const insert = async (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  draft: Draft,
  joinedTimeAtStop: number | null,
  now: string,
): Promise<boolean> =>
  (await tx.run(
    sql`insert into consignments (environment_id, consignment_id, key, type, version, created, updated, depot_key, time_at_stop, joined_time_at_stop, weight, volume, document, own_references)
    values (${environmentId}, ${consignmentId}, ${draft.key}, ${draft.type}, 1, ${now}, ${now}, ${draft.depotKey}, ${draft.timeAtStop}, ${joinedTimeAtStop}, ${draft.weight}, ${draft.volume}, ${draft.document}, ${draft.ownReferences})
    on conflict (environment_id, key) do nothing`,
  )) === 1

export async function update(
  tx: Writer,
  environmentId: string,
  row: Pick<ConsignmentRow, 'consignmentId' | 'key' | 'depotKey'>,
  version: number,
  draft: Draft,
  joinedTimeAtStop: number | null,
  now: string,
): Promise<void> {
  const { consignmentId } = row
  await tx.run(
    sql`update consignments set type = ${draft.type}, version = ${version}, updated = ${now},
    time_at_stop = ${draft.timeAtStop}, joined_time_at_stop = coalesce(joined_time_at_stop, ${joinedTimeAtStop}),
    weight = ${draft.weight}, volume = ${draft.volume}, document = ${draft.document}, own_references = ${draft.ownReferences}
    where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
  // Apart, because setting an indexed column writes its index anew, changed or not.
  if (draft.key !== row.key || draft.depotKey !== row.depotKey)
    await unlessTaken('consignments_key', () =>
      tx.run(
        sql`update consignments set key = ${draft.key}, depot_key = ${draft.depotKey} where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
      ),
    )
}

/** A change that comes from its load: joining (which fixes the time at the stop) or leaving. Answers its key and new version. */
export const touch = async (
  tx: Writer,
  environmentId: string,
  consignmentId: string,
  joinedTimeAtStop: number | null,
  now: string,
): Promise<{ key: string; version: number }> =>
  (await tx.get<{ key: string; version: number }>(
    sql`update consignments set version = version + 1, updated = ${now}, joined_time_at_stop = coalesce(joined_time_at_stop, time_at_stop, ${joinedTimeAtStop})
    where environment_id = ${environmentId} and consignment_id = ${consignmentId} returning key, version`,
  ))!

export const remove = (tx: Writer, environmentId: string, consignmentId: string): Awaitable<number> =>
  tx.run(sql`delete from consignments where environment_id = ${environmentId} and consignment_id = ${consignmentId}`)
