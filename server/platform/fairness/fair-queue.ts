// A fair queue: serves environments round robin, so that an environment with many items delays only its own items.

/**
 * A queue with one line of items per key. The key is an environment id or a part of an environment's work, such as
 * `pages of <id>`. The empty key is the service itself.
 */
export interface FairQueue<T> {
  /** Appends an item to the line of its key. Returns the number of items in all lines. */
  add(key: string, item: T): number
  /**
   * Removes and returns the first item of the next key. `mayTake` receives each key with its first item, and returns
   * false to skip the key. Returns undefined if no key is left.
   */
  takeNext(mayTake?: (key: string, item: T) => boolean): T | undefined
  /** Puts an item that was taken back to the front of the line of its key. */
  putBack(key: string, item: T): void
  /** Removes and returns the items that match. */
  removeWhere(matches: (item: T) => boolean): T[]
  size(): number
  /** Returns the number of items of a key. */
  sizeFor(key: string): number
  /** Returns whether a key may add an item to a queue of at most `max` items. */
  hasCapacity(key: string, max: number): boolean
}

export function openFairQueue<T>(): FairQueue<T> {
  /** Lines of items, in the order in which their keys are served. A key without items has no line. */
  const lines = new Map<string, T[]>()
  let size = 0
  return {
    add(key, item) {
      size++
      const line = lines.get(key)
      if (line) line.push(item)
      else lines.set(key, [item])
      return size
    },
    takeNext(mayTake) {
      for (const [key, line] of lines) {
        if (mayTake?.(key, line[0]!) === false) continue
        size--
        const item = line.shift()!
        // A single key keeps its place: moving it to the end makes the Map rebuild its table on every second call.
        if (line.length > 0 && lines.size === 1) return item
        lines.delete(key)
        if (line.length > 0) lines.set(key, line)
        return item
      }
      return undefined
    },
    putBack(key, item) {
      size++
      const line = lines.get(key)
      if (line) line.unshift(item)
      else lines.set(key, [item])
    },
    removeWhere(matches) {
      const removed: T[] = []
      for (const [key, line] of lines) {
        removed.push(...line.filter(matches))
        const remaining = line.filter((item) => !matches(item))
        if (remaining.length > 0) lines.set(key, remaining)
        else lines.delete(key)
      }
      size -= removed.length
      return removed
    },
    size: () => size,
    sizeFor: (key) => lines.get(key)?.length ?? 0,
    hasCapacity: (key, max) => hasCapacity(key, { total: size, keySize: lines.get(key)?.length ?? 0 }, max),
  }
}

interface Abortable {
  /** Aborts when the client no longer needs the item. */
  abortSignal: AbortSignal | undefined
  reject(error: unknown): void
}

/** Adds an item, and removes and rejects it if its signal aborts while it waits. */
export function addUntilAborted<T extends Abortable>(queue: FairQueue<T>, key: string, item: T): void {
  const { abortSignal, reject } = item
  const remove = () => {
    if (queue.removeWhere((entry) => entry === item).length > 0) reject(abortSignal!.reason)
  }
  queue.add(key, item)
  if (abortSignal?.aborted) remove()
  else abortSignal?.addEventListener('abort', remove, { once: true })
}

/** Returns whether a key may add an item. One key may use half of the queue, so that it cannot fill the queue alone. */
export const hasCapacity = (
  key: string,
  { total, keySize }: { total: number; keySize: number },
  max: number,
): boolean => total < max && (key === '' || keySize < Math.max(1, Math.floor(max / 2)))
