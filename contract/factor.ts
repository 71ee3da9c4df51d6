// Endpoints of second factors (authenticator apps, passkeys and recovery codes): signing in with them, and managing
// them.

import { describeEndpoint } from './endpoint.ts'
import { CurrentUser, passwordSchema } from './person.ts'
import Type from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  flagSchema,
  idSchema,
  nullableSchema,
  objectSchema,
  optionalSchema,
  requiredTextSchema,
} from './shared.ts'

export const factorLimits = { factors: 10, nameLength: 100, recoveryCodes: 10 } as const

const tag = 'People'
const token = Type.String({ minLength: 1, maxLength: 128, description: 'The `token` of the previous response.' })
const code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Six digits from the authenticator app, or a recovery code. A code works once.',
})
const encoded = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const name = Type.String({
  minLength: 1,
  maxLength: factorLimits.nameLength,
  format: 'name',
  description: 'Your name for the second factor, such as the name of its device, in one line.',
})

// These two objects accept unknown fields, because browsers add fields to an assertion.
const assertion = Type.Object(
  {
    id: encoded(2_000),
    response: Type.Object({
      authenticatorData: encoded(10_000),
      clientDataJSON: encoded(10_000),
      signature: encoded(10_000),
      userHandle: optionalSchema(encoded(200)),
    }),
  },
  { title: 'PasskeyAssertion', description: 'Result of `navigator.credentials.get()`, as JSON.' },
)
const attestation = Type.Object(
  {
    id: encoded(2_000),
    response: Type.Object({
      attestationObject: encoded(100_000),
      clientDataJSON: encoded(10_000),
      transports: optionalSchema(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
  },
  { title: 'PasskeyAttestation', description: 'Result of `navigator.credentials.create()`, as JSON.' },
)
const begun = (title: string, method: string) =>
  objectSchema(title, {
    token: requiredTextSchema('Send it back with the result of the browser, within ten minutes.'),
    options: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: `Options for \`${method}\`, as JSON.`,
    }),
  })

export const enterCode = describeEndpoint({
  id: 'enterCode',
  method: 'POST',
  path: '/v1/session/code',
  tag,
  summary: 'Sign in: enter the second factor',
  description:
    'Completes a sign-in whose response was `SECOND_FACTOR`, within ten minutes. Sets the cookie of a new session. ' +
    'After five failures for one account from one IP address, each further attempt must wait 30 seconds to 15 ' +
    'minutes, and gets a 429 response until then. From all IP addresses together, an account allows ten failures in ' +
    'an hour. A browser that the user has signed in with before is not affected by the failures of other browsers.',
  access: 'anyone',
  body: objectSchema('SecondFactor', { token, code }),
  data: CurrentUser,
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED'],
})

export const beginPasskey = describeEndpoint({
  id: 'beginPasskey',
  method: 'POST',
  path: '/v1/session/passkey/begin',
  tag,
  summary: 'Get a challenge for a sign-in with a passkey',
  description:
    'Returns a challenge for a passkey: to sign in without a password, to use the passkey as a second factor (with ' +
    'the `token` of `SECOND_FACTOR`), or to confirm your sign-in. A challenge works once.',
  access: 'anyone',
  body: objectSchema('PasskeyBegin', { token: optionalSchema(token) }),
  data: begun('PasskeyBegun', 'navigator.credentials.get()'),
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const signInWithPasskey = describeEndpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/v1/session/passkey',
  tag,
  summary: 'Sign in with a passkey',
  description:
    'The request needs no password, because a passkey counts as two factors. Sets the cookie of a new session.',
  access: 'anyone',
  body: objectSchema('PasskeyUse', { token, passkey: assertion }),
  data: CurrentUser,
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const confirmSession = describeEndpoint({
  id: 'confirmSession',
  method: 'POST',
  path: '/v1/session/confirm',
  tag,
  summary: 'Confirm your sign-in',
  description:
    'Use it after `SIGN_IN_AGAIN`: send your password, a code or a passkey, then repeat the rejected request within ' +
    'ten minutes. If you use single sign-on, sign in again instead.',
  access: 'person',
  unprotected: true,
  body: objectSchema('Confirmation', {
    password: optionalSchema(passwordSchema('Your password.')),
    code: optionalSchema(code),
    passkey: optionalSchema(objectSchema('ConfirmingPasskey', { token, passkey: assertion })),
  }),
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

const Factor = objectSchema('Factor', {
  factorId: idSchema('Issued by the service.'),
  kind: closedEnum(['totp', 'passkey'], '`totp` is an authenticator app that shows six digits.'),
  name: requiredTextSchema('Your name for the second factor.'),
  created: dateTimeSchema('Time at which the second factor was added.'),
  lastUsed: nullableSchema(dateTimeSchema('Time of the last use.')),
  synced: nullableSchema(
    flagSchema(
      '`true` if the passkey is backed up and therefore is not lost with the device; `null` for an authenticator app.',
    ),
  ),
})

export const listFactors = describeEndpoint({
  id: 'listFactors',
  method: 'GET',
  path: '/v1/me/factors',
  tag,
  summary: 'List your second factors',
  description: 'Returns your second factors, oldest first.',
  access: 'person',
  unprotected: true,
  data: objectSchema('Factors', {
    factors: Type.Array(Factor, { maxItems: factorLimits.factors }),
    recoveryCodes: Type.Integer({
      minimum: 0,
      maximum: factorLimits.recoveryCodes,
      description: 'Number of recovery codes that are still unused.',
    }),
    required: flagSchema('`true` if this installation or one of your environments requires a second factor.'),
  }),
})

const added = objectSchema('FactorAdded', {
  factorId: idSchema('Issued by the service.'),
  recoveryCodes: nullableSchema(
    Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: factorLimits.recoveryCodes,
      description:
        'With the first second factor: codes for signing in if you lose it. A code works once. The codes are shown ' +
        'only once.',
    }),
  ),
})

const adding = { tag, access: 'person', unprotected: true, fresh: true } as const

export const beginTotp = describeEndpoint({
  ...adding,
  id: 'beginTotp',
  method: 'POST',
  path: '/v1/me/totp/begin',
  summary: 'Get the secret for an authenticator app',
  description: 'Your account does not change until you enter a code of the app.',
  data: objectSchema('TotpBegun', {
    token: requiredTextSchema('Send it back with the first code, within ten minutes.'),
    secret: requiredTextSchema('Secret to type into the app, in Base32.'),
    uri: requiredTextSchema('URI of the secret. Show it as a QR code, which the app scans.'),
  }),
  created: true,
  unrepeatable: true,
})

export const addTotp = describeEndpoint({
  ...adding,
  id: 'addTotp',
  method: 'POST',
  path: '/v1/me/totp',
  summary: 'Add an authenticator app',
  description:
    'The code proves that the app has the secret. Your first second factor also creates recovery codes and ends all ' +
    'your other sessions.',
  body: objectSchema('TotpInput', { token, code, name: optionalSchema(name) }),
  data: added,
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const beginPasskeyCreation = describeEndpoint({
  ...adding,
  id: 'beginPasskeyCreation',
  method: 'POST',
  path: '/v1/me/passkey/begin',
  summary: 'Get a challenge for a new passkey',
  data: begun('PasskeyCreationBegun', 'navigator.credentials.create()'),
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const addPasskey = describeEndpoint({
  ...adding,
  id: 'addPasskey',
  method: 'POST',
  path: '/v1/me/passkey',
  summary: 'Add a passkey',
  description:
    'A passkey works as a second factor and instead of a password. Your first second factor also creates recovery ' +
    'codes and ends all your other sessions.',
  body: objectSchema('PasskeyInput', { token, passkey: attestation, name: optionalSchema(name) }),
  data: added,
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

const factorPath = objectSchema('FactorPath', { factorId: idSchema('Id of the factor.') })

export const renameFactor = describeEndpoint({
  id: 'renameFactor',
  method: 'PATCH',
  path: '/v1/me/factor/{factorId}',
  tag,
  summary: 'Rename a second factor',
  access: 'person',
  params: factorPath,
  body: objectSchema('FactorPatch', { name: Type.Optional(name) }),
  problems: ['NOT_FOUND'],
})

export const removeFactor = describeEndpoint({
  id: 'removeFactor',
  method: 'DELETE',
  path: '/v1/me/factor/{factorId}',
  tag,
  summary: 'Remove a second factor',
  description:
    'Removing the last second factor also deletes the recovery codes. You cannot remove the last second factor if ' +
    'one is required.',
  access: 'person',
  fresh: true,
  params: factorPath,
  problems: ['NOT_FOUND', 'LAST_FACTOR'],
})

export const renewRecoveryCodes = describeEndpoint({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/me/recovery-codes',
  tag,
  summary: 'Get new recovery codes',
  description: 'The old codes no longer work. You must have a second factor.',
  access: 'person',
  fresh: true,
  data: objectSchema('RecoveryCodes', {
    recoveryCodes: Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: factorLimits.recoveryCodes,
      description: 'A code works once. The codes are shown only once.',
    }),
  }),
  created: true,
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})
