// A real browser for the tests of the console: the one that is named, else the one that npm brings along, else one that is installed.

import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { withFileLock } from '../../console/file-lock.js'

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  // One process for all tabs of a console: it reads and compiles the scripts once.
  '--process-per-site',
  // WebGL without a graphics card, for the map.
  ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--font-render-hinting=none'],
]

/** It is the same everywhere, and a page costs it a third less than a whole browser with windows that nobody sees. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'

/** Why there is none: those who need one say it, and are skipped. */
export const noBrowser: string | false =
  !isPackaged &&
  !installed() &&
  'no browser: npm brings one for Linux on x64 only; install Chromium, or name one in CHROMIUM_PATH'

/** `more` are switches of the browser, such as a camera that shows a file. */
export async function openBrowser(more: string[] = []): Promise<Browser> {
  if (noBrowser) throw new Error(noBrowser)
  const named = process.env.CHROMIUM_PATH || (isPackaged ? undefined : installed())
  const { executablePath, env } = named ? { executablePath: named, env: {} } : await packaged()
  return chromium.launch({
    executablePath,
    args: [...flags, ...more],
    env: { ...process.env, ...env, FONTCONFIG_FILE: join(await fonts(), 'fonts.conf') } as Record<string, string>,
    // Several test files start theirs at the same time.
    timeout: 120_000,
  })
}

function installed(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  // The first has no windows, like the one that is packed.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

const modules = join(import.meta.dirname, '../../node_modules')
const archives = join(modules, '@sparticuz/chromium')
/** The fonts that are packed with the browser have no Arabic. */
const arabic = join(modules, '@expo-google-fonts/noto-sans-arabic')

/** WebGL is looked for beside the browser; it lacks libraries that a bare system has not either, and they are packed with it. */
async function packaged(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const folder = await prepared('browser', async (fresh) => {
    await inflate('chromium', join(fresh, 'chromium'))
    for (const name of ['swiftshader', 'al2023']) await unpack(name, fresh)
  })
  return { executablePath: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: join(folder, 'lib') } }
}

/** For every browser, so that letters are as wide on every machine; where there are none at all, Chromium crashes. */
const fonts = () =>
  prepared('fonts', async (fresh) => {
    await unpack('fonts', fresh)
    for (const style of ['400Regular', '700Bold'])
      copyFileSync(join(arabic, style, `NotoSansArabic_${style}.ttf`), join(fresh, 'fonts', `${style}.ttf`))
    const folder = '<dir prefix="relative">fonts</dir>'
    writeFileSync(join(fresh, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${folder}</fontconfig>\n`)
  })

/** A folder that is filled once for all test files, which start together: none may begin with what another has half written. */
async function prepared(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const versions = [archives, arabic].map(
    (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
  )
  const folder = join(tmpdir(), ['dray', name, ...versions, process.getuid?.()].join('-'))
  await withFileLock(`${folder}-lock`, async () => {
    if (existsSync(folder)) return
    const fresh = mkdtempSync(`${folder}-`)
    try {
      await fill(fresh)
      renameSync(fresh, folder)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  })
  return folder
}

const inflate = (name: string, file: string) =>
  pipeline(
    createReadStream(join(archives, 'bin', `${name}.br`)),
    createBrotliDecompress(),
    createWriteStream(file, { mode: 0o755 }),
  )

async function unpack(name: string, folder: string): Promise<void> {
  const archive = join(folder, `${name}.tar`)
  await inflate(`${name}.tar`, archive)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
}
