// The public pages of orders: for whoever has the address, without a cookie, without anything from elsewhere.
import { randomBytes } from 'node:crypto'
import { problems } from '../../contract/problem.ts'
import type { NoticeLanguage } from '../../contract/road.ts'
import { asProblem } from '../core/problems.ts'
import type { Services } from '../core/services.ts'
import { soon } from '../database/database.ts'
import { company } from '../database/turn-end.ts'
import { type Performing, performAs } from '../perform.ts'
import { drawGone, drawPage, drawStop, drawStopped, scriptHash } from '../tracking/page.ts'
import { etagOf, placeOf } from '../tracking/rules.ts'
import { gone, seenAt, viewIn, viewOf } from '../tracking/view.ts'
import { languageFor } from '../tracking/words.ts'
import type { Callers } from './callers.ts'
import type { Exchange, Fallback, Headers, Route } from './exchange.ts'
import { sendFile } from './file.ts'
import { send, sendProblem } from './reply.ts'
import { turnOf } from './turn.ts'

interface Needs extends Performing {
  callers: Callers
  services: Services
}

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const headersOf = (nonce: string): Headers => [
  ...['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', policy(nonce)],
  ...['Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex, nofollow'],
  ...['Cross-Origin-Opener-Policy', 'same-origin', 'Vary', 'Accept-Language'],
]

type Draw = (nonce: string) => string
const sendPage = (exchange: Exchange, status: number, draw: Draw): void => {
  const nonce = randomBytes(16).toString('base64url')
  send(exchange, status, draw(nonce), headersOf(nonce))
}

const sendGone = (exchange: Exchange): void =>
  sendPage(exchange, problems.NOT_FOUND.status, (nonce) => drawGone(readersLanguage(exchange), nonce))

const readersLanguage = ({ request }: Exchange, otherwise: NoticeLanguage = 'en'): NoticeLanguage =>
  languageFor(request.headers['accept-language'], otherwise)

/**
 * In whose turn a page is made. Those who look at the pages of an environment are company for others, and take turns with
 * all, also with whoever works for that environment: strangers must not keep them waiting. An address that is made up is
 * nobody's.
 */
export function comeToPage(services: Services, token: string): string {
  const { environmentId } = placeOf(token)
  if (!services.environmentIds().has(environmentId)) return ''
  company.came(environmentId)
  return `pages of ${environmentId}`
}

async function seeInTurn({ executor, services }: Needs, token: string) {
  const whose = comeToPage(services, token)
  const turn = turnOf(whose, undefined)
  if (turn) await turn
  return executor.read((tx) => seenAt(tx, token, Date.now()), soon(), whose)
}

export function trackingRoutes(needs: Needs): Route[] {
  const { callers, services } = needs
  const see = (token: string) => seeInTurn(needs, token)

  /** What is not there looks the same, whyever; all else is a problem like any other. */
  const page =
    (draw: (exchange: Exchange, token: string) => Promise<Draw>) =>
    async (exchange: Exchange): Promise<void> => {
      try {
        callers.admit(exchange)
        sendPage(exchange, 200, await draw(exchange, exchange.parameters[0]!))
      } catch (error) {
        if (asProblem(error).code !== 'NOT_FOUND') sendProblem(exchange, error)
        else sendGone(exchange)
      }
    }

  const show = page(async (exchange, token) => {
    const seen = await see(token)
    const view = viewOf(seen, token, Date.now())
    const etag = etagOf(JSON.stringify(view))
    const language = readersLanguage(exchange, seen.settings.notifications.language)
    return (nonce) => drawPage({ view: viewIn(language, seen, view), token, etag, language, nonce })
  })
  const ask = page(async (exchange, token) => {
    const { settings } = await see(token)
    const language = readersLanguage(exchange, settings.notifications.language)
    return (nonce) => drawStop(language, nonce, token)
  })
  const stop = page(async (exchange, token) => {
    const { environmentId, seen, settings } = await see(token)
    const params = { consignmentId: seen.consignmentId }
    await performAs(needs, environmentId)('updateConsignmentById', { params, body: { publicTrackingEnabled: false } })
    const language = readersLanguage(exchange, settings.notifications.language)
    return (nonce) => drawStopped(language, nonce)
  })

  async function photo(exchange: Exchange): Promise<void> {
    try {
      callers.admit(exchange)
      const [token, fileId] = exchange.parameters as [string, string]
      const { environmentId, photos } = await see(token)
      const file = photos.find((each) => each.fileId === fileId)
      if (!file) throw gone()
      await sendFile(exchange, {
        type: file.type,
        name: file.type === 'image/png' ? 'photo.png' : 'photo.jpg',
        etag: `"${fileId}"`,
        async open(left) {
          const found = await services.files.open(`${environmentId}/${fileId}`, left)
          if (!found) throw gone()
          return found
        },
      })
    } catch (error) {
      sendProblem(exchange, error)
    }
  }

  return [
    { method: 'GET', path: '/t/{token}', handle: show },
    // Programs that show letters add a slash to what they take for the name of a folder.
    { method: 'GET', path: '/t/{token}/', handle: show },
    { method: 'GET', path: '/t/{token}/stop', handle: ask },
    { method: 'POST', path: '/t/{token}/stop', handle: stop },
    { method: 'GET', path: '/t/{token}/photo/{fileId}', handle: photo },
  ]
}

/** Whoever has lost a part of their address is told in words, too. */
export const trackingPage =
  ({ callers }: Pick<Needs, 'callers'>): Fallback =>
  (exchange) => {
    const { method, url } = exchange.request
    if (!(method === 'GET' || method === 'HEAD') || !/^\/t([/?]|$)/.test(url!)) return false
    callers.admit(exchange)
    sendGone(exchange)
    return true
  }
