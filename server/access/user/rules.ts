// Defines the rules for people: memberships, sessions and one-time links.
import { hash, randomBytes } from 'node:crypto'
import { type Me, personLimits, roleScopes } from '../../../contract/person.ts'
import type { SignInKind, SignInWay } from '../../../contract/sign-ins.ts'
import { type Reader, startAgain, type Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import type { Author } from '../../platform/event/rules.ts'
import type { SessionFactor } from '../../platform/operation/principal.ts'
import { isLongerThan } from '../../platform/value/characters.ts'
import { isBareEmail } from '../../platform/value/email.ts'
import { newId } from '../../platform/value/ids.ts'
import { asOneLine } from '../../platform/value/line.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import * as environments from '../environment/store.ts'
import { expand } from '../token/scopes.ts'
import { standingOf } from './factor-requirement.ts'
import * as factors from './factor-store.ts'
import { asPerson, join, lockPeople, lockPeopleOfAll, recordAccess } from './membership.ts'
import * as signInLog from './sign-in-log.ts'
import * as store from './store.ts'

/** 256 random bits cannot be guessed from a plain hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const hashOf = (secret: string): string => hash('sha256', secret)

/**
 * Returns the form of an e-mail address by which its account is found. It lower-cases the address only if that can be
 * reversed. The Kelvin sign becomes a plain k, for example, and then another person's address would match.
 */
export function normalEmail(email: string): string {
  const small = email.toLowerCase()
  const isReversible = small.toUpperCase() === email.toUpperCase()
  return isReversible ? small : email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Returns the address of a link. The secret is after `#`, which browsers do not send, so no log contains it. */
export const linkUrl = (publicUrl: string, token: string): string => `${publicUrl}/welcome#${token}`

/** Checks an e-mail address from the command line, which has no schema. */
export function checkedEmail(email: string): string {
  if (!isBareEmail(email) || email.indexOf('@') > 64 || isLongerThan(email, personLimits.emailLength))
    throw new Error(`\`${asOneLine(email)}\` is not an e-mail address.`)
  return normalEmail(email)
}

export const linkLifetimeMs = { owner: dayMs, reset: dayMs, invitation: 7 * dayMs } as const

export interface SessionOrder {
  personId: string
  token: string
  device: string
  maxMs: number
  /** Hash of the session that the sign-in replaces: its id must not outlive a sign-in. */
  replaces: string | undefined
  address: string
  /** Hash of the cookie that identifies the device from now on. */
  deviceHash: string
  factor: SessionFactor | null
  /** When the person showed who they are, unless it is now. */
  proved?: number
  /** Secret with which a pending sign-in continues, which waits for the second factor. */
  pending: string
}

/** Time for the pending second factor after the password, in milliseconds. */
export const pendingMs = 10 * 60_000

/**
 * Starts a session. The cookie contains its token, and the database contains a hash of the token. Returns false if the
 * person has a second factor and has not shown it: then the sign-in waits for the factor under the pending token.
 */
export async function startSession(tx: Writer, order: SessionOrder, now: number): Promise<boolean> {
  const { personId, token, device, maxMs, replaces, deviceHash, factor, proved = now, pending } = order
  if (replaces !== undefined) await store.deleteSession(tx, replaces)
  if (factor === null && (await factors.hasFactor(tx, personId))) {
    const waiting = { kind: 'sign-in', personId, challenge: null, secret: null, expires: now + pendingMs } as const
    await factors.insertCeremony(tx, { ...waiting, tokenHash: hashOf(pending) })
    return false
  }
  await store.insertSession(tx, {
    tokenHash: hashOf(token),
    sessionId: newId(now),
    personId,
    created: now,
    lastUsed: now,
    expires: now + maxMs,
    device,
    factor,
    proved,
  })
  await store.deleteOldSessionsOf(tx, personId, personLimits.sessions)
  await signInLog.rememberDevice(tx, deviceHash, personId, now)
  return true
}

/** Returns the log entry of a session's person. */
export const happeningOf = (
  { personId, address, device }: SessionOrder,
  kind: SignInKind,
  way: SignInWay,
): signInLog.Happening => ({ personId, kind, way, address, device })

/** Returns the signed-in person. `isFactorRequired` is the setting of the installation. */
export async function me(tx: Reader, personId: string, isFactorRequired: boolean): Promise<Me> {
  const person = await store.findPerson(tx, personId)
  if (!person) throw new Problem('UNAUTHORIZED', { message: 'Sign in first.' })
  const memberships = await store.listMemberships(tx, personId)
  return {
    personId,
    email: person.email,
    name: person.name,
    hasPassword: person.password !== null,
    secondFactor: await standingOf(tx, personId, isFactorRequired),
    environments: memberships.slice(0, personLimits.environments).map(({ environmentId, name, role }) => ({
      environmentId,
      name,
      role,
      scopes: [...expand(roleScopes[role])],
    })),
  }
}

/**
 * Checks the session within the transaction that relies on it. The lock orders it before or after the end of the
 * session.
 */
export async function expectSession(tx: Writer, personId: string, tokenHash: string | undefined): Promise<void> {
  await store.lockPerson(tx, personId)
  const session = tokenHash === undefined ? undefined : await store.findSession(tx, tokenHash)
  if (session?.personId !== personId)
    throw new Problem('UNAUTHORIZED', { message: 'Your session has ended. Sign in again.' })
}

const linkGone = (): Problem =>
  new Problem('NOT_FOUND', { message: 'This link has already been used, has expired, or was replaced by a newer one.' })

export async function goodLink(tx: Reader, token: string, now: number): Promise<store.LinkRow> {
  const link = await store.findLink(tx, hashOf(token))
  if (!link || link.expires <= now) throw linkGone()
  return link
}

/** Instances that start within this time each print a valid link, in milliseconds. */
const startsTogetherMs = 60_000

/** Creates the link for the first owner while there are no people. It replaces links of earlier starts. */
export async function ownerLink(tx: Writer, now: number, hasOthers: boolean): Promise<string | undefined> {
  if (await store.hasPeople(tx)) return undefined
  const token = newSecret()
  await store.deleteOwnerLinks(tx, hasOthers ? now - startsTogetherMs : Number.MAX_SAFE_INTEGER)
  await store.putLink(tx, {
    linkId: `owner ${newId(now)}`,
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

/** Stores a link that sets a new password. It replaces the person's earlier one. */
export async function resetLink(tx: Writer, personId: string, token: string, now: number): Promise<void> {
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
export async function createPerson(tx: Writer, person: NewPerson, now: number): Promise<string | undefined> {
  const personId = newId(now)
  return (await store.insertPerson(tx, { personId, ...person }, toIso(now))) ? personId : undefined
}

export interface LinkUse {
  tokenHash: string
  /** Of the person who is signed in, for an invitation of an existing account. */
  personId: string | undefined
  email: string | undefined
  name: string | undefined
  /** Hashed; none where people sign in without. */
  password: string | undefined
}

/** Uses a link. Returns the id of its person. Permissions were checked before; a race is only about the link. */
export async function redeemLink(tx: Writer, author: Author, use: LinkUse): Promise<string> {
  const { now } = author
  const link = await store.findLink(tx, use.tokenHash)
  const all = link?.kind === 'owner' ? (await environments.list(tx)).map(({ environmentId }) => environmentId) : []
  // Of two people with a link each, the first becomes owner of all environments, and the other gets an error.
  await lockPeopleOfAll(tx, all)
  if (link?.environmentId && !(await lockPeople(tx, link.environmentId))) throw linkGone()
  // Locks the person before the link, in the order of operations that end all links of a person.
  if (link?.kind === 'reset') await store.lockPerson(tx, link.personId!)
  if (!link || link.expires <= now || !(await store.takeLink(tx, use.tokenHash))) throw linkGone()
  if (link.kind === 'reset') return resetPassword(tx, link.personId!, use.password)
  if (link.kind === 'invitation') return acceptInvitation(tx, author, link, use)
  if (await store.hasPeople(tx)) throw linkGone()
  const { email, name, password = null } = use
  const personId = await createPerson(tx, { email: email!, name: name!, password }, now)
  if (personId === undefined) throw linkGone()
  await store.deleteOwnerLinks(tx, Number.MAX_SAFE_INTEGER)
  for (const environmentId of all)
    await join(tx, asPerson({ ...author, environmentId }, personId), { personId, role: 'owner' })
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

/** A person with single sign-on, or the reason of a refusal with the account that it concerns. */
export type OutsideEntry =
  | { personId: string; isTakenOver: boolean; lost: Lost; refusal?: undefined }
  | { personId: string | undefined; refusal: string }

/** Finds the person of a single sign-on: the owner of an account, or of an invitation that it accepts. */
export async function knownOutside(tx: Writer, author: Author, who: Outside): Promise<OutsideEntry> {
  const { now } = author
  const linked = await store.findPersonBySubject(tx, who.subject)
  const person = linked ?? (await store.findPersonByEmail(tx, who.email))
  if (person && person.disabled !== null) return { personId: person.personId, refusal: 'The account is disabled.' }
  const invitations = await store.listInvitationsFor(tx, who.email, now)
  if (!person && invitations.length === 0)
    return { personId: undefined, refusal: 'The address has no account and no invitation.' }
  const isTakenOver = person !== undefined && !linked
  const places = isTakenOver ? await store.listMemberships(tx, person.personId) : []
  await lockPeopleOfAll(
    tx,
    [...invitations, ...places].map(({ environmentId }) => environmentId!),
  )
  const personId =
    person?.personId ?? (await createPerson(tx, { email: who.email, name: who.name, password: null }, now))
  if (personId === undefined) throw startAgain()
  // Single sign-on is the first proof of the address: another person may have set the password.
  if (!linked && !(await store.linkSubject(tx, personId, who.subject)))
    return { personId, refusal: 'The account is linked to another person at the issuer.' }
  const lost: Lost = { password: !linked && (person?.password ?? null) !== null, factors: [] }
  if (!linked) {
    await store.deleteSessionsOf(tx, personId)
    await store.deleteLinksOf(tx, personId)
    // From now on the other side is in charge of factors: one of ours would be a way around it.
    lost.factors = await factors.deleteFactorsOf(tx, personId)
  }
  const differences = [{ path: '/singleSignOn', old: false, new: true }]
  for (const { environmentId } of places) {
    const by = asPerson({ ...author, environmentId }, personId)
    await recordAccess(tx, by, { type: 'person.updated', id: personId, differences })
  }
  for (const link of invitations)
    if ((await store.takeLink(tx, link.tokenHash)) && (await environments.findById(tx, link.environmentId!)))
      await joinBy(tx, author, link, personId)
  return { personId, isTakenOver, lost }
}

/** Resets the password, or only signs in with the link if the account has no password. */
async function resetPassword(tx: Writer, personId: string, password: string | undefined): Promise<string> {
  const person = await store.lockPerson(tx, personId)
  // The person has used single sign-on since: a password would bypass it.
  if (!person || person.disabled !== null || (password !== undefined && person.subject !== null)) throw linkGone()
  if (password !== undefined) await store.setPassword(tx, personId, password)
  await store.deleteSessionsOf(tx, personId)
  return personId
}

const joinBy = (tx: Writer, author: Author, { linkId, environmentId, role }: store.LinkRow, personId: string) =>
  join(tx, asPerson({ ...author, environmentId: environmentId! }, personId), {
    personId,
    role: role!,
    invitationId: linkId,
  })

async function acceptInvitation(tx: Writer, author: Author, link: store.LinkRow, use: LinkUse): Promise<string> {
  const { email } = link
  const personId =
    use.personId ?? (await createPerson(tx, { email: email!, name: use.name!, password: use.password! }, author.now))
  // An account that was created since then joins after a sign-in, like any other account.
  if (personId === undefined) throw new Problem('UNAUTHORIZED', { message: 'Sign in first, then use the link.' })
  await joinBy(tx, author, link, personId)
  return personId
}
