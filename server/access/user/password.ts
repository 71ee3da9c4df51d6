// Hashes passwords with argon2id on other threads. Compares them without revealing which accounts exist.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createUnavailableError } from '../../platform/database/database.ts'

interface Parameters {
  /** Memory in kilobytes. */
  memory: number
  passes: number
  parallelism: number
}
/**
 * Parameters that OWASP recommends: 19 MiB, two passes. Each hash contains its parameters, so later releases can
 * increase them.
 */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

const derive = promisify(argon2)

/**
 * Largest number of hashes at the same time. Each uses a thread and 19 MiB for some tens of milliseconds, which other
 * work needs too.
 */
const runningMax = 2
const waitingMax = 100
let running = 0
const waiting: (() => void)[] = []

async function fewAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw createUnavailableError('Too many users are signing in at the same time.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // Passes the slot to the next waiting caller, so that a new caller cannot take it first.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

// Normalises a password, because keyboards produce different code points for the same character.
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'))

let made = 0
/** Returns the number of hashes made, for metrics. The number rises when an attacker guesses passwords. */
export const countHashes = (): number => made

const keyOf = (password: string, salt: Buffer, parameters: Parameters, tagLength: number) =>
  fewAtATime(() => {
    made++
    return derive('argon2id', { message: bytesOf(password), nonce: salt, tagLength, ...parameters })
  })

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password in the usual form, such as `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const { memory, passes, parallelism } = current
  const hash = await keyOf(password, salt, current, hashBytes)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Hash that no password matches. A comparison with it takes as long as with the hash of an account. */
const nobody =
  `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}` +
  `$${text(randomBytes(saltBytes))}$${text(randomBytes(hashBytes))}`

/**
 * Compares a password with a stored hash. Without a hash it does the same work, so that the time does not reveal
 * whether an account exists.
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = form.exec(stored ?? nobody)!
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(hash!, 'base64')
  const actual = await keyOf(password, Buffer.from(salt!, 'base64'), parameters, expected.length)
  return timingSafeEqual(actual, expected)
}
