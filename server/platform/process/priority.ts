// Sets the priority of a thread for the processor, and the order in which Linux ends processes without memory.
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of this thread by steps from the process's priority. Only Linux has a priority per thread, and
 * only root can raise it again.
 */
export function lowerPriority(steps: number): void {
  if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + steps))
}

/** Makes Linux end this process before any other when the machine has no memory left. */
export function raiseOomScore(): void {
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Some containers do not allow a change of priority.
  }
}
