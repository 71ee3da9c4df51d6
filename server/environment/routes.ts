// The endpoints of the environment.
import { getEnvironment, resetEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { andThen, flows, ok, okData, preparedWrites, reads } from '../core/operation.ts'
import * as rules from './rules.ts'
import { clearSandbox, resetSandbox } from './sandbox.ts'

export const routes = {
  getEnvironment: reads(getEnvironment, async (tx, call) => {
    const environment = await rules.get(tx, call)
    return okData(JSON.stringify(environment), environment.version)
  }),
  resetEnvironment: flows(resetEnvironment, async (call, { run, perform }) => {
    await resetSandbox(() => run(clearSandbox, undefined), perform, call.now)
    return ok()
  }),
  updateEnvironment: andThen(
    preparedWrites(updateEnvironment, rules.prepareUpdate, async (tx, call) => ok(await rules.update(tx, call))),
    ({ environmentId }, { relistSoon }) => relistSoon(environmentId),
  ),
}
