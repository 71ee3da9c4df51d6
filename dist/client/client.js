// The typed client: one call for every endpoint of the contract, in Node, Deno, Bun and browsers alike.
import { takesIdempotencyKey, } from '../contract/endpoint.js';
/** A failure that the service answered, or something between it and us did. */
export class ApiProblem extends Error {
    name = 'ApiProblem';
    /** `UNREADABLE` when the answer is not one of the service, such as the page of a proxy. */
    code;
    status;
    errors;
    requestId;
    consignmentId;
    loadId;
    /** Of a sign-in that waits for its second factor, and what would do. */
    token;
    ways;
    /** Seconds. */
    retryAfter;
    constructor(response, data) {
        super(data.message ?? `The service answered ${response.status} without an explanation.`);
        this.code = data.code ?? 'UNREADABLE';
        this.status = response.status;
        this.errors = data.errors ?? [];
        this.requestId = data.requestId ?? response.headers.get('x-request-id') ?? undefined;
        this.consignmentId = data.consignmentId;
        this.loadId = data.loadId;
        this.token = data.token;
        this.ways = data.ways ?? [];
        this.retryAfter = secondsOf(response.headers.get('retry-after'));
    }
}
const retryDelayMilliseconds = 200;
const waitSecondsMax = 60;
export function createClient(settings) {
    const send = settings.fetch ?? globalThis.fetch;
    const retries = settings.retries ?? 2;
    async function call(endpoint, ...[options]) {
        const given = options ?? {};
        const url = settings.baseUrl.replace(/\/+$/, '') + target(endpoint, given);
        const headers = headersOf(endpoint, given);
        const repeatable = endpoint.method === 'GET' || endpoint.method === 'DELETE' || headers.has('idempotency-key');
        for (let attempt = 0;; attempt++) {
            given.signal?.throwIfAborted();
            const token = typeof settings.token === 'function' ? await settings.token() : settings.token;
            if (token !== undefined)
                headers.set('authorization', `Bearer ${token}`);
            try {
                const response = await send(url, {
                    method: endpoint.method,
                    headers,
                    ...(given.body === undefined
                        ? {}
                        : { body: endpoint.upload ? given.body : JSON.stringify(given.body) }),
                    ...(given.signal ? { signal: given.signal } : {}),
                });
                return await answerOf(response, endpoint);
            }
            catch (error) {
                if (!repeatable || attempt >= retries || !passing(error, given.signal))
                    throw error;
                await pause(attempt, error instanceof ApiProblem ? error.retryAfter : undefined, given.signal);
            }
        }
    }
    return { call };
}
function target(endpoint, given) {
    const params = { ...given.params };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(given.query ?? {}))
        if (value != null)
            query.set(name, String(value));
    return query.size > 0 ? `${path}?${query}` : path;
}
function headersOf(endpoint, given) {
    const headers = new Headers({ accept: endpoint.download ? '*/*' : 'application/json', ...given.headers });
    // A file says itself of what type it is.
    if (given.body !== undefined && !endpoint.upload)
        headers.set('content-type', 'application/json');
    if (given.ifMatch !== undefined)
        headers.set('if-match', given.ifMatch);
    if (takesIdempotencyKey(endpoint) && given.idempotencyKey !== false && !headers.has('idempotency-key')) {
        headers.set('idempotency-key', given.idempotencyKey ?? randomKey());
    }
    return headers;
}
async function answerOf(response, { download }) {
    return {
        data: (response.ok && download ? await response.blob() : await dataOf(response)),
        status: response.status,
        headers: response.headers,
        etag: response.headers.get('etag') ?? undefined,
        requestId: response.headers.get('x-request-id') ?? undefined,
    };
}
async function dataOf(response) {
    const body = parse(await response.text());
    if (!response.ok || body?.status !== 'OK') {
        throw new ApiProblem(response, (body?.status === 'ERROR' ? body.data : undefined) ?? {});
    }
    return body.data;
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** Whether another attempt may go better: the network failed, or the service asked to come back later. */
function passing(error, signal) {
    if (signal?.aborted || !(error instanceof Error))
        return false;
    if (!(error instanceof ApiProblem))
        return true;
    return (error.status === 429 || error.status === 503) && (error.retryAfter ?? 0) <= waitSecondsMax;
}
async function pause(attempt, retryAfterSeconds, signal) {
    // Jitter keeps many clients that failed together from coming back together.
    const backoff = retryDelayMilliseconds * 2 ** attempt * (0.5 + Math.random());
    const milliseconds = Math.max(backoff, (retryAfterSeconds ?? 0) * 1_000);
    await new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', stop);
            resolve();
        }, milliseconds);
        signal?.addEventListener('abort', stop, { once: true });
    });
}
const secondsOf = (header) => (header && /^\d+$/.test(header) ? Number(header) : undefined);
// crypto.randomUUID is missing in browsers on plain http.
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
