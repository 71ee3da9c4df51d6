// Keeps a log from being filled by one thing: it is said at once, and then how often it came again.

/** Some name a file, so there may be as many as there are files. */
const reasonsMax = 100
/** Instead of the reason of those that are too many to be told apart. */
export const further = 'further reasons'

type Again = (times: number) => void

interface Repeated {
  /** What is the same has the same one. */
  key: string
  now(): void
  again: Again
  /** Where there are too many to be told apart. */
  others: Again
}

export function sayRarely(quietMs: number): (repeated: Repeated) => void {
  const said = new Map<string, { times: number; again: Again }>()
  function quieten(key: string, times: number, again: Again): void {
    const known = { times, again }
    said.set(key, known)
    setTimeout(() => {
      said.delete(key)
      if (known.times > 0) known.again(known.times)
    }, quietMs).unref()
  }
  function count(key: string, again: Again): boolean {
    const known = said.get(key)
    if (!known) return false
    known.times++
    known.again = again
    return true
  }
  return ({ key, now, again, others }) => {
    if (count(key, again)) return
    if (said.size < reasonsMax) {
      now()
      quieten(key, 0, again)
    } else if (!count(further, others)) quieten(further, 1, others)
  }
}
