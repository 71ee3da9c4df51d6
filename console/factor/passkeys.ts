// Passkeys in the browser: whether they work here, showing one, and making one.
import type { DataOf } from '../../contract/endpoint.ts'
import { addPasskey, beginPasskey, beginPasskeyCreation } from '../../contract/factor.ts'
import type { getSignIn } from '../../contract/person.ts'
import { client, guestClient } from '../api/client.ts'
import { currentWords } from '../words/language.ts'
import { factorWords } from './words.ts'

/** A passkey belongs to one address, and needs a browser that knows of them. */
export const passkeysWork = (ways: DataOf<typeof getSignIn> | undefined): boolean =>
  ways?.passkeyOrigin === location.origin && 'PublicKeyCredential' in window

/** Loaded when one is used. */
const library = () => import('@simplewebauthn/browser')

/** What the browser says when nothing came of it is not for people. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const words = currentWords(factorWords)
    throw new Error((error as Error).name === 'InvalidStateError' ? words.knownHere : words.notShown)
  }
}

/** For a sign-in that waits for it, or without one for whatever comes. */
export async function showPasskey(token?: string) {
  const { data } = await guestClient.call(beginPasskey, { body: token === undefined ? {} : { token } })
  const { startAuthentication } = await library()
  const optionsJSON = data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return { token: data.token, passkey: await asked(startAuthentication({ optionsJSON })) }
}

/** Answers the recovery codes that came with it, if it is the first factor. */
export async function makePasskey(): Promise<string[] | null> {
  const { data } = await client.call(beginPasskeyCreation)
  const { startRegistration } = await library()
  const optionsJSON = data.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const passkey = await asked(startRegistration({ optionsJSON }))
  return (await client.call(addPasskey, { body: { token: data.token, passkey, name: deviceName() } })).data
    .recoveryCodes
}

/** A name to begin with; it can be changed. */
function deviceName(): string {
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'].find((name) =>
    navigator.userAgent.includes(name),
  )
  return known === undefined ? 'Passkey' : `Passkey, ${known}`
}
