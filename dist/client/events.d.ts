import { type Event } from '../contract/change.ts';
import type { Client } from './client.ts';
export interface FollowOptions {
    /** The `cursor` of the last event that was worked off; `latest` begins now. Left out: with the oldest kept. */
    after?: string;
    /** Such as `consignment.created,load.*`. */
    types?: string;
    signal?: AbortSignal;
}
/** Yields events as they happen, without end. Keep the `cursor` of each, and go on with it after a restart. */
export declare function followEvents(client: Client, options?: FollowOptions): AsyncGenerator<Event>;
