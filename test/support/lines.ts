// Sends rows as a stream of lines and reads what is answered, as fast or as slowly as a test wants.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { ImportSummary, RowResult } from '../../contract/bulk.ts'

export interface Streamed {
  results: RowResult[]
  summary: ImportSummary | undefined
  problem: { code: string; message: string; requestId: string } | undefined
}

export const lineOf = (row: unknown) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`

/** What the lines of an answer say. */
export function readAnswer(text: string): Streamed {
  const streamed: Streamed = { results: [], summary: undefined, problem: undefined }
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const value = JSON.parse(line)
    if ('summary' in value) streamed.summary = value.summary
    else if ('problem' in value) streamed.problem = value.problem
    else streamed.results.push(value)
  }
  return streamed
}

/** A stream under way. */
export interface Sending {
  write(text: string): Promise<void>
  /** The next line of the answer; undefined at its end. */
  next(): Promise<string | undefined>
  end(): Promise<Streamed>
  cut(): void
}

export function openStream(url: string, token: string, query = ''): Sending {
  const request = httpRequest(new URL(`/v1/consignments${query}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  })
  request.flushHeaders()
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  answered.catch(() => undefined)
  let held = ''
  let chunks: AsyncIterator<Buffer> | undefined
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const end = held.indexOf('\n')
      if (end !== -1) {
        const line = held.slice(0, end)
        held = held.slice(end + 1)
        return line
      }
      chunks ??= (await answered)[Symbol.asyncIterator]()
      const { value, done } = await chunks.next()
      if (done) return undefined
      held += value
    }
  }
  return {
    write: (text) =>
      new Promise((resolve, reject) => request.write(text, (error) => (error ? reject(error) : resolve()))),
    next,
    async end() {
      request.end()
      const lines: string[] = []
      for (let line = await next(); line !== undefined; line = await next()) lines.push(line)
      return readAnswer(lines.join('\n'))
    },
    cut: () => request.destroy(),
  }
}
