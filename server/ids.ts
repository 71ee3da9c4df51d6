// Issues ids: UUIDs of version 7, strictly ascending within a thread, so that they sort by creation.
import { randomBytes } from 'node:crypto'

const poolBytes = 4096
/** Random bytes as hexadecimal text, taken piece by piece: asking for a few at a time would cost more than the rest. */
let pool = ''
let used = 0
let lastMs = 0
let timePart = ''
let counter = 0

export function newId(now: number = Date.now()): string {
  if (now > lastMs) start(now)
  // More than the twelve bits hold: borrow from the next millisecond, order counts more than the clock.
  else if (++counter > 0xfff) start(lastMs + 1)
  if (used + 16 > pool.length) {
    pool = randomBytes(poolBytes).toString('hex')
    used = 0
  }
  const at = used
  used += 16
  const variant = '89ab'[pool.charCodeAt(at) & 3]!
  const sequence = (counter + 0x7000).toString(16)
  return `${timePart}-${sequence}-${variant}${pool.slice(at + 1, at + 4)}-${pool.slice(at + 4, at + 16)}`
}

function start(ms: number): void {
  lastMs = ms
  counter = 0
  const hex = ms.toString(16).padStart(12, '0')
  timePart = `${hex.slice(0, 8)}-${hex.slice(8)}`
}
