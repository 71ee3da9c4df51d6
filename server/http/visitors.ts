// Authenticates requests without a token: reads the session cookie, checks that a change was sent by our own pages, and
// finds the role.
import type { IncomingMessage } from 'node:http'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { roleScopes, type UserRole } from '../../contract/person.ts'
import { expandScopes } from '../access/token/scopes.ts'
import { isRequiredIn } from '../access/user/factor-requirement.ts'
import { hashOf } from '../access/user/rules.ts'
import { deviceLifetimeMs } from '../access/user/sign-in-log.ts'
import { touchSession } from '../access/user/steps.ts'
import * as store from '../access/user/store.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import { getRequestDeadline, type ReadTransaction } from '../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../platform/error/problems.ts'
import { createBackgroundCall, type OperationExecutor, type RequestClient } from '../platform/operation/operation.ts'
import type { RequestPrincipal } from '../platform/operation/principal.ts'
import { hourMs } from '../platform/value/times.ts'
import { type CallerLimiter, getClientNetwork } from './callers.ts'
import type { HttpExchange } from './exchange.ts'

export interface VisitorSessions {
  /**
   * Returns the principal of a request. It is in the environment that the request names, or in none if the endpoint is
   * for a person or for anyone. Following events does not renew the session, so that an open page does not keep the
   * session alive.
   */
  admit(
    exchange: HttpExchange,
    endpoint: Pick<EndpointShape, 'access' | 'stream' | 'unprotected' | 'cookieless'>,
  ): Promise<RequestPrincipal>
  /**
   * Admits a request for a public file. The request counts toward the limit of its address unless it has a valid
   * session.
   */
  admitToFiles(exchange: HttpExchange): void
  about(exchange: HttpExchange): RequestClient
  /** Returns the properties of a client, admitted or not. */
  traits(exchange: HttpExchange): Omit<RequestClient, 'scopes'>
  /** Returns the hash of the session that the request has, valid or not. */
  sessionHash(exchange: HttpExchange): string | undefined
  /** Returns the header that sets the session cookie, or deletes it without a token. */
  cookie(token: string | undefined): string
  /** Returns the header that sets the cookie of the device. */
  deviceCookie(token: string): string
}

type Settings = Pick<ServiceConfig, 'publicUrl' | 'secondFactor' | 'sessionIdleHours' | 'sessionMaxHours' | 'proxies'>

/**
 * Shortest time between two updates of a session's last use, in milliseconds. A commit per request would cost too much.
 */
const touchMs = 60_000
const consoleHeader = 'x-dray-console'
/** Header of requests that a page sends without a person. */
const unattendedHeader = 'x-dray-unattended'
const nothing = new Set<never>()

const createSignInProblem = () =>
  new ApiProblem('UNAUTHORIZED', {
    message: 'Sign in first, or send `Authorization: Bearer <token>`.',
    headers: { 'WWW-Authenticate': 'Bearer realm="dray"' },
  })

export function createVisitors(
  executor: OperationExecutor,
  config: Settings,
  callers: CallerLimiter,
  report: (error: unknown) => void,
): VisitorSessions {
  const origin = config.publicUrl === '' ? undefined : new URL(config.publicUrl).origin
  const cookies = cookiesFor(config)
  const traits: VisitorSessions['traits'] = ({ request }) => ({
    address: getClientNetwork(request, config.proxies),
    device: deviceOf(request.headers['user-agent']),
    deviceToken: cookies.device(request),
  })

  const current = ({ lastUsed, expires }: store.SessionRow, now: number) =>
    now < expires && now < lastUsed + config.sessionIdleHours * hourMs

  async function find(
    exchange: HttpExchange,
    environmentId: string | undefined,
    watches: boolean,
  ): Promise<Found | undefined> {
    const token = cookies.session(exchange.request)
    if (token === undefined) return undefined
    const now = Date.now()
    const tokenHash = hashOf(token)
    callers.admit(exchange, tokenHash)
    // Each request reads the session again, so that an ended session or a removed role has no access immediately, on
    // all instances.
    const found = await executor.read(async (tx) => {
      const session = await store.findSession(tx, tokenHash)
      if (!session || !current(session, now)) return undefined
      const role = environmentId === undefined ? undefined : await store.findRole(tx, environmentId, session.personId)
      const isUnprotected = session.factor === null && (await isFactorNeeded(tx, config, environmentId, role))
      return { session, role, isUnprotected }
    }, getRequestDeadline())
    callers.know(tokenHash, found !== undefined)
    const used = !watches && exchange.request.headers[unattendedHeader] === undefined
    if (found && used && now - found.session.lastUsed > touchMs)
      executor.run(touchSession, createBackgroundCall('', tokenHash)).catch(report)
    return found
  }

  return {
    async admit(exchange, { access, stream, unprotected, cookieless }) {
      const { request } = exchange
      const named = access === undefined ? environmentOf(request) : undefined
      const found = await find(exchange, named, stream === true)
      if (!found && access !== 'anyone') throw createSignInProblem()
      if (found?.isUnprotected && access !== 'anyone' && !unprotected) throw new ApiProblem('SECOND_FACTOR_REQUIRED')
      if (request.method !== 'GET' && request.method !== 'HEAD' && !cookieless) expectConsolePage(request, origin)
      if (!found) return { environmentId: '', actor: 'anyone', scopes: nothing, tokenKey: callers.key(request) }
      return access === undefined ? memberOf(named, found) : { environmentId: '', scopes: nothing, ...personOf(found) }
    },
    admitToFiles(exchange) {
      const token = cookies.session(exchange.request)
      callers.admit(exchange, token === undefined ? undefined : hashOf(token))
    },
    sessionHash({ request }) {
      const token = cookies.session(request)
      return token === undefined ? undefined : hashOf(token)
    },
    about: (exchange) => ({ scopes: exchange.principal!.scopes, ...traits(exchange) }),
    traits,
    cookie: cookies.setSession,
    deviceCookie: cookies.setDevice,
  }
}

function cookiesFor({ publicUrl, sessionMaxHours }: Settings) {
  const secure = publicUrl.startsWith('https:')
  // A cookie of this prefix cannot have been set by another host or over plain http.
  const prefix = secure ? '__Host-' : ''
  const [sessionName, deviceName] = [`${prefix}dray_session`, `${prefix}dray_device`]
  const set = (name: string, token: string, seconds: number) =>
    `${name}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${seconds}`
  return {
    session: ({ headers }: IncomingMessage) => readCookie(headers.cookie, sessionName),
    device: ({ headers }: IncomingMessage) => readCookie(headers.cookie, deviceName),
    setSession: (token: string | undefined) =>
      set(sessionName, token ?? '', token === undefined ? 0 : sessionMaxHours * 3_600),
    setDevice: (token: string) => set(deviceName, token, deviceLifetimeMs / 1_000),
  }
}

/** Returns whether a second factor is required. The setting of an environment applies to its members. */
const isFactorNeeded = async (
  tx: ReadTransaction,
  { secondFactor }: Settings,
  environmentId: string | undefined,
  role: UserRole | undefined,
): Promise<boolean> => secondFactor === 'required' || (role !== undefined && isRequiredIn(tx, environmentId!))

interface Found {
  session: store.SessionRow
  role: UserRole | undefined
  /** Whether the session needs a second factor but was begun without one. */
  isUnprotected: boolean
}

const personOf = ({ session: { tokenHash, sessionId, personId, factor, proved } }: Found) => ({
  actor: `person:${personId}`,
  tokenKey: personId,
  session: { tokenHash, sessionId, personId, factor, proved },
})

/** Returns the principal of a person in the requested environment, with the scopes of the role. */
function memberOf(environmentId: string | undefined, found: Found): RequestPrincipal {
  if (environmentId === undefined)
    throw createBadRequest('Dray-Environment:', 'required', 'Name the environment in the header `Dray-Environment`.')
  // Users get the same error for a missing environment and for an environment without access.
  if (found.role === undefined)
    throw new ApiProblem('TOKEN_PERMISSIONS', {
      message: 'This environment does not exist, or you have no role in it.',
    })
  return { environmentId, scopes: expandScopes(roleScopes[found.role]), ...personOf(found) }
}

/** Returns a cookie's value. Headers are joined with `; `. A repeated name was set by another site. */
export function readCookie(header: string | undefined, name: string, form = /^[\w-]{43}$/): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && form.test(values[0]!) ? values[0] : undefined
}

function environmentOf({ headers }: IncomingMessage): string | undefined {
  const value = headers['dray-environment']
  return typeof value === 'string' && value !== '' && value.length <= 128 ? value : undefined
}

/**
 * Throws unless the request is from our own page. A browser sends the cookie for pages of all origins, but only our
 * pages can add a custom header (CORS allows no other origin), and the browser names the origin.
 */
function expectConsolePage({ headers }: IncomingMessage, publicOrigin: string | undefined): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const hasConsoleHeader = headers[consoleHeader] !== undefined
  const sameSite = site === undefined || site === 'same-origin'
  const sameOrigin = origin === undefined || origin === publicOrigin || URL.parse(origin)?.host === host
  if (!hasConsoleHeader || !sameSite || !sameOrigin || (site === undefined && origin === undefined))
    throw new ApiProblem('CROSS_SITE')
}

const browsers = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari', 'curl', 'node']
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'CrOS', 'Linux']
const shownNames: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' }

/** Returns a short name of the device for people, without the full user agent. */
function deviceOf(agent: string | undefined): string {
  const find = (names: string[]) => names.find((name) => agent?.includes(name))
  return [find(browsers), find(systems)]
    .filter((name) => name !== undefined)
    .map((name) => shownNames[name] ?? name)
    .join(', ')
}
