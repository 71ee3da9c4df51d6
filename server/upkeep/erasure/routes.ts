// The endpoint of erasures.
import { eraseConsignees } from '../../../contract/erasure.ts'
import {
  afterCommit,
  buildDataResponse,
  createWriteOperation,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const erasureRoutes = {
  eraseConsignees: afterCommit(
    withoutDeadline(
      createWriteOperation(eraseConsignees, async (tx, call) =>
        buildDataResponse(JSON.stringify(await rules.eraseAll(tx, call))),
      ),
    ),
    ({ environmentId }, { wakes }) => wakes.call('erasure', environmentId),
  ),
}
