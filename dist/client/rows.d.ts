import { type ImportMode, type ImportSummary, type RowResult } from '../contract/bulk.ts';
import type { ConsignmentInput, ConsignmentPatch } from '../contract/consignment.ts';
import type { DataOf, EndpointShape, QueryOf } from '../contract/endpoint.ts';
import { type Client, type ClientOptions } from './client.ts';
export interface ImportOptions {
    mode?: ImportMode;
    dryRun?: boolean;
    /** Zone of date-times without an offset. */
    timezone?: string;
    signal?: AbortSignal;
}
type Row = ConsignmentInput | ConsignmentPatch;
type Rows = Iterable<Row> | AsyncIterable<Row>;
/**
 * Sends rows in batches, each with an Idempotency-Key, so that one whose answer was lost is sent again and takes effect
 * once. Yields the result of each row, in order. Works wherever `fetch` does.
 */
export declare function importInBatches(client: Client, rows: Rows, options?: ImportOptions): AsyncGenerator<RowResult>;
/**
 * Sends rows as one stream of lines, and yields the result of each as soon as it is stored; answers the summary. Faster
 * than batches, but not repeated when the connection fails: send it again with `mode: 'upsert'`. It needs a `fetch`
 * that sends streams over HTTP/1.1: Node, Deno and Bun have one.
 */
export declare function importStream(settings: ClientOptions, rows: Rows, options?: ImportOptions): AsyncGenerator<RowResult, ImportSummary>;
/** Its `next` ends with `null`; that of events never does, and goes by `after`. */
type Listed<E extends EndpointShape> = DataOf<E> extends {
    next: infer N;
} ? (null extends N ? DataOf<E> : never) : never;
/** The pages of a list, from the first to the last. */
export declare function pagesOf<E extends EndpointShape>(client: Client, endpoint: E, query: QueryOf<E>, signal?: AbortSignal): AsyncGenerator<Listed<E>>;
export {};
