// The transactions that second factors are made of.

import { Problem } from '../../platform/error/problems.ts'
import { step } from '../../platform/operation/operation.ts'
import * as attempts from './attempts.ts'
import * as rules from './factor-rules.ts'
import * as store from './factor-store.ts'
import * as personRules from './rules.ts'
import * as signInLog from './sign-in-log.ts'
import * as people from './store.ts'

export const wrongFactor = (): Problem =>
  new Problem('UNAUTHORIZED', { message: 'The second factor is wrong, or was used before.' })

export const beginCeremony = step('beginCeremony', async (tx, row: store.CeremonyRow) => {
  await store.insertCeremony(tx, row)
})

/** Starts a ceremony for an unknown person. Returns 0, or the seconds until the next start is allowed. */
export const beginForAnyone = step(
  'beginForAnyone',
  async (tx, { row, limits }: { row: store.CeremonyRow; limits: attempts.Limit[] }, { now }) => {
    const { waitSeconds } = await attempts.count(tx, limits, now)
    if (waitSeconds === 0) await store.insertCeremony(tx, row)
    return waitSeconds
  },
)

/** A sign-in that waits for its second factor gets a challenge; one that it had before is void. */
export const challengeSignIn = step(
  'challengeSignIn',
  async (tx, { tokenHash, challenge }: { tokenHash: string; challenge: string }) => {
    if (!(await store.setChallenge(tx, tokenHash, challenge))) throw rules.ceremonyGone()
  },
)

/** Ends a ceremony, so that its challenge is used once, also after a failure. */
export const endCeremony = step('endCeremony', async (tx, tokenHash: string) => {
  if (!(await store.takeCeremony(tx, tokenHash))) throw rules.ceremonyGone()
})

export interface SignInWithFactor {
  session: personRules.SessionOrder
  proof: rules.Proof
  /** Hash of the sign-in that waits for it, which ends with it; a passkey has ended it already. */
  waiting: string | undefined
  /** What failures were counted for. */
  limits: attempts.Limits
}

export const signInWithFactor = step('signInWithFactor', async (tx, given: SignInWithFactor, { now }) => {
  const { session, proof, waiting, limits } = given
  const { personId } = session
  const person = await people.lockPerson(tx, personId)
  if (!person || person.disabled !== null) throw wrongFactor()
  if (waiting !== undefined && !(await store.takeCeremony(tx, waiting))) throw rules.ceremonyGone()
  if (!(await rules.accept(tx, personId, proof, now))) throw wrongFactor()
  await attempts.forgive(tx, limits)
  await personRules.startSession(tx, { ...session, factor: rules.factorOf(proof) }, now)
  await signInLog.record(tx, personRules.happeningOf(session, 'signed-in', rules.wayOf(proof)), now)
})

export interface Confirmation {
  personId: string
  tokenHash: string
  /** Undefined where it was the password. */
  proof: rules.Proof | undefined
  limits: attempts.Limits
  origin: signInLog.Origin
}

export const confirmPerson = step('confirmPerson', async (tx, given: Confirmation, { now }) => {
  const { personId, tokenHash, proof, limits, origin } = given
  await people.lockPerson(tx, personId)
  if (proof && !(await rules.accept(tx, personId, proof, now))) throw wrongFactor()
  await attempts.forgive(tx, limits)
  await people.renewSession(tx, tokenHash, now)
  await signInLog.record(tx, { personId, kind: 'confirmed', way: rules.wayOf(proof), ...origin }, now)
})

export interface AddFactor extends rules.Addition {
  /** Hash of the ceremony that began the addition, which ends with it. A passkey has already ended its ceremony. */
  begun: string | undefined
  origin: signInLog.Origin
}

export const addFactor = step('addFactor', async (tx, { begun, origin, ...addition }: AddFactor, call) => {
  // An operation that ends the sessions of a person locks the person first, and ends these sessions too.
  await rules.lock(tx, addition.personId)
  await personRules.expectSession(tx, addition.personId, addition.tokenHash)
  if (begun !== undefined && !(await store.takeCeremony(tx, begun))) throw rules.ceremonyGone()
  const added = await rules.add(tx, call, addition)
  const { personId, factor } = addition
  const change = { personId, kind: 'factor-added', factors: [factor.kind], ...origin } as const
  await signInLog.recordFactors(tx, change, call.now)
  return added
})

export interface DropFactor extends rules.Removal {
  origin: signInLog.Origin
}

/** Removes a second factor and returns it. */
export const dropFactor = step('dropFactor', async (tx, { origin, ...removal }: DropFactor, call) => {
  const removed = await rules.remove(tx, call, removal)
  const change = { personId: removal.personId, kind: 'factor-removed', factors: [removed.kind], ...origin } as const
  await signInLog.recordFactors(tx, change, call.now)
  return removed
})

export interface NewCodes {
  personId: string
  codeHashes: string[]
  origin: signInLog.Origin
}

export const putRecoveryCodes = step('putRecoveryCodes', async (tx, given: NewCodes, { now }) => {
  const { personId, codeHashes, origin } = given
  await rules.renewRecoveryCodes(tx, personId, codeHashes)
  await signInLog.record(tx, { personId, kind: 'recovery-codes-renewed', way: 'recovery-code', ...origin }, now)
})

export const steps = [
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
