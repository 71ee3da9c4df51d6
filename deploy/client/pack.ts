// Builds and packs `@dray/client`, ready to publish: one module, its types, its manifest, README and licence.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { build, minifySync, type Plugin, type Rolldown } from 'vite'
import { contractModule, contractTypes } from './contract.ts'

const root = join(import.meta.dirname, '../..')

/** Replaces the contract by one module without schemas. */
const contract: Plugin = {
  name: 'contract',
  enforce: 'pre',
  resolveId: (id) => (/\/contract\/[a-z-]+\.ts$/.test(id) ? '\0contract' : null),
  load: (id) => (id === '\0contract' ? contractModule() : null),
}

/** Rewrites the types for the package: imports of its own files, without indentation and final semicolons. */
const packaged = (types: string) =>
  types
    .replace(/(['"])\.\.\/contract\/[a-z-]+\.ts\1/g, "'./contract.js'")
    .replace(/(['"])(\.\/[a-z]+)\.ts\1/g, "'$2.js'")
    .replace(/^ +|;$/gm, '')

/** Writes the package into a folder. */
export async function buildClient(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'entry.js'), await moduleText())
  writeTypes(folder)
  const manifest = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version })}\n`)
  copyFileSync(join(root, 'client/README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

async function moduleText(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [contract],
    build: {
      target: 'es2022',
      write: false,
      minify: false,
      lib: { entry: join(root, 'client/entry.ts'), formats: ['es'] },
    },
  })) as Rolldown.RolldownOutput[]
  // Minifies the code afterwards, because Vite keeps white space when it builds a library.
  return `// @dray/client. Apache-2.0\n${minifySync('entry.js', built!.output[0].code, { module: true }).code}\n`
}

function writeTypes(folder: string): void {
  const types = mkdtempSync(join(tmpdir(), 'dray-client-'))
  try {
    const project = join(import.meta.dirname, 'tsconfig.json')
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--outDir', types], { stdio: 'inherit' })
    for (const file of globSync(join(types, 'client/*.d.ts'))) {
      writeFileSync(join(folder, basename(file)), packaged(readFileSync(file, 'utf8')))
    }
  } finally {
    rmSync(types, { recursive: true, force: true })
  }
  writeFileSync(join(folder, 'contract.d.ts'), contractTypes())
  appendFileSync(join(folder, 'entry.d.ts'), "export type * from './contract.js';\n")
}

/** Packs the package into a folder. Returns the path of the tarball. */
export async function packClient(destination: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dray-client-'))
  try {
    await buildClient(folder)
    const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', destination], {
      cwd: folder,
      encoding: 'utf8',
    })
    return join(destination, JSON.parse(packed)[0].filename)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await packClient(resolve(process.argv[2] ?? '.')))
