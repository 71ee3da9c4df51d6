// Depots in the database. A deleted one stays for the orders and loads that name it.

import { type Awaitable, join, listed, piece, type Reader, sql, type Writer } from '../../platform/database/database.ts'
import { aheadAtMost } from '../../platform/value/times.ts'

export interface DepotRow {
  version: number
  updated: string
  /** The whole depot as a read returns it. */
  document: string
}

export const find = (tx: Reader, environmentId: string, key: string): Awaitable<DepotRow | undefined> =>
  tx.get<DepotRow>(
    sql`select version, updated, document from depots where environment_id = ${environmentId} and key = ${key} and deleted is null`,
  )

export const lock = (tx: Writer, environmentId: string, key: string): Awaitable<DepotRow | undefined> =>
  tx.lock<DepotRow>(
    sql`select version, updated, document from depots where environment_id = ${environmentId} and key = ${key} and deleted is null`,
  )

/** What a transaction holds already, it need not look up again. */
const held = new WeakMap<Writer, Set<string>>()

/** Whether an order may name it now; nobody deletes it before this transaction ends. */
export function hold(tx: Writer, environmentId: string, key: string): Awaitable<boolean> {
  return held.get(tx)?.has(`${environmentId} ${key}`) ? true : lookUp(tx, environmentId, key)
}

async function lookUp(tx: Writer, environmentId: string, key: string): Promise<boolean> {
  const found = await tx.share(
    sql`select key from depots where environment_id = ${environmentId} and key = ${key} and deleted is null`,
  )
  if (found === undefined) return false
  held.set(tx, (held.get(tx) ?? new Set()).add(`${environmentId} ${key}`))
  return true
}

export const list = (tx: Reader, environmentId: string): Awaitable<DepotRow[]> =>
  tx.all<DepotRow>(
    sql`select version, updated, document from depots where environment_id = ${environmentId} and deleted is null order by key`,
  )

/** Up to 500 of them, deleted ones too. */
export const named = (
  tx: Reader,
  environmentId: string,
  keys: readonly string[],
): Awaitable<{ key: string; document: string }[]> =>
  keys.length === 0
    ? []
    : tx.all<{ key: string; document: string }>(
        join(
          piece`select key, document from depots where environment_id = ${environmentId} and key in `,
          listed(keys, keys.length <= 2 ? 2 : keys.length <= 50 ? 50 : 500),
        ),
      )

/** A few keys, to tell what there is instead of an unknown one. */
export const someKeys = (tx: Reader, environmentId: string): Awaitable<{ key: string }[]> =>
  tx.all<{ key: string }>(
    sql`select key from depots where environment_id = ${environmentId} and deleted is null order by key limit 200`,
  )

/** Answers what it has become; nothing when the key is taken. A deleted depot comes back. */
export const insert = (
  tx: Writer,
  environmentId: string,
  { key, document, now }: { key: string; document: string; now: string },
): Awaitable<Omit<DepotRow, 'document'> | undefined> =>
  tx.get(
    sql`insert into depots (environment_id, key, version, created, updated, document) values (${environmentId}, ${key}, 1, ${now}, ${now}, ${document})
    on conflict (environment_id, key) do update set version = depots.version + 1, created = excluded.created, deleted = null, document = excluded.document,
    updated = case when depots.deleted > excluded.updated and depots.deleted < ${aheadAtMost(now)} then depots.deleted else excluded.updated end
    where depots.deleted is not null returning version, updated`,
  )

export const update = (
  tx: Writer,
  environmentId: string,
  { key, version, document, now }: { key: string; version: number; document: string; now: string },
): Awaitable<number> =>
  tx.run(
    sql`update depots set version = ${version}, updated = ${now}, document = ${document} where environment_id = ${environmentId} and key = ${key}`,
  )

export function remove(
  tx: Writer,
  environmentId: string,
  key: string,
  { version, now }: { version: number; now: string },
): Awaitable<number> {
  held.get(tx)?.delete(`${environmentId} ${key}`)
  return tx.run(
    sql`update depots set version = ${version}, deleted = ${now} where environment_id = ${environmentId} and key = ${key}`,
  )
}
