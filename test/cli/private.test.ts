// What the command line writes is for its owner alone, and what it is given stays out of sight.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as admin from '../../server/admin/database.ts'
import { run } from '../support/command-line.ts'
import { startService, temporaryFolder } from '../support/harness.ts'
import { until } from '../support/until.ts'

const sample = fileURLToPath(new URL('../../docs/samples/orders.csv', import.meta.url))

const fine = async (args: string[], environment: Record<string, string> = {}) => {
  const outcome = await run(args, environment)
  assert.equal(outcome.code, 0, outcome.err)
  return outcome.out
}
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('exports, reports and restored databases are private, also if they replace a public file', async (t) => {
  const folder = temporaryFolder(t)
  const data = join(folder, 'data')
  const at = (name: string) => join(folder, name)
  const here = ['--data', data]
  await fine(['environment', 'create', 'north', ...here])
  for (const name of ['new', 'old']) {
    const files = [`${name}.csv`, `${name}.ndjson`, `${name}-report.csv`].map(at)
    if (name === 'old')
      for (const file of files) {
        writeFileSync(file, 'from before')
        chmodSync(file, 0o644)
      }
    await fine(['import', sample, '-e', 'north', '--report', files[2]!, ...here])
    await fine(['export', '-e', 'north', '-o', files[0]!, ...here])
    await fine(['export', '-e', 'north', '--format', 'ndjson', '-o', files[1]!, ...here])
    for (const file of files) assert.equal(modeOf(file), '600', file)
  }
  const backup = at('backup.db')
  await fine(['backup', backup, ...here])
  assert.equal(modeOf(backup), '600')
  chmodSync(backup, 0o644)
  chmodSync(join(data, 'dray.db'), 0o644)
  await fine(['restore', backup, '--force', ...here])
  for (const name of ['dray.db', 'dray.db.before-restore']) assert.equal(modeOf(join(data, name)), '600', name)
  await fine(['restore', backup, '--data', at('fresh')])
  assert.equal(modeOf(join(at('fresh'), 'dray.db')), '600')
  await fine(['copy', '--from', data, '--to', at('copied')])
  assert.equal(modeOf(join(at('copied'), 'dray.db')), '600')
  for (const name of ['dray.db-wal', 'dray.db-shm'])
    if (existsSync(join(data, name))) assert.equal(modeOf(join(data, name)), '600')
})

test('a rejected export writes nothing and keeps the last file', async (t) => {
  const { url } = await startService(t)
  const file = join(temporaryFolder(t), 'orders.csv')
  writeFileSync(file, 'from before')
  for (const token of ['not one', '']) {
    const printed = await run(['export', '--url', url], { DRAY_TOKEN: token })
    assert.deepEqual([printed.code, printed.out], [1, ''])
    assert.equal((await run(['export', '--url', url, '-o', file], { DRAY_TOKEN: token })).code, 1)
    assert.equal(readFileSync(file, 'utf8'), 'from before')
  }
})

test('a write to a device file keeps its mode', async (t) => {
  const data = join(temporaryFolder(t), 'data')
  await fine(['environment', 'create', 'north', '--data', data])
  const before = modeOf('/dev/null')
  await fine(['export', '-e', 'north', '-o', '/dev/null', '--data', data])
  assert.equal(modeOf('/dev/null'), before)
})

test('a token is read from the flag, else from the environment', async (t) => {
  const { config, url } = await startService(t)
  const environment = await admin.createEnvironment(config, 'north', Date.now())
  const token = await admin.createToken(config, { environment, scopes: ['*'] }, Date.now())
  await until(
    'the token is known',
    async () => (await fetch(`${url}/v1/depots`, { headers: { authorization: `Bearer ${token}` } })).ok,
  )
  const web = ['--url', url]
  assert.match(await fine(['import', sample, ...web], { DRAY_TOKEN: token }), /5 created/)
  assert.equal(
    (await fine(['export', ...web, '--format', 'ndjson'], { DRAY_TOKEN: token })).trim().split('\n').length,
    5,
  )
  assert.match(await fine(['export', ...web, '--token', token], { DRAY_TOKEN: 'not this one' }), /SAMPLE-1001/)
  for (const command of [['export'], ['import', sample]])
    for (const given of [{}, { DRAY_TOKEN: '' }]) {
      const { code, err } = await run([...command, ...web], given)
      assert.equal(code, 1)
      assert.match(err, /--url requires a token: set DRAY_TOKEN/)
    }
})

test('every command that calls a service reads the token from the environment', async () => {
  const names = [...(await fine(['--help'])).matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!)
  const talking: string[] = []
  for (const name of names.filter((each) => each !== 'help')) {
    const help = await fine([name, '--help'])
    if (!/--url\b/.test(help)) continue
    talking.push(name)
    assert.match(help, /--token <token>.*env: DRAY_TOKEN/s, name)
  }
  assert.deepEqual(talking, ['import', 'export'])
})
