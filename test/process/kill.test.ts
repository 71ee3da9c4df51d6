// What was acknowledged survives the process, however it ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aToken, dray, serve } from '../support/child.ts'
import { temporaryFolder } from '../support/harness.ts'
import { audit, drive, newHistory } from '../support/history.ts'
import { killsUnderLoad } from '../support/kills.ts'

const clients = 16

test('nothing acknowledged is lost and nothing is half-written by a kill under load', (t) => killsUnderLoad(t, 1))

test('a stop signal ends the work under way and loses no request', async (t) => {
  const data = temporaryFolder(t)
  const service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  const token = await aToken(data)
  const history = newHistory()
  const load = drive(service.url, token, history, clients)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const ended = service.kill('SIGTERM')
  await load.stop()
  assert.deepEqual(await ended, { code: 0, signal: null })
  const again = await serve(data)
  t.after(() => again.kill('SIGKILL'))
  assert.deepEqual(await audit(again.url, token, history), [])
  // A refused connection is not a lost request: the order was never sent. What is there must have been acknowledged.
  const uncertain = history.orders.filter(({ state, acknowledged, sent }) => state === 'there' && acknowledged !== sent)
  for (const order of uncertain) {
    const found = await fetch(`${again.url}/v1/consignment?key=${order.key}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data: stored } = (await found.json()) as { data: { weight: number } }
    assert.equal(stored.weight, order.acknowledged, 'a change that took effect was answered')
  }
})

test('a second server on the same folder is refused, and commands work beside the first', async (t) => {
  const data = temporaryFolder(t)
  const service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  await assert.rejects(serve(data), /Another server is already running on the folder/)
  assert.match(dray(data, 'environment', 'create', 'beside'), /^[0-9a-f-]{36}$/)
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
  await service.kill('SIGKILL')
  const next = await serve(data)
  assert.deepEqual(await next.kill('SIGTERM'), { code: 0, signal: null })
})
