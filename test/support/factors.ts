// Second factors for the tests: authenticator apps and passkeys of people, set up through the interface.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { sql } from '../../server/platform/database/database.ts'
import { aPasskey, type Passkey } from './authenticator.ts'
import type { Service } from './harness.ts'
import { type Browser, goodPassword } from './visitors.ts'

export interface App {
  factorId: string
  secret: string
  recoveryCodes: string[]
}

/** Length of a step of the codes, and the part of it that a request of a test may need. */
const [stepMs, requestMs] = [30_000, 5_000]

/** What the app shows, now or so many steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * stepMs })

/** Of another app, and not by chance right. */
export const wrongCodeFor = (secret: string): string => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!
}

/** Waits for the next step if this one ends soon, because the service rejects the code of two steps ago. */
async function waitForStep(): Promise<void> {
  const restMs = stepMs - (Date.now() % stepMs)
  // A timer may end a millisecond early.
  if (restMs < requestMs) await sleep(restMs + 50)
}

/** Adds an app with the code of the step before, so that the code of the present step stays unused. */
export async function addApp({ send }: Pick<Browser, 'send'>, name = 'Phone'): Promise<App> {
  const begun = await send('POST', '/v1/me/totp/begin')
  assert.equal(begun.status, 201, begun.text)
  const { token, secret } = begun.json.data
  await waitForStep()
  const added = await send('POST', '/v1/me/totp', { body: { token, code: codeOf(secret, -1), name } })
  assert.equal(added.status, 201, added.text)
  return { secret, ...added.json.data }
}

/** The passkey, and what the service answered for it. */
export async function addPasskeyTo(
  { send }: Pick<Browser, 'send'>,
  origin: string,
  options?: { counts?: boolean; synced?: boolean },
): Promise<{ passkey: Passkey; factorId: string; recoveryCodes: string[] | null }> {
  const passkey = aPasskey(origin, options)
  const begun = await send('POST', '/v1/me/passkey/begin')
  assert.equal(begun.status, 201, begun.text)
  const body = { token: begun.json.data.token, passkey: passkey.create(begun.json.data.options), name: 'Laptop' }
  const added = await send('POST', '/v1/me/passkey', { body })
  assert.equal(added.status, 201, added.text)
  return { passkey, ...added.json.data }
}

/** The first half of a sign-in: answers the token that it goes on with. */
export async function enterPassword({ send }: Pick<Browser, 'send'>, email: string): Promise<string> {
  const answer = await send('POST', '/v1/session', { body: { email, password: goodPassword } })
  assert.equal(answer.json.data.code, 'SECOND_FACTOR', answer.text)
  return answer.json.data.token
}

/** Nobody has shown who they are for an hour. */
export const growStale = (service: Service, personId: string): Promise<unknown> =>
  service.database(({ write }) =>
    write((tx) => tx.run(sql`update sessions set proved = ${Date.now() - 3_600_000} where person_id = ${personId}`)),
  )
