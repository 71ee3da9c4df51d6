// The endpoints of people.
import {
  invitePerson,
  listInvitations,
  listPeople,
  removePerson,
  updatePerson,
  withdrawInvitation,
} from '../../contract/people.ts'
import {
  changePassword,
  createEnvironment,
  deleteMe,
  endOtherSessions,
  endSession,
  forgotPassword,
  getMe,
  getSignIn,
  listSessions,
  personLimits,
  readLink,
  signIn,
  signOut,
  updateMe,
  useLink,
} from '../../contract/person.ts'
import { type Call, created, type Finding, flows, type Hand, ok, okData, reads, writes } from '../core/operation.ts'
import { badRequest, Problem, problemOf } from '../core/problems.ts'
import { toIso } from '../core/times.ts'
import type { Reader } from '../database/database.ts'
import { createUnlessThere, isIdLike } from '../environment/rules.ts'
import * as environments from '../environment/store.ts'
import { invitationMail, resetMail } from './mail.ts'
import * as members from './members.ts'
import { join } from './membership.ts'
import { hashPassword, isPassword, weaknessOf } from './password.ts'
import * as rules from './rules.ts'
import { type AccountDeletion, type PasswordChange, type SignIn, type UseLink, wrongCredentials } from './steps.ts'
import * as store from './store.ts'

const personOf = ({ session }: Call): string => session!.personId
const subjectOf = (kind: string, text: string) => rules.hashOf(`${kind} ${text}`)

/** So long a sign-on without a password is a proof of who it is. */
const freshMs = 10 * 60_000

/** What failures are counted for. */
const subjectsOf = (email: string, { address }: Hand) => ({
  account: subjectOf('account', email),
  address: subjectOf('address', address),
})

/** A session to begin, in the place of the one that the request came with. */
const sessionFor = (call: Call, { device, services }: Hand) => ({
  token: rules.newSecret(),
  device,
  maxMs: services.sessionMaxMs,
  replaces: call.session?.tokenHash,
})

/** The one who is signed in now, with the cookie that says so. */
async function welcome(hand: Hand, personId: string, token: string) {
  const me = await hand.read((tx) => rules.me(tx, personId))
  return { ...created(JSON.stringify(me)), cookie: hand.services.cookie(token) }
}

/** What else is wrong with a password than its length. */
export function passwordFindings(path: string, password: string, email: string): Finding[] {
  const weakness = weaknessOf(password, email)
  return weakness === undefined
    ? []
    : [{ path, code: 'common', message: `This password is easy to guess. ${weakness} Choose another one.` }]
}

/** Whether it went: where the mail server refuses, the one who invites hands the link over. */
async function mailInvitation(call: Call, hand: Hand, email: string, link: string): Promise<boolean> {
  const { mail, report } = hand.services
  if (!mail) return false
  const environment = await hand.read((tx) => environments.findById(tx, call.environmentId))
  // Nothing leaves a sandbox.
  if (environment?.sandbox !== false) return false
  try {
    await mail(invitationMail(email, environment.name, link))
    return true
  } catch (error) {
    report(error)
    return false
  }
}

/** Of somebody who has no password the sign-on itself is the proof. */
async function expectFresh(call: Call, hand: Hand): Promise<void> {
  const session = await hand.read((tx) => store.findSession(tx, call.session!.tokenHash))
  if (session && call.now - session.created <= freshMs) return
  throw badRequest('', 'sign_in_again', 'Sign out and sign in again, then repeat this within ten minutes.')
}

async function aboutLink(tx: Reader, token: string, now: number) {
  const link = await rules.goodLink(tx, token, now)
  const account = link.email === null ? undefined : await store.findPersonByEmail(tx, link.email)
  const person = link.personId === null ? undefined : await store.findPerson(tx, link.personId)
  return { link, account, person }
}

export const routes = {
  getSignIn: flows(getSignIn, async (_call, { services }) => {
    const { singleSignOn: name, mail } = services
    const singleSignOn = name === undefined ? null : { name, path: '/auth/oidc/start' }
    return okData(JSON.stringify({ singleSignOn, mail: mail !== undefined }))
  }),

  signIn: flows(signIn, async (call, hand) => {
    const email = rules.normalEmail(call.body.email)
    const subjects = subjectsOf(email, hand)
    await hand.write('countAttempts', Object.values(subjects))
    const person = await hand.read((tx) => store.findPersonByEmail(tx, email))
    const right = await isPassword(call.body.password, person?.password)
    if (!right || !person || person.password === null) throw wrongCredentials()
    const session = { ...sessionFor(call, hand), personId: person.personId }
    await hand.write('startSession', { session, password: person.password, ...subjects } satisfies SignIn)
    return welcome(hand, person.personId, session.token)
  }),

  signOut: flows(signOut, async (call, hand) => {
    await hand.write('closeSession', call.session!.tokenHash)
    return { ...ok(), cookie: hand.services.cookie(undefined) }
  }),

  getMe: reads(getMe, async (tx, call) => okData(JSON.stringify(await rules.me(tx, personOf(call))))),

  readLink: reads(readLink, async (tx, call) => {
    const { link, account, person } = await aboutLink(tx, call.body.token, call.now)
    const environment = link.environmentId === null ? undefined : await environments.findById(tx, link.environmentId)
    return okData(
      JSON.stringify({
        kind: link.kind,
        email: link.email ?? person?.email ?? null,
        environment: environment?.name ?? null,
        role: link.role,
        account: account || person ? 'existing' : 'new',
        expires: toIso(link.expires),
      }),
    )
  }),

  useLink: flows(useLink, async (call, hand) => {
    const { token, password } = call.body
    const { link, account, person } = await hand.read((tx) => aboutLink(tx, token, call.now))
    const signedIn = link.kind === 'invitation' && account !== undefined
    if (signedIn && call.session?.personId !== account.personId)
      throw new Problem('UNAUTHORIZED', { message: `Sign in as ${account.email} first, then use the link.` })
    const email = rules.normalEmail(person?.email ?? link.email ?? call.body.email ?? '')
    const name = call.body.name?.trim() ?? ''
    const findings: Finding[] = []
    const missing = (path: string) => findings.push({ path, code: 'required', message: 'is required for this link.' })
    if (!signedIn) {
      if (email === '') missing('/email')
      if (name === '' && link.kind !== 'reset') missing('/name')
      if (password == null) missing('/password')
      else findings.push(...passwordFindings('/password', password, email))
    }
    if (findings.length > 0) throw problemOf(findings)
    const session = sessionFor(call, hand)
    const use = {
      tokenHash: link.tokenHash,
      personId: signedIn ? account.personId : undefined,
      email,
      name,
      password: signedIn ? undefined : await hashPassword(password!),
    }
    const done = await hand.write('redeemLink', { use, session } satisfies UseLink)
    const { personId } = (JSON.parse(done.body) as { data: { personId: string } }).data
    return welcome(hand, personId, session.token)
  }),

  updateMe: writes(updateMe, async (tx, call) => {
    if (call.body.name !== undefined) await store.rename(tx, personOf(call), call.body.name)
    return ok()
  }),

  changePassword: flows(changePassword, async (call, hand) => {
    const { oldPassword, newPassword } = call.body
    const person = await hand.read((tx) => store.findPerson(tx, personOf(call)))
    const findings = passwordFindings('/newPassword', newPassword, person!.email)
    if (findings.length > 0) throw problemOf(findings)
    const subjects = subjectsOf(person!.email, hand)
    await hand.write('countAttempts', Object.values(subjects))
    if (!(await isPassword(oldPassword, person!.password)) || person!.password === null)
      throw badRequest('/oldPassword', 'wrong', 'This is not your current password.')
    const session = { ...sessionFor(call, hand), personId: person!.personId }
    await hand.write('replacePassword', {
      session,
      oldPassword: person!.password,
      newPassword: await hashPassword(newPassword),
      ...subjects,
    } satisfies PasswordChange)
    return { ...ok(), cookie: hand.services.cookie(session.token) }
  }),

  deleteMe: flows(deleteMe, async (call, hand) => {
    const { personId, email, password } = (await hand.read((tx) => store.findPerson(tx, personOf(call))))!
    if (password === null) await expectFresh(call, hand)
    else {
      const subjects = subjectsOf(email, hand)
      await hand.write('countAttempts', Object.values(subjects))
      if (!(await isPassword(call.body.password ?? '', password)))
        throw badRequest('/password', 'wrong', 'This is not your current password.')
      await hand.write('forgiveAttempts', subjects)
    }
    await hand.write('deleteAccount', { personId, password } satisfies AccountDeletion)
    return { ...ok(), cookie: hand.services.cookie(undefined) }
  }),

  forgotPassword: flows(forgotPassword, async (call, hand) => {
    const email = rules.normalEmail(call.body.email)
    await hand.write('countAttempts', [subjectOf('reset', email), subjectOf('reset from', hand.address)])
    const { mail, publicUrl, later } = hand.services
    // After the reply, so that an account that is there takes no longer than one that is not.
    if (mail)
      later(async () => {
        const person = await hand.read((tx) => store.findPersonByEmail(tx, email))
        if (!person || person.disabled !== null) return
        const token = rules.newSecret()
        await hand.write('makeResetLink', { personId: person.personId, token })
        await mail(resetMail(email, rules.linkUrl(publicUrl(), token)))
      })
    return ok()
  }),

  listSessions: reads(listSessions, async (tx, call) => {
    const sessions = await store.listSessions(tx, personOf(call))
    return okData(
      JSON.stringify(
        sessions.slice(0, personLimits.sessions).map(({ sessionId, device, created, lastUsed, expires }) => ({
          sessionId,
          device,
          created: toIso(created),
          lastUsed: toIso(lastUsed),
          expires: toIso(expires),
          current: sessionId === call.session!.sessionId,
        })),
      ),
    )
  }),

  endSession: writes(endSession, async (tx, call) => {
    if ((await store.deleteSessionOf(tx, personOf(call), call.params.sessionId)) === 0)
      throw new Problem('NOT_FOUND', { message: 'You have no such session.' })
    return ok()
  }),

  endOtherSessions: writes(endOtherSessions, async (tx, call) => {
    await store.deleteOtherSessionsOf(tx, personOf(call), call.session!.tokenHash)
    return ok()
  }),

  createEnvironment: writes(createEnvironment, async (tx, call) => {
    const personId = personOf(call)
    const memberships = await store.listMemberships(tx, personId)
    if (!memberships.some(({ role }) => role === 'owner'))
      throw new Problem('TOKEN_PERMISSIONS', { message: 'Only an owner of an environment can create another one.' })
    if (memberships.length >= personLimits.environments)
      throw badRequest('', 'too_many', `A person can belong to at most ${personLimits.environments} environments.`)
    if (isIdLike(call.body.name)) throw badRequest('/name', 'format', 'The name must not look like an id.')
    const environmentId = await createUnlessThere(tx, call.body.name, call.now)
    if (environmentId === undefined) throw new Problem('NAME_EXISTS')
    await join(tx, { ...call, environmentId }, { personId, role: 'owner' })
    return created(JSON.stringify({ environmentId }))
  }),

  listPeople: reads(listPeople, async (tx, { environmentId }) =>
    okData(
      JSON.stringify(
        (await store.listMembers(tx, environmentId)).slice(0, personLimits.people).map(members.shownPerson),
      ),
    ),
  ),

  updatePerson: flows(updatePerson, async ({ environmentId, params, body: { role } }, hand) => {
    if (role === undefined) {
      const known = await hand.read((tx) => store.findRole(tx, environmentId, params.personId))
      if (known === undefined) throw members.noSuchPerson()
      return ok()
    }
    const mayMakeOwners = members.mayMakeOwners(hand.scopes)
    return hand.write('changeRole', { personId: params.personId, role, mayMakeOwners } satisfies members.RoleChange)
  }),

  removePerson: flows(removePerson, async ({ params: { personId } }, hand) => {
    const mayMakeOwners = members.mayMakeOwners(hand.scopes)
    return hand.write('changeRole', { personId, role: null, mayMakeOwners } satisfies members.RoleChange)
  }),

  listInvitations: reads(listInvitations, async (tx, { environmentId, now }) =>
    okData(
      JSON.stringify(
        (await store.listInvitations(tx, environmentId, now))
          .slice(0, personLimits.invitations)
          .map(members.shownInvitation),
      ),
    ),
  ),

  invitePerson: flows(invitePerson, async (call, hand) => {
    const { role } = call.body
    const email = rules.normalEmail(call.body.email)
    if (role === 'owner' && !members.mayMakeOwners(hand.scopes)) throw members.ownersOnly()
    const order = members.newInvitation(email, role)
    const made = await hand.write('addInvitation', order)
    const { invitationId } = (JSON.parse(made.body) as { data: { invitationId: string } }).data
    const link = rules.linkUrl(hand.services.publicUrl(), order.token)
    const mailed = await mailInvitation(call, hand, email, link)
    return created(JSON.stringify({ invitationId, mailed, link: mailed ? null : link }))
  }),

  withdrawInvitation: writes(withdrawInvitation, async (tx, call) => {
    if (!(await members.withdraw(tx, call, call.params.invitationId)))
      throw new Problem('NOT_FOUND', { message: 'There is no such invitation.' })
    return ok()
  }),
}
