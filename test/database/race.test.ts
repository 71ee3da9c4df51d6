// The race of changes, acknowledgements and followers, in small; `npm run race` runs it in full.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { listEvents } from '../../contract/change.ts'
import { assertWhole, poll, stream } from '../support/follower.ts'
import { everyEngine, openCleanups, startService, temporaryFolder } from '../support/harness.ts'
import { race } from '../support/race.ts'
import { manyWriters } from '../support/writers.ts'

everyEngine('a race', (open) => {
  test('a race of 200 rounds loses no order of the export list and no event', async () => {
    const { url, environment } = await open()
    const { token } = await environment()
    assert.deepEqual((await race([url], token, 200)).followed, [208, 208, 208])
  })
})

describe('followers of two instances', () => {
  const { whenOver: t, cleanUp } = openCleanups()
  after(cleanUp)

  test('followers of either of two instances receive each change of both instances once and in order', async () => {
    const data = temporaryFolder(t)
    const services = await Promise.all([startService(t, { data }, 'postgres'), startService(t, { data }, 'postgres')])
    const urls = services.map(({ url }) => url)
    const { token } = await services[0]!.environment()
    const calls = urls.map((baseUrl) => createClient({ baseUrl, token, retries: 5 }).call)
    const followers = [
      poll({ urls, token }),
      stream({ urls, token, breaks: 0.05 }),
      stream({ urls: [urls[1]!], token }),
    ]
    const changes = await manyWriters(calls, 16, 5)
    for (const follower of followers) {
      await follower.until((events) => events.length >= changes)
      await follower.stop()
      assertWhole(follower.events, changes)
      // Whoever comes later is told the same.
      assert.deepEqual(follower.events, followers[0]!.events)
    }
    const raced = await race(urls, (await services[0]!.environment()).token, 100)
    assert.deepEqual(raced.followed, [108, 108, 108])
    const { data: none } = await calls[1]!(listEvents, { query: { after: 'latest' } })
    assert.deepEqual(none.events, [])
  })
})
