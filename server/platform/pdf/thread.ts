// The thread that draws PDFs, one document at a time.
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../process/priority.ts'
import type { LabelFormat, LabelsDocument, ProofDocument } from '../value/documents.ts'
import { transferableBuffers } from '../value/transferable.ts'
import { openFonts } from './fonts.ts'
import { drawLabels } from './labels.ts'
import { drawProof } from './proof.ts'

export type DrawingTask =
  | { kind: 'proof'; document: ProofDocument }
  | { kind: 'labels'; document: LabelsDocument; format: LabelFormat }
/** A drawn document, the reason of a failure, or a warning for the log. */
export type DrawingResult = { document: Uint8Array } | { message: string } | { warning: string }

const port = parentPort!
const sendResult = (drawn: DrawingResult, moved: ArrayBuffer[] = []) => port.postMessage(drawn, moved)
// Requests run first.
lowerPriority(10)

const fonts = openFonts((workerData as { fonts: string[] }).fonts, (warning) => sendResult({ warning }))

port.on('message', async (task: DrawingTask) => {
  try {
    const document = await (task.kind === 'proof'
      ? drawProof(fonts, task.document)
      : drawLabels(fonts, task.document, task.format))
    sendResult({ document }, transferableBuffers([document]))
  } catch (error) {
    sendResult({ message: error instanceof Error ? error.message : String(error) })
  }
})
