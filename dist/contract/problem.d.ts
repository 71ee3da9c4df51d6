export declare const problems: {
    readonly BAD_REQUEST: {
        readonly status: 400;
        readonly when: 'The request has malformed JSON, a wrong type, a missing or unknown member, an invalid selector or an invalid time zone.';
        readonly remedy: 'Fix every error listed in `errors` and send the request again.';
    };
    readonly UNAUTHORIZED: {
        readonly status: 401;
        readonly when: 'The token is missing, malformed, expired, revoked or wrongly signed; or there is no session, or the credentials are wrong.';
        readonly remedy: 'Send `Authorization: Bearer <token>` with a valid token, or sign in.';
    };
    readonly SECOND_FACTOR: {
        readonly status: 401;
        readonly when: 'The password is right, and the account has a second factor, which is due now.';
        readonly remedy: 'Send `data.token` with a code of the authenticator app or a recovery code to `POST /v1/session/code`, or use a passkey.';
    };
    readonly SECOND_FACTOR_REQUIRED: {
        readonly status: 403;
        readonly when: 'This environment or installation requires a second factor, and the signed-in person has not set one up.';
        readonly remedy: 'Set one up on the account page of the console or with `POST /v1/me/totp/begin`. Tokens are not concerned.';
    };
    readonly SIGN_IN_AGAIN: {
        readonly status: 403;
        readonly when: 'The signed-in person has not shown who they are within the last ten minutes, and this needs it.';
        readonly remedy: 'Confirm it with `POST /v1/session/confirm`, or sign in again, and repeat the request.';
    };
    readonly TOKEN_PERMISSIONS: {
        readonly status: 403;
        readonly when: 'The token is valid but lacks the required scope, or the role of the signed-in person does not include it.';
        readonly remedy: 'Use a token with the scope named in the message, or ask an owner for another role.';
    };
    readonly TICKET_REFUSED: {
        readonly status: 403;
        readonly when: 'The ticket of a stop is not one of this service, is of another driver, or has expired.';
        readonly remedy: 'Send the ticket that the stop came with. If it has expired, have the outcome recorded by the planner.';
    };
    readonly CROSS_SITE: {
        readonly status: 403;
        readonly when: 'A signed-in person sent a change from outside the pages of this service.';
        readonly remedy: 'Send `X-Dray-Console: 1` and the `Origin` of this service, or use a token.';
    };
    readonly NOT_FOUND: {
        readonly status: 404;
        readonly when: 'The record does not exist in this environment, or the path does not exist at all.';
        readonly remedy: 'Check the id or key, and check that the token belongs to the right environment.';
    };
    readonly METHOD_NOT_ALLOWED: {
        readonly status: 405;
        readonly when: 'The path exists but does not support this method.';
        readonly remedy: 'Use one of the methods in the `Allow` header.';
    };
    readonly NOT_ACCEPTABLE: {
        readonly status: 406;
        readonly when: 'The `Accept` header excludes `application/json`.';
        readonly remedy: 'Send `Accept: application/json`, or no `Accept` header.';
    };
    readonly KEY_EXISTS: {
        readonly status: 409;
        readonly when: 'Another record in this environment already has this key.';
        readonly remedy: 'Use the existing record, named in `data.consignmentId` or `data.loadId`, or choose another key.';
    };
    readonly NAME_EXISTS: {
        readonly status: 409;
        readonly when: 'Another environment already has this name.';
        readonly remedy: 'Choose another name.';
    };
    readonly ALREADY_MEMBER: {
        readonly status: 409;
        readonly when: 'The person already belongs to this environment.';
        readonly remedy: 'Change the role of the person instead.';
    };
    readonly LAST_OWNER: {
        readonly status: 409;
        readonly when: 'The environment would be left without an owner.';
        readonly remedy: 'Make another person an owner first.';
    };
    readonly LAST_FACTOR: {
        readonly status: 409;
        readonly when: 'This is your last second factor, and your environment or installation requires one.';
        readonly remedy: 'Add another one first.';
    };
    readonly IDEMPOTENCY_CONFLICT: {
        readonly status: 409;
        readonly when: 'This Idempotency-Key has already been used with another method, path or body.';
        readonly remedy: 'Use a new Idempotency-Key for every new request; reuse one only to repeat the same request.';
    };
    readonly LOAD_STATE: {
        readonly status: 409;
        readonly when: 'The status of the load does not allow this change.';
        readonly remedy: 'Do not change the stops or depots of a started or completed load. Move the status forwards; before the start, you may also move it back by one step.';
    };
    readonly OPTIMISATION_STATE: {
        readonly status: 409;
        readonly when: 'The optimisation is in a state that does not allow this, such as one that is still running or was cancelled.';
        readonly remedy: 'Read it: a proposal can be applied once its state is `done`, and undone once it is `applied`.';
    };
    readonly PLAN_OUTDATED: {
        readonly status: 409;
        readonly when: 'Something that the proposal was made from, or that applying it has made, has changed since.';
        readonly remedy: 'See `errors` for what has changed, and start the optimisation again.';
    };
    readonly POD_CONFLICT: {
        readonly status: 409;
        readonly when: 'A proof with this id exists and has other content.';
        readonly remedy: 'Use a new id for every proof. To correct one, send another that names it in `replaces`.';
    };
    readonly NOTICE_STOPPED: {
        readonly status: 409;
        readonly when: 'The order forbids letters of this kind.';
        readonly remedy: 'Change `consignmentNotificationsEnabled` or `publicTrackingEnabled` of the order first.';
    };
    readonly CURSOR_EXPIRED: {
        readonly status: 410;
        readonly when: 'The events after this cursor are no longer kept, or the database was restored to an earlier state.';
        readonly remedy: 'Read the records you need again, then follow from `after=latest`. Without `after`, you start with the oldest event that is still kept.';
    };
    readonly NOT_SANDBOX: {
        readonly status: 409;
        readonly when: 'The environment is not a sandbox, so it cannot be reset.';
        readonly remedy: 'Reset only environments created with `dray environment create NAME --sandbox`.';
    };
    readonly VERSION_MISMATCH: {
        readonly status: 412;
        readonly when: '`If-Match`, or `version` in the body, does not match the current version.';
        readonly remedy: 'Read the record again, apply your change to it, and send it with the new version.';
    };
    readonly BODY_TOO_LARGE: {
        readonly status: 413;
        readonly when: 'The body exceeds the size limit.';
        readonly remedy: 'Send a smaller body.';
    };
    readonly UNSUPPORTED_MEDIA_TYPE: {
        readonly status: 415;
        readonly when: 'The body is not declared as JSON, or is compressed in another way than gzip.';
        readonly remedy: 'Send `Content-Type: application/json`, and `Content-Encoding: gzip` or none.';
    };
    readonly UNKNOWN_DEPOT: {
        readonly status: 422;
        readonly when: 'The environment has no depot with this key.';
        readonly remedy: 'Create the depot first, or use one of the keys in the message.';
    };
    readonly UNKNOWN_VEHICLE: {
        readonly status: 422;
        readonly when: 'The environment has no vehicle with this key.';
        readonly remedy: 'Create the vehicle first, or use one of the keys in the message.';
    };
    readonly UNKNOWN_DRIVER: {
        readonly status: 422;
        readonly when: 'The environment has no driver with this key.';
        readonly remedy: 'Create the driver first, or use one of the keys in the message.';
    };
    readonly UNKNOWN_CHANNEL: {
        readonly status: 422;
        readonly when: 'The environment has no channel with this key.';
        readonly remedy: 'Add the channel to the environment, or use one of the keys in the message.';
    };
    readonly UNKNOWN_AREA: {
        readonly status: 422;
        readonly when: 'The environment has no area with this key.';
        readonly remedy: 'Add the area to the environment, or use one of the keys in the message.';
    };
    readonly UNKNOWN_LOAD: {
        readonly status: 422;
        readonly when: 'No load has this id, and the request cannot create it; or the id is in fact the key of a load.';
        readonly remedy: 'Use the id named in the message, or create the load first. To let consignments create loads, set `loads.unknown` of the environment to `create`.';
    };
    readonly UNKNOWN_CONSIGNMENT: {
        readonly status: 422;
        readonly when: 'A stop or a proof names a consignment that does not exist in this environment.';
        readonly remedy: 'Create the consignment first, or leave out the stop.';
    };
    readonly UNKNOWN_POD: {
        readonly status: 422;
        readonly when: 'The proof that is to be replaced does not exist, belongs to another order, or has been replaced already.';
        readonly remedy: 'Use the id of the proof of the same order that counts, or leave out `replaces`.';
    };
    readonly OPTIMISATION_LIMIT: {
        readonly status: 422;
        readonly when: 'The environment already has the maximum number of optimisations that wait or run.';
        readonly remedy: 'Wait for one to end, or cancel one.';
    };
    readonly WEBHOOK_LIMIT: {
        readonly status: 422;
        readonly when: 'The environment already has the maximum number of webhooks.';
        readonly remedy: 'Delete a webhook you no longer need, or let one receiver handle several kinds of events.';
    };
    readonly TOKEN_LIMIT: {
        readonly status: 422;
        readonly when: 'The environment already has the maximum number of tokens or OAuth clients.';
        readonly remedy: 'Revoke those you no longer need.';
    };
    readonly UNKNOWN_PACKAGE: {
        readonly status: 422;
        readonly when: 'A package product or a proof names a package that is not part of the consignment.';
        readonly remedy: 'Use the `packageId` of one of the packages.';
    };
    readonly UNKNOWN_PRODUCT_LINE: {
        readonly status: 422;
        readonly when: 'A package product or a proof names a product line that is not part of the consignment.';
        readonly remedy: 'Use the `productLineId` of one of the product lines.';
    };
    readonly DEPOT_RULE: {
        readonly status: 422;
        readonly when: 'The depot of the consignment does not match the depots of the load.';
        readonly remedy: 'Choose a load that starts (delivery) or ends (collection) at the depot of the consignment, or one without depots.';
    };
    readonly RATE_LIMITED: {
        readonly status: 429;
        readonly when: 'The token, its environment, or (for requests without a token) the address exceeded its request limit, or sign-in failed too often.';
        readonly remedy: 'Wait for the number of seconds in `Retry-After`, then send requests more slowly.';
    };
    readonly HEADERS_TOO_LARGE: {
        readonly status: 431;
        readonly when: 'The request line and headers exceed the size limit.';
        readonly remedy: 'Send fewer or shorter headers.';
    };
    readonly INTERNAL: {
        readonly status: 500;
        readonly when: 'The service failed unexpectedly.';
        readonly remedy: 'Report the `requestId` to the operator, who can find the cause in the log.';
    };
    readonly UNAVAILABLE: {
        readonly status: 503;
        readonly when: 'The service is starting, stopping or overloaded, or its storage is full, slow or unreachable.';
        readonly remedy: 'Wait for the number of seconds in `Retry-After`, then send the same request with the same Idempotency-Key.';
    };
};
export type ProblemCode = keyof typeof problems;
/** What is wrong with one place of a request, beside what problems say in lower case: `unknown_depot`, `key_exists`. */
declare const ownFaults: {
    readonly required: 'It is missing, empty or null, and is needed.';
    readonly unknown: 'There is no member, parameter or value of this name; the message names the nearest one.';
    readonly read_only: 'It is set by the service, or cannot change. Leave it out, or send it back as it was read.';
    readonly type: 'It is of another type, such as a string instead of a number.';
    readonly format: 'It does not have the form that is needed, such as that of a date-time or of a country code.';
    readonly not_allowed: 'It is not one of the values that are allowed here.';
    readonly out_of_range: 'The number, date or position is too small or too large.';
    readonly too_short: 'The text has too few characters.';
    readonly too_long: 'The text has too many characters.';
    readonly too_few: 'The list has too few elements.';
    readonly too_many: 'The list has too many elements, or the body has too many values.';
    readonly too_large: 'What was asked for is too large for one answer.';
    readonly too_deep: 'The body is nested too deeply.';
    readonly duplicate: 'It is there twice: the same member, parameter, element or key.';
    readonly malformed: 'The body, its compression or the URL is not well-formed.';
    readonly invalid_text: 'The text has characters that are not allowed, or is not UTF-8.';
    readonly invalid: 'It does not fit, as the message explains.';
    readonly one_of: 'Exactly one of several members is needed.';
    readonly order: 'Two values are in the wrong order, such as the end of a window before its start.';
    readonly range: 'The end is not after the start, or has passed.';
    readonly mismatch: 'It contradicts something else that was sent or stored, such as a key in the query and in the body.';
    readonly disagrees: 'It does not agree with the outcome of the proof.';
    readonly ambiguous: 'It is given in several ways that contradict each other.';
    readonly stale: 'The version is not the current one.';
    readonly changed: 'The record has changed since the proposal was made.';
    readonly gone: 'The record no longer exists.';
    readonly in_load: 'The order is already part of a load.';
    readonly exchange: 'Orders move between the chosen loads and others: choose all of them.';
    readonly surplus: 'The proof says more than is known of the order.';
    readonly unknown_reason: 'The environment has no such reason for a failure.';
    readonly unknown_token: 'The text has a placeholder that does not exist.';
    readonly size: 'The file or picture is too large or too small.';
    readonly damaged: 'The file cannot be read.';
    readonly unsupported: 'The file is of a kind that is not taken.';
    readonly limit: 'There are too many for one request.';
    readonly cursor: 'The cursor is not one of this list, or of another sort.';
    readonly url: 'The address cannot be used for a webhook.';
    readonly scope: 'You cannot give a scope that you do not have.';
    readonly ticket: 'The ticket of the stop is not valid for this driver.';
    readonly wrong: 'The password, code or passkey is wrong.';
    readonly common: 'The password is easy to guess.';
    readonly known: 'It is already in use.';
    readonly no_password: 'There is no password to check.';
    readonly outside: 'Single sign-on takes care of it.';
    readonly further: 'There are more errors than are listed.';
};
type OwnFault = keyof typeof ownFaults;
/** More may come. */
export type FaultCode = OwnFault | Lowercase<ProblemCode>;
/** What `errors[].code` may say, and what it means. */
export declare const faults: Readonly<Record<FaultCode, string>>;
export declare const faultCodes: FaultCode[];
/** One fault of a request: a JSON Pointer into the body, or `?name` for a query parameter, or `Header-Name:`. */
export interface Fault {
    path: string;
    code: FaultCode;
    message: string;
}
/** What may stand in `data` beside code, message, errors and requestId. */
export interface ProblemExtras {
    consignmentId?: string;
    loadId?: string;
    /** Of a sign-in that waits for its second factor, and what would do. */
    token?: string;
    ways?: readonly SecondFactorWay[];
}
export declare const secondFactorWays: readonly ['totp', 'passkey', 'recovery'];
export type SecondFactorWay = (typeof secondFactorWays)[number];
export {};
