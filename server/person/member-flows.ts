// The people of an environment, as far as more than one transaction is needed: roles, invitations and their mail.
import type { BodyOf } from '../../contract/endpoint.ts'
import type { invitePerson, updatePerson } from '../../contract/members.ts'
import { expectFresh, isFresh } from '../core/fresh.ts'
import { type Call, created, type FlowContext, ok, type Reply } from '../core/operation.ts'
import * as environments from '../environment/store.ts'
import { invitationMail } from './mail.ts'
import * as members from './members.ts'
import * as rules from './rules.ts'
import { addInvitation, changeRole } from './steps.ts'
import * as store from './store.ts'

type PersonCall<Body = unknown> = Call<unknown, { personId: string }, Body>

export async function update(call: PersonCall<BodyOf<typeof updatePerson>>, context: FlowContext): Promise<Reply> {
  const { environmentId, params, body } = call
  if (body.role === undefined) {
    const known = await context.read((tx) => store.findRole(tx, environmentId, params.personId))
    if (known === undefined) throw members.noSuchPerson()
    return ok()
  }
  const mayMakeOwners = members.mayMakeOwners(context.scopes)
  const change = { personId: params.personId, role: body.role, mayMakeOwners, isFresh: isFresh(call.session, call.now) }
  await context.run(changeRole, change)
  return ok()
}

export async function remove(call: PersonCall, context: FlowContext): Promise<Reply> {
  const { personId } = call.params
  const mayMakeOwners = members.mayMakeOwners(context.scopes)
  await context.run(changeRole, { personId, role: null, mayMakeOwners, isFresh: isFresh(call.session, call.now) })
  return ok()
}

export async function invite(
  call: Call<unknown, unknown, BodyOf<typeof invitePerson>>,
  context: FlowContext,
): Promise<Reply> {
  const { role } = call.body
  const email = rules.normalEmail(call.body.email)
  if (role === 'owner' && !members.mayMakeOwners(context.scopes)) throw members.ownersOnly()
  if (role === 'owner') expectFresh(call)
  const order = members.newInvitation(email, role)
  const invitationId = await context.run(addInvitation, order)
  const link = rules.linkUrl(context.services.publicUrl(), order.token)
  const mailed = await mailInvitation(call, context, email, link)
  return created(JSON.stringify({ invitationId, mailed, link: mailed ? null : link }))
}

/** Whether it went: where the mail server refuses, the one who invites hands the link over. */
async function mailInvitation(call: Call, context: FlowContext, email: string, link: string): Promise<boolean> {
  const { mail, report } = context.services
  if (!mail) return false
  const environment = await context.read((tx) => environments.findById(tx, call.environmentId))
  // Nothing leaves a sandbox.
  if (environment?.sandbox !== false) return false
  try {
    await mail(invitationMail(email, environment.name, link))
    return true
  } catch (error) {
    report(error)
    return false
  }
}
