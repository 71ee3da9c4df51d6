// What a load is, and the process that drives it: the driver has a core of its own to take, so that it never slows its target from inside.
import type { ChildProcess } from 'node:child_process'
import { answerOf, forkChild } from './processes.ts'

/** Bytes of a request that change from one to the next: a stored id or key, or a number that was never used. */
export interface Patch {
  at: number
  from: 'id' | 'key' | 'serial'
}
export interface Template {
  bytes: string
  patches: Patch[]
  /** What an answer must have; any other one is a failure. */
  status: number
  /** Whether an answer names the order that its request asked for. */
  named: boolean
}
export interface Group {
  name: string
  connections: number
  template: Template
}
export interface Load {
  port: number
  groups: Group[]
  ids: string[]
  keys: string[]
  /** It ends with whichever comes first. */
  seconds: number
  requestsMax: number
  /** Where its new numbers begin at the least; for drivers that run at the same time. */
  serialFrom?: number
}
export interface GroupResult {
  name: string
  requests: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}
export interface LoadResult {
  seconds: number
  /** The first number that no key was made of yet. */
  serialNext: number
  failures: number
  /** The first answer that was not as expected. */
  failure: string | undefined
  groups: GroupResult[]
}

export interface Driver {
  pid: number
  run(load: Load): Promise<LoadResult>
}

/** How much longer than asked a load may take: its last requests have to be answered. */
const graceSeconds = 30

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
