// What was acknowledged survives the process, however it ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aToken, dray, serve } from '../support/child.ts'
import { temporaryFolder } from '../support/harness.ts'
import { audit, drive, newHistory } from '../support/history.ts'
import { until } from '../support/until.ts'

const kills = 6
const clients = 16

test(`nothing acknowledged is lost and nothing is half-written by ${kills} kills under load`, async (t) => {
  const data = temporaryFolder(t)
  const history = newHistory()
  let service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  const token = await aToken(data)
  for (let kill = 0; kill < kills; kill++) {
    const load = drive(service.url, token, history, clients)
    const enough = history.acknowledged + 20
    await until('enough is acknowledged', () => history.acknowledged > enough)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 700))
    assert.deepEqual(await service.kill('SIGKILL'), { code: null, signal: 'SIGKILL' })
    await load.stop()
    service = await serve(data)
    assert.deepEqual(await audit(service.url, token, history), [])
  }
  assert.ok(history.acknowledged > 100, `${history.acknowledged} acknowledged`)
  assert.match(dray(data, 'doctor'), /^ok +database .*intact$/m)
  t.diagnostic(`${kills} kills, ${history.acknowledged} acknowledged, ${history.unknown} unknown, 0 lost`)
})

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
