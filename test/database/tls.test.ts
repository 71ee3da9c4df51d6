// PostgreSQL over TLS: the service speaks to the server that it was told to trust, over nothing else, and to no other.
import assert from 'node:assert/strict'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createAuthority } from '../support/certificates.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { ask, startPostgres } from '../support/postgres-server.ts'

test('sslmode=verify-full encrypts every connection, and rejects a server without a valid name', async (t) => {
  const folder = temporaryFolder(t)
  chmodSync(folder, 0o711)
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    // The server runs as nobody where the tests run as root, and reads only a key of its own.
    if (process.getuid?.() === 0) chownSync(path, 65_534, 65_534)
    return path
  }
  const authority = createAuthority('Test authority')
  const identity = authority.issue('localhost')
  const server = await startPostgres([
    'fsync=off',
    'ssl=on',
    `ssl_cert_file=${file('server.pem', identity.certificate)}`,
    `ssl_key_file=${file('server.key', identity.key)}`,
  ])
  t.after(() => server.stop())
  const { port } = new URL(server.url)
  const trusting = (host: string, name: string, certificate: string) =>
    `postgres://dray@${host}:${port}/postgres?sslmode=verify-full&sslrootcert=${file(name, certificate)}`

  const databaseUrl = trusting('localhost', 'authority.pem', authority.certificate)
  const service = await startService(t, { data: temporaryFolder(t), databaseUrl })
  const { call } = await service.environment()
  const { consignmentId: id } = (await call(createConsignment, { body: anOrder() })).data
  assert.equal((await call(getConsignment, { query: { id } })).data.consignmentId, id)
  const connections = await ask(
    `${server.url}postgres`,
    "select s.ssl, s.version from pg_stat_activity a join pg_stat_ssl s using (pid) where a.application_name = 'dray'",
  )
  assert.ok(connections.length > 0)
  for (const { ssl, version } of connections) assert.deepEqual([ssl, version], [true, 'TLSv1.3'])

  const stranger = createAuthority('Somebody else')
  const refusals = {
    'an authority that did not sign it': trusting('localhost', 'stranger.pem', stranger.certificate),
    'a name that it does not have': trusting('127.0.0.1', 'other.pem', authority.certificate),
  }
  for (const [why, url] of Object.entries(refusals))
    await assert.rejects(startService(t, { data: temporaryFolder(t), databaseUrl: url }), /cannot be used/, why)
})
