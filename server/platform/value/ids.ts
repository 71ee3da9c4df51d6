// Issues ids: UUIDs of version 7, strictly ascending within a thread, so that they sort by creation.
import { randomBytes } from 'node:crypto'

const poolBytes = 4096
/** Random bytes for many ids. Requesting a few bytes at a time would take longer than all other steps. */
let pool = randomBytes(poolBytes)
let used = 0
let lastMs = 0
let counter = 0

const digits = Buffer.from('0123456789abcdef')
/**
 * Text of an id, which is changed in place and copied as one piece. Text that was joined from pieces is slow to write
 * as JSON.
 */
const text = Buffer.from('00000000-0000-7000-8000-000000000000')
const sequenceAt = 15
const randomAt = 19
const dashAt = 23

export function createId(now: number = Date.now()): string {
  if (now > lastMs) startMillisecond(now)
  // The counter has only twelve bits. It continues in the next millisecond, because the order of ids is more important
  // than their time.
  else if (++counter > 0xfff) startMillisecond(lastMs + 1)
  text[sequenceAt] = digits[counter >> 8]!
  text[sequenceAt + 1] = digits[(counter >> 4) & 15]!
  text[sequenceAt + 2] = digits[counter & 15]!
  writeRandom()
  return text.toString('latin1')
}

/** Returns whether a text has the form of an id of Dray. */
export const isIssuedId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text)

/** Returns an id at a time: later ids sort after it, and earlier ids before it. */
export const createIdAt = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

function startMillisecond(ms: number): void {
  lastMs = ms
  counter = 0
  const hex = ms.toString(16).padStart(12, '0')
  text.write(`${hex.slice(0, 8)}-${hex.slice(8)}`, 'latin1')
}

function writeRandom(): void {
  if (used + 8 > poolBytes) {
    pool = randomBytes(poolBytes)
    used = 0
  }
  for (let index = 0, offset = randomAt; index < 8; index++) {
    const byte = pool[used++]!
    if (offset === dashAt) offset++
    // The first digit holds the variant in its two upper bits.
    text[offset++] = digits[index === 0 ? 8 | ((byte >> 4) & 3) : byte >> 4]!
    text[offset++] = digits[byte & 15]!
  }
}
