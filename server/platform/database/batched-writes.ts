// Writes of one environment that come together: they wait for those that are under way, and then go side by side.

import { atEndOfTurn, company } from '../fairness/contention.ts'
import { openTurns } from '../fairness/fair-queue.ts'
import { openShares, travelling } from '../fairness/time-share.ts'
import { unavailable, type Writer } from './database.ts'
import { type Patience, tooLong } from './postgres-transaction.ts'

type Work<T> = (tx: Writer) => T | Promise<T>
type Attempt<T> = (patience: Patience) => Promise<T>

/** Somebody's write, and how it ends for them. */
export interface Companion {
  work: Work<unknown>
  patience: Patience
  /** Writes it alone. */
  alone: Attempt<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

export interface Together {
  /** The first attempt is made together with others, further ones alone. */
  firstIn<T>(alone: Attempt<T>, work: Work<T>): Attempt<T>
  /** How many wait for those under way. */
  waiting(): number
}

/** Each waits for all of them: many more would cost little less. Beside others they are few, and one group at a time. */
const togetherMax = 32
const sharedMax = 8

export function openTogether(write: (companions: Companion[]) => Promise<void>, waitingMax: number): Together {
  const waiting = openTurns<Companion>()
  const shares = openShares(travelling)
  /** How many groups of an environment are about to set out, and how many are under way. */
  const groups = new Map<string, { due: number; underWay: number }>()

  async function setOut(whose: string): Promise<void> {
    const own = groups.get(whose)!
    const companions: Companion[] = []
    const max = company.isThere() ? sharedMax : togetherMax
    while (companions.length < max && waiting.sizeOf(whose) > 0) {
      const companion = waiting.next((one) => one === whose)!
      // Whose time is over has had an answer.
      if (companion.patience.over) companion.reject(tooLong())
      else companions.push(companion)
    }
    own.due--
    own.underWay++
    const beganMs = performance.now()
    if (companions.length > 0) await (companions.length === 1 ? goAlone(companions[0]!) : write(companions))
    own.underWay--
    shares.used(whose, performance.now() - beganMs)
    consider(whose)
  }

  /** Few wait for those under way, so that they are more then; many are enough by themselves. */
  function consider(whose: string): void {
    const own = groups.get(whose) ?? { due: 0, underWay: 0 }
    const left = waiting.sizeOf(whose) - own.due * togetherMax
    if ((left >= togetherMax && !company.isThere()) || (left > 0 && own.due + own.underWay === 0)) {
      own.due++
      const restMs = shares.restMs(whose)
      if (restMs > 0) setTimeout(setOut, restMs, whose)
      // Those of one turn of the event loop go together.
      else atEndOfTurn(() => setOut(whose))
    }
    if (own.due + own.underWay === 0) groups.delete(whose)
    else groups.set(whose, own)
  }

  const join = (companion: Companion): void => {
    const { whose } = companion.patience
    if (!waiting.hasRoom(whose, waitingMax)) {
      companion.reject(unavailable('Too many requests are waiting for the database.'))
      return
    }
    waiting.add(whose, companion)
    consider(whose)
  }

  return {
    firstIn: (alone, work) => {
      let isFirst = true
      return (patience) => {
        if (!isFirst) return alone(patience)
        isFirst = false
        return new Promise((resolve, reject) =>
          join({ work, patience, alone, resolve: resolve as Companion['resolve'], reject }),
        )
      }
    },
    waiting: () => waiting.size(),
  }
}

export async function goAlone({ alone, patience, resolve, reject }: Companion): Promise<void> {
  await alone(patience).then(resolve, reject)
}
