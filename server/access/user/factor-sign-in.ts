// Signs people in with a second factor or a passkey, and confirms a person during a session.
import type { BodyOf, EndpointShape } from '../../../contract/endpoint.ts'
import type { beginPasskey, confirmSession, enterCode, signInWithPasskey } from '../../../contract/factor.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import { type Call, created, type FlowContext, ok, type Reply } from '../../platform/operation/operation.ts'
import {
  ceremonyLimits,
  deviceFactorLimits,
  type Limits,
  passkeyLimits,
  sessionLimits,
  strangerFactorLimits,
  tooMany,
} from './attempts.ts'
import { tell } from './factor-mail.ts'
import * as rules from './factor-rules.ts'
import {
  beginForAnyone,
  challengeSignIn,
  confirmPerson,
  endCeremony,
  type SignInWithFactor,
  signInWithFactor,
  wrongFactor,
} from './factor-steps.ts'
import * as store from './factor-store.ts'
import { type Assertion, requestOptions, shownPasskey, siteOf } from './passkey.ts'
import { isPassword } from './password.ts'
import { hashOf, newSecret, pendingMs } from './rules.ts'
import { expectAttempt, noPasswords, noteFailure, orderOf, originOf, personOf, sessionFor, welcome } from './sign-in.ts'
import { isKnown } from './sign-in-store.ts'
import { countAttempts } from './steps.ts'
import * as people from './store.ts'

type CallOf<E extends EndpointShape> = Call<unknown, unknown, BodyOf<E>>

export const tooManyCodes = 'Too many wrong codes.'

/** If all people use single sign-on, a passkey of Dray would bypass it. */
export function siteFor({ services }: FlowContext) {
  const site = services.passwords ? siteOf(services.publicUrl()) : undefined
  if (!site)
    throw new Problem('NOT_FOUND', {
      message: 'Passkeys work only where the service has an https URL with a domain name (`--public-url`).',
    })
  return site
}

/** The person whose factor is tried, and the limits of wrong attempts. */
interface Trying {
  personId: string
  limits: Limits
}

/** At a device that the person has used before, the wrong codes of others do not count. */
async function factorLimitsFor(personId: string, context: FlowContext): Promise<Limits> {
  const { address, deviceToken } = context
  const deviceHash = hashOf(deviceToken ?? '')
  const known = await context.read((tx) => isKnown(tx, deviceHash, personId))
  return known ? deviceFactorLimits(deviceHash, personId) : strangerFactorLimits(personId, address)
}

/** The proof that a person showed, and whether the limit ends further attempts if it is wrong. */
interface Shown<P extends rules.Proof | undefined = rules.Proof | undefined> {
  proof: P
  isLast: boolean
}

/** A code that is right for one of the person's apps, or may be one of their recovery codes; wrong ones are counted. */
async function proofOf(
  call: Call,
  context: FlowContext,
  { personId, limits }: Trying,
  code: string,
): Promise<Shown<rules.Proof>> {
  const counted = await expectAttempt(context, limits, tooManyCodes)
  const factors = await context.read((tx) => store.listFactors(tx, personId))
  const proof = await rules.proofOfCode(factors, code, call.now)
  if (!proof) {
    noteFailure(context, personId, counted, 'second-factor')
    throw wrongFactor()
  }
  return { proof, isLast: counted.isLast }
}

/**
 * Runs a sign-in and records a failed attempt if it refuses the code. Only the sign-in detects a used or wrong recovery
 * code.
 */
async function noting(
  context: FlowContext,
  personId: string,
  { proof, isLast }: Shown,
  enter: () => Promise<unknown>,
): Promise<void> {
  try {
    await enter()
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === 'UNAUTHORIZED'
    if (isRefused && proof && proof.kind !== 'passkey') noteFailure(context, personId, { isLast }, 'second-factor')
    throw error
  }
}

type Entering = Shown<rules.Proof> & Pick<SignInWithFactor, 'waiting'>

async function enter(call: Call, context: FlowContext, trying: Trying, entering: Entering): Promise<Reply> {
  const session = sessionFor(call, context)
  const { personId, limits } = trying
  const { proof, waiting } = entering
  await noting(context, personId, entering, () =>
    context.run(signInWithFactor, { session: { ...orderOf(session), personId }, limits, proof, waiting }),
  )
  if (proof.kind === 'recovery') tell(context, personId, { event: 'code-used' })
  return welcome(context, personId, session)
}

export async function signInByCode(call: CallOf<typeof enterCode>, context: FlowContext): Promise<Reply> {
  const { token, code } = call.body
  const waiting = await context.read((tx) => store.findCeremony(tx, hashOf(token)))
  if (waiting?.kind !== 'sign-in' || waiting.expires <= call.now)
    throw new Problem('UNAUTHORIZED', { message: 'This sign-in has taken too long. Enter your password again.' })
  const personId = waiting.personId!
  const trying = { personId, limits: await factorLimitsFor(personId, context) }
  const shown = await proofOf(call, context, trying, code)
  return enter(call, context, trying, { ...shown, waiting: waiting.tokenHash })
}

export async function askForPasskey(call: CallOf<typeof beginPasskey>, context: FlowContext): Promise<Reply> {
  const site = siteFor(context)
  const { token } = call.body
  if (token != null) {
    const { tokenHash, personId } = await context.read((tx) => rules.goodCeremony(tx, token, ['sign-in'], call.now))
    const factors = await context.read((tx) => store.listFactors(tx, personId!))
    const options = await requestOptions(site, factors)
    await context.run(challengeSignIn, { tokenHash, challenge: options.challenge })
    return created(JSON.stringify({ token, options }))
  }
  const options = await requestOptions(site)
  const begun = newSecret()
  const row = {
    tokenHash: hashOf(begun),
    kind: 'passkey',
    personId: null,
    challenge: options.challenge,
    secret: null,
    expires: call.now + pendingMs,
  } as const
  const waitSeconds = await context.run(beginForAnyone, { row, limits: ceremonyLimits(context.address) })
  if (waitSeconds > 0) throw tooMany('Too many sign-ins were begun.', waitSeconds)
  return created(JSON.stringify({ token: begun, options }))
}

interface ShownPasskey {
  token: string
  passkey: Assertion
}

/** Returns the factor of a passkey that was just shown for this challenge. A challenge can be used once. */
async function passkeyOf(call: Call, context: FlowContext, { token, passkey }: ShownPasskey) {
  const site = siteFor(context)
  const ceremony = await context.read((tx) => rules.goodCeremony(tx, token, ['passkey', 'sign-in'], call.now))
  await context.run(endCeremony, ceremony.tokenHash)
  const { personId, challenge } = ceremony
  const factor = await context.read((tx) => store.findPasskey(tx, passkey.id))
  if (!factor || challenge === null) throw wrongFactor()
  // Without a person in the challenge, the passkey has to name its user.
  if (personId === null ? passkey.response.userHandle == null : personId !== factor.personId) throw wrongFactor()
  const use = await shownPasskey(site, passkey, { factor, challenge })
  if (!use) throw wrongFactor()
  return { personId: factor.personId, proof: { kind: 'passkey', ...use } as const }
}

export async function signInByPasskey(call: CallOf<typeof signInWithPasskey>, context: FlowContext): Promise<Reply> {
  const { waitSeconds } = await context.run(countAttempts, passkeyLimits(context.address))
  if (waitSeconds > 0) throw tooMany('Too many passkeys were refused.', waitSeconds)
  const { personId, proof } = await passkeyOf(call, context, call.body)
  const { own } = await factorLimitsFor(personId, context)
  const limits = { own, shared: passkeyLimits(context.address) }
  return enter(call, context, { personId, limits }, { proof, isLast: false, waiting: undefined })
}

async function confirmingProof(
  call: CallOf<typeof confirmSession>,
  context: FlowContext,
  trying: Trying,
): Promise<Shown> {
  const { personId, limits } = trying
  const { password, code, passkey } = call.body
  if (code != null) return proofOf(call, context, trying, code)
  if (passkey != null) {
    const shown = await passkeyOf(call, context, passkey)
    if (shown.personId !== personId) throw badRequest('/passkey', 'wrong', 'This passkey belongs to another account.')
    return { proof: shown.proof, isLast: false }
  }
  if (!context.services.passwords) throw noPasswords()
  const person = await context.read((tx) => people.findPerson(tx, personId))
  const counted = await expectAttempt(context, limits)
  if (!(await isPassword(password ?? '', person?.password)) || person?.password == null) {
    noteFailure(context, personId, counted)
    throw badRequest('/password', 'wrong', 'This is not your current password.', { reason: 'password' })
  }
  return { proof: undefined, isLast: counted.isLast }
}

const wrongCode = () => badRequest('/code', 'wrong', 'This code is wrong, or was used before.', { reason: 'code' })

export async function confirm(call: CallOf<typeof confirmSession>, context: FlowContext): Promise<Reply> {
  const personId = personOf(call)
  const given = Object.values(call.body).filter((each) => each != null)
  if (given.length !== 1) throw badRequest('', 'one_of', 'Give one of `password`, `code` and `passkey`.')
  const trying = { personId, limits: sessionLimits(personId) }
  try {
    const shown = await confirmingProof(call, context, trying)
    const { proof } = shown
    const { tokenHash } = call.session!
    const confirmation = { ...trying, tokenHash, proof, origin: originOf(context) }
    await noting(context, personId, shown, () => context.run(confirmPerson, confirmation))
    if (proof?.kind === 'recovery') tell(context, personId, { event: 'code-used' })
  } catch (error) {
    // The person stays signed in: a 401 would mean that the session has ended.
    if (error instanceof Problem && error.code === 'UNAUTHORIZED')
      throw call.body.passkey == null ? wrongCode() : badRequest('/passkey', 'wrong', error.message)
    throw error
  }
  return ok()
}
