// Adds people to environments, changes their roles and removes them. Each step records its event in the same
// transaction.
import type { ChangeType } from '../../../contract/change.ts'
import type { Role } from '../../../contract/person.ts'
import type { Writer } from '../../platform/database/database.ts'
import * as changes from '../../platform/event/rules.ts'
import type { Difference } from '../../platform/value/difference.ts'
import { toIso } from '../../platform/value/times.ts'
import * as environments from '../environment/store.ts'
import * as store from './store.ts'

/** Names a person as the author of a change. */
export const actorOf = (personId: string): string => `person:${personId}`

/** Returns an author who is the person, for a person who uses a link. */
export const asPerson = (author: changes.Author, personId: string): changes.Author => ({
  ...author,
  actor: actorOf(personId),
})

/** Keeps all that concerns who is in an environment apart: before people, links and memberships are touched. */
export const lockPeople = async (tx: Writer, environmentId: string): Promise<boolean> =>
  (await environments.lock(tx, environmentId)) !== undefined

/** Several, in one order, since others may want the same ones. */
export async function lockPeopleOfAll(tx: Writer, environmentIds: Iterable<string>): Promise<void> {
  for (const environmentId of [...new Set(environmentIds)].sort()) await lockPeople(tx, environmentId)
}

interface AccessChange {
  type: ChangeType & `${'person' | 'invitation'}.${string}`
  id: string
  differences?: Difference[] | undefined
}

/** Ids only: a name is looked up when it is shown, and forgotten with its person. Who is here is locked already. */
export async function recordAccess(
  tx: Writer,
  author: changes.Author,
  { type, id, differences }: AccessChange,
): Promise<void> {
  const record = type.startsWith('person.') ? 'person' : 'invitation'
  const version = await changes.firstVersion(tx, author.environmentId, record, id)
  await changes.record(tx, author, { type, recordId: id, recordKey: id, version, differences })
}

interface Joining {
  personId: string
  role: Role
  /** The invitation by which the person joins. */
  invitationId?: string | undefined
}

/**
 * Ends the person's invitation, so that a removed person cannot join with it again. An accepted invitation has already
 * ended.
 */
async function endInvitation(tx: Writer, author: changes.Author, personId: string): Promise<void> {
  const invitationId = await store.endInvitationOf(tx, author.environmentId, personId)
  if (invitationId !== undefined) await recordAccess(tx, author, { type: 'invitation.withdrawn', id: invitationId })
}

/** Adds a person to an environment that exists and is locked. A member keeps the current role. */
export async function join(tx: Writer, author: changes.Author, { personId, role, invitationId }: Joining) {
  const { environmentId, now } = author
  if (!(await store.insertMembership(tx, environmentId, { personId, role, created: toIso(now) }))) return
  const given: Difference[] = [{ path: '/role', new: role }]
  if (invitationId !== undefined) given.push({ path: '/invitationId', new: invitationId })
  await recordAccess(tx, author, { type: 'person.joined', id: personId, differences: given })
  await endInvitation(tx, author, personId)
}

export async function changeRole(
  tx: Writer,
  author: changes.Author,
  { personId, old, role }: { personId: string; old: Role; role: Role },
) {
  await store.updateRole(tx, author.environmentId, personId, role)
  await recordAccess(tx, author, {
    type: 'person.updated',
    id: personId,
    differences: [{ path: '/role', old, new: role }],
  })
}

export async function leave(tx: Writer, author: changes.Author, personId: string): Promise<void> {
  await store.deleteMembership(tx, author.environmentId, personId)
  await recordAccess(tx, author, { type: 'person.removed', id: personId })
  await endInvitation(tx, author, personId)
}
