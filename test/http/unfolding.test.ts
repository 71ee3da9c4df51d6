// Streams that are small as they come and unfold to far more, with rows in them or without: counted, in turns, and ended with their client.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import type { HttpExchange, HttpRoute } from '../../server/http/exchange.ts'
import { readChunks } from '../../server/http/request.ts'
import * as turns from '../../server/http/request-queue.ts'
import { getClientAbortSignal } from '../../server/http/response-end.ts'
import { createHttpServer } from '../../server/http/server.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { openFailureLog } from '../../server/platform/error/failure-log.ts'
import { openUnreadResponses } from '../../server/platform/fairness/unread-responses.ts'
import { readLines } from '../../server/platform/operation/lines.ts'
import { startService } from '../support/harness.ts'
import { lineOf, readAnswer } from '../support/lines.ts'
import { anOrder } from '../support/orders.ts'

const megabyte = 2 ** 20
const zipped = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }

async function* repeated(piece: Buffer, count: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < count; n++) yield piece
}

test('a body without rows is rejected at the size limit, and rows may have many blanks between them', async () => {
  const bytesMax = 1_000
  for (const text of ['\n', ' ', '\t\r\n', 'x'])
    await assert.rejects(
      Array.fromAsync(readLines(repeated(Buffer.from(text.repeat(100)), 10 * bytesMax), bytesMax)),
      { code: 'BODY_TOO_LARGE', message: 'The stream has more than 8000 bytes without a row.' },
      JSON.stringify(text),
    )
  const far = Buffer.concat([Buffer.alloc(7_000, '\n'), Buffer.from('{}\n')])
  const lines = await Array.fromAsync(readLines(repeated(far, 100), bytesMax))
  assert.deepEqual(lines.flat().map(String), Array(100).fill('{}'))
})

test('the reader takes less than 0.2 seconds for a megabyte of blank lines', async () => {
  const blanks = Buffer.alloc(65_536, '\n')
  const began = performance.now()
  await Array.fromAsync(readLines(repeated(blanks, 400), 100 * megabyte))
  const perMegabyte = (performance.now() - began) / 25
  assert.ok(perMegabyte < 200, `${perMegabyte} ms for a megabyte`)
})

test('a stream that contains only blanks after decompression is rejected as too large', async (t) => {
  const { environment } = await startService(t)
  const { request } = await environment()
  const { text } = await request('POST', '/v1/consignments', {
    body: gzipSync(Buffer.alloc(40 * megabyte, '\n')),
    headers: zipped,
  })
  const { problem, summary } = readAnswer(text)
  assert.equal(problem?.code, 'BODY_TOO_LARGE')
  assert.equal(summary?.rows, 0)
})

test('the decompressed bytes of a stream use the rate limit, with and without rows', async (t) => {
  const { environment } = await startService(t, { rateLimit: '2' })
  const { request } = await environment()
  const rows = Buffer.concat([Buffer.alloc(megabyte, '\n'), Buffer.from(lineOf(anOrder()))])
  const began = performance.now()
  const { text } = await request('POST', '/v1/consignments', { body: gzipSync(rows), headers: zipped })
  assert.equal(readAnswer(text).summary?.created, 1)
  // Eight for the megabyte, two for the request and its row, four of them in advance.
  const ms = performance.now() - began
  assert.ok(ms > 2_000, `${ms}`)
})

test('other requests run between the chunks of a large body', async () => {
  let others = 0
  const other = () => {
    others++
    if (others < 1_000) setImmediate(other)
  }
  setImmediate(other)
  const told: number[] = []
  const chunks = turns.yieldInSlices('one', repeated(Buffer.alloc(65_536), 64), async (bytes) => void told.push(bytes))
  assert.equal((await Array.fromAsync(chunks)).length, 64)
  assert.deepEqual(told, Array(32).fill(131_072))
  // One between every two of them.
  assert.ok(others >= 31, `${others} turns of the event loop`)
  others = 1_000
})

test('the service stops the decompression of a body after the client disconnects', async (t) => {
  const allBytes = 200 * megabyte
  const { promise: ended, resolve } = Promise.withResolvers<{ bytes: number; error: unknown }>()
  const handle = async (exchange: HttpExchange) => {
    let bytes = 0
    try {
      for await (const chunk of readChunks(exchange, 10_000, getClientAbortSignal(exchange))) {
        bytes += chunk.length
        // All of it has come.
        if (exchange.request.complete) sent.destroy()
      }
      resolve({ bytes, error: undefined })
    } catch (error) {
      resolve({ bytes, error })
    }
  }
  const logger = pino({ level: 'silent' })
  const answering = {
    logger,
    failures: openFailureLog(logger),
    isStaying: () => true,
    unreadResponses: openUnreadResponses(),
  }
  const routes: HttpRoute[] = [{ method: 'POST', path: '/a', handle }]
  const server = createHttpServer(routes, loadConfig({}, {}), answering).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const body = gzipSync(Buffer.alloc(allBytes))
  const { port } = server.address() as AddressInfo
  const sent = send({ port, method: 'POST', path: '/a', headers: { ...zipped, 'content-length': body.length } })
  sent.on('error', () => undefined)
  sent.end(body)
  const { bytes, error } = await ended
  assert.equal((error as { code?: string } | undefined)?.code, 'ERR_STREAM_PREMATURE_CLOSE')
  assert.ok(bytes < allBytes / 2, `${bytes} bytes`)
})
