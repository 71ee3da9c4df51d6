// The thread that draws PDFs, with orders by which it fails.
import { parentPort } from 'node:worker_threads'
import type { DrawingTask } from '../../server/platform/pdf/thread.ts'
import '../../server/platform/pdf/thread.ts'

parentPort!.on('message', ({ kind, document }: DrawingTask) => {
  if (kind !== 'proof') return
  if (document.orderKey === 'throw') throw new Error('as it was told')
  if (document.orderKey === 'exit') process.exit(3)
})
