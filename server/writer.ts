// The writer thread: the only one that changes the database while the server runs.
import { parentPort, workerData } from 'node:worker_threads'
import { loadSecretsKeys } from './core/seal.ts'
import { openSqlite } from './database/sqlite.ts'
import { answerRequests, type WriterData } from './executor.ts'

const { file, bytesMax, secretsKeyFile } = workerData as WriterData
loadSecretsKeys(secretsKeyFile)
const port = parentPort!
const database = openSqlite(file, {
  bytesMax,
  onFatal: (error) =>
    port.postMessage({ fatal: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
})
const take = answerRequests(database, (message) => port.postMessage(message))
port.on('message', take)
port.postMessage({ ready: true })
