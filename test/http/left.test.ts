// Whoever leaves while a file is sent to them leaves nothing open.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { HttpExchange } from '../../server/http/exchange.ts'
import { sendChunks } from '../../server/http/reply.ts'

test('a connection that ends between two chunks of a file ends the read of the file', async (t) => {
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  const server = createServer((request, response) => {
    async function* chunks() {
      try {
        yield Buffer.alloc(1000)
        // As when the other side goes while the next chunk is read: the connection takes nothing any more, and has not told so yet.
        request.socket.destroy()
        yield Buffer.alloc(1000)
      } finally {
        resolve('closed')
      }
    }
    const exchange = {
      request,
      response,
      requestId: 'one',
      answering: { headers: [], isStaying: () => true },
      crossOrigin: [],
    }
    sendChunks(exchange as unknown as HttpExchange, 200, chunks(), ['Content-Length', 2000]).catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  get({ port, agent: false }, (answer) => answer.resume().on('error', () => undefined)).on('error', () => undefined)
  const late = new Promise((told) => setTimeout(told, 60_000, 'still open').unref())
  assert.equal(await Promise.race([ended, late]), 'closed')
})
