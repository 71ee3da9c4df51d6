// Tells the log why requests fail that could not be served for now: each reason with its cause, and not once for every request.
import { further, sayRarely } from '../core/repeats.ts'

export type Failures = (requestId: string, error: Error) => void

interface Log {
  warn(line: object, message: string): void
}

const quietMs = 10_000

/** By allow-list, as of requests: the reason is a sentence of ours, the cause one of the database or the system. */
export function openFailures(logger: Log): Failures {
  const sayOnce = sayRarely(quietMs)
  const say = (line: object) => logger.warn(line, 'requests fail')
  return (requestId, error) => {
    const reason = error.message
    // The same reason may have another cause, and with it another remedy.
    const cause = error.cause instanceof Error ? error.cause.message : undefined
    sayOnce({
      key: `${reason}\n${cause}`,
      now: () => say({ requestId, reason, cause }),
      again: (again) => say({ requestId, reason, cause, again }),
      others: (again) => say({ requestId, reason: further, cause: undefined, again }),
    })
  }
}
