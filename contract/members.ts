// The users of an environment with their roles, and its invitations.

import { describeEndpoint } from './endpoint.ts'
import { emailOfPerson, personLimits, roleSchema } from './person.ts'
import Type from './schema.ts'
import { dateTimeSchema, flagSchema, idSchema, nullableSchema, objectSchema, requiredTextSchema } from './shared.ts'

const tag = 'People'
const personPath = objectSchema('PersonPath', { personId: idSchema('Id of the user.') })

const Person = objectSchema('Person', {
  personId: idSchema('Issued by the service. Histories identify the user as `person:` followed by this id.'),
  email: requiredTextSchema('E-mail address, in lower case.'),
  name: requiredTextSchema('Name of the user.'),
  role: roleSchema,
  since: dateTimeSchema('Time at which the user joined this environment.'),
  lastUsed: nullableSchema(dateTimeSchema('Time of the last use of a session, accurate to the minute.')),
  disabled: flagSchema('`true` if the operator has disabled the account.'),
  secondFactor: flagSchema(
    '`true` if the user has a second factor, or uses single sign-on, which handles second factors itself.',
  ),
})

export const listPeople = describeEndpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/v1/people',
  tag,
  summary: 'List the users of the environment',
  scope: 'people:read',
  affectedBy: ['person'],
  data: Type.Array(Person, { maxItems: personLimits.people }),
})

export const updatePerson = describeEndpoint({
  id: 'updatePerson',
  method: 'PATCH',
  path: '/v1/person/{personId}',
  tag,
  summary: 'Change the role of a user',
  description:
    'Takes effect immediately. Only owners can grant or remove the owner role, after a recent sign-in. The last ' +
    'owner must remain an owner. Only owners can change their own role.',
  scope: 'people:write',
  params: personPath,
  body: objectSchema('PersonPatch', { role: Type.Optional(roleSchema) }),
  unrepeatable: true,
  problems: ['NOT_FOUND', 'LAST_OWNER', 'SIGN_IN_AGAIN'],
})

export const removePerson = describeEndpoint({
  id: 'removePerson',
  method: 'DELETE',
  path: '/v1/person/{personId}',
  tag,
  summary: 'Remove a user from the environment',
  description:
    'Takes effect immediately. The account and its other environments remain. The last owner cannot be removed.',
  scope: 'people:write',
  params: personPath,
  problems: ['NOT_FOUND', 'LAST_OWNER', 'SIGN_IN_AGAIN'],
})

const Invitation = objectSchema('Invitation', {
  invitationId: idSchema('Issued by the service.'),
  email: requiredTextSchema('E-mail address of the invited user.'),
  role: roleSchema,
  created: dateTimeSchema('Time of creation.'),
  expires: dateTimeSchema('Time of expiry.'),
})

export const listInvitations = describeEndpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/v1/invitations',
  tag,
  summary: 'List open invitations',
  scope: 'people:read',
  affectedBy: ['invitation'],
  data: Type.Array(Invitation, { maxItems: personLimits.invitations }),
})

export const invitePerson = describeEndpoint({
  id: 'invitePerson',
  method: 'POST',
  path: '/v1/invitation',
  tag,
  summary: 'Invite a user to the environment',
  description:
    'Creates a one-time link that is valid for seven days and sends it by e-mail if e-mail is set up; otherwise, ' +
    'the response contains the link for you to pass on. Inviting the user again replaces the link. A user who ' +
    'already has an account accepts by signing in.',
  scope: 'people:write',
  body: objectSchema('InvitationInput', { email: emailOfPerson, role: roleSchema }),
  data: objectSchema('InvitationMade', {
    invitationId: idSchema('Issued by the service.'),
    mailed: flagSchema('`true` if the invitation was sent by e-mail.'),
    link: nullableSchema(requiredTextSchema('The link, if it was not sent by e-mail. It is shown only once.')),
  }),
  created: true,
  unrepeatable: true,
  problems: ['ALREADY_MEMBER', 'SIGN_IN_AGAIN'],
})

export const withdrawInvitation = describeEndpoint({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/v1/invitation/{invitationId}',
  tag,
  summary: 'Withdraw an invitation',
  scope: 'people:write',
  params: objectSchema('InvitationPath', { invitationId: idSchema('Id of the invitation.') }),
  problems: ['NOT_FOUND', 'SIGN_IN_AGAIN'],
})
