// Yields the events after a cursor, one after the other.
import { type ChangeEvent, listEvents } from '../contract/change.ts'
import type { Client } from './client.ts'

export interface FollowOptions {
  /** The `cursor` of the last processed event; `latest` starts now. Default: all events that are kept. */
  after?: string
  /** Types, such as `consignment.created,load.*`. */
  types?: string
  signal?: AbortSignal
}

const waitSeconds = '30'

/** Yields events without end. Store each `cursor`, and continue after it when you restart. */
export async function* followEvents(client: Client, options: FollowOptions = {}): AsyncGenerator<ChangeEvent> {
  const { types, signal } = options
  let cursor = options.after
  for (;;) {
    const { data } = await client.call(listEvents, {
      query: {
        wait: waitSeconds,
        ...(cursor === undefined ? {} : { after: cursor }),
        ...(types === undefined ? {} : { types }),
      },
      ...(signal ? { signal } : {}),
    })
    yield* data.events
    cursor = data.next
  }
}
