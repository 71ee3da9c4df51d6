// Authenticates the `Authorization` header of a request. All refusals have the same text.
import { LRUCache } from 'lru-cache'
import type { ServiceConfig } from '../../platform/config/config.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import {
  type RequestPrincipal,
  type ServiceClock,
  skewMs,
  type VerifiedToken,
} from '../../platform/operation/principal.ts'
import type { AccessDirectory } from './directory.ts'
import * as jwt from './jwt.ts'
import { expandScopes, splitScopes } from './scopes.ts'
import type { TokenUsage } from './usage.ts'

export interface TokenAuthenticator {
  /** Returns a principal immediately for a cached token, and a promise if a lookup is necessary. */
  authenticate(header: string | undefined): RequestPrincipal | Promise<RequestPrincipal>
}

const tokenBytesMax = 4_096
const cachedMax = 10_000
const scheme = 'Bearer '

const challenge = 'Bearer realm="dray"'
const refusal = (value: string) =>
  new ApiProblem('UNAUTHORIZED', {
    message: 'Send `Authorization: Bearer <token>` with a valid token.',
    headers: { 'WWW-Authenticate': value },
  })
/** The error of every invalid token. A different error per reason would help an attacker who forges tokens. */
const refused = (): ApiProblem => refusal(`${challenge}, error="invalid_token"`)

export function createAuthenticator(
  directory: AccessDirectory,
  config: ServiceConfig,
  usage: TokenUsage,
  clock: ServiceClock = { now: Date.now, passedMs: () => performance.now() },
): TokenAuthenticator {
  // Imports the module only with an outside issuer, because loading its library takes a twentieth of the start time.
  const outside =
    config.tokenIssuer === ''
      ? undefined
      : import('./issuer.ts').then(({ createOutsideIssuer }) => createOutsideIssuer(directory, config, clock))
  const cache = new LRUCache<string, VerifiedToken>({ max: cachedMax })

  const isCurrent = ({ principal, expMs, nbfMs, subjects }: VerifiedToken, now: number) =>
    now < expMs + skewMs &&
    now >= nbfMs - skewMs &&
    directory.hasEnvironment(principal.environmentId) &&
    !subjects.some(directory.isRevoked)

  function admit(header: string, verified: VerifiedToken | undefined, now: number): RequestPrincipal {
    if (!verified || !isCurrent(verified, now)) throw refused()
    cache.set(header, verified)
    if (verified.use) usage.touch(verified.use, now)
    return verified.principal
  }

  async function reverify(header: string, unverified: jwt.UnverifiedToken): Promise<RequestPrincipal> {
    await directory.refreshed()
    return admit(header, verifyLocalToken(unverified, directory, config.issuer), clock.now())
  }

  function verify(header: string, now: number): RequestPrincipal | Promise<RequestPrincipal> {
    const token = header.slice(scheme.length)
    const unverified = isBearer(header) ? jwt.decodeToken(token) : undefined
    if (!unverified) throw refused()
    if (outside && unverified.payload.iss === config.tokenIssuer)
      return outside
        .then((issuer) => issuer.verify(token, unverified))
        .then((verified) => admit(header, verified, clock.now()))
    const keyId = jwt.readKeyId(unverified.header)
    if (keyId === undefined) throw refused()
    // Another instance may have created the key or the environment since the last read of the directory.
    if (!directory.key(keyId)) return reverify(header, unverified)
    const verified = verifyLocalToken(unverified, directory, config.issuer)
    if (verified && !directory.hasEnvironment(verified.principal.environmentId)) return reverify(header, unverified)
    return admit(header, verified, now)
  }

  return {
    authenticate(header) {
      if (header === undefined || header === '') throw refusal(challenge)
      if (header.length > tokenBytesMax + scheme.length) throw refused()
      const now = clock.now()
      const cached = cache.get(header)
      if (cached) {
        const trusted =
          cached.keyId === undefined ? clock.passedMs() < cached.recheckMs : directory.key(cached.keyId) !== undefined
        if (trusted && isCurrent(cached, now)) {
          if (cached.use) usage.touch(cached.use, now)
          return cached.principal
        }
        cache.delete(header)
      }
      return verify(header, now)
    },
  }
}

const isBearer = (header: string) => header.slice(0, scheme.length).toLowerCase() === 'bearer '

function verifyLocalToken(
  unverified: jwt.UnverifiedToken,
  directory: AccessDirectory,
  issuer: string,
): VerifiedToken | undefined {
  const keyId = jwt.readKeyId(unverified.header)
  const key = keyId === undefined ? undefined : directory.key(keyId)
  const claims = jwt.readClaims(unverified.payload, issuer)
  if (!key || !claims || !jwt.isSignedBy(key, unverified)) return undefined
  const { jti, client_id: clientId, env: environmentId } = claims
  const actor = clientId ?? jti
  return {
    principal: { environmentId, actor, scopes: expandScopes(splitScopes(claims.scope)), tokenKey: actor },
    expMs: claims.exp * 1_000,
    nbfMs: (claims.nbf ?? 0) * 1_000,
    keyId,
    recheckMs: Number.POSITIVE_INFINITY,
    subjects: clientId === undefined ? [jti] : [jti, clientId],
    use: { environmentId, id: actor, kind: clientId === undefined ? 'token' : 'client', at: 0 },
  }
}
