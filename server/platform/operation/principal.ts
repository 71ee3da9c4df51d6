// Defines the principal of a request, and for how long its authentication is valid.
import type { TokenScope } from '../../../contract/endpoint.ts'

/** Returns the time of day, and the elapsed time by performance.now(), which is independent of clock changes. */
export interface ServiceClock {
  now(): number
  passedMs(): number
}

/** Maximum error of the clock of a token's issuer, in milliseconds. */
export const skewMs = 30_000

/**
 * Prefix of the subject of an outside issuer, which may be any text. It prevents confusion with a token or client of
 * Dray.
 */
export const outsidePrefix = 'outside:'

/** The factor with which a session started, in addition to a password or instead of it. */
export type SessionFactor = 'totp' | 'passkey' | 'recovery' | 'sso'

/** A person's session, which the cookie of the request identifies. */
export interface UserSession {
  tokenHash: string
  sessionId: string
  personId: string
  factor: SessionFactor | null
  /** Time at which the person last showed who they are, in milliseconds since the epoch. */
  proved: number
}

/** A driver's device, which the token of the request identifies. */
export interface DriverDevice {
  deviceId: string
  driverKey: string
}

/** Prefix of a driver's key in the actor of an event. */
export const driverPrefix = 'driver:'

export interface RequestPrincipal {
  /** Id of the environment; empty for operations outside environments. */
  environmentId: string
  /** The token, client, person or driver that sent the request, for the history. */
  actor: string
  /** Scopes after expansion: `*` and `write` are replaced by all scopes that they include. */
  scopes: ReadonlySet<TokenScope>
  /** Key of the rate limit. All tokens of a client share one key. */
  tokenKey: string
  session?: UserSession | undefined
  device?: DriverDevice | undefined
}

/** A token or client with the time of its last use. */
export interface TokenUse {
  environmentId: string
  /** Id of the token or client. */
  id: string
  kind: 'token' | 'client'
  /** Milliseconds since the epoch. */
  at: number
}

/** A verified token, and the conditions of its validity. */
export interface VerifiedToken {
  principal: RequestPrincipal
  expMs: number
  nbfMs: number
  /**
   * The key of Dray that signed the token. Without one, the signature is checked again after `recheckMs`, a time of
   * performance.now().
   */
  keyId: string | undefined
  recheckMs: number
  /** Ids of the token and its client. A revocation of any of them revokes the token. */
  subjects: readonly string[]
  /** The token or client whose last use is recorded. An outside issuer keeps its own records. */
  use: TokenUse | undefined
}
