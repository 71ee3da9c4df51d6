// Cuts a release: dates the changelog, sets the version, generates the documents, commits and tags. Pushes nothing.
//
//   npm run release -- 0.3.0
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

class ReleaseError extends Error {}

/** Returns the output of a command. The errors of the command appear on the terminal. */
function run(command: string, ...parameters: string[]): string {
  return execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

/** Replaces the first occurrence of a text in a file, which must contain it. */
function replaceIn(file: string, text: string, replacement: string): void {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new ReleaseError(`${file} does not contain ${text.trim()}`)
  writeFileSync(file, before.replace(text, replacement))
}

/** Rejects a version that is not later than the current one, uncommitted changes, and a changelog without changes. */
function checkRelease(version: string, current: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseError('Usage: npm run release -- MAJOR.MINOR.PATCH')
  if (version.localeCompare(current, 'en', { numeric: true }) <= 0)
    throw new ReleaseError(`${version} is not later than the current version ${current}`)
  if (run('git', 'status', '--porcelain') !== '')
    throw new ReleaseError('Commit or discard the uncommitted changes first')
  const [, afterHeading = ''] = readFileSync('CHANGELOG.md', 'utf8').split('\n## Unreleased\n')
  const [changes = ''] = afterHeading.split('\n## ')
  if (!changes.includes('\n- ')) throw new ReleaseError('CHANGELOG.md lists no changes under "## Unreleased"')
}

function cutRelease(version: string, current: string): void {
  const today = new Date().toISOString().slice(0, 10)
  replaceIn('CHANGELOG.md', '\n## Unreleased\n', `\n## ${version} – ${today}\n`)
  const [before, after] = [`"version": "${current}"`, `"version": "${version}"`]
  // package-lock.json repeats the version; both lines precede the versions of the dependencies.
  for (const file of ['package.json', 'package-lock.json', 'package-lock.json']) replaceIn(file, before, after)
  run(process.execPath, 'docs/generate.ts')
  run('git', 'commit', '--quiet', '--all', '--message', `release: set version ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Dray ${version}`)
}

const [version = ''] = process.argv.slice(2)
try {
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  checkRelease(version, current)
  cutRelease(version, current)
  console.log(`Tagged v${version}. Publish it with: git push --follow-tags`)
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
