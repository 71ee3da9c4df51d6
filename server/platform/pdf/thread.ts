// The thread that draws PDFs: one document at a time, as it is asked.
import { parentPort, workerData } from 'node:worker_threads'
import { stepBack } from '../process/priority.ts'
import type { LabelFormat, LabelsDocument, ProofDocument } from '../value/documents.ts'
import { handedOver } from '../value/handing.ts'
import { openFonts } from './fonts.ts'
import { drawLabels } from './labels.ts'
import { drawProof } from './proof.ts'

export type Task =
  | { kind: 'proof'; document: ProofDocument }
  | { kind: 'labels'; document: LabelsDocument; format: LabelFormat }
/** A drawn document, the reason of a failure, or a warning for the log. */
export type Drawn = { document: Uint8Array } | { message: string } | { warning: string }

const port = parentPort!
const tell = (drawn: Drawn, moved: ArrayBuffer[] = []) => port.postMessage(drawn, moved)
// Requests run first.
stepBack(10)

const fonts = openFonts((workerData as { fonts: string[] }).fonts, (warning) => tell({ warning }))

port.on('message', async (task: Task) => {
  try {
    const document = await (task.kind === 'proof'
      ? drawProof(fonts, task.document)
      : drawLabels(fonts, task.document, task.format))
    tell({ document }, handedOver([document]))
  } catch (error) {
    tell({ message: error instanceof Error ? error.message : String(error) })
  }
})
