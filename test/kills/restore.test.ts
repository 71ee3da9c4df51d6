// A restore happens as a whole or not at all, at whichever step it is killed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { program } from '../support/command-line.ts'
import { prepareRestores } from '../support/restores.ts'

const killer = new URL('../support/kill-at-step.ts', import.meta.url).href

test('a restore that is killed at any step can be repeated without losing data', async (t) => {
  const { backup, copyOfOriginal, assertRecovers } = await prepareRestores(t)
  let kills = 0
  for (let at = 1; ; at++) {
    const data = copyOfOriginal(t)
    const child = spawn(process.execPath, ['--import', killer, program, 'restore', backup, '--force', '--data', data], {
      env: { ...process.env, DRAY_TEST_KILL_AT: String(at) },
      stdio: 'ignore',
    })
    const [code, signal] = await once(child, 'exit')
    if (signal === 'SIGKILL') kills++
    else assert.equal(code, 0)
    await assertRecovers(data, `killed at step ${at}`)
    if (signal !== 'SIGKILL') break
  }
  assert.ok(kills > 8, `${kills} steps`)
  t.diagnostic(`killed ${kills} times`)
})
