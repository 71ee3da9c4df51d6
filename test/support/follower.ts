// Follows events as integrators do: by asking again and again, or as a stream that breaks off and goes on.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeEvent } from '../../contract/change.ts'
import { request } from './harness.ts'

export interface Follower {
  /** In the order in which they came. */
  events: ChangeEvent[]
  /** Resolves when so many have come; fails when they do not. */
  until(enough: (events: ChangeEvent[]) => boolean): Promise<void>
  stop(): Promise<void>
}
interface Options {
  /** One or several instances of the service, in turns. */
  urls: string[]
  token: string
  query?: string
  /** How likely it is that the connection breaks off after a portion. */
  breaks?: number
}
const patienceMs = 60_000
/** A service that asks to come back later is asked again. */
const busyMs = 200

function followerOf(events: ChangeEvent[], running: Promise<void>, end: () => void): Follower {
  return {
    events,
    async until(enough) {
      const deadline = performance.now() + patienceMs
      while (!enough(events)) {
        assert.ok(performance.now() < deadline, `only ${events.length} events have come`)
        // Who cannot go on says why.
        await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 10))])
      }
    },
    async stop() {
      end()
      await running
    },
  }
}

export function poll({ urls, token, query = '' }: Options): Follower {
  const events: ChangeEvent[] = []
  let on = true
  const run = async () => {
    let next: string | undefined
    for (let turn = 0; on; turn++) {
      const after = next === undefined ? '' : `&after=${next}`
      const answer = await request(urls[turn % urls.length]!, 'GET', `/v1/events?wait=1${query}${after}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (answer.status === 503) await sleep(busyMs)
      if (answer.status === 503) continue
      assert.equal(answer.status, 200, answer.text)
      events.push(...answer.json.data.events)
      next = answer.json.data.next
    }
  }
  return followerOf(events, run(), () => {
    on = false
  })
}

export function stream({ urls, token, query = '', breaks = 0 }: Options): Follower {
  const events: ChangeEvent[] = []
  let on = true
  let current: AbortController | undefined
  const run = async () => {
    let lastId: string | undefined
    for (let turn = 0; on; turn++) {
      current = new AbortController()
      try {
        const connection = await connect(urls[turn % urls.length]!, token, query, lastId, current.signal)
        if (connection.status === 503) await sleep(busyMs)
        if (connection.status === 503) continue
        assert.equal(connection.status, 200)
        for await (const { id, data } of connection.messages) {
          if (data !== undefined) events.push(JSON.parse(data))
          lastId = id
          if (Math.random() < breaks) break
        }
      } catch (error) {
        // It may be stopped while it comes back, and a service whose database is busy for too long cuts it off.
        if (on && !isCutOff(error)) throw error
      }
      current.abort()
    }
  }
  return followerOf(events, run(), () => {
    on = false
    current?.abort()
  })
}

/** In the midst of what it sends, or before its first byte has left. */
const isCutOff = (error: unknown) =>
  error instanceof TypeError &&
  (error.message === 'terminated' || (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET')

export interface Message {
  id: string | undefined
  data: string | undefined
}

/** One connection: ends when the service ends it, or the signal does. */
export async function connect(url: string, token: string, query = '', lastId?: string, signal?: AbortSignal) {
  const response = await fetch(`${url}/v1/events?${query}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
    ...(signal ? { signal } : {}),
  })
  return { status: response.status, headers: response.headers, messages: messagesOf(response) }
}

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let rest = ''
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop()!
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
        yield { id: field('id'), data: field('data') }
      }
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
  }
}

/** Every change once, and the versions of each record in their order. */
export function assertWhole(events: ChangeEvent[], expected: number): void {
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length, 'no event comes twice')
  assert.equal(events.length, expected, 'no event is missing')
  const versions = new Map<string, number>()
  for (const { record, version } of events) {
    const name = `${record.type} ${record.id}`
    assert.equal(version, (versions.get(name) ?? 0) + 1, `${name} comes in the order of its versions`)
    versions.set(name, version)
  }
}
