// Any number of consignments as a stream of lines: checked and stored some at a time, answered as they are stored.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportSummary, RowResult } from '../../contract/bulk.ts'
import { parseJson } from '../core/json.ts'
import type { Line } from '../core/lines.ts'
import type { LinesHand, WriteOperation } from '../core/operation.ts'
import { asProblem, badRequest, Problem } from '../core/problems.ts'
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
} from './bulk.ts'

/** What one transaction stores at the most: bounds the time that others wait for it, and the memory of a stream. */
const rowsMax = 100
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
}

/** One transaction of a stream; answers what became of it on the first line, and its results on the others. */
export const importChunk: WriteOperation = {
  kind: 'write',
  prepare: undefined,
  run: async (tx, given) => {
    const call = given as ImportCall<{ rows: PlannedRow[] }>
    const results = await apply(tx, call, call.body.rows)
    const chunk: Chunk = { summary: summaryOf(results), created: isDryRun(call) ? createdBy(results) : [] }
    return {
      status: 200,
      body: `${[chunk, ...shownOf(call, results)].map((each) => JSON.stringify(each)).join('\n')}\n`,
    }
  },
}
const isDryRun = ({ query }: ImportCall) => query.dryRun === 'true'
const createdBy = (results: RowResult[]) =>
  results.flatMap(({ status, key }) => (status === 'created' && key !== undefined ? [key] : []))

/** Refuses at once what a stream cannot do; answers the lines of its reply. */
export function importLines(call: ImportCall, lines: AsyncIterable<Line[]>, hand: LinesHand): AsyncIterable<string> {
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
      'A stream does not support an Idempotency-Key. Leave it out: with `mode=upsert` or `mode=replace`, you can safely send the same rows again.',
    )
  return resultsOf(call, lines, hand)
}

async function* resultsOf(call: ImportCall, lines: AsyncIterable<Line[]>, hand: LinesHand): AsyncGenerator<string> {
  const summary = { ...nothing }
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
    await hand.turn()
    const planned = await plan(call, rows, firstIndex, hand.read, beforehand)
    await before
    const { body } = await hand.write('importChunk', { rows: planned })
    const end = body.indexOf('\n')
    const chunk = JSON.parse(body.slice(0, end)) as Chunk
    for (const name of Object.keys(summary) as (keyof ImportSummary)[]) summary[name] += chunk.summary[name]
    for (const key of chunk.created) if (assumed.size < keysMax) assumed.add(key)
    return body.slice(end + 1)
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
    for (const flight of flights) {
      const results = await flight
      if (results) yield results
    }
  } catch (error) {
    if (isGone(error)) throw error
    const { code, message, details } = asProblem(error)
    const { retryAfterSeconds: retryAfter } = details
    yield `${JSON.stringify({ problem: { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) } })}\n`
    if (code === 'INTERNAL') hand.report(error)
  }
  yield `${JSON.stringify({ summary })}\n`
}

const isGone = (error: unknown) => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'

function parseLine(line: Line): unknown {
  if (line === undefined) return { unreadable: tooLong() }
  try {
    return parseJson(line)
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
