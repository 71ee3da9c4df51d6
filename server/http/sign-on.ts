// Serves single sign-on to browsers: redirects to the provider with a cookie, and receives its result.
import { parseLocalPath } from '../../contract/own-path.ts'
import { writeSingleSignOnMail } from '../access/user/mail.ts'
import { createIssuerClient, type SignOnState } from '../access/user/oidc-issuer.ts'
import { createSecret, hashOf } from '../access/user/rules.ts'
import { signInOutside } from '../access/user/steps.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import { isFresh } from '../platform/operation/fresh.ts'
import { createBackgroundCall, type OperationExecutor } from '../platform/operation/operation.ts'
import type { ProcessServices } from '../platform/operation/services.ts'
import { decodeBase64url } from '../platform/value/base64url.ts'
import type { CallerLimiter } from './callers.ts'
import type { HeaderList, HttpExchange, HttpRoute } from './exchange.ts'
import { sendReply } from './reply.ts'
import { readCookie, type VisitorSessions } from './visitors.ts'

interface Needs {
  config: ServiceConfig
  executor: OperationExecutor
  services: ProcessServices
  visitors: VisitorSessions
  callers: CallerLimiter
}

const callbackPath = '/auth/oidc/callback'
/** Time for the sign-in at the provider, in seconds. */
const roundTripSeconds = 600

export function createSingleSignOnRoutes(needs: Needs): HttpRoute[] {
  const { config, services } = needs
  if (config.oidcIssuer === '') return []
  const secure = services.publicUrl().startsWith('https:')
  const name = secure ? '__Host-dray_trip' : 'dray_trip'
  const tripCookie = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${seconds}`
  const issuer = createIssuerClient(config)

  const redirect = (exchange: HttpExchange, location: string, cookies: string[]): void => {
    const headers: HeaderList = ['Location', location, 'Cache-Control', 'no-store']
    for (const cookie of cookies) headers.push('Set-Cookie', cookie)
    sendReply(exchange, 303, '', headers)
  }
  /** Rejects a sign-in: redirects to the console, which explains the reason, and logs the details for the operator. */
  const refuse = (exchange: HttpExchange, reason: unknown, trip?: Pick<SignOnState, 'fresh' | 'next'>): void => {
    // The cause of an error contains data of the person, which must not be logged.
    const detail = reason instanceof Error ? reason.message : String(reason)
    const { requestId, answering } = exchange
    const line = { level: 'warn', message: 'single sign-on refused', state: { detail } } as const
    answering.failures.record({ ...line, first: { requestId, detail }, latest: { requestId } })
    redirect(exchange, getSignInPage(trip), [tripCookie('', 0)])
  }

  async function start(exchange: HttpExchange): Promise<void> {
    needs.callers.admit(exchange)
    const query = new URLSearchParams(exchange.queryText)
    const requested = { next: parseLocalPath(query.get('next')), fresh: query.get('fresh') === 'true' }
    try {
      const trip: SignOnState = { state: createSecret(), nonce: createSecret(), verifier: createSecret(), ...requested }
      const url = await issuer.authorizationUrl(trip, `${services.publicUrl()}${callbackPath}`)
      redirect(exchange, url, [tripCookie(Buffer.from(JSON.stringify(trip)).toString('base64url'), roundTripSeconds)])
    } catch (error) {
      refuse(exchange, error, requested)
    }
  }

  async function finish(exchange: HttpExchange): Promise<void> {
    needs.callers.admit(exchange)
    const cookieValue = readCookie(exchange.request.headers.cookie, name, /^[\w-]{1,4000}$/)
    if (cookieValue === undefined)
      return refuse(exchange, 'The sign-on did not start in this browser, or took too long.')
    let trip: SignOnState | undefined
    try {
      trip = tripOf(cookieValue)
      const url = new URL(`${services.publicUrl()}${callbackPath}?${exchange.queryText}`)
      const { proved, ...identity } = await identified(issuer, url, trip, config)
      const { token, deviceToken, ...order } = sessionFor(exchange, needs)
      const session = { ...order, token, deviceHash: hashOf(deviceToken), proved }
      const entry = await needs.executor.run(signInOutside, {
        ...createBackgroundCall('', { ...identity, session }),
        actor: 'anyone',
        requestId: exchange.requestId,
      })
      if (entry.refusal !== undefined) return refuse(exchange, entry.refusal, trip)
      if (entry.isTakenOver) services.mail?.send(writeSingleSignOnMail(identity.email, config.oidcName))
      // The browser could have changed the cookie, so the target path is checked here.
      redirect(exchange, parseLocalPath(trip.next), [
        tripCookie('', 0),
        services.cookie(token),
        services.deviceCookie(deviceToken),
      ])
    } catch (error) {
      refuse(exchange, error, trip)
    }
  }

  return [
    { method: 'GET', path: '/auth/oidc/start', handle: start },
    { method: 'GET', path: callbackPath, handle: finish },
  ]
}

/**
 * Reads the sign-on cookie. The error of the parser is not logged: it would quote the cookie, which every client can
 * write.
 */
function tripOf(cookieValue: string): SignOnState {
  try {
    return JSON.parse(String(decodeBase64url(cookieValue))) as SignOnState
  } catch {
    throw new Error('The sign-on cookie is damaged.')
  }
}

/**
 * Returns the page after a failed sign-on. A person who had to authenticate again is still signed in, and can continue
 * with other work.
 */
const getSignInPage = (trip: Pick<SignOnState, 'fresh' | 'next'> | undefined): string =>
  trip?.fresh
    ? `/sign-in?${new URLSearchParams({ problem: 'not-fresh', next: parseLocalPath(trip.next) })}`
    : '/sign-in?problem=single-sign-on'

/** Returns the person that the issuer has identified. Throws an error with the reason of a refusal. */
async function identified(
  issuer: ReturnType<typeof createIssuerClient>,
  url: URL,
  trip: SignOnState,
  { oidcTrustPrompt }: Pick<ServiceConfig, 'oidcTrustPrompt'>,
) {
  const identity = await issuer.identify(url, trip)
  if (typeof identity === 'string') throw new Error(identity)
  const now = Date.now()
  const claimedMs = identity.proved ?? (trip.fresh && oidcTrustPrompt ? now : 0)
  // An issuer's clock that is ahead must not extend the freshness.
  const proved = Math.min(claimedMs, now)
  if (trip.fresh && !isFresh({ proved }, now))
    throw new Error('The issuer did not confirm a fresh sign-in (`auth_time`), as Dray requested.')
  return { ...identity, proved }
}

/** Returns the parts of a session that replaces the browser's session. */
function sessionFor(exchange: HttpExchange, { visitors, services }: Needs) {
  const { address, device, deviceToken = createSecret() } = visitors.traits(exchange)
  const replaces = visitors.sessionHash(exchange)
  // The issuer decides which factors a person needs. Dray records only the single sign-on.
  const factor = 'sso' as const
  return {
    token: createSecret(),
    pending: createSecret(),
    factor,
    deviceToken,
    address,
    device,
    maxMs: services.sessionMaxMs,
    replaces,
  }
}
