// The people of an environment: who is in it as what, and who is invited.

import { endpoint } from './endpoint.ts'
import { emailOfPerson, personLimits, role } from './person.ts'
import Type from './schema.ts'
import { dateTime, flag, id, noQuery, nullable, object, requiredText } from './shared.ts'

const tag = 'People'
const personPath = object('PersonPath', { personId: id('Id of the person.') })

const Person = object('Person', {
  personId: id('Issued by the service. The history names people as `person:` and this.'),
  email: requiredText('E-mail address, in lower case.'),
  name: requiredText('What the person is called.'),
  role,
  since: dateTime('When the person came into this environment.'),
  lastUsed: nullable(dateTime('When one of their sessions was last used, to the minute.')),
  disabled: flag('Whether the operator has shut the account.'),
})

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/v1/people',
  tag,
  summary: 'List the people of the environment',
  scope: 'people:read',
  query: noQuery,
  data: Type.Array(Person, { maxItems: personLimits.people }),
  problems: [],
})

export const updatePerson = endpoint({
  id: 'updatePerson',
  method: 'PATCH',
  path: '/v1/person/{personId}',
  tag,
  summary: 'Change the role of a person',
  description: 'Holds at once. Only owners make, or unmake, an owner; the last owner stays one.',
  scope: 'people:write',
  params: personPath,
  query: noQuery,
  body: object('PersonPatch', { role: Type.Optional(role) }),
  unrepeatable: true,
  problems: ['NOT_FOUND', 'LAST_OWNER'],
})

export const removePerson = endpoint({
  id: 'removePerson',
  method: 'DELETE',
  path: '/v1/person/{personId}',
  tag,
  summary: 'Take a person out of the environment',
  description: 'Holds at once. The account stays, with its other environments. The last owner cannot be taken out.',
  scope: 'people:write',
  params: personPath,
  query: noQuery,
  problems: ['NOT_FOUND', 'LAST_OWNER'],
})

const Invitation = object('Invitation', {
  invitationId: id('Issued by the service.'),
  email: requiredText('Whom it is for.'),
  role,
  created: dateTime('When it was made.'),
  expires: dateTime('When it ends.'),
})

export const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/v1/invitations',
  tag,
  summary: 'List invitations that nobody has taken up yet',
  scope: 'people:read',
  query: noQuery,
  data: Type.Array(Invitation, { maxItems: personLimits.invitations }),
  problems: [],
})

export const invitePerson = endpoint({
  id: 'invitePerson',
  method: 'POST',
  path: '/v1/invitation',
  tag,
  summary: 'Invite a person into the environment',
  description:
    'Makes a one-time link that is good for seven days, and mails it where mail is set up; else it is in the answer, for you to hand over. Inviting again replaces it. Whoever has an account already takes it up by signing in.',
  scope: 'people:write',
  query: noQuery,
  body: object('InvitationInput', { email: emailOfPerson, role }),
  data: object('InvitationMade', {
    invitationId: id('Issued by the service.'),
    mailed: flag('Whether it went by mail.'),
    link: nullable(requiredText('The link, where it did not go by mail; shown this once.')),
  }),
  created: true,
  unrepeatable: true,
  problems: ['ALREADY_MEMBER'],
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
  problems: ['NOT_FOUND'],
})
