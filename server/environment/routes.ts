// The endpoints of the environment.
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { ok, okData, reads, writes } from '../operation.ts'
import * as rules from './rules.ts'

export const routes = {
  getEnvironment: reads(getEnvironment, async (tx, call) => {
    const environment = await rules.get(tx, call)
    return okData(JSON.stringify(environment), environment.version)
  }),
  updateEnvironment: writes(updateEnvironment, async (tx, call) => ok(await rules.update(tx, call))),
}
