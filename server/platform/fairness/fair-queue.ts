// Takes what waits in turn: one of each environment, then the next of each, so that a crowd waits behind itself only.

export interface Turns<T> {
  /** Answers how many wait now. */
  add(whose: string, item: T): number
  /** Takes out the one whose turn it is, of those that may have one with the item that would be theirs. */
  next(may?: (whose: string, item: T) => boolean): T | undefined
  /** Puts back what was taken, before all else of the same environment. */
  return(whose: string, item: T): void
  /** Takes out those that are concerned. */
  remove(concerned: (item: T) => boolean): T[]
  size(): number
  sizeOf(whose: string): number
  /** Whether one more fits into a queue of this length. */
  hasRoom(whose: string, max: number): boolean
}

export function openTurns<T>(): Turns<T> {
  /** In the order of their turns. Nobody is in it who waits for nothing. */
  const waiting = new Map<string, T[]>()
  let size = 0
  return {
    add(whose, item) {
      size++
      const own = waiting.get(whose)
      if (own) own.push(item)
      else waiting.set(whose, [item])
      return size
    },
    next(may) {
      for (const [whose, own] of waiting) {
        if (may?.(whose, own[0]!) === false) continue
        size--
        const item = own.shift()!
        // Alone, one need not line up again, which makes a new table of the map every other time.
        if (own.length > 0 && waiting.size === 1) return item
        waiting.delete(whose)
        if (own.length > 0) waiting.set(whose, own)
        return item
      }
      return undefined
    },
    return(whose, item) {
      size++
      const own = waiting.get(whose)
      if (own) own.unshift(item)
      else waiting.set(whose, [item])
    },
    remove(concerned) {
      const removed: T[] = []
      for (const [whose, own] of waiting) {
        removed.push(...own.filter(concerned))
        const left = own.filter((item) => !concerned(item))
        if (left.length > 0) waiting.set(whose, left)
        else waiting.delete(whose)
      }
      size -= removed.length
      return removed
    },
    size: () => size,
    sizeOf: (whose) => waiting.get(whose)?.length ?? 0,
    hasRoom: (whose, max) => hasRoom(whose, { all: size, own: waiting.get(whose)?.length ?? 0 }, max),
  }
}

interface Leaving {
  /** Of those who need nothing any more. */
  gone: AbortSignal | undefined
  reject(error: unknown): void
}

/** Adds somebody who may leave before their turn: the place is then given back. */
export function addUntilGone<T extends Leaving>(turns: Turns<T>, whose: string, item: T): void {
  const { gone, reject } = item
  const leave = () => {
    if (turns.remove((one) => one === item).length > 0) reject(gone!.reason)
  }
  turns.add(whose, item)
  if (gone?.aborted) leave()
  else gone?.addEventListener('abort', leave, { once: true })
}

/** Whether one more fits: of the places in a queue one environment may take half, so that others find room whatever it does. */
export const hasRoom = (whose: string, { all, own }: { all: number; own: number }, max: number): boolean =>
  all < max && (whose === '' || own < Math.max(1, Math.floor(max / 2)))

const lastsMs = 1_000

/** Tells whether several environments have come lately. What nobody has asked for (no name) counts for none. */
export function watchCompany(clock: () => number = () => performance.now()): {
  came(whose: string): void
  isThere(): boolean
} {
  let last: string | undefined
  let until = Number.NEGATIVE_INFINITY
  return {
    came(whose) {
      if (whose === last || whose === '') return
      if (last !== undefined) until = clock() + lastsMs
      last = whose
    },
    // Asked several times for every request: who has always been alone need not look at the clock.
    isThere: () => until > 0 && clock() < until,
  }
}
