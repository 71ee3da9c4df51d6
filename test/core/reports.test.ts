// What fails in the background, for the log: every failure is told, none of them fills it, and a database that is away is told once.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createUnavailableError } from '../../server/platform/database/database.ts'
import { openFailureLog } from '../../server/platform/error/failure-log.ts'
import { ApiProblem } from '../../server/platform/error/problems.ts'
import { formatFullMessage } from '../../server/platform/error/reason.ts'
import { openReports } from '../../server/runtime/reports.ts'

type Line = Record<string, unknown>

function opened(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const lines: Line[] = []
  const write = (line: object, msg: string) => void lines.push({ ...line, msg })
  const logger = { error: write, warn: write, info: write }
  return { lines, ...openReports(logger, openFailureLog(logger), 'postgres://h/db') }
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
const unreachable = () => createUnavailableError('The database cannot be reached.', refused())

test('a failure is logged with its stack, and its repetitions with a count', (t) => {
  const { lines, failed } = opened(t)
  const err = new TypeError('mine')
  for (let i = 0; i < 300; i++) failed({ err, webhookId: 'w' }, 'webhook could not be served')
  failed({ err: new Error('another') }, 'webhook could not be served')
  failed({ err }, 'letters could not be read')
  assert.deepEqual(
    lines.map((line) => [line.msg, (line.err as Error).message]),
    [
      ['webhook could not be served', 'mine'],
      ['webhook could not be served', 'another'],
      ['letters could not be read', 'mine'],
    ],
  )
  assert.deepEqual(lines[0], { err, webhookId: 'w', msg: 'webhook could not be served' })
  t.mock.timers.tick(60_000)
  assert.deepEqual(lines.slice(3), [
    { reason: 'mine', cause: undefined, again: 299, msg: 'webhook could not be served' },
  ])
  t.mock.timers.tick(60_000)
  const { seconds, ...ended } = lines[4]!
  assert.deepEqual(ended, {
    ...{ failure: 'webhook could not be served', reason: 'mine', cause: undefined },
    ...{ total: 300, msg: 'a failure has ended' },
  })
  assert.equal(typeof seconds, 'number')
  failed({ err }, 'webhook could not be served')
  assert.equal(lines[5]!.err, err)
})

test('the log limits the number of different failures at the same time', (t) => {
  const { lines, failed, failures } = opened(t)
  for (let i = 0; i < 1_000; i++) failed({ err: new Error(`number ${i}`) }, 'background work failed')
  assert.equal(lines.length, 100)
  assert.equal(failures(), 1_000)
  t.mock.timers.tick(60_000)
  const [last, ...more] = lines.slice(100)
  assert.deepEqual(last, { reason: 'further reasons', again: 900, msg: 'background work failed' })
  assert.equal(more.length, 0)
})

test('failures during a database outage, or close to it, are not logged separately', async (t) => {
  const { lines, failed, away, back } = opened(t)
  const poll = () => failed({ err: unreachable() }, 'letters could not be read')
  poll()
  t.mock.timers.tick(1_000)
  away(refused())
  poll()
  failed({ err: new ApiProblem('UNAVAILABLE', { message: 'The storage failed.' }) }, 'a letter could not be recorded')
  const mistake = new TypeError('mine')
  failed({ err: mistake }, 'background work failed')
  back(12_345)
  poll()
  t.mock.timers.tick(10_000)
  await turn()
  const database = 'postgres://h/db'
  const cause = 'connect ECONNREFUSED 10.0.0.1:5432'
  assert.deepEqual(lines, [
    { database, code: 'ECONNREFUSED', cause, msg: 'the database is away' },
    { err: mistake, msg: 'background work failed' },
    { database, awaySeconds: 12.3, msg: 'the database is back' },
  ])
})

test('other temporary failures are logged after a delay, or at the end', (t) => {
  const { lines, failed, flush } = opened(t)
  const err = createUnavailableError('The storage is full.', new Error('database or disk is full'))
  failed({ err }, 'letters could not be sent')
  t.mock.timers.tick(6_000)
  assert.deepEqual(lines, [{ err, msg: 'letters could not be sent' }])
  failed({ err }, 'letters could not be read')
  flush()
  assert.deepEqual(lines.slice(1), [{ err, msg: 'letters could not be read' }])
})

test('the log contains the cause behind the message that callers receive', () => {
  assert.equal(
    formatFullMessage(unreachable()),
    'The database cannot be reached. Cause: connect ECONNREFUSED 10.0.0.1:5432.',
  )
  const again = new Error('The database cannot be reached. Run it again.', { cause: unreachable() })
  assert.equal(
    formatFullMessage(again),
    'The database cannot be reached. Run it again. Cause: connect ECONNREFUSED 10.0.0.1:5432.',
  )
  const said = new Error('It cannot be made (EACCES).', { cause: new Error('EACCES: permission denied') })
  assert.equal(formatFullMessage(said), 'It cannot be made (EACCES).')
  assert.equal(formatFullMessage(createUnavailableError('The database is busy.')), 'The database is busy.')
})
