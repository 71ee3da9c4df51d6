// Follows the event stream of the environment, resumes it after an interruption, and outdates cached responses.
import { type ChangeEvent, listEvents, type RecordType } from '../../contract/change.ts'
import { fetchInSession } from '../api/client.ts'
import { invalidateAffected, invalidateResponses, recordDeletedLoad } from '../api/query.ts'
import { environmentId } from '../api/session.ts'
import { createStore } from '../platform/store.ts'

/** Whether the stream is connected. */
export const isLive = createStore(false)

const pauseMinMs = 500
const pauseMaxMs = 30_000
/** Pause that collects changes into one refresh, in milliseconds. */
const gatherMs = 150

type Listener = (event: ChangeEvent) => void
const listeners = new Set<Listener>()
/** Calls a listener for every event. Returns the function that removes it. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let stopFollowing: (() => void) | undefined

/** Starts the stream before the page renders, so that the first responses need no second read. */
export function beginToFollow(): void {
  stopFollowing ??= follow()
}

export function endToFollow(): void {
  stopFollowing?.()
  stopFollowing = undefined
}

/**
 * Follows the events of this tab's environment, also after a change of environment. Returns the function that stops it.
 */
function follow(): () => void {
  const stop = new AbortController()
  const unsubscribe = environmentId.follow(() => {
    stop.abort()
    unsubscribe()
    end = follow()
  })
  let end = () => {
    stop.abort()
    unsubscribe()
  }
  void run(stop.signal)
  return () => end()
}

interface Connection {
  /** Cursor of the last event, or `latest`. */
  cursor: string
  /** Pause before the next attempt, in milliseconds. */
  pauseMs: number
}

/** Reads the stream until the signal aborts, and connects again after each end with a growing pause. */
async function run(signal: AbortSignal): Promise<void> {
  const connection: Connection = { cursor: 'latest', pauseMs: pauseMinMs }
  while (!signal.aborted) {
    try {
      await readStream(connection, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof TypeError)) console.warn(error)
    } finally {
      isLive.set(false)
    }
    await new Promise((resolve) => setTimeout(resolve, connection.pauseMs * (0.5 + Math.random())))
    connection.pauseMs = Math.min(connection.pauseMs * 2, pauseMaxMs)
  }
}

/** Reads the stream until it ends. Every event moves the connection to its cursor and resets the pause. */
async function readStream(connection: Connection, signal: AbortSignal): Promise<void> {
  const { cursor } = connection
  const response = await fetchInSession(`${listEvents.path}?after=${encodeURIComponent(cursor)}`, {
    headers: { accept: 'text/event-stream' },
    signal,
  })
  if (response.status === 410) {
    // The events after the cursor are no longer available, so every response is outdated.
    connection.cursor = 'latest'
    void invalidateResponses()
  }
  if (!response.ok) return
  // Records may have changed between the last response and the first event.
  if (cursor === 'latest') void invalidateResponses()
  isLive.set(true)
  for await (const event of eventsOf(response.body!)) {
    connection.cursor = event.cursor
    connection.pauseMs = pauseMinMs
    handleEvent(event)
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChangeEvent> {
  let remaining = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (remaining + text).split(/\r?\n\r?\n/)
    remaining = blocks.pop()!
    for (const block of blocks) {
      const data = block
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n')
      if (data !== '') yield JSON.parse(data) as ChangeEvent
    }
  }
}

const stale = new Set<RecordType>()
function handleEvent(event: ChangeEvent): void {
  for (const listener of listeners) listener(event)
  if (event.type === 'load.deleted') recordDeletedLoad(event.record.id)
  if (stale.size === 0) setTimeout(refreshStale, gatherMs)
  stale.add(event.record.type)
}

function refreshStale(): void {
  void invalidateAffected(new Set(stale))
  stale.clear()
}
