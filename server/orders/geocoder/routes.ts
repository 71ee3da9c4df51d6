// Endpoint that proposes locations for addresses.
import { geocode } from '../../../contract/geocode.ts'
import { flows, okData } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  geocode: flows(geocode, async (call, context) => okData(JSON.stringify(await rules.propose(call, context)))),
}
