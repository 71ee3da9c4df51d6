import type { ProblemCode } from './problem.ts';
import type { Static, TObject, TSchema } from './schema.ts';
declare const subjects: readonly ['consignments', 'depots', 'export', 'loads', 'fleet', 'drivers', 'pods', 'settings', 'webhooks', 'people', 'tokens'];
type Subject = (typeof subjects)[number];
/** Not part of `*`: whoever has these lets others in, so a token has them by name or not at all. */
export declare const namedSubjects: readonly Subject[];
export type Scope = `${Subject}:${'read' | 'write'}`;
/** What a token may carry: single scopes, or `*` for all of them but those of people and tokens. */
export declare const scopes: readonly (Scope | '*')[];
/** Here, since commands need them without all the schemas. */
export declare const tokenLimits: {
    readonly nameLength: 128;
    readonly tokens: 1000;
    readonly clients: 1000;
    readonly listed: 10000;
};
/** For so long after it, a sign-in proves who it is. */
export declare const freshMinutes = 10;
export interface EndpointShape {
    /** Unique; the operationId of the OpenAPI document and the name by which the server knows it. */
    id: string;
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    path: `/v1/${string}`;
    tag: string;
    summary: string;
    description?: string;
    /** What a token, or the role of a person, must allow in the environment that is asked for. */
    scope?: Scope;
    /** Without a scope: whether only a signed-in person, only a driver's device, or anyone may ask. */
    access?: 'person' | 'driver' | 'anyone';
    /** Open to anyone, and neither goes by a cookie nor sets one: it does not matter which page it comes from. */
    cookieless?: true;
    /** Also for a person who has not set up the second factor that is required of them. */
    unprotected?: true;
    /** A person must have signed in, or confirmed who they are, within the last minutes; tokens are not asked. */
    fresh?: true;
    /** Each of these will do instead of the scope; what is answered is up to those that the token has. */
    orScopes?: readonly Scope[];
    params?: TObject;
    query: TObject;
    body?: TSchema;
    /** Instead of JSON, the body is a file: of one of these media types, of so many bytes at the most. */
    upload?: {
        types: readonly string[];
        bytesMax: number;
    };
    /** The list in the body whose elements are checked and answered one by one; also taken as a stream of lines (NDJSON). */
    rows?: string;
    /** The same for a list that comes as JSON only. */
    elements?: string;
    /** What stands in `data` of a success; without it the answer is `{"status":"OK"}` alone. */
    data?: TSchema;
    /** Instead of JSON, a success is a file of one of these media types, with an ETag. */
    download?: readonly string[];
    /** Answers server-sent events when these are asked for. */
    stream?: true;
    /** Answers 201 instead of 200: always, or when there was nothing to replace. */
    created?: true | 'unless replaced';
    /** Where what was created is read: names in braces stand for members of `data`, or else of the body. */
    location?: `/v1/${string}`;
    /** Replies carry the version as an ETag. */
    etag?: true;
    /** Its answer is sent while it is still being read, so it has no ETag. */
    piecemeal?: true;
    /** Answers 304 to an If-None-Match that names what would be answered. */
    conditional?: true;
    /** Honours If-Match. */
    precondition?: true;
    /** Its answer holds a secret or a cookie, or is told anew each time: it is not kept, so an Idempotency-Key has no effect. */
    unrepeatable?: true;
    /** The business problems of this endpoint, beside those that every endpoint has. */
    problems: readonly ProblemCode[];
}
export declare const endpoint: <const E extends EndpointShape>(shape: E) => E;
/** The scopes any of which lets a token in. */
export declare const scopesOf: ({ scope, orScopes }: EndpointShape) => readonly Scope[];
export type QueryOf<E extends EndpointShape> = Static<E['query']>;
export type ParamsOf<E extends EndpointShape> = E['params'] extends TSchema ? Static<E['params']> : undefined;
export type BodyOf<E extends EndpointShape> = E['body'] extends TSchema ? Static<E['body']> : E['upload'] extends object ? Uint8Array : undefined;
export type DataOf<E extends EndpointShape> = E['data'] extends TSchema ? Static<E['data']> : E['download'] extends object ? Blob : undefined;
/** Whether it tells by an ETag what it answers, and answers 304 to those who have it already. */
export declare const isTagged: ({ method, stream, download, piecemeal }: EndpointShape) => boolean;
/** Whether an Idempotency-Key makes a repeat of it safe. */
export declare const takesIdempotencyKey: ({ method, scope, unrepeatable }: EndpointShape) => boolean;
/** Every problem an endpoint may answer: its own and those that follow from its shape. */
export declare function problemsOf(e: EndpointShape): ProblemCode[];
export {};
