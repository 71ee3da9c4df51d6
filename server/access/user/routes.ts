// Endpoints of people: signing in, the own account, and the people of an environment.
import {
  invitePerson,
  listInvitations,
  listPeople,
  removePerson,
  updatePerson,
  withdrawInvitation,
} from '../../../contract/members.ts'
import * as contract from '../../../contract/person.ts'
import { listSignIns } from '../../../contract/sign-ins.ts'
import {
  buildCreatedResponse,
  buildDataResponse,
  createFlowOperation,
  createReadOperation,
  createWriteOperation,
  respondData,
  respondOk,
} from '../../platform/operation/operation.ts'
import * as account from './account.ts'
import * as memberFlows from './member-flows.ts'
import * as members from './members.ts'
import * as rules from './rules.ts'
import * as signIns from './sign-in.ts'
import * as signInLog from './sign-in-log.ts'

const json = (value: unknown) => buildDataResponse(JSON.stringify(value))

export const userRoutes = {
  getSignIn: createFlowOperation(contract.getSignIn, async (_call, context) => json(signIns.getSignInMethods(context))),
  signIn: createFlowOperation(contract.signIn, signIns.signIn),
  signOut: createFlowOperation(contract.signOut, signIns.signOut),
  readLink: createFlowOperation(contract.readLink, async (call, context) =>
    json(await signIns.describeLink(call.body.token, call.now, context)),
  ),
  useLink: createFlowOperation(contract.useLink, signIns.followLink),
  changePassword: createFlowOperation(contract.changePassword, signIns.changePassword),
  forgotPassword: createFlowOperation(contract.forgotPassword, signIns.sendResetLink),

  getMe: createFlowOperation(contract.getMe, async (call, { read, services }) =>
    json(await read((tx) => rules.getMe(tx, signIns.getPersonId(call), services.secondFactorRequired))),
  ),
  updateMe: createWriteOperation(contract.updateMe, respondOk(account.renamePerson)),
  deleteMe: createFlowOperation(contract.deleteMe, account.deleteAccount),
  listSessions: createReadOperation(contract.listSessions, respondData(account.listSessions)),
  endSession: createWriteOperation(contract.endSession, respondOk(account.endSession)),
  endOtherSessions: createWriteOperation(contract.endOtherSessions, respondOk(account.endSessionsExceptCurrent)),
  createEnvironment: createWriteOperation(contract.createEnvironment, async (tx, call) =>
    buildCreatedResponse(JSON.stringify({ environmentId: await account.createEnvironment(tx, call) })),
  ),

  listPeople: createReadOperation(listPeople, async (tx, { environmentId }) =>
    json(await members.listMembers(tx, environmentId)),
  ),
  updatePerson: createFlowOperation(updatePerson, memberFlows.updateMember),
  removePerson: createFlowOperation(removePerson, memberFlows.removeMember),
  listSignIns: createReadOperation(listSignIns, respondData(signInLog.listSignInPage)),
  listInvitations: createReadOperation(listInvitations, async (tx, { environmentId, now }) =>
    json(await members.listInvitations(tx, environmentId, now)),
  ),
  invitePerson: createFlowOperation(invitePerson, memberFlows.inviteMember),
  withdrawInvitation: createFlowOperation(withdrawInvitation, memberFlows.revokeInvitation),
}
