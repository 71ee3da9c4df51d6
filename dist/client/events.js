// Follows all changes through the client: one after the other, for as long as one likes, from where one left off.
import { listEvents } from '../contract/change.js';
const waitSeconds = '30';
/** Yields events as they happen, without end. Keep the `cursor` of each, and go on with it after a restart. */
export async function* followEvents(client, options = {}) {
    const { types, signal } = options;
    let after = options.after;
    for (;;) {
        const { data } = await client.call(listEvents, {
            query: {
                wait: waitSeconds,
                ...(after === undefined ? {} : { after }),
                ...(types === undefined ? {} : { types }),
            },
            ...(signal ? { signal } : {}),
        });
        yield* data.events;
        after = data.next;
    }
}
