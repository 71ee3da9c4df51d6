// Which thread comes first where the processor is busy.
import { constants, getPriority, setPriority } from 'node:os'

/** From now on this thread lets others go first. Only Linux gives each thread a priority of its own. Counted from what the process was started with: nobody but root may come forward again. */
export function stepBack(steps: number): void {
  if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + steps))
}
