// The rate limit of a token: exact in one instance, and over several of them as good as one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import {
  buildEnvironmentKey,
  createRateLimiter,
  type RateLimiter,
  type UsageByKey,
} from '../../server/platform/rate-limit/limits.ts'
import { exchangeUses } from '../../server/platform/rate-limit/rules.ts'
import { request, type Service, startService, temporaryFolder, writeBehind } from '../support/harness.ts'

test('one instance accepts a burst of twice the rate limit, then exactly the rate limit', () => {
  const limiter = createRateLimiter({ perSecond: 10 })!
  let now = 1_000_000
  const taken = (count: number) =>
    Array.from({ length: count }, () => limiter.requestAllowance('a', now)).filter((a) => a.allowed)
  assert.equal(taken(50).length, 20)
  assert.deepEqual(limiter.requestAllowance('a', now), { allowed: false, limit: 20, remaining: 0, resetSeconds: 1 })
  now += 100
  assert.equal(taken(5).length, 1)
  now -= 5_000
  assert.equal(taken(5).length, 0, 'a clock that is set back gives nothing')
  now += 700
  assert.equal(taken(50).length, 7)
  assert.equal(limiter.requestAllowance('b', now).remaining, 19, 'others are not concerned')
})

test('an expensive request uses more of the rate limit; above the maximum, it needs the unused limit', () => {
  const limiter = createRateLimiter({ perSecond: 10 })!
  let now = 1_000_000
  assert.equal(limiter.requestAllowance('a', now, 15).remaining, 5)
  assert.deepEqual(limiter.requestAllowance('a', now, 15), { allowed: false, limit: 20, remaining: 0, resetSeconds: 1 })
  assert.equal(limiter.requestAllowance('a', now, 5).allowed, true, 'what was refused took nothing')
  assert.equal(limiter.requestAllowance('a', now, 1_000).allowed, false)
  now += 2_000
  assert.equal(limiter.requestAllowance('a', now, 1_000).remaining, 0)
})

test('environments with many tokens have separate rate limits', () => {
  const limiter = createRateLimiter({ perSecond: 10, environmentPerSecond: 30 })!
  const taken = Array.from({ length: 100 }, () => limiter.requestAllowance(buildEnvironmentKey('e'), 1_000)).filter(
    (a) => a.allowed,
  )
  assert.equal(taken.length, 60)
})

interface Load {
  name: string
  /** Requests a second that come to each instance at a time in seconds. */
  at(seconds: number): number[]
}
const perSecond = 100
const loads: Load[] = [
  { name: 'two instances, equal load', at: () => [200, 200] },
  { name: 'two instances, each below the limit and both above it', at: () => [70, 70] },
  { name: 'three instances, equal load', at: () => [150, 150, 150] },
  { name: 'three instances, most of it at one', at: () => [400, 30, 10] },
  { name: 'three instances, all of it at one', at: () => [300, 0, 0] },
  { name: 'three instances, wandering', at: (s) => [0, 1, 2].map((n) => (Math.floor(s) % 3 === n ? 300 : 20)) },
  { name: 'five instances, a burst that begins at once', at: () => [600, 600, 600, 600, 600] },
]

/** Counts what gets in while instances hear of each other every 150 ms, each at its own time, some of it late. */
function simulate({ at }: Load, seconds: number): number {
  const limiters = at(0).map(() => createRateLimiter({ perSecond }, true)!)
  const reports = new Map<number, UsageByKey>()
  const others = (own: number) => new Map([...reports].filter(([n]) => n !== own).map(([n, uses]) => [String(n), uses]))
  const pending: { at: number; run(): void }[] = []
  const exchange = (limiter: RateLimiter, n: number, now: number) => {
    reports.set(n, limiter.createReport(now))
    const heard = others(n)
    pending.push({ at: now + 20, run: () => limiter.applyReports(heard, now + 20) })
  }
  const start = 1_000_000
  for (const ago of [10_000, 5_000]) for (const [n, limiter] of limiters.entries()) exchange(limiter, n, start - ago)
  for (const { run } of pending.splice(0)) run()
  const due = limiters.map((_, n) => start + n * 37)
  const debt = limiters.map(() => 0)
  let taken = 0
  for (let now = start; now < start + seconds * 1_000; now += 5) {
    for (const each of pending.filter((one) => one.at <= now)) {
      each.run()
      pending.splice(pending.indexOf(each), 1)
    }
    limiters.forEach((limiter, n) => {
      if (now >= due[n]!) {
        exchange(limiter, n, now)
        due[n] = now + 150
      }
      for (debt[n]! += at((now - start) / 1_000)[n]! * 0.005; debt[n]! >= 1; debt[n]!--)
        if (limiter.requestAllowance('a', now).allowed) taken++
    })
  }
  return taken
}

test('a killed instance whose clock was ahead stops counting towards the limit after the usual time', async (t) => {
  const { config } = await startService(t, {}, 'postgres')
  const tell = (instanceId: string, aheadMs: number) =>
    writeBehind(config, async (tx) => {
      const told = { instanceId, uses: {}, purges: false }
      const call = createBackgroundCall('', undefined)
      const heard = await exchangeUses.run(tx, told, { ...call, now: call.now + aheadMs })
      return heard.map((each) => each.instanceId)
    })
  await tell('days ahead', 3 * 86_400_000)
  await tell('a little ahead', 20_000)
  const heard = await tell('right', 0)
  assert.ok(heard.includes('a little ahead'))
  assert.ok(!heard.includes('days ahead'))
})

describe('a limit that several instances share', () => {
  for (const load of loads)
    for (const seconds of [3, 10])
      test(`${load.name}, for ${seconds} seconds: several instances accept the limit of one instance, to a tenth`, () => {
        const asked = load.at(0).reduce((sum, each) => sum + each, 0) * seconds
        const wanted = Math.min(asked, perSecond * 2 + perSecond * seconds)
        const taken = simulate(load, seconds)
        assert.ok(Math.abs(taken / wanted - 1) < 0.1, `${taken} of ${wanted}`)
      })

  for (const count of [2, 3])
    test(`${count} instances over one database share the rate limit of one instance`, async (t) => {
      const limit = 5
      const data = temporaryFolder(t)
      const flags = { data, rateLimit: String(limit) }
      const services: Service[] = []
      for (let n = 0; n < count; n++) services.push(await startService(t, flags, 'postgres'))
      const { token } = await services[0]!.environment()
      const headers = { authorization: `Bearer ${token}` }
      // Until all have heard of each other.
      await sleep(3_000)
      const began = performance.now()
      const endsMs = 4_000
      const enough = 20
      let taken = 0
      let refused = 0
      const ask = async (service: Service) => {
        // A slow machine takes longer to ask for too much.
        while (!t.signal.aborted && (performance.now() - began < endsMs || refused < enough)) {
          const answer = await request(service.url, 'GET', '/v1/depots', { headers })
          if (answer.status === 200) taken++
          else {
            refused++
            assert.equal(answer.status, 429)
            assert.equal(answer.headers.get('ratelimit-limit'), String(limit * 2))
            assert.ok(Number(answer.headers.get('retry-after')) >= 1)
          }
        }
      }
      await Promise.all(services.flatMap((service) => [ask(service), ask(service)]))
      const wanted = limit * 2 + (limit * (performance.now() - began)) / 1_000
      // How exact it is shows above, where the clock is ours. A busy machine hears of the others late: here it is enough
      // to lie nearer to what one instance lets in than to what they would let in if they knew nothing of each other. What
      // it does not ask for in time, it does not get.
      assert.ok(taken < (wanted * (1 + count)) / 2 && taken >= limit, `${taken} of ${wanted}`)
      t.diagnostic(`${taken} of ${Math.round(wanted)}`)
    })
})
