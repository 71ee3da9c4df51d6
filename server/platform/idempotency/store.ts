// Stores the responses to requests with an Idempotency-Key.
import { type ReadTransaction, sql, type WriteTransaction } from '../database/database.ts'

export interface IdempotencyRow {
  fingerprint: string
  created: number
  status: number
  etag: string | null
  body: string
}

/**
 * Finds and locks a stored response, so that only a durable response is repeated, also if its first commit was not
 * confirmed.
 */
export const findResponse = (tx: WriteTransaction, environmentId: string, key: string) =>
  tx.lock<IdempotencyRow>(
    sql`select fingerprint, created, status, etag, body from idempotency
      where environment_id = ${environmentId} and idempotency_key = ${key}`,
  )

/** Returns whether a response is stored that is not older than `expired`. */
export const hasResponse = async (tx: ReadTransaction, environmentId: string, key: string, expired: number) =>
  (await tx.get(
    sql`select created from idempotency
      where environment_id = ${environmentId} and idempotency_key = ${key} and created > ${expired}`,
  )) !== undefined

/**
 * Stores a response in place of one that is older than `expired`. Returns false if a concurrent request with the same
 * key was faster.
 */
export const insertResponse = async (
  tx: WriteTransaction,
  environmentId: string,
  { key, row, expired }: { key: string; row: IdempotencyRow; expired: number },
) =>
  (await tx.run(
    sql`insert into idempotency (environment_id, idempotency_key, fingerprint, created, status, etag, body)
      values (${environmentId}, ${key}, ${row.fingerprint}, ${row.created}, ${row.status}, ${row.etag}, ${row.body})
      on conflict (environment_id, idempotency_key) do update set fingerprint = excluded.fingerprint,
        created = excluded.created, status = excluded.status, etag = excluded.etag, body = excluded.body
      where idempotency.created <= ${expired}`,
  )) === 1

export const purgeOldResponses = (tx: WriteTransaction, environmentId: string, expired: number, limit: number) =>
  tx.run(
    sql`delete from idempotency where environment_id = ${environmentId} and idempotency_key in (
      select idempotency_key from idempotency where environment_id = ${environmentId} and created <= ${expired}
        order by created limit ${limit})`,
  )
