// Loaded before a command: ends it as `kill -9` does, right before the step on files whose number DRAY_TEST_KILL_AT tells.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const killAt = Number(process.env.DRAY_TEST_KILL_AT)
let step = 0
for (const name of ['linkSync', 'renameSync', 'rmSync', 'fsyncSync', 'chmodSync', 'writeSync'] as const) {
  const original = fs[name] as (...values: unknown[]) => unknown
  Object.assign(fs, {
    [name](...values: unknown[]) {
      if (++step === killAt) process.kill(process.pid, 'SIGKILL')
      return original(...values)
    },
  })
}
syncBuiltinESMExports()
