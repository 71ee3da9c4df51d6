// The command line on PostgreSQL: every command takes the URL, and none of them ever shows its password.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serve } from '../support/child.ts'
import { request, temporaryFolder } from '../support/harness.ts'
import { createDatabase } from '../support/postgres-server.ts'

const program = fileURLToPath(new URL('../../bin/dray.js', import.meta.url))
const secret = 'hush-hush'

async function dray(t: TestContext) {
  const url = new URL(await createDatabase(t))
  url.password = secret
  const call = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--database-url', url.href], {
      encoding: 'utf8',
    })
    assert.ok(!`${stdout}${stderr}`.includes(secret), 'the password is shown')
    return { status, out: stdout.trimEnd(), err: stderr.trimEnd() }
  }
  return {
    url: url.href,
    call,
    fine(...args: string[]): string {
      const { status, out, err } = call(...args)
      assert.deepEqual({ status, err }, { status: 0, err: '' })
      return out
    },
    refused(...args: string[]): string {
      const { status, out, err } = call(...args)
      assert.deepEqual({ status, out }, { status: 1, out: '' })
      assert.match(err, /^dray: [^\n]+$/)
      return err
    },
  }
}

describe('dray on PostgreSQL', () => {
  test('keeps environments, tokens, clients and keys there', async (t) => {
    const { fine, refused, call } = await dray(t)
    assert.match(
      refused('environment', 'list'),
      /The database at postgres:\/\/127\.0\.0\.1:\d+\/\w+ is not set up yet.*dray migrate/,
    )
    assert.match(call('doctor').out, /^warn +schema +version 0, missing 0001_service\.sql/m)
    assert.match(fine('migrate'), /^Applied 0001_service\.sql\.$/m)
    assert.equal(fine('migrate'), 'The schema is up to date.')
    const environmentId = fine('environment', 'create', 'acme')
    assert.match(refused('environment', 'create', 'acme'), /An environment `acme` already exists/)
    assert.match(fine('environment', 'list'), new RegExp(`acme +${environmentId}`))
    assert.match(fine('token', 'create', '--environment', 'acme'), /^ey/)
    const [token] = JSON.parse(fine('token', 'list', '--json'))
    assert.equal(fine('token', 'revoke', token.tokenId), 'Revoked.')
    const { clientId } = JSON.parse(fine('client', 'create', '--environment', 'acme', '--json'))
    assert.equal(fine('client', 'revoke', clientId), 'Revoked.')
    const keyId = fine('key', 'rotate')
    assert.equal(JSON.parse(fine('key', 'list', '--json')).length, 2)
    assert.match(refused('key', 'retire', keyId), /signs new tokens/)
    fine('demo')
    const report = fine('doctor')
    for (const line of [
      /^ok +database +postgres:.*accepts writes/m,
      /^ok +server +PostgreSQL \d+/m,
      /^ok +schema +version \d+$/m,
    ])
      assert.match(report, line)
    assert.equal(fine('environment', 'delete', 'acme', '--yes', 'acme'), 'Deleted `acme`.')
  })

  test('leaves backups to the tools of PostgreSQL', async (t) => {
    const { refused } = await dray(t)
    assert.match(refused('backup', 'file'), /pg_dump/)
    assert.match(refused('restore', 'file'), /pg_restore/)
  })

  test('says in one line what is wrong with the connection', async (t) => {
    const { refused, call, url } = await dray(t)
    const at = (changed: string) =>
      spawnSync(process.execPath, [program, 'token', 'list', '--database-url', changed], { encoding: 'utf8' }).stderr
    assert.match(
      at(url.replace(/:\d+\//, ':1/')),
      /^dray: The database at postgres:\/\/127\.0\.0\.1:1\/\w+ cannot be used: [^\n]+\n$/,
    )
    assert.match(at(`${url}_not`), /^dray: [^\n]*does not exist\.\n$/)
    assert.match(at('mysql://x:hush-hush@h/n'), /^dray: --database-url must be a URL such as postgres:[^\n]+\n$/)
    assert.match(refused('token', 'list'), /dray migrate/)
    const shown = call('serve', '--print-config').out
    assert.match(shown, /^DRAY_DATABASE_URL +\*{8} +flag$/m)
  })

  test('serves from it, and ends in good order', async (t) => {
    const { url, fine } = await dray(t)
    const child = await serve(temporaryFolder(t), '--database-url', url)
    const token = fine('token', 'create', '--environment', 'default')
    const { status } = await request(child.url, 'GET', '/v1/depots', { headers: { authorization: `Bearer ${token}` } })
    assert.equal(status, 200)
    assert.equal((await child.kill('SIGTERM')).code, 0)
    assert.ok(!child.log().includes(secret))
  })
})
