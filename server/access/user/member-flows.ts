// Runs operations on the people of an environment that need several transactions: roles, invitations and their e-mails.
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { invitePerson, updatePerson } from '../../../contract/members.ts'
import type { Role } from '../../../contract/person.ts'
import { Problem } from '../../platform/error/problems.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import { type Call, created, type FlowContext, ok, type Reply } from '../../platform/operation/operation.ts'
import * as environments from '../environment/store.ts'
import { invitationLimits, tooMany } from './attempts.ts'
import { type AccessChange, accessMail, invitationMail, roleMail } from './mail.ts'
import * as members from './members.ts'
import { actorOf } from './membership.ts'
import * as rules from './rules.ts'
import { addInvitation, changeRole, takeBackInvitation } from './steps.ts'
import * as store from './store.ts'

type PersonCall<Body = unknown> = Call<unknown, { personId: string }, Body>

export async function update(call: PersonCall<BodyOf<typeof updatePerson>>, context: FlowContext): Promise<Reply> {
  const { environmentId, params, body } = call
  if (body.role === undefined) {
    const known = await context.read((tx) => store.findRole(tx, environmentId, params.personId))
    if (known === undefined) throw members.noSuchPerson()
    return ok()
  }
  await change(call, context, body.role)
  return ok()
}

export async function remove(call: PersonCall, context: FlowContext): Promise<Reply> {
  await change(call, context, null)
  return ok()
}

const grantingOf = (call: Call, { scopes }: FlowContext) => members.grantingOf(scopes, call)

/**
 * Changes a role. Sends the person an e-mail, unless they made the change. Sends owners an e-mail if a user
 * administrator made it.
 */
async function change(call: PersonCall, context: FlowContext, role: Role | null): Promise<void> {
  const { environmentId, params, actor } = call
  const { personId } = params
  const old = await context.run(changeRole, {
    personId,
    role,
    granting: grantingOf(call, context),
  })
  const { mail, later } = context.services
  if (old === undefined || !mail || actor === actorOf(personId)) return
  later(async () => {
    const environment = await context.read((tx) => environments.findById(tx, environmentId))
    const person = await context.read((tx) => store.findPerson(tx, personId))
    if (!person || environment?.sandbox !== false) return
    mail.send(roleMail(person.email, environment.name, role ?? undefined))
    if (role !== null) await tellOwners(call, context, { environment: environment.name, whom: person, role, old })
  })
}

/** Sends owners an e-mail about a change by a user administrator, a person who manages access and is not an owner. */
async function tellOwners(call: Call, context: FlowContext, change: Omit<AccessChange, 'by'>): Promise<void> {
  const { mail } = context.services
  const { session, environmentId } = call
  if (!mail || !session || grantingOf(call, context).mayMakeOwners) return
  const by = await context.read((tx) => store.findPerson(tx, session.personId))
  if (!by) return
  const owners = await context.read((tx) => store.listOwnerEmails(tx, environmentId))
  for (const to of owners) mail.send(accessMail(to, { ...change, by }))
}

export async function withdraw(call: Call<unknown, { invitationId: string }>, context: FlowContext): Promise<Reply> {
  const { invitationId } = call.params
  if (!(await context.run(takeBackInvitation, { invitationId, granting: grantingOf(call, context) })))
    throw new Problem('NOT_FOUND', { message: 'This invitation does not exist.' })
  return ok()
}

export async function invite(
  call: Call<unknown, unknown, BodyOf<typeof invitePerson>>,
  context: FlowContext,
): Promise<Reply> {
  const { role } = call.body
  const email = rules.normalEmail(call.body.email)
  if (role === 'owner') expectFresh(call)
  const order = members.newInvitation(email, role, grantingOf(call, context))
  const postman = await postmanFor(call, context)
  const limits = postman ? invitationLimits(email, call.actor, call.environmentId) : []
  const made = await context.run(addInvitation, { order, limits })
  if (made.waitSeconds !== undefined) throw tooMany('Too many invitations were sent by mail today.', made.waitSeconds)
  const link = rules.linkUrl(context.services.publicUrl(), order.token)
  if (postman) {
    const { environment } = postman
    context.services.later(() => tellOwners(call, context, { environment, whom: { email }, role, old: undefined }))
  }
  const mailed = (await postman?.post(email, link)) ?? false
  return created(JSON.stringify({ invitationId: made.invitationId, mailed, link: mailed ? null : link }))
}

/**
 * Returns a function that sends an e-mail and returns whether the mail server accepted it. If not, the inviter passes
 * on the link.
 */
async function postmanFor(call: Call, context: FlowContext) {
  const { mail, report } = context.services
  if (!mail) return undefined
  const environment = await context.read((tx) => environments.findById(tx, call.environmentId))
  // Nothing leaves a sandbox.
  if (environment?.sandbox !== false) return undefined
  const post = async (email: string, link: string): Promise<boolean> => {
    try {
      await mail.once(invitationMail(email, environment.name, link))
      return true
    } catch (error) {
      report(error)
      return false
    }
  }
  return { environment: environment.name, post }
}
