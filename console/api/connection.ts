// Detects whether the service is reachable, from the result of every request, and retries until it responds.
import { createStore } from '../platform/store.ts'

const connected = createStore(true)
export const isReachable: Omit<typeof connected, 'set'> = connected

const retryMs = 2_000
let lostAt = Number.NEGATIVE_INFINITY
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** Records a response. The response to a request from before a connection loss is ignored. */
export function recordResponse(sentAt: number): void {
  if (sentAt < lostAt || connected.get()) return
  clearTimeout(retryTimer)
  connected.set(true)
}

export function recordConnectionLoss(): void {
  lostAt = performance.now()
  if (!connected.get()) return
  connected.set(false)
  retryTimer = setTimeout(checkConnection, retryMs)
}

async function checkConnection(): Promise<void> {
  const sentAt = performance.now()
  const found = await fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (found) recordResponse(sentAt)
  if (connected.get()) return
  clearTimeout(retryTimer)
  retryTimer = setTimeout(checkConnection, retryMs)
}

addEventListener('offline', recordConnectionLoss)
addEventListener('online', () => {
  if (!connected.get()) void checkConnection()
})
