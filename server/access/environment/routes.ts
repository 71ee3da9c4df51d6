// The endpoints that read and change an environment.
import { getEnvironment, updateEnvironment } from '../../../contract/environment.ts'
import {
  afterCommit,
  buildDataResponse,
  buildOkResponse,
  createPreparedWriteOperation,
  createReadOperation,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const environmentRoutes = {
  getEnvironment: createReadOperation(getEnvironment, async (tx, call) => {
    const environment = await rules.getEnvironment(tx, call)
    return buildDataResponse(JSON.stringify(environment), environment.version)
  }),
  updateEnvironment: afterCommit(
    createPreparedWriteOperation(updateEnvironment, rules.prepareUpdate, async (tx, call) =>
      buildOkResponse(await rules.updateEnvironment(tx, call)),
    ),
    ({ environmentId }, { wakes }) => wakes.call('settings', environmentId),
  ),
}
