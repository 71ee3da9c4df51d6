// Any number of consignments as a stream of lines: checked and stored some at a time, answered as they are stored.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportSummary, RowResult } from '../../../contract/bulk.ts'
import { isUnavailable } from '../../platform/database/database.ts'
import { asProblem, badRequest, Problem } from '../../platform/error/problems.ts'
import { parseJson } from '../../platform/operation/json.ts'
import type { Line } from '../../platform/operation/lines.ts'
import { type LinesContext, step } from '../../platform/operation/operation.ts'
import {
  apply,
  type Beforehand,
  type ImportCall,
  keyOf,
  nothing,
  type PlannedRow,
  plan,
  shownOf,
  summaryOf,
  type Unreadable,
  withRows,
} from './bulk.ts'

/** What one transaction stores at the most: bounds the time that others wait for it, and the memory of a stream. */
const rowsMax = 50
const bytesMax = 256 * 1024
/** One is stored while the next one is checked. */
const flightsMax = 2
/** A client that waits for answers before it sends more gets them after so long. */
const idleMs = 10
/** A dry run remembers the keys that it would have created; behind so many it takes them for new ones again. */
const keysMax = 1_000_000

interface Chunk {
  summary: ImportSummary
  /** Of a dry run: the keys that it would have created. */
  created: string[]
  /** Of the reply: what became of each row. */
  lines: string
  mistakes: string[]
}

/** One transaction of a stream. */
export const importChunk = step('importChunk', async (tx, rows: PlannedRow[], given): Promise<Chunk> => {
  const call = given as ImportCall
  const mistakes: string[] = []
  const results = await apply(tx, call, rows, mistakes)
  return {
    mistakes,
    summary: summaryOf(results),
    created: isDryRun(call) ? createdBy(results) : [],
    lines: shownOf(call, results)
      .map((result) => `${JSON.stringify(result)}\n`)
      .join(''),
  }
})
const isDryRun = ({ query }: ImportCall) => query.dryRun === 'true'
const createdBy = (results: RowResult[]) =>
  results.flatMap(({ status, key }) => (status === 'created' && key !== undefined ? [key] : []))

/** Refuses at once what a stream cannot do; answers the lines of its reply. */
export function importLines(
  call: ImportCall,
  lines: AsyncIterable<Line[]>,
  context: LinesContext,
): AsyncIterable<string> {
  if (call.query.atomic === 'true')
    throw badRequest(
      '?atomic',
      'not_allowed',
      'A stream is stored in batches, so it cannot be atomic: send up to 500 rows as JSON instead.',
    )
  if (call.idempotency)
    throw badRequest(
      'Idempotency-Key:',
      'not_allowed',
      'A stream does not support an Idempotency-Key. ' +
        'Leave it out: with `mode=upsert` or `mode=replace`, you can safely send the same rows again.',
    )
  return resultsOf(call, lines, context)
}

async function* resultsOf(
  call: ImportCall,
  lines: AsyncIterable<Line[]>,
  context: LinesContext,
): AsyncGenerator<string> {
  const summary = { ...nothing }
  const planning = withRows(call)
  const assumed = new Set<string>()
  const flights: Promise<string>[] = []
  let index = 0
  let last: Promise<unknown> = Promise.resolve()
  /** Of the chunk that was sent last: all before it are stored when the next one is checked. */
  let underWay: ReadonlySet<string> = new Set()

  /** Checks at once, and stores after the chunk before it: results come in order, and one transaction at a time. */
  async function send(
    rows: unknown[],
    firstIndex: number,
    beforehand: Beforehand,
    before: Promise<unknown>,
  ): Promise<string> {
    await context.allowed()
    const mistakes: string[] = []
    const planned = await plan(planning, rows, { firstIndex, read: context.read, beforehand, mistakes })
    await before
    const chunk = await context.run(importChunk, planned)
    for (const mistake of [...mistakes, ...chunk.mistakes]) context.report(mistake)
    for (const name of Object.keys(summary) as (keyof ImportSummary)[]) summary[name] += chunk.summary[name]
    for (const key of chunk.created) if (assumed.size < keysMax) assumed.add(key)
    return chunk.lines
  }

  try {
    for await (const rows of chunksOf(lines, () => flights[0])) {
      if (rows) {
        // A dry run looks at the rows before it, so it waits until they are answered.
        const parsed = rows.map(parseLine)
        const flight = send(parsed, index, { assumed, underWay }, last)
        underWay = new Set(parsed.map(keyOf).filter((key) => key !== undefined))
        index += rows.length
        flight.catch(() => undefined)
        flights.push(flight)
        last = flight
        if (flights.length < flightsMax && !isDryRun(call)) continue
      }
      const results = await flights.shift()
      if (results) yield results
    }
    while (flights.length > 0) {
      const results = await flights.shift()
      if (results) yield results
    }
  } catch (error) {
    if (isGone(error)) throw error
    // What is under way when no more can be read is stored all the same.
    for (const flight of flights) {
      const results = await flight.catch(() => undefined)
      if (results) yield results
    }
    yield `${JSON.stringify({ problem: stoppedBy(error, call, summary) })}\n`
    if (asProblem(error).code === 'INTERNAL') context.report(error)
  }
  yield `${JSON.stringify({ summary })}\n`
}

/** Why a stream ended early, and which rows were not stored by that. */
function stoppedBy(error: unknown, { requestId }: ImportCall, { rows }: ImportSummary) {
  const { code, message, details } = asProblem(error)
  const { retryAfterSeconds: retryAfter } = details
  const reason = isUnavailable(error) ? error.message : message
  return {
    code,
    message: error instanceof Problem ? message : `${reason} No row from index ${rows} on was stored.`,
    requestId,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

const isGone = (error: unknown) => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'

/** A row, or why it cannot be read. */
export function parseLine(line: Line): unknown {
  if (line === undefined) return { unreadable: tooLong() }
  try {
    return parseJson(line, 1, 'line')
  } catch (error) {
    if (error instanceof Problem) return { unreadable: error } satisfies Unreadable
    throw error
  }
}
const tooLong = () => new Problem('BODY_TOO_LARGE', { message: 'The line exceeds the size limit of a body.' })

const idle = Symbol('nothing has come for a while')
const answered = Symbol('a chunk has been answered')

/**
 * Rows in chunks that one transaction takes; a smaller one when nothing more comes for a while. Undefined in between
 * when the chunk that was sent first has been answered, so that its results leave without waiting for more rows.
 */
async function* chunksOf(
  lines: AsyncIterable<Line[]>,
  flying: () => Promise<unknown> | undefined,
): AsyncGenerator<Line[] | undefined> {
  const source = lines[Symbol.asyncIterator]()
  let rows: Line[] = []
  let bytes = 0
  const take = () => {
    const taken = rows
    rows = []
    bytes = 0
    return taken
  }
  let next = source.next()
  for (;;) {
    const flight = flying()
    const given = await Promise.race([
      next,
      ...(rows.length > 0 ? [sleep(idleMs, idle)] : []),
      ...(flight ? [flight.then(() => answered)] : []),
    ])
    if (given === idle) yield take()
    else if (given === answered) yield undefined
    else if (typeof given === 'object') {
      if (given.done) break
      for (const line of given.value) {
        rows.push(line)
        bytes += line?.length ?? 0
        if (rows.length >= rowsMax || bytes >= bytesMax) yield take()
      }
      next = source.next()
    }
  }
  if (rows.length > 0) yield take()
}
