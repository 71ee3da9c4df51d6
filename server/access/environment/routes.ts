// The endpoints that read and change an environment.
import { getEnvironment, updateEnvironment } from '../../../contract/environment.ts'
import { andThen, ok, okData, preparedWrites, reads } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  getEnvironment: reads(getEnvironment, async (tx, call) => {
    const environment = await rules.get(tx, call)
    return okData(JSON.stringify(environment), environment.version)
  }),
  updateEnvironment: andThen(
    preparedWrites(updateEnvironment, rules.prepareUpdate, async (tx, call) => ok(await rules.update(tx, call))),
    ({ environmentId }, { wakes }) => wakes.call('settings', environmentId),
  ),
}
