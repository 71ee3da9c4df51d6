// Sign-ins: what happened at the doors of the accounts of an environment's people.
import { endpoint } from './endpoint.ts'
import { next } from './page.ts'
import Type from './schema.ts'
import { dateTime, id, nullable, object, oneOf, requiredText, text, wholeNumber } from './shared.ts'

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
export const signInWays = [
  'password',
  'second-factor',
  'recovery-code',
  'authenticator-app',
  'passkey',
  'link',
  'single-sign-on',
] as const
export type SignInWay = (typeof signInWays)[number]

const rowsMax = 500

const SignIn = object('SignIn', {
  signInId: id('Issued by the service.'),
  personId: id('Id of the user.'),
  name: requiredText('Current name of the user.'),
  time: dateTime('Time of the entry.'),
  kind: oneOf(
    signInKinds,
    '`signed-in`; `confirmed`: a signed-in user confirmed the sign-in; `failed`: a wrong password, or a rejected ' +
      'single sign-on; `locked-out`: too many failures, the next attempt has to wait; `reset-requested`: a link for ' +
      'a new password was created; `password-set`: the password was set or removed; `factor-added`, ' +
      '`factor-removed`: a second factor; `recovery-codes-renewed`: new recovery codes replaced the old.',
  ),
  way: oneOf(
    signInWays,
    'By password, the code of an app after it (`second-factor`), recovery code, passkey, one-time link or single ' +
      'sign-on. For a second factor that was added or removed: which, `authenticator-app` or `passkey`.',
  ),
  address: nullable(text('Address of the client; for IPv6, its first 64 bits. `null` for the command line.')),
  device: Type.String({ maxLength: 100, description: 'Hint at the browser and operating system.' }),
})

export const listSignIns = endpoint({
  id: 'listSignIns',
  method: 'GET',
  path: '/v1/people/sign-ins',
  tag: 'People',
  summary: "List the sign-ins of the environment's users",
  description:
    'Newest first: sign-ins, failures, lock-outs, new passwords and changes of second factors, with the address of ' +
    'the client. For each user, the newest 100 of each kind are kept for 90 days. Sign-ins belong to the account, ' +
    'so the owners of all its environments see them.',
  scope: 'people:write',
  affectedBy: [],
  query: object('SignInsQuery', {
    limit: Type.Optional(
      Type.String({
        ...wholeNumber(1, rowsMax),
        description: `Maximum number of rows on the page, from 1 to ${rowsMax}. Default: 50.`,
      }),
    ),
    cursor: Type.Optional(text('Position to continue from: `next` of the previous page.', 128)),
  }),
  data: object('SignIns', { signIns: Type.Array(SignIn, { maxItems: rowsMax }), next }),
  problems: [],
})
