// Manages the second factors of the signed-in person: adds, renames and removes them, and issues recovery codes.
import type { BodyOf, EndpointShape } from '../../../contract/endpoint.ts'
import type { addPasskey as addPasskeyEndpoint, addTotp as addTotpEndpoint } from '../../../contract/factor.ts'
import { badRequest } from '../../platform/error/problems.ts'
import { type Call, created, type FlowContext, ok, type Reply } from '../../platform/operation/operation.ts'
import { setupLimits } from './attempts.ts'
import { tell } from './factor-mail.ts'
import * as rules from './factor-rules.ts'
import { siteFor, tooManyCodes } from './factor-sign-in.ts'
import { addFactor, beginCeremony, dropFactor, endCeremony, putRecoveryCodes } from './factor-steps.ts'
import * as store from './factor-store.ts'
import { createdPasskey, creationOptions } from './passkey.ts'
import { hashOf, newSecret, pendingMs } from './rules.ts'
import { expectAttempt, originOf, personOf } from './sign-in.ts'
import { forgiveAttempts } from './steps.ts'
import * as people from './store.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'

type CallOf<E extends EndpointShape> = Call<unknown, unknown, BodyOf<E>>

async function ownerOf(call: Call, context: FlowContext) {
  const personId = personOf(call)
  return context.read(async (tx) => {
    await rules.expectOwnCharge(tx, personId)
    return (await people.findPerson(tx, personId))!
  })
}

/** Begins adding a factor. Returns the token for the next step. */
async function begin(
  call: Call,
  context: FlowContext,
  begun: Pick<store.CeremonyRow, 'kind' | 'challenge' | 'secret'>,
) {
  const token = newSecret()
  const personId = personOf(call)
  await context.run(beginCeremony, { tokenHash: hashOf(token), personId, expires: call.now + pendingMs, ...begun })
  return token
}

export async function beginTotp(call: Call, context: FlowContext): Promise<Reply> {
  const { email } = await ownerOf(call, context)
  const secret = await newTotpSecret()
  const token = await begin(call, context, { kind: 'totp', challenge: null, secret })
  return created(JSON.stringify({ token, secret, uri: await totpUri(secret, email) }))
}

/** Of the person who began it. */
async function begunBy(call: Call, context: FlowContext, kind: 'totp' | 'register', token: string) {
  const ceremony = await context.read((tx) => rules.goodCeremony(tx, token, [kind], call.now))
  if (ceremony.personId !== personOf(call)) throw rules.ceremonyGone()
  return ceremony
}

async function add(
  call: Call,
  context: FlowContext,
  factor: rules.Addition['factor'],
  begun: string | undefined,
): Promise<Reply> {
  const personId = personOf(call)
  const codes = rules.newRecoveryCodes()
  const { tokenHash } = call.session!
  const codeHashes = rules.recoveryHashes(codes)
  const deviceHash = hashOf(context.deviceToken ?? '')
  const addition = { personId, tokenHash, deviceHash, factor, codeHashes, begun, origin: originOf(context) }
  const { factorId, isFirst } = await context.run(addFactor, addition)
  tell(context, personId, { event: 'added', kind: factor.kind, name: factor.name })
  return created(JSON.stringify({ factorId, recoveryCodes: isFirst ? codes : null }))
}

const nameOf = (given: string | null | undefined, otherwise: string) => given?.trim() || otherwise

export async function addTotp(call: CallOf<typeof addTotpEndpoint>, context: FlowContext): Promise<Reply> {
  const { token, code, name } = call.body
  const { tokenHash, secret } = await begunBy(call, context, 'totp', token)
  const limits = setupLimits(tokenHash)
  await expectAttempt(context, limits, tooManyCodes)
  const step = await stepOf(secret!, code.replace(/\s/g, ''), call.now)
  if (step === undefined)
    throw badRequest(
      '/code',
      'wrong',
      'This is not the code that the app should show now. Check the clock of the device.',
      { reason: 'code' },
    )
  await context.run(forgiveAttempts, limits)
  const factor = { kind: 'totp', name: nameOf(name, 'Authenticator app'), secret, lastStep: step } as const
  return add(call, context, factor, tokenHash)
}

export async function beginPasskey(call: Call, context: FlowContext): Promise<Reply> {
  const site = siteFor(context)
  const owner = await ownerOf(call, context)
  const factors = await context.read((tx) => store.listFactors(tx, owner.personId))
  const options = await creationOptions(site, owner, factors)
  const token = await begin(call, context, { kind: 'register', challenge: options.challenge, secret: null })
  return created(JSON.stringify({ token, options }))
}

export async function addPasskey(call: CallOf<typeof addPasskeyEndpoint>, context: FlowContext): Promise<Reply> {
  const site = siteFor(context)
  const { token, passkey, name } = call.body
  const { tokenHash, challenge } = await begunBy(call, context, 'register', token)
  await context.run(endCeremony, tokenHash)
  const made = await createdPasskey(site, passkey, challenge!)
  if (!made) throw badRequest('/passkey', 'wrong', 'This is not a passkey for this service. Begin again.')
  return add(call, context, { kind: 'passkey', name: nameOf(name, 'Passkey'), ...made }, undefined)
}

export async function remove(call: Call<unknown, { factorId: string }>, context: FlowContext): Promise<Reply> {
  const personId = personOf(call)
  const isRequired = context.services.secondFactorRequired
  const { factorId } = call.params
  const removed = await context.run(dropFactor, { personId, factorId, isRequired, origin: originOf(context) })
  tell(context, personId, { event: 'removed', ...removed })
  return ok()
}

export async function renewCodes(call: Call, context: FlowContext): Promise<Reply> {
  const personId = personOf(call)
  const codes = rules.newRecoveryCodes()
  const codeHashes = rules.recoveryHashes(codes)
  await context.run(putRecoveryCodes, { personId, codeHashes, origin: originOf(context) })
  tell(context, personId, { event: 'codes-renewed' })
  return created(JSON.stringify({ recoveryCodes: codes }))
}
