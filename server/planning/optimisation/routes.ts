// Endpoints of optimisations.
import {
  applyOptimisation,
  cancelOptimisation,
  createOptimisation,
  getOptimisation,
  listOptimisations,
  stopOptimisation,
  undoOptimisation,
} from '../../../contract/optimisation.ts'
import {
  afterCommit,
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  onBackgroundThread,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { applyProposal, undoProposal } from './apply.ts'
import * as rules from './rules.ts'

export const optimisationRoutes = {
  createOptimisation: afterCommit(
    createPreparedWriteOperation(createOptimisation, rules.prepareCreate, async (tx, call) =>
      buildCreatedResponse(JSON.stringify({ optimisationId: await rules.createOptimisation(tx, call) })),
    ),
    ({ environmentId }, { wakes }) => wakes.call('optimisation', environmentId),
  ),
  listOptimisations: createReadOperation(listOptimisations, async (tx, call) =>
    buildDataResponse(JSON.stringify(await rules.listOptimisations(tx, call))),
  ),
  getOptimisation: onBackgroundThread(
    createReadOperation(getOptimisation, async (tx, call) =>
      buildDataResponse(JSON.stringify(await rules.getOptimisation(tx, call))),
    ),
  ),
  // Slow: each stop is an order that changes too.
  applyOptimisation: withoutDeadline(
    createWriteOperation(applyOptimisation, async (tx, call) =>
      buildDataResponse(JSON.stringify(await applyProposal(tx, call))),
    ),
  ),
  undoOptimisation: withoutDeadline(
    createWriteOperation(undoOptimisation, async (tx, call) => {
      await undoProposal(tx, call)
      return buildOkResponse()
    }),
  ),
  stopOptimisation: createWriteOperation(stopOptimisation, async (tx, call) => {
    await rules.stopOptimisation(tx, call)
    return buildOkResponse()
  }),
  cancelOptimisation: createWriteOperation(cancelOptimisation, async (tx, call) => {
    await rules.cancelOptimisation(tx, call)
    return buildOkResponse()
  }),
}
