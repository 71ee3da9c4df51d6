// What integrators point at the documents: linters find nothing, the clients that generators make compile strictly and lead an order through its life, and the collections run in their own programs.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildAsyncapi } from '../../contract/asyncapi.ts'
import { buildOpenapi } from '../../contract/openapi.ts'
import { buildOpenapi30 } from '../../contract/openapi-older.ts'
import { build } from '../../docs/generate.ts'
import { startService } from '../support/harness.ts'
import { life, programs } from './programs.ts'

const tools = {
  '@apidevtools/swagger-parser': '13.0.0',
  '@hey-api/openapi-ts': '0.95.0',
  '@kubb/cli': '4.39.3',
  '@kubb/core': '4.39.3',
  '@kubb/plugin-client': '4.39.3',
  '@kubb/plugin-oas': '4.39.3',
  '@kubb/plugin-ts': '4.39.3',
  '@kubb/plugin-zod': '4.39.3',
  '@redocly/cli': '2.73.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@types/node': '26.6.6',
  '@usebruno/cli': '4.1.0',
  newman: '6.2.2',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '7.13.2',
  typescript: '5.9.3',
  zod: '4.6.7',
}

const [given] = process.argv.slice(2)
/** A folder that was named is kept, with what is installed in it, for the next time. */
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'dray-generators-')) : resolve(given)
const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
const cleanups: (() => unknown)[] = []

const run = promisify(execFile)
const command = (program: string, ...parameters: string[]) => commandIn(folder, program, ...parameters)
async function commandIn(cwd: string, program: string, ...parameters: string[]): Promise<void> {
  const started = performance.now()
  await run(program, parameters, { cwd, maxBuffer: 2 ** 26 }).catch((error) => {
    console.error(`${error.stdout}\n${error.stderr}`.slice(-8_000))
    throw new Error(`${parameters[0]} failed`)
  })
  // Not all of it: programs are given a token.
  const shown = parameters.slice(0, 2).join(' ')
  console.log(`${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${shown}`)
}
const tool = (name: string, ...parameters: string[]) =>
  command(process.execPath, join('node_modules', '.bin', name), ...parameters)

function prepare(base: string): void {
  mkdirSync(join(folder, 'generated/openapi-typescript'), { recursive: true })
  write('package.json', JSON.stringify({ name: 'generators', private: true, dependencies: tools }))
  for (const [name, document] of Object.entries({
    'openapi.json': buildOpenapi('0.0.0'),
    'openapi-3.0.json': buildOpenapi30('0.0.0'),
    'asyncapi.json': buildAsyncapi('0.0.0'),
  }))
    write(name, JSON.stringify(document))
  // A later version of AsyncAPI is no fault of a document of this one, and who runs an installation is not known here.
  write(
    '.spectral.yaml',
    'extends: ["spectral:oas", "spectral:asyncapi"]\nrules:\n  asyncapi-latest-version: off\n  asyncapi-info-contact-properties: off\n',
  )
  write(
    'parse.cjs',
    `const { SwaggerParser = require('@apidevtools/swagger-parser').default ?? require('@apidevtools/swagger-parser') } = require('@apidevtools/swagger-parser')
SwaggerParser.validate(process.argv[2]).then(() => undefined, (error) => { console.error(error); process.exit(1) })`,
  )
  write(
    'hey-api.config.mjs',
    `export default { input: './openapi.json', output: './generated/hey-api', plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'] }`,
  )
  write(
    'orval.config.cjs',
    `module.exports = { dray: { input: './openapi.json', output: { target: './generated/orval/client.ts', client: 'fetch', mode: 'split', baseUrl: '${base}' } } }`,
  )
  write('kubb.config.mjs', kubbConfig)
  write('tsconfig.json', JSON.stringify(strictly))
  write('life.ts', life)
  for (const [name, program] of Object.entries(programs)) write(`${name}.ts`, program)
}

const kubbConfig = `
import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginZod } from '@kubb/plugin-zod'
export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './generated/kubb', clean: true, format: false, lint: false, extension: { '.ts': '' } },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: 'types' } }),
    pluginZod({ output: { path: 'zod' }, version: '4' }),
    pluginClient({ output: { path: 'clients' }, client: 'fetch', parser: 'zod', dataReturnType: 'full' }),
  ],
})
`
const strictly = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: true,
    // Its types are for modules only, and what is compiled here runs without.
    paths: { '@kubb/plugin-client/clients/fetch': ['./node_modules/@kubb/plugin-client/dist/clients/fetch.d.ts'] },
    outDir: 'out',
  },
  files: Object.keys(programs).map((name) => `${name}.ts`),
}

/** With a token as it is by default, each in an environment of its own. */
async function runCollections(url: string, tokens: string[]): Promise<void> {
  const docs = join(folder, 'docs')
  build(docs)
  const program = (name: string) => join(folder, 'node_modules/.bin', name)
  const settings = (token: string | undefined) => ['--env-var', `baseUrl=${url}`, '--env-var', `token=${token}`]
  const bruno = ['run', '--env', 'local', ...settings(tokens[0])]
  await commandIn(join(docs, 'bruno'), process.execPath, program('bru'), ...bruno)
  await commandIn(docs, process.execPath, program('newman'), 'run', 'postman.json', ...settings(tokens[1]))
}

const service = await startService({ after: (done) => cleanups.push(done) })
try {
  const { token, ordinary } = await service.environment()
  prepare(service.url)
  await command('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps')
  for (const document of ['openapi.json', 'openapi-3.0.json']) {
    await tool('redocly', 'lint', '--extends', 'recommended', document)
    await tool('spectral', 'lint', '--fail-severity', 'hint', document)
    await command(process.execPath, 'parse.cjs', document)
  }
  await tool('spectral', 'lint', '--fail-severity', 'hint', 'asyncapi.json')
  await tool('openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript/schema.ts')
  await tool('openapi-ts', '-f', 'hey-api.config.mjs')
  await tool('orval', '--config', 'orval.config.cjs')
  await tool('kubb', 'generate', '--config', 'kubb.config.mjs')
  await tool('tsc', '-p', '.')
  for (const name of Object.keys(programs)) await command(process.execPath, `out/${name}.js`, service.url, token)
  await runCollections(service.url, [await ordinary(), await ordinary()])
  console.log('Every client compiled strictly and led an order through its life; both collections ran through.')
} finally {
  for (const done of cleanups) await done()
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}
