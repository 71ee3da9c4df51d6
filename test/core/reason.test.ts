// What failures were caused by, as operators are told it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { createUnavailableError } from '../../server/platform/database/database.ts'
import { formatFullMessage } from '../../server/platform/error/reason.ts'
import { createBoundedFetch } from '../../server/platform/outbound/operator-request.ts'

test('the error of a failed connection contains its cause, for callers and in the log', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  const ask = createBoundedFetch('single sign-on', 1_000)
  await assert.rejects(ask(`http://127.0.0.1:${port}/`, {}), {
    name: 'TypeError',
    message: 'The connection to the single sign-on failed: the connection was refused (ECONNREFUSED).',
  })
  await assert.rejects(ask('http://nobody.invalid/', {}), /the name was not found \(\w+\)\.$/)
  await assert.rejects(ask(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() }), { name: 'AbortError' })
})

test('the message of an error contains its cause once, with one full stop', () => {
  const full = createUnavailableError('The storage is full.', new Error('database or disk is full'))
  assert.equal(formatFullMessage(full), 'The storage is full. Cause: database or disk is full.')
  assert.equal(formatFullMessage(createUnavailableError('The service is stopping.')), 'The service is stopping.')
  const whole = new Error('The folder cannot be read (ENOENT).', { cause: new Error('ENOENT') })
  assert.equal(formatFullMessage(whole), 'The folder cannot be read (ENOENT).')
  assert.equal(formatFullMessage('nothing more'), 'nothing more')
})
