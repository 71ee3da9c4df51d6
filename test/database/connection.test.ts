// Opening a connection to PostgreSQL, and how long it may take: one whose disk is full says so in its own way, a silent server is given up, a pause of this process is nobody's silence.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { openConnection } from '../../server/platform/database/connection.ts'
import { isUnavailable, sql } from '../../server/platform/database/database.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { createDatabase } from '../support/postgres-server.ts'

const options = { dedicated: true, ahead: false, patient: false }

test('a pause of the process does not cause a timeout of its database connections', async (t) => {
  const { connection, ready } = openConnection(await createDatabase(t), { ...options, timeoutMs: 2_000 })
  t.after(() => connection.destroy())
  // As when the machine has no time for us, or a module is loaded at the same time.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
  await ready
})

test('a connection to a server that does not respond times out', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const url = `postgres://dray@127.0.0.1:${(silent.address() as AddressInfo).port}/any`
  await assert.rejects(openConnection(url, { ...options, timeoutMs: 300 }).ready, /timeout expired/)
})

/** Refuses everybody, as a server does that ends a connection with a fatal error. */
const refusal = (state: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test('the error of a server that cannot write a connection file reports a full disk', async (t) => {
  const full = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(refusal('XX000', 'could not write init file')))
  }).listen(0, '127.0.0.1')
  await once(full, 'listening')
  t.after(() => full.close())
  const url = `postgres://dray@127.0.0.1:${(full.address() as AddressInfo).port}/any`
  const database = openPostgres(url, { poolMax: 1, waitingMax: 10, prepare: true, serving: false })
  t.after(() => database.close())
  const isFull = (error: Error) => isUnavailable(error) && error.message === 'The storage is full.'
  await assert.rejects(async () => database.read((tx) => tx.get(sql`select 1`)), isFull)
  await assert.rejects(async () => database.write((tx) => tx.run(sql`select 1`)), isFull)
})
