// Defines the rules for the people of an environment: roles and invitations. Every environment keeps an owner.
import type { TokenScope } from '../../../contract/endpoint.ts'
import { personLimits, roleScopes, type UserRole } from '../../../contract/person.ts'
import { type ReadTransaction, retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import type { ChangeAuthor } from '../../platform/event/rules.ts'
import { createSignInProblem, isFresh } from '../../platform/operation/fresh.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { formatChoices } from '../../platform/value/nearest.ts'
import { formatIso } from '../../platform/value/times.ts'
import { expandScopes } from '../token/scopes.ts'
import * as membership from './membership.ts'
import { createSecret, hashOf, linkLifetimeMs } from './rules.ts'
import * as store from './store.ts'

const ownerScopes = expandScopes(roleScopes.owner)

/** Rights of an actor to grant roles. The role of a user, or the scopes of a token, determine these rights. */
export interface GrantRights {
  mayMakeOwners: boolean
  /** Scopes of a token; null for a user, whose role decides. */
  scopes: readonly TokenScope[] | null
  /** Whether the actor signed in or confirmed the sign-in within the last ten minutes. */
  isFresh: boolean
}

export const getGrantRights = (scopes: ReadonlySet<TokenScope>, { session, now }: OperationCall): GrantRights => ({
  mayMakeOwners: ownerScopes.isSubsetOf(scopes),
  scopes: session ? null : [...scopes],
  isFresh: isFresh(session, now),
})

/** The rights of the operator, who has full access to the database. */
export const byOperator: GrantRights = { mayMakeOwners: true, scopes: null, isFresh: true }

function expectGrant({ mayMakeOwners, scopes }: GrantRights, role: UserRole): void {
  if (role === 'owner' && !mayMakeOwners) throw ownersOnly()
  const lacking = scopes === null ? [] : [...expandScopes(roleScopes[role]).difference(new Set(scopes))]
  if (lacking.length > 0)
    throw new ApiProblem('TOKEN_PERMISSIONS', {
      message: `This token cannot grant the role ${role}, which includes ${formatChoices(lacking)}.`,
      values: { role, scopes: lacking },
    })
}

const ownersOnly = () =>
  new ApiProblem('TOKEN_PERMISSIONS', {
    message: 'Only an owner of this environment can grant or remove the owner role.',
  })
const notOneself = () =>
  new ApiProblem('TOKEN_PERMISSIONS', {
    message: 'You cannot change your own role. Ask an owner of this environment.',
  })
export const createPersonNotFoundProblem = () =>
  new ApiProblem('NOT_FOUND', { message: 'This user does not exist in this environment.' })

export interface RoleChange {
  personId: string
  /** New role; null removes the user from the environment. */
  role: UserRole | null
  granting: GrantRights
}

/**
 * Changes or removes a membership. Returns the former role, or undefined if nothing changed. Only owners may change
 * their own role, but all users may leave.
 */
export async function changeRole(
  tx: WriteTransaction,
  author: ChangeAuthor,
  change: RoleChange,
): Promise<UserRole | undefined> {
  const { environmentId } = author
  const { personId, role } = change
  // Locks the environment, so that two owners cannot remove each other's role at the same time.
  await membership.lockPeople(tx, environmentId)
  const old = await store.findRole(tx, environmentId, personId)
  if (old === undefined) throw createPersonNotFoundProblem()
  if (old === role) return undefined
  const isSelf = author.actor === membership.formatPersonActor(personId)
  if (isSelf && role !== null && !change.granting.mayMakeOwners) throw notOneself()
  if (old === 'owner' && !change.granting.mayMakeOwners) throw ownersOnly()
  if (role !== null) expectGrant(change.granting, role)
  if ((old === 'owner' || role === 'owner') && !change.granting.isFresh) throw createSignInProblem()
  if (old === 'owner' && !(await store.hasAnotherOwner(tx, environmentId, personId))) throw new ApiProblem('LAST_OWNER')
  if (role === null) await membership.removeMember(tx, author, personId)
  else await membership.changeRole(tx, author, { personId, old, role })
  return old
}

/** Deletes a person in all environments. Records keep the id of the person, without a name. */
export async function deletePerson(tx: WriteTransaction, author: ChangeAuthor, personId: string): Promise<void> {
  const idsOf = (rows: store.MembershipRow[]) => rows.map(({ environmentId }) => environmentId)
  const lockedIds = idsOf(await store.listMemberships(tx, personId))
  await membership.lockPeopleOfAll(tx, lockedIds)
  await store.lockPerson(tx, personId)
  const memberships = await store.listMemberships(tx, personId)
  // Repeats the transaction if the person has joined an environment since the first read, because it is not locked.
  if (idsOf(memberships).some((environmentId) => !lockedIds.includes(environmentId))) throw retryTransaction()
  const orphans: string[] = []
  for (const { environmentId, name, role } of memberships)
    if (role === 'owner' && !(await store.hasAnotherOwner(tx, environmentId, personId))) orphans.push(name)
  if (orphans.length > 0)
    throw new ApiProblem('LAST_OWNER', {
      message: `No other user owns ${formatChoices(orphans)}. First make another user an owner.`,
      values: { names: orphans },
    })
  for (const environmentId of idsOf(memberships))
    await membership.removeMember(tx, { ...author, environmentId }, personId)
  await store.deleteSessionsOf(tx, personId)
  await store.deletePerson(tx, personId)
}

export interface InvitationOrder {
  email: string
  role: UserRole
  token: string
  granting: GrantRights
}

/**
 * Returns the id of an invitation. Each e-mail address has at most one invitation per environment, so a new one
 * replaces the old one.
 */
const invitationIdOf = (environmentId: string, email: string): string =>
  hashOf(`invitation ${environmentId} ${email}`).slice(0, 32)

export async function createInvitation(
  tx: WriteTransaction,
  author: ChangeAuthor,
  order: InvitationOrder,
): Promise<string> {
  const { environmentId, now } = author
  const { email, role, token, granting } = order
  expectGrant(granting, role)
  await membership.lockPeople(tx, environmentId)
  const person = await store.findPersonByEmail(tx, email)
  if (person && (await store.findRole(tx, environmentId, person.personId)) !== undefined)
    throw new ApiProblem('ALREADY_MEMBER')
  const linkId = invitationIdOf(environmentId, email)
  await expectMayReplace(tx, linkId, granting, now)
  if ((await store.countPeople(tx, environmentId)) >= personLimits.people)
    throw createBadRequest(
      '',
      'too_many',
      `An environment can have at most ${personLimits.people} users and invitations.`,
      {
        max: personLimits.people,
      },
    )
  const expires = now + linkLifetimeMs.invitation
  const noPerson = { personId: null }
  const link = {
    linkId,
    tokenHash: hashOf(token),
    kind: 'invitation',
    created: now,
    expires,
    email,
    ...noPerson,
  } as const
  await store.putLink(tx, { ...link, environmentId, role })
  await membership.recordAccess(tx, author, {
    type: 'invitation.created',
    id: linkId,
    differences: [
      { path: '/role', new: role },
      { path: '/expires', new: formatIso(expires) },
    ],
  })
  return linkId
}

/**
 * Throws if the caller may not replace or withdraw the invitation. Only owners may do so with an invitation for the
 * role owner.
 */
async function expectMayReplace(tx: ReadTransaction, linkId: string, rights: GrantRights, now: number): Promise<void> {
  const old = await store.findInvitation(tx, linkId)
  if (old?.role !== 'owner' || old.expires <= now) return
  if (!rights.mayMakeOwners) throw ownersOnly()
  if (!rights.isFresh) throw createSignInProblem()
}

/** Withdraws an invitation. Returns whether it existed. */
export async function revokeInvitation(
  tx: WriteTransaction,
  author: ChangeAuthor,
  { invitationId, granting }: { invitationId: string; granting: GrantRights },
): Promise<boolean> {
  await membership.lockPeople(tx, author.environmentId)
  const open = await store.findInvitation(tx, invitationId)
  if (open?.environmentId === author.environmentId) await expectMayReplace(tx, invitationId, granting, author.now)
  if ((await store.deleteInvitation(tx, author.environmentId, invitationId)) === 0) return false
  await membership.recordAccess(tx, author, { type: 'invitation.withdrawn', id: invitationId })
  return true
}

export const createInvitationOrder = (email: string, role: UserRole, granting: GrantRights): InvitationOrder => ({
  email,
  role,
  token: createSecret(),
  granting,
})

const shownInvitation = ({ linkId, email, role, created, expires }: store.LinkRow) => ({
  invitationId: linkId,
  email,
  role,
  created: formatIso(created),
  expires: formatIso(expires),
})

const shownPerson = ({ since, lastUsed, disabled, factors, ...row }: store.MemberRow) => ({
  ...row,
  since,
  secondFactor: factors > 0,
  lastUsed: lastUsed === null ? null : formatIso(lastUsed),
  disabled: disabled !== null,
})

export const listMembers = async (tx: ReadTransaction, environmentId: string) =>
  (await store.listMembers(tx, environmentId)).slice(0, personLimits.people).map(shownPerson)

export const listInvitations = async (tx: ReadTransaction, environmentId: string, now: number) =>
  (await store.listInvitations(tx, environmentId, now)).slice(0, personLimits.invitations).map(shownInvitation)
