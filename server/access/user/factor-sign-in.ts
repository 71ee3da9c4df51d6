// Signs people in with a second factor or a passkey, and confirms a person during a session.
import type { BodyOf, EndpointShape } from '../../../contract/endpoint.ts'
import type { beginPasskey, confirmSession, enterCode, signInWithPasskey } from '../../../contract/factor.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import {
  buildCreatedResponse,
  buildOkResponse,
  type FlowContext,
  type OperationCall,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import {
  type AttemptLimits,
  createRateLimitProblem,
  getCeremonyLimits,
  getDeviceFactorLimits,
  getPasskeyLimits,
  getSessionLimits,
  getUnknownDeviceFactorLimits,
} from './attempts.ts'
import { sendFactorMail } from './factor-mail.ts'
import * as rules from './factor-rules.ts'
import {
  beginForAnyone,
  challengeSignIn,
  confirmPerson,
  createWrongFactorProblem,
  endCeremony,
  type SignInWithFactor,
  signInWithFactor,
} from './factor-steps.ts'
import * as store from './factor-store.ts'
import { findPasskeySite, type PasskeyAssertion, requestOptions, verifyPasskey } from './passkey.ts'
import { isPassword } from './password.ts'
import { createSecret, hashOf, pendingMs } from './rules.ts'
import {
  createNoPasswordsProblem,
  createSession,
  createSessionOrder,
  createSignInReply,
  expectAttempt,
  getPersonId,
  getSignInOrigin,
  noteFailure,
} from './sign-in.ts'
import { isTrustedDevice } from './sign-in-store.ts'
import { countAttempts } from './steps.ts'
import * as people from './store.ts'

type CallOf<E extends EndpointShape> = OperationCall<unknown, unknown, BodyOf<E>>

export const tooManyCodes = 'Too many wrong codes.'

/**
 * Returns the site for passkeys. Throws if passwords are off, because a passkey would bypass single sign-on, or if the
 * URL allows no passkeys.
 */
export function expectPasskeySite({ services }: FlowContext) {
  const site = services.passwords ? findPasskeySite(services.publicUrl()) : undefined
  if (!site)
    throw new ApiProblem('NOT_FOUND', {
      message: 'Passkeys work only where the service has an https URL with a domain name (`--public-url`).',
    })
  return site
}

/** Person whose second factor is tried, and the limits of wrong attempts. */
interface Trying {
  personId: string
  limits: AttemptLimits
}

/**
 * Returns the limits of wrong codes. A trusted device has separate limits, which wrong codes on other devices do not
 * affect.
 */
async function factorLimitsFor(personId: string, context: FlowContext): Promise<AttemptLimits> {
  const { address, deviceToken } = context
  const deviceHash = hashOf(deviceToken ?? '')
  const isTrusted = await context.read((tx) => isTrustedDevice(tx, deviceHash, personId))
  return isTrusted ? getDeviceFactorLimits(deviceHash, personId) : getUnknownDeviceFactorLimits(personId, address)
}

/** Proof that a person entered, and whether a wrong proof reaches a limit. */
interface PresentedProof<P extends rules.FactorProof | undefined = rules.FactorProof | undefined> {
  proof: P
  isLast: boolean
}

/**
 * Returns the proof for a code, which may be a code of an app or a recovery code. Counts the attempt, and throws for a
 * wrong code of an app.
 */
async function proofOf(
  call: OperationCall,
  context: FlowContext,
  { personId, limits }: Trying,
  code: string,
): Promise<PresentedProof<rules.FactorProof>> {
  const counted = await expectAttempt(context, limits, tooManyCodes)
  const factors = await context.read((tx) => store.listFactors(tx, personId))
  const proof = await rules.findCodeProof(factors, code, call.now)
  if (!proof) {
    noteFailure(context, personId, counted, 'second-factor')
    throw createWrongFactorProblem()
  }
  return { proof, isLast: counted.isLast }
}

/**
 * Runs a sign-in, and records a failed attempt if it refuses the code. A recovery code that is wrong or already used is
 * found only here.
 */
async function noting(
  context: FlowContext,
  personId: string,
  { proof, isLast }: PresentedProof,
  enter: () => Promise<unknown>,
): Promise<void> {
  try {
    await enter()
  } catch (error) {
    const isRefused = error instanceof ApiProblem && error.code === 'UNAUTHORIZED'
    if (isRefused && proof && proof.kind !== 'passkey') noteFailure(context, personId, { isLast }, 'second-factor')
    throw error
  }
}

type Entering = PresentedProof<rules.FactorProof> & Pick<SignInWithFactor, 'waiting'>

async function enter(
  call: OperationCall,
  context: FlowContext,
  trying: Trying,
  entering: Entering,
): Promise<OperationResponse> {
  const session = createSession(call, context)
  const { personId, limits } = trying
  const { proof, waiting } = entering
  await noting(context, personId, entering, () =>
    context.run(signInWithFactor, { session: { ...createSessionOrder(session), personId }, limits, proof, waiting }),
  )
  if (proof.kind === 'recovery') sendFactorMail(context, personId, { event: 'code-used' })
  return createSignInReply(context, personId, session)
}

export async function signInByCode(call: CallOf<typeof enterCode>, context: FlowContext): Promise<OperationResponse> {
  const { token, code } = call.body
  const waiting = await context.read((tx) => store.findCeremony(tx, hashOf(token)))
  if (waiting?.kind !== 'sign-in' || waiting.expires <= call.now)
    throw new ApiProblem('UNAUTHORIZED', { message: 'This sign-in has taken too long. Enter your password again.' })
  const personId = waiting.personId!
  const trying = { personId, limits: await factorLimitsFor(personId, context) }
  const presented = await proofOf(call, context, trying, code)
  return enter(call, context, trying, { ...presented, waiting: waiting.tokenHash })
}

export async function beginPasskeySignIn(
  call: CallOf<typeof beginPasskey>,
  context: FlowContext,
): Promise<OperationResponse> {
  const site = expectPasskeySite(context)
  const { token } = call.body
  if (token != null) {
    const { tokenHash, personId } = await context.read((tx) => rules.getValidCeremony(tx, token, ['sign-in'], call.now))
    const factors = await context.read((tx) => store.listFactors(tx, personId!))
    const options = await requestOptions(site, factors)
    await context.run(challengeSignIn, { tokenHash, challenge: options.challenge })
    return buildCreatedResponse(JSON.stringify({ token, options }))
  }
  const options = await requestOptions(site)
  const begun = createSecret()
  const row = {
    tokenHash: hashOf(begun),
    kind: 'passkey',
    personId: null,
    challenge: options.challenge,
    secret: null,
    expires: call.now + pendingMs,
  } as const
  const waitSeconds = await context.run(beginForAnyone, { row, limits: getCeremonyLimits(context.address) })
  if (waitSeconds > 0) throw createRateLimitProblem('Too many sign-ins were begun.', waitSeconds)
  return buildCreatedResponse(JSON.stringify({ token: begun, options }))
}

interface ShownPasskey {
  token: string
  passkey: PasskeyAssertion
}

/**
 * Verifies a passkey for the challenge of a ceremony, and returns its person and proof. Ends the ceremony, so that the
 * challenge is used once.
 */
async function passkeyOf(call: OperationCall, context: FlowContext, { token, passkey }: ShownPasskey) {
  const site = expectPasskeySite(context)
  const ceremony = await context.read((tx) => rules.getValidCeremony(tx, token, ['passkey', 'sign-in'], call.now))
  await context.run(endCeremony, ceremony.tokenHash)
  const { personId, challenge } = ceremony
  const factor = await context.read((tx) => store.findPasskey(tx, passkey.id))
  if (!factor || challenge === null) throw createWrongFactorProblem()
  // A challenge that was created for an unknown person accepts a passkey only if it names its user.
  if (personId === null ? passkey.response.userHandle == null : personId !== factor.personId)
    throw createWrongFactorProblem()
  const use = await verifyPasskey(site, passkey, { factor, challenge })
  if (!use) throw createWrongFactorProblem()
  return { personId: factor.personId, proof: { kind: 'passkey', ...use } as const }
}

export async function signInByPasskey(
  call: CallOf<typeof signInWithPasskey>,
  context: FlowContext,
): Promise<OperationResponse> {
  const { waitSeconds } = await context.run(countAttempts, getPasskeyLimits(context.address))
  if (waitSeconds > 0) throw createRateLimitProblem('Too many passkeys were refused.', waitSeconds)
  const { personId, proof } = await passkeyOf(call, context, call.body)
  const { own } = await factorLimitsFor(personId, context)
  const limits = { own, shared: getPasskeyLimits(context.address) }
  return enter(call, context, { personId, limits }, { proof, isLast: false, waiting: undefined })
}

async function confirmingProof(
  call: CallOf<typeof confirmSession>,
  context: FlowContext,
  trying: Trying,
): Promise<PresentedProof> {
  const { personId, limits } = trying
  const { password, code, passkey } = call.body
  if (code != null) return proofOf(call, context, trying, code)
  if (passkey != null) {
    const presented = await passkeyOf(call, context, passkey)
    if (presented.personId !== personId)
      throw createBadRequest('/passkey', 'wrong', 'This passkey belongs to another account.', { reason: 'passkey' })
    return { proof: presented.proof, isLast: false }
  }
  if (!context.services.passwords) throw createNoPasswordsProblem()
  const person = await context.read((tx) => people.findPerson(tx, personId))
  const counted = await expectAttempt(context, limits)
  if (!(await isPassword(password ?? '', person?.password)) || person?.password == null) {
    noteFailure(context, personId, counted)
    throw createBadRequest('/password', 'wrong', 'This is not your current password.', { reason: 'password' })
  }
  return { proof: undefined, isLast: counted.isLast }
}

const wrongCode = () =>
  createBadRequest('/code', 'wrong', 'This code is wrong, or was used before.', { reason: 'code' })

export async function confirmIdentity(
  call: CallOf<typeof confirmSession>,
  context: FlowContext,
): Promise<OperationResponse> {
  const personId = getPersonId(call)
  const provided = Object.values(call.body).filter((value) => value != null)
  if (provided.length !== 1) throw createBadRequest('', 'one_of', 'Give one of `password`, `code` and `passkey`.')
  const trying = { personId, limits: getSessionLimits(personId) }
  try {
    const presented = await confirmingProof(call, context, trying)
    const { proof } = presented
    const { tokenHash } = call.session!
    const confirmation = { ...trying, tokenHash, proof, origin: getSignInOrigin(context) }
    await noting(context, personId, presented, () => context.run(confirmPerson, confirmation))
    if (proof?.kind === 'recovery') sendFactorMail(context, personId, { event: 'code-used' })
  } catch (error) {
    // The person stays signed in: a 401 would mean that the session has ended.
    if (error instanceof ApiProblem && error.code === 'UNAUTHORIZED')
      throw call.body.passkey == null
        ? wrongCode()
        : createBadRequest('/passkey', 'wrong', error.message, { reason: 'passkey' })
    throw error
  }
  return buildOkResponse()
}
