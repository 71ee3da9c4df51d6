// The transactions that second factors are made of.
import { step } from '../core/operation.ts'
import { Problem } from '../core/problems.ts'
import * as rules from './factor-rules.ts'
import * as store from './factor-store.ts'
import * as personRules from './rules.ts'
import * as people from './store.ts'

export const wrongFactor = (): Problem =>
  new Problem('UNAUTHORIZED', { message: 'The second factor is wrong, or was used before.' })

/** Each sign-in page that asks for a passkey leaves a row for ten minutes: so many from one address are enough. */
const begunMax = 300
const begunMs = 15 * 60_000

export const beginCeremony = step('beginCeremony', async (tx, row: store.CeremonyRow) => {
  await store.insertCeremony(tx, row)
})

export const beginForAnyone = step(
  'beginForAnyone',
  async (tx, { row, subject }: { row: store.CeremonyRow; subject: string }, { now }) => {
    const counted = await people.countAttempt(tx, subject, now, now + begunMs)
    if (counted && counted.failures > begunMax)
      throw new Problem('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil((counted.ends - now) / 1_000)) })
    await store.insertCeremony(tx, row)
  },
)

/** A sign-in that waits for its second factor gets a challenge; one that it had before is void. */
export const challengeSignIn = step(
  'challengeSignIn',
  async (tx, { tokenHash, challenge }: { tokenHash: string; challenge: string }) => {
    if (!(await store.setChallenge(tx, tokenHash, challenge))) throw rules.ceremonyGone()
  },
)

/** Whatever comes of it: a challenge is answered once. */
export const endCeremony = step('endCeremony', async (tx, tokenHash: string) => {
  if (!(await store.takeCeremony(tx, tokenHash))) throw rules.ceremonyGone()
})

export interface SignInWithFactor {
  session: personRules.SessionOrder
  proof: rules.Proof
  /** Hash of the sign-in that waits for it, which ends with it; a passkey has ended it already. */
  waiting: string | undefined
  /** What failures were counted for. */
  account: string
  address: string
}

export const signInWithFactor = step('signInWithFactor', async (tx, given: SignInWithFactor, { now }) => {
  const { session, proof, waiting, account, address } = given
  const { personId } = session
  const person = await people.lockPerson(tx, personId)
  if (!person || person.disabled !== null) throw wrongFactor()
  if (waiting !== undefined && !(await store.takeCeremony(tx, waiting))) throw rules.ceremonyGone()
  if (!(await rules.accept(tx, personId, proof, now))) throw wrongFactor()
  await people.forgetAttempts(tx, account)
  await people.forgiveAttempt(tx, address)
  await personRules.startSession(tx, { ...session, factor: rules.factorOf(proof) }, now)
})

export interface Confirmation {
  personId: string
  tokenHash: string
  /** Undefined where it was the password. */
  proof: rules.Proof | undefined
  account: string
  address: string
}

export const confirmPerson = step('confirmPerson', async (tx, given: Confirmation, { now }) => {
  const { personId, tokenHash, proof, account, address } = given
  await people.lockPerson(tx, personId)
  if (proof && !(await rules.accept(tx, personId, proof, now))) throw wrongFactor()
  await people.forgetAttempts(tx, account)
  await people.forgiveAttempt(tx, address)
  await people.renewSession(tx, tokenHash, now)
})

export interface AddFactor extends rules.Addition {
  /** Hash of what it was begun with, which ends with it; a passkey has ended it already. */
  begun: string | undefined
}

export const addFactor = step('addFactor', async (tx, { begun, ...addition }: AddFactor, call) => {
  if (begun !== undefined && !(await store.takeCeremony(tx, begun))) throw rules.ceremonyGone()
  return rules.add(tx, call, addition)
})

export const dropFactor = step('dropFactor', (tx, removal: rules.Removal, call) => rules.remove(tx, call, removal))

export const putRecoveryCodes = step(
  'putRecoveryCodes',
  (tx, { personId, codeHashes }: { personId: string; codeHashes: string[] }) =>
    rules.renewRecoveryCodes(tx, personId, codeHashes),
)

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
