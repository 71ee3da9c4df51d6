// Following a service that is killed: who comes back with the cursor it had misses nothing, and is told nothing twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../client/client.ts'
import { type ChangeEvent, listEvents } from '../../contract/change.ts'
import { aToken, serve } from '../support/child.ts'
import { temporaryFolder } from '../support/harness.ts'
import { drive, newHistory } from '../support/history.ts'

test('a follower resumes after kills and restarts of the service', { timeout: 120_000 }, async (t) => {
  const data = temporaryFolder(t)
  let service = await serve(data)
  t.after(() => service.kill('SIGKILL'))
  const token = await aToken(data)
  const seen: ChangeEvent[] = []
  let next: string | undefined
  let on = true
  const ask = async (after: string | undefined, wait: string) => {
    const { call } = createClient({ baseUrl: service.url, token, retries: 0 })
    return (await call(listEvents, { query: { limit: '200', wait, ...(after === undefined ? {} : { after }) } })).data
  }
  const following = (async () => {
    while (on)
      try {
        const page = await ask(next, '1')
        seen.push(...page.events)
        next = page.next
      } catch {
        await sleep(20)
      }
  })()
  for (let kill = 0; kill < 3; kill++) {
    const history = newHistory()
    const load = drive(service.url, token, history, 8)
    while (history.acknowledged < 40) await sleep(10)
    await sleep(Math.random() * 100)
    await service.kill('SIGKILL')
    await load.stop()
    service = await serve(data)
  }
  const last = (await ask('latest', '0')).next
  const deadline = performance.now() + 60_000
  while (next !== last) {
    assert.ok(performance.now() < deadline)
    await sleep(20)
  }
  on = false
  await following
  // What there is, read in one go, is what was followed.
  const all: ChangeEvent[] = []
  for (let after: string | undefined; after !== last; ) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after, '0')
    all.push(...page.events)
    after = page.next
  }
  assert.ok(all.length >= 120)
  assert.deepEqual(seen, all)
})
