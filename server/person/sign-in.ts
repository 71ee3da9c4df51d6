// Signing in and the ways back in: by password, by a one-time link, with a new password.
import type { BodyOf, EndpointShape } from '../../contract/endpoint.ts'
import type {
  changePassword as changePasswordEndpoint,
  forgotPassword,
  signIn as signInEndpoint,
  useLink,
} from '../../contract/person.ts'
import { type SecondFactorWay, secondFactorWays } from '../../contract/problem.ts'
import { type Asker, type Call, created, type FlowContext, ok, type Reply } from '../core/operation.ts'
import type { SessionFactor } from '../core/principal.ts'
import { badRequest, type Finding, Problem, problemOf } from '../core/problems.ts'
import { toIso } from '../core/times.ts'
import type { Reader } from '../database/database.ts'
import * as environments from '../environment/store.ts'
import * as factors from './factor-store.ts'
import { resetMail } from './mail.ts'
import { siteOf } from './passkey.ts'
import { hashPassword, isPassword, weaknessOf } from './password.ts'
import * as rules from './rules.ts'
import {
  closeSession,
  countAttempts,
  makeResetLink,
  redeemLink,
  replacePassword,
  startSession,
  wrongCredentials,
} from './steps.ts'
import * as store from './store.ts'

type CallOf<E extends EndpointShape> = Call<unknown, unknown, BodyOf<E>>

export const personOf = ({ session }: Call): string => session!.personId

const subjectOf = (kind: string, text: string) => rules.hashOf(`${kind} ${text}`)

/** What failures are counted for. */
export const subjectsOf = (email: string, { address }: Asker) => ({
  account: subjectOf('account', email),
  address: subjectOf('address', address),
})

/** A session to begin, in the place of the one that the request came with. */
export const sessionFor = (call: Call, { device, services }: FlowContext) => ({
  token: rules.newSecret(),
  device,
  maxMs: services.sessionMaxMs,
  replaces: call.session?.tokenHash,
  factor: null as SessionFactor | null,
  pending: rules.newSecret(),
})

/** The one who is signed in now, with the cookie that says so. */
export async function welcome(context: FlowContext, personId: string, token: string): Promise<Reply> {
  const me = await context.read((tx) => rules.me(tx, personId, context.services.secondFactorRequired))
  return { ...created(JSON.stringify(me)), cookie: context.services.cookie(token) }
}

interface Begun {
  personId: string
  token: string
  pending: string
}

/** Lets the person in, or says what is still missing. */
async function welcomeIf(isWhole: boolean, context: FlowContext, { personId, token, pending }: Begun): Promise<Reply> {
  if (isWhole) return welcome(context, personId, token)
  const known = await context.read((tx) => factors.listFactors(tx, personId))
  const ways: SecondFactorWay[] = secondFactorWays.filter((way) => known.some(({ kind }) => kind === way))
  throw new Problem('SECOND_FACTOR', {
    message: 'The password is right. Now enter the second factor.',
    extras: { token: pending, ways: [...ways, 'recovery'] },
  })
}

/** What else is wrong with a password than its length. */
function passwordFindings(path: string, password: string, email: string): Finding[] {
  const weakness = weaknessOf(password, email)
  return weakness === undefined
    ? []
    : [{ path, code: 'common', message: `This password is easy to guess. ${weakness} Choose another one.` }]
}

/** How people may come in here. */
export const ways = ({ services: { singleSignOn: name, mail, publicUrl } }: FlowContext) => ({
  singleSignOn: name === undefined ? null : { name, path: '/auth/oidc/start' },
  mail: mail !== undefined,
  passkeyOrigin: siteOf(publicUrl())?.origin ?? null,
})

export async function signIn(call: CallOf<typeof signInEndpoint>, context: FlowContext): Promise<Reply> {
  const email = rules.normalEmail(call.body.email)
  const subjects = subjectsOf(email, context)
  await context.run(countAttempts, Object.values(subjects))
  const person = await context.read((tx) => store.findPersonByEmail(tx, email))
  const right = await isPassword(call.body.password, person?.password)
  if (!right || !person || person.password === null) throw wrongCredentials()
  const session = { ...sessionFor(call, context), personId: person.personId }
  const isWhole = await context.run(startSession, { session, password: person.password, ...subjects })
  return welcomeIf(isWhole, context, session)
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

/** What a link is for, before it is used. */
export async function shownLink(tx: Reader, token: string, now: number) {
  const { link, account, person } = await aboutLink(tx, token, now)
  const environment = link.environmentId === null ? undefined : await environments.findById(tx, link.environmentId)
  return {
    kind: link.kind,
    email: link.email ?? person?.email ?? null,
    environment: environment?.name ?? null,
    role: link.role,
    account: account || person ? 'existing' : 'new',
    expires: toIso(link.expires),
  }
}

export async function followLink(call: CallOf<typeof useLink>, context: FlowContext): Promise<Reply> {
  const { token, password } = call.body
  const { link, account, person } = await context.read((tx) => aboutLink(tx, token, call.now))
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
  // Who was signed in already stays what they were.
  const kept = signedIn ? { factor: call.session!.factor, proved: call.session!.proved } : {}
  const session = { ...sessionFor(call, context), ...kept }
  const use = {
    tokenHash: link.tokenHash,
    personId: signedIn ? account.personId : undefined,
    email,
    name,
    password: signedIn ? undefined : await hashPassword(password!),
  }
  const { personId, isWhole } = await context.run(redeemLink, { use, session })
  return welcomeIf(isWhole, context, { ...session, personId })
}

export async function changePassword(
  call: CallOf<typeof changePasswordEndpoint>,
  context: FlowContext,
): Promise<Reply> {
  const { oldPassword, newPassword } = call.body
  const person = await context.read((tx) => store.findPerson(tx, personOf(call)))
  const findings = passwordFindings('/newPassword', newPassword, person!.email)
  if (findings.length > 0) throw problemOf(findings)
  const subjects = subjectsOf(person!.email, context)
  await context.run(countAttempts, Object.values(subjects))
  if (!(await isPassword(oldPassword, person!.password)) || person!.password === null)
    throw badRequest('/oldPassword', 'wrong', 'This is not your current password.')
  const { factor } = call.session!
  const session = { ...sessionFor(call, context), personId: person!.personId, factor }
  await context.run(replacePassword, {
    session,
    oldPassword: person!.password,
    newPassword: await hashPassword(newPassword),
    ...subjects,
  })
  return { ...ok(), cookie: context.services.cookie(session.token) }
}

export async function sendResetLink(call: CallOf<typeof forgotPassword>, context: FlowContext): Promise<Reply> {
  const email = rules.normalEmail(call.body.email)
  await context.run(countAttempts, [subjectOf('reset', email), subjectOf('reset from', context.address)])
  const { mail, publicUrl, later } = context.services
  // After the reply, so that an account that is there takes no longer than one that is not.
  if (mail)
    later(async () => {
      const person = await context.read((tx) => store.findPersonByEmail(tx, email))
      if (!person || person.disabled !== null) return
      const token = rules.newSecret()
      await context.run(makeResetLink, { personId: person.personId, token })
      await mail(resetMail(email, rules.linkUrl(publicUrl(), token)))
    })
  return ok()
}
