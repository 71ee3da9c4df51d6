// Imports orders as a stream of JSON lines: checks and stores them in batches, and streams their results.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportSummary, RowResult } from '../../../contract/bulk.ts'
import { isUnavailable } from '../../platform/database/database.ts'
import { ApiProblem, convertToProblem, createBadRequest } from '../../platform/error/problems.ts'
import { parseJson } from '../../platform/operation/json.ts'
import type { BodyLine } from '../../platform/operation/lines.ts'
import { createStep, type LinesContext } from '../../platform/operation/operation.ts'
import {
  applyRows,
  countResults,
  createRowsCall,
  type EarlierKeys,
  emptySummary,
  getRowKey,
  type ImportCall,
  type PlannedRow,
  planRows,
  selectResults,
  type UnreadableRow,
} from './bulk.ts'

/**
 * Largest number of rows per transaction. The limit keeps the delay of other writers and the memory of a stream small.
 */
const rowsMax = 50
const bytesMax = 256 * 1024
/** Largest number of chunks in flight: one is stored while the next one is checked. */
const flightsMax = 2
/**
 * Time without new rows after which an incomplete chunk is stored, in milliseconds. The client may be waiting for
 * results.
 */
const idleMs = 10
/** Largest number of created keys that a dry run remembers. Later rows with other keys count as new orders again. */
const keysMax = 1_000_000

interface Chunk {
  summary: ImportSummary
  /** Keys that a dry run would have created. */
  created: string[]
  /** Results of the rows, as lines of the response. */
  lines: string
  mistakes: string[]
}

/** Applies the rows of a chunk in one transaction. */
export const importChunk = createStep('importChunk', async (tx, rows: PlannedRow[], stepCall): Promise<Chunk> => {
  const call = stepCall as ImportCall
  const mistakes: string[] = []
  const results = await applyRows(tx, call, rows, mistakes)
  return {
    mistakes,
    summary: countResults(results),
    created: isDryRun(call) ? createdBy(results) : [],
    lines: selectResults(call, results)
      .map((result) => `${JSON.stringify(result)}\n`)
      .join(''),
  }
})
const isDryRun = ({ query }: ImportCall) => query.dryRun === 'true'
const createdBy = (results: RowResult[]) =>
  results.flatMap(({ status, key }) => (status === 'created' && key !== undefined ? [key] : []))

/**
 * Imports lines of a stream, and returns the lines of the response. Throws for options that a stream does not support.
 */
export function importLines(
  call: ImportCall,
  lines: AsyncIterable<BodyLine[]>,
  context: LinesContext,
): AsyncIterable<string> {
  if (call.query.atomic === 'true')
    throw createBadRequest(
      '?atomic',
      'not_allowed',
      'A stream is stored in batches, so it cannot be atomic: send up to 500 rows as JSON instead.',
    )
  if (call.idempotency)
    throw createBadRequest(
      'Idempotency-Key:',
      'not_allowed',
      'A stream does not support an Idempotency-Key. ' +
        'Leave it out: with `mode=upsert` or `mode=replace`, you can safely send the same rows again.',
    )
  return resultsOf(call, lines, context)
}

async function* resultsOf(
  call: ImportCall,
  lines: AsyncIterable<BodyLine[]>,
  context: LinesContext,
): AsyncGenerator<string> {
  const summary = { ...emptySummary }
  const planning = createRowsCall(call)
  const assumed = new Set<string>()
  const flights: Promise<string>[] = []
  let index = 0
  let last: Promise<unknown> = Promise.resolve()
  /** Keys of the last chunk that is not stored yet. All chunks before it are stored when the next one is checked. */
  let pendingKeys: ReadonlySet<string> = new Set()

  /** Sends a chunk: checks it immediately, and stores it after the previous chunk. Returns its results as lines. */
  async function send(
    rows: unknown[],
    firstIndex: number,
    beforehand: EarlierKeys,
    previous: Promise<unknown>,
  ): Promise<string> {
    await context.allowed()
    const mistakes: string[] = []
    const planned = await planRows(planning, rows, { firstIndex, read: context.read, beforehand, mistakes })
    await previous
    const chunk = await context.run(importChunk, planned)
    for (const mistake of [...mistakes, ...chunk.mistakes]) context.report(mistake)
    for (const name of Object.keys(summary) as (keyof ImportSummary)[]) summary[name] += chunk.summary[name]
    for (const key of chunk.created) if (assumed.size < keysMax) assumed.add(key)
    return chunk.lines
  }

  /**
   * Starts a chunk. Returns whether the next chunk can start before this one is stored. A dry run must wait for the
   * results.
   */
  function sendNext(rows: BodyLine[]): boolean {
    const parsed = rows.map(parseLine)
    const flight = send(parsed, index, { assumed, underWay: pendingKeys }, last)
    pendingKeys = new Set(parsed.map(getRowKey).filter((key) => key !== undefined))
    index += rows.length
    flight.catch(() => undefined)
    flights.push(flight)
    last = flight
    return flights.length < flightsMax && !isDryRun(call)
  }

  try {
    for await (const rows of chunksOf(lines, () => flights[0])) {
      if (rows && sendNext(rows)) continue
      const results = await flights.shift()
      if (results) yield results
    }
    while (flights.length > 0) {
      const results = await flights.shift()
      if (results) yield results
    }
  } catch (error) {
    if (isDisconnected(error)) throw error
    // Chunks in flight are stored even if the stream fails, so their results are sent.
    for (const flight of flights) {
      const results = await flight.catch(() => undefined)
      if (results) yield results
    }
    yield `${JSON.stringify({ problem: stoppedBy(error, call, summary) })}\n`
    if (convertToProblem(error).code === 'INTERNAL') context.report(error)
  }
  yield `${JSON.stringify({ summary })}\n`
}

/**
 * Returns the error that stopped a stream early. The message of an unexpected error contains the index of the first row
 * that was not stored.
 */
function stoppedBy(error: unknown, { requestId }: ImportCall, { rows }: ImportSummary) {
  const { code, message, details } = convertToProblem(error)
  const { retryAfterSeconds: retryAfter } = details
  const reason = isUnavailable(error) ? error.message : message
  return {
    code,
    message: error instanceof ApiProblem ? message : `${reason} No row from index ${rows} on was stored.`,
    requestId,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

const isDisconnected = (error: unknown) => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Parses a line. Returns a row, or the error of an unreadable line. */
export function parseLine(line: BodyLine): unknown {
  if (line === undefined) return { unreadable: tooLong() }
  try {
    return parseJson(line, 1, 'line')
  } catch (error) {
    if (error instanceof ApiProblem) return { unreadable: error } satisfies UnreadableRow
    throw error
  }
}
const tooLong = () => new ApiProblem('BODY_TOO_LARGE', { message: 'The line exceeds the size limit of a body.' })

const idle = Symbol('nothing has come for a while')
const answered = Symbol('a chunk has been answered')

/**
 * Collects lines in chunks, one per transaction. If no line arrives for `idleMs`, yields a smaller chunk. Yields
 * undefined when the first chunk under way is stored, so that its results are sent before more lines arrive.
 */
async function* chunksOf(
  lines: AsyncIterable<BodyLine[]>,
  flying: () => Promise<unknown> | undefined,
): AsyncGenerator<BodyLine[] | undefined> {
  const source = lines[Symbol.asyncIterator]()
  let rows: BodyLine[] = []
  let bytes = 0
  const take = () => {
    const chunkRows = rows
    rows = []
    bytes = 0
    return chunkRows
  }
  let next = source.next()
  for (;;) {
    const flight = flying()
    const result = await Promise.race([
      next,
      ...(rows.length > 0 ? [sleep(idleMs, idle)] : []),
      ...(flight ? [flight.then(() => answered)] : []),
    ])
    if (typeof result !== 'object') {
      yield result === idle ? take() : undefined
      continue
    }
    if (result.done) break
    for (const line of result.value) {
      rows.push(line)
      bytes += line?.length ?? 0
      if (rows.length >= rowsMax || bytes >= bytesMax) yield take()
    }
    next = source.next()
  }
  if (rows.length > 0) yield take()
}
