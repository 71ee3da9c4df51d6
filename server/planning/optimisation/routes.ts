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
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  onBackgroundThread,
  respondData,
  respondOk,
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
  listOptimisations: createReadOperation(listOptimisations, respondData(rules.listOptimisations)),
  getOptimisation: onBackgroundThread(createReadOperation(getOptimisation, respondData(rules.getOptimisation))),
  // Slow: each stop is an order that changes too.
  applyOptimisation: withoutDeadline(createWriteOperation(applyOptimisation, respondData(applyProposal))),
  undoOptimisation: withoutDeadline(createWriteOperation(undoOptimisation, respondOk(undoProposal))),
  stopOptimisation: createWriteOperation(stopOptimisation, respondOk(rules.stopOptimisation)),
  cancelOptimisation: createWriteOperation(cancelOptimisation, respondOk(rules.cancelOptimisation)),
}
