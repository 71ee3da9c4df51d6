// The places of those who follow changes: taken while they wait, given back when they go, whenever that is.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { HttpExchange } from '../../server/http/exchange.ts'
import { createFollower } from '../../server/http/follow.ts'
import { openFeed } from '../../server/integration/history/feed.ts'
import type { OperationExecutor } from '../../server/platform/operation/operation.ts'
import type { RequestPrincipal } from '../../server/platform/operation/principal.ts'
import { request, startService } from '../support/harness.ts'
import { until } from '../support/until.ts'

const never = () => Promise.reject(new Error('nobody reads here'))

/** A client that stays, or has gone before its turn came. */
function aClient(isGone: boolean) {
  const socket = Object.assign(new EventEmitter(), { closed: isGone })
  const response = new EventEmitter()
  const principal = { environmentId: 'one', scopes: new Set() } as unknown as RequestPrincipal
  const exchange = { principal, request: { socket, headers: {} }, response } as unknown as HttpExchange
  return { socket, response, exchange, identify: () => principal }
}

test('a follower that disconnects before it starts does not count towards the limit', () => {
  const feed = openFeed(never, never, 10, () => undefined)
  const { exchange, identify } = aClient(true)
  for (let n = 0; n < 20; n++) {
    const { following, end } = createFollower(feed, {} as OperationExecutor, exchange, identify)
    assert.deepEqual([following.signal.aborted, feed.followers()], [true, 0])
    end()
    assert.equal(feed.followers(), 0, 'it is given back once')
  }
})

test('each follower stops counting once: when the client, the response or the service ends', () => {
  const feed = openFeed(never, never, 10, () => undefined)
  const ways: ((client: ReturnType<typeof aClient>, end: () => void) => void)[] = [
    ({ socket }) => socket.emit('close'),
    ({ response }) => response.emit('finish'),
    (_, end) => end(),
    () => feed.stop(),
    // It was stopped before this one came.
    () => undefined,
  ]
  for (const leave of ways) {
    const client = aClient(false)
    const { following, end } = createFollower(feed, {} as OperationExecutor, client.exchange, client.identify)
    assert.equal(feed.followers(), following.signal.aborted ? 0 : 1)
    leave(client, end)
    assert.deepEqual([following.signal.aborted, feed.followers()], [true, 0])
    end()
    client.socket.emit('close')
    assert.equal(feed.followers(), 0)
  }
})

test('the metrics contain the number of followers', async (t) => {
  const { url, environment } = await startService(t)
  const { token } = await environment()
  const shown = async () =>
    /^dray_followers (\d+)$/m.exec((await request(url, 'GET', '/metrics')).text)?.[1] ?? 'nothing of it'
  assert.equal(await shown(), '0')
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const answer = await fetch(`${url}/v1/events`, { headers, signal: leaving.signal })
  assert.equal(answer.status, 200)
  // They are made anew once a second.
  await until('it is counted', async () => (await shown()) === '1')
  leaving.abort()
  await until('it is no longer counted', async () => (await shown()) === '0')
})
