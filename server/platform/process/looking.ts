// Looks for work again and again, one look at a time: by itself after a while, and soon after there may be some.

export interface Looking {
  /** There may be something: a look that is under way may have come too early for it. */
  now(): void
  /** The same a moment later: what follows closely is looked for together. */
  soon(): void
  /** Looks no more; resolves when the look under way has ended. */
  stop(): Promise<void>
}

interface LookingOptions {
  failed(error: unknown): void
  /** What `soon` waits for; two looks are never closer together by themselves. */
  soonMs?: number
}

/** After so long at the latest it is looked again. */
export const pollMs = 1_000

/** A look may answer in how many milliseconds the next one is due. */
export function lookForWork(look: () => Promise<number | undefined>, { failed, soonMs = 0 }: LookingOptions): Looking {
  let next: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStopping = false

  async function lookOnce(): Promise<void> {
    clearTimeout(next)
    let dueMs: number | undefined
    try {
      dueMs = await look()
    } catch (error) {
      failed(error)
    }
    if (!isStopping) next = setTimeout(start, Math.max(soonMs, Math.min(dueMs ?? pollMs, pollMs))).unref()
  }
  function start(): void {
    if (!isStopping) looking ??= lookOnce().finally(() => (looking = undefined))
  }
  const now = () => void (looking ? looking.then(start) : start())

  start()
  return {
    now,
    soon() {
      soon ??= setTimeout(() => {
        soon = undefined
        now()
      }, soonMs).unref()
    },
    async stop() {
      isStopping = true
      clearTimeout(next)
      clearTimeout(soon)
      await looking
    },
  }
}
