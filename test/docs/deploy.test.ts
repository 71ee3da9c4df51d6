// The deployment files name only what exists: settings, metrics, folders, routes; and what an image is made of is enough.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { formatVariable } from '../../server/platform/config/config.ts'
import { serviceSettings } from '../../server/platform/config/settings.ts'
import { request, startService, temporaryFolder } from '../support/harness.ts'
import { until } from '../support/until.ts'

const root = join(import.meta.dirname, '../..')
const file = (name: string) => readFileSync(join(root, name), 'utf8')
const monitoring = file('docs/operate/monitoring.md')

test('every DRAY_ variable of the deployment files is a setting', () => {
  const known = new Set(Object.keys(serviceSettings).map(formatVariable))
  for (const name of ['Dockerfile', 'compose.yaml', 'deploy/dray.service'])
    for (const [variable] of file(name).matchAll(/\bDRAY_[A-Z_]+\b/g))
      assert.ok(known.has(variable) || variable === 'DRAY_NAME', `${name}: ${variable}`)
})

test('the image contains the files of the service, and its builder receives no others', () => {
  const copied = [...file('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  )
  const sent = [...file('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name!)
  assert.deepEqual([...new Set(copied)].sort(), sent.sort())
  for (const name of copied) assert.ok(existsSync(join(root, name)), name)
  for (const folder of ['bin', 'cli', 'contract', 'server']) assert.ok(copied.includes(folder), folder)
})

test('the files of the image build the console and serve it with the packages of the image', async (t) => {
  const [, console, service] = file('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names!.split(' ')))
  const folderOf = (names: string[]) => {
    const folder = temporaryFolder(t)
    const filter = (source: string) => !/(console|driver|guide)\/dist$/.test(source)
    for (const name of names) cpSync(join(root, name), join(folder, name), { recursive: true, filter })
    return folder
  }
  const [building, serving] = [folderOf(console!), folderOf(service!)]
  symlinkSync(join(root, 'node_modules'), join(building, 'node_modules'))
  await promisify(execFile)(process.execPath, [join(building, 'console/build.js'), '--uncompressed'])
  for (const dist of ['console/dist', 'driver/dist', 'guide/dist'])
    cpSync(join(building, dist), join(serving, dist), { recursive: true })
  linkPackages(serving)
  const child = spawn(process.execPath, [
    join(serving, 'bin/dray.js'),
    'serve',
    '--port',
    '0',
    '--data',
    join(serving, 'data'),
  ])
  t.after(() => child.kill('SIGKILL'))
  let shown = ''
  for await (const text of child.stdout) {
    shown += text
    if (/^Docs /m.test(shown)) break
  }
  const url = /http:\/\/[^/]+/.exec(shown)?.[0]
  assert.ok(url, shown)
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  assert.match(await page.text(), /<script[^>]+src="\/assets\//)
  assert.match(await (await fetch(`${url}/driver`)).text(), /<script[^>]+src="\/driver\/assets\//)
  assert.match(await (await fetch(`${url}/guide/`)).text(), /<script[^>]+src="\/guide\/assets\//)
})

/** Links what `npm ci --omit=dev --omit=optional` installs. */
function linkPackages(folder: string): void {
  const { packages } = JSON.parse(file('package-lock.json')) as { packages: Record<string, Record<string, boolean>> }
  for (const [place, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (place === '' || dev || optional || devOptional || place.lastIndexOf('node_modules/') > 0) continue
    mkdirSync(join(folder, place, '..'), { recursive: true })
    symlinkSync(join(root, place), join(folder, place))
  }
}

test('the alerts and the dashboard use existing metrics', async (t) => {
  const names = new Set<string>()
  for (const engine of ['sqlite', 'postgres'] as const) {
    const { url } = await startService(t, {}, engine)
    await request(url, 'GET', '/v1/depots')
    let text = ''
    // Those that are counted in the database are there from the first look at it on.
    await until('webhooks are counted', async () => {
      text = (await request(url, 'GET', '/metrics')).text
      return text.includes('dray_webhooks_paused{')
    })
    for (const [, name] of text.matchAll(/^([a-z0-9_]+)[{ ]/gm)) names.add(name!)
  }
  const asked = [
    ...`${file('deploy/alerts.yml')}${file('deploy/dashboard.json')}`.matchAll(
      /\b((?:dray|process|nodejs)_[a-z0-9_]+)\b/g,
    ),
  ]
  assert.ok(asked.length > 10)
  for (const [, name = ''] of asked) assert.ok(names.has(name), name)
  JSON.parse(file('deploy/dashboard.json'))
  const described = [...monitoring.matchAll(/`(dray_[a-z0-9_]+)`/g)].map(([, name]) => name!)
  assert.ok(described.length > 15)
  for (const name of described) assert.ok(names.has(name) || names.has(`${name}_count`), name)
})

test('the page about monitoring lists every alert', () => {
  const alerts = [...file('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  const listed = [...monitoring.matchAll(/^\| `(Dray\w+)`/gm)].map(([, name]) => name!)
  assert.deepEqual(listed.sort(), alerts.sort())
})

test('deployed services stop by a signal, and have more time to stop than requests have to end', () => {
  const drainSeconds = Number(serviceSettings.drainTimeoutMs.default) / 1_000
  const compose = Number(/stop_grace_period: (\d+)s/.exec(file('compose.yaml'))?.[1])
  const systemd = Number(/TimeoutStopSec=(\d+)/.exec(file('deploy/dray.service'))?.[1])
  assert.ok(compose > drainSeconds && systemd > drainSeconds)
  assert.match(file('Dockerfile'), /^USER 10001/m)
})

test('the instances of compose share one persistent folder for files', () => {
  const folder = /DRAY_DATA=(\S+)/.exec(file('Dockerfile'))?.[1]
  const compose = file('compose.yaml')
  const volume = new RegExp(`^ {6}- (\\w+):${folder}$`, 'm').exec(compose)?.[1]
  assert.ok(volume, 'no volume of a name')
  assert.match(compose, new RegExp(`^volumes:\\n(  \\w+:\\n)*  ${volume}:$`, 'm'))
  // A new volume belongs to whom the folder of the image belongs to.
  assert.match(file('Dockerfile'), new RegExp(`^RUN mkdir ${folder} && chown 10001:10001 ${folder}$`, 'm'))
})

test('the systemd unit restarts the service, and passes it a key file that its user may not read', () => {
  const unit = file('deploy/dray.service')
  const [head] = unit.split('[Service]')
  assert.match(head!, /^StartLimitIntervalSec=0$/m)
  assert.match(unit, /^#LoadCredential=secrets\.key:\/etc\/dray\/secrets\.key$/m)
  assert.match(unit, /^#Environment=DRAY_SECRETS_KEY_FILE=%d\/secrets\.key$/m)
})
