// What was acknowledged survives the process, however it ends.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { packageVersion } from '../../server/platform/process/package.ts'
import { aToken, type Child, dray, serve } from '../support/child.ts'
import { temporaryFolder } from '../support/harness.ts'
import { audit, drive, newHistory } from '../support/history.ts'
import { killsUnderLoad } from '../support/kills.ts'
import { until } from '../support/until.ts'

const clients = 16

/** What the log says of the process itself, once it is so many lines. */
async function linesOf(child: Child, count: number): Promise<Record<string, unknown>[]> {
  const lines = () => child.log().match(/^.*"msg":"(started|stopping|stopped)".*$/gm) ?? []
  await until(`${count} lines`, () => lines().length >= count)
  return lines().map((line) => {
    const { time: _time, service: _service, ...said } = JSON.parse(line)
    return said
  })
}

test('a kill under load loses no acknowledged write and leaves no partial one', (t) => killsUnderLoad(t, 1))

test('a stop signal completes the current work and loses no request', async (t) => {
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
  const database = join(data, 'dray.db')
  const last = '0026_import_take_overs.sql'
  // As an older version has left it.
  const older = new DatabaseSync(database)
  older.exec(`alter table imports drop column take_overs; delete from schema_migrations where name = '${last}'`)
  older.close()
  const again = await serve(data)
  t.after(() => again.kill('SIGKILL'))
  const [started, stopping, stopped, ...more] = await linesOf(service, 3)
  const start = { level: 30, msg: 'started', version: packageVersion, database }
  assert.deepEqual(started, { ...start, firstStart: true })
  assert.deepEqual(stopping, { level: 30, msg: 'stopping', signal: 'SIGTERM' })
  assert.equal(typeof stopped!.ms, 'number')
  assert.deepEqual({ ...stopped, ms: 0 }, { level: 30, msg: 'stopped', ms: 0, unfinished: 0 })
  assert.deepEqual(more, [])
  assert.deepEqual(await linesOf(again, 1), [{ ...start, firstStart: false, migrations: [last] }])
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

test('a second server on the same folder is rejected, and commands run while the first server runs', async (t) => {
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
