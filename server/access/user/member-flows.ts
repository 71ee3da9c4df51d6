// Changes roles and sends invitations: operations on the users of an environment that need several transactions.
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { invitePerson, updatePerson } from '../../../contract/members.ts'
import type { UserRole } from '../../../contract/person.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import {
  buildCreatedResponse,
  buildOkResponse,
  type FlowContext,
  type OperationCall,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import * as environments from '../environment/store.ts'
import { createRateLimitProblem, getInvitationLimits } from './attempts.ts'
import { type AccessChange, writeAccessMail, writeInvitationMail, writeRoleMail } from './mail.ts'
import * as members from './members.ts'
import { formatPersonActor } from './membership.ts'
import * as rules from './rules.ts'
import { addInvitation, changeRole, takeBackInvitation } from './steps.ts'
import * as store from './store.ts'

type PersonCall<Body = unknown> = OperationCall<unknown, { personId: string }, Body>

export async function updateMember(
  call: PersonCall<BodyOf<typeof updatePerson>>,
  context: FlowContext,
): Promise<OperationResponse> {
  const { environmentId, params, body } = call
  if (body.role === undefined) {
    const currentRole = await context.read((tx) => store.findRole(tx, environmentId, params.personId))
    if (currentRole === undefined) throw members.createPersonNotFoundProblem()
    return buildOkResponse()
  }
  await change(call, context, body.role)
  return buildOkResponse()
}

export async function removeMember(call: PersonCall, context: FlowContext): Promise<OperationResponse> {
  await change(call, context, null)
  return buildOkResponse()
}

const getGrantRights = (call: OperationCall, { scopes }: FlowContext) => members.getGrantRights(scopes, call)

/**
 * Changes a role. Sends the user an e-mail, unless they made the change. Sends the owners an e-mail if a user
 * administrator made it.
 */
async function change(call: PersonCall, context: FlowContext, role: UserRole | null): Promise<void> {
  const { environmentId, params, actor } = call
  const { personId } = params
  const old = await context.run(changeRole, {
    personId,
    role,
    granting: getGrantRights(call, context),
  })
  const { mail, later } = context.services
  if (old === undefined || !mail || actor === formatPersonActor(personId)) return
  later(async () => {
    const environment = await context.read((tx) => environments.findById(tx, environmentId))
    const person = await context.read((tx) => store.findPerson(tx, personId))
    if (!person || environment?.sandbox !== false) return
    mail.send(writeRoleMail(person.email, environment.name, role ?? undefined))
    if (role !== null) await notifyOwners(call, context, { environment: environment.name, whom: person, role, old })
  })
}

/** Sends the owners an e-mail about a change by a user administrator, who manages access without being an owner. */
async function notifyOwners(call: OperationCall, flow: FlowContext, change: Omit<AccessChange, 'by'>): Promise<void> {
  const { mail } = flow.services
  const { session, environmentId } = call
  if (!mail || !session || getGrantRights(call, flow).mayMakeOwners) return
  const administrator = await flow.read((tx) => store.findPerson(tx, session.personId))
  if (!administrator) return
  const owners = await flow.read((tx) => store.listOwnerEmails(tx, environmentId))
  for (const address of owners) mail.send(writeAccessMail(address, { ...change, by: administrator }))
}

export async function revokeInvitation(
  call: OperationCall<unknown, { invitationId: string }>,
  context: FlowContext,
): Promise<OperationResponse> {
  const { invitationId } = call.params
  if (!(await context.run(takeBackInvitation, { invitationId, granting: getGrantRights(call, context) })))
    throw new ApiProblem('NOT_FOUND', { message: 'This invitation does not exist.' })
  return buildOkResponse()
}

export async function inviteMember(
  call: OperationCall<unknown, unknown, BodyOf<typeof invitePerson>>,
  context: FlowContext,
): Promise<OperationResponse> {
  const { role } = call.body
  const email = rules.normaliseEmail(call.body.email)
  if (role === 'owner') expectFresh(call)
  const order = members.createInvitationOrder(email, role, getGrantRights(call, context))
  const postman = await postmanFor(call, context)
  const limits = postman ? getInvitationLimits(email, call.actor, call.environmentId) : []
  const made = await context.run(addInvitation, { order, limits })
  if (made.waitSeconds !== undefined)
    throw createRateLimitProblem('Too many invitations were sent by e-mail today.', made.waitSeconds)
  const link = rules.linkUrl(context.services.publicUrl(), order.token)
  if (postman) {
    const { environment } = postman
    context.services.later(() => notifyOwners(call, context, { environment, whom: { email }, role, old: undefined }))
  }
  const mailed = (await postman?.post(email, link)) ?? false
  return buildCreatedResponse(JSON.stringify({ invitationId: made.invitationId, mailed, link: mailed ? null : link }))
}

/**
 * Returns a function that sends an invitation and returns whether the mail server accepted it. Otherwise, the inviter
 * passes on the link. Returns undefined if no e-mail can be sent.
 */
async function postmanFor(call: OperationCall, context: FlowContext) {
  const { mail, report } = context.services
  if (!mail) return undefined
  const environment = await context.read((tx) => environments.findById(tx, call.environmentId))
  // A sandbox sends no e-mails.
  if (environment?.sandbox !== false) return undefined
  const post = async (email: string, link: string): Promise<boolean> => {
    try {
      await mail.once(writeInvitationMail(email, environment.name, link))
      return true
    } catch (error) {
      report(error)
      return false
    }
  }
  return { environment: environment.name, post }
}
