// Endpoints of optimisations.
import * as contract from '../../../contract/optimisation.ts'
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
    createPreparedWriteOperation(contract.createOptimisation, rules.prepareCreate, async (tx, call) =>
      buildCreatedResponse(JSON.stringify({ optimisationId: await rules.createOptimisation(tx, call) })),
    ),
    ({ environmentId }, { wakes }) => wakes.call('optimisation', environmentId),
  ),
  listOptimisations: createReadOperation(contract.listOptimisations, respondData(rules.listOptimisations)),
  getOptimisation: onBackgroundThread(
    createReadOperation(contract.getOptimisation, respondData(rules.getOptimisation)),
  ),
  // Without a deadline: each stop is an order that changes as well.
  applyOptimisation: withoutDeadline(createWriteOperation(contract.applyOptimisation, respondData(applyProposal))),
  undoOptimisation: withoutDeadline(createWriteOperation(contract.undoOptimisation, respondOk(undoProposal))),
  stopOptimisation: createWriteOperation(contract.stopOptimisation, respondOk(rules.stopOptimisation)),
  cancelOptimisation: createWriteOperation(contract.cancelOptimisation, respondOk(rules.cancelOptimisation)),
}
