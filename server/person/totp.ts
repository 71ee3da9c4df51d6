// Codes of authenticator apps (RFC 6238): a secret to share, and which of its codes somebody has entered.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

// What every app understands, whatever it makes of other wishes.
const form = { issuer: 'Dray', algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** A code of the step before or after is taken as well: clocks differ, and typing takes time. */
const stepsAround = 1

const encoded = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32

export const newTotpSecret = (): string => encoded(randomBytes(secretBytes))

/** For the app: as a picture, it is read off the screen. */
export const totpUri = (secret: string, email: string): string =>
  new TOTP({ ...form, label: email, secret: Secret.fromBase32(secret) }).toString()

/** The time step whose code this is. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const asked = { secret: Secret.fromBase32(secret), token: code, timestamp: now, window: stepsAround, ...form }
  const delta = TOTP.validate(asked)
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta
}
