// The endpoint of erasures.
import { eraseConsignees } from '../../../contract/erasure.ts'
import { afterCommit, createWriteOperation, respondData, withoutDeadline } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const erasureRoutes = {
  eraseConsignees: afterCommit(
    withoutDeadline(createWriteOperation(eraseConsignees, respondData(rules.eraseAll))),
    ({ environmentId }, { wakes }) => wakes.call('erasure', environmentId),
  ),
}
