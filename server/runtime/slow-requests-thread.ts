// The thread for long requests: it reads for itself, and has the writer thread or the database server write.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { ServiceConfig } from '../platform/config/config.ts'
import { openSqlite } from '../platform/database/sqlite.ts'
import { parseJson } from '../platform/operation/json.ts'
import type { OperationExecutor, OperationResponse } from '../platform/operation/operation.ts'
import { buildResponseTag, hasEntityTag } from '../platform/operation/version.ts'
import { lowerPriority } from '../platform/process/priority.ts'
import { loadSecretsKeys } from '../platform/process/seal.ts'
import { setTimesSource, type TimesSource } from '../platform/process/times-source.ts'
import { compressedFromBytes, compressSync } from '../platform/value/coding.ts'
import { createInProcessExecutor, encodeError, startWriterExecutor } from './executor.ts'
import { performRequest } from './perform.ts'
import type { BackgroundReply, BackgroundThreadInput, BackgroundThreadOutput } from './slow-requests.ts'
import { connectDatabase, resolveDatabasePath } from './storage.ts'

export interface ThreadData {
  config: ServiceConfig
  /** Port to the writer thread; undefined with a database server. */
  writer: MessagePort | undefined
  times: TimesSource | undefined
}

const port = parentPort!
const { config, writer, times } = workerData as ThreadData
// Short requests of other threads run first.
lowerPriority(10)
setTimesSource(times)
// Each thread loads the keys separately.
loadSecretsKeys(config.secretsKeyFile)

/** Largest number of connections for slow requests, in addition to the main ones. */
const poolMax = 4

async function open(): Promise<OperationExecutor> {
  if (!writer) {
    const databasePoolMax = Math.min(poolMax, config.databasePoolMax)
    return createInProcessExecutor(await connectDatabase({ ...config, databasePoolMax }, true))
  }
  const reader = openSqlite(resolveDatabasePath(config), { readOnly: true })
  // If the writer thread ends, the main thread ends the process, so this thread ignores it.
  return startWriterExecutor(reader, writer, config.writesWaitingMax, () => undefined)
}
const opened = open()
const encoder = new TextEncoder()
const nothing = new Uint8Array()

/**
 * Sends a reply to the main thread. Transfers its bytes if their buffer contains nothing else, and copies them
 * otherwise.
 */
function answer(number: number, reply: BackgroundReply): void {
  const { buffer, length } = reply.bytes
  const isAlone = length > 0 && length === buffer.byteLength && buffer instanceof ArrayBuffer
  port.postMessage({ number, reply } satisfies BackgroundThreadOutput, isAlone ? [buffer] : [])
}

port.on('message', async ({ number, request }: BackgroundThreadInput) => {
  try {
    const { id, call, bytes, bodies, isTagged, ifNoneMatch, coding } = request
    if (bytes) call.body = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), bodies)
    const changed = (id: string) => port.postMessage({ changed: id } satisfies BackgroundThreadOutput)
    const { body, ...rest } = (await performRequest(
      { executor: await opened, changed },
      { id, call },
    )) as OperationResponse
    const encoded = encoder.encode(body)
    if (isTagged && rest.status === 200) {
      const etag = buildResponseTag(encoded)
      rest.etag = `W/${etag}`
      if (hasEntityTag(ifNoneMatch, etag)) return answer(number, { ...rest, status: 304, bytes: nothing, coded: false })
    }
    const coded = coding !== undefined && encoded.length > compressedFromBytes
    answer(number, { ...rest, bytes: coded ? compressSync(encoded, coding) : encoded, coded })
  } catch (error) {
    port.postMessage({ number, failure: encodeError(error) } satisfies BackgroundThreadOutput)
  }
})
