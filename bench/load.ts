// Starts the process that drives a load, on a core of its own, so that it does not slow its target.
import type { ChildProcess } from 'node:child_process'
import { answerOf, forkChild } from './processes.ts'
import type { Load, LoadResult } from './workload.ts'

export interface Driver {
  pid: number
  run(load: Load): Promise<LoadResult>
}

/** How much longer than asked a load may take: its last requests have to be answered. */
const graceSeconds = 90

export async function startDriver(): Promise<Driver> {
  const child: ChildProcess = forkChild(new URL('./driver.ts', import.meta.url))
  return {
    pid: child.pid!,
    async run(load) {
      child.send(load)
      const result = await answerOf<LoadResult>(child, load.seconds + graceSeconds)
      if (result.failures > 0) throw new Error(`${result.failures} requests failed, the first with: ${result.failure}`)
      return result
    },
  }
}
