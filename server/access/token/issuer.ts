// Verifies tokens of the outside issuer that the operator configured, with the keys that this issuer publishes.
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { ServiceConfig } from '../../platform/config/config.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { describeConnectionError } from '../../platform/error/reason.ts'
import { outsidePrefix, type ServiceClock, skewMs, type VerifiedToken } from '../../platform/operation/principal.ts'
import { createBoundedFetch } from '../../platform/outbound/operator-request.ts'
import { dayMs } from '../../platform/value/times.ts'
import type { AccessDirectory } from './directory.ts'
import type { UnverifiedToken } from './jwt.ts'
import { expandScopes, splitScopes } from './scopes.ts'

const fetchTimeoutMs = 5_000
const keysBytesMax = 2 ** 20
/** Minimum time between two fetches of the keys because of an unknown key id, in milliseconds. */
const cooldownMs = 5_000
const keysFreshMs = 600_000
/** Time for which fetched keys are trusted while the issuer cannot be reached, in milliseconds. */
const keysStaleMs = dayMs
/** Time without a new fetch after a failed fetch, in milliseconds. */
const failureCooldownMs = 5_000
/** Time after which a cached token is verified again, in milliseconds. A withdrawn key is then no longer accepted. */
const recheckMs = 300_000

/** Headers of rejected tokens: a token could use them to provide its own key, or to change the signed content. */
const foreignHeaders = ['crit', 'jwk', 'jku', 'x5u', 'x5c', 'b64', 'zip']
const types = ['jwt', 'at+jwt', 'application/at+jwt']

export interface OutsideIssuer {
  /** Returns undefined for an invalid token. Throws an `ApiProblem` if the token cannot be verified now. */
  verify(token: string, unverified: UnverifiedToken): Promise<VerifiedToken | undefined>
}

export function createOutsideIssuer(
  directory: AccessDirectory,
  config: ServiceConfig,
  clock: ServiceClock,
): OutsideIssuer {
  const keys = publishedKeys(config.tokenJwksUrl, clock)
  const options = {
    issuer: config.tokenIssuer,
    audience: config.tokenAudience,
    algorithms: [...config.tokenAlgorithms],
    clockTolerance: skewMs / 1_000,
    requiredClaims: ['exp', config.tokenEnvironmentClaim],
  }
  return {
    async verify(token, { header }) {
      if (foreignHeaders.some((name) => Object.hasOwn(header, name)) || !isAccessToken(header.typ)) return undefined
      const payload = await keys((getKey) =>
        jwtVerify(token, getKey, { ...options, currentDate: new Date(clock.now()) }).then(
          (result) => result.payload,
          (error) => {
            if (isUnreachable(error)) throw error
            return undefined
          },
        ),
      )
      return payload && (await verifiedOf(payload, directory, config, clock.passedMs()))
    },
  }
}

const isAccessToken = (typ: unknown) =>
  typ === undefined || (typeof typ === 'string' && types.includes(typ.toLowerCase()))

/** Returns whether fetching the keys failed. Other errors mean that the token is invalid. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}

const unfetched = (cause: Error) =>
  new ApiProblem(
    'UNAVAILABLE',
    {
      message: 'The keys of the token issuer cannot be fetched at the moment. Nothing was changed.',
      retryAfterSeconds: failureCooldownMs / 1_000,
    },
    { cause },
  )

/**
 * Returns a function that runs a verification with the published keys. If a fetch fails, older keys are used for a
 * limited time.
 */
function publishedKeys(url: string, { now, passedMs }: ServiceClock) {
  const fetchKeys = createBoundedFetch('token issuer', keysBytesMax)
  /** Time of the last fetch, from a clock that can be set back. */
  let fetchedAt = Number.NEGATIVE_INFINITY
  let fetchedMs = Number.NEGATIVE_INFINITY
  let failedMs = Number.NEGATIVE_INFINITY
  /** Reason why the last fetch failed, for the log. */
  let errorReason = 'what it answered holds no keys'
  const failed = (reason: string) => {
    failedMs = passedMs()
    errorReason = reason
  }
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: fetchTimeoutMs,
    cooldownDuration: cooldownMs,
    cacheMaxAge: keysFreshMs,
    async [customFetch](resource, init) {
      if (passedMs() - failedMs < failureCooldownMs) throw new Error('The keys could not be fetched a moment ago.')
      const response = await fetchKeys(resource, init).catch((error) => {
        failed(describeConnectionError(error))
        throw error
      })
      if (response.status === 200) fetchedMs = passedMs()
      else failed(`it answered ${response.status}`)
      fetchedAt = now()
      return response
    },
  })
  return async <T>(work: (getKey: JWTVerifyGetKey) => Promise<T>): Promise<T> => {
    try {
      // The library measures the age of its keys with the clock. After the clock is set back, old keys would seem
      // fresh.
      if (now() < fetchedAt) await remote.reload()
      return await work(remote)
    } catch {
      // `work` throws only if the keys cannot be fetched.
      const cachedKeys = passedMs() - fetchedMs < keysStaleMs ? remote.jwks() : undefined
      if (!cachedKeys) throw unfetched(new Error(errorReason))
      return work(createLocalJWKSet(cachedKeys))
    }
  }
}

async function verifiedOf(
  payload: JWTPayload,
  directory: AccessDirectory,
  config: ServiceConfig,
  passedMs: number,
): Promise<VerifiedToken | undefined> {
  const named = payload[config.tokenEnvironmentClaim]
  if (typeof named !== 'string') return undefined
  if (!directory.environmentNamed(named)) await directory.refreshed()
  const environmentId = directory.environmentNamed(named)
  if (!environmentId) return undefined
  const subject = payload.sub ?? (typeof payload.client_id === 'string' ? payload.client_id : payload.jti)
  // A token needs a subject, for the rate limit and for the history.
  if (!subject) return undefined
  return {
    principal: {
      environmentId,
      actor: `${outsidePrefix}${subject}`,
      scopes: expandScopes(scopesOf(payload[config.tokenScopeClaim])),
      tokenKey: `${environmentId} ${subject}`,
    },
    expMs: payload.exp! * 1_000,
    nbfMs: (payload.nbf ?? 0) * 1_000,
    keyId: undefined,
    recheckMs: passedMs + recheckMs,
    subjects: payload.jti === undefined ? [] : [payload.jti],
    use: undefined,
  }
}

const scopesOf = (claim: unknown): string[] => {
  if (typeof claim === 'string') return splitScopes(claim)
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : []
}
