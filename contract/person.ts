// People: how they sign in, what they are in which environment, and the one-time links that let them in.

import { endpoint, type Scope, scopes } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import { dateTime, flag, id, noQuery, nullable, object, oneOf, optional, requiredText } from './shared.ts'

export const personLimits = {
  nameLength: 200,
  emailLength: 254,
  passwordLengthMin: 10,
  passwordLengthMax: 1_000,
  environments: 1_000,
  people: 1_000,
  invitations: 1_000,
  sessions: 100,
} as const

export const roles = ['owner', 'planner', 'viewer', 'user-admin'] as const
export type Role = (typeof roles)[number]

const reads = scopes.filter((scope): scope is Scope => scope.endsWith(':read') && scope !== 'tokens:read')

/** What each role may do in its environment, in the scopes of tokens. */
export const roleScopes: Record<Role, readonly (Scope | '*')[]> = {
  owner: ['*', 'people:write', 'tokens:write'],
  planner: ['consignments:write', 'depots:write', 'loads:write', 'export:write', 'settings:read', 'people:read'],
  viewer: reads,
  'user-admin': ['people:write', 'settings:read'],
}

export const role = oneOf(
  roles,
  '`owner` may do everything; `planner` works on orders, depots, loads and the export list; `viewer` sees everything but tokens; `user-admin` looks after people.',
)
export const emailOfPerson = Type.String({
  format: 'email',
  maxLength: personLimits.emailLength,
  description: 'E-mail address; upper and lower case are the same.',
})
export const nameOfPerson = Type.String({
  minLength: 1,
  maxLength: personLimits.nameLength,
  description: 'What the person is called.',
})
const password = (description: string) =>
  Type.String({ minLength: 1, maxLength: personLimits.passwordLengthMax, description })
export const newPassword = Type.String({
  minLength: personLimits.passwordLengthMin,
  maxLength: personLimits.passwordLengthMax,
  description: 'Any 10 characters or more; the most common passwords are refused.',
})
const linkToken = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'What stands behind the `#` of a one-time link.',
})

export const EnvironmentOfPerson = object('EnvironmentOfPerson', {
  environmentId: id('What to send as `Dray-Environment`.'),
  name: requiredText('Name of the environment.'),
  role,
  scopes: Type.Array(oneOf(scopes.filter((scope) => scope !== '*')), {
    maxItems: scopes.length,
    description: 'What the role allows.',
  }),
})
export const Me = object('Me', {
  personId: id('Issued by the service.'),
  email: requiredText('E-mail address, in lower case.'),
  name: requiredText('What the person is called.'),
  hasPassword: flag('Whether a password is set; without one the single sign-on is the way in.'),
  environments: Type.Array(EnvironmentOfPerson, {
    maxItems: personLimits.environments,
    description: 'Where the person has a role, by name.',
  }),
})
export type Me = Static<typeof Me>

const tag = 'People'

export const getSignIn = endpoint({
  id: 'getSignIn',
  method: 'GET',
  path: '/v1/sign-in',
  tag,
  summary: 'Ask which ways to sign in there are',
  access: 'anyone',
  query: noQuery,
  data: object('SignInWays', {
    singleSignOn: nullable(
      object('SingleSignOn', {
        name: requiredText('What the sign-on is called.'),
        path: requiredText('Where a browser goes to use it.'),
      }),
    ),
    mail: flag('Whether this service sends mail, such as links to set a new password.'),
  }),
  problems: [],
})

export const signIn = endpoint({
  id: 'signIn',
  method: 'POST',
  path: '/v1/session',
  tag,
  summary: 'Sign in with e-mail and password',
  description:
    'Sets the cookie of a new session. After five failures within 15 minutes, of one account or from one address, the next attempts are answered 429.',
  access: 'anyone',
  query: noQuery,
  body: object('Credentials', { email: emailOfPerson, password: password('The password.') }),
  data: Me,
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED'],
})

export const signOut = endpoint({
  id: 'signOut',
  method: 'DELETE',
  path: '/v1/session',
  tag,
  summary: 'Sign out',
  description: 'Ends the session at once, on every instance, and takes its cookie back.',
  access: 'person',
  query: noQuery,
  problems: [],
})

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/v1/me',
  tag,
  summary: 'Read who is signed in, and in which environments',
  access: 'person',
  query: noQuery,
  data: Me,
  problems: [],
})

export const readLink = endpoint({
  id: 'readLink',
  method: 'POST',
  path: '/v1/link',
  tag,
  summary: 'Ask what a one-time link is for',
  description: 'Does not use it up. A body rather than a path, so that the secret stands in no log.',
  access: 'anyone',
  query: noQuery,
  body: object('LinkToken', { token: linkToken }),
  data: object('Link', {
    kind: oneOf(['owner', 'invitation', 'reset'], 'The first owner, an invitation, or a new password.'),
    email: nullable(requiredText('Whom it is for.')),
    environment: nullable(requiredText('Name of the environment that it invites to.')),
    role: nullable(role),
    account: oneOf(
      ['new', 'existing'],
      '`new`: using it makes the account, with a name and a password. `existing`: an invitation is taken up by signing in first, a reset needs the new password alone.',
    ),
    expires: dateTime('When it ends.'),
  }),
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})

export const useLink = endpoint({
  id: 'useLink',
  method: 'POST',
  path: '/v1/link/use',
  tag,
  summary: 'Use a one-time link',
  description:
    'Makes the account, sets the new password or takes up the invitation, and signs the person in. The link ends with it; setting a password ends all other sessions.',
  access: 'anyone',
  query: noQuery,
  body: object('LinkUse', {
    token: linkToken,
    email: optional(emailOfPerson),
    name: optional(nameOfPerson),
    password: optional(newPassword),
  }),
  data: Me,
  created: true,
  unrepeatable: true,
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const updateMe = endpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/v1/me',
  tag,
  summary: 'Change how you are called',
  access: 'person',
  query: noQuery,
  body: object('MePatch', { name: Type.Optional(nameOfPerson) }),
  problems: [],
})

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/v1/me/password',
  tag,
  summary: 'Change your password',
  description:
    'Ends all other sessions, and goes on with a new cookie. Five wrong old passwords are answered as at the sign-in.',
  access: 'person',
  query: noQuery,
  body: object('PasswordChange', { oldPassword: password('The one in use now.'), newPassword }),
  unrepeatable: true,
  problems: [],
})

export const deleteMe = endpoint({
  id: 'deleteMe',
  method: 'POST',
  path: '/v1/me/delete',
  tag,
  summary: 'Delete your account',
  description:
    'For good: your name and e-mail address are forgotten, your sessions end at once, and you leave every environment. What you did stays in the histories, under your id without a name; tokens that you made stay as well. Needs the password again; without one, a single sign-on of the last ten minutes. The last owner of an environment names another one first.',
  access: 'person',
  query: noQuery,
  body: object('AccountDeletion', { password: optional(password('The one in use now, where there is one.')) }),
  unrepeatable: true,
  problems: ['LAST_OWNER'],
})

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/v1/password/forgotten',
  tag,
  summary: 'Ask for a link to set a new password',
  description:
    'Goes by mail, where mail is set up; else an operator makes one with `dray user reset`. The answer is the same whether or not there is such an account.',
  access: 'anyone',
  query: noQuery,
  body: object('Forgotten', { email: emailOfPerson }),
  unrepeatable: true,
  problems: [],
})

const Session = object('Session', {
  sessionId: id('Issued by the service; not the secret in the cookie.'),
  device: Type.String({ maxLength: 100, description: 'A hint at the browser and system.' }),
  created: dateTime('When the person signed in.'),
  lastUsed: dateTime('When it was last used, to the minute.'),
  expires: dateTime('When it ends in any case.'),
  current: flag('Whether this request came with it.'),
})

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/v1/sessions',
  tag,
  summary: 'List your sessions',
  description: 'Last used first.',
  access: 'person',
  query: noQuery,
  data: Type.Array(Session, { maxItems: personLimits.sessions }),
  problems: [],
})

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/v1/session/{sessionId}',
  tag,
  summary: 'End one of your sessions',
  access: 'person',
  params: object('SessionPath', { sessionId: id('Id of the session.') }),
  query: noQuery,
  problems: ['NOT_FOUND'],
})

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/v1/sessions',
  tag,
  summary: 'End all your sessions but this one',
  access: 'person',
  query: noQuery,
  problems: [],
})

export const createEnvironment = endpoint({
  id: 'createEnvironment',
  method: 'POST',
  path: '/v1/environment',
  tag,
  summary: 'Create an environment',
  description: 'For owners of another one; they own the new one as well.',
  access: 'person',
  query: noQuery,
  body: object('EnvironmentInput', {
    name: Type.String({ minLength: 1, maxLength: 128, format: 'key', description: 'Name, unlike all others.' }),
  }),
  data: object('EnvironmentCreated', { environmentId: id('Issued by the service.') }),
  created: true,
  problems: ['TOKEN_PERMISSIONS', 'NAME_EXISTS'],
})
