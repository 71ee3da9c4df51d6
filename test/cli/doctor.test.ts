// What stands in the way of a server, told before it starts: rights, places that are none, limits of the system.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { loadConfig } from '../../server/platform/config/config.ts'
import { prepareDatabase } from '../../server/runtime/storage.ts'
import { outcomeOf, program, run } from '../support/command-line.ts'
import { temporaryFolder } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'

/** The superuser may do everything, so a test that runs as one needs somebody else. */
const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const mayRun = () =>
  spawnSync(process.execPath, [program, '--version'], { ...stranger, env: { PATH: process.env.PATH } }).status === 0

const asStranger = (...parameters: string[]) =>
  outcomeOf(spawn(process.execPath, [program, ...parameters], { ...stranger, env: { PATH: process.env.PATH } }))

/** A data folder inside of one that everybody may enter. */
async function folder(t: TestContext): Promise<string> {
  const outer = temporaryFolder(t)
  chmodSync(outer, 0o755)
  const data = join(outer, 'data')
  await prepareDatabase(loadConfig({ data }, {}))
  return data
}
const give = (path: string) => {
  if (stranger.uid !== undefined) chownSync(path, stranger.uid, stranger.gid)
}

const box = openMailbox()

describe('dray doctor', () => {
  test('dray doctor distinguishes missing rights from damage', async (t) => {
    if (!mayRun()) return t.diagnostic('nobody else may run this program')
    const data = await folder(t)
    give(data)
    chmodSync(join(data, 'dray.db'), 0o000)
    const { code, out } = await asStranger('doctor', '--data', data)
    assert.equal(code, 1)
    assert.match(
      out,
      /^fail +database +\S+dray\.db belongs to user \d+ \(mode 000\), and this command runs as user \d+/m,
    )
    assert.doesNotMatch(out, /restore/)
  })

  test('dray doctor fails for a folder that the server cannot write to', async (t) => {
    if (!mayRun()) return t.diagnostic('nobody else may run this program')
    const data = await folder(t)
    chmodSync(data, 0o555)
    for (const place of [data, join(data, 'new', 'data')]) {
      const { code, out } = await asStranger('doctor', '--data', place)
      assert.equal(code, 1)
      assert.match(out, /^fail +folder +\S+data belongs to user \d+ \(mode 555\), and this command runs as user \d+/m)
    }
    // The others do not say that there is none, and name no file that only the service knows.
    const calls = [
      ['serve', '--port', '0'],
      ['environment', 'list'],
      ['backup', join(data, '..', 'copy.db')],
    ]
    for (const call of calls) {
      const { code, err } = await asStranger(...call, '--data', data)
      assert.equal(code, 1)
      assert.match(err, /^dray: \S+data belongs to user \d+ \(mode \d+\), and this command runs as user [^\n]+\.\n$/)
      chmodSync(data, 0o700)
    }
    // So that it can be removed.
    chmodSync(data, 0o700)
  })

  test('dray doctor ends each database error with a full stop', async (t) => {
    const data = await folder(t)
    writeFileSync(join(data, 'dray.db'), 'no database, but text that is long enough to be one'.repeat(100))
    const { code, out } = await run(['doctor', '--data', data])
    assert.equal(code, 1)
    assert.match(out, /^fail +database +[^.]+\. Restore a backup/m)
  })

  test('dray doctor and dray migrate name a database role that may not create tables', async (t) => {
    const url = new URL(await createDatabase(t))
    const role = `poor${process.pid}`
    await ask(url.href, `create role ${role} login; revoke create on schema public from public`)
    url.username = role
    const fault = new RegExp(
      `the role ${role} may not create tables in the database ${url.pathname.slice(1)}: .*grant usage, create on schema public to "${role}"`,
    )
    const { code, out } = await run(['doctor', '--database-url', url.href])
    assert.equal(code, 1)
    assert.match(out, new RegExp(`^fail +rights +${fault.source}`, 'm'))
    assert.match((await run(['migrate', '--database-url', url.href])).err, new RegExp(fault.source, 'i'))
  })

  test('dray doctor checks that the mail server accepts e-mails, without sending an e-mail', async (t) => {
    const { mailUrl, mailFrom } = box.flags()
    const data = await folder(t)
    const doctor = (url: string) => run(['doctor', '--data', data], { DRAY_MAIL_URL: url, DRAY_MAIL_FROM: mailFrom })
    box.offers = ['AUTH PLAIN']
    const good = await doctor(mailUrl.replace('//', '//user:hush-hush@'))
    assert.match(good.out, /^ok +mail +127\.0\.0\.1:\d+ lets this service in$/m)
    assert.equal(good.code, 0)
    assert.deepEqual(
      box.heard.map((line) => line.split(' ')[0]),
      ['EHLO', 'AUTH', 'QUIT'],
    )
    box.answers.set('AUTH', '535 5.7.8 who are you')
    const bad = await doctor(mailUrl.replace('//', '//user:hush-hush@'))
    assert.match(
      bad.out,
      /^fail +mail +no letter leaves, since 127\S+ does not let this service in: 535 5\.7\.8 who are you$/m,
    )
    assert.equal(bad.code, 1)
    const away = await doctor('smtp://user:hush-hush@127.0.0.1:1')
    assert.match(away.out, /^fail +mail +no letter leaves.*: the connection was refused \(ECONNREFUSED\)$/m)
    assert.equal(
      [good, bad, away].some(({ out, err }) => (out + err).includes('hush')),
      false,
    )
  })

  test('dray doctor warns if the process may open fewer files than connections', async (t) => {
    if (process.platform !== 'linux') return t.diagnostic('only Linux tells its limits')
    const limited = (...parameters: string[]) =>
      outcomeOf(spawn('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, program, ...parameters]))
    const { code, out } = await limited('doctor', '--data', await folder(t))
    assert.equal(code, 0)
    assert.match(
      out,
      /^warn +open files +here 64, fewer than --connections-max \(10000\).*; the service may have another limit$/m,
    )
    assert.match((await run(['doctor', '--data', await folder(t), '--json'])).out, /"subject": "open files"/)
  })
})

/** With a disk of its own at the folder. Where that is not allowed, there is nothing. */
async function onDisk(t: TestContext, options: string, at: string, ...parameters: string[]) {
  const mount = 'mount -t tmpfs -o "$1" none "$2" || exit 99; shift 2; exec "$@"'
  const command = ['-rm', 'sh', '-c', mount, 'sh', options, at, process.execPath, program, ...parameters]
  const outcome = await outcomeOf(spawn('unshare', command).on('error', () => undefined))
  if (outcome.err.startsWith('dray: ')) return outcome
  t.diagnostic(`no disk can be mounted: ${outcome.err}`)
  return undefined
}

test('dray serve names a full disk and a read-only disk', async (t) => {
  const disk = temporaryFolder(t)
  const full = await onDisk(t, 'size=100k', disk, 'backup', join(disk, 'backup.db'), '--data', await folder(t))
  if (full) assert.match(full.err, /^dray: The backup does not fit in \S+: it needs about \d+ MB\. [^\n]+\n$/)
  for (const data of [disk, join(disk, 'data')]) {
    const readOnly = await onDisk(t, 'ro', disk, 'serve', '--port', '0', '--data', data)
    if (readOnly) assert.match(readOnly.err, /^dray: [^\n]+ is on a disk that is mounted read-only: [^\n]+\.\n$/)
  }
})

describe('dray serve', () => {
  test('dray serve names the setting whose folder is a file', async (t) => {
    const outer = temporaryFolder(t)
    const file = join(outer, 'file')
    writeFileSync(file, '')
    const failed = async (...parameters: string[]) => {
      const { code, err } = await run(['serve', '--port', '0', ...parameters])
      assert.equal(code, 1)
      return err
    }
    assert.match(await failed('--data', file), /^dray: --data needs a folder, but \S+file is a file: [^\n]+\n$/)
    assert.match(
      await failed('--data', join(file, 'data')),
      /^dray: --data needs a folder, but [^\n]+ is a file: [^\n]+\n$/,
    )
    const data = join(outer, 'data')
    mkdirSync(data)
    const fonts = join(outer, 'fonts')
    assert.match(
      await failed('--data', data, '--pdf-fonts', fonts),
      /^dray: --pdf-fonts needs a folder that can be read, and \S+fonts is none \(ENOENT\)[^\n]*\n$/,
    )
  })
})
