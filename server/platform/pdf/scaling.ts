// Runs in a thread and makes small copies of large PNGs, one at a time.
import { parentPort } from 'node:worker_threads'
import { stepBack } from '../process/priority.ts'
import { handedOver } from '../value/handing.ts'
import { paperPicture } from './picture.ts'
import type { Drawn } from './thread.ts'

export interface Scaling {
  kind: 'png'
  document: Uint8Array
}

const port = parentPort!
// Requests run first.
stepBack(10)

port.on('message', async ({ document: png }: Scaling) => {
  const document = await paperPicture(png)
  port.postMessage({ document } satisfies Drawn, handedOver([document]))
})
