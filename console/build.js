// Builds the console into console/dist: once after `npm ci`, and again at a start that finds its sources changed.
// Plain JavaScript without dependencies at its head, so that an installation without development packages passes it by.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { withFileLock } from './file-lock.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'console', 'dist')
const stamp = join(dist, 'stamp')

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** What the result depends on: nothing else makes a build worth its seconds. */
function fingerprint() {
  const hash = createHash('sha256')
  const folders = ['console', 'client', 'contract', 'docs/samples']
  const sources = folders.flatMap((folder) => filesBelow(join(root, folder)))
  const own = sources.filter((file) => !file.startsWith(dist) && !file.endsWith('.md')).sort()
  const around = ['tsconfig.json', 'package-lock.json'].map((name) => join(root, name))
  for (const file of [...own, ...around]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** The smallest form of each file, ready to be sent as it is. It takes as long as the rest: `--uncompressed` leaves it out. */
function compress(folder) {
  for (const file of filesBelow(folder)) {
    if (!/\.(js|css|svg|json|wasm|csv)$/.test(file)) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 500_000 ? 9 : 11 } }),
    )
  }
}

async function build(vite, current) {
  // Built beside the old one and then put in its place: a service that runs never serves half of each.
  const fresh = mkdtempSync(`${dist}-`)
  try {
    await vite.build({
      root: join(root, 'console'),
      configFile: join(root, 'console', 'vite.config.js'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    })
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

const isCurrent = (current) => existsSync(stamp) && readFileSync(stamp, 'utf8') === current

const current = fingerprint()
if (!isCurrent(current)) {
  const vite = await import('vite').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.log('The console is not built: its build tools are development packages, which were left out.')
  })
  if (vite) await withFileLock(`${dist}-lock`, async () => isCurrent(current) || (await build(vite, current)))
}
