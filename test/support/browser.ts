// A real browser for the tests of the console: the one that is installed, else the one that npm brings along.

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
  // WebGL without a graphics card, for the map.
  ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--font-render-hinting=none'],
]

export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = installed() ?? (await packaged())
  return chromium.launch({
    executablePath,
    args: flags,
    env: { ...process.env, ...env } as Record<string, string>,
    // Several test files start theirs at the same time.
    timeout: 120_000,
  })
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

const modules = join(import.meta.dirname, '../../node_modules')
const archives = join(modules, '@sparticuz/chromium')
/** The fonts that are packed with the browser have no Arabic. */
const arabic = join(modules, '@expo-google-fonts/noto-sans-arabic')
const versionOf = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** Unpacked once for all test files, which start together: none may begin with what another has half written. */
async function packaged(): Promise<Executable> {
  const versions = [archives, arabic].map(versionOf).join('-')
  const folder = join(tmpdir(), `dray-browser-${versions}-${process.getuid?.() ?? ''}`)
  await withFileLock(`${folder}-lock`, async () => {
    if (existsSync(folder)) return
    const fresh = mkdtempSync(`${folder}-`)
    try {
      await unpack(fresh)
      addFonts(fresh)
      renameSync(fresh, folder)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  })
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

/** WebGL is looked for beside the browser; it lacks libraries that a bare system has not either, and they are packed with it. */
async function unpack(folder: string): Promise<void> {
  const inflate = (name: string, file: string) =>
    pipeline(
      createReadStream(join(archives, 'bin', `${name}.br`)),
      createBrotliDecompress(),
      createWriteStream(join(folder, file), { mode: 0o755 }),
    )
  await inflate('chromium', 'chromium')
  for (const name of ['swiftshader.tar', 'al2023.tar', 'fonts.tar']) {
    await inflate(name, name)
    execFileSync('tar', ['-xf', join(folder, name), '-C', folder])
    rmSync(join(folder, name))
  }
}

/** Only these, also where the system has others: letters are as wide on every machine, and without any the browser crashes. */
function addFonts(folder: string): void {
  for (const style of ['400Regular', '700Bold'])
    copyFileSync(join(arabic, style, `NotoSansArabic_${style}.ttf`), join(folder, 'fonts', `${style}.ttf`))
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="relative">fonts-cache</cachedir></fontconfig>
`,
  )
}
