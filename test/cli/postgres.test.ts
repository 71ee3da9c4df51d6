// The command line on PostgreSQL: every command takes the URL, and none of them ever shows its password.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { aToken, serve } from '../support/child.ts'
import { run } from '../support/command-line.ts'
import { request, temporaryFolder } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'
import { startProxy } from '../support/proxy.ts'

const secret = 'hush-hush'

async function dray(t: TestContext) {
  const url = new URL(await createDatabase(t))
  url.password = secret
  const call = async (...args: string[]) => {
    const { code, out, err } = await run([...args, '--database-url', url.href])
    assert.ok(!`${out}${err}`.includes(secret), 'the password is shown')
    return { code, out: out.trimEnd(), err: err.trimEnd() }
  }
  return {
    url: url.href,
    call,
    async fine(...args: string[]): Promise<string> {
      const { code, out, err } = await call(...args)
      assert.deepEqual({ code, err }, { code: 0, err: '' })
      return out
    },
    async refused(...args: string[]): Promise<string> {
      const { code, out, err } = await call(...args)
      assert.deepEqual({ code, out }, { code: 1, out: '' })
      assert.match(err, /^dray: [^\n]+$/)
      return err
    },
  }
}

describe('dray on PostgreSQL', () => {
  test('dray manages environments, tokens, clients and keys in PostgreSQL', async (t) => {
    const { fine, refused, call } = await dray(t)
    assert.match(
      await refused('environment', 'list'),
      /The database at postgres:\/\/127\.0\.0\.1:\d+\/\w+ is not set up yet.*dray migrate/,
    )
    assert.match((await call('doctor')).out, /^warn +schema +version 0, missing 0001_service\.sql/m)
    assert.match(await fine('migrate'), /^Applied 0001_service\.sql\.$/m)
    assert.equal(await fine('migrate'), 'The schema is up to date.')
    const environmentId = await fine('environment', 'create', 'acme')
    assert.match(await refused('environment', 'create', 'acme'), /An environment `acme` already exists/)
    assert.match(await fine('environment', 'list'), new RegExp(`acme +${environmentId}`))
    assert.match(await fine('token', 'create', '--environment', 'acme'), /^ey/)
    const [token] = JSON.parse(await fine('token', 'list', '--json'))
    assert.equal(await fine('token', 'revoke', token.tokenId), 'Revoked.')
    const { clientId } = JSON.parse(await fine('client', 'create', '--environment', 'acme', '--json'))
    assert.equal(await fine('client', 'revoke', clientId), 'Revoked.')
    const keyId = await fine('key', 'rotate')
    assert.equal(JSON.parse(await fine('key', 'list', '--json')).length, 2)
    assert.match(await refused('key', 'retire', keyId), /signs new tokens/)
    await fine('demo')
    const report = await fine('doctor')
    for (const line of [
      /^ok +database +postgres:.*accepts writes/m,
      /^ok +server +PostgreSQL \d+/m,
      /^ok +schema +version \d+$/m,
    ])
      assert.match(report, line)
    assert.equal(await fine('environment', 'delete', 'acme', '--yes', 'acme'), 'Deleted `acme`.')
  })

  test('dray backup of a PostgreSQL database is rejected, and the error names the tools of PostgreSQL', async (t) => {
    const { refused } = await dray(t)
    assert.match(await refused('backup', 'file'), /pg_dump/)
    assert.match(await refused('restore', 'file'), /pg_restore/)
  })

  test('dray describes a connection error in one line', async (t) => {
    const { refused, call, url } = await dray(t)
    const at = async (changed: string) => (await run(['token', 'list', '--database-url', changed])).err
    assert.match(
      await at(url.replace(/:\d+\//, ':1/')),
      /^dray: The database at postgres:\/\/127\.0\.0\.1:1\/\w+ cannot be used: [^\n]+\n$/,
    )
    assert.match(await at(`${url}_not`), /^dray: [^\n]*does not exist\.\n$/)
    assert.match(await at('mysql://x:hush-hush@h/n'), /^dray: --database-url must be a URL such as postgres:[^\n]+\n$/)
    assert.match(await refused('token', 'list'), /dray migrate/)
    const shown = (await call('serve', '--print-config')).out
    assert.match(shown, /^DRAY_DATABASE_URL +\*{8} +flag$/m)
  })

  test('dray serve names the reason for which the database rejected the start', async (t) => {
    const url = new URL(await createDatabase(t))
    const role = `few${process.pid}`
    await ask(url.href, `create role ${role} login connection limit 1; grant create on schema public to ${role}`)
    url.username = role
    url.password = secret
    // One connection is enough for the schema, and not for what comes after it.
    const { code, err } = await run(['serve', '--port', '0', '--data', temporaryFolder(t), '--database-url', url.href])
    assert.equal(code, 1)
    // What was begun in the background may be in the log behind it.
    assert.match(err, new RegExp(`^dray: The database .* Cause: too many .* role "${role}"\\.$`, 'm'))
    assert.ok(!err.includes(secret), 'the password is shown')
  })

  test('dray doctor states why it stopped', async (t) => {
    const { url, fine } = await dray(t)
    await fine('migrate')
    const proxy = await startProxy(t, url)
    proxy.takeOnly(1)
    const { code, out } = await run(['doctor', '--database-url', proxy.url])
    assert.equal(code, 1)
    assert.match(
      out,
      /^fail +files .*: The database cannot be reached\. Cause: (Connection terminated|read ECONNRESET).*\.$/m,
    )
  })

  test('dray rejects a database that cannot store every text, and uses one with the encoding SQL_ASCII', async (t) => {
    const latin = await createDatabase(t, "template0 encoding 'LATIN1'")
    const fault = /the database \w+ has the encoding LATIN1, .*create database NAME encoding 'UTF8' template template0/
    for (const command of ['migrate', 'serve']) {
      const { code, err } = await run([command, '--data', temporaryFolder(t), '--database-url', latin])
      assert.equal(code, 1)
      assert.match(err, new RegExp(`^dray: The database at \\S+ cannot be used: ${fault.source}[^\n]*\n$`))
    }
    const { code, out } = await run(['doctor', '--database-url', latin])
    assert.equal(code, 1)
    assert.match(out, new RegExp(`^fail +encoding +${fault.source}`, 'm'))

    const bytes = await createDatabase(t, "template0 encoding 'SQL_ASCII'")
    const service = await serve(temporaryFolder(t), '--database-url', bytes)
    t.after(() => service.kill('SIGKILL'))
    const token = await aToken(temporaryFolder(t), bytes)
    const headers = { authorization: `Bearer ${token}` }
    const text = 'Zoë Łódź 東京 🚚'
    const body = anOrder({ key: 'TEXT', consignmentInstructions: text })
    assert.equal((await request(service.url, 'POST', '/v1/consignment', { headers, body })).status, 201)
    const read = (await request(service.url, 'GET', '/v1/consignment?key=TEXT', { headers })).json
    assert.equal((read as { data: { consignmentInstructions: string } }).data.consignmentInstructions, text)
    assert.match((await run(['doctor', '--database-url', bytes])).out, /^warn +encoding +SQL_ASCII/m)
  })

  test('dray serve works on PostgreSQL, and stops without an error', async (t) => {
    const { url, fine } = await dray(t)
    const child = await serve(temporaryFolder(t), '--database-url', url)
    const token = await fine('token', 'create', '--environment', 'default')
    const { status } = await request(child.url, 'GET', '/v1/depots', { headers: { authorization: `Bearer ${token}` } })
    assert.equal(status, 200)
    assert.equal((await child.kill('SIGTERM')).code, 0)
    assert.ok(!child.log().includes(secret))
  })
})
