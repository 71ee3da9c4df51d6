// The thread for long requests: it reads for itself, and has the writer thread or the database server write.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { FromAside, ToAside } from './aside.ts'
import type { Config } from './config.ts'
import { parseJson } from './core/json.ts'
import type { Executor, Reply } from './core/operation.ts'
import { stepBack } from './core/priority.ts'
import { openSqlite } from './database/sqlite.ts'
import { fail, inProcess, withWriterThread } from './executor.ts'
import { perform } from './perform.ts'
import { connectDatabase, databasePath } from './storage.ts'

export interface ThreadData {
  config: Config
  /** Where the writer thread answers; a database server has none. */
  writer: MessagePort | undefined
}

const port = parentPort!
const { config, writer } = workerData as ThreadData
// Where there is something short to do, it comes first.
stepBack(10)

/** Connections at the most, beside those for everything else. */
const poolMax = 4

async function open(): Promise<Executor> {
  if (!writer) {
    const databasePoolMax = Math.min(poolMax, config.databasePoolMax)
    return inProcess(await connectDatabase({ ...config, databasePoolMax }, true))
  }
  const reader = openSqlite(databasePath(config), { readOnly: true })
  // What ends the writer thread ends the process, and so does the main thread.
  return withWriterThread(reader, writer, config.writesWaitingMax, () => undefined)
}
const opened = open()
const encoder = new TextEncoder()

port.on('message', async ({ number, request }: ToAside) => {
  try {
    const { id, call, bytes, bodies } = request
    if (bytes) call.body = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), bodies)
    const changed = (environmentId: string) => port.postMessage({ changed: environmentId } satisfies FromAside)
    const { body, ...rest } = (await perform({ executor: await opened, changed }, { id, call })) as Reply
    const encoded = encoder.encode(body)
    port.postMessage({ number, reply: { ...rest, bytes: encoded } } satisfies FromAside, [encoded.buffer])
  } catch (error) {
    port.postMessage({ number, failure: fail(error) } satisfies FromAside)
  }
})
