// Sends e-mails to the mail server in a separate thread, all e-mails that it receives in parallel.
import { parentPort, workerData } from 'node:worker_threads'
import type { EmailMessage, EmailResult } from '../operation/services.ts'
import { lowerPriority } from '../process/priority.ts'
import { createPost, type MailConfig } from './mail.ts'

export interface MailTask {
  number: number
  letter: EmailMessage
}
export interface MailTaskResult {
  number: number
  posted: EmailResult
}

const port = parentPort!
// Requests run first.
lowerPriority(10)

const post = createPost(workerData as MailConfig)!

port.on('message', async ({ number, letter }: MailTask) => {
  port.postMessage({ number, posted: await post(letter) } satisfies MailTaskResult)
})
