// The check of commit subjects, in repositories of its own.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { withoutCommands } from '../support/commands.ts'
import { temporaryFolder } from '../support/harness.ts'

const script = join(import.meta.dirname, '../commits.ts')

/** Creates a repository with one commit per subject. */
function repository(t: TestContext, subjects: string[]) {
  const cwd = temporaryFolder(t)
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd, encoding: 'utf8' }).trim()
  const identity = ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', '-c', 'commit.gpgsign=false']
  git('init', '--quiet')
  for (const subject of ['A first commit', ...subjects])
    git(...identity, 'commit', '--quiet', '--allow-empty', '-m', subject)
  const check = (since: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, since], { cwd, encoding: 'utf8' })
    return { status, told: stdout + stderr }
  }
  return { check, first: git('rev-list', '--max-parents=0', 'HEAD') }
}

const skip = withoutCommands('git')

test('commit subjects with an area and at most 70 characters pass', { skip }, (t) => {
  const { check, first } = repository(t, ['load: lock stops', 'console, server: a b', `test: ${'x'.repeat(64)}`])
  assert.deepEqual(check(first), { status: 0, told: '' })
})

for (const subject of ['Lock stops', 'load:', 'load lock: stops', `test: ${'x'.repeat(65)}`])
  test(`the commit subject "${subject.slice(0, 20)}" fails`, { skip }, (t) => {
    const { check, first } = repository(t, ['load: lock stops', subject])
    const { status, told } = check(first)
    assert.equal(status, 1)
    assert.match(told, new RegExp(`^\\w+ ${subject}\n`))
    assert.doesNotMatch(told, /lock stops\n/)
  })

test('the check passes with a note if the history lacks the base commit', { skip }, (t) => {
  const { check } = repository(t, ['Lock stops'])
  const { status, told } = check('b'.repeat(40))
  assert.equal(status, 0)
  assert.match(told, /were not checked/)
})
