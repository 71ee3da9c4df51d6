// Endpoints of second factors.
import * as contract from '../../../contract/factor.ts'
import {
  buildDataResponse,
  buildOkResponse,
  createFlowOperation,
  createWriteOperation,
} from '../../platform/operation/operation.ts'
import * as account from './factor-account.ts'
import * as rules from './factor-rules.ts'
import * as signIns from './factor-sign-in.ts'
import * as store from './factor-store.ts'
import { getPersonId } from './sign-in.ts'

export const factorRoutes = {
  enterCode: createFlowOperation(contract.enterCode, signIns.signInByCode),
  beginPasskey: createFlowOperation(contract.beginPasskey, signIns.beginPasskeySignIn),
  signInWithPasskey: createFlowOperation(contract.signInWithPasskey, signIns.signInByPasskey),
  confirmSession: createFlowOperation(contract.confirmSession, signIns.confirmIdentity),
  listFactors: createFlowOperation(contract.listFactors, async (call, { read, services }) =>
    buildDataResponse(
      JSON.stringify(await read((tx) => rules.listFactors(tx, getPersonId(call), services.secondFactorRequired))),
    ),
  ),
  beginTotp: createFlowOperation(contract.beginTotp, account.beginTotp),
  addTotp: createFlowOperation(contract.addTotp, account.addTotp),
  beginPasskeyCreation: createFlowOperation(contract.beginPasskeyCreation, account.beginPasskey),
  addPasskey: createFlowOperation(contract.addPasskey, account.addPasskey),
  renameFactor: createWriteOperation(contract.renameFactor, async (tx, call) => {
    const { name } = call.body
    const hasFactor = (await store.listFactors(tx, getPersonId(call))).some(
      ({ factorId }) => factorId === call.params.factorId,
    )
    if (!hasFactor) throw rules.createFactorNotFoundProblem()
    if (name !== undefined) await store.renameFactor(tx, getPersonId(call), call.params.factorId, name)
    return buildOkResponse()
  }),
  removeFactor: createFlowOperation(contract.removeFactor, account.removeFactor),
  renewRecoveryCodes: createFlowOperation(contract.renewRecoveryCodes, account.renewCodes),
}
