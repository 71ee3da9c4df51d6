// The load driver: keep-alive connections that send prepared bytes and look at no more of an answer than its status and length.
import { connect } from 'node:net'
import type { Group, GroupResult, Load, LoadResult } from './load.ts'
import { serialText } from './orders.ts'

const readBytes = 65_536
/** One answer in so many is looked at: it must name the order that was asked for. */
const checkEvery = 32
/** One bucket for each microsecond; the last one holds all that took longer. */
const bucketsMax = 2_000_000

interface Recorder {
  requests: number
  microseconds: Uint32Array
}

function summary(name: string, { requests, microseconds }: Recorder): GroupResult {
  const quantile = (share: number) => {
    let left = Math.max(1, Math.ceil(requests * share))
    const at = microseconds.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return at / 1_000
  }
  return { name, requests, p50Ms: quantile(0.5), p99Ms: quantile(0.99), maxMs: quantile(1) }
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

async function drive(load: Load): Promise<LoadResult> {
  serial = Math.max(serial, load.serialFrom ?? 0)
  let sent = 0
  let failures = 0
  let failure: string | undefined
  const startedMs = performance.now()
  const endMs = startedMs + load.seconds * 1_000
  const takeNext = () => sent < load.requestsMax && performance.now() < endMs && ++sent > 0
  const next = {
    id: () => load.ids[random(load.ids.length)]!,
    key: () => load.keys[random(load.keys.length)]!,
    serial: () => serialText(serial++),
  }

  function converse({ template }: Group, recorder: Recorder): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    // An answer comes only after the whole request has left, so its bytes may be written over.
    const request = Buffer.from(template.bytes, 'latin1')
    const statusText = String(template.status)
    const received = Buffer.alloc(readBytes)
    let head: Buffer | undefined
    let left = -1
    let sentMs = 0
    let asked = ''
    const fail = (text: string) => {
      failures++
      failure ??= text
    }
    const send = () => {
      if (!takeNext()) return socket.end()
      for (const { at, from } of template.patches) {
        asked = next[from]()
        request.write(asked, at, 'latin1')
      }
      sentMs = performance.now()
      socket.write(request)
      return undefined
    }
    const answered = () => {
      const took = Math.min(bucketsMax - 1, Math.round((performance.now() - sentMs) * 1_000))
      recorder.microseconds[took]!++
      recorder.requests++
      left = -1
      send()
    }
    const take = (chunk: Buffer) => {
      if (left === -1) {
        const bytes: Buffer = head ? Buffer.concat([head, chunk]) : chunk
        const headEnd = bytes.indexOf('\r\n\r\n')
        if (headEnd === -1) {
          head = Buffer.from(bytes)
          return
        }
        head = undefined
        const text = bytes.toString('latin1', 0, headEnd)
        const length = /\r\ncontent-length: (\d+)/i.exec(text)
        if (!length || text.slice(9, 12) !== statusText) fail(bytes.toString('utf8').slice(0, 600))
        left = Number(length?.[1] ?? 0) - (bytes.length - headEnd - 4)
        if (template.named && left === 0 && recorder.requests % checkEvery === 0 && !bytes.includes(asked))
          fail(`This is not the response to ${asked}: ${bytes.toString('utf8').slice(0, 600)}`)
      } else left -= chunk.length
      if (left === 0) answered()
    }
    const socket = connect({
      host: '127.0.0.1',
      port: load.port,
      noDelay: true,
      onread: {
        buffer: received,
        callback: (bytes) => {
          take(received.subarray(0, bytes))
          return true
        },
      },
    })
    socket.on('connect', send)
    socket.on('error', (error) => fail(String(error)))
    socket.on('close', () => {
      if (left !== -1) fail('The connection was closed in the middle of a response.')
      resolve()
    })
    return promise
  }

  const recorders = load.groups.map(() => ({ requests: 0, microseconds: new Uint32Array(bucketsMax) }))
  await Promise.all(
    load.groups.flatMap((group, index) =>
      Array.from({ length: group.connections }, () => converse(group, recorders[index]!)),
    ),
  )
  return {
    seconds: (performance.now() - startedMs) / 1_000,
    serialNext: serial,
    failures,
    failure,
    groups: load.groups.map(({ name }, index) => summary(name, recorders[index]!)),
  }
}

process.on('message', async (load: Load) => process.send!(await drive(load)))
process.on('disconnect', () => process.exit())
