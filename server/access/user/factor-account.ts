// Manages the second factors of the signed-in person: adds, renames and removes them, and issues recovery codes.
import type { BodyOf, EndpointShape } from '../../../contract/endpoint.ts'
import type { addPasskey as addPasskeyEndpoint, addTotp as addTotpEndpoint } from '../../../contract/factor.ts'
import { createBadRequest } from '../../platform/error/problems.ts'
import {
  buildCreatedResponse,
  buildOkResponse,
  type FlowContext,
  type OperationCall,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import { getSetupLimits } from './attempts.ts'
import { sendFactorMail } from './factor-mail.ts'
import * as rules from './factor-rules.ts'
import { expectPasskeySite, tooManyCodes } from './factor-sign-in.ts'
import { addFactor, beginCeremony, dropFactor, endCeremony, putRecoveryCodes } from './factor-steps.ts'
import * as store from './factor-store.ts'
import { createRegistrationOptions, verifyNewPasskey } from './passkey.ts'
import { createSecret, hashOf, pendingMs } from './rules.ts'
import { expectAttempt, getPersonId, getSignInOrigin } from './sign-in.ts'
import { forgiveAttempts } from './steps.ts'
import * as people from './store.ts'
import { createTotpSecret, findTimeStep, formatTotpUri } from './totp.ts'

type CallOf<E extends EndpointShape> = OperationCall<unknown, unknown, BodyOf<E>>

async function ownerOf(call: OperationCall, context: FlowContext) {
  const personId = getPersonId(call)
  return context.read(async (tx) => {
    await rules.expectNoSingleSignOn(tx, personId)
    return (await people.findPerson(tx, personId))!
  })
}

/** Begins adding a factor. Returns the token for the next step. */
async function begin(
  call: OperationCall,
  context: FlowContext,
  begun: Pick<store.CeremonyRow, 'kind' | 'challenge' | 'secret'>,
) {
  const token = createSecret()
  const personId = getPersonId(call)
  await context.run(beginCeremony, { tokenHash: hashOf(token), personId, expires: call.now + pendingMs, ...begun })
  return token
}

export async function beginTotp(call: OperationCall, context: FlowContext): Promise<OperationResponse> {
  const { email } = await ownerOf(call, context)
  const secret = await createTotpSecret()
  const token = await begin(call, context, { kind: 'totp', challenge: null, secret })
  return buildCreatedResponse(JSON.stringify({ token, secret, uri: await formatTotpUri(secret, email) }))
}

/** Returns the ceremony of a token. Throws if another user began it. */
async function begunBy(call: OperationCall, context: FlowContext, type: 'totp' | 'register', token: string) {
  const ceremony = await context.read((tx) => rules.getValidCeremony(tx, token, [type], call.now))
  if (ceremony.personId !== getPersonId(call)) throw rules.createCeremonyEndedProblem()
  return ceremony
}

async function add(
  call: OperationCall,
  context: FlowContext,
  factor: rules.FactorAddition['factor'],
  begun: string | undefined,
): Promise<OperationResponse> {
  const personId = getPersonId(call)
  const codes = rules.createRecoveryCodes()
  const { tokenHash } = call.session!
  const codeHashes = rules.hashRecoveryCodes(codes)
  const deviceHash = hashOf(context.deviceToken ?? '')
  const addition = { personId, tokenHash, deviceHash, factor, codeHashes, begun, origin: getSignInOrigin(context) }
  const { factorId, isFirst } = await context.run(addFactor, addition)
  sendFactorMail(context, personId, { event: 'added', kind: factor.kind, name: factor.name })
  return buildCreatedResponse(JSON.stringify({ factorId, recoveryCodes: isFirst ? codes : null }))
}

const nameOf = (name: string | null | undefined, otherwise: string) => name?.trim() || otherwise

export async function addTotp(call: CallOf<typeof addTotpEndpoint>, context: FlowContext): Promise<OperationResponse> {
  const { token, code, name } = call.body
  const { tokenHash, secret } = await begunBy(call, context, 'totp', token)
  const limits = getSetupLimits(tokenHash)
  await expectAttempt(context, limits, tooManyCodes)
  const step = await findTimeStep(secret!, code.replace(/\s/g, ''), call.now)
  if (step === undefined)
    throw createBadRequest(
      '/code',
      'wrong',
      'This is not the code that the app should show now. Check the clock of the device.',
      { reason: 'code' },
    )
  await context.run(forgiveAttempts, limits)
  const factor = { kind: 'totp', name: nameOf(name, 'Authenticator app'), secret, lastStep: step } as const
  return add(call, context, factor, tokenHash)
}

export async function beginPasskey(call: OperationCall, context: FlowContext): Promise<OperationResponse> {
  const site = expectPasskeySite(context)
  const owner = await ownerOf(call, context)
  const factors = await context.read((tx) => store.listFactors(tx, owner.personId))
  const options = await createRegistrationOptions(site, owner, factors)
  const token = await begin(call, context, { kind: 'register', challenge: options.challenge, secret: null })
  return buildCreatedResponse(JSON.stringify({ token, options }))
}

export async function addPasskey(
  call: CallOf<typeof addPasskeyEndpoint>,
  context: FlowContext,
): Promise<OperationResponse> {
  const site = expectPasskeySite(context)
  const { token, passkey, name } = call.body
  const { tokenHash, challenge } = await begunBy(call, context, 'register', token)
  await context.run(endCeremony, tokenHash)
  const made = await verifyNewPasskey(site, passkey, challenge!)
  if (!made) throw createBadRequest('/passkey', 'wrong', 'This is not a passkey for this service. Begin again.')
  return add(call, context, { kind: 'passkey', name: nameOf(name, 'Passkey'), ...made }, undefined)
}

export async function removeFactor(
  call: OperationCall<unknown, { factorId: string }>,
  context: FlowContext,
): Promise<OperationResponse> {
  const personId = getPersonId(call)
  const isRequired = context.services.secondFactorRequired
  const { factorId } = call.params
  const removed = await context.run(dropFactor, { personId, factorId, isRequired, origin: getSignInOrigin(context) })
  sendFactorMail(context, personId, { event: 'removed', ...removed })
  return buildOkResponse()
}

export async function renewCodes(call: OperationCall, context: FlowContext): Promise<OperationResponse> {
  const personId = getPersonId(call)
  const codes = rules.createRecoveryCodes()
  const codeHashes = rules.hashRecoveryCodes(codes)
  await context.run(putRecoveryCodes, { personId, codeHashes, origin: getSignInOrigin(context) })
  sendFactorMail(context, personId, { event: 'codes-renewed' })
  return buildCreatedResponse(JSON.stringify({ recoveryCodes: codes }))
}
