// Who comes first where the processor is busy, and who goes first where there is no memory left.
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of this thread by steps from that of the process. Only Linux has a priority per thread, and only
 * root can raise it again.
 */
export function stepBack(steps: number): void {
  if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + steps))
}

/** From now on, where the machine has no memory left, Linux ends this process before any other. */
export function goFirst(): void {
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Some containers do not let anybody say so.
  }
}
