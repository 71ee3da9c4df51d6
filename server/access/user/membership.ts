// Adds people to environments, changes their roles and removes them. Each step records its event in the same
// transaction.
import type { ChangeType } from '../../../contract/change.ts'
import type { UserRole } from '../../../contract/person.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import * as changes from '../../platform/event/rules.ts'
import type { FieldDifference } from '../../platform/value/difference.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as environments from '../environment/store.ts'
import * as store from './store.ts'

/** Returns the actor name of a person, for the history. */
export const formatPersonActor = (personId: string): string => `person:${personId}`

/** Returns an author with the person as the actor, for a person who uses a link. */
export const createPersonAuthor = (author: changes.ChangeAuthor, personId: string): changes.ChangeAuthor => ({
  ...author,
  actor: formatPersonActor(personId),
})

/**
 * Locks an environment before changes to its people, links and memberships. Returns false if the environment does not
 * exist.
 */
export const lockPeople = async (tx: WriteTransaction, environmentId: string): Promise<boolean> =>
  (await environments.lockEnvironment(tx, environmentId)) !== undefined

/** Locks several environments in the order of their ids, so that transactions cannot deadlock. */
export async function lockPeopleOfAll(tx: WriteTransaction, environmentIds: Iterable<string>): Promise<void> {
  for (const environmentId of [...new Set(environmentIds)].sort()) await lockPeople(tx, environmentId)
}

interface AccessChange {
  type: ChangeType & `${'person' | 'invitation'}.${string}`
  id: string
  differences?: FieldDifference[] | undefined
}

/**
 * Records a change of access. The event contains ids only, so that erasing a user also removes the name from the
 * history. The caller has locked the environment.
 */
export async function recordAccess(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { type, id, differences }: AccessChange,
): Promise<void> {
  const record = type.startsWith('person.') ? 'person' : 'invitation'
  const version = await changes.findFirstVersion(tx, author.environmentId, record, id)
  await changes.recordChange(tx, author, { type, recordId: id, recordKey: id, version, differences })
}

interface Joining {
  personId: string
  role: UserRole
  /** The invitation by which the person joins. */
  invitationId?: string | undefined
}

/**
 * Withdraws the open invitation to the person's e-mail address, if there is one. Otherwise the person could join with
 * it again after being removed.
 */
async function endInvitation(tx: WriteTransaction, author: changes.ChangeAuthor, personId: string): Promise<void> {
  const invitationId = await store.endInvitationOf(tx, author.environmentId, personId)
  if (invitationId !== undefined) await recordAccess(tx, author, { type: 'invitation.withdrawn', id: invitationId })
}

/** Adds a person to an environment that exists and is locked. A member keeps the current role. */
export async function addMember(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { personId, role, invitationId }: Joining,
) {
  const { environmentId, now } = author
  if (!(await store.insertMembership(tx, environmentId, { personId, role, created: formatIso(now) }))) return
  const differences: FieldDifference[] = [{ path: '/role', new: role }]
  if (invitationId !== undefined) differences.push({ path: '/invitationId', new: invitationId })
  await recordAccess(tx, author, { type: 'person.joined', id: personId, differences: differences })
  await endInvitation(tx, author, personId)
}

export async function changeRole(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { personId, old, role }: { personId: string; old: UserRole; role: UserRole },
) {
  await store.updateRole(tx, author.environmentId, personId, role)
  await recordAccess(tx, author, {
    type: 'person.updated',
    id: personId,
    differences: [{ path: '/role', old, new: role }],
  })
}

export async function removeMember(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  personId: string,
): Promise<void> {
  await store.deleteMembership(tx, author.environmentId, personId)
  await recordAccess(tx, author, { type: 'person.removed', id: personId })
  await endInvitation(tx, author, personId)
}
