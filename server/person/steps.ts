// The transactions that signing in, one-time links and roles are made of.
import { lasting, step } from '../core/operation.ts'
import { Problem } from '../core/problems.ts'
import { purgeCeremonies } from './factor-store.ts'
import * as members from './members.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

export const wrongCredentials = (): Problem =>
  new Problem('UNAUTHORIZED', { message: 'The e-mail address or the password is wrong.' })

export interface SignIn {
  session: rules.SessionOrder
  /** The hash that the password was compared with. */
  password: string
  account: string
  address: string
}
export interface UseLink {
  use: rules.LinkUse
  session: Omit<rules.SessionOrder, 'personId'>
}

export const countAttempts = step('countAttempts', async (tx, subjects: string[], { now }) => {
  await rules.countAttempts(tx, subjects, now)
})

/** The password was right, whatever becomes of what it was asked for. */
export const forgiveAttempts = step(
  'forgiveAttempts',
  async (tx, { account, address }: Pick<SignIn, 'account' | 'address'>) => {
    await store.forgetAttempts(tx, account)
    await store.forgiveAttempt(tx, address)
  },
)

/** Answers whether it is whole; else the second factor is due. */
export const startSession = step(
  'startSession',
  async (tx, { session, password, account, address }: SignIn, { now }) => {
    const person = await store.lockPerson(tx, session.personId)
    // The password may have changed, or its owner be shut out, since it was compared.
    if (!person || person.password !== password || person.disabled !== null) throw wrongCredentials()
    await store.forgetAttempts(tx, account)
    await store.forgiveAttempt(tx, address)
    return rules.startSession(tx, session, now)
  },
)

export const redeemLink = step('redeemLink', async (tx, { use, session }: UseLink, call) => {
  const personId = await rules.redeemLink(tx, call, use)
  return { personId, isWhole: await rules.startSession(tx, { ...session, personId }, call.now) }
})

export interface PasswordChange {
  session: rules.SessionOrder
  oldPassword: string
  /** Hashed. */
  newPassword: string
  account: string
  address: string
}

export interface AccountDeletion {
  personId: string
  /** The hash that the password was compared with; null where there is none. */
  password: string | null
}

export interface SignInOutside {
  subject: string
  email: string
  name: string
  session: Omit<rules.SessionOrder, 'personId'>
}

/** Answers whether it is somebody who has an account here or is invited. */
export const signInOutside = step('signInOutside', async (tx, { session, ...who }: SignInOutside, call) => {
  const personId = await rules.knownOutside(tx, call, who)
  if (personId === undefined) return false
  await rules.startSession(tx, { ...session, personId }, call.now)
  return true
})

export const replacePassword = step('replacePassword', async (tx, change: PasswordChange, { now }) => {
  const { session, oldPassword, newPassword, account, address } = change
  const person = await store.lockPerson(tx, session.personId)
  if (!person || person.password !== oldPassword || person.disabled !== null) throw wrongCredentials()
  await store.setPassword(tx, session.personId, newPassword)
  await store.deleteSessionsOf(tx, session.personId)
  await rules.startSession(tx, session, now)
  await store.forgetAttempts(tx, account)
  await store.forgiveAttempt(tx, address)
})

/** In all environments that they are in, of which there may be a thousand. */
export const deleteAccount = lasting(
  step('deleteAccount', async (tx, { personId, password }: AccountDeletion, call) => {
    const person = await store.findPerson(tx, personId)
    if (!person || person.password !== password || person.disabled !== null) throw wrongCredentials()
    await members.deletePerson(tx, call, personId)
  }),
)

export const makeResetLink = step(
  'makeResetLink',
  async (tx, { personId, token }: { personId: string; token: string }, { now }) => {
    await rules.resetLink(tx, personId, token, now)
  },
)

export const changeRole = step('changeRole', async (tx, change: members.RoleChange, call) => {
  await members.changeRole(tx, call, change)
})

export const addInvitation = step('addInvitation', async (tx, order: members.InvitationOrder, call) =>
  members.invite(tx, call, order),
)

export const closeSession = step('closeSession', async (tx, tokenHash: string) => {
  await store.deleteSession(tx, tokenHash)
})

export const touchSession = step('touchSession', async (tx, tokenHash: string, { now }) => {
  await store.touchSession(tx, tokenHash, now)
})

/** Forgets sessions, links and failed attempts that have ended: all at once, so none are left. */
export const purgePeople = step('purgePeople', async (tx, { idleMs }: { idleMs: number }, { now }) => {
  await store.purgeSessions(tx, now, now - idleMs)
  await store.purgeLinks(tx, now)
  await store.purgeAttempts(tx, now)
  await purgeCeremonies(tx, now)
  return false
})

export const steps = [
  countAttempts,
  forgiveAttempts,
  startSession,
  signInOutside,
  replacePassword,
  deleteAccount,
  redeemLink,
  makeResetLink,
  changeRole,
  addInvitation,
  closeSession,
  touchSession,
  purgePeople,
]
