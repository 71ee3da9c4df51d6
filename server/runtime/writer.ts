// The writer thread: the only one that changes the database while the server runs.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openSqlite } from '../platform/database/sqlite.ts'
import { takeTimesOf } from '../platform/process/known-times.ts'
import { loadSecretsKeys } from '../platform/process/seal.ts'
import { answerRequests, type WriterData } from './executor.ts'

const { file, bytesMax, secretsKeyFile, times } = workerData as WriterData
loadSecretsKeys(secretsKeyFile)
takeTimesOf(times)
const port = parentPort!
const database = openSqlite(file, {
  bytesMax,
  onFatal: (message) => port.postMessage({ fatal: message }),
})

/** Answers the writes of a thread; all writes of several threads run here. */
function answerAt(asking: MessagePort): void {
  const take = answerRequests(database, (message) => asking.postMessage(message))
  asking.on('message', (message) => ('port' in message ? answerAt(message.port) : take(message)))
  asking.postMessage({ ready: true })
}
answerAt(port)
