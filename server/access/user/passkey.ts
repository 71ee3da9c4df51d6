// Registers and checks passkeys (WebAuthn) for the address of the service.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { addPasskey, signInWithPasskey } from '../../../contract/factor.ts'
import { isLoopback } from '../../platform/value/loopback.ts'
import type { FactorRow, PasskeyUse } from './factor-store.ts'

export type PasskeyAssertion = BodyOf<typeof signInWithPasskey>['passkey']
export type PasskeyAttestation = BodyOf<typeof addPasskey>['passkey']

/** Loads the library on first use, because many installations have no passkeys. */
const library = () => import('@simplewebauthn/server')

export interface PasskeySite {
  rpId: string
  origin: string
}

/**
 * Returns the site of passkeys, or undefined if the public URL allows none. A site needs a domain name and HTTPS. A
 * loopback address becomes `localhost`.
 */
export function findPasskeySite(publicUrl: string): PasskeySite | undefined {
  const { hostname, origin, protocol, port } = new URL(publicUrl)
  if (isLoopback(hostname))
    return { rpId: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` }
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return isAddress || protocol !== 'https:' ? undefined : { rpId: hostname, origin }
}

/**
 * Ids of Ed25519, ECDSA with P-256, and RSA, the algorithms of authenticators. Detection by the library would cause
 * warnings of Node.
 */
const algorithms = [-8, -7, -257]

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
/** Returns the user handle that a passkey stores for its person. */
const handleOf = (personId: string) => Uint8Array.from(Buffer.from(personId))

const described = (factors: readonly FactorRow[]) =>
  factors
    .filter(({ credentialId }) => credentialId !== null)
    .map(({ credentialId, transports }) => ({ id: credentialId!, transports: transports?.split(' ') ?? [] }))

interface Owner {
  personId: string
  email: string
  name: string
}

export const createRegistrationOptions = async (
  { rpId }: PasskeySite,
  { personId, email, name }: Owner,
  factors: FactorRow[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: 'Dray',
    rpID: rpId,
    userID: handleOf(personId),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: described(factors),
    // A passkey can also replace the password, so it must work without a user name, and the authenticator must verify
    // its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** Returns the options of a sign-in with a passkey, for any person or for the owner of these factors. */
export const requestOptions = async ({ rpId }: PasskeySite, factors: readonly FactorRow[] = []) =>
  (await library()).generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    allowCredentials: described(factors),
  })

export type NewPasskey = Pick<FactorRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>

const supportedTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** Verifies a new passkey. Returns undefined if any part of the response is wrong. */
export async function verifyNewPasskey(
  { rpId, origin }: PasskeySite,
  { id, response }: PasskeyAttestation,
  expectedChallenge: string,
): Promise<NewPasskey | undefined> {
  const { attestationObject, clientDataJSON } = response
  const transports = (response.transports ?? []).filter((transport) => supportedTransports.includes(transport))
  const answer = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { attestationObject, clientDataJSON },
  } satisfies RegistrationResponseJSON
  const { verifyRegistrationResponse } = await library()
  const expected = { response: answer, expectedChallenge, expectedOrigin: origin, expectedRPID: rpId }
  const { registrationInfo: info } = await verifyRegistrationResponse({
    ...expected,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!info || info.credential.id !== id) return undefined
  return {
    credentialId: id,
    publicKey: textOf(info.credential.publicKey),
    counter: info.credential.counter,
    transports: transports.length === 0 ? null : transports.join(' '),
    backedUp: info.credentialBackedUp ? 1 : 0,
  }
}

/** Verifies a passkey that a person used. Returns undefined if it is invalid, or if its counter indicates a copy. */
export async function verifyPasskey(
  { rpId, origin }: PasskeySite,
  { id, response }: PasskeyAssertion,
  { factor, challenge }: { factor: FactorRow; challenge: string },
): Promise<PasskeyUse | undefined> {
  const { authenticatorData, clientDataJSON, signature, userHandle } = response
  if (userHandle != null && userHandle !== textOf(handleOf(factor.personId))) return undefined
  const answer = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { authenticatorData, clientDataJSON, signature },
  } satisfies AuthenticationResponseJSON
  const credential = { id, publicKey: bytesOf(factor.publicKey!), counter: factor.counter! }
  const { verifyAuthenticationResponse } = await library()
  const expected = { response: answer, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId }
  const outcome = await verifyAuthenticationResponse({ ...expected, credential, requireUserVerification: true }).catch(
    () => undefined,
  )
  if (!outcome?.verified) return undefined
  const { newCounter, credentialBackedUp } = outcome.authenticationInfo
  return { factorId: factor.factorId, counter: newCounter, backedUp: credentialBackedUp ? 1 : 0 }
}
