// The log while something fails: the first failure, a count per interval, and the end.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { failureIntervalMs, type LoggedFailure, openFailureLog } from '../../server/platform/error/failure-log.ts'

type Line = Record<string, unknown>

function openedLog(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lines: Line[] = []
  const writer = (level: string) => (line: object, msg: string) => void lines.push({ ...line, level, msg })
  const log = openFailureLog({ error: writer('error'), warn: writer('warn'), info: writer('info') })
  const fail = (requestId: string, state: LoggedFailure['state']) =>
    log.record({
      level: 'warn',
      message: 'requests fail',
      state,
      first: { requestId, ...state },
      latest: { requestId },
    })
  return { lines, fail, flush: log.flush, tick: () => t.mock.timers.tick(failureIntervalMs) }
}

const full = { reason: 'The storage is full.', cause: 'database or disk is full' }
const warning = { level: 'warn', msg: 'requests fail' }

test('the log of a lasting failure has a first line, one count per interval, and a last line', (t) => {
  const { lines, fail, tick } = openedLog(t)
  for (let i = 0; i < 300; i++) fail(`r${i}`, full)
  assert.deepEqual(lines, [{ requestId: 'r0', ...full, ...warning }])
  tick()
  assert.deepEqual(lines.slice(1), [{ requestId: 'r299', ...full, again: 299, ...warning }])
  for (let i = 300; i < 310; i++) fail(`r${i}`, full)
  tick()
  assert.deepEqual(lines.slice(2), [{ requestId: 'r309', ...full, again: 10, ...warning }])
  tick()
  const { seconds, ...end } = lines[3] as Line
  assert.deepEqual(end, { failure: 'requests fail', ...full, total: 310, level: 'info', msg: 'a failure has ended' })
  assert.equal(typeof seconds, 'number')
  assert.equal(lines.length, 4)
  fail('later', full)
  assert.deepEqual(lines.slice(4), [{ requestId: 'later', ...full, ...warning }])
})

test('the log of a single failure has one line', (t) => {
  const { lines, fail, tick } = openedLog(t)
  fail('r', full)
  tick()
  tick()
  assert.equal(lines.length, 1)
})

test('the log distinguishes 100 reasons and counts the further ones together', (t) => {
  const { lines, fail, tick } = openedLog(t)
  for (let i = 0; i < 1_000; i++) fail('r', { reason: `The bytes of the file ${i} are missing.` })
  assert.equal(lines.length, 100)
  tick()
  assert.deepEqual(lines.slice(100), [{ requestId: 'r', reason: 'further reasons', again: 900, ...warning }])
})

test('the log has separate lines for failures with different causes', (t) => {
  const { lines, fail, tick } = openedLog(t)
  for (const cause of ['refused', 'no name', 'refused', 'refused', 'no name'])
    fail('r', { reason: 'The storage for files cannot be reached.', cause })
  const told = () => lines.map(({ cause, again }) => [cause, again])
  assert.deepEqual(told(), [
    ['refused', undefined],
    ['no name', undefined],
  ])
  tick()
  assert.deepEqual(told().slice(2), [
    ['refused', 2],
    ['no name', 1],
  ])
})

test('the log writes the open counts when the process ends', (t) => {
  const { lines, fail, flush } = openedLog(t)
  for (let i = 0; i < 5; i++) fail('r', full)
  flush()
  flush()
  assert.deepEqual(lines.slice(1), [{ requestId: 'r', ...full, again: 4, ...warning }])
})
