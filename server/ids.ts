// Issues ids: UUIDs of version 7, strictly ascending within a thread, so that they sort by creation.
import { randomFillSync } from 'node:crypto'

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const pool = Buffer.alloc(4096)
let used = pool.length
let lastMs = 0
let counter = 0

export function newId(now: number = Date.now()): string {
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xfff) {
    // More than the twelve bits hold: borrow from the next millisecond, order counts more than the clock.
    lastMs++
    counter = 0
  }
  if (used + 8 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += 8
  const time = lastMs.toString(16).padStart(12, '0')
  const sequence = counter.toString(16).padStart(3, '0')
  const variant = hex[(pool[at]! & 0x3f) | 0x80]!
  const byte = (index: number) => hex[pool[at + index]!]!
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`
}
