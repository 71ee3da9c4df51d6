// Runs in a thread and makes small copies of large PNGs, one at a time.
import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../process/priority.ts'
import { transferableBuffers } from '../value/transferable.ts'
import { preparePaperImage } from './picture.ts'
import type { DrawingResult } from './thread.ts'

export interface ScalingTask {
  kind: 'png'
  document: Uint8Array
}

const port = parentPort!
// Requests run first.
lowerPriority(10)

port.on('message', async ({ document: png }: ScalingTask) => {
  const document = await preparePaperImage(png)
  port.postMessage({ document } satisfies DrawingResult, transferableBuffers([document]))
})
