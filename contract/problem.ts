// The closed list of errors: their code, HTTP status, when they occur and what to do about them.

export const problemDefinitions = {
  BAD_REQUEST: {
    status: 400,
    when:
      'The request has malformed JSON, a wrong type, a missing or unknown field, an invalid selector or an invalid ' +
      'time zone.',
    remedy: 'Fix every error listed in `errors` and send the request again.',
  },
  UNAUTHORIZED: {
    status: 401,
    when:
      'The token is missing, malformed, expired, revoked or wrongly signed; or the session is missing, or the ' +
      'credentials are wrong.',
    remedy: 'Send `Authorization: Bearer <token>` with a valid token, or sign in.',
  },
  SECOND_FACTOR: {
    status: 401,
    when: 'The password is right, but the sign-in also needs the second factor of the account.',
    remedy:
      'Send `data.token` with a code of the authenticator app or a recovery code to `POST /v1/session/code`, or use ' +
      'a passkey.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    when: 'This environment or installation requires a second factor, and the signed-in user has not set one up.',
    remedy:
      'Set up a second factor on the account page of the console or with `POST /v1/me/totp/begin`. Tokens need no ' +
      'second factor.',
  },
  SIGN_IN_AGAIN: {
    status: 403,
    when: 'This operation requires a sign-in or confirmation within the last ten minutes.',
    remedy: 'Confirm the sign-in with `POST /v1/session/confirm`, or sign in again, and repeat the request.',
  },
  TOKEN_PERMISSIONS: {
    status: 403,
    when: 'The token is valid but lacks the required scope, or the role of the signed-in user does not include it.',
    remedy: 'Use a token with the scope named in the message, or ask an owner for another role.',
  },
  TICKET_REFUSED: {
    status: 403,
    when: 'The ticket was not issued by this service, belongs to another driver, or has expired.',
    remedy: 'Send the ticket of the stop. If the ticket has expired, ask a planner to record the outcome.',
  },
  CROSS_SITE: {
    status: 403,
    when: 'A signed-in user sent a change from outside the pages of this service.',
    remedy: 'Send `X-Dray-Console: 1` and the `Origin` of this service, or use a token.',
  },
  NOT_FOUND: {
    status: 404,
    when: 'The record does not exist in this environment, or the path does not exist at all.',
    remedy: 'Check the id or key, and check that the token belongs to the right environment.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The path exists but does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    when: 'The `Accept` header excludes `application/json`.',
    remedy: 'Send `Accept: application/json`, or no `Accept` header.',
  },
  KEY_EXISTS: {
    status: 409,
    when: 'Another record in this environment already has this key.',
    remedy: 'Use the existing record, named in `data.consignmentId` or `data.loadId`, or choose another key.',
  },
  NAME_EXISTS: {
    status: 409,
    when: 'Another environment already has this name.',
    remedy: 'Choose another name.',
  },
  ALREADY_MEMBER: {
    status: 409,
    when: 'The user already belongs to this environment.',
    remedy: 'Change the role of the user instead.',
  },
  LAST_OWNER: {
    status: 409,
    when: 'The environment would be left without an owner.',
    remedy: 'Make another user an owner first.',
  },
  LAST_FACTOR: {
    status: 409,
    when: 'This is your last second factor, and your environment or installation requires one.',
    remedy: 'Add another second factor first.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    when: 'This Idempotency-Key has already been used with another method, path or body.',
    remedy: 'Use a new Idempotency-Key for every new request. Reuse a key only to repeat the same request.',
  },
  LOAD_STATE: {
    status: 409,
    when: 'The status of the load does not allow this change.',
    remedy:
      'Do not change the stops or depots of a started or completed load. Move the status forwards; before the ' +
      'start, you may also move it back by one step.',
  },
  OPTIMISATION_STATE: {
    status: 409,
    when:
      'The state of the optimisation does not allow the request. For example, you cannot apply an optimisation that ' +
      'is still running or was cancelled.',
    remedy:
      'Read the optimisation: you can apply its proposal in the state `done`, and undo it in the state `applied`.',
  },
  IMPORT_STATE: {
    status: 409,
    when:
      'The state of the import does not allow the request. For example, you cannot undo an import that is still ' +
      'running or was a dry run.',
    remedy: 'Read the import: you can undo it after it has ended, and delete it when no undo is running.',
  },
  PLAN_OUTDATED: {
    status: 409,
    when: 'A record that the proposal uses, or that was created when it was applied, has changed since.',
    remedy: 'See `errors` for the changes, and start the optimisation again.',
  },
  POD_CONFLICT: {
    status: 409,
    when: 'A proof with this id exists and has other content.',
    remedy:
      'Use a new id for every proof. To correct a proof, send a new proof whose `replaces` is the id of the old proof.',
  },
  NOTICE_STOPPED: {
    status: 409,
    when: 'The order forbids e-mails of this kind, or its recipient turned them off.',
    remedy:
      'Change `consignmentNotificationsEnabled` or `publicTrackingEnabled` of the order first. Only the recipient ' +
      'can turn e-mails on again, on the tracking page.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    when: 'The events after this cursor are deleted, or the database was restored to an earlier state.',
    remedy:
      'First request `after=latest` and keep its `next`. Then read the records that you need again. Then follow the ' +
      'events from this `next`. In any other sequence, you miss changes made while you read. Without `after`, you ' +
      'start with the oldest event that is still kept.',
  },
  NOT_SANDBOX: {
    status: 409,
    when: 'The environment is not a sandbox, so it cannot be reset.',
    remedy: 'Reset only environments created with `dray environment create NAME --sandbox`.',
  },
  VERSION_MISMATCH: {
    status: 412,
    when:
      '`If-Match`, or `version` in the body, does not match the current version. Or the request has `If-None-Match: ' +
      '*`, and the record already exists.',
    remedy: 'Read the record again, apply your change to it, and send it with the new version.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    when: 'The body exceeds the size limit.',
    remedy: 'Send a smaller body.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The body is not declared as JSON, or is compressed in another way than gzip.',
    remedy: 'Send `Content-Type: application/json`, and `Content-Encoding: gzip` or none.',
  },
  UNKNOWN_DEPOT: {
    status: 422,
    when: 'The environment has no depot with this key.',
    remedy: 'Create the depot first, or use one of the keys in the message.',
  },
  UNKNOWN_VEHICLE: {
    status: 422,
    when: 'The environment has no vehicle with this key.',
    remedy: 'Create the vehicle first, or use one of the keys in the message.',
  },
  UNKNOWN_DRIVER: {
    status: 422,
    when: 'The environment has no driver with this key.',
    remedy: 'Create the driver first, or use one of the keys in the message.',
  },
  UNKNOWN_CHANNEL: {
    status: 422,
    when: 'The environment has no channel with this key.',
    remedy: 'Add the channel to the environment, or use one of the keys in the message.',
  },
  UNKNOWN_AREA: {
    status: 422,
    when: 'The environment has no area with this key.',
    remedy: 'Add the area to the environment, or use one of the keys in the message.',
  },
  UNKNOWN_LOAD: {
    status: 422,
    when: 'No load has this id, and the request cannot create the load. Or the value is the key of a load, not its id.',
    remedy:
      'Use the id named in the message, or create the load first. To let orders create loads, set `loads.unknown` ' +
      'of the environment to `create`.',
  },
  UNKNOWN_CONSIGNMENT: {
    status: 422,
    when: 'A stop or a proof refers to an order that does not exist in this environment.',
    remedy: 'Create the order first, or remove the stop from the request.',
  },
  UNKNOWN_POD: {
    status: 422,
    when: 'The proof that is to be replaced does not exist, belongs to another order, or has been replaced already.',
    remedy: 'Use the id of the deciding proof of the same order, or omit `replaces`.',
  },
  OPTIMISATION_LIMIT: {
    status: 422,
    when: 'The environment already has the maximum number of optimisations that wait or run.',
    remedy: 'Wait until an optimisation ends, or cancel one.',
  },
  IMPORT_LIMIT: {
    status: 422,
    when: 'The environment already has the maximum number of imports that wait or run.',
    remedy: 'Wait until an import ends, or cancel one.',
  },
  WEBHOOK_LIMIT: {
    status: 422,
    when: 'The environment already has the maximum number of webhooks.',
    remedy: 'Delete a webhook you no longer need, or let one receiver handle several kinds of events.',
  },
  TOKEN_LIMIT: {
    status: 422,
    when: 'The environment already has the maximum number of tokens or OAuth clients.',
    remedy: 'Revoke tokens or clients that you no longer need.',
  },
  UNKNOWN_PACKAGE: {
    status: 422,
    when: 'A package product or a proof refers to a package that is not part of the order.',
    remedy: 'Use the `packageId` of one of the packages.',
  },
  UNKNOWN_PRODUCT_LINE: {
    status: 422,
    when: 'A package product or a proof refers to a product line that is not part of the order.',
    remedy: 'Use the `productLineId` of one of the product lines.',
  },
  DEPOT_RULE: {
    status: 422,
    when: 'The depot of the order does not match the depots of the load.',
    remedy:
      'Choose a load that starts (delivery) or ends (collection) at the depot of the order, or a load without depots.',
  },
  RATE_LIMITED: {
    status: 429,
    when:
      'The token, its environment, or (for requests without a token) the IP address exceeded its request limit, or ' +
      'sign-in failed too often.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then send requests more slowly.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    when: 'The request line and headers exceed the size limit.',
    remedy: 'Send fewer or shorter headers.',
  },
  INTERNAL: {
    status: 500,
    when: 'The service failed unexpectedly.',
    remedy: 'Report the `requestId` to the operator, who can find the cause in the log.',
  },
  UNAVAILABLE: {
    status: 503,
    when: 'The service is starting, stopping or overloaded, or its storage is full, slow or unreachable.',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then send the same request with the same Idempotency-Key.',
  },
} as const satisfies Record<string, { status: number; when: string; remedy: string }>

export type ProblemCode = keyof typeof problemDefinitions

/** Returns the path of the section about an error code in the guide of the installation. */
export const helpPath = (code: ProblemCode): string => `/guide/generated/errors#${code.toLowerCase()}`

/** Codes of errors in a request, in addition to problem codes in lower case: `unknown_depot`, `key_exists`. */
const requestErrors = {
  required: 'A required value is missing, empty or null.',
  unknown: 'No field, parameter or value has this name; the message contains the nearest name.',
  read_only: 'Only the service sets this field, or the field cannot change. Omit it, or send it back as you read it.',
  type: 'The value has the wrong type, such as a string instead of a number.',
  format: 'The value does not have the required form, such as the form of a date-time or of a country code.',
  not_allowed: 'The value is not one of the values that are allowed here.',
  out_of_range: 'The number, date or position is too small or too large.',
  too_short: 'The text has too few characters.',
  too_long: 'The text has too many characters.',
  too_few: 'The list has too few elements.',
  too_many: 'The list has too many elements, or the body has too many values.',
  too_large: 'The requested content is too large for one response.',
  too_deep: 'The body is nested too deeply.',
  duplicate: 'A field, parameter, element or key appears twice.',
  malformed: 'The body, its compression or the URL is not well-formed.',
  invalid_text: 'The text has characters that are not allowed, or is not UTF-8.',
  invalid: 'The value is not valid, as the message explains.',
  one_of: 'Exactly one of several fields is required.',
  order: 'Two values are in the wrong order, such as the end of a window before its start.',
  range: 'The end is not after the start, or is in the past.',
  mismatch: 'The value contradicts another value that was sent or stored, such as a key in the query and in the body.',
  disagrees: 'The value does not agree with the outcome of the proof.',
  ambiguous: 'The value is given in several ways that contradict each other.',
  stale: 'The version is not the current one.',
  changed: 'The record has changed since the proposal was made.',
  gone: 'The record no longer exists.',
  in_load: 'The order is already part of a load.',
  exchange: 'Orders move between the chosen loads and other loads: choose all these loads.',
  surplus: 'A row of an imported file has cells without a header.',
  unknown_reason: 'The environment has no failure reason with this code.',
  unknown_token: 'The text has a placeholder that does not exist.',
  size: 'The file or image is too large or too small.',
  damaged: 'The file cannot be read.',
  unsupported: 'Dray does not accept this kind of file.',
  limit: 'The result has too many elements for one request.',
  cursor: 'The cursor belongs to another list or to another sort.',
  url: 'The URL cannot be used for a webhook.',
  scope: 'You cannot give a scope that you do not have.',
  ticket: 'The ticket of the stop is not valid for this driver.',
  wrong: 'The password, code or passkey is wrong.',
  common: 'The password is easy to guess.',
  known: 'The passkey is already in use.',
  no_password: 'The account has no password, or passwords are turned off.',
  outside: 'Single sign-on handles the second factor.',
  further: 'The request has more errors than the response lists.',
} as const satisfies Record<string, string>
type RequestErrorCode = keyof typeof requestErrors

/** Code of an error. More codes may be added. */
export type FieldErrorCode = RequestErrorCode | Lowercase<ProblemCode>

/** Error codes of `errors[].code` with their meanings. */
export const fieldErrorMeanings: Readonly<Record<FieldErrorCode, string>> = {
  ...requestErrors,
  ...(Object.fromEntries(
    Object.entries(problemDefinitions).map(([code, { when: meaning }]) => [code.toLowerCase(), meaning]),
  ) as Record<Lowercase<ProblemCode>, string>),
}
export const fieldErrorCodes = Object.keys(fieldErrorMeanings) as FieldErrorCode[]

/** Values of an error for programs. They never contain a secret or stored personal data. */
export type ErrorValues = Record<string, number | string | readonly string[]>
/** An error of a request. `path` is a JSON Pointer into the body, `?name` for a query parameter, or `Header-Name:`. */
export interface FieldError {
  path: string
  code: FieldErrorCode
  message: string
  values?: ErrorValues
}

/** Further fields of `data`, in addition to code, message, errors and requestId. */
export interface ProblemExtras {
  consignmentId?: string
  loadId?: string
  /** Token of a sign-in that waits for its second factor. `ways` are the methods that complete the sign-in. */
  token?: string
  ways?: readonly SecondFactorMethod[]
}

export const secondFactorMethods = ['totp', 'passkey', 'recovery'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]
