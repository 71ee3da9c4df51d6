// Follows events with the client, one after the other, from a cursor on.
import { type ChangeEvent, listEvents } from '../contract/change.ts'
import type { Client } from './client.ts'

export interface FollowOptions {
  /** The `cursor` of the last event that was worked off; `latest` begins now. Left out: with the oldest kept. */
  after?: string
  /** Such as `consignment.created,load.*`. */
  types?: string
  signal?: AbortSignal
}

const waitSeconds = '30'

/** Yields events as they happen, without end. Store the `cursor` of each, and continue from it after a restart. */
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
