// What is said of a client that went away: that it did, and nothing of a failure of ours.
import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import type { HttpExchange } from '../../server/http/exchange.ts'
import { sendProblem } from '../../server/http/reply.ts'

const failureOf = async (response: PassThrough): Promise<unknown> => {
  try {
    await pipeline(Readable.from(['a page']), response)
  } catch (error) {
    return error
  }
  return undefined
}

test('a client that disconnects before or during its response causes no failure', async () => {
  const logged: unknown[] = []
  const answering = { logger: { error: (...given: unknown[]) => void logged.push(given) } }
  const during = new PassThrough({ highWaterMark: 1 })
  const before = new PassThrough()
  before.destroy()
  setImmediate(() => during.destroy())
  for (const response of [during, before]) {
    const failure = await failureOf(response)
    assert.ok(failure)
    assert.equal(sendProblem({ requestId: 'r', response, answering } as unknown as HttpExchange, failure), 499)
  }
  assert.deepEqual(logged, [])
})
