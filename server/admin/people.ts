// Manages people for the operator, also while a server runs. The operator passes links on.
import { personLimits, type UserRole } from '../../contract/person.ts'
import * as environments from '../access/environment/store.ts'
import { writeFactorMail } from '../access/user/factor-mail.ts'
import { removeAll } from '../access/user/factor-rules.ts'
import { sendOnce } from '../access/user/mail.ts'
import * as members from '../access/user/members.ts'
import { addMember, lockPeople, lockPeopleOfAll, recordAccess } from '../access/user/membership.ts'
import * as rules from '../access/user/rules.ts'
import { commandLine, recordSignIn } from '../access/user/sign-in-log.ts'
import * as store from '../access/user/store.ts'
import { buildPublicUrl, type ServiceConfig } from '../platform/config/config.ts'
import type { ReadTransaction, WriteTransaction } from '../platform/database/database.ts'
import { createCommandAuthor } from '../platform/event/rules.ts'
import { createPost, interactiveMailTimes } from '../platform/outbound/mail.ts'
import { isLongerThan } from '../platform/value/characters.ts'
import { isOneLine } from '../platform/value/line.ts'
import { formatIso } from '../platform/value/times.ts'
import { prepareDatabase } from '../runtime/storage.ts'
import { getEnvironment, withDatabase } from './database.ts'

interface EnvironmentRole {
  environment: string
  role: UserRole
}

interface NewEnvironment {
  name: string
  sandbox: boolean
  /**
   * E-mail address of the owner, or false for no owner. If undefined, the owners of the first environment own the new
   * one.
   */
  owner?: string | false
}

/** Creates an environment. Returns its id and its owners. */
export async function createOwnedEnvironment(
  config: ServiceConfig,
  { name, sandbox, owner }: NewEnvironment,
  now: number,
): Promise<{ environmentId: string; owners: string[] }> {
  // Loaded when needed: the schemas of this module take longer to load than other commands take to run.
  const { createEnvironment } = await import('../access/environment/rules.ts')
  await prepareDatabase(config)
  return withDatabase(config, ({ write }) =>
    write(async (tx) => {
      const owners = await ownersOfNew(tx, owner)
      const environmentId = await createEnvironment(tx, name, now, sandbox)
      for (const { personId } of owners)
        await addMember(tx, createCommandAuthor(environmentId, now), { personId, role: 'owner' })
      return { environmentId, owners: owners.map(({ email }) => email) }
    }),
  )
}

/**
 * Returns the owners of a new environment. By default, these are the owners of the first environment, who run the
 * installation.
 */
async function ownersOfNew(
  tx: ReadTransaction,
  owner: string | false | undefined,
): Promise<Pick<store.PersonRow, 'personId' | 'email'>[]> {
  if (owner === false) return []
  if (owner !== undefined) return [await userIn(tx, owner)]
  const first = await environments.findEnvironment(tx, environments.firstName)
  if (!first) return []
  const members = await store.listMembers(tx, first.environmentId)
  return members.filter(({ role, disabled }) => role === 'owner' && disabled === null)
}

/** Creates a user. Returns the link for the first password. */
export const createUser = (
  config: ServiceConfig,
  { email, name, environment, role }: EnvironmentRole & { email: string; name: string },
  now: number,
): Promise<string> =>
  withDatabase(config, ({ write }) =>
    write(async (tx) => {
      const { environmentId } = await getEnvironment(tx, environment)
      const address = rules.parseEmail(email)
      if (name.trim() === '' || isLongerThan(name, personLimits.nameLength) || !isOneLine(name))
        throw new Error(`The name must have 1 to ${personLimits.nameLength} characters in one line.`)
      await lockPeople(tx, environmentId)
      const personId = await rules.createPerson(tx, { email: address, name, password: null }, now)
      if (personId === undefined) throw new Error(`${address} already has an account: use \`dray user invite\`.`)
      await addMember(tx, createCommandAuthor(environmentId, now), { personId, role })
      return newLink(tx, config, personId, now)
    }),
  )

async function newLink(tx: WriteTransaction, config: ServiceConfig, personId: string, now: number): Promise<string> {
  const token = rules.createSecret()
  await rules.createResetLink(tx, personId, token, now)
  return rules.linkUrl(buildPublicUrl(config), token)
}

/** Invites a user. Returns the link of the invitation. */
export const inviteUser = (
  config: ServiceConfig,
  { email, environment, role }: EnvironmentRole & { email: string },
  now: number,
): Promise<string> =>
  withDatabase(config, ({ write }) =>
    write(async (tx) => {
      const { environmentId } = await getEnvironment(tx, environment)
      // An existing account is invited by its stored address. Dray sends no e-mail: the operator passes the link on.
      const person = await store.findPersonByEmail(tx, rules.normaliseEmail(email))
      const order = members.createInvitationOrder(person?.email ?? rules.parseEmail(email), role, members.byOperator)
      await members.createInvitation(tx, createCommandAuthor(environmentId, now), order)
      return rules.linkUrl(buildPublicUrl(config), order.token)
    }),
  )

export interface ListedUser extends store.ListedPerson {
  environments: { name: string; role: UserRole }[]
}
export const listUsers = (config: ServiceConfig): Promise<ListedUser[]> =>
  withDatabase(config, ({ read }) =>
    read(async (tx) => {
      const users: ListedUser[] = []
      for (const person of await store.listPeople(tx))
        users.push({ ...person, environments: await store.listMemberships(tx, person.personId) })
      return users
    }),
  )

async function userIn(tx: ReadTransaction, email: string): Promise<store.PersonRow> {
  const person = await store.findPersonByEmail(tx, rules.normaliseEmail(email))
  if (!person) throw new Error(`${email} has no account: \`dray user list\` shows all accounts.`)
  return person
}

/** Returns a link for a new password. For an account without a password, the link signs the person in once. */
export const resetUser = (config: ServiceConfig, email: string, now: number): Promise<string> =>
  withDatabase(config, ({ write }) =>
    write(async (tx) => {
      const { personId } = await userIn(tx, email)
      const happening = { personId, kind: 'reset-requested', way: 'link', ...commandLine } as const
      await recordSignIn(tx, happening, now)
      return newLink(tx, config, personId, now)
    }),
  )

/** Ends all sessions and links of a user, and refuses sign-ins until the user is enabled again. */
export const disableUser = (config: ServiceConfig, email: string, now: number): Promise<void> =>
  withDatabase(config, ({ write }) => write((tx) => setDisabled(tx, email, true, now)))

export const enableUser = (config: ServiceConfig, email: string, now: number): Promise<void> =>
  withDatabase(config, ({ write }) => write((tx) => setDisabled(tx, email, false, now)))

/** Deletes the account of a user in all environments. */
export const deleteUser = (config: ServiceConfig, email: string, now: number): Promise<void> =>
  withDatabase(config, ({ write }) =>
    write(async (tx) => members.deletePerson(tx, createCommandAuthor('', now), (await userIn(tx, email)).personId)),
  )

/** Removes all second factors of a user who has lost them. Returns their number. */
export async function removeFactors(config: ServiceConfig, email: string, now: number): Promise<number> {
  const removed = await withDatabase(config, ({ write }) =>
    write(async (tx) => removeAll(tx, createCommandAuthor('', now), (await userIn(tx, email)).personId)),
  )
  const post = removed > 0 ? createPost(config, interactiveMailTimes) : undefined
  const mail = writeFactorMail(rules.normaliseEmail(email), { event: 'removed-by-operator' })
  await (post && sendOnce(post, mail))?.catch((error: Error) => {
    throw new Error(`The second factors are removed, but the person could not be told: ${error.message}`)
  })
  return removed
}

/**
 * Disables or enables a user. Every environment of the user records this, because the user loses or regains access to
 * all of them.
 */
async function setDisabled(tx: WriteTransaction, email: string, disabled: boolean, now: number): Promise<void> {
  const { personId } = await userIn(tx, email)
  const environmentIds = (await store.listMemberships(tx, personId)).map(({ environmentId }) => environmentId)
  await lockPeopleOfAll(tx, environmentIds)
  const person = await store.lockPerson(tx, personId)
  if ((person?.disabled !== null) === disabled) return
  await store.setDisabled(tx, personId, disabled ? formatIso(now) : null)
  await store.deleteSessionsOf(tx, personId)
  await store.deleteLinksOf(tx, personId)
  const steps = [{ path: '/disabled', old: !disabled, new: disabled }]
  for (const environmentId of environmentIds)
    await recordAccess(tx, createCommandAuthor(environmentId, now), {
      type: 'person.updated',
      id: personId,
      differences: steps,
    })
}
