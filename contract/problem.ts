// The closed list of errors: their code, HTTP status, when they occur and what to do about them.

export const problems = {
  BAD_REQUEST: {
    status: 400,
    when: 'Malformed JSON, a wrong type, a missing or unknown member, a bad selector, a bad time zone.',
    remedy: 'Correct every fault listed in `errors` and send the request again.',
  },
  UNAUTHORIZED: {
    status: 401,
    when: 'No token, or one that is malformed, expired, revoked or wrongly signed; no session, or wrong credentials.',
    remedy: 'Send `Authorization: Bearer <token>` with a token of this service that is valid now, or sign in.',
  },
  TOKEN_PERMISSIONS: {
    status: 403,
    when: 'A valid token, or a person in a role, that lacks the scope this endpoint needs.',
    remedy: 'Use a token that has the scope named in the message, or ask an owner for another role.',
  },
  CROSS_SITE: {
    status: 403,
    when: 'A change by a signed-in person that does not come from a page of this service itself.',
    remedy: 'Send `X-Dray-Console: 1` and the `Origin` of this service, or use a token.',
  },
  NOT_FOUND: {
    status: 404,
    when: 'The addressed record, or the path itself, does not exist in this environment.',
    remedy: 'Check the id or key, and that the token belongs to the right environment.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    when: 'The `Accept` header excludes `application/json`.',
    remedy: 'Send `Accept: application/json`, or none.',
  },
  KEY_EXISTS: {
    status: 409,
    when: 'The key is already taken in this environment.',
    remedy: 'Use the existing record, named in `data.consignmentId` or `data.loadId`, or choose another key.',
  },
  NAME_EXISTS: {
    status: 409,
    when: 'Another environment has this name.',
    remedy: 'Choose another name.',
  },
  ALREADY_MEMBER: {
    status: 409,
    when: 'The person is in this environment already.',
    remedy: 'Change their role instead.',
  },
  LAST_OWNER: {
    status: 409,
    when: 'The environment would be left without an owner.',
    remedy: 'Make somebody else an owner first.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    when: 'The Idempotency-Key was used before with another method, path or body.',
    remedy: 'Use a new Idempotency-Key for every new request, and the same one only to repeat a request unchanged.',
  },
  LOAD_STATE: {
    status: 409,
    when: 'The load no longer takes this change because of its status.',
    remedy:
      'Leave a started or completed load and its orders as they are; move the status forwards, or back one step before the start.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    when: 'The events behind the cursor are no longer kept, or the database was put back to an earlier state.',
    remedy: 'Read anew what you need, and follow from `after=latest`, or from the oldest kept without `after`.',
  },
  NOT_SANDBOX: {
    status: 409,
    when: 'The environment is not a sandbox, so it cannot be reset.',
    remedy: 'Reset environments only that were created with `dray environment create NAME --sandbox`.',
  },
  VERSION_MISMATCH: {
    status: 412,
    when: '`If-Match`, or `version` in the body, is not the current version.',
    remedy: 'Read the record again, apply the change to what is there now, and send the new version.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    when: 'The body is larger than the limit.',
    remedy: 'Send a smaller body.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The body is not declared as JSON, or it is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  UNKNOWN_DEPOT: {
    status: 422,
    when: 'A depot key that names no depot of this environment.',
    remedy: 'Create the depot first, or use one of the keys in the message.',
  },
  UNKNOWN_CHANNEL: {
    status: 422,
    when: 'A channel key that the environment does not define.',
    remedy: 'Add the channel to the environment, or use one of the keys in the message.',
  },
  UNKNOWN_AREA: {
    status: 422,
    when: 'An area key that the environment does not define.',
    remedy: 'Add the area to the environment, or use one of the keys in the message.',
  },
  UNKNOWN_LOAD: {
    status: 422,
    when: 'A load id that names no load, while the environment does not create loads by itself.',
    remedy: 'Create the load first, or let the environment create unknown loads.',
  },
  UNKNOWN_CONSIGNMENT: {
    status: 422,
    when: 'A stop that names no consignment of this environment.',
    remedy: 'Create the consignment first, or leave it out.',
  },
  WEBHOOK_LIMIT: {
    status: 422,
    when: 'The environment has as many webhooks as it may have.',
    remedy: 'Delete one that is no longer needed, or let one receiver take what several do.',
  },
  TOKEN_LIMIT: {
    status: 422,
    when: 'The environment has as many tokens, or OAuth clients, as it may have at a time.',
    remedy: 'Revoke those that are no longer needed.',
  },
  UNKNOWN_PACKAGE: {
    status: 422,
    when: 'A package product that names no package of the consignment.',
    remedy: 'Use the `packageId` of one of the packages.',
  },
  UNKNOWN_PRODUCT_LINE: {
    status: 422,
    when: 'A package product that names no product line of the consignment.',
    remedy: 'Use the `productLineId` of one of the product lines.',
  },
  DEPOT_RULE: {
    status: 422,
    when: 'The order and the load name depots that do not fit together.',
    remedy:
      'Choose a load that starts (delivery) or ends (collection) at the depot of the order, or one without depots.',
  },
  RATE_LIMITED: {
    status: 429,
    when: 'The token, or the address without one, sent more requests than its limit, or a sign-in failed too often.',
    remedy: 'Wait for the seconds in `Retry-After`, then go on more slowly.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    when: 'The request line and headers are larger than the limit.',
    remedy: 'Send fewer or shorter headers.',
  },
  INTERNAL: {
    status: 500,
    when: 'A fault of the service.',
    remedy: 'Report the `requestId` to the operator, who finds the cause in the log.',
  },
  UNAVAILABLE: {
    status: 503,
    when: 'The service is starting, stopping, overloaded, or its storage is full.',
    remedy: 'Send the same request again after the seconds in `Retry-After`, with the same Idempotency-Key.',
  },
} as const satisfies Record<string, { status: number; when: string; remedy: string }>

export type ProblemCode = keyof typeof problems

/** One fault of a request: a JSON Pointer into the body, or `?name` for a query parameter, or `Header-Name:`. */
export interface Fault {
  path: string
  code: string
  message: string
}

/** What may stand in `data` beside code, message, errors and requestId. */
export interface ProblemExtras {
  consignmentId?: string
  loadId?: string
}
