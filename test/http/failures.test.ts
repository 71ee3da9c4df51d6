// Why requests fail, for the log: every reason is told, and none of them fills it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '../../server/database/database.ts'
import { openFailures } from '../../server/http/failures.ts'

function recorded() {
  const lines: Record<string, unknown>[] = []
  const warn = (line: object) => void lines.push({ ...line })
  return { lines, tell: openFailures({ warn }) }
}

test('a reason is told at once, and then how often it came again', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { lines, tell } = recorded()
  const full = () => unavailable('The storage is full.', new Error('database or disk is full'))
  for (let i = 0; i < 300; i++) tell(`r${i}`, full())
  const reason = { reason: 'The storage is full.', cause: 'database or disk is full' }
  assert.deepEqual(lines, [{ requestId: 'r0', ...reason }])
  t.mock.timers.tick(10_000)
  assert.deepEqual(lines.slice(1), [{ requestId: 'r299', ...reason, again: 299 }])
  t.mock.timers.tick(10_000)
  tell('later', full())
  assert.deepEqual(lines.slice(2), [{ requestId: 'later', ...reason }])
})

test('of many reasons at once, so many are told', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { lines, tell } = recorded()
  for (let i = 0; i < 1_000; i++) tell('r', unavailable(`The bytes of the file ${i} are missing.`))
  assert.equal(lines.length, 100)
  t.mock.timers.tick(10_000)
  assert.deepEqual(lines.slice(100), [{ requestId: 'r', reason: 'further reasons', cause: undefined, again: 900 }])
})

test('a reason with another cause is told as one of its own', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { lines, tell } = recorded()
  const away = (cause: string) => unavailable('The storage for files cannot be reached.', new Error(cause))
  for (const cause of ['refused', 'refused', 'no name', 'refused', 'no name']) tell('r', away(cause))
  const told = () => lines.map(({ cause, again }) => [cause, again])
  assert.deepEqual(told(), [
    ['refused', undefined],
    ['no name', undefined],
  ])
  t.mock.timers.tick(10_000)
  assert.deepEqual(told().slice(2), [
    ['refused', 2],
    ['no name', 1],
  ])
})
