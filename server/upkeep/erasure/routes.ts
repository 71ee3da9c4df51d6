// The endpoint of erasures.
import { eraseConsignees } from '../../../contract/erasure.ts'
import { andThen, lasting, okData, writes } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  eraseConsignees: andThen(
    lasting(writes(eraseConsignees, async (tx, call) => okData(JSON.stringify(await rules.eraseAll(tx, call))))),
    ({ environmentId }, { wakes }) => wakes.call('erasure', environmentId),
  ),
}
