// Single sign-on for browsers: sent to the other side with a cookie, taken back with what that side says of them.
import type { Config } from '../config.ts'
import { backgroundCall, type Executor } from '../core/operation.ts'
import type { Services } from '../core/services.ts'
import { outsideIssuer, type Trip } from '../person/outside.ts'
import { newSecret } from '../person/rules.ts'
import { signInOutside } from '../person/steps.ts'
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
/** How long somebody may take at the other side. */
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
  /** The console says it in words; what went wrong in detail is the operator's matter. */
  const refuse = (exchange: Exchange, error?: unknown): void => {
    // Its cause holds what the issuer says of the person, which is not for a log.
    if (error instanceof Error) services.report(new Error(`Single sign-on failed: ${error.message}`))
    go(exchange, '/sign-in?problem=single-sign-on', [tripCookie('', 0)])
  }

  async function start(exchange: Exchange): Promise<void> {
    needs.callers.admit(exchange)
    try {
      const trip: Trip = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
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
      const token = newSecret()
      const device = needs.visitors.device(exchange)
      // Which factors it takes is a matter of the other side.
      const session = { token, pending: newSecret(), factor: 'sso', device, maxMs: services.sessionMaxMs } as const
      const isKnown = await needs.executor.run(signInOutside, {
        ...backgroundCall('', { ...who, session: { ...session, replaces: needs.visitors.sessionHash(exchange) } }),
        actor: 'anyone',
        requestId: exchange.requestId,
      })
      if (!isKnown) return refuse(exchange)
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
