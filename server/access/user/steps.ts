// The transactions that signing in, one-time links and roles are made of.
import type { SignInKind, SignInMethod } from '../../../contract/sign-ins.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { createStep, withoutDeadline } from '../../platform/operation/operation.ts'
import * as attempts from './attempts.ts'
import { purgeCeremonies } from './factor-store.ts'
import * as members from './members.ts'
import * as rules from './rules.ts'
import * as signInLog from './sign-in-log.ts'
import * as store from './store.ts'

export const createWrongCredentialsProblem = (): ApiProblem =>
  new ApiProblem('UNAUTHORIZED', { message: 'The e-mail address or the password is wrong.' })

export interface PasswordSignIn {
  session: rules.SessionOrder
  /** The hash that the password was compared with. */
  password: string
  limits: attempts.AttemptLimits
}
export interface UseLink {
  use: rules.LinkUse
  session: Omit<rules.SessionOrder, 'personId'>
  /** Whether it sets a new password for an account that was there. */
  resets: boolean
}

export const countAttempts = createStep('countAttempts', async (tx, limits: attempts.AttemptLimit[], { now }) =>
  attempts.countAttempt(tx, limits, now),
)

/** Forgives failed attempts after a right password, also if the operation fails later. */
export const forgiveAttempts = createStep('forgiveAttempts', async (tx, limits: attempts.AttemptLimits) => {
  await attempts.clearAttempts(tx, limits)
})

/** Starts a session. Returns whether it is complete; otherwise the second factor is missing. */
export const startSession = createStep(
  'startSession',
  async (tx, { session, password, limits }: PasswordSignIn, { now }) => {
    const person = await store.lockPerson(tx, session.personId)
    // The password may have changed, or its owner be shut out, since it was compared.
    if (!person || person.password !== password || person.disabled !== null) throw createWrongCredentialsProblem()
    await attempts.clearAttempts(tx, limits)
    const isComplete = await rules.startSession(tx, session, now)
    if (isComplete) await signInLog.recordSignIn(tx, rules.createSignInEntry(session, 'signed-in', 'password'), now)
    return isComplete
  },
)

export interface SignInFailure {
  happening: signInLog.SignInEntry
  isLast: boolean
}

/** Records a failed sign-in, and the lock-out if it was the last allowed attempt. */
export const recordFailure = createStep('recordFailure', async (tx, { happening, isLast }: SignInFailure, { now }) => {
  if (!(await store.findPerson(tx, happening.personId))) return
  await signInLog.recordSignIn(tx, happening, now)
  if (isLast) await signInLog.recordSignIn(tx, { ...happening, kind: 'locked-out' }, now)
})

export const redeemLink = createStep('redeemLink', async (tx, { use, session, resets }: UseLink, call) => {
  const personId = await rules.redeemLink(tx, call, use)
  if (use.personId !== undefined) await rules.expectSession(tx, personId, session.replaces)
  // Only an operator creates links for people with single sign-on, who cannot have a second factor in Dray.
  const factor = session.factor ?? ((await store.isOutside(tx, personId)) ? 'sso' : null)
  const order = { ...session, personId, factor }
  if (resets) await passwordSet(tx, order, 'link', call.now)
  const isComplete = await rules.startSession(tx, order, call.now)
  if (isComplete) await signInLog.recordSignIn(tx, rules.createSignInEntry(order, 'signed-in', 'link'), call.now)
  return { personId, isWhole: isComplete }
})

export interface PasswordChange {
  session: rules.SessionOrder
  oldPassword: string
  /** Hashed. */
  newPassword: string
  limits: attempts.AttemptLimits
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
export const signInOutside = createStep('signInOutside', async (tx, { session, ...who }: SignInOutside, call) => {
  const entry = await rules.findSingleSignOnPerson(tx, call, who)
  if (entry.personId === undefined) return entry
  const order = { ...session, personId: entry.personId }
  const record = (entryType: SignInKind) =>
    signInLog.recordSignIn(tx, rules.createSignInEntry(order, entryType, 'single-sign-on'), call.now)
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

export const replacePassword = createStep('replacePassword', async (tx, change: PasswordChange, { now }) => {
  const { session, oldPassword, newPassword, limits } = change
  const person = await store.lockPerson(tx, session.personId)
  if (!person || person.password !== oldPassword || person.disabled !== null) throw createWrongCredentialsProblem()
  await store.setPassword(tx, session.personId, newPassword)
  // A person may change the password because of a stranger in the mailbox: older links end.
  await store.deleteLinksOf(tx, session.personId)
  await store.deleteSessionsOf(tx, session.personId)
  await rules.startSession(tx, session, now)
  await passwordSet(tx, session, 'password', now)
  await attempts.clearAttempts(tx, limits)
})

/**
 * Records a new password and deletes the other trusted devices of the person. A person with the old password may have
 * trusted them, and each trusted device has a separate limit of guesses.
 */
async function passwordSet(
  tx: WriteTransaction,
  session: rules.SessionOrder,
  method: SignInMethod,
  now: number,
): Promise<void> {
  await signInLog.deleteDevicesExcept(tx, session.deviceHash, session.personId)
  await signInLog.recordSignIn(tx, rules.createSignInEntry(session, 'password-set', method), now)
}

/** Deletes an account in all its environments, of which there may be a thousand. */
export const deleteAccount = withoutDeadline(
  createStep('deleteAccount', async (tx, { personId, password }: AccountDeletion, call) => {
    const person = await store.findPerson(tx, personId)
    if (!person || person.password !== password || person.disabled !== null) throw createWrongCredentialsProblem()
    await members.deletePerson(tx, call, personId)
  }),
)

/** Creates the link of an e-mail for a new password. Returns whether there is an account. */
export const makeResetLink = createStep(
  'makeResetLink',
  async (tx, { token, ...happening }: signInLog.SignInEntry & { token: string }, { now }) => {
    const person = await store.lockPerson(tx, happening.personId)
    // A person who reads the mailbox of a linked account may not be the person whom the issuer verifies.
    if (!person || person.disabled !== null || person.subject !== null) return false
    await rules.createResetLink(tx, happening.personId, token, now)
    await signInLog.recordSignIn(tx, happening, now)
    return true
  },
)

export const changeRole = createStep('changeRole', async (tx, change: members.RoleChange, call) =>
  members.changeRole(tx, call, change),
)

/** An invitation. It has no limits if no e-mail is sent. */
export interface InvitationInput {
  order: members.InvitationOrder
  limits: attempts.AttemptLimit[]
}
export type InvitationResult = { invitationId: string; waitSeconds?: undefined } | { waitSeconds: number }

/** Counted and made in one: a refused invitation sends nothing, and counts for nothing. */
export const addInvitation = createStep(
  'addInvitation',
  async (tx, { order, limits }: InvitationInput, call): Promise<InvitationResult> => {
    const { waitSeconds } = limits.length === 0 ? { waitSeconds: 0 } : await attempts.countAttempt(tx, limits, call.now)
    if (waitSeconds > 0) return { waitSeconds }
    return { invitationId: await members.createInvitation(tx, call, order) }
  },
)

export const takeBackInvitation = createStep(
  'takeBackInvitation',
  async (tx, input: { invitationId: string; granting: members.GrantRights }, call) =>
    members.revokeInvitation(tx, call, input),
)

export const closeSession = createStep('closeSession', async (tx, tokenHash: string) => {
  await store.deleteSession(tx, tokenHash)
})

export const touchSession = createStep('touchSession', async (tx, tokenHash: string, { now }) => {
  await store.recordSessionUse(tx, tokenHash, now)
})

/** Kinds of expired data of people that are deleted. */
export const purgedTypes = ['sessions', 'links', 'attempts', 'signIns', 'ceremonies'] as const
const attemptsAtOnce = 200

/**
 * Deletes expired data of one kind. Transactions that lock several kinds use another sequence. Returns whether more may
 * exist.
 */
export const purgePeople = createStep(
  'purgePeople',
  async (tx, { of, idleMs }: { of: (typeof purgedTypes)[number]; idleMs: number }, { now }) => {
    if (of === 'sessions') await store.purgeSessions(tx, now, now - idleMs)
    else if (of === 'links') await store.purgeLinks(tx, now)
    else if (of === 'signIns') await signInLog.purgeSignInLog(tx, now)
    else if (of === 'ceremonies') await purgeCeremonies(tx, now)
    else return (await attempts.purgeAttempts(tx, attemptsAtOnce, now)) === attemptsAtOnce
    return false
  },
)

export const userSteps = [
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
