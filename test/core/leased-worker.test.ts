// The leased worker: which items it starts, how it keeps their leases, and how it stops.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type LeasedItem,
  type LeasedJob,
  type LeasedWork,
  startLeasedWorker,
} from '../../server/platform/process/leased-worker.ts'
import { leaseMsMax } from '../../server/platform/process/leases.ts'
import { openWakes } from '../../server/platform/process/wakes.ts'
import { until } from '../support/until.ts'

interface Item extends LeasedItem {
  name: string
}
const item = (name: string, leaseUntil = 0, leaseOwner: string | null = null): Item => ({
  ...{ name, leaseUntil, leaseOwner },
})

/** A worker on items in memory, and what it has called. */
function workOn(items: Item[], options: Partial<LeasedWork<Item, true>> = {}) {
  const calls: string[] = []
  const work: LeasedWork<Item, true> = {
    owner: 'this',
    leaseMs: 60_000,
    keyOf: ({ name }) => name,
    leaseOf: ({ name }) => name,
    async find(jobs) {
      calls.push('find')
      for (const each of items) if (jobs.isFree(each)) jobs.start(each)
      return undefined
    },
    async claim({ name }, { overUntil }) {
      calls.push(`claim ${name} ${overUntil}`)
      return true
    },
    async release({ name }) {
      calls.push(`release ${name}`)
    },
    async run({ name }) {
      calls.push(`run ${name}`)
      items.splice(0)
    },
    failed: (error, failed) => calls.push(`${failed?.name ?? 'search'} failed: ${(error as Error).message}`),
    ...options,
  }
  return {
    calls,
    worker: startLeasedWorker(work),
    count: (name: string) => calls.filter((each) => each === name).length,
  }
}

test('a worker claims a free item, performs its job and releases it', async () => {
  const { calls, worker } = workOn([item('A', 5)])
  await until('the item is released', () => calls.includes('release A'))
  await worker.stop()
  assert.deepEqual(calls.slice(0, 4), ['find', 'claim A 5', 'run A', 'release A'])
})

test('only the holder of a lease starts its item', async () => {
  const later = Date.now() + 60_000
  const { calls, worker } = workOn([item('theirs', later, 'another'), item('own', later, 'this')])
  await until('the own item is released', () => calls.includes('release own'))
  await worker.stop()
  assert.ok(!calls.some((call) => call.includes('theirs')))
})

test('an item with a lease far in the future starts after a lease time without a renewal', async () => {
  const { calls, worker, count } = workOn([item('A', Date.now() + 10 * leaseMsMax, 'another')], { leaseMs: 500 })
  await until('the item is released', () => calls.includes('release A'))
  await worker.stop()
  assert.ok(count('find') >= 2, 'not by the first search')
})

test('a worker neither performs nor releases an item whose claim fails', async () => {
  const { calls, worker, count } = workOn([item('A')], { claim: async () => undefined })
  await until('it is found twice', () => count('find') >= 2)
  await worker.stop()
  assert.deepEqual(new Set(calls), new Set(['find']))
})

test('a failing job releases its lease, and a later search starts it again', async () => {
  const { calls, worker, count } = workOn([item('A')], {
    run: () => Promise.reject(new Error('broken')),
  })
  await until('it has failed twice', () => count('A failed: broken') >= 2)
  await worker.stop()
  assert.deepEqual(calls.slice(0, 5), ['find', 'claim A 0', 'release A', 'A failed: broken', 'find'])
})

test('a worker repeats a failed search for items', async () => {
  const { worker, count } = workOn([], { find: () => Promise.reject(new Error('no database')) })
  await until('it has failed twice', () => count('search failed: no database') >= 2)
  await worker.stop()
})

test('a lease is renewed during the job, after a third of its time', async () => {
  const ended = Promise.withResolvers<void>()
  const [byWorker, byJob] = [{ renewals: 0 }, { renewals: 0 }]
  const renewing = (counter: { renewals: number }) => async () => {
    counter.renewals++
    return true
  }
  const first = workOn([item('A')], { renewMs: 5, renew: renewing(byWorker), run: () => ended.promise })
  let keepLease: LeasedJob<true>['keepLease'] | undefined
  const second = workOn([item('B')], {
    leaseMs: 30,
    renew: renewing(byJob),
    run: async (_, job) => {
      keepLease = job.keepLease
      await ended.promise
    },
  })
  await until('the worker has renewed it', () => byWorker.renewals >= 2)
  await until('the job has renewed it', async () => (await keepLease?.()) && byJob.renewals >= 2)
  ended.resolve()
  await Promise.all([first.worker.stop(), second.worker.stop()])
})

test('a stop aborts the running jobs, waits for their end, and starts no further jobs', async () => {
  const items = [item('A')]
  const { calls, worker } = workOn(items, {
    run: ({ name }, { signal }) =>
      new Promise((resolve) => {
        calls.push(`run ${name}`)
        signal.addEventListener('abort', () => setImmediate(resolve), { once: true })
      }),
  })
  await until('it runs', () => calls.includes('run A'))
  items.push(item('B'))
  const stopped = worker.stop()
  worker.wake()
  await stopped
  assert.deepEqual(calls, ['find', 'claim A 0', 'run A', 'release A'])
})

test('a stop waits for running jobs at most for the grace time', async () => {
  const endless = Promise.withResolvers<void>()
  const { calls, worker } = workOn([item('A')], {
    graceMs: 10,
    run: () => {
      calls.push('run A')
      return endless.promise
    },
  })
  await until('it runs', () => calls.includes('run A'))
  await worker.stop()
  assert.ok(!calls.includes('release A'))
  endless.resolve()
})

test('a worker with a limit searches for the next item immediately after the end of a job', async () => {
  const items = [item('A'), item('B')]
  const { calls, worker } = workOn(items, {
    isLimited: true,
    async find(jobs) {
      await undefined
      calls.push('find')
      if (jobs.running.size === 0 && items[0]) jobs.start(items[0])
      return undefined
    },
    run: async () => void items.shift(),
  })
  await until('both are released', () => calls.includes('release B'))
  await worker.stop()
  assert.deepEqual(calls.slice(0, 6), ['find', 'claim A 0', 'release A', 'find', 'claim B 0', 'release B'])
})

test('a wake of a name starts all jobs of this name, and no other jobs', () => {
  const wakes = openWakes<'change' | 'import'>()
  const woken: string[] = []
  wakes.call('change', 'early')
  wakes.on('change', (environmentId) => woken.push(`feed ${environmentId}`))
  wakes.on('change', (environmentId) => woken.push(`dispatcher ${environmentId}`))
  wakes.on('import', (environmentId) => woken.push(`importer ${environmentId}`))
  wakes.call('change', 'E')
  assert.deepEqual(woken, ['feed E', 'dispatcher E'])
})
