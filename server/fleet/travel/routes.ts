// The endpoint of ways between places.
import { travelRoute } from '../../../contract/travel-route.ts'
import { flows, okData } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  travelRoute: flows(travelRoute, async (call, context) => okData(JSON.stringify(await rules.route(call, context)))),
}
