// Sends many consignments with the client, in batches that are safe to repeat or as one stream, and reads lists page by
// page.
import { type ImportMode, type ImportSummary, importConsignments, type RowResult } from '../contract/bulk.ts'
import type { ConsignmentInput, ConsignmentPatch } from '../contract/consignment.ts'
import type { DataOf, EndpointShape, QueryOf } from '../contract/endpoint.ts'
import { ApiProblem, type Client, type ClientOptions, type ProblemData } from './client.ts'

export interface ImportOptions {
  mode?: ImportMode
  dryRun?: boolean
  /** Time zone of date-times without an offset. */
  timezone?: string
  signal?: AbortSignal
}
type Row = ConsignmentInput | ConsignmentPatch
type Rows = Iterable<Row> | AsyncIterable<Row>

const batchRows = 500
/** Maximum number of characters of a batch, below the size limit of a body. */
const batchCharacters = 2_000_000

const queryOf = ({ mode, dryRun, timezone }: ImportOptions) => ({
  ...(mode === undefined ? {} : { mode }),
  ...(dryRun ? { dryRun: 'true' as const } : {}),
  ...(timezone === undefined ? {} : { timezone }),
})

/**
 * Sends rows in batches, each with an Idempotency-Key: a batch whose response is lost is sent again and takes effect
 * once. Yields the result of each row, in order.
 */
export async function* importInBatches(
  client: Client,
  rows: Rows,
  options: ImportOptions = {},
): AsyncGenerator<RowResult> {
  let batch: Row[] = []
  let characters = 0
  let first = 0
  const send = async () => {
    const { data } = await client.call(importConsignments, {
      query: queryOf(options),
      body: { consignments: batch },
      ...(options.signal ? { signal: options.signal } : {}),
    })
    const results = data.results.map((result) => ({ ...result, index: first + result.index }))
    first += batch.length
    batch = []
    characters = 0
    return results
  }
  for await (const row of rows) {
    const length = JSON.stringify(row).length
    if (batch.length > 0 && (batch.length >= batchRows || characters + length > batchCharacters)) yield* await send()
    batch.push(row)
    characters += length
  }
  if (batch.length > 0) yield* await send()
}

/**
 * Sends rows as one stream of lines, yields the result of each row when it is stored, and returns the summary. Faster
 * than batches, but not repeated when the connection fails: then send the rows again with `mode: 'upsert'`. Needs a
 * `fetch` that sends streams over HTTP/1.1, as in Node, Deno and Bun.
 */
export async function* importStream(
  settings: ClientOptions,
  rows: Rows,
  options: ImportOptions = {},
): AsyncGenerator<RowResult, ImportSummary> {
  const send = settings.fetch ?? globalThis.fetch
  const token = typeof settings.token === 'function' ? await settings.token() : settings.token
  const query = new URLSearchParams(queryOf(options))
  const response = await send(`${settings.baseUrl.replace(/\/+$/, '')}${importConsignments.path}?${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: linesOf(rows),
    duplex: 'half',
    ...(options.signal ? { signal: options.signal } : {}),
  } as RequestInit)
  if (!response.ok || !response.body) throw new ApiProblem(response, await problemOf(response))
  let summary: ImportSummary | undefined
  let problem: Partial<ProblemData> | undefined
  for await (const line of textLines(response.body)) {
    const value = JSON.parse(line) as RowResult | { summary: ImportSummary } | { problem: Partial<ProblemData> }
    if ('summary' in value) summary = value.summary
    else if ('problem' in value) problem = value.problem
    else yield value
  }
  if (problem || !summary)
    throw new ApiProblem(response, problem ?? { code: 'UNAVAILABLE', message: 'The connection was closed too early.' })
  return summary
}

async function problemOf(response: Response): Promise<Partial<ProblemData>> {
  const body = (await response.json().catch(() => undefined)) as { data?: Partial<ProblemData> } | undefined
  return body?.data ?? {}
}

function linesOf(rows: Rows): ReadableStream<Uint8Array> {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      let text = ''
      while (text.length < 65_536) {
        const { value, done } = await source.next()
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text))
          controller.close()
          return
        }
        text += `${JSON.stringify(value)}\n`
      }
      controller.enqueue(encoder.encode(text))
    },
    async cancel() {
      await source.return?.()
    },
  })
}

async function* textLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let buffered = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    buffered += value
    const lines = buffered.split('\n')
    buffered = lines.pop()!
    yield* lines.filter((line) => line !== '')
  }
  if (buffered !== '') yield buffered
}

/** Data of a list whose last `next` is `null`. The list of events does not end. */
type Listed<E extends EndpointShape> =
  DataOf<E> extends { next: infer N } ? (null extends N ? DataOf<E> : never) : never

/** Yields the pages of a list, from the first to the last. */
export async function* pagesOf<E extends EndpointShape>(
  client: Client,
  endpoint: E,
  query: QueryOf<E>,
  signal?: AbortSignal,
): AsyncGenerator<Listed<E>> {
  let cursor: string | undefined
  do {
    // biome-ignore lint/suspicious/noExplicitAny: the endpoint has pages, but its type does not show them
    const options: any = { query: cursor === undefined ? query : { ...query, cursor }, ...(signal ? { signal } : {}) }
    const page = (await client.call(endpoint, options)).data as Listed<E> & { next?: string | null }
    yield page
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
