// The thread for long requests: it reads for itself, and has the writer thread or the database server write.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../platform/config/config.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { parseJson } from '../platform/operation/json.ts'
import type { Executor, Reply } from '../platform/operation/operation.ts'
import { namesTag, tagOf } from '../platform/operation/version.ts'
import { type TimesSource, takeTimesOf } from '../platform/process/known-times.ts'
import { stepBack } from '../platform/process/priority.ts'
import { loadSecretsKeys } from '../platform/process/seal.ts'
import { compressedFromBytes, compressNow } from '../platform/value/coding.ts'
import { fail, inProcess, withWriterThread } from './executor.ts'
import { perform } from './perform.ts'
import type { AsideReply, FromAside, ToAside } from './slow-requests.ts'
import { connectDatabase, databasePath } from './storage.ts'

export interface ThreadData {
  config: Config
  /** Port of the writer thread. A database server has none. */
  writer: MessagePort | undefined
  times: TimesSource | undefined
}

const port = parentPort!
const { config, writer, times } = workerData as ThreadData
// Short requests of other threads run first.
stepBack(10)
takeTimesOf(times)
// Every thread has its own.
loadSecretsKeys(config.secretsKeyFile)

/** Largest number of connections for slow requests, in addition to the main ones. */
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
const nothing = new Uint8Array()

/** Bytes that are alone in their memory are handed over, others copied. */
function answer(number: number, reply: AsideReply): void {
  const { buffer, length } = reply.bytes
  const isAlone = length > 0 && length === buffer.byteLength && buffer instanceof ArrayBuffer
  port.postMessage({ number, reply } satisfies FromAside, isAlone ? [buffer] : [])
}

port.on('message', async ({ number, request }: ToAside) => {
  try {
    const { id, call, bytes, bodies, isTagged, ifNoneMatch, coding } = request
    if (bytes) call.body = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), bodies)
    const changed = (environmentId: string) => port.postMessage({ changed: environmentId } satisfies FromAside)
    const { body, ...rest } = (await perform({ executor: await opened, changed }, { id, call })) as Reply
    const encoded = encoder.encode(body)
    if (isTagged && rest.status === 200) {
      const etag = tagOf(encoded)
      rest.etag = `W/${etag}`
      if (namesTag(ifNoneMatch, etag)) return answer(number, { ...rest, status: 304, bytes: nothing, coded: false })
    }
    const coded = coding !== undefined && encoded.length > compressedFromBytes
    answer(number, { ...rest, bytes: coded ? compressNow(encoded, coding) : encoded, coded })
  } catch (error) {
    port.postMessage({ number, failure: fail(error) } satisfies FromAside)
  }
})
