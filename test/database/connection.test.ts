// How long opening a connection to PostgreSQL may take: a silent server is given up, a pause of this process is nobody's silence.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { connect } from '../../server/database/connection.ts'
import { createDatabase } from '../support/postgres-server.ts'

const options = { own: true, ahead: false, patient: false }

test('a pause of this process is not taken for the silence of the server', async (t) => {
  const { connection, ready } = connect(await createDatabase(t), { ...options, timeoutMs: 2_000 })
  t.after(() => connection.destroy())
  // As when the machine has no time for us, or a module is loaded at the same time.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
  await ready
})

test('a server that takes connections and says nothing is given up', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const url = `postgres://dray@127.0.0.1:${(silent.address() as AddressInfo).port}/any`
  await assert.rejects(connect(url, { ...options, timeoutMs: 300 }).ready, /timeout expired/)
})
