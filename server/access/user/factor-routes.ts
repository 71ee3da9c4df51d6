// The endpoints of second factors.
import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginPasskeyCreation,
  beginTotp,
  confirmSession,
  enterCode,
  listFactors,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  signInWithPasskey,
} from '../../../contract/factor.ts'
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
  enterCode: createFlowOperation(enterCode, signIns.signInByCode),
  beginPasskey: createFlowOperation(beginPasskey, signIns.beginPasskeySignIn),
  signInWithPasskey: createFlowOperation(signInWithPasskey, signIns.signInByPasskey),
  confirmSession: createFlowOperation(confirmSession, signIns.confirmIdentity),
  listFactors: createFlowOperation(listFactors, async (call, { read, services }) =>
    buildDataResponse(
      JSON.stringify(await read((tx) => rules.listFactors(tx, getPersonId(call), services.secondFactorRequired))),
    ),
  ),
  beginTotp: createFlowOperation(beginTotp, account.beginTotp),
  addTotp: createFlowOperation(addTotp, account.addTotp),
  beginPasskeyCreation: createFlowOperation(beginPasskeyCreation, account.beginPasskey),
  addPasskey: createFlowOperation(addPasskey, account.addPasskey),
  renameFactor: createWriteOperation(renameFactor, async (tx, call) => {
    const { name } = call.body
    const hasFactor = (await store.listFactors(tx, getPersonId(call))).some(
      ({ factorId }) => factorId === call.params.factorId,
    )
    if (!hasFactor) throw rules.createFactorNotFoundProblem()
    if (name !== undefined) await store.renameFactor(tx, getPersonId(call), call.params.factorId, name)
    return buildOkResponse()
  }),
  removeFactor: createFlowOperation(removeFactor, account.removeFactor),
  renewRecoveryCodes: createFlowOperation(renewRecoveryCodes, account.renewCodes),
}
