// Manages the account of the signed-in person: name, sessions, own environments and deletion.
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  type createEnvironment as createEnvironmentEndpoint,
  type deleteMe,
  personLimits,
  type updateMe,
} from '../../../contract/person.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import {
  buildOkResponse,
  type FlowContext,
  type OperationCall,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import { formatIso } from '../../platform/value/times.ts'
import { createMissingEnvironment, isIdLike } from '../environment/rules.ts'
import { getSessionLimits } from './attempts.ts'
import { addMember } from './membership.ts'
import { isPassword } from './password.ts'
import { expectAttempt, getPersonId, noteFailure } from './sign-in.ts'
import * as steps from './steps.ts'
import * as store from './store.ts'

export async function renamePerson(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, BodyOf<typeof updateMe>>,
): Promise<void> {
  if (call.body.name !== undefined) await store.renamePerson(tx, getPersonId(call), call.body.name)
}

export async function listSessions(tx: ReadTransaction, call: OperationCall) {
  const rows = await store.listSessions(tx, getPersonId(call))
  return rows.slice(0, personLimits.sessions).map(({ sessionId, device, created, lastUsed, expires }) => ({
    sessionId,
    device,
    created: formatIso(created),
    lastUsed: formatIso(lastUsed),
    expires: formatIso(expires),
    current: sessionId === call.session!.sessionId,
  }))
}

export async function endSession(
  tx: WriteTransaction,
  call: OperationCall<unknown, { sessionId: string }>,
): Promise<void> {
  if ((await store.deleteSessionOf(tx, getPersonId(call), call.params.sessionId)) === 0)
    throw new ApiProblem('NOT_FOUND', { message: 'You have no such session.' })
}

export async function endSessionsExceptCurrent(tx: WriteTransaction, call: OperationCall): Promise<void> {
  await store.lockPerson(tx, getPersonId(call))
  await store.deleteSessionsExcept(tx, getPersonId(call), call.session!.tokenHash)
}

/** Creates an environment that the signed-in person owns. Returns its id. */
export async function createEnvironment(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, BodyOf<typeof createEnvironmentEndpoint>>,
): Promise<string> {
  const personId = getPersonId(call)
  const memberships = await store.listMemberships(tx, personId)
  if (!memberships.some(({ role }) => role === 'owner'))
    throw new ApiProblem('TOKEN_PERMISSIONS', { message: 'Only an owner of an environment can create another one.' })
  if (memberships.length >= personLimits.environments)
    throw createBadRequest('', 'too_many', `A user can belong to at most ${personLimits.environments} environments.`, {
      max: personLimits.environments,
    })
  if (isIdLike(call.body.name)) throw createBadRequest('/name', 'format', 'The name must not look like an id.')
  const environmentId = await createMissingEnvironment(tx, call.body.name, call.now)
  if (environmentId === undefined) throw new ApiProblem('NAME_EXISTS')
  await addMember(tx, { ...call, environmentId }, { personId, role: 'owner' })
  return environmentId
}

export async function deleteAccount(
  call: OperationCall<unknown, unknown, BodyOf<typeof deleteMe>>,
  context: FlowContext,
): Promise<OperationResponse> {
  const { personId, password } = (await context.read((tx) => store.findPerson(tx, getPersonId(call))))!
  // A person without a usable password needs a recent single sign-on instead.
  if (password === null || !context.services.passwords) expectFresh(call)
  else {
    const limits = getSessionLimits(personId)
    const counted = await expectAttempt(context, limits)
    if (!(await isPassword(call.body.password ?? '', password))) {
      noteFailure(context, personId, counted)
      throw createBadRequest('/password', 'wrong', 'This is not your current password.', { reason: 'password' })
    }
    await context.run(steps.forgiveAttempts, limits)
  }
  await context.run(steps.deleteAccount, { personId, password })
  return { ...buildOkResponse(), cookie: context.services.cookie(undefined) }
}
