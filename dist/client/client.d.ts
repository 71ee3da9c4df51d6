import { type BodyOf, type DataOf, type EndpointShape, type ParamsOf, type QueryOf } from '../contract/endpoint.ts';
import type { Fault, ProblemCode, SecondFactorWay } from '../contract/problem.ts';
export interface ClientOptions {
    /** Where the service is, such as `https://dray.example.com`; a path in it is kept. */
    baseUrl: string;
    /**
     * An access token, or a function that gives one for each attempt, so that it can be renewed. Left out where `fetch`
     * proves otherwise who asks, as the session of a browser does.
     */
    token?: string | (() => string | Promise<string>);
    fetch?: typeof globalThis.fetch;
    /** How often a request that may be repeated is sent again. */
    retries?: number;
}
interface CommonOptions {
    headers?: Record<string, string>;
    /** Made up for POST and PATCH when left out; `false` sends none, and then nothing is sent twice. */
    idempotencyKey?: string | false;
    /** An etag as an answer gave it, or `*`. */
    ifMatch?: string;
    signal?: AbortSignal;
}
type Wanted<Name extends string, Value> = [Value] extends [undefined] ? {
    [K in Name]?: undefined;
} : {
    [K in Name]: Value;
};
export type CallOptions<E extends EndpointShape> = CommonOptions & {
    query?: QueryOf<E>;
} & Wanted<'params', ParamsOf<E>> & Wanted<'body', E['upload'] extends object ? Blob : BodyOf<E>>;
export type CallArguments<E extends EndpointShape> = Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];
export interface Answer<Data> {
    data: Data;
    status: number;
    headers: Headers;
    etag: string | undefined;
    requestId: string | undefined;
}
export interface Client {
    call<E extends EndpointShape>(endpoint: E, ...options: CallArguments<E>): Promise<Answer<DataOf<E>>>;
}
/** A failure that the service answered, or something between it and us did. */
export declare class ApiProblem extends Error {
    name: string;
    /** `UNREADABLE` when the answer is not one of the service, such as the page of a proxy. */
    code: ProblemCode | 'UNREADABLE';
    status: number;
    errors: Fault[];
    requestId: string | undefined;
    consignmentId: string | undefined;
    loadId: string | undefined;
    /** Of a sign-in that waits for its second factor, and what would do. */
    token: string | undefined;
    ways: readonly SecondFactorWay[];
    /** Seconds. */
    retryAfter: number | undefined;
    constructor(response: Response, data: Partial<ProblemData>);
}
export interface ProblemData {
    code: ProblemCode;
    message: string;
    errors: Fault[];
    requestId: string;
    consignmentId: string;
    loadId: string;
    token: string;
    ways: SecondFactorWay[];
}
export declare function createClient(settings: ClientOptions): Client;
export {};
