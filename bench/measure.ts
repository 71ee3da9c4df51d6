// One slice of load on one target: what it did, what it cost the target, and whether the machine was ours meanwhile.
import { readFileSync } from 'node:fs'
import type { Driver } from './load.ts'
import type { Target } from './processes.ts'
import type { GroupResult, Load } from './workload.ts'

/** Linux counts in these for every program, whatever the kernel's own tick is. */
const ticksPerSecond = 100
/** Of one core: what others and the hypervisor may take before a slice no longer counts. */
const disturbanceMax = 0.25

/** All threads of a process, those that have ended included. */
export const cpuSeconds = (pid: number): number => secondsIn(`/proc/${pid}/stat`)

/** The one that answers requests. */
export const mainThreadSeconds = (pid: number): number => secondsIn(`/proc/${pid}/task/${pid}/stat`)

function secondsIn(file: string): number {
  const stat = readFileSync(file, 'latin1')
  // The name in the second field may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function machineSeconds(): { busy: number; steal: number } {
  const line = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'latin1'))![1]!
  const [user, nice, system, , , interrupt, softInterrupt, steal] = line.split(' ').map(Number) as number[]
  return {
    busy: (user! + nice! + system! + interrupt! + softInterrupt!) / ticksPerSecond,
    steal: steal! / ticksPerSecond,
  }
}

export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1_024
}

export interface Slice {
  requests: number
  perSecond: number
  groups: GroupResult[]
  /** Microseconds of the target's CPU for one request. */
  cpuMicros: number
  /** Cores that the hypervisor took away, and that other processes used. */
  stealCores: number
  foreignCores: number
  clean: boolean
}

export async function measure(driver: Driver, target: Target, load: Omit<Load, 'port'>): Promise<Slice> {
  const sample = () => {
    const machine = machineSeconds()
    const server = cpuSeconds(target.pid)
    return {
      server,
      ours: server + cpuSeconds(driver.pid) + cpuSeconds(process.pid),
      ...machine,
      ms: performance.now(),
    }
  }
  const before = sample()
  const result = await driver.run({ ...load, port: target.port })
  const after = sample()
  const wall = (after.ms - before.ms) / 1_000
  const requests = result.groups.reduce((sum, group) => sum + group.requests, 0)
  const stealCores = (after.steal - before.steal) / wall
  const foreignCores = Math.max(0, (after.busy - before.busy - (after.ours - before.ours)) / wall)
  return {
    requests,
    perSecond: requests / result.seconds,
    groups: result.groups,
    cpuMicros: ((after.server - before.server) * 1e6) / requests,
    stealCores,
    foreignCores,
    clean: stealCores + foreignCores <= disturbanceMax,
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
