// Tells the log why requests fail that could not be served for now: each reason with its cause at once, and then how often it came again.

export type Failures = (requestId: string, error: Error) => void

interface Log {
  warn(line: object, message: string): void
}

const quietMs = 10_000
/** Some name a file, so there may be as many as there are files. */
const reasonsMax = 100

interface Repeated {
  requestId: string
  reason: string
  cause: string | undefined
  again: number
}

/** By allow-list, as of requests: the reason is a sentence of ours, the cause one of the database or the system. */
export function openFailures(logger: Log): Failures {
  const told = new Map<string, Repeated>()
  const say = (line: Omit<Repeated, 'again'> & { again?: number }) => logger.warn(line, 'requests fail')
  const quieten = (key: string, repeated: Repeated) => {
    told.set(key, repeated)
    setTimeout(() => {
      told.delete(key)
      if (repeated.again > 0) say(repeated)
    }, quietMs).unref()
  }
  return (requestId, error) => {
    const reason = error.message
    const cause = error.cause instanceof Error ? error.cause.message : undefined
    // The same reason may have another cause, and with it another remedy.
    const key = `${reason}\n${cause}`
    const known = told.get(key) ?? (told.size >= reasonsMax ? told.get(further) : undefined)
    if (known) {
      known.requestId = requestId
      known.again++
    } else if (told.size < reasonsMax) {
      say({ requestId, reason, cause })
      quieten(key, { requestId, reason, cause, again: 0 })
    } else quieten(further, { requestId, reason: further, cause: undefined, again: 1 })
  }
}

const further = 'further reasons'
