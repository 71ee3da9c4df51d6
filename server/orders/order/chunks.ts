// Stores the rows of one request in chunks, each in its own transaction, so that other requests write in between.
import { isUnavailable } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { buildDataResponse, type OperationResponse } from '../../platform/operation/operation.ts'

/** Rows per transaction, unless all rows share one. With 50 rows, writes of other requests took six times as long. */
export const rowsAtOnce = 20

/** Stored result of a chunk's transaction. The idempotency store keeps it. */
export interface StoredChunk<Result> {
  results: Result[]
  /** Mistakes (stacks of unexpected errors) for the log. */
  mistakes: string[]
  replayed?: true
  /** Response to all rows, from a version that stored all rows in one transaction. */
  data?: unknown
}
interface Chunk {
  rows: unknown[]
  /** Index of the chunk's first row in the request. */
  firstIndex: number
  number: number
  /** Stacks of unexpected errors, for the log. `store` adds to them. */
  mistakes: string[]
}
interface Rows<Result> {
  rows: readonly unknown[]
  /** Stores a chunk in a transaction. */
  store(chunk: Chunk): Promise<StoredChunk<Result>>
  /** Returns the result of a row that was not stored, because an earlier chunk ended the request. */
  unstored(row: unknown, index: number): Result
  responseOf(results: Result[]): string
}

/**
 * Stores the chunks one after the other. An unexpected error ends the request, but the chunks before it stay stored.
 */
export async function storeInChunks<Result>({
  rows,
  store,
  unstored,
  responseOf,
}: Rows<Result>): Promise<OperationResponse> {
  const results: Result[] = []
  const mistakes: string[] = []
  let replayed = true
  for (let number = 0; number * rowsAtOnce < rows.length; number++) {
    const firstIndex = number * rowsAtOnce
    try {
      const stored = await store({
        rows: rows.slice(firstIndex, firstIndex + rowsAtOnce),
        firstIndex,
        number,
        mistakes,
      })
      if (stored.data) return { ...buildDataResponse(JSON.stringify(stored.data)), replayed: true }
      results.push(...stored.results)
      if (stored.replayed !== true) mistakes.push(...stored.mistakes)
      replayed &&= stored.replayed === true
    } catch (error) {
      mistakes.push(stoppedBy(error, number))
      replayed = false
      results.push(...rows.slice(firstIndex).map((row, offset) => unstored(row, firstIndex + offset)))
      break
    }
  }
  return { ...buildDataResponse(responseOf(results)), ...(replayed ? { replayed } : {}), mistakes }
}

/**
 * Returns the reason why this chunk ended the request, for the log. Throws if no chunk is stored, or if the client can
 * retry.
 */
function stoppedBy(error: unknown, number: number): string {
  if (number === 0 || error instanceof ApiProblem) throw error
  if (isUnavailable(error))
    throw new ApiProblem(
      'UNAVAILABLE',
      {
        message: `${error.message} Some of the rows were stored: send the request again with the same Idempotency-Key.`,
        retryAfterSeconds: 1,
      },
      { cause: error.cause },
    )
  return formatStack(error)
}
export const formatStack = (error: unknown): string => (error instanceof Error && error.stack) || String(error)
