// A request with an Idempotency-Key takes effect once; repeating it repeats the answer.

import { type Awaitable, type Reader, startAgain, type Writer } from '../database/database.ts'
import { Problem } from '../error/problems.ts'
import { type Call, type Reply, step } from '../operation/operation.ts'
import { dayMs } from '../value/times.ts'
import * as store from './store.ts'

const keptMs = dayMs

/**
 * Runs the work once: a stored response is returned instead. The response is written with the work in one transaction;
 * failures are not stored. Of two requests at the same time the later one waits for the first, at the latest when both
 * write their responses.
 */
export async function once(tx: Writer, call: Call, work: () => Awaitable<Reply>): Promise<Reply> {
  const { environmentId, idempotency, now } = call
  if (!idempotency) return work()
  const { key, fingerprint } = idempotency
  const expired = now - keptMs
  const answered = async () => {
    const kept = await store.find(tx, environmentId, key)
    return kept && kept.created > expired ? kept : undefined
  }
  const kept = await answered()
  if (kept) return replay(kept, fingerprint)
  let reply: Reply
  try {
    reply = await work()
  } catch (error) {
    // The same request, sent twice, may have caused the refusal, and may have its response by now.
    const other = error instanceof Problem ? await answered() : undefined
    if (!other) throw error
    throw startAgain()
  }
  const row = { fingerprint, created: now, status: reply.status, etag: reply.etag ?? null, body: reply.body }
  // Only with concurrent writers: started again, the other one's answer is found.
  if (!(await store.insert(tx, environmentId, { key, row, expired }))) throw startAgain()
  return reply
}

function replay(kept: store.IdempotencyRow, fingerprint: string): Reply {
  if (kept.fingerprint !== fingerprint)
    throw new Problem('IDEMPOTENCY_CONFLICT', {
      message:
        'This Idempotency-Key was used with another method, path or body within the last 24 hours. Use a new key ' +
        'for a new request.',
    })
  return { status: kept.status, body: kept.body, replayed: true, ...(kept.etag === null ? {} : { etag: kept.etag }) }
}

/** Returns whether the response to a request is stored and will be repeated, so that it needs no preparation. */
export const isAnswered = async (tx: Reader, { environmentId, idempotency, now }: Call): Promise<boolean> =>
  idempotency !== undefined && store.isKept(tx, environmentId, idempotency.key, now - keptMs)

/** Rows per purge. Other transactions wait for it, so it stays short. */
const purgedAtOnce = 500

/** Purges a batch of stored responses of an environment. Returns whether there may be more. A background job. */
export const purgeAnswers = step(
  'purgeAnswers',
  async (tx, environmentId: string, { now }) =>
    (await store.purge(tx, environmentId, now - keptMs, purgedAtOnce)) === purgedAtOnce,
)
