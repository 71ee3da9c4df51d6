// A real browser for the tests of the console: the one that is installed, else the one that npm brings along.

import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  // WebGL without a graphics card, for the map.
  ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--font-render-hinting=none'],
]

export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = (await installed()) ?? (await packaged())
  return chromium.launch({ executablePath, args: flags, env: { ...process.env, ...env } as Record<string, string> })
}

interface Executable {
  executablePath: string
  env: Record<string, string>
}

function installed(): Executable | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, env: {} }
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
      if (existsSync(join(folder, name))) return { executablePath: join(folder, name), env: {} }
  return undefined
}

/** The packed browser lacks libraries that a bare system has not either; they are packed beside it. */
async function packaged(): Promise<Executable> {
  const { default: packed } = await import('@sparticuz/chromium')
  const require = createRequire(import.meta.url)
  const archive = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..', 'bin', 'al2023.tar.br')
  const folder = mkdtempSync(join(tmpdir(), 'dray-browser-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const tar = join(folder, 'libraries.tar')
  mkdirSync(join(folder, 'libraries'))
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(tar))
  execFileSync('tar', ['-xf', tar, '-C', join(folder, 'libraries')])
  return {
    executablePath: await packed.executablePath(),
    env: { LD_LIBRARY_PATH: join(folder, 'libraries', 'lib') },
  }
}
