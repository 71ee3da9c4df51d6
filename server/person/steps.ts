// The transactions that signing in and one-time links are made of; each is run by its name, in the writer's thread.

import { type Call, ok, okData, type Reply, type WriteOperation } from '../core/operation.ts'
import { Problem } from '../core/problems.ts'
import type { Awaitable, Writer } from '../database/database.ts'
import * as members from './members.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

const step = <Body>(run: (tx: Writer, body: Body, call: Call) => Awaitable<Reply>): WriteOperation => ({
  kind: 'write',
  prepare: undefined,
  run: (tx, call: Call) => run(tx, call.body as Body, call),
})

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

const countAttempts = step<string[]>(async (tx, subjects, { now }) => {
  await rules.countAttempts(tx, subjects, now)
  return ok()
})

/** The password was right, whatever becomes of what it was asked for. */
const forgiveAttempts = step<Pick<SignIn, 'account' | 'address'>>(async (tx, { account, address }) => {
  await store.forgetAttempts(tx, account)
  await store.forgiveAttempt(tx, address)
  return ok()
})

const startSession = step<SignIn>(async (tx, { session, password, account, address }, { now }) => {
  const person = await store.lockPerson(tx, session.personId)
  // The password may have changed, or its owner be shut out, since it was compared.
  if (!person || person.password !== password || person.disabled !== null) throw wrongCredentials()
  await rules.startSession(tx, session, now)
  await store.forgetAttempts(tx, account)
  await store.forgiveAttempt(tx, address)
  return ok()
})

const redeemLink = step<UseLink>(async (tx, { use, session }, call) => {
  const personId = await rules.redeemLink(tx, call, use)
  await rules.startSession(tx, { ...session, personId }, call.now)
  return okData(JSON.stringify({ personId }))
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

/** Answers 404 to somebody who has no account here and is not invited. */
const signInOutside = step<SignInOutside>(async (tx, { session, ...who }, call) => {
  const personId = await rules.knownOutside(tx, call, who)
  if (personId === undefined) return { status: 404, body: '' }
  await rules.startSession(tx, { ...session, personId }, call.now)
  return ok()
})

const replacePassword = step<PasswordChange>(async (tx, change, { now }) => {
  const { session, oldPassword, newPassword, account, address } = change
  const person = await store.lockPerson(tx, session.personId)
  if (!person || person.password !== oldPassword || person.disabled !== null) throw wrongCredentials()
  await store.setPassword(tx, session.personId, newPassword)
  await store.deleteSessionsOf(tx, session.personId)
  await rules.startSession(tx, session, now)
  await store.forgetAttempts(tx, account)
  await store.forgiveAttempt(tx, address)
  return ok()
})

const deleteAccount = step<AccountDeletion>(async (tx, { personId, password }, call) => {
  const person = await store.findPerson(tx, personId)
  if (!person || person.password !== password || person.disabled !== null) throw wrongCredentials()
  await members.deletePerson(tx, call, personId)
  return ok()
})

const makeResetLink = step<{ personId: string; token: string }>(async (tx, { personId, token }, { now }) => {
  await rules.resetLink(tx, personId, token, now)
  return ok()
})

const changeRole = step<members.RoleChange>(async (tx, change, call) => {
  await members.changeRole(tx, call, change)
  return ok()
})

const addInvitation = step<members.InvitationOrder>(async (tx, order, call) =>
  okData(JSON.stringify({ invitationId: await members.invite(tx, call, order) })),
)

const closeSession = step<string>(async (tx, tokenHash) => {
  await store.deleteSession(tx, tokenHash)
  return ok()
})

const touchSession = step<string>(async (tx, tokenHash, { now }) => {
  await store.touchSession(tx, tokenHash, now)
  return ok()
})

const purgePeople = step<{ idleMs: number }>(async (tx, { idleMs }, { now }) => {
  await store.purgeSessions(tx, now, now - idleMs)
  await store.purgeLinks(tx, now)
  await store.purgeAttempts(tx, now)
  return ok()
})

export const steps = {
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
}
