// Defines the rules for the people of an environment: roles and invitations. Every environment keeps an owner.
import type { Scope } from '../../../contract/endpoint.ts'
import { personLimits, type Role, roleScopes } from '../../../contract/person.ts'
import { type Reader, startAgain, type Writer } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import type { Author } from '../../platform/event/rules.ts'
import { isFresh, signInAgain } from '../../platform/operation/fresh.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { listed } from '../../platform/value/nearest.ts'
import { toIso } from '../../platform/value/times.ts'
import { expand } from '../token/scopes.ts'
import * as membership from './membership.ts'
import { hashOf, linkLifetimeMs, newSecret } from './rules.ts'
import * as store from './store.ts'

const ownerScopes = expand(roleScopes.owner)

/** The rights of an actor to give roles: of a person by their role, of a token by its own scopes. */
export interface Granting {
  mayMakeOwners: boolean
  /** Scopes of a token, or null for people, whose roles decide. */
  scopes: readonly Scope[] | null
  /** Whether the one who asks has shown lately who they are. */
  isFresh: boolean
}

export const grantingOf = (scopes: ReadonlySet<Scope>, { session, now }: Call): Granting => ({
  mayMakeOwners: ownerScopes.isSubsetOf(scopes),
  scopes: session ? null : [...scopes],
  isFresh: isFresh(session, now),
})

/** The rights of the operator, who has full access to the database. */
export const byOperator: Granting = { mayMakeOwners: true, scopes: null, isFresh: true }

function expectGrant({ mayMakeOwners, scopes }: Granting, role: Role): void {
  if (role === 'owner' && !mayMakeOwners) throw ownersOnly()
  const lacking = scopes === null ? [] : [...expand(roleScopes[role]).difference(new Set(scopes))]
  if (lacking.length > 0)
    throw new Problem('TOKEN_PERMISSIONS', {
      message: `This token cannot grant the role ${role}, which includes ${listed(lacking)}.`,
    })
}

const ownersOnly = () =>
  new Problem('TOKEN_PERMISSIONS', { message: 'Only an owner of this environment can grant or remove the owner role.' })
const notOneself = () =>
  new Problem('TOKEN_PERMISSIONS', {
    message: 'You cannot change your own role. Ask an owner of this environment.',
  })
export const noSuchPerson = () =>
  new Problem('NOT_FOUND', { message: 'This person does not exist in this environment.' })

export interface RoleChange {
  personId: string
  /** Null takes the person out. */
  role: Role | null
  granting: Granting
}

/**
 * Changes or removes a membership. Returns the former role, or undefined if nothing changed. Only owners change their
 * own.
 */
export async function changeRole(tx: Writer, author: Author, change: RoleChange): Promise<Role | undefined> {
  const { environmentId } = author
  const { personId, role } = change
  // Locks the people, so that two owners cannot remove each other's role at the same time.
  await membership.lockPeople(tx, environmentId)
  const old = await store.findRole(tx, environmentId, personId)
  if (old === undefined) throw noSuchPerson()
  if (old === role) return undefined
  const isOwn = author.actor === membership.actorOf(personId)
  if (isOwn && role !== null && !change.granting.mayMakeOwners) throw notOneself()
  if (old === 'owner' && !change.granting.mayMakeOwners) throw ownersOnly()
  if (role !== null) expectGrant(change.granting, role)
  if ((old === 'owner' || role === 'owner') && !change.granting.isFresh) throw signInAgain()
  if (old === 'owner' && !(await store.hasOtherOwner(tx, environmentId, personId))) throw new Problem('LAST_OWNER')
  if (role === null) await membership.leave(tx, author, personId)
  else await membership.changeRole(tx, author, { personId, old, role })
  return old
}

/** Deletes a person everywhere. Records keep the id of the person, without a name. */
export async function deletePerson(tx: Writer, author: Author, personId: string): Promise<void> {
  const idsOf = (rows: store.MembershipRow[]) => rows.map(({ environmentId }) => environmentId)
  const before = idsOf(await store.listMemberships(tx, personId))
  await membership.lockPeopleOfAll(tx, before)
  await store.lockPerson(tx, personId)
  const memberships = await store.listMemberships(tx, personId)
  // Environments that the person joined since the first read are not locked.
  if (idsOf(memberships).some((environmentId) => !before.includes(environmentId))) throw startAgain()
  const orphans: string[] = []
  for (const { environmentId, name, role } of memberships)
    if (role === 'owner' && !(await store.hasOtherOwner(tx, environmentId, personId))) orphans.push(name)
  if (orphans.length > 0)
    throw new Problem('LAST_OWNER', {
      message: `Nobody else owns ${listed(orphans)}: make another person an owner there first.`,
    })
  for (const environmentId of idsOf(memberships)) await membership.leave(tx, { ...author, environmentId }, personId)
  await store.deleteSessionsOf(tx, personId)
  await store.deletePerson(tx, personId)
}

export interface InvitationOrder {
  email: string
  role: Role
  token: string
  granting: Granting
}

/** One for each address: a new one replaces the old. */
const invitationIdOf = (environmentId: string, email: string): string =>
  hashOf(`invitation ${environmentId} ${email}`).slice(0, 32)

export async function invite(tx: Writer, author: Author, order: InvitationOrder): Promise<string> {
  const { environmentId, now } = author
  const { email, role, token, granting } = order
  expectGrant(granting, role)
  await membership.lockPeople(tx, environmentId)
  const person = await store.findPersonByEmail(tx, email)
  if (person && (await store.findRole(tx, environmentId, person.personId)) !== undefined)
    throw new Problem('ALREADY_MEMBER')
  const linkId = invitationIdOf(environmentId, email)
  await expectMayReplace(tx, linkId, granting, now)
  if ((await store.countPeople(tx, environmentId)) >= personLimits.people)
    throw badRequest('', 'too_many', `An environment can have at most ${personLimits.people} people and invitations.`, {
      max: personLimits.people,
    })
  const expires = now + linkLifetimeMs.invitation
  const none = { personId: null }
  const link = { linkId, tokenHash: hashOf(token), kind: 'invitation', created: now, expires, email, ...none } as const
  await store.putLink(tx, { ...link, environmentId, role })
  await membership.recordAccess(tx, author, {
    type: 'invitation.created',
    id: linkId,
    differences: [
      { path: '/role', new: role },
      { path: '/expires', new: toIso(expires) },
    ],
  })
  return linkId
}

/** An invitation to be an owner is for owners to replace and withdraw, as the role itself. */
async function expectMayReplace(tx: Reader, linkId: string, granting: Granting, now: number): Promise<void> {
  const old = await store.findInvitation(tx, linkId)
  if (old?.role !== 'owner' || old.expires <= now) return
  if (!granting.mayMakeOwners) throw ownersOnly()
  if (!granting.isFresh) throw signInAgain()
}

/** Withdraws an invitation. Returns whether it existed. */
export async function withdraw(
  tx: Writer,
  author: Author,
  { invitationId, granting }: { invitationId: string; granting: Granting },
): Promise<boolean> {
  await membership.lockPeople(tx, author.environmentId)
  const open = await store.findInvitation(tx, invitationId)
  if (open?.environmentId === author.environmentId) await expectMayReplace(tx, invitationId, granting, author.now)
  if ((await store.deleteInvitation(tx, author.environmentId, invitationId)) === 0) return false
  await membership.recordAccess(tx, author, { type: 'invitation.withdrawn', id: invitationId })
  return true
}

export const newInvitation = (email: string, role: Role, granting: Granting): InvitationOrder => ({
  email,
  role,
  token: newSecret(),
  granting,
})

const shownInvitation = ({ linkId, email, role, created, expires }: store.LinkRow) => ({
  invitationId: linkId,
  email,
  role,
  created: toIso(created),
  expires: toIso(expires),
})

const shownPerson = ({ since, lastUsed, disabled, factors, ...row }: store.MemberRow) => ({
  ...row,
  since,
  secondFactor: factors > 0,
  lastUsed: lastUsed === null ? null : toIso(lastUsed),
  disabled: disabled !== null,
})

export const list = async (tx: Reader, environmentId: string) =>
  (await store.listMembers(tx, environmentId)).slice(0, personLimits.people).map(shownPerson)

export const listInvitations = async (tx: Reader, environmentId: string, now: number) =>
  (await store.listInvitations(tx, environmentId, now)).slice(0, personLimits.invitations).map(shownInvitation)
