// Whether the service can be reached: learned from every request, and asked again until it answers.
import { createStore } from '../store.ts'

export const reachable = createStore(true)

const askAgainMs = 2_000

export function unreachable(): void {
  if (!reachable.get()) return
  reachable.set(false)
  setTimeout(ask, askAgainMs)
}

async function ask(): Promise<void> {
  const answered = await fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (answered) reachable.set(true)
  else setTimeout(ask, askAgainMs)
}

addEventListener('offline', unreachable)
