// Detects whether the service is reachable, from the result of every request, and retries until it responds.
import { createStore } from '../platform/store.ts'

const connected = createStore(true)
export const reachable: Omit<typeof connected, 'set'> = connected

const askAgainMs = 2_000
let lostAt = Number.NEGATIVE_INFINITY
let asking: ReturnType<typeof setTimeout> | undefined

/** Records a response. The response to a request from before a connection loss is ignored. */
export function answered(sentAt: number): void {
  if (sentAt < lostAt || connected.get()) return
  clearTimeout(asking)
  connected.set(true)
}

export function unreachable(): void {
  lostAt = performance.now()
  if (!connected.get()) return
  connected.set(false)
  asking = setTimeout(ask, askAgainMs)
}

async function ask(): Promise<void> {
  const sentAt = performance.now()
  const found = await fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (found) answered(sentAt)
  if (connected.get()) return
  clearTimeout(asking)
  asking = setTimeout(ask, askAgainMs)
}

addEventListener('offline', unreachable)
addEventListener('online', () => {
  if (!connected.get()) void ask()
})
