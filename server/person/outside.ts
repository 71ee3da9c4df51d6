// Single sign-on with OpenID Connect: where the browser is sent, and what is made of what it comes back with.
import { randomBytes } from 'node:crypto'
import type { Configuration } from 'openid-client'
import type { Config } from '../config.ts'
import { isLoopback } from '../config.ts'
import type { Services } from '../core/operation.ts'
import type { Executor } from '../executor.ts'
import type { Callers } from '../http/callers.ts'
import { type Answering, type Exchange, type Headers, type Route, send } from '../http/server.ts'
import * as rules from './rules.ts'
import type { SignInOutside } from './steps.ts'
import { cookieOf, type Visitors } from './visitors.ts'

interface Needs extends Answering {
  config: Config
  executor: Executor
  services: Services
  visitors: Visitors
  callers: Callers
}

const callbackPath = '/auth/oidc/callback'
const timeoutSeconds = 10
/** How long somebody may take at the other side. */
const roundTripSeconds = 600

/** What has to be the same on the way back; the browser keeps it, out of reach of scripts. */
interface Trip {
  state: string
  nonce: string
  verifier: string
}

export function singleSignOnRoutes(needs: Needs): Route[] {
  const { config, services } = needs
  if (config.oidcIssuer === '') return []
  const secure = services.publicUrl().startsWith('https:')
  const name = secure ? '__Host-dray_trip' : 'dray_trip'
  const tripCookie = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${seconds}`
  const issuer = outsideIssuer(config)

  const go = (exchange: Exchange, location: string, cookies: string[]): void => {
    const headers: Headers = ['Location', location, 'Cache-Control', 'no-store']
    for (const cookie of cookies) headers.push('Set-Cookie', cookie)
    send(needs, exchange, 303, '', headers)
  }
  /** The console says it in words; what went wrong in detail is the operator's matter. */
  const refuse = (exchange: Exchange, error?: unknown): void => {
    // Its cause holds what the issuer says of the person, which is not for a log.
    if (error instanceof Error) services.report(new Error(`Single sign-on failed: ${error.message}`))
    go(exchange, '/sign-in?problem=single-sign-on', [tripCookie('', 0)])
  }

  async function start(exchange: Exchange): Promise<void> {
    needs.callers.admit(exchange)
    try {
      const trip: Trip = { state: secret(), nonce: secret(), verifier: secret() }
      const url = await issuer.authorizationUrl(trip, `${services.publicUrl()}${callbackPath}`)
      go(exchange, url, [tripCookie(Buffer.from(JSON.stringify(trip)).toString('base64url'), roundTripSeconds)])
    } catch (error) {
      refuse(exchange, error)
    }
  }

  async function finish(exchange: Exchange): Promise<void> {
    needs.callers.admit(exchange)
    const kept = cookieOf(exchange.request.headers.cookie, name, /^[\w-]{1,1000}$/)
    if (kept === undefined) return refuse(exchange)
    try {
      const trip = JSON.parse(Buffer.from(kept, 'base64url').toString()) as Trip
      const url = new URL(`${services.publicUrl()}${callbackPath}?${exchange.queryText}`)
      const who = await issuer.identify(url, trip)
      if (!who) return refuse(exchange)
      const token = rules.newSecret()
      const session = { token, device: needs.visitors.device(exchange), maxMs: services.sessionMaxMs }
      const body: SignInOutside = { ...who, session: { ...session, replaces: needs.visitors.sessionHash(exchange) } }
      const done = await needs.executor.write('signInOutside', {
        environmentId: '',
        actor: 'anyone',
        requestId: exchange.requestId,
        now: Date.now(),
        query: {},
        params: undefined,
        body,
        ifMatch: undefined,
        idempotency: undefined,
      })
      if (done.status !== 200) return refuse(exchange)
      go(exchange, '/', [tripCookie('', 0), services.cookie(token)])
    } catch (error) {
      refuse(exchange, error)
    }
  }

  return [
    { method: 'GET', path: '/auth/oidc/start', handle: start },
    { method: 'GET', path: callbackPath, handle: finish },
  ]
}

const secret = () => randomBytes(32).toString('base64url')

interface Who {
  /** The same person for good, whatever becomes of the address. */
  subject: string
  email: string
  name: string
}

/** The other side, asked for its particulars when somebody first comes; asked again when that failed. */
function outsideIssuer({ oidcIssuer, oidcClientId, oidcClientSecret, oidcDomains }: Config) {
  // Loaded where it is used: most installations have none.
  const library = () => import('openid-client')
  let known: Promise<Configuration> | undefined
  const domains = oidcDomains
    .toLowerCase()
    .split(',')
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '')

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests } = await library()
    const url = new URL(oidcIssuer)
    // The configuration lets plain http be on loopback alone.
    const options = isLoopback(url.hostname) ? { execute: [allowInsecureRequests] } : {}
    return discovery(url, oidcClientId, oidcClientSecret, undefined, { ...options, timeout: timeoutSeconds })
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
    async authorizationUrl({ state, nonce, verifier }: Trip, redirectUri: string): Promise<string> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }).href
    },
    /** Undefined for somebody whose address counts for nothing here. */
    async identify(url: URL, { state, nonce, verifier }: Trip): Promise<Who | undefined> {
      const { authorizationCodeGrant } = await library()
      const tokens = await authorizationCodeGrant(await configuration(), url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      const email = typeof claims.email === 'string' ? rules.normalEmail(claims.email) : ''
      const [, domain] = email.split('@')
      if (domain === undefined || (domains.length > 0 && !domains.includes(domain))) return undefined
      // Some issuers say nothing of it; those are believed about the domains that the operator has named.
      const verified = claims.email_verified === true || (claims.email_verified === undefined && domains.length > 0)
      if (!verified) return undefined
      const name = typeof claims.name === 'string' && claims.name !== '' ? claims.name.slice(0, 200) : email
      return { subject: `${claims.iss} ${claims.sub}`, email, name }
    },
  }
}
