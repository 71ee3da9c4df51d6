// The endpoints of people: signing in, one's own account, the people of an environment.
import {
  invitePerson,
  listInvitations,
  listPeople,
  removePerson,
  updatePerson,
  withdrawInvitation,
} from '../../../contract/members.ts'
import {
  changePassword,
  createEnvironment,
  deleteMe,
  endOtherSessions,
  endSession,
  forgotPassword,
  getMe,
  getSignIn,
  listSessions,
  readLink,
  signIn,
  signOut,
  updateMe,
  useLink,
} from '../../../contract/person.ts'
import { listSignIns } from '../../../contract/sign-ins.ts'
import { created, flows, ok, okData, reads, writes } from '../../platform/operation/operation.ts'
import * as account from './account.ts'
import * as memberFlows from './member-flows.ts'
import * as members from './members.ts'
import * as rules from './rules.ts'
import * as signIns from './sign-in.ts'
import * as signInLog from './sign-in-log.ts'

const json = (value: unknown) => okData(JSON.stringify(value))

export const routes = {
  getSignIn: flows(getSignIn, async (_call, context) => json(signIns.ways(context))),
  signIn: flows(signIn, signIns.signIn),
  signOut: flows(signOut, signIns.signOut),
  readLink: flows(readLink, async (call, context) => json(await signIns.shownLink(call.body.token, call.now, context))),
  useLink: flows(useLink, signIns.followLink),
  changePassword: flows(changePassword, signIns.changePassword),
  forgotPassword: flows(forgotPassword, signIns.sendResetLink),

  getMe: flows(getMe, async (call, { read, services }) =>
    json(await read((tx) => rules.me(tx, signIns.personOf(call), services.secondFactorRequired))),
  ),
  updateMe: writes(updateMe, async (tx, call) => {
    await account.rename(tx, call)
    return ok()
  }),
  deleteMe: flows(deleteMe, account.deleteAccount),
  listSessions: reads(listSessions, async (tx, call) => json(await account.sessions(tx, call))),
  endSession: writes(endSession, async (tx, call) => {
    await account.endSession(tx, call)
    return ok()
  }),
  endOtherSessions: writes(endOtherSessions, async (tx, call) => {
    await account.endOtherSessions(tx, call)
    return ok()
  }),
  createEnvironment: writes(createEnvironment, async (tx, call) =>
    created(JSON.stringify({ environmentId: await account.createEnvironment(tx, call) })),
  ),

  listPeople: reads(listPeople, async (tx, { environmentId }) => json(await members.list(tx, environmentId))),
  updatePerson: flows(updatePerson, memberFlows.update),
  removePerson: flows(removePerson, memberFlows.remove),
  listSignIns: reads(listSignIns, async (tx, call) => json(await signInLog.list(tx, call))),
  listInvitations: reads(listInvitations, async (tx, { environmentId, now }) =>
    json(await members.listInvitations(tx, environmentId, now)),
  ),
  invitePerson: flows(invitePerson, memberFlows.invite),
  withdrawInvitation: flows(withdrawInvitation, memberFlows.withdraw),
}
