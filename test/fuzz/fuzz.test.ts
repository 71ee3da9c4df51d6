// A short run of the fuzzer on each engine; `npm run fuzz` is a long one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyEngine } from '../support/harness.ts'
import { seed } from '../support/seed.ts'
import { fuzz } from './fuzz.ts'
import { everyEndpoint } from './scene.ts'

everyEngine(
  'arbitrary requests',
  (open) => {
    test('responses to arbitrary requests match the statuses and schemas of the contract at every endpoint', async (t) => {
      t.diagnostic(`seed ${seed}: set SEED to repeat the run`)
      const { requests, successes, endpoints, breaches } = await fuzz(await open(), { seed, runs: 1, rounds: 1 })
      t.diagnostic(`${requests} requests, ${successes} succeeded`)
      assert.deepEqual(breaches, [], `seed ${seed}`)
      assert.equal(endpoints.size, everyEndpoint.length)
      assert.ok(successes > requests / 10, `${successes} of ${requests} requests succeeded`)
    })
  },
  // Failed sign-ins of an address count for all who use the service.
  { isAlone: true },
)
