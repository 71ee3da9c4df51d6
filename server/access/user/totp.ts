// Creates secrets for authenticator apps (RFC 6238), and finds the time step of an entered code.
import { randomBytes } from 'node:crypto'

/** Loads the library on first use, because most starts do not need it. */
const library = () => import('otpauth')

// Form of codes that every app supports. Apps may ignore other parameters.
const form = { issuer: 'Dray', algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** A code of the step before or after is taken as well: clocks differ, and typing takes time. */
const stepsAround = 1

/** Creates a secret in Base32, the form that apps read. */
export async function createTotpSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32
}

/** Returns the address of a secret, for a code that an app scans. */
export async function formatTotpUri(secret: string, email: string): Promise<string> {
  const { Secret, TOTP } = await library()
  return new TOTP({ ...form, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** The time step whose code this is. */
export async function findTimeStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const { Secret, TOTP } = await library()
  const options = { ...form, secret: Secret.fromBase32(secret), token: code, timestamp: now, window: stepsAround }
  const delta = TOTP.validate(options)
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta
}
