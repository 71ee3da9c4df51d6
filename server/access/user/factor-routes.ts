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
import { flows, ok, okData, writes } from '../../platform/operation/operation.ts'
import * as account from './factor-account.ts'
import * as rules from './factor-rules.ts'
import * as signIns from './factor-sign-in.ts'
import * as store from './factor-store.ts'
import { personOf } from './sign-in.ts'

export const routes = {
  enterCode: flows(enterCode, signIns.signInByCode),
  beginPasskey: flows(beginPasskey, signIns.askForPasskey),
  signInWithPasskey: flows(signInWithPasskey, signIns.signInByPasskey),
  confirmSession: flows(confirmSession, signIns.confirm),
  listFactors: flows(listFactors, async (call, { read, services }) =>
    okData(JSON.stringify(await read((tx) => rules.list(tx, personOf(call), services.secondFactorRequired)))),
  ),
  beginTotp: flows(beginTotp, account.beginTotp),
  addTotp: flows(addTotp, account.addTotp),
  beginPasskeyCreation: flows(beginPasskeyCreation, account.beginPasskey),
  addPasskey: flows(addPasskey, account.addPasskey),
  renameFactor: writes(renameFactor, async (tx, call) => {
    const { name } = call.body
    const known = (await store.listFactors(tx, personOf(call))).some(
      ({ factorId }) => factorId === call.params.factorId,
    )
    if (!known) throw rules.noSuchFactor()
    if (name !== undefined) await store.renameFactor(tx, personOf(call), call.params.factorId, name)
    return ok()
  }),
  removeFactor: flows(removeFactor, account.remove),
  renewRecoveryCodes: flows(renewRecoveryCodes, account.renewCodes),
}
