// Signs people in by password, by a one-time link, or with a new password.
import type { BodyOf, EndpointShape } from '../../../contract/endpoint.ts'
import type {
  changePassword as changePasswordEndpoint,
  forgotPassword,
  signIn as signInEndpoint,
  useLink,
} from '../../../contract/person.ts'
import { type SecondFactorWay, secondFactorWays } from '../../../contract/problem.ts'
import type { SignInWay } from '../../../contract/sign-ins.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest, type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import { type Call, created, type FlowContext, ok, type Reply } from '../../platform/operation/operation.ts'
import type { SessionFactor } from '../../platform/operation/principal.ts'
import { toIso } from '../../platform/value/times.ts'
import * as environments from '../environment/store.ts'
import {
  type Counted,
  deviceLimits,
  type Limits,
  resetLimits,
  sessionLimits,
  strangerLimits,
  tooMany,
} from './attempts.ts'
import * as factors from './factor-store.ts'
import { weaknessOf } from './guesses.ts'
import { passwordMail, resetMail } from './mail.ts'
import { siteOf } from './passkey.ts'
import { hashPassword, isPassword } from './password.ts'
import * as rules from './rules.ts'
import type { Origin } from './sign-in-log.ts'
import { isKnown } from './sign-in-store.ts'
import {
  closeSession,
  countAttempts,
  makeResetLink,
  recordFailure,
  redeemLink,
  replacePassword,
  startSession,
  wrongCredentials,
} from './steps.ts'
import * as store from './store.ts'

type CallOf<E extends EndpointShape> = Call<unknown, unknown, BodyOf<E>>

export const personOf = ({ session }: Call): string => session!.personId

/** Returns a new session, which replaces the session of the request. */
export const sessionFor = (call: Call, { address, device, deviceToken, services }: FlowContext) => ({
  token: rules.newSecret(),
  device,
  maxMs: services.sessionMaxMs,
  replaces: call.session?.tokenHash,
  address,
  deviceToken: deviceToken ?? rules.newSecret(),
  factor: null as SessionFactor | null,
  pending: rules.newSecret(),
})
type NewSession = ReturnType<typeof sessionFor>

/** Returns the network address and the device of a client for the sign-in log. */
export const originOf = ({ address, device }: FlowContext): Origin => ({ address, device })

/** Turns a new session into the values that are stored. */
export const orderOf = ({ deviceToken, ...session }: NewSession) => ({
  ...session,
  deviceHash: rules.hashOf(deviceToken),
})

const cookiesOf = ({ services }: FlowContext, { token, deviceToken }: NewSession) => ({
  cookie: services.cookie(token),
  deviceCookie: services.deviceCookie(deviceToken),
})

/** Returns the signed-in person, with the cookies of the session. */
export async function welcome(context: FlowContext, personId: string, session: NewSession): Promise<Reply> {
  const me = await context.read((tx) => rules.me(tx, personId, context.services.secondFactorRequired))
  return { ...created(JSON.stringify(me)), ...cookiesOf(context, session) }
}

/** Returns the signed-in person, or the missing sign-in step. */
async function welcomeIf(
  isWhole: boolean,
  context: FlowContext,
  personId: string,
  session: NewSession,
): Promise<Reply> {
  if (isWhole) return welcome(context, personId, session)
  const known = await context.read((tx) => factors.listFactors(tx, personId))
  const ways: SecondFactorWay[] = secondFactorWays.filter((way) => known.some(({ kind }) => kind === way))
  throw new Problem('SECOND_FACTOR', {
    message: 'The password is right. Now enter the second factor.',
    extras: { token: session.pending, ways: [...ways, 'recovery'] },
  })
}

/** What else is wrong with a password than its length. */
function passwordFindings(path: string, password: string, person: { email: string; name: string }): Finding[] {
  const weakness = weaknessOf(password, person)
  return weakness === undefined
    ? []
    : [{ path, code: 'common', message: `This password is easy to guess. ${weakness} Choose another one.` }]
}

/** Returns the ways to sign in to this installation. */
export const ways = ({ services: { singleSignOn: name, passwords, mail, publicUrl } }: FlowContext) => ({
  singleSignOn: name === undefined ? null : { name, path: '/auth/oidc/start' },
  password: passwords,
  mail: mail !== undefined,
  passkeyOrigin: (passwords && siteOf(publicUrl())?.origin) || null,
})

const onlyOutside = ({ services }: FlowContext): Problem =>
  new Problem('UNAUTHORIZED', {
    message: `Passwords are turned off in this installation: use ${services.singleSignOn}.`,
  })

/** Returns the error for a signed-in user where passwords are turned off. */
export const noPasswords = (): Problem =>
  badRequest('', 'no_password', 'Passwords are turned off in this installation.')

/**
 * Returns the limits of a wrong password. A device that the person has used before has a limit of its own, which
 * guesses on other devices do not use up.
 */
async function limitsFor(person: store.PersonRow | undefined, email: string, context: FlowContext): Promise<Limits> {
  const { address, deviceToken } = context
  // The lookup also runs without an account, so that the response time does not reveal accounts.
  const [deviceHash, personId] = [rules.hashOf(deviceToken ?? ''), person?.personId ?? '']
  const known = await context.read((tx) => isKnown(tx, deviceHash, personId))
  return known ? deviceLimits(deviceHash, personId) : strangerLimits(email, address)
}

/** Counts a password before it is compared; who has tried too many is refused. */
export async function expectAttempt(
  context: FlowContext,
  { own, shared }: Limits,
  refusal = 'Too many wrong passwords.',
): Promise<Counted> {
  const counted = await context.run(countAttempts, [own, ...shared])
  if (counted.waitSeconds > 0) throw tooMany(refusal, counted.waitSeconds)
  return counted
}

/** After the reply, so that a failure for an account that is there takes no longer than for one that is not. */
export function noteFailure(
  context: FlowContext,
  personId: string,
  { isLast }: Pick<Counted, 'isLast'>,
  way: SignInWay = 'password',
): void {
  const happening = { personId, kind: 'failed', way, ...originOf(context) } as const
  context.services.later(() => context.run(recordFailure, { happening, isLast }))
}

export async function signIn(call: CallOf<typeof signInEndpoint>, context: FlowContext): Promise<Reply> {
  if (!context.services.passwords) throw onlyOutside(context)
  const email = rules.normalEmail(call.body.email)
  const person = await context.read((tx) => store.findPersonByEmail(tx, email))
  const limits = await limitsFor(person, email, context)
  const counted = await expectAttempt(context, limits)
  const right = await isPassword(call.body.password, person?.password)
  if (!right || !person || person.password === null || person.disabled !== null) {
    if (person) noteFailure(context, person.personId, counted)
    throw wrongCredentials()
  }
  const { personId } = person
  const session = sessionFor(call, context)
  const order = { ...orderOf(session), personId }
  const isWhole = await context.run(startSession, { session: order, password: person.password, limits })
  return welcomeIf(isWhole, context, personId, session)
}

export async function signOut(call: Call, context: FlowContext): Promise<Reply> {
  await context.run(closeSession, call.session!.tokenHash)
  return { ...ok(), cookie: context.services.cookie(undefined) }
}

async function aboutLink(tx: Reader, token: string, now: number) {
  const link = await rules.goodLink(tx, token, now)
  const account = link.email === null ? undefined : await store.findPersonByEmail(tx, link.email)
  const person = link.personId === null ? undefined : await store.findPerson(tx, link.personId)
  return { link, account, person }
}

/** Returns whether the link asks for a password: not if the account or the installation uses single sign-on. */
const setsPassword = ({ services }: FlowContext, { link, account, person }: Awaited<ReturnType<typeof aboutLink>>) =>
  services.passwords && (person?.subject ?? null) === null && !(link.kind === 'invitation' && account !== undefined)

/** Describes a link before its use. */
export async function shownLink(token: string, now: number, context: FlowContext) {
  return context.read(async (tx) => {
    const about = await aboutLink(tx, token, now)
    const { link, account, person } = about
    const environment = link.environmentId === null ? undefined : await environments.findById(tx, link.environmentId)
    return {
      kind: link.kind,
      email: link.email ?? person?.email ?? null,
      environment: environment?.name ?? null,
      role: link.role,
      account: account || person ? 'existing' : 'new',
      setsPassword: setsPassword(context, about),
      hasPassword: ((account ?? person)?.password ?? null) !== null,
      expires: toIso(link.expires),
    }
  })
}

export async function followLink(call: CallOf<typeof useLink>, context: FlowContext): Promise<Reply> {
  const { token, password } = call.body
  const about = await context.read((tx) => aboutLink(tx, token, call.now))
  const { link, account, person } = about
  const signedIn = link.kind === 'invitation' && account !== undefined
  if (signedIn && call.session?.personId !== account.personId)
    throw new Problem('UNAUTHORIZED', { message: `Sign in as ${account.email} first, then use the link.` })
  // A person with single sign-on has already accepted the invitation with it.
  if (link.kind === 'invitation' && !signedIn && !context.services.passwords) throw onlyOutside(context)
  const email = rules.normalEmail(person?.email ?? link.email ?? call.body.email ?? '')
  const name = call.body.name?.trim() ?? ''
  const wantsPassword = setsPassword(context, about)
  const findings: Finding[] = []
  const missing = (path: string) => findings.push({ path, code: 'required', message: 'is required for this link.' })
  if (!signedIn) {
    if (email === '') missing('/email')
    if (name === '' && link.kind !== 'reset') missing('/name')
    if (!wantsPassword && password != null)
      findings.push({ path: '/password', code: 'not_allowed', message: 'This account has no password: leave it out.' })
    if (wantsPassword && password == null) missing('/password')
    if (wantsPassword && password != null)
      findings.push(...passwordFindings('/password', password, { email, name: person?.name ?? name }))
  }
  if (findings.length > 0) throw problemOf(findings)
  // A signed-in person keeps the factor and proof of the session.
  const kept = signedIn ? { factor: call.session!.factor, proved: call.session!.proved } : {}
  const session = { ...sessionFor(call, context), ...kept }
  const use = {
    tokenHash: link.tokenHash,
    personId: signedIn ? account.personId : undefined,
    email,
    name,
    password: wantsPassword ? await hashPassword(password!) : undefined,
  }
  const resets = link.kind === 'reset' && wantsPassword
  const { personId, isWhole } = await context.run(redeemLink, { use, session: orderOf(session), resets })
  // With its first one an account begins; there is nothing to be warned of.
  if (resets && person!.password !== null) tellPasswordChanged(context, email)
  return welcomeIf(isWhole, context, personId, session)
}

/** Sends the person an e-mail about a changed password. */
function tellPasswordChanged({ services: { mail } }: Pick<FlowContext, 'services'>, email: string): void {
  mail?.send(passwordMail(email))
}

export async function changePassword(
  call: CallOf<typeof changePasswordEndpoint>,
  context: FlowContext,
): Promise<Reply> {
  const { oldPassword, newPassword } = call.body
  const person = (await context.read((tx) => store.findPerson(tx, personOf(call))))!
  if (person.password === null)
    throw badRequest('', 'no_password', 'You have no password: you sign in with single sign-on.')
  if (!context.services.passwords) throw noPasswords()
  const findings = passwordFindings('/newPassword', newPassword, person)
  if (findings.length > 0) throw problemOf(findings)
  const limits = sessionLimits(person.personId)
  const counted = await expectAttempt(context, limits)
  if (!(await isPassword(oldPassword, person.password))) {
    noteFailure(context, person.personId, counted)
    throw badRequest('/oldPassword', 'wrong', 'This is not your current password.', { reason: 'password' })
  }
  const session = { ...sessionFor(call, context), factor: call.session!.factor }
  await context.run(replacePassword, {
    session: { ...orderOf(session), personId: person.personId },
    oldPassword: person.password,
    newPassword: await hashPassword(newPassword),
    limits,
  })
  tellPasswordChanged(context, person.email)
  return { ...ok(), ...cookiesOf(context, session) }
}

export async function sendResetLink(call: CallOf<typeof forgotPassword>, context: FlowContext): Promise<Reply> {
  const email = rules.normalEmail(call.body.email)
  const { waitSeconds } = await context.run(countAttempts, resetLimits(email, context.address))
  if (waitSeconds > 0) throw tooMany('Too many links were requested.', waitSeconds)
  const { mail, publicUrl, later, passwords } = context.services
  // After the reply, so that an account that is there takes no longer than one that is not.
  if (mail && passwords)
    later(async () => {
      const person = await context.read((tx) => store.findPersonByEmail(tx, email))
      if (!person) return
      const token = rules.newSecret()
      const { personId } = person
      const happening = { personId, kind: 'reset-requested', way: 'link', ...originOf(context) } as const
      if (await context.run(makeResetLink, { ...happening, token }))
        mail.send(resetMail(email, rules.linkUrl(publicUrl(), token)))
    })
  return ok()
}
