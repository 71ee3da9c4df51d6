// The thread that hands letters to the mail server, as many at a time as it is given.
import { parentPort, workerData } from 'node:worker_threads'
import type { Letter, Posted } from '../operation/services.ts'
import { stepBack } from '../process/priority.ts'
import { createPost, type MailConfig } from './mail.ts'

export interface Errand {
  number: number
  letter: Letter
}
export interface Done {
  number: number
  posted: Posted
}

const port = parentPort!
// Requests run first.
stepBack(10)

const post = createPost(workerData as MailConfig)!

port.on('message', async ({ number, letter }: Errand) => {
  port.postMessage({ number, posted: await post(letter) } satisfies Done)
})
