// Only one builds the console at a time, and one that was killed on the way holds nobody up.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { withFileLock } from '../../console/file-lock.js'
import { temporaryFolder } from '../support/harness.ts'

test('console builds run one at a time', async (t) => {
  const lock = join(temporaryFolder(t), 'lock')
  let inside = 0
  const work = async () => {
    assert.equal(++inside, 1)
    for (let n = 0; n < 5; n++) await turn()
    inside--
  }
  await Promise.all([withFileLock(lock, work), withFileLock(lock, work), withFileLock(lock, work)])
  await assert.rejects(
    withFileLock(lock, async () => {
      throw new Error('failed')
    }),
    /failed/,
  )
  assert.equal(existsSync(lock), false)
})

test('a console build takes over the lock of an ended process', async (t) => {
  const lock = join(temporaryFolder(t), 'lock')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(lock, String(pid))
  let done = false
  await withFileLock(lock, async () => {
    done = true
  })
  assert.ok(done)
})

test('a console build takes over an empty lock, and waits a limited time for any other lock', async (t) => {
  const lock = join(temporaryFolder(t), 'lock')
  writeFileSync(lock, '')
  let done = 0
  const work = async () => {
    done++
  }
  await withFileLock(lock, work)
  // This process lives, and holds nothing: it has the number of one that was killed.
  writeFileSync(lock, String(process.pid))
  await assert.rejects(withFileLock(lock, work, 0), /is still locked: remove it if nobody is at work/)
  assert.equal(done, 1)
})
