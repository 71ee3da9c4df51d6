// Drives a load: sends prepared bytes over keep-alive connections, and reads only the status and the length of a
// response.
import { connect } from 'node:net'
import { serialText } from './orders.ts'
import type { Group, GroupResult, Load, LoadResult } from './workload.ts'

const readBytes = 65_536
/** One answer in so many is looked at: it must name the order that was asked for. */
const checkEvery = 32
/** One bucket for each microsecond; the last one holds all that took longer. */
const bucketsMax = 2_000_000

interface Recorder {
  requests: number
  refused: number
  microseconds: Uint32Array
}

function summary(name: string, { requests, refused, microseconds }: Recorder): GroupResult {
  const quantile = (share: number) => {
    let left = Math.max(1, Math.ceil((requests - refused) * share))
    const at = microseconds.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return at / 1_000
  }
  return {
    name,
    requests,
    refused,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    maxMs: quantile(1),
  }
}

/** Small, fast, and good enough to spread reads over all orders. */
function randomIndex(seed: number): (length: number) => number {
  let state = seed
  return (length) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % length
  }
}

const random = randomIndex(0x9e3779b9)
/** Goes on from one load to the next, so that no key of a run is used twice. */
let serial = 1

/** What all connections of a load share. */
interface Run {
  load: Load
  sent: number
  endMs: number
  failures: number
  failure: string | undefined
}

const takeNext = (run: Run): boolean =>
  run.sent < run.load.requestsMax && performance.now() < run.endMs && ++run.sent > 0

const nextOf = ({ ids, keys }: Load) => ({
  id: () => ids[random(ids.length)]!,
  key: () => keys[random(keys.length)]!,
  serial: () => serialText(serial++),
})

async function drive(load: Load): Promise<LoadResult> {
  serial = Math.max(serial, load.serialFrom ?? 0)
  const startedMs = performance.now()
  const run: Run = { load, sent: 0, endMs: startedMs + load.seconds * 1_000, failures: 0, failure: undefined }
  const recorders = load.groups.map(() => ({ requests: 0, refused: 0, microseconds: new Uint32Array(bucketsMax) }))
  await Promise.all(
    load.groups.flatMap((group, index) =>
      Array.from({ length: group.connections }, (_, at) => {
        const template = group.templates?.[at % group.templates.length] ?? group.template
        return converse(run, { ...group, template }, recorders[index]!)
      }),
    ),
  )
  return {
    seconds: (performance.now() - startedMs) / 1_000,
    serialNext: serial,
    failures: run.failures,
    failure: run.failure,
    groups: load.groups.map(({ name }, index) => summary(name, recorders[index]!)),
  }
}

/** One connection: a request, its answer, the next request. */
function converse(run: Run, { template, restMs = 0 }: Group, recorder: Recorder): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const next = nextOf(run.load)
  // An answer comes only after the whole request has left, so its bytes may be written over.
  const request = Buffer.from(template.bytes, 'latin1')
  let sentMs = 0
  let asked = ''
  const fail = (text: string) => {
    run.failures++
    run.failure ??= text
  }
  const send = () => {
    if (!takeNext(run)) return socket.end()
    for (const { at, from } of template.patches) {
      asked = next[from]()
      request.write(asked, at, 'latin1')
    }
    sentMs = performance.now()
    socket.write(request)
    return undefined
  }
  const answers = answersTo(template, {
    fail,
    asked: () => (template.named && recorder.requests % checkEvery === 0 ? asked : undefined),
    answered(refused) {
      const took = Math.min(bucketsMax - 1, Math.round((performance.now() - sentMs) * 1_000))
      if (refused) recorder.refused++
      else recorder.microseconds[took]!++
      recorder.requests++
      if (restMs > 0) setTimeout(send, restMs)
      else send()
    },
  })
  const received = Buffer.alloc(readBytes)
  const socket = connect({
    host: '127.0.0.1',
    port: run.load.port,
    noDelay: true,
    onread: {
      buffer: received,
      callback: (bytes) => {
        answers.take(received.subarray(0, bytes))
        return true
      },
    },
  })
  socket.on('connect', send)
  socket.on('error', (error) => fail(String(error)))
  socket.on('close', () => {
    if (answers.isWithin()) fail('The connection was closed in the middle of a response.')
    resolve()
  })
  return promise
}

interface Listener {
  fail(text: string): void
  /** What the answer must name, where it is looked at. */
  asked(): string | undefined
  answered(refused: boolean): void
}

/** Finds where an answer ends, in the bytes as they come. */
function answersTo(template: Group['template'], { fail, asked, answered }: Listener) {
  const statusText = String(template.status)
  const refusals = template.refusable ? ['429', '503'] : []
  let refused = false
  let head: Buffer | undefined
  let left = -1
  const begin = (bytes: Buffer, headEnd: number) => {
    const text = bytes.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(text)
    const status = text.slice(9, 12)
    refused = refusals.includes(status)
    if (!length || (status !== statusText && !refused)) fail(bytes.toString('utf8').slice(0, 600))
    left = Number(length?.[1] ?? 0) - (bytes.length - headEnd - 4)
    const name = left === 0 ? asked() : undefined
    if (name !== undefined && !bytes.includes(name))
      fail(`This is not the response to ${name}: ${bytes.toString('utf8').slice(0, 600)}`)
  }
  return {
    take(chunk: Buffer): void {
      if (left === -1) {
        const bytes: Buffer = head ? Buffer.concat([head, chunk]) : chunk
        const headEnd = bytes.indexOf('\r\n\r\n')
        head = headEnd === -1 ? Buffer.from(bytes) : undefined
        if (headEnd === -1) return
        begin(bytes, headEnd)
      } else left -= chunk.length
      if (left !== 0) return
      left = -1
      answered(refused)
    },
    isWithin: () => left !== -1,
  }
}

process.on('message', async (load: Load) => process.send!(await drive(load)))
process.on('disconnect', () => process.exit())
