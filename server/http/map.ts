// Serves ranges of the operator's map file to browsers, which request the tiles that they display.
import type { ServiceConfig } from '../platform/config/config.ts'
import { ApiProblem } from '../platform/error/problems.ts'
import { openMapFile } from '../platform/process/map-file.ts'
import { readChunks } from '../platform/value/chunks.ts'
import { createHeaders, type HttpExchange, type HttpRoute } from './exchange.ts'
import { sendBytes, sendChunks } from './reply.ts'
import { getClientAbortSignal, waitForSocket } from './response-end.ts'
import type { VisitorSessions } from './visitors.ts'

/** Maximum number of bytes in one range. A tile has some hundred kilobytes. */
const rangeBytesMax = 8 * 2 ** 20

/** Returns the route of the map file. The file is public, like all files of the console. */
export const mapRoutes = ({ mapFile }: Pick<ServiceConfig, 'mapFile'>, visitors: VisitorSessions): HttpRoute[] =>
  mapFile === ''
    ? []
    : [
        {
          method: 'GET',
          path: '/map/region.pmtiles',
          handle(exchange) {
            visitors.admitToFiles(exchange)
            return sendRange(exchange, mapFile)
          },
        },
      ]

/**
 * Sends a range of the map file. Opens the file for every range, because a newer file may replace it while the service
 * runs.
 */
async function sendRange(exchange: HttpExchange, path: string): Promise<void> {
  await waitForSocket(exchange, getClientAbortSignal(exchange))
  const file = await openMapFile(path).catch((error: Error) => {
    throw new ApiProblem('NOT_FOUND', { message: `The street map cannot be read: ${error.message}.` })
  })
  const { bytes, etag, handle } = file
  try {
    const range = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(exchange.request.headers.range ?? '')
    const [from, to] = range ? [Number(range[1]), Math.min(Number(range[2]), bytes - 1)] : []
    if (from === undefined || to === undefined || to - from >= rangeBytesMax)
      throw new ApiProblem('BAD_REQUEST', { message: `Ask for one range of at most ${rangeBytesMax} bytes.` })
    if (from > to) {
      sendBytes(exchange, 416, Buffer.alloc(0), ['Content-Range', `bytes */${bytes}`])
      return
    }
    await sendChunks(
      exchange,
      206,
      readChunks(handle, from, to - from + 1),
      createHeaders({
        'Content-Type': 'application/vnd.pmtiles',
        'Accept-Ranges': 'bytes',
        ETag: etag,
        'Content-Length': to - from + 1,
        'Content-Range': `bytes ${from}-${to}/${bytes}`,
        // Cached for a day. A newer file has another ETag, and the browser then fetches the older parts again.
        'Cache-Control': 'public, max-age=86400',
        'Referrer-Policy': 'same-origin',
      }),
    )
  } finally {
    await handle.close()
  }
}
