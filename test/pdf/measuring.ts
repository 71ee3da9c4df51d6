// Measures a proof with the largest PNGs, in a process of its own: how much memory it needs, how much stays, and how long it takes.
// `node test/pdf/measuring.ts 20` prints the figures for 20 photos.
import { setTimeout as sleep } from 'node:timers/promises'
import { openUnreadResponses } from '../../server/platform/fairness/unread-responses.ts'
import { openPdf } from '../../server/platform/pdf/pdf.ts'
import { hostilePng } from './pngs.ts'
import { aProof, png } from './sample.ts'

export interface Measured {
  /** Resident memory of the process. */
  rssMb: { before: number; peak: number; copiesPeak: number; after: number }
  /** One document: with small photos, with copies made on arrival, and with PNGs that are decoded while it is drawn. */
  seconds: { small: number; copies: number; decoded: number; oneCopy: number }
}

const rssNow = () => Math.round(process.memoryUsage.rss() / 1e6)

/** How long a piece of work takes, and the most memory of the process meanwhile. */
async function measured<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number; peak: number }> {
  let peak = rssNow()
  const timer = setInterval(() => {
    peak = Math.max(peak, rssNow())
  }, 5)
  const start = performance.now()
  try {
    const result = await work()
    return { result, seconds: Math.round(performance.now() - start) / 1e3, peak: Math.max(peak, rssNow()) }
  } finally {
    clearInterval(timer)
  }
}

if (import.meta.main) {
  const count = Number(process.argv[2])
  const environmentId = 'one'
  const pdf = openPdf({ fonts: '', report: console.error, unreadResponses: openUnreadResponses(), idleMs: 100 })
  const draw = (photos: Uint8Array[]) => () =>
    pdf.renderProof(async () => aProof('en', { photos: photos.map((photo) => Uint8Array.from(photo)) }), {
      environmentId,
    })
  const times = <T>(each: T): T[] => Array.from({ length: count }, () => each)
  const bomb = hostilePng()
  const small = times(png(400, 300))
  // Starts both threads.
  await draw(small)()
  const first = await measured(() => pdf.scalePng(bomb, { environmentId }))
  const before = rssNow()
  const plain = await measured(draw(small))
  const copies = await measured(draw(times(first.result)))
  const decoded = await measured(draw(times(bomb)))
  const isIdle = () => pdf.threadId() === undefined
  while (!isIdle()) await sleep(50)
  const result: Measured = {
    rssMb: { before, peak: decoded.peak, copiesPeak: copies.peak, after: rssNow() },
    seconds: { small: plain.seconds, copies: copies.seconds, decoded: decoded.seconds, oneCopy: first.seconds },
  }
  console.log(JSON.stringify(result))
  await pdf.stop()
}
