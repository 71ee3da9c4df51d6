// Manages the account of the signed-in person: name, sessions, own environments and deletion.
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  type createEnvironment as createEnvironmentEndpoint,
  type deleteMe,
  personLimits,
  type updateMe,
} from '../../../contract/person.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import { type Call, type FlowContext, ok, type Reply } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import { createUnlessThere, isIdLike } from '../environment/rules.ts'
import { sessionLimits } from './attempts.ts'
import { join } from './membership.ts'
import { isPassword } from './password.ts'
import { expectAttempt, noteFailure, personOf } from './sign-in.ts'
import * as steps from './steps.ts'
import * as store from './store.ts'

export async function rename(tx: Writer, call: Call<unknown, unknown, BodyOf<typeof updateMe>>): Promise<void> {
  if (call.body.name !== undefined) await store.rename(tx, personOf(call), call.body.name)
}

export async function sessions(tx: Reader, call: Call) {
  const rows = await store.listSessions(tx, personOf(call))
  return rows.slice(0, personLimits.sessions).map(({ sessionId, device, created, lastUsed, expires }) => ({
    sessionId,
    device,
    created: toIso(created),
    lastUsed: toIso(lastUsed),
    expires: toIso(expires),
    current: sessionId === call.session!.sessionId,
  }))
}

export async function endSession(tx: Writer, call: Call<unknown, { sessionId: string }>): Promise<void> {
  if ((await store.deleteSessionOf(tx, personOf(call), call.params.sessionId)) === 0)
    throw new Problem('NOT_FOUND', { message: 'You have no such session.' })
}

export async function endOtherSessions(tx: Writer, call: Call): Promise<void> {
  await store.lockPerson(tx, personOf(call))
  await store.deleteOtherSessionsOf(tx, personOf(call), call.session!.tokenHash)
}

/** Creates an environment that the signed-in person owns. Returns its id. */
export async function createEnvironment(
  tx: Writer,
  call: Call<unknown, unknown, BodyOf<typeof createEnvironmentEndpoint>>,
): Promise<string> {
  const personId = personOf(call)
  const memberships = await store.listMemberships(tx, personId)
  if (!memberships.some(({ role }) => role === 'owner'))
    throw new Problem('TOKEN_PERMISSIONS', { message: 'Only an owner of an environment can create another one.' })
  if (memberships.length >= personLimits.environments)
    throw badRequest('', 'too_many', `A person can belong to at most ${personLimits.environments} environments.`, {
      max: personLimits.environments,
    })
  if (isIdLike(call.body.name)) throw badRequest('/name', 'format', 'The name must not look like an id.')
  const environmentId = await createUnlessThere(tx, call.body.name, call.now)
  if (environmentId === undefined) throw new Problem('NAME_EXISTS')
  await join(tx, { ...call, environmentId }, { personId, role: 'owner' })
  return environmentId
}

export async function deleteAccount(
  call: Call<unknown, unknown, BodyOf<typeof deleteMe>>,
  context: FlowContext,
): Promise<Reply> {
  const { personId, password } = (await context.read((tx) => store.findPerson(tx, personOf(call))))!
  // For a person without a valid password, a recent single sign-on is the proof.
  if (password === null || !context.services.passwords) expectFresh(call)
  else {
    const limits = sessionLimits(personId)
    const counted = await expectAttempt(context, limits)
    if (!(await isPassword(call.body.password ?? '', password))) {
      noteFailure(context, personId, counted)
      throw badRequest('/password', 'wrong', 'This is not your current password.', { reason: 'password' })
    }
    await context.run(steps.forgiveAttempts, limits)
  }
  await context.run(steps.deleteAccount, { personId, password })
  return { ...ok(), cookie: context.services.cookie(undefined) }
}
