// Defines people: their sign-in, their roles in environments, and the one-time links that give access.

import { describeEndpoint, type TokenScope, tokenScopes } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
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

export const personLimits = {
  nameLength: 200,
  emailLength: 254,
  passwordLengthMin: 10,
  passwordLengthMax: 1_000,
  environments: 1_000,
  environmentNameLength: 128,
  people: 1_000,
  invitations: 1_000,
  sessions: 100,
} as const

export const userRoles = ['owner', 'planner', 'viewer', 'user-admin'] as const
export type UserRole = (typeof userRoles)[number]

const reads = tokenScopes.filter((scope): scope is TokenScope => scope.endsWith(':read') && scope !== 'tokens:read')

/** Scopes of each role in its environment. */
export const roleScopes: Record<UserRole, readonly (TokenScope | '*')[]> = {
  owner: ['*', 'people:write', 'tokens:write'],
  planner: [
    'consignments:write',
    'depots:write',
    'loads:write',
    'fleet:write',
    'drivers:write',
    'pods:write',
    'export:write',
    'settings:read',
    'people:read',
  ],
  viewer: reads,
  'user-admin': ['people:write', 'settings:read'],
}

export const roleSchema = closedEnum(
  userRoles,
  '`owner` may do everything; `planner` works with orders, depots, loads, the fleet, drivers, proofs and the ' +
    'export list; `viewer` sees everything except tokens; `user-admin` manages users.',
)
export const emailOfPerson = Type.String({
  format: 'email',
  maxLength: personLimits.emailLength,
  description: 'E-mail address. Case does not matter.',
})
/** E-mail address of an account in any accepted form: it is only looked up. */
export const emailOfAccount = Type.String({ ...emailOfPerson, format: 'email-shape' })
export const nameOfPerson = Type.String({
  minLength: 1,
  maxLength: personLimits.nameLength,
  format: 'name',
  description: 'Name of the user, in one line.',
})
export const passwordSchema = (description: string) =>
  Type.String({ minLength: 1, maxLength: personLimits.passwordLengthMax, description })
export const newPassword = Type.String({
  minLength: personLimits.passwordLengthMin,
  maxLength: personLimits.passwordLengthMax,
  description: 'At least 10 characters of any kind. The most common passwords are rejected.',
})
const linkToken = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'The part after the `#` of a one-time link.',
})

export const EnvironmentOfPerson = objectSchema('EnvironmentOfPerson', {
  environmentId: idSchema('Id of the environment; send it as `Dray-Environment`.'),
  name: requiredTextSchema('Name of the environment.'),
  role: roleSchema,
  scopes: Type.Array(closedEnum(tokenScopes.filter((scope) => scope !== '*')), {
    maxItems: tokenScopes.length,
    description: 'Scopes that the role includes.',
  }),
})
export const CurrentUser = objectSchema('Me', {
  personId: idSchema('Issued by the service.'),
  email: requiredTextSchema('E-mail address, in lower case.'),
  name: requiredTextSchema('Name of the user.'),
  hasPassword: flagSchema('`true` if a password is set. Without a password, the user uses single sign-on.'),
  secondFactor: closedEnum(
    ['none', 'due', 'set', 'outside'],
    'State of the second factor. `due`: a second factor is required, but is not set up. `outside`: single sign-on ' +
      'handles it.',
  ),
  environments: Type.Array(EnvironmentOfPerson, {
    maxItems: personLimits.environments,
    description: 'Environments in which the user has a role, sorted by name.',
  }),
})
export type CurrentUser = Static<typeof CurrentUser>

const tag = 'People'

export const getSignIn = describeEndpoint({
  id: 'getSignIn',
  method: 'GET',
  path: '/v1/sign-in',
  tag,
  summary: 'List the ways to sign in',
  access: 'anyone',
  data: objectSchema('SignInWays', {
    singleSignOn: nullableSchema(
      objectSchema('SingleSignOn', {
        name: requiredTextSchema('Name of the single sign-on.'),
        path: requiredTextSchema('Path that the browser opens to use it.'),
      }),
    ),
    password: flagSchema('`true` if users can sign in with a password. If not, only single sign-on is possible.'),
    mail: flagSchema('`true` if this service sends e-mails, such as links for setting a new password.'),
    passkeyOrigin: nullableSchema(
      requiredTextSchema('Origin at which passkeys work; `null` if they do not work here.'),
    ),
  }),
})

export const signIn = describeEndpoint({
  id: 'signIn',
  method: 'POST',
  path: '/v1/session',
  tag,
  summary: 'Sign in with e-mail and password',
  description:
    'Sets the cookie of a new session. After five failures for one account from one IP address, each further attempt ' +
    'must wait 30 seconds to 15 minutes, and gets a 429 response until then. Attempts from many IP addresses and for ' +
    'many accounts are limited too. A browser that the user has signed in with before is not affected by the ' +
    'failures of other browsers. A second cookie marks this browser and has no other purpose. If the account has a ' +
    'second factor, the response is `SECOND_FACTOR`, and the session begins after the second factor.',
  access: 'anyone',
  body: objectSchema('Credentials', { email: emailOfAccount, password: passwordSchema('The password.') }),
  data: CurrentUser,
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED', 'SECOND_FACTOR'],
})

export const signOut = describeEndpoint({
  id: 'signOut',
  method: 'DELETE',
  path: '/v1/session',
  tag,
  summary: 'Sign out',
  description: 'Ends the session immediately, on every instance, and clears its cookie.',
  access: 'person',
  unprotected: true,
})

export const getMe = describeEndpoint({
  id: 'getMe',
  method: 'GET',
  path: '/v1/me',
  tag,
  summary: 'Read your account and its environments',
  access: 'person',
  unprotected: true,
  data: CurrentUser,
})

export const readLink = describeEndpoint({
  id: 'readLink',
  method: 'POST',
  path: '/v1/link',
  tag,
  summary: 'Check the purpose of a one-time link',
  description: 'Does not use up the link. The secret is sent in the body so that it does not appear in any log.',
  access: 'anyone',
  body: objectSchema('LinkToken', { token: linkToken }),
  data: objectSchema('Link', {
    kind: closedEnum(
      ['owner', 'invitation', 'reset'],
      'Purpose of the link: `owner` creates the first owner, `invitation` invites a user, `reset` sets a new password.',
    ),
    email: nullableSchema(requiredTextSchema('E-mail address of the user for whom the link was created.')),
    environment: nullableSchema(requiredTextSchema('Name of the environment that the link invites to.')),
    role: nullableSchema(roleSchema),
    account: closedEnum(
      ['new', 'existing'],
      '`new`: using the link creates the account, with a name and a password. `existing`: to accept an invitation, ' +
        'sign in first; a reset needs only the new password.',
    ),
    setsPassword: flagSchema(
      '`true` if using the link sets a password. If `false`, the account has no password: a `reset` link of an ' +
        'operator then signs the user in once, and the user accepts an invitation by signing in.',
    ),
    hasPassword: flagSchema(
      '`true` if the account has a password to sign in with. An account with single sign-on has no password: ' +
        'signing in accepts the invitation.',
    ),
    expires: dateTimeSchema('Time of expiry.'),
  }),
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const useLink = describeEndpoint({
  id: 'useLink',
  method: 'POST',
  path: '/v1/link/use',
  tag,
  summary: 'Use a one-time link',
  description:
    'Creates the account, sets the new password or accepts the invitation, and signs the user in. The link works ' +
    'only once. Setting a password ends all other sessions. If the account has a second factor, the response is ' +
    '`SECOND_FACTOR`, and the session begins after the second factor.',
  access: 'anyone',
  body: objectSchema('LinkUse', {
    token: linkToken,
    email: optionalSchema(emailOfPerson),
    name: optionalSchema(nameOfPerson),
    password: optionalSchema(newPassword),
  }),
  data: CurrentUser,
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED', 'SECOND_FACTOR', 'NOT_FOUND'],
})

export const updateMe = describeEndpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/v1/me',
  tag,
  summary: 'Change your name',
  access: 'person',
  body: objectSchema('MePatch', { name: Type.Optional(nameOfPerson) }),
})

export const changePassword = describeEndpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/v1/me/password',
  tag,
  summary: 'Change your password',
  description:
    'Ends all other sessions and continues this one with a new cookie. Wrong old passwords count as failed ' +
    'sign-ins: after five, each further attempt must wait longer and gets a 429 response until then.',
  access: 'person',
  body: objectSchema('PasswordChange', { oldPassword: passwordSchema('Your current password.'), newPassword }),
  unrepeatable: true,
})

export const deleteMe = describeEndpoint({
  id: 'deleteMe',
  method: 'POST',
  path: '/v1/me/delete',
  tag,
  summary: 'Delete your account',
  description:
    'This is permanent: your name and e-mail address are erased, your sessions end immediately, and you leave ' +
    'every environment. Your changes stay in the histories under your id, without a name; tokens you created stay ' +
    'too. The request requires your password. If you have no password, or this service does not allow passwords, ' +
    'it requires a sign-in within the last ten minutes. If you are the last owner of an environment, make another ' +
    'user an owner first.',
  access: 'person',
  body: objectSchema('AccountDeletion', {
    password: optionalSchema(passwordSchema('Your current password, if you have one.')),
  }),
  unrepeatable: true,
  problems: ['LAST_OWNER', 'SIGN_IN_AGAIN'],
})

export const forgotPassword = describeEndpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/v1/password/forgotten',
  tag,
  summary: 'Request a link to set a new password',
  description:
    'The link is sent by e-mail if e-mail is set up; otherwise, an operator creates a link with `dray user reset`. ' +
    'An account that uses single sign-on has no password and gets no link. The response is the same whether or not ' +
    'the account exists.',
  access: 'anyone',
  body: objectSchema('Forgotten', { email: emailOfAccount }),
  unrepeatable: true,
})

const Session = objectSchema('Session', {
  sessionId: idSchema('Issued by the service; not the secret in the cookie.'),
  device: Type.String({ maxLength: 100, description: 'Hint at the browser and operating system.' }),
  created: dateTimeSchema('Time of the sign-in.'),
  lastUsed: dateTimeSchema('Time of the last use, accurate to the minute.'),
  expires: dateTimeSchema('Latest end of the session.'),
  current: flagSchema('`true` if this request belongs to the session.'),
})

export const listSessions = describeEndpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/v1/sessions',
  tag,
  summary: 'List your sessions',
  description: 'Returns your sessions, most recently used first.',
  access: 'person',
  data: Type.Array(Session, { maxItems: personLimits.sessions }),
})

export const endSession = describeEndpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/v1/session/{sessionId}',
  tag,
  summary: 'End one of your sessions',
  access: 'person',
  params: objectSchema('SessionPath', { sessionId: idSchema('Id of the session.') }),
  problems: ['NOT_FOUND'],
})

export const endOtherSessions = describeEndpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/v1/sessions',
  tag,
  summary: 'End all your other sessions',
  access: 'person',
})

export const createEnvironment = describeEndpoint({
  id: 'createEnvironment',
  method: 'POST',
  path: '/v1/environment',
  tag,
  summary: 'Create an environment',
  description: 'You must be the owner of another environment; you become the owner of the new one as well.',
  access: 'person',
  body: objectSchema('EnvironmentInput', {
    name: Type.String({
      minLength: 1,
      maxLength: personLimits.environmentNameLength,
      format: 'environment-name',
      description: 'Name of the environment, in one line, unique in this installation.',
    }),
  }),
  data: objectSchema('EnvironmentCreated', { environmentId: idSchema('Issued by the service.') }),
  created: true,
  problems: ['TOKEN_PERMISSIONS', 'NAME_EXISTS'],
})
