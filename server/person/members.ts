// What holds for the people of an environment: their roles, their invitations, and that an owner is always left.
import type { Scope } from '../../contract/endpoint.ts'
import { personLimits, type Role, roleScopes } from '../../contract/person.ts'
import type { Author } from '../change/rules.ts'
import { signInAgain } from '../core/fresh.ts'
import { listed } from '../core/nearest.ts'
import { badRequest, Problem } from '../core/problems.ts'
import { toIso } from '../core/times.ts'
import { type Reader, startAgain, type Writer } from '../database/database.ts'
import { expand } from '../token/scopes.ts'
import * as membership from './membership.ts'
import { hashOf, linkLifetimeMs, newSecret } from './rules.ts'
import * as store from './store.ts'

const ownerScopes = expand(roleScopes.owner)

/** Owners, and tokens that may do all that owners may. */
export const mayMakeOwners = (scopes: ReadonlySet<Scope>): boolean => ownerScopes.isSubsetOf(scopes)

export const ownersOnly = () =>
  new Problem('TOKEN_PERMISSIONS', { message: 'Only an owner of this environment can grant or remove the owner role.' })
export const noSuchPerson = () => new Problem('NOT_FOUND', { message: 'There is no such person in this environment.' })

export interface RoleChange {
  personId: string
  /** Null takes the person out. */
  role: Role | null
  mayMakeOwners: boolean
  /** Whether the one who asks has shown lately who they are. */
  isFresh: boolean
}

export async function changeRole(tx: Writer, author: Author, change: RoleChange): Promise<void> {
  const { environmentId } = author
  const { personId, role } = change
  // Two owners who unmake each other come one after the other.
  await membership.lockPeople(tx, environmentId)
  const old = await store.findRole(tx, environmentId, personId)
  if (old === undefined) throw noSuchPerson()
  if (old === role) return
  if ((old === 'owner' || role === 'owner') && !change.mayMakeOwners) throw ownersOnly()
  if ((old === 'owner' || role === 'owner') && !change.isFresh) throw signInAgain()
  if (old === 'owner' && !(await store.hasOtherOwner(tx, environmentId, personId))) throw new Problem('LAST_OWNER')
  if (role === null) await membership.leave(tx, author, personId)
  else await membership.changeRole(tx, author, { personId, old, role })
}

/** Ends an account everywhere. What it did keeps its id; nothing says any more whose that was. */
export async function deletePerson(tx: Writer, author: Author, personId: string): Promise<void> {
  const idsOf = (rows: store.MembershipRow[]) => rows.map(({ environmentId }) => environmentId)
  const before = idsOf(await store.listMemberships(tx, personId))
  await membership.lockPeopleOfAll(tx, before)
  await store.lockPerson(tx, personId)
  const memberships = await store.listMemberships(tx, personId)
  // Where they have come into since is not locked.
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
}

/** One for each address: a new one replaces the old. */
const invitationIdOf = (environmentId: string, email: string): string =>
  hashOf(`invitation ${environmentId} ${email}`).slice(0, 32)

export async function invite(tx: Writer, author: Author, order: InvitationOrder): Promise<string> {
  const { environmentId, now } = author
  const { email, role, token } = order
  await membership.lockPeople(tx, environmentId)
  const person = await store.findPersonByEmail(tx, email)
  if (person && (await store.findRole(tx, environmentId, person.personId)) !== undefined)
    throw new Problem('ALREADY_MEMBER')
  const linkId = invitationIdOf(environmentId, email)
  if ((await store.countPeople(tx, environmentId)) >= personLimits.people)
    throw badRequest('', 'too_many', `An environment can have at most ${personLimits.people} people and invitations.`)
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

/** Answers whether there was such an invitation. */
export async function withdraw(tx: Writer, author: Author, invitationId: string): Promise<boolean> {
  await membership.lockPeople(tx, author.environmentId)
  if ((await store.deleteInvitation(tx, author.environmentId, invitationId)) === 0) return false
  await membership.recordAccess(tx, author, { type: 'invitation.withdrawn', id: invitationId })
  return true
}

export const newInvitation = (email: string, role: Role): InvitationOrder => ({ email, role, token: newSecret() })

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
