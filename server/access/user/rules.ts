// Defines the rules for people: memberships, sessions and one-time links.
import { hash, randomBytes } from 'node:crypto'
import { type CurrentUser, personLimits, roleScopes } from '../../../contract/person.ts'
import type { SignInKind, SignInMethod } from '../../../contract/sign-ins.ts'
import { type ReadTransaction, retryTransaction, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import type { ChangeAuthor } from '../../platform/event/rules.ts'
import type { SessionFactor } from '../../platform/operation/principal.ts'
import { isLongerThan } from '../../platform/value/characters.ts'
import { isBareEmail } from '../../platform/value/email.ts'
import { createId } from '../../platform/value/ids.ts'
import { formatOneLine } from '../../platform/value/line.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import * as environments from '../environment/store.ts'
import { expandScopes } from '../token/scopes.ts'
import { getSecondFactorStatus } from './factor-requirement.ts'
import * as factors from './factor-store.ts'
import { addMember, createPersonAuthor, lockPeople, lockPeopleOfAll, recordAccess } from './membership.ts'
import * as signInLog from './sign-in-log.ts'
import * as store from './store.ts'

/** Creates a secret of 256 random bits. It is too long to be guessed from its hash, so a fast hash is enough. */
export const createSecret = (): string => randomBytes(32).toString('base64url')
export const hashOf = (secret: string): string => hash('sha256', secret)

/**
 * Returns the form of an e-mail address by which its account is found. Converts it to lower case only if that is
 * reversible. For example, the Kelvin sign becomes a plain k, and the address would match another person's address.
 */
export function normaliseEmail(email: string): string {
  const small = email.toLowerCase()
  const isReversible = small.toUpperCase() === email.toUpperCase()
  return isReversible ? small : email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Returns the URL of a link. The secret is after `#`. Browsers do not send this part, so no log contains it. */
export const linkUrl = (publicUrl: string, token: string): string => `${publicUrl}/welcome#${token}`

/** Checks an e-mail address of a command, which no schema has checked. */
export function parseEmail(email: string): string {
  if (!isBareEmail(email) || email.indexOf('@') > 64 || isLongerThan(email, personLimits.emailLength))
    throw new Error(`\`${formatOneLine(email)}\` is not an e-mail address.`)
  return normaliseEmail(email)
}

export const linkLifetimeMs = { owner: dayMs, reset: dayMs, invitation: 7 * dayMs } as const

export interface SessionOrder {
  personId: string
  token: string
  device: string
  maxMs: number
  /** Hash of the session that the sign-in replaces. Each sign-in gets a new session id. */
  replaces: string | undefined
  address: string
  /** Hash of the cookie that identifies the device from now on. */
  deviceHash: string
  factor: SessionFactor | null
  /** Time of the sign-in or confirmation; undefined for the current time. */
  proved?: number
  /** Secret of a pending sign-in, with which the person continues it and uses the second factor. */
  pending: string
}

/** Time for which a sign-in is pending until the person uses the second factor, in milliseconds. */
export const pendingMs = 10 * 60_000

/**
 * Starts a session. The cookie contains its token, and the database contains a hash of the token. Returns false if the
 * person still has to use a second factor. The sign-in then waits for it under the pending token.
 */
export async function startSession(tx: WriteTransaction, order: SessionOrder, now: number): Promise<boolean> {
  const { personId, token, device, maxMs, replaces, deviceHash, factor, proved = now, pending } = order
  if (replaces !== undefined) await store.deleteSession(tx, replaces)
  if (factor === null && (await factors.hasFactor(tx, personId))) {
    const waiting = { kind: 'sign-in', personId, challenge: null, secret: null, expires: now + pendingMs } as const
    await factors.insertCeremony(tx, { ...waiting, tokenHash: hashOf(pending) })
    return false
  }
  await store.insertSession(tx, {
    tokenHash: hashOf(token),
    sessionId: createId(now),
    personId,
    created: now,
    lastUsed: now,
    expires: now + maxMs,
    device,
    factor,
    proved,
  })
  await store.deleteOldSessionsOf(tx, personId, personLimits.sessions)
  await signInLog.storeDevice(tx, deviceHash, personId, now)
  return true
}

/** Returns the log entry of a session's person. */
export const createSignInEntry = (
  { personId, address, device }: SessionOrder,
  entryType: SignInKind,
  method: SignInMethod,
): signInLog.SignInEntry => ({ personId, kind: entryType, way: method, address, device })

/** Returns the signed-in person. `isFactorRequired` is the setting of the installation. */
export async function getMe(tx: ReadTransaction, personId: string, isFactorRequired: boolean): Promise<CurrentUser> {
  const person = await store.findPerson(tx, personId)
  if (!person) throw new ApiProblem('UNAUTHORIZED', { message: 'Sign in first.' })
  const memberships = await store.listMemberships(tx, personId)
  return {
    personId,
    email: person.email,
    name: person.name,
    hasPassword: person.password !== null,
    secondFactor: await getSecondFactorStatus(tx, personId, isFactorRequired),
    environments: memberships.slice(0, personLimits.environments).map(({ environmentId, name, role }) => ({
      environmentId,
      name,
      role,
      scopes: [...expandScopes(roleScopes[role])],
    })),
  }
}

/**
 * Throws if the session has ended. Locks the person until the transaction ends, so that the session cannot end before
 * it.
 */
export async function expectSession(tx: WriteTransaction, personId: string, hash: string | undefined): Promise<void> {
  await store.lockPerson(tx, personId)
  const session = hash === undefined ? undefined : await store.findSession(tx, hash)
  if (session?.personId !== personId)
    throw new ApiProblem('UNAUTHORIZED', { message: 'Your session has ended. Sign in again.' })
}

const createLinkEndedProblem = (): ApiProblem =>
  new ApiProblem('NOT_FOUND', {
    message: 'This link has already been used, has expired, or was replaced by a newer one.',
  })

export async function getValidLink(tx: ReadTransaction, token: string, now: number): Promise<store.LinkRow> {
  const link = await store.findLink(tx, hashOf(token))
  if (!link || link.expires <= now) throw createLinkEndedProblem()
  return link
}

/**
 * Time in milliseconds after which a start deletes an older link of another instance. Instances that start together
 * each print a valid link.
 */
const startsTogetherMs = 60_000

/**
 * Creates the link for the first owner. Returns undefined if people exist. The link replaces links of earlier starts.
 */
export async function createOwnerLink(
  tx: WriteTransaction,
  now: number,
  hasPeers: boolean,
): Promise<string | undefined> {
  if (await store.hasPeople(tx)) return undefined
  const token = createSecret()
  await store.deleteOwnerLinks(tx, hasPeers ? now - startsTogetherMs : Number.MAX_SAFE_INTEGER)
  await store.putLink(tx, {
    linkId: `owner ${createId(now)}`,
    tokenHash: hashOf(token),
    kind: 'owner',
    created: now,
    expires: now + linkLifetimeMs.owner,
    email: null,
    personId: null,
    environmentId: null,
    role: null,
  })
  return token
}

/** Stores a link for a new password. It replaces an earlier link of the person. */
export async function createResetLink(
  tx: WriteTransaction,
  personId: string,
  token: string,
  now: number,
): Promise<void> {
  await store.putLink(tx, {
    linkId: `reset ${personId}`,
    tokenHash: hashOf(token),
    kind: 'reset',
    created: now,
    expires: now + linkLifetimeMs.reset,
    email: null,
    personId,
    environmentId: null,
    role: null,
  })
}

interface NewPerson {
  email: string
  name: string
  password: string | null
}

/** Creates a person. Returns undefined if an account with this e-mail address exists. */
export async function createPerson(tx: WriteTransaction, person: NewPerson, now: number): Promise<string | undefined> {
  const personId = createId(now)
  return (await store.insertPerson(tx, { personId, ...person }, formatIso(now))) ? personId : undefined
}

export interface LinkUse {
  tokenHash: string
  /** Id of the signed-in user who accepts an invitation to an existing account. */
  personId: string | undefined
  email: string | undefined
  name: string | undefined
  /** Hash of the password; undefined for a link that sets no password. */
  password: string | undefined
}

/**
 * Uses a link, and returns the id of its person. The caller has checked the permissions, so only another use of the
 * link can interfere.
 */
export async function redeemLink(tx: WriteTransaction, author: ChangeAuthor, use: LinkUse): Promise<string> {
  const { now } = author
  const link = await store.findLink(tx, use.tokenHash)
  const environmentIds =
    link?.kind === 'owner' ? (await environments.listEnvironments(tx)).map(({ environmentId }) => environmentId) : []
  // Two people may each have a link for the first owner. The first one becomes owner of all environments, and the other
  // one gets an error.
  await lockPeopleOfAll(tx, environmentIds)
  if (link?.environmentId && !(await lockPeople(tx, link.environmentId))) throw createLinkEndedProblem()
  // Locks the person before the link, because operations that end all links of a person use this order too.
  if (link?.kind === 'reset') await store.lockPerson(tx, link.personId!)
  if (!link || link.expires <= now || !(await store.takeLink(tx, use.tokenHash))) throw createLinkEndedProblem()
  if (link.kind === 'reset') return resetPassword(tx, link.personId!, use.password)
  if (link.kind === 'invitation') return acceptInvitation(tx, author, link, use)
  if (await store.hasPeople(tx)) throw createLinkEndedProblem()
  const { email, name, password = null } = use
  const personId = await createPerson(tx, { email: email!, name: name!, password }, now)
  if (personId === undefined) throw createLinkEndedProblem()
  await store.deleteOwnerLinks(tx, Number.MAX_SAFE_INTEGER)
  for (const environmentId of environmentIds)
    await addMember(tx, createPersonAuthor({ ...author, environmentId }, personId), { personId, role: 'owner' })
  return personId
}

interface Outside {
  subject: string
  email: string
  name: string
}

/** Credentials that are lost when the account changes to single sign-on. */
interface Lost {
  password: boolean
  factors: factors.FactorKind[]
}

/** Person of a single sign-on, or the reason of its refusal with the account that it concerns. */
export type OutsideEntry =
  | { personId: string; isTakenOver: boolean; lost: Lost; refusal?: undefined }
  | { personId: string | undefined; refusal: string }

/** Finds the account of a single sign-on, or creates it for an invited person. Accepts all open invitations. */
export async function findSingleSignOnPerson(
  tx: WriteTransaction,
  author: ChangeAuthor,
  identity: Outside,
): Promise<OutsideEntry> {
  const { now } = author
  const linked = await store.findPersonBySubject(tx, identity.subject)
  const person = linked ?? (await store.findPersonByEmail(tx, identity.email))
  if (person && person.disabled !== null) return { personId: person.personId, refusal: 'The account is disabled.' }
  const invitations = await store.listInvitationsFor(tx, identity.email, now)
  if (!person && invitations.length === 0)
    return { personId: undefined, refusal: 'The e-mail address has no account and no invitation.' }
  const isTakenOver = person !== undefined && !linked
  const memberships = isTakenOver ? await store.listMemberships(tx, person.personId) : []
  await lockPeopleOfAll(
    tx,
    [...invitations, ...memberships].map(({ environmentId }) => environmentId!),
  )
  const personId =
    person?.personId ?? (await createPerson(tx, { email: identity.email, name: identity.name, password: null }, now))
  if (personId === undefined) throw retryTransaction()
  // Only single sign-on proves that the e-mail address belongs to the person. Another person may have set the password.
  if (!linked && !(await store.linkSubject(tx, personId, identity.subject)))
    return { personId, refusal: 'The account is linked to another user at the issuer.' }
  const lost: Lost = { password: !linked && (person?.password ?? null) !== null, factors: [] }
  if (!linked) {
    await store.deleteSessionsOf(tx, personId)
    await store.deleteLinksOf(tx, personId)
    // The issuer now controls second factors. A factor of Dray would bypass it.
    lost.factors = await factors.deleteFactorsOf(tx, personId)
  }
  const differences = [{ path: '/singleSignOn', old: false, new: true }]
  for (const { environmentId } of memberships) {
    const personAuthor = createPersonAuthor({ ...author, environmentId }, personId)
    await recordAccess(tx, personAuthor, { type: 'person.updated', id: personId, differences })
  }
  for (const link of invitations)
    if ((await store.takeLink(tx, link.tokenHash)) && (await environments.findById(tx, link.environmentId!)))
      await joinBy(tx, author, link, personId)
  return { personId, isTakenOver, lost }
}

/** Sets a new password. If `password` is undefined, the person only signs in with the link. */
async function resetPassword(tx: WriteTransaction, personId: string, password: string | undefined): Promise<string> {
  const person = await store.lockPerson(tx, personId)
  // Refuses a new password if the person has used single sign-on since, because it would bypass single sign-on.
  if (!person || person.disabled !== null || (password !== undefined && person.subject !== null))
    throw createLinkEndedProblem()
  if (password !== undefined) await store.setPassword(tx, personId, password)
  await store.deleteSessionsOf(tx, personId)
  return personId
}

const joinBy = (
  tx: WriteTransaction,
  author: ChangeAuthor,
  { linkId, environmentId, role }: store.LinkRow,
  personId: string,
) =>
  addMember(tx, createPersonAuthor({ ...author, environmentId: environmentId! }, personId), {
    personId,
    role: role!,
    invitationId: linkId,
  })

async function acceptInvitation(
  tx: WriteTransaction,
  author: ChangeAuthor,
  link: store.LinkRow,
  use: LinkUse,
): Promise<string> {
  const { email } = link
  const personId =
    use.personId ?? (await createPerson(tx, { email: email!, name: use.name!, password: use.password! }, author.now))
  // If the account was created after the link was read, the person must sign in first, as with every other account.
  if (personId === undefined) throw new ApiProblem('UNAUTHORIZED', { message: 'Sign in first, then use the link.' })
  await joinBy(tx, author, link, personId)
  return personId
}
