// Kills the service under load, and holds what is there afterwards against all that it has acknowledged.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aToken, dray, serve } from './child.ts'
import { temporaryFolder } from './harness.ts'
import { audit, drive, newHistory } from './history.ts'
import { until } from './until.ts'

const clients = 16
/** Between two kills at the least. */
const acknowledgedMin = 20

export async function killsUnderLoad(t: TestContext, kills: number): Promise<void> {
  const data = temporaryFolder(t)
  const history = newHistory()
  let service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  const token = await aToken(data)
  for (let kill = 0; kill < kills; kill++) {
    const load = drive(service.url, token, history, clients)
    const enough = history.acknowledged + acknowledgedMin
    await until('enough is acknowledged', () => history.acknowledged > enough)
    await sleep(Math.random() * 700)
    assert.deepEqual(await service.kill('SIGKILL'), { code: null, signal: 'SIGKILL' })
    await load.stop()
    service = await serve(data)
    assert.deepEqual(await audit(service.url, token, history), [])
  }
  assert.match(dray(data, 'doctor'), /^ok +database .*intact$/m)
  assert.ok(history.acknowledged > kills * acknowledgedMin)
  t.diagnostic(`${kills} kills, ${history.acknowledged} acknowledged, ${history.unknown} unknown, 0 lost`)
}
