// Defines the transactions of sign-in, one-time links, roles and accounts.
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
  /** Stored hash with which the password was compared. */
  password: string
  limits: attempts.AttemptLimits
}
export interface UseLink {
  use: rules.LinkUse
  session: Omit<rules.SessionOrder, 'personId'>
  /** Whether the link sets a new password for an existing account. */
  resets: boolean
}

export const countAttempts = createStep('countAttempts', async (tx, limits: attempts.AttemptLimit[], { now }) =>
  attempts.countAttempt(tx, limits, now),
)

/** Removes failed attempts from the counts after a right password, even if the operation fails later. */
export const forgiveAttempts = createStep('forgiveAttempts', async (tx, limits: attempts.AttemptLimits) => {
  await attempts.clearAttempts(tx, limits)
})

/** Starts a session. Returns whether it is complete; false if the second factor is missing. */
export const startSession = createStep(
  'startSession',
  async (tx, { session, password, limits }: PasswordSignIn, { now }) => {
    const person = await store.lockPerson(tx, session.personId)
    // Between the comparison and this lock, the password may have changed, or the account may have been disabled.
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

/** Records a failed sign-in. Also records a lock-out if the attempt was the last allowed one. */
export const recordFailure = createStep('recordFailure', async (tx, { happening, isLast }: SignInFailure, { now }) => {
  if (!(await store.findPerson(tx, happening.personId))) return
  await signInLog.recordSignIn(tx, happening, now)
  if (isLast) await signInLog.recordSignIn(tx, { ...happening, kind: 'locked-out' }, now)
})

export const redeemLink = createStep('redeemLink', async (tx, { use, session, resets }: UseLink, call) => {
  const personId = await rules.redeemLink(tx, call, use)
  if (use.personId !== undefined) await rules.expectSession(tx, personId, session.replaces)
  // The operator may create a link for a person with single sign-on, who cannot have a second factor in Dray.
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

/**
 * Signs in a person with single sign-on who has an account or an invitation. Returns the reason if the sign-in is
 * refused.
 */
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
  // Deletes older links, because another person may read the mailbox and use them.
  await store.deleteLinksOf(tx, session.personId)
  await store.deleteSessionsOf(tx, session.personId)
  await rules.startSession(tx, session, now)
  await passwordSet(tx, session, 'password', now)
  await attempts.clearAttempts(tx, limits)
})

/**
 * Records a new password, and deletes the other trusted devices of the person. A person with the old password may have
 * added them, and each trusted device has separate limits for guesses.
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

/** Deletes an account in all its environments. It has no deadline, because there may be a thousand environments. */
export const deleteAccount = withoutDeadline(
  createStep('deleteAccount', async (tx, { personId, password }: AccountDeletion, call) => {
    const person = await store.findPerson(tx, personId)
    if (!person || person.password !== password || person.disabled !== null) throw createWrongCredentialsProblem()
    await members.deletePerson(tx, call, personId)
  }),
)

/**
 * Creates the link in an e-mail for a new password. Returns false if the account does not exist, is disabled, or uses
 * single sign-on.
 */
export const makeResetLink = createStep(
  'makeResetLink',
  async (tx, { token, ...happening }: signInLog.SignInEntry & { token: string }, { now }) => {
    const person = await store.lockPerson(tx, happening.personId)
    // Another person may read the mailbox of an account with single sign-on, so its link would bypass the issuer.
    if (!person || person.disabled !== null || person.subject !== null) return false
    await rules.createResetLink(tx, happening.personId, token, now)
    await signInLog.recordSignIn(tx, happening, now)
    return true
  },
)

export const changeRole = createStep('changeRole', async (tx, change: members.RoleChange, call) =>
  members.changeRole(tx, call, change),
)

/** Invitation to create. `limits` is empty if no e-mail is sent. */
export interface InvitationInput {
  order: members.InvitationOrder
  limits: attempts.AttemptLimit[]
}
export type InvitationResult = { invitationId: string; waitSeconds?: undefined } | { waitSeconds: number }

/** Counts and creates an invitation in one transaction, so that a refused invitation is not counted. */
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

/** Types of expired data that are deleted for all people. */
export const purgedTypes = ['sessions', 'links', 'attempts', 'signIns', 'ceremonies'] as const
const attemptsAtOnce = 200

/**
 * Deletes expired data of one type per transaction, because other transactions lock several types in another sequence.
 * Returns whether more may remain.
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
