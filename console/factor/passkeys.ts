// Uses passkeys in the browser: whether they work here, how to sign in with one, and how to create one.
import type { DataOf } from '../../contract/endpoint.ts'
import { addPasskey, beginPasskey, beginPasskeyCreation } from '../../contract/factor.ts'
import type { getSignIn } from '../../contract/person.ts'
import { apiClient, guestClient } from '../api/client.ts'
import { currentTexts } from '../words/language.ts'
import { factorTexts } from './words.ts'

/** Returns whether passkeys work: the browser must support them, and a passkey belongs to one origin. */
export const canUsePasskeys = (methods: DataOf<typeof getSignIn> | undefined): boolean =>
  methods?.passkeyOrigin === location.origin && 'PublicKeyCredential' in window

/** Loads the library for passkeys on first use. */
const library = () => import('@simplewebauthn/browser')

/** Runs the work of the browser, and replaces its technical errors. */
async function runPasskeyWork<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const texts = currentTexts(factorTexts)
    throw new Error((error as Error).name === 'InvalidStateError' ? texts.knownHere : texts.notShown)
  }
}

/** Asks for a passkey: for a sign-in that waits for a second factor, or for any user without a token. */
export async function showPasskey(token?: string) {
  const { data } = await guestClient.call(beginPasskey, { body: token === undefined ? {} : { token } })
  const { startAuthentication } = await library()
  const optionsJSON = data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return { token: data.token, passkey: await runPasskeyWork(startAuthentication({ optionsJSON })) }
}

/** Creates a passkey. Returns the recovery codes that come with the first factor, otherwise null. */
export async function makePasskey(): Promise<string[] | null> {
  const { data } = await apiClient.call(beginPasskeyCreation)
  const { startRegistration } = await library()
  const optionsJSON = data.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const passkey = await runPasskeyWork(startRegistration({ optionsJSON }))
  return (await apiClient.call(addPasskey, { body: { token: data.token, passkey, name: deviceName() } })).data
    .recoveryCodes
}

/** Returns a proposed name for a passkey. */
function deviceName(): string {
  const deviceType = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'].find((name) =>
    navigator.userAgent.includes(name),
  )
  return deviceType === undefined ? 'Passkey' : `Passkey, ${deviceType}`
}
