// Authenticates the `Authorization` header of a request. All refusals have the same text.
import { LRUCache } from 'lru-cache'
import type { Config } from '../../platform/config/config.ts'
import { Problem } from '../../platform/error/problems.ts'
import { type Clock, type Principal, skewMs, type Verified } from '../../platform/operation/principal.ts'
import type { Directory } from './directory.ts'
import * as jwt from './jwt.ts'
import { expand, split } from './scopes.ts'
import type { Usage } from './usage.ts'

export interface Authenticator {
  /** Returns a principal immediately for a cached token, and a promise if a lookup is necessary. */
  authenticate(header: string | undefined): Principal | Promise<Principal>
}

const tokenBytesMax = 4_096
const cachedMax = 10_000
const scheme = 'Bearer '

const challenge = 'Bearer realm="dray"'
const refusal = (value: string) =>
  new Problem('UNAUTHORIZED', {
    message: 'Send `Authorization: Bearer <token>` with a valid token.',
    headers: { 'WWW-Authenticate': value },
  })
/** The error of every invalid token. A different error per reason would help an attacker who forges tokens. */
const refused = (): Problem => refusal(`${challenge}, error="invalid_token"`)

export function createAuthenticator(
  directory: Directory,
  config: Config,
  usage: Usage,
  clock: Clock = { now: Date.now, passedMs: () => performance.now() },
): Authenticator {
  // Loaded only where there is one: its library is a twentieth of the time to start.
  const outside =
    config.tokenIssuer === ''
      ? undefined
      : import('./issuer.ts').then(({ createOutsideIssuer }) => createOutsideIssuer(directory, config, clock))
  const cache = new LRUCache<string, Verified>({ max: cachedMax })

  const isCurrent = ({ principal, expMs, nbfMs, subjects }: Verified, now: number) =>
    now < expMs + skewMs &&
    now >= nbfMs - skewMs &&
    directory.hasEnvironment(principal.environmentId) &&
    !subjects.some(directory.isRevoked)

  function admit(header: string, verified: Verified | undefined, now: number): Principal {
    if (!verified || !isCurrent(verified, now)) throw refused()
    cache.set(header, verified)
    if (verified.use) usage.touch(verified.use, now)
    return verified.principal
  }

  async function lookAgain(header: string, unverified: jwt.Unverified): Promise<Principal> {
    await directory.refreshed()
    return admit(header, verifyOwn(unverified, directory, config.issuer), clock.now())
  }

  function verify(header: string, now: number): Principal | Promise<Principal> {
    const token = header.slice(scheme.length)
    const unverified = isBearer(header) ? jwt.decode(token) : undefined
    if (!unverified) throw refused()
    if (outside && unverified.payload.iss === config.tokenIssuer)
      return outside
        .then((issuer) => issuer.verify(token, unverified))
        .then((verified) => admit(header, verified, clock.now()))
    const keyId = jwt.keyIdOf(unverified.header)
    if (keyId === undefined) throw refused()
    // The key, or the environment of a token that bears a good signature, may be newer than what we have read.
    if (!directory.key(keyId)) return lookAgain(header, unverified)
    const verified = verifyOwn(unverified, directory, config.issuer)
    if (verified && !directory.hasEnvironment(verified.principal.environmentId)) return lookAgain(header, unverified)
    return admit(header, verified, now)
  }

  return {
    authenticate(header) {
      if (header === undefined || header === '') throw refusal(challenge)
      if (header.length > tokenBytesMax + scheme.length) throw refused()
      const now = clock.now()
      const known = cache.get(header)
      if (known) {
        const trusted =
          known.keyId === undefined ? clock.passedMs() < known.recheckMs : directory.key(known.keyId) !== undefined
        if (trusted && isCurrent(known, now)) {
          if (known.use) usage.touch(known.use, now)
          return known.principal
        }
        cache.delete(header)
      }
      return verify(header, now)
    },
  }
}

const isBearer = (header: string) => header.slice(0, scheme.length).toLowerCase() === 'bearer '

function verifyOwn(unverified: jwt.Unverified, directory: Directory, issuer: string): Verified | undefined {
  const keyId = jwt.keyIdOf(unverified.header)
  const key = keyId === undefined ? undefined : directory.key(keyId)
  const claims = jwt.claimsOf(unverified.payload, issuer)
  if (!key || !claims || !jwt.isSignedBy(key, unverified)) return undefined
  const { jti, client_id: clientId, env: environmentId } = claims
  const actor = clientId ?? jti
  return {
    principal: { environmentId, actor, scopes: expand(split(claims.scope)), tokenKey: actor },
    expMs: claims.exp * 1_000,
    nbfMs: (claims.nbf ?? 0) * 1_000,
    keyId,
    recheckMs: Number.POSITIVE_INFINITY,
    subjects: clientId === undefined ? [jti] : [jti, clientId],
    use: { environmentId, id: actor, kind: clientId === undefined ? 'token' : 'client', at: 0 },
  }
}
