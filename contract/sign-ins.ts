// Sign-ins: the log of sign-ins, failures, and changes of passwords and second factors of the users of an environment.
import { describeEndpoint } from './endpoint.ts'
import { nextCursor } from './page.ts'
import Type from './schema.ts'
import {
  buildIntegerKeywords,
  closedEnum,
  dateTimeSchema,
  idSchema,
  nullableSchema,
  objectSchema,
  requiredTextSchema,
  textSchema,
} from './shared.ts'

export const signInKinds = [
  'signed-in',
  'confirmed',
  'failed',
  'locked-out',
  'reset-requested',
  'password-set',
  'factor-added',
  'factor-removed',
  'recovery-codes-renewed',
] as const
export type SignInKind = (typeof signInKinds)[number]
export const signInMethods = [
  'password',
  'second-factor',
  'recovery-code',
  'authenticator-app',
  'passkey',
  'link',
  'single-sign-on',
] as const
export type SignInMethod = (typeof signInMethods)[number]

const rowsMax = 500

const SignIn = objectSchema('SignIn', {
  signInId: idSchema('Issued by the service.'),
  personId: idSchema('Id of the user.'),
  name: requiredTextSchema('Current name of the user.'),
  time: dateTimeSchema('Time of the entry.'),
  kind: closedEnum(
    signInKinds,
    '`signed-in`: the user signed in. `confirmed`: a signed-in user confirmed the sign-in. `failed`: a wrong ' +
      'password, or a rejected single sign-on. `locked-out`: after too many failures, the next attempt must wait. ' +
      '`reset-requested`: a link for a new password was created. `password-set`: the password was set or removed. ' +
      '`factor-added`, `factor-removed`: a second factor was added or removed. `recovery-codes-renewed`: new ' +
      'recovery codes replaced the old codes.',
  ),
  way: closedEnum(
    signInMethods,
    'Method of the entry: password, the code of an app after the password (`second-factor`), recovery code, passkey, ' +
      'one-time link or single sign-on. For a second factor that was added or removed: its kind, `authenticator-app` ' +
      'or `passkey`.',
  ),
  address: nullableSchema(
    textSchema('IP address of the client; for IPv6, its first 64 bits. `null` for the command line.'),
  ),
  device: Type.String({ maxLength: 100, description: 'Hint at the browser and operating system.' }),
})

export const listSignIns = describeEndpoint({
  id: 'listSignIns',
  method: 'GET',
  path: '/v1/people/sign-ins',
  tag: 'People',
  summary: "List the sign-ins of the environment's users",
  description:
    'Returns sign-ins, failures, lock-outs, new passwords and changes of second factors, newest first, with the IP ' +
    'address of the client. For each user, the newest 100 of each kind are kept for 90 days. Sign-ins belong to the ' +
    'account, so the owners of all its environments see them.',
  scope: 'people:write',
  affectedBy: [],
  query: objectSchema('SignInsQuery', {
    limit: Type.Optional(
      Type.String({
        ...buildIntegerKeywords(1, rowsMax),
        description: `Maximum number of rows on the page, from 1 to ${rowsMax}. Default: 50.`,
      }),
    ),
    cursor: Type.Optional(textSchema('Position to continue from: `next` of the previous page.', 128)),
  }),
  data: objectSchema('SignIns', { signIns: Type.Array(SignIn, { maxItems: rowsMax }), next: nextCursor }),
})
