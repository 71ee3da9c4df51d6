// Performs a request with an Idempotency-Key once. A repeated request gets the stored response.

import { type Awaitable, type ReadTransaction, retryTransaction, type WriteTransaction } from '../database/database.ts'
import { ApiProblem } from '../error/problems.ts'
import { createStep, type OperationCall, type OperationResponse } from '../operation/operation.ts'
import { dayMs } from '../value/times.ts'
import * as store from './store.ts'

const keptMs = dayMs

/**
 * Runs the work once. If a response is stored, returns this response instead. The work and its response are stored in
 * one transaction; failures are not stored. The later of two concurrent requests waits for the first, at the latest
 * when both store their responses.
 */
export async function runIdempotent(
  tx: WriteTransaction,
  call: OperationCall,
  work: () => Awaitable<OperationResponse>,
): Promise<OperationResponse> {
  const { environmentId, idempotency, now } = call
  if (!idempotency) return work()
  const { key, fingerprint } = idempotency
  const expired = now - keptMs
  const answered = async () => {
    const storedRow = await store.findResponse(tx, environmentId, key)
    return storedRow && storedRow.created > expired ? storedRow : undefined
  }
  const existingRow = await answered()
  if (existingRow) return replay(existingRow, fingerprint)
  let reply: OperationResponse
  try {
    reply = await work()
  } catch (error) {
    // A concurrent request with the same key may have caused the refusal, and may have stored its response since.
    const concurrentRow = error instanceof ApiProblem ? await answered() : undefined
    if (!concurrentRow) throw error
    throw retryTransaction()
  }
  const row = { fingerprint, created: now, status: reply.status, etag: reply.etag ?? null, body: reply.body }
  // Happens only with concurrent writers. The repeated transaction finds the response of the other request.
  if (!(await store.insertResponse(tx, environmentId, { key, row, expired }))) throw retryTransaction()
  return reply
}

function replay(storedRow: store.IdempotencyRow, fingerprint: string): OperationResponse {
  if (storedRow.fingerprint !== fingerprint)
    throw new ApiProblem('IDEMPOTENCY_CONFLICT', {
      message:
        'This Idempotency-Key was used with another method, path or body within the last 24 hours. Use a new key ' +
        'for a new request.',
    })
  return {
    status: storedRow.status,
    body: storedRow.body,
    replayed: true,
    ...(storedRow.etag === null ? {} : { etag: storedRow.etag }),
  }
}

/** Returns whether the response to a request is stored and will be repeated, so that it needs no preparation. */
export const hasStoredResponse = async (
  tx: ReadTransaction,
  { environmentId, idempotency, now }: OperationCall,
): Promise<boolean> => idempotency !== undefined && store.hasResponse(tx, environmentId, idempotency.key, now - keptMs)

/** Maximum number of rows per purge. Other transactions wait for a purge, so it must be short. */
const purgedAtOnce = 500

/** Purges a batch of stored responses of an environment. Returns whether there may be more. A background job. */
export const purgeResponses = createStep(
  'purgeAnswers',
  async (tx, environmentId: string, { now }) =>
    (await store.purgeOldResponses(tx, environmentId, now - keptMs, purgedAtOnce)) === purgedAtOnce,
)
