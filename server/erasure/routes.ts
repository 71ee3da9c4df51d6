// The endpoint of erasures.
import { eraseConsignees } from '../../contract/erasure.ts'
import { okData, writes } from '../operation.ts'
import * as rules from './rules.ts'

export const routes = {
  eraseConsignees: writes(eraseConsignees, async (tx, call) => okData(JSON.stringify(await rules.eraseAll(tx, call)))),
}
