// The shape of an endpoint. Everything else (validation, OpenAPI, the client's types, the docs) is derived from it.
const subjects = [
    'consignments',
    'depots',
    'export',
    'loads',
    'fleet',
    'drivers',
    'pods',
    'settings',
    'webhooks',
    'people',
    'tokens',
];
/** Not part of `*`: whoever has these lets others in, so a token has them by name or not at all. */
export const namedSubjects = ['people', 'tokens'];
/** What a token may carry: single scopes, or `*` for all of them but those of people and tokens. */
export const scopes = ['*', ...subjects.flatMap((s) => [`${s}:read`, `${s}:write`])];
/** Here, since commands need them without all the schemas. */
export const tokenLimits = { nameLength: 128, tokens: 1_000, clients: 1_000, listed: 10_000 };
/** For so long after it, a sign-in proves who it is. */
export const freshMinutes = 10;
export const endpoint = (shape) => shape;
/** The scopes any of which lets a token in. */
export const scopesOf = ({ scope, orScopes = [] }) => scope === undefined ? [] : [scope, ...orScopes];
/** Whether it tells by an ETag what it answers, and answers 304 to those who have it already. */
export const isTagged = ({ method, stream, download, piecemeal }) => method === 'GET' && !stream && !download && !piecemeal;
/** Whether an Idempotency-Key makes a repeat of it safe. */
export const takesIdempotencyKey = ({ method, scope, unrepeatable }) => (method === 'POST' || method === 'PATCH' || method === 'PUT') && scope !== undefined && !unrepeatable;
/** Every problem an endpoint may answer: its own and those that follow from its shape. */
export function problemsOf(e) {
    const codes = ['BAD_REQUEST'];
    if (e.access !== 'anyone')
        codes.push('UNAUTHORIZED');
    if (e.scope !== undefined)
        codes.push('TOKEN_PERMISSIONS');
    if (e.access !== 'anyone' && e.access !== 'driver' && !e.unprotected)
        codes.push('SECOND_FACTOR_REQUIRED');
    if (e.fresh)
        codes.push('SIGN_IN_AGAIN');
    if (e.method !== 'GET' && e.access !== 'driver' && !e.cookieless)
        codes.push('CROSS_SITE');
    codes.push(...e.problems, 'NOT_ACCEPTABLE');
    if (e.precondition)
        codes.push('VERSION_MISMATCH');
    if (takesIdempotencyKey(e))
        codes.push('IDEMPOTENCY_CONFLICT');
    if (e.body || e.upload)
        codes.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
    codes.push('RATE_LIMITED', 'HEADERS_TOO_LARGE', 'INTERNAL', 'UNAVAILABLE');
    return codes;
}
