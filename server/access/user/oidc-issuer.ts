// Performs single sign-on with OpenID Connect: redirects the browser to the issuer, and reads its response.
import type { Configuration, CustomFetch } from 'openid-client'
import { emailOfAccount, personLimits } from '../../../contract/person.ts'
import type { ServiceConfig } from '../../platform/config/config.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import { createBoundedFetch } from '../../platform/outbound/operator-request.ts'
import { truncateText } from '../../platform/value/characters.ts'
import { formatOneLine } from '../../platform/value/line.ts'
import { isLoopback } from '../../platform/value/loopback.ts'
import { normaliseEmail } from './rules.ts'

const timeoutSeconds = 10
const answerBytesMax = 2 ** 20
const checkEmail = compileSchema(emailOfAccount)

/** Values that the issuer's redirect back must match. The browser stores them where scripts cannot read them. */
export interface SignOnState {
  state: string
  nonce: string
  verifier: string
  /** Path to which the browser returns after the sign-on. */
  next: string
  /** Whether the issuer must authenticate the person again, even if the person has an open session there. */
  fresh: boolean
}
/** Values of `SignOnState` that belong to the request to the issuer: all except `next`. */
type Sent = Omit<SignOnState, 'next'>

interface IssuerPerson {
  /** Permanent id of the person at the issuer, which stays the same if the e-mail address changes. */
  subject: string
  email: string
  name: string
  /** Time at which the issuer authenticated the person; undefined if the issuer omits it. */
  proved: number | undefined
}

/**
 * Creates the client of an issuer. Fetches the issuer's metadata for the first sign-on, and retries after a failure.
 */
export function createIssuerClient({ oidcIssuer, oidcClientId, oidcClientSecret, oidcDomains }: ServiceConfig) {
  // Loaded on first use, because most installations have no single sign-on.
  const library = () => import('openid-client')
  let discovered: Promise<Configuration> | undefined
  const domains = oidcDomains
    .split(',')
    .map((domain) => normaliseEmail(domain.trim()))
    .filter((domain) => domain !== '')

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, customFetch, enableNonRepudiationChecks } = await library()
    const url = new URL(oidcIssuer)
    // Without this check, the library trusts every token from a TLS connection and ignores its signature.
    const execute = [enableNonRepudiationChecks]
    // The configuration accepts plain HTTP only for loopback addresses.
    if (isLoopback(url.hostname)) execute.push(allowInsecureRequests)
    return discovery(url, oidcClientId, oidcClientSecret, undefined, {
      execute,
      timeout: timeoutSeconds,
      [customFetch]: createBoundedFetch('single sign-on', answerBytesMax) as CustomFetch,
    })
  }
  async function configuration(): Promise<Configuration> {
    discovered ??= discover()
    try {
      return await discovered
    } catch (error) {
      discovered = undefined
      throw error
    }
  }

  return {
    async authorizationUrl({ state, nonce, verifier, fresh }: Sent, redirectUri: string): Promise<string> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // An issuer that receives `max_age` must return `auth_time`. With it, Dray checks that the issuer authenticated
        // the person again.
        ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
      }).href
    },
    /** Returns the person, or the reason why the e-mail address cannot be used. */
    async identify(url: URL, { state, nonce, verifier }: Sent): Promise<IssuerPerson | string> {
      const { authorizationCodeGrant } = await library()
      const tokens = await authorizationCodeGrant(await configuration(), url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (typeof claims.email !== 'string') return 'The issuer reports no e-mail address.'
      const email = normaliseEmail(claims.email)
      if (checkEmail(email).length > 0) return 'The issuer did not report an e-mail address.'
      if (domains.length > 0 && !domains.includes(email.split('@')[1]!))
        return 'The domain of the e-mail address is not allowed.'
      // If the issuer omits the claim, Dray trusts e-mail addresses in the domains that the operator has listed.
      const verified = claims.email_verified === true || (claims.email_verified === undefined && domains.length > 0)
      if (!verified) return 'The issuer has not verified the e-mail address.'
      const name = nameIn(claims.name)
      const proved = claims.auth_time === undefined ? undefined : claims.auth_time * 1_000
      return { subject: `${claims.iss} ${claims.sub}`, email, name: name || email, proved }
    },
  }
}

/** Returns the name from the issuer as one line, cut to the maximum length of a person's name. */
const nameIn = (claim: unknown): string =>
  typeof claim === 'string' ? formatOneLine(truncateText(claim, personLimits.nameLength)) : ''
