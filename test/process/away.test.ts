// What the log of a service says while its database is away: that it is, why, and for how long, and not the same over and over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, serve } from '../support/child.ts'
import { temporaryFolder } from '../support/harness.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

const secret = 'hush-hush'

const linesOf = (child: Child): Record<string, unknown>[] =>
  child
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    // Who asks whether it is ready is refused, and that is told for itself.
    .filter(({ msg }) => msg !== 'started' && msg !== 'requests fail')

test('the log has one line for a database outage, one for its end, and none from polls', async (t) => {
  const proxy = await startProxy(t, await createDatabase(t))
  const url = Object.assign(new URL(proxy.url), { password: secret })
  const child = await serve(temporaryFolder(t), '--database-url', url.href)
  t.after(() => child.kill('SIGKILL'))
  const isReady = async () => (await fetch(`${child.url}/health/ready`)).status === 200
  for (const round of [1, 2]) {
    proxy.vanish()
    await until('it is not ready', async () => !(await isReady()))
    // Everything that polls has had its turn more than once.
    await sleep(2_500)
    proxy.restore()
    await until('it is ready', isReady)
    const told = () => linesOf(child).map(({ msg }) => msg)
    // On a machine that stands still for a while it is away more often.
    await until('both are told', () => told().filter((msg) => msg === 'the database is back').length >= round)
    assert.deepEqual(
      told(),
      told().map((_, index) => (index % 2 === 0 ? 'the database is away' : 'the database is back')),
    )
  }
  const lines = linesOf(child)
  const went = lines.findIndex(({ code }) => code === 'ECONNREFUSED')
  const [away, back] = lines.slice(went)
  assert.equal(away!.level, 50)
  assert.equal(away!.database, `postgres://${url.host}${url.pathname}`)
  assert.equal(went % 2, 0)
  assert.equal(away!.cause, `connect ECONNREFUSED ${url.host}`)
  assert.equal(back!.database, away!.database)
  assert.ok((back!.awaySeconds as number) >= 2)
  assert.ok(!child.log().includes(secret))
})
