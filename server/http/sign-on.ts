// Serves single sign-on to browsers: redirects to the provider with a cookie, and receives its result.
import { ownPath } from '../../contract/own-path.ts'
import { singleSignOnMail } from '../access/user/mail.ts'
import { outsideIssuer, type Trip } from '../access/user/outside.ts'
import { hashOf, newSecret } from '../access/user/rules.ts'
import { signInOutside } from '../access/user/steps.ts'
import type { Config } from '../platform/config/config.ts'
import { isFresh } from '../platform/operation/fresh.ts'
import { backgroundCall, type Executor } from '../platform/operation/operation.ts'
import type { Services } from '../platform/operation/services.ts'
import { decodeBase64url } from '../platform/value/base64url.ts'
import type { Callers } from './callers.ts'
import type { Exchange, Headers, Route } from './exchange.ts'
import { send } from './reply.ts'
import { cookieOf, type Visitors } from './visitors.ts'

interface Needs {
  config: Config
  executor: Executor
  services: Services
  visitors: Visitors
  callers: Callers
}

const callbackPath = '/auth/oidc/callback'
/** Time for the sign-in at the provider, in seconds. */
const roundTripSeconds = 600

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
    send(exchange, 303, '', headers)
  }
  /** The console explains the reason; the log has the details for the operator. */
  const refuse = (exchange: Exchange, reason: unknown, trip?: Pick<Trip, 'fresh' | 'next'>): void => {
    // The cause of an error contains data of the person, which must not be logged.
    const detail = reason instanceof Error ? reason.message : String(reason)
    const { requestId, answering } = exchange
    const line = { level: 'warn', message: 'single sign-on refused', state: { detail } } as const
    answering.failures.record({ ...line, first: { requestId, detail }, latest: { requestId } })
    go(exchange, signInPageFor(trip), [tripCookie('', 0)])
  }

  async function start(exchange: Exchange): Promise<void> {
    needs.callers.admit(exchange)
    const query = new URLSearchParams(exchange.queryText)
    const wanted = { next: ownPath(query.get('next')), fresh: query.get('fresh') === 'true' }
    try {
      const trip: Trip = { state: newSecret(), nonce: newSecret(), verifier: newSecret(), ...wanted }
      const url = await issuer.authorizationUrl(trip, `${services.publicUrl()}${callbackPath}`)
      go(exchange, url, [tripCookie(Buffer.from(JSON.stringify(trip)).toString('base64url'), roundTripSeconds)])
    } catch (error) {
      refuse(exchange, error, wanted)
    }
  }

  async function finish(exchange: Exchange): Promise<void> {
    needs.callers.admit(exchange)
    const kept = cookieOf(exchange.request.headers.cookie, name, /^[\w-]{1,4000}$/)
    if (kept === undefined) return refuse(exchange, 'The browser did not start here, or took too long.')
    let trip: Trip | undefined
    try {
      trip = tripOf(kept)
      const url = new URL(`${services.publicUrl()}${callbackPath}?${exchange.queryText}`)
      const { proved, ...who } = await identified(issuer, url, trip, config)
      const { token, deviceToken, ...order } = sessionFor(exchange, needs)
      const session = { ...order, token, deviceHash: hashOf(deviceToken), proved }
      const entry = await needs.executor.run(signInOutside, {
        ...backgroundCall('', { ...who, session }),
        actor: 'anyone',
        requestId: exchange.requestId,
      })
      if (entry.refusal !== undefined) return refuse(exchange, entry.refusal, trip)
      if (entry.isTakenOver) services.mail?.send(singleSignOnMail(who.email, config.oidcName))
      // The cookie has been out of our hands: where it leads is looked at now.
      go(exchange, ownPath(trip.next), [tripCookie('', 0), services.cookie(token), services.deviceCookie(deviceToken)])
    } catch (error) {
      refuse(exchange, error, trip)
    }
  }

  return [
    { method: 'GET', path: '/auth/oidc/start', handle: start },
    { method: 'GET', path: callbackPath, handle: finish },
  ]
}

/** The parser's error would quote the cookie, which every client can write: it is not logged. */
function tripOf(kept: string): Trip {
  try {
    return JSON.parse(String(decodeBase64url(kept))) as Trip
  } catch {
    throw new Error('The cookie of the way there is spoilt.')
  }
}

/** A person who had to authenticate again is still signed in, and can continue with other work. */
const signInPageFor = (trip: Pick<Trip, 'fresh' | 'next'> | undefined): string =>
  trip?.fresh
    ? `/sign-in?${new URLSearchParams({ problem: 'not-fresh', next: ownPath(trip.next) })}`
    : '/sign-in?problem=single-sign-on'

/** Returns the person that the issuer has identified. Throws an error with the reason of a refusal. */
async function identified(
  issuer: ReturnType<typeof outsideIssuer>,
  url: URL,
  trip: Trip,
  { oidcTrustPrompt }: Pick<Config, 'oidcTrustPrompt'>,
) {
  const who = await issuer.identify(url, trip)
  if (typeof who === 'string') throw new Error(who)
  const now = Date.now()
  const told = who.proved ?? (trip.fresh && oidcTrustPrompt ? now : 0)
  // A clock of the issuer that is ahead does not extend the freshness.
  const proved = Math.min(told, now)
  if (trip.fresh && !isFresh({ proved }, now))
    throw new Error('The issuer did not confirm a fresh sign-in (`auth_time`), as Dray requested.')
  return { ...who, proved }
}

/** Returns the parts of a session that replaces the one of the browser. */
function sessionFor(exchange: Exchange, { visitors, services }: Needs) {
  const { address, device, deviceToken = newSecret() } = visitors.traits(exchange)
  const replaces = visitors.sessionHash(exchange)
  // Which factors it takes is a matter of the other side.
  const factor = 'sso' as const
  return {
    token: newSecret(),
    pending: newSecret(),
    factor,
    deviceToken,
    address,
    device,
    maxMs: services.sessionMaxMs,
    replaces,
  }
}
