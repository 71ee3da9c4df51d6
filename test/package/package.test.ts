// The package that `npm pack` writes: npm installs it into an empty folder, and the service and the commands run from there.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '../../client/client.ts'
import { endpoints } from '../../contract/index.ts'
import { outcomeOf } from '../support/command-line.ts'
import { request } from '../support/harness.ts'
import { inTime, until } from '../support/until.ts'

const root = join(import.meta.dirname, '../..')
const packedBytesMax = 12_000_000
const commandMs = 240_000

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The environment of a person's shell: npm runs this test with the Node 26 and the settings of the checkout. */
const shell: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(package|lifecycle|config_(local_)?prefix)|NODE_(OPTIONS|COMPILE_CACHE|ENV|TEST_CONTEXT)|DRAY_)/.test(
        name,
      ),
  ),
)
shell.PATH = process.env
  .PATH!.split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** `--prefer-offline` takes packages from the cache without asking the registry for newer ones. */
const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

async function execute(program: string, parameters: string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, parameters, { cwd, env: shell, timeout: commandMs })
  return stdout.trim()
}

suite('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dray-package-'))
  const tarball = join(folder, `dray-${version}.tgz`)
  /** Way to install → the folder that a person types commands in, the command, and the folder of the installed package. */
  const installs = {
    'npm install -g': {
      parameters: ['--global', '--prefix', join(folder, 'global')],
      cwd: join(folder, 'empty'),
      program: join(folder, 'global/bin/dray'),
      installed: join(folder, 'global/lib/node_modules/dray'),
    },
    'npm install': {
      parameters: [] as string[],
      cwd: join(folder, 'local'),
      program: join(folder, 'local/node_modules/.bin/dray'),
      installed: join(folder, 'local/node_modules/dray'),
    },
  }

  before(async () => {
    await execute('npm', ['pack', '--pack-destination', folder], root)
    const installed = Object.values(installs).map(({ parameters, cwd }) => {
      mkdirSync(cwd)
      return execute('npm', [...install, ...parameters, tarball], cwd)
    })
    await Promise.all(installed)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('the package is small and contains no sources, tests or scripts that run when it is installed', () => {
    const { installed } = installs['npm install -g']
    const files = globSync('**/*', { cwd: installed, exclude: ['node_modules'] })
    assert.ok(files.includes('LICENSE'))
    for (const file of ['openapi-3.0.json', 'asyncapi.json', 'postman.json', 'bruno/putPodFile.bru', 'bruno/photo.png'])
      assert.ok(files.includes(`docs/built/${file}`), file)
    assert.deepEqual(
      files.filter((file) => /\.tsx?$|^test\b|\.test\.|\bnode_modules\b/.test(file)),
      [],
    )
    const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(scripts[name], undefined, name)
    assert.ok(statSync(tarball).size <= packedBytesMax, `${statSync(tarball).size} bytes`)
  })

  for (const [way, { cwd, program, installed }] of Object.entries(installs)) {
    const dray = (...parameters: string[]) => execute(program, parameters, cwd)

    test(`after ${way} the service, the console, the driver app and the commands work`, async (t) => {
      const data = mkdtempSync(join(folder, 'data-'))
      const service = spawn(program, ['serve', '--port', '0', '--data', data], { cwd, env: shell })
      t.after(() => service.kill('SIGKILL'))
      const ended = outcomeOf(service)
      const url = await inTime('the start of the service', addressOf(service, ended))

      await checkPages(url, installed)
      assert.equal(await dray('--version'), version)
      const token = await dray('token', 'create', '--environment', 'demo', '--name', 'test', '--data', data)
      await checkApi(url, token)
      assert.match(await dray('doctor', '--data', data), /^ok /m)

      service.kill('SIGTERM')
      const { code, err } = await inTime('the stop of the service', ended)
      assert.equal(code, 0, err)
      assert.doesNotMatch(err, /warning/i)
    })
  }

  test('npx finds the command in the folder of the installation', async () => {
    assert.equal(await execute('npx', ['--no', '--', 'dray', '--version'], installs['npm install'].cwd), version)
  })
})

/** Returns the address that the service prints once it listens. */
async function addressOf(service: ReturnType<typeof spawn>, ended: Promise<{ err: string }>): Promise<string> {
  let shown = ''
  const failed = ended.then(({ err }) => assert.fail(`dray serve has ended: ${err}`))
  for (;;) {
    const [text] = await Promise.race([once(service.stdout!, 'data'), failed])
    shown += text
    const found = /^API\s+(http:\/\/\S+)\/v1$/m.exec(shown)
    if (found) return found[1]!
  }
}

/** Loads every page, and every file of the console, the driver app and the guide. */
async function checkPages(url: string, installed: string): Promise<void> {
  const html = { headers: { accept: 'text/html' } }
  const pages = {
    '/': /<script[^>]+src="\/assets\//,
    '/driver': /<script[^>]+src="\/driver\/assets\//,
    '/docs': /docs\/reference\.js/,
    '/guide/': /<script[^>]+src="\/guide\/assets\//,
  }
  for (const [path, script] of Object.entries(pages)) {
    const page = await request(url, 'GET', path, html)
    assert.equal(page.status, 200, path)
    assert.match(page.text, script)
    for (const [, file] of page.text.matchAll(/\b(?:src|href)="([^":]+)"/g))
      await load(url, new URL(file!, url).pathname)
  }
  const assets = (app: string, below: string) =>
    globSync(`**/${app}/dist/${below}/*`, { cwd: installed, exclude: ['node_modules'] })
      .filter((file) => /\.\w+$/.test(file) && !/\.(br|gz)$/.test(file))
      .map((file) => basename(file))
  const files = [
    ...assets('console', 'assets').map((name) => `/assets/${name}`),
    ...assets('driver', 'assets').map((name) => `/driver/assets/${name}`),
    ...assets('driver', 'root').map((name) => `/driver/${name}`),
    ...assets('guide', 'assets').map((name) => `/guide/assets/${name}`),
    ...['/docs/search.js', '/docs/inter.woff2', '/openapi.json', '/openapi-3.0.json', '/asyncapi.json'],
  ]
  assert.ok(files.length > 50, `${files.length} files`)
  for (const file of files) await load(url, file)
  const script = files.find((file) => /^\/assets\/index-.*\.js$/.test(file))!
  const zipped = await fetch(new URL(script, url), { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(zipped.headers.get('content-encoding'), 'gzip')
  assert.equal(await zipped.text(), (await request(url, 'GET', script)).text)
}

async function load(url: string, path: string): Promise<void> {
  const { status, text } = await request(url, 'GET', path)
  assert.ok(status === 200 && text.length > 0, `${path}: ${status}`)
}

/** Calls an endpoint of every thread and process that the service starts from a file of its own. */
async function checkApi(url: string, token: string): Promise<void> {
  const { call } = createClient({ baseUrl: url, token })
  const consigneeAddress = { line1: '1 High Street', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' }
  const order = { key: 'PACKED-1', type: 'delivery', consigneeAddress } as const
  const { consignmentId } = (await call(endpoints.createConsignment, { body: order })).data
  const read = await call(endpoints.getConsignment, { query: { key: order.key } })
  assert.equal(read.data.consignmentId, consignmentId)

  const list = await call(endpoints.listConsignments, { query: { search: order.key } })
  assert.equal(list.data.consignments.length, 1)
  const labels = (await call(endpoints.getConsignmentLabels, { params: { consignmentId } })).data
  assert.equal((await labels.text()).slice(0, 5), '%PDF-')

  const file = new Blob(['order,street,city,postcode,country\nPACKED-2,1 High Street,Leeds,LS1 1AA,GB\n'], {
    type: 'text/csv',
  })
  const { importId } = (await call(endpoints.createImport, { query: { set: '{"type":"delivery"}' }, body: file })).data
  const imported = await until('the import has ended', async () => {
    const { data } = await call(endpoints.getImport, { params: { importId } })
    return ['done', 'failed'].includes(data.state) && data
  })
  assert.equal(imported.summary.created, 1)

  const { optimisationId } = (
    await call(endpoints.createOptimisation, { body: { mode: 'day', day: read.data.created.slice(0, 10), seconds: 1 } })
  ).data
  const searched = await until('the search for routes has ended', async () => {
    const { data } = await call(endpoints.getOptimisation, { params: { optimisationId } })
    return !['queued', 'running'].includes(data.state) && data
  })
  assert.equal(searched.state, 'done', JSON.stringify(searched))
}
