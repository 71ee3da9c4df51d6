// Codes of authenticator apps (RFC 6238): a secret to share, and which of its codes somebody has entered.
import { randomBytes } from 'node:crypto'

/** Loaded where it is used: most starts need none of it. */
const library = () => import('otpauth')

// What every app understands, whatever it makes of other wishes.
const form = { issuer: 'Dray', algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** A code of the step before or after is taken as well: clocks differ, and typing takes time. */
const stepsAround = 1

/** In Base32, as apps want it. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32
}

/** For the app: as a picture, it is read off the screen. */
export async function totpUri(secret: string, email: string): Promise<string> {
  const { Secret, TOTP } = await library()
  return new TOTP({ ...form, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** The time step whose code this is. */
export async function stepOf(secret: string, code: string, now: number): Promise<number | undefined> {
  const { Secret, TOTP } = await library()
  const asked = { ...form, secret: Secret.fromBase32(secret), token: code, timestamp: now, window: stepsAround }
  const delta = TOTP.validate(asked)
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta
}
