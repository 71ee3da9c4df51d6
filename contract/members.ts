// The people of an environment: who is in it as what, and who is invited.

import { endpoint } from './endpoint.ts'
import { emailOfPerson, personLimits, role } from './person.ts'
import Type from './schema.ts'
import { dateTime, flag, id, noQuery, nullable, object, requiredText } from './shared.ts'

const tag = 'People'
const personPath = object('PersonPath', { personId: id('Id of the user.') })

const Person = object('Person', {
  personId: id('Issued by the service. Histories identify the user as `person:` followed by this id.'),
  email: requiredText('E-mail address, in lower case.'),
  name: requiredText('Name of the user.'),
  role,
  since: dateTime('Time at which the user joined this environment.'),
  lastUsed: nullable(dateTime('Time of the last use of a session, accurate to the minute.')),
  disabled: flag('`true` if the operator has disabled the account.'),
  secondFactor: flag('`true` if the user has a second factor, or uses single sign-on, which handles it.'),
})

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/v1/people',
  tag,
  summary: 'List the users of the environment',
  scope: 'people:read',
  affectedBy: ['person'],
  query: noQuery,
  data: Type.Array(Person, { maxItems: personLimits.people }),
  problems: [],
})

export const updatePerson = endpoint({
  id: 'updatePerson',
  method: 'PATCH',
  path: '/v1/person/{personId}',
  tag,
  summary: 'Change the role of a user',
  description:
    'Takes effect immediately. Only owners can grant or remove the owner role, after a recent sign-in; the last ' +
    'owner keeps it. Only owners can change their own role.',
  scope: 'people:write',
  params: personPath,
  query: noQuery,
  body: object('PersonPatch', { role: Type.Optional(role) }),
  unrepeatable: true,
  problems: ['NOT_FOUND', 'LAST_OWNER', 'SIGN_IN_AGAIN'],
})

export const removePerson = endpoint({
  id: 'removePerson',
  method: 'DELETE',
  path: '/v1/person/{personId}',
  tag,
  summary: 'Remove a user from the environment',
  description:
    'Takes effect immediately. The account and its other environments remain. The last owner cannot be removed.',
  scope: 'people:write',
  params: personPath,
  query: noQuery,
  problems: ['NOT_FOUND', 'LAST_OWNER', 'SIGN_IN_AGAIN'],
})

const Invitation = object('Invitation', {
  invitationId: id('Issued by the service.'),
  email: requiredText('E-mail address of the user it is for.'),
  role,
  created: dateTime('Time of creation.'),
  expires: dateTime('Time of expiry.'),
})

export const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/v1/invitations',
  tag,
  summary: 'List open invitations',
  scope: 'people:read',
  affectedBy: ['invitation'],
  query: noQuery,
  data: Type.Array(Invitation, { maxItems: personLimits.invitations }),
  problems: [],
})

export const invitePerson = endpoint({
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
  query: noQuery,
  body: object('InvitationInput', { email: emailOfPerson, role }),
  data: object('InvitationMade', {
    invitationId: id('Issued by the service.'),
    mailed: flag('`true` if the invitation was sent by e-mail.'),
    link: nullable(requiredText('The link, if it was not sent by e-mail. It is shown only once.')),
  }),
  created: true,
  unrepeatable: true,
  problems: ['ALREADY_MEMBER', 'SIGN_IN_AGAIN'],
})

export const withdrawInvitation = endpoint({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/v1/invitation/{invitationId}',
  tag,
  summary: 'Withdraw an invitation',
  scope: 'people:write',
  params: object('InvitationPath', { invitationId: id('Id of the invitation.') }),
  query: noQuery,
  problems: ['NOT_FOUND', 'SIGN_IN_AGAIN'],
})
