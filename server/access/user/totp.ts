// Creates secrets for authenticator apps (RFC 6238), and finds the time step of an entered code.
import { randomBytes } from 'node:crypto'

/** Loads the library on first use, because most starts do not need it. */
const library = () => import('otpauth')

// Form of the codes. Every app supports these parameters, while some apps ignore other values.
const form = { issuer: 'Dray', algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/**
 * Number of time steps before and after the current one whose codes are valid, because clocks differ and typing takes
 * time.
 */
const stepsAround = 1

/** Creates a secret in Base32, which authenticator apps read. */
export async function createTotpSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32
}

/** Returns the `otpauth:` URI of a secret, for the QR code that an app scans. */
export async function formatTotpUri(secret: string, email: string): Promise<string> {
  const { Secret, TOTP } = await library()
  return new TOTP({ ...form, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** Returns the time step of a code, or undefined if the code is wrong. */
export async function findTimeStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const { Secret, TOTP } = await library()
  const options = { ...form, secret: Secret.fromBase32(secret), token: code, timestamp: now, window: stepsAround }
  const delta = TOTP.validate(options)
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta
}
