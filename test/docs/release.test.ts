// The release script, run in a clone of this repository.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { withoutCommands } from '../support/commands.ts'
import { temporaryFolder } from '../support/harness.ts'

const root = join(import.meta.dirname, '../..')
const skip = withoutCommands('git')
const identity = { GIT_AUTHOR_NAME: 'Kim', GIT_AUTHOR_EMAIL: 'kim@example.com' }
const env = { ...process.env, ...identity, GIT_COMMITTER_NAME: 'Kim', GIT_COMMITTER_EMAIL: 'kim@example.com' }

/** Clones the repository and commits the given text as the changelog. */
function cloneWith(t: TestContext, changelog: string) {
  const cwd = join(temporaryFolder(t), 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, cwd], { env })
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd, env, encoding: 'utf8' }).trim()
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'))
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
  writeFileSync(join(cwd, 'CHANGELOG.md'), changelog)
  writeFileSync(join(cwd, '.git/info/exclude'), 'node_modules\n')
  git('commit', '--quiet', '--all', '--message', 'docs: list a change')
  const release = (version: string) => {
    const script = join(root, 'deploy/release.ts')
    const { status, stderr } = spawnSync(process.execPath, [script, version], { cwd, env, encoding: 'utf8' })
    return { status, error: stderr.trim() }
  }
  return { cwd, git, read, release }
}

test('the release script dates the changelog, sets every version, commits and tags', { skip }, (t) => {
  const { git, read, release } = cloneWith(t, '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 – 2026-11-15\n')
  assert.deepEqual(release('99.10.0'), { status: 0, error: '' })
  assert.match(read('CHANGELOG.md'), /^# Changelog\n\n## 99\.10\.0 – \d{4}-\d\d-\d\d\n\n- A change\.\n/)
  const versions = [JSON.parse(read('package.json')).version, JSON.parse(read('docs/openapi.json')).info.version]
  const { version, packages } = JSON.parse(read('package-lock.json'))
  assert.deepEqual([...versions, version, packages[''].version], Array(4).fill('99.10.0'))
  assert.equal(git('log', '-1', '--format=%s'), 'release: set version 99.10.0')
  assert.equal(git('rev-parse', 'v99.10.0^{commit}'), git('rev-parse', 'HEAD'))
  assert.equal(git('status', '--porcelain'), '')
})

test('the release script changes nothing if a condition is not met', { skip }, (t) => {
  const { cwd, git, read, release } = cloneWith(
    t,
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 – 2026-11-15\n\n- A change.\n',
  )
  const { version } = JSON.parse(read('package.json'))
  assert.deepEqual(release('1'), { status: 1, error: 'Usage: npm run release -- MAJOR.MINOR.PATCH' })
  assert.deepEqual(release(version), {
    status: 1,
    error: `${version} is not later than the current version ${version}`,
  })
  assert.deepEqual(release('99.0.0'), { status: 1, error: 'CHANGELOG.md lists no changes under "## Unreleased"' })
  assert.equal(git('status', '--porcelain'), '')
  writeFileSync(join(cwd, 'README.md'), 'changed')
  assert.deepEqual(release('99.0.0'), { status: 1, error: 'Commit or discard the uncommitted changes first' })
  assert.equal(git('tag'), '')
})
