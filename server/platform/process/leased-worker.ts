// A leased worker: finds items with work, and works on each one under a lease, so that one instance works on an item at
// a time.
import { watchLeases } from './leases.ts'
import { withTimeout } from './timeout.ts'

/** Longest time between two searches for work, in milliseconds. */
export const pollMs = 1_000

/** An item with the stored owner and end of its lease. */
export interface LeasedItem {
  /** Owner of the lease; undefined if rows do not name their owner. Leases of this instance then have the end 0. */
  leaseOwner?: string | null
  leaseUntil: number
}

/** The values of a claim for a lease. */
export interface LeaseClaim {
  /** Identifies this process among all processes of the database. */
  owner: string
  leaseMs: number
  /** End of the previous lease, which was found to be over. */
  overUntil: number
}

/** The work on one item, from its claim to its release. */
export interface LeasedJob<Held> {
  /** The value that the claim returned. */
  held: Held
  claim: LeaseClaim
  /** Aborts when the worker stops, or when `end` of the running item is called. */
  signal: AbortSignal
  /** Renews the lease if a third of it is over. Returns false if another instance has it. */
  keepLease(): Promise<boolean>
}

export interface RunningItem<Item> {
  item: Item
  /** Whether the lease is claimed. */
  isHeld: boolean
  end(): void
}

/** The jobs of this process, for `find`. */
export interface LeasedJobs<Item> {
  /** Running items, by their key. */
  running: ReadonlyMap<string, RunningItem<Item>>
  /** Whether an instance holds the lease of an item. */
  isLeased(item: Item): boolean
  /**
   * Returns whether this instance may work on an item. Call it for every item in every search, even for an item without
   * work. A lease that ends too far ahead counts as over if no instance renews it after the first call.
   */
  isFree(item: Item): boolean
  /** Starts the work on an item, unless it is under way or the worker stops. */
  start(item: Item): void
}

export interface LeasedWork<Item extends LeasedItem, Held> {
  owner: string
  leaseMs: number
  /**
   * Time from a wake to the search, and shortest time between two searches, in milliseconds. Without it, a wake
   * searches immediately.
   */
  wakeMs?: number
  /** Time in which running jobs may end after a stop, in milliseconds. Without it, the stop waits for all jobs. */
  graceMs?: number
  /** Whether jobs are limited in number, so that the end of a job makes room for another. */
  isLimited?: boolean
  /** Interval at which the worker renews a lease, in milliseconds; without it, the job calls `keepLease`. */
  renewMs?: number
  /** Items with the same key run one after the other. */
  keyOf(item: Item): string
  /** Name of the lease. */
  leaseOf(item: Item): string
  /** Finds items with work, and starts them. Returns the milliseconds until the next search, at most `pollMs`. */
  find(jobs: LeasedJobs<Item>): Promise<number | undefined>
  /** Takes the lease. Returns undefined if another instance has it. */
  claim(item: Item, claim: LeaseClaim): Promise<Held | undefined>
  /**
   * Renews the lease. Returns false if another instance has it. Without this function, the stored rows of the job
   * extend the lease.
   */
  renew?(item: Item, claim: LeaseClaim): Promise<boolean>
  release(item: Item, claim: LeaseClaim): Promise<void>
  run(item: Item, job: LeasedJob<Held>): Promise<void>
  /** Handles the failure of a search or a job. A job counts as running until this function has ended. */
  failed(error: unknown, item?: Item): unknown
}

export interface LeasedWorker {
  /** Searches for work, because there may be some. */
  wake(): void
  /** Starts no more jobs, and resolves when the running ones have ended. */
  stop(): Promise<void>
}

export function startLeasedWorker<Item extends LeasedItem, Held>(work: LeasedWork<Item, Held>): LeasedWorker {
  const { owner, leaseMs, wakeMs = 0 } = work
  const leases = watchLeases(leaseMs)
  const running = new Map<string, RunningJob<Item>>()
  let isStopping = false

  const isLeased = (item: Item) => !leases.isOver(work.leaseOf(item), item.leaseUntil, Date.now())
  function start(item: Item): void {
    const key = work.keyOf(item)
    if (isStopping || running.has(key)) return
    const ended = new AbortController()
    const job: RunningJob<Item> = {
      item,
      isHeld: false,
      signal: ended.signal,
      done: Promise.resolve(),
      end: () => ended.abort(),
    }
    running.set(key, job)
    job.done = perform(work, job).then(
      () => {
        running.delete(key)
        if (work.isLimited) search.searchNow()
      },
      // Does not search immediately, because the cause of the failure may last.
      async (error) => {
        await work.failed(error, item)
        running.delete(key)
      },
    )
  }
  const jobs: LeasedJobs<Item> = {
    running,
    isLeased,
    isFree: (item) => item.leaseOwner === owner || !isLeased(item),
    start,
  }
  const search = repeat(() => work.find(jobs), { failed: work.failed, leastMs: wakeMs })

  return {
    wake: wakeMs > 0 ? search.soon : search.searchNow,
    async stop() {
      isStopping = true
      for (const { end } of running.values()) end()
      await search.stop()
      const completion = Promise.all([...running.values()].map(({ done }) => done))
      await (work.graceMs === undefined ? completion : withTimeout(work.graceMs, completion))
    },
  }
}

interface RunningJob<Item> extends RunningItem<Item> {
  signal: AbortSignal
  done: Promise<void>
}

async function perform<Item extends LeasedItem, Held>(
  work: LeasedWork<Item, Held>,
  job: RunningJob<Item>,
): Promise<void> {
  const { item, signal } = job
  const claim: LeaseClaim = { owner: work.owner, leaseMs: work.leaseMs, overUntil: item.leaseUntil }
  // Uses performance.now(), so that the lease is renewed in time even if the clock is set back.
  let renewedAt = performance.now()
  const claimed = await work.claim(item, claim)
  if (claimed === undefined) return
  job.isHeld = true
  const keepLease = async (): Promise<boolean> => {
    const checkedAt = performance.now()
    if (!work.renew || checkedAt - renewedAt <= work.leaseMs / 3) return true
    if (!(await work.renew(item, claim))) return false
    renewedAt = checkedAt
    return true
  }
  const renew = () => void work.renew?.(item, claim).catch(work.failed)
  const renewal = work.renewMs === undefined ? undefined : setInterval(renew, work.renewMs).unref()
  try {
    await work.run(item, { held: claimed, claim, signal, keepLease })
  } finally {
    clearInterval(renewal)
    // Another instance may take the item immediately.
    await work.release(item, claim)
  }
}

interface Repeated {
  /** Searches now. If a search is under way, searches again after its end, because it may have begun too early. */
  searchNow(): void
  /** Searches in `leastMs`, so that wakes that follow each other cause one search. */
  soon(): void
  stop(): Promise<void>
}

/** Searches for work until it is stopped. Each search starts after the delay that the previous one returned. */
function repeat(
  search: () => Promise<number | undefined>,
  { failed, leastMs }: { failed(error: unknown): unknown; leastMs: number },
): Repeated {
  let next: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let searching: Promise<void> | undefined
  let isStopping = false

  async function searchOnce(): Promise<void> {
    clearTimeout(next)
    let delayMs: number | undefined
    try {
      delayMs = await search()
    } catch (error) {
      failed(error)
    }
    if (!isStopping) next = setTimeout(start, Math.max(leastMs, Math.min(delayMs ?? pollMs, pollMs))).unref()
  }
  function start(): void {
    if (!isStopping) searching ??= searchOnce().finally(() => (searching = undefined))
  }
  const searchNow = () => void (searching ? searching.then(start) : start())

  start()
  return {
    searchNow,
    soon() {
      soon ??= setTimeout(() => {
        soon = undefined
        searchNow()
      }, leastMs).unref()
    },
    async stop() {
      isStopping = true
      clearTimeout(next)
      clearTimeout(soon)
      await searching
    },
  }
}
