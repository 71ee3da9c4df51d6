// Performs single sign-on with OpenID Connect: redirects to the provider and reads its answer.
import type { Configuration, CustomFetch } from 'openid-client'
import { emailOfAccount, personLimits } from '../../../contract/person.ts'
import type { Config } from '../../platform/config/config.ts'
import { compile } from '../../platform/operation/validate.ts'
import { boundedFetch } from '../../platform/outbound/ask.ts'
import { firstCharacters } from '../../platform/value/characters.ts'
import { asOneLine } from '../../platform/value/line.ts'
import { isLoopback } from '../../platform/value/loopback.ts'
import { normalEmail } from './rules.ts'

const timeoutSeconds = 10
const answerBytesMax = 2 ** 20
const faultsOfEmail = compile(emailOfAccount)

/** The values that the return from the provider must match. The browser keeps them, out of reach of scripts. */
export interface Trip {
  state: string
  nonce: string
  verifier: string
  /** Where the browser goes in the end. */
  next: string
  /** Whether the person is to show anew who they are, although the other side may know them. */
  fresh: boolean
}
/** What the other side is told of it. */
type Sent = Omit<Trip, 'next'>

interface Who {
  /** The same person for good, whatever becomes of the address. */
  subject: string
  email: string
  name: string
  /** When they showed the other side who they are; undefined where it does not say. */
  proved: number | undefined
}

/** The other side, asked for its particulars when somebody first comes; asked again when that failed. */
export function outsideIssuer({ oidcIssuer, oidcClientId, oidcClientSecret, oidcDomains }: Config) {
  // Loaded where it is used: most installations have none.
  const library = () => import('openid-client')
  let known: Promise<Configuration> | undefined
  const domains = oidcDomains
    .split(',')
    .map((domain) => normalEmail(domain.trim()))
    .filter((domain) => domain !== '')

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, customFetch, enableNonRepudiationChecks } = await library()
    const url = new URL(oidcIssuer)
    // Without it the library believes what comes over TLS, whoever has signed it.
    const execute = [enableNonRepudiationChecks]
    // The configuration lets plain http be on loopback alone.
    if (isLoopback(url.hostname)) execute.push(allowInsecureRequests)
    return discovery(url, oidcClientId, oidcClientSecret, undefined, {
      execute,
      timeout: timeoutSeconds,
      [customFetch]: boundedFetch('single sign-on', answerBytesMax) as CustomFetch,
    })
  }
  async function configuration(): Promise<Configuration> {
    known ??= discover()
    try {
      return await known
    } catch (error) {
      known = undefined
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
        // Who is asked for the age has to tell it: `auth_time` is what proves that the person was asked.
        ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
      }).href
    },
    /** Of somebody whose address counts for nothing here: why. */
    async identify(url: URL, { state, nonce, verifier }: Sent): Promise<Who | string> {
      const { authorizationCodeGrant } = await library()
      const tokens = await authorizationCodeGrant(await configuration(), url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (typeof claims.email !== 'string') return 'The issuer reports no e-mail address.'
      const email = normalEmail(claims.email)
      if (faultsOfEmail(email).length > 0) return 'The issuer did not report an e-mail address.'
      if (domains.length > 0 && !domains.includes(email.split('@')[1]!))
        return 'The domain of the address is not allowed.'
      // Some issuers say nothing of it; those are believed about the domains that the operator has named.
      const verified = claims.email_verified === true || (claims.email_verified === undefined && domains.length > 0)
      if (!verified) return 'The issuer has not verified the address.'
      const name = nameIn(claims.name)
      const proved = claims.auth_time === undefined ? undefined : claims.auth_time * 1_000
      return { subject: `${claims.iss} ${claims.sub}`, email, name: name || email, proved }
    },
  }
}

/** Returns the name that the issuer reports, as one line of the length that a person's name may have. */
const nameIn = (claim: unknown): string =>
  typeof claim === 'string' ? asOneLine(firstCharacters(claim, personLimits.nameLength)) : ''
