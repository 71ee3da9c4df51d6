// Whose turn it is where work waits for a database: a crowd of one environment is passed by whoever else comes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, isUnavailable, sql } from '../../server/database/database.ts'
import { openTurns, watchCompany } from '../../server/database/turns.ts'
import { everyEngine } from '../support/harness.ts'

test('one of each environment is taken, then the next of each', () => {
  const turns = openTurns<string>()
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) turns.add(item[0]!, item)
  assert.equal(turns.size(), 7)
  assert.equal(turns.sizeOf('b'), 2)
  assert.equal(turns.next(), 'a1')
  turns.return('a', 'a1')
  assert.deepEqual(
    turns.remove((item) => item === 'a3'),
    ['a3'],
  )
  const taken = Array.from({ length: 4 }, () => turns.next())
  assert.deepEqual(taken.toSorted(), ['a1', 'b1', 'b2', 'c1'].toSorted(), 'a is passed by the others')
  assert.equal(
    turns.next((whose) => whose !== 'a'),
    undefined,
  )
  assert.deepEqual([turns.next(), turns.next(), turns.next()], ['a2', 'a4', undefined])
  assert.equal(turns.size(), 0)
})

test('no environment may have all places of a queue', () => {
  const turns = openTurns<number>()
  for (const n of [1, 2]) turns.add('a', n)
  assert.equal(turns.hasRoom('a', 4), false)
  assert.equal(turns.hasRoom('b', 4), true)
  assert.equal(turns.hasRoom('', 3), true, 'the service itself has no share')
  assert.equal(turns.hasRoom('b', 2), false)
})

test('there is company while another environment has come lately', () => {
  let now = 0
  const company = watchCompany(() => now)
  for (let n = 0; n < 3; n++) company.came('a')
  company.came('')
  assert.equal(company.isThere(), false, 'one alone is none, nor is the service itself')
  company.came('b')
  assert.equal(company.isThere(), true)
  now += 10_000
  company.came('b')
  assert.equal(company.isThere(), false)
})

const crowd = 60
/** More than a pool has connections: what was begun before somebody came is not interrupted. */
const ahead = 24

function onlyBusy(error: unknown): void {
  if (!isUnavailable(error)) throw error
}

everyEngine('turns', (open) => {
  for (const kind of ['read', 'write'] as const)
    test(`a ${kind} of one environment waits for few of another's, however many there are`, async () => {
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
})
