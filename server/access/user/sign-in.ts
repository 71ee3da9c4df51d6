// Signs people in by password, by a one-time link, or with a new password.
import type { BodyOf, EndpointShape } from '../../../contract/endpoint.ts'
import type {
  changePassword as changePasswordEndpoint,
  forgotPassword,
  signIn as signInEndpoint,
  useLink,
} from '../../../contract/person.ts'
import { type SecondFactorMethod, secondFactorMethods } from '../../../contract/problem.ts'
import type { SignInMethod } from '../../../contract/sign-ins.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest, createProblem, type RequestError } from '../../platform/error/problems.ts'
import {
  buildCreatedResponse,
  buildOkResponse,
  type FlowContext,
  type OperationCall,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import type { SessionFactor } from '../../platform/operation/principal.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as environments from '../environment/store.ts'
import {
  type AttemptLimits,
  type CountedAttempt,
  createRateLimitProblem,
  getDeviceLimits,
  getResetLimits,
  getSessionLimits,
  getUnknownDeviceLimits,
} from './attempts.ts'
import * as factors from './factor-store.ts'
import { findWeakness, weaknessTexts } from './guesses.ts'
import { writePasswordMail, writeResetMail } from './mail.ts'
import { findPasskeySite } from './passkey.ts'
import { hashPassword, isPassword } from './password.ts'
import * as rules from './rules.ts'
import type { SignInOrigin } from './sign-in-log.ts'
import { isTrustedDevice } from './sign-in-store.ts'
import {
  closeSession,
  countAttempts,
  createWrongCredentialsProblem,
  makeResetLink,
  recordFailure,
  redeemLink,
  replacePassword,
  startSession,
} from './steps.ts'
import * as store from './store.ts'

type CallOf<E extends EndpointShape> = OperationCall<unknown, unknown, BodyOf<E>>

export const getPersonId = ({ session }: OperationCall): string => session!.personId

/** Returns the data of a new session, which replaces the session of the request. */
export const createSession = (call: OperationCall, { address, device, deviceToken, services }: FlowContext) => ({
  token: rules.createSecret(),
  device,
  maxMs: services.sessionMaxMs,
  replaces: call.session?.tokenHash,
  address,
  deviceToken: deviceToken ?? rules.createSecret(),
  factor: null as SessionFactor | null,
  pending: rules.createSecret(),
})
type NewSession = ReturnType<typeof createSession>

/** Returns the IP address and the device of a client, for the sign-in log. */
export const getSignInOrigin = ({ address, device }: FlowContext): SignInOrigin => ({ address, device })

/** Converts a new session to the values that are stored. The token of the device is stored as a hash. */
export const createSessionOrder = ({ deviceToken, ...session }: NewSession) => ({
  ...session,
  deviceHash: rules.hashOf(deviceToken),
})

const cookiesOf = ({ services }: FlowContext, { token, deviceToken }: NewSession) => ({
  cookie: services.cookie(token),
  deviceCookie: services.deviceCookie(deviceToken),
})

/** Returns the signed-in person, with the cookies of the session. */
export async function createSignInReply(
  context: FlowContext,
  personId: string,
  session: NewSession,
): Promise<OperationResponse> {
  const me = await context.read((tx) => rules.getMe(tx, personId, context.services.secondFactorRequired))
  return { ...buildCreatedResponse(JSON.stringify(me)), ...cookiesOf(context, session) }
}

/** Returns the signed-in person, or the step that the sign-in still needs. */
async function welcomeIf(
  isComplete: boolean,
  context: FlowContext,
  personId: string,
  session: NewSession,
): Promise<OperationResponse> {
  if (isComplete) return createSignInReply(context, personId, session)
  const storedFactors = await context.read((tx) => factors.listFactors(tx, personId))
  const methods: SecondFactorMethod[] = secondFactorMethods.filter((method) =>
    storedFactors.some(({ kind }) => kind === method),
  )
  throw new ApiProblem('SECOND_FACTOR', {
    message: 'The password is right. Now enter the second factor.',
    extras: { token: session.pending, ways: [...methods, 'recovery'] },
  })
}

/** Returns the errors of a password, except errors of its length. */
function findPasswordErrors(path: string, password: string, person: { email: string; name: string }): RequestError[] {
  const weakness = findWeakness(password, person)
  return weakness === undefined
    ? []
    : [
        {
          path,
          code: 'common',
          message: `This password is easy to guess. ${weaknessTexts[weakness]} Choose another one.`,
          values: { reason: weakness },
        },
      ]
}

/** Returns the methods with which people can sign in to this installation. */
export const getSignInMethods = ({ services: { singleSignOn: name, passwords, mail, publicUrl } }: FlowContext) => ({
  singleSignOn: name === undefined ? null : { name, path: '/auth/oidc/start' },
  password: passwords,
  mail: mail !== undefined,
  passkeyOrigin: (passwords && findPasskeySite(publicUrl())?.origin) || null,
})

const onlyOutside = ({ services }: FlowContext): ApiProblem =>
  new ApiProblem('UNAUTHORIZED', {
    message: `Passwords are turned off in this installation: use ${services.singleSignOn}.`,
    values: { reason: 'passwords_off', name: services.singleSignOn ?? '' },
  })

/** Returns the error for a signed-in person if passwords are turned off. */
export const createNoPasswordsProblem = (): ApiProblem =>
  createBadRequest('', 'no_password', 'Passwords are turned off in this installation.')

/**
 * Returns the limits of wrong passwords. A trusted device has separate limits, which wrong passwords on other devices
 * do not affect.
 */
async function limitsFor(
  person: store.PersonRow | undefined,
  email: string,
  context: FlowContext,
): Promise<AttemptLimits> {
  const { address, deviceToken } = context
  // Reads the device even without an account, so that the response time does not reveal accounts.
  const [deviceHash, personId] = [rules.hashOf(deviceToken ?? ''), person?.personId ?? '']
  const isTrusted = await context.read((tx) => isTrustedDevice(tx, deviceHash, personId))
  return isTrusted ? getDeviceLimits(deviceHash, personId) : getUnknownDeviceLimits(email, address)
}

/** Counts an attempt before the password is compared. Throws if the caller must wait. */
export async function expectAttempt(
  context: FlowContext,
  { own, shared }: AttemptLimits,
  refusal = 'Too many wrong passwords.',
): Promise<CountedAttempt> {
  const counted = await context.run(countAttempts, [own, ...shared])
  if (counted.waitSeconds > 0) throw createRateLimitProblem(refusal, counted.waitSeconds)
  return counted
}

/** Records a failure after the response, so that the response time does not reveal whether an account exists. */
export function noteFailure(
  context: FlowContext,
  personId: string,
  { isLast }: Pick<CountedAttempt, 'isLast'>,
  method: SignInMethod = 'password',
): void {
  const happening = { personId, kind: 'failed', way: method, ...getSignInOrigin(context) } as const
  context.services.later(() => context.run(recordFailure, { happening, isLast }))
}

export async function signIn(call: CallOf<typeof signInEndpoint>, context: FlowContext): Promise<OperationResponse> {
  if (!context.services.passwords) throw onlyOutside(context)
  const email = rules.normaliseEmail(call.body.email)
  const person = await context.read((tx) => store.findPersonByEmail(tx, email))
  const limits = await limitsFor(person, email, context)
  const counted = await expectAttempt(context, limits)
  const right = await isPassword(call.body.password, person?.password)
  if (!right || !person || person.password === null || person.disabled !== null) {
    if (person) noteFailure(context, person.personId, counted)
    throw createWrongCredentialsProblem()
  }
  const { personId } = person
  const session = createSession(call, context)
  const order = { ...createSessionOrder(session), personId }
  const isComplete = await context.run(startSession, { session: order, password: person.password, limits })
  return welcomeIf(isComplete, context, personId, session)
}

export async function signOut(call: OperationCall, context: FlowContext): Promise<OperationResponse> {
  await context.run(closeSession, call.session!.tokenHash)
  return { ...buildOkResponse(), cookie: context.services.cookie(undefined) }
}

async function aboutLink(tx: ReadTransaction, token: string, now: number) {
  const link = await rules.getValidLink(tx, token, now)
  const account = link.email === null ? undefined : await store.findPersonByEmail(tx, link.email)
  const person = link.personId === null ? undefined : await store.findPerson(tx, link.personId)
  return { link, account, person }
}

/**
 * Returns whether the link asks for a password. It does not if the account or the installation uses single sign-on, or
 * if an invitation is for an existing account.
 */
const setsPassword = ({ services }: FlowContext, { link, account, person }: Awaited<ReturnType<typeof aboutLink>>) =>
  services.passwords && (person?.subject ?? null) === null && !(link.kind === 'invitation' && account !== undefined)

/** Describes a link before its use. */
export async function describeLink(token: string, now: number, context: FlowContext) {
  return context.read(async (tx) => {
    const details = await aboutLink(tx, token, now)
    const { link, account, person } = details
    const environment = link.environmentId === null ? undefined : await environments.findById(tx, link.environmentId)
    return {
      kind: link.kind,
      email: link.email ?? person?.email ?? null,
      environment: environment?.name ?? null,
      role: link.role,
      account: account || person ? 'existing' : 'new',
      setsPassword: setsPassword(context, details),
      hasPassword: ((account ?? person)?.password ?? null) !== null,
      expires: formatIso(link.expires),
    }
  })
}

export async function followLink(call: CallOf<typeof useLink>, context: FlowContext): Promise<OperationResponse> {
  const { token, password } = call.body
  const details = await context.read((tx) => aboutLink(tx, token, call.now))
  const { link, account, person } = details
  const signedIn = link.kind === 'invitation' && account !== undefined
  if (signedIn && call.session?.personId !== account.personId)
    throw new ApiProblem('UNAUTHORIZED', {
      message: `Sign in as ${account.email} first, then use the link.`,
      values: { reason: 'other_account' },
    })
  // Without passwords, a person accepts an invitation by signing in with single sign-on.
  if (link.kind === 'invitation' && !signedIn && !context.services.passwords) throw onlyOutside(context)
  const email = rules.normaliseEmail(person?.email ?? link.email ?? call.body.email ?? '')
  const name = call.body.name?.trim() ?? ''
  const wantsPassword = setsPassword(context, details)
  const errors: RequestError[] = []
  const missing = (path: string) => errors.push({ path, code: 'required', message: 'is required for this link.' })
  if (!signedIn) {
    if (email === '') missing('/email')
    if (name === '' && link.kind !== 'reset') missing('/name')
    if (!wantsPassword && password != null)
      errors.push({ path: '/password', code: 'not_allowed', message: 'This account has no password: leave it out.' })
    if (wantsPassword && password == null) missing('/password')
    if (wantsPassword && password != null)
      errors.push(...findPasswordErrors('/password', password, { email, name: person?.name ?? name }))
  }
  if (errors.length > 0) throw createProblem(errors)
  // A signed-in person keeps the second factor of the session, and the time of its sign-in.
  const retained = signedIn ? { factor: call.session!.factor, proved: call.session!.proved } : {}
  const session = { ...createSession(call, context), ...retained }
  const use = {
    tokenHash: link.tokenHash,
    personId: signedIn ? account.personId : undefined,
    email,
    name,
    password: wantsPassword ? await hashPassword(password!) : undefined,
  }
  const resets = link.kind === 'reset' && wantsPassword
  const { personId, isWhole } = await context.run(redeemLink, { use, session: createSessionOrder(session), resets })
  // The first password completes an account, so the person gets no warning.
  if (resets && person!.password !== null) sendPasswordMail(context, email)
  return welcomeIf(isWhole, context, personId, session)
}

/** Sends the person an e-mail about a changed password. */
function sendPasswordMail({ services: { mail } }: Pick<FlowContext, 'services'>, email: string): void {
  mail?.send(writePasswordMail(email))
}

export async function changePassword(
  call: CallOf<typeof changePasswordEndpoint>,
  context: FlowContext,
): Promise<OperationResponse> {
  const { oldPassword, newPassword } = call.body
  const person = (await context.read((tx) => store.findPerson(tx, getPersonId(call))))!
  if (person.password === null)
    throw createBadRequest('', 'no_password', 'You have no password: you sign in with single sign-on.')
  if (!context.services.passwords) throw createNoPasswordsProblem()
  const errors = findPasswordErrors('/newPassword', newPassword, person)
  if (errors.length > 0) throw createProblem(errors)
  const limits = getSessionLimits(person.personId)
  const counted = await expectAttempt(context, limits)
  if (!(await isPassword(oldPassword, person.password))) {
    noteFailure(context, person.personId, counted)
    throw createBadRequest('/oldPassword', 'wrong', 'This is not your current password.', { reason: 'password' })
  }
  const session = { ...createSession(call, context), factor: call.session!.factor }
  await context.run(replacePassword, {
    session: { ...createSessionOrder(session), personId: person.personId },
    oldPassword: person.password,
    newPassword: await hashPassword(newPassword),
    limits,
  })
  sendPasswordMail(context, person.email)
  return { ...buildOkResponse(), ...cookiesOf(context, session) }
}

export async function sendResetLink(
  call: CallOf<typeof forgotPassword>,
  context: FlowContext,
): Promise<OperationResponse> {
  const email = rules.normaliseEmail(call.body.email)
  const { waitSeconds } = await context.run(countAttempts, getResetLimits(email, context.address))
  if (waitSeconds > 0) throw createRateLimitProblem('Too many links were requested.', waitSeconds)
  const { mail, publicUrl, later, passwords } = context.services
  // Creates the link after the response, so that the response time does not reveal whether an account exists.
  if (mail && passwords)
    later(async () => {
      const person = await context.read((tx) => store.findPersonByEmail(tx, email))
      if (!person) return
      const token = rules.createSecret()
      const { personId } = person
      const happening = { personId, kind: 'reset-requested', way: 'link', ...getSignInOrigin(context) } as const
      if (await context.run(makeResetLink, { ...happening, token }))
        mail.send(writeResetMail(email, rules.linkUrl(publicUrl(), token)))
    })
  return buildOkResponse()
}
