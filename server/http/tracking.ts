// Serves the public tracking pages of orders, without a cookie and without external content.
import { randomBytes } from 'node:crypto'
import { problemDefinitions } from '../../contract/problem.ts'
import type { NoticeLanguage } from '../../contract/road.ts'
import { drawNotFound, drawPage, drawStop, drawStopped, scriptHash } from '../delivery/tracking-page/page.ts'
import { fairQueueKey } from '../delivery/tracking-page/queue-key.ts'
import { buildView, readTrackedOrder, trackingNotFound, translateView } from '../delivery/tracking-page/view.ts'
import { chooseLanguage } from '../delivery/tracking-page/words.ts'
import { createEtag } from '../orders/tracking-link/rules.ts'
import { setTrackingStopped } from '../orders/tracking-link/steps.ts'
import { getRequestDeadline } from '../platform/database/database.ts'
import { convertToProblem } from '../platform/error/problems.ts'
import { createBackgroundCall } from '../platform/operation/operation.ts'
import type { ProcessServices } from '../platform/operation/services.ts'
import type { PerformContext } from '../runtime/perform.ts'
import type { CallerLimiter } from './callers.ts'
import { createHeaders, type HeaderList, type HttpExchange, type HttpRoute, type RouteFallback } from './exchange.ts'
import { sendFile } from './file.ts'
import { sendProblem, sendReply } from './reply.ts'
import { joinFairQueue } from './request-queue.ts'

interface Needs extends PerformContext {
  callers: CallerLimiter
  services: ProcessServices
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

const headersOf = (nonce: string): HeaderList =>
  createHeaders({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy(nonce),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Vary: 'Accept-Language',
  })

type Draw = (nonce: string) => string
const sendPage = (exchange: HttpExchange, status: number, draw: Draw): void => {
  const nonce = randomBytes(16).toString('base64url')
  sendReply(exchange, status, draw(nonce), headersOf(nonce))
}

const sendNotFoundPage = (exchange: HttpExchange): void =>
  sendPage(exchange, problemDefinitions.NOT_FOUND.status, (nonce) => drawNotFound(readersLanguage(exchange), nonce))

const readersLanguage = ({ request }: HttpExchange, otherwise: NoticeLanguage = 'en'): NoticeLanguage =>
  chooseLanguage(request.headers['accept-language'], otherwise)

async function readQueuedOrder({ executor, services }: Needs, token: string) {
  const key = fairQueueKey(services, token)
  const queued = joinFairQueue(key, undefined)
  if (queued) await queued
  return executor.read((tx) => readTrackedOrder(tx, token, Date.now()), getRequestDeadline(), key)
}

/** Responds to an error. A page that cannot be shown always gets the same response; other errors get a problem. */
const refuse = (exchange: HttpExchange, error: unknown): void => {
  if (convertToProblem(error).code !== 'NOT_FOUND') sendProblem(exchange, error)
  else sendNotFoundPage(exchange)
}

/** Sends a photo of the proof that the page shows. */
async function sendPhoto(needs: Needs, exchange: HttpExchange): Promise<void> {
  const { callers, services } = needs
  try {
    callers.admit(exchange)
    const [token, fileId] = exchange.parameters as [string, string]
    const { environmentId, photos } = await readQueuedOrder(needs, token)
    const file = photos.find((photo) => photo.fileId === fileId)
    if (!file) throw trackingNotFound()
    await sendFile(exchange, {
      type: file.type,
      name: file.type === 'image/png' ? 'photo.png' : 'photo.jpg',
      etag: `"${fileId}"`,
      async open(signal) {
        const found = await services.files.open(`${environmentId}/${fileId}`, signal)
        if (!found) throw trackingNotFound()
        return found
      },
    })
  } catch (error) {
    sendProblem(exchange, error)
  }
}

export function createTrackingRoutes(needs: Needs): HttpRoute[] {
  const { callers } = needs
  const see = (token: string) => readQueuedOrder(needs, token)

  const page =
    (draw: (exchange: HttpExchange, token: string) => Promise<Draw>) =>
    async (exchange: HttpExchange): Promise<void> => {
      try {
        callers.admit(exchange)
        sendPage(exchange, 200, await draw(exchange, exchange.parameters[0]!))
      } catch (error) {
        refuse(exchange, error)
      }
    }

  const show = page(async (exchange, token) => {
    const tracked = await see(token)
    const view = buildView(tracked, token, Date.now())
    const etag = createEtag(JSON.stringify(view))
    const language = readersLanguage(exchange, tracked.settings.notifications.language)
    return (nonce) => drawPage({ view: translateView(language, tracked, view), token, etag, language, nonce })
  })
  /**
   * Shows a question before the change. Programs that check the links of an e-mail open this page, so opening it must
   * change nothing.
   */
  const showStopQuestion = page(async (exchange, token) => {
    const { settings, seen } = await see(token)
    const language = readersLanguage(exchange, settings.notifications.language)
    const draw = seen.stopped === null ? drawStop : drawStopped
    return (nonce) => draw(language, nonce, token)
  })
  async function setStopped(exchange: HttpExchange, token: string, isStopped: boolean): Promise<NoticeLanguage> {
    const { environmentId, seen, settings } = await see(token)
    const call = createBackgroundCall(environmentId, { consignmentId: seen.consignmentId, isStopped })
    const { requestId } = exchange
    if (!(await needs.executor.run(setTrackingStopped, { ...call, requestId }))) throw trackingNotFound()
    needs.changed(environmentId)
    return readersLanguage(exchange, settings.notifications.language)
  }
  // No redirect: mail programs that unsubscribe with one tap do not follow it (RFC 8058).
  const stop = page(async (exchange, token) => {
    const language = await setStopped(exchange, token, true)
    return (nonce) => drawStopped(language, nonce, token)
  })
  async function start(exchange: HttpExchange): Promise<void> {
    const [token] = exchange.parameters as [string]
    try {
      callers.admit(exchange)
      await setStopped(exchange, token, false)
      sendReply(exchange, 303, '', ['Location', `/t/${token}`, 'Cache-Control', 'no-store'])
    } catch (error) {
      refuse(exchange, error)
    }
  }

  return [
    { method: 'GET', path: '/t/{token}', handle: show },
    // Mail programs add a slash to a path that looks like a folder.
    { method: 'GET', path: '/t/{token}/', handle: show },
    { method: 'GET', path: '/t/{token}/stop', handle: showStopQuestion },
    { method: 'POST', path: '/t/{token}/stop', handle: stop },
    { method: 'GET', path: '/t/{token}/start', handle: show },
    { method: 'POST', path: '/t/{token}/start', handle: start },
    { method: 'GET', path: '/t/{token}/photo/{fileId}', handle: (exchange) => sendPhoto(needs, exchange) },
  ]
}

/** Shows a page with an error if a part of the address is missing. */
export const createTrackingFallback =
  ({ callers }: Pick<Needs, 'callers'>): RouteFallback =>
  (exchange) => {
    const { method, url } = exchange.request
    if (!(method === 'GET' || method === 'HEAD') || !/^\/t([/?]|$)/.test(url!)) return false
    callers.admit(exchange)
    sendNotFoundPage(exchange)
    return true
  }
