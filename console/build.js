// Builds the console into console/dist, the driver app into driver/dist and the guide into guide/dist. Runs after `npm
// ci`, and at a start that finds changed sources. It is plain JavaScript that imports no package at its top, so that an
// installation without development packages can load it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { withFileLock } from './file-lock.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const vitepress = 'node_modules/vitepress/bin/vitepress.js'
/** Sources of each result. A build runs only if one of them has changed. */
const apps = {
  console: ['console', 'client', 'contract', 'docs/samples'],
  driver: ['driver', 'console/words', 'console/platform/store.ts', 'client', 'contract'],
  guide: ['guide', 'docs', 'CHANGELOG.md', 'SECURITY.md'],
}

/** Results of a build, temporary files of a build that runs, and documents that `npm run docs` writes. */
const isResult = (name) => /^(dist(-.*)?|cache|\.temp|built)$/.test(name)

const filesBelow = (place) =>
  statSync(place).isFile()
    ? [place]
    : readdirSync(place).flatMap((name) => (isResult(name) ? [] : filesBelow(join(place, name))))

function fingerprint(app) {
  const hash = createHash('sha256')
  const sources = apps[app].flatMap((place) => filesBelow(join(root, place)))
  // The Markdown of an app describes its code. The Markdown of the guide is its content.
  const own = sources.filter((file) => app === 'guide' || !file.endsWith('.md')).sort()
  const around = ['tsconfig.json', 'package-lock.json'].map((name) => join(root, name))
  for (const file of [...own, ...around]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Compresses every file with gzip and Brotli, so that the server sends it as it is. This doubles the time of a build;
 * `--uncompressed` omits it.
 */
function compress(folder) {
  for (const file of filesBelow(folder)) {
    if (!/\.(html|js|css|svg|json|wasm|csv)$/.test(file)) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 500_000 ? 9 : 11 } }),
    )
  }
}

/** Builds the guide in a separate process: in this one, its progress would overwrite lines of a running service. */
const buildGuide = (outDir) =>
  promisify(execFile)(process.execPath, [join(root, vitepress), 'build', 'guide', '--outDir', outDir], { cwd: root })

const buildApp = (vite, app, outDir) =>
  vite.build({
    root: join(root, app),
    configFile: join(root, app, 'vite.config.js'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })

async function build(vite, app, current) {
  const dist = join(root, app, 'dist')
  // The build goes into a new folder, which then replaces the old one: a running service never serves parts of both.
  const fresh = mkdtempSync(`${dist}-`)
  try {
    await (app === 'guide' ? buildGuide(fresh) : buildApp(vite, app, fresh))
    if (!process.argv.includes('--uncompressed')) compress(fresh)
    writeFileSync(join(fresh, 'stamp'), current)
    chmodSync(fresh, 0o755)
    const old = mkdtempSync(`${dist}-`)
    if (existsSync(dist)) renameSync(dist, join(old, 'dist'))
    renameSync(fresh, dist)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

const isCurrent = (app, current) => {
  const stamp = join(root, app, 'dist', 'stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === current
}

const outdated = Object.keys(apps)
  .map((app) => ({ app, current: fingerprint(app) }))
  .filter(({ app, current }) => !isCurrent(app, current))
if (outdated.length > 0) {
  const vite = await import('vite').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.log('The console is not built: its build tools are development packages, which were left out.')
  })
  if (vite)
    for (const { app, current } of outdated)
      await withFileLock(
        `${join(root, app, 'dist')}-lock`,
        async () => isCurrent(app, current) || (await build(vite, app, current)),
      )
}
