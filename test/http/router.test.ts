// How a path finds its route: literal segments, parameters at the end and in between, and what is none of these.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import type { HttpRoute } from '../../server/http/exchange.ts'
import { createHttpServer } from '../../server/http/server.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { openFailureLog } from '../../server/platform/error/failure-log.ts'
import { openUnreadResponses } from '../../server/platform/fairness/unread-responses.ts'
import { request } from '../support/harness.ts'

const paths = ['/a', '/a/{x}', '/a/check', '/a/{x}/b', '/a/{x}/b/{y}', '/a/{x}/b/{y}/c'] as const

async function serve(t: TestContext) {
  const routes: HttpRoute[] = paths.map((path) => ({
    method: 'GET',
    path,
    handle({ response, parameters }) {
      response.end(JSON.stringify([path, ...parameters]))
    },
  }))
  const logger = pino({ level: 'silent' })
  const answering = {
    logger,
    failures: openFailureLog(logger),
    isStaying: () => true,
    unreadResponses: openUnreadResponses(),
  }
  const server = createHttpServer(routes, loadConfig({}, {}), answering).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return (method: string, path: string) =>
    request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, method, path)
}

test('a path finds its route, and its parameters are decoded in order', async (t) => {
  const send = await serve(t)
  for (const [path, ...found] of [
    ['/a', '/a'],
    ['/a?q=1', '/a'],
    ['/a/1', '/a/{x}', '1'],
    ['/a/check', '/a/check'],
    ['/a/1/b', '/a/{x}/b', '1'],
    ['/a/%2F%20/b', '/a/{x}/b', '/ '],
    ['/a/check/b', '/a/{x}/b', 'check'],
    ['/a/1/b/2', '/a/{x}/b/{y}', '1', '2'],
    ['/a/1/b/2/c?q=1', '/a/{x}/b/{y}/c', '1', '2'],
    ['/a/{x}/b', '/a/{x}/b', '{x}'],
  ] as const)
    assert.deepEqual((await send('GET', path)).json, found, path)
})

test('an unknown path returns 404, a wrong method 405 and a broken escape 400', async (t) => {
  const send = await serve(t)
  for (const path of ['/', '/b', '/a/', '/a//b', '/a/1/', '/a/1/c', '/a/1/b/', '/a/1/b/2/c/3', '/a/1/b/2/c/'])
    assert.equal((await send('GET', path)).status, 404, path)
  for (const path of ['/a', '/a/1', '/a/1/b', '/a/1/b/2/c']) assert.equal((await send('POST', path)).status, 405, path)
  for (const path of ['/a/%zz', '/a/%zz/b', '/a/1/b/%']) assert.equal((await send('GET', path)).status, 400, path)
})
