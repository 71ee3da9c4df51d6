// Writes the files of the package `dray` that are not in the checkout: JavaScript, because Node strips no types below
// node_modules, and docs/built.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from '../docs/generate.ts'

const root = join(import.meta.dirname, '..')
/** `bin/dray.js` starts the service from this folder if there are no sources. */
const service = join(root, 'dist/service')
const folders = '{cli,client,contract,server,solver}'
const apps = ['console', 'driver', 'guide']

/** Builds the console, the driver app and the guide, unless they are up to date. */
function buildApps(): void {
  if (!existsSync(join(root, 'node_modules/vite'))) throw new Error('npm pack needs the build tools: run npm ci first.')
  execFileSync(process.execPath, [join(root, 'console/build.js')], { stdio: 'inherit' })
}

/** Returns the JavaScript of a source file. Lines and columns stay where they are, so stack traces fit the sources. */
function compiled(file: string): string {
  const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))
  return code.replace(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, (_, quote: string, path: string) => {
    if (!existsSync(join(root, dirname(file), `${path}.ts`))) throw new Error(`${file}: there is no ${path}.ts`)
    return `${quote}${path}.js${quote}`
  })
}

function writeService(): void {
  rmSync(service, { recursive: true, force: true })
  const { type, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(service, { recursive: true })
  writeFileSync(join(service, 'package.json'), `${JSON.stringify({ type, version })}\n`)
  const files = globSync(`${folders}/**/*.{ts,js,sql,html,css}`, { cwd: root, exclude: ['**/*.d.ts'] })
  for (const file of files) {
    mkdirSync(join(service, dirname(file)), { recursive: true })
    if (file.endsWith('.ts')) writeFileSync(join(service, file.replace(/\.ts$/, '.js')), compiled(file))
    else copyFileSync(join(root, file), join(service, file))
  }
  // The service compresses with gzip itself: most clients accept Brotli, and both forms would exceed the size limit.
  const filter = (file: string) => !file.endsWith('.gz')
  for (const app of apps) cpSync(join(root, app, 'dist'), join(service, app, 'dist'), { recursive: true, filter })
}

buildApps()
writeService()
build()
