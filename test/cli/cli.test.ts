// The command line as its users have it, on folders of their own.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { outcomeOf, program, run, runAlone, runLoaded } from '../support/command-line.ts'
import { withoutCommands } from '../support/commands.ts'
import { request, temporaryFolder } from '../support/harness.ts'
import { until } from '../support/until.ts'

/** `dray` on a folder of its own; the commands run in the order of the test. */
function dray(t: TestContext) {
  const data = join(temporaryFolder(t), 'data')
  const call = (...args: string[]) => run([...args, '--data', data])
  return {
    data,
    call,
    async fine(...args: string[]): Promise<string> {
      const { code, out, err } = await call(...args)
      assert.deepEqual({ code, err }, { code: 0, err: '' })
      return out.trimEnd()
    },
    async refused(...args: string[]): Promise<string> {
      const { code, out, err } = await call(...args)
      assert.deepEqual({ code, out }, { code: 1, out: '' })
      assert.match(err, /^dray: [^\n]+\n$/)
      return err.trimEnd()
    },
  }
}

/** Starts a server and waits until it says how to reach it. */
async function serve(t: TestContext, data: string, ...args: string[]) {
  const child = spawn(process.execPath, [program, 'serve', '--data', data, ...args])
  const ended = outcomeOf(child)
  t.after(() => {
    child.kill('SIGKILL')
    return ended
  })
  let out = ''
  await Promise.race([
    new Promise<void>((resolve) =>
      child.stdout.on('data', (text) => {
        out += text
        if (out.includes('Ctrl-C')) resolve()
      }),
    ),
    ended.then(({ err }) => assert.fail(err)),
  ])
  const url = /^API +(http:\S+)\/v1$/m.exec(out)![1]!
  return { child, ended, out, url }
}

const commands = [
  ...[
    'serve',
    'environment create',
    'environment list',
    'environment delete',
    'environment reset',
    'import',
    'export',
    'token create',
    'token list',
    'token revoke',
  ],
  ...['client create', 'client list', 'client revoke', 'key list', 'key rotate', 'key retire'],
  ...['migrate', 'backup', 'restore', 'doctor', 'openapi', 'demo'],
]

describe('dray', { concurrency: 2 }, () => {
  test('dray explains every command and shows the location of its data', async () => {
    for (const command of commands) {
      const { code, out, err } = await run([...command.split(' '), '--help'])
      assert.deepEqual({ code, err }, { code: 0, err: '' })
      assert.match(out, new RegExp(`^Usage: dray ${command}`))
      if (command !== 'openapi') assert.match(out, /--data <\w+>/)
    }
    const { out } = await run(['serve', '--help'])
    for (const text of ['--rate-limit <number>', 'DRAY_RATE_LIMIT', '--no-demo', '--print-config'])
      assert.ok(out.includes(text))
  })
  test('dray exits with code 2 if the call is invalid', async () => {
    const wrong = [
      ['fly'],
      ['token', 'create'],
      ['token', 'revoke'],
      ['backup'],
      ['serve', '--colour', 'red'],
      ['serve', '--port', 'x'],
    ]
    wrong.push(['token', 'create', '-e', 'x', '--expires', '90'], ['token', 'create', '-e', 'x', '--scope', 'all'])
    for (const [index, args] of wrong.entries()) {
      const { code, out, err } = await (index === 0 ? runAlone : runLoaded)(args)
      assert.deepEqual({ args, code, out }, { args, code: 2, out: '' })
      assert.ok(err.length > 0 && !err.includes('    at '), err)
    }
  })
  test('a command that only reads creates no data folder', async (t) => {
    const { data, refused, call } = dray(t)
    assert.match(await refused('token', 'list'), /does not contain a database/)
    assert.match(await refused('backup', join(data, 'copy')), /does not contain a database/)
    assert.equal((await call('doctor')).code, 0)
    assert.ok(!existsSync(data))
  })
  test('dray manages environments', async (t) => {
    const { data, fine, refused } = dray(t)
    const id = await fine('environment', 'create', 'acme')
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.match(await refused('environment', 'create', 'acme'), /`acme` already/)
    assert.match(await fine('environment', 'list'), new RegExp(`^NAME +ID +CREATED +SANDBOX\nacme +${id} +20\\d\\d-`))
    assert.equal(JSON.parse(await fine('environment', 'list', '--json'))[0].environmentId, id)
    assert.match(await refused('environment', 'delete', 'acme', '--yes', 'other'), /Nothing was deleted/)
    assert.match(
      await refused('environment', 'delete', 'other', '--yes', 'other'),
      /`other` does not exist\. Available: `acme`/,
    )
    const silent = await runAlone(['environment', 'delete', 'acme', '--data', data])
    assert.match(silent.err, /Type its name to confirm: .*Nothing was deleted/s)
    const typed = await runAlone(['environment', 'delete', 'acme', '--data', data], {}, 'acme\n')
    assert.equal(typed.out, 'Deleted `acme`.\n')
    assert.deepEqual(JSON.parse(await fine('environment', 'list', '--json')), [])
  })
  test('dray manages tokens, clients and keys', async (t) => {
    const { fine, refused } = dray(t)
    const environmentId = await fine('environment', 'create', 'acme')
    const token = await fine(
      'token',
      'create',
      '--environment',
      'acme',
      '--name',
      'scanner',
      '--scope',
      'depots:read',
      '--scope',
      'loads:write',
      '--expires',
      '90d',
    )
    assert.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    assert.deepEqual(
      [claims.env, claims.scope, claims.exp - claims.iat],
      [environmentId, 'depots:read loads:write', 90 * 86_400],
    )
    assert.match(
      await fine('token', 'list', '-e', 'acme'),
      new RegExp(`${claims.jti} +acme +scanner +depots:read loads:write`),
    )
    assert.equal(await fine('token', 'revoke', claims.jti), 'Revoked.')
    assert.equal(await fine('token', 'revoke', claims.jti), 'Revoked.')
    assert.ok(JSON.parse(await fine('token', 'list', '--json'))[0].revoked)
    assert.match(await refused('token', 'revoke', 'unknown'), /token `unknown` does not exist/)
    assert.match(await refused('token', 'create', '-e', 'other'), /environment `other` does not exist/)

    const client = JSON.parse(await fine('client', 'create', '-e', 'acme', '--json'))
    const listed = await fine('client', 'list', '--json')
    assert.equal(JSON.parse(listed)[0].clientId, client.clientId)
    assert.ok(!listed.includes(client.secret) && !/hash/i.test(listed))
    assert.equal(await fine('client', 'revoke', client.clientId), 'Revoked.')

    const [first] = JSON.parse(await fine('key', 'list', '--json'))
    const second = await fine('key', 'rotate')
    assert.match(await refused('key', 'retire', second), /dray key rotate/)
    assert.equal(await fine('key', 'retire', first.keyId), 'Retired.')
    assert.match(await fine('key', 'list'), new RegExp(`^ID +CREATED +USE\n${second} +\\S+ +signs and verifies$`))
  })
  test('dray reports that the secrets of a backup are encrypted, even without the secrets key', async (t) => {
    const { data, fine } = dray(t)
    const [file, copy] = [join(data, '..', 'secrets-key'), join(data, '..', 'copy.db')]
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
    const fineWith = async (keyFile: string, ...args: string[]) => {
      const { code, out, err } = await run([...args, '--data', data], { DRAY_SECRETS_KEY_FILE: keyFile })
      assert.deepEqual({ code, err }, { code: 0, err: '' })
      return out
    }
    const withKey = (...args: string[]) => fineWith(file, ...args)
    await fine('migrate')
    assert.doesNotMatch(await withKey('backup', copy), /encrypted/, 'nothing is sealed yet')
    await withKey('key', 'rotate')
    assert.match(
      await withKey('backup', copy, '--force'),
      /secrets in this backup are encrypted: without .*secrets-key they are lost/,
    )
    assert.match(
      await fine('backup', copy, '--force'),
      /encrypted with the key [0-9a-f]{8}\. To restore the backup you need .* DRAY_SECRETS_KEY_FILE/,
    )
    const other = join(data, '..', 'other-key')
    writeFileSync(other, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
    assert.match(
      await fineWith(other, 'backup', copy, '--force'),
      /encrypted with the key [0-9a-f]{8}, which is not in .*other-key\. To restore the backup you need/,
    )
  })
  test('dray backs up a database and restores it', async (t) => {
    const { data, fine, refused, call } = dray(t)
    const copy = join(data, '..', 'copy.db')
    assert.match(await fine('migrate'), /^Applied 0001_/)
    assert.equal(await fine('migrate'), 'The schema is up to date.')
    await fine('environment', 'create', 'before')
    assert.match(await fine('backup', copy), /^Wrote .*copy\.db \(\d+ bytes\)\.$/)
    assert.equal(statSync(copy).mode & 0o777, 0o600)
    assert.match(await refused('backup', copy), /use --force to replace it/)
    assert.match(
      await refused('backup', join(data, 'missing', 'copy.db')),
      /The folder .*missing does not exist: create it first/,
    )
    await fine('environment', 'create', 'after')
    assert.match(await refused('restore', copy), /use --force to replace it/)

    const damaged = join(data, '..', 'damaged.db')
    cpSync(copy, damaged)
    truncateSync(damaged, statSync(copy).size - 8_192)
    assert.match(await refused('restore', damaged, '--force'), /cannot be used: .*Nothing was changed/)
    writeFileSync(damaged, 'this is no database, but it is long enough to be taken for one by its size alone')
    assert.match(await refused('restore', damaged, '--force'), /cannot be used: [^.]+\. Nothing was changed/)
    new DatabaseSync(join(data, '..', 'foreign.db')).exec('create table notes (text text)')
    assert.match(await refused('restore', join(data, '..', 'foreign.db'), '--force'), /not a database of dray/)
    assert.equal(JSON.parse(await fine('environment', 'list', '--json')).length, 2)

    assert.match(await fine('restore', copy, '--force'), /The previous database is now .*dray\.db\.before-restore/)
    assert.deepEqual(
      JSON.parse(await fine('environment', 'list', '--json')).map(({ name }: { name: string }) => name),
      ['before'],
    )
    const kept = new DatabaseSync(join(data, 'dray.db.before-restore'), { readOnly: true })
    assert.equal(kept.prepare('select count(*) as n from environments').get()!.n, 2)
    kept.close()

    truncateSync(join(data, 'dray.db'), 10_000)
    const { code, out } = await call('doctor')
    assert.equal(code, 1)
    assert.match(out, /^fail +database +.*dray restore/m)
    const restored = await call('restore', copy, '--force')
    assert.equal(restored.code, 0)
    assert.match(restored.err, /dray\.db\.before-restore-2 is damaged/)
    assert.match(await fine('doctor'), /^ok +environment before +0 consignments/m)
  })
  test('dray creates the demo once, for any number of calls', async (t) => {
    const { data, fine } = dray(t)
    const rows = () => {
      const database = new DatabaseSync(join(data, 'dray.db'), { readOnly: true })
      const all = ['settings', 'depots', 'loads', 'consignments', 'stops', 'export_list'].map((table) =>
        database.prepare(`select * from ${table}`).all(),
      )
      database.close()
      return all
    }
    await fine('demo')
    const [settings, depots, loads, consignments, stops] = rows()
    assert.deepEqual(
      [settings!.length, depots!.length, loads!.length, consignments!.length, stops!.length],
      [1, 3, 5, 60, 58],
    )
    const orders = consignments!.map(({ document }) => JSON.parse(String(document)))
    assert.equal(orders.filter(({ planned, requiredTo }) => planned > requiredTo).length, 1)
    assert.ok(new Set(orders.map(({ consigneeAddress }) => consigneeAddress.country)).size >= 5)
    const before = rows()
    await fine('demo')
    assert.deepEqual(rows(), before)
  })
  test('dray prints the OpenAPI document', async () => {
    const { out } = await run(['openapi'])
    assert.equal(JSON.parse(out).openapi, '3.1.0')
  })
  test('dray prints the settings in effect', async (t) => {
    const { fine } = dray(t)
    assert.match(await fine('serve', '--port', '9000', '--no-demo', '--print-config'), /^DRAY_PORT +9000 +flag$/m)
  })
  for (const [name, older] of Object.entries(olderNodes()))
    test(`dray runs on the Node that npm installed when ${name} is called`, async (t) => {
      const call = (file: string, ...args: string[]) => outcomeOf(spawn(older[0]!, [...older.slice(1), file, ...args]))
      const { code, out } = await call(program, 'doctor', '--data', temporaryFolder(t))
      assert.equal(code, 0)
      assert.match(out, new RegExp(`^ok +node +${process.version}$`, 'm'))
      assert.equal((await call(program, 'fly')).code, 2)
      for (const repair of ['install the package again', 'run npm ci']) {
        const place = temporaryFolder(t)
        const lonely = join(place, 'bin/dray.mjs')
        cpSync(program, lonely)
        if (repair === 'run npm ci') cpSync(join(program, '../../cli/dray.ts'), join(place, 'cli/dray.ts'))
        const { code: alone, err } = await call(lonely)
        assert.equal(alone, 1)
        const message = `dray: Dray needs Node 26 or newer, but this is v\\d+\\.\\d+\\.\\d+: ${repair}, .*\n`
        assert.match(err, new RegExp(`^${message}$`))
      }
    })
})

/** How to call a Node that is too old: this one under a false name on every machine, and the real one where there is one. */
function olderNodes(): Record<string, string[]> {
  const claim = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })"
  const pretending = [process.execPath, `--import=data:text/javascript,${encodeURIComponent(claim)}`]
  // Beside the one that npm puts first.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const real = folders
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find(
      (file) => Number(execFileSync(file, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) < 26,
    )
  return { 'one that says it is older': pretending, ...(real ? { 'an older one': [real] } : {}) }
}

describe('dray serve', { concurrency: 2 }, () => {
  test('dray serve explains in fifteen lines how to create the first order', async (t) => {
    const data = join(temporaryFolder(t), 'data')
    const { child, ended, out, url } = await serve(t, data, '--port', '0')
    assert.ok(out.trimEnd().split('\n').length <= 15)
    assert.ok(out.includes(join(data, 'dray.db')))
    const command = out.slice(out.indexOf('TOKEN='), out.indexOf('Press Ctrl-C'))
    const reason = withoutCommands('curl')
    if (reason) t.diagnostic(`the command was not run: ${reason}`)
    else {
      const quiet = command.replaceAll('curl ', 'curl -sS ')
      assert.equal(JSON.parse(execFileSync('sh', ['-c', quiet], { encoding: 'utf8' })).status, 'OK')
    }
    assert.equal((await request(url, 'GET', '/health/ready')).status, 200)
    child.kill('SIGTERM')
    const { code, err } = await ended
    // A slow machine is told of its slow requests.
    const lines = err
      .split('\n')
      .filter((line) => line !== '' && !/"status":201,"durationMs":\d{4,},.*"msg":"slow request"\}$/.test(line))
      .map((line) => JSON.parse(line).msg)
    assert.deepEqual({ code, lines }, { code: 0, lines: ['started', 'stopping', 'stopped'] })
    assert.ok(readFileSync(join(data, 'dray.db')).length > 0)
  })
  test('dray serve creates no demo with --no-demo', async (t) => {
    const { data, fine } = dray(t)
    const { out } = await serve(t, data, '--port', '0', '--no-demo')
    assert.match(out, /^Token +dray token create --environment default --data \S+$/m)
    assert.deepEqual(
      JSON.parse(await fine('environment', 'list', '--json')).map(({ name }: { name: string }) => name),
      ['default'],
    )
  })
  test('dray serve uses the next free port if no port is set', async (t) => {
    const host = aLoopback()
    await hold(t, host, 8080)
    // Both find the same port free, and one of them has it.
    const start = () => serve(t, join(temporaryFolder(t), 'data'), '--no-demo', '--host', host)
    const both = await Promise.all([start(), start()])
    for (const { out } of both) assert.match(out, /^Port 8080 is in use; using port 80[89]\d instead\.$/m)
    assert.notEqual(both[0].url, both[1].url)
    const { refused } = dray(t)
    assert.match(await refused('serve', '--host', host, '--port', '8080'), new RegExp(`Port 8080 on ${host} is in use`))
    assert.match(await refused('serve', '--host', '192.0.2.1'), /not an address of this machine/)
  })
  test('dray serve allows other commands at the same time, but no second server and no restore', async (t) => {
    const { data, fine, refused } = dray(t)
    const { url } = await serve(t, data, '--port', '0', '--no-demo')
    assert.match(await refused('serve', '--port', '0'), /already running on the folder/)
    await fine('environment', 'create', 'acme')
    const token = await fine('token', 'create', '-e', 'acme')
    const read = () => request(url, 'GET', '/v1/depots', { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await read()).status, 200)
    const copy = join(data, '..', 'copy.db')
    await fine('backup', copy)
    assert.match(await refused('restore', copy, '--force'), /server is running/)
    assert.match(await fine('doctor'), /^ok +server +running on this folder$/m)
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    await fine('token', 'revoke', claims.jti)
    await until('it is refused', async () => (await read()).status === 401)
  })
})

/** Where there are many, one that nobody else has: its ports are those of this test. */
const aLoopback = () =>
  process.platform === 'linux' ? `127.${1 + (process.pid % 254)}.${Math.floor(process.pid / 254) % 256}.1` : '127.0.0.1'

/** Afterwards the port is taken, by this or by somebody else. */
async function hold(t: TestContext, host: string, port: number): Promise<void> {
  const server = createServer()
  t.after(() => server.close())
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve())
    server.listen(port, host, resolve)
  })
}
