// The writer thread, the only thread that changes the database while the server runs.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openSqlite } from '../platform/database/sqlite.ts'
import { loadSecretsKeys } from '../platform/process/seal.ts'
import { setTimesSource } from '../platform/process/times-source.ts'
import { createRequestHandler, type WriterData } from './executor.ts'

const { file, bytesMax, secretsKeyFile, times } = workerData as WriterData
loadSecretsKeys(secretsKeyFile)
setTimesSource(times)
const port = parentPort!
const database = openSqlite(file, {
  bytesMax,
  onFatal: (message) => port.postMessage({ fatal: message }),
})

/** Runs the writes that a thread sends. The writes of all threads run in this thread. */
function answerAt(threadPort: MessagePort): void {
  const take = createRequestHandler(database, (message) => threadPort.postMessage(message))
  threadPort.on('message', (message) => ('port' in message ? answerAt(message.port) : take(message)))
  threadPort.postMessage({ ready: true })
}
answerAt(port)
