// Defines the transactions of second factors.

import { ApiProblem } from '../../platform/error/problems.ts'
import { createStep } from '../../platform/operation/operation.ts'
import * as attempts from './attempts.ts'
import * as rules from './factor-rules.ts'
import * as store from './factor-store.ts'
import * as personRules from './rules.ts'
import * as signInLog from './sign-in-log.ts'
import * as people from './store.ts'

export const createWrongFactorProblem = (): ApiProblem =>
  new ApiProblem('UNAUTHORIZED', { message: 'The second factor is wrong, or was used before.' })

export const beginCeremony = createStep('beginCeremony', async (tx, row: store.CeremonyRow) => {
  await store.insertCeremony(tx, row)
})

/** Starts a ceremony for an unknown person. Returns 0, or the seconds until a start is allowed. */
export const beginForAnyone = createStep(
  'beginForAnyone',
  async (tx, { row, limits }: { row: store.CeremonyRow; limits: attempts.AttemptLimit[] }, { now }) => {
    const { waitSeconds } = await attempts.countAttempt(tx, limits, now)
    if (waitSeconds === 0) await store.insertCeremony(tx, row)
    return waitSeconds
  },
)

/** Stores a challenge for a sign-in that waits for its second factor. It replaces an earlier challenge. */
export const challengeSignIn = createStep(
  'challengeSignIn',
  async (tx, { tokenHash, challenge }: { tokenHash: string; challenge: string }) => {
    if (!(await store.setChallenge(tx, tokenHash, challenge))) throw rules.createCeremonyEndedProblem()
  },
)

/** Ends a ceremony, so that its challenge cannot be used again, even after a failure. */
export const endCeremony = createStep('endCeremony', async (tx, tokenHash: string) => {
  if (!(await store.takeCeremony(tx, tokenHash))) throw rules.createCeremonyEndedProblem()
})

export interface SignInWithFactor {
  session: personRules.SessionOrder
  proof: rules.FactorProof
  /**
   * Hash of the sign-in that waits for the factor. This transaction ends it. Undefined for a passkey, because
   * `endCeremony` has already ended it.
   */
  waiting: string | undefined
  /** Limits that have counted the attempt. */
  limits: attempts.AttemptLimits
}

export const signInWithFactor = createStep('signInWithFactor', async (tx, input: SignInWithFactor, { now }) => {
  const { session, proof, waiting, limits } = input
  const { personId } = session
  const person = await people.lockPerson(tx, personId)
  if (!person || person.disabled !== null) throw createWrongFactorProblem()
  if (waiting !== undefined && !(await store.takeCeremony(tx, waiting))) throw rules.createCeremonyEndedProblem()
  if (!(await rules.acceptProof(tx, personId, proof, now))) throw createWrongFactorProblem()
  await attempts.clearAttempts(tx, limits)
  await personRules.startSession(tx, { ...session, factor: rules.getSessionFactor(proof) }, now)
  await signInLog.recordSignIn(
    tx,
    personRules.createSignInEntry(session, 'signed-in', rules.getSignInMethod(proof)),
    now,
  )
})

export interface SessionConfirmation {
  personId: string
  tokenHash: string
  /** Proof of a second factor; undefined if the user confirmed the session with the password. */
  proof: rules.FactorProof | undefined
  limits: attempts.AttemptLimits
  origin: signInLog.SignInOrigin
}

export const confirmPerson = createStep('confirmPerson', async (tx, input: SessionConfirmation, { now }) => {
  const { personId, tokenHash, proof, limits, origin } = input
  await people.lockPerson(tx, personId)
  if (proof && !(await rules.acceptProof(tx, personId, proof, now))) throw createWrongFactorProblem()
  await attempts.clearAttempts(tx, limits)
  await people.renewSession(tx, tokenHash, now)
  await signInLog.recordSignIn(tx, { personId, kind: 'confirmed', way: rules.getSignInMethod(proof), ...origin }, now)
})

export interface AddFactor extends rules.FactorAddition {
  /**
   * Hash of the ceremony in which the person began to add the factor. This transaction ends it. Undefined for a
   * passkey, whose ceremony has already ended.
   */
  begun: string | undefined
  origin: signInLog.SignInOrigin
}

export const addFactor = createStep('addFactor', async (tx, { begun, origin, ...addition }: AddFactor, call) => {
  // Locks the person before it checks the session, because a concurrent operation may end the person's sessions.
  await rules.lockMemberships(tx, addition.personId)
  await personRules.expectSession(tx, addition.personId, addition.tokenHash)
  if (begun !== undefined && !(await store.takeCeremony(tx, begun))) throw rules.createCeremonyEndedProblem()
  const added = await rules.addFactor(tx, call, addition)
  const { personId, factor } = addition
  const change = { personId, kind: 'factor-added', factors: [factor.kind], ...origin } as const
  await signInLog.recordFactors(tx, change, call.now)
  return added
})

export interface DropFactor extends rules.FactorRemoval {
  origin: signInLog.SignInOrigin
}

/** Removes a second factor and returns it. */
export const dropFactor = createStep('dropFactor', async (tx, { origin, ...removal }: DropFactor, call) => {
  const removed = await rules.removeFactor(tx, call, removal)
  const change = { personId: removal.personId, kind: 'factor-removed', factors: [removed.kind], ...origin } as const
  await signInLog.recordFactors(tx, change, call.now)
  return removed
})

export interface NewCodes {
  personId: string
  codeHashes: string[]
  origin: signInLog.SignInOrigin
}

export const putRecoveryCodes = createStep('putRecoveryCodes', async (tx, input: NewCodes, { now }) => {
  const { personId, codeHashes, origin } = input
  await rules.renewRecoveryCodes(tx, personId, codeHashes)
  await signInLog.recordSignIn(tx, { personId, kind: 'recovery-codes-renewed', way: 'recovery-code', ...origin }, now)
})

export const factorSteps = [
  beginCeremony,
  beginForAnyone,
  challengeSignIn,
  endCeremony,
  signInWithFactor,
  confirmPerson,
  addFactor,
  dropFactor,
  putRecoveryCodes,
]
