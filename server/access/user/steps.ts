// The transactions that signing in, one-time links and roles are made of.
import type { SignInKind, SignInWay } from '../../../contract/sign-ins.ts'
import type { Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import { lasting, step } from '../../platform/operation/operation.ts'
import * as attempts from './attempts.ts'
import { purgeCeremonies } from './factor-store.ts'
import * as members from './members.ts'
import * as rules from './rules.ts'
import * as signInLog from './sign-in-log.ts'
import * as store from './store.ts'

export const wrongCredentials = (): Problem =>
  new Problem('UNAUTHORIZED', { message: 'The e-mail address or the password is wrong.' })

export interface SignIn {
  session: rules.SessionOrder
  /** The hash that the password was compared with. */
  password: string
  limits: attempts.Limits
}
export interface UseLink {
  use: rules.LinkUse
  session: Omit<rules.SessionOrder, 'personId'>
  /** Whether it sets a new password for an account that was there. */
  resets: boolean
}

export const countAttempts = step('countAttempts', async (tx, limits: attempts.Limit[], { now }) =>
  attempts.count(tx, limits, now),
)

/** Forgives failed attempts after a right password, also if the operation fails later. */
export const forgiveAttempts = step('forgiveAttempts', async (tx, limits: attempts.Limits) => {
  await attempts.forgive(tx, limits)
})

/** Starts a session. Returns whether it is complete; otherwise the second factor is missing. */
export const startSession = step('startSession', async (tx, { session, password, limits }: SignIn, { now }) => {
  const person = await store.lockPerson(tx, session.personId)
  // The password may have changed, or its owner be shut out, since it was compared.
  if (!person || person.password !== password || person.disabled !== null) throw wrongCredentials()
  await attempts.forgive(tx, limits)
  const isWhole = await rules.startSession(tx, session, now)
  if (isWhole) await signInLog.record(tx, rules.happeningOf(session, 'signed-in', 'password'), now)
  return isWhole
})

export interface Failure {
  happening: signInLog.Happening
  isLast: boolean
}

/** Records a failed sign-in, and the lock-out if it was the last allowed attempt. */
export const recordFailure = step('recordFailure', async (tx, { happening, isLast }: Failure, { now }) => {
  if (!(await store.findPerson(tx, happening.personId))) return
  await signInLog.record(tx, happening, now)
  if (isLast) await signInLog.record(tx, { ...happening, kind: 'locked-out' }, now)
})

export const redeemLink = step('redeemLink', async (tx, { use, session, resets }: UseLink, call) => {
  const personId = await rules.redeemLink(tx, call, use)
  if (use.personId !== undefined) await rules.expectSession(tx, personId, session.replaces)
  // Only an operator creates links for people with single sign-on, who cannot have a second factor in Dray.
  const factor = session.factor ?? ((await store.isOutside(tx, personId)) ? 'sso' : null)
  const order = { ...session, personId, factor }
  if (resets) await passwordSet(tx, order, 'link', call.now)
  const isWhole = await rules.startSession(tx, order, call.now)
  if (isWhole) await signInLog.record(tx, rules.happeningOf(order, 'signed-in', 'link'), call.now)
  return { personId, isWhole }
})

export interface PasswordChange {
  session: rules.SessionOrder
  oldPassword: string
  /** Hashed. */
  newPassword: string
  limits: attempts.Limits
}

export interface AccountDeletion {
  personId: string
  /** The hash with which the password was compared, or null without a password. */
  password: string | null
}

export interface SignInOutside {
  subject: string
  email: string
  name: string
  session: Omit<rules.SessionOrder, 'personId'>
}

/** Signs in a person with single sign-on, who has an account or an invitation, or returns the reason of a refusal. */
export const signInOutside = step('signInOutside', async (tx, { session, ...who }: SignInOutside, call) => {
  const entry = await rules.knownOutside(tx, call, who)
  if (entry.personId === undefined) return entry
  const order = { ...session, personId: entry.personId }
  const record = (kind: SignInKind) => signInLog.record(tx, rules.happeningOf(order, kind, 'single-sign-on'), call.now)
  if (entry.refusal !== undefined) await record('failed')
  else {
    await rules.startSession(tx, order, call.now)
    const { personId, lost } = entry
    if (lost.password) await record('password-set')
    const { address, device } = session
    const removed = { personId, kind: 'factor-removed', factors: lost.factors, address, device } as const
    await signInLog.recordFactors(tx, removed, call.now)
    await record('signed-in')
  }
  return entry
})

export const replacePassword = step('replacePassword', async (tx, change: PasswordChange, { now }) => {
  const { session, oldPassword, newPassword, limits } = change
  const person = await store.lockPerson(tx, session.personId)
  if (!person || person.password !== oldPassword || person.disabled !== null) throw wrongCredentials()
  await store.setPassword(tx, session.personId, newPassword)
  // A person may change the password because of a stranger in the mailbox: older links end.
  await store.deleteLinksOf(tx, session.personId)
  await store.deleteSessionsOf(tx, session.personId)
  await rules.startSession(tx, session, now)
  await passwordSet(tx, session, 'password', now)
  await attempts.forgive(tx, limits)
})

/**
 * Records a new password and deletes the other trusted devices of the person. A person with the old password may have
 * trusted them, and each trusted device has a separate limit of guesses.
 */
async function passwordSet(tx: Writer, session: rules.SessionOrder, way: SignInWay, now: number): Promise<void> {
  await signInLog.forgetOtherDevices(tx, session.deviceHash, session.personId)
  await signInLog.record(tx, rules.happeningOf(session, 'password-set', way), now)
}

/** Deletes an account in all its environments, of which there may be a thousand. */
export const deleteAccount = lasting(
  step('deleteAccount', async (tx, { personId, password }: AccountDeletion, call) => {
    const person = await store.findPerson(tx, personId)
    if (!person || person.password !== password || person.disabled !== null) throw wrongCredentials()
    await members.deletePerson(tx, call, personId)
  }),
)

/** Creates the link of an e-mail for a new password. Returns whether there is an account. */
export const makeResetLink = step(
  'makeResetLink',
  async (tx, { token, ...happening }: signInLog.Happening & { token: string }, { now }) => {
    const person = await store.lockPerson(tx, happening.personId)
    // A reader of the mailbox of a linked account may be another person than the one that the issuer verifies.
    if (!person || person.disabled !== null || person.subject !== null) return false
    await rules.resetLink(tx, happening.personId, token, now)
    await signInLog.record(tx, happening, now)
    return true
  },
)

export const changeRole = step('changeRole', async (tx, change: members.RoleChange, call) =>
  members.changeRole(tx, call, change),
)

/** An invitation. It has no limits if no e-mail is sent. */
export interface Inviting {
  order: members.InvitationOrder
  limits: attempts.Limit[]
}
export type Invited = { invitationId: string; waitSeconds?: undefined } | { waitSeconds: number }

/** Counted and made in one: a refused invitation sends nothing, and counts for nothing. */
export const addInvitation = step('addInvitation', async (tx, { order, limits }: Inviting, call): Promise<Invited> => {
  const { waitSeconds } = limits.length === 0 ? { waitSeconds: 0 } : await attempts.count(tx, limits, call.now)
  if (waitSeconds > 0) return { waitSeconds }
  return { invitationId: await members.invite(tx, call, order) }
})

export const takeBackInvitation = step(
  'takeBackInvitation',
  async (tx, input: { invitationId: string; granting: members.Granting }, call) => members.withdraw(tx, call, input),
)

export const closeSession = step('closeSession', async (tx, tokenHash: string) => {
  await store.deleteSession(tx, tokenHash)
})

export const touchSession = step('touchSession', async (tx, tokenHash: string, { now }) => {
  await store.touchSession(tx, tokenHash, now)
})

/** Kinds of expired data of people that are deleted. */
export const endings = ['sessions', 'links', 'attempts', 'signIns', 'ceremonies'] as const
const attemptsAtOnce = 200

/**
 * Deletes expired data of one kind. Transactions that lock several kinds use another sequence. Returns whether more may
 * exist.
 */
export const purgePeople = step(
  'purgePeople',
  async (tx, { of, idleMs }: { of: (typeof endings)[number]; idleMs: number }, { now }) => {
    if (of === 'sessions') await store.purgeSessions(tx, now, now - idleMs)
    else if (of === 'links') await store.purgeLinks(tx, now)
    else if (of === 'signIns') await signInLog.purge(tx, now)
    else if (of === 'ceremonies') await purgeCeremonies(tx, now)
    else return (await attempts.purge(tx, attemptsAtOnce, now)) === attemptsAtOnce
    return false
  },
)

export const steps = [
  countAttempts,
  forgiveAttempts,
  recordFailure,
  startSession,
  signInOutside,
  replacePassword,
  deleteAccount,
  redeemLink,
  makeResetLink,
  changeRole,
  addInvitation,
  takeBackInvitation,
  closeSession,
  touchSession,
  purgePeople,
]
