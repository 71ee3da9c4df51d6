// Serves the public tracking pages of orders, without a cookie and without external content.
import { randomBytes } from 'node:crypto'
import { problems } from '../../contract/problem.ts'
import type { NoticeLanguage } from '../../contract/road.ts'
import { drawGone, drawPage, drawStop, drawStopped, scriptHash } from '../delivery/tracking-page/page.ts'
import { fairQueueKey } from '../delivery/tracking-page/queue-key.ts'
import { gone, seenAt, viewIn, viewOf } from '../delivery/tracking-page/view.ts'
import { languageFor } from '../delivery/tracking-page/words.ts'
import { etagOf } from '../orders/tracking-link/rules.ts'
import { setTrackingStopped } from '../orders/tracking-link/steps.ts'
import { soon } from '../platform/database/database.ts'
import { asProblem } from '../platform/error/problems.ts'
import { backgroundCall } from '../platform/operation/operation.ts'
import type { Services } from '../platform/operation/services.ts'
import type { Performing } from '../runtime/perform.ts'
import type { Callers } from './callers.ts'
import { type Exchange, type Fallback, type Headers, headersFrom, type Route } from './exchange.ts'
import { sendFile } from './file.ts'
import { send, sendProblem } from './reply.ts'
import { turnOf } from './request-queue.ts'

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

const headersOf = (nonce: string): Headers =>
  headersFrom({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy(nonce),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Vary: 'Accept-Language',
  })

type Draw = (nonce: string) => string
const sendPage = (exchange: Exchange, status: number, draw: Draw): void => {
  const nonce = randomBytes(16).toString('base64url')
  send(exchange, status, draw(nonce), headersOf(nonce))
}

const sendGone = (exchange: Exchange): void =>
  sendPage(exchange, problems.NOT_FOUND.status, (nonce) => drawGone(readersLanguage(exchange), nonce))

const readersLanguage = ({ request }: Exchange, otherwise: NoticeLanguage = 'en'): NoticeLanguage =>
  languageFor(request.headers['accept-language'], otherwise)

async function seeInTurn({ executor, services }: Needs, token: string) {
  const key = fairQueueKey(services, token)
  const turn = turnOf(key, undefined)
  if (turn) await turn
  return executor.read((tx) => seenAt(tx, token, Date.now()), soon(), key)
}

/** Every page that cannot be shown gets the same response; other errors get a problem. */
const refuse = (exchange: Exchange, error: unknown): void => {
  if (asProblem(error).code !== 'NOT_FOUND') sendProblem(exchange, error)
  else sendGone(exchange)
}

/** Sends a photo of the proof that the page shows. */
async function sendPhoto(needs: Needs, exchange: Exchange): Promise<void> {
  const { callers, services } = needs
  try {
    callers.admit(exchange)
    const [token, fileId] = exchange.parameters as [string, string]
    const { environmentId, photos } = await seeInTurn(needs, token)
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

export function trackingRoutes(needs: Needs): Route[] {
  const { callers } = needs
  const see = (token: string) => seeInTurn(needs, token)

  const page =
    (draw: (exchange: Exchange, token: string) => Promise<Draw>) =>
    async (exchange: Exchange): Promise<void> => {
      try {
        callers.admit(exchange)
        sendPage(exchange, 200, await draw(exchange, exchange.parameters[0]!))
      } catch (error) {
        refuse(exchange, error)
      }
    }

  const show = page(async (exchange, token) => {
    const seen = await see(token)
    const view = viewOf(seen, token, Date.now())
    const etag = etagOf(JSON.stringify(view))
    const language = readersLanguage(exchange, seen.settings.notifications.language)
    return (nonce) => drawPage({ view: viewIn(language, seen, view), token, etag, language, nonce })
  })
  /** Shows a question: programs that check the links of an e-mail open each of them, and must change nothing. */
  const ask = page(async (exchange, token) => {
    const { settings, seen } = await see(token)
    const language = readersLanguage(exchange, settings.notifications.language)
    const draw = seen.stopped === null ? drawStop : drawStopped
    return (nonce) => draw(language, nonce, token)
  })
  async function setStopped(exchange: Exchange, token: string, isStopped: boolean): Promise<NoticeLanguage> {
    const { environmentId, seen, settings } = await see(token)
    const call = backgroundCall(environmentId, { consignmentId: seen.consignmentId, isStopped })
    const { requestId } = exchange
    if (!(await needs.executor.run(setTrackingStopped, { ...call, requestId }))) throw gone()
    needs.changed(environmentId)
    return readersLanguage(exchange, settings.notifications.language)
  }
  // No redirect: mail programs that unsubscribe with one tap do not follow it (RFC 8058).
  const stop = page(async (exchange, token) => {
    const language = await setStopped(exchange, token, true)
    return (nonce) => drawStopped(language, nonce, token)
  })
  async function start(exchange: Exchange): Promise<void> {
    const [token] = exchange.parameters as [string]
    try {
      callers.admit(exchange)
      await setStopped(exchange, token, false)
      send(exchange, 303, '', ['Location', `/t/${token}`, 'Cache-Control', 'no-store'])
    } catch (error) {
      refuse(exchange, error)
    }
  }

  return [
    { method: 'GET', path: '/t/{token}', handle: show },
    // Mail programs add a slash to a path that looks like a folder.
    { method: 'GET', path: '/t/{token}/', handle: show },
    { method: 'GET', path: '/t/{token}/stop', handle: ask },
    { method: 'POST', path: '/t/{token}/stop', handle: stop },
    { method: 'GET', path: '/t/{token}/start', handle: show },
    { method: 'POST', path: '/t/{token}/start', handle: start },
    { method: 'GET', path: '/t/{token}/photo/{fileId}', handle: (exchange) => sendPhoto(needs, exchange) },
  ]
}

/** Shows a page with an error if a part of the address is missing. */
export const trackingPage =
  ({ callers }: Pick<Needs, 'callers'>): Fallback =>
  (exchange) => {
    const { method, url } = exchange.request
    if (!(method === 'GET' || method === 'HEAD') || !/^\/t([/?]|$)/.test(url!)) return false
    callers.admit(exchange)
    sendGone(exchange)
    return true
  }
