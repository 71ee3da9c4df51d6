// Whose turn it is where work waits for a database: a crowd of one environment is passed by whoever else comes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, isUnavailable, sql } from '../../server/platform/database/database.ts'
import { runAtTickEnd, threadContention, trackContention } from '../../server/platform/fairness/contention.ts'
import { openFairQueue } from '../../server/platform/fairness/fair-queue.ts'
import { openTimeQuota } from '../../server/platform/fairness/time-quota.ts'
import { everyEngine } from '../support/harness.ts'
import { until } from '../support/until.ts'

/** Records requests of two environments. */
function causeContention(): void {
  for (const whose of ['one', 'another']) threadContention.record(whose)
}
const alone = () => until('there is no contention', () => !threadContention.isContended())

test('a fair queue serves environments round robin', () => {
  const turns = openFairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) turns.add(item[0]!, item)
  assert.equal(turns.size(), 7)
  assert.equal(turns.sizeFor('b'), 2)
  assert.equal(turns.takeNext(), 'a1')
  turns.putBack('a', 'a1')
  assert.deepEqual(
    turns.removeWhere((item) => item === 'a3'),
    ['a3'],
  )
  const taken = Array.from({ length: 4 }, () => turns.takeNext())
  assert.deepEqual(taken.toSorted(), ['a1', 'b1', 'b2', 'c1'].toSorted(), 'a is passed by the others')
  assert.equal(
    turns.takeNext((whose) => whose !== 'a'),
    undefined,
  )
  assert.deepEqual([turns.takeNext(), turns.takeNext(), turns.takeNext()], ['a2', 'a4', undefined])
  assert.equal(turns.size(), 0)
})

test('one environment cannot fill a queue', () => {
  const turns = openFairQueue<number>()
  for (const n of [1, 2]) turns.add('a', n)
  assert.equal(turns.hasCapacity('a', 4), false)
  assert.equal(turns.hasCapacity('b', 4), true)
  assert.equal(turns.hasCapacity('', 3), true, 'the service itself has no share')
  assert.equal(turns.hasCapacity('b', 2), false)
})

test('requests of two environments cause contention for a short time', () => {
  let now = 0
  const contention = trackContention(() => now)
  for (let n = 0; n < 3; n++) contention.record('a')
  contention.record('')
  assert.equal(contention.isContended(), false, 'one environment and the service cause no contention')
  contention.record('b')
  assert.equal(contention.isContended(), true)
  now += 10_000
  contention.record('b')
  assert.equal(contention.isContended(), false)
})

/** In which order a request, and a turn of the event loop, get on. */
async function stepsOfTurn(): Promise<string[]> {
  const steps: string[] = []
  await new Promise<void>((resolve) => {
    runAtTickEnd(async () => {
      steps.push('its turn')
      setImmediate(() => steps.push('the next turn'))
      await undefined
      runAtTickEnd(async () => {
        steps.push('its reading')
        await undefined
        runAtTickEnd(() => {
          steps.push('its reply')
          resolve()
        })
      })
    })
  })
  return steps
}

test('work at the end of a turn starts immediately during contention, else in the next turn', async () => {
  causeContention()
  assert.deepEqual(await stepsOfTurn(), ['its turn', 'its reading', 'its reply'])
  await alone()
  assert.deepEqual(await stepsOfTurn(), ['its turn', 'the next turn', 'its reading', 'its reply'])
})

test('an environment over its time share is delayed during contention, up to a limit', async () => {
  const timeShare = openTimeQuota({ fraction: 0.5, creditMs: 10_000, delayMsMax: 60_000 })
  causeContention()
  timeShare.record('loud', 9_000)
  assert.equal(timeShare.delayMs('loud'), 0, 'what is ahead has not been used up')
  timeShare.record('loud', 9_000)
  const restMs = timeShare.delayMs('loud')
  assert.ok(restMs > 0 && restMs <= 16_000, `${restMs} ms`)
  assert.equal(timeShare.delayMs('quiet'), 0)
  timeShare.record('', 1_000_000)
  assert.equal(timeShare.delayMs(''), 0, 'the service is never delayed')
  timeShare.record('loud', 1_000_000)
  assert.ok(timeShare.delayMs('loud') <= 60_000)
  await alone()
  assert.equal(timeShare.delayMs('loud'), 0)
})

const crowd = 60
/** More than a pool has connections: what was begun before somebody came is not interrupted. */
const ahead = 24

function onlyBusy(error: unknown): void {
  if (!isUnavailable(error)) throw error
}

everyEngine('turns', (open) => {
  for (const kind of ['read', 'write'] as const)
    test(`a ${kind} of one environment waits for a few requests of another environment that sends many`, async () => {
      const service = await open()
      const order: string[] = []
      await service.database(async (database: Database) => {
        const ask = (whose: string) =>
          database[kind](
            async (tx) => {
              await tx.all(sql`select environment_id from environments`)
              order.push(whose)
              // Two statements: a single one need not wait for a connection of its own.
              return tx.all(sql`select environment_id from environments where name = ${whose}`)
            },
            undefined,
            whose,
          )
        // Connections are there, and it is known that these reads go on.
        await Promise.all(Array.from({ length: 8 }, () => ask('first')))
        order.length = 0
        // A slow machine may tell the last of the loud ones that the database is busy.
        await Promise.all([...Array.from({ length: crowd }, () => ask('loud').catch(onlyBusy)), ask('quiet')])
      })
      assert.ok(order.indexOf('quiet') < ahead, `after ${order.indexOf('quiet')} of ${crowd}`)
    })

  test('an environment that reads continuously is delayed during contention, but gets its responses', async () => {
    const service = await open()
    const [rounds, abreast] = [200, 40]
    let answered = 0
    await service.database(async ({ read }: Database) => {
      for (let round = 0; round < rounds; round++) {
        causeContention()
        const ask = () => read((tx) => tx.get(sql`select count(*) as count from environments`), undefined, 'loud')
        await Promise.all(Array.from({ length: abreast }, () => ask().then(() => answered++)))
      }
    })
    assert.equal(answered, rounds * abreast)
  })
})
